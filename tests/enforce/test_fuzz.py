"""Commands made of the nastiest pieces there are: something is always decided, in time, and nothing crashes."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from enforce.play import Play
from habitus.enforce.check import Call
from habitus.enforce.rules import BUILT_IN, confirm_destructive
from habitus.parse import destructive, effects, shell
from habitus.types import Session

WORDS = st.sampled_from(
    ["rm", "-rf", "-r", "-f", "--", "git", "push", "reset", "--hard", "+main", "sudo", "env", "X=1", "xargs", "sh", "bash",
     "-c", "-lc", "eval", "find", "-exec", "{}", "+", "\\;", "-delete", "cat", "sed", "-i", "psql", "-c", "'DROP TABLE t'",
     "\"DELETE FROM t\"", "python3", "-c", "\"import shutil; shutil.rmtree('x')\"", "echo", "base64", "-d", "timeout", "5",
     "nice", "parallel", ":::", "busybox", "ssh", "host", "docker", "run", "curl", "-X", "DELETE", "dd", "of=/dev/sda",
     "pytest", "build", "/", "~", "*", "a.py", "''", '""', "-", "--help", "--dry-run", "ls", "-la"]
)  # fmt: skip
GLUE = st.sampled_from(
    [" ", " ", " ", "  ", "\n", "\t", ";", " && ", " || ", " | ", " |& ", " & ", "\\\n", "(", ")", " { ", "; }", "$(", "`",
     "'", '"', "\\", "$", "${", "}", "$X", "${X:-y}", "${X//a/b}", "<", ">", ">>", "2>&1", "&>", "<(", ">(", "<<EOF\n",
     "<<-'EOF'\n", "\nEOF\n", "<<<", "#", " # ", "!", "[[ ", " ]]", "((", "))", "if ", "then ", "fi", "for i in ", "do ",
     "done", "while ", "case x in ", "esac", "function f", "f(){ ", "coproc ", "time ", "\0", "\r", "\x1b", "é", "\u202e",
     "\ud800", "\U0001f600", "$'\\x72\\x6d'", "{a,b}", "{1..9}", "[a-z]", "?", "=", "\N{NO-BREAK SPACE}"]
)  # fmt: skip
COMMANDS = st.lists(st.one_of(WORDS, GLUE), max_size=30).map("".join) | st.lists(WORDS, max_size=12).map(" ".join)
NESTED = st.recursive(
    COMMANDS,
    lambda inner: st.one_of(
        st.builds("sh -c '{}'".format, inner),
        st.builds('bash -lc "{}"'.format, inner),
        st.builds("$({})".format, inner),
        st.builds("({})".format, inner),
        st.builds("echo '{}' | sh".format, inner),
        st.builds("bash <<'EOF'\n{}\nEOF".format, inner),
        st.builds("X='{}'; $X".format, inner),
        st.builds("eval {}".format, inner),
        st.builds("find . -exec sh -c '{}' \\;".format, inner),
        st.builds("python3 -c \"import os; os.system('{}')\"".format, inner),
    ),
    max_leaves=4,
)
QUICKLY = settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])


class Crashes(logging.Handler):
    """Collects what would otherwise only be logged."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(record.getMessage())


@pytest.fixture(scope="module")
def play() -> Play:
    return Play({"profile": "coding"})


@pytest.fixture(scope="module")
def crashes() -> Iterator[Crashes]:
    handler, log = Crashes(), logging.getLogger("habitus.enforce")
    log.addHandler(handler)
    yield handler
    log.removeHandler(handler)


@given(command=NESTED)
@QUICKLY
@example(command="")
@example(command="\\")
@example(command="$(" * 200)
@example(command="(" * 500 + "rm -rf x" + ")" * 500)
@example(command="sh -c '" * 30 + "rm -rf x" + "'" * 30)
@example(command="<<A <<B <<C\nA\nB\n")
@example(command="${" * 100)
@example(command="$((((((((((((1))))))))))))")
@example(command="eval " * 200 + "rm -rf x")
@example(command="sudo " * 200 + "rm -rf x")
@example(command="rm -rf " + "x " * 5000)
@example(command="`" * 301)
@example(command="{a,b}" * 30)
@example(command="X=$X$X;" * 60 + "rm -rf $X")
@example(command="\ud800 rm -rf x")
def test_any_command_is_decided_and_soon(play: Play, crashes: Crashes, command: str) -> None:
    call = play.call("bash", command=command)
    decision = play.layer.judge(replace(call, session=call.id))  # a session of its own: no example depends on those before it

    assert decision.ruling in ("allow", "block")
    assert crashes.found == []


@given(command=NESTED)
@QUICKLY
def test_any_command_can_be_read_and_asked_everything(command: str) -> None:
    script = shell.commands(command, "/w")

    destructive.find(script)
    done = effects.effects(script)
    assert effects.is_test_run(script) in (True, False)
    assert effects.browses(script) in (True, False)
    assert isinstance(effects.reads_file(script), str)
    assert all(isinstance(path, str) and path for paths in done for path in paths)


@given(prefix=COMMANDS.filter(lambda text: not set(text) & set("#'\"\\`$(){}<>&|;\n\0")))
@settings(max_examples=150, deadline=None)
def test_what_comes_before_on_its_own_line_hides_nothing(prefix: str) -> None:
    call = Call(tool="bash", action="bash", args={"command": f"echo {prefix}\nrm -rf build"}, workspace="/w")

    assert confirm_destructive.fires(Session(key="s"), call, 0)


SQL = st.lists(
    st.sampled_from(
        ["DROP", "TABLE", "DATABASE", "TRUNCATE", "DELETE", "FROM", "WHERE", "id = 1", "users", ";", "--", "/*", "*/", "'", '"',
     "`", "$$", "(", ")", ",", "SELECT", "WITH x AS (", "UPDATE", "SET", "a=1", "\n", " ", " ", "1", "\\", "\0", "é", "BEGIN",
     "EXECUTE", "GO", "\ud800"]
    ),
    max_size=20,
).map(" ".join)  # fmt: skip


@given(text=SQL)
@QUICKLY
def test_any_sql_in_a_database_tool_is_decided(text: str) -> None:
    call = Call(tool="database.execute", action="database.execute", args={"sql": text})

    assert isinstance(confirm_destructive.fires(Session(key="s"), call, 0), str)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.sampled_from(["rm -rf x", "a.py", "bash"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["name", "tool", "params", "args", "command", "calls", "lint", "data", "severity"]), inner, max_size=4
        )
    ),
    max_leaves=10,
)
NAMES = st.sampled_from(
    ["command", "file_path", "path", "sql", "statements", "name", "tool", "params", "arguments", "calls", "recursive", "pattern"]
)
TOOLS = st.sampled_from(
    [
        "bash",
        "Edit",
        "write",
        "read",
        "database.execute",
        "execute_tool",
        "run_parallel",
        "filesystem.rm",
        "apply_patch",
        "",
        "a.b.c",
        "__",
        ".",
    ]
)


@given(tool=TOOLS | st.text(max_size=8), args=st.dictionaries(NAMES, JSON, max_size=5), result=JSON, text=st.text(max_size=20))
@settings(QUICKLY, max_examples=200)
def test_any_call_of_any_shape_can_be_asked_about_by_every_rule(tool: str, args: dict[str, Any], result: Any, text: str) -> None:
    from habitus.parse import actions

    action = actions.name(tool)
    call = Call(tool=tool, action=action, target=actions.target(action, args), args=args, result=result, text=text, workspace="/w", nth=5)

    for check in BUILT_IN:
        reason = check.fires(Session(key="s"), call, check.limit)
        assert isinstance(check.verdict(call, Session(key="s"), reason).message, str)
