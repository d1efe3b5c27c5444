"""Our own standard input and output, kept for the protocol alone: whatever else in this process prints, prints to standard error."""

from __future__ import annotations

import asyncio
import os
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

LONGEST = 64 * 1024 * 1024
"""Bytes of a line. A picture may be ten; past this somebody sends without end."""

AHEAD = 16
"""Lines that are read before they are asked for."""


class Pipes:
    """Lines in and out. A thread reads, because a terminal, a file and a pipe are read alike only so; it ends with the process."""

    def __init__(self) -> None:
        self._in, self._out = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        self._lock = asyncio.Lock()

    async def lines(self) -> AsyncIterator[bytes | None]:
        """Each line; None in the place of one that is too long."""
        loop, lines = asyncio.get_running_loop(), asyncio.Queue[bytes | EOFError | None]()
        room = threading.Semaphore(AHEAD)

        def put(line: bytes | EOFError | None) -> None:
            loop.call_soon_threadsafe(lines.put_nowait, line)

        def read() -> None:
            try:
                with os.fdopen(self._in, "rb") as stream:
                    while (line := stream.readline(LONGEST + 1)) and room.acquire():
                        whole = len(line) <= LONGEST
                        put(line if whole else None)
                        while not whole and line and not line.endswith(b"\n"):
                            line = stream.readline(LONGEST)
                put(EOFError())
            except (OSError, RuntimeError):  # the loop has gone, and with it whoever would hear of this
                return

        threading.Thread(target=read, name="mcp-stdin", daemon=True).start()
        while not isinstance(line := await lines.get(), EOFError):
            room.release()
            yield line

    async def write(self, line: bytes) -> None:
        """Raises `BrokenPipeError` when nobody reads any more."""
        async with self._lock:
            await asyncio.to_thread(_written, self._out, line)


def _written(out: int, line: bytes) -> None:
    view = memoryview(line)
    while view:
        view = view[os.write(out, view) :]
