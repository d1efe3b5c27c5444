"""A week of figures becomes suggestions, a yes becomes a change, and harm is taken back: on a real file, and on PostgreSQL."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier, Thread
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from habitus import assemble
from habitus.config import Settings
from habitus.config.settings import Evolution, Measure, Store
from habitus.errors import Away, ConfigError, Conflict, HabitusError, Refused, StoreError
from habitus.evolve import schedule
from habitus.layer import Layer
from habitus.layer.effects import Effects
from habitus.layer.evolution import Evolution as Room
from habitus.layer.zones import zone
from habitus.measure.windows import bucket
from habitus.types import Caller, Change, Counts, Learning, Metric, MetricType, Origin, Rule, Scope, SessionEnd, Suggestion, UserMessage
from layer.said import verbs
from nouns import START, FrozenClock, call, result, rule, user

CASES = json.loads((Path(__file__).parents[1] / "cases" / "learning_and_evolution.json").read_text())
ANA, BOSS = Caller(name="ana", role="operator"), Caller(name="boss", role="admin")


def counted(
    layer: Layer, key: str, n: int, good: int, *, agent: str = "codex", type: MetricType = "tool", at: datetime | None = None
) -> None:
    layer.store.counting().add([Metric(agent, type, key, bucket(at or layer.clock()), Counts(n, good))])


def searched(layer: Layer, n: int, used: int, *, source: str = "auto_inject", agent: str = "codex", at: datetime | None = None) -> None:
    counted(layer, source, n, used, agent=agent, type="retrieval", at=at)


def stored(layer: Layer, agent: str = "codex") -> str:
    """An agent's configuration, byte for byte."""
    row = layer.shelf.agent(agent)
    return row["other_config"] if row else "{}"


def threshold(layer: Layer) -> Any:
    return json.loads(stored(layer)).get("retrieval_threshold")


def lowering(layer: Layer, n: int = 200, used: int = 4, **rest: Any) -> Suggestion:
    searched(layer, n, used, **rest)
    (found,) = layer.evolution.run("codex")
    return found


def rails(layer: Layer, **limits: Any) -> None:
    layer.agents.set("codex", "evolution_guardrails", limits, who="me")


def subjects(found: list[Suggestion]) -> list[tuple[str, str]]:
    return [(one.kind, one.subject) for one in found]


def together(acts: list[Callable[[], Any]]) -> list[Any]:
    """At the same moment; what each has found, or how it was refused."""
    ready = Barrier(len(acts))
    found: list[Any] = [None] * len(acts)

    def one(n: int) -> None:
        ready.wait()
        try:
            found[n] = acts[n]()
        except HabitusError as error:
            found[n] = error

    threads = [Thread(target=one, args=(n,)) for n in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


@pytest.fixture(params=["sqlite", "postgres"])
def two(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Layer, Layer]]:
    """Two processes as far as the store can tell: each has its own connections."""
    url = "" if request.param == "sqlite" else request.getfixturevalue("postgres")
    both = tuple(assemble.layer(Settings(store=Store(url=url)), home=tmp_path, clock=FrozenClock()) for _ in range(2))
    yield both[0], both[1]
    for layer in both:
        layer.close()


# ── suggestions ──


def test_the_case_of_two_failing_tools_one_of_them_pending_holds(layer: Layer) -> None:
    assert CASES["suggestion_engine"][0]["want"] == "suggestion for B"
    counted(layer, "A", 30, 10)
    assert subjects(layer.evolution.run("codex")) == [("tool_failure", "A")]
    counted(layer, "B", 25, 5)

    assert subjects(layer.evolution.run("codex")) == [("tool_failure", "B")]


def test_the_case_of_two_sources_one_of_them_pending_holds(layer: Layer) -> None:
    assert CASES["suggestion_engine"][1]["want"] == "suggestion for memory_search"
    searched(layer, 60, 2)
    assert subjects(layer.evolution.run("codex")) == [("low_retrieval_usage", "auto_inject")]
    searched(layer, 60, 2, source="memory_search")

    assert subjects(layer.evolution.run("codex")) == [("low_retrieval_usage", "memory_search")]


def test_all_that_a_week_holds_is_suggested_at_once_with_its_figures_and_kept_once(layer: Layer) -> None:
    for tool in ("A", "B", "C"):
        counted(layer, tool, 40, 20)
    searched(layer, 100, 5)

    found = layer.evolution.run("codex")

    assert subjects(found) == [("low_retrieval_usage", "auto_inject"), *(("tool_failure", tool) for tool in "ABC")]
    assert found[1].evidence["failures"] == 20
    assert "20 of 40 calls" in found[1].sentence
    assert layer.evolution.run("codex") == []
    assert [(one.status, one.agent) for one in layer.evolution.all("codex")] == [("pending", "codex")] * 4
    assert verbs(layer, "suggestions") == ["suggested"] * 4


def test_what_one_agent_does_is_suggested_to_it_alone(layer: Layer) -> None:
    for agent in ("codex", "claude", ""):
        counted(layer, "A", 40, 20, agent=agent)

    for agent in ("", "claude", "codex"):
        assert subjects(layer.evolution.run(agent)) == [("tool_failure", "A")]


def test_a_lesson_that_the_agents_share_is_asked_about_once(layer: Layer) -> None:
    useless(layer)
    for agent in ("codex", "claude"):
        counted(layer, "A", 40, 40, agent=agent)

    assert len(layer.evolution.run("codex")) == 1
    assert layer.evolution.run("claude") == []


def test_a_rejected_suggestion_comes_back_after_the_cool_down_and_not_before(layer: Layer, clock: FrozenClock) -> None:
    counted(layer, "A", 40, 20)
    (one,) = layer.evolution.run("codex")
    layer.evolution.reject(one.id, ANA)

    clock.forward(days=13, hours=23)
    counted(layer, "A", 40, 20)
    assert layer.evolution.run("codex") == []

    clock.forward(hours=1)
    counted(layer, "A", 40, 20)
    (again,) = layer.evolution.run("codex")
    assert (again.subject, again.status) == ("A", "pending")
    assert again.id != one.id


def test_two_that_look_at_once_suggest_once(two: tuple[Layer, Layer]) -> None:
    for tool in ("A", "B"):
        counted(two[0], tool, 40, 20)

    found = together([lambda layer=layer: layer.evolution.run("codex") for layer in two * 2])  # type: ignore[misc]

    assert sorted(len(made) for made in found) == [0, 0, 0, 2]
    assert len(two[0].evolution.all()) == 2


def test_old_figures_go(layer: Layer, clock: FrozenClock) -> None:
    counted(layer, "A", 40, 40)
    clock.forward(days=91)

    layer.evolution.run("codex")

    assert layer.store.counting().series("codex", 0, 10**9) == []


# ── the way of a suggestion ──


def test_only_an_operator_or_an_admin_answers(layer: Layer) -> None:
    one = lowering(layer)
    agent = Caller(name="codex", role="agent")

    for answer in (layer.evolution.approve, layer.evolution.reject, layer.evolution.roll_back):
        with pytest.raises(Refused, match="only an operator or an admin"):
            answer(one.id, agent)

    assert layer.evolution.one(one.id).status == "pending"


def test_every_other_step_is_refused_and_says_what_can_be_done(layer: Layer, clock: FrozenClock) -> None:
    one = lowering(layer)
    evolution = layer.evolution
    with pytest.raises(Refused, match="approve or reject it first"):
        evolution.roll_back(one.id, ANA)
    evolution.approve(one.id, ANA)
    with pytest.raises(Refused, match="roll it back to undo it"):
        evolution.reject(one.id, ANA)
    evolution.roll_back(one.id, ANA)
    for answer in (evolution.approve, evolution.reject, evolution.roll_back):
        with pytest.raises(Refused, match="suggested again if the figures"):
            answer(one.id, ANA)

    clock.forward(days=15)
    other = lowering(layer)
    evolution.reject(other.id, ANA)
    for answer in (evolution.approve, evolution.reject, evolution.roll_back):
        with pytest.raises(Refused, match="after the cool-down"):
            answer(other.id, ANA)


def test_who_said_what_and_when_is_in_the_ledger(layer: Layer, clock: FrozenClock) -> None:
    one = lowering(layer)
    clock.forward(hours=1)
    layer.evolution.approve(one.id, ANA)
    layer.evolution.roll_back(one.id, BOSS)

    lines = [(entry.verb, entry.actor) for entry in reversed(layer.store.entries(item=one.id, changes=True))]
    assert lines == [("suggested", "evolution"), ("approved", "ana"), ("applied", "ana"), ("rolled back", "boss")]
    found = layer.evolution.one(one.id)
    assert (found.status, found.reviewed_by, found.reviewed_at) == ("rolled_back", "boss", clock())
    assert found.note == "rolled back by boss"


def test_a_suggestion_is_found_by_the_beginning_of_its_id(layer: Layer) -> None:
    one = lowering(layer)

    assert layer.evolution.one(one.id[:6]) == layer.evolution.one(one.id)
    for id in ("", "nothing", "%", "_"):
        with pytest.raises(StoreError, match="habitus evolution suggestions"):
            layer.evolution.one(id)


def test_to_approve_twice_applies_once(layer: Layer) -> None:
    one = lowering(layer)

    for caller in (ANA, BOSS, ANA):
        assert layer.evolution.approve(one.id, caller).status == "applied"

    assert threshold(layer) == 0.2
    assert verbs(layer, "agents") == ["tuned"]
    assert layer.evolution.one(one.id).reviewed_by == "ana"


def test_eight_yeses_at_once_apply_once_and_nobody_is_turned_away(two: tuple[Layer, Layer]) -> None:
    one = lowering(two[0])

    found = together([lambda layer=layer: layer.evolution.approve(one.id, ANA) for layer in two * 4])  # type: ignore[misc]

    assert [each.status for each in found] == ["applied"] * 8
    assert threshold(two[0]) == 0.2
    assert verbs(two[1], "suggestions") == ["suggested", "approved", "applied"]


def test_a_yes_and_a_no_at_once_are_one_answer(two: tuple[Layer, Layer]) -> None:
    one = lowering(two[0])

    found = together([lambda: two[0].evolution.approve(one.id, ANA), lambda: two[1].evolution.reject(one.id, BOSS)])

    assert sum(isinstance(each, Refused) for each in found) == 1
    assert (two[0].evolution.one(one.id).status, threshold(two[0])) in [("applied", 0.2), ("rejected", None)]


def test_two_suggestions_of_one_agent_that_are_applied_at_once_both_hold(two: tuple[Layer, Layer]) -> None:
    tools = [f"tool{n}" for n in range(8)]
    for tool in tools:
        counted(two[0], tool, 200, 100)
    made = two[0].evolution.run("codex")

    together([lambda n=n: two[n % 2].evolution.approve(made[n].id, ANA) for n in range(8)])  # type: ignore[misc]

    assert sorted(json.loads(stored(two[0]))) == [f"tool_advice.{tool}" for tool in tools]
    for one in made:
        two[1].evolution.roll_back(one.id, ANA)
    assert stored(two[1]) == "{}"


# ── apply and roll back ──


def test_the_case_without_a_baseline_holds_also_here(layer: Layer) -> None:
    one = lowering(layer)
    layer.evolution.approve(one.id, ANA)
    lost = replace(layer.evolution.one(one.id), parameters=dict(one.parameters))
    from habitus.store.counting import suggestion_row

    layer.store.apply([Change(verb="lost", table="suggestions", item=one.id, after=suggestion_row(lost), actor="me")], START)

    with pytest.raises(Refused, match=CASES["apply_rollback"][0]["error"]):
        layer.evolution.roll_back(one.id, ANA)


def test_the_case_of_a_value_that_was_unset_holds(layer: Layer) -> None:
    assert CASES["apply_rollback"][1]["want"] == "key removed"
    one = layer.evolution.approve(lowering(layer).id, ANA)
    assert one.parameters["_baseline"] == {}
    assert threshold(layer) == 0.2

    layer.evolution.roll_back(one.id, ANA)

    assert stored(layer) == "{}"


CONFIGS = st.dictionaries(
    st.sampled_from(["z", "retrieval_threshold", "self_evolve", "a", "tool_advice.A", "ü"]),
    st.sampled_from([0.5, 0.31, 1, 0.9]),
    max_size=6,
).map(lambda config: {key: (key == "self_evolve" or value) if key == "self_evolve" else value for key, value in config.items()})


@hypothesis_settings(max_examples=25)
@given(config=CONFIGS, order=st.permutations(range(3)))
def test_undoing_everything_restores_every_byte_of_the_configuration(config: dict[str, Any], order: list[int]) -> None:
    with tempfile.TemporaryDirectory() as home:
        layer = assemble.layer(Settings(), home=home, clock=FrozenClock())
        layer.agents.configure("codex", config, who="me")
        before = stored(layer)
        counted(layer, "A", 200, 100)
        counted(layer, "B", 200, 100)
        searched(layer, 200, 2)
        made = layer.evolution.run("codex")
        for n in order:
            assert layer.evolution.approve(made[n].id, ANA).status == "applied"
        assert stored(layer) != before

        for n in reversed(order):
            layer.evolution.roll_back(made[n].id, ANA)

        assert stored(layer) == before
        layer.close()


def test_what_was_lowered_is_found_by_the_next_search_and_taken_back_it_is_not(layer: Layer) -> None:
    layer.observe(
        UserMessage(session="told", at=START, key="u1", text="our staging server is heron.internal", agent="codex", workspace="/w")
    )
    layer.observe(SessionEnd(session="told", at=START, key="end"))
    layer.tend()
    prompt = "deploy the shop to the staging server before lunch"
    layer.observe(user(prompt, key="u1", agent="codex", workspace="/w"))
    layer.agents.set("codex", "retrieval_threshold", 0.0, who="me")
    layer.guide("s1", prompt)
    (found,) = layer.figures.metrics("codex", "retrieval")
    layer.agents.configure("codex", {"retrieval_threshold": round(found["relevance_score"] + 0.05, 4)}, who="me")
    assert "heron" not in layer.guide("s1", prompt).text
    one = lowering(layer)

    layer.evolution.approve(one.id, ANA)
    assert "heron" in layer.guide("s1", prompt).text

    layer.evolution.roll_back(one.id, ANA)
    assert "heron" not in layer.guide("s1", prompt).text

    layer.agents.configure("codex", {"retrieval_threshold": float("nan")}, who="an earlier version")
    assert "heron" in layer.guide("s1", prompt).text


def test_advice_about_a_tool_is_told_to_its_agent_and_switches_nothing_off(layer: Layer) -> None:
    for agent in ("codex", "claude"):
        layer.observe(user("go", session=agent, key="u1", agent=agent))
    counted(layer, "Fetch", 200, 100)
    (one,) = layer.evolution.run("codex")

    layer.evolution.approve(one.id, ANA)

    assert "`Fetch` has failed often lately" in layer.guide("codex", "go").text
    assert "Fetch" not in layer.guide("claude", "go").text
    assert layer.judge(call("Fetch", session="codex", url="https://a.example")).ruling == "allow"
    layer.evolution.roll_back(one.id, ANA)
    assert "Fetch" not in layer.guide("codex", "go").text


def test_what_a_person_has_set_since_is_not_overwritten(layer: Layer) -> None:
    one = lowering(layer)
    layer.evolution.approve(one.id, ANA)
    layer.agents.set("codex", "retrieval_threshold", 0.45, who="me")

    with pytest.raises(Conflict, match="changed since"):
        layer.evolution.roll_back(one.id, ANA)

    assert (threshold(layer), layer.evolution.one(one.id).status) == (0.45, "applied")


def test_of_two_steps_on_one_parameter_the_last_is_undone_first_also_when_both_came_at_one_moment(layer: Layer) -> None:
    rails(layer, max_delta_per_cycle=0.2)
    searched(layer, 200, 2)
    searched(layer, 200, 2, source="memory_search")
    first, second = layer.evolution.run("codex")
    before = stored(layer)
    for one in (first, second):
        layer.evolution.approve(one.id, ANA)
    assert threshold(layer) == 0.1

    with pytest.raises(Conflict, match="roll that back first"):
        layer.evolution.roll_back(first.id, ANA)
    layer.evolution.roll_back(second.id, ANA)
    layer.evolution.roll_back(first.id, ANA)

    assert stored(layer) == before


# ── guardrails ──


@pytest.mark.parametrize(("points", "applied"), [(99, False), (100, True)])
def test_what_has_too_little_data_waits_and_is_applied_by_a_later_run(layer: Layer, clock: FrozenClock, points: int, applied: bool) -> None:
    one = lowering(layer, n=points, used=1)
    found = layer.evolution.approve(one.id, ANA)
    assert (found.status, threshold(layer)) == (("applied", 0.2) if applied else ("approved", None))
    if applied:
        return
    assert "insufficient data: 99 points, need 100" in found.note
    searched(layer, 500, 0, source="memory_search")  # another source's data is not its own
    layer.evolution.run("codex")
    assert threshold(layer) is None
    assert verbs(layer, "suggestions").count("waits") == 1

    clock.forward(days=1)
    searched(layer, 1, 0)
    layer.evolution.run("codex")

    found = layer.evolution.one(one.id)
    assert (found.status, found.reviewed_by, found.note, threshold(layer)) == ("applied", "ana", "", 0.2)


def test_only_an_admin_who_says_so_need_not_wait_for_data(layer: Layer) -> None:
    one = lowering(layer, n=50, used=0)
    with pytest.raises(Refused, match="only an admin"):
        layer.evolution.approve(one.id, ANA, now_anyway=True)
    assert layer.evolution.approve(one.id, BOSS).status == "approved"

    assert layer.evolution.approve(one.id, BOSS, now_anyway=True).status == "applied"


@pytest.mark.parametrize("case", [case for case in CASES["guardrails"] if case["data_points"]], ids=lambda case: case["case"])
def test_the_cases_of_guardrails_hold_through_the_layer(layer: Layer, case: dict[str, Any]) -> None:
    if case["guardrails"] != "default":
        rails(layer, **case["guardrails"])
    one = lowering(layer, n=case["data_points"], used=0)

    found = layer.evolution.approve(one.id, ANA)

    wanted = (case["error_contains"] or "").replace("peer: passes; want: locked", 'parameter "retrieval_threshold" is locked')
    assert (found.status, threshold(layer)) == (("approved", None) if wanted else ("applied", 0.2))
    assert wanted in found.note


def test_guardrails_are_each_agents_own(layer: Layer) -> None:
    rails(layer, min_data_points=1000)
    for agent in ("codex", "claude"):
        searched(layer, 200, 2, agent=agent)

    found = {agent: layer.evolution.approve(layer.evolution.run(agent)[0].id, ANA).status for agent in ("codex", "claude")}

    assert found == {"codex": "approved", "claude": "applied"}


def test_what_was_locked_is_applied_once_it_is_not(layer: Layer) -> None:
    rails(layer, locked_params=["retrieval_threshold"])
    one = lowering(layer)
    assert "is locked" in layer.evolution.approve(one.id, BOSS, now_anyway=True).note
    rails(layer)

    layer.evolution.run("codex")

    assert threshold(layer) == 0.2


def test_a_parameter_moves_so_far_in_a_day_and_no_further(layer: Layer, clock: FrozenClock) -> None:
    searched(layer, 200, 2)
    searched(layer, 200, 2, source="memory_search")
    first, second = layer.evolution.run("codex")
    layer.evolution.approve(first.id, ANA)

    assert "in the next cycle" in layer.evolution.approve(second.id, ANA).note
    assert threshold(layer) == 0.2
    clock.forward(days=1)
    layer.evolution.run("codex")

    assert threshold(layer) == 0.1


@pytest.mark.parametrize("broken", ["strict", ["a"], {"min_data_points": "many"}, {"max_delta": 1}])
def test_guardrails_that_cannot_be_read_stop_the_change_and_say_so(layer: Layer, broken: Any) -> None:
    one = lowering(layer)
    layer.agents.configure("codex", {"evolution_guardrails": broken}, who="me")

    with pytest.raises(ConfigError, match="evolution_guardrails"):
        layer.evolution.approve(one.id, ANA)

    assert layer.evolution.one(one.id).status == "pending"


# ── harm is taken back ──


def applied(layer: Layer, clock: FrozenClock, used: int = 38) -> Suggestion:
    """Lowered on 200 searches of which so many were used; an hour ago."""
    one = lowering(layer, used=used)
    clock.forward(hours=5)  # it waits for an answer, as it does
    found = layer.evolution.approve(one.id, ANA)
    assert found.parameters["_before"] == [200, used]
    clock.forward(hours=1)
    return found


@pytest.mark.parametrize(
    ("n", "used", "taken_back"),
    [(400, 20, True), (99, 0, False), (200, 36, False), (200, 30, False), (4000, 608, False), (4000, 380, True)],
    ids=["a real drop", "too little data", "a little less", "noise", "exactly a fifth", "a sure drop"],
)
def test_a_change_is_taken_back_on_a_real_drop_and_not_on_noise(
    layer: Layer, clock: FrozenClock, n: int, used: int, taken_back: bool
) -> None:
    one = applied(layer, clock)
    searched(layer, n, used)

    layer.evolution.run("codex")

    found = layer.evolution.one(one.id)
    assert (found.status, threshold(layer)) == (("rolled_back", None) if taken_back else ("applied", 0.2))
    if taken_back:
        assert found.reviewed_by == "evolution"
        assert f"quality fell from 19% of 200 to {used / n:.0%} of {n}" == found.note


def test_neither_other_sources_nor_what_came_before_speak_against_a_change(layer: Layer, clock: FrozenClock) -> None:
    one = applied(layer, clock)
    searched(layer, 5000, 0, source="memory_search")
    searched(layer, 5000, 0, at=START + timedelta(hours=4))
    for _ in range(3):
        layer.evolution.run("codex")
        clock.forward(minutes=20)

    assert layer.evolution.one(one.id).status == "applied"


def test_the_drop_after_a_second_step_is_not_laid_at_the_door_of_the_first(layer: Layer, clock: FrozenClock) -> None:
    rails(layer, max_delta_per_cycle=0.1)
    first = applied(layer, clock)
    searched(layer, 400, 76)
    clock.forward(days=15)
    second = lowering(layer, n=400, used=76)
    layer.evolution.approve(second.id, ANA)
    clock.forward(hours=2)
    searched(layer, 3000, 30)

    for _ in range(2):
        layer.evolution.run("codex")
        clock.forward(days=1)

    assert layer.evolution.one(second.id).status == "rolled_back"
    assert (layer.evolution.one(first.id).status, threshold(layer)) == ("applied", 0.2)


def test_one_agents_limits_judge_no_others_change(layer: Layer, clock: FrozenClock) -> None:
    one = applied(layer, clock)
    rails(layer, min_data_points=10_000)
    searched(layer, 400, 20)
    counted(layer, "A", 1, 1, agent="")

    for agent in ("", "codex"):
        layer.evolution.run(agent)

    assert layer.evolution.one(one.id).status == "applied"


def test_the_run_goes_on_when_a_person_has_moved_what_should_be_taken_back(layer: Layer, clock: FrozenClock) -> None:
    one = applied(layer, clock)
    searched(layer, 4000, 10)
    layer.agents.set("codex", "retrieval_threshold", 0.25, who="me")
    counted(layer, "A", 40, 20)

    assert subjects(layer.evolution.run("codex")) == [("tool_failure", "A")]
    layer.evolution.run("codex")

    found = layer.evolution.one(one.id)
    assert (found.status, threshold(layer)) == ("applied", 0.25)
    assert "it was not taken back" in found.note
    assert verbs(layer, "suggestions").count("noted") == 1


# ── lessons and skills ──


def ruled(layer: Layer, text: str = "Use pnpm instead of npm.", stage: Any = "remind") -> Rule:
    kept = layer.rulebook.add(text, rule_type="wrong_skill", scope=Scope(), who="me").rule
    return layer.rulebook.move(kept.id, stage, who="me")[0] if kept.check else kept


def lived(
    layer: Layer, lesson: str, *, told: tuple[int, int], untold: tuple[int, int], sessions: int = 40, at: datetime | None = None
) -> None:
    """Occasions and mistakes on either side, spread over sessions."""
    since = (at or layer.clock()).isoformat()
    rows = []
    for held, (n, k) in ((False, told), (True, untold)):
        for each in range(sessions):
            share = [whole // sessions + (each < whole % sessions) for whole in (n, k)]
            session = f"{'without' if held else 'with'}-{since}-{each}"
            row = {"lesson": lesson, "session": session, "held": held, "turn": 0, "looked": 0, "erred": 0, "since": since}
            rows.append({**row, "n": share[0], "k": share[1]})
    layer.store.counting().put_occasions(rows)


def useless(layer: Layer) -> Rule:
    one = ruled(layer)
    lived(layer, one.id, told=(2000, 600), untold=(2000, 600))
    return one


def busy(layer: Layer) -> None:
    counted(layer, "Bash", 200, 200)


def state(layer: Layer, id: str) -> str:
    found = layer.store.lessons().rule(id)
    assert found is not None
    return found.state


def test_a_rule_that_never_helps_is_retired_on_a_yes_and_comes_back(layer: Layer) -> None:
    one = useless(layer)
    busy(layer)
    (made,) = layer.evolution.run("codex")
    assert (made.kind, made.subject) == ("rule_never_helps", one.id)

    layer.evolution.approve(made.id, ANA)
    assert state(layer, one.id) == "retired"
    assert "pnpm" not in layer.guide("s1", "add a package").text

    layer.evolution.roll_back(made.id, ANA)
    assert layer.store.lessons().rule(one.id) == one


def test_what_is_gone_already_is_refused_and_can_still_be_rejected(layer: Layer) -> None:
    one = useless(layer)
    busy(layer)
    (made,) = layer.evolution.run("codex")
    layer.rulebook.switch(one.id, on=False, who="me")

    with pytest.raises(Refused, match="not in force any more"):
        layer.evolution.approve(made.id, ANA)

    assert layer.evolution.reject(made.id, ANA).status == "rejected"


class Meanwhile:
    """A rulebook beside which others write: before the change is made, and as the same person."""

    def __init__(self, layer: Layer, others: list[tuple[str, str]]) -> None:
        self._layer = layer
        self._others = others

    def step_back(self, id: str, *, retire: bool, who: str) -> Rule:
        for other, by in self._others:
            known = self._layer.store.lessons().rule(other)
            assert known is not None
            heard = replace(known, confidence=0.99)
            self._layer.store.apply([Change(verb="reinforced", table="behavioral_rules", item=other, after=heard, actor=by)], START)
        return self._layer.rulebook.step_back(id, retire=retire, who=who)


def test_what_is_said_to_one_agent_only_is_suggested_where_it_is_said(layer: Layer) -> None:
    kept = layer.rulebook.add("Use pnpm instead of npm.", rule_type="wrong_skill", scope=Scope(level="agent", name="claude-code"), who="me")
    lived(layer, kept.rule.id, told=(2000, 600), untold=(2000, 600))

    assert layer.evolution.run("codex") == []
    assert subjects(layer.evolution.run("claude-code")) == [("rule_never_helps", kept.rule.id)]


def room(layer: Layer, clock: FrozenClock, rulebook: Callable[[], Any]) -> Room:
    """The same with another rulebook."""
    effects = Effects(layer.store, layer.settings, clock, rulebook)
    return Room(layer.store, layer.settings, clock, layer.agents, layer.figures, effects, rulebook, lambda: layer.skills)


def test_only_what_the_yes_has_changed_is_undone(layer: Layer, clock: FrozenClock) -> None:
    one = useless(layer)
    other = ruled(layer, "Run the tests before you commit.", "shadow")
    busy(layer)
    (made,) = layer.evolution.run("codex")
    beside: Any = Meanwhile(layer, [(other.id, "ana"), (one.id, "learner")])
    evolution = room(layer, clock, lambda: beside)

    evolution.approve(made.id, ANA)
    evolution.roll_back(made.id, ANA)

    found = [layer.store.lessons().rule(id) for id in (one.id, other.id)]
    assert [(each.state, each.confidence) for each in found if each] == [("active", 0.99)] * 2


def clash(layer: Layer, scope: Scope) -> None:
    """An operator's rule and a user's: neither takes the other's place by itself."""
    operators = rule("Use metric units in reports.", origin=Origin(speaker="operator"), created_at=START - timedelta(days=1))
    layer.learning.keep(operators, actor="operator")
    layer.learning.keep(rule("Use imperial units in reports.", id="22222222-2222-8333-a444-555555555555", scope=scope), actor="user")
    assert [one.kind for one in layer.store.lessons().proposals()] == ["conflict"]
    busy(layer)


def test_of_two_rules_in_conflict_the_older_goes_on_a_yes_and_comes_back(layer: Layer) -> None:
    clash(layer, Scope())
    (made,) = layer.evolution.run("codex")
    assert made.kind == "rules_in_conflict"

    layer.evolution.approve(made.id, ANA)
    assert [one.text for one in layer.store.lessons().rules()] == ["Use imperial units in reports."]

    layer.evolution.roll_back(made.id, ANA)
    assert len(layer.store.lessons().rules()) == 2


def test_of_two_rules_for_different_places_each_holds_in_its_own(layer: Layer) -> None:
    clash(layer, Scope(level="agent", name="codex"))

    assert layer.evolution.run("codex") == []


def fixed(layer: Layer) -> Learning:
    made = Learning(
        id="f1", text="Give the date as YYYY-MM-DD.", tool="book_table", pattern="ValidationError: date", category="tool_error",
        scope=Scope(), origin=Origin(speaker="tool", session="s1", event="1"), confidence=0.9, created_at=START, updated_at=START,
    )  # fmt: skip
    layer.store.apply([Change(verb="recovered", table="learnings", item="f1", after=made, actor="learner")], layer.clock())
    return made


def test_a_fix_that_stopped_working_is_retired_on_a_yes_and_comes_back(layer: Layer, clock: FrozenClock) -> None:
    fixed(layer)
    lived(layer, "f1", told=(40, 2), untold=(40, 36))
    clock.forward(days=8)
    lived(layer, "f1", told=(20, 19), untold=(20, 20))
    busy(layer)
    (made,) = layer.evolution.run("codex")
    assert (made.kind, made.evidence) == ("fix_stopped_working", {"worked_before": 38, "uses_before": 40, "worked": 1, "uses": 20})

    layer.evolution.approve(made.id, ANA)
    assert layer.store.lessons().learnings() == []

    layer.evolution.roll_back(made.id, ANA)
    assert [one.id for one in layer.store.lessons().learnings()] == ["f1"]


def habit(layer: Layer) -> Suggestion:
    """Three rows of the same tool in three sessions become the draft of a skill."""
    for session in ("r1", "r2", "r3"):
        layer.observe(user("release the shop", session=session, key="u1", agent="codex", workspace="/w"))
        for n in range(40):
            layer.observe(call("Bash", id=f"c{n}", session=session, command=f"make step{n % 7}"))
            layer.observe(result(f"c{n}", session=session))
    (made,) = layer.evolution.run("codex")
    assert made.kind == "repeated_tool"
    return made


def test_a_habit_becomes_a_skill_on_a_yes_and_goes_again(layer: Layer) -> None:
    made = habit(layer)

    assert layer.evolution.approve(made.id, ANA).status == "applied"
    (skill,) = layer.skills.all()
    assert [one.slug for one in layer.shelf.visible("codex", 10)] == [skill.slug]

    layer.evolution.roll_back(made.id, ANA)
    assert layer.skills.all() == []
    assert layer.shelf.visible("codex", 10) == []


def test_a_skill_that_nobody_uses_is_archived_on_a_yes_and_comes_back(layer: Layer, clock: FrozenClock) -> None:
    layer.evolution.approve(habit(layer).id, ANA)
    (skill,) = layer.skills.all()
    clock.forward(days=31)
    busy(layer)
    (made,) = layer.evolution.run("codex")
    assert (made.kind, made.subject) == ("skill_unused", skill.slug)

    layer.evolution.approve(made.id, ANA)
    assert layer.skills.all() == []

    layer.evolution.roll_back(made.id, ANA)
    assert [one.slug for one in layer.skills.all()] == [skill.slug]


# ── what lessons are worth ──


def test_lessons_are_ranked_by_what_they_are_sure_to_spare(layer: Layer) -> None:
    good, better, new = (ruled(layer, text) for text in ("Use pnpm instead of npm.", "Use rg instead of grep.", "Answer in German."))
    lived(layer, good.id, told=(2000, 200), untold=(2000, 600))
    lived(layer, better.id, told=(2000, 100), untold=(2000, 1000))
    lived(layer, new.id, told=(30, 0), untold=(5, 5))

    found = layer.effects.all()

    assert [one.id for one in found] == [better.id, good.id, new.id]
    assert [one.decision for one in found] == ["promote", "promote", "not enough data"]
    assert found[0].found.saves == pytest.approx(0.45)
    assert found[0].tokens.net > 0


def test_a_rule_that_helps_speaks_up_and_one_that_hurts_goes_and_both_are_counted_anew(layer: Layer, clock: FrozenClock) -> None:
    helps, hurts = ruled(layer), ruled(layer, "Use rg instead of grep.")
    lived(layer, helps.id, told=(2000, 200), untold=(2000, 900))
    lived(layer, hurts.id, told=(2000, 900), untold=(2000, 200))
    clock.forward(days=1)
    busy(layer)

    layer.evolution.run("codex")
    layer.evolution.run("codex")

    found = layer.store.lessons().rule(helps.id)
    assert found is not None
    assert (found.stage, state(layer, hurts.id)) == ("warn", "retired")
    worth = layer.effects.worth(helps.id)
    assert worth is not None
    assert (worth.decision, worth.told.n) == ("not enough data", 0)


def test_a_step_long_ago_still_counts_when_much_was_said_since(layer: Layer, clock: FrozenClock) -> None:
    one = ruled(layer)
    lived(layer, one.id, told=(500, 100), untold=(500, 100), at=START - timedelta(days=1))
    for _ in range(60):
        layer.store.apply([Change(verb="reinforced", table="behavioral_rules", item=one.id, after=one, actor="learner")], clock())

    worth = layer.effects.worth(one.id)

    assert worth is not None
    assert worth.told.n == 0


def test_nothing_is_retired_on_a_handful_of_occasions(layer: Layer) -> None:
    one = ruled(layer)
    lived(layer, one.id, told=(400, 390), untold=(49, 0), sessions=7)
    busy(layer)

    assert layer.evolution.run("codex") == []
    assert state(layer, one.id) == "active"


def test_a_rule_in_words_that_seems_to_hurt_is_not_asked_to_speak_more_softly(layer: Layer) -> None:
    one = ruled(layer, "Answer in German.")
    lived(layer, one.id, told=(400, 72), untold=(60, 2))
    busy(layer)
    worth = layer.effects.worth(one.id)
    assert worth is not None
    assert worth.decision == "demote"

    assert layer.evolution.run("codex") == []


# ── when it runs ──


def at(text: str, zone: str = "UTC") -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))


def test_it_runs_at_its_hour_in_the_agents_time_zone(layer: Layer, clock: FrozenClock) -> None:
    layer.agents.set("codex", "timezone", "America/New_York", who="me")
    clock.now = at("2026-10-01T12:00")
    counted(layer, "A", 40, 40)
    assert layer.evolution.run_due() == []  # the first time at once
    counted(layer, "A", 40, 0)

    clock.now = at("2026-10-02T01:59", "America/New_York")
    assert layer.evolution.run_due() == []

    clock.now = at("2026-10-02T02:00", "America/New_York")
    assert subjects(layer.evolution.run_due()) == [("tool_failure", "A")]


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As the machine's own time zone."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("berlin")
def test_the_machines_time_zone_has_its_changes_of_the_clock() -> None:
    hours, known = zone({}), ZoneInfo("Europe/Berlin")
    for month, day in ((3, 28), (3, 29), (10, 24), (10, 25)):
        for quarter in range(96):
            at = datetime(2026, month, day, tzinfo=UTC) + timedelta(minutes=15 * quarter)
            there, expected = at.astimezone(hours), at.astimezone(known)
            assert (there.isoformat(), there.fold) == (expected.isoformat(), expected.fold)
            due, expected = (schedule.next_run("every day at 02:00", at, one) for one in (hours, known))
            assert due.isoformat() == expected.isoformat()


@pytest.mark.usefixtures("berlin")
def test_on_the_night_on_which_clocks_go_back_it_runs_once(layer: Layer, clock: FrozenClock) -> None:
    ran = []
    for hour in range(48):
        clock.now = datetime(2026, 10, 24, 12, tzinfo=UTC) + timedelta(hours=hour)
        counted(layer, f"tool{hour}", 40, 0)
        ran += [hour] if layer.evolution.run_due() else []

    assert ran == [0, 12, 37]  # at once, on Sunday at 02:00 in summer's time, on Monday at 02:00 in winter's


def test_missed_runs_are_caught_up_once(layer: Layer, clock: FrozenClock) -> None:
    layer.agents.set("codex", "evolution_cron_schedule", "0 2 * * *", who="me")
    counted(layer, "A", 40, 40)
    layer.evolution.run_due()
    clock.forward(days=5)
    counted(layer, "A", 40, 0)
    assert len(layer.evolution.run_due()) == 1
    layer.evolution.reject(layer.evolution.all()[0].id, ANA)
    counted(layer, "B", 40, 0)

    assert layer.evolution.run_due() == []


def test_of_two_that_find_it_due_one_runs_it(two: tuple[Layer, Layer]) -> None:
    counted(two[0], "A", 40, 0)

    found = together([lambda layer=layer: layer.evolution.run_due() for layer in two * 4])  # type: ignore[misc]

    assert sorted(len(made) for made in found) == [0] * 7 + [1]


def test_a_day_on_which_the_store_went_away_is_not_lost(layer: Layer, clock: FrozenClock) -> None:
    lived(layer, ruled(layer).id, told=(2000, 900), untold=(2000, 200))
    clock.forward(days=1)
    counted(layer, "A", 40, 0)

    def away() -> Any:
        raise Away("the database does not answer")

    with pytest.raises(Away):
        room(layer, clock, away).run_due()
    assert layer.evolution.run_due() == []  # whoever began may still be at it

    clock.forward(minutes=10)
    assert subjects(layer.evolution.run_due()) == [("tool_failure", "A")]
    assert layer.evolution.run_due() == []


def test_what_is_seen_of_a_rule_by_two_at_once_moves_it_once(two: tuple[Layer, Layer]) -> None:
    rules = [ruled(two[0], f"Use tool{n} instead of npm.", "shadow") for n in range(8)]
    for one in rules:
        lived(two[0], one.id, told=(2000, 200), untold=(2000, 900))
    for layer in two:
        layer.clock.forward(days=1)  # type: ignore[attr-defined]

    together([lambda layer=layer: layer.evolution.run("codex") for layer in two * 2])  # type: ignore[misc]

    found = [two[0].store.lessons().rule(one.id) for one in rules]
    assert {each.stage for each in found if each} == {"remind"}


@pytest.mark.parametrize(("key", "value"), [("evolution_enabled", False), ("kind", "open")])
def test_an_agent_that_does_not_evolve_is_left_out_and_says_how_it_would(layer: Layer, key: str, value: Any) -> None:
    counted(layer, "A", 40, 0)
    layer.agents.set("codex", key, value, who="me")

    assert layer.evolution.run_due() == []
    with pytest.raises(Refused, match="habitus agents set codex"):
        layer.evolution.run("codex")


@pytest.mark.parametrize(
    ("key", "value"),
    [("evolution_cron_schedule", "now and then"), ("timezone", "Mars/Olympus"), ("evolution_guardrails", "strict")],
)
def test_what_one_agents_settings_say_wrongly_stops_neither_the_others_nor_the_learner(layer: Layer, key: str, value: Any) -> None:
    for agent in ("claude", "codex"):
        counted(layer, "A", 40, 0, agent=agent)
    layer.agents.configure("claude", {key: value}, who="me")

    layer.tend()

    assert [one.agent for one in layer.evolution.all()] == ["codex"]


# ── crashes ──


class Dying:
    """A database whose process is killed at a write: nothing of its transaction is left."""

    def __init__(self, database: Any, writes: int) -> None:
        self._database = database
        self._left = writes

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)

    def change(self, name: str, values: Any) -> int:
        self._write()
        return int(self._database.change(name, values))

    def add(self, name: str, values: Any) -> int:
        self._write()
        return int(self._database.add(name, values))

    def _write(self) -> None:
        self._left -= 1
        if self._left < 0:
            self.die()

    def die(self) -> None:
        raise KeyboardInterrupt


LEGAL = {
    "pending": {"pending", "approved", "applied", "rejected"},  # approved and applied at once: both are in the ledger
    "approved": {"approved", "applied"},
    "applied": {"applied", "rolled_back"},
    "rolled_back": {"rolled_back"},
    "rejected": {"rejected"},
}
STEPS = st.lists(
    st.tuples(st.sampled_from(["approve", "reject", "roll_back", "run", "data"]), st.integers(0, 3), st.none() | st.integers(0, 8)),
    max_size=14,
)


class Life:
    """An agent with four suggestions, in a file that survives every crash."""

    def __init__(self, home: str) -> None:
        self._home = home
        self.clock = FrozenClock()
        layer = self.opened()
        layer.agents.configure(
            "codex", {"z": 1, "evolution_guardrails": {"min_data_points": 60, "max_delta_per_cycle": 0.2}, "a": "x"}, who="me"
        )
        self.start = stored(layer)
        counted(layer, "A", 70, 10)
        counted(layer, "B", 50, 10)
        searched(layer, 70, 2)
        searched(layer, 55, 2, source="memory_search")
        self.made = [one.id for one in layer.evolution.run("codex")]
        layer.close()
        self.states = dict.fromkeys(self.made, "pending")

    def opened(self) -> Layer:
        return assemble.layer(Settings(evolution=Evolution(cool_down_days=99)), home=self._home, clock=self.clock)

    def step(self, does: str, n: int, crash: int | None) -> None:
        layer = self.opened()
        if crash is not None:
            layer.store.database = Dying(layer.store.database, crash)  # type: ignore[attr-defined]
        self.clock.forward(hours=7)
        try:
            if does == "run":
                layer.evolution.run("codex")
            elif does == "data":
                counted(layer, "B", 20, 10)
                searched(layer, 20, 2, source="memory_search")
            else:
                getattr(layer.evolution, does)(self.made[n], ANA)
        except (KeyboardInterrupt, Refused, Conflict):
            pass
        layer.close()

    def check(self) -> None:
        layer = self.opened()
        for id, before in self.states.items():
            one = layer.evolution.one(id)
            assert one.status in LEGAL[before], (before, one.status)
            assert ("_baseline" in one.parameters) == (one.status in ("applied", "rolled_back"))
            assert (one.applied_at is not None) == (one.status in ("applied", "rolled_back"))
            self.states[id] = one.status
        if "applied" not in self.states.values():
            assert stored(layer) == self.start
        layer.close()

    def undo(self) -> None:
        layer = self.opened()
        standing = sorted(layer.evolution.all("codex", "applied"), key=lambda one: one.applied_at or START, reverse=True)
        for one in standing:
            layer.evolution.roll_back(one.id, ANA)
        assert stored(layer) == self.start
        layer.close()


@hypothesis_settings(max_examples=25)
@given(steps=STEPS)
def test_whatever_is_answered_and_wherever_it_crashes_the_state_is_legal_and_all_can_be_undone(
    steps: list[tuple[str, int, int | None]],
) -> None:
    with tempfile.TemporaryDirectory() as home:
        life = Life(home)
        for step in steps:
            life.step(*step)
            life.check()
        life.undo()


KILLED = """
import os, sys
sys.path.insert(0, sys.argv[1])
from layer.test_evolution import ANA, Dying, FrozenClock, Settings, assemble
layer = assemble.layer(Settings(), home=sys.argv[2], clock=FrozenClock())
class Killed(Dying):
    def die(self):
        os.kill(os.getpid(), 9)
layer.store.database = Killed(layer.store.database, int(sys.argv[4]))
layer.evolution.approve(sys.argv[3], ANA)
"""


@pytest.mark.parametrize("writes", [1, 3, 5, 6, 99])
def test_a_process_that_is_killed_while_it_applies_leaves_all_or_nothing(tmp_path: Path, writes: int) -> None:
    life = Life(str(tmp_path))

    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(Path(__file__).parents[1]), str(tmp_path), life.made[0], str(writes)],
        check=False,
        capture_output=True,
    )

    layer = life.opened()
    found = (done.returncode, layer.evolution.one(life.made[0]).status, threshold(layer))
    assert found == ((0, "applied", 0.2) if writes == 99 else (-9, "pending", None)), done.stderr
    layer.close()
    life.check()
    life.undo()


def test_figures_of_the_last_days_are_kept_by_the_day(layer: Layer, clock: FrozenClock) -> None:
    counted(layer, "A", 4, 1, at=START - timedelta(days=6))
    counted(layer, "A", 3, 3)

    days = layer.figures.daily("codex")["tool", "A"]

    assert [day.n for day in days] == [4, 0, 0, 0, 0, 0, 3]


def test_measure_zero_means_that_nothing_is_held_out(tmp_path: Path) -> None:
    layer = assemble.layer(Settings(measure=Measure(holdout=0, hold_after=0)), home=tmp_path)
    one = ruled(layer)
    for n in range(50):
        layer.observe(user("add a package", session=f"s{n}", key="u1"))
        assert one.id in layer.guide(f"s{n}", "add a package").lessons
    layer.close()
