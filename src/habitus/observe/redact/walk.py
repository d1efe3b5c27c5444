"""Rebuild a JSON-like value with other texts: same structure, and the same objects wherever nothing changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

DEPTH = 100
"""How deep we look. What is deeper was not looked at, so it is not kept either."""


class Walk:
    """`leaf` gets each text and the name it stands under: its key, the name beside a `value`, or the option before it in a list. `line`
    gets a list of texts first, as a whole, the `command` beside it before its `args`."""

    def __init__(self, leaf: Callable[[str, str], str], line: Callable[[tuple[str, ...]], list[str]] = list) -> None:
        self.leaf = leaf
        self.line = line
        self.seen: dict[tuple[int, str], Any] = {}
        """Shared parts are rebuilt once: neither a cycle nor a lattice of references takes long."""

    def visit(self, node: Any, name: str = "", depth: int = 0, program: str = "") -> Any:
        if isinstance(node, str):
            return self.leaf(node, name)
        if not isinstance(node, (dict, list, tuple, Mapping)):
            return node
        if depth > DEPTH:
            return "[too deep to redact]"
        place = (id(node), name)
        if place not in self.seen:
            self.seen[place] = "[a cycle]"
            self.seen[place] = self._mapping(node, depth) if isinstance(node, Mapping) else self._sequence(node, name, depth, program)
        return self.seen[place]

    def _mapping(self, node: Mapping[Any, Any], depth: int) -> Any:
        program = node.get("command", "")
        spoken = node.get("name", node.get("Name", node.get("key")))
        clean = {}
        for key, child in node.items():
            name = spoken if key in ("value", "Value") else key
            called = program if key == "args" and isinstance(program, str) else ""
            clean[self.visit(key, "", depth + 1)] = self.visit(child, name if isinstance(name, str) else "", depth + 1, called)
        return (
            node
            if all(new is old for pair in zip(clean.items(), node.items(), strict=False) for new, old in zip(*pair, strict=True))
            else clean
        )

    def _sequence(self, node: list[Any] | tuple[Any, ...], name: str, depth: int, program: str) -> Any:
        clean, option = [], name
        is_line = all(isinstance(child, str) for child in node)
        for child in self.line((program, *node))[1:] if is_line else node:
            clean.append(self.visit(child, option, depth + 1))
            option = child if isinstance(child, str) and child.startswith("-") else name
        if all(new is old for new, old in zip(clean, node, strict=True)):
            return node
        return clean if isinstance(node, list) else tuple(clean)
