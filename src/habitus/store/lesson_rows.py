"""Lessons, corrections and proposals to rows and back. Apart from `rows` because a tool call needs none of these nouns."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from habitus.parse.text import fit
from habitus.store.rows import dump
from habitus.types import Correction, Example, Exchange, Fix, Knowledge, Learning, Origin, Proposal, Rule, Scope, Signal, Triple

if TYPE_CHECKING:
    from habitus.types import Row

KEPT = 4096
"""Values that are read again and again with every guidance: the same texts become the same nouns, which nobody changes."""


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
        "scope": str(rule.scope),
        "origin": dump(_plain(rule.origin)),
        "state": rule.state,
        "superseded_by": rule.superseded_by,
        "lang": rule.lang,
        "evidence_for": rule.evidence_for,
        "evidence_against": rule.evidence_against,
        "last_used": rule.last_used and rule.last_used.isoformat(),
        "check": None if rule.check is None else dump(rule.check),
        "stage": rule.stage,
    }


@lru_cache(maxsize=KEPT)
def scope(text: str) -> Scope:
    level, _, name = text.partition(":")
    return Scope(level=level, name=name)  # type: ignore[arg-type]  # as it was written


def rule(row: Row) -> Rule:
    return Rule(
        id=row["id"],
        rule_type=row["rule_type"],
        text=row["description"],
        skill_poison=row["skill_poison"],
        fewshot_user=row["fewshot_user"],
        fewshot_assistant=row["fewshot_assistant"],
        source=_exchange(row["source_exchange"]),
        confidence=row["confidence"],
        times_applied=row["times_applied"],
        created_at=_when(row["created_at"]),
        scope=scope(row["scope"]),
        origin=_origin(row["origin"]),
        state=row["state"],
        superseded_by=row["superseded_by"],
        lang=row["lang"],
        evidence_for=row["evidence_for"],
        evidence_against=row["evidence_against"],
        last_used=_when(row["last_used"]) if row["last_used"] else None,
        check=_json(row["check"]),
        stage=row["stage"],
    )


# What stands in `behavioral_rules` may be written by hand: what cannot be read costs that value, never the rest.


def _json(text: str | None) -> Any:
    try:
        return json.loads(text) if text else None
    except ValueError:
        return None


@lru_cache(maxsize=KEPT)
def _exchange(text: str | None) -> Exchange | None:
    found = _json(text)
    if isinstance(found, dict) and all(isinstance(found.get(name), str) for name in ("request", "answer", "correction")):
        return Exchange(request=found["request"], answer=found["answer"], correction=found["correction"])
    return Exchange(request="", answer="", correction=text) if text else None


@lru_cache(maxsize=KEPT)
def _origin(text: str) -> Origin:
    """Whoever can write here is an operator."""
    found = _json(text)
    names = Origin.__dataclass_fields__
    if not isinstance(found, dict) or "speaker" not in found:
        return Origin(speaker="operator", channel="sql")
    return Origin(**{name: str(value) for name, value in found.items() if name in names})  # type: ignore[arg-type]


@lru_cache(maxsize=KEPT)
def _when(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def kept(value: Rule | Correction | Example | Proposal | Learning | Knowledge | Triple) -> Row:
    """The row of a lesson, or of what may become one."""
    row: Row = ROWS[type(value)](value)
    return row


def example_row(example: Example) -> Row:
    return {
        "id": example.id,
        "user_input": example.request,
        "skill_calls": example.calls,
        "outcome": example.outcome,
        "scope": str(example.scope),
        "use_count": example.use_count,
    }


def example(row: Row) -> Example:
    return Example(
        id=row["id"], request=row["user_input"], calls=row["skill_calls"], outcome=row["outcome"], scope=scope(row["scope"]),
        use_count=row["use_count"],
    )  # fmt: skip


def proposal_row(proposal: Proposal) -> Row:
    times = {"created_at": proposal.created_at.isoformat(), "answered_at": proposal.answered_at and proposal.answered_at.isoformat()}
    return {**_plain(proposal), **times, "body": dump(proposal.body)}


def proposal(row: Row) -> Proposal:
    times = {name: row[name] and datetime.fromisoformat(row[name]) for name in ("created_at", "answered_at")}
    return Proposal(**{**row, **times, "body": json.loads(row["body"])})


AT_ONCE = "1970-01-01T00:00:00+00:00"
"""Due whatever the clock says of whoever told it: one that runs ahead would keep a correction waiting."""


def pending_row(correction: Correction, *, state: str = "waiting", not_before: str = AT_ONCE) -> Row:
    at = correction.at.isoformat()
    return {
        "id": correction.id,
        "correction": correction_text(correction),
        "state": state,
        "tries": correction.tries,
        "queued_at": at,
        "not_before": not_before,
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


def learning_row(one: Learning) -> Row:
    return {
        "id": one.id,
        "trigger": f"tool:{one.tool}",
        "error_pattern": one.pattern,
        "diagnosis": one.diagnosis,
        "fix": one.text,
        "category": one.category,
        "occurrence_count": one.occurrences,
        "success_count": one.worked,
        "confidence": one.confidence,
        "created_at": one.created_at.isoformat(),
        "updated_at": one.updated_at.isoformat(),
        "scope": str(one.scope),
        "origin": dump(_plain(one.origin)),
        "state": one.state,
        "fix_change": None if one.fix is None else dump(fit(_plain(one.fix))),
        "shape": None if one.shape is None else dump(fit(one.shape)),
        "environment": None if one.environment is None else dump(one.environment),
        "used_count": one.used,
        "failure_count": one.failed,
        "evidence_for": one.evidence_for,
        "evidence_against": one.evidence_against,
        "times_applied": one.times_applied,
        "last_used": one.last_used and one.last_used.isoformat(),
        "expires_at": one.expires_at and one.expires_at.isoformat(),
    }


LEARNING = (
    "id", "trigger", "error_pattern", "diagnosis", "fix", "category", "occurrence_count", "success_count", "confidence", "created_at",
    "updated_at", "scope", "origin", "state", "fix_change", "shape", "environment", "used_count", "failure_count", "evidence_for",
    "evidence_against", "times_applied", "last_used", "expires_at",
)  # fmt: skip


def learning(row: Row) -> Learning:
    return _learning(tuple([row[name] for name in LEARNING]))


@lru_cache(maxsize=KEPT)
def _learning(values: tuple[Any, ...]) -> Learning:
    """All that is known of a tool is read again whenever one of them has changed."""
    row = dict(zip(LEARNING, values, strict=True))
    fix = json.loads(row["fix_change"]) if row["fix_change"] else None
    return Learning(
        id=row["id"], tool=row["trigger"].removeprefix("tool:"), pattern=row["error_pattern"], diagnosis=row["diagnosis"], text=row["fix"],
        category=row["category"], occurrences=row["occurrence_count"], worked=row["success_count"], confidence=row["confidence"],
        created_at=datetime.fromisoformat(row["created_at"]), updated_at=datetime.fromisoformat(row["updated_at"]),
        scope=scope(row["scope"]), origin=Origin(**json.loads(row["origin"])), state=row["state"],
        fix=Fix(**{**fix, "removed": tuple(fix.get("removed") or ())}) if fix else None,
        shape=json.loads(row["shape"]) if row["shape"] else None,
        environment=json.loads(row["environment"]) if row["environment"] else None, used=row["used_count"], failed=row["failure_count"],
        evidence_for=row["evidence_for"], evidence_against=row["evidence_against"], times_applied=row["times_applied"],
        last_used=_time(row["last_used"]), expires_at=_time(row["expires_at"]),
    )  # fmt: skip


def knowledge_row(one: Knowledge, *, is_latest: bool = True) -> Row:
    return {
        "id": one.id, "key": one.key, "category": one.kind, "content": one.text, "version": one.version, "is_latest": is_latest,
        "use_count": one.times_applied, "confidence": one.confidence, "confirmed": one.is_confirmed, "lasting": one.is_lasting,
        "scope": str(one.scope), "origin": dump(_plain(one.origin)), "state": one.state, "lang": one.lang, "evidence_for": one.evidence_for,
        "evidence_against": one.evidence_against, "created_at": one.created_at.isoformat(),
        "last_used": one.last_used and one.last_used.isoformat(),
    }  # fmt: skip


def knowledge(row: Row) -> Knowledge:
    return Knowledge(
        id=row["id"], key=row["key"], kind=row["category"], text=row["content"], version=row["version"], times_applied=row["use_count"],
        confidence=row["confidence"], is_confirmed=bool(row["confirmed"]), is_lasting=bool(row["lasting"]), scope=scope(row["scope"]),
        origin=Origin(**json.loads(row["origin"])), state=row["state"], lang=row["lang"], evidence_for=row["evidence_for"],
        evidence_against=row["evidence_against"], created_at=datetime.fromisoformat(row["created_at"]), last_used=_time(row["last_used"]),
    )  # fmt: skip


def triple_row(one: Triple) -> Row:
    return {**_plain(one), "id": triple_id(one), "at": one.at.isoformat()}


def triple_id(one: Triple) -> str:
    """The same edge is the same row."""
    import hashlib

    return hashlib.sha256(f"{one.subject}\0{one.predicate}\0{one.object}".encode(errors="replace")).hexdigest()[:32]


def triple(row: Row) -> Triple:
    return Triple(**{**{name: row[name] for name in Triple.__dataclass_fields__}, "at": datetime.fromisoformat(row["at"])})


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


ROWS: dict[type, Any] = {
    Rule: rule_row,
    Correction: pending_row,
    Example: example_row,
    Proposal: proposal_row,
    Learning: learning_row,
    Knowledge: knowledge_row,
    Triple: triple_row,
}
