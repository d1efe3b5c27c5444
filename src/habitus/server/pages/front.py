"""At the door: the page that asks for a link or a key, and those that say why somebody was not let in. No visitor is known here."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode, urlsplit

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
    text = drawn.plain("front.html", lang=lang, t=t, title=title, told=told, asks=asks, to=to or wanted(scope), back=_back(scope))
    return HTMLResponse(text, status_code=status, headers={**HEADERS, **headers})


def wanted(scope: Scope) -> str:
    """The page that was asked for, or that the form was on. What a form would have done is not done later."""
    request = HTTPConnection(scope)
    if scope.get("method") == "GET":
        path, query = drawn.address(request), scope["query_string"].decode("latin-1")
    else:
        path, query = _form_was_on(request)
    address = f"{path}?{query}" if query else path
    return door.local(address) if path not in NOWHERE and len(address) <= LONGEST else "/"


def _back(scope: Scope) -> str:
    """From a form to its page; from a page that cannot be had to the first one."""
    return "/" if scope.get("method") == "GET" else wanted(scope)


def _form_was_on(request: HTTPConnection) -> tuple[str, str]:
    """Without what was said there before. Our pages let a browser tell it to us, and to nobody else."""
    try:
        was = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return "/", ""
    kept = [pair for pair in parse_qsl(was.query) if pair[0] not in drawn.PASSING]
    return (was.path, urlencode(kept)) if was.netloc == request.headers.get("host") else ("/", "")
