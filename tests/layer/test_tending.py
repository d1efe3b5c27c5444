"""The jobs of one round, and what they do for processes that are gone."""

from pathlib import Path

from habitus import assemble
from habitus.config import Settings
from habitus.layer import Layer, Tended, tending
from habitus.types import Scope
from nouns import FrozenClock, call, result, user

ERROR = "ValidationError: date must be in the format YYYY-MM-DD"


def tried(layer: Layer, n: int, date: str, error: str | None = None) -> None:
    layer.judge(call("book_table", id=f"c{n}", session="s1", date=date))
    layer.settle(result(f"c{n}", session="s1", error=error))


def test_a_round_is_every_job_in_its_order(layer: Layer) -> None:
    assert [job.name for job in tending.JOBS] == ["session-ends", "analysis", "learner", "evolution", "upkeep", "notifications"]
    assert layer.tend() == Tended()


def test_what_was_told_is_counted_once_however_often_the_round_is_made(layer: Layer) -> None:
    layer.rulebook.add("Use pnpm instead of npm.", rule_type="wrong_skill", scope=Scope(), who="ana")
    layer.guide("s1", "install left-pad with npm")

    first, second = tending.round_of_all(layer), tending.round_of_all(layer)

    assert first["injections"] == 1
    assert second["injections"] == 0
    assert [rule.times_applied for rule in layer.store.lessons().rules()] == [1]


def test_what_another_process_left_unlearned_is_learned_by_one_that_knows_the_session(tmp_path: Path, clock: FrozenClock) -> None:
    """A session goes on elsewhere, behind the back of the process that catches up with it."""
    here, there = (assemble.layer(Settings(), home=tmp_path, clock=clock) for _ in range(2))
    here.observe(user("book a table", session="s1", key="u1", workspace="/w"))
    there._later.close()  # as if it were killed before it could learn
    tried(there, 1, "tomorrow", ERROR)
    there.store.close()

    assert tending.session_ends(here) == {"sessions": 1}
    assert tending.session_ends(here) == {"sessions": 0}
    (learned,) = here.store.lessons().learnings()
    assert learned.occurrences == 1
    here.close()
