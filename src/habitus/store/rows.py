"""Nouns to rows and back. Nothing else in the house knows how a noun is stored."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING, Any

from habitus.errors import StoreError
from habitus.types import (
    AgentText,
    Correction,
    Entry,
    Exchange,
    Origin,
    Rule,
    Scope,
    SessionEnd,
    Signal,
    ToolCall,
    ToolResult,
    TurnStart,
    UserMessage,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.types import Event, Kept, ModelCall, Row

KIND: dict[Any, str] = {
    UserMessage: "user",
    AgentText: "text",
    ToolCall: "call",
    ToolResult: "result",
    TurnStart: "turn",
    SessionEnd: "end",
}
CLASS = {kind: noun for noun, kind in KIND.items()}
FIELDS = {kind: tuple(name for name in noun.__dataclass_fields__ if name not in ("session", "at", "key")) for kind, noun in CLASS.items()}

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True, default=str).encode


def dump(value: Mapping[str, Any]) -> str:
    """JSON with one spelling per value, so that equal contents have equal hashes."""
    return _encode(value)


def body(event: Event) -> str:
    """What is particular to an event; empty fields are left out."""
    fields = ((name, getattr(event, name)) for name in FIELDS[KIND[type(event)]])
    return _encode({name: value for name, value in fields if value not in ("", None)})


def event(session: str, row: Row, body: str) -> Event:
    noun = CLASS.get(row["kind"])
    if noun is None:
        raise StoreError(f"event {session}:{row['seq']} is of the unknown kind {row['kind']!r}: it was written by a newer Habitus, upgrade")
    found: Event = noun(session=session, at=datetime.fromisoformat(row["at"]), key=row["key"], **json.loads(body))
    return found


def entry(row: Row) -> Entry:
    at = datetime.fromisoformat(row["at"])
    return Entry(
        id=row["id"], at=at, verb=row["verb"], actor=row["actor"], session=row["session"], table=row["item_table"],
        item=row["item"], before=row["before"], after=row["after"], cause=row["cause"],
    )  # fmt: skip


def model_call(call: ModelCall) -> Row:
    row = {name: getattr(call, name) for name in call.__dataclass_fields__}
    return {**row, "at": call.at.isoformat()}


def _plain(noun: Any) -> dict[str, Any]:
    return {name: getattr(noun, name) for name in noun.__dataclass_fields__}


def rule_row(rule: Rule) -> Row:
    return {
        "id": rule.id,
        "rule_type": rule.rule_type,
        "description": rule.text,
        "skill_poison": rule.skill_poison,
        "fewshot_user": rule.fewshot_user,
        "fewshot_assistant": rule.fewshot_assistant,
        "source_exchange": None if rule.source is None else dump(_plain(rule.source)),
        "confidence": rule.confidence,
        "active": rule.state in ("active", "shadow"),
        "times_applied": rule.times_applied,
        "created_at": rule.created_at.isoformat(),
        "scope": f"{rule.scope.level}:{rule.scope.name}" if rule.scope.name else rule.scope.level,
        "origin": dump(_plain(rule.origin)),
        "state": rule.state,
        "superseded_by": rule.superseded_by,
        "lang": rule.lang,
        "evidence_for": rule.evidence_for,
        "evidence_against": rule.evidence_against,
        "last_used": rule.last_used and rule.last_used.isoformat(),
    }


def rule(row: Row) -> Rule:
    level, _, name = row["scope"].partition(":")
    return Rule(
        id=row["id"],
        rule_type=row["rule_type"],
        text=row["description"],
        skill_poison=row["skill_poison"],
        fewshot_user=row["fewshot_user"],
        fewshot_assistant=row["fewshot_assistant"],
        source=Exchange(**json.loads(row["source_exchange"])) if row["source_exchange"] else None,
        confidence=row["confidence"],
        times_applied=row["times_applied"],
        created_at=datetime.fromisoformat(row["created_at"]),
        scope=Scope(level=level, name=name),
        origin=Origin(**json.loads(row["origin"])),
        state=row["state"],
        superseded_by=row["superseded_by"],
        lang=row["lang"],
        evidence_for=row["evidence_for"],
        evidence_against=row["evidence_against"],
        last_used=datetime.fromisoformat(row["last_used"]) if row["last_used"] else None,
    )


def kept(value: Kept) -> Row:
    """The row of whatever a change gives."""
    if isinstance(value, Rule):
        return rule_row(value)
    if isinstance(value, Correction):
        return pending_row(value)
    return value


def pending_row(correction: Correction, *, state: str = "waiting", not_before: str = "") -> Row:
    at = correction.at.isoformat()
    return {
        "id": correction.id,
        "correction": correction_text(correction),
        "state": state,
        "tries": correction.tries,
        "queued_at": at,
        "not_before": not_before or at,
    }


def correction_text(correction: Correction) -> str:
    """A correction as the queue carries it, in Redis and in the table alike."""
    return dump(
        {
            **_plain(correction),
            "signal": _plain(correction.signal),
            "exchange": _plain(correction.exchange),
            "origin": _plain(correction.origin),
            "at": correction.at.isoformat(),
        }
    )


def correction(text: str) -> Correction:
    fields = json.loads(text)
    return Correction(
        **{
            **fields,
            "signal": Signal(**fields["signal"]),
            "exchange": Exchange(**fields["exchange"]),
            "origin": Origin(**fields["origin"]),
            "at": datetime.fromisoformat(fields["at"]),
        }
    )
