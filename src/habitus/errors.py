"""What can go wrong, and whose move it is.

HabitusError
├── ConfigError    the operator's: refuse to start; name the file, the line and the key
├── EventError     the host's: refuse that one event and name the field; the session goes on
├── StoreError     the disk's or the database's: the agent carries on, nothing is half-written
│   └── Conflict   the caller's: what an undo would restore was changed since; look, then decide
└── ModelError     the provider's: the item goes back to the queue, then to the dead letters

A blocked tool call is a `Verdict`, not an error.
"""

from __future__ import annotations


class HabitusError(Exception):
    """Every message is one sentence or more for a person: what happened, where, and what to do."""


class ConfigError(HabitusError):
    pass


class EventError(HabitusError):
    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"event refused: `{field}` {problem}")
        self.field = field


class StoreError(HabitusError):
    pass


class Conflict(StoreError):
    pass


class ModelError(HabitusError):
    pass
