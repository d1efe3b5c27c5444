"""What takes longer than a request may: it is begun, and asked after. One at a time, so that a person's machine stays theirs.

What was asked is on the disk before it is acknowledged (`papers.py`), and is done again by the next process at the same home where one is
killed over it: reading a transcript twice learns nothing twice, and a replay changes nothing. How one stands is kept in the store, so that
every replica knows; for a day. As long as its process lives it gives a sign of life. To a replica with another home, one that has given
none looks lost until somebody at its own goes on.
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
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from habitus.errors import HabitusError
from habitus.server import papers, problems

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from habitus.layer import Layer
    from habitus.server.papers import Paper

State: TypeAlias = Literal["running", "done", "failed", "lost"]

Work: TypeAlias = "Callable[[Layer, str, str, Path], dict[str, Any]]"
"""Does an errand: what was asked, as JSON, who asked, and a folder that is gone afterwards. Done twice, it has done no more than once."""

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

TRIES = 3
"""Processes that may die over one errand."""

RUNNING, DONE, FAILED, GONE = 0, 200, 500, 503
STATES: dict[int, State] = {RUNNING: "running", DONE: "done", FAILED: "failed", GONE: "lost"}
DIED = (
    "{where}, which ran it for {who}, has given no sign of life since {at:%H:%M:%S} UTC: it goes on when a server is started there again; "
    "or send it again, with `POST /v1/{kind}`."
)
KILLS = "{n} servers have ended over it, so it is given up: look into their logs, and send it in smaller pieces, with `POST /v1/{kind}`."
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
    def __init__(self, layer: Layer, work: Mapping[str, Work], again: Sequence[float] = AGAIN) -> None:
        """`work`: what is done for each kind."""
        self._layer = layer
        self._work = work
        self._again = again
        self._doors = layer.store.doors()
        self.me = f"{socket.gethostname()}:{os.getpid()}:{os.urandom(2).hex()}"
        self._alive: dict[str, Errand] = {}
        """Begun here, and not over."""
        self._papers: dict[str, Paper] = {}
        """Of those, in a layer that has a home; otherwise there is no disk to go on from."""
        self._keeping = threading.Lock()
        """A sign of life does not come after the end."""
        self._over, self._silent = threading.Event(), threading.Event()
        self._pulse: threading.Thread | None = None
        self._room = threading.BoundedSemaphore(WAITING)
        self._hands = ThreadPoolExecutor(max_workers=1, thread_name_prefix="habitus-errand")

    def begin(self, kind: str, asked: str, *, who: str) -> Errand:
        if not self._room.acquire(blocking=False):
            raise problems.Problem(429, f"{WAITING} are begun already: wait until one is done.", {"Retry-After": "5"})
        begun = Errand(secrets.token_hex(8), kind, "running", self._layer.clock(), who)
        try:
            if self._layer.home:
                told = {"kind": kind, "who": who, "began_at": begun.began_at.isoformat(), "asked": asked}
                self._papers[begun.id] = papers.written(self._layer.home, begun.id, told)
            self._enter(begun, asked)
        except BaseException:
            if paper := self._papers.pop(begun.id, None):
                paper.remove()
            self._room.release()
            raise
        return begun

    def resume(self) -> int:
        """Go on with what processes of this home have died over. Answers how many."""
        found = 0
        for paper in papers.left(self._layer.home):
            if self._over.is_set() or not self._room.acquire(blocking=False):
                paper.leave()
                break
            is_begun = False
            try:
                is_begun = self._taken_up(paper)
                found += is_begun
            except ValueError as error:
                log.error("errand %s cannot be read (%s): it is put aside as %s", paper.id, error, paper.put_aside())
            except BaseException:
                self._papers.pop(paper.id, None)
                paper.leave()
                raise
            finally:
                if not is_begun:
                    self._room.release()
        return found

    def _taken_up(self, paper: Paper) -> bool:
        """False: there is nothing left to do, or it is given up."""
        told, row = paper.told(), self._doors.answer(paper.id, WHO)
        left = Errand(paper.id, told["kind"], "running", datetime.fromisoformat(told["began_at"]), told["who"])
        if (row and row["status"] != RUNNING) or (paper.begun >= TRIES and self._given_up(left)):
            paper.remove()
            return False
        log.warning("errand %s (%s) is begun again: the process that ran it has ended", left.id, left.kind)
        self._papers[left.id] = paper
        self._enter(left, told["asked"])
        return True

    def _given_up(self, left: Errand) -> bool:
        log.error("errand %s (%s) is given up: %d servers have ended over it", left.id, left.kind, TRIES)
        self._doors.answer_claim(left.id, WHO, left.kind, left.began_at)
        return self._put(left, FAILED, self._body(left, problem=KILLS.format(n=TRIES, kind=left.kind)), left.began_at)

    def _enter(self, begun: Errand, asked: str) -> None:
        try:
            self._doors.answer_claim(begun.id, WHO, begun.kind, begun.began_at)
            self._alive[begun.id] = begun
            self._beating()
            self._hands.submit(self._run, begun, asked)
        except BaseException:
            self._alive.pop(begun.id, None)
            raise

    def one(self, id: str) -> Errand | None:
        is_alive = id in self._alive  # asked before its row is read: it may end in between
        row = self._doors.answer(id, WHO)
        if row is None:
            return None
        kind, at, told = row["request"], datetime.fromisoformat(row["at"]), json.loads(row["body"] or "{}")
        began_at = datetime.fromisoformat(told["began_at"]) if told else at
        found = Errand(id, kind, STATES[row["status"]], began_at, told.get("who", ""), told.get("result"), told.get("problem", ""))
        if found.state != "running" or is_alive or papers.is_there(self._layer.home, id):
            return found
        if told.get("where") == self.me:
            return found._replace(state="lost", problem=UNKEPT.format(kind=kind))
        if self._layer.clock() - at <= SILENCE:
            return found
        where = f"The server {told['where']}" if told else "The server"
        return found._replace(state="lost", problem=DIED.format(where=where, who=found.who or "somebody", at=at, kind=kind))

    def close(self) -> None:
        """What has not begun is not begun any more, and waits for the next process; what runs is waited for."""
        self._over.set()
        self._hands.shutdown(wait=True, cancel_futures=True)
        self._alive.clear()
        while self._papers:
            self._papers.popitem()[1].leave()
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

    def _run(self, begun: Errand, asked: str) -> None:
        if self._over.is_set():
            return
        try:
            is_kept = self._keep(begun, *self._done(begun, asked))
            if paper := self._papers.pop(begun.id, None):
                paper.remove() if is_kept else paper.leave()  # then it is done again, once the store is back
        finally:
            self._room.release()

    def _done(self, begun: Errand, asked: str) -> tuple[int, str]:
        try:
            return DONE, self._body(begun, result=self._do(begun, asked))
        except Exception as error:  # whatever a transcript does to a reader, the next errand is run
            expected = isinstance(error, HabitusError | problems.Problem)
            log.warning("errand %s (%s) failed: %s", begun.id, begun.kind, error, exc_info=None if expected else error)
            return FAILED, self._body(begun, problem=problems.told(error)[1])

    def _do(self, begun: Errand, asked: str) -> dict[str, Any]:
        do, paper = self._work[begun.kind], self._papers.get(begun.id)
        if paper is None:
            with TemporaryDirectory(prefix="habitus-errand-") as place:
                return do(self._layer, asked, begun.who, Path(place))
        paper.begin()
        return do(self._layer, asked, begun.who, paper.place)

    def _body(self, one: Errand, **told: Any) -> str:
        return json.dumps({"who": one.who, "where": self.me, "began_at": one.began_at, **told}, default=str)

    def _keep(self, begun: Errand, status: int, told: str) -> bool:
        for pause in self._again:
            if self._kept(begun, status, told):
                return True
            self._over.wait(pause)
        if self._kept(begun, status, told):
            return True
        what = "waits to be done again" if begun.id in self._papers else "is lost: send it again"
        log.error("errand %s (%s) is done, and what it found cannot be kept, for the store is away; it %s", begun.id, begun.kind, what)
        self._alive.pop(begun.id)
        return False

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
