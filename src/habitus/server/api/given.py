"""What a route may be given: the layer, text that every store can keep, times, and pages. Strict, so that the OpenAPI says what is true."""

import math
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from habitus.layer import Layer
from habitus.parse.text import DEEPEST, fit, storable
from habitus.server import faults
from habitus.server.problems import ALWAYS, Problem, declared

Found = TypeVar("Found")

MANY = 500
"""Rows of a page at most."""


def _layer(request: Request) -> Layer:
    found: Layer = request.app.state.layer
    return found


def _moment(text: str) -> datetime:
    try:
        at = datetime.fromisoformat(text)
        return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ValueError("must be a time such as 2026-10-01T09:00:00Z") from None


def _finite(value: Any, deep: int = 0) -> Any:
    """JSON has no infinity; Python's reader lets it pass."""
    if deep > DEEPEST:
        raise ValueError("is nested too deeply")
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("must be a number that JSON has")
    if isinstance(value, dict):
        return {storable(key): _finite(one, deep + 1) for key, one in value.items()}
    if isinstance(value, list):
        return [_finite(one, deep + 1) for one in value]
    return storable(value) if isinstance(value, str) else value


def _whole(value: Any) -> Any:
    """5.0 is a whole number in JSON."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


House = Annotated[Layer, Depends(_layer)]
Text = Annotated[str, AfterValidator(storable)]
WHOLE = BeforeValidator(_whole)
if TYPE_CHECKING:
    Moment = datetime
else:
    Moment = Annotated[str, AfterValidator(_moment), WithJsonSchema({"type": "string", "format": "date-time"})]
Anything = Annotated[Any, AfterValidator(_finite)]
Table = Annotated[dict[str, Any], AfterValidator(_finite)]
Said = Annotated[Any, BeforeValidator(fit)]
SaidTable = Annotated[dict[str, Any], BeforeValidator(fit)]
"""What somebody has said, in an answer."""
Id = Annotated[Text, Path(min_length=1, max_length=500)]
Limit = Annotated[int, Query(ge=1, le=MANY, description="Rows of a page.")]
After = Annotated[Text | None, Query(max_length=4000, description="`next` of the page before.")]
Word = Annotated[Text, Query(max_length=200)]
Since = Annotated[Moment | None, Query(description="Only since then.")]


class Given(BaseModel):
    """A body: only what is named here, in the type that it has."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Back(Given):
    """To which version."""

    version: Annotated[int, Field(ge=1, le=1_000_000), WHOLE]


class Shape(BaseModel):
    """An answer, read from the noun itself."""

    model_config = ConfigDict(from_attributes=True)


def _only_known(request: Request) -> None:
    """A parameter that nobody reads would do nothing, and nobody would know."""
    if strange := faults.unknown(request.scope["route"], [name for name, _ in request.query_params.multi_items()]):
        raise Problem(422, strange)


def noun(name: str) -> APIRouter:
    """The routes of one noun, with what each of them may answer beside the best."""
    return APIRouter(prefix="/v1", tags=[name], responses=declared(*ALWAYS), dependencies=[Depends(_only_known)])


def one(found: Sequence[Found], id: str, what: str, key: Callable[[Found], str]) -> Found:
    """The one with that id, or the only one whose id begins so."""
    exact = [each for each in found if key(each) == id]
    if len(exact or found) == 1:
        return (exact or found)[0]
    if found:
        raise Problem(409, f"{len(found)} begin with {id!r:.200}: give more of the id.")
    raise Problem(404, f"There is no {what} {id!r:.200}: the list of them names the ids.")


def searchable(id: str) -> bool:
    """Ids are letters, digits and dashes: anything else would be a pattern to some database."""
    return id.isascii() and id.replace("-", "").isalnum()


MISSING = declared(404)
REFUSED = declared(404, 409, 413)
