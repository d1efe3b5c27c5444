"""At the door: the page that asks for a link or a key, and those that say why somebody was not let in. No visitor is known here."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response

from habitus.server import door, problems
from habitus.server.pages import drawn, words
from habitus.server.pages.asked import HEADERS, language

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import Scope

TITLE = "Open the dashboard"
NOWHERE = frozenset({"/", "/login", "/logout"})
"""Addresses that say nothing of where somebody wants to go."""
LONGEST = 2000
"""Characters of an address that is sent along with a key: the door takes little from whoever likes to knock."""


def page(scope: Scope, status: int, detail: str, *, asks: bool, to: str, headers: Mapping[str, str]) -> Response:
    """`asks`: with a field for a link or a key, which leads on to `to`; empty: to what was asked for."""
    lang = language(HTTPConnection(scope))
    t = partial(words.told, lang)
    title = t(TITLE if asks else problems.TITLES.get(status, "A problem"))
    told = words.retold(lang, "problem", detail)
    text = drawn.plain("front.html", lang=lang, t=t, title=title, told=told, asks=asks, to=to or wanted(scope))
    return HTMLResponse(text, status_code=status, headers={**HEADERS, **headers})


def wanted(scope: Scope) -> str:
    """The page that was asked for. What a form would have done is not done later."""
    if scope.get("method") != "GET" or scope["path"] in NOWHERE:
        return "/"
    query = scope["query_string"].decode("latin-1")
    address = drawn.address(HTTPConnection(scope)) + (f"?{query}" if query else "")
    return door.local(address) if len(address) <= LONGEST else "/"
