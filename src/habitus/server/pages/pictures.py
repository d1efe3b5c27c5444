"""Figures and graphs as SVG, drawn on the server: values in, markup out. Whatever comes from outside is escaped on its way."""

from __future__ import annotations

import textwrap
from collections import Counter
from math import ceil
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import east_asian_width

from markupsafe import Markup

from habitus.server.pages.drawn import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from habitus.server.pages.asked import Asked

ROW, GAP, PAD = 34, 38, 8
"""Pixels of a row, between two columns, and between a box's edge and its text: three columns fit a window of 1,280."""
TEXT, LETTER, WIDE = 39, 7.25, 300
"""Characters of a box's text; pixels of one, which is 0.6 of 12 and a little; and of the widest box."""
BOX_HIGH, LINE, MOST_LINES = 26, 15, 6
"""Pixels of a box with one line, and of each line more; lines of a box's whole text."""
BOX = Markup('<rect class="node {}" x="{}" y="{}" width="{}" height="{}" rx="5"/>{}')
MOST = 60
"""Boxes of a column: more than that nobody reads."""


class Chart(NamedTuple):
    """Pixels of a chart, and around it for what stands at its axes."""

    wide: int = 340
    high: int = 96
    left: int = 42
    right: int = 8
    top: int = 8


CHART = Chart()
LEVELS = (0.0, 0.5, 1.0)
LEVEL = Markup('<path class="level" d="M{0},{2:.1f} H{1}"/><text x="{0}" y="{3:.1f}" dx="-6" text-anchor="end">{4}</text>')
DATE = Markup('<text x="{:.1f}" y="{}" text-anchor="{}">{}</text>')


def over_time(lines: Sequence[Sequence[float | None]], names: Sequence[str], *, title: str) -> Markup:
    """Shares from 0 to 1, day by day; all charts have the same scale. Where nothing was counted, a line is broken; each day is a dot."""
    step = (CHART.wide - CHART.left - CHART.right) / max(1, len(names) - 1)

    def at(nth: int, share: float) -> tuple[float, float]:
        return CHART.left + nth * step, CHART.top + (1 - share) * CHART.high

    heights = [LEVEL.format(CHART.left, CHART.wide - CHART.right, at(0, one)[1], at(0, one)[1] + 4, f"{one:.0%}") for one in LEVELS]
    ends = {0: "start", len(names) // 2: "middle", len(names) - 1: "end"} if len(names) > 2 else {0: "start"}
    days = [DATE.format(at(nth, 0)[0], CHART.top + CHART.high + 18, side, names[nth]) for nth, side in ends.items()]
    drawn = [_path(line, names, at, kind) for line, kind in zip(lines, ("", "two"), strict=False)]
    return Markup('<svg class="chart" role="img" viewBox="0 0 {} {}"><title>{}</title>{}{}{}</svg>').format(
        CHART.wide, CHART.top + CHART.high + 24, visible(title), Markup("").join(heights), Markup("").join(days), Markup("").join(drawn)
    )


def _path(line: Sequence[float | None], names: Sequence[str], at: Callable[[int, float], tuple[float, float]], kind: str) -> Markup:
    path, dots, pen = [], [], "M"
    for nth, share in enumerate(line):
        if share is None:
            pen = "M"
            continue
        x, y = at(nth, share)
        path.append(f"{pen}{x:.1f},{y:.1f}")
        dots.append(Markup('<circle cx="{:.1f}" cy="{:.1f}" r="2.5"><title>{}</title></circle>').format(x, y, f"{names[nth]}: {share:.0%}"))
        pen = "L"
    return Markup('<g class="{}"><path class="line" d="{}"/>{}</g>').format(kind, " ".join(path), Markup("").join(dots))


def interval(asked: Asked, low: float, middle: float, high: float, *, width: int = 160) -> Markup:
    """Mistakes that are spared, with the limits that hold: a bar that reaches over the middle line says that it may be none."""
    most = max(0.1, abs(low), abs(high))

    def at(share: float) -> float:
        return round(width / 2 + share / most * (width / 2 - 4), 1)

    told = asked.t("{saves} in a hundred, between {low} and {high}", saves=f"{middle:.1%}", low=f"{low:.1%}", high=f"{high:.1%}")
    kind = "fix" if low > 0 else "error" if high < 0 else "open"
    return Markup(
        '<svg role="img" viewBox="0 0 {w} 18" width="{w}" height="18"><title>{told}</title><path class="edge" d="M{zero},1 V17"/>'
        '<path class="span {kind}" d="M{low},9 H{high}"/><circle class="span {kind}" cx="{at}" cy="9" r="3.5"/></svg>'
    ).format(w=width, told=told.replace("%", ""), zero=width / 2, kind=kind, low=at(low), high=at(high), at=at(middle))


class Box(NamedTuple):
    name: str
    """What edges know it by."""
    text: str
    kind: str
    to: str
    """Its page."""


def columns(stacks: Sequence[Sequence[Box]], edges: Sequence[tuple[str, str]], *, title: str) -> Markup:
    """Boxes in columns, and lines between their names. In the order given, so that the same graph looks the same.

    Each box is a link that shows its whole text when the keys or the mouse are on it, over those above it: what comes later is painted on
    top, and the order of the keys stays that of reading."""
    place: dict[str, tuple[int, int, int]] = {}
    boxes: list[Markup] = []
    kept = [stack[:MOST] for stack in stacks]
    whole = [[_lines(str(visible(" ".join(box.text.replace("`", "").split())))) for box in stack] for stack in kept]
    above = max((_tall(lines) - BOX_HIGH - row * ROW for texts in whole for row, lines in enumerate(texts)), default=0)
    x = 5
    for stack, texts in zip(kept, whole, strict=True):
        labels = _labels([" ".join(lines) for lines in texts])
        wide = min(WIDE, 2 * PAD + ceil(LETTER * max(map(_columns, labels), default=0)))
        for row, (box, lines, label) in enumerate(zip(stack, texts, labels, strict=True)):
            y = row * ROW + 5 + max(0, above)
            place[box.name] = (x, x + wide, y)
            boxes.append(_box(box, (x, y, wide), label, lines))
        x += wide + GAP
    drawn = [_edge(place[one], place[other]) for one, other in edges if one in place and other in place]
    width, height = x - GAP + 5, max(map(len, kept), default=0) * ROW + 10 + max(0, above)
    return Markup('<svg class="graph" role="group" aria-label="{}" viewBox="0 0 {} {}" width="{}">{}{}</svg>').format(
        title, width, height, width, Markup("").join(drawn), Markup("").join(boxes)
    )


def _box(box: Box, at: tuple[int, int, int], label: str, lines: Sequence[str]) -> Markup:
    """`at`: its left upper corner, and how wide it is."""
    x, y, wide = at
    short = BOX.format(box.kind, x, y, wide, BOX_HIGH, _text(x, y, label))
    top = y + BOX_HIGH - _tall(lines)
    texts = Markup("").join(_text(x, top + LINE * nth, one) for nth, one in enumerate(lines))
    whole = Markup('<g class="whole">{}</g>').format(BOX.format(box.kind, x, top, wide, _tall(lines), texts))
    return Markup('<a href="{}" aria-label="{}">{}{}</a>').format(
        box.to,
        label if lines == [label] else f"{label}: {' '.join(lines)}",
        short,
        whole,
    )


def _text(x: int, y: int, text: str) -> Markup:
    """A line in the box whose corner this is. Letters of double width are set closer, so that they stay in it."""
    close = Markup(' textLength="{}" lengthAdjust="spacingAndGlyphs"').format(WIDE - 2 * PAD) if _columns(text) > TEXT else ""
    return Markup('<text x="{}" y="{}"{}>{}</text>').format(x + PAD, y + 17, close, text)


def _columns(text: str) -> int:
    return sum(2 if east_asian_width(one) in "WF" else 1 for one in text)


def _lines(text: str) -> list[str]:
    found = textwrap.wrap(text, TEXT) or [text]
    return found if len(found) <= MOST_LINES else [*found[: MOST_LINES - 1], f"{found[MOST_LINES - 1][: TEXT - 1]}…"]


def _tall(lines: Sequence[str]) -> int:
    return BOX_HIGH + LINE * (len(lines) - 1)


def _labels(texts: Sequence[str]) -> list[str]:
    """Cut in the middle, for errors differ at their ends; those that still look alike are numbered."""
    seen: Counter[str] = Counter()
    found = []
    for text in texts:
        label = text if len(text) <= TEXT else f"{text[: TEXT - 18]}…{text[-16:]}"
        seen[label] += 1
        found.append(label if seen[label] == 1 else f"{label[: TEXT - 4]} ({seen[label]})")
    return found


def _edge(start: tuple[int, int, int], end: tuple[int, int, int]) -> Markup:
    """Places of boxes: left, right, top."""
    x1, y1, x2, y2 = start[1], start[2] + 13, end[0], end[2] + 13
    bend = (x2 - x1) / 2
    return Markup('<path class="edge" d="M{},{} C{},{} {},{} {},{}"/>').format(x1, y1, x1 + bend, y1, x2 - bend, y2, x2, y2)
