"""What comes over a WebSocket before it is a message, as uvicorn reads it, but for two things that it keeps without end: answers to pings
that nobody takes, and a message in ever more parts. And whoever is refused with an answer has been answered: it logs that as an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

PARTS = 1000
"""Of one message, which has 64 KB at most: nobody cuts it finer who has something to say."""


class Frames(WebSocketsSansIOProtocol):
    def data_received(self, data: bytes) -> None:
        try:
            super().data_received(data)
        except InvalidState:  # no UTF-8, and an end right behind it: there is nobody left to be told
            self.transport.abort()
        if len(self.frames) > PARTS:
            self.transport.abort()
        elif not self.writable.is_set():  # each ping is answered: whoever takes no answers is not listened to meanwhile
            self.transport.pause_reading()

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()
