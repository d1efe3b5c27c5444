"""`/agents`: whom Habitus knows, their switches and their settings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qsl, urlencode, urlsplit

from habitus.errors import ConfigError, Refused
from habitus.evolve import schedule
from habitus.server.api import agents as api
from habitus.server.pages.drawn import Field
from habitus.server.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.responses import Response

    from habitus.server.pages.asked import Asked

SWITCHES = {
    "self_evolve": "Refines its persona", "skill_evolve": "Keeps skills", "evolution_enabled": "Looked at nightly",
}  # fmt: skip
KINDS = ("predefined", "open")
SHOWN, OFFERED = 50, 500
"""Agents on the page; and those whose names are offered where one is asked for."""
SETTINGS = {
    "skill_nudge_interval": (
        "Offers a skill after", "tool calls", "After a run with so many calls it offers to keep the steps as a skill; 0: never.",
        "Write a whole number, 0 or more, such as 15.",
    ),
    "max_turns": (
        "Turns it has", "turns", "Near the end of them it is reminded to keep what was worth keeping. Empty: nobody knows.",
        "Write a whole number, 1 or more, or leave it empty.",
    ),
    "retrieval_threshold": (
        "How near knowledge must be", "of 1",
        "What is further from the prompt is not put before the model. Empty: as the settings file says.",
        "Write a number from 0 to 1, such as 0.3, or leave it empty.",
    ),
    "evolution_cron_schedule": (
        "When its figures are looked at", "", "In words or as cron has it. Empty: every day at 02:00.",
        "Write it like “every day at 02:00” or “0 2 * * *”.",
    ),
}  # fmt: skip
"""What can be changed beside the switches: the name, the unit, what it is for, and what to write."""


def listed(asked: Asked, open: str = "", typed: Sequence[Field] = (), *, refused: str = "") -> Response:
    """`open`: the agent whose settings were typed, where something is wrong with them. `refused`: why the one that was described is not
    added."""
    here = asked.back("/agents") if asked.form else asked.request.url.path + f"?{asked.request.url.query}"
    query = {"after": after} if (after := dict(parse_qsl(urlsplit(here).query)).get("after")) else {}
    found = api.list_agents(asked.layer, after=after, limit=SHOWN)
    fields = {
        one.id: typed if typed and one.id == open else [_field(asked, name, text := _text(one, name), text) for name in SETTINGS]
        for one in found.items
    }
    return asked.page(
        "agents.html", status=422 if typed else 409 if refused else 200, refused=refused, items=found.items, next=found.next,
        fields=fields, open=open, kinds=KINDS, switches=SWITCHES, is_on=_is_on, path="/agents",
        here=f"/agents?{urlencode(query)}" if query else "/agents", query=query,
    )  # fmt: skip


def offered(asked: Asked) -> list[str]:
    """Names to choose from: any other can be typed."""
    return [one.id for one in asked.layer.agents.listed(OFFERED) if one.id]


def added(asked: Asked) -> Response:
    asked.require("admin")
    new = api.NewAgent(id=asked.given("id"), kind=cast("Any", asked.given("kind", "predefined")))
    try:
        _, undo = asked.undoable(lambda: api.add_agent(asked.layer, asked.who, new))
    except (ConfigError, Refused) as error:
        return listed(asked, refused=str(error))
    return asked.on("/agents", "added", undo)


def changed(asked: Asked) -> Response:
    """One switch, or the form with all the rest."""
    asked.require("admin")
    key = asked.given("key")
    if not key:
        return _filled_in(asked)
    given = api.Setting(key=key, value=_value(asked.given("value")))
    _, undo = asked.undoable(lambda: api.set_agent(asked.layer, asked.who, asked.given("agent"), given))
    return asked.on(asked.back("/agents"), f"{key}_{'on' if given.value else 'off'}" if key in SWITCHES else "edited", undo)


def _filled_in(asked: Asked) -> Response:
    id = asked.given("agent")
    now = asked.layer.agents.one(api.named(id))
    fields = [_typed(asked, name, _text(now, name)) for name in SETTINGS if name in asked.form]
    if any(one.wrong for one in fields):
        return listed(asked, id, fields)
    wanted = {one.name: _read(one.name, one.value) for one in fields if not asked.is_untouched(one.name)}
    changes = {
        name: value for name, value in wanted.items() if value != now.other_config.get(name) and _said(name, value) != _text(now, name)
    }
    if (kind := asked.given("kind")) and kind != now.kind and not asked.is_untouched("kind"):
        changes["kind"] = kind
    _, undo = asked.undoable(
        lambda: [api.set_agent(asked.layer, asked.who, id, api.Setting(key=name, value=value)) for name, value in changes.items()]
    )
    only = next(iter(changes)) if len(changes) == 1 else ""
    return asked.on(asked.back("/agents"), f"{only}_set" if only else "edited" if changes else "nothing", undo)


def _typed(asked: Asked, name: str, now: str) -> Field:
    """As it was filled in. What another has set meanwhile is told once, and is what it said from then on."""
    given, late = asked.given(name), asked.overtaken(name, now)
    return _field(asked, name, given, now if late else asked.given(f"was-{name}"), _wrong(name, given) or late)


def _is_on(one: Any, name: str) -> bool:
    return one.other_config.get(name) is not False if name == "evolution_enabled" else bool(getattr(one, name))


def _text(one: Any, name: str) -> str:
    """What is in force, as it would be typed."""
    value = one.skill_nudge_interval if name == "skill_nudge_interval" else one.other_config.get(name)
    return _said(name, value)


def _said(name: str, value: Any) -> str:
    return "" if value is None else str(value)


def _field(asked: Asked, name: str, value: str, was: str, wrong: str = "") -> Field:
    label, unit, about, _ = (asked.t(text) if text else "" for text in SETTINGS[name])
    return Field(name, label, unit, about, value, was, asked.t(wrong) if wrong else "")


def _wrong(name: str, text: str) -> str:
    try:
        value = _read(name, text)
    except (ValueError, ConfigError):
        return SETTINGS[name][3]
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    match name:
        case "evolution_cron_schedule":
            holds = value is None or isinstance(value, str)
        case "retrieval_threshold":
            holds = value is None or (is_number and 0 <= value <= 1)
        case "max_turns":
            holds = value is None or (isinstance(value, int) and is_number and value >= 1)
        case _:
            holds = value is None or (isinstance(value, int) and is_number and value >= 0)
    return "" if holds else SETTINGS[name][3]


def _read(name: str, text: str) -> Any:
    """None: the default holds."""
    if not text:
        return None
    if name == "evolution_cron_schedule":
        schedule.parsed(text)
        return text
    return json.loads(text.replace(",", "."))


def _value(text: str) -> Any:
    """As it would stand in a settings file: true, 15, null, or a text."""
    try:
        return json.loads(text)
    except ValueError:
        if len(text) > 1000:
            raise Problem(409, "A setting is a word or a number, not a page.") from None
        return text


ROUTES = (("/agents", "GET", listed), ("/agents", "POST", added), ("/agents/set", "POST", changed))
