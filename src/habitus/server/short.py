"""A short way beside uvicorn's own, for the requests that agents make all day: no machinery that can read everything.

Only a request that is plain and alone on its connection takes it; whatever is the least bit different goes the long way, through h11, on
the same connection. Who may come and what is answered is the same on both.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

HEADER = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)[ \t]*")
CONNECTION = b"connection"
AHEAD = 64 * 1024
"""Bytes that a client may send ahead of its answer before it is no longer listened to."""

HEAD = 20.0
"""Seconds within which the head of a request is here, from when somebody has connected or begun to send it. Any client takes less; whoever
takes longer keeps others out, for a process has so many connections and no more."""

LOOK, PACE = 30.0, 32 * 1024
"""Seconds between two looks at what a client has yet to take, and the bytes of it that it takes meanwhile: a kilobyte a second. Whoever
takes less reads nothing, and would keep its connection as long as it likes."""


def stays(name: bytes, value: bytes) -> bool:
    """`Connection: keep-alive` says what is so anyway, as many clients do; anything else there makes a request unusual."""
    return name != CONNECTION or value.lower() == b"keep-alive"


class Short(H11Protocol):
    patience = HEAD
    look = LOOK
    _busy: Any = None
    """The request that is under way on the short way."""
    _begun = b""
    """Of a request for the short way of which the rest is still coming."""
    _later = b""
    _last = 0.0
    _late: asyncio.TimerHandle | None = None
    """Runs while there is no request to answer, and somebody has yet to send one."""
    _is_leaving = False
    _looks: asyncio.TimerHandle | None = None
    _owed = 0
    """Bytes that were not taken at the last look; 0: all were, or there is room for more."""

    def takes(self, data: bytes) -> bool | None:
        """Is this a request for the short way? Then it is under way, and `_busy`. None: it would be, and the rest of it is not here."""
        raise NotImplementedError

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._late = self.loop.call_later(self.patience, self._too_late)
        self._looks = self.loop.call_later(self.look, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        if self._looks is not None:
            self._looks.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        self._owed = 0
        super().pause_writing()

    def _look(self) -> None:
        """A full connection, and one that closes when all is taken, last as long as something is taken. That also holds for what has
        become a WebSocket by now: who takes its frames is somebody else's to watch, but not who takes its end."""
        left, is_closing = self.transport.get_write_buffer_size(), self.transport.is_closing()
        if is_closing and not left:
            return
        is_full = self.flow.write_paused and self.transport.get_protocol() is self
        if not (is_full or is_closing):
            self._owed = 0
        elif self._owed and self._owed - left < PACE:
            self.transport.abort()
            return
        else:
            self._owed = left
        self._looks = self.loop.call_later(self.look, self._look)

    def data_received(self, data: bytes) -> None:
        if self._busy is not None:  # one at a time: the next waits until this one is answered
            self.ahead(data)
            return
        begun, self._begun = self._begun, b""
        data = begun + data
        is_taken = self.takes(data) if begun or self._is_idle() else False
        if is_taken:
            self._in_time()
            return
        if is_taken is None and not begun:  # many send head and body apart; whoever sends more pieces goes the long way
            self._begun = data
        else:
            super().data_received(data)
        self._watch()

    def _watch(self) -> None:
        """Only an answer that is still due keeps a connection: not half a head, nor the rest of a body that nobody reads any more."""
        if self.cycle is not None and not self.cycle.response_complete:
            self._in_time()
        elif self._late is None:
            self._late = self.loop.call_later(self.patience, self._too_late)

    def _in_time(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _too_late(self) -> None:
        self._late = None
        if self.transport.get_protocol() is self:  # and no WebSocket by now
            self.transport.close()

    def ahead(self, data: bytes) -> None:
        self._later += data
        if len(self._later) > AHEAD:
            self.flow.pause_reading()

    def _is_idle(self) -> bool:
        """Nothing is under way, and nothing was left over."""
        if self.cycle is not None and not self.cycle.response_complete:
            return False
        conn = self.conn
        return conn.their_state is h11.IDLE and conn.our_state is h11.IDLE and not conn.trailing_data[0] and not self.flow.write_paused

    def answered(self) -> None:
        """The whole answer is written."""
        self._busy = None
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
        if self._busy is None and not self._begun and left <= 0:
            super().timeout_keep_alive_handler()
        else:
            self.timeout_keep_alive_task = self.loop.call_later(max(left, 1.0), self.timeout_keep_alive_handler)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """A handshake that its reader cannot read is told so: it would be waited for, or remembered, as long as the server runs."""
        try:
            super().handle_websocket_upgrade(event)
            is_read = getattr(self.transport.get_protocol(), "handshake_initiated", True)
        except Exception:  # noqa: BLE001 - what a stranger sends is read by somebody else's code
            self.connections -= {one for one in self.connections if one.transport is self.transport}
            is_read = False
        if not is_read:
            with suppress(h11.LocalProtocolError):  # whoever asks HEAD is told nothing more
                self.send_400_response("Invalid WebSocket handshake received.")
            self.transport.close()

    def shutdown(self) -> None:
        """What is under way is answered first."""
        if self._busy is None:
            super().shutdown()
        else:
            self._is_leaving = True
