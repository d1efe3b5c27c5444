"""A short way for the calls that agents make all day: `POST /v1/judge` as a client of ours sends it is read and answered here, without the
machinery that can read everything.

Only a request that is plain and alone on its connection takes it: HTTP/1.1, known headers with nothing unusual in them, a length, a body of
just that length, which may come behind its head. Whatever is the least bit different goes the long way, through h11 and the application; it
is the same door, the same desk and the same answer. Measured in `bench/serving.py`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, cast

from habitus.errors import HabitusError
from habitus.server import hot, outside, problems
from habitus.server.door import speaks
from habitus.server.dress import RAW
from habitus.server.problems import Problem
from habitus.server.short import CONNECTION, HEADER, Short, stays

if TYPE_CHECKING:
    from habitus.server.app import Application
    from habitus.types import Decision

LINE = b"POST /v1/judge HTTP/1.1\r\n"
PLAIN = frozenset(
    {
        b"host", b"authorization", b"content-type", b"content-length", b"accept", b"accept-encoding", b"accept-language", b"user-agent",
        b"sec-fetch-mode", CONNECTION,
    }
)  # fmt: skip
"""Headers that a plain request has. One that is not among them may mean something, so it goes the long way; so does a repeated one."""

LENGTH = re.compile(r"0|[1-9][0-9]{0,4}")
"""As a plain request says how long its body is. What is a hundred thousand bytes long may take its time."""

KNOWN, LONGEST = 256, 512
"""Lines of heads that are remembered, and the bytes of one: a client says the same at every call, but for the length. A longer line goes
the long way."""

HEADERS = b"".join(b"%s: %s\r\n" % header for header in RAW)
OK = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"


class Lane(Short):
    application: ClassVar[Application]

    def takes(self, data: bytes) -> bool | None:
        request = _plain(data) if data.startswith(LINE) else None
        if request is None:
            return False
        headers, body = request
        return None if len(body) < int(headers[b"content-length"]) else self._taken(headers, body)

    def _taken(self, headers: dict[bytes, str], body: bytes) -> bool:
        """False: it is for the long way, which says why."""
        scope = {"type": "http", "method": "POST", "path": "/v1/judge", "client": self.client}
        app = self.application
        try:
            speaks(app.door.passes_by(scope, headers))  # whoever is next on this connection is asked anew
            call = hot.call(hot.read(body), app.layer)
            app.desk.ask(call, self._told)
        except (Problem, HabitusError):
            return False
        self._busy = call
        return True

    def _told(self, said: Decision | BaseException) -> None:
        if self.transport.is_closing():
            self._busy = None
            return
        if not isinstance(said, BaseException):
            body = outside.written(hot.decided(said))
            head = OK
        else:
            status, detail = problems.noted("POST /v1/judge", cast("Exception", said))
            self.application.figures.failed("judge", status)
            body = outside.written(problems.body(status, detail))
            head = b"HTTP/1.1 %d Problem\r\ncontent-type: application/problem+json\r\n" % status
        self.transport.write(b"%s%scontent-length: %d\r\n\r\n%s" % (head, HEADERS, len(body), body))
        self.answered()


def _plain(data: bytes) -> tuple[dict[bytes, str], bytes] | None:
    """Headers and body of a request that can take the short way, as far as it is here."""
    head, found, body = data.partition(b"\r\n\r\n")
    if not found:
        return None
    headers: dict[bytes, str] = {}
    for line in head[len(LINE) :].split(b"\r\n"):
        header = _header(line) if len(line) <= LONGEST else None
        if header is None or header[0] in headers:
            return None
        headers[header[0]] = header[1]
    length = headers.get(b"content-length", "")
    if not LENGTH.fullmatch(length) or len(body) > int(length) or b"host" not in headers:
        return None
    return headers, body


@lru_cache(maxsize=KNOWN)
def _header(line: bytes) -> tuple[bytes, str] | None:
    """Name and value, if it is a plain one."""
    match = HEADER.fullmatch(line)
    name = match[1].lower() if match else b""
    if match is None or name not in PLAIN or not stays(name, match[2]):
        return None
    return name, match[2].decode("ascii")
