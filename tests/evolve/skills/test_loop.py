"""What the loop says, when, and how often."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.evolve.agents import resolve
from habitus.evolve.skills.consent import heard
from habitus.evolve.skills.loop import OFFERS, guidance, is_silent, nudge, postscript
from habitus.recall import tokens
from habitus.types.skills import Agent

CASES = json.loads((Path(__file__).parents[2] / "cases" / "learning_and_evolution.json").read_text(encoding="utf-8"))
NONE: frozenset[str] = frozenset()

LIMITS = {"self": 95, "skill": 135, "70": 31, "90": 48, "postscript": 35}
"""The seed's table of tokens."""


def _agent(**stored: Any) -> Agent:
    return resolve("bot", "predefined", {"self_evolve": False, "skill_evolve": True, **stored})


def _run(agent: Agent, iterations: list[int], budget: int) -> list[str]:
    """The keys that a run shows, in order."""
    shown: list[str] = []
    for iteration in iterations:
        found = nudge(agent, iteration, budget, frozenset(shown))
        if found:
            shown.append(found.key)
    return shown


@pytest.mark.parametrize(("given", "limit"), [({"self_evolve": True, "skill_evolve": False}, "self"), ({}, "skill")])
def test_guidance_keeps_to_the_seeds_tokens(given: dict[str, Any], limit: str) -> None:
    assert LIMITS[limit] * 0.7 < tokens(guidance(_agent(**given))) <= LIMITS[limit]


def test_guidance_names_the_files_and_the_tool() -> None:
    text = guidance(_agent(self_evolve=True))

    for word in ("SOUL.md", "CAPABILITIES.md", "IDENTITY.md", "AGENTS.md", "skill_manage", "create", "patch", "delete", "save as skill"):
        assert word in text


@pytest.mark.parametrize("kind", ["predefined", "open"])
def test_with_the_switches_off_nothing_is_said_and_nothing_is_paid(kind: str) -> None:
    agent = resolve("bot", kind, {"skill_nudge_interval": 1} if kind == "predefined" else {"self_evolve": True, "skill_evolve": True})

    assert guidance(agent) == ""
    assert nudge(agent, 10, 10, NONE) is None
    assert postscript(agent, 99, "done", NONE, declined=False) is None


def test_each_part_of_the_guidance_has_its_own_switch() -> None:
    assert "skill_manage" not in guidance(_agent(self_evolve=True, skill_evolve=False))
    assert "SOUL.md" not in guidance(_agent())


def test_nudges_keep_to_the_seeds_tokens_and_are_never_kept() -> None:
    for at in (7, 9):
        found = nudge(_agent(), at, 10, NONE)
        assert found is not None
        assert not found.is_kept
        assert 0 < tokens(found.text) <= LIMITS[found.key]


def test_the_cases_of_the_seed_hold_for_nudges() -> None:
    early, late = CASES["nudges"]

    assert _run(_agent(), [early["iteration"]], early["max"]) == early["fires"]
    assert late["want"] == ["90 only"]
    assert _run(_agent(), [9, 9, 10, 7], late["max"]) == ["90"]


def test_a_run_hears_each_nudge_once() -> None:
    assert _run(_agent(), [*range(11)] * 2, 10) == ["70", "90"]


@given(st.integers(max_value=0), st.integers(0, 100))
def test_without_a_budget_there_is_no_nudge(budget: int, iteration: int) -> None:
    assert nudge(_agent(), iteration, budget, NONE) is None


@given(st.integers(1, 500), st.data())
def test_the_later_nudge_is_never_followed_by_the_earlier(budget: int, data: st.DataObject) -> None:
    keys = _run(_agent(), data.draw(st.lists(st.integers(0, budget), max_size=20)), budget)

    assert keys in ([], ["70"], ["90"], ["70", "90"])


@pytest.mark.parametrize(
    ("iteration", "budget", "key"), [(7, 10, "70"), (69, 100, None), (70, 100, "70"), (89, 100, "70"), (90, 100, "90"), (6, 9, None)]
)
def test_thresholds_fire_when_they_are_reached(iteration: int, budget: int, key: str | None) -> None:
    found = nudge(_agent(), iteration, budget, NONE)

    assert (found and found.key) == key


@pytest.mark.parametrize("case", CASES["postscript"], ids=str)
def test_the_cases_of_the_seed_hold_for_the_postscript(case: dict[str, Any]) -> None:
    shown = frozenset({"postscript"}) if case.get("second_time_same_run") else NONE

    found = postscript(_agent(skill_nudge_interval=case["interval"]), case["tool_calls"], case.get("final", "done"), shown, declined=False)

    assert (found is not None) is case.get("want", case.get("appended"))


def test_the_postscript_is_kept_and_stands_apart() -> None:
    found = postscript(_agent(), 15, "done", NONE, declined=False)

    assert found is not None
    assert found.is_kept
    assert found.text.startswith("\n\n---\n_")
    assert '"save as skill"' in found.text
    assert '"skip"' in found.text


def test_after_skip_it_is_not_offered_again() -> None:
    assert postscript(_agent(), 40, "done", NONE, declined=True) is None


def test_below_the_interval_nothing_is_offered() -> None:
    assert postscript(_agent(), 14, "done", NONE, declined=False) is None


@pytest.mark.parametrize("lang", ["en", "es", "pt", "fr", "de", "it", "zh"])
def test_it_is_offered_in_the_persons_language_with_words_that_are_understood(lang: str) -> None:
    found = postscript(_agent(), 15, "done", NONE, declined=False, lang=lang)

    assert found is not None
    assert tokens(found.text) <= LIMITS["postscript"]
    words = _quoted(OFFERS[lang])
    assert [heard(word) for word in words] == ["save", "skip"]
    assert heard(OFFERS[lang]) is None


def test_an_unknown_language_hears_english() -> None:
    assert postscript(_agent(), 15, "done", NONE, declined=False, lang="vi") == postscript(_agent(), 15, "done", NONE, declined=False)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  \n",
        "NO_REPLY",
        "no_reply",
        " No_Reply\n",
        "`NO_REPLY`",
        "**NO_REPLY**",
        "[NO_REPLY]",
        '"NO_REPLY."',
        "<silent>NO_REPLY</silent>",
        "(no_reply)",
        "_NO_REPLY_",
    ],
)
def test_a_silent_reply_is_known_in_any_wrapping(text: str) -> None:
    assert is_silent(text)
    assert postscript(_agent(), 40, text, NONE, declined=False) is None


@pytest.mark.parametrize("text", ["NO_REPLY was the token you asked about", "done", "👍", "no reply from the server", "x NO_REPLY"])
def test_a_reply_about_silence_is_none(text: str) -> None:
    assert not is_silent(text)


def _quoted(text: str) -> list[str]:
    marks = {"«": "»", "“": "”", "„": "“", '"': '"'}
    opening = next(c for c in text if c in marks)
    return [part.partition(marks[opening])[0].strip() for part in text.split(opening)[1 :: 1 + (opening == '"')]]
