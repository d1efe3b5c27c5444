"""Figures and graphs as SVG, drawn on the server: values in, markup out. Whatever comes from outside is escaped on its way."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from habitus.server.pages.drawn import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from habitus.server.pages.asked import Asked

WIDE, ROW, GAP, TEXT = 300, 34, 70, 40
"""Pixels of a box, of a row, between two columns; characters of a box's text."""
BOX = Markup('<g><title>{}</title><rect class="node {}" x="{}" y="{}" width="{}" height="26" rx="5"/><text x="{}" y="{}">{}</text></g>')
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


def columns(stacks: Sequence[Sequence[tuple[str, str, str]]], edges: Sequence[tuple[str, str]], *, title: str) -> Markup:
    """Boxes in columns (name, text, class), and lines between names. In the order given, so that the same graph looks the same."""
    place: dict[str, tuple[int, int]] = {}
    boxes: list[Markup] = []
    for nth, stack in enumerate(stacks):
        for row, (name, said, kind) in enumerate(stack[:MOST]):
            x, y = nth * (WIDE + GAP) + 5, row * ROW + 5
            place[name] = (x, y)
            text = str(visible(" ".join(said.split())))
            shown = text if len(text) <= TEXT else f"{text[: TEXT - 1]}…"
            boxes.append(BOX.format(text, kind, x, y, WIDE, x + 8, y + 17, shown))
    lines = [_edge(place[one], place[other]) for one, other in edges if one in place and other in place]
    width, height = len(stacks) * (WIDE + GAP) - GAP + 10, max((len(stack[:MOST]) for stack in stacks), default=0) * ROW + 10
    return Markup('<svg role="img" viewBox="0 0 {} {}" width="{}"><title>{}</title>{}{}</svg>').format(
        width, height, width, title, Markup("").join(lines), Markup("").join(boxes)
    )


def _edge(start: tuple[int, int], end: tuple[int, int]) -> Markup:
    x1, y1, x2, y2 = start[0] + WIDE, start[1] + 13, end[0], end[1] + 13
    bend = (x2 - x1) / 2
    return Markup('<path class="edge" d="M{},{} C{},{} {},{} {},{}"/>').format(x1, y1, x1 + bend, y1, x2 - bend, y2, x2, y2)
