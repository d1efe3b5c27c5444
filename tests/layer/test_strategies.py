"""What worked is kept, counted, forgotten in time, and can be taken back."""

from habitus.adapt import intent, strategies, validate
from habitus.layer import Layer
from habitus.store import ledger
from nouns import FrozenClock

PRIMES = intent.read("Calculate the first 5 prime numbers")
CODE = validate.validate("```python\nprint([2, 3])\n```", PRIMES)
DATA = validate.validate("2, 3, 5, 7, 11", PRIMES)
ASKED, TOLD = "ai.process with code prompt", "ai.process with data delivery prompt"


def test_what_failed_is_avoided_and_what_worked_is_used_the_next_time(layer: Layer) -> None:
    layer.strategies.learn("main", PRIMES, ASKED, CODE, session="s1")
    layer.strategies.learn("main", PRIMES, TOLD, DATA, session="s1")

    known = layer.strategies.of("main")

    assert strategies.avoided(known, PRIMES) == (ASKED,)
    assert (best := strategies.best(known, PRIMES)) is not None
    assert best.action == TOLD
    assert layer.strategies.of("another") == ()


def test_outcomes_of_one_action_add_up_in_one_row_with_the_seeds_columns(layer: Layer) -> None:
    for _ in range(3):
        layer.strategies.learn("main", PRIMES, TOLD, DATA, session="s1")

    (row,) = layer.store.strategies("main")

    assert (row["pattern"], row["successful_action"]) == ("numbers_request", TOLD)
    assert 0.5 < row["success_rate"] < 1
    assert row["tried"] > 2


def test_a_strategy_fades_with_time_until_it_is_gone(layer: Layer, clock: FrozenClock) -> None:
    layer.strategies.learn("main", PRIMES, TOLD, DATA, session="s1")
    clock.forward(days=90)
    assert [round(one.tried, 3) for one in layer.strategies.of("main")] == [0.5]

    clock.forward(days=900)
    assert layer.strategies.of("main") == ()


def test_an_outcome_is_a_line_of_the_ledger_and_can_be_taken_back(layer: Layer) -> None:
    first = layer.strategies.learn("main", PRIMES, TOLD, DATA, session="s1")
    layer.strategies.learn("main", PRIMES, TOLD, CODE, session="s1")
    (last,) = layer.store.entries(verb="did not work", limit=1)

    ledger.undo_many(layer.store, [last], actor="me", now=layer.clock())

    assert layer.strategies.of("main") == (first,)


def test_a_strategy_can_be_dropped_by_hand(layer: Layer) -> None:
    layer.strategies.learn("main", PRIMES, TOLD, DATA, session="s1")
    (row,) = layer.store.strategies("main")

    assert layer.strategies.drop(row["id"], who="me") is not None
    assert layer.strategies.drop(row["id"], who="me") is None
    assert layer.strategies.of("main") == ()
