"""Text that every store can keep."""

from __future__ import annotations

from typing import Any

NAME = 1200
"""Bytes of a name: of a session, an agent, a tool, a call. Two of them fit into a row of an index of PostgreSQL."""

SHORT = NAME // 4
"""Characters that are never more, in any alphabet."""


def storable(text: str) -> str:
    """Without NUL, which PostgreSQL refuses, and half characters, which are not UTF-8. The same object where there is neither."""
    if text.isascii():
        return text.replace("\0", "�") if "\0" in text else text
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")  # two halves that belong together are one
    return text.replace("\0", "�") if "\0" in text else text


DEEPEST = 100
"""Lists and objects within each other: what is nested deeper could be kept, and not be written as an answer any more."""


def fit(value: Any, deep: int = 0) -> Any:
    """The same of all texts and names in a value: what a host has sent is judged as it came, and not every column or answer takes that."""
    if isinstance(value, str):
        return storable(value)
    if not isinstance(value, (dict, list, tuple)):
        return value
    if deep > DEEPEST:
        return "…"
    if isinstance(value, dict):
        return {fit(one): fit(inner, deep + 1) for one, inner in value.items()}
    return [fit(inner, deep + 1) for inner in value]


def name(text: str) -> str:
    """A name that every index can hold: a longer one is cut, and its digest keeps it apart from others that begin like it."""
    text = storable(text)
    if len(text) <= SHORT or len(whole := text.encode()) <= NAME:
        return text
    from hashlib import blake2b  # nearly all names are short, and a hook process judges one call and ends

    return f"{whole[: NAME - 17].decode('utf-8', 'ignore')}~{blake2b(whole, digest_size=8).hexdigest()}"
