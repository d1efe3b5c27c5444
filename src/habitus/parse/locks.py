"""Names as PostgreSQL's advisory locks take them."""

from __future__ import annotations

_OFFSET, _PRIME, _BITS = 0xCBF29CE484222325, 0x100000001B3, 64


def lock_key(name: str) -> int:
    """FNV-64a, signed."""
    value = fnv(name)
    return value - (1 << _BITS) if value >> (_BITS - 1) else value


def fnv(text: str) -> int:
    value = _OFFSET
    for byte in text.encode("utf-8", "surrogatepass"):
        value = (value ^ byte) * _PRIME & ((1 << _BITS) - 1)
    return value
