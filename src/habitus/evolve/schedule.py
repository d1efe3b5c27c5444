"""When the analysis runs: `evolution_cron_schedule` in words or in cron's five fields, in the agent's time zone. No clock.

    every day at 02:00 · daily at 2am · every weekday at 9 · every monday and thursday at 9:30 · every 6 hours · every 15 minutes
    hourly · daily (02:00) · weekly (monday 02:00) · 30 2 * * mon-fri · 0 9-17/2 1,15 * * · @daily (midnight, as in cron)

As cron has it: where both the day of the month and the day of the week are given, either will do; a field that begins with `*` gives
neither. When clocks go forward, what falls into the gap runs once at its end; when they go back, what falls into the hour that comes twice
runs the first time only, except for schedules of every hour, which run in both. Intervals that no day is a multiple of (every 7 hours,
every 2 days) run on a grid from 1970 in UTC.
"""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from habitus.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import tzinfo

DAYS = ("sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday")
MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december")
DAY = {word: n for n, name in enumerate(DAYS) for word in (name, name[:3])}
MONTH = {word: n for n, name in enumerate(MONTHS, 1) for word in (name, name[:3])}
GROUPS = {"day": range(7), "weekday": range(1, 6), "weekend": (0, 6), "week": (1,)}
NAMED = {
    "hourly": "0 * * * *",
    "daily": "0 2 * * *",
    "nightly": "0 2 * * *",
    "weekly": "0 2 * * 1",
    "@hourly": "0 * * * *",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
}
"""Without an hour it is the seed's, when nobody works; with an `@` it is cron's."""


class Field(NamedTuple):
    name: str
    least: int
    most: int
    words: Mapping[str, int] = {}


FIELDS = (
    Field("minute", 0, 59),
    Field("hour", 0, 23),
    Field("day of the month", 1, 31),
    Field("month", 1, 12, MONTH),
    Field("day of the week", 0, 7, DAY),
)
WEEK = FIELDS[4]
UNITS = {"minute": 1, "hour": 60, "day": 1440}
EVERY = re.compile(r"every (?:(?P<n>\d+) )?(?P<unit>minute|hour|day)s?")
ON = re.compile(r"(?:every |each )?(?P<days>[a-z, ]+?)(?: at (?P<at>.+))?")
CLOCK = re.compile(r"(?P<h>\d{1,2})(?::(?P<m>\d{2}))?(?: ?(?P<half>[ap])\.?m\.?)?")
PART = re.compile(r"(?P<all>\*)|(?P<a>\w+)(?:-(?P<b>\w+))?")
HINT = 'write "every day at 02:00", "every monday at 9:30", "every 6 hours", "hourly", or five cron fields such as "0 2 * * *"'
LEAP = 2024
FAR = 366 * 41
"""Days to look ahead: the 29th of February on a given day of the week comes back after 40 years at the latest."""


class Schedule(NamedTuple):
    minutes: tuple[int, ...] = ()
    hours: tuple[int, ...] = ()
    days: frozenset[int] = frozenset()
    months: frozenset[int] = frozenset()
    weekdays: frozenset[int] = frozenset()
    """0 is Sunday."""
    either: bool = False
    """The day of the month or the day of the week will do, not both."""
    grid: int = 0
    """Minutes between runs, where that is all; else 0."""


def next_run(schedule: str | Schedule, after: datetime, tz: tzinfo) -> datetime:
    """The first run later than `after`, in `tz`."""
    plan = parsed(schedule) if isinstance(schedule, str) else schedule
    after = _in_utc(after)
    if plan.grid:
        minutes = int(after.timestamp() // 60)
        return datetime.fromtimestamp((minutes // plan.grid + 1) * plan.grid * 60, tz)
    # A day earlier: what fell into a gap at the end of a day runs on the next one.
    first = after.astimezone(tz).date() - timedelta(days=1)
    for ahead in range(FAR):
        day = first + timedelta(days=ahead)
        if _is_on(plan, day):
            runs = [run for run in _runs(plan, day, tz) if run > after]
            if runs:
                return min(runs).astimezone(tz)
    raise ConfigError(f"the schedule {schedule!r} never comes: {HINT}")


def due(schedule: str | Schedule, last_run: datetime | None, now: datetime, tz: tzinfo) -> bool:
    """Has a run come since the last one? However many were missed, it is due once: the run that follows is counted from `now`.

    Nothing has ever run: it is due, for who installs it in the morning wants to see it before tomorrow."""
    now = _in_utc(now)
    return last_run is None or next_run(schedule, last_run, tz) <= now


@lru_cache(maxsize=256)
def parsed(text: str) -> Schedule:
    said = " ".join(text.lower().replace(",", ", ").split())
    cron = " ".join(text.lower().split())
    if cron in NAMED:
        return _cron(NAMED[cron], text)
    if re.fullmatch(r"\S+(?: \S+){4}", cron) and re.match(r"[\d*]", cron):
        return _cron(cron, text)
    if found := EVERY.fullmatch(said):
        return _interval(int(found["n"] or 1) * UNITS[found["unit"]], text)
    if found := ON.fullmatch(said):
        return _days(found["days"], found["at"], text)
    raise _wrong(text, "is not understood")


def _interval(minutes: int, text: str) -> Schedule:
    if not 0 < minutes <= 366 * 1440:
        raise _wrong(text, "must be between a minute and a year")
    if minutes == 1440:
        return _cron(NAMED["daily"], text)
    if minutes < 60 and 60 % minutes == 0:
        return _cron(f"*/{minutes} * * * *", text)
    if minutes % 60 == 0 and 1440 % minutes == 0:
        return _cron(f"0 */{minutes // 60} * * *", text)
    return Schedule(grid=minutes)


def _days(names: str, at: str | None, text: str) -> Schedule:
    if names in ("hour", "hourly"):
        raise _wrong(text, "has an hour that it cannot have")
    weekdays: set[int] = set()
    for name in re.split(r", and |, | and |,", names):
        weekdays.update(_day(name.strip(), text))
    minute, hour = _clock(at, text)
    days = "*" if len(weekdays) == 7 else ",".join(map(str, sorted(weekdays)))
    return _cron(f"{minute} {hour} * * {days}", text)


def _day(name: str, text: str) -> tuple[int, ...]:
    one = {"daily": "day", "nightly": "day", "night": "day", "weekly": "week"}.get(name, name.removesuffix("s"))
    if one in GROUPS:
        return tuple(GROUPS[one])
    if one in DAY:
        return (DAY[one],)
    raise _wrong(text, f"names no day: {name!r}")


def _clock(at: str | None, text: str) -> tuple[int, int]:
    if at is None:
        return 0, 2
    found = CLOCK.fullmatch({"midnight": "0:00", "noon": "12:00"}.get(at, at))
    if not found:
        raise _wrong(text, f"has no time of day: {at!r}")
    hour, minute = int(found["h"]), int(found["m"] or 0)
    if found["half"]:
        if not 1 <= hour <= 12:
            raise _wrong(text, f"has no such time of day: {at!r}")
        hour = hour % 12 + (12 if found["half"] == "p" else 0)
    if hour > 23 or minute > 59:
        raise _wrong(text, f"has no such time of day: {at!r}")
    return minute, hour


def _cron(line: str, text: str) -> Schedule:
    parts = line.split()
    minutes, hours, days, months, weekdays = (_field(part, field, text) for part, field in zip(parts, FIELDS, strict=True))
    either = not parts[2].startswith("*") and not parts[4].startswith("*")
    if not either and not any(day <= monthrange(LEAP, month)[1] for month in months for day in days):
        raise _wrong(text, "never comes: these months have no such day")
    return Schedule(tuple(sorted(minutes)), tuple(sorted(hours)), frozenset(days), frozenset(months), frozenset(weekdays), either)


def _field(part: str, field: Field, text: str) -> set[int]:
    found: set[int] = set()
    for piece in part.split(","):
        body, slash, step = piece.partition("/")
        match = PART.fullmatch(body)
        if not match or (slash and not (step.isascii() and step.isdigit() and int(step))):
            raise _wrong(text, f"is not understood in its {field.name}: {piece!r}")
        low, high = _ends(match, field, bool(slash), text)
        if high < low:
            remedy = f"{low}-{field.most},{field.least}-{high}"
            raise _wrong(text, f"ends before it begins in its {field.name}: write {remedy!r} for {piece!r}")
        values = range(low, high + 1, int(step) if slash else 1)
        found.update(value % 7 for value in values) if field is WEEK else found.update(values)
    return found


def _ends(match: re.Match[str], field: Field, is_stepped: bool, text: str) -> tuple[int, int]:
    if match["all"]:
        return field.least, 6 if field is WEEK else field.most
    low = _number(match["a"], field, text)
    high = _number(match["b"], field, text) if match["b"] else field.most if is_stepped else low
    return low, high + 7 if field is WEEK and high < low else high  # fri-mon


def _number(word: str, field: Field, text: str) -> int:
    value = field.words.get(word, int(word) if word.isascii() and word.isdigit() else -1)
    if not field.least <= value <= field.most:
        raise _wrong(text, f"has no such {field.name}: {word!r} is not in {field.least}-{field.most}")
    return value


def _is_on(plan: Schedule, day: date) -> bool:
    if day.month not in plan.months:
        return False
    in_month, in_week = day.day in plan.days, day.isoweekday() % 7 in plan.weekdays
    return (in_month or in_week) if plan.either else (in_month and in_week)


def _runs(plan: Schedule, day: date, tz: tzinfo) -> Iterator[datetime]:
    """The runs of a day, in UTC, in no order; one that falls into a gap may come twice."""
    every_hour = len(plan.hours) == 24
    for hour in plan.hours:
        for minute in plan.minutes:
            local = datetime.combine(day, time(hour, minute), tz)
            first, second = local.astimezone(UTC), local.replace(fold=1).astimezone(UTC)
            if second < first:
                yield _end_of_gap(second, first, tz)
            else:
                yield first
                if every_hour and second != first:
                    yield second


def _end_of_gap(before: datetime, after: datetime, tz: tzinfo) -> datetime:
    """The first moment with the new offset. A time in a gap, read with the old offset, lies after it; with the new one, before it."""
    new = after.astimezone(tz).utcoffset()
    while after - before > timedelta(seconds=1):
        middle = before + (after - before) // 2
        middle = middle.replace(microsecond=0)
        if middle.astimezone(tz).utcoffset() == new:
            after = middle
        else:
            before = middle
    return after


def _in_utc(at: datetime) -> datetime:
    """Times of one zone are compared by what the clock on the wall shows, which is wrong in the hour that comes twice."""
    if at.tzinfo is None:
        raise ValueError(f"{at} says no time zone: give an aware datetime")
    return at.astimezone(UTC)


def _wrong(text: str, problem: str) -> ConfigError:
    return ConfigError(f"`evolution_cron_schedule` {text!r} {problem}; {HINT}")
