"""What depends on the agent: its switches, its skills, its own files. Most stores know of no agent and no skill, and then nothing of this
is loaded and nothing is told.
"""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from os.path import isdir, realpath
from time import monotonic
from typing import TYPE_CHECKING

from habitus.parse import actions
from habitus.types import Verdict

if TYPE_CHECKING:
    from habitus.layer.rooms import Rooms
    from habitus.types import Decision, Session, ToolCall, Versions

SHELF, WHO = "skills-store", "persona"
"""Folders of the home: skills, and who agents say they are."""

OWN = ("habitus.", "token", "redaction.key", "jobs.", "daemon", "hooks.", "installed", "spool")
"""How the names of the layer's own files begin, in its home: what agents are held to, and what lets people in."""

OURS = "habitus"

FRESH = 1.0
"""Seconds."""

REPEATED = 5
"""The same tool so often in a row is worth a line, and then every so often."""

SEEN = 200
"""Skills of an agent that are ranked for a turn, the most used first."""

ADVICE = "tool_advice."
"""How the names begin under which evolution keeps what it advises about tools."""

PERSONA = 2
"""The gate at which a call is stopped that would change who an agent is: it is refused for what it is."""


class Growing:
    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._guarded_at, self._guards, self._has_shelf = -1, False, False
        self._measured_at, self._measured_by, self._has_none = -FRESH - 1, 0, True
        self._measured: dict[str, bool] = {}

    def told(self, live: Session, prompt: str, versions: Versions) -> tuple[str, tuple[str, ...]]:
        """What an agent is told about its own growth, and the skills it can look up. With every switch off and no skill: nothing."""
        rooms = self._rooms
        if not live.agent or not versions.has_agents:
            return "", ()
        from habitus.evolve.skills import loop
        from habitus.recall.skills import listed

        most = rooms.settings.guidance.max_skills
        found = rooms.shelf.visible(live.agent, SEEN) if most else []
        if found and "skills" not in rooms.__dict__:
            rooms.skills.agree()  # nobody is sent to a folder that a killed process has not written
        text, slugs = listed(found, prompt or live.request, most=most, folder=f"{rooms.home}/skills-store")
        agent = rooms.agents.one(live.agent)
        advice = [f"• {name.removeprefix(ADVICE)}: {said}" for name, said in agent.other_config.items() if name.startswith(ADVICE)]
        tools = "\n".join(["[TOOLS]", *advice]) if advice else ""
        where = f"\nThese files lie in {rooms.home}/persona/{agent.id}/." if loop.evolves(agent) and rooms.home else ""
        return "\n\n".join(filter(None, (loop.guidance(agent) + where, tools, text))), slugs

    def threshold(self, live: Session, versions: Versions) -> float | None:
        """How near knowledge must be for this agent; evolution tunes it, so it is read at every search."""
        if not live.agent or not versions.has_agents:
            return None
        value = self._rooms.agents.one(live.agent).other_config.get("retrieval_threshold")
        is_number = isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
        return value if is_number else None  # an earlier version kept whatever was typed

    def is_measured(self, agent: str) -> bool:
        """Asked at every result, and answered from memory for a second: a switch that is thrown elsewhere holds soon enough."""
        now, rooms = monotonic(), self._rooms
        if now - self._measured_at > FRESH or self._measured_by != self._switches():
            self._measured_at, self._measured_by, self._measured = now, self._switches(), {}
            self._has_none = not rooms.store.versions().has_agents
        if self._has_none:
            return True
        if agent not in self._measured:
            self._measured[agent] = rooms.agents.one(agent).other_config.get("evolution_enabled") is not False
        return self._measured[agent]

    def _switches(self) -> int:
        """How often switches were thrown in this process."""
        return self._rooms.agents.changes if "agents" in self._rooms.__dict__ else 0

    def at_the_door(self, call: ToolCall, live: Session, decision: Decision, versions: Versions) -> Decision:
        """An agent's own files have a door of their own; no approval opens another. `versions`: of what is known."""
        if decision.ruling == "block":
            return decision
        guards = self.guards(versions)
        said = self._for_a_person(call, live) or (self._into_the_shelf(call, live) if self._has_shelf else None)
        if said is None and guards:
            said = self._rooms.persona.judged(call, live)
        return _refused(decision, said) if said else decision

    def at_the_door_alone(self, call: ToolCall, live: Session, decision: Decision) -> Decision:
        """The same while the store is away: what only it could allow is not allowed."""
        if decision.ruling == "block":
            return decision
        said = self._for_a_person(call, live) or self._into_the_shelf(call, live) or self._into_the_persona(call, live)
        return _refused(decision, said) if said else decision

    def _for_a_person(self, call: ToolCall, live: Session) -> Verdict | None:
        """What an agent must not do to what it is held to: not by our own commands, and not by our own files."""
        home, workspace = self._rooms.home, call.workspace or live.workspace
        command = actions.command(call.args)
        if OURS in command:
            from habitus.enforce import operators

            if operators.is_persons(command, workspace):
                return Verdict("for_a_person", "block", "pre_tool", operators.MESSAGE)
        if not home or (call.target or command) == "" or not self._touches(home, call, command, workspace):
            return None
        return Verdict(
            "for_a_person", "block", "pre_tool", "These files are Habitus' own: they hold what you are held to. Leave them alone."
        )

    def _touches(self, home: str, call: ToolCall, command: str, workspace: str) -> bool:
        """Is a file of the layer's own read, written or deleted? Skills and personas have doors of their own."""
        if not (call.target.startswith(home) or _last(home) in command):
            return False
        from habitus.parse import called, paths

        action, own = actions.name(call.tool), _real(home)
        files = called.files("rwd", action, call.target, call.args, command, workspace)
        real = [_real(paths.normal(file, workspace)) for file in files]
        return any(file.startswith(f"{own}/") and file[len(own) + 1 :].startswith(OWN) for file in real)

    def _into_the_shelf(self, call: ToolCall, live: Session) -> Verdict | None:
        """Skills are kept through their gateway, which reads them first; nobody writes into their folders."""
        if not self._writes_into(SHELF, call, live):
            return None
        return Verdict("skills", "block", "pre_tool", "Skills are not changed in their folders. Use skill_manage, or ask the operator.")

    def _into_the_persona(self, call: ToolCall, live: Session) -> Verdict | None:
        """Whether a change of it may be made, only the store knows."""
        if not self._writes_into(WHO, call, live):
            return None
        return Verdict("persona", "block", "pre_tool", "The store is away, so nobody can check this change of a persona: make it later.")

    def _writes_into(self, folder: str, call: ToolCall, live: Session) -> bool:
        home, workspace = self._rooms.home, call.workspace or live.workspace
        if not home or (folder not in str(call.args) and not workspace.startswith(home)):
            return False
        from habitus.parse import called, paths

        own = f"{_real(home)}/{folder}/"
        files = called.files("wd", actions.name(call.tool), call.target, call.args, actions.command(call.args), workspace)
        return any(f"{_real(paths.normal(file, workspace))}/".startswith(own) for file in files)

    def guards(self, versions: Versions) -> bool:
        """Is there a persona to guard? Asked again, and whether there are skills, when anything has changed."""
        if self._guarded_at != versions.lessons:
            self._guarded_at, rooms = versions.lessons, self._rooms
            self._has_shelf = bool(rooms.home) and isdir(f"{rooms.home}/{SHELF}")  # noqa: PTH112 - before every call
            has_any = versions.has_agents or isdir(f"{rooms.home}/{WHO}")  # noqa: PTH112
            self._guards = bool(rooms.home) and has_any and rooms.persona.guards()
        return self._guards

    def took_up(self, call: ToolCall, live: Session) -> None:
        """A call goes ahead: it may take up a skill, and it may be the same as those before it."""
        if live.streak and live.streak % REPEATED == 0:
            self._rooms.measuring.streak(live, call.at)
        slug = actions.skill(call.tool, call.args, call.target)
        if slug:
            self._rooms.shelf.used(slug, uses=1, at=call.at)


def _refused(decision: Decision, said: Verdict) -> Decision:
    return replace(decision, ruling="block", gate=PERSONA, verdicts=(*decision.verdicts, said), reason=said.message)


def _real(path: str) -> str:
    try:
        return realpath(path)
    except ValueError:
        return path  # a name that no disk can have


def _last(path: str) -> str:
    return path.rstrip("/").rpartition("/")[2] or path
