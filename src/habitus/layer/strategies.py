"""What worked for which kind of task, and what did not: kept per agent, each outcome a line of the ledger."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from habitus.adapt import strategies
from habitus.adapt.nouns import Strategy
from habitus.types import Change

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.adapt.nouns import Intent, Validation
    from habitus.types import Clock, Row, Store


class Strategies:
    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def of(self, agent: str) -> tuple[Strategy, ...]:
        """As much of them as is still worth something today, newest first."""
        found = [_strategy(row) for row in self._store.strategies(agent)]
        return strategies.forget(found, self._clock().isoformat())

    def learn(self, agent: str, intent: Intent, action: str, validation: Validation, *, session: str) -> Strategy:
        """Count one outcome. Counted on what is stored at that moment: two that learn at once both count."""
        now = self._clock()
        with self._store.batch():
            known = self._store.get("strategies", identity(agent, strategies.pattern(intent), action))
            one = strategies.learn(_faded(known, now.isoformat()), intent, action, validation, now.isoformat())[-1]
            verb = "worked" if validation.ok else "did not work"
            row = _row(agent, one)
            self._store.apply([Change(verb=verb, table="strategies", item=row["id"], after=row, actor="agent", session=session)], now)
        return one

    def drop(self, id: str, *, who: str) -> int | None:
        """The entry that takes it back. None: there is none of that name."""
        if self._store.get("strategies", id) is None:
            return None
        return self._store.apply([Change(verb="forgotten", table="strategies", item=id, after=None, actor=who)], self._clock())[0]


def identity(agent: str, pattern: str, action: str) -> str:
    return blake2b("\0".join((agent, pattern, action)).encode(), digest_size=8).hexdigest()


def _faded(row: Row | None, now: str) -> Sequence[Strategy]:
    return strategies.forget([_strategy(row)], now) if row else ()


def _strategy(row: Row) -> Strategy:
    return Strategy(
        pattern=row["pattern"], action=row["successful_action"], tried=row["tried"], worked=row["worked"], updated=row["last_updated"],
        lesson=row["lesson"],
    )  # fmt: skip


def _row(agent: str, one: Strategy) -> Row:
    return {
        "id": identity(agent, one.pattern, one.action), "agent": agent, "pattern": one.pattern, "successful_action": one.action,
        "success_rate": strategies.rate(one), "tried": one.tried, "worked": one.worked, "lesson": one.lesson, "last_updated": one.updated,
    }  # fmt: skip
