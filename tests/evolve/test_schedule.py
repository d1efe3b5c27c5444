"""When the analysis runs."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.errors import ConfigError
from habitus.evolve.schedule import Schedule, due, next_run, parsed

BERLIN = ZoneInfo("Europe/Berlin")
MINUTE = timedelta(minutes=1)
MONDAY = datetime(2026, 10, 5, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("words", "cron"),
    [
        ("every day at 02:00", "0 2 * * *"),
        ("Every Day at 2:00", "0 2 * * *"),
        ("daily at 2am", "0 2 * * *"),
        ("daily", "0 2 * * *"),
        ("every day", "0 2 * * *"),
        ("every night at midnight", "0 0 * * *"),
        ("every day at noon", "0 12 * * *"),
        ("every day at 12am", "0 0 * * *"),
        ("every day at 12:30 pm", "30 12 * * *"),
        ("every monday at 9:30", "30 9 * * 1"),
        ("mondays at 9:30", "30 9 * * mon"),
        ("every monday and thursday at 18:00", "0 18 * * 1,4"),
        ("every mon, wed, and fri at 5pm", "0 17 * * 1,3,5"),
        ("every weekday at 9", "0 9 * * 1-5"),
        ("weekends at noon", "0 12 * * 6,0"),
        ("weekly", "0 2 * * 1"),
        ("hourly", "0 * * * *"),
        ("every hour", "0 * * * *"),
        ("every 6 hours", "0 */6 * * *"),
        ("every 15 minutes", "*/15 * * * *"),
        ("every minute", "* * * * *"),
        ("@daily", "0 0 * * *"),
        ("@monthly", "0 0 1 * *"),
        ("0 0 * * sun", "0 0 * * 7"),
        ("0 0 * * fri-mon", "0 0 * * 5,6,0,1"),
        ("0 0 * * 5-7", "0 0 * * 5,6,0"),
        ("0 0 1 jan-mar *", "0 0 1 1,2,3 *"),
        ("0 0 1 january *", "0 0 1 1 *"),
        ("5-20/5,50 * * * *", "5,10,15,20,50 * * * *"),
        ("40/10 * * * *", "40,50 * * * *"),
        ("0  9-17/4   * * *", "0 9,13,17 * * *"),
    ],
)
def test_words_and_fields_that_mean_the_same_are_the_same(words: str, cron: str) -> None:
    assert parsed(words) == parsed(cron)


@pytest.mark.parametrize(
    ("schedule", "problem"),
    [
        ("", "is not understood"),
        ("whenever you like", "names no day"),
        ("every blursday", "names no day: 'blursday'"),
        ("every day at 25:00", "no such time of day"),
        ("every day at 2:60", "no such time of day"),
        ("every day at 13pm", "no such time of day"),
        ("every day at tea time", "no time of day"),
        ("every 0 hours", "between a minute and a year"),
        ("every hour at 5", "an hour that it cannot have"),
        ("61 * * * *", "no such minute: '61' is not in 0-59"),
        ("0 0 0 * *", "no such day of the month"),
        ("0 0 * 13 *", "no such month"),
        ("0 0 * * 8", "no such day of the week"),
        ("0 0 * * someday", "no such day of the week"),
        ("0 22-2 * * *", "write '22-23,0-2' for '22-2'"),
        ("*/0 * * * *", "not understood in its minute"),
        ("0 0 * * 1#2", "not understood in its day of the week"),
        ("0 0 30 2 *", "never comes"),
        ("0 2 * *", "is not understood"),
        ("0 0 2 * * *", "is not understood"),
        ("١ 2 * * *", "is not understood|no such minute"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_way_out(schedule: str, problem: str) -> None:
    with pytest.raises(ConfigError, match=problem) as refused:
        parsed(schedule)

    assert 'write "every day at 02:00"' in str(refused.value)


@pytest.mark.parametrize(
    ("schedule", "wanted"),
    [
        ("0 0 13 * fri", ["2026-10-09", "2026-10-13", "2026-10-16", "2026-10-23"]),  # either will do
        ("0 0 */2 * fri", ["2026-10-09", "2026-10-23", "2026-11-13"]),  # a star gives no day: both must hold
        ("0 0 29 2 *", ["2028-02-29", "2032-02-29"]),
        ("0 0 31 * *", ["2026-10-31", "2026-12-31", "2027-01-31"]),
    ],
)
def test_days_are_those_of_cron(schedule: str, wanted: list[str]) -> None:
    runs, at = [], MONDAY
    for _ in wanted:
        at = next_run(schedule, at, UTC)
        runs.append(f"{at:%Y-%m-%d}")

    assert runs == wanted


@pytest.mark.parametrize(
    ("zone", "schedule", "after", "wanted"),
    [
        # Berlin goes from 02:00 to 03:00 on the 29th of March, and from 03:00 to 02:00 on the 25th of October.
        ("Europe/Berlin", "every day at 02:00", "2026-03-28T12:00+01:00", ["2026-03-29T03:00+02:00", "2026-03-30T02:00+02:00"]),
        ("Europe/Berlin", "every day at 02:30", "2026-03-28T12:00+01:00", ["2026-03-29T03:00+02:00", "2026-03-30T02:30+02:00"]),
        ("Europe/Berlin", "0 2,3 * * *", "2026-03-28T12:00+01:00", ["2026-03-29T03:00+02:00", "2026-03-30T02:00+02:00"]),
        ("Europe/Berlin", "every day at 02:30", "2026-10-24T12:00+02:00", ["2026-10-25T02:30+02:00", "2026-10-26T02:30+01:00"]),
        (
            "Europe/Berlin",
            "hourly",
            "2026-10-25T01:30+02:00",
            ["2026-10-25T02:00+02:00", "2026-10-25T02:00+01:00", "2026-10-25T03:00+01:00"],
        ),
        (
            "Europe/Berlin",
            "hourly",
            "2026-03-29T00:30+01:00",
            ["2026-03-29T01:00+01:00", "2026-03-29T03:00+02:00", "2026-03-29T04:00+02:00"],
        ),
        # Lord Howe moves by half an hour, Havana at midnight, and Samoa had no 30th of December.
        ("Australia/Lord_Howe", "15 2 * * *", "2026-10-03T12:00+10:30", ["2026-10-04T02:30+11:00", "2026-10-05T02:15+11:00"]),
        ("America/Havana", "@daily", "2026-03-07T12:00-05:00", ["2026-03-08T01:00-04:00", "2026-03-09T00:00-04:00"]),
        ("Pacific/Apia", "0 9 30 * *", "2011-12-29T12:00-10:00", ["2011-12-31T00:00+14:00", "2012-01-30T09:00+14:00"]),
    ],
)
def test_clocks_that_change_neither_lose_a_run_nor_double_it(zone: str, schedule: str, after: str, wanted: list[str]) -> None:
    at = datetime.fromisoformat(after)
    for each in wanted:
        at = next_run(schedule, at, ZoneInfo(zone))
        assert at.isoformat(timespec="minutes") == each


def field(least: int, most: int) -> st.SearchStrategy[str]:
    number = st.integers(least, most)
    spans = st.tuples(number, number).map(lambda two: f"{min(two)}-{max(two)}")
    steps = st.tuples(st.just("*") | spans, st.integers(1, 9)).map(lambda two: f"{two[0]}/{two[1]}")
    return st.just("*") | st.lists(number.map(str) | spans | steps, min_size=1, max_size=3).map(",".join)


CRON = st.tuples(field(0, 59), field(0, 23), st.just("*") | field(1, 31), st.just("*"), st.just("*") | field(0, 6)).map(" ".join)
CHANGES = st.sampled_from(
    [
        ("Europe/Berlin", datetime(2026, 3, 29, 1, tzinfo=UTC)),
        ("Europe/Berlin", datetime(2026, 10, 25, 1, tzinfo=UTC)),
        ("America/New_York", datetime(2026, 11, 1, 6, tzinfo=UTC)),
        ("Australia/Lord_Howe", datetime(2026, 10, 3, 15, 30, tzinfo=UTC)),
        ("Australia/Lord_Howe", datetime(2026, 4, 4, 15, tzinfo=UTC)),
        ("America/Havana", datetime(2026, 3, 8, 5, tzinfo=UTC)),
        ("America/Havana", datetime(2026, 11, 1, 5, tzinfo=UTC)),
        ("Pacific/Apia", datetime(2011, 12, 30, 10, tzinfo=UTC)),
        ("Asia/Kathmandu", datetime(2026, 6, 1, 0, tzinfo=UTC)),
    ]
)


def matches(plan: Schedule, local: datetime) -> bool:
    in_month, in_week = local.day in plan.days, local.isoweekday() % 7 in plan.weekdays
    is_day = (in_month or in_week) if plan.either else (in_month and in_week)
    return is_day and local.month in plan.months and local.hour in plan.hours and local.minute in plan.minutes


def skipped(before: datetime, now: datetime) -> Iterator[datetime]:
    """The minutes that the clock on the wall never showed."""
    shown = before.replace(tzinfo=None) + MINUTE
    while shown < now.replace(tzinfo=None):
        yield shown
        shown += MINUTE


def walked(plan: Schedule, after: datetime, until: datetime, zone: ZoneInfo) -> datetime | None:
    """The next run, by looking at the clock on the wall every minute."""
    at = after.replace(second=0, microsecond=0)
    while (at := at + MINUTE) <= until:
        local = at.astimezone(zone)
        shows = matches(plan, local) and (not local.fold or len(plan.hours) == 24)
        if shows or any(matches(plan, missed) for missed in skipped((at - MINUTE).astimezone(zone), local)):
            return at
    return None


@given(CRON, CHANGES, st.integers(-2000, 600), st.integers(0, 59))
def test_the_next_run_is_the_one_that_who_watches_the_clock_sees(
    cron: str, change: tuple[str, datetime], minutes: int, seconds: int
) -> None:
    zone = ZoneInfo(change[0])
    after = change[1] + timedelta(minutes=minutes, seconds=seconds)
    until = after + timedelta(days=2)

    seen = walked(parsed(cron), after, until, zone)
    found = next_run(cron, after, zone).astimezone(UTC)

    assert found == seen if seen else found > until.replace(second=0)


SCHEDULES = CRON | st.sampled_from(["every day at 02:00", "hourly", "every 7 hours", "every 90 minutes", "every 3 days", "weekly"])
MOMENTS = st.datetimes(datetime(2000, 1, 1), datetime(2060, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - hypothesis adds the zone


@given(SCHEDULES, MOMENTS)
def test_a_run_is_later_and_there_is_none_in_between(schedule: str, after: datetime) -> None:
    run = next_run(schedule, after, BERLIN).astimezone(UTC)

    assert run > after
    assert next_run(schedule, run - timedelta(microseconds=1), BERLIN).astimezone(UTC) == run
    assert next_run(schedule, after + (run - after) / 2, BERLIN).astimezone(UTC) == run


@given(SCHEDULES, MOMENTS, st.timedeltas(timedelta(0), timedelta(days=400)))
def test_missed_runs_are_caught_up_once(schedule: str, last: datetime, away: timedelta) -> None:
    now = last + away

    assert due(schedule, last, now, BERLIN) == (next_run(schedule, last, BERLIN) <= now)
    assert not due(schedule, now, now, BERLIN)


def test_it_is_due_when_it_has_never_run_and_not_when_the_clock_was_set_back() -> None:
    assert due("daily", None, MONDAY, BERLIN)
    assert not due("daily", MONDAY + timedelta(days=3), MONDAY, BERLIN)


def test_in_the_hour_that_comes_twice_the_second_run_is_due_the_second_time() -> None:
    first, second = (datetime(2026, 10, 25, 2, 0, tzinfo=BERLIN, fold=fold) for fold in (0, 1))

    assert due("hourly", first, second, BERLIN)
    assert not due("hourly", first, first + timedelta(minutes=59), BERLIN)
    assert not due("hourly", second, second.replace(minute=59), BERLIN)


def test_an_interval_that_fits_no_day_keeps_its_length_across_midnight_and_changes_of_the_clock() -> None:
    runs = [datetime(2026, 3, 27, tzinfo=UTC)]
    for _ in range(30):
        runs.append(next_run("every 7 hours", runs[-1], BERLIN).astimezone(UTC))

    assert {later - earlier for earlier, later in pairwise(runs[1:])} == {timedelta(hours=7)}


def test_a_moment_without_a_time_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="says no time zone"):
        next_run("daily", datetime(2026, 1, 1), UTC)  # noqa: DTZ001
    with pytest.raises(ValueError, match="says no time zone"):
        due("daily", None, datetime(2026, 1, 1), UTC)  # noqa: DTZ001
