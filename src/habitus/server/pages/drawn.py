"""Templates: everything is escaped, what cannot be seen is made visible, a name that is not there is a mistake, and no template can do
anything but show."""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from habitus.errors import HabitusError
from habitus.parse.text import storable
from habitus.server.pages import barred, labelled

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

    from habitus.server.pages.asked import Asked

PARTS = frozenset({"list", "body"})
"""Blocks that may be asked for alone."""
LONG = 400
"""Characters of a text in a list; the rest is a click away."""
PASSING = frozenset({"said", "undo", "n", "left", "part", "lang"})
"""What an address says about one answer only."""

AFTER_FOLDER = re.compile(r"(?<=[^/]/)")
UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""What a terminal obeys, what turns the reading direction, and what nobody sees. Joiners stay: some scripts and most emoji need them."""


def page(asked: Asked, template: str, *, part: str = "", **values: Any) -> str:
    from habitus.server.pages import NAV

    found = _environment().get_template(template)
    path = address(asked.request)
    known = {
        "asked": asked, "who": asked.who, "t": asked.t, "lang": asked.lang, "path": path, "nav": NAV, "flash": asked.flash(),
        "here": path + (f"?{kept}" if (kept := _kept(asked)) else ""), "query": asked.query, "static": static_url,
        "waits": () if part else _waits(asked), **values,
    }  # fmt: skip
    shown = "".join(found.blocks[part](found.new_context(known))) if part in PARTS and part in found.blocks else found.render(known)
    return labelled.tables(shown if asked.who.may("admin") else barred.forms(shown))


def _waits(asked: Asked) -> dict[str, Any]:
    """Shown in the menu; a store that is away is told where it matters."""
    from habitus.server.pages import waiting

    try:
        return waiting.counted(asked)
    except HabitusError:
        return {}


def address(request: HTTPConnection) -> str:
    """Where the page is, as it was asked for: a name in it may hold what would mean something else there."""
    raw: bytes = request.scope.get("raw_path") or quote(request.url.path).encode()
    return raw.partition(b"?")[0].decode("latin-1")


def plain(template: str, **values: Any) -> str:
    """For whoever is not let in yet: no visitor, no menu."""
    return _environment().get_template(template).render(static=static_url, **values)


def _kept(asked: Asked) -> str:
    return urlencode({name: value for name, value in asked.query.items() if name not in PASSING})


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("habitus.server.pages"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
        finalize=visible,
    )  # fmt: skip
    made.filters |= {
        "when": when,
        "foldable": foldable,
        "left": left,
        "short": short,
        "percent": percent,
        "as_is": as_is,
        "mark": mark,
        "part": part_of,
        "lasts": lasts,
        "took": took,
        "coded": coded,
    }
    made.globals["parts"] = made.get_template("parts.html").module
    return made


def visible(value: object) -> object:
    """Every value on its way into a page: a text that would hide or turn something says so."""
    if not isinstance(value, str) or isinstance(value, Markup) or (value.isascii() and value.isprintable()):
        return value
    return UNSEEN.sub(lambda one: f"⟦U+{ord(one[0]):04X}⟧", storable(value))


def part_of(name: object) -> str:
    """A name as one part of an address, whatever is in it. Browsers walk up at parts that are only dots, however they are written, so those
    begin with a tilde; so do those that begin with one."""
    text = str(name)
    return quote(f"~{text}" if text.startswith("~") or set(text) == {"."} else text, safe="")


def name_in(part: str) -> str:
    """The other way round."""
    return part.removeprefix("~")


class Field(NamedTuple):
    """A setting in a form: as people call it, and as it was typed where that is wrong."""

    name: str
    label: str
    unit: str
    help: str
    value: str
    was: str
    """What it said when the page was drawn."""
    wrong: str = ""


def mark(text: str) -> str:
    """Told apart from other texts, in few letters: for a form that changes this one, and no other that came in its place."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def as_is(text: str) -> Markup:
    """For a field that is sent back: what was not changed there stays the same."""
    return escape(storable(text))


def coded(text: str) -> Markup:
    """What stands between backticks is for a terminal."""
    parts = enumerate(escape(str(visible(part))) for part in text.split("`"))
    return Markup("").join(Markup("<code>{}</code>").format(part) if nth % 2 else part for nth, part in parts)


def foldable(path: str) -> Markup:
    """A path whose lines end after one of its folders, where they have to."""
    return Markup("<wbr>").join(escape(part) for part in AFTER_FOLDER.split(str(visible(path))))


def when(value: datetime | str | None, told: str = "") -> Markup:
    """A moment for people, with the exact one for the script that shows it in their own time zone. `told`: other words, such as its age."""
    if not value:
        return Markup("")
    at = datetime.fromisoformat(value) if isinstance(value, str) else value
    exact = at.astimezone(UTC)
    kind = Markup(" data-ago") if told else ""
    return Markup('<time datetime="{}"{}>{}</time>').format(exact.isoformat(timespec="seconds"), kind, told or _utc(exact))


def left(value: datetime, now: datetime) -> Markup:
    """Time until then, which the script counts down; the moment itself stands in the title."""
    exact, seconds = value.astimezone(UTC), max(0, int((value - now).total_seconds()))
    most, unit = next((one for one in ((3600, "h"), (60, "min")) if seconds >= 2 * one[0]), (1, "s"))
    return Markup('<time datetime="{}" data-left title="{}">{} {}</time>').format(
        exact.isoformat(timespec="seconds"), _utc(exact), seconds // most, unit
    )


def _utc(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"


def lasts(seconds: float | None) -> str:
    """A span of time in its largest whole unit."""
    if seconds is None:
        return ""
    for name, long in (("h", 3600), ("min", 60)):
        if seconds >= long and seconds % long == 0:
            return f"{seconds / long:g} {name}"
    return f"{seconds:.3g} s"


def took(seconds: float) -> str:
    """How long something took, or ago it was: two digits say enough."""
    if seconds < 0.01:
        return "<0.01 s"
    for name, long in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= long:
            return f"{seconds / long:.0f} {name}"
    return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.2g} s"


def short(text: object, length: int = LONG) -> str:
    whole = " ".join(str(text).split())
    return whole if len(whole) <= length else f"{whole[: length - 1]}…"


def percent(value: float | None) -> str:
    return "" if value is None else f"{value:.0%}"


def static(name: str) -> bytes | None:
    """A file of ours, by its plain name."""
    return _static().get(name)


@cache
def _static() -> dict[str, bytes]:
    """All that can be had so: whatever a stranger asks for, nothing on the disk is looked for."""
    return {file.name: file.read_bytes() for file in (files("habitus.server.pages") / "static").iterdir() if file.is_file()}


@cache
def static_url(name: str) -> str:
    """With its content's hash, so that a browser keeps it until it changes."""
    return f"/static/{name}?{hashlib.sha256(static(name) or b'').hexdigest()[:12]}"
