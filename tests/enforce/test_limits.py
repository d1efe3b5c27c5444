"""Commands too long, too deep or too many to be read whole: nothing hangs, nothing crashes, and nothing is hidden behind a limit."""

import pytest

from enforce.play import Play
from habitus.enforce.check import Call
from habitus.enforce.rules import confirm_destructive
from habitus.types import Session


def reason(command: str) -> str:
    """Why it is blocked; empty where it is not."""
    return confirm_destructive.fires(Session(key="s"), Call(tool="bash", action="bash", args={"command": command}, workspace="/w"), 0)


def nested(command: str, times: int) -> str:
    for _ in range(times):
        escaped = command.replace("\\", "\\\\").replace('"', '\\"')
        command = f'sh -c "{escaped}"'
    return command


@pytest.mark.parametrize(
    "command",
    [
        "sudo " * 2000 + "rm -rf x",
        "find . -exec " * 1000 + "rm -rf {} ;",
        "xargs " * 2000 + "rm -rf",
        'env -S "' * 500 + "rm",
        "parallel " * 1000 + "rm ::: " + "a " * 1000,
        "${" * 2000,
        "${a:-" * 1000 + "x" + "}" * 1000,
        "$(" * 5000 + "rm -rf y",
        "(" * 20_000 + "rm -rf y" + ")" * 20_000,
        "f(){ g; g; }; g(){ f; f; }; f; rm -rf y",
        "python3 -c '" + "(" * 5000 + "'",
    ],
    ids=lambda text: text[:12],
)
def test_a_command_of_any_depth_is_followed_where_no_rule_stops_it(command: str) -> None:
    play = Play()

    assert play.judge("bash", command=command).ruling == "allow"
    assert play.session.calls == 1


@pytest.mark.parametrize(
    "command",
    [
        "if x; then " * 1000 + "rm -rf y" + "; fi" * 1000,
        "for i in 1; do " * 1000 + "rm -rf y" + "; done" * 1000,
        "case x in a) " * 1000 + "rm -rf y",
        "X=a;" + "X=$X$X;" * 200 + "rm -rf $X",
        "{a,b}" * 1000 + "; rm -rf y",
        "echo 'rm -rf y' " + "| sh " * 1000,
        "<<A " * 1000 + "\n" + "A\n" * 1000 + "rm -rf y",
        "psql -c '" + "DROP TABLE a;" * 2000 + "'",
        "'" * 10_000 + ";rm -rf y",
    ],
    ids=lambda text: text[:12],
)
def test_a_command_of_any_size_is_blocked_in_a_moment(command: str) -> None:
    said = reason(command)

    assert said


@pytest.mark.parametrize(
    "command",
    [
        "true\n" * 2500 + "rm -rf y",
        "x=1;" * 20_000 + "rm -rf y",
        "#x\n" * 40_000 + "rm -rf y",
        "a " * 40_000 + "; rm -rf y",
        "echo '" + "a" * 70_000 + "'; rm -rf y",
        "bash <<'E'\n" + "true\n" * 3000 + "rm -rf y\nE",
        nested("rm -rf y", 9),
        nested("rm -rf y", 12),
        "echo " + "$(echo " * 10 + "$(rm -rf y)" + ")" * 10,
        "( " * 60 + "rm -rf y" + " )" * 60,
    ],
    ids=lambda text: text[:14],
)
def test_no_limit_hides_what_is_beyond_it(command: str) -> None:
    assert reason(command)


@pytest.mark.parametrize(
    "command",
    [
        "true\n" * 1500,
        "echo '" + "a" * 60_000 + "'",
        "cat > notes.md <<'E'\n" + "never run rm -rf /\n" * 6000 + "E",
        "git commit -m '" + "no rm -rf here. " * 500 + "'",
    ],
    ids=lambda text: text[:14],
)
def test_a_long_command_that_destroys_nothing_passes(command: str) -> None:
    assert not reason(command)
