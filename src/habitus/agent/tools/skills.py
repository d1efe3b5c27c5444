"""Skills as an agent has them: find one, open it, publish a folder, and, where the agent may evolve skills, keep one.

Everything that changes a skill goes through the layer's gateway, which asks for consent and reads it first.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from habitus.agent.tools import files
from habitus.agent.tools.answer import capped, listed, named
from habitus.agent.tools.tool import Tool, ToolFailed, schema
from habitus.errors import Refused
from habitus.evolve.skills import tools as declared

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.agent.tools.tool import Place
    from habitus.layer import Layer
    from habitus.types import Caller, Skill

SEEN = 200
"""Skills of an agent that are looked through, the most used first."""
MOST = 20
REFUSED = ("Error: ", "tool not allowed")
"""How the gateway's answers begin when nothing was done."""


def search(args: Mapping[str, Any], place: Place) -> str:
    from habitus.parse.terms import terms
    from habitus.recall import fenced

    words = set(terms(args.get("query", "")))
    visible = _visible(place)
    about = {one.slug: len(words & set(terms(f"{one.slug.replace('-', ' ')} {one.name} {one.description}"))) for one in visible}
    found = sorted((one for one in visible if about[one.slug] or not words), key=lambda one: (-about[one.slug], -one.uses, one.slug))
    if not found:
        return "No skill is about that. Without a query, skill_search lists them all." if visible else "There are no skills yet."
    lines = [f"• {one.slug}: {fenced(one.description)}" for one in found[:MOST]]
    return listed(lines, place.output, len(found) - len(lines), "skills", "ask more narrowly")


def use(args: Mapping[str, Any], place: Place) -> str:
    slug = args["slug"].strip().lower()
    if slug not in {one.slug for one in _visible(place)}:
        raise ToolFailed(f"There is no skill {named(slug)} that you may use. skill_search lists those you may.")
    try:
        bundle = _layer(place).skills.bundle(slug)
    except Refused as error:
        raise ToolFailed(str(error)) from None
    file = args.get("file", "")
    if not file:
        beside = f"\n\n[files beside it: {', '.join(map(named, sorted(bundle.files)))}]"[: place.output // 4] if bundle.files else ""
        return capped(bundle.text, place.output - len(beside)) + beside
    if file not in bundle.files:
        raise ToolFailed(f"{slug} has no file {named(file)}. It has {named(', '.join(sorted(bundle.files)) or 'none beside SKILL.md')}.")
    try:
        return capped(bundle.files[file].decode(), place.output)
    except UnicodeDecodeError:
        raise ToolFailed(f"{named(file)} is no text ({len(bundle.files[file]):,} bytes).") from None


def manage(args: Mapping[str, Any], place: Place) -> str:
    return _answered(_layer(place).keeping.manage(args, _caller(place)), place)


def publish(args: Mapping[str, Any], place: Place) -> str:
    spot = files.find(place, args["path"])
    return _answered(_layer(place).keeping.publish(Path(spot.real), _caller(place)), place)


def _answered(said: str, place: Place) -> str:
    said = capped(said, place.output)
    if said.startswith(REFUSED):
        raise ToolFailed(said.removeprefix("Error: "))
    return said


def _visible(place: Place) -> list[Skill]:
    return _layer(place).shelf.visible(place.agent, SEEN)


def _layer(place: Place) -> Layer:
    if place.layer is None:
        raise ToolFailed("There are no skills here: the agent runs without a store. Go on without.")
    return place.layer


def _caller(place: Place) -> Caller:
    from habitus.types import Caller

    return Caller(name=place.agent, role="agent", agent=place.agent, session=place.session)


def skill_tools(*, may_evolve: bool) -> list[Tool]:
    """Without the switch there is no `skill_manage`, in no list and no prompt."""
    return [SEARCH, USE, PUBLISH, *([MANAGE] if may_evolve else [])]


def _declared(given: dict[str, Any], run: Any) -> Tool:
    parameters = {**given["parameters"], "additionalProperties": False}
    return Tool(name=given["name"], description=given["description"], parameters=parameters, run=run, module="skills")


SEARCH = Tool(
    name="skill_search",
    module="skills",
    description="Find skills: ways of working that were kept. Lists names and purposes; use_skill opens one.",
    parameters=schema({"query": {"type": "string", "description": "What it should be about; left out: all"}}, aliases=True),
    aliases={"q": "query", "text": "query"},
    run=search,
)
USE = Tool(
    name="use_skill",
    module="skills",
    description="Open a skill before you follow it: its steps, or a file beside them.",
    parameters=schema(
        {
            "slug": {"type": "string", "description": "Name from skill_search"},
            "file": {"type": "string", "description": "A file beside SKILL.md; left out: SKILL.md"},
        },
        "slug",
        aliases=True,
    ),
    aliases={"skill": "slug", "name": "slug", "path": "file"},
    run=use,
)
MANAGE = _declared(declared.SKILL_MANAGE, manage)
PUBLISH = _declared(declared.PUBLISH_SKILL, publish)
