"""A program that runs beside the tests, and never outlives them."""

import os
import pwd
import random
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

# The shell ends the program when its own input closes: when `stop` closes it, or when this process dies of anything, `kill -9` included.
# (A parent-death signal would not do: Linux sends it when the starting thread ends, and outage tests start servers from threads.)
KEEPER = '"$@" & program=$!; read -r _; kill -$END "$program"; wait "$program"'

START_SECONDS = 30  # ten times what a loaded machine took; only a program that will never answer waits that long
STOP_SECONDS = 20
POLL_SECONDS = 0.01

# Below what Linux hands out for outgoing connections, so that nobody takes the port of a server stopped for a moment.
PORTS = range(20_000, 32_000)


class Program:
    def __init__(self, *, command: Sequence[str | Path], folder: Path, end: signal.Signals, user: str | None = None) -> None:
        self.command = command
        self.folder = folder
        self.log = folder / "log"
        self.end = end
        self.user = user
        self._keeper: subprocess.Popen[bytes] | None = None

    def start(self, *, answers: Callable[[], bool]) -> None:
        """Returns when it answers."""
        if self._keeper is not None:
            raise RuntimeError(f"{self.command[0]} is already running")
        with self.log.open("ab") as log:
            self._keeper = subprocess.Popen(
                ["/bin/sh", "-c", KEEPER, "sh", *self.command],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env={**os.environ, "END": str(int(self.end)), "LC_ALL": "C.UTF-8"},
                start_new_session=True,  # Ctrl-C is pytest's to handle: fixtures are closed in their order
                **dropped(self.user),
            )
        deadline = time.monotonic() + START_SECONDS
        while not answers():
            if time.monotonic() > deadline:
                self.stop()
                raise RuntimeError(f"{self.command[0]} did not answer within {START_SECONDS} s; its log:\n{self.log.read_text()[-2000:]}")
            time.sleep(POLL_SECONDS)

    def stop(self) -> None:
        """Returns when it is gone. Stopping what is stopped is no mistake."""
        keeper, self._keeper = self._keeper, None
        if keeper is None:
            return
        try:
            keeper.communicate(timeout=STOP_SECONDS)  # closes its input, and waits
        except subprocess.TimeoutExpired:
            os.killpg(keeper.pid, signal.SIGKILL)
            keeper.wait()
            raise


def dropped(user: str | None) -> dict[str, Any]:
    """What `subprocess` must be told to run something as `user`, with none of root's groups; nothing when that is already so."""
    return {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []} if user else {}


def free_port() -> int:
    for port in random.sample(PORTS, 100):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError(f"no free port among a hundred of 127.0.0.1:{PORTS.start}-{PORTS.stop}")
