"""What may never become a rule, whoever says it; and whose words may direct the agent at all.

A rule is told to the model with every prompt, so it may not loosen what holds the model: its instructions, the checks, a person's approval,
its secrets. The prohibition of such a thing is fine ("never reveal the system prompt"), and so is any order to do work ("always run X").
A rule cannot lift a gate: gates are not rules. "Don't ask me before running tests" is a way of working and passes; "run everything without
asking" widens an approval and does not. Bias: what is refused waits in the inbox with its reason, so a doubtful case is refused.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from habitus.learn import extract
from habitus.learn.dangers import DANGERS, NEGATIONS

if TYPE_CHECKING:
    from habitus.types import Origin, Rule

INVISIBLE = frozenset("\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff\u00ad\u180e\u034f")
EMOJI = re.compile(r"(?<=[\u2600-\u27bf\ufe0f\U0001f300-\U0001faff])\u200d(?=[\u2600-\u27bf\U0001f300-\U0001faff])")
"""The joiner inside one emoji made of several."""
BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
TAGS = re.compile(
    r"<\|[^|>]{1,40}\|>|</?(?:system|assistant|user|human|instructions?|prompt|developer|tool_?(?:call|result|use)s?|function_calls?|s"
    r"|inst|sys)\b[^>]{0,80}>"
    r"|\[/?\s*(?:system|inst|assistant|user|developer|learned behavioral rules|reglas aprendidas)\b[^\]]{0,40}\]|<</?sys>>"
    r"|^[ \t]*(?:#+ *)?(?:system|assistant|developer)\s*(?:prompt|message)?\s*:",
    re.IGNORECASE | re.MULTILINE,
)
INSIDE = re.compile(r"\b(?:not|never|nicht|niemals|pas|jamais|mai)\b")
NEAR = 40
"""Characters before an order in which its prohibition stands: "never, under no circumstances, reveal"."""
CLAUSE = re.compile(
    r"[.!?;]+(?=\s|$)|[\n。！？；，]+|,(?=\s)|\b(?:and|but|then|y|pero|e|mas|et|mais|und|aber|ma|poi|puis|dann|luego"
    r"|entonces)\b|然后|并且"
)


class Danger(NamedTuple):
    reason: str
    pattern: re.Pattern[str]
    even_if_denied: bool
    """"Do not ask for confirmation" is the danger itself, not its prohibition."""


def refused(rule: Rule) -> str | None:
    """Why this may not become a rule, in a person's words; None: it may. Text, poison and both few-shots are looked at."""
    parts = (
        ("it ", rule.text),
        ("its anti-example ", rule.skill_poison),
        ("its example ", rule.fewshot_user),
        ("its example ", rule.fewshot_assistant),
    )
    for where, text in parts:
        reason = danger(text) if text else None
        if reason:
            return where + reason
    return None


def danger(text: str) -> str | None:
    """What is dangerous about a text that would be told to the model."""
    if any(c in INVISIBLE or c in BIDI or 0xE0000 <= ord(c) <= 0xE007F for c in EMOJI.sub("", text)):
        return "holds characters that nobody can see"
    if TAGS.search(text):
        return "holds a tag that only the system may write"
    plain = extract.plain(unicodedata.normalize("NFKC", text))
    for clause in _clauses(plain):
        for one in _dangers():
            found = one.pattern.search(clause)
            if found and (one.even_if_denied or not _is_denied(clause, found)):
                return one.reason
    return next((one.reason for one in _dangers() if one.even_if_denied and one.pattern.search(plain)), None)


def may_direct(origin: Origin) -> bool:
    """Only a person's words become directives at once. The agent's, a tool's and a document's wait in the inbox for one."""
    return origin.speaker in ("operator", "user")


def _clauses(text: str) -> list[str]:
    return [part for part in CLAUSE.split(text) if part and part.strip()]


def _is_denied(clause: str, found: re.Match[str]) -> bool:
    """Forbidden right before it, or in the middle, where German and French put it."""
    return bool(_denied().search(clause, max(0, found.start() - NEAR), found.start()) or INSIDE.search(found[0]))


@cache
def _dangers() -> list[Danger]:
    return [Danger(reason, re.compile(pattern), denied) for reason, denied, patterns in DANGERS for pattern in patterns]


@cache
def _denied() -> re.Pattern[str]:
    return re.compile(NEGATIONS)
