"""Text that every store can keep."""

from __future__ import annotations


def storable(text: str) -> str:
    """Without NUL, which PostgreSQL refuses, and half characters, which are not UTF-8. The same object where there is neither."""
    if text.isascii():
        return text.replace("\0", "�") if "\0" in text else text
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    return text.replace("\0", "�") if "\0" in text else text
