"""Write: a whole file, new or in place of what was there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from habitus.agent.tools import files
from habitus.agent.tools.tool import Tool, schema

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.agent.tools.tool import Place


def run(args: Mapping[str, Any], place: Place) -> str:
    spot = files.find(place, args["file_path"], to_write=True)
    data: bytes = args["content"].encode()
    before = files.looked(spot)
    if before is not None:
        files.writable(before, spot)
        if before.st_size == len(data) and files.content(spot, len(data))[0] == data:
            return f"{spot.shown} already has exactly this content ({_size(args['content'], data)}); nothing was written."
    files.replace(spot, data, before)
    return f"{'Wrote' if before is None else 'Replaced'} {spot.shown}: {_size(args['content'], data)}{'' if before else ', a new file'}."


def _size(text: str, data: bytes) -> str:
    lines = text.count("\n") + (bool(text) and not text.endswith("\n"))
    return f"{lines:,} {'line' if lines == 1 else 'lines'}, {len(data):,} bytes"


WRITE = Tool(
    name="Write",
    module="filesystem",
    description="Write a whole text file (UTF-8), with the folders it needs. What was in it before is gone: use Edit to change a part.",
    parameters=schema(
        {
            "file_path": {"type": "string", "description": "The file, absolute or from the working directory"},
            "content": {"type": "string", "description": "All of its text"},
        },
        "file_path",
        "content",
        aliases=True,
    ),
    aliases={**files.ALIASES, **dict.fromkeys(("contents", "text", "file_text"), "content")},
    run=run,
)
