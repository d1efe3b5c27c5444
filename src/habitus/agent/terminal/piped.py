"""Input from a file or another program: one message per line, a backslash at its end joins the next. Nobody is there to ask."""

from __future__ import annotations

import asyncio
import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator


class Piped:
    def __init__(self, source: BinaryIO) -> None:
        self._source = source

    async def line(self) -> str:
        """Raises EOFError at the end. It holds up the loop, in which nothing else goes on between two messages."""
        with _ends_by_interrupt():
            if (task := asyncio.current_task()) is not None and task.cancelling():
                raise KeyboardInterrupt  # it came before we listened, and was only written down
            found = self._source.readline()
            if not found:
                raise EOFError
            while found.endswith(b"\\\n"):
                found = found[:-2] + b"\n" + self._source.readline()
        return found.decode(errors="replace").rstrip("\r\n")


@contextmanager
def _ends_by_interrupt() -> Iterator[None]:
    """Ctrl-C ends the reading: asyncio's own answer to it would only be heard after the next line."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
