"""The part of a store that a meter writes to, and a clock that stands still."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, cast

from habitus.models import Metered

if TYPE_CHECKING:
    from habitus.types import Model, ModelCall, Store


class Book:
    def __init__(self) -> None:
        self.calls: list[ModelCall] = []

    def meter(self, call: ModelCall) -> None:
        self.calls.append(call)

    def spent(self, since: datetime, *, only: str = "", but: str = "") -> tuple[int, float]:
        today = [call for call in self.calls if call.at >= since and call.purpose != but and only in ("", call.purpose)]
        return sum(call.input_tokens + call.output_tokens for call in today), sum(call.cost or 0.0 for call in today)

    @property
    def outcomes(self) -> list[str]:
        return [call.outcome for call in self.calls]


class Standing:
    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, 22, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_(self, **time: float) -> None:
        self.now += timedelta(**time)


def metered(model: Model, book: Book, clock: Standing, **limits: Any) -> Metered:
    none = {"daily_token_cap": 0, "daily_cost_cap": 0.0, "breaker_failures": 0, "breaker_seconds": 60.0}
    return Metered(model, cast("Store", book), clock, **(none | limits))
