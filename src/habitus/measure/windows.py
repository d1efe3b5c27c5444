"""The last seven days in figures, from counts that are kept by the hour. No I/O, no clock.

What happens is added to the count of its hour (`n = n + excluded.n` in the store), so two processes that write at once lose nothing and a
week of a million calls is a few thousand rows. All counts are whole numbers: sums of floats depend on the order of their parts.

The three metric types and their figures; a figure without anything to count is None, never 0:

tool       invocation_count   calls that ran; one that was blocked did not
           success_rate       calls without an error / calls
           failure_count      calls with an error
           avg_duration_ms    mean over the calls whose duration is known
retrieval  recall_rate        searches of which at least one entry was used / all searches, those that found nothing included
           precision          entries used / entries injected
           relevance_score    mean of the best entry's score over the searches that found something
feedback   rating             mean of the ratings, 1 to 5; a thumb up is 5, a thumb down is 1
           sentiment          (praise - complaints) / both, -1 to 1, as heard in what the user writes
           effectiveness_score  how content people were, 0 to 1: the mean of ratings, (rating - 1) / 4, and messages, praise 1, complaint 0
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from habitus.types.measures import Counts

if TYPE_CHECKING:
    from collections.abc import Iterable

HOUR = 3600
WEEK = 7 * 24
MILLION = 1_000_000
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class ToolFigures(NamedTuple):
    invocation_count: int
    success_rate: float | None
    failure_count: int
    avg_duration_ms: float | None


class RetrievalFigures(NamedTuple):
    recall_rate: float | None
    precision: float | None
    relevance_score: float | None


class FeedbackFigures(NamedTuple):
    rating: float | None
    sentiment: float | None
    effectiveness_score: float | None


def bucket(at: datetime) -> int:
    """The hour, counted from 1970 in UTC: the same for everyone, and 24 to a day also where clocks change."""
    if at.tzinfo is None:
        raise ValueError(f"{at} says no time zone: give an aware datetime")
    return (at - EPOCH) // timedelta(seconds=HOUR)


def window(now: datetime) -> tuple[int, int]:
    """First and last bucket of the seven days up to `now`: 168 hours, the one that is not over included."""
    last = bucket(now)
    return last - WEEK + 1, last


def merged(counts: Iterable[Counts]) -> Counts:
    return Counts(*map(sum, zip(*counts, strict=True))) if (counts := tuple(counts)) else Counts()


def tool_call(*, ok: bool, seconds: float | None = None) -> Counts:
    """A call that ran. `seconds` is None where the host does not tell how long it took."""
    return Counts(1, int(ok)) if seconds is None else Counts(1, int(ok), measured=1, total=round(max(0.0, seconds) * MILLION))


def search(*, shown: int, used: int, best: float | None) -> Counts:
    """A search for knowledge. `best` is the score of what came first, None where nothing came."""
    if not 0 <= used <= shown:
        raise ValueError(f"{used} of {shown} entries cannot have been used: only what was injected counts")
    scored = (0, 0) if best is None else (1, round(best * MILLION))
    return Counts(1, int(used > 0), shown, used, *scored)


def rated(points: int) -> Counts:
    if not 1 <= points <= 5:
        raise ValueError(f"a rating is 1 to 5, got {points}")
    return Counts(1, measured=1, total=points)


def heard(*, praise: bool) -> Counts:
    return Counts(1, int(praise))


def tool(counts: Counts) -> ToolFigures:
    return ToolFigures(
        counts.n, _share(counts.hits, counts.n), counts.n - counts.hits, _share(counts.total, counts.measured * (MILLION // 1000))
    )


def retrieval(counts: Counts) -> RetrievalFigures:
    return RetrievalFigures(
        _share(counts.hits, counts.n), _share(counts.used, counts.shown), _share(counts.total, counts.measured * MILLION)
    )


def feedback(ratings: Counts, sentiments: Counts) -> FeedbackFigures:
    content = (ratings.total - ratings.n) + 4 * sentiments.hits  # in quarters, so that it stays whole
    return FeedbackFigures(
        _share(ratings.total, ratings.n),
        _share(2 * sentiments.hits - sentiments.n, sentiments.n),
        _share(content, 4 * (ratings.n + sentiments.n)),
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
