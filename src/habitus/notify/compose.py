"""A rule as notices: values in, values out. Its words come from strangers: they stay plain text, each field on its line."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.types import Notice

if TYPE_CHECKING:
    from datetime import datetime

    from habitus.types import Rule

LONGEST = 4096
"""What Telegram takes in one message, in UTF-16 units. The webhook's text is the same, so it is bounded too."""

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Controls, marks that turn the direction of writing or hide text, half characters, and what has no meaning that both sides share."""


class Words(NamedTuple):
    heading: str
    type: str
    rule: str


WORDS = {
    "en": Words("🧠 New rule of behaviour learned:", "Type: ", "Rule: "),
    "es": Words("🧠 Nueva regla de comportamiento aprendida:", "Tipo: ", "Regla: "),
    "pt": Words("🧠 Nova regra de comportamento aprendida:", "Tipo: ", "Regra: "),
    "fr": Words("🧠 Nouvelle règle de comportement apprise\u00a0:", "Type\u00a0: ", "Règle\u00a0: "),
    "de": Words("🧠 Neue Verhaltensregel gelernt:", "Typ: ", "Regel: "),
    "it": Words("🧠 Nuova regola di comportamento appresa:", "Tipo: ", "Regola: "),
    "zh": Words("🧠 学到一条新的行为规则：", "类型：", "规则："),
}


def notices(rule: Rule, *, telegram: bool, webhook: bool, at: datetime) -> list[Notice]:
    """One notice per channel that is on. The same rule gives the same ids, so that told twice is told once."""
    text = lines(rule)
    made = []
    if telegram:
        made.append(Notice(id=f"telegram:{rule.id}", channel="telegram", body={"text": text}, created_at=at))
    if webhook:
        body = {"event": "rule.learned", "text": text, "rule": _shown(rule)}
        made.append(Notice(id=f"webhook:{rule.id}", channel="webhook", body=body, created_at=at))
    return made


def lines(rule: Rule) -> str:
    """Heading, type, rule, in the language of the rule; English where we do not speak it. The rule is cut where it would not fit."""
    words = WORDS.get(rule.lang.lower().replace("_", "-").partition("-")[0], WORDS["en"])
    start = f"{words.heading}\n{words.type}{rule.rule_type}\n{words.rule}"
    return start + cut(line(rule.text), LONGEST - units(start))


def _shown(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "rule_type": rule.rule_type,
        "description": cut(line(rule.text), LONGEST),
        "scope": {"level": rule.scope.level, "name": line(rule.scope.name)},
        "lang": rule.lang,
        "confidence": rule.confidence,
        "created_at": rule.created_at.isoformat(),
    }


def line(text: str) -> str:
    """On one line, without what cannot be seen. Removes too much, rather: joined emoji fall apart, but no text reads as another."""
    kept = (char for char in text if char.isspace() or unicodedata.category(char) not in UNSEEN)
    return " ".join("".join(kept).split())


def cut(text: str, most: int) -> str:
    """At most so many UTF-16 units, with an ellipsis where something is missing; never half a character."""
    if units(text) <= most:
        return text
    kept = text.encode("utf-16-le")[: 2 * (most - 1)].decode("utf-16-le", "ignore")
    return kept.rstrip() + "…"


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
