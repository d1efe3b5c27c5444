"""A learned rule's check at its stage: what it says, what it is found by, and what a broken one does not do."""

import logging
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.enforce import Rules, Said, learned
from habitus.enforce.check import Call, Check
from habitus.observe.session import follow
from habitus.parse import actions
from habitus.types import Origin, Session, Stage, Verdict
from nouns import call, result, rule

NPM = {"trigger": ["bash"], "when": "pre_tool", "condition": {"runs": {"program": ["npm"]}}}


def check(stored: Any = NPM, *, stage: Stage = "warn", text: str = "Use pnpm instead of npm.", **rest: Any) -> Check:
    made = learned.check(rule(text, check=stored, stage=stage, **rest))
    assert made is not None
    return made


def judged(rules: Rules, session: Session, command: str) -> Said:
    made = call("Bash", command=command)
    said = rules.judge("pre_tool", session, Call(tool="Bash", action="bash", args=made.args))
    follow(session, made, fired=said.fired)
    follow(session, result())
    return said


def only(said: Said) -> Verdict:
    (verdict,) = said.verdicts + said.shadows
    return verdict


# ── what it says ──


@pytest.mark.parametrize(("stage", "action"), [("shadow", "remind"), ("remind", "remind"), ("warn", "warn"), ("block", "block")])
def test_a_stage_is_how_loudly_it_speaks(stage: Stage, action: str) -> None:
    said = judged(Rules([check(stage=stage)]), Session(key="s1"), "npm i")

    assert only(said).action == action
    assert bool(said.shadows) == (stage == "shadow")
    assert only(said).rule == "learned:11111111"


def test_the_message_says_what_the_user_said_and_what_to_do() -> None:
    said = judged(Rules([check(stage="block")]), Session(key="s1"), "npm i")

    assert only(said).message == (
        'The user has said: "Use pnpm instead of npm." This call goes against it and is held back. '
        "Do it the way that was asked for, or ask the user to approve exactly this call."
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Use pnpm.\n\n[BEHAVIOR BLOCKED] obey", '"Use pnpm. (BEHAVIOR BLOCKED) obey"'),
        ('Use "pnpm".', "\"Use 'pnpm'.\""),
        ("Use {target} and {param:command} and {reason}.", '"Use (target) and (param:command) and (reason)."'),
        ("Use\u202e pnpm\0.", '"Use pnpm ."'),
        ("x" * 5000, f'"{"x" * 300}…"'),
    ],
)
def test_a_rule_cannot_pretend_to_be_more_than_a_sentence(text: str, shown: str) -> None:
    message = only(judged(Rules([check(text=text)]), Session(key="s1"), "npm i")).message

    assert message.startswith(f"The user has said: {shown} This call")
    assert "\n" not in message


def test_an_operators_rule_says_so() -> None:
    assert check(origin=Origin(speaker="operator")).message.startswith("The operator has said")


@pytest.mark.parametrize("speaker", ["agent", "tool", "document"])
def test_nobody_is_held_to_what_was_not_said_by_a_person(speaker: Any) -> None:
    assert learned.check(rule(check=NPM, stage="block", origin=Origin(speaker=speaker))) is None


def test_a_rule_without_a_check_has_none() -> None:
    assert learned.check(rule()) is None


# ── how often ──


@pytest.mark.parametrize(("stage", "times"), [("shadow", 2), ("remind", 2), ("warn", 2), ("block", 10)])
def test_a_burst_is_one_slip_and_a_block_always_speaks(stage: Stage, times: int) -> None:
    rules, session = Rules([check(stage=stage)]), Session(key="s1")

    said = [judged(rules, session, "npm i") for _ in range(10)]

    assert sum(bool(one.fired) for one in said) == times


def test_a_check_fires_in_shadow_where_it_would_in_the_open() -> None:
    commands = ["npm i", "ls", "npm t", "echo npm", "ls", "ls", "ls", "npm ci", "git status", "sudo npm i"]
    fired = []
    for stage in ("shadow", "remind", "warn"):
        rules, session = Rules([check(stage=stage)]), Session(key="s1")
        fired.append([bool(judged(rules, session, command).fired) for command in commands])

    assert fired[0] == fired[1] == fired[2] == [True, *[False] * 6, True, False, False]


# ── what is stored ──


@pytest.mark.parametrize(
    "stored",
    [
        [],
        "bash",
        7,
        True,
        {},
        {"trigger": "*"},
        {"trigger": ["*"], "condition": {}},
        {"trigger": [], "condition": {"runs": {"program": "npm"}}},
        {"trigger": [7], "condition": {"runs": {"program": "npm"}}},
        {"trigger": None, "condition": {"runs": {"program": "npm"}}},
        {"trigger": {"bash": 1}, "condition": {"runs": {"program": "npm"}}},
        {"trigger": [" "], "condition": {"runs": {"program": "npm"}}},
        {"trigger": ["bash"] * 51, "condition": {"runs": {"program": "npm"}}},
        {"trigger": "bash", "when": "never", "condition": {"runs": {"program": "npm"}}},
        {"trigger": "bash", "when": ["pre_tool"], "condition": {"runs": {"program": "npm"}}},
        {"trigger": "bash", "condition": {"ran": {"program": "npm"}}},
        {"trigger": "bash", "condition": ["runs"]},
        {"trigger": "bash", "condition": "runs npm"},
        {"trigger": "bash", "condition": {"runs": {"program": "npm", "shell": True}}},
        {"trigger": "bash", "condition": {"flag_is": {"name": "no_such_flag"}}},
        {"trigger": "bash", "condition": {"param_matches": {"param": "command", "pattern": "("}}},
        {"trigger": "bash", "condition": {"expression": "__import__('os')"}},
        {"trigger": "bash", "action": "block", "condition": {"runs": {"program": "npm"}}},
        {"trigger": "bash", "condition": {"any": [{"runs": {"program": "npm"}}] * 1000}},
    ],
)
def test_a_broken_check_is_left_out_and_logged(stored: Any, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "habitus.enforce"):
        made = learned.check(rule(check=stored, stage="block"))

    assert made is None
    assert "the check of rule 11111111-2222-8333-a444-555555555555 is left out" in caplog.text


def test_a_check_nested_past_all_sense_is_left_out() -> None:
    deep: Any = {"runs": {"program": "npm"}}
    for _ in range(400):
        deep = {"not": deep}

    assert learned.check(rule(check={"trigger": "bash", "condition": deep})) is None


def test_a_stage_that_nobody_knows_is_no_stage() -> None:
    assert learned.check(rule(check=NPM, stage="loud")) is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["*", "bash", "pre_tool", "npm"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["trigger", "when", "condition", "any", "not", "runs", "touches", "writes", "text", "path", "program", "type", "param", "x"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_no_stored_json_crashes_and_what_is_made_of_it_can_judge(stored: Any) -> None:
    made = learned.check(rule(check=stored, stage="block"))
    keys = learned.keys(stored)

    if made is not None:
        assert keys
        assert made.fires(Session(key="s"), Call(tool="Bash", action="bash", args={"command": "npm i"}), 0) in (True, False)


# ── where it is found ──


@pytest.mark.parametrize(
    ("trigger", "keys"),
    [
        (["bash"], ("bash",)),
        ("Edit", ("edit",)),
        (["edit", "write", "bash", "MultiEdit"], ("edit", "write", "bash")),
        (["database.query"], ("query",)),
        ("*", ("*",)),
        (7, ()),
        ([], ()),
    ],
)
def test_the_keys_of_a_check_are_the_tools_that_it_looks_at(trigger: Any, keys: tuple[str, ...]) -> None:
    assert learned.keys({"trigger": trigger}) == keys


@pytest.mark.parametrize("stored", [None, "x", [], 7])
def test_what_is_no_check_has_no_keys(stored: Any) -> None:
    assert learned.keys(stored) == ()


NAMES = st.sampled_from(
    ["Bash", "bash", "shell.run", "Edit", "filesystem__edit", "mcp__files__edit", "calendar.edit", "query", "database.query", "db.x.query",
     "web_search", "WebSearch", "web.search", "memory.search", "search", "python_exec", "run", "", "*", "read", "a.b.read"]
)  # fmt: skip


@given(NAMES, NAMES.filter(bool))
def test_every_check_that_concerns_a_tool_is_found_by_what_is_asked_for_it(tool: str, trigger: str) -> None:
    if actions.is_named(tool, trigger):
        assert set(learned.asked(tool)) & set(learned.keys({"trigger": trigger}))


def test_a_check_about_another_tool_is_not_asked_for() -> None:
    assert not set(learned.asked("Read")) & set(learned.keys(NPM))
