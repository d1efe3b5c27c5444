"""The last seven days in figures."""

import random
import sqlite3
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.measure.windows import bucket, feedback, heard, merged, rated, retrieval, search, tool, tool_call, window
from habitus.types import Counts
from nouns import START

MOMENTS = st.datetimes(datetime(1960, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - hypothesis adds the zone
COUNTS = st.builds(Counts, *[st.integers(0, 10**9)] * 6)


@given(MOMENTS, st.integers(-14, 14))
def test_an_hour_is_the_same_hour_in_every_time_zone(at: datetime, east: int) -> None:
    assert bucket(at.astimezone(timezone(timedelta(hours=east)))) == bucket(at)


@given(MOMENTS)
def test_the_next_hour_is_the_next_bucket(at: datetime) -> None:
    assert bucket(at + timedelta(hours=1)) == bucket(at) + 1


def test_a_moment_without_a_time_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="says no time zone"):
        bucket(datetime(2026, 10, 1))  # noqa: DTZ001


@given(MOMENTS)
def test_a_window_is_seven_days_and_ends_with_the_hour_at_hand(now: datetime) -> None:
    first, last = window(now)

    assert last == bucket(now)
    assert first <= bucket(now - timedelta(days=7) + timedelta(hours=1)) <= last
    assert bucket(now - timedelta(days=7)) < first
    assert last - first == 167


@given(COUNTS, COUNTS, COUNTS)
def test_counts_add_up_in_any_order(one: Counts, two: Counts, three: Counts) -> None:
    assert merged([one, merged([two, three])]) == merged([merged([three, one]), two]) == merged([one, two, three])
    assert merged([one, Counts()]) == one
    assert merged([]) == Counts()


def test_what_is_added_in_the_store_is_what_is_added_here() -> None:
    """Counts are added by the database, in whatever order their writers come."""
    chance = random.Random(7)
    told = [tool_call(ok=chance.random() < 0.9, seconds=chance.random()) for _ in range(500)]
    kept = sqlite3.connect(":memory:")
    kept.execute("CREATE TABLE metrics (bucket INTEGER PRIMARY KEY, n, hits, shown, used, measured, total)")
    for one in chance.sample(told, len(told)):
        kept.execute(
            "INSERT INTO metrics VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (bucket) DO UPDATE SET n = n + excluded.n, "
            "hits = hits + excluded.hits, shown = shown + excluded.shown, used = used + excluded.used, "
            "measured = measured + excluded.measured, total = total + excluded.total",
            (bucket(START), *one),
        )

    row = kept.execute("SELECT n, hits, shown, used, measured, total FROM metrics").fetchone()
    kept.close()

    assert Counts(*row) == merged(told)


def test_a_tool_is_told_by_its_calls() -> None:
    calls = [tool_call(ok=True, seconds=0.2), tool_call(ok=True, seconds=0.4), tool_call(ok=False), tool_call(ok=True)]

    assert tool(merged(calls)) == (4, 0.75, 1, 300.0)


def test_searches_that_find_nothing_count() -> None:
    """Else the share of useful searches is the share among the lucky ones, and never low."""
    searches = [search(shown=3, used=1, best=0.9), search(shown=1, used=0, best=0.5), *[search(shown=0, used=0, best=None)] * 2]

    found = retrieval(merged(searches))

    assert found == pytest.approx((0.25, 0.25, 0.7))


def test_an_entry_that_was_not_injected_cannot_have_been_used() -> None:
    with pytest.raises(ValueError, match="only what was injected counts"):
        search(shown=1, used=2, best=0.5)


def test_feedback_is_what_people_rate_and_write() -> None:
    found = feedback(merged([rated(5), rated(3)]), merged([heard(praise=True), heard(praise=True), heard(praise=False)]))

    assert found == pytest.approx((4.0, 1 / 3, (1 + 0.5 + 1 + 1 + 0) / 5))


@pytest.mark.parametrize("points", [0, 6, -1])
def test_a_rating_has_five_points(points: int) -> None:
    with pytest.raises(ValueError, match="1 to 5"):
        rated(points)


def test_nothing_counted_is_not_nothing_good() -> None:
    assert tool(Counts()) == (0, None, 0, None)
    assert retrieval(Counts()) == (None, None, None)
    assert feedback(Counts(), Counts()) == (None, None, None)


@given(st.lists(st.booleans(), min_size=1), st.lists(st.integers(1, 5)), st.lists(st.booleans()))
def test_figures_stay_in_their_ranges(calls: list[bool], ratings: list[int], praise: list[bool]) -> None:
    done = tool(merged(tool_call(ok=ok) for ok in calls))
    felt = feedback(merged(map(rated, ratings)), merged(heard(praise=one) for one in praise))

    assert done.invocation_count == len(calls)
    assert done.failure_count == calls.count(False)
    assert felt.rating is None or 1 <= felt.rating <= 5
    assert felt.sentiment is None or -1 <= felt.sentiment <= 1
    assert felt.effectiveness_score is None or 0 <= felt.effectiveness_score <= 1
