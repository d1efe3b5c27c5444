"""Verdicts as people read them: whose word each is, and where that is to be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.layer.live import FIX, HELD, LEARNED
from habitus.server.pages import lines
from habitus.server.pages.drawn import part_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from habitus.server.pages.asked import Asked

GATES = {
    "capability_policy": "the policy", "known_tool": "the list of tools", "persona": "the guard of the persona",
    "skills": "the guard of the skills", "for_a_person": "what is only a person's to do",
}  # fmt: skip
"""Those that speak and are no rules: they have no page."""


class Speaker(NamedTuple):
    name: str
    to: str
    """Empty: there is nothing to be seen, or it is gone."""


def speakers(asked: Asked, decisions: Iterable[Mapping[str, Any] | None]) -> dict[str, Speaker]:
    """Whoever speaks in these decisions, aloud or in shadow, by the name that it has there."""
    names = {str(one["rule"]) for said in decisions if said for one in (*said.get("verdicts", ()), *said.get("shadows", ()))}
    return {name: _speaker(asked, name) for name in names}


def _speaker(asked: Asked, name: str) -> Speaker:
    if name.startswith(LEARNED):
        begun = name.removeprefix(LEARNED)
        is_there = len(asked.layer.store.lessons().rules_begun(begun)) == 1
        return Speaker(asked.t("learned rule"), f"/behavioral-rules/{part_of(begun)}" if is_there else "")
    for kind in (FIX, HELD):
        if name.startswith(kind):
            return Speaker(asked.t("known fix"), lines.place(asked.layer, "learnings", name.removeprefix(kind)))
    is_declared = asked.layer.gates.rules.get(name) is not None
    return Speaker(asked.t(GATES.get(name, name)), f"/behavioral-rules/{part_of(name)}" if is_declared else "")
