"""One POST: straight to the host, no redirects, and over in time, whatever the other side does.

`http.client` knows no proxies and follows nothing, which is what we want: a message that carries a token goes where the operator said,
not where a variable of the shell or a `Location` says. Its time limit starts anew with every byte, so here all waits share one deadline.
"""

from __future__ import annotations

import http.client
import io
import queue
import socket
import ssl
import time
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from urllib.parse import SplitResult, quote, urlsplit

from habitus.errors import ConfigError, NotifyError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from _typeshed import WriteableBuffer

MOST = 65536
"""Bytes of an answer that are read: a Bot API answer has about a thousand, so the rest is of no interest."""


class Place(NamedTuple):
    """Where a channel leads, and the setting that says so. Speaks of itself by its host alone: a path may hold a secret."""

    name: str
    setting: str
    url: SplitResult

    def __str__(self) -> str:
        return f"{self.name} at {self.url.netloc}"

    @property
    def usual_port(self) -> int:
        return 443 if self.url.scheme == "https" else 80

    @property
    def port(self) -> int:
        return self.url.port or self.usual_port

    def target(self, more: str = "") -> str:
        """What stands in the request line; `%` stays, since it is there for something already quoted."""
        path = quote(self.url.path.rstrip("/") + more if more else self.url.path or "/", safe="/%:@!$&'()*+,;=~")
        return f"{path}?{quote(self.url.query, safe='/?%:@!$&()*+,;=~')}" if self.url.query else path


class Answer(NamedTuple):
    status: int
    retry_after: str | None
    body: bytes


def place(name: str, setting: str, url: str) -> Place:
    """A URL of the operator's, checked. The complaint does not repeat it, since it may hold a secret."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna")
        parts.port  # noqa: B018 - reading it is what checks it
    except ValueError:
        raise ConfigError(f"`{setting}` is not a URL: write it as https://host/path") from None
    if parts.scheme not in ("http", "https") or not host or not url.isprintable() or " " in url:
        raise ConfigError(f"`{setting}` must be a URL that begins with https:// (or http://) and names a host")
    if "@" in parts.netloc or parts.fragment:
        raise ConfigError(f"`{setting}` must be a URL without a user name, a password and a `#`: they would not be sent")
    return Place(name, setting, parts)


class Deadline:
    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


def post(
    place: Place,
    target: str,
    headers: Mapping[str, str],
    body: bytes,
    timeout: float,
    *,
    most: int = MOST,
    lookup: Callable[..., Any] = socket.getaddrinfo,
) -> Answer:
    """The status, the headers and at most so many bytes of what comes back. Any failure to get them is a `NotifyError`."""
    try:
        return _exchange(place, target, headers, body, Deadline(timeout), most, lookup)
    except (OSError, http.client.HTTPException) as error:
        trouble = _explain(error, place, timeout)
    # Raised out here, so that the first error, whose words are not ours, does not hang on to it.
    raise trouble


def _exchange(
    place: Place, target: str, headers: Mapping[str, str], body: bytes, deadline: Deadline, most: int, lookup: Callable[..., Any]
) -> Answer:
    with _connect(place, deadline, lookup) as sock:
        connection = http.client.HTTPConnection(place.url.hostname or "", place.port)
        connection.default_port = place.usual_port  # so that `Host` names it only where it is another
        connection.sock = cast("socket.socket", _Timed(sock, deadline))
        connection.request("POST", target, body, {**headers, "Connection": "close", "User-Agent": "habitus"})
        with connection.getresponse() as response:
            return Answer(response.status, response.headers.get("Retry-After"), response.read(most))


def _connect(place: Place, deadline: Deadline, lookup: Callable[..., Any]) -> socket.socket:
    """To the first address that lets us in. Each gets an equal share of the time, so that a dead one leaves some for the next."""
    failure = OSError("the name has no address")
    addresses = _resolve(place, deadline, lookup)
    for left, (family, kind, protocol, _, address) in zip(range(len(addresses), 0, -1), addresses, strict=True):
        try:
            sock = socket.socket(family, kind, protocol)
        except OSError as error:  # an address of a family that this machine does not speak
            failure = error
            continue
        try:
            turn = Deadline(deadline.left() / left)
            sock.settimeout(turn.left())
            sock.connect(address)
            return _secure(sock, place, turn) if place.url.scheme == "https" else sock
        except OSError as error:
            sock.close()
            failure = error
    raise failure


def _secure(sock: socket.socket, place: Place, turn: Deadline) -> ssl.SSLSocket:
    sock.settimeout(turn.left())
    return ssl.create_default_context().wrap_socket(sock, server_hostname=place.url.hostname)


def _resolve(place: Place, deadline: Deadline, lookup: Callable[..., Any]) -> list[tuple[Any, ...]]:
    """In a thread of its own: the system's resolver takes no time limit, and offline it may think for half a minute."""
    found: queue.SimpleQueue[list[tuple[Any, ...]] | OSError] = queue.SimpleQueue()

    def look() -> None:
        try:
            found.put(lookup(place.url.hostname, place.port, type=socket.SOCK_STREAM))
        except OSError as error:
            found.put(error)

    Thread(target=look, daemon=True, name="habitus-resolve").start()
    try:
        addresses = found.get(timeout=deadline.left())
    except queue.Empty:
        raise TimeoutError from None
    if isinstance(addresses, OSError):
        raise addresses
    return addresses


class _Timed:
    """A socket for `http.client`, in which every wait counts against one deadline. Whoever made the socket closes it."""

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self._sock = sock
        self._deadline = deadline

    def sendall(self, data: bytes) -> None:
        self._sock.settimeout(self._deadline.left())
        self._sock.sendall(data)

    def makefile(self, _: str) -> io.BufferedReader:
        return io.BufferedReader(_Incoming(self._sock, self._deadline))

    def close(self) -> None:
        """`http.client` closes its end as soon as the headers are read, and reads the body after that."""


class _Incoming(io.RawIOBase):
    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self._sock = sock
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        self._sock.settimeout(self._deadline.left())
        return self._sock.recv_into(buffer)


# The first that fits counts: the particular before the general.
CASES: tuple[tuple[type[Exception], str, str], ...] = (
    (TimeoutError, "did not answer within {timeout:g} seconds", "check the network, or raise `notify.timeout_seconds`"),
    (socket.gaierror, "was not found", "check the network, and the host in `{setting}`"),
    (
        ssl.SSLCertVerificationError,
        "shows a certificate that is not trusted",
        "check the host in `{setting}`; an authority of your own goes into the file that SSL_CERT_FILE names",
    ),
    (ssl.SSLError, "does not speak TLS with us", "check https and the port in `{setting}`"),
    (ConnectionRefusedError, "refused the connection", "check that the server is running, and `{setting}`"),
    (ConnectionError, "hung up before its answer was complete", "look into the server's log if it is yours"),
    (http.client.HTTPException, "sent an answer that is not HTTP", "check the host and the port in `{setting}`"),
    (OSError, "could not be reached", "check the network, and the host in `{setting}`"),
)


def _explain(error: Exception, place: Place, timeout: float) -> NotifyError:
    """All of these may pass by themselves: networks come back, servers start, certificates are renewed."""
    what, remedy = next((what, remedy) for kind, what, remedy in CASES if isinstance(error, kind))
    return NotifyError(f"{place} {what.format(timeout=timeout)}: {remedy.format(setting=place.setting)}", again=True)
