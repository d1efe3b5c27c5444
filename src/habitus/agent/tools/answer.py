"""What a tool answers, within the cap. What is cut always says so, and counts against the cap itself. Pure."""

from __future__ import annotations

from habitus.parse.text import storable

LEAST = 200
"""Characters below which a cap leaves no room for saying that something was cut."""
NAMED = 300
"""Characters of a name in a sentence."""


def named(path: str) -> str:
    """A name in a sentence: one line, and no signs that a terminal or a provider would trip over."""
    plain = storable(path)
    if not plain.isprintable():
        plain = repr(plain)
    return plain if len(plain) <= NAMED else f"{plain[: NAMED // 2]}…{plain[-NAMED // 2 :]}"


def capped(text: str, most: int, hint: str = "") -> str:
    """The beginning of it. `hint`: how to get at the rest."""
    text, most = storable(text), max(most, LEAST)
    if len(text) <= most:
        return text
    room = most - 60 - len(hint)
    return f"{text[:room]}\n[cut: {len(text) - room:,} more characters{hint and f'; {hint}'}]"


def middle_cut(head: str, tail: str, lost: int, most: int) -> str:
    """The beginning and the end: of a command's output both tell something. `lost`: bytes that were dropped between the two before."""
    most = max(most, LEAST)
    if not lost:
        head = tail = head + tail
        if len(head) <= most:
            return storable(head)
    half = (most - 60) // 2
    first, last = head[:half], tail[max(0, len(tail) - half) :]
    cut = lost + _bytes(head) + (_bytes(tail) if lost else 0) - _bytes(first) - _bytes(last)
    return storable(f"{first}\n[… {cut:,} bytes cut here …]\n{last}")


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def listed(lines: list[str], most: int, left: int, what: str, hint: str) -> str:
    """As many lines as fit; then how many `what` are left, and how to get at them. `left`: those that are not even among the lines."""
    most = max(most, LEAST)
    if not left and sum(map(len, lines)) + len(lines) <= most:
        return storable("\n".join(lines))
    kept, room = 0, most - 50 - len(what) - len(hint)
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept += 1
    return capped("\n".join([*lines[:kept], f"[{left + len(lines) - kept:,} more {what}: {hint}]"]), most)
