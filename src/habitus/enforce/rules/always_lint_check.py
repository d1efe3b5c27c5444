"""Warn when an edit comes back with lint errors.

Why: the tool has already found the fault; leaving it for later means finding it twice.
Instead: fix the errors before the next step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from habitus.enforce.check import Check

if TYPE_CHECKING:
    from habitus.enforce.check import Call
    from habitus.types import Session


def errors(result: Any) -> list[Any]:
    """Entries of severity "error" in `lint`, at the top of a result or under its `data`."""
    places = [result, result.get("data")] if isinstance(result, Mapping) else []
    found = [one for place in places if isinstance(place, Mapping) for one in _list(place.get("lint"))]
    return [one for one in found if isinstance(one, Mapping) and str(one.get("severity", "")).lower() == "error"]


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def fires(session: Session, call: Call, limit: int) -> bool:
    result = call.result
    return (result.__class__ is dict or isinstance(result, Mapping)) and ("lint" in result or "data" in result) and bool(errors(result))


CHECK = Check(
    id="always_lint_check",
    when="post_tool",
    action="warn",
    on=("edit", "write"),
    message="The change has lint errors. Fix them before you go on.",
    fires=fires,
    description="Fix lint errors before you go on.",
)
