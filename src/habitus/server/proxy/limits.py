"""How much and how long a proxy takes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much and how long. Nothing waits or grows without an end."""

    request_bytes: int = 64 * 1024 * 1024
    """Of a request that is read; twice what providers take."""
    through_bytes: int = 1024 * 1024 * 1024
    """Of a request that is handed through unread: twice the largest file that providers take."""
    answer_bytes: int = 64 * 1024 * 1024
    """Of an answer in one piece."""
    held_bytes: int = 16 * 1024 * 1024
    """Of calls that are held, and of one event. No provider writes a call as long as that."""
    connect_seconds: float = 15.0
    """A provider that cannot be reached in that time is down."""
    silence_seconds: float = 600.0
    """Between two bytes of an answer: models think for minutes, and the providers' own clients wait ten."""
    layer_seconds: float = 5.0
    """For the layer. It takes a millisecond; a store that hangs must not hang the agent."""
    rest_seconds: float = 30.0
    """For which it is not asked again after that: an agent that waits anew with every call is as good as down."""
    ending_seconds: float = 1.0
    """For which the end of an answer waits until it is kept, so that the next request finds it."""
    threads: int = 16
    """Requests that talk to the layer at once; it takes them one after another anyway."""
