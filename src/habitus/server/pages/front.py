"""At the door: the page that asks for a link or a key, and those that say why somebody was not let in. No visitor is known here."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response

from habitus.server import problems
from habitus.server.pages import drawn, words
from habitus.server.pages.asked import HEADERS, language

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import Scope

TITLE = "Open the dashboard"


def page(scope: Scope, status: int, detail: str, *, asks: bool, headers: Mapping[str, str]) -> Response:
    """`asks`: with a field for a link or a key."""
    lang = language(HTTPConnection(scope))
    t = partial(words.told, lang)
    title = t(TITLE if asks else problems.TITLES.get(status, "A problem"))
    text = drawn.plain("front.html", lang=lang, t=t, title=title, told=words.retold(lang, "problem", detail), asks=asks)
    return HTMLResponse(text, status_code=status, headers={**HEADERS, **headers})
