"""A page in HTML -> its text. One pass, in time that grows with the page and no faster, whatever is on it. Pure.

Not a browser: what scripts would write is not there. Bias: what cannot be read as a tag up to its end is dropped, as browsers do.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator

UNSEEN = wordset("script style noscript template svg iframe object textarea select head title")
"""What stands inside is not what a reader sees."""
BLOCKS = wordset(
    "p div br hr li ul ol dl dt dd table tr td th section article header footer main nav aside h1 h2 h3 h4 h5 h6 pre blockquote form"
    " figure figcaption details summary"
)
OPENS = re.compile(r"<(?=[a-zA-Z/!?])")
NAME = re.compile(r"/?([a-zA-Z][a-zA-Z0-9-]{0,30})")
TAG = re.compile(r"[^\"'>]*+(?>(?:(?:\"[^\"]*+\"|'[^']*+')[^\"'>]*+)*)>")
SCANNED = 2000
"""Signs of a tag in which quotes are heeded: after an odd one the whole page would be quoted."""
TITLE = re.compile(r"<title[^>]{0,200}>([^<]{1,500})<", re.IGNORECASE)


def text(page: str) -> str:
    lines = (" ".join(line.split()) for line in "".join(_pieces(page)).split("\n"))
    return "\n".join(line for line in lines if line)


def title(page: str) -> str:
    found = TITLE.search(page, 0, 20_000)
    return " ".join(_plain(found[1]).split()) if found else ""


def _plain(piece: str) -> str:
    try:
        return html.unescape(piece)
    except ValueError:  # a number of thousands of digits
        return piece


def _pieces(page: str) -> Iterator[str]:
    at = 0
    while True:
        found = OPENS.search(page, at)
        if found is None:
            yield _plain(page[at:])
            return
        tag = found.start()
        yield _plain(page[at:tag])
        at, piece = _after(page, tag)
        yield piece
        if at < 0:
            return


def _after(page: str, tag: int) -> tuple[int, str]:
    """Where the text goes on behind what begins at `<`, and what stands for that; -1: nowhere."""
    if page.startswith("<!--", tag):
        return _behind(page, "-->", tag + 4), ""
    if page.startswith(("<!", "<?"), tag):
        return _behind(page, ">", tag), ""
    found = NAME.match(page, tag + 1)
    if found is None:
        return tag + 1, "<"
    name, is_closing = found[1].lower(), page[tag + 1] == "/"
    whole = TAG.match(page, found.end(), found.end() + SCANNED)
    at = whole.end() if whole else _behind(page, ">", found.end())
    if name in UNSEEN and not is_closing and at >= 0:
        return _unseen(page, name, at), ""
    return at, "\n" if name in BLOCKS else ""


def _unseen(page: str, name: str, at: int) -> int:
    end = re.compile(f"</{name}\\b", re.IGNORECASE).search(page, at)
    return _behind(page, ">", end.end()) if end else -1


def _behind(page: str, sign: str, at: int) -> int:
    found = page.find(sign, at)
    return found + len(sign) if found >= 0 else -1
