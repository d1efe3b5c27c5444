"""An app becomes a conversation: its brain, its tools, the layer between them."""

from __future__ import annotations

import os
import threading
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from habitus.agent import local, sub, voice
from habitus.agent.hands import Hands
from habitus.agent.loop import Conversation
from habitus.agent.outcome import Nobody, Spent
from habitus.agent.tools.skills import skill_tools
from habitus.agent.tools.tool import Place, toolbox
from habitus.errors import StoreError
from habitus.models.meter import Budget, Meter

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable
    from pathlib import Path

    from habitus.agent.app import AgentSpec, App
    from habitus.agent.outcome import Watcher
    from habitus.agent.sub import Under
    from habitus.agent.tools.tool import Tool
    from habitus.layer import Layer

SEEN = 1000
"""Skills of an agent."""


@asynccontextmanager
async def opened(
    app: App, layer: Layer, workdir: Path, *, watcher: Watcher | None = None, session: str = "", who: str = "terminal",
    streams: bool = True, under: Under | None = None, ours: Iterable[str | Path] = (),
) -> AsyncIterator[Conversation]:  # fmt: skip
    """`session`: go on with one that exists, as far as its events tell. `under`: the conversation that this one works for. `ours`: the
    files that say what it may do, and are not for its tools."""
    spec, watching = app.agent(under.agent if under else ""), watcher or Nobody()
    name = app.known_as(spec.id)
    described(layer, name, spec)
    place = Place(
        workdir=workdir, secret_env=app.secret_variables, layer=layer, agent=name, readable=tuple(_shelf(layer, name)),
        writable=tuple(_persona(layer, name)),
        session=session or (under.session if under else f"{app.id}-{uuid4().hex[:12]}"),
        stopped=under.stopped if under else threading.Event(),
        ours=frozenset(map(os.path.realpath, (*ours, *_store(layer)))),
    )  # fmt: skip
    tools, also = toolset(app, spec, layer, name), [Spent()]
    others = [one for one in app.agents if one.id != spec.id and one.id in spec.delegate_to]
    if others and under is None:
        tools.append(sub.tool(app, others, watching, also, streams=streams))
    meter = Meter(layer.store, layer.clock, model=spec.brain.model, budget=Budget.of("agent", layer.settings.agent))
    async with (
        local.reachable(spec.brain) as brain,
        voice.opened(brain, tools, streams=streams, meter=meter, session=place.session) as speaking,
    ):
        talk = Conversation(
            layer, speaking, Hands(layer, tools, place, watching, who=who), tools, place, watching,
            system_prompt=_prompt(layer, spec, name), max_turns=app.max_turns, timeout=app.timeout, also=also, is_sub=under is not None,
        )  # fmt: skip
        if session:
            await _resumed(talk, session)
        yield talk


def toolset(app: App, spec: AgentSpec, layer: Layer, name: str) -> list[Tool]:
    """What the app hands out, as far as this agent has it. Without its switch there is no `skill_manage` anywhere."""
    from habitus.evolve.skills import loop

    modules = {module: options for module, options in app.modules.items() if spec.modules is None or module in spec.modules}
    found = toolbox({module: options for module, options in modules.items() if module != "skills"})
    keeps = loop.keeps_skills(layer.agents.one(name))
    if keeps or "skills" in modules:
        found += skill_tools(may_evolve=keeps)
    only = {module: names for module, names in (spec.modules or {}).items() if names}
    return [tool for tool in found if tool.module not in only or tool.name in only[tool.module]]


def described(layer: Layer, name: str, spec: AgentSpec) -> None:
    """What the file says of an agent's switches is what holds; what it leaves open is the store's."""
    known = layer.agents.one(name)
    for key, value in spec.switches.items():
        stored = known.kind if key == "kind" else known.other_config.get(key)
        if stored != value:
            layer.agents.set(name, key, value, who="app file")


def _prompt(layer: Layer, spec: AgentSpec, name: str) -> str:
    """Its own words, and who it has become."""
    from habitus.evolve.skills import loop

    agent: Any = layer.agents.one(name)
    persona = layer.persona.current(name) if loop.evolves(agent) else {}
    return "\n\n".join([spec.system_prompt.strip(), *(f"## {file}\n{version.text.strip()}" for file, version in sorted(persona.items()))])


def _store(layer: Layer) -> list[str]:
    """Where it is a file, and not at home."""
    url = layer.settings.store.url
    return [os.path.expanduser(url)] if url and "://" not in url else []  # noqa: PTH111 - as the one who opens it reads it


def _shelf(layer: Layer, name: str) -> list[Path]:
    """The folders of the skills that this agent sees, and of no others."""
    from pathlib import Path

    return [Path(layer.home) / "skills-store" / skill.slug for skill in layer.shelf.visible(name, SEEN)] if layer.home else []


def _persona(layer: Layer, name: str) -> list[Path]:
    """Where it may write of itself; the layer's own door still looks at each change."""
    from pathlib import Path

    from habitus.evolve.skills import loop

    return [Path(layer.home) / "persona" / name] if layer.home and loop.evolves(layer.agents.one(name)) else []


async def _resumed(talk: Conversation, session: str) -> None:
    if not await talk.resume():
        raise StoreError(f"there is no session {session!r:.80} to go on with: `habitus ledger --verb observed` shows those there are")
