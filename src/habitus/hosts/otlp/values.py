"""OTLP's JSON: attributes, times and ids. Names are taken in both spellings (`timeUnixNano`, `time_unix_nano`): exporters write either.

Bias: what is malformed is left out, never guessed; one bad attribute does not lose its record, one bad record not its body.
"""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

DEEP = 8
"""Levels of an attribute that are looked into."""

MANY = 2000
"""Attributes of a record, and entries of a list in one: a conversation has some hundreds of messages."""

LISTS = {"logs": ("resourceLogs", "scopeLogs", "logRecords"), "traces": ("resourceSpans", "scopeSpans", "spans")}


class Record(NamedTuple):
    """A log record or a span, with what its resource says about all of them."""

    name: str
    """Of the event or the span."""
    attributes: Mapping[str, Any]
    resource: Mapping[str, Any]
    body: Any
    at: datetime
    until: datetime
    trace: str
    span: str
    kind: int
    """Of the span: 2 is a server's."""
    error: str | None
    """What the span says went wrong."""
    events: tuple[tuple[str, Mapping[str, Any]], ...] = ()


def records(body: Any, signal: str, now: datetime, most: int) -> tuple[list[Record], int]:
    """The records of a body, as many as `most`, and how many more there are."""
    outer, middle, inner = LISTS[signal]
    found: list[Record] = []
    more = 0
    for resource in listed(body, outer):
        shared = attributes(get(get(resource, "resource"), "attributes"))
        for scope in listed(resource, middle):
            for one in listed(scope, inner):
                if len(found) < most:
                    found.append(_record(one, shared, now))
                else:
                    more += 1
    return found, more


def _record(given: Mapping[str, Any], resource: Mapping[str, Any], now: datetime) -> Record:
    own = attributes(get(given, "attributes"))
    body = value(get(given, "body"))
    at = moment(now, get(given, "timeUnixNano"), get(given, "startTimeUnixNano"), get(given, "observedTimeUnixNano"))
    name = text(get(given, "eventName")) or text(own.get("event.name")) or text(get(given, "name")) or text(body)[:200]
    status = get(given, "status")
    events = tuple((text(get(one, "name")), attributes(get(one, "attributes"))) for one in listed(given, "events"))
    return Record(
        name=name, attributes=own, resource=resource, body=body, at=at,
        until=max(at, moment(now, get(given, "endTimeUnixNano"), or_else=at)),
        trace=id_(get(given, "traceId")), span=id_(get(given, "spanId")), kind=_kind(get(given, "kind")),
        error=(text(get(status, "message")) or "failed") if get(status, "code") in (2, "2", "STATUS_CODE_ERROR") else None, events=events,
    )  # fmt: skip


def get(given: Any, name: str) -> Any:
    """A field in either spelling; None where there is none."""
    if not isinstance(given, dict):
        return None
    found = given.get(name)
    return given.get("".join(f"_{c.lower()}" if c.isupper() else c for c in name)) if found is None else found


def listed(given: Any, name: str) -> Iterator[dict[str, Any]]:
    found = get(given, name)
    return (one for one in found if isinstance(one, dict)) if isinstance(found, list) else iter(())


def attributes(given: Any) -> dict[str, Any]:
    pairs = [one for one in given[:MANY] if isinstance(one, dict)] if isinstance(given, list) else []
    return {one["key"]: value(one.get("value")) for one in pairs if isinstance(one.get("key"), str)}


def value(given: Any, depth: int = DEEP) -> Any:
    """An AnyValue as what it holds; None for what it cannot hold."""
    if not isinstance(given, dict) or not depth:
        return None
    for name, made in SCALARS.items():
        if (found := get(given, name)) is not None:
            return made(found)
    if (array := get(given, "arrayValue")) is not None:
        entries = get(array, "values")
        return [value(one, depth - 1) for one in entries[:MANY]] if isinstance(entries, list) else []
    if (pairs := get(given, "kvlistValue")) is not None:
        return {text(one.get("key")): value(one.get("value"), depth - 1) for one in list(listed(pairs, "values"))[:MANY]}
    return None


def text(given: Any) -> str:
    return given if isinstance(given, str) else ""


def _whole(given: Any) -> int | None:
    """64-bit numbers are written as text, because JSON's are floats."""
    try:
        return int(given) if isinstance(given, str | int) else None
    except ValueError:
        return None


def _real(given: Any) -> float | None:
    try:
        found = float(given) if isinstance(given, str | int | float) else math.nan
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None


SCALARS: dict[str, Any] = {
    "stringValue": lambda given: given if isinstance(given, str) else None,
    "boolValue": lambda given: given if isinstance(given, bool) else None,
    "intValue": _whole,
    "doubleValue": _real,
    "bytesValue": lambda given: given if isinstance(given, str) else None,
}


def moment(now: datetime, *nanoseconds: Any, or_else: datetime | None = None) -> datetime:
    """The first of these that is a time, and not later than now: a clock that runs ahead must not hold the session's future."""
    for given in nanoseconds:
        count = _whole(given)
        if count is not None and count > 0:
            try:
                return min(now, datetime.fromtimestamp(count / 1e9, UTC))
            except (ValueError, OverflowError, OSError):
                continue
    return or_else or now


def id_(given: Any) -> str:
    found = text(given)
    return found if found.isalnum() and len(found) <= 64 and found.strip("0") else ""


def _kind(given: Any) -> int:
    return 2 if given in (2, "SPAN_KIND_SERVER") else given if isinstance(given, int) else 0
