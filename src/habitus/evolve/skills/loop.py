"""The learning loop as values: what to say, when, and how often. No I/O, no loop: the built-in agent and the hosts place them.

    guidance      in the system prompt, every request
    nudge         to the model, at 70 % and at 90 % of its iterations; once a run each, never kept
    postscript    under the final answer, when the run took many tool calls; once a run, kept, and silent after "skip"

With the switches off every one of them is empty or None: an agent that evolves nothing pays nothing. Sizes are the seed's table; the
tests hold them to it. The consent words in `OFFERS` are understood by `consent.heard`, in every language: the tests hold that too.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.types.skills import Nudge

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from habitus.types.skills import Agent

SOFT, FIRM = 70, 90
"""Percent of the iteration budget: the seed's."""

SELF = """\
## Growing
SOUL.md is yours to refine: how you sound, your words, how long you answer. So is CAPABILITIES.md: what you know and can do.
Edit either with the file tool, a few lines at a time, when feedback shows a clear pattern.
Never alter your name, identity, contact details or purpose, nor IDENTITY.md or AGENTS.md."""

SKILLS = (
    "### Keeping skills\n"
    "After 5+ tool calls, ask yourself: will this way of working be needed again?\n"
    "Keep what repeats with other inputs, has steps one forgets, or that others could use. "
    "Leave one-offs, debugging, short tasks, and all the user declined.\n"
    'skill_manage(action="create", content=SKILL.md with frontmatter) only after the user said "save as skill"; '
    '"patch" (slug, find, replace) and "delete" (slug) for your own skills only.\n'
    "Few and good, please."
)

NUDGES = {
    FIRM: '[System] 90% of your iterations are used. Finish now; if a way of working here is worth repeating, offer to save it: '
    "the user decides.",
    SOFT: "[System] 70% of your iterations are used. Is there a procedure here that the user might want to keep?",
}  # fmt: skip

OFFERS = {
    "en": 'That took a number of steps. Keep them as a skill? Reply "save as skill" or "skip".',
    "es": 'Han sido varios pasos. ¿Los guardo como habilidad? Responde «guardar como habilidad» u «omitir».',
    "pt": 'Foram vários passos. Guardo como habilidade? Responda «salvar como habilidade» ou «pular».',
    "fr": "Il a fallu plusieurs étapes. En faire une compétence ? Répondez « enregistrer comme compétence » ou « passer ».",
    "de": "Das waren viele Schritte. Als Skill behalten? Antworte „als Skill speichern“ oder „überspringen“.",
    "it": "Sono serviti più passaggi. Ne faccio una skill? Rispondi «salva come skill» o «salta».",
    "zh": "这项任务步骤较多，要存成技能吗？请回复“保存为技能”或“跳过”。",
}  # fmt: skip

SILENT = "no_reply"
LONGEST_SILENT = 200
"""Characters: a longer text says something, whatever it begins with."""
TAG = re.compile(r"<[^<>]*>")
EDGES = re.compile(r"^[\W_]+|[\W_]+$")
"""What a silent reply may be wrapped in: brackets, stars, quotation marks."""


def guidance(agent: Agent) -> str:
    """For the system prompt; empty where both switches are off."""
    return "\n\n".join(text for text, is_on in ((SELF, evolves(agent)), (SKILLS, keeps_skills(agent))) if is_on)


def nudge(agent: Agent, iteration: int, budget: int, shown: AbstractSet[str]) -> Nudge | None:
    """At the start of an iteration. The later one comes first: who has heard 90 % never hears 70 %."""
    if not keeps_skills(agent) or budget <= 0:
        return None
    percent = iteration * 100 // budget
    if percent >= FIRM:
        return None if "90" in shown else Nudge("90", NUDGES[FIRM], is_kept=False)
    if percent >= SOFT and shown.isdisjoint(("70", "90")):
        return Nudge("70", NUDGES[SOFT], is_kept=False)
    return None


def postscript(agent: Agent, tool_calls: int, final_text: str, shown: AbstractSet[str], declined: bool, lang: str = "en") -> Nudge | None:
    """What to append to the final answer, its blank line and rule included. `declined`: the user said "skip" in this session."""
    if not keeps_skills(agent) or not 0 < agent.skill_nudge_interval <= tool_calls:
        return None
    if declined or "postscript" in shown or is_silent(final_text):
        return None
    return Nudge("postscript", f"\n\n---\n_{OFFERS.get(lang, OFFERS['en'])}_", is_kept=True)


def is_silent(text: str) -> bool:
    """Nothing for the user: no text, or NO_REPLY in any case and any wrapping."""
    if len(text) > LONGEST_SILENT:
        return not text.strip()
    return not text.strip() or EDGES.sub("", TAG.sub("", text)).casefold() == SILENT


def evolves(agent: Agent) -> bool:
    return agent.self_evolve and agent.kind == "predefined"


def keeps_skills(agent: Agent) -> bool:
    """Whether `skill_manage` exists for it at all."""
    return agent.skill_evolve and agent.kind == "predefined"
