"""A command, run to its end or to ours: its output with the middle cut out, and nothing of it left behind.

It runs in a process group of its own, which is ended with it: when the time is up, when the person cancels, when it says too much, and
also when the shell has ended and something it started has not. What leaves the group by itself (setsid) is not followed.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import threading
    from collections.abc import Mapping

LOOK = 0.05
"""Seconds between looks at the clock and the person."""
GRACE = 2.0
"""Seconds to tidy up in, between asking and ending."""
FLOOD = 100_000_000
"""Bytes after which a command is ended: it will say nothing new."""
CHUNK = 65_536


class Ended(NamedTuple):
    head: str
    tail: str
    lost: int
    """Bytes between the two."""
    code: int
    """Negative: by this signal."""
    why: str
    """`time`, `cancelled` or `flood` where we ended it; empty where it ended by itself."""


def run(command: list[str], *, cwd: str, env: Mapping[str, str], seconds: float, keep: int, stopped: threading.Event) -> Ended:
    """`keep`: characters of the output that are of interest. Raises OSError or ValueError where it cannot be started."""
    with subprocess.Popen(  # noqa: S603 - to run what the model says is what it is for; it was judged
        command, cwd=cwd, env=dict(env), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    ) as process:
        output = _Output(keep)
        try:
            why = _followed(process, output, time.monotonic() + seconds, stopped)
        finally:
            _end(process, output)
    return Ended(*output.kept(), process.returncode, why)


class _Output:
    """The beginning and the end of what was said; a sign may take four bytes."""

    def __init__(self, keep: int) -> None:
        self._most = 4 * keep
        self._head, self._tail = bytearray(), bytearray()
        self.total = 0

    def add(self, data: bytes) -> None:
        self.total += len(data)
        room = max(0, self._most - len(self._head))
        self._head += data[:room]
        self._tail += data[room:]
        if len(self._tail) > 2 * self._most + CHUNK:
            del self._tail[: -self._most]

    def kept(self) -> tuple[str, str, int]:
        del self._tail[: -self._most]
        lost = self.total - len(self._head) - len(self._tail)
        if not lost:  # decoded together: the seam may go through a sign
            return (self._head + self._tail).decode("utf-8", "replace"), "", 0
        return self._head.decode("utf-8", "replace"), self._tail.decode("utf-8", "replace"), lost


def _followed(process: subprocess.Popen[bytes], output: _Output, deadline: float, stopped: threading.Event) -> str:
    """Until it ends, or has to."""
    assert process.stdout is not None  # noqa: S101 - a pipe was asked for
    os.set_blocking(process.stdout.fileno(), False)
    with selectors.DefaultSelector() as ready:
        ready.register(process.stdout, selectors.EVENT_READ)
        is_open = True
        while True:
            if is_open:
                is_open = not ready.select(LOOK) or _took(process, output)
            elif not _has_ended(process):
                stopped.wait(LOOK)
            if stopped.is_set():
                return "cancelled"
            if output.total > FLOOD:
                return "flood"
            if _has_ended(process):
                _drain(process, output)
                return ""
            if time.monotonic() >= deadline:
                return "time"


def _took(process: subprocess.Popen[bytes], output: _Output) -> bool:
    """One piece of the output; False at its end."""
    try:
        data = os.read(process.stdout.fileno(), CHUNK) if process.stdout else b""
    except BlockingIOError:
        return True
    output.add(data)
    return bool(data)


def _drain(process: subprocess.Popen[bytes], output: _Output) -> None:
    """What lies in the pipe when the shell has ended. Not more: what it left running may go on writing."""
    with suppress(OSError):
        for _ in range(32):
            data = os.read(process.stdout.fileno(), CHUNK) if process.stdout else b""
            if not data:
                return
            output.add(data)


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Without taking leave of it: as long as we do not, nobody else gets its number, and the group can be ended safely."""
    if not hasattr(os, "waitid"):  # macOS, before Python 3.13
        return process.poll() is not None
    with suppress(ChildProcessError):
        return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    return True


def _end(process: subprocess.Popen[bytes], output: _Output) -> None:
    """Ask the whole group to end, then end it."""
    _signal(process, signal.SIGTERM)
    until = time.monotonic() + GRACE
    while not _has_ended(process) and time.monotonic() < until:
        with suppress(BlockingIOError, OSError):
            data = os.read(process.stdout.fileno(), CHUNK) if process.stdout else b""
            output.add(data)
            if data:
                continue
        time.sleep(LOOK / 5)
    _signal(process, signal.SIGKILL)
    process.wait()


def _signal(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)
