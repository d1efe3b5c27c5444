"""Lessons and corrections to rows and back. Apart from `rows` because a tool call needs none of these nouns."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING, Any

from habitus.store.rows import dump
from habitus.types import Correction, Exchange, Origin, Rule, Scope, Signal

if TYPE_CHECKING:
    from habitus.types import Row


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


def kept(value: Rule | Correction) -> Row:
    """The row of a lesson, or of what may become one."""
    if isinstance(value, Rule):
        return rule_row(value)
    return pending_row(value)


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
