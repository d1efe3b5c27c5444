"""Edit: one text in a file becomes another, and everything else stays as it was: encoding, mark, line ends and mode.

In a file whose lines all end in CR LF, plain line breaks in the call mean those. A text that fits nowhere, or in several places, changes
nothing, and the answer says where to look.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from habitus.agent.tools import files, texts
from habitus.agent.tools.nearest import hint
from habitus.agent.tools.tool import Tool, ToolFailed, schema

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.agent.tools.tool import Place

MOST = 32_000_000
"""Bytes of a file."""
PLACES = 5
"""Places of a text that occurs too often, which are named."""


def run(args: Mapping[str, Any], place: Place) -> str:
    spot = files.find(place, args["file_path"], to_write=True)
    old, new = args["old_string"], args["new_string"]
    if not old:
        raise ToolFailed("`old_string` is empty, and fits everywhere. Name the text to replace, or use Write for a new file.")
    data, known = files.content(spot, MOST)
    files.writable(known, spot)
    found = texts.read(data) if len(data) <= MOST else None
    if found is None:
        raise ToolFailed(f"{spot.shown} is {'too large' if len(data) > MOST else texts.sign(data)}. Use Bash with a program for it.")
    text, said = replaced(found.text, old, new, everywhere=args.get("replace_all", False), name=spot.shown)
    try:
        files.replace(spot, found.encoded(text), known)
    except UnicodeEncodeError as error:
        sign = error.object[error.start]
        raise ToolFailed(
            f"{spot.shown} is written in {found.codec}, which has no {sign!r}. Use other signs, or convert it first."
        ) from None
    return said


def replaced(text: str, old: str, new: str, *, everywhere: bool, name: str) -> tuple[str, str]:
    """The new text, and what to say of it."""
    breaks = text.count("\r\n")
    is_windows = breaks > 0 and breaks == text.count("\n")
    if is_windows:
        text, old, new = (one.replace("\r\n", "\n") for one in (text, old, new))
    if old == new:
        raise ToolFailed(f"`old_string` and `new_string` are the same, so {name} stays as it is. Say what is to be different.")
    times = text.count(old)
    if not times:
        raise ToolFailed(f"The text to replace does not occur in {name}.{hint(text, old)}")
    if times > 1 and not everywhere:
        raise ToolFailed(
            f"The text to replace occurs {times:,} times in {name} ({_lines(text, old, times)}). "
            "Give more of the lines around it, or set replace_all."
        )
    if len(text) + times * (len(new) - len(old)) > MOST:
        raise ToolFailed(f"{name} would become larger than {MOST:,} characters. Replace fewer places, or use Bash with a program for it.")
    where = _lines(text, old, times)
    after = text.replace(old, new)
    return after.replace(
        "\n", "\r\n"
    ) if is_windows else after, f"Edited {name}: {times:,} {'place' if times == 1 else 'places'} ({where})."


def _lines(text: str, old: str, times: int) -> str:
    found: list[str] = []
    for match in re.finditer(re.escape(old), text):
        found.append(str(text.count("\n", 0, match.start()) + 1))
        if len(found) == PLACES:
            break
    more = f" and {times - PLACES:,} more" if times > PLACES else ""
    return f"line{'s' if times > 1 else ''} {', '.join(found)}{more}"


EDIT = Tool(
    name="Edit",
    module="filesystem",
    description=(
        "Replace a text in a file. old_string must be there exactly once, spaces and line breaks included, "
        "unless replace_all is set. Leave out the line numbers that Read shows."
    ),
    parameters=schema(
        {
            "file_path": {"type": "string", "description": "The file, absolute or from the working directory"},
            "old_string": {"type": "string", "description": "Text as it is now"},
            "new_string": {"type": "string", "description": "Text that takes its place"},
            "replace_all": {"type": "boolean", "description": "Every occurrence"},
        },
        "file_path",
        "old_string",
        "new_string",
        aliases=True,
    ),
    aliases={
        **files.ALIASES,
        **dict.fromkeys(("old", "old_str", "old_text", "oldText", "oldString"), "old_string"),
        **dict.fromkeys(("new", "new_str", "new_text", "newText", "newString"), "new_string"),
        "replaceAll": "replace_all",
    },
    run=run,
)
