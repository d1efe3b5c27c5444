"""From the socket to the proxy and back: for a POST with a body of known length, the application is called without anything in between.

What begins an answer waits for its first piece, if that is there in the same moment: one write instead of two.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from habitus.server.short import HEADER, Short, stays

if TYPE_CHECKING:
    import asyncio
    from collections.abc import MutableMapping

    from habitus.hosts.proxy.headers import Header

LINE = re.compile(rb"POST (/[\x21-\x7e]*) HTTP/1\.1")
LENGTH = re.compile(rb"\d{1,7}")
LONGEST = 1024 * 1024
"""Bytes of a body that is gathered here. A longer one is handed on as it comes, on the long way."""
OTHERWISE = frozenset({b"transfer-encoding", b"expect", b"upgrade", b"te", b"trailer"})
"""With these a request is not plain."""
BODILESS = (204, 304)
REASONS = {status.value: status.phrase.encode() for status in HTTPStatus}


class Straight(Short):
    _is_unread = False
    """The answer is written, and the body still coming."""

    def takes(self, data: bytes) -> bool:
        head, found, body = data.partition(b"\r\n\r\n")
        scope = _scope(head) if found else None
        length = int(scope["headers"][scope.pop("length")][1]) if scope else 0
        if scope is None or length > LONGEST or len(body) > length:
            return False
        scope |= {"client": self.client, "server": self.server, "root_path": self.root_path}
        self._busy = Under(self, length, body)
        task = self.loop.create_task(self._run(scope, self._busy))
        self.tasks.add(task)  # uvicorn waits for them when it is stopped
        task.add_done_callback(self.tasks.discard)
        return True

    def ahead(self, data: bytes) -> None:
        rest = self._busy.take(data)
        if rest:
            super().ahead(rest)
        if self._is_unread and self._busy.is_here:
            self._is_unread = False
            self._in_time()
            self.answered()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._busy is not None:
            self._busy.leave()
        super().connection_lost(exc)

    async def _run(self, scope: MutableMapping[str, Any], under: Under) -> None:
        try:
            await self.app(scope, under.receive, under.send)
        except Exception:
            self.logger.exception("a request failed")
            if not under.has_begun:
                await under.send({"type": "http.response.start", "status": 500, "headers": [(b"content-length", b"0")]})
                await under.send({"type": "http.response.body", "body": b""})
        finally:
            self._over(under)

    def _over(self, under: Under) -> None:
        if not under.is_over or self.transport.is_closing():  # an answer that breaks off breaks off for the client too
            self.transport.close()
        elif under.is_here:
            self.answered()
        else:  # it was answered without its body, of which the rest is no request: it is heard out, and not for ever
            self._is_unread = True
            self._late = self.loop.call_later(self.patience, self._too_late)


class Under:
    """A request under way, as an application sees it."""

    def __init__(self, line: Straight, length: int, body: bytes) -> None:
        self._line, self._left, self._body = line, length - len(body), [body]
        self._is_gone = self._is_read = False
        self._waits: asyncio.Future[None] | None = None
        self._head = b""
        self._is_chunked = self._is_bare = False
        self.has_begun = self.is_over = False

    # ── from the client ──

    @property
    def is_here(self) -> bool:
        return not self._left

    def take(self, data: bytes) -> bytes:
        """What of it belongs to the body; gives back the rest."""
        mine, rest = data[: self._left], data[self._left :]
        if mine:
            self._body.append(mine)
            self._left -= len(mine)
            self._wake()
        return rest

    def leave(self) -> None:
        self._is_gone = True
        self._wake()

    def _wake(self) -> None:
        if self._waits and not self._waits.done():
            self._waits.set_result(None)

    async def receive(self) -> dict[str, Any]:
        while not self._is_gone and (self._left or self._is_read):
            self._waits = self._line.loop.create_future()
            await self._waits
        if self._is_gone:
            return {"type": "http.disconnect"}
        self._is_read = True
        return {"type": "http.request", "body": b"".join(self._body), "more_body": False}

    # ── to the client ──

    async def send(self, message: MutableMapping[str, Any]) -> None:
        if self._is_gone or self.is_over:
            return
        if message["type"] == "http.response.start":
            self.has_begun = True
            self._head = self._began(message["status"], message["headers"])
            self._line.loop.call_soon(self._flush)
            return
        body, self.is_over = message.get("body", b""), not message.get("more_body", False)
        if self._is_chunked:
            body = (b"%x\r\n%b\r\n" % (len(body), body) if body else b"") + (b"0\r\n\r\n" if self.is_over else b"")
        self._write(b"" if self._is_bare else body)
        if self._line.flow.write_paused:
            await self._line.flow.drain()

    def _began(self, status: int, headers: list[Header]) -> bytes:
        self._is_bare = status in BODILESS
        self._is_chunked = not self._is_bare and not any(name.lower() == b"content-length" for name, _ in headers)
        lines = [b"HTTP/1.1 %d %b" % (status, REASONS.get(status, b"")), *(b"%b: %b" % header for header in headers)]
        return b"\r\n".join([*lines, *([b"transfer-encoding: chunked"] if self._is_chunked else []), b"", b""])

    def _flush(self) -> None:
        if self._head and not self._is_gone:
            self._write(b"")

    def _write(self, body: bytes) -> None:
        head, self._head = self._head, b""
        if head or body:
            self._line.transport.write(head + body)


def _scope(head: bytes) -> dict[str, Any] | None:
    """What a plain request asks for, and which of its headers says how long it is; None: it is not plain."""
    first, *lines = head.split(b"\r\n")
    asked = LINE.fullmatch(first)
    found = [HEADER.fullmatch(line) for line in lines]
    if asked is None or None in found:
        return None
    headers = [(match[1].lower(), match[2]) for match in found if match]
    names = [name for name, _ in headers]
    if not OTHERWISE.isdisjoint(names) or names.count(b"content-length") != 1 or names.count(b"host") != 1:
        return None
    if not all(stays(*header) for header in headers):
        return None
    length = names.index(b"content-length")
    if not LENGTH.fullmatch(headers[length][1]):
        return None
    path, _, query = asked[1].partition(b"?")
    return {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": "POST", "scheme": "http",
        "path": unquote(path.decode("ascii")), "raw_path": path, "query_string": query, "headers": headers, "length": length,
    }  # fmt: skip
