"""How far reading has come: for the progress bar, for the report, and for the run after an interrupted one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from habitus.types import Event

    Parse: TypeAlias = Callable[[bytes], Any]

SHOWN = 100
"""Faults kept with their words. A file of the wrong kind has one on every line; the rest are only counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A place in a file from which a later run may go on: everything before it has been told.

    Some of what was told may be told again after it; the keys of events see to that.
    """

    offset: int = 0
    """Bytes of the text: for a compressed file, of what is inside."""
    line: int = 0
    seal: str = ""
    """Stands for what lies right before the offset. Where it no longer fits, the file was written anew and is read from its beginning."""
    state: str = ""
    """What the format needs to know to go on, as JSON; a few hundred bytes."""


@dataclass(slots=True, kw_only=True)
class Read:
    """What a run has read, what in it could not be, and where it stands in the file at hand."""

    bytes: int = 0
    lines: int = 0
    faults: list[str] = field(default_factory=list)
    faulty: int = 0
    """How many faults there were, those beyond `SHOWN` included."""
    roots: dict[str, str] = field(default_factory=dict)
    """What was met first, so that what is met later is told apart or told once: the first line of a Claude Code conversation → its session
    (a resumed session repeats the old one's lines), a file's name → its first line. To be kept from run to run."""
    parse: Parse | None = field(default=None, repr=False, compare=False)
    """A quicker reader of JSON than Python's own, where there is one. It may refuse a line: then Python's own is asked."""
    place: Callable[[], Position] = field(default=Position, repr=False, compare=False)

    @property
    def position(self) -> Position:
        """In the file at hand, or the one that was read last: safe as soon as every event that was handed out is stored."""
        return self.place()

    def fault(self, where: str, problem: str) -> None:
        self.faulty += 1
        if len(self.faults) < SHOWN:
            self.faults.append(f"{where} {problem}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What is known of a file before its first line: what an event gets where the host does not say."""

    stem: str
    at: datetime
    roots: dict[str, str] = field(default_factory=dict)


class Reader(Protocol):
    """One format. Values (decoded JSON, or lines of Markdown) in, events out."""

    state: dict[str, Any]
    """Replaced, never changed in place: a reference to it is a copy. JSON, but for times."""

    @property
    def holds(self) -> bool:
        """Something was read that has not been told yet."""
        ...

    def feed(self, value: Any, line: int) -> list[Event]:
        """Raises `EventError` for a value that should have been an event and is not."""
        ...

    def end(self) -> list[Event]: ...


def stem(file: Path) -> str:
    """`notes` for `notes.jsonl` and for `notes.jsonl.gz`."""
    return file.name.removesuffix(".gz").rpartition(".")[0] or file.name
