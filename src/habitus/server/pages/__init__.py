"""The dashboard: pages that are put together on the server, work without a script, and are quicker with one.

Adding a page is one file here, one template, and one line in `PAGES`. No library runs in the browser (docs/decisions/0020).

    asked   what a page is asked, and how it answers       drawn   templates, all of it escaped
    words   English in the templates, Spanish beside it    static  one style sheet, one script
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from habitus.server import problems
from habitus.server.door import local
from habitus.server.pages import drawn, words
from habitus.server.pages.asked import LANG, answering

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.requests import Request

    from habitus.layer import Layer

NAV = (
    ("/health", "Health"),
    ("/behavioral-rules", "Rules"),
    ("/inbox", "Inbox"),
    ("/approvals", "Approvals"),
    ("/sessions", "Sessions"),
    ("/errors", "Errors and fixes"),
    ("/skills", "Skills"),
    ("/persona", "Persona"),
    ("/evolution", "Evolution"),
    ("/agents", "Agents"),
    ("/ledger", "Ledger"),
)
PAGES = (
    "health", "rules", "inbox", "approvals", "sessions", "errors", "known", "skills", "persona", "evolution", "agents", "taking_back",
    "ledger", "waiting",
)  # fmt: skip
"""Each is a module here with `ROUTES`: path, method, function of `Asked`. The first that fits an address has it."""

KINDS = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}
YEAR = 31_536_000


def routes(layer: Layer, more: Callable[[], Mapping[str, Any]] = dict) -> list[Route]:
    """`more`: what pages may be given beside the layer, asked for at each request."""
    found = [Route("/", _home), Route("/favicon.ico", _icon), Route("/lang/{to}", _lang)]
    for name in PAGES:
        for path, method, shown in import_module(f"habitus.server.pages.{name}").ROUTES:
            found.append(Route(path, answering(shown, layer, more), methods=[method], name=f"{name}:{method}:{path}"))
    return found


async def _home(request: Request) -> Response:
    return RedirectResponse("/behavioral-rules", status_code=303)


def file(name: str) -> Response:
    """A style, a script or a picture of ours. They hold no secret: the door hands them to anybody, for its own pages."""
    content = drawn.static(name)
    if content is None:
        return problems.response(404, "There is no such file here.")
    kind = KINDS.get(name.rpartition(".")[2], "application/octet-stream")
    return Response(content, media_type=kind, headers={"Cache-Control": f"public, max-age={YEAR}, immutable"})


async def _icon(request: Request) -> Response:
    return Response(drawn.static("icon.svg"), media_type=KINDS["svg"])


async def _lang(request: Request) -> Response:
    """Only ever back to a page of ours."""
    answer = RedirectResponse(local(request.query_params.get("back", "/")), status_code=303)
    if request.path_params["to"] in words.LANGUAGES:
        answer.set_cookie(LANG, request.path_params["to"], max_age=YEAR, samesite="strict", httponly=True)
    return answer
