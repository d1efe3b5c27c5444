"""Many learnings, found by the call: what a judge asks before every call may not cost more with a thousand of them than with one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from habitus.learn.fixes import shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from habitus.types import Learning

Key = tuple[str, str, str]


class Book:
    """An index that its owner moves along with the rows. It holds no other truth than theirs."""

    def __init__(self, learnings: Iterable[Learning] = ()) -> None:
        self._at: dict[Key, dict[str, Learning]] = {}
        self._keys: dict[str, tuple[Key, ...]] = {}
        for one in learnings:
            self.put(one)

    def __len__(self) -> int:
        return len(self._keys)

    def put(self, learning: Learning) -> None:
        """In place of an older version of it, if there is one."""
        self.drop(learning.id)
        keys = tuple(_keys(learning))
        self._keys[learning.id] = keys
        for key in keys:
            self._at.setdefault(key, {})[learning.id] = learning

    def drop(self, id: str) -> None:
        for key in self._keys.pop(id, ()):
            there = self._at[key]
            del there[id]
            if not there:
                del self._at[key]

    def of(self, tool: str) -> list[Learning]:
        """Every learning about a tool: the candidates of `offered`."""
        return list(self._at.get((tool, "tool", ""), {}).values())

    def matching(self, tool: str, args: Mapping[str, Any]) -> list[Learning]:
        """Those that know this call to fail, as `matches` says one by one."""
        at = self._at
        if (tool, "tool", "") not in at:
            return []
        found = dict(at.get((tool, "call", shape.digest(tool, args)), {}))
        if (tool, "marks", "") in at:
            for word in shape.marks(args):
                found |= at.get((tool, "word", word), {})
        found |= at.get((tool, "form", ""), {})
        return shape.matching(found.values(), tool, args) if found else []


def _keys(learning: Learning) -> Iterable[Key]:
    """Only what may speak is found by a call; all are found by their tool."""
    tool, kept = learning.tool, learning.shape or {}
    yield tool, "tool", ""
    for call, times in kept.get("calls", {}).items():
        if times >= shape.TWICE:
            yield tool, "call", call
    for word, times in kept.get("words", {}).items():
        if times >= shape.TWICE:
            yield tool, "word", word
    if kept.get("words"):
        yield tool, "marks", ""
    if shape.may_be_formed_wrong(learning):
        yield tool, "form", ""
