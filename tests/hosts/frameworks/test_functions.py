"""Plain functions behind the gates."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from habitus.hosts.frameworks.functions import Blocked, guarded
from habitus.layer import Layer
from hosts.frameworks.conftest import Ran, calls, errors


def test_a_destructive_call_raises_with_its_reason_and_does_not_run(layer: Layer, bash: Callable[[str], str], ran: Ran) -> None:
    run = guarded(layer, session="s1", tool="Bash")(bash)

    with pytest.raises(Blocked, match="rm -rf data") as refused:
        run("rm -rf data")

    assert ran == []
    assert refused.value.decision.approval
    assert calls(layer, "s1") == [("Bash", True)]


def test_on_request_the_reason_is_the_result(layer: Layer, bash: Callable[[str], str], ran: Ran) -> None:
    run = guarded(layer, session="s1", tool="Bash", refuse="return")(bash)

    assert "rm -rf data" in run("rm -rf data")
    assert ran == []


def test_what_the_rules_remark_stands_under_a_text_and_is_handed_over_beside_anything_else(layer: Layer) -> None:
    noted: list[str] = []
    as_text = guarded(layer, session="s1", tool="Edit")(lambda file_path: f"edited {file_path}")
    other = guarded(layer, session="s2", tool="Edit", noted=noted.append)(lambda file_path: {"edited": file_path})

    assert as_text("/w/app.py").startswith("edited /w/app.py\n\n[Habitus] ")
    assert other("/w/app.py") == {"edited": "/w/app.py"}
    assert len(noted) == 1


def test_a_function_that_raises_is_told_as_a_failure_and_raises_on(layer: Layer, bash: Callable[[str], str]) -> None:
    with pytest.raises(ValueError, match="no such command"):
        guarded(layer, session="s1", tool="Bash")(bash)("broken")

    assert errors(layer, "s1") == ["ValueError: no such command: broken"]


def test_async_functions_stay_async_and_run_side_by_side(layer: Layer, ran: Ran) -> None:
    @guarded(layer, session="s1", tool="Bash")
    async def run(command: str) -> str:
        await asyncio.sleep(0)
        ran.append(command)
        return "done"

    async def together() -> list[Any]:
        return list(await asyncio.gather(run("make"), run("rm -rf data"), run(command="make test"), return_exceptions=True))

    found = asyncio.run(together())
    assert sorted(ran) == ["make", "make test"]
    assert isinstance(found[1], Blocked)


def test_a_person_who_is_asked_decides_about_that_one_call(layer: Layer, ran: Ran) -> None:
    answers = [True, False]

    @guarded(layer, session="s1", ask=lambda _call, _decision: answers.pop(0))
    def deploy(to: str) -> str:
        ran.append(to)
        return "done"

    assert deploy("production") == "done"
    with pytest.raises(Blocked, match="said no"):
        deploy("production")
    assert ran == ["production"]


def test_where_nobody_can_be_asked_the_call_is_refused(layer: Layer, ran: Ran) -> None:
    @guarded(layer, session="s1")
    def deploy(to: str) -> None:
        ran.append(to)

    with pytest.raises(Blocked, match="habitus approvals"):
        deploy("production")
    assert ran == []


def test_the_same_call_twice_is_two_calls(layer: Layer, bash: Callable[[str], str], ran: Ran) -> None:
    run = guarded(layer, session=lambda: "s1", tool="Bash")(bash)
    run("make")
    run("make")

    assert ran == ["make", "make"]
    assert layer.session("s1").calls == 2


def test_a_method_is_judged_by_what_it_is_called_with(layer: Layer, tmp_path: Path) -> None:
    class Shell:
        @guarded(layer, session="s1", tool="Bash")
        def run(self, command: str, *more: str, cwd: Path = tmp_path, **env: str) -> str:
            return "done"

    Shell().run("make", "test", CI="1")

    told = next(layer.store.events("s1")).event
    assert dict(told.args) == {"command": "make", "more": ["test"], "cwd": str(tmp_path), "CI": "1"}  # type: ignore[union-attr]


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.recursive(st.none() | st.floats() | st.text() | st.binary() | st.just(object()), st.lists, max_leaves=6))
def test_whatever_goes_in_and_out_is_handed_on_as_it_is(layer: Layer, value: Any) -> None:
    same = guarded(layer, session="fuzz", tool="look", refuse="return")(lambda value: [value])

    assert same(value)[0] is value


class Odd:
    def __str__(self) -> str:
        raise ZeroDivisionError

    __repr__ = __str__


def test_what_has_no_text_is_handed_on_too_where_nothing_speaks_against_it(layer: Layer) -> None:
    made = guarded(layer, session="s1", tool="look")(Odd)

    assert isinstance(made(), Odd)


def test_what_cannot_be_judged_does_not_run(layer: Layer, ran: Ran) -> None:
    look = guarded(layer, session="s1", tool="look")(lambda value: ran.append("looked"))

    with pytest.raises(Blocked, match="could not be judged"):
        look(Odd())
    assert ran == []
