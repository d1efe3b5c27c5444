"""Telegram and a webhook's receiver on loopback: a real HTTP server that answers as they do, or by script, and keeps what it was sent."""

from __future__ import annotations

import json
import ssl
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from habitus.notify import Channels, notices
from nouns import START, rule

if TYPE_CHECKING:
    from habitus.types import Notice

TOKEN = "110201543:AAHdqTcv-DO_NOT_SHOW-CH1vGWJxfSeof"
CHAT = "-1001234567890"
SECRET = "whsec_YSBrZXkgb2YgdGhlIHRlc3RzLCAzMiBieXRlcyBsZy4="
PATH = "/hooks/T0P-DO-NOT-SHOW"
CERTIFICATE = Path(__file__).parent / "loopback.pem"


@dataclass(frozen=True)
class Reply:
    """What comes back: a proper answer, or just these bytes; a moment later, or never."""

    body: Any = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    raw: bytes | None = None
    hangs: bool = False
    drips: bool = False
    endless: bool = False


@dataclass(frozen=True)
class Request:
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def telegram(request: Request) -> Reply:
    """As the Bot API answers `sendMessage`, for one bot that knows one chat."""
    if not request.path.endswith("/sendMessage"):
        return refusal(404, "Not Found")
    if request.path != f"/bot{TOKEN}/sendMessage":
        return refusal(401, "Unauthorized")
    if str(request.json["chat_id"]) != CHAT:
        return refusal(400, "Bad Request: chat not found")
    if len(request.json["text"].encode("utf-16-le")) > 2 * 4096:
        return refusal(400, "Bad Request: message is too long")
    return Reply({"ok": True, "result": {"message_id": 7, "text": request.json["text"]}})


def refusal(code: int, description: str, **parameters: int) -> Reply:
    more = {"parameters": parameters} if parameters else {}
    return Reply({"ok": False, "error_code": code, "description": description, **more}, status=code)


class _Server(ThreadingHTTPServer):
    daemon_threads = False  # so that closing waits for them

    def __init__(self, loopback: Loopback) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.loopback = loopback


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_POST(self) -> None:
        loopback = self.server.loopback
        body = self.rfile.read(int(self.headers["Content-Length"]))
        request = Request(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
        loopback.requests.append(request)
        reply = loopback.replies.pop(0) if loopback.replies else telegram(request) if "/bot" in self.path else Reply(status=204)
        try:
            self._answer(reply)
        except ConnectionError:
            """The client has had enough, as it should."""

    def _answer(self, reply: Reply) -> None:
        data = reply.raw if reply.raw is not None else b"" if reply.hangs else self._proper(reply)
        for piece in (data[at : at + 1] for at in range(len(data))) if reply.drips else (data,):
            self.wfile.write(piece)
            if reply.drips:
                self.server.loopback.released.wait(0.01)
        while reply.endless:
            self.wfile.write(b" " * 65536)
        if reply.hangs:
            self.server.loopback.released.wait()

    def _proper(self, reply: Reply) -> bytes:
        data = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
        length = {} if reply.endless else {"Content-Length": str(len(data))}
        lines = [f"HTTP/1.1 {reply.status} Whatever", *(f"{name}: {value}" for name, value in (length | reply.headers).items())]
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + data

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Quiet."""


class Loopback:
    def __init__(self, *, tls: bool = False) -> None:
        self.requests: list[Request] = []
        self.replies: list[Reply] = []
        self.released = threading.Event()
        self._server = _Server(self)
        if tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(CERTIFICATE)
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self.port: int = self._server.server_port
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def channels(url: str, **rest: Any) -> Channels:
    values = {"token": TOKEN, "chat": CHAT, "base_url": url, "webhook_url": url + PATH, "secret": SECRET, "timeout": 30.0}
    return Channels(**{**values, **rest})


def notice(channel: str = "telegram", text: str = "Use pnpm instead of npm.", **rest: Any) -> Notice:
    (made,) = notices(rule(text, **rest), telegram=channel == "telegram", webhook=channel == "webhook", at=START)
    return made
