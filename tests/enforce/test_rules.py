"""How rules are asked, whatever they say."""

import logging
from typing import Any

import pytest

from habitus.enforce import NOTHING, TOOLS, Rules
from habitus.enforce.check import MADE, SHORT, WORDS, Call, Check, Made, fill, speaker
from habitus.enforce.rules import BUILT_IN
from habitus.types import Act, Session, Verdict, When

SESSION = Session(key="s")
CALL = Call(tool="Edit", action="edit", target="/w/a.py", args={})


def asked(id: str = "r", *, action: Act = "warn", when: When = "pre_tool", on: tuple[str, ...] = ("*",), **rest: Any) -> Check:
    """A rule that always speaks."""
    return Check(id=id, when=when, action=action, on=on, message="m", fires=lambda session, call, limit: True, **rest)


def crashing(action: Act, error: type[BaseException] = ZeroDivisionError, **rest: Any) -> Check:
    def fires(session: Session, call: Call, limit: int) -> bool:
        raise error

    return Check(id="broken", when="pre_tool", action=action, message="m", fires=fires, **rest)


# ── rules that break ──


@pytest.mark.parametrize("error", [ZeroDivisionError, RecursionError, MemoryError, AssertionError, KeyError, SystemExit])
def test_a_blocking_rule_that_breaks_still_blocks_and_says_so(error: type[BaseException], caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        said = Rules([crashing("block", error)]).judge("pre_tool", SESSION, CALL)

    (verdict,) = said.verdicts
    assert verdict.action == "block"
    assert "The rule broken could not be evaluated" in verdict.message
    assert error.__name__ in caplog.text


@pytest.mark.parametrize("action", ["warn", "remind"])
def test_any_other_rule_that_breaks_is_logged_and_lets_the_call_through(action: Act, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        assert Rules([crashing(action)]).judge("pre_tool", SESSION, CALL) == NOTHING

    assert "rule broken crashed on a call of Edit; let through" in caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_a_blocking_rule_in_shadow_that_breaks_blocks_nothing() -> None:
    said = Rules([crashing("block", shadow=True)]).judge("pre_tool", SESSION, CALL)

    assert (said.verdicts, [verdict.rule for verdict in said.shadows]) == ((), ["broken"])


def test_the_rules_after_one_that_breaks_are_asked() -> None:
    said = Rules([crashing("warn"), asked("next")]).judge("pre_tool", SESSION, CALL)

    assert [verdict.rule for verdict in said.verdicts] == ["next"]


def test_a_message_that_cannot_be_filled_counts_as_broken() -> None:
    class Odd:
        def __str__(self) -> str:
            raise ValueError("no words")

    rules = Rules([Check(id="r", when="pre_tool", action="block", message="{param:x}", fires=lambda session, call, limit: True)])

    said = rules.judge("pre_tool", SESSION, Call(tool="t", action="t", args={"x": Odd()}))

    assert said.verdicts[0].action == "block"


# ── who is asked ──


def test_rules_speak_in_the_order_they_stand_in() -> None:
    said = Rules([asked("b"), asked("a"), asked("c")]).judge("pre_tool", SESSION, CALL)

    assert [verdict.rule for verdict in said.verdicts] == ["b", "a", "c"]


@pytest.mark.parametrize("when", ["pre_tool", "post_tool", "on_text"])
def test_a_rule_is_asked_at_its_moment_only(when: When) -> None:
    rules = Rules([asked(one, when=one) for one in ("pre_tool", "post_tool", "on_text")])

    assert rules.judge(when, SESSION, CALL).fired == (when,)


@pytest.mark.parametrize(
    ("on", "tool", "is_asked"),
    [
        (("*",), "anything", True),
        (("*",), "", True),
        (("edit",), "filesystem__edit", True),
        (("filesystem.edit",), "Edit", True),
        (("edit",), "calendar.edit", False),
        (("calendar.edit",), "Edit", False),
        (("calendar.edit",), "calendar.edit", True),
        (("bash", "edit"), "apply_patch", True),
        (("query",), "database.query", True),
        (("database.query",), "query", True),
        (("database.query",), "search.query", False),
        (("bash",), "read", False),
    ],
)
def test_a_rule_is_asked_only_about_what_it_looks_at(on: tuple[str, ...], tool: str, is_asked: bool) -> None:
    said = Rules([asked(on=on)]).judge("pre_tool", SESSION, Call(tool=tool, action=tool, args={}))

    assert bool(said.verdicts) is is_asked


def test_those_in_shadow_speak_apart_and_both_count_as_having_spoken() -> None:
    said = Rules([asked("open"), asked("dark", shadow=True)]).judge("pre_tool", SESSION, CALL)

    assert ([v.rule for v in said.verdicts], [v.rule for v in said.shadows]) == (["open"], ["dark"])
    assert said.fired == ("open", "dark")


def test_a_rule_is_found_by_its_name() -> None:
    rules = Rules(BUILT_IN)

    assert rules.get("read_before_edit") is BUILT_IN[0]
    assert rules.get("nope") is None


# ── it does not grow, and it does not slow down ──


def test_the_memory_of_tool_names_is_bounded_and_what_is_beyond_is_judged_alike() -> None:
    rules = Rules([asked(on=("tool5", "tool99999"))])
    for number in range(TOOLS + 50):
        rules.judge("pre_tool", SESSION, Call(tool=f"tool{number}", action=f"tool{number}", args={}))

    assert len(rules._by_tool["pre_tool"]) <= TOOLS
    assert rules.judge("pre_tool", SESSION, Call(tool="tool99999", action="tool99999", args={})).fired == ("r",)
    assert rules.judge("pre_tool", SESSION, Call(tool="tool5", action="tool5", args={})).fired == ("r",)


# ── what a verdict quotes ──


@pytest.mark.parametrize("word", [*WORDS, "param:n", "counter:n", "set_count:n", "flag:n"])
def test_a_message_with_one_word_says_what_it_says_when_it_is_filled(word: str) -> None:
    session = Session(key="s", counters={"n": 3}, sets={"n": {"a", "b"}}, flags={"n": True})
    call = Call(tool="Edit", action="edit", target="/w/a b.py", args={"n": [1]}, nth=2)
    check = asked()._replace(message=f"See {{{word}}} first.")

    assert speaker(check)(call, session, True).message == fill(check.message, call, session)


def test_arguments_that_are_equal_and_written_apart_are_quoted_as_they_are() -> None:
    speak = speaker(asked()._replace(message="{param:n}"))

    said = [speak(Call(tool="t", action="t", args={"n": n}), SESSION, True).message for n in (1, True, 1.0, "1")]

    assert said == ["1", "True", "1.0", "1"]


def test_verdicts_that_are_kept_are_bounded_and_hold_no_long_word() -> None:
    made = Made(lambda said: Verdict(rule="r", action="warn", when="pre_tool", message=str(said)))

    assert [made[n].message for n in range(MADE * 3)] == [str(n) for n in range(MADE * 3)]
    assert made["x" * SHORT].message == "x" * SHORT
    assert len(made) <= MADE
    assert "x" * SHORT not in made
