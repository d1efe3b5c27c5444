"""One request and its answer."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, TypeVar

from habitus.hosts.proxy import headers as heads
from habitus.hosts.proxy import openai_chat, openai_responses, sse
from habitus.hosts.proxy.body import NotOurs
from habitus.hosts.proxy.wire import Illegible, dumped, loaded
from habitus.server.proxy.upstream import Broken, Late

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Sequence

    from starlette.types import Receive, Scope, Send

    from habitus.hosts.proxy.desk import Visit
    from habitus.hosts.proxy.headers import Header, Route
    from habitus.hosts.proxy.taking import Client
    from habitus.hosts.proxy.wire import Answer, Api, Stream
    from habitus.server.proxy import Proxy
    from habitus.server.proxy.upstream import Response

log = logging.getLogger("habitus.proxy")
T = TypeVar("T")

GONE = "the client has gone"
ILLEGIBLE = "The provider's answer is written in a way that cannot be judged."
AMBIGUOUS = "The request does not say plainly how long it is: send Content-Length, or Transfer-Encoding: chunked, and not both."

SHORT = 100_000
"""Characters that are read in less than a millisecond; for longer ones nobody else shall wait."""

EVENTS = (b"data:", b"event:", b"id:", b"retry:", b":")
"""How a stream begins, whatever its type says."""

STREAMED = 2**40
"""Bytes of a stream once it is opened: it is passed on as it comes, so none is too long."""


class Refused(Exception):
    """A failure of ours, or one that we have to put into words."""

    def __init__(self, status: int, message: str, *, ends: bool = False) -> None:
        """`ends`: and the connection with it, for nobody knows where its next request begins."""
        super().__init__(message)
        self.status = status
        self.message = message
        self.ends = ends


class Gone(Exception):
    """The client is not there any more."""


class Left:
    """What an exchange leaves behind, as far as it has come."""

    def __init__(self) -> None:
        self.answers: Sequence[Answer] = ()
        self.id = ""
        self.owed: Sequence[dict[str, Any]] = ()

    def keep(self, stream: Stream, *, is_over: bool = False) -> None:
        """A client may hang up as soon as it has read the last event, before the connection's own end."""
        if is_over or stream.is_over:
            self.answers, self.id, self.owed = stream.answers, stream.id, stream.debts


class Exchange:
    """One request and its answer."""

    def __init__(self, proxy: Proxy, scope: Scope, receive: Receive, send: Send) -> None:
        self.proxy = proxy
        self.desk = proxy.desk
        self.limits = proxy.limits
        self.scope = scope
        self.receive = receive
        self.send = send
        self.route: Route | None = None
        self.has_begun = False
        self.is_stream = False

    async def run(self) -> None:
        path = self.proxy.path(self.scope)
        self.route = heads.route(self.scope["method"], path)
        if heads.is_ambiguous(self.scope["headers"]):
            raise Refused(400, AMBIGUOUS, ends=True)
        query = self.scope.get("query_string", b"")
        target = path + b"?" + query if query else path
        if self.route is None:
            await self._through(target)
            return
        body = await self._body()
        await self._while_there(self._known(self.route, target, body))

    async def refuse(self, error: Refused) -> None:
        """In the words of the API that was asked. In the midst of an answer, all that can be said is that it breaks off here."""
        api: Any = self.route.api if self.route else openai_chat
        if self.has_begun:
            if self.is_stream:
                await self._write(api.broke(error.message))
                await self._finish()
            return
        body = dumped(api.error(error.status, error.message))
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        headers += [(b"connection", b"close")] if error.ends else []
        await self.send({"type": "http.response.start", "status": error.status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})

    # ── what we do not know ──

    async def _through(self, target: bytes) -> None:
        done, given = asyncio.Event(), self.scope["headers"]
        headers, length = heads.sent_on(given), heads.find(given, heads.LENGTH)
        has_body = bool(length or heads.find(given, heads.CODING))
        if not has_body:
            done.set()
        if length:
            self._short_enough(int(length))
            headers.append((heads.LENGTH, length))
        await self._while_there(self._handed(target, headers, self._pieces(done) if has_body else None), after=done)

    async def _pieces(self, done: asyncio.Event) -> AsyncIterator[bytes]:
        more, size = True, 0
        while more:
            message = await self.receive()
            if message["type"] != "http.request":
                raise Gone
            more = message.get("more_body", False)
            if message.get("body"):
                size += len(message["body"])
                self._short_enough(size)
                yield message["body"]
        done.set()

    def _short_enough(self, size: int) -> None:
        if size > self.limits.through_bytes:
            raise Refused(413, f"The request is longer than {self.limits.through_bytes} bytes, which is all that this proxy hands on.")

    async def _handed(self, target: bytes, headers: Sequence[Header], content: AsyncIterator[bytes] | None) -> None:
        response = await self.proxy.ask(self.scope["method"], target, headers, content)
        try:
            await self._hand(response)
        finally:
            await response.close()
        await self._finish()

    async def _hand(self, response: Response) -> None:
        """As it came: status, headers, and the bytes as they were packed."""
        await self._start(response.status, heads.handed_back(response.headers))
        async for piece in self._read(response):
            await self._write(piece)

    # ── what we know ──

    async def _known(self, route: Route, target: bytes, raw: bytes) -> None:
        client = self.proxy.client(self.scope)
        visit, body = await self._enter(route, client, raw)
        headers = heads.sent_on(self.scope["headers"], changed=body is not raw, plain=visit is not None)
        left = Left()
        try:
            content = body if body or self.scope["method"] == "POST" else None
            response = await self.proxy.ask(self.scope["method"], target, headers, content)
            try:
                await self._answered(route, visit, response, raw, left)
            finally:
                await response.close()
        finally:
            if visit and not visit.untold and not any(one.untold for one in left.answers):
                self.desk.leave(visit, left.answers, left.id, left.owed)  # nothing is told, so nothing blocks
            elif visit:  # also when the client has gone: an answer that was handed on in full is one
                await asyncio.wait({self.proxy.later(self._leave(visit, left))}, timeout=self.limits.ending_seconds)
        await self._finish()

    async def _answered(self, route: Route, visit: Visit | None, response: Response, raw: bytes, left: Left) -> None:
        if visit is None or not 200 <= response.status < 300:
            await self._hand(response)
        elif heads.is_stream(response.headers, raw):
            await self._stream(route.api, visit, response, left)
        else:
            await self._whole(route.api, visit, response, left)

    async def _enter(self, route: Route, client: Client, raw: bytes) -> tuple[Visit | None, bytes]:
        """What goes on, and where its answer belongs. Whatever happens here, the request goes on."""
        desk = self.desk
        visit: Visit | None = None
        if route.kind == "fetch":
            return desk.stranger(client, route.name), raw
        try:
            text = heads.unpacking(self.scope["headers"], self.limits.request_bytes)(raw).decode()
            if route.kind == "count":
                counted = await self._read_in(text, lambda: desk.count(route.api, text, client))
                return None, raw if counted == text else counted.encode("utf-8", "surrogatepass")
            visit = await self._read_in(text, lambda: desk.take(route.api, text, client))
            if visit.is_urgent:
                await self.proxy.aside(lambda: desk.prepare(visit))
            sent = await self._read_in(text, lambda: desk.sent(visit))
            return visit, raw if sent == text else sent.encode("utf-8", "surrogatepass")
        except (NotOurs, heads.Unreadable, UnicodeError, TimeoutError):
            pass
        except asyncio.CancelledError:
            if visit:
                self.proxy.later(self._leave(visit, Left()))
            raise
        except Exception:  # rules of other people's run in there
            log.exception("a request could not be taken in: it goes on as it came")
        return (None if route.kind == "count" else visit or desk.stranger(client)), raw

    async def _read_in(self, text: str, work: Callable[[], T]) -> T:
        """What is short is read at once: a thread would take longer than the reading."""
        return work() if len(text) < SHORT else await self.proxy.aside(work)

    async def _leave(self, visit: Visit, left: Left) -> None:
        try:
            await self.proxy.aside(lambda: self.desk.leave(visit, left.answers, left.id, left.owed))
        except TimeoutError:
            pass
        except Exception:
            log.exception("what an agent said is not kept")

    async def _whole(self, api: Api, visit: Visit, response: Response, left: Left) -> None:
        """An answer in one piece. Unless a call in it is refused, it goes on as it came."""
        raw = await self._all(response)
        headers = heads.handed_back(response.headers)
        try:
            plain = heads.unpacking(headers, self.limits.answer_bytes)(raw)
            found = loaded(plain)
        except heads.Unreadable:
            raise Refused(502, "The provider's answer is packed in a way that cannot be judged.") from None
        except Illegible:
            raise Refused(502, ILLEGIBLE) from None
        if found is None:
            await self._no_object(api, visit, response._replace(stream=_once(raw)), plain, left)
            return
        said = api.answers(found)
        calls = api.calls(found)
        refusals = await self._ruled(visit, calls, "".join(one.told() for one in said), str(found.get("id") or "")) if calls else []
        if any(refusals):
            left.owed = openai_responses.debts(found, refusals) if api.LIST == openai_responses.LIST else ()
            found = api.without(found, refusals)
            raw = dumped(found)
            headers = heads.handed_back(headers, b"content-encoding", b"content-length")
            headers.append((b"content-length", str(len(raw)).encode()))
        await self._start(response.status, headers)
        await self._write(raw)
        left.id, left.answers = str(found.get("id") or ""), api.answers(found)
        for one in left.answers if calls else ():
            one.untold = []

    async def _no_object(self, api: Api, visit: Visit, response: Response, plain: bytes, left: Left) -> None:
        """A stream under another name, or an object that is not whole. What is neither holds no call that a client would find."""
        begins = plain.removeprefix(sse.BOM).lstrip()
        if begins.startswith(EVENTS):
            await self._stream(api, visit, response, left)
        elif begins.startswith(b"{"):
            raise Refused(502, ILLEGIBLE)
        else:
            await self._hand(response)

    async def _all(self, response: Response) -> bytes:
        pieces, size = [], 0
        async for piece in self._read(response):
            pieces.append(piece)
            size += len(piece)
            if size > self.limits.answer_bytes:
                raise Refused(502, "The provider's answer is too long to be judged.")
        return b"".join(pieces)

    async def _stream(self, api: Api, visit: Visit, response: Response, left: Left) -> None:
        """Text goes on as it comes; calls when they are whole and ruled on."""
        stream, frames, held = api.stream(), sse.Frames(self.limits.held_bytes), 0
        try:
            unpack = heads.unpacking(response.headers, STREAMED)
        except heads.Unreadable:
            raise Refused(502, "The provider's answer is packed in a way that cannot be judged.") from None
        self.is_stream = True
        await self._start(response.status, heads.handed_back(response.headers, b"content-length", b"content-encoding"))
        async for piece in self._read(response):
            try:
                whole = frames.feed(unpack(piece))
            except (sse.TooLong, heads.Unreadable):
                raise Refused(502, "The provider's stream cannot be read.") from None
            held = await self._pass(stream, whole, visit, held)
            left.keep(stream)
        await self._pass(stream, frames.end(), visit, held)
        await self._write(stream.end())
        while stream.asked:
            await self._write(await self._answer(visit, stream) + stream.end())
        left.keep(stream, is_over=True)

    async def _pass(self, stream: Stream, frames: Sequence[sse.Frame], visit: Visit, held: int) -> int:
        """Frames that came together go on together, up to a call that has to be ruled on. Answers how many bytes are held."""
        out: list[bytes] = []
        for frame in frames:
            try:
                goes = stream.take(frame)
            except Illegible:
                await self._write(b"".join(out))
                raise Refused(502, ILLEGIBLE) from None
            out.append(goes)
            held = held if goes else held + len(frame.raw)
            if held > self.limits.held_bytes:
                raise Refused(502, "The provider's answer holds a call that is too long to be judged.")
            if stream.asked:
                await self._write(b"".join(out))
                out, held = [await self._answer(visit, stream)], 0
        await self._write(b"".join(out))
        return held

    async def _answer(self, visit: Visit, stream: Stream) -> bytes:
        said = "".join(one.told() for one in stream.answers)
        return stream.ruled(await self._ruled(visit, stream.asked, said, stream.id))

    async def _ruled(self, visit: Visit, calls: Sequence[Any], said: str, batch: str) -> Sequence[str | None]:
        """What cannot be judged in time is judged by the declared rules alone."""
        asked = list(calls)
        try:
            return await self.proxy.aside(lambda: self.desk.rule(visit, asked, said, batch))
        except TimeoutError:
            return await self.proxy.beside(lambda: self.desk.rule_alone(visit, asked, batch))

    # ── bytes ──

    async def _body(self) -> bytes:
        pieces, size = [], 0
        more = True
        while more:
            message = await self.receive()
            if message["type"] != "http.request":
                raise Gone
            pieces.append(message.get("body", b""))
            size += len(pieces[-1])
            if size > self.limits.request_bytes:
                raise Refused(413, f"The request is longer than {self.limits.request_bytes} bytes, which is all that this proxy reads.")
            more = message.get("more_body", False)
        return b"".join(pieces)

    async def _read(self, response: Response) -> AsyncIterator[bytes]:
        """The answer's bytes as they come. One that breaks off is not finished for the client either."""
        try:
            async for piece in response.stream:
                yield piece
        except Late:
            raise Refused(504, "The provider has fallen silent.") from None
        except Broken as error:
            if self.has_begun:
                log.warning("the provider's answer broke off (%s)", error)
                raise Gone from None
            raise Refused(502, f"The provider's answer broke off ({error}).") from None

    async def _start(self, status: int, headers: Sequence[Header]) -> None:
        self.has_begun = True
        await self.send({"type": "http.response.start", "status": status, "headers": list(headers)})

    async def _write(self, piece: bytes) -> None:
        if piece:
            await self.send({"type": "http.response.body", "body": piece, "more_body": True})

    async def _finish(self) -> None:
        await self.send({"type": "http.response.body", "body": b""})

    async def _while_there(self, work: Coroutine[Any, Any, None], after: asyncio.Event | None = None) -> None:
        """Until it is done, or the client goes away: then the provider is hung up on too."""
        me = asyncio.current_task()
        watch = asyncio.ensure_future(self._gone(after))
        watch.add_done_callback(lambda task: me.cancel(GONE) if me and not task.cancelled() else None)
        try:
            await work
        except asyncio.CancelledError as cancelled:
            if GONE not in cancelled.args or not me:
                raise
            me.uncancel()
            raise Gone from None
        finally:
            watch.cancel()

    async def _gone(self, after: asyncio.Event | None) -> None:
        if after:
            await after.wait()
        while (await self.receive())["type"] != "http.disconnect":
            pass


async def _once(raw: bytes) -> AsyncIterator[bytes]:
    yield raw
