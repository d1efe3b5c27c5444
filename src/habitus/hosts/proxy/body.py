"""A request's body as text with places in it: what we add is put between the client's own bytes, and none of them is written anew.

So what we do not know (fields, spellings of numbers, order, a key given twice) reaches the provider as it was sent.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_decode = json.JSONDecoder().raw_decode
_blank = re.compile(r"[ \t\r\n]*").match


class NotOurs(Exception):
    """Not an object in JSON: it goes on as it came."""


class Item(NamedTuple):
    """An element of the list that holds the conversation, and where it stands."""

    value: Any
    start: int
    end: int


class Splice(NamedTuple):
    at: int
    text: str


class Body(NamedTuple):
    text: str
    fields: dict[str, Any]
    """Everything but the list."""
    items: list[Item]
    """A text in place of the list is its one item."""
    start: int
    """Where the list begins; -1 where there is none."""


def read(text: str, list_name: str, known: Callable[[str, int], int] | None = None) -> Body:
    """`known` is asked, with the text and where the list begins, how much of it need not be read again. Raises `NotOurs`."""
    fields: dict[str, Any] = {}
    items: list[Item] = []
    begin = -1
    try:
        for name, at in (walk := _Walk(text, 0)):
            if name == list_name and text[at] == "[":
                items, walk.at = elements(text, at, known(text, at) if known else 0)
            else:
                fields[name], walk.at = _decode(text, at)
            if name == list_name:
                items = [Item(fields[name], at, walk.at)] if text[at] == '"' else items
                begin = at
    except (ValueError, IndexError, RecursionError):
        raise NotOurs from None
    return Body(text, fields, items, begin)


class _Walk:
    """The members of an object: each key, with where its value begins. Whoever reads the value says where it ends."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.at = after(text, start)
        if text[self.at] != "{":
            raise ValueError

    def __iter__(self) -> Iterator[tuple[str, int]]:
        text = self.text
        mark = "{"
        while True:
            at = after(text, self.at + 1)
            if text[at] == "}" and mark == "{":
                self.at = at
                break
            if text[at] != '"':
                raise ValueError
            name, at = _decode(text, at)
            at = after(text, at)
            if text[at] != ":":
                raise ValueError
            yield name, after(text, at + 1)
            self.at = after(text, self.at)
            mark = text[self.at]
            if mark == "}":
                break
            if mark != ",":
                raise ValueError
        self.at += 1


def elements(text: str, start: int, skip: int = 0) -> tuple[list[Item], int]:
    """The elements of a list, and where it ends. `skip`: from so far into it, where an element has just ended."""
    found: list[Item] = []
    at = after(text, start + (skip or 1))
    if not skip and text[at] == "]":
        return found, at + 1
    if skip:
        if text[at] == "]":
            return found, at + 1
        if text[at] != ",":
            raise ValueError
        at = after(text, at + 1)
    while True:
        value, end = _decode(text, at)
        found.append(Item(value, at, end))
        at = after(text, end)
        if text[at] == "]":
            return found, at + 1
        if text[at] != ",":
            raise ValueError
        at = after(text, at + 1)


def spans(text: str, start: int) -> dict[str, tuple[int, int]]:
    """Where the values of an object's members stand."""
    found = {}
    for name, at in (walk := _Walk(text, start)):
        _, walk.at = _decode(text, at)
        found[name] = (at, walk.at)
    return found


def into(text: str, start: int, end: int, said: str, block: str) -> Splice | None:
    """Add to content: words to a text, a block to a list. None where it is neither."""
    if text[start] == '"':
        return Splice(end - 1, json.dumps(f"\n\n{said}")[1:-1])
    if text[start] != "[":
        return None
    is_empty = text[after(text, start + 1)] == "]"
    return Splice(end - 1, block if is_empty else f",{block}")


def spliced(text: str, splices: Iterable[Splice]) -> str:
    """The text with what is added. What is put at one place stays in the order given."""
    done, out = 0, []
    for at, added in sorted(splices, key=lambda one: one.at):
        out += [text[done:at], added]
        done = at
    return "".join(out) + text[done:]


def written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def after(text: str, at: int) -> int:
    """The next place that is not blank."""
    match = _blank(text, at)
    return match.end() if match else at
