"""Code that a tool runs is read as the command that would run it: `confirm_destructive` asks before it destroys anything."""

from typing import Any

import pytest

from habitus.enforce.check import Call
from habitus.enforce.rules import confirm_destructive
from habitus.parse import actions, coded
from habitus.types import Session


def said(tool: str, **args: Any) -> str:
    fires = confirm_destructive.narrowed(tool)
    return str(fires(Session(key="s"), Call(tool=tool, action=actions.name(tool), args=args, workspace="/w"), 0)) if fires else ""


@pytest.mark.parametrize(
    ("tool", "field"),
    [
        ("execute_python", "code"), ("python", "code"), ("code_interpreter", "code"), ("code_execution", "code"), ("PythonREPL", "query"),
        ("mcp__x__run_python", "script"), ("mcp__ide__executeCode", "code"), ("mcp__jupyter__insert_execute_code_cell", "cell_source"),
        ("python_repl", "input"), ("Python_REPL", "__arg1"), ("run_python_code", "python_code"), ("mcp__e2b__run_code", "code"),
        ("mcp__jupyter__execute", "source"),
    ],
)  # fmt: skip
def test_a_tool_that_runs_code_is_read_under_whatever_name(tool: str, field: str) -> None:
    assert "deletes" in said(tool, **{field: 'import shutil\nshutil.rmtree("/srv/data")'})
    assert "deletes" in said(tool, **{field: ["import os\n", 'os.system("rm -rf /srv/data")']})
    assert said(tool, **{field: 'import pandas as pd\npd.read_csv("/srv/data/a.csv").describe()'}) == ""


@pytest.mark.parametrize(
    "code",
    [
        "from subprocess import run\nrun(['rm', '-rf', '/srv'])",
        "from subprocess import (\n    call as go,\n)\ngo('rm -rf /srv', shell=True)",
        "import subprocess as s; s.run('rm -rf /srv', shell=True)",
        "from os import system as r; r('rm -rf /srv')",
        "from shutil import copy, rmtree as gone\ngone('/srv')",
        "!rm -rf /srv",
        "import os\nfiles = !rm -rf /srv",
        "%%bash\ncd /srv\nrm -rf data",
        "%sx rm -rf /srv",
        "get_ipython().system('rm -rf /srv')",
        "import sqlite3\nsqlite3.connect('a.db').execute('DROP TABLE users')",
    ],
)
def test_names_that_were_brought_in_and_lines_for_a_shell_are_followed(code: str) -> None:
    assert said("execute_python", code=code)


@pytest.mark.parametrize(
    "code",
    [
        "const { rm } = require('fs/promises'); await rm('/srv', { recursive: true })",
        "import { rm as gone } from 'node:fs/promises'; await gone('/srv', { recursive: true, force: true })",
        "const files = require('node:fs'); files.rm('/srv', { recursive: true }, () => {})",
        "import * as disk from 'fs'; disk.rmdir('/srv', { recursive: true }, () => {})",
        "await $`rm -rf /srv`",
    ],
)
def test_node_is_read_in_its_own_ways(code: str) -> None:
    assert said("run_javascript", code=code)
    assert said("run_code", language="typescript", code=code)


def test_a_call_says_which_language_it_is() -> None:
    assert said("run_code", language="bash", code="rm -rf /srv")
    assert said("run_code", language="ruby", code="FileUtils.rm_rf('/srv')")
    assert said("execute_code", language="cobol", code="shutil.rmtree('/srv')") == ""


@pytest.mark.parametrize(
    "code",
    [
        "from asyncio import run\nrun(main(['rm', '-rf', 'x']))",
        "print('never do shutil.rmtree here')  # shutil.rmtree('/srv')",
        "from os import listdir as rmtree_count\nrmtree_count('/srv')",
        "assert a != b\nprint(f'{a}!')\nx = 5 % 3",
        "cart.remove('apple'); queue.delete(7); df.drop(columns=['a'])",
    ],
)
def test_what_only_looks_like_it_passes(code: str) -> None:
    assert said("execute_python", code=code) == ""


@pytest.mark.parametrize(
    "tool",
    ["generate_code", "format_python", "browser_evaluate", "search_code", "code_review", "get_page", "node", "python_docs_search", "Read"],
)
def test_a_tool_that_only_speaks_of_code_runs_none(tool: str) -> None:
    given = "import shutil; shutil.rmtree('/srv')"
    assert not coded.script(tool, {"text": given} if tool != "node" else {"id": "n1"})
