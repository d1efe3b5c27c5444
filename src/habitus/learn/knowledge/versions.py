"""An item and what is known of its subject: new, confirmed, changed, or kept as it was. Values in, values out. No clock.

The latest version holds; the store keeps the others. Who is trusted less does not overwrite who is trusted more, an anecdote does not
overwrite what was confirmed, a state of the moment does not overwrite what lasts; among equals the newer holds. The same item from the
same event twice changes nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, get_args

from habitus.learn.clauses import plain
from habitus.learn.rules import identity
from habitus.parse.terms import terms, tokens
from habitus.parse.terms.lexicon import dimensions
from habitus.types import Knowledge, Origin, Speaker

if TYPE_CHECKING:
    from datetime import datetime

    from habitus.learn.knowledge.items import Item
    from habitus.types import Scope

TRUST: tuple[str, ...] = get_args(Speaker)
PEOPLE = ("operator", "user")
START = {"low": 0.4, "medium": 0.6, "high": 0.85}
CAP = {"operator": 0.99, "user": 0.98, "agent": 0.8, "tool": 0.6, "document": 0.6}
"""What a speaker's word is worth at most, however often it is repeated: a page that says it a hundred times is still one page."""
NEGATED = re.compile(
    r"\b(?:not|no|never|without|don'?t|doesn'?t|isn'?t|aren'?t|nunca|jamas|sin|nao|sem|pas|jamais|ne|nicht|nie|kein\w*|ohne|non|mai"
    r"|senza)\b"
    r"|n't\b|不|没|别"
)
VALUE = re.compile(r"[\d_/.@:#+]")


def joined(item: Item, known: Knowledge | None, *, scope: Scope, origin: Origin, now: datetime) -> tuple[Knowledge | None, str]:
    """What is now to be stored, and what happened: `new`, `confirmed`, `changed`; or nothing, and why it was kept as it was.

    `known`: the latest version under the same key and scope. `origin`: where the item was said; its speaker is never trusted more than
    the item's own.
    """
    if item.kind == "correction":
        return None, "a correction is a matter of rules"
    origin = replace(origin, speaker=_lower(origin.speaker, item.speaker))
    if known is None:
        return _version(item, 1, scope, origin, now), "new"
    if same(item.text, known.text):
        return _again(item, known, origin)
    kept = _kept(item, known, origin, now)
    if kept:
        return None, kept
    return _version(item, known.version + 1, scope, origin, now), "changed"


def same(one: str, two: str) -> bool:
    """Do two texts about one thing say the same of it? Their values in the same order, and yes or no alike."""
    if len(NEGATED.findall(plain(one))) % 2 != len(NEGATED.findall(plain(two))) % 2:
        return False
    values = _values(one), _values(two)
    return values[0] == values[1] if any(values) else set(terms(one)) == set(terms(two))


def _kept(item: Item, known: Knowledge, origin: Origin, now: datetime) -> str:
    """Why what is known stays; empty if it gives way."""
    if TRUST.index(origin.speaker) > TRUST.index(known.origin.speaker):
        return f"kept: {known.origin.speaker} is trusted more than {origin.speaker}"
    is_raised = TRUST.index(origin.speaker) < TRUST.index(known.origin.speaker)
    if known.is_confirmed and not is_raised and item.confidence == "low":
        return "kept: an anecdote does not overwrite what is confirmed"
    if known.is_confirmed and known.is_lasting and not item.is_lasting:
        return "kept: a state of the moment does not overwrite what lasts"
    if now < known.created_at and not is_raised:
        return "kept: what is known is newer"
    return ""


def _again(item: Item, known: Knowledge, origin: Origin) -> tuple[Knowledge | None, str]:
    """Said again. Of tools and agents, only another session says anything new; of a lower rank, nothing does."""
    told = (origin.session, origin.event) == (known.origin.session, known.origin.event)
    is_raised = TRUST.index(origin.speaker) < TRUST.index(known.origin.speaker)
    is_lower = TRUST.index(origin.speaker) > TRUST.index(known.origin.speaker)
    if (told and not is_raised) or is_lower or (origin.speaker not in PEOPLE and origin.session == known.origin.session):
        return None, "kept: nothing new"
    sure = max(known.confidence, START[item.confidence])
    return (
        replace(
            known,
            origin=origin,
            evidence_for=known.evidence_for + 1,
            confidence=round(min(CAP[origin.speaker], 1 - (1 - sure) / 2), 4),
            is_confirmed=True,
            is_lasting=known.is_lasting or item.is_lasting,
        ),
        "confirmed",
    )


def _version(item: Item, number: int, scope: Scope, origin: Origin, now: datetime) -> Knowledge:
    return Knowledge(
        id=identity(origin, f"{scope}\0{item.key}\0{number}\0{item.text}"),
        text=item.text,
        scope=scope,
        origin=origin,
        confidence=min(CAP[origin.speaker], START[item.confidence]),
        created_at=now,
        key=item.key,
        kind=item.kind,
        version=number,
        is_confirmed=origin.speaker in PEOPLE and item.confidence != "low",
        is_lasting=item.is_lasting,
        lang=item.lang,
    )


def _lower(one: Speaker, two: Speaker) -> Speaker:
    return one if TRUST.index(one) >= TRUST.index(two) else two


def _values(text: str) -> list[str]:
    """What could be otherwise: names, numbers, and words that stand for one of several."""
    of = dimensions()
    known = [token for token in tokens(text.rstrip(".。")) if VALUE.search(token) or any(term in of for term in terms(token))]
    proper = [word.lower() for word in re.findall(r"(?<=[\w,] )[A-ZÀ-Þ][\w'-]+", text)]
    return known + [word for word in proper if word not in known]
