"""client | gate | server: messages go both ways until one of them ends.

Each direction handles one message after the other, so nothing overtakes: a cancellation never comes before the request that it is about.
When the server ends, what waits is answered in order and the gateway ends too, as the server itself would have.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import uuid
from typing import TYPE_CHECKING, cast

from habitus.errors import ConfigError
from habitus.hosts.mcp import frames
from habitus.hosts.mcp.gate import Gate
from habitus.server.mcp import behind
from habitus.server.mcp.pipes import LONGEST, Pipes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from habitus.hosts.mcp.frames import Frame
    from habitus.layer import Layer
    from habitus.server.mcp.behind import Behind

log = logging.getLogger("habitus.mcp")

LOOKS = 20
"""How often within the time that a server has it is looked whether the time is over."""


class Gateway:
    def __init__(self, gate: Gate, client: Pipes, server: Behind, seconds: float) -> None:
        self._gate, self._client, self._server, self._seconds = gate, client, server, seconds

    async def run(self) -> bool:
        """True: the client has gone. False: the server has."""
        asks, answers = asyncio.create_task(self._from_client()), asyncio.create_task(self._from_server())
        tasks: list[asyncio.Task[None]] = [asks, answers, asyncio.create_task(self._watch())]
        try:
            await asyncio.wait((asks, answers), return_when=asyncio.FIRST_COMPLETED)
            if asks.done():
                asks.result()
                return True
            answers.result()
            with contextlib.suppress(BrokenPipeError):
                await self._back(await asyncio.to_thread(self._gate.gone, self._server.why))
            return False
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _from_client(self) -> None:
        with contextlib.suppress(BrokenPipeError):
            async for line in self._client.lines():
                if line is None:
                    await self._back([frames.failed(None, frames.INVALID, f"A message has at most {LONGEST:,} bytes.")])
                elif line.strip():
                    await self._heard(line)

    async def _heard(self, line: bytes) -> None:
        try:
            frame = frames.read(line)
        except frames.NotJson as error:
            await self._back([frames.failed(None, frames.UNREADABLE, f"This is no JSON: {error}"[:200])])
            return
        follows = await asyncio.to_thread(self._gate.asked, frame)
        await self._on(follows.on)
        await self._back(follows.back)

    async def _from_server(self) -> None:
        async for frame in self._server.frames():
            passed = await asyncio.to_thread(self._gate.answered, frame)
            if passed is not None:
                with contextlib.suppress(BrokenPipeError):
                    await self._back([passed])

    async def _watch(self) -> None:
        while self._seconds:
            await asyncio.sleep(self._seconds / LOOKS)
            follows = await asyncio.to_thread(self._gate.overdue, self._seconds)
            await self._on(follows.on)
            with contextlib.suppress(BrokenPipeError):
                await self._back(follows.back)

    async def _on(self, sent: Iterable[Frame]) -> None:
        for frame in sent:
            try:
                await self._server.send(frame)
            except ConnectionError:  # it has ended: the other direction hears of it too, and answers what waits
                return

    async def _back(self, sent: Iterable[Frame]) -> None:
        for frame in sent:
            await self._client.write(frames.line(frame))


async def _between(gate: Gate, server: str | Sequence[str], headers: Mapping[str, str], seconds: float) -> bool:
    client, has_left = Pipes(), False
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, cast("asyncio.Task[bool]", asyncio.current_task()).cancel)
    opened = behind.address(server, headers) if isinstance(server, str) else behind.program(server)
    try:
        async with opened as other:
            has_left = await Gateway(gate, client, other, seconds).run()
            if not has_left:
                log.error("%s", other.why)
    except ConfigError:
        raise
    except Exception:  # the transport is not ours: what waits is answered all the same
        log.exception("the connection to the server has failed")
        for frame in await asyncio.to_thread(gate.gone, "The connection to the server has failed."):
            with contextlib.suppress(BrokenPipeError):
                await client.write(frames.line(frame))
    finally:
        gate.close()
    return has_left


def run(
    layer: Layer, server: str | Sequence[str], *, name: str = "", headers: Mapping[str, str] | None = None, seconds: float,
    standby: Callable[[], Layer] | None = None,
) -> bool:  # fmt: skip
    """Stand in front of a server, given by its address or its command, until the client goes (True) or the server does (False)."""
    gate = Gate(layer, session=f"mcp-{uuid.uuid4().hex}", workspace=os.getcwd(), name=name, standby=standby)  # noqa: PTH109
    try:
        return asyncio.run(_between(gate, server, headers or {}, seconds))
    except (asyncio.CancelledError, KeyboardInterrupt):
        return True
