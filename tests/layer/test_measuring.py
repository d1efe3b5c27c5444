"""What happens is counted: tools, searches, feedback, and the occasions of lessons. Through the public entrances alone."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from threading import Thread
from typing import Any, cast

import psycopg
import pytest

from habitus import assemble
from habitus.config import Settings
from habitus.config.settings import Measure, Store
from habitus.errors import EventError
from habitus.layer import Layer
from habitus.layer.measuring import Measuring
from habitus.measure.holdout import held_out
from habitus.types import AgentText, Counting, Note, Occasions, Rating, Rule, Scope, SessionEnd
from habitus.types import Store as Kept
from layer.said import corrected
from nouns import START, FrozenClock, call, result, rule, user


def figures(layer: Layer, type: str = "", agent: str = "") -> dict[str, dict[str, Any]]:
    return {one["key"]: one for one in layer.figures.metrics(agent, type)}


def ran(layer: Layer, n: int, *, session: str = "s1", tool: str = "Bash", seconds: float = 0.0, error: str | None = None) -> None:
    layer.observe(call(tool, id=f"c{n}", session=session, command=f"echo {n}"))
    layer.observe(result(f"c{n}", session=session, at=START + timedelta(seconds=seconds), error=error))


def without(rule: Rule, *, share: float = 0.5) -> Iterator[str]:
    """Sessions that go without a rule."""
    return (f"s{n}" for n in range(1000) if held_out(rule.id, f"s{n}", share))


def with_it(rule: Rule, *, share: float = 0.5) -> Iterator[str]:
    return (f"s{n}" for n in range(1000) if not held_out(rule.id, f"s{n}", share))


def occasions(layer: Layer, id: str) -> list[tuple[str, bool, int, int]]:
    layer.measuring.count_occasions()
    return [(one.session, one.held, one.n, one.k) for one in layer.store.counting().occasions(id, START - timedelta(days=1))]


@pytest.fixture
def halved(tmp_path: Path, clock: FrozenClock) -> Iterator[Layer]:
    """Every second session goes without a lesson, from its first telling on."""
    found = assemble.layer(Settings(measure=Measure(holdout=0.5, hold_after=0)), home=tmp_path, clock=clock)
    yield found
    found.close()


# ── tools ──


def test_calls_are_counted_with_their_errors_and_how_long_they_took(layer: Layer) -> None:
    ran(layer, 1, seconds=0.25)
    ran(layer, 2, seconds=0.75)
    ran(layer, 3, seconds=2, error="no such file")
    ran(layer, 4, tool="Read", seconds=-1)

    assert figures(layer, "tool")["Bash"] == {
        "type": "tool", "key": "Bash", "invocation_count": 3, "success_rate": 2 / 3, "failure_count": 1, "avg_duration_ms": 1000.0,
    }  # fmt: skip
    assert figures(layer)["Read"]["avg_duration_ms"] is None


def test_a_call_that_never_ran_or_was_told_before_is_not_counted(layer: Layer) -> None:
    layer.observe(result("never"))
    layer.observe(user("go", key="u1", workspace="/w"))
    assert layer.judge(call("Bash", id="c1", command="rm -rf /")).ruling == "block"
    layer.settle(result("c1", error="blocked"))
    assert figures(layer) == {}

    ran(layer, 2)
    layer.observe(result("c2"))
    layer.settle(result("c2"))

    assert figures(layer)["Bash"]["invocation_count"] == 1


def test_judged_and_settled_calls_are_counted_like_observed_ones(layer: Layer) -> None:
    layer.judge(call("Bash", id="c1", command="ls"))
    layer.settle(result("c1", error="no such file"))

    assert figures(layer)["Bash"]["failure_count"] == 1


def test_seven_days_are_counted_and_no_more(layer: Layer, clock: FrozenClock) -> None:
    ran(layer, 1)
    clock.forward(days=6, hours=23)
    assert figures(layer)["Bash"]["invocation_count"] == 1

    clock.forward(hours=1)
    assert figures(layer) == {}


def test_each_agent_has_its_own_figures(layer: Layer) -> None:
    for agent in ("codex", "claude"):
        layer.observe(user("go", session=agent, key="u1", agent=agent))
        ran(layer, 1, session=agent)
    ran(layer, 2, session="codex")

    assert figures(layer, agent="codex")["Bash"]["invocation_count"] == 2
    assert figures(layer, agent="claude")["Bash"]["invocation_count"] == 1
    assert figures(layer, agent="") == {}


def test_what_is_switched_off_records_nothing(layer: Layer) -> None:
    layer.observe(user("go", key="u1", agent="codex"))
    layer.agents.set("codex", "evolution_enabled", False, who="me")
    for n in range(6):
        ran(layer, n)
    layer.guide("s1", "anything")
    layer.observe(user("no, use pnpm instead of npm", key="u2"))
    layer.rate("s1", 5, agent="codex")
    assert figures(layer, agent="codex") == {}
    assert layer.store.counting().streaks("codex", START - timedelta(days=1), 10) == []

    layer.agents.set("codex", "evolution_enabled", True, who="me")
    ran(layer, 10)
    assert figures(layer, agent="codex")["Bash"]["invocation_count"] == 1


def test_a_row_of_one_tool_is_kept_once_with_its_length_in_fives(layer: Layer) -> None:
    for n in range(4):
        ran(layer, n, session="short")
    for n in range(12):
        ran(layer, n)
    ran(layer, 20, tool="Read")

    (row,) = layer.store.counting().streaks("", START - timedelta(days=1), 10)
    assert (row["session"], row["first"], row["length"]) == ("s1", 1, 10)


# ── searches ──


def known(layer: Layer) -> None:
    layer.observe(user("our staging server is heron.internal", session="told", key="u1", workspace="/w"))
    layer.observe(SessionEnd(session="told", at=START, key="end"))
    layer.tend()


def answered(layer: Layer, session: str, prompt: str, answer: str) -> None:
    layer.observe(user(prompt, session=session, key="u1", workspace="/w"))
    layer.guide(session, prompt)
    layer.observe(AgentText(session=session, at=START, key="a1", text=answer))
    layer.observe(user("go on", session=session, key="u2"))


def test_a_search_counts_as_used_only_if_the_answer_draws_on_what_it_found(layer: Layer) -> None:
    known(layer)
    answered(layer, "s1", "deploy to the staging server", "I deploy to heron.internal now.")
    answered(layer, "s2", "deploy to the staging server", "I cannot do that.")
    answered(layer, "s3", "write a poem about autumn", "Leaves fall on heron.internal.")

    found = figures(layer, "retrieval")["auto_inject"]

    assert (found["query_count"], found["recall_rate"], found["precision"]) == (3, 1 / 3, 1 / 2)
    assert 0 < found["relevance_score"] <= 1


def test_a_call_that_draws_on_what_was_found_is_use_too(layer: Layer) -> None:
    known(layer)
    prompt = "deploy to the staging server"
    layer.observe(user(prompt, key="u1", workspace="/w"))
    layer.guide("s1", prompt)
    layer.observe(call("Bash", command="ssh heron.internal"))
    layer.observe(result())
    layer.observe(user("go on", key="u2"))

    assert figures(layer)["auto_inject"]["recall_rate"] == 1


def test_what_one_process_has_told_and_another_hears_the_answer_to_is_use_too(tmp_path: Path, clock: FrozenClock) -> None:
    here, there = (assemble.layer(Settings(), home=tmp_path, clock=clock) for _ in range(2))
    known(here)
    prompt = "deploy to the staging server"
    here.observe(user(prompt, key="u1", workspace="/w"))
    here.guide("s1", prompt)
    there.observe(AgentText(session="s1", at=START, key="a1", text="I deploy to heron.internal now."))
    there.observe(user("go on", key="u2"))

    assert figures(there)["auto_inject"]["recall_rate"] == 1
    here.close()
    there.close()


def test_what_was_used_is_counted_in_the_hour_of_its_search(layer: Layer, clock: FrozenClock) -> None:
    known(layer)
    prompt = "deploy to the staging server"
    layer.observe(user(prompt, key="u1", workspace="/w"))
    layer.guide("s1", prompt)
    layer.observe(AgentText(session="s1", at=START, key="a1", text="I deploy to heron.internal now."))
    clock.forward(hours=3)
    layer.observe(user("go on", key="u2", at=clock()))

    (line,) = layer.store.counting().series("", 0, 10**9, "retrieval")
    assert (line.counts.n, line.counts.hits) == (1, 1)


def test_an_answer_counts_once_though_its_session_ends_twice_and_is_taken_up_again(layer: Layer) -> None:
    known(layer)
    prompt = "deploy to the staging server"
    for n in range(2):
        layer.observe(user(prompt, key=f"u{n}", workspace="/w"))
        layer.guide("s1", prompt)
        layer.observe(AgentText(session="s1", at=START, key=f"a{n}", text="I deploy to heron.internal now."))
        layer.observe(SessionEnd(session="s1", at=START, key=f"e{n}"))
        layer.observe(SessionEnd(session="s1", at=START, key=f"again{n}"))

    found = figures(layer, "retrieval")["auto_inject"]
    assert (found["query_count"], found["recall_rate"], found["precision"]) == (2, 1, 1)


# ── feedback ──


def test_corrections_and_praise_are_heard_and_ratings_taken(layer: Layer) -> None:
    corrected(layer)
    layer.observe(call("Bash", id="c2", command="pnpm add lodash"))
    layer.observe(result("c2"))
    layer.observe(user("perfect, thank you!", key="u3"))
    layer.rate("s1", 5)
    layer.rate("s1", 2)

    found = figures(layer, "feedback")["all"]

    assert (found["messages"], found["sentiment"]) == (2, 0)
    assert (found["ratings"], found["rating"]) == (2, 3.5)
    assert found["effectiveness_score"] == (0 + 1 + 1 + 0.25) / 4


@pytest.mark.parametrize("rating", [0, 6, 3.5, True, "5", None, float("nan"), float("inf")])
def test_a_rating_that_is_none_is_refused(layer: Layer, rating: Any) -> None:
    with pytest.raises(EventError, match="whole number from 1 to 5"):
        layer.rate("s1", rating)

    assert figures(layer) == {}


def test_the_last_days_are_counted_from_what_is_read_and_older_ones_are_not(layer: Layer, clock: FrozenClock) -> None:
    clock.forward(days=30)
    for name, at in (("old", START), ("new", clock() - timedelta(days=2))):
        layer.history.take([
            user("go", session=name, key="u1", at=at),
            call("Bash", id="c1", session=name, at=at, command="ls"),
            result("c1", session=name, at=at + timedelta(seconds=2)),
            Rating(session=name, at=at, key="r1", rating=4),
        ])  # fmt: skip

    assert figures(layer)["Bash"]["invocation_count"] == 1
    assert figures(layer)["Bash"]["avg_duration_ms"] == 2000
    assert figures(layer, "feedback")["all"]["rating"] == 4


# ── exact, whoever else writes ──


def test_eight_threads_are_counted_to_the_last_call(layer: Layer) -> None:
    def work(session: str) -> None:
        for n in range(20):
            ran(layer, n, session=session, error="no such file" if n % 4 == 0 else None)

    threads = [Thread(target=work, args=(f"t{n}",)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert (figures(layer)["Bash"]["invocation_count"], figures(layer)["Bash"]["failure_count"]) == (160, 40)


WORKER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[4])
from habitus import assemble
from habitus.config import Settings
from habitus.config.settings import Store
from nouns import FrozenClock, call, result
layer = assemble.layer(Settings(store=Store(url=sys.argv[2])), home=Path(sys.argv[1]), clock=FrozenClock())
for n in range(25):
    for session in (sys.argv[3], "shared"):
        id = f"{sys.argv[3]}-{n}"
        layer.observe(call("Bash", id=id, session=session, command="ls"))
        layer.observe(result(id, session=session, error="no such file" if n % 5 == 0 else None))
layer.close()
"""


@pytest.mark.parametrize("where", ["sqlite", "postgres"])
def test_several_processes_are_counted_to_the_last_call(tmp_path: Path, request: pytest.FixtureRequest, where: str) -> None:
    url = "" if where == "sqlite" else request.getfixturevalue("postgres")
    layer = assemble.layer(Settings(store=Store(url=url)), home=tmp_path, clock=FrozenClock())
    tests = str(Path(__file__).parents[1])
    words = [[sys.executable, "-c", WORKER, str(tmp_path), url, f"p{n}", tests] for n in range(4)]

    workers = [subprocess.Popen(word, stderr=subprocess.PIPE, env=os.environ) for word in words]

    assert [worker.communicate()[1].decode() for worker in workers] == [""] * 4
    assert (figures(layer)["Bash"]["invocation_count"], figures(layer)["Bash"]["failure_count"]) == (200, 40)
    layer.close()


# ── occasions ──


def spoken(layer: Layer, text: str = "Answer in short sentences.") -> Rule:
    """A rule that only words can follow."""
    kept = layer.rulebook.add(text, rule_type="preference", scope=Scope(), who="me")
    assert kept.rule.check is None
    return kept.rule


def checked(layer: Layer, stage: Any = "remind") -> Rule:
    kept = layer.rulebook.add("Use pnpm instead of npm.", rule_type="wrong_skill", scope=Scope(), who="me")
    assert kept.rule.check is not None
    return layer.rulebook.move(kept.rule.id, stage, who="me")[0]


def turn(layer: Layer, session: str, n: int, command: str = "", prompt: str = "add a package with npm please") -> list[str]:
    """A turn, and what the learned checks say in it."""
    layer.observe(user(prompt, session=session, key=f"u{n}", workspace="/w"))
    layer.guide(session, prompt)
    if not command:
        return []
    decision = layer.judge(call("Bash", id=f"c{n}", session=session, command=command))
    layer.settle(result(f"c{n}", session=session))
    return [verdict.rule for verdict in decision.verdicts if verdict.rule.startswith("learned:")]


def test_a_rule_in_words_has_one_occasion_a_turn_however_often_it_is_told(layer: Layer) -> None:
    one = spoken(layer)
    turn(layer, "s1", 1)
    layer.guide("s1", "and again, before the next step")
    turn(layer, "s1", 2)

    assert occasions(layer, one.id) == [("s1", False, 2, 0)]


def test_a_rule_that_is_corrected_again_was_not_kept(layer: Layer) -> None:
    one = spoken(layer, "Answer in German.")
    turn(layer, "s1", 1, prompt="what is a heron?")
    assert occasions(layer, one.id) == [("s1", False, 1, 0)]

    kept = layer.learning.keep(rule("Answer in German.", id="2" * 8 + one.id[8:], rule_type="preference"), actor="me")
    assert kept.outcome == "reinforced"

    assert occasions(layer, one.id) == [("s1", False, 1, 1)]
    assert occasions(layer, one.id) == [("s1", False, 1, 1)]


def test_a_check_has_its_occasion_at_a_call_it_looks_at_and_its_mistake_at_one_it_speaks_of(layer: Layer) -> None:
    one = checked(layer)
    turn(layer, "s1", 1)
    assert occasions(layer, one.id) == [("s1", False, 0, 0)]

    turn(layer, "s1", 2, "pnpm add zod")
    assert occasions(layer, one.id) == [("s1", False, 1, 0)]

    turn(layer, "s1", 3, "npm install zod")
    layer.judge(call("Bash", id="again", session="s1", command="npm install left-pad"))
    assert occasions(layer, one.id) == [("s1", False, 2, 1)]


def test_a_mistake_is_counted_when_its_turn_was_looked_at_before(layer: Layer) -> None:
    one = checked(layer)
    turn(layer, "s1", 1, "pnpm --version")
    assert occasions(layer, one.id) == [("s1", False, 1, 0)]

    layer.judge(call("Bash", id="late", session="s1", command="npm install zod"))

    assert occasions(layer, one.id) == [("s1", False, 1, 1)]


class Dying:
    """A store whose process is killed as it finishes a page."""

    def __init__(self, store: Kept, page: int) -> None:
        self._store = store
        self._left = page

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def counting(self) -> Counting:
        counting = self._store.counting()
        move: Callable[[int], None] = counting.move_to

        def move_to(position: int) -> None:
            self._left -= 1
            if self._left < 0:
                raise KeyboardInterrupt
            move(position)

        counting.move_to = move_to  # type: ignore[method-assign]
        return counting


def test_across_a_network_what_is_seen_late_is_counted_too(tmp_path: Path, postgres: str, clock: FrozenClock) -> None:
    """Two transactions: the first to write is the last to end, and the second tells of long ago, as what waited on a disk does."""
    settings = Settings(store=Store(url=postgres))
    with closing(assemble.layer(settings, home=tmp_path, clock=clock)) as layer, psycopg.connect(postgres) as slow:
        one = spoken(layer)
        told = json.dumps({"turn": 0, "lessons": [one.id]})
        clock.forward(minutes=5)
        slow.execute(
            "INSERT INTO ledger (at, verb, actor, session, item, after) VALUES (%s, 'injected', 'habitus', 's1', 's1', %s)", [clock(), told]
        )
        layer.store.note(Note(verb="doctor", item="second", content={}, actor="me"), START)
        assert occasions(layer, one.id) == []

        slow.commit()
        clock.forward(minutes=5)

        assert occasions(layer, one.id) == [("s1", False, 1, 0)]


@pytest.mark.parametrize("page", [0, 1])
def test_a_count_that_is_killed_between_pages_is_taken_up_where_it_was(layer: Layer, clock: FrozenClock, page: int) -> None:
    one = spoken(layer)
    turn(layer, "s1", 1)
    with layer.batch():
        for n in range(1100):  # more than a page: each turn is two lines of the ledger
            turn(layer, f"x{n}", 1)
    turn(layer, "s1", 2)
    dying = Measuring(cast("Kept", Dying(layer.store, page)), clock, lambda agent: True)

    with pytest.raises(KeyboardInterrupt):
        dying.count_occasions()
    before = layer.store.counting().occasions(one.id, START)
    layer.measuring.count_occasions()

    after = layer.store.counting().occasions(one.id, START)
    assert (len(before) > 0) == (page > 0)
    assert len(after) == 1101
    assert Occasions("s1", False, 2, 0) in after
    assert sum(each.n for each in after) == 1102


# ── without a lesson ──


def test_a_session_is_wholly_with_a_rule_or_wholly_without_it(halved: Layer) -> None:
    one = spoken(halved)
    goes, has = next(without(one)), next(with_it(one))
    for n in range(4):
        for session in (goes, has):
            turn(halved, session, n)
            told = halved.guide(session, "add a package with npm please")
            assert (one.id in told.lessons, one.id in told.held, one.text in told.text) == (
                (False, True, False) if session == goes else (True, False, True)
            )

    assert sorted(occasions(halved, one.id)) == sorted([(goes, True, 4, 0), (has, False, 4, 0)])


def test_a_check_that_is_held_back_says_nothing_and_is_noted_as_what_would_have_been_said(halved: Layer) -> None:
    one = checked(halved)
    goes, has = next(without(one)), next(with_it(one))

    assert turn(halved, goes, 1, "npm install zod") == []
    assert turn(halved, has, 1, "npm install zod") == [f"learned:{one.id[:8]}"]

    (noted,) = halved.store.entries(session=goes, verb="judged")
    assert [verdict["rule"] for verdict in halved.store.content(noted.after)["shadows"]] == [f"learned:{one.id[:8]}"]
    assert [row["stage"] for row in halved.store.lessons().firings(one.id)] in (["shadow", "remind"], ["remind", "shadow"])
    assert sorted(occasions(halved, one.id)) == sorted([(goes, True, 1, 1), (has, False, 1, 1)])


def test_what_a_check_says_after_a_call_is_held_back_too(halved: Layer) -> None:
    one = halved.rulebook.add("Run the tests after changing files.", rule_type="preference", scope=Scope(), who="me").rule
    halved.rulebook.move(one.id, "remind", who="me")
    name = f"learned:{one.id[:8]}"

    def changed(session: str) -> list[str]:
        halved.observe(user("go", session=session, key="u1", workspace="/w"))
        said: list[str] = []
        for n in range(4):
            halved.judge(call("Write", id=f"c{n}", session=session, workspace="/w", file_path=f"/w/{n}.py", content="x"))
            said += [verdict.rule for verdict in halved.settle(result(f"c{n}", session=session)).verdicts]
        return [rule for rule in said if rule == name]

    assert name in changed(next(with_it(one)))
    assert changed(next(without(one))) == []


def test_nobody_goes_without_a_check_that_blocks(halved: Layer) -> None:
    one = checked(halved, "block")

    for session in (next(without(one)), next(with_it(one))):
        assert turn(halved, session, 1, "npm install zod") == [f"learned:{one.id[:8]}"]
        assert one.id in halved.guide(session, "add a package with npm please").lessons


def test_a_session_that_changes_sides_says_nothing_from_then_on(halved: Layer) -> None:
    one = checked(halved)
    goes = next(without(one))
    turn(halved, goes, 1, "npm install zod")
    halved.rulebook.move(one.id, "block", who="me")
    turn(halved, goes, 2, "npm install zod")

    assert occasions(halved, one.id) == [(goes, True, 1, 1)]


def test_a_fix_that_is_held_back_is_not_said_and_its_calls_are_counted_on_their_side(halved: Layer) -> None:
    wrong, right = {"date": "tomorrow"}, {"date": "2026-10-02"}

    def booked(session: str, n: int, args: dict[str, Any], error: str | None = None) -> list[str]:
        if halved.session(session).seq == 0:
            halved.observe(user("book a table", session=session, key="u1", workspace="/w"))
        decision = halved.judge(call("book_table", id=f"c{n}", session=session, **args))
        halved.observe(result(f"c{n}", session=session, error=error))
        return [verdict.rule for verdict in decision.verdicts if verdict.rule.startswith("fix:")]

    for n in range(12):
        booked(f"past{n}", 1, wrong, "ValidationError: date must be in the format YYYY-MM-DD")
        booked(f"past{n}", 2, right)
    halved.caught_up()
    (fix,) = halved.store.lessons().learnings()
    goes = next(f"s{n}" for n in range(1000) if held_out(fix.id, f"s{n}", 0.5))
    has = next(f"s{n}" for n in range(1000) if not held_out(fix.id, f"s{n}", 0.5))

    assert booked(goes, 1, wrong, "ValidationError: date must be in the format YYYY-MM-DD") == []
    booked(goes, 2, {"date": "someday"}, "ValidationError: date must be in the format YYYY-MM-DD")
    assert booked(has, 1, wrong) == [f"fix:{fix.id}"]
    booked(has, 2, right)
    halved.caught_up()

    found = {session: (held, n, k) for session, held, n, k in occasions(halved, fix.id)}
    assert found[goes] == (True, 1, 1)
    assert found[has] == (False, 1, 0)
