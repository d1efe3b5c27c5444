"""Strategies on every store."""

from habitus.adapt import intent, validate
from habitus.layer.strategies import Strategies
from habitus.types import Store
from nouns import FrozenClock

PRIMES = intent.read("Calculate the first 5 prime numbers")


def test_what_is_learned_is_read_back_as_it_was(store: Store) -> None:
    room = Strategies(store, FrozenClock())

    first = room.learn("main", PRIMES, "ai.process with text prompt", validate.validate("2, 3, 5, 7, 11", PRIMES), session="s")
    assert room.of("main") == (first,)

    second = room.learn("main", PRIMES, "ai.process with text prompt", validate.validate("no", PRIMES), session="s")
    assert room.of("main") == (second,)
    assert second.tried > first.tried
