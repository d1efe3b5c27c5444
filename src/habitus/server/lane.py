"""A short way for the calls that agents make all day: `POST /v1/judge` as a client of ours sends it is read and answered here, without the
machinery that can read everything.

Only a request that is whole, plain and alone on its connection takes it: HTTP/1.1, known headers with nothing unusual in them, a length, a
body of just that length. Whatever is the least bit different goes the long way, through h11 and the application; it is the same door, the
same desk and the same answer. Measured in `bench/serving.py`.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, ClassVar, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from habitus.errors import HabitusError
from habitus.server import hot, problems
from habitus.server.door import RAW
from habitus.server.problems import Problem

if TYPE_CHECKING:
    import asyncio

    from habitus.server.app import Application
    from habitus.types import Decision, ToolCall

LINE = b"POST /v1/judge HTTP/1.1\r\n"
HEADER = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)[ \t]*")
PLAIN = frozenset({b"host", b"authorization", b"content-type", b"content-length", b"accept", b"accept-encoding", b"user-agent", b"origin"})
"""Headers that a plain request has. One that is not among them may mean something, so it goes the long way; so does a repeated one."""

AHEAD = 64 * 1024
"""Bytes that a client may send ahead of its answer before it is no longer listened to."""

HEADERS = b"".join(b"%s: %s\r\n" % header for header in RAW)
OK = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"


class Lane(H11Protocol):
    application: ClassVar[Application]

    def data_received(self, data: bytes) -> None:
        if self._busy is not None:  # one at a time: the next waits until this one is answered
            self._later += data
            if len(self._later) > AHEAD:
                self.flow.pause_reading()
            return
        if data.startswith(LINE) and self._is_idle() and (request := _plain(data)) and self._taken(*request):
            return
        super().data_received(data)

    def _is_idle(self) -> bool:
        """Nothing is under way, and nothing was left over."""
        if self.cycle is not None and not self.cycle.response_complete:
            return False
        conn = self.conn
        return conn.their_state is h11.IDLE and conn.our_state is h11.IDLE and not conn.trailing_data[0] and not self.flow.write_paused

    def _taken(self, headers: dict[bytes, str], body: bytes) -> bool:
        """False: it is for the long way, which says why."""
        scope = {"type": "http", "method": "POST", "path": "/v1/judge", "client": self.client}
        app = self.application
        try:
            app.door.passes_by(scope, headers)
            given = hot.read(body)
            answer = app.desk.judge(cast("ToolCall", hot.event({**given, "event": "call"}, app.layer)))
        except (Problem, HabitusError):
            return False
        self._busy = answer
        answer.add_done_callback(self._answered)
        return True

    def _answered(self, answer: asyncio.Future[Decision]) -> None:
        self._busy = None
        if self.transport.is_closing():
            answer.exception()
            return
        error = answer.exception()
        if error is None:
            body = json.dumps(hot.decided(answer.result()), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
            head = OK
        else:
            status, detail = problems.told(cast("Exception", error))
            body = json.dumps(problems.body(status, detail)).encode()
            head = b"HTTP/1.1 %d Problem\r\ncontent-type: application/problem+json\r\n" % status
        self.transport.write(b"%s%scontent-length: %d\r\n\r\n%s" % (head, HEADERS, len(body), body))
        if self._is_leaving:
            self.transport.close()
            return
        self.server_state.total_requests += 1
        self._stay()
        if self._later:
            later, self._later = self._later, b""
            self.data_received(later)

    def _stay(self) -> None:
        """Until nothing was asked for a while. One timer that looks again when it is due: setting one for every answer costs more than
        reading the request."""
        self._last = self.loop.time()
        self.flow.resume_reading()
        if self.timeout_keep_alive_task is None:
            self.timeout_keep_alive_task = self.loop.call_later(self.timeout_keep_alive, self.timeout_keep_alive_handler)

    def timeout_keep_alive_handler(self) -> None:
        left = self._last + self.timeout_keep_alive - self.loop.time()
        if self._busy is None and left <= 0:
            super().timeout_keep_alive_handler()
        else:
            self.timeout_keep_alive_task = self.loop.call_later(max(left, 1.0), self.timeout_keep_alive_handler)

    _busy: Any = None
    _later = b""
    _last = 0.0
    _is_leaving = False

    def shutdown(self) -> None:
        """A call that is being judged is answered first."""
        if self._busy is None:
            super().shutdown()
        else:
            self._is_leaving = True


def _plain(data: bytes) -> tuple[dict[bytes, str], bytes] | None:
    """Headers and body of a request that can take the short way."""
    head, found, body = data.partition(b"\r\n\r\n")
    if not found:
        return None
    headers: dict[bytes, str] = {}
    for line in head[len(LINE) :].split(b"\r\n"):
        match = HEADER.fullmatch(line)
        if match is None:
            return None
        name = match[1].lower()
        if name not in PLAIN or name in headers:
            return None
        headers[name] = match[2].decode("ascii")
    if headers.get(b"content-length") != str(len(body)) or b"host" not in headers:
        return None
    return headers, body
