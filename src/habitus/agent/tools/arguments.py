"""What a model gave a tool -> what the tool takes. Pure.

Kind to what can only mean one thing ("5" for 5, `path` for `file_path`), strict with the rest: one sentence that names the argument.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from habitus.agent.tools.tool import ToolFailed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.agent.tools.tool import Tool

KINDS: dict[str, tuple[str, tuple[type, ...]]] = {
    "string": ("text", (str,)),
    "integer": ("a whole number", (int,)),
    "number": ("a number", (int, float)),
    "boolean": ("true or false", (bool,)),
    "array": ("a list", (list,)),
    "object": ("an object", (dict,)),
}
LARGEST = 1e12
"""Nothing here is counted so far; and what is no number at all is not below it."""


def checked(tool: Tool, args: Mapping[str, Any]) -> dict[str, Any]:
    properties = tool.parameters["properties"]
    given: dict[str, Any] = {}
    for name, value in args.items():
        own = name if name in properties else tool.aliases.get(name)
        if own is None:
            raise ToolFailed(_unknown(tool, str(name)))
        if own == "" or (value is None and own not in tool.parameters["required"]):
            continue
        fitted = _fitted(tool, own, value, properties[own])
        if own in given and given[own] != fitted:
            raise ToolFailed(f"{tool.name}: `{name}` is `{own}` by another name, and both are given with different values. Give one.")
        given[own] = fitted
    missing = [f"`{name}`" for name in tool.parameters["required"] if name not in given]
    if missing:
        raise ToolFailed(f"{tool.name} needs {' and '.join(missing)}. Call it again with {'it' if len(missing) == 1 else 'them'}.")
    return given


def _unknown(tool: Tool, name: str) -> str:
    known = list(tool.parameters["properties"])
    near = get_close_matches(name[:40], [*known, *tool.aliases], n=1, cutoff=0.5)
    hint = f"did you mean `{near[0]}`?" if near else f"it takes {', '.join(known)}." if known else "it takes none."
    return f"{tool.name} has no argument {name!r:.42}; {hint}"


def _fitted(tool: Tool, name: str, value: Any, wanted: Mapping[str, Any]) -> Any:
    kind = wanted.get("type", "")
    value = _meant(kind, value)
    if not _is_kind(kind, value):
        raise ToolFailed(f"{tool.name}: `{name}` must be {KINDS[kind][0]}, got {value!r:.60}.")
    if "enum" in wanted and value not in wanted["enum"]:
        raise ToolFailed(f"{tool.name}: `{name}` must be one of {', '.join(map(str, wanted['enum']))}, got {value!r:.60}.")
    if "minimum" in wanted and value < wanted["minimum"]:
        raise ToolFailed(f"{tool.name}: `{name}` must be at least {wanted['minimum']}, got {value}.")
    inner = wanted.get("items") or wanted.get("additionalProperties")
    if isinstance(value, list | dict) and inner:
        for one in value if isinstance(value, list) else value.values():
            _fitted(tool, name, one, inner)
    if _is_broken(value):
        raise ToolFailed(f"{tool.name}: `{name}` holds half a character, which no file and no program can take. Write it without.")
    return value


def _meant(kind: str, value: Any) -> Any:
    """The same value in its own type, where there is no doubt."""
    if kind in ("integer", "number") and isinstance(value, str) and len(value) < 20:
        try:
            value = float(value) if "." in value else int(value)
        except ValueError:
            return value
    if kind == "integer" and isinstance(value, float) and value.is_integer():
        return int(value)
    if kind == "boolean" and isinstance(value, str):
        return {"true": True, "false": False}.get(value.strip().lower(), value)
    return value


def _is_kind(kind: str, value: Any) -> bool:
    if kind not in KINDS:
        return True
    if isinstance(value, bool) and kind != "boolean":
        return False
    if isinstance(value, int | float) and not abs(value) < LARGEST:
        return False
    return isinstance(value, KINDS[kind][1])


def _is_broken(value: Any) -> bool:
    texts = [value] if isinstance(value, str) else [*value, *value.values()] if isinstance(value, dict) else []
    try:
        for text in texts:
            if isinstance(text, str):
                text.encode()
    except UnicodeEncodeError:
        return True
    return False
