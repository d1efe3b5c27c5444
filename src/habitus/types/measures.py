"""What is counted, and what is suggested by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from habitus.types.noun import noun

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

MetricType: TypeAlias = Literal["tool", "retrieval", "feedback"]


class Counts(NamedTuple):
    """What is added to the count of an hour. All whole numbers: sums of floats depend on the order of their parts."""

    n: int = 0
    """Calls; searches; ratings; messages with a sentiment."""
    hits: int = 0
    """Calls that succeeded; searches of which something was used; praise."""
    shown: int = 0
    used: int = 0
    """Entries that were injected, and those that were used."""
    measured: int = 0
    total: int = 0
    """How many durations, scores or ratings are known, and their sum: in microseconds, millionths, and points."""


class Metric(NamedTuple):
    """Counts of one agent, type, key and hour. The key: the tool; the source of a search; `rating` or `sentiment`."""

    agent: str
    type: MetricType
    key: str
    hour: int
    """Since 1970, in UTC."""
    counts: Counts


SuggestionKind: TypeAlias = Literal[
    "low_retrieval_usage",
    "tool_failure",
    "repeated_tool",
    "rule_never_helps",
    "skill_unused",
    "fix_stopped_working",
    "rules_in_conflict",
]
Status: TypeAlias = Literal["pending", "approved", "applied", "rolled_back", "rejected"]


@noun
class Suggestion:
    """Something that could be done better, for a person to say yes or no to."""

    kind: SuggestionKind
    subject: str
    """What it is about: a source, a tool, a lesson, a skill. Kind and subject together are pending once."""
    sentence: str
    """For a person: what was seen, and what is proposed."""
    evidence: Mapping[str, Any]
    """The figures that it rests on, as they were when it was made."""
    parameters: Mapping[str, Any]
    """What applying it would do: `does`, and what that needs. `_baseline` joins them when it is applied."""
    id: str = ""
    agent: str = ""
    status: Status = "pending"
    created_at: datetime | None = None
    reviewed_by: str = ""
    reviewed_at: datetime | None = None
    applied_at: datetime | None = None
    note: str = ""
    """Why it waits although it was approved, or what came of it."""


class Occasions(NamedTuple):
    """Of one lesson in one session: the turns in which its mistake could be made, and those in which it was."""

    session: str
    held: bool
    """The session goes without the lesson."""
    n: int
    k: int
