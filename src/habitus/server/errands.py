"""What takes longer than a request may: it is begun, and asked after. One at a time, so that a person's machine stays theirs.

How one stands is kept in the store, so that every replica knows; for a day. What was begun by a process that has died is lost, and may be
sent again: reading a transcript twice learns nothing twice, and a replay changes nothing.
"""

from __future__ import annotations

import json
import logging
import secrets
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from habitus.errors import HabitusError
from habitus.server import problems

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from habitus.layer import Layer

log = logging.getLogger("habitus.server")

WHO = "errands"
"""In whose name the store keeps them."""

WAITING = 8
"""Begun and not done, at most: more is no person's hand."""

LOST = timedelta(hours=1)
"""Nothing that is asked for here takes as long."""

AGAIN = (1.0, 5.0, 15.0, 30.0)
"""Seconds before what was found is kept once more, where the store is away at that moment: a database that is started anew takes less."""

DONE, FAILED, GONE = 200, 500, 503
STOPPED = "The server was stopped before it began: send it again."


class Errand(NamedTuple):
    id: str
    kind: str
    state: Literal["running", "done", "failed", "lost"]
    began_at: datetime
    result: dict[str, Any] | None = None
    problem: str = ""


class Errands:
    def __init__(self, layer: Layer, again: Sequence[float] = AGAIN) -> None:
        self._layer = layer
        self._again = again
        self._doors = layer.store.doors()
        self._unbegun: dict[str, Errand] = {}
        self._over = threading.Event()
        self._room = threading.BoundedSemaphore(WAITING)
        self._hands = ThreadPoolExecutor(max_workers=1, thread_name_prefix="habitus-errand")

    def begin(self, kind: str, do: Callable[[], dict[str, Any]]) -> Errand:
        if not self._room.acquire(blocking=False):
            raise problems.Problem(429, f"{WAITING} are begun already: wait until one is done.", {"Retry-After": "5"})
        begun = Errand(secrets.token_hex(8), kind, "running", self._layer.clock())
        try:
            self._doors.answer_claim(begun.id, WHO, kind, begun.began_at)
            self._unbegun[begun.id] = begun
            self._hands.submit(self._run, begun, do)
        except BaseException:
            self._unbegun.pop(begun.id, None)
            self._room.release()
            raise
        return begun

    def one(self, id: str) -> Errand | None:
        row = self._doors.answer(id, WHO)
        if row is None:
            return None
        at = datetime.fromisoformat(row["at"])
        if not row["status"]:
            return Errand(id, row["request"], "lost" if self._layer.clock() - at > LOST else "running", at)
        told = json.loads(row["body"])
        if row["status"] == DONE:
            return Errand(id, row["request"], "done", at, told)
        if row["status"] == GONE:
            return Errand(id, row["request"], "lost", at)
        return Errand(id, row["request"], "failed", at, None, told["problem"])

    def close(self) -> None:
        """What has not begun is not begun any more, and says so; what runs is waited for."""
        self._over.set()
        self._hands.shutdown(wait=True, cancel_futures=True)
        for one in self._unbegun.values():
            self._kept(one, GONE, json.dumps({"problem": STOPPED}))

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
            return DONE, json.dumps(do(), default=str)
        except Exception as error:  # whatever a transcript does to a reader, the next errand is run
            expected = isinstance(error, HabitusError | problems.Problem)
            log.warning("errand %s (%s) failed: %s", begun.id, begun.kind, error, exc_info=None if expected else error)
            return FAILED, json.dumps({"problem": problems.told(error)[1]})

    def _keep(self, begun: Errand, status: int, told: str) -> None:
        for pause in self._again:
            if self._kept(begun, status, told):
                return
            self._over.wait(pause)
        if not self._kept(begun, status, told):
            log.error("errand %s (%s) is lost with what it found, for the store is away: send it again", begun.id, begun.kind)

    def _kept(self, begun: Errand, status: int, told: str) -> bool:
        try:
            self._doors.answer_keep(begun.id, WHO, begun.kind, status, told, begun.began_at)
        except Exception as error:  # a driver's own too: whoever asks after it would be told that it runs
            expected = isinstance(error, HabitusError)
            log.warning("errand %s (%s) cannot be kept: %s", begun.id, begun.kind, error, exc_info=None if expected else error)
            return False
        return True
