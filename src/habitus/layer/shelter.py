"""Where calls are judged and events wait while the store is away; see `outage.py` for when that is."""

from __future__ import annotations

import json
import os
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from habitus.enforce import NOTHING
from habitus.errors import HabitusError, StoreError
from habitus.types import AgentText, Decision, Note, Told, ToolCall

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.layer import Layer
    from habitus.types import Event, Session, ToolResult

CAP = 64 * 1024 * 1024
"""Bytes of one file: hours of a busy server. What comes after it is refused, and so the host knows that it was not taken in."""

LOOK = 0.5
"""Seconds between two looks whether the store is back."""

FIRST = 0.1
"""Seconds for which calls wait while what is behind is taken in; twice as long each time, because they add to it in between."""

BETWEEN = 0.002
"""Seconds in which those that wait get their turn."""


class Shelter:
    """From the first event that the store could not take to the last one that it has taken after all. Used with the sessions' lock held."""

    def __init__(self, layer: Layer, why: str) -> None:
        self._layer = layer
        self._copies: dict[str, Session] = {}
        self._spool = Spool(f"{layer.home}/spool")
        self.since = layer.clock()
        self.why = why
        self.waiting = 0
        self.refused = 0
        self._over = threading.Event()
        _log("store.away %s; calls are judged with what is known, events wait in %s", why, self._spool.file)
        threading.Thread(target=self._until_back, name="habitus-outage", daemon=True).start()

    # ── the entrances, meanwhile ──

    def judge(self, call: ToolCall) -> Decision:
        began, live = time.perf_counter(), self._copy(call.session)
        call = self._layer._live.cleaned(call)
        if place := call.workspace or live.workspace:
            call = replace(call, target=self._layer._live.placed(replace(call, workspace=place)).target)
        learned = self._layer._lessons.at_hand(live, call.tool, call.workspace)
        decision, said = self._layer.gates.judge(call.id, live, self._layer._live.seen(call, live), call.at.timestamp(), learned)
        self._keep("judge", Told(live.seq + 1, call, decision.ruling != "allow", said.fired), live, decision)
        self._layer.tell(call, call.tool, decision, began)
        return decision

    def settle(self, event: ToolResult | AgentText) -> Decision:
        began, live = time.perf_counter(), self._copy(event.session)
        event = self._layer._live.cleaned(event)
        call, when = self._layer._live.over(event, live)
        said = NOTHING
        if call:
            at = event.at.timestamp()
            said = self._layer.gates.rules.judge(when, live, call, at)
            said = said.plus(self._layer._lessons.at_hand(live, call.tool, call.workspace).judge(when, live, call, at))
        self._keep("settle", Told(live.seq + 1, event, fired=said.fired), live)
        id = event.key if isinstance(event, AgentText) else event.id
        decision = Decision(call=id, ruling="allow", verdicts=said.verdicts, shadows=said.shadows, gate=7 if said.verdicts else 0)
        self._layer.tell(event, call.tool if call else "", decision, began)
        return decision

    def observe(self, event: Event) -> bool:
        event = self._layer._live.cleaned(event)
        live = self._copy(event.session)
        self._keep("observe", Told(live.seq + 1, event), live)
        return True

    def _copy(self, key: str) -> Session:
        """Apart from the session that follows the store: what is folded here has no place in it yet."""
        if key not in self._copies:
            self._copies[key] = self._layer._live.copied(key)
        return self._copies[key]

    def _keep(self, entrance: str, told: Told, live: Session, decision: Decision | None = None) -> None:
        try:
            self._spool.add(_line(entrance, told, decision))
        except OSError as error:
            self.refused += 1
            raise StoreError(f"{self.why}; and the event cannot wait in {self._spool.file}: {error.strerror or error}") from error
        self.waiting += 1
        self._layer._live.fold(live, told)

    # ── afterwards ──

    def stop(self) -> None:
        """The process ends before the store is back: what waits is left to the next one."""
        self._over.set()

    def _until_back(self) -> None:
        while not self._over.wait(LOOK):
            try:
                self._layer.store.last("")
                if self._is_drained():
                    return
            except StoreError:
                continue
            except Exception as error:  # noqa: BLE001 - a rule may be somebody else's code: the next look tries again, the log says why
                _log("store.not_back %r; what waits is taken in when this is mended", error)

    def _is_drained(self) -> bool:
        """All that waits, in its order. What comes in meanwhile waits behind it, and the end is found with nobody else in the room."""
        hold = FIRST
        while not self._over.wait(BETWEEN):
            with self._layer._live.lock:
                until = time.monotonic() + hold
                for line in self._spool.lines():
                    replayed(self._layer, line)
                    self._spool.done(line)
                    self.waiting -= 1
                    if time.monotonic() > until:
                        break
                else:
                    self._spool.remove()
                    self._layer.shelter = None
                    _log("store.back after %s; what waited was taken in", self._layer.clock() - self.since)
                    return True
            hold *= 2
        return False


class Spool:
    """A file that this process alone writes: the lock on it says that its owner lives."""

    def __init__(self, folder: str) -> None:
        import fcntl

        os.makedirs(folder, mode=0o700, exist_ok=True)  # noqa: PTH103
        self.file = f"{folder}/{os.getpid()}-{os.urandom(4).hex()}.jsonl"
        # Nobody may find it before it is locked: it would look like one whose owner is dead.
        self._out = os.open(f"{self.file}.new", os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_RDWR, 0o600)
        fcntl.flock(self._out, fcntl.LOCK_EX)
        os.rename(f"{self.file}.new", self.file)  # noqa: PTH104
        self._size = 0
        self._read = 0

    def add(self, line: bytes) -> None:
        if self._size + len(line) > CAP:
            raise OSError(None, f"it holds {CAP >> 20} MB already")
        at = 0
        try:
            while at < len(line):
                at += os.write(self._out, line[at:])
            os.fsync(self._out)
        except OSError:
            os.ftruncate(self._out, self._size)  # half a line would take the next one with it
            raise
        self._size += len(line)

    def lines(self) -> Iterator[bytes]:
        """Those that are not done."""
        with open(self.file, "rb") as found:  # noqa: PTH123
            found.seek(self._read)
            yield from found

    def done(self, line: bytes) -> None:
        self._read += len(line)

    def remove(self) -> None:
        with suppress(OSError):
            os.unlink(self.file)  # noqa: PTH108
        os.close(self._out)


def adopted(layer: Layer) -> int:
    """What a process left behind that was killed before the store was back. Answers how many events."""
    import fcntl
    from pathlib import Path

    taken = 0
    for file in sorted(Path(layer.home, "spool").glob("*.jsonl")) if layer.home else ():
        with suppress(FileNotFoundError, BlockingIOError), file.open("rb") as found:
            fcntl.flock(found, fcntl.LOCK_EX | fcntl.LOCK_NB)
            for line in found:
                if line.endswith(b"\n"):  # what was cut off in the middle was acknowledged to nobody
                    replayed(layer, line)
                    taken += 1
            file.unlink()
    return taken


def replayed(layer: Layer, line: bytes) -> None:
    """Take in what waited. What the store does not take for a reason of its own is named in the log, and the rest goes on."""
    try:
        entrance, told, said = _read(line)
        with layer._live.lock, _unwatched(layer):
            if entrance == "judge":
                _judged(layer, told, said)
            else:
                getattr(type(layer), entrance).__wrapped__(layer, told.event)
    except StoreError:
        raise
    except (HabitusError, ValueError, KeyError, TypeError) as error:
        _log("store.not_taken_in %r: %.200r", error, line)


@contextmanager
def _unwatched(layer: Layer) -> Iterator[None]:
    """Those who watch were told when it was answered."""
    watch, layer.watch = layer.watch, None
    try:
        yield
    finally:
        layer.watch = watch


def _judged(layer: Layer, told: Told, said: dict[str, Any]) -> None:
    """As it was answered then: another answer now would be a story about a call that has long been made, or not."""
    call = told.event
    while True:
        live = layer.session(call.session)
        note = Note(verb="judged", item=said["call"], content=said["content"], actor="rules", session=call.session)
        if layer._live.append(live, replace(told, seq=live.seq + 1), note) is not None:
            return


def _line(entrance: str, told: Told, decision: Decision | None) -> bytes:
    from habitus.store import rows

    event = told.event
    line: dict[str, Any] = {
        "entrance": entrance, "session": event.session, "at": event.at.isoformat(), "key": event.key, "kind": rows.KIND[type(event)],
        "body": rows.body(event), "blocked": told.blocked, "fired": told.fired,
    }  # fmt: skip
    if decision is not None and isinstance(event, ToolCall):
        from habitus.layer import _judged as note

        content = {**note(event.session, decision, event.tool).content, "kept": "later: the store was away"}
        line["said"] = {"call": decision.call, "content": content}
    return json.dumps(line, ensure_ascii=True, default=str).encode() + b"\n"


def _read(line: bytes) -> tuple[str, Told, dict[str, Any]]:
    from habitus.store import rows

    found = json.loads(line)
    if found["entrance"] not in ("judge", "settle", "observe"):
        raise ValueError(f"no entrance is called {found['entrance']!r:.40}")
    event = rows.event(found["session"], {**found, "seq": 0}, found["body"])
    return found["entrance"], Told(0, event, bool(found["blocked"]), tuple(found["fired"])), found.get("said", {})


def _log(message: str, *words: object) -> None:
    import logging

    logging.getLogger("habitus").warning(message, *words)
