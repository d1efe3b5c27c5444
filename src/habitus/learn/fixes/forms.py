"""What kind of thing a value is, in words that hold for the next call too: `YYYY-MM-DD`, a list of texts, an object with `type`.

Two values of one form may still mean different things; two forms are different for everybody. Only forms are told as a fix by themselves.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

NOTHING: Final = frozenset({"null", "none", "undefined", "nil", "n/a", "nan"})
DATE: Final = re.compile(
    r"\d{4}([-/.])\d{1,2}\1\d{1,2}(?:([T ])\d{2}:\d{2}(:\d{2})?(\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?"
    r"|\d{1,2}([-/.])\d{1,2}\6(\d{4}|\d{2})|\d{1,2}:\d{2}(:\d{2})?(?: ?([AaPp][Mm]))?"
)
SIMPLE: Final = (
    ("an e-mail address", re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")),
    ("a URL", re.compile(r"[a-z][a-z0-9+.-]{1,12}://\S+")),
    ("a UUID", re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}")),
    ("a number in quotes", re.compile(r"[+-]?\d+(?:\.\d+)?")),
    ("an absolute path", re.compile(r"(?:/|~/|[A-Za-z]:\\)\S[^\n]{0,300}")),
    ("JSON in quotes", re.compile(r"\s*[\[{].*[\]}]\s*", re.DOTALL)),
)
PLAIN: Final = "text"
KEYS: Final = 6
"""Members of an object that are named."""


def form(value: Any) -> str:
    """In words, with an article where it reads better."""
    if isinstance(value, str):
        return text(value)
    if isinstance(value, dict):
        return _object(value)
    if isinstance(value, list | tuple):
        return _list(value)
    if value is None or isinstance(value, bool):
        return "null" if value is None else "true or false"
    return "a number" if isinstance(value, int | float) else "something else"


@lru_cache(maxsize=1024)
def text(value: str) -> str:
    plain = value.strip()
    if plain.lower() in NOTHING:
        return f"the text `{plain[:10]}`"
    if not plain:
        return "an empty text"
    dated = DATE.fullmatch(plain)
    if dated:
        return _date(dated)
    return next((name for name, pattern in SIMPLE if pattern.fullmatch(plain)), PLAIN)


def _date(found: re.Match[str]) -> str:
    by, gap, seconds, part, zone, other, year, clock, half = found.groups()
    if by:
        time = f"{'T' if gap == 'T' else ' '}HH:MM{':SS' if seconds else ''}{'.fff' if part else ''}{'Z' if zone else ''}" if gap else ""
        return f"YYYY{by}MM{by}DD{time}"
    if other:
        return f"DD{other}MM{other}{'YYYY' if len(year) == 4 else 'YY'}"
    return f"HH:MM{':SS' if clock else ''}{' AM' if half else ''}"


def _object(value: dict[str, Any]) -> str:
    keys = sorted(str(key)[:40] for key in value)
    return f"an object with {', '.join(f'`{key}`' for key in keys[:KEYS])}" if keys else "an empty object"


def _list(value: list[Any] | tuple[Any, ...]) -> str:
    if not value:
        return "an empty list"
    first = value[0]
    if isinstance(first, dict):
        return f"a list of objects with {_object(first).removeprefix('an object with ')}"
    return "a list of numbers" if isinstance(first, int | float) else "a list of texts"
