"""Which time it is where an agent lives."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from habitus.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping


class Machine(tzinfo):
    """The machine's time zone, with its changes of the clock. What `astimezone` names is the offset of one moment: by the winter's, a run
    of the summer was an hour earlier, and its hour comes again."""

    def utcoffset(self, at: datetime | None) -> timedelta | None:
        """Of an hour that clocks leave out, the one before the change, as `fold` has it: `astimezone` says so on some Pythons only."""
        if at is None:
            return None
        there = at.replace(tzinfo=None, microsecond=0)
        return timedelta(seconds=there.replace(tzinfo=UTC).timestamp() - there.timestamp())

    def dst(self, at: datetime | None) -> None:
        return None

    def tzname(self, at: datetime | None) -> str | None:
        return at.replace(tzinfo=None).astimezone().tzname() if at else None

    def fromutc(self, at: datetime) -> datetime:
        there = at.replace(tzinfo=UTC).astimezone()
        first = there.replace(tzinfo=self)
        return first if first.utcoffset() == there.utcoffset() else first.replace(fold=1)


def zone(config: Mapping[str, Any]) -> tzinfo:
    """The agent's time zone, or the machine's."""
    name = config.get("timezone")
    if not name:
        return Machine()
    try:
        return ZoneInfo(str(name))
    except (KeyError, ValueError, OSError) as error:
        raise ConfigError(f"`timezone` is {name!r}, which no time zone is called: use a name such as Europe/Madrid") from error
