"""What one session brings that a store or a model cannot take costs that one thing, and nobody else anything."""

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from habitus import assemble
from habitus.config import Settings
from habitus.config.settings import Measure
from habitus.errors import ModelError, NotAsked, StoreError
from habitus.layer import Layer
from habitus.layer.knowing import MISSES
from habitus.learn.knowledge.asked import Answer
from habitus.types import Note, Question, SessionEnd, Usage
from layer.said import corrected
from nouns import START, FrozenClock, call, result, user
from worker.conftest import until

HALF = json.loads(r'"plan \ud83d"')


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue("postgres")) if request.param == "postgres" else ""


def opened(url: str, home: Path, clock: FrozenClock) -> Layer:
    plain = Settings(measure=Measure(holdout=0))
    return assemble.layer(replace(plain, store=replace(plain.store, url=url or plain.store.url)), home=home, clock=clock)


@pytest.fixture
def shared(url: str, tmp_path: Path, clock: FrozenClock) -> Iterator[Layer]:
    layer = opened(url, tmp_path, clock)
    yield layer
    layer.close()


def mended(layer: Layer, session: str, bad: dict[str, Any], good: dict[str, Any], workspace: str = "/w") -> None:
    """A call that failed, and the next that did not."""
    for n, (args, error) in enumerate(((bad, "unexpected argument"), (good, None))):
        asked = replace(call("mcp__notes__add", session=session, id=f"c{n}", workspace=workspace), args=args)
        layer.observe(asked)
        layer.observe(replace(result(f"c{n}", session=session), error=error))


@pytest.mark.parametrize(
    ("bad", "good", "workspace"),
    [
        ({"title": HALF}, {"title": "plan"}, "/w"),
        ({"ti\0tle": "x"}, {"title": "x"}, "/w"),
        ({HALF: "x"}, {"title": "x"}, "/w"),
        ({"title": "x"}, {"title": "y"}, "/" + "".join(f"{n:x}" for n in range(1200))),
    ],
    ids=["half an emoji", "NUL in a name", "half an emoji in a name", "a folder that no index takes"],
)
def test_what_no_database_takes_in_json_is_learned_from_all_the_same(
    shared: Layer, bad: dict[str, Any], good: dict[str, Any], workspace: str
) -> None:
    mended(shared, "strange", bad, good, workspace)

    shared.judge(call("Bash", session="other", command="ls"))
    shared.guide("other", "hello")

    (learned,) = shared.store.lessons().learnings()
    assert learned.occurrences == 1
    assert shared.catch_up_with_others() == 0


def test_a_lesson_that_is_refused_is_noted_and_the_next_is_learned(layer: Layer, monkeypatch: pytest.MonkeyPatch) -> None:
    apply = layer.store.apply

    def refuses(changes: Any, at: datetime) -> list[int]:
        if any(change.session == "strange" for change in changes):
            raise StoreError("the store cannot take it")
        return apply(changes, at)

    monkeypatch.setattr(layer.store, "apply", refuses)
    mended(layer, "strange", {"a": 1}, {"b": 1})
    mended(layer, "usual", {"a": 1}, {"b": 1})

    layer.judge(call("Bash", session="other", command="ls"))

    assert layer.store.lessons().learnings()
    noted = layer.store.entries(session="strange", verb="not learned from")
    assert layer.store.content(noted[0].after) == {"tool": "mcp__notes__add", "why": "the store cannot take it"}
    assert layer.store.untaught(10) == []


class Picky:
    """Answers about all conversations but some; `during` is done while it thinks."""

    name = "picky"

    def __init__(self, silent: str = "", error: Exception | None = None) -> None:
        self.asked: list[str] = []
        self.silent, self.error = silent, error
        self.during: Any = lambda: None

    async def ask(self, question: Question, shape: type[Any]) -> tuple[Any, Usage]:
        self.asked.append(question.item)
        self.during()
        if self.error and question.item == self.silent:
            raise self.error
        return Answer(items=[]), Usage()


def ended(layer: Layer, session: str) -> None:
    layer.observe(user("we deploy with make", session=session, key="u", workspace="/w"))
    layer.observe(SessionEnd(session=session, at=START, key="e"))


@pytest.mark.parametrize("error", [ModelError("400: filtered"), ValueError("a fault of its own")])
def test_a_conversation_that_no_model_answers_about_keeps_nobody_waiting(layer: Layer, clock: FrozenClock, error: Exception) -> None:
    for session in ("a-bad", "b-good", "c-good"):
        ended(layer, session)
    layer.model = model = Picky("a-bad", error)

    layer.tend()
    assert set(model.asked) == {"a-bad", "b-good", "c-good"}

    model.asked.clear()
    layer.tend()
    assert model.asked == []  # its turn comes later, and later each time
    for _ in range(MISSES + 3):
        clock.forward(days=1)
        layer.tend()

    assert model.asked == ["a-bad"] * (MISSES - 1)
    assert len(layer.store.entries(verb="not analysed", limit=100)) == MISSES - 1
    assert [entry.item for entry in layer.store.entries(verb="gave up")] == ["a-bad"]
    layer.observe(user("and we test with make too", session="a-bad", key="u2", workspace="/w"))
    model.error = None
    clock.forward(days=1)
    layer.tend()
    assert model.asked[-1] == "a-bad"


def test_where_nobody_is_asked_no_try_is_lost(layer: Layer, clock: FrozenClock) -> None:
    ended(layer, "a")
    layer.model = model = Picky("a", NotAsked("the day's tokens are spent"))
    for _ in range(MISSES + 1):
        layer.tend()

    model.error = None
    layer.tend()

    assert set(model.asked) == {"a"}
    assert layer.store.past().waiting(clock(), 10) == []


def test_nobody_waits_for_a_model_that_thinks(layer: Layer) -> None:
    ended(layer, "a")
    layer.model = model = Picky()
    judged = threading.Event()

    def judges() -> None:
        layer.judge(call("Bash", session="other", command="ls"))
        judged.set()

    def during() -> None:
        threading.Thread(target=judges, daemon=True).start()
        assert judged.wait(30)

    model.during = during
    layer.knowing.run()

    assert judged.is_set()
    assert not layer.store.entries(verb="not analysed")


def test_with_many_open_conversations_each_has_its_turn(shared: Layer, clock: FrozenClock) -> None:
    with shared.batch():
        for n in range(60):
            shared.observe(user("hi", session=f"s{n:02}", key="u", workspace="/w", at=clock()))
    for turn in range(8):
        clock.forward(seconds=120)
        shared.observe(user(f"We deploy with make target {turn}. " * 20, session="s59", key=f"k{turn}", workspace="/w", at=clock()))
        shared.knowing.run()

    (row,) = [row for row in shared.store.past().waiting(clock(), 100) if row["id"] == "s59"]
    assert row["analysed"] > 1


def test_what_commits_late_is_neither_passed_over_nor_left_uncounted(postgres: str, tmp_path: Path, clock: FrozenClock) -> None:
    one, other = (opened(postgres, tmp_path / name, clock) for name in ("one", "other"))
    corrected(one)
    (rule,) = one.store.lessons().rules()
    inside, go = threading.Event(), threading.Event()

    def told(layer: Layer, session: str) -> None:
        layer.store.note(Note(verb="injected", item=session, content={"lessons": [rule.id]}, actor="x", session=session), clock())

    def slow() -> None:
        with one.batch():
            ended(one, "late")
            told(one, "late")
            inside.set()
            assert go.wait(60)

    other.tend()
    late = threading.Thread(target=slow)
    late.start()
    assert inside.wait(60)
    other.observe(user("hello", session="early", key="u", workspace="/w"))
    told(other, "early")
    other.tend()
    go.set()
    late.join()
    clock.forward(seconds=120)
    other.tend()

    kept = one.store.lessons().rule(rule.id)
    assert kept
    assert kept.times_applied == 2
    with psycopg.connect(postgres) as connection:
        assert connection.execute("SELECT analysed FROM sessions WHERE id = 'late'").fetchall() == [(2,)]
    one.close()
    other.close()


def test_a_database_that_takes_no_writes_for_now_loses_nothing(postgres: str, tmp_path: Path, clock: FrozenClock) -> None:
    layer = opened(postgres, tmp_path, clock)
    layer.observe(user("hello", key="u1", workspace="/w"))

    def read_only(is_on: bool) -> None:
        name = postgres.rpartition("/")[2].partition("?")[0]
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute("SET default_transaction_read_only = off")
            connection.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = {"on" if is_on else "off"}')
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()", [name]
            )

    read_only(True)
    assert layer.observe(user("no, use pnpm", key="u2", workspace="/w"))
    assert layer.judge(call("Bash", command="ls")).ruling == "allow"
    assert layer.shelter
    read_only(False)

    until(lambda: layer.shelter is None or None)
    assert layer.store.last("s1") == 3
    layer.close()


def test_a_time_without_a_zone_or_of_another_is_kept_in_ours(layer: Layer) -> None:
    tokyo = datetime.fromisoformat("2026-10-01T18:00:00+09:00")
    layer.observe(user("hello", key="u1", at=tokyo))
    layer.observe(user("hello", key="u2", at=(START + timedelta(minutes=1)).replace(tzinfo=None)))

    assert [told.event.at.isoformat() for told in layer.store.events("s1")] == ["2026-10-01T09:00:00+00:00", "2026-10-01T09:01:00+00:00"]
    layer.tend()
