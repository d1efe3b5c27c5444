"""What a process remembers of lessons between turns, and when it looks again."""

from datetime import timedelta
from pathlib import Path

import pytest

from habitus import assemble
from habitus.config import Settings
from habitus.config.settings import Measure
from habitus.layer import Layer, lessons
from habitus.types import Scope, ToolCall
from nouns import FrozenClock


def added(layer: Layer, text: str) -> str:
    kept = layer.rulebook.add(text, rule_type="preference", scope=Scope(), who="ana")
    assert kept.rule
    return kept.rule.id


def test_what_another_process_changes_is_told_in_the_next_turn(tmp_path: Path, clock: FrozenClock) -> None:
    here, there = (assemble.layer(Settings(measure=Measure(holdout=0)), home=tmp_path, clock=clock) for _ in range(2))
    id = added(here, "Use pnpm instead of npm.")
    assert "pnpm" in here.guide("s1", "install left-pad").text

    there.rulebook.edit(id, "Use bun instead of npm.", who="bo")
    assert "bun" in here.guide("s1", "install left-pad").text
    there.rulebook.switch(id, on=False, who="bo")
    assert here.guide("s1", "install left-pad").text == ""
    for layer in (here, there):
        layer.close()


def test_a_turn_that_is_like_the_last_reads_no_rule_again(layer: Layer) -> None:
    for n in range(30):
        added(layer, f"Use tool number {n} for the billing report.")
    first = layer.guide("s1", "write the billing report")
    asked: list[str] = []
    run = layer.store.database.run  # type: ignore[attr-defined]
    layer.store.database.run = lambda name, values: asked.append(name) or run(name, values)  # type: ignore[attr-defined, func-returns-value]

    assert layer.guide("s1", "write the billing report") == first
    assert not [name for name in asked if name.startswith(("rules_newest", "rules_strongest", "rules_by", "behavioral"))]


def test_how_often_a_rule_was_used_is_read_again_after_a_while(layer: Layer, clock: FrozenClock) -> None:
    id = added(layer, "Write tests first.")

    def used() -> int:
        layer.guide("s1", "go on")
        (rules,) = layer._lessons._standing.values()
        return {rule.id: rule.times_applied for rule in rules}[id]

    assert used() == 0
    layer.tend()
    assert used() == 0
    clock.now += timedelta(seconds=lessons.FRESH)
    assert used() == 1


def test_many_prompts_are_answered_whole_however_little_is_kept(layer: Layer, monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(60):
        added(layer, f"Use tool{n} for the report{n} of billing.")
    whole = [layer.guide("s1", f"the report{n} of billing").text for n in range(60)]
    monkeypatch.setattr(lessons, "KEPT", 5)
    monkeypatch.setattr(lessons, "PLACES", 1)
    assert [layer.guide("s1", f"the report{n} of billing").text for n in range(60)] == whole


def test_what_is_wanted_for_one_person_holds_in_their_sessions_and_in_nobody_elses(layer: Layer, clock: FrozenClock) -> None:
    def asked(who: str, session: str) -> tuple[str, tuple[str, ...]]:
        """As a key in their name lets it in: what they are told, and which learned checks look at their calls."""
        layer.speaker = lambda: who
        told = layer.guide(session, "install left-pad").text
        call = ToolCall(session=session, at=clock(), id="c1", tool="Bash", args={"command": "npm install left-pad"})
        return told, tuple(verdict.rule for verdict in layer.judge(call).shadows)

    layer.rulebook.add("Use pnpm instead of npm.", rule_type="wrong_skill", scope=Scope(level="user", name="ana"), who="ana")

    told, checks = asked("ana", "one")
    assert "pnpm" in told
    assert len(checks) == 1
    assert asked("bo", "two") == ("", ())
    assert asked("", "three") == ("", ())


def test_who_runs_a_process_is_whose_sessions_it_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "ana")
    layer = assemble.layer(Settings(measure=Measure(holdout=0)), home=tmp_path)
    for name, text in (("ana", "Use pnpm instead of npm."), ("bo", "Use yarn instead of npm.")):
        layer.rulebook.add(text, rule_type="wrong_skill", scope=Scope(level="user", name=name), who=name)

    told = layer.guide("s1", "install left-pad").text

    assert "pnpm" in told
    assert "yarn" not in told
    layer.close()
