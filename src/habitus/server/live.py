"""The WebSocket: questions with answers, and what happens, as it happens.

A frame in is `{"id", "method", "params"}`; its answer `{"id", "result"}` or `{"id", "error": {"status", "title", "detail", …}}`.

    agent.evolution.metrics      {"agent", "type"?, "days"?}
    agent.evolution.suggestions  {"agent", "status"?, "after"?, "limit"?}
    agent.evolution.apply        {"agent", "suggestion", "now_anyway"?}          an operator's
    agent.evolution.rollback     {"agent", "suggestion", "why"?}                 an operator's
    events.subscribe             {"after"?, "kinds"?}     kinds: verdict, lesson, proposal, approval, queue
    events.unsubscribe           {}

After `events.subscribe` come `{"event": kind, "at": id, "data"}`. The id is the ledger's: whoever was cut off subscribes again with the
last one as `after`, and misses nothing. Everybody reads at their own pace, so nothing piles up here; who takes too long over one frame is
let go with a word that says where to go on.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter, deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from habitus.errors import FieldError, HabitusError
from habitus.layer.gaps import Gaps
from habitus.server import calls, door, limits, problems
from habitus.server.calls import METHODS
from habitus.server.pages.lines import LESSONS
from habitus.server.problems import Problem
from habitus.store.ledger import named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.layer import Layer
    from habitus.types import Row

log = logging.getLogger("habitus.server")

LONGEST = 64 * 1024
"""Characters of a frame."""

ENDED = "the session has ended, or the key was revoked: come in again"

SHARE = 4
"""With one key, a fourth of all connections: windows left open, or a program that connects anew without end, leave room for others."""

FRAMES = (20.0, 100.0)
"""Frames a second, and at once, from one connection."""

BAD = 50
"""Frames that make no sense before the connection is closed."""

SECONDS = 0.25
"""Between two looks at the ledger, while anybody listens."""

PATIENCE = 10.0
"""Seconds that one frame may take to be taken."""

RECENT = 2000
"""What has happened lately is kept at hand; who is further behind reads the store."""

PAGE = 500


TABLES = dict.fromkeys(LESSONS, "lesson") | {
    "proposals": "proposal",
    "suggestions": "proposal",
    "approvals": "approval",
    "pending": "queue",
}
KINDS = frozenset({"verdict", *TABLES.values()})


class Line(NamedTuple):
    """What a listener is told. An empty kind: nothing, but time has passed."""

    id: int
    kind: str
    text: str


class Live:
    def __init__(self, layer: Layer, *, clients: int, patience: float = PATIENCE, pause: float = SECONDS) -> None:
        self._layer = layer
        self.patience = patience
        self._pause = pause
        self._most, self._each = clients, max(1, clients // SHARE)
        self._recent: deque[Line] = deque(maxlen=RECENT)
        self._position = -1
        self._listeners = 0
        self._clients: Counter[str] = Counter()
        """By the key they came with, which is empty for the token's holder."""
        self._moved = asyncio.Event()
        self._gaps = Gaps(layer.store)

    # ── what happens ──

    async def run(self) -> None:
        """Look at the ledger once for all who listen."""
        while True:
            await asyncio.sleep(self._pause)
            if not self.is_heard:
                self._position = -1
                continue
            try:
                while await self._look() and self.is_heard:
                    pass  # where more is written than a page in that time, listeners would fall further and further behind
            except Exception as error:  # a driver's own too: without this nobody would be told anything any more
                log.warning("the ledger could not be read: %s; listeners wait", error, exc_info=not isinstance(error, HabitusError))

    async def _look(self) -> bool:
        """Tell of the next page. True: it was full, so there may be another."""
        is_first = self._position < 0
        if is_first:
            self._position = await run_in_threadpool(self._begin)
            self._recent.clear()
            if self._position < 0:
                return False
        lines = await run_in_threadpool(self._read, self._position)
        if lines:
            self._position = lines[-1].id
            self._recent.extend(lines)
        if lines or is_first:  # what came before the first look is in the store: whoever waits reads it there
            moved, self._moved = self._moved, asyncio.Event()
            moved.set()
        return len(lines) == PAGE

    def last(self) -> int:
        return self._gaps.last()

    def _begin(self) -> int:
        """A line before which nothing can appear; -1: there is none yet."""
        return self._gaps.whole if self._gaps.closed() else -1

    def _read(self, after: int) -> list[Line]:
        return [self._line(row) for row in self._gaps.lines(after, PAGE)]

    def _line(self, row: Row) -> Line:
        kind = "verdict" if row["verb"] in ("judged", "settled") else TABLES.get(row["item_table"], "")
        if not kind:
            return Line(row["id"], "", "")
        content = self._layer.store.content(row["after"]) or {}
        if kind == "verdict" and not content.get("verdicts") and content.get("ruling", "allow") == "allow":
            return Line(row["id"], "", "")
        about = {"when": row["at"], "verb": row["verb"], "item": row["item"], "session": row["session"], **_about(kind, row, content)}
        if kind == "queue":
            about["depth"] = self._layer.queue.depth()
        return Line(row["id"], kind, json.dumps({"event": kind, "at": row["id"], "data": about}, default=str))

    async def since(self, after: int) -> Sequence[Line]:
        """What came after that line, some of it; waits until there is something."""
        while True:
            moved, recent = self._moved, self._recent
            if self._position >= 0 and recent and recent[0].id <= after + 1:
                found: Sequence[Line] = [line for line in recent if line.id > after][:PAGE]
            else:
                found = await run_in_threadpool(self._read, after)
            if found:
                return found
            await moved.wait()

    # ── a connection ──

    async def endpoint(self, socket: WebSocket) -> None:
        who = door.visitor(socket).key
        if full := self._full(who):
            await door.refuse(problems.response(429, full), socket.scope, socket.receive, socket.send)
            return
        self._clients[who] += 1
        try:
            await socket.accept()
            await Connection(self, self._layer, socket).run()
        except WebSocketDisconnect:
            pass
        finally:
            self._clients[who] -= 1
            self._clients += Counter()  # whoever has left is not remembered

    def _full(self, who: str) -> str:
        """Why there is no room for them; empty: there is."""
        if self._clients.total() >= self._most:
            return f"{self._most} connections are open already: close one, or try again later."
        if self._clients[who] >= self._each:
            return f"{self._each} connections with this key are open already: close one of them."
        return ""

    def listens(self, by: int) -> None:
        self._listeners += by

    @property
    def is_heard(self) -> bool:
        """Does anybody listen?"""
        return self._listeners > 0


class Connection:
    def __init__(self, live: Live, layer: Layer, socket: WebSocket) -> None:
        self._live = live
        self._layer = layer
        self._socket = socket
        self._who = door.visitor(socket)
        self._rate = limits.Rate(FRAMES)
        self._bad = 0
        self._pump: asyncio.Task[None] | None = None
        self._sending = asyncio.Lock()

    async def run(self) -> None:
        try:
            while self._bad < BAD:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                if not await door.still(self._socket):
                    await self._close(1008, ENDED)
                    return
                await self._answer(message.get("text"))
            await self._close(1008, "too many frames that make no sense: read the manual, then come again")
        except TimeoutError:
            await self._close(1013, "too slow: read the answers, and connect again")
        finally:
            await self._silent()

    async def _answer(self, text: str | None) -> None:
        id: Any = None
        try:
            if self._rate.takes("frames"):
                raise Problem(429, "Too many frames: send fewer.")
            frame = _frame(text)
            id = frame.get("id")
            result = await self._called(frame)
        except (Problem, HabitusError) as error:
            self._bad += isinstance(error, FieldError) or getattr(error, "status", 0) in (422, 429)
            await self.send(json.dumps({"id": id, "error": problems.body(*problems.told(error))}, default=str))
            return
        except Exception:  # the connection is one of many: its caller is told, and it goes on
            log.exception("a frame failed")
            await self.send(json.dumps({"id": id, "error": problems.body(*problems.told(Exception()))}, default=str))
            return
        await self.send(
            json.dumps({"id": id, "result": result}, default=str)
        )  # as ASCII: half a surrogate is no UTF-8, and an id may be one

    async def _called(self, frame: dict[str, Any]) -> Any:
        method, params = frame.get("method"), frame.get("params")
        params = {} if params is None else params
        if not isinstance(method, str):
            raise FieldError("method", "is missing" if method is None else "must be text")
        if not isinstance(params, dict):
            raise FieldError("params", "must be an object")
        if method == "events.subscribe":
            return await self._subscribed(params)
        if method == "events.unsubscribe":
            calls.only(params)
            await self._silent()
            return {}
        if method not in METHODS:
            names = ", ".join(sorted([*METHODS, "events.subscribe", "events.unsubscribe"]))
            raise Problem(404, f"There is no method {method!r:.80}: there are {names}.")
        return await run_in_threadpool(METHODS[method], self._layer, self._who, params)

    # ── events ──

    async def _subscribed(self, params: dict[str, Any]) -> dict[str, Any]:
        calls.only(params, "after", "kinds")
        after, kinds = params.get("after"), params.get("kinds", sorted(KINDS))
        if not isinstance(kinds, list) or not all(isinstance(kind, str) and kind in KINDS for kind in kinds):
            raise FieldError("kinds", f"must be a list of {', '.join(sorted(KINDS))}")
        if after is not None and (not isinstance(after, int) or isinstance(after, bool) or not 0 <= after < 2**62):
            raise FieldError("after", "must be the id of a line in the ledger")
        last = await run_in_threadpool(self._live.last)
        begin = last if after is None else after
        if begin > last:
            raise FieldError("after", f"is beyond the ledger's end, which is {last}: leave it out to hear what comes from now on")
        await self._silent()
        self._live.listens(1)
        self._pump = asyncio.create_task(self._told(begin, frozenset(kinds)))
        self._pump.add_done_callback(lambda _: self._live.listens(-1))  # also of one that is cancelled before it has begun
        return {"after": begin, "kinds": sorted(kinds)}

    async def _told(self, after: int, kinds: frozenset[str]) -> None:
        try:
            while True:
                lines = await self._live.since(after)
                if not await door.still(self._socket):
                    await self._close(1008, ENDED)
                    return
                for line in lines:
                    if line.kind in kinds:
                        await self.send(line.text)
                    after = line.id
        except TimeoutError:
            await self._close(1013, f"too slow: subscribe again with after={after}")
        except WebSocketDisconnect:
            pass  # gone; the reader notices too
        except Exception as error:  # a driver's own too: whoever waits is told that nothing comes
            log.warning("a listener is let go: %s", error, exc_info=not isinstance(error, HabitusError))
            await self._close(1011, f"the store does not answer: subscribe again with after={after}")

    async def _silent(self) -> None:
        if self._pump is not None:
            self._pump.cancel()
            await asyncio.gather(self._pump, return_exceptions=True)
            self._pump = None

    async def send(self, text: str) -> None:
        async with asyncio.timeout(self._live.patience), self._sending:
            try:
                await self._socket.send_text(text)
            except RuntimeError:  # it was closed meanwhile
                raise WebSocketDisconnect(1006) from None

    async def _close(self, code: int, reason: str) -> None:
        if self._socket.application_state is WebSocketState.CONNECTED:
            with suppress(TimeoutError):  # whoever reads nothing takes no farewell either
                async with asyncio.timeout(1):
                    await self._socket.close(code, reason[:120])


def _frame(text: str | None) -> dict[str, Any]:
    if text is None or len(text) > LONGEST:
        raise FieldError("frame", f"must be text of at most {LONGEST} characters")
    try:
        found = json.loads(text)
    except ValueError:
        raise FieldError("frame", "is not JSON") from None
    except RecursionError:
        raise FieldError("frame", "is nested too deeply") from None
    if not isinstance(found, dict):
        raise FieldError("frame", 'must be an object: {"id", "method", "params"}')
    if not isinstance(found.get("id"), str | int | None):
        raise FieldError("id", "must be text or a whole number")
    return found


def _about(kind: str, row: Row, content: dict[str, Any]) -> dict[str, Any]:
    if kind == "verdict":
        return {name: content.get(name) for name in ("tool", "ruling", "verdicts", "approval") if content.get(name)}
    more = {name: str(content[name])[:500] for name in ("fix", "reason") if content.get(name)}
    return {"table": row["item_table"], "said": named(content, "")[:500], **more, "state": content.get("state", content.get("status", ""))}
