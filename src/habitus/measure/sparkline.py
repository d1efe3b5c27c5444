"""A row of figures as a line of blocks, for the terminal. No I/O."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

BLOCKS = "▁▂▃▄▅▆▇█"
NOTHING = "·"


def sparkline(figures: Sequence[float | None], *, low: float | None = None, high: float | None = None) -> str:
    """One sign each, `·` where nothing was counted. Between the least and the greatest figure, or `low` and `high`: shares look alike on
    every line when drawn from 0 to 1. A flat row is drawn in the middle, for it is neither high nor low."""
    known = [figure for figure in figures if figure is not None]
    if not known:
        return NOTHING * len(figures)
    least = min(known) if low is None else low
    most = max(known) if high is None else high
    return "".join(NOTHING if figure is None else BLOCKS[_step(figure, least, most)] for figure in figures)


def _step(figure: float, least: float, most: float) -> int:
    if most <= least:
        return len(BLOCKS) // 2 - 1
    # Halved first: the distance between two large figures of opposite sign is more than a float can hold.
    part = (figure / 2 - least / 2) / (most / 2 - least / 2)
    return max(0, min(len(BLOCKS) - 1, int(part * len(BLOCKS))))
