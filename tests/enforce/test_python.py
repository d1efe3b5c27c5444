"""Rules written in Python."""

import logging
from collections.abc import Iterator

import pytest

import habitus
from enforce.play import Play
from habitus.enforce import python
from habitus.enforce.check import Call, Check, Cooldown
from habitus.errors import ConfigError
from habitus.types import Session


@pytest.fixture(autouse=True)
def _nothing_declared() -> Iterator[None]:
    """What a test declares is gone after it."""
    before = dict(python._declared)
    yield
    python._declared.clear()
    python._declared.update(before)


def declared(id: str) -> Check:
    return next(check for check in python.declared() if check.id == id)


def test_the_decorator_is_public() -> None:
    assert habitus.rule is python.rule


def test_a_function_becomes_a_rule() -> None:
    @habitus.rule("no_friday_deploys", on="bash", action="block", message="Not on a Friday: {param:command}")
    def no_friday_deploys(session: Session, call: Call) -> bool:
        return "deploy" in call.command

    play = Play(python=python.declared())

    decision = play.judge("shell.bash", command="make deploy")
    assert (decision.ruling, decision.verdicts[0].message) == ("block", "Not on a Friday: make deploy")
    assert play.judge("bash", command="make test").ruling == "allow"
    assert play.judge("read", file_path="deploy").ruling == "allow"


def test_the_function_is_left_as_it_was() -> None:
    @habitus.rule("plain")
    def plain(session: Session, call: Call) -> bool:
        return call.tool == "x"

    assert plain(Session(key="s"), Call(tool="x", action="x", args={})) is True


def test_what_is_not_said_is_taken_from_the_docstring() -> None:
    @habitus.rule("documented")
    def documented(session: Session, call: Call) -> bool:
        """Keep calm.

        And carry on.
        """
        return True

    @habitus.rule("bare")
    def bare(session: Session, call: Call) -> bool:
        return True

    check = declared("documented")
    assert (check.description, check.message) == ("Keep calm.", "Keep calm.")
    assert (check.on, check.when, check.action, check.shadow) == (("*",), "pre_tool", "warn", False)
    assert declared("bare").message == "The rule bare speaks."


def test_words_instead_of_a_yes_are_the_reason() -> None:
    @habitus.rule("reasoned", message="Not now: {reason}.")
    def reasoned(session: Session, call: Call) -> str:
        return "too\nlate" if call.tool == "x" else ""

    play = Play(python=python.declared())

    assert [verdict.message for verdict in play.verdicts("x")] == ["Not now: too late."]
    assert play.said("y") == []


def test_it_sees_the_session_and_has_every_part_of_a_rule() -> None:
    @habitus.rule(
        "again", on=("edit", "write"), when="post_tool", action="remind", message="m", cooldown=Cooldown(max_fires=1), shadow=False
    )
    def again(session: Session, call: Call) -> bool:
        return session.counters.get("changes_since_test", 0) >= 2 and call.error is None

    play = Play(python=python.declared())

    assert [play.said("edit", file_path="a.py") for _ in range(4)] == [[], ["again"], [], []]


def test_two_functions_of_one_name_are_refused() -> None:
    @habitus.rule("twice")
    def first(session: Session, call: Call) -> bool:
        return True

    with pytest.raises(ConfigError, match="two rules in Python are called 'twice'"):

        @habitus.rule("twice")
        def second(session: Session, call: Call) -> bool:
            return False


def test_the_same_function_may_be_declared_again() -> None:
    def once(session: Session, call: Call) -> bool:
        return True

    habitus.rule("same")(once)
    habitus.rule("same", action="block")(once)

    assert declared("same").action == "block"


def test_one_that_breaks_blocks_if_it_is_there_to_block_and_is_logged_otherwise(caplog: pytest.LogCaptureFixture) -> None:
    @habitus.rule("broken_block", action="block", on="bash")
    def broken_block(session: Session, call: Call) -> bool:
        raise RuntimeError("oh no")

    @habitus.rule("broken_warn", action="warn", on="read")
    def broken_warn(session: Session, call: Call) -> bool:
        raise RuntimeError("oh dear")

    play = Play(python=python.declared())
    with caplog.at_level(logging.ERROR):
        blocked, passed = play.judge("bash", command="true"), play.judge("read", file_path="a")

    assert (blocked.ruling, passed.ruling) == ("block", "allow")
    assert "oh no" in caplog.text
    assert "oh dear" in caplog.text


def test_a_function_that_takes_what_it_should_not_is_a_rule_that_breaks() -> None:
    @habitus.rule("odd", action="block")  # type: ignore[arg-type]
    def odd(session: Session) -> bool:
        return False

    assert Play(python=python.declared()).judge("bash").ruling == "block"


def test_declared_rules_are_found_with_those_of_installed_packages() -> None:
    @habitus.rule("mine")
    def mine(session: Session, call: Call) -> bool:
        return True

    assert "mine" in [check.id for check in python.found()]
