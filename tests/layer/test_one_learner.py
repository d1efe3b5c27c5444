"""Several may come to learn from one correction: whoever heard it, and the learners of other replicas. One of them does."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from habitus import assemble
from habitus.config import Settings
from habitus.config.settings import Measure
from habitus.errors import Away
from habitus.layer import Layer
from habitus.layer.learning import Tally
from habitus.store import ledger
from habitus.store.queue import TableQueue
from habitus.types import Correction
from layer.said import corrected, verbs
from nouns import START, FrozenClock, call, user

Opened = Callable[[], Layer]


@pytest.fixture(params=["table", "redis"])
def replica(request: pytest.FixtureRequest, postgres: str, tmp_path: Path, clock: FrozenClock) -> Iterator[Opened]:
    plain = Settings(measure=Measure(holdout=0))
    settings = replace(plain, store=replace(plain.store, url=postgres))
    if request.param == "redis":
        settings = replace(settings, redis=replace(settings.redis, url=request.getfixturevalue("redis")))
    layers: list[Layer] = []

    def opened() -> Layer:
        layers.append(assemble.layer(settings, home=tmp_path / f"home-{len(layers)}", clock=clock))
        return layers[-1]

    yield opened
    for layer in layers:
        layer.close()


def heard(layer: Layer) -> Correction:
    """What was said, queued, and not yet learned from: as when the process is killed in between."""
    with unready(layer):
        corrected(layer)
    (found,) = layer.queue.waiting()
    return found


@contextmanager
def unready(layer: Layer) -> Iterator[None]:
    at_once, layer.learning.at_once = layer.learning.at_once, lambda correction: None  # type: ignore[method-assign]
    yield
    layer.learning.at_once = at_once  # type: ignore[method-assign]


def test_what_another_learned_meanwhile_is_not_learned_again(replica: Opened) -> None:
    one, other = replica(), replica()
    correction = heard(one)

    found = other.learning.run()
    one.learning.at_once(correction)

    assert (found.learned, found.over) == (1, 0)
    assert verbs(one, "behavioral_rules") == ["learned"]
    assert verbs(one, "pending").count("learned from") == 1


def test_what_was_learned_at_once_is_over_for_the_learner_that_holds_it(replica: Opened) -> None:
    one, other = replica(), replica()
    correction = heard(one)
    other.queue.tidy(other.clock())
    taken = other.queue.take(other.clock())
    assert taken == correction

    one.learning.at_once(correction)

    assert other.learning.learn(taken) == "over"
    assert verbs(one, "behavioral_rules") == ["learned"]
    assert other.learning.run() == Tally()


def test_of_two_at_the_same_moment_the_second_waits_for_the_first(replica: Opened) -> None:
    one, other = replica(), replica()
    correction = heard(one)
    outcomes: list[str] = []
    second = threading.Thread(target=lambda: outcomes.append(other.learning.learn(correction)))

    with one.store.batch():
        outcomes.append(one.learning.learn(correction))
        second.start()
        second.join(0.3)
        assert outcomes == ["learned"]
    second.join(30)

    assert outcomes == ["learned", "over"]
    assert verbs(one, "behavioral_rules") == ["learned"]


def test_what_was_learned_while_it_was_to_be_moved_stays_learned(replica: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = replica(), replica()
    correction = heard(one)
    waiting = TableQueue.waiting
    monkeypatch.setattr(TableQueue, "waiting", lambda queue: (waiting(queue), one.learning.learn(correction))[0])

    other.queue.tidy(other.clock())
    monkeypatch.undo()

    one.learning.learn(correction)
    assert (one.queue.depth(), other.learning.run().learned) == (0, 0)
    assert verbs(one, "behavioral_rules") == ["learned"]


def test_a_learner_that_fails_before_it_is_durable_leaves_the_correction_to_the_next(
    replica: Opened, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = replica(), replica()
    heard(one)
    done = TableQueue.done

    def away(queue: TableQueue, correction: Correction, *, verb: str, now: datetime) -> None:
        done(queue, correction, verb=verb, now=now)
        if verb == "learned from":
            raise Away("the store hung up")

    monkeypatch.setattr(TableQueue, "done", away)
    with pytest.raises(Away):
        one.learning.run()
    monkeypatch.undo()

    assert verbs(one, "behavioral_rules") == []
    clock.forward(minutes=6)
    assert other.learning.run().learned == 1


def test_what_a_person_took_back_is_learned_from_only_when_it_is_back(replica: Opened) -> None:
    one, other = replica(), replica()
    correction = heard(one)
    other.learning.run()
    (done,) = one.store.entries(verb="learned from")

    ledger.undo(one.store, done, actor="operator", now=START)

    assert [item.id for item in one.queue.waiting()] == [correction.id]
    with one.store.batch():
        assert one.queue.claim(correction)
    one.queue.clear(now=START)
    with one.store.batch():
        assert not one.queue.claim(correction)


def test_a_clock_that_runs_ahead_does_not_push_in(layer: Layer, clock: FrozenClock) -> None:
    layer.observe(user("add lodash", session="s1", key="u1", workspace="/w"))
    layer.observe(call("Bash", session="s1", command="npm install lodash"))
    layer.observe(user("no, use pnpm instead of npm", session="s1", key="u2", at=clock() + timedelta(days=3650)))

    (learned,) = layer.store.lessons().rules()
    assert learned.created_at == clock()
