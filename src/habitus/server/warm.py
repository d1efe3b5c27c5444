"""The daemon from outside: the files of a home by which it is found, and how it is started, asked and stopped.

daemon.sock    its socket, its owner's alone      hooks.port, hooks.token   its address, where a host's hooks can only call one
daemon.lock    held as long as it lives           daemon.log                what it has to say
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import logging
import os
import socket
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

from habitus.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator

log = logging.getLogger("habitus.daemon")

SOCKET, LOCK, PORT, TOKEN, LOG, STARTING = "daemon.sock", "daemon.lock", "hooks.port", "hooks.token", "daemon.log", "daemon.starting"
_STANDING = threading.Lock()
START = 10.0
"""Seconds that a daemon may take to start; another is not started meanwhile."""

MOMENT = 0.2
"""Seconds that somebody may hold the lock without answering: on the way in, and on the way out."""

STUCK = "process {pid} holds the lock of this home and does not answer: end it with `kill {pid}`, or `kill -9 {pid}` if that is not enough"

RUN = "import sys; sys.path.append(sys.argv.pop(1)); from habitus.server.daemon import main; main()"


def held(home: str, who: dict[str, Any]) -> int | None:
    """The lock, with a word about its holder in it; None: somebody has it."""
    os.makedirs(home, mode=0o700, exist_ok=True)  # noqa: PTH103
    handle = os.open(f"{home}/{LOCK}", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    os.ftruncate(handle, 0)
    os.write(handle, json.dumps(who).encode())
    return handle


def file(named: str | int) -> tuple[int, int] | None:
    """Which file that is, by its name or open; None: there is none."""
    try:
        found = os.stat(named)  # noqa: PTH116
    except OSError:
        return None
    return found.st_dev, found.st_ino


def running(home: str) -> dict[str, Any] | None:
    """Who answers the hooks of this home, as it says itself. None: nobody."""
    try:
        status, said = ask(home, "GET", "/v1/daemon", seconds=2.0)
        found = json.loads(said) if status == 200 else None
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def looked(home: str) -> tuple[dict[str, Any] | None, str]:
    """Who answers the hooks of this home; if nobody does, what there is to say of whoever keeps others from it."""
    since = time.monotonic()
    while True:
        found = running(home)
        pid = 0 if found else _holder(home)
        if not pid:
            return found, ""
        if time.monotonic() - since > MOMENT:
            return None, STUCK.format(pid=pid)
        time.sleep(0.02)


def _holder(home: str) -> int:
    """The process that holds the lock; 0: nobody, or one that is only starting, which must find it free."""
    if _is_starting(home) or file(f"{home}/{LOCK}") is None:
        return 0
    lock = held(home, {})
    if lock is not None:
        os.close(lock)
        return 0
    try:
        with open(f"{home}/{LOCK}", encoding="utf-8") as found:  # noqa: PTH123
            return int(json.load(found)["pid"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0  # who looks at the lock, as we do, holds it for a moment and leaves no name


def ask(home: str, method: str, path: str, body: bytes = b"", seconds: float = 10.0) -> tuple[int, bytes]:
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(seconds)
        with _short(home) as place:
            client.connect(place)
        client.sendall(f"{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        said = b""
        while part := client.recv(65536):
            said += part
    head, _, rest = said.partition(b"\r\n\r\n")
    return int(head[9:12]), rest


def known_port(home: str) -> int:
    """The port that settings files name; 0 where none does."""
    try:
        with open(f"{home}/{PORT}", encoding="ascii") as file:  # noqa: PTH123
            port = int(file.read())
    except (OSError, ValueError):
        return 0
    return port if 0 < port < 65536 else 0


def port(home: str) -> int:
    """The same; chosen at the first look, and again where somebody else has taken it."""
    known = known_port(home)
    if known and (running(home) or _is_free(known)):
        return known
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        chosen = int(probe.getsockname()[1])
    os.makedirs(home, mode=0o700, exist_ok=True)  # noqa: PTH103
    with open(f"{home}/{PORT}", "w", encoding="ascii") as file:  # noqa: PTH123
        file.write(str(chosen))
    return chosen


def _is_free(port: int) -> bool:
    found = port_of(port)
    if found is None:
        return False
    found.close()
    return True


def token(home: str) -> str:
    """What a hook that comes over the port must know; good for hooks only."""
    from habitus import assemble

    return assemble.token(home, TOKEN)


@contextlib.contextmanager
def _short(folder: str) -> Iterator[str]:
    """A socket's path may have a hundred letters: by way of its folder's descriptor it has thirty. Where there is no /proc, one thread at a
    time stands in the folder itself."""
    found = os.open(folder, os.O_RDONLY)
    try:
        if os.path.isdir("/proc/self/fd"):  # noqa: PTH112
            yield f"/proc/self/fd/{found}/{SOCKET}"
            return
        with _STANDING:
            back = os.open(".", os.O_RDONLY)
            try:
                os.fchdir(found)
                yield SOCKET
            finally:
                os.fchdir(back)
                os.close(back)
    finally:
        os.close(found)


def socket_of(home: str) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    mask = os.umask(0o077)
    try:
        with _short(home) as place:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(place)  # noqa: PTH108 - the lock is ours, so nobody listens on it
            listener.bind(place)
            os.chmod(place, 0o600)  # noqa: PTH101
    except BaseException:
        listener.close()
        raise
    finally:
        os.umask(mask)
    listener.listen(128)
    return listener


def port_of(port: int) -> socket.socket | None:
    from habitus.server import listening

    try:
        listener = listening.bound("127.0.0.1", port, remedy="hooks that call it fail; `habitus doctor` says what to do")
    except ConfigError as error:
        log.warning("%s", error)
        return None
    listener.listen(128)
    return listener


# ── starting and stopping ──


def spawn(home: str, *, idle: float = 0.0) -> bool:
    """Start one that outlives us, and do not wait for it. False: somebody has just done so."""
    os.makedirs(home, mode=0o700, exist_ok=True)  # noqa: PTH103
    if _is_starting(home):
        return False
    with open(f"{home}/{STARTING}", "w", encoding="ascii"):  # noqa: PTH123
        pass
    file = f"{home}/{LOG}"
    package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # noqa: PTH100, PTH120
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab") as log_file:
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-I", "-c", RUN, package, home, str(idle)],
            stdin=subprocess.DEVNULL,
            stdout=log_file,
            stderr=log_file,
            cwd=home,
            env={**os.environ, "HABITUS_HOME": home},
            start_new_session=True,
        )
    process.returncode = 0  # it outlives us: nobody waits for it
    return True


def _is_starting(home: str) -> bool:
    try:
        return 0 <= time.time() - os.stat(f"{home}/{STARTING}").st_mtime < START  # noqa: PTH116
    except OSError:
        return False


def started(home: str, seconds: float = START, *, idle: float = 0.0) -> dict[str, Any]:
    """Who answers the hooks; started if nobody does. Returns when it answers."""
    until = time.monotonic() + seconds
    spawned = False
    while True:
        found, stuck = looked(home)
        if found:
            return found
        if stuck:
            raise ConfigError(stuck)
        spawned = spawned or spawn(home, idle=idle)
        if time.monotonic() > until:
            raise ConfigError(f"the daemon did not answer within {seconds:.0f} s: {home}/{LOG} says why")
        time.sleep(0.02)


def stopped(home: str, seconds: float = START) -> bool:
    """Stop it, and return when it is gone. False: there was none."""
    until = time.monotonic() + seconds
    while (found := running(home)) is None and _is_starting(home) and time.monotonic() < until:
        time.sleep(0.01)
    if found is None:
        return False
    if found.get("by") != "daemon":
        raise ConfigError("`habitus serve` answers the hooks here: stop that, with Ctrl-C where it runs")
    with contextlib.suppress(OSError, ValueError):  # it may be gone before it has answered
        ask(home, "POST", "/v1/daemon/stop")
    while (lock := held(home, {})) is None:
        if time.monotonic() > until:
            raise ConfigError(f"the daemon (process {found.get('pid')}) does not stop: end it by hand")
        time.sleep(0.01)
    os.close(lock)
    return True
