"""JSON-RPC messages, as MCP sends them: one JSON object each."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

Frame: TypeAlias = dict[str, Any]

CLIENT = "io.modelcontextprotocol/clientInfo"
"""Where a request of the stateless protocol says who sends it."""

UNREADABLE, INVALID, WRONG_ARGUMENTS, GONE = -32700, -32600, -32602, -32000
SPELLED = frozenset({"jsonrpc", "id", "method", "params", "result", "error", "name", "arguments"})
DEEP = 200
"""Lists and objects inside each other: no tool takes so many, and what writes a message anew must not run out of room for it."""

NAME = 80
"""Characters of a client's name."""


HOSTS = {"codex-mcp-client": "codex", "gemini-cli-mcp-client": "gemini"}
"""Programs that call themselves otherwise here than their hooks do: one agent has one name."""


class NotJson(ValueError):
    pass


def read(raw: bytes | str) -> Any:
    """A value. NaN, infinities and numbers past all floats are no JSON: what we judge and what a server reads must be the same."""
    try:
        return json.loads(raw, parse_constant=_refused, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise NotJson(str(error)) from None


def answered(raw: bytes) -> Any:
    """The id of an answer that cannot be read, so that nobody waits for it; None: it answers nobody."""
    from habitus.parse import unread  # at first need: servers answer in JSON

    said = unread.top(raw)
    return None if "method" in said else said.get("id")


def _refused(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{text[:40]} is no number")
    return value


def line(frame: Frame) -> bytes:
    """One line of ASCII: whatever counts as the end of a line elsewhere is escaped."""
    return json.dumps(frame, separators=(",", ":")).encode() + b"\n"


def key(id: Any) -> str:
    """An id as a name: 1 and "1" are two."""
    return json.dumps(id)


def is_id(id: Any) -> bool:
    return isinstance(id, str) or (isinstance(id, int) and not isinstance(id, bool))


def ambiguous(frame: Frame) -> str:
    """Why two readers may find two messages in it: some take `Method` for `method`. Empty: they do not."""
    method, params = frame.get("method"), frame.get("params")
    if "method" in frame and not isinstance(method, str):
        return "`method` must be text."
    for place in (frame, params if isinstance(params, dict) and method == "tools/call" else {}):
        for name in place:
            if name not in SPELLED and name.casefold() in SPELLED:
                return f"{name!r} is not how this is spelled."
    return ""


def is_deep(value: Any) -> bool:
    """Is it nested deeper than anybody needs?"""
    level = [value]
    for _ in range(DEEP):
        level = [below for one in level if isinstance(one, dict | list) for below in (one.values() if isinstance(one, dict) else one)]
        if not level:
            return False
    return True


def failed(id: Any, code: int, why: str) -> Frame:
    return {"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": why}}


def refused(id: Any, why: str) -> Frame:
    """A tool's answer that it was not run: the model reads it, and can go another way."""
    result = {"content": [{"type": "text", "text": why}], "isError": True, "resultType": "complete"}
    return {"jsonrpc": "2.0", "id": id, "result": result}


def client(frame: Frame) -> str:
    """Who sends it, where it says so."""
    params = frame.get("params")
    params = params if isinstance(params, dict) else {}
    meta = params.get("_meta")
    said = params.get("clientInfo") if frame.get("method") == "initialize" else meta.get(CLIENT) if isinstance(meta, dict) else None
    name = said.get("name") if isinstance(said, dict) else None
    return plain(name)


def plain(name: Any) -> str:
    found = "".join(c for c in name if c.isprintable()).strip()[:NAME] if isinstance(name, str) else ""
    return HOSTS.get(found, found)
