"""The rooms of the layer: each is made when it is first asked for, because a tool call needs hardly any of them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from habitus.config import Settings
    from habitus.enforce.gates import Gates
    from habitus.layer.agents import Agents
    from habitus.layer.disk import Disk
    from habitus.layer.effects import Effects
    from habitus.layer.evolution import Evolution
    from habitus.layer.figures import Figures
    from habitus.layer.growing import Growing
    from habitus.layer.history import History
    from habitus.layer.inbox import Inbox
    from habitus.layer.keeping import Keeping
    from habitus.layer.knowing import Knowing
    from habitus.layer.learning import Learning as Learner
    from habitus.layer.live import Live
    from habitus.layer.measuring import Measuring
    from habitus.layer.mending import Mending
    from habitus.layer.outbox import Outbox
    from habitus.layer.persona import Persona
    from habitus.layer.rulebook import Rulebook
    from habitus.layer.skills import Skills
    from habitus.layer.strategies import Strategies
    from habitus.layer.upkeep import Upkeep
    from habitus.types import Clock, Model, Notifier, Queue, Shelf, Store


class Rooms:
    store: Store
    queue: Queue
    gates: Gates
    settings: Settings
    clock: Clock
    home: str
    model: Model | None
    _notifier: Notifier | None
    _live: Live
    disk: Disk

    @cached_property
    def growing(self) -> Growing:
        from habitus.layer.growing import Growing

        return Growing(self)

    @cached_property
    def learning(self) -> Learner:
        from habitus.layer.learning import Learning as Learner

        return Learner(store=self.store, queue=self.queue, outbox=self.outbox, settings=self.settings, clock=self.clock, model=self.model)

    @cached_property
    def mending(self) -> Mending:
        from habitus.layer.mending import Mending

        return Mending(self.store, self.settings, self.clock)

    @cached_property
    def knowing(self) -> Knowing:
        from habitus.layer.knowing import Knowing

        return Knowing(self.store, self.settings, self.clock, self.model)

    @cached_property
    def history(self) -> History:
        from habitus.layer.history import History

        return History(self.store, self._live, self.learning, self.mending, self.measuring, self.clock)

    @cached_property
    def measuring(self) -> Measuring:
        from habitus.layer.measuring import Measuring

        return Measuring(self.store, self.clock, self.growing.is_measured)

    @cached_property
    def evolution(self) -> Evolution:
        from habitus.layer.evolution import Evolution

        return Evolution(
            self.store, self.settings, self.clock, self.agents, self.figures, self.effects, lambda: self.rulebook, lambda: self.skills
        )

    @cached_property
    def figures(self) -> Figures:
        from habitus.layer.figures import Figures

        return Figures(self.store, self.clock)

    @cached_property
    def effects(self) -> Effects:
        from habitus.layer.effects import Effects

        return Effects(self.store, self.settings, self.clock, lambda: self.rulebook)

    @cached_property
    def shelf(self) -> Shelf:
        return self.store.shelf()

    @cached_property
    def agents(self) -> Agents:
        from habitus.layer.agents import Agents

        return Agents(self.store, self.shelf, self.clock)

    @cached_property
    def skills(self) -> Skills:
        from pathlib import Path

        from habitus.layer.shelving import Shelving
        from habitus.layer.skills import Skills

        shelving = Shelving(Path(self.home) / "skills-store", self.shelf) if self.home else None
        if shelving:
            shelving.agree_all()
        return Skills(self.store, self.shelf, shelving, self.agents, self.clock)

    @cached_property
    def keeping(self) -> Keeping:
        from habitus.layer.keeping import Keeping

        return Keeping(self.store, self.skills, self.agents, self.clock)

    @cached_property
    def persona(self) -> Persona:
        from habitus.layer.persona import Persona

        return Persona(self.store, self.shelf, self.agents, self.home, self.clock, self.disk.real, self._live.secretless)

    @cached_property
    def rulebook(self) -> Rulebook:
        from habitus.layer.rulebook import Rulebook

        return Rulebook(self.store, self._live, self.learning, self.outbox, self.clock, lambda: self.gates.rules)

    @cached_property
    def inbox(self) -> Inbox:
        from habitus.layer.inbox import Inbox

        return Inbox(self.store, self.learning, self.clock, persona=lambda: self.persona, keeping=lambda: self.keeping)

    @cached_property
    def strategies(self) -> Strategies:
        from habitus.layer.strategies import Strategies

        return Strategies(self.store, self.clock)

    @cached_property
    def outbox(self) -> Outbox:
        from habitus.layer.outbox import Outbox

        return Outbox(self.store, self._notifier, self.settings.notify, self.clock)

    @cached_property
    def upkeep(self) -> Upkeep:
        from habitus.layer.upkeep import Upkeep

        return Upkeep(self.store, self.settings, self.clock, self.effects.may_rise)
