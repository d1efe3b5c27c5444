"""Failures as a session keeps them, and what counts as the same call again. The pairs: tests/learn/test_fixes_pairs.py."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from habitus.detect import failures
from habitus.detect.failures import change, echoes, sizes
from habitus.types import Failure

LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=600)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4), max_leaves=12
)
ARGS = st.dictionaries(st.sampled_from(["path", "query", "command", "to", "items", "id"]) | st.text(max_size=6), VALUES, max_size=5)


def failed(tool: str = "get_order", error: str = "order not found", nth: int = 1, **args: Any) -> Failure:
    action = "bash" if tool == "Bash" else tool
    return failures.failed(call=f"c{nth}", tool=tool, action=action, target="", args=args, error=error, nth=nth)


def recovery(open: list[Failure], tool: str = "get_order", nth: int = 2, between: tuple[str, ...] = (), **args: Any) -> Any:
    action = "bash" if tool == "Bash" else tool
    return failures.recovery(open, call="c9", tool=tool, action=action, target="", args=args, between=between, nth=nth)


def test_the_values_of_the_call_do_not_make_it_another_failure() -> None:
    one = failed("move", "ValueError: The path of documents not found.", source="a.txt", target="/documents")
    other = failed("move", "ValueError: The path of invoices not found.", source="b.txt", target="/invoices/2026")
    assert one.pattern == other.pattern


def test_a_word_that_errors_are_made_of_is_not_masked_because_a_call_holds_it_too() -> None:
    assert echoes.without_own("file not found", {"kind": "file"}) == "file not found"


def test_an_error_that_does_not_speak_of_the_call_stays_as_it_is() -> None:
    assert echoes.without_own("disk is full", {"name": "report"}) == "disk is full"


def test_a_rate_limit_is_kept_as_something_that_passes() -> None:
    assert failed(error="HTTP 429: rate limit exceeded").is_transient
    assert not failed(error="order not found").is_transient


def test_the_end_of_a_traceback_is_what_is_kept_of_it() -> None:
    trace = "Traceback (most recent call last):\n" + '  File "a.py", line 3, in f\n    g()\n' * 40 + "ValueError: bad date"
    assert failed(error=trace).error.endswith("ValueError: bad date")


def test_a_session_keeps_the_latest_failures_and_none_for_long() -> None:
    many = [failed(nth=number) for number in range(30)]
    kept = failures.still_open(many, nth=30)
    assert len(kept) == failures.MOST
    assert kept[-1].nth == 29
    assert failures.still_open(many[:1], nth=failures.LASTS + 1) == []


def test_the_same_call_is_known_to_fail_again_while_nothing_has_changed() -> None:
    open = [failed(order_id="W1")]
    assert failures.repeated(open, tool="get_order", args={"order_id": "W1"}, between=(), nth=2) == open[0]
    assert failures.repeated(open, tool="get_order", args={"order_id": "W1"}, between=("list_orders",), nth=3) == open[0]
    assert failures.repeated(open, tool="get_order", args={"order_id": "W1"}, between=("create_order W1",), nth=3) is None
    assert failures.repeated(open, tool="get_order", args={"order_id": "W2"}, between=(), nth=2) is None


def test_what_failed_for_a_passing_reason_may_be_tried_again() -> None:
    open = [failed(error="503 Service Unavailable", order_id="W1")]
    assert failures.repeated(open, tool="get_order", args={"order_id": "W1"}, between=(), nth=2) is None


def test_arguments_spelt_out_as_null_are_the_same_as_none() -> None:
    open = [failed(order_id="W1", limit=None)]
    assert failures.repeated(open, tool="get_order", args={"order_id": "W1"}, between=(), nth=2) == open[0]


def test_of_several_open_failures_the_one_with_the_same_goal_recovers() -> None:
    open = [failed(nth=1, order_id="W1", shop="berlin"), failed(nth=2, order_id="X9", shop="paris")]
    found = recovery(open, nth=3, order_id="#W1", shop="berlin")
    assert found.failure is open[0]
    assert found.steps == 1


def test_a_recovery_long_after_is_believed_less_than_one_at_once() -> None:
    open = [failed(nth=1, order_id="W1", shop="berlin")]
    soon, late = (recovery(open, nth=nth, order_id="#W1", shop="berlin") for nth in (2, 12))
    assert soon.confidence > late.confidence


def test_a_goal_that_was_given_up_is_not_reached_later() -> None:
    assert recovery([failed(nth=1, order_id="W1")], nth=failures.LASTS + 5, order_id="W1") is None


def test_a_step_after_a_failure_that_passes_by_itself_gets_no_credit() -> None:
    found = recovery([failed("Bash", "connection timed out", command="git push")], "Bash", 3, ("mkdir out",), command="git push")
    assert found.fix.kind == "again"


def test_a_step_that_failed_itself_is_not_the_one_that_helped() -> None:
    found = recovery([failed("Bash", "jest: not found", command="npm test")], "Bash", 4, ("npm install", ""), command="npm test")
    assert found.fix.step == "npm install"
    nothing = recovery([failed("Bash", "jest: not found", command="npm test")], "Bash", 3, ("",), command="npm test")
    assert nothing.fix.kind == "again"


def test_what_ran_before_the_failure_is_not_the_step_that_helped() -> None:
    found = recovery([failed("Bash", "flaky", nth=3, command="npm test")], "Bash", 4, ("npm install", "ls", ""), command="npm test")
    assert found.fix.kind == "again"


def test_a_command_differs_by_its_words_only() -> None:
    found = recovery(
        [failed("Bash", "python: command not found", command="python app.py --port 1")], "Bash", command="python3 app.py --port 1"
    )
    assert found.fix.changed == {"command": ("python", "python3")}


def test_arguments_that_came_and_went_are_told_apart() -> None:
    found = recovery([failed(order_id="W1", verbose=True, shop="berlin")], order_id="W1", shop="berlin", page=2)
    assert (found.fix.changed, found.fix.added, found.fix.removed) == (None, {"page": 2}, ("verbose",))


def test_two_long_texts_that_differ_at_the_end_are_different() -> None:
    assert sizes.cut({"body": "x" * 900 + "a"}) != sizes.cut({"body": "x" * 900 + "b"})


@given(ARGS)
def test_nothing_changed_between_a_call_and_itself(args: dict[str, Any]) -> None:
    same = failures.cut(args)
    assert not change.between(same, same)
    assert not change.between(same, same, is_shell=True)


@given(ARGS)
def test_cutting_twice_is_cutting_once(args: dict[str, Any]) -> None:
    once = failures.cut(args)
    assert failures.cut(once) == once


@given(ARGS, ARGS, st.text(max_size=300), st.sampled_from(["Bash", "Edit", "get_order"]), st.sampled_from(["Bash", "Edit", "get_order"]))
def test_no_arguments_and_no_error_break_it(before: dict[str, Any], after: dict[str, Any], error: str, tool: str, other: str) -> None:
    open = [failures.failed(call="1", tool=tool, action=tool.lower(), target="", args=before, error=error, nth=1)]
    found = failures.recovery(open, call="2", tool=other, action=other.lower(), target="", args=after, between=("ls",), nth=3)
    assert found is None or 0.0 < found.confidence <= 1.0
    failures.line(tool, before)
    failures.repeated(open, tool=other, args=after, between=("ls",), nth=3)


@given(ARGS, st.sampled_from(["Bash", "get_order"]))
def test_the_very_same_call_is_never_a_change_of_arguments(args: dict[str, Any], tool: str) -> None:
    open = [failures.failed(call="1", tool=tool, action=tool.lower(), target="", args=args, error="no", nth=1)]
    found = failures.recovery(open, call="2", tool=tool, action=tool.lower(), target="", args=args, between=(), nth=2)
    assert found is not None
    assert found.fix.kind == "again"


def test_what_a_shell_call_says_about_itself_is_no_change() -> None:
    from habitus.detect.failures import change

    before = {"command": "python a.py", "description": "Run it"}
    found = change.between(before, {"command": "python3 a.py", "description": "Run it again"}, is_shell=True)

    assert set(found.changed) == {"command"}


def test_a_call_that_was_cancelled_beside_a_failing_one_has_not_failed() -> None:
    assert failures.is_no("<tool_use_error>Sibling tool call errored</tool_use_error>")
    assert not failures.is_no("the sibling process errored")
