"""`habitus agents`: agents and their switches."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from habitus.cli import show
from habitus.config.account import operator

if TYPE_CHECKING:
    from habitus.layer import Layer
    from habitus.types import Agent

SPOKEN = {"on": True, "yes": True, "off": False, "no": False, "none": None}
"""What people write for what JSON calls true, false and null."""


@click.group()
def agents() -> None:
    """Agents and their switches: what each may change of itself."""


@agents.command("list")
@show.as_json
def list_(json_: bool) -> None:
    """List the agents that were described or met, with what is in force for each."""
    with show.opened() as layer:
        found = layer.agents.all()
    if json_:
        show.out(found)
        return
    columns: dict[str, Any] = {
        "agent": lambda one: one.id,
        "kind": lambda one: one.kind,
        "self_evolve": lambda one: _switch(one, "self_evolve"),
        "skill_evolve": lambda one: _switch(one, "skill_evolve"),
        "skill_nudge_interval": _interval,
    }
    show.listing(found, columns, empty="No agent was met so far: add one with `habitus agents add ID`, or run `habitus learn PATH`.")


@agents.command()
@click.argument("id")
@click.option(
    "--kind", type=click.Choice(["predefined", "open"]), default="predefined", show_default=True, help="An open one evolves nothing."
)
@show.as_json
def add(id: str, kind: str, json_: bool) -> None:
    """Describe an agent, under the name that its sessions have. Every switch is off."""
    with show.opened() as layer:
        one, undo = layer.agents.add(id, kind, who=operator()), _undo(layer, id)
    if json_:
        show.out(one)
        return
    click.echo(f"Added {show.safe(one.id)}, {one.kind}, with every switch off.\n{undo}")
    if kind == "predefined":
        click.echo(f"Let it keep skills with: habitus agents set {one.id} skill_evolve true")


@agents.command("set")
@click.argument("id")
@click.argument("key")
@click.argument("value")
@show.as_json
def set_(id: str, key: str, value: str, json_: bool) -> None:
    """Set one of an agent's settings: true, false, a number, a word, or JSON; `null` takes it away, so that the default holds.

    \b
    self_evolve           may refine SOUL.md and CAPABILITIES.md
    skill_evolve          may keep skills, when you say so
    skill_nudge_interval  tool calls before it offers to keep one; 0: never
    kind                  predefined, or open: then it evolves nothing
    """
    from habitus.evolve.settable import called

    given, key = _value(value), called(key)
    with show.opened() as layer:
        is_new = not layer.agents.is_known(id)
        one = layer.agents.set(id, key, given, who=operator())
        undo = _undo(layer, id)
    if json_:
        show.out(one)
        return
    click.echo(f"{show.safe(id)}: {key} {'is taken away' if given is None else f'is {json.dumps(given, ensure_ascii=False)}'}.\n{undo}")
    for note in _notes(one, key, given, is_new=is_new):
        click.echo(note, err=True)


@agents.command("show")
@click.argument("id")
@show.as_json
def show_(id: str, json_: bool) -> None:
    """Show one agent: what is in force, what was stored, its persona and the skills it sees."""
    with show.opened() as layer:
        one = layer.agents.one(id)
        is_known = layer.agents.is_known(id)
        skills = [skill.slug for skill in layer.shelf.visible(id, 1000)]
        persona = {row["file"]: row["version"] for row in layer.shelf.personas(id)}
    if json_:
        fields = {name: getattr(one, name) for name in one.__dataclass_fields__}
        show.out({**fields, "met": is_known, "skills": skills, "persona": persona})
        return
    click.echo(f"agent                 {show.safe(one.id)}, {one.kind}")
    click.echo(f"self_evolve           {_switch(one, 'self_evolve')}\nskill_evolve          {_switch(one, 'skill_evolve')}")
    click.echo(f"skill_nudge_interval  {_interval(one)}")
    click.echo(show.safe(f"stored                {json.dumps(dict(one.other_config), ensure_ascii=False)}"))
    click.echo(show.safe(f"persona               {', '.join(f'{file} (version {n})' for file, n in persona.items()) or 'none yet'}"))
    click.echo(f"sees                  {', '.join(skills) or 'no skills'}")
    if not is_known:
        click.echo("It was neither described nor met so far: these are the defaults (`habitus agents list` names the others).", err=True)


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return SPOKEN.get(text.lower(), {"true": True, "false": False}.get(text.lower(), text))


def _notes(one: Agent, key: str, given: Any, *, is_new: bool) -> list[str]:
    """What a person would want to know who has just typed this."""
    from habitus.evolve.agents import SWITCHES, meant

    notes = []
    if given is not None and (near := meant(key)):
        notes.append(f"It is kept, but nothing goes by {key!r}: did you mean `{near}`?")
    if one.kind == "open" and key in SWITCHES and given is True:
        notes.append(f"An open agent evolves nothing, so it stays off until: habitus agents set {one.id} kind predefined")
    if is_new:
        notes.append(f"No agent called {show.safe(one.id)!r} was met so far: habitus agents list")
    return notes


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _switch(one: Agent, key: str) -> str:
    if getattr(one, key):
        return "on"
    stored = one.other_config.get(key, one.other_config.get(_camel(key)))
    return "off, as it is open" if one.kind == "open" and stored else "off"


def _interval(one: Agent) -> str:
    return f"{one.skill_nudge_interval} tool calls" if one.skill_nudge_interval else "0: it never offers"


def _undo(layer: Layer, id: str) -> str:
    entry = next(entry for entry in layer.store.entries(item=id, changes=True, limit=10) if entry.table == "agents")
    return f"Take it back with: habitus undo {entry.id}"
