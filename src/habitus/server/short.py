"""A short way beside uvicorn's own, for the requests that agents make all day: no machinery that can read everything.

Only a request that is plain and alone on its connection takes it; whatever is the least bit different goes the long way, through h11, on
the same connection. Who may come and what is answered is the same on both.
"""

from __future__ import annotations

import re
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)[ \t]*")
AHEAD = 64 * 1024
"""Bytes that a client may send ahead of its answer before it is no longer listened to."""


class Short(H11Protocol):
    _busy: Any = None
    """The request that is under way on the short way."""
    _later = b""
    _last = 0.0
    _is_leaving = False

    def takes(self, data: bytes) -> bool:
        """Is this a request for the short way? Then it is under way, and `_busy`."""
        raise NotImplementedError

    def data_received(self, data: bytes) -> None:
        if self._busy is not None:  # one at a time: the next waits until this one is answered
            self.ahead(data)
        elif not (self._is_idle() and self.takes(data)):
            super().data_received(data)

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
        if self._busy is None and left <= 0:
            super().timeout_keep_alive_handler()
        else:
            self.timeout_keep_alive_task = self.loop.call_later(max(left, 1.0), self.timeout_keep_alive_handler)

    def shutdown(self) -> None:
        """What is under way is answered first."""
        if self._busy is None:
            super().shutdown()
        else:
            self._is_leaving = True
