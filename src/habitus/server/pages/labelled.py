"""Tables that are read on a phone: every cell is told the head of its column, so that the style sheet can turn a row into a card.

Markup of ours in, the same out: whatever comes from outside is escaped in it, so a tag here is always one of ours. The labels are taken
from the heads themselves: a column is added in one place, and cannot be called differently on a narrow screen.
"""

from __future__ import annotations

import re

TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
HEAD = re.compile(r"<th\b[^>]*>(.*?)</th>", re.DOTALL)
ROW = re.compile(r"<tr\b.*?</tr>", re.DOTALL)
CELL = re.compile(r"<td\b([^>]*>\s*</td>)?")


def tables(page: str) -> str:
    return TABLE.sub(_table, page)


def _table(found: re.Match[str]) -> str:
    head, body, rest = found[0].partition("<tbody")
    names = ["" if "<" in name else name.strip() for name in HEAD.findall(head)]
    return head + body + ROW.sub(lambda row: _row(row[0], names), rest)


def _row(row: str, names: list[str]) -> str:
    left = iter(names)
    return CELL.sub(lambda cell: _cell(cell, next(left, "")), row)


def _cell(cell: re.Match[str], name: str) -> str:
    """A cell with nothing in it is left out of a card."""
    if cell[1]:
        return f"<td data-none{cell[1]}"
    return f'<td data-label="{name}"' if name else cell[0]
