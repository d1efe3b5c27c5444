"""What the server behind the gateway says, line by line."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from habitus.server.mcp.behind import Program

DEEP = b"[" * 200_000 + b"]" * 200_000


def said(*lines: bytes) -> list[Any]:
    async def heard() -> list[Any]:
        out = asyncio.StreamReader(limit=2**20)
        out.feed_data(b"".join(line + b"\n" for line in lines))
        out.feed_eof()
        process: Any = SimpleNamespace(stdin=None, stdout=out)
        return [frame async for frame in Program(process, "server").frames()]

    return asyncio.run(heard())


@pytest.mark.parametrize(
    ("line", "id"),
    [
        (b'{"jsonrpc":"2.0","id":7,"result":{"structuredContent":{"id":8,"a":%s}}}' % DEEP, 7),
        (b'{"result":{"method":"x","a":%s,"b":"}\\"]"}, "id" : "seven"}' % DEEP, "seven"),
        (b'{"id":-7,"result":{"mean":NaN}}', -7),
    ],
)
def test_an_answer_that_cannot_be_read_fails_its_request_at_once(line: bytes, id: Any) -> None:
    unread, after = said(line, b'{"id":9,"result":{}}')

    assert (unread["id"], unread["error"]["code"]) == (id, -32700)
    assert "cannot be read" in unread["error"]["message"]
    assert after == {"id": 9, "result": {}}


@pytest.mark.parametrize(
    "line",
    [b"Listening\xe2\x80\xa6", b'{"id":7,"method":"sampling/createMessage","params":%s}' % DEEP, b'{"id":null,"error":NaN}', b'["id",NaN]'],
)
def test_what_answers_nobody_is_passed_over(line: bytes) -> None:
    assert said(line) == []
