"""What takes longer than a request may: it is begun, and asked after. One at a time, so that a person's machine stays theirs.

How one stands is kept in the store, so that every replica knows; for a day. As long as its process lives it gives a sign of life; what was
begun by one that has died is lost, and may be sent again: reading a transcript twice learns nothing twice, and a replay changes nothing.
"""

from __future__ import annotations

import json
import logging
import os
import secrets
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from habitus.errors import HabitusError
from habitus.server import problems

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from habitus.layer import Layer

State: TypeAlias = Literal["running", "done", "failed", "lost"]

log = logging.getLogger("habitus.server")

WHO = "errands"
"""In whose name the store keeps them."""

WAITING = 8
"""Begun and not done, at most: more is no person's hand."""

BEAT = 5.0
"""Seconds between two signs of life."""

SILENCE = timedelta(seconds=30)
"""Without one, after which the process has died: six beats, so that neither a busy machine nor clocks a few seconds apart look like it."""

AGAIN = (1.0, 5.0, 15.0, 30.0)
"""Seconds before what was found is kept once more, where the store is away at that moment: a database that is started anew takes less."""

RUNNING, DONE, FAILED, GONE = 0, 200, 500, 503
STATES: dict[int, State] = {RUNNING: "running", DONE: "done", FAILED: "failed", GONE: "lost"}
STOPPED = "The server was stopped before it began: send it again, with `POST /v1/{kind}`."
DIED = "{where}, which ran it for {who}, has given no sign of life since {at:%H:%M:%S} UTC: send it again, with `POST /v1/{kind}`."
UNKEPT = "It was done, and what it found could not be kept, for the store was away: send it again, with `POST /v1/{kind}`."


class Errand(NamedTuple):
    id: str
    kind: str
    state: State
    began_at: datetime
    who: str = ""
    """Who asked for it."""
    result: dict[str, Any] | None = None
    problem: str = ""


class Errands:
    def __init__(self, layer: Layer, again: Sequence[float] = AGAIN) -> None:
        self._layer = layer
        self._again = again
        self._doors = layer.store.doors()
        self.me = f"{socket.gethostname()}:{os.getpid()}:{os.urandom(2).hex()}"
        self._alive: dict[str, Errand] = {}
        """Begun here, and not over."""
        self._unbegun: dict[str, Errand] = {}
        self._keeping = threading.Lock()
        """A sign of life does not come after the end."""
        self._over, self._silent = threading.Event(), threading.Event()
        self._pulse: threading.Thread | None = None
        self._room = threading.BoundedSemaphore(WAITING)
        self._hands = ThreadPoolExecutor(max_workers=1, thread_name_prefix="habitus-errand")

    def begin(self, kind: str, do: Callable[[], dict[str, Any]], *, who: str) -> Errand:
        if not self._room.acquire(blocking=False):
            raise problems.Problem(429, f"{WAITING} are begun already: wait until one is done.", {"Retry-After": "5"})
        begun = Errand(secrets.token_hex(8), kind, "running", self._layer.clock(), who)
        try:
            self._doors.answer_claim(begun.id, WHO, kind, begun.began_at)
            self._alive[begun.id] = self._unbegun[begun.id] = begun
            self._beating()
            self._hands.submit(self._run, begun, do)
        except BaseException:
            self._alive.pop(begun.id, None)
            self._unbegun.pop(begun.id, None)
            self._room.release()
            raise
        return begun

    def one(self, id: str) -> Errand | None:
        is_alive = id in self._alive  # asked before its row is read: it may end in between
        row = self._doors.answer(id, WHO)
        if row is None:
            return None
        kind, at, told = row["request"], datetime.fromisoformat(row["at"]), json.loads(row["body"] or "{}")
        began_at = datetime.fromisoformat(told["began_at"]) if told else at
        found = Errand(id, kind, STATES[row["status"]], began_at, told.get("who", ""), told.get("result"), told.get("problem", ""))
        if found.state != "running" or is_alive:
            return found
        if told.get("where") == self.me:
            return found._replace(state="lost", problem=UNKEPT.format(kind=kind))
        if self._layer.clock() - at <= SILENCE:
            return found
        where = f"The server {told['where']}" if told else "The server"
        return found._replace(state="lost", problem=DIED.format(where=where, who=found.who or "somebody", at=at, kind=kind))

    def close(self) -> None:
        """What has not begun is not begun any more, and says so; what runs is waited for."""
        self._over.set()
        self._hands.shutdown(wait=True, cancel_futures=True)
        for one in self._unbegun.values():
            self._kept(one, GONE, self._body(one, problem=STOPPED.format(kind=one.kind)))
        self._silent.set()

    # ── signs of life ──

    def _beating(self) -> None:
        """The first of them at once: it says who asked, and where it runs."""
        self.beat()
        if self._pulse is None or not self._pulse.is_alive():
            self._pulse = threading.Thread(target=self._beats, name="habitus-errand-beat", daemon=True)
            self._pulse.start()

    def _beats(self) -> None:
        while self._alive and not self._silent.wait(BEAT):
            self.beat()

    def beat(self) -> None:
        for one in list(self._alive.values()):
            with self._keeping:
                if one.id in self._alive:
                    self._put(one, RUNNING, self._body(one), self._layer.clock())

    # ── the work ──

    def _run(self, begun: Errand, do: Callable[[], dict[str, Any]]) -> None:
        if self._over.is_set():
            return
        self._unbegun.pop(begun.id)
        try:
            self._keep(begun, *self._done(begun, do))
        finally:
            self._room.release()

    def _done(self, begun: Errand, do: Callable[[], dict[str, Any]]) -> tuple[int, str]:
        try:
            return DONE, self._body(begun, result=do())
        except Exception as error:  # whatever a transcript does to a reader, the next errand is run
            expected = isinstance(error, HabitusError | problems.Problem)
            log.warning("errand %s (%s) failed: %s", begun.id, begun.kind, error, exc_info=None if expected else error)
            return FAILED, self._body(begun, problem=problems.told(error)[1])

    def _body(self, one: Errand, **told: Any) -> str:
        return json.dumps({"who": one.who, "where": self.me, "began_at": one.began_at, **told}, default=str)

    def _keep(self, begun: Errand, status: int, told: str) -> None:
        for pause in self._again:
            if self._kept(begun, status, told):
                return
            self._over.wait(pause)
        if not self._kept(begun, status, told):
            log.error("errand %s (%s) is lost with what it found, for the store is away: send it again", begun.id, begun.kind)
            self._alive.pop(begun.id)

    def _kept(self, begun: Errand, status: int, told: str) -> bool:
        with self._keeping:
            is_kept = self._put(begun, status, told, begun.began_at)
            if is_kept:
                self._alive.pop(begun.id)
        return is_kept

    def _put(self, one: Errand, status: int, told: str, at: datetime) -> bool:
        try:
            self._doors.answer_keep(one.id, WHO, one.kind, status, told, at)
        except Exception as error:  # a driver's own too: whoever asks after it would be told that it runs
            expected = isinstance(error, HabitusError)
            log.warning("errand %s (%s) cannot be kept: %s", one.id, one.kind, error, exc_info=None if expected else error)
            return False
        return True
