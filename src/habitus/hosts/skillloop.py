"""The skill loop beside other people's agents: what the model is reminded of, and what its user is asked. The words are the layer's.

opened       the user has spoken: is the switch on for this agent? Asked once a run
nudge        70 % and 90 % of its budget are used: for the model, once a run
postscript   many tool calls were made: for the user, under the final answer; kept, so that a bare "yes" is an answer to it
answering    what the user was asked stands before no model: it is told with their next words

Where the switch is off nothing of this is loaded, nothing is said, and a tool call pays for a look into a dictionary. The budget is what
the host says, or the agent's setting `max_turns`; without either nobody knows what 70 % is, and there is no reminder.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from habitus.errors import HabitusError
from habitus.types import AgentText

if TYPE_CHECKING:
    from habitus.layer import Layer
    from habitus.types import Agent

T = TypeVar("T")

LOG = logging.getLogger("habitus.hosts")

KEPT = 1000
"""Sessions whose run is remembered. One that is forgotten is reminded of nothing more in that run."""

"""The version of agents in a store that has none."""

BUDGET = ("max_turns", "maxTurns")
MARKS = "\n-_ "
"""What a question has around it under an answer."""
ANSWERING = "[System] Under your last answer the user was asked: {asked}\nWhat they say now may be their answer."


@dataclass(slots=True)
class Run:
    """From what a user says to the agent's final answer."""

    budget: int
    requests: int = 0
    """What the model was asked so far, where the host tells."""
    shown: set[str] = field(default_factory=set)


class SkillLoop:
    def __init__(self, layer: Layer) -> None:
        self._layer = layer
        self._runs: OrderedDict[str, Run | None] = OrderedDict()
        """None: the switch is off."""
        self._offered: OrderedDict[str, str] = OrderedDict()
        self._lock = threading.Lock()

    def opened(self, session: str, agent: str, allowed: int = 0) -> None:
        """`allowed`: requests to the model that the host allows in a run; 0: it does not say."""
        known = self._keeper(agent)
        with self._lock:
            _put(self._runs, session, Run(allowed or budget(known)) if known else None)

    def went_on(self, session: str, agent: str, allowed: int = 0) -> None:
        """A run goes on that may have been opened before another process: looked up once, and from then on known."""
        if session not in self._runs:
            self.opened(session, agent, allowed)

    def nudge(self, session: str, agent: str, used: int = -1) -> str:
        """For the model. `used`: of its budget; where it is not given, every question counts as a request to the model."""
        run = self._runs.get(session)
        if run is None:
            return ""
        with self._lock:
            used, run.requests = (run.requests if used < 0 else used), run.requests + 1
            try:
                found = self._layer.keeping.nudge(agent, used, run.budget, frozenset(run.shown))
            except HabitusError as error:
                LOG.warning("the agent goes without a reminder about skills: %s", error)
                return ""
            run.shown |= {found.key} if found else set()
        return found.text if found else ""

    def postscript(self, session: str, agent: str, final: str, *, workspace: str = "") -> str:
        """For the user, in one sentence; empty where nothing is to be asked. What is answered here is taken as asked."""
        self.went_on(session, agent)
        if self._runs.get(session) is None:
            return ""
        from habitus.detect.corrections import language

        layer, run = self._layer, self._runs.get(session) or Run(0)
        try:
            live = layer.session(session)
            lang = language(live.request)
            found = layer.keeping.postscript(session, agent, live.calls_this_turn, final, frozenset(run.shown), lang)
            if found is None:
                return ""
            text = found.text.strip(MARKS)
            at, key = layer.clock(), f"postscript:{live.turn}"
            new = layer.observe(AgentText(session=session, at=at, agent=agent, workspace=workspace, key=key, text=text))
        except HabitusError as error:
            LOG.warning("the user is not asked about a skill: %s", error)
            return ""
        with self._lock:
            run.shown.add(found.key)
            _put(self._offered, session, text)
        return text if new else ""

    def answering(self, session: str) -> str:
        """For the model, with the user's next words; told once."""
        if not self._offered:
            return ""
        with self._lock:
            asked = self._offered.pop(session, "")
        return ANSWERING.format(asked=asked) if asked else ""

    def _keeper(self, agent: str) -> Agent | None:
        """The agent, if it may keep skills. Most stores know of none."""
        try:
            if not self._layer.store.versions().has_agents:
                return None
            known = self._layer.agents.one(agent)
        except HabitusError as error:
            LOG.warning("the agent goes without its skill loop: %s", error)
            return None
        return known if known.skill_evolve else None


def budget(agent: Agent) -> int:
    """What its setting says that one prompt may take; 0: nothing."""
    value = next((agent.other_config[name] for name in BUDGET if name in agent.other_config), 0)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _put(shelf: OrderedDict[str, T], session: str, value: T) -> None:
    shelf[session] = value
    shelf.move_to_end(session)
    if len(shelf) > KEPT:
        shelf.popitem(last=False)
