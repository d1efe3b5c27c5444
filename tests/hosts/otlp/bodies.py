"""OTLP bodies, as exporters write them."""

from typing import Any

AT = 1_794_811_404_000_000_000
"""Nanoseconds: 2026-11-16 06:43:24 UTC."""


def value(given: Any) -> dict[str, Any]:
    match given:
        case bool():
            return {"boolValue": given}
        case int():
            return {"intValue": str(given)}
        case float():
            return {"doubleValue": given}
        case list():
            return {"arrayValue": {"values": [value(one) for one in given]}}
        case dict():
            return {"kvlistValue": {"values": pairs(given)}}
    return {"stringValue": given}


def pairs(given: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"key": key, "value": value(one)} for key, one in given.items()]


def logged(name: str, second: float = 0, *, service: str = "claude-code", body: Any = None, **attributes: Any) -> dict[str, Any]:
    """A body with one record."""
    record = {
        "timeUnixNano": str(int(AT + second * 1e9)), "body": value(f"claude_code.{name}" if body is None else body),
        "attributes": pairs({"event.name": name, **{key.replace("__", "."): one for key, one in attributes.items()}}),
    }  # fmt: skip
    resource = {"attributes": pairs({"service.name": service})}
    return {"resourceLogs": [{"resource": resource, "scopeLogs": [{"scope": {"name": "x"}, "logRecords": [record]}]}]}


def spanned(name: str, second: float = 0, *, took: float = 1, trace: str = "a" * 32, span: str = "b" * 16, **more: Any) -> dict[str, Any]:
    attributes = more.pop("attributes", {})
    one = {
        "name": name, "traceId": trace, "spanId": span, "kind": 3, "startTimeUnixNano": str(int(AT + second * 1e9)),
        "endTimeUnixNano": str(int(AT + (second + took) * 1e9)), "attributes": pairs(attributes), **more,
    }  # fmt: skip
    resource = {"attributes": pairs({"service.name": "my-agent"})}
    return {"resourceSpans": [{"resource": resource, "scopeSpans": [{"spans": [one]}]}]}


def joined(*bodies: dict[str, Any]) -> dict[str, Any]:
    return {name: [one for body in bodies for one in body.get(name, [])] for name in {name for body in bodies for name in body}}
