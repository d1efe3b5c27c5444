"""Text that every store can keep."""

from __future__ import annotations

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
        text = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    return text.replace("\0", "�") if "\0" in text else text


def name(text: str) -> str:
    """A name that every index can hold: a longer one is cut, and its digest keeps it apart from others that begin like it."""
    text = storable(text)
    if len(text) <= SHORT or len(whole := text.encode()) <= NAME:
        return text
    from hashlib import blake2b  # nearly all names are short, and a hook process judges one call and ends

    return f"{whole[: NAME - 17].decode('utf-8', 'ignore')}~{blake2b(whole, digest_size=8).hexdigest()}"
