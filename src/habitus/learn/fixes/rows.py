"""How a learning comes to be, and what later events do to its word.

One row per tool, pattern and scope. A recovery brings a fix at even odds; only use moves it: what was used and worked rises, what was used
and failed falls below every threshold at once, what is not used fades. A person's word starts high and outranks what was detected.
An error that passes by itself says nothing about the tool: such a row counts, and claims nothing.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from habitus.learn.fixes import shape, votes
from habitus.learn.fixes.wording import is_tellable, told
from habitus.parse.actions import COMMANDS
from habitus.types import Fix, Learning

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from habitus.types import Failure, Origin, Recovery, Scope

LEAST: Final = 0.05
START: Final = 0.5
"""Even odds: it helped once."""
RISE: Final = 0.4
"""The share of the doubt that one success takes: found once and confirmed once makes 0.7, the threshold."""
FALL: Final = 0.68
"""What one failure leaves: under 0.7 from wherever it stood. One success more brings it back."""
SAID: Final = 0.95
"""A person said so."""
HALF_LIFE: Final = timedelta(days=365)
"""Disuse: tools change. A fix just above the threshold needs a confirmation about every month."""
NEGATIVE: Final = timedelta(days=30)
"""How long "this fails" is believed while nothing is known to help."""
POSITIVE: Final = timedelta(days=180)
PASSING: Final = timedelta(days=1)
DIAGNOSIS: Final = 300
RECURS: Final = 3
"""Different values that the same one has replaced before it is part of the fix: until then it belongs to a task."""
SEEN: Final = 8
"""Replaced values that are remembered of each."""


def identity(tool: str, pattern: str, scope: Scope) -> str:
    """A UUID made of what a row is about: the same failure gives the same row, whoever sees it."""
    digest = hashlib.sha256(f"{tool}\0{pattern}\0{scope}".encode(errors="replace")).hexdigest()
    return f"{digest[:8]}-{digest[8:12]}-8{digest[13:16]}-a{digest[17:20]}-{digest[20:32]}"


def seen(
    failure: Failure, known: Learning | None, *, origin: Origin, scope: Scope, environment: Mapping[str, str] | None, now: datetime
) -> Learning:
    """The failure came, for the first time or again: it is counted, and nothing else changes but the latest error and the clock."""
    given = (known.shape if known else None) or {}
    counted = None if failure.is_transient else shape.failing(given, failure.tool, failure.args, failure.error)
    if known is None:
        return Learning(
            id=identity(failure.tool, failure.pattern, scope),
            text="",
            scope=scope,
            origin=origin,
            confidence=START,
            created_at=now,
            tool=failure.tool,
            pattern=failure.pattern,
            category=failure.category,
            diagnosis=_line(failure.error),
            shape=counted,
            environment=dict(environment) if environment else None,
            updated_at=now,
            expires_at=now + (PASSING if failure.is_transient else NEGATIVE),
        )
    return replace(
        decayed(known, now),
        occurrences=known.occurrences + 1,
        diagnosis=_line(failure.error),
        shape=counted if counted is not None else known.shape,
        environment=dict(environment) if environment else known.environment,
        expires_at=_expiry(known, now, passing=failure.is_transient),
    )


def recovered(recovery: Recovery, known: Learning, *, now: datetime) -> Learning:
    """A recovery votes for what it did. The fix in force stays until another leads; the very same again confirms it: it was used."""
    current = decayed(known, now)
    if recovery.failure.is_transient or _is_said(known):
        return current
    counted = _counted(recovery, known)
    chosen, mine = counted.get("chosen", ""), votes.ballot(recovery.fix, _text(recovery, {}))
    counted["votes"] = votes.voted(counted.get("votes", {}), mine, recovery.confidence, keep=chosen)
    if mine == chosen:
        text = _text(recovery, counted)
        return replace(used(current, worked=True, now=now), text=text, shape=counted)
    if recovery.fix.kind == "again" or (known.fix and not votes.leads(counted["votes"], mine, chosen)):
        return replace(current, shape=counted)
    return replace(
        current,
        fix=recovery.fix,
        text=_text(recovery, counted),
        shape=counted | {"chosen": mine},
        confidence=_start(recovery),
        evidence_for=1,
        expires_at=now + POSITIVE,
    )


def _counted(recovery: Recovery, known: Learning) -> dict[str, Any]:
    is_same = recovery.fix.tool == known.tool
    counted = shape.succeeding(known.shape, known.tool, recovery.args) if is_same else dict(known.shape or {})
    return counted | {"values": _values(counted.get("values"), recovery.fix)}


def _start(recovery: Recovery) -> float:
    """A recovery that may be none starts lower, and needs a use more."""
    return round(max(LEAST, min(START, 0.1 + 0.6 * recovery.confidence)), 4)


def _text(recovery: Recovery, counted: Mapping[str, Any]) -> str:
    tables = counted.get("values", {})
    recurring = {name: value for name, table in tables.items() for value, replaced in table.items() if _recurs(replaced, table)}
    return told(recovery.fix, recovery.failure.tool, recovery.failure.args, recovery.args, recurring)


def _recurs(replaced: list[int], table: Mapping[str, list[int]]) -> bool:
    """It helped several times, and nothing else helped nearly as often."""
    return len(replaced) >= RECURS and 2 * len(replaced) > sum(map(len, table.values()))


def _values(table: Mapping[str, Mapping[str, list[int]]] | None, fix: Fix) -> dict[str, dict[str, list[int]]]:
    """Argument → what it became → checksums of what it had been, where that can be told. Commands are told by their words."""
    new = {name: dict(values) for name, values in (table or {}).items()}
    became = {name: pair[1] for name, pair in (fix.changed or {}).items() if name not in COMMANDS} | dict(fix.added or {})
    for name, value in became.items():
        if is_tellable(value) and (name in new or len(new) < shape.NAMES):
            kept = new.get(name, {})
            old = crc32(repr((fix.changed or {}).get(name, (None,))[0]).encode(errors="replace"))
            kept[str(value)] = [*(other for other in kept.get(str(value), []) if other != old), old][-SEEN:]
            new[name] = dict(sorted(kept.items(), key=lambda one: -len(one[1]))[: shape.VALUES])
    return new


def used(learning: Learning, *, worked: bool, now: datetime) -> Learning:
    """The fix was offered or applied, and the call went well or did not. A person's word is doubted twice before it falls."""
    known = decayed(learning, now)
    if worked:
        confidence = known.confidence + (1 - known.confidence) * RISE
    else:
        confidence = 1 - 2 * max(1 - known.confidence, 0.1) if _is_said(known) else known.confidence * FALL
    return replace(
        known,
        used=known.used + 1,
        times_applied=known.times_applied + 1,
        worked=known.worked + worked,
        failed=known.failed + (not worked),
        evidence_for=known.evidence_for + worked,
        evidence_against=known.evidence_against + (not worked),
        last_used=now,
        confidence=_within(confidence),
        expires_at=_expiry(known, now),
    )


def harmless(learning: Learning, tool: str, args: Mapping[str, Any], *, now: datetime) -> Learning:
    """A call that matched went well unchanged: the shape claims less. The fix is not blamed."""
    if learning.shape is None:
        return learning
    return replace(decayed(learning, now), shape=shape.succeeding(learning.shape, tool, args))


def decayed(learning: Learning, now: datetime) -> Learning:
    """Fades with disuse. Twice to the same moment is once: time is counted from `updated_at`. What a person said does not fade."""
    age = now - learning.updated_at
    if age <= timedelta(0):
        return learning
    if _is_said(learning) or learning.fix is None:
        return replace(learning, updated_at=now)
    return replace(learning, confidence=_within(learning.confidence * 0.5 ** (age / HALF_LIFE), 9), updated_at=now)


def corrected(text: str, tool: str, pattern: str, *, origin: Origin, scope: Scope, now: datetime) -> Learning:
    """What a person said helps. It is kept as it was said, in one line, and does not expire."""
    return Learning(
        id=identity(tool, f"said\0{pattern}", scope),
        text=_line(text),
        scope=scope,
        origin=origin,
        confidence=SAID,
        created_at=now,
        tool=tool,
        pattern=pattern,
        category="user_correction",
        updated_at=now,
    )


def _is_said(learning: Learning) -> bool:
    return learning.category == "user_correction"


def _expiry(known: Learning, now: datetime, *, passing: bool = False) -> datetime | None:
    """Seen or used again: the claim holds a while longer, and never shorter than it held."""
    if known.expires_at is None:
        return None
    lasts = POSITIVE if known.fix else PASSING if passing else NEGATIVE
    return max(known.expires_at, now + lasts)


def _within(confidence: float, digits: int = 4) -> float:
    return round(max(LEAST, min(1.0, confidence)), digits)


def _line(text: str) -> str:
    return " ".join(text.split())[:DIAGNOSIS]
