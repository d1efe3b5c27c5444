"""`/waiting`: how many wait for a person, for the menu and the title of every page."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse

if TYPE_CHECKING:
    from starlette.responses import Response

    from habitus.server.pages.asked import Asked

MOST = 99
"""More are not counted: nobody reads the number then."""


def counted(asked: Asked) -> dict[str, Any]:
    now = asked.layer.clock()
    since = now - timedelta(seconds=asked.layer.settings.security.approval_seconds)
    found = asked.layer.store.waiting(now, since, MOST + 1)
    return {name: {"count": n, "shown": f"{MOST}+" if n > MOST else str(n)} for name, n in {**found, "all": sum(found.values())}.items()}


def shown(asked: Asked) -> Response:
    return JSONResponse(counted(asked))


ROUTES = (("/waiting", "GET", shown),)
