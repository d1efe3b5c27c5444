"""The warm daemon: one process that has everything loaded and answers hooks, on a unix socket of its owner's and, where a host's hooks
can only call an address, on a loopback port with a token.

A few threads of the standard library: hooks work with a plain `pip install habitus`. One instance per home, by a lock that dies with its
holder; whoever holds it may clear away a socket that nobody listens on. `warm.py` finds, starts and stops it; `wire.py` is its HTTP.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import socket
import sys
import threading
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from habitus import __version__, assemble
from habitus.errors import ConfigError, HabitusError
from habitus.server import ending, logs, policy, warm, watching, wire
from habitus.server.hooks import Reception

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from habitus.enforce.gates import Gates
    from habitus.layer import Layer
    from habitus.server.metrics import Figures

log = logging.getLogger("habitus.daemon")

CLIENTS = 64
"""Connections at a time, on the socket and on the port; more wait to be accepted."""

QUIET = 60.0
"""Seconds that a connection may be silent."""

LOOK = 5.0
"""Seconds between two looks at whether the socket is still ours: a home that was deleted needs no daemon."""

LOG_BYTES = 1_000_000


class Daemon:
    """Listens until `stop`. `by`: who holds it, `daemon` or `serve`."""

    def __init__(
        self,
        layer: Layer,
        home: str,
        *,
        by: str = "daemon",
        idle: float = 0.0,
        reopened: Callable[[], Layer | None] | None = None,
        look: float = LOOK,
        within: float = wire.WITHIN,
        figures: Figures | None = None,
    ) -> None:
        self.home = home
        self.by = by
        self.over = threading.Event()
        self._reception = Reception(layer, figures=figures)
        self._idle = idle
        self._look = look
        self._within = within
        self._reopened = reopened
        self._changes: list[tuple[Gates, Gates]] = []
        """Of what holds, that the ledger does not know of yet."""
        self._lock: int | None = None
        self._listeners: list[tuple[socket.socket, str | None]] = []
        """Each with what must be known there; None: the socket, which is its owner's alone."""
        self._threads: list[threading.Thread] = []
        self._asked_at = time.monotonic()
        self._stat: tuple[int, int] = (0, 0)
        self._turn = threading.Lock()
        """For whoever puts a reception in another's place, or begins and ends to use one; and for whoever opens and closes sockets."""
        self._under_way: Counter[Reception] = Counter()
        self._retired: list[Reception] = []

    def start(self) -> bool:
        """False: another process answers the hooks of this home."""
        self._lock = warm.held(self.home, {"pid": os.getpid(), "by": self.by, "version": __version__})
        if self._lock is None:
            return False
        try:
            self._listeners.append((self._bound(), None))
            if (port := warm.known_port(self.home)) and (tcp := warm.port_of(port)):
                self._listeners.append((tcp, warm.token(self.home)))
        except BaseException:
            self.stop()
            raise
        for listener, secret in self._listeners:
            self._run(self._accept, listener, secret)
        self._run(self._tend)
        if self.by == "daemon":
            self._run(self._reception.warm_up)
        return True

    def stop(self) -> None:
        self.over.set()
        self._reception.ended.set()
        with self._turn:
            for listener, _ in self._listeners:
                _closed(listener)
            if self._lock is not None:
                if self._is_ours():
                    os.unlink(f"{self.home}/{warm.SOCKET}")  # noqa: PTH108
                os.close(self._lock)
                self._lock = None

    def close(self) -> None:
        """The layers too, which `serve` closes itself."""
        for reception in (*self._retired, self._reception):
            reception.layer.close()

    def _run(self, do: Callable[..., None], *given: Any) -> None:
        thread = threading.Thread(target=do, args=given, name=f"habitus-{do.__name__.strip('_')}", daemon=True)
        thread.start()
        self._threads.append(thread)

    # ── asking and answering ──

    def _accept(self, listener: socket.socket, secret: str | None) -> None:
        room = threading.BoundedSemaphore(CLIENTS)  # each its own: whoever crowds the port does not keep anybody from the socket
        while not self.over.is_set():
            try:
                room.acquire()
                client, _ = listener.accept()
            except OSError:
                room.release()
                if self.over.is_set() or listener.fileno() < 0:
                    return
                time.sleep(0.1)  # out of descriptors: they come back
                continue
            try:
                threading.Thread(target=self._serve, args=(client, secret, room), daemon=True).start()
            except RuntimeError:  # there may be no more threads: they come back too
                log.warning("a hook was not heard: no thread can be begun for it")
                client.close()
                room.release()
                time.sleep(0.1)

    def _serve(self, client: socket.socket, secret: str | None, room: threading.BoundedSemaphore) -> None:
        try:
            if secret is not None:
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            buffer = b""
            while not self.over.is_set():
                client.settimeout(QUIET)
                request, buffer = wire.request(client, buffer, secret, self._within)
                if request is None:
                    return
                client.settimeout(QUIET)
                self._asked_at = time.monotonic()
                status, body = self._answer(request, is_owner=secret is None)
                # A host may not notice that a quiet connection was closed, and the hook that it then sends would fail: one hook, one call.
                ends = secret is not None or status >= 400 or request.headers.get("connection", "").lower() == "close"
                client.sendall(wire.response(status, body, ends=ends))
                if request.refusal:
                    wire.leave(client)
                if ends:
                    return
        except (OSError, ValueError):
            pass  # the other side has gone, or does not speak HTTP
        finally:
            client.close()
            room.release()

    def _answer(self, request: wire.Request, *, is_owner: bool) -> tuple[int, bytes]:
        if request.refusal:
            return wire.problem(request.refusal, wire.REFUSED[request.refusal])
        match request.method, request.path.split("/")[1:]:
            case "POST", ["v1", "hooks", host]:
                return self._hook(host, request.body)
            case "GET", ["v1", "daemon"]:
                return 200, json.dumps({"pid": os.getpid(), "by": self.by, "version": __version__}).encode()
            case "POST", ["v1", "daemon", "stop"] if is_owner and self.by == "daemon":
                self.over.set()
                self._reception.ended.set()
                return 200, b"{}"
        return wire.problem(404, "Nothing is there: hooks are sent to POST /v1/hooks/{host}.")

    def _hook(self, host: str, body: bytes) -> tuple[int, bytes]:
        """Answered by the layer of now, which is not closed meanwhile."""
        with self._turn:
            reception = self._reception
            self._under_way[reception] += 1
        try:
            return reception.answer(host, body)
        finally:
            with self._turn:
                self._under_way[reception] -= 1

    # ── meanwhile ──

    def _tend(self) -> None:
        """What the layer does every so often, and what shows that nobody needs us any more."""
        every, due = self._reception.layer.settings.learning.interval_seconds, time.monotonic()
        while not self.over.is_set():
            has_ended = self._reception.ended.wait(self._look)
            self._reception.ended.clear()
            if self.over.is_set():
                return
            is_idle = self._idle and time.monotonic() - self._asked_at > self._idle
            if is_idle or not (self._is_ours() or self._listens_again()):
                log.info("stopping: nobody needs this daemon any more")
                self.stop()
                return
            self._look_at_settings()
            if self.by == "daemon" and (has_ended or time.monotonic() >= due):
                due = time.monotonic() + every
                try:
                    self._reception.layer.tend()
                except HabitusError as error:
                    log.warning("tend failed: %s; trying again in %s s", error, every)
                except Exception:
                    log.exception("tend failed; trying again in %s s", every)

    def _look_at_settings(self) -> None:
        """Rules that were changed in the settings file hold for running sessions too. A file that cannot be read changes nothing."""
        if self._reopened is None:
            return
        self._close_unused()
        try:
            if layer := self._reopened():
                self._take_up(layer)
            self._write_down()
        except HabitusError as error:
            log.warning("the settings have changed and cannot be used or written down; trying again: %s", error)
        except Exception:
            log.exception("the settings have changed and cannot be used; the old ones hold")

    def _take_up(self, layer: Layer) -> None:
        log.info("the settings have changed: they hold from now on")
        before = self._reception
        with self._turn:
            self._reception = Reception(layer, before.ended)
        self._retired.append(before)
        self._changes.append((before.layer.gates, layer.gates))

    def _write_down(self) -> None:
        """They hold whether or not the store answers; its line in the ledger waits until it does."""
        while self._changes:
            self._reception.layer.policy_changed(*self._changes[0])
            self._changes.pop(0)

    def _close_unused(self) -> None:
        """The layers of settings that no longer hold, once their last hook is answered."""
        for reception in [one for one in self._retired if not self._under_way[one]]:
            self._retired.remove(reception)
            del self._under_way[reception]
            reception.layer.close()

    # ── the socket ──

    def _bound(self) -> socket.socket:
        listener = warm.socket_of(self.home)
        self._stat = warm.file(f"{self.home}/{warm.SOCKET}") or (0, 0)
        return listener

    def _is_ours(self) -> bool:
        return warm.file(f"{self.home}/{warm.SOCKET}") == self._stat

    def _listens_again(self) -> bool:
        """A server goes on, and no other may answer the hooks of its home as long as it has the lock: so it binds again what somebody has
        cleared away. False: there is no such home any more, or it has become somebody else's."""
        if self.by != "serve":
            return False
        with self._turn:
            if self._lock is None or warm.file(self._lock) != warm.file(f"{self.home}/{warm.LOCK}"):
                log.warning("%s is gone, or somebody else's: its hooks are no longer answered here", self.home)
                return False
            _closed(self._listeners[0][0])
            try:
                listener = self._bound()
            except OSError as error:
                log.warning("%s/%s cannot be bound again: %s", self.home, warm.SOCKET, error)
                return False
            self._listeners[0] = (listener, None)
        self._run(self._accept, listener, None)
        log.warning("%s/%s was cleared away: hooks are answered there again", self.home, warm.SOCKET)
        return True


def _closed(listener: socket.socket) -> None:
    with contextlib.suppress(OSError):
        listener.shutdown(socket.SHUT_RDWR)  # wakes whoever waits in accept
    listener.close()


@contextlib.contextmanager
def beside(layer: Layer, home: str, figures: Figures | None = None) -> Iterator[Daemon | None]:
    """For `habitus serve`: it answers hooks too, with its own layer, in place of a daemon. None: another server does already."""
    daemon = Daemon(layer, home, by="serve", figures=figures)
    running = daemon.start()
    if not running:
        with contextlib.suppress(ConfigError):  # it is a server, or does not let itself be stopped
            running = warm.stopped(home) and daemon.start()
    try:
        yield daemon if running else None
    finally:
        if running:
            daemon.stop()


class Latest:
    """The layer that the settings ask for."""

    def __init__(self, home: str) -> None:
        self._home = home
        self._seen = policy.stamp()

    def made(self) -> Layer:
        layer = assemble.layer(home=self._home)
        layer.watch = watching.watch()
        return layer

    def changed(self) -> Layer | None:
        """None: they are the same as at the last look."""
        now = policy.stamp()
        if now == self._seen:
            return None
        try:
            layer = self.made()
        except ConfigError:  # until somebody mends it; whatever else stands in the way may be gone at the next look
            self._seen = now
            raise
        self._seen = now
        return layer


def main() -> None:
    """The daemon itself: `RUN PACKAGE HOME IDLE`. It stands in its home: no settings of whoever started it are taken for its own."""
    import signal
    from logging.handlers import RotatingFileHandler

    home, idle = sys.argv[1], float(sys.argv[2])
    os.umask(0o077)
    os.chdir(home)
    kept = RotatingFileHandler(f"{home}/{warm.LOG}", maxBytes=LOG_BYTES, backupCount=1)
    kept.setFormatter(logs.Plain("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[kept])
    latest = Latest(home)
    try:
        lock = warm.held(home, {})
        if lock is None:
            return  # another was first
        os.close(lock)
        layer = latest.made()
        daemon = Daemon(layer, home, idle=idle, reopened=latest.changed)
        if not daemon.start():
            layer.close()
            return
    finally:
        with contextlib.suppress(OSError):
            os.unlink(f"{home}/{warm.STARTING}")  # noqa: PTH108
    told = ending.told_by(signal.SIGTERM, signal.SIGINT)
    threading.Thread(target=lambda: told.put(daemon.over.wait()), daemon=True).start()
    log.info("answers hooks: process %s, habitus %s", os.getpid(), __version__)
    ending.wait(told)
    daemon.stop()
    daemon.close()
    log.info("stopped")
