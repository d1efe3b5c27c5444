"""Which format a file or a value is of, by its shape."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from habitus.hosts.transcripts import cursor, gemini, messages, opencode, specstory, stores
from habitus.hosts.transcripts.values import Header

if TYPE_CHECKING:
    from pathlib import Path

    from habitus.hosts.transcripts.sources import Source

LINES = (".jsonl", ".ndjson")

Kind: TypeAlias = Literal["lines", "values", "markdown", "stored", ""]

TALKS = re.compile(r'"(?:messages|chat_messages|conversation|input|items|history)"\s*:\s*\[\s*\{[^{}]*"(?:role|type|sender)"')


BY_SHAPE = {"gemini": gemini.is_one, "opencode": opencode.is_one, "cursor": cursor.is_one}
GO_ON = frozenset({"messages", "gemini", "cursor"})
"""Formats whose later lines are known by the ones before them."""

_decode = json.JSONDecoder().raw_decode


def of_file(file: Path, source: Source) -> Kind:
    """JSON line by line or value by value, Markdown, a program's own store; empty for anything else."""
    raw = source.head()
    if stores.is_one(file, raw):
        return "stored"
    head = raw.decode("utf-8", "replace").lstrip("\ufeff \t\r\n\0")
    if file.name.lower().removesuffix(".gz").endswith(LINES):
        return "lines"
    if head[:1] in ("{", "["):
        first, _, rest = head.partition("\n")
        value = loaded(first)
        if isinstance(value, dict) and rest.strip():
            return "lines" if of_value(value) else ""
        return "values" if _looks_told(head) else ""
    return "markdown" if specstory.is_one(head) else ""


def is_foreign(source: Source) -> bool:
    """Is the first line a whole value, and none of ours? Programs keep their lists of prompts and sessions as JSON lines too."""
    first = source.head().decode("utf-8", "replace").strip("\ufeff \t\r\n\0").partition("\n")[0]
    value = loaded(first)
    return value is not None and not of_value(value)


def loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _looks_told(head: str) -> bool:
    """Of a value that goes on past the head, only the beginning can be seen."""
    value = loaded(head)
    if value is None and head[0] == "[":
        value = [_begun(head[1:].lstrip())]
    if isinstance(value, list) and value and value[0] is not None:
        return any(map(of_value, (value[0], value)))
    return bool(value and of_value(value)) or (value in (None, [None]) and TALKS.search(head) is not None)


def _begun(text: str) -> Any:
    try:
        return _decode(text)[0]
    except (ValueError, RecursionError):
        return None


def of_value(value: Any, usual: str = "") -> str:
    """Which format a value is of; empty for none. `usual` is what the one before it was."""
    if type(value) is not dict:
        return "messages" if isinstance(value, Header) or messages.is_conversation(value) else ""
    if "event" in value:
        return "ours"
    if "type" in value and ("payload" in value or "message" in value or "uuid" in value or "sessionId" in value):
        return "codex" if isinstance(value.get("payload"), dict) else "claude_code"
    for name, is_one in BY_SHAPE.items():
        if is_one(value):
            return name
    if messages.is_message(value) or messages.is_head(value) or messages.is_conversation(value):
        return "messages"
    return "" if not isinstance(value.get("type"), str) else usual if usual in GO_ON else "claude_code"
