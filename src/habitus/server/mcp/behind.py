"""The server behind the gateway: a program that we start, or an address. Both take messages and give messages."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Protocol, cast

from habitus.errors import ConfigError
from habitus.hosts.mcp import frames
from habitus.server.mcp.pipes import LONGEST

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence

    from habitus.hosts.mcp.frames import Frame

log = logging.getLogger("habitus.mcp")

GRACE = 0.9
"""Seconds that a program gets to end by itself, and then after being asked to: hosts give us two for both."""

CONNECT = 30.0
"""Seconds until an address is taken for one where nobody is."""

VERSION = "io.modelcontextprotocol/protocolVersion"
NAMED = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}


class Behind(Protocol):
    why: str
    """Why it has ended, when it has."""

    async def send(self, frame: Frame) -> None:
        """Raises `ConnectionError` when it has gone."""

    def frames(self) -> AsyncIterator[Any]:
        """What it says, until it ends."""


class Program:
    def __init__(self, process: asyncio.subprocess.Process, name: str) -> None:
        self._in, self._out, self._name = cast("asyncio.StreamWriter", process.stdin), cast("asyncio.StreamReader", process.stdout), name
        self.why = ""

    async def send(self, frame: Frame) -> None:
        self._in.write(frames.line(frame))
        await self._in.drain()

    async def frames(self) -> AsyncIterator[Any]:
        self.why = f"The server ({self._name}) has ended."
        while True:
            try:
                line = await self._out.readline()
            except ValueError:
                self.why = f"The server ({self._name}) sent a message of more than {LONGEST:,} bytes."
                return
            if not line:
                return
            if line.strip():
                try:
                    yield frames.read(line)
                except frames.NotJson as error:
                    log.warning("the server printed a line that is no message: %.200r", line)
                    if (id := frames.answered(line)) is not None:
                        yield frames.failed(id, frames.UNREADABLE, f"The server's answer cannot be read: {error}"[:200])


@asynccontextmanager
async def program(command: Sequence[str]) -> AsyncIterator[Program]:
    """Its standard error is ours. It ends with us: asked first, then told, then made to."""
    try:
        process = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LONGEST, start_new_session=True
        )
    except (OSError, ValueError) as error:
        raise ConfigError(f"{command[0]!r} cannot be started: {getattr(error, 'strerror', None) or error}") from error
    try:
        yield Program(process, os.path.basename(command[0]))  # noqa: PTH119
    finally:
        await _end(process)


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.stdin is not None:
        process.stdin.close()
    try:
        for number in (0, signal.SIGTERM):
            _told(process, number)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(GRACE):
                    await process.wait()
                    break
    finally:
        _told(process, signal.SIGKILL)  # and what it has started and left behind
        await process.wait()


def _told(process: asyncio.subprocess.Process, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


class Address:
    def __init__(self, read: Any, write: Any) -> None:
        self._read, self._write = read, write
        self._version = ""
        self.why = "The connection to the server has ended."

    async def send(self, frame: Frame) -> None:
        import anyio
        from mcp.shared.message import ClientMessageMetadata, SessionMessage
        from mcp_types import jsonrpc_message_adapter
        from pydantic import ValidationError

        try:
            message = jsonrpc_message_adapter.validate_python(frame, by_name=False)
        except ValidationError:
            log.warning("a message that is none of JSON-RPC is not sent on")
            return
        try:
            await self._write.send(SessionMessage(message, ClientMessageMetadata(headers=self._headers(frame))))
        except (anyio.ClosedResourceError, anyio.BrokenResourceError) as error:
            raise ConnectionError(str(error)) from None

    async def frames(self) -> AsyncIterator[Any]:
        async for said in self._read:
            if isinstance(said, Exception):
                log.warning("the connection to the server: %s", said)
                continue
            frame = said.message.model_dump(by_alias=True, exclude_unset=True, mode="json")
            self._hear(frame)
            yield frame

    def _hear(self, frame: Mapping[str, Any]) -> None:
        result = frame.get("result")
        if isinstance(result, dict) and isinstance(result.get("protocolVersion"), str) and "serverInfo" in result:
            self._version = result["protocolVersion"]  # the answer to the handshake

    def _headers(self, frame: Mapping[str, Any]) -> dict[str, str]:
        """What the protocol wants to see in HTTP too, so that no one on the way has to read the message."""
        from mcp.shared.inbound import encode_header_value

        method, params = frame.get("method"), frame.get("params")
        params = params if isinstance(params, dict) else {}
        meta = params.get("_meta")
        version = meta.get(VERSION) if isinstance(meta, dict) else None
        if not isinstance(version, str):
            return {"mcp-protocol-version": self._version} if self._version and method != "initialize" else {}
        name = params.get(NAMED.get(str(method), ""))
        found = {"mcp-protocol-version": version, "mcp-method": str(method)}
        return found | ({"mcp-name": encode_header_value(name)} if isinstance(name, str) else {})


@asynccontextmanager
async def address(url: str, headers: Mapping[str, str]) -> AsyncIterator[Address]:
    """Where nobody answers, what was asked is told so, and what is asked next is tried again."""
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    class Patient(httpx2.AsyncClient):
        async def send(self, request: httpx2.Request, **how: Any) -> httpx2.Response:
            try:
                return await super().send(request, **how)
            except httpx2.TransportError as error:
                why = frames.line(frames.failed(None, frames.GONE, f"The server cannot be reached ({type(error).__name__})."))
                return httpx2.Response(502, headers={"content-type": "application/json"}, content=why, request=request)

    # How long an answer may take is ours to say, call by call.
    client = Patient(headers=dict(headers), timeout=httpx2.Timeout(CONNECT, read=None))
    async with client, streamable_http_client(url, http_client=client) as (read, write):
        yield Address(read, write)
