"""Observation without hooks: OTLP bodies, as decoded JSON, in; our events out. No I/O, no clock; nothing in a body can raise.

    values.py       attributes, times and ids, however they are written
    claude_code.py  what Claude Code logs: prompts, answers, results of tools
    messages.py     what models were sent and have answered, by the GenAI conventions: one message in, parts out
    genai.py        their spans and logs: conversations found again, told once

Telemetry comes late, in batches, and may come twice: every event has a key that follows from what it tells, and the same as the hooks give
it where they tell the same. Claude Code is heard by its logs alone: its spans tell the same calls with less in them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from habitus.hosts.otlp import claude_code, genai
from habitus.hosts.otlp.values import Record, records

if TYPE_CHECKING:
    from datetime import datetime

    from habitus.types import Event

Signal: TypeAlias = Literal["logs", "traces"]

MOST = 10_000
"""Records of one body: an exporter sends some hundreds. What is beyond is counted as not taken."""


class Read(NamedTuple):
    events: list[Event]
    """In the order in which they happened."""
    refused: int = 0
    """Records past the limit."""


def read(signal: Signal, body: Any, now: datetime) -> Read:
    """What a body tells. `now` stands in for times that are missing, or that have not come yet."""
    found, refused = records(body, signal, now, MOST)
    ours: list[Record] = []
    others: list[Record] = []
    for one in found:
        (ours if claude_code.is_one(one) else others).append(one)
    told = [event for one in ours for event in claude_code.told(one)] if signal == "logs" else []
    told += genai.told(others)
    told.sort(key=lambda event: event.at)
    return Read(told, refused)
