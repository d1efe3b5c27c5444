"""Rules that somebody declares: every shape becomes a rule, and every mistake a fault with its place."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enforce.play import Play
from habitus.enforce import declared
from habitus.enforce.check import Check
from habitus.enforce.rules import BUILT_IN


def faults(block: dict[str, Any], **rest: Any) -> list[tuple[str, str]]:
    _, found = declared.read(block, place=("b",), **rest)
    return [(".".join(place), problem) for place, problem in found.found]


def rule(**fields: Any) -> dict[str, Any]:
    return {"id": "r", "message": "m", **fields}


def always(id: str = "r", **fields: Any) -> Check:
    return Check(id=id, when="pre_tool", action="warn", message="m", fires=lambda session, call, limit: True, **fields)


# ── what a declared rule does ──


def test_the_seeds_custom_rule_blocks_what_it_names_and_nothing_else() -> None:
    play = Play(
        {
            "custom": [
                {
                    "id": "protect_migrations",
                    "rule": "Never modify files under migrations/ without explicit approval.",
                    "trigger": "edit",
                    "condition": {"type": "contains", "field": "file_path", "substring": "migrations/"},
                    "action": "block",
                }
            ]
        }
    )

    decision = play.judge("filesystem.edit", file_path="db/migrations/1.sql")

    assert (decision.ruling, decision.gate) == ("block", 3)
    assert [(v.rule, v.action, v.message) for v in decision.verdicts] == [
        ("protect_migrations", "block", "Never modify files under migrations/ without explicit approval.")
    ]
    assert play.said("filesystem.edit", file_path="src/a.py") == []
    assert play.said("read", file_path="db/migrations/1.sql") == []


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({}, ("pre_tool", "warn", ("*",))),
        ({"when": "post_tool", "action": "remind"}, ("post_tool", "remind", ("*",))),
        ({"enforce": "on_text"}, ("on_text", "warn", ("*",))),
        ({"trigger": "bash"}, ("pre_tool", "warn", ("bash",))),
        ({"trigger": "*"}, ("pre_tool", "warn", ("*",))),
        ({"trigger": ["edit", "filesystem.write"]}, ("pre_tool", "warn", ("edit", "filesystem.write"))),
        ({"trigger": "edit, write"}, ("pre_tool", "warn", ("edit", "write"))),
    ],
)
def test_what_is_left_out_has_a_default(fields: dict[str, Any], wanted: tuple[str, str, tuple[str, ...]]) -> None:
    behavior, _ = declared.read({"custom": [rule(**fields)]})

    (check,) = behavior.rules.checks
    assert (check.when, check.action, check.on) == wanted


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({"message": "m", "description": "d", "rule": "r"}, "m"),
        ({"description": "d", "rule": "r"}, "d"),
        ({"rule": "r"}, "r"),
        ({}, "The rule x speaks."),
    ],
)
def test_a_message_is_the_description_where_there_is_none(fields: dict[str, Any], wanted: str) -> None:
    behavior, _ = declared.read({"rule_definitions": [{"id": "x", **fields}]})

    assert behavior.rules.checks[0].message == wanted


def test_a_rule_without_a_condition_speaks_of_every_call_of_its_tools() -> None:
    play = Play({"rule_definitions": [rule(trigger=["filesystem.write"], action="block")]})

    assert play.judge("filesystem.write", path="notes.txt").ruling == "block"
    assert play.judge("Write", path="notes.txt").ruling == "block"
    assert play.judge("filesystem.read", path="notes.txt").ruling == "allow"


def test_rules_after_a_call_and_about_text_are_asked_there() -> None:
    play = Play(
        {
            "rule_definitions": [
                rule(id="cite", trigger=["web.fetch"], when="post_tool", action="remind"),
                rule(id="polite", when="on_text", condition={"text_matches": "damn"}),
            ]
        }
    )

    assert play.said("web.fetch", url="http://x") == ["cite"]
    assert play.text("Damn it.") == ["polite"]
    assert play.text("Well.") == []


def test_messages_are_filled_from_the_call_and_the_session() -> None:
    counts = "{turn} {tool_calls_this_turn} {consecutive_same_tool}"
    state = "{counter:changes_since_test} {set_count:read_files} {flag:has_web_searched}"
    said = f"{{target}} {{tool}} {counts} {{param:mode}} {state} {{nonsense}}"
    play = Play({"rule_definitions": [rule(trigger="edit", message=said)]})
    play.turn()
    play.verdicts("read", file_path="b.py")
    play.verdicts("edit", file_path="b.py")

    (verdict,) = play.verdicts("Edit", file_path="a.py", mode="fast")

    assert verdict.message == "/w/a.py Edit 1 3 2 fast 1 1 false {nonsense}"


@pytest.mark.parametrize("when", ["pre_tool", "post_tool"])
def test_the_number_of_a_call_is_the_same_before_and_after_it(when: str) -> None:
    play = Play({"rule_definitions": [rule(when=when, message="{tool_calls_this_turn} {consecutive_same_tool}")]})
    play.turn()

    messages = [verdict.message for _ in range(3) for verdict in play.verdicts("edit", file_path="a.py")]

    assert messages == ["1 1", "2 2", "3 3"]


@pytest.mark.parametrize("when", ["pre_tool", "post_tool"])
def test_a_row_of_calls_is_counted_alike_before_and_after_a_call(when: str) -> None:
    play = Play({"rule_definitions": [rule(when=when, condition={"consecutive_gte": 3})]})

    assert [play.said("bash", command="true") for _ in range(3)] == [[], [], ["r"]]


def test_a_rule_after_a_call_sees_all_of_its_arguments() -> None:
    condition = {"all": [{"param_contains": {"param": "content", "value": "TODO"}}, {"param_has_any": ["tags"]}]}
    play = Play({"rule_definitions": [rule(trigger="write", when="post_tool", condition=condition)]})

    assert play.said("write", file_path="a.py", content="x" * 500 + "TODO", tags=["a"]) == ["r"]


def test_a_rule_in_shadow_is_recorded_and_tells_nobody() -> None:
    play = Play({"rule_definitions": [rule(action="block", shadow=True)]})

    decision = play.judge("bash", command="true")

    assert (decision.ruling, decision.verdicts) == ("allow", ())
    assert [verdict.rule for verdict in decision.shadows] == ["r"]
    judged = play.layer.store.content(play.layer.store.entries(verb="judged")[0].after)
    assert [shadow["rule"] for shadow in judged["shadows"]] == ["r"]


# ── who comes first ──


def test_definitions_come_first_then_built_ins_then_custom_rules_then_python() -> None:
    behavior, found = declared.read(
        {"profile": "coding", "custom": [rule(id="mine")], "rule_definitions": [rule(id="theirs")]}, python=[always("snake")]
    )

    assert found.found == []
    assert [check.id for check in behavior.rules.checks] == ["theirs", *(check.id for check in BUILT_IN), "mine", "snake"]


def test_a_definition_with_a_built_ins_id_replaces_it() -> None:
    mine = rule(id="confirm_destructive", trigger="bash", action="warn", message="careful")
    play = Play({"profile": "coding", "rules": {"plan_before_execute": False}, "rule_definitions": [mine]})

    decision = play.judge("bash", command="rm -rf build")

    assert (decision.ruling, [verdict.message for verdict in decision.verdicts]) == ("allow", ["careful"])
    assert len(play.behavior.rules.checks) == 13


def test_a_definition_is_there_even_if_the_built_in_it_replaces_is_off() -> None:
    play = Play({"profile": "coding", "rules": {"verify_after_edit": False}, "rule_definitions": [rule(id="verify_after_edit")]})

    assert play.behavior.rules.get("verify_after_edit") is not None


@pytest.mark.parametrize(
    ("block", "python", "place"),
    [
        ({"custom": [rule(), rule()]}, [], "b.custom.1"),
        ({"rule_definitions": [rule(), rule()]}, [], "b.rule_definitions.1"),
        ({"rule_definitions": [rule()], "custom": [rule()]}, [], "b.custom.0"),
        ({"custom": [rule()]}, [always()], "b"),
        ({}, [always(), always()], "b"),
        ({"profile": "coding", "custom": [rule(id="read_before_edit")]}, [], "b.custom.0"),
        ({"profile": "coding"}, [always("read_before_edit")], "b"),
    ],
)
def test_two_rules_of_one_name_are_refused(block: dict[str, Any], python: list[Check], place: str) -> None:
    found = faults(block, python=python)

    assert [at.startswith(place) and "is given twice" in said for at, said in found] == [True]


# ── what is refused ──


@pytest.mark.parametrize(
    ("block", "place", "problem"),
    [
        ({"custom": "x"}, "b.custom", "must be a list of rules"),
        ({"rule_definitions": {"id": "r"}}, "b.rule_definitions", "must be a list of rules"),
        ({"custom": ["x"]}, "b.custom.0", "must be a rule"),
        ({"custom": [None]}, "b.custom.0", "must be a rule"),
        ({"custom": [{"message": "m"}]}, "b.custom.0", "needs an `id`"),
        ({"custom": [rule(id="")]}, "b.custom.0", "needs an `id`"),
        ({"custom": [rule(id=7)]}, "b.custom.0", "needs an `id`"),
        ({"custom": [rule(conditon={})]}, "b.custom.0.conditon", "did you mean `condition`?"),
        ({"custom": [rule(action="deny")]}, "b.custom.0.action", "must be one of block, warn, remind, got 'deny'"),
        ({"custom": [rule(action=["block"])]}, "b.custom.0.action", "must be one of"),
        ({"custom": [rule(when="before")]}, "b.custom.0.when", "must be one of pre_tool, post_tool, on_text"),
        ({"custom": [rule(enforce="always")]}, "b.custom.0", "must be one of"),
        ({"custom": [rule(trigger=7)]}, "b.custom.0.trigger", "must be a tool"),
        ({"custom": [rule(trigger=[])]}, "b.custom.0.trigger", "must be a tool"),
        ({"custom": [rule(trigger=["edit", ""])]}, "b.custom.0.trigger", "must be a tool"),
        ({"custom": [rule(condition={"nope": 1})]}, "b.custom.0.condition.nope", "is not a condition"),
        ({"custom": [rule(condition={"target_in_set": "nope"})]}, "b.custom.0.condition.target_in_set", "which nothing tracks"),
        ({"custom": [rule(cooldown="often")]}, "b.custom.0.cooldown", "must be a number of calls"),
        ({"custom": [rule(cooldown=-1)]}, "b.custom.0.cooldown", "none of them below 0"),
        ({"custom": [rule(cooldown=True)]}, "b.custom.0.cooldown", "must be a number of calls"),
        ({"custom": [rule(cooldown={"hours": 1})]}, "b.custom.0.cooldown", "calls, turns or seconds"),
        ({"custom": [rule(cooldown={"turns": "1"})]}, "b.custom.0.cooldown", "must be a number of calls"),
        ({"custom": [rule(max_fires="1")]}, "b.custom.0", "must be a number"),
        ({"custom": [rule(first_after=-2)]}, "b.custom.0", "below 0"),
        ({"custom": [rule(shadow="yes")]}, "b.custom.0.shadow", "must be true or false"),
        ({"custom": [rule(when="pre_tool", condition={"text_matches": "x"})]}, "b.custom.0.condition", ""),
        ({"custom": [rule(when="pre_tool", condition={"result_has_lint_errors": True})]}, "b.custom.0.condition", ""),
        ({"custom": [rule(when="on_text", trigger="edit")]}, "b.custom.0.trigger", ""),
        ({"custom": [rule(message="{counter:nope} {set_count:nope} {flag:nope}")]}, "b.custom.0.message", "which nothing tracks"),
        ({"rules": ["read_before_edit"]}, "b.rules", "must be a mapping"),
        ({"rules": {"read_befor_edit": True}}, "b.rules.read_befor_edit", "did you mean `read_before_edit`?"),
        ({"rules": {"read_before_edit": "on"}}, "b.rules.read_before_edit", "must be true, false or a number"),
        ({"rules": {"read_before_edit": 3}}, "b.rules.read_before_edit", "counts nothing"),
        ({"rules": {"max_blind_reads": -1}}, "b.rules.max_blind_reads", "must be true, false or a number"),
        ({"rules": {"max_blind_reads": False}}, "b.rules.max_blind_reads", "number"),
        ({"rules": {"changes_before_test_reminder": True}}, "b.rules.changes_before_test_reminder", "number"),
    ],
)
def test_a_mistake_is_said_with_its_place(block: dict[str, Any], place: str, problem: str) -> None:
    found = faults(block)

    assert any(at.startswith(place) and problem in said for at, said in found), found


def test_a_rule_with_a_mistake_is_not_in_force_and_the_others_are_read() -> None:
    behavior, found = declared.read({"custom": [rule(action="deny"), rule(id="good"), rule(id="bad", condition={"nope": 1})]})

    assert [check.id for check in behavior.rules.checks] == ["good"]
    assert len(found.found) == 2


WORDS = st.sampled_from(
    ["id", "trigger", "when", "action", "condition", "message", "cooldown", "max_fires", "first_after", "shadow", "rule", "nope"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.sampled_from(["", "edit", "block", "pre_tool", "{{x}}", "coding", "read_files"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=8,
)


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "custom": st.lists(st.dictionaries(WORDS, VALUES, max_size=5), max_size=3) | VALUES,
            "rule_definitions": VALUES,
            "rules": st.dictionaries(
                st.sampled_from(["read_before_edit", "max_blind_reads", "delegate_complex", "nope"]), VALUES, max_size=3
            )
            | VALUES,
            "state_tracking": st.dictionaries(st.sampled_from(["sets", "counters", "flags", "nope"]), VALUES, max_size=3) | VALUES,
        },
    )
)
def test_whatever_a_block_holds_it_is_read_or_refused_in_words(block: dict[str, Any]) -> None:
    behavior, found = declared.read(block)

    assert all(problem for _, problem in found.found)
    assert len({check.id for check in behavior.rules.checks}) == len(behavior.rules.checks) or found.found
