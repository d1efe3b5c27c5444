"""What happened while the store was away, on the disk: one file for each process, and what becomes of these files.

    kept       one line per event, on the disk before the host hears that it was taken in
    taken in   in their order, many in one transaction; told twice counts once, by the event's key
    put aside  what the store refuses for a reason of its own, in `refused`, with the reason: nothing waits behind it

A file belongs to the process that writes it as long as that lives. Afterwards it belongs to whoever finds it at the same home.
"""

from __future__ import annotations

import json
import os
import time
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.errors import Away, StoreError
from habitus.types import Note, Told, ToolCall, TurnStart

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from habitus.layer import Layer
    from habitus.types import Decision

FOLDER = "spool"
REFUSED = "refused"
"""No name that is looked for: once the reason is mended, a person renames it, and it is taken in like the others."""

CAP = 64 * 1024 * 1024
"""Bytes of one file: hours of a busy server. What comes after it is refused, and so the host knows that it was not taken in."""

TOGETHER = 50
"""Events in one transaction: one commit for all of them, and whoever waits for the sessions waits for some hundredths of a second."""

BETWEEN = 0.002
"""Seconds in which those that wait get their turn."""


class Waiting(NamedTuple):
    """What is on the disk of a home and not in the store."""

    bytes: int = 0
    refused: int = 0
    """Bytes of what was put aside."""


def waiting(home: str) -> Waiting:
    found: dict[bool, int] = {True: 0, False: 0}
    with suppress(FileNotFoundError), os.scandir(folder(home)) as files:
        for file in files:
            with suppress(FileNotFoundError):
                found[file.name == REFUSED] += file.stat().st_size
    return Waiting(found[False], found[True])


def folder(home: str) -> str:
    return f"{home}/{FOLDER}"


class Spool:
    """A file that this process alone writes: the lock on it says that its owner lives."""

    def __init__(self, home: str) -> None:
        import fcntl

        os.makedirs(folder(home), mode=0o700, exist_ok=True)  # noqa: PTH103
        self.file = f"{folder(home)}/{os.getpid()}-{os.urandom(4).hex()}.jsonl"
        # Nobody may find it before it is locked: it would look like one whose owner is dead.
        self._out = os.open(f"{self.file}.new", os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_RDWR, 0o600)
        fcntl.flock(self._out, fcntl.LOCK_EX)
        os.rename(f"{self.file}.new", self.file)  # noqa: PTH104
        self._size = 0
        self._read = 0

    def add(self, line: bytes) -> None:
        if self._size + len(line) > CAP:
            raise OSError(None, f"it holds {CAP >> 20} MB already")
        try:
            _written(self._out, line)
            os.fsync(self._out)
        except OSError:
            os.ftruncate(self._out, self._size)  # half a line would take the next one with it
            raise
        self._size += len(line)

    def next(self) -> list[bytes]:
        """The first of those that are not done."""
        with open(self.file, "rb") as found:  # noqa: PTH123
            found.seek(self._read)
            return list(islice(found, TOGETHER))

    def done(self, lines: Sequence[bytes]) -> None:
        self._read += sum(map(len, lines))

    def remove(self) -> None:
        with suppress(OSError):
            os.unlink(self.file)  # noqa: PTH108
        os.close(self._out)


def adopted(layer: Layer, is_over: Callable[[], bool] = lambda: False) -> int:
    """What a process of this home left behind that ended before the store was back. Answers how many events."""
    import fcntl
    from pathlib import Path

    taken = 0
    for file in sorted(Path(folder(layer.home)).glob("*.jsonl")) if layer.home else ():
        with suppress(FileNotFoundError, BlockingIOError), file.open("rb") as found:
            fcntl.flock(found, fcntl.LOCK_EX | fcntl.LOCK_NB)
            while lines := list(islice(found, TOGETHER)):
                if is_over():
                    return taken
                # What was cut off in the middle was acknowledged to nobody.
                taken += take_in(layer, [line for line in lines if line.endswith(b"\n")])
                time.sleep(BETWEEN)
            file.unlink()
    return taken


def take_in(layer: Layer, lines: Sequence[bytes]) -> int:
    """All of them at once; where one stands in the way, each by itself, and that one is put aside. Answers how many the store has now."""
    with layer._live.lock, _unwatched(layer):
        try:
            with layer.batch():
                for line in lines:
                    _replay(layer, line)
        except Away:
            raise
        except Exception:  # noqa: BLE001 - a rule may be somebody else's code, and a line anybody's: which one it was is found out below
            refused = [(line, error) for line in lines if (error := _refusal(layer, line))]
        else:
            return len(lines)
    if refused and not _takes_anything(layer):
        raise refused[0][1]  # it is not the events: they wait on
    for line, error in refused:
        _put_aside(layer, line, error)
    return len(lines) - len(refused)


def _takes_anything(layer: Layer) -> bool:
    """Does the store keep an event that is surely right? A disk may be full, a table locked, a right missing."""
    try:
        with layer.batch():
            type(layer).observe.__wrapped__(layer, TurnStart(session="habitus:spool", at=layer.clock()))  # type: ignore[attr-defined]
            raise _Tried
    except _Tried:  # nothing of it stays
        return True
    except StoreError:
        return False


class _Tried(Exception):
    pass


def _refusal(layer: Layer, line: bytes) -> Exception | None:
    try:
        _replay(layer, line)
    except Away:
        raise
    except Exception as error:  # noqa: BLE001 - it is written down beside the line, and said in the log
        return error
    return None


def _put_aside(layer: Layer, line: bytes, error: Exception) -> None:
    import logging

    file, why = f"{folder(layer.home)}/{REFUSED}", str(error) or repr(error)
    logging.getLogger("habitus").warning("store.not_taken_in %s: it is put aside in %s: %.200r", why, file, line)
    try:
        known = json.loads(line)
        said = {**known, "refused": why} if isinstance(known, dict) else {"refused": why, "line": known}
    except ValueError:
        said = {"refused": why, "line": line.decode("utf-8", "replace")}
    os.makedirs(folder(layer.home), mode=0o700, exist_ok=True)  # noqa: PTH103
    out = os.open(file, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
    try:
        _written(out, json.dumps(said).encode() + b"\n")
        os.fsync(out)
    finally:
        os.close(out)


def _written(out: int, line: bytes) -> None:
    at = 0
    while at < len(line):
        at += os.write(out, line[at:])


@contextmanager
def _unwatched(layer: Layer) -> Iterator[None]:
    """Those who watch were told when it was answered."""
    watch, layer.watch = layer.watch, None
    try:
        yield
    finally:
        layer.watch = watch


@contextmanager
def _in_the_name_of(layer: Layer, by: str) -> Iterator[None]:
    """Of whoever told it then."""
    speaker, layer.speaker = layer.speaker, lambda: by
    try:
        yield
    finally:
        layer.speaker = speaker


def _replay(layer: Layer, line: bytes) -> None:
    entrance, told, said, by = _read(line)
    if entrance == "judge":
        _judged(layer, told, said)
    else:
        with _in_the_name_of(layer, by):
            getattr(type(layer), entrance).__wrapped__(layer, told.event)


def _judged(layer: Layer, told: Told, said: dict[str, Any]) -> None:
    """As it was answered then: another answer now would be a story about a call that has long been made, or not."""
    call = told.event
    while True:
        live = layer.session(call.session)
        note = Note(verb="judged", item=said["call"], content=said["content"], actor="rules", session=call.session)
        if layer._live.append(live, replace(told, seq=live.seq + 1), note) is not None:
            return


def line(entrance: str, told: Told, decision: Decision | None, by: str = "") -> bytes:
    """An event as it waits. `by`: whoever told it, where they have a name."""
    from habitus.store import rows

    event = told.event
    said: dict[str, Any] = {
        "entrance": entrance, "session": event.session, "at": event.at.isoformat(), "key": event.key, "kind": rows.KIND[type(event)],
        "body": rows.body(event), "blocked": told.blocked, "fired": told.fired, "by": by,
    }  # fmt: skip
    if decision is not None and isinstance(event, ToolCall):
        from habitus.layer import _judged as note

        content = {**note(event.session, decision, event.tool, by=by).content, "kept": "later: the store was away"}
        said["said"] = {"call": decision.call, "content": content}
    return json.dumps(said, ensure_ascii=True, default=str).encode() + b"\n"


def _read(line: bytes) -> tuple[str, Told, dict[str, Any], str]:
    from habitus.store import rows

    found = json.loads(line)
    if found["entrance"] not in ("judge", "settle", "observe"):
        raise ValueError(f"no entrance is called {found['entrance']!r:.40}")
    event = rows.event(found["session"], {**found, "seq": 0}, found["body"])
    told = Told(0, event, bool(found["blocked"]), tuple(found["fired"]))
    return found["entrance"], told, found.get("said", {}), str(found.get("by", ""))
