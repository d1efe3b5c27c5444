"""`/agents`: whom Habitus knows, and their switches."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from habitus.server.api import agents as api
from habitus.server.problems import Problem

if TYPE_CHECKING:
    from starlette.responses import Response

    from habitus.server.pages.asked import Asked


def listed(asked: Asked) -> Response:
    return asked.page("agents.html", items=api.list_agents(asked.layer).items)


def added(asked: Asked) -> Response:
    asked.require("admin")
    api.add_agent(asked.layer, asked.who, api.NewAgent(id=asked.given("id"), kind=cast("Any", asked.given("kind", "predefined"))))
    return asked.on("/agents", "added")


def changed(asked: Asked) -> Response:
    asked.require("admin")
    given = api.Setting(key=asked.given("key"), value=_value(asked.given("value")))
    _, undo = asked.undoable(lambda: api.set_agent(asked.layer, asked.who, asked.given("agent"), given))
    return asked.on("/agents", "edited", undo)


def _value(text: str) -> Any:
    """As it would stand in a settings file: true, 15, null, or a text."""
    try:
        return json.loads(text)
    except ValueError:
        if len(text) > 1000:
            raise Problem(409, "A setting is a word or a number, not a page.") from None
        return text


ROUTES = (("/agents", "GET", listed), ("/agents", "POST", added), ("/agents/set", "POST", changed))
