"""The door to an agent's persona: which file a call would write, what it would say then, and whether that may be. No I/O.

    touched(call, ...)  -> Touch, ...      which of SOUL.md, CAPABILITIES.md, IDENTITY.md, AGENTS.md; by any spelling, through any tool
    locked(agent, touches) -> Violation    what is refused for the name alone
    change(before, call)   -> text         what the file would say, or why that cannot be told
    check(file, before, after, scan)       small steps, the same self, the guard
    diff(before, after)                    for people

A call that touches nothing is none of ours. One that touches and is not locked goes through `change` and `check`; every version is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.evolve.persona.change import DOOR, Refusal, change, refusal
from habitus.evolve.persona.check import Steps, check, diff
from habitus.evolve.persona.names import LOCKED, OPEN
from habitus.evolve.persona.touched import Touch, roots, touched

if TYPE_CHECKING:
    from collections.abc import Iterable

    from habitus.types.skills import Agent

__all__ = ["LOCKED", "OPEN", "Refusal", "Steps", "Touch", "change", "check", "diff", "locked", "roots", "touched"]


def locked(agent: Agent, touches: Iterable[Touch]) -> tuple[Refusal, ...]:
    """What of a call is refused whatever it would write: locked files, another agent's, a whole folder, anything through a shell."""
    found = [refusal("locked", reason, path=touch.path) for touch in touches if (reason := _locked(agent, touch))]
    return tuple(dict.fromkeys(found))


def _locked(agent: Agent, touch: Touch) -> str:
    if not touch.file:
        return "The persona files are not replaced, moved or deleted together. Name single files, and leave the persona files out."
    if touch.file in LOCKED:
        return f"{touch.file} says who the agent is, and is never the agent's to change. Ask the operator to, with `habitus persona edit`."
    if touch.agent not in (agent.id, ""):
        return f"{touch.file} belongs to another agent, {touch.agent}. Leave it as it is."
    if not agent.self_evolve or agent.kind != "predefined":
        return (
            f"{touch.file} is kept by the operator. It is the agent's to refine only with `habitus agents set {agent.id} self_evolve true`."
        )
    return f"{touch.file} is not changed through a shell. {DOOR}" if touch.through == "shell" else ""
