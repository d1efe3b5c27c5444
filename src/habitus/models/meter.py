"""The meter: what each question cost, and when to stop asking.

`Meter` keeps the book: before a question today's caps, after it one `ModelCall` in the store. `Metered` puts it around a model, with the
circuit breaker; the agent of our own asks it itself, answer by answer (agent/voice.py).
A spell of refusals (the same reason, up to the same moment) is recorded once, by its first question: a queue that knocks
all night leaves one row, not thousands. Questions already under way when a cap is reached are not called back, so a day
may end above its cap by what they cost.
"""

from __future__ import annotations

import time
from datetime import UTC, timedelta
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeAlias

from habitus.errors import ModelError, NotAsked
from habitus.models.breaker import Breaker, Open
from habitus.types import ModelCall, Usage

if TYPE_CHECKING:
    from datetime import datetime

    from habitus.types import Clock, Model, Question, Shape, Store

Outcome: TypeAlias = Literal["ok", "failed", "refused"]

AGENT = "agent"
"""The purpose of what our own agent asks. It has a budget of its own: a long afternoon with it must not stop the learner, and what is
plenty for corrections would end its first task."""


class Billed(ModelError):
    """A question that failed and was paid for all the same. Without it, a model that only talks nonsense would be free."""

    def __init__(self, message: str, usage: Usage) -> None:
        super().__init__(message)
        self.usage = usage


class Caps(Protocol):
    """A block of the settings that has them: `model`, `agent`."""

    @property
    def daily_token_cap(self) -> int: ...

    @property
    def daily_cost_cap(self) -> float: ...


class Budget(NamedTuple):
    """What may be spent in a day; a cap of 0 means none."""

    block: str
    """Of the settings: it says whose the budget is, and where the caps are."""
    tokens: int
    dollars: float

    @classmethod
    def of(cls, block: Literal["model", "agent"], caps: Caps) -> Budget:
        return cls(block, caps.daily_token_cap, caps.daily_cost_cap)

    def spent(self, store: Store, at: datetime) -> tuple[int, float]:
        """Of this budget, on that day."""
        return store.spent(midnight(at), only=AGENT) if self.block == AGENT else store.spent(midnight(at), but=AGENT)

    def reached(self, store: Store, at: datetime) -> tuple[str, str] | None:
        """The setting that says so, and how far it is; None: there is something left."""
        tokens, dollars = self.spent(store, at)
        if 0 < self.tokens <= tokens:
            return f"{self.block}.daily_token_cap", f"{tokens:,} of {self.tokens:,} tokens"
        if 0 < self.dollars <= dollars:
            return f"{self.block}.daily_cost_cap", f"${dollars:.2f} of ${self.dollars:.2f}"
        return None


class Meter:
    """The book of one model. Refusals are `NotAsked`."""

    def __init__(self, store: Store, clock: Clock, *, model: str, budget: Budget) -> None:
        self._store = store
        self._clock = clock
        self._model = model
        self._budget = budget
        self._spells: dict[str, datetime] = {}

    def check(self, purpose: str, item: str) -> datetime:
        """May it be asked today? Then since when it is."""
        at = self._clock()
        if (found := self._budget.reached(self._store, at)) is None:
            return at
        setting, reached = found
        until = midnight(at) + timedelta(days=1)
        message = f"{reached} are spent today; raise `{setting}`, or wait until it resets at {until:%Y-%m-%d %H:%M} UTC"
        raise self.refusal(purpose, item, setting, message, at, until)

    def refusal(self, purpose: str, item: str, reason: str, message: str, at: datetime, until: datetime) -> NotAsked:
        if self._spells.get(reason) != until:
            self._spells[reason] = until
            self.record(purpose, item, at, "refused", Usage(), 0.0)
        return NotAsked(f"{'The model' if purpose == AGENT else f'`{purpose}`'} was not asked: {message}")

    def record(self, purpose: str, item: str, at: datetime, outcome: Outcome, usage: Usage, seconds: float) -> None:
        self._store.meter(
            ModelCall(
                at=at,
                model=self._model,
                purpose=purpose,
                item=item,
                input_tokens=usage.input_tokens,
                output_tokens=usage.output_tokens,
                cost=usage.cost,
                seconds=seconds,
                outcome=outcome,
            )
        )


class Metered:
    """A cap or a number of failures of 0 means: none."""

    def __init__(
        self,
        model: Model,
        store: Store,
        clock: Clock,
        *,
        daily_token_cap: int,
        daily_cost_cap: float,
        breaker_failures: int,
        breaker_seconds: float,
    ) -> None:
        self.name = model.name
        self._model = model
        self._meter = Meter(store, clock, model=model.name, budget=Budget("model", daily_token_cap, daily_cost_cap))
        self._breaker = Breaker(clock, failures=breaker_failures, seconds=breaker_seconds)
        self.failure = ""
        """Why the last question failed; empty: it was answered, or nobody has asked yet."""

    @property
    def rests_until(self) -> datetime | None:
        """Until when nobody asks it, after it kept failing."""
        return self._breaker.until

    async def ask(self, question: Question, shape: type[Shape]) -> tuple[Shape, Usage]:
        at = self._meter.check(question.purpose, question.item)
        try:
            with self._breaker.guard():
                return await self._metered(question, shape, at)
        except Open as closed:
            until = closed.until
        message = (
            f"`{self.name}` kept failing and is left alone until {until:%Y-%m-%d %H:%M:%S} UTC, then one question tries it; "
            "`model.breaker_failures` and `model.breaker_seconds` set this"
        )
        raise self._meter.refusal(question.purpose, question.item, "breaker", message, at, until)

    async def _metered(self, question: Question, shape: type[Shape], at: datetime) -> tuple[Shape, Usage]:
        usage = Usage()
        outcome: Literal["ok", "failed"] = "failed"
        start = time.perf_counter()
        try:
            answer, usage = await self._model.ask(question, shape)
            outcome, self.failure = "ok", ""
        except ModelError as error:
            usage = error.usage if isinstance(error, Billed) else usage
            self.failure = str(error)
            raise
        finally:
            self._meter.record(question.purpose, question.item, at, outcome, usage, time.perf_counter() - start)
        return answer, usage


def midnight(at: datetime) -> datetime:
    """When the day began that spending is counted for, the same for everybody who tells of it."""
    return at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
