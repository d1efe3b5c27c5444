"""The meter: what each question cost, and when to stop asking.

Wraps a model. Before a question: today's caps, then the circuit breaker. After it: one `ModelCall` in the store.
A spell of refusals (the same reason, up to the same moment) is recorded once, by its first question: a queue that knocks
all night leaves one row, not thousands. Questions already under way when a cap is reached are not called back, so a day
may end above its cap by what they cost.
"""

from __future__ import annotations

import time
from datetime import UTC, timedelta
from typing import TYPE_CHECKING, Literal

from habitus.errors import ModelError, NotAsked
from habitus.models.breaker import Breaker, Open
from habitus.types import ModelCall, Usage

if TYPE_CHECKING:
    from datetime import datetime

    from habitus.types import Clock, Model, Question, Shape, Store


class Billed(ModelError):
    """A question that failed and was paid for all the same. Without it, a model that only talks nonsense would be free."""

    def __init__(self, message: str, usage: Usage) -> None:
        super().__init__(message)
        self.usage = usage


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
        self._store = store
        self._clock = clock
        self._token_cap = daily_token_cap
        self._cost_cap = daily_cost_cap
        self._breaker = Breaker(clock, failures=breaker_failures, seconds=breaker_seconds)
        self._spells: dict[str, datetime] = {}
        self.failure = ""
        """Why the last question failed; empty: it was answered, or nobody has asked yet."""

    @property
    def rests_until(self) -> datetime | None:
        """Until when nobody asks it, after it kept failing."""
        return self._breaker.until

    async def ask(self, question: Question, shape: type[Shape]) -> tuple[Shape, Usage]:
        at = self._clock()
        self._check_caps(question, at)
        try:
            with self._breaker.guard():
                return await self._metered(question, shape, at)
        except Open as closed:
            until = closed.until
        message = (
            f"`{self.name}` kept failing and is left alone until {until:%Y-%m-%d %H:%M:%S} UTC, then one question tries it; "
            "`model.breaker_failures` and `model.breaker_seconds` set this"
        )
        raise self._refusal(question, "breaker", message, at, until)

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
            self._record(question, at, outcome, usage, time.perf_counter() - start)
        return answer, usage

    def _check_caps(self, question: Question, at: datetime) -> None:
        tokens, dollars = self._store.spent(midnight(at))
        if 0 < self._token_cap <= tokens:
            setting, reached = "model.daily_token_cap", f"{tokens:,} of {self._token_cap:,} tokens"
        elif 0 < self._cost_cap <= dollars:
            setting, reached = "model.daily_cost_cap", f"${dollars:.2f} of ${self._cost_cap:.2f}"
        else:
            return
        until = midnight(at) + timedelta(days=1)
        message = f"{reached} are spent today; raise `{setting}`, or wait until it resets at {until:%Y-%m-%d %H:%M} UTC"
        raise self._refusal(question, setting, message, at, until)

    def _refusal(self, question: Question, reason: str, message: str, at: datetime, until: datetime) -> ModelError:
        if self._spells.get(reason) != until:
            self._spells[reason] = until
            self._record(question, at, "refused", Usage(), 0.0)
        return NotAsked(f"`{question.purpose}` was not asked: {message}")

    def _record(self, question: Question, at: datetime, outcome: Literal["ok", "failed", "refused"], usage: Usage, seconds: float) -> None:
        self._store.meter(
            ModelCall(
                at=at,
                model=self.name,
                purpose=question.purpose,
                item=question.item,
                input_tokens=usage.input_tokens,
                output_tokens=usage.output_tokens,
                cost=usage.cost,
                seconds=seconds,
                outcome=outcome,
            )
        )


def midnight(at: datetime) -> datetime:
    """When the day began that spending is counted for, the same for everybody who tells of it."""
    return at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
