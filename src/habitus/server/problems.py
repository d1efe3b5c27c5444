"""What goes wrong, told as problem details (RFC 9457): the status, what it is about, and a sentence that names the remedy."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, Response

from habitus.errors import ConfigError, Conflict, FieldError, HabitusError, ModelError, Refused
from habitus.server import details

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.types import Scope

log = logging.getLogger("habitus.server")

JSON, TITLES, body = details.JSON, details.TITLES, details.body


class Told(BaseModel):
    """What went wrong, and what to do about it."""

    type: str = Field(description="Names the kind of problem.", examples=["urn:habitus:problem:404"])
    title: str
    status: int
    detail: str = Field(description="What happened, and the remedy.")


class Problem(Exception):
    """Ends a request with a status and a sentence."""

    def __init__(self, status: int, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.headers = dict(headers or {})


def response(status: int, detail: str, headers: Mapping[str, str] | None = None) -> Response:
    return JSONResponse(body(status, detail), status_code=status, media_type=JSON, headers=dict(headers or {}))


def page(scope: Scope, status: int, detail: str, *, asks: bool = False, to: str = "", headers: Mapping[str, str] | None = None) -> Response:
    """The same for a person with a browser. `asks`: for a link or a key, which leads on to `to`; empty: to what was asked for."""
    from habitus.server.pages import front

    return front.page(scope, status, detail, asks=asks, to=to, headers=headers or {})


def told(error: Exception) -> tuple[int, str]:
    """Whose move it is, as a status: what was asked wrongly is 4xx, what we cannot do now is 5xx."""
    match error:
        case Problem():
            return error.status, error.detail
        case FieldError():
            return 422, str(error)
        case Refused() | ConfigError() | Conflict():
            return 409, str(error)
        case ModelError():
            return 502, str(error)
        case HabitusError():
            return 503, str(error)
    return 500, "Something broke on our side; the server's log has the details. Nothing was half-written."


def noted(asked: str, error: Exception) -> tuple[int, str]:
    """What is told of it. What we could not do is in the log too, with the way to it where that is a fault of ours."""
    status, detail = told(error)
    if status >= 500:
        log.warning("%s failed: %s", asked, error, exc_info=error if status == 500 else None)
    return status, detail


def handled(request: Request, error: Exception) -> Response:
    status, detail = noted(f"{request.method} {request.url.path}", error)
    return response(status, detail, error.headers if isinstance(error, Problem) else None)


def declared(*codes: int) -> dict[int | str, dict[str, Any]]:
    """How these are described in the OpenAPI."""
    return {code: {"description": TITLES[code], "content": {JSON: {"schema": {"$ref": "#/components/schemas/Problem"}}}} for code in codes}


ALWAYS = (400, 401, 403, 408, 421, 422, 429, 500, 503)
"""What any route may answer."""
