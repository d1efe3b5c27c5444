"""The desk: calls of one moment share a transaction, and none suffers from another."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import replace
from typing import Any

import pytest

from habitus.errors import StoreError
from habitus.layer import Layer
from habitus.server import desk
from habitus.server.desk import Desk
from habitus.server.problems import Problem
from habitus.types import Decision, ToolCall
from nouns import call


def asked(layer: Any, calls: Sequence[ToolCall]) -> tuple[list[Any], list[str]]:
    """What each was answered, and which of them those who watch have seen."""
    seen: list[str] = []
    layer.house.watch = lambda event, tool, decision, seconds: seen.append(event.id)

    async def ask() -> list[Any]:
        at = Desk(layer)
        try:
            return await asyncio.gather(*(at.judge(one) for one in calls), return_exceptions=True)
        finally:
            at.close()

    return asyncio.run(ask()), seen


class Faulty:
    """A layer that cannot judge one of the calls."""

    def __init__(self, layer: Layer, where: str = "") -> None:
        self.store, self.house, self.lock = layer.store, layer, layer.lock
        self.together = 0
        self.judged_in: set[str] = set()
        self.where = where

    def batch(self) -> Any:
        self.together += 1
        return self.house.batch()

    def judge(self, one: ToolCall) -> Decision:
        self.judged_in.add(threading.current_thread().name)
        if one.id == "bad":
            raise StoreError("the disk is full")
        return self.house.judge(one)


def test_calls_of_one_moment_are_one_transaction(layer: Layer) -> None:
    house = Faulty(layer)

    names = [f"c{n}" for n in range(desk.TOGETHER)]

    answers, seen = asked(house, [call("Read", id=name, session=f"s{n % 3}") for n, name in enumerate(names)])

    assert [answer.call for answer in answers] == seen == names
    assert house.together == 1
    assert house.judged_in == {threading.current_thread().name}
    assert layer.store.counts()["events"] == len(names)


def test_one_that_cannot_be_judged_does_not_take_the_others_with_it(layer: Layer) -> None:
    answers, seen = asked(Faulty(layer), [call("Read", id=id) for id in ("a", "bad", "b")])

    assert isinstance(answers[1], StoreError)
    assert [answers[0].call, answers[2].call] == seen == ["a", "b"]
    assert layer.store.counts()["events"] == 2


def test_more_than_a_transaction_holds_wait_their_turn(layer: Layer) -> None:
    house = Faulty(layer)
    many = 2 * desk.TOGETHER + 5

    answers, _ = asked(house, [call("Read", id=f"c{n}") for n in range(many)])

    assert [answer.call for answer in answers] == [f"c{n}" for n in range(many)]
    assert house.together == 3


def test_with_a_store_across_a_network_they_are_judged_aside(layer: Layer) -> None:
    class Far:
        is_far = True

    house = Faulty(layer)
    house.store = Far()  # type: ignore[assignment]

    answers, seen = asked(house, [call("Read", id=f"c{n}") for n in range(5)])

    assert [answer.call for answer in answers] == seen == [f"c{n}" for n in range(5)]
    assert house.judged_in == {"judge_0"}


@contextmanager
def written_by_another(layer: Layer) -> Iterator[None]:
    """As by another process, which is no thread of ours either."""
    with closing(sqlite3.connect(layer.store.where)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


HELD = {"sessions": lambda layer: layer.lock, "store": lambda layer: layer.store.batch(), "file": written_by_another}


@pytest.mark.parametrize("held", HELD.values(), ids=HELD)
def test_while_somebody_is_busy_the_loop_is_free(layer: Layer, held: Callable[[Layer], AbstractContextManager[Any]]) -> None:
    house, is_held, may_go = Faulty(layer), threading.Event(), threading.Event()
    let_go: list[bool] = []

    def hold() -> None:
        with held(layer):
            is_held.set()
            let_go.append(may_go.wait(5))

    async def ask() -> Decision:
        at = Desk(house)  # type: ignore[arg-type]
        answer = at.judge(call("Read"))
        await asyncio.sleep(0)
        asyncio.get_running_loop().call_soon(may_go.set)
        try:
            return await answer
        finally:
            at.close()

    busy = threading.Thread(target=hold)
    busy.start()
    is_held.wait()
    decision = asyncio.run(ask())
    busy.join()

    assert decision.ruling == "allow"
    assert let_go == [True]
    assert "judge_0" in house.judged_in


def test_whoever_has_gone_is_judged_all_the_same(layer: Layer) -> None:
    async def leave() -> None:
        at = Desk(layer)
        answer = at.judge(call("Read"))
        answer.cancel()
        await at.judge(call("Read", id="c2"))
        at.close()

    asyncio.run(leave())

    assert layer.store.counts()["events"] == 2


def test_an_answer_that_cannot_be_given_takes_no_other_with_it(layer: Layer, caplog: pytest.LogCaptureFixture) -> None:
    told: list[str] = []

    def tell(said: Decision | BaseException) -> None:
        assert isinstance(said, Decision)
        if said.call == "c1":
            raise OSError("the line is dead")
        told.append(said.call)

    async def ask() -> None:
        at = Desk(layer)
        for id in ("c1", "c2"):
            at.ask(call("Read", id=id), tell)
        await at.judge(call("Read", id="c3"))
        at.close()

    asyncio.run(ask())

    assert told == ["c2"]
    assert "its answer is lost" in caplog.text


def test_the_queue_has_an_end(layer: Layer) -> None:
    async def fill() -> None:
        at = Desk(layer)
        first = call("Read")
        waiting = [at.judge(replace(first, id=f"c{n}", key=f"c{n}")) for n in range(desk.MOST)]
        with pytest.raises(Problem, match="wait to be judged already"):
            at.judge(call("Read", id="late"))
        for one in waiting:
            one.cancel()
        await asyncio.sleep(0)
        at.close()

    asyncio.run(fill())
