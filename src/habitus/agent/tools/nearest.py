"""A text that does not occur -> the lines that it may have meant. Bounded work, whatever the texts. Pure."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from heapq import nlargest

LOOKED_AT = 3000
"""Lines that are compared: more take longer than they help."""
WIDE = 200
"""Characters of a line that are compared and shown."""
ALIKE = 0.6
CLOSE = 10
"""Lines that are compared sign by sign."""
AROUND = 2
NUMBERED = re.compile(r"\s{0,8}\d{1,7}\t")


def hint(text: str, old: str) -> str:
    sought = [line for line in old.split("\n") if line.strip()]
    if not sought:
        return " It is only white space. Give the lines around it."
    if all(NUMBERED.match(line) for line in sought):
        return " Leave out the line numbers that Read shows: they are not part of the file."
    lines = text.split("\n", LOOKED_AT)[:LOOKED_AT]
    at = _same_but_for_space(lines, sought[0])
    if at is not None:
        return f" Line {at + 1} differs only in its spaces. Copy it exactly:\n{_shown(lines, at)}"
    at = _likest(lines, sought[0])
    return " Read the file and copy the text exactly." if at is None else f" The nearest is at line {at + 1}:\n{_shown(lines, at)}"


def _same_but_for_space(lines: list[str], line: str) -> int | None:
    plain = "".join(line.split())
    return next((n for n, one in enumerate(lines) if len(one) < 10 * WIDE and plain == "".join(one.split())), None)


def _likest(lines: list[str], line: str) -> int | None:
    """A quick look at all of them, a close one at a few: two lines of the same letters in another order take long to compare."""
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(line.strip()[:WIDE])
    near: list[tuple[float, int]] = []
    for n, one in enumerate(lines):
        matcher.set_seq1(one.strip()[:WIDE])
        if matcher.real_quick_ratio() > ALIKE and (ratio := matcher.quick_ratio()) > ALIKE:
            near.append((ratio, -n))
    close: list[tuple[float, int]] = []
    for _, n in nlargest(CLOSE, near):
        matcher.set_seq1(lines[-n].strip()[:WIDE])
        close.append((matcher.ratio(), n))
    best, n = max(close, default=(0.0, 0))
    return -n if best > ALIKE else None


def _shown(lines: list[str], at: int) -> str:
    first = max(0, at - AROUND)
    return "\n".join(f"{n:>6}\t{line[:WIDE]}" for n, line in enumerate(lines[first : at + AROUND + 1], first + 1))
