"""Figures and graphs as SVG, drawn on the server: values in, markup out. Whatever comes from outside is escaped on its way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from habitus.server.pages.drawn import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.server.pages.asked import Asked

WIDE, ROW, GAP, TEXT = 300, 34, 70, 40
"""Pixels of a box, of a row, between two columns; characters of a box's text."""
BOX = Markup('<g><title>{}</title><rect class="node {}" x="{}" y="{}" width="{}" height="26" rx="5"/><text x="{}" y="{}">{}</text></g>')
MOST = 60
"""Boxes of a column: more than that nobody reads."""


def line(figures: Sequence[float | None], *, width: int = 160, height: int = 32, title: str = "") -> Markup:
    """A row of figures; where nothing was counted, the line is broken."""
    known = [figure for figure in figures if figure is not None]
    if not known:
        return Markup("")
    least, most = min(known), max(known)
    span, step = (most - least) or 1.0, (width - 6) / max(1, len(figures) - 1)
    path, pen = [], "M"
    for nth, figure in enumerate(figures):
        if figure is None:
            pen = "M"
            continue
        y = height - 3 - (figure - least) / span * (height - 6) if most > least else height / 2
        path.append(f"{pen}{nth * step + 3:.1f},{y:.1f}")
        pen = "L"
    dots = Markup("").join(
        Markup('<circle cx="{:.1f}" cy="{:.1f}" r="2"/>').format(nth * step + 3, height / 2)
        for nth, figure in enumerate(figures)
        if figure is not None and len(known) == 1
    )
    return Markup('<svg role="img" viewBox="0 0 {} {}" width="{}" height="{}"><title>{}</title><path class="line" d="{}"/>{}</svg>').format(
        width, height, width, height, title, " ".join(path), dots
    )


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
