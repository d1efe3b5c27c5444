"""What is wrong with a request, in our words: a validator knows what it found, and not what whoever sent it is to do."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, get_args, get_origin

from pydantic import BaseModel

from habitus.config.read import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from fastapi.dependencies.models import Dependant
    from fastapi.exceptions import RequestValidationError
    from fastapi.routing import APIRoute
    from pydantic import ValidationError
    from starlette.requests import Request

SHOWN = 5
"""Faults that are told at once: whoever has more sends another kind of thing."""

NUMBER, WHOLE, OBJECT, TRUTH = "must be a number", "must be a whole number", "must be an object", "must be true or false"
EMPTY = "must not be empty"
WORDS = {
    "missing": "is missing",
    "string_type": "must be text",
    "int_type": WHOLE,
    "int_parsing": WHOLE,
    "int_from_float": WHOLE,
    "int_parsing_size": "is larger than any number here",
    "float_type": NUMBER,
    "float_parsing": NUMBER,
    "finite_number": NUMBER,
    "bool_type": TRUTH,
    "bool_parsing": TRUTH,
    "list_type": "must be a list",
    "dict_type": OBJECT,
    "model_type": OBJECT,
    "model_attributes_type": OBJECT,
    "literal_error": "must be {expected}",
    "string_too_short": "must have at least {min_length} characters",
    "string_too_long": "must have at most {max_length} characters",
    "too_short": "must have at least {min_length} entries",
    "too_long": "must have at most {max_length} entries",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be {ge} or more",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be {le} or less",
    "value_error": "{error}",
}
"""By the validator's name for a fault. What it does not name is told in its words."""


def told(request: Request, error: RequestValidationError) -> str:
    faults = error.errors()
    if any(one["type"] == "json_invalid" for one in faults):
        return not_json(faults[0]["ctx"]["error"], str(error.body), faults[0]["loc"][-1])
    if isinstance(error.body, bytes):  # the framework reads only what says that it is JSON
        kind = request.headers.get("content-type", "").partition(";")[0][:60] or "nothing"
        return f"`body` was sent as {kind}: send it with `Content-Type: application/json`."
    return _joined(f"`{_place(one)}` {_words(request, one)}" for one in faults)


def of_form(error: ValidationError) -> list[str]:
    """The same for a form of the dashboard, a sentence for each fault: its fields are named as the API names them, and there are no
    others."""
    return [_joined([f"`{'.'.join(map(str, one['loc']))}` {_known(one)}"]) for one in error.errors()[:SHOWN]]


def _joined(said: Iterable[str]) -> str:
    whole = "; ".join(islice(said, SHOWN))
    return (whole if whole.endswith("?") else f"{whole}.").encode("utf-8", "replace").decode()


def not_json(problem: str, text: str, at: int) -> str:
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    return f"`body` is not JSON: {problem[:1].lower()}{problem[1:]} at line {line}, column {column}."


def unknown(route: APIRoute, names: Sequence[str]) -> str:
    """What is wrong with the names of query parameters, in their order; empty: nothing."""
    known = dict(_parameters(route.dependant)) if names else {}
    seen: set[str] = set()
    for name in names:
        if name not in known:
            way = f"did you mean `{nearest(name, known)}`?" if known else "there is nothing to be asked here: leave it out."
            return f"`{name[:80]}` is no parameter of this route; {way}"
        if name in seen and not known[name]:
            return f"`{name}` is given twice, and only one of them would count: give it once."
        seen.add(name)
    return ""


def _parameters(needs: Dependant) -> Iterator[tuple[str, bool]]:
    """Their names, and whether one may come several times."""
    for one in needs.query_params:
        kind = one.field_info.annotation
        yield one.alias, any(get_origin(part) is list for part in (kind, *get_args(kind)))
    for other in needs.dependencies:
        yield from _parameters(other)


def _place(one: Mapping[str, Any]) -> str:
    return ".".join(map(str, one["loc"][1:])) or str(one["loc"][0])


def _words(request: Request, one: Mapping[str, Any]) -> str:
    if one["type"] == "extra_forbidden":
        return _nearest(_fields(request, one["loc"][1:-1]), str(one["loc"][-1]))
    if one["type"] == "model_attributes_type" and (names := _fields(request, one["loc"][1:])):
        return f"{OBJECT}; its fields are {', '.join(f'`{name}`' for name in names)}"
    return _known(one)


def _known(one: Mapping[str, Any]) -> str:
    if one.get("ctx", {}).get("min_length") == 1:
        return EMPTY
    message: str = one["msg"]
    kind = f"string_{one['type']}" if one["type"] in ("too_short", "too_long") and isinstance(one.get("input"), str) else one["type"]
    known = WORDS.get(kind, f"{message[:1].lower()}{message[1:]}")
    return known.format(**one.get("ctx", {})) if kind in WORDS else known


def _nearest(known: Sequence[str], strange: str) -> str:
    return f"is not known here; did you mean `{nearest(strange, known)}`?" if known else "is not known here: leave it out"


def _fields(request: Request, place: Sequence[int | str]) -> Sequence[str]:
    """What an object at this place of the body may have."""
    body = getattr(request.scope.get("route"), "body_field", None)
    model = _model(body.field_info.annotation if body else None)
    for part in place:
        if model is not None and part in model.model_fields:
            model = _model(model.model_fields[part].annotation)
    return list(model.model_fields) if model else []


def _model(kind: Any) -> type[BaseModel] | None:
    """The model in an annotation: itself, one of several, or what a list holds."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return kind
    return next((found for part in get_args(kind) if (found := _model(part))), None)
