"""JSON edited as text: what is added or taken away is all that changes, so the rest of somebody's settings file keeps its bytes.

Text in, text out. A file that is not JSON is refused: whoever wrote it must look at it.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SPACE = re.compile(r"[ \t\r\n]*")
DECODER = json.JSONDecoder()
PLAIN = re.compile(r"[^\s,\]}]+")
INDENT = re.compile(r"\s*\{\r?\n([ \t]+)\"")


class Node(NamedTuple):
    """A value and where it stands. `begin`: of a member, where its name begins."""

    begin: int
    start: int
    end: int
    name: str = ""
    kind: str = ""
    """`{`, `[`, or empty."""
    children: tuple[Node, ...] = ()

    def child(self, name: str) -> Node | None:
        return next((one for one in self.children if one.name == name), None)


def checked(text: str, file: str) -> Any:
    """What the text says. Nothing but blanks says `{}`."""
    try:
        found = json.loads(text) if text.strip() else {}
    except (ValueError, RecursionError) as error:
        where = f":{error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise ConfigError(f"{file}{where} is not plain JSON ({error}): mend it, or take out its comments, then try again") from None
    if not isinstance(found, dict):
        raise ConfigError(f"{file} must hold a JSON object, as its host expects")
    return found


def added(text: str, path: Sequence[str], item: Any, file: str = "the file") -> str:
    """With `item` at the end of the list at `path`; what is not there yet is made."""
    checked(text, file)
    text = text if text.strip() else "{}"
    node = _scan(text, _skip(text, 0))
    wrong = ConfigError(f"{file}: `{'.'.join(path)}` must be a list, as its host expects")
    for depth, name in enumerate(path):
        if node.kind != "{":
            raise wrong
        found = node.child(name)
        if found is None:
            made: Any = [item]
            for above in reversed(path[depth + 1 :]):
                made = {above: made}
            return _put(text, node, depth, made, name)
        node = found
    if node.kind != "[":
        raise wrong
    return _put(text, node, len(path), item)


def member(text: str, name: str, value: Any) -> str:
    """With `name` at the top, unless it is there."""
    text = text if text.strip() else "{}"
    node = _scan(text, _skip(text, 0))
    return text if node.child(name) else _put(text, node, 0, value, name)


def removed(text: str, path: Sequence[str], is_ours: Callable[[Any], bool]) -> str:
    """Without the entries below `path` that are ours, and without the lists and objects that are empty for it."""
    if not text.strip():
        return text
    while True:
        root = _scan(text, _skip(text, 0))
        node: Node | None = root
        for name in path:
            node = node.child(name) if node else None
        trail = _ours(text, node, is_ours) if node else None
        if not trail:
            return text
        line = [root, *_between(root, path), *trail]
        while len(line) > 2 and len(line[-2].children) == 1 and line[-2] is not root:
            line.pop()
        text = _cut(text, line[-2], line[-1])


def _between(root: Node, path: Sequence[str]) -> list[Node]:
    line, node = [], root
    for name in path:
        found = node.child(name)
        if found is None:
            break
        line.append(found)
        node = found
    return line


def _ours(text: str, node: Node, is_ours: Callable[[Any], bool]) -> list[Node] | None:
    """The way down to the first entry that is ours."""
    for one in node.children:
        if one.kind == "{" and is_ours(json.loads(text[one.start : one.end])):
            return [one]
        below = _ours(text, one, is_ours)
        if below:
            return [one, *below]
    return None


def _put(text: str, node: Node, depth: int, value: Any, name: str = "") -> str:
    line_end = "\r\n" if "\r\n" in text else "\n"
    found = INDENT.match(text)
    step = found[1] if found else "  "
    is_flat = bool(node.children) and "\n" not in text[node.start : node.end]
    dumped = json.dumps(value, ensure_ascii=False, indent=None if is_flat else step)
    member = f"{json.dumps(name, ensure_ascii=False)}: {dumped}" if name else dumped
    if is_flat:
        return f"{text[: node.children[-1].end]}, {member}{text[node.children[-1].end :]}"
    inner = line_end + step * (depth + 1)
    member = member.replace("\n", inner)
    if node.children:
        return f"{text[: node.children[-1].end]},{inner}{member}{text[node.children[-1].end :]}"
    return f"{text[: node.start + 1]}{inner}{member}{line_end}{step * depth}{text[node.end - 1 :]}"


def _cut(text: str, parent: Node, child: Node) -> str:
    at = parent.children.index(child)
    if at:
        return text[: parent.children[at - 1].end] + text[child.end :]
    if len(parent.children) > 1:
        return text[: child.begin] + text[parent.children[1].begin :]
    return text[: parent.start + 1] + text[parent.end - 1 :]


def _skip(text: str, at: int) -> int:
    found = SPACE.match(text, at)
    return found.end() if found else at


def _scan(text: str, at: int, begin: int = -1, name: str = "") -> Node:
    """Text that `checked` has let through."""
    start, sign = at, text[at]
    begin = start if begin < 0 else begin
    if sign == '"':
        return Node(begin, start, DECODER.raw_decode(text, at)[1], name)
    if sign not in "{[":
        found = PLAIN.match(text, at)
        return Node(begin, start, found.end() if found else at, name)
    children: list[Node] = []
    at = _skip(text, at + 1)
    while text[at] not in "}]":
        at = _skip(text, at + 1) if text[at] == "," else at
        first, key = at, ""
        if sign == "{":
            key, at = DECODER.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
        child = _scan(text, at, first, key)
        children.append(child)
        at = _skip(text, child.end)
    return Node(begin, start, at + 1, name, sign, tuple(children))
