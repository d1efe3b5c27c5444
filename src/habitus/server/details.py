"""Problem details (RFC 9457) as plain values: the daemon tells them too, and it runs with the standard library alone."""

from __future__ import annotations

from typing import Any

JSON = "application/problem+json"
TITLES = {
    400: "Not understood",
    401: "Who are you?",
    403: "Not yours to do",
    404: "Not there",
    405: "Not a way to ask",
    408: "Too slow",
    409: "Not done",
    413: "Too large",
    415: "Not a kind of text we read",
    421: "Not this server",
    422: "Not well formed",
    429: "Too many at once",
    500: "Our fault",
    502: "The model did not answer",
    503: "Not now",
}


def body(status: int, detail: str) -> dict[str, Any]:
    return {"type": f"urn:habitus:problem:{status}", "title": TITLES.get(status, "A problem"), "status": status, "detail": detail}
