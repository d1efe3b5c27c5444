"""The text that calls put into files, and code that is found in it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.parse import shell
from habitus.parse.written import Written, by_shell, by_tool, finder

PATCH = "*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** Add File: sub/b.ts\n+z\n*** Delete File: c.ts\n*** End Patch\n"
DIFF = "--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-x\n+y\n"


@pytest.mark.parametrize(
    ("args", "wanted"),
    [
        ({"old_string": "x", "new_string": "y"}, [Written("/w/t", "y", "x")]),
        ({"oldText": "x", "newText": "y"}, [Written("/w/t", "y", "x")]),
        (
            {"edits": [{"old_string": "x", "new_string": "y"}, {"old_string": "y"}, 3]},
            [Written("/w/t", "y", "x"), Written("/w/t", "", "y")],
        ),
        ({"content": "y"}, [Written("/w/t", "y")]),
        ({"command": "create", "file_text": "y"}, [Written("/w/t", "y")]),
        ({"command": "insert", "insert_line": 3, "insert_text": "y"}, [Written("/w/t", "y", "")]),
        ({"new_source": "y"}, [Written("/w/t", "y")]),
        ({"input": PATCH}, [Written("/w/a.ts", "y", "x"), Written("/w/sub/b.ts", "z", "")]),
        ({"diff": DIFF}, [Written("/w/a.ts", "y", "x")]),
        ({"patch": "@@\n-x\n+y"}, [Written("/w/t", "y", "x")]),
        ({"content": 3, "edits": "x"}, []),
        ({}, []),
    ],
)
def test_what_a_file_tool_brings(args: dict[str, Any], wanted: list[Written]) -> None:
    assert list(by_tool("/w/t", args, "/w")) == wanted


@pytest.mark.parametrize(
    ("command", "wanted"),
    [
        ("cat > a.py <<'EOF'\nx\nEOF", [Written("/w/a.py", "x\n")]),
        ("cd sub && cat >> a.py <<'EOF'\nx\nEOF", [Written("/w/sub/a.py", "x\n", "")]),
        ("echo x > a.py", [Written("/w/a.py", "x\n")]),
        ("printf 'x %s' y >> /tmp/a.py", [Written("/tmp/a.py", "x y", "")]),
        ("echo x | tee -a a.py b.py", [Written("/w/a.py", "x\n", ""), Written("/w/b.py", "x\n", "")]),
        ("sudo bash -c 'echo x > a.py'", [Written("/w/a.py", "x\n")]),
        (f"apply_patch <<'EOF'\n{PATCH}EOF", [Written("/w/a.ts", "y", "x"), Written("/w/sub/b.ts", "z", "")]),
        (f"git apply <<'EOF'\n{DIFF}EOF", [Written("/w/a.ts", "y", "x")]),
        ("echo x", []),
        ("echo x 2> log", []),
        ("git commit -m 'use console.log'", []),
        ("grep -rn console.log > found", []),
    ],
)
def test_what_a_shell_puts_into_files(command: str, wanted: list[Written]) -> None:
    assert list(by_shell(shell.commands(command, "/w"), "/w")) == wanted


@pytest.mark.parametrize(
    ("text", "there", "not_there"),
    [
        ("console.log", "console.log(1)|window.console.log(1)|x=console.log", "console.logger(1)|myconsole.log(1)|console-log"),
        ("print(", "print(1)|x = print(1)|if a:print(1)", "rich.print(1)|def print(x):|pprint(1)|print|blueprint(1)"),
        ("eval(", "eval(x)", "model.eval()|function eval(x) {}|fn eval() {}|func eval() {}"),
        (".unwrap()", "x.unwrap()|x?.unwrap();", "x.unwrap_or()|unwrap()"),
        ("<img", "<img src>|<img/>|(<img>)", "<image>|Array<img>|<img-zoom>"),
        ("!important", "a: b !important;", "important|!importantly"),
        ("@ts-ignore", "// @ts-ignore|/* @ts-ignore: x */", "@ts-ignored|@ts-ignore-all"),
        ("==", "a == b|a==b", "a === b|a != b|a <= b|a !== b"),
        ("export default", "export default x|export  default x", "exportdefault|export defaults"),
        ("import *", "import * as x|from x import *", "import x"),
        ("except:", "except:|  except:", "except ValueError:"),
        ("var … =", "var x = 1|var $x=1", "env var|variable = 1|var x"),
        (": any\n", "x: any|x: any;|x:any  ", "Note: any user|x: anything"),
        ("std::endl", "<< std::endl;", "std::endless"),
        ("SELECT *", "SELECT * FROM t|SELECT  *  FROM t", "SELECT a"),
        ("type: ignore", "# type: ignore[x]|# type:ignore", "type: ignored"),
    ],
)  # fmt: skip
def test_code_is_found_as_a_word_of_its_own(text: str, there: str, not_there: str) -> None:
    count = finder((text,))

    assert [line for line in there.split("|") if count(f"a\n{line}\nb") != 1] == []
    assert [line for line in not_there.split("|") if count(f"a\n{line}\nb")] == []


def test_each_of_several_is_counted() -> None:
    assert finder(("console.log", "debugger;"))("console.log(1); debugger; console.log(2)") == 3


@given(st.text(min_size=1, max_size=40).filter(str.strip), st.text(max_size=200))
def test_whatever_is_looked_for_is_looked_for_in_anything(text: str, there: str) -> None:
    assert finder((text,))(there) >= 0


@given(st.dictionaries(st.sampled_from(["content", "edits", "input", "old_string", "new_string", "insert_line"]), st.text() | st.none()))
def test_no_call_is_too_strange_to_be_read(args: dict[str, Any]) -> None:
    assert all(isinstance(one.new, str) for one in by_tool("/w/t", args, "/w"))
