"""Knowledge from a model: what to ask, and which of its items to believe. No I/O.

A model may find better words; it may not add a thing: every item rests on words that somebody said, and is trusted as little as the
least trusted who said them. One bad field costs its item, not the batch. Bias: an item without a quotation is refused, however true.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast, get_args

from habitus.learn import asked, extract, safety
from habitus.learn.knowledge import subjects
from habitus.learn.knowledge.items import LEVELS, LONGEST, Item, is_secret, key
from habitus.types import Exchange, KnowledgeKind, Question, Speaker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.learn.knowledge.items import Level, Said

KINDS: tuple[str, ...] = get_args(KnowledgeKind)
TRUST: tuple[str, ...] = get_args(Speaker)
CALLED = {"rule": "preference", "convention": "preference", "requirement": "preference", "workflow": "pattern"}
"""What models say instead of one of ours."""
SURE = (("high", 0.8), ("medium", 0.5))
"""From where on a number is a word."""
LEAST_QUOTED = 8
"""Characters: "yes" stands in every conversation."""
MOST = 20
"""Items of one answer: a stretch that seems to teach more was not understood."""
ORDERS = re.compile(
    r"\b(?:you|the (?:agent|assistant|model|ai)|agents?|assistants?) (?:must|should|shall|have to|has to|needs? to|may|can now|are to)\b"
    r"|\b(?:debes|deves|du musst|tu dois|devi)\b|你必须|你应该",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """One item of the answer. Any type passes, so that one wrong value does not cost the others."""

    kind: Any = ""
    text: Any = ""
    about: Any = ""
    confidence: Any = "low"
    temporal: Any = "evergreen"
    quote: Any = ""
    subject: Any = ""
    predicate: Any = ""
    object: Any = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The shape of the answer."""

    items: list[Drawn | Any] = field(default_factory=list)


def question(messages: Sequence[Said], item: str) -> Question:
    """One JSON object a line: no message can look like another's."""
    lines = [
        json.dumps({"who": one.speaker, **({"tool": one.tool} if one.tool else {}), "said": one.text}, ensure_ascii=False)
        for one in messages
    ]
    return Question(
        instructions=(Path(__file__).parent / "ask_knowledge.md").read_text(encoding="utf-8"),
        material="\n".join(lines),
        purpose="knowledge from a conversation",
        item=item,
        max_tokens=2000,
    )


def believed(answer: Answer, messages: Sequence[Said], *, least: Level = "low") -> tuple[list[Item], list[str]]:
    """The items that stand up to the conversation, and why the others do not. The session learner asks for `least="high"`."""
    items: list[Item] = []
    reasons: list[str] = []
    whole = "\n".join(one.text for one in messages)
    for raw in answer.items[:MOST]:
        found = _read(_drawn(raw), messages, whole)
        if isinstance(found, str):
            reasons.append(found)
        elif LEVELS.index(found.confidence) >= LEVELS.index(least):
            items.append(found)
    if len(answer.items) > MOST:
        reasons.append(f"more than {MOST} items: {len(answer.items) - MOST} were not read")
    return items, reasons


def _drawn(raw: Any) -> Drawn | None:
    if isinstance(raw, Drawn):
        return raw
    if isinstance(raw, Mapping):
        return Drawn(**{name: raw[name] for name in Drawn.__dataclass_fields__ if name in raw})
    return None


def _read(drawn: Drawn | None, messages: Sequence[Said], whole: str) -> Item | str:
    """The item, or why there is none."""
    if drawn is None:
        return "an item is no object"
    kind, text, quote = _kind(drawn.kind), _flat(drawn.text), _flat(drawn.quote)
    if kind is None:
        return f"unknown kind of knowledge: {str(drawn.kind)[:40]!r}"
    if not text or len(text) > LONGEST:
        return "an item says nothing" if not text else f"an item is longer than {LONGEST} characters"
    said = _source(quote, messages)
    if said is None:
        return f"it rests on words that nobody said: {quote[:60]!r}"
    triple = _triple(drawn)
    lang = extract.language(extract.plain(text), "")
    refusal = _refusal(kind, text, said, whole, lang)
    if refusal:
        return refusal
    if triple and asked.invented(" ".join((triple[0], triple[2])), _exchange(whole), lang):
        triple = None
    about = _flat(drawn.about)[:80] or text
    return Item(
        kind=kind,
        text=text,
        key=subjects.of_triple(*triple) if triple else key("thing", "noted", about),
        confidence=_level(drawn.confidence),
        is_lasting=_flat(drawn.temporal).lower() not in ("current_state", "current", "temporary", "false", "momentary"),
        speaker=said.speaker,
        triple=triple,
        quote=quote,
        lang=lang,
        seq=said.seq,
    )


def _refusal(kind: KnowledgeKind, text: str, said: Said, whole: str, lang: str) -> str:
    is_person = said.speaker in ("operator", "user")
    if is_secret(text):
        return "it holds a secret"
    danger = safety.danger(text)
    if danger:
        return f"it {danger}"
    if not is_person and kind in ("preference", "correction"):
        return f"only a person's words direct the agent, and these are from: {said.speaker}"
    if not is_person and kind != "pattern" and (ORDERS.search(text) or extract.find(text, "", lang)):
        return f"it tells the agent what to do, and comes from: {said.speaker}"
    names = asked.invented(text, _exchange(whole), lang)
    return f"it names what nobody said: {', '.join(names[:5])}" if names else ""


def _source(quote: str, messages: Sequence[Said]) -> Said | None:
    """Whose words these are; said by several, those of the least trusted: a person who pastes them does not make them theirs."""
    sought = extract.plain(quote).strip("\"'`“”«». ")
    if len(sought) < LEAST_QUOTED and not (sought and not sought.isascii() and len(sought) >= LEAST_QUOTED // 2):
        return None
    found = [one for one in messages if sought in extract.plain(" ".join(one.text.split()))]
    return max(found, key=lambda one: TRUST.index(one.speaker), default=None)


def _kind(value: Any) -> KnowledgeKind | None:
    name = _flat(value).lower().rstrip("s")
    name = CALLED.get(name, name)
    return cast("KnowledgeKind", name) if name in KINDS else None


def _level(value: Any) -> Level:
    """`high`, `High`, 0.9, "90%"; what cannot be read is low."""
    text = _flat(value).lower()
    for level in LEVELS:
        if level == text:
            return level
    number = re.fullmatch(r"(\d{1,3}(?:\.\d+)?)\s*(%?)", text)
    if number is None or isinstance(value, bool):
        return "high" if "very high" in text else "low"
    share = float(number[1]) / (100 if number[2] or float(number[1]) > 1 else 1)
    return next((cast("Level", name) for name, least in SURE if share >= least), "low")


def _triple(drawn: Drawn) -> tuple[str, str, str] | None:
    parts = tuple(_flat(part) for part in (drawn.subject, drawn.predicate, drawn.object))
    is_whole = all(0 < len(part) <= 120 for part in parts) and not any(is_secret(part) for part in parts)
    return cast("tuple[str, str, str]", parts) if is_whole else None


def _exchange(whole: str) -> Exchange:
    return Exchange(request=whole, answer="", correction="")


def _flat(value: Any) -> str:
    return " ".join(str(value).split()) if isinstance(value, str | int | float) else ""
