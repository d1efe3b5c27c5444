"""Whatever the text, the parser answers, and soon."""

from __future__ import annotations

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from habitus.parse.destructive import find, find_sql
from habitus.parse.effects import browses, effects, is_test_run, reads_file
from habitus.parse.shell import commands

PIECES = st.sampled_from(
    [
        " ",
        "\n",
        ";",
        "|",
        "&",
        "&&",
        "||",
        "(",
        ")",
        "{",
        "}",
        "$(",
        "${",
        "$((",
        "))",
        "`",
        "'",
        '"',
        "\\",
        "<",
        ">",
        "<<",
        "<<E",
        "<<'E'",
        "\nE\n",
        "<<<",
        "2>&1",
        "#",
        "$",
        "$X",
        "${X:-",
        "=",
        "X=",
        "a",
        "-rf",
        "rm",
        "git",
        "reset",
        "--hard",
        "sudo",
        "sh",
        "-c",
        "eval",
        "xargs",
        "find",
        "-exec",
        "{}",
        "\\;",
        "if",
        "then",
        "fi",
        "for",
        "in",
        "do",
        "done",
        "case",
        "esac",
        ";;",
        "[[",
        "]]",
        "((",
        "f()",
        "!",
        "echo",
        "python",
        "-e",
        "psql",
        "DROP TABLE x",
        "parallel",
        ":::",
        "base64",
        "-d",
        "cd",
        "\x00",
        "é",
        "\ud800",
        "{a,b}",
        "*",
        "~",
        "printf",
        "%s",
    ]
)
TEXTS = st.one_of(st.lists(PIECES, max_size=60).map("".join), st.lists(PIECES, max_size=40).map(" ".join), st.text(max_size=300))


@settings(max_examples=800, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TEXTS)
@example("f(){ f|f& };f")
@example("for")
@example("case")
@example("function")
@example("<<")
@example("a <")
@example("((")
def test_no_text_makes_it_raise_or_hang(text: str) -> None:
    script = commands(text, cwd="/w")
    find(script)
    effects(script)
    is_test_run(script)
    browses(script)
    reads_file(script)
    find_sql(text)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(PIECES, min_size=1, max_size=4).map("".join), st.integers(2000, 16_000))
@example("a <<X\n", 16_000)
@example("$(", 16_000)
@example("`a ", 16_000)
@example('"$(a', 16_000)
@example("f(){ f;};f;", 4000)
@example("python -c 'system(system(' ", 2000)
@example("{a,b}", 16_000)
@example("if a; then ", 6000)
@example("(a;", 16_000)
@example("for i in 1 2 3 4 5 6 7 8; do ", 2500)
@example("echo a | xargs ", 4000)
@example("case x in a) ", 6000)
@example("find . -exec ", 2000)
@example("sudo ", 10_000)
@example("eval ", 5000)
@example("${X:-", 4000)
@example("bash -c '", 5000)
@example("()", 5000)
@example("[[ ", 16_000)
@example("for ", 16_000)
def test_the_same_again_and_again_ends_soon(piece: str, times: int) -> None:
    text = piece * times
    script = commands(text[:200_000])
    find(script)
    effects(script)


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_the_same_text_always_means_the_same(text: str) -> None:
    assert commands(text) == commands(text)
