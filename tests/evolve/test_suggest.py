"""What a look at the week can suggest."""

from datetime import datetime, timedelta
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.evolve.guardrails import USUAL
from habitus.evolve.suggest import Answer, Clash, Fixed, Kind, Measured, Searches, Streak, Suggestion, Tool, Week, fresh, look
from habitus.evolve.suggest.fix_stopped_working import fix_stopped_working
from habitus.evolve.suggest.low_retrieval_usage import low_retrieval_usage
from habitus.evolve.suggest.repeated_tool import repeated_tool
from habitus.evolve.suggest.rule_never_helps import rule_never_helps
from habitus.evolve.suggest.rules_in_conflict import rules_in_conflict
from habitus.evolve.suggest.skill_unused import skill_unused
from habitus.evolve.suggest.tool_failure import tool_failure
from habitus.evolve.tuning import applied
from habitus.types import Skill
from nouns import START
from nouns import rule as a_rule

DAY = timedelta(days=1)


def subjects(found: tuple[Suggestion, ...]) -> list[str]:
    return [one.subject for one in found]


def a_skill(slug: str, *, days: float, used: float | None = None, **rest: Any) -> Skill:
    at = START - days * DAY
    values: dict[str, Any] = {
        "name": slug.title(),
        "description": "",
        "version": 2,
        "owner": "user",
        "frontmatter": {},
        "accepted": {},
        "digest": "",
        "size": 1,
        "created_at": at,
        "updated_at": at,
    }
    last = None if used is None else START - used * DAY
    return Skill(slug=slug, last_used=last, uses=int(used is not None), **{**values, **rest})


def streaks(tool: str, *lengths: int, sessions: int = 2) -> tuple[Streak, ...]:
    return tuple(Streak(tool, f"s{n % sessions}", length, tuple(f"{tool} {k}" for k in range(length))) for n, length in enumerate(lengths))


@pytest.mark.parametrize(
    ("queries", "recalled", "wanted"),
    [(50, 9, True), (50, 10, False), (49, 0, False), (1000, 199, True), (1000, 200, False), (0, 0, False)],
)
def test_searches_of_little_use_ask_for_a_lower_threshold(queries: int, recalled: int, wanted: bool) -> None:
    assert bool(low_retrieval_usage([Searches("memory_search", queries, recalled)])) is wanted


def test_both_numbers_of_low_retrieval_are_settings() -> None:
    week = [Searches("memory_search", 10, 3)]

    assert not low_retrieval_usage(week)
    assert low_retrieval_usage(week, below=0.5, least=10)


@pytest.mark.parametrize(
    ("calls", "failures", "wanted"), [(20, 5, True), (20, 4, False), (19, 19, False), (35, 7, False), (35, 8, True), (1000, 201, True)]
)
def test_a_tool_that_fails_in_more_than_a_fifth_of_its_calls_asks_for_advice(calls: int, failures: int, wanted: bool) -> None:
    assert bool(tool_failure([Tool("bash", calls, failures)])) is wanted


def test_another_tool_that_does_the_same_and_does_not_fail_is_named() -> None:
    week = [Tool("grep", 40, 20, "search"), Tool("rg", 40, 1, "search"), Tool("ag", 40, 2, "search"), Tool("cat", 90, 0, "read")]

    (found,) = tool_failure(week)

    assert found.parameters["fallback"] == "rg"
    assert "`rg`" in found.sentence
    assert "`rg`" in found.parameters["advice"]


def test_a_tool_that_fails_as_well_is_no_way_out() -> None:
    (one, other) = tool_failure([Tool("grep", 40, 20, "search", "exit code 2"), Tool("rg", 40, 30, "search")])

    assert one.parameters["fallback"] == other.parameters["fallback"] == ""
    assert "exit code 2" in one.sentence


@pytest.mark.parametrize(
    ("week", "wanted"),
    [
        (streaks("read", 5, 6, 9), ["read"]),
        (streaks("read", 4, 4, 4, 4), []),
        (streaks("read", 5, 5), []),
        (streaks("read", 5, 5, 5, sessions=1), []),
        (streaks("read", 5, 4, 5, 5) + streaks("bash", 7, 7, 7), ["bash", "read"]),
        ((), []),
    ],
)
def test_a_habit_is_a_long_row_that_came_several_times_in_several_sessions(week: tuple[Streak, ...], wanted: list[str]) -> None:
    assert subjects(repeated_tool(week)) == wanted


def test_a_draft_starts_from_what_was_really_called() -> None:
    (found,) = repeated_tool(streaks("read", 5, 7, 6))

    assert found.parameters["steps"] == [f"read {n}" for n in range(7)]
    assert found.evidence == {"times": 3, "sessions": 2, "longest": 7}


@pytest.mark.parametrize(("decision", "does"), [("retire", "retire_rule"), ("demote", "demote_rule")])
def test_a_rule_that_was_measured_and_does_not_help_is_to_go(decision: str, does: str) -> None:
    (found,) = rule_never_helps([Measured("r1", "Use tabs.", decision, 1800, 200, 0.3, 0.31, -0.08, 0.04)])

    assert (found.subject, found.parameters["does"]) == ("r1", does)
    assert "30% of 1800" in found.sentence
    assert "31% of 200" in found.sentence


@pytest.mark.parametrize("decision", ["promote", "keep", "not enough data"])
def test_a_rule_that_helps_or_is_not_known_stays(decision: str) -> None:
    assert not rule_never_helps([Measured("r1", "Use tabs.", decision, 1800, 200, 0.1, 0.3, 0.1, 0.3)])


@pytest.mark.parametrize(
    ("skill", "wanted"),
    [
        (a_skill("old", days=90), True),
        (a_skill("old", days=30), True),
        (a_skill("new", days=29), False),
        (a_skill("used", days=90, used=5), False),
        (a_skill("forgotten", days=90, used=31), True),
        (a_skill("changed", days=90, updated_at=START - 3 * DAY), False),
        (a_skill("system", days=90, is_system=True), False),
        (a_skill("gone", days=90, status="archived"), False),
    ],
)
def test_a_skill_that_nobody_used_for_a_month_is_to_be_archived(skill: Skill, wanted: bool) -> None:
    assert bool(skill_unused([skill], now=START)) is wanted


@pytest.mark.parametrize(
    ("before", "lately", "wanted"),
    [
        ((20, 0), (0, 5), True),
        ((20, 2), (1, 9), True),
        ((20, 0), (9, 1), False),
        ((3, 0), (0, 9), False),  # hardly known to have worked
        ((20, 0), (0, 4), False),  # hardly known to fail
        ((6, 20), (0, 9), False),  # it never worked much
        ((6, 5), (1, 5), False),  # as likely as not chance
    ],
)
def test_a_fix_has_stopped_working_when_chance_does_not_explain_it(before: tuple[int, int], lately: tuple[int, int], wanted: bool) -> None:
    assert bool(fix_stopped_working([Fixed("f1", "Use -r.", "bash", *before, *lately)])) is wanted


def test_two_rules_in_conflict_are_told_once_the_newer_first() -> None:
    old, new = a_rule("Use tabs.", id="b"), a_rule("Use spaces.", id="a", created_at=START + DAY)

    (found,) = rules_in_conflict([Clash(old, new, "tabs against spaces", 4), Clash(new, old, "tabs against spaces", 4)])

    assert found.parameters == {"does": "choose_rule", "rules": ["a", "b"], "keep": "a"}
    assert found.sentence.startswith("“Use spaces.” and “Use tabs.”")


def test_a_rule_that_is_not_in_force_is_in_nobodys_way() -> None:
    assert not rules_in_conflict([Clash(a_rule(id="a"), a_rule(id="b", state="retired"), "one says never")])


FULL = Week(
    searches=(Searches("auto_inject", 90, 1), Searches("memory_search", 60, 3)),
    tools=(Tool("a", 30, 20), Tool("b", 25, 20), Tool("c", 90, 0)),
    streaks=streaks("read", 5, 6, 7),
    rules=(Measured("r1", "Use tabs.", "retire", 1800, 200, 0.3, 0.3, -0.05, 0.04),),
    skills=(a_skill("old", days=90), a_skill("older", days=99)),
    fixes=(Fixed("f1", "Use -r.", "bash", 20, 0, 0, 9),),
    clashes=(Clash(a_rule("Use tabs.", id="a"), a_rule("Use spaces.", id="b"), "tabs against spaces"),),
)


def test_all_subjects_of_all_kinds_are_looked_at() -> None:
    found = look(FULL, now=START)

    assert {one.kind for one in found} == set(get_args(Kind))
    assert subjects(found) == ["auto_inject", "memory_search", "a", "b", "read", "r1", "old", "older", "f1", "a b"]


def test_each_suggestion_says_what_was_seen_and_what_it_would_do() -> None:
    for one in look(FULL, now=START):
        assert one.evidence
        assert one.parameters["does"]
        assert one.sentence.endswith(".")
        assert one.sentence.count(". ") >= 1


def test_what_tunes_a_parameter_can_be_applied() -> None:
    tuned = [
        applied({}, one.parameters, USUAL).config for one in look(FULL, now=START) if one.kind in ("low_retrieval_usage", "tool_failure")
    ]

    assert [next(iter(config)) for config in tuned] == ["retrieval_threshold", "retrieval_threshold", "tool_advice.a", "tool_advice.b"]


def test_nothing_is_suggested_about_an_empty_week() -> None:
    assert look(Week(), now=START) == ()


def waits(kind: Kind, subject: str, at: datetime = START) -> Answer:
    return Answer(kind, subject, at)


def test_a_pending_suggestion_hides_no_other_tool() -> None:
    """The first case: two tools fail, one of them waits already."""
    found = tool_failure([Tool("A", 30, 20), Tool("B", 25, 20)])

    assert subjects(fresh(found, [waits("tool_failure", "A")], [], START)) == ["B"]


def test_a_pending_suggestion_hides_no_other_source() -> None:
    """The second case."""
    found = low_retrieval_usage([Searches("auto_inject", 90, 1), Searches("memory_search", 60, 1)])

    assert subjects(fresh(found, [waits("low_retrieval_usage", "auto_inject")], [], START)) == ["memory_search"]


def test_the_same_subject_of_another_kind_is_another_matter() -> None:
    assert fresh(tool_failure([Tool("A", 30, 20)]), [waits("repeated_tool", "A")], [], START)


@pytest.mark.parametrize(("days", "wanted"), [(0, False), (13.9, False), (14, True), (90, True)])
def test_what_was_rejected_comes_back_after_the_cool_down(days: float, wanted: bool) -> None:
    found = tool_failure([Tool("A", 30, 20)])

    assert bool(fresh(found, [], [waits("tool_failure", "A", START - days * DAY)], START)) is wanted


NAMES = st.sampled_from("abc")
MADE = st.lists(st.builds(lambda name, calls: tool_failure([Tool(name, calls, calls)])[0], NAMES, st.integers(20, 40)))
KNOWN = st.lists(st.builds(waits, st.just("tool_failure"), NAMES, st.datetimes().map(lambda at: at.replace(tzinfo=START.tzinfo))))


@given(MADE, KNOWN, KNOWN)
def test_there_is_never_more_than_one_of_a_kind_and_subject(made: list[Suggestion], pending: list[Answer], answered: list[Answer]) -> None:
    found = subjects(fresh(made, pending, answered, START))

    assert len(found) == len(set(found))
    assert not set(found) & {one.subject for one in pending}
    assert set(found) == set(subjects(fresh(fresh(made, pending, answered, START), pending, answered, START)))
