"""What can go wrong, and whose move it is.

HabitusError
├── ConfigError    the operator's: refuse to start; name the file, the line and the key
├── FieldError     whoever asks: refuse it and name the field
│   └── EventError the host's: refuse that one event and name the field; the session goes on
├── StoreError     the disk's or the database's: the agent carries on, nothing is half-written
│   ├── ReadOnly   the disk's owner's: it may be looked at, and nothing written
│   ├── Away       the network's: nobody answers; calls are judged with what is known, and events wait until it is back
│   └── Conflict   the caller's: what an undo would restore was changed since; look, then decide
├── ModelError     the provider's: the item goes back to the queue, then to the dead letters
│   └── NotAsked   ours: the budget is spent or the provider rests; the item waits, and loses no try
├── NotifyError    the network's, or the operator's: the notice waits, then goes to the dead letters; nothing else waits for it
└── Refused        the person's: what they ask for is not done, by design; the message says what can be done instead

A blocked tool call is a `Verdict`, not an error.
"""

from __future__ import annotations


class HabitusError(Exception):
    """Every message is one sentence or more for a person: what happened, where, and what to do."""


class ConfigError(HabitusError):
    pass


class FieldError(HabitusError):
    said = ""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{self.said}`{field}` {problem}")
        self.field = field


class EventError(FieldError):
    said = "event refused: "


class StoreError(HabitusError):
    pass


class ReadOnly(StoreError):
    pass


class Away(StoreError):
    pass


class Conflict(StoreError):
    def __init__(self, problem: str, *, line: int | None = None) -> None:
        super().__init__(problem)
        self.line = line
        """The entry of the ledger that stands in the way."""


class ModelError(HabitusError):
    pass


class NotAsked(ModelError):
    """We did not ask: the day's budget is spent, or the provider is given a rest. Nothing was tried, so nothing has failed."""


class NotifyError(HabitusError):
    def __init__(self, problem: str, *, again: bool, after: float | None = None) -> None:
        super().__init__(problem)
        self.again = again
        """May a later try help?"""
        self.after = after
        """Seconds that the other side asked us to wait."""


class Refused(HabitusError):
    pass
