"""A host's tool, named as an action; what a call is about; which tools a rule's trigger means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.parse import actions


@pytest.mark.parametrize(
    ("tool", "action"),
    [
        ("Read", "read"),
        ("Edit", "edit"),
        ("MultiEdit", "edit"),
        ("filesystem__edit", "edit"),
        ("filesystem.edit", "edit"),
        ("FILESYSTEM.EDIT", "edit"),
        ("mcp__filesystem__read_file", "read"),
        ("apply_patch", "edit"),
        ("str_replace_based_edit_tool", "edit"),
        ("shell.bash", "bash"),
        ("shell.run", "bash"),
        ("shell.bash_background", "bash"),
        ("exec_command", "bash"),
        ("run_shell_command", "bash"),
        ("run", "run"),
        ("script", "script"),
        ("write_file", "write"),
        ("write_to_file", "write"),
        ("replace_in_file", "edit"),
        ("apply_diff", "edit"),
        ("replace_string_in_file", "edit"),
        ("web.search", "web_search"),
        ("web.fetch", "web_fetch"),
        ("WebSearch", "web_search"),
        ("Task", "agent"),
        ("calendar.edit", "calendar.edit"),
        ("mailbox.read", "mailbox.read"),
        ("memory.search", "memory.search"),
        ("kubernetes.exec", "kubernetes.exec"),
        ("mcp__github__search", "github.search"),
        ("mymcp.read", "mymcp.read"),
        ("get_weather", "get_weather"),
        ("", ""),
    ],
)
def test_a_tool_is_named_by_what_it_does(tool: str, action: str) -> None:
    assert actions.name(tool) == action


@given(st.text(max_size=20))
def test_naming_a_name_changes_nothing(tool: str) -> None:
    once = actions.name(tool)

    assert actions.name(once) == once or "mcp" in once or "__" in tool


@pytest.mark.parametrize("action", [action for action in actions.NAMES if action != "bash"])
def test_every_action_is_its_own_name(action: str) -> None:
    assert actions.name(action) == action


@pytest.mark.parametrize(
    ("tool", "trigger", "is_meant"),
    [
        ("anything", "*", True),
        ("Edit", "edit", True),
        ("edit", "filesystem.edit", True),
        ("filesystem.edit", "edit", True),
        ("apply_patch", "MultiEdit", True),
        ("database.query", "query", True),
        ("query", "database.query", True),
        ("mcp__database__query", "database.query", True),
        ("billing.query", "database.query", False),
        ("calendar.edit", "edit", False),
        ("edit", "calendar.edit", False),
        ("filesystem.read", "mailbox.read", False),
        ("web.search", "memory.search", False),
        ("memory.search", "web.search", False),
        ("bash", "read", False),
        ("", "edit", False),
        ("", "*", True),
    ],
)
def test_a_trigger_means_every_spelling_of_its_tool_and_no_other_modules(tool: str, trigger: str, is_meant: bool) -> None:
    assert actions.is_named(tool, trigger) is is_meant


@pytest.mark.parametrize(
    ("args", "target"),
    [
        ({"file_path": "a.py"}, "a.py"),
        ({"path": "b.py", "file_path": ""}, "b.py"),
        ({"notebook_path": "n.ipynb"}, "n.ipynb"),
        ({"filePath": "d.py", "oldString": "a"}, "d.py"),
        ({"target_file": "e.py", "instructions": "x"}, "e.py"),
        ({"TargetFile": "f.py"}, "f.py"),
        ({"filepath": "c.py", "url": "http://x"}, "c.py"),
        ({"command": "*** Begin Patch\n*** Update File: src/a.py\n@@\n-x\n+y\n*** End Patch"}, "src/a.py"),
        ({"input": "*** Update File: a.py\n*** Update File: b.py"}, ""),
        ({"file_path": 7}, ""),
        ({"file_path": None, "path": ["a"]}, ""),
        ({"url": "http://x"}, ""),
        ({}, ""),
    ],
)
def test_a_call_is_about_one_file_or_none(args: dict[str, object], target: str) -> None:
    assert actions.target("edit", args) == target


@pytest.mark.parametrize(
    ("args", "subject"),
    [
        ({"url": "http://x"}, "http://x"),
        ({"query": "q", "pattern": "p"}, "q"),
        ({"pattern": "p", "target": "t"}, "p"),
        ({"target": "event-17"}, "event-17"),
        ({"url": 7, "query": ""}, ""),
        ({}, ""),
    ],
)
def test_what_is_not_about_a_file_is_about_something_else(args: dict[str, object], subject: str) -> None:
    assert actions.subject(args) == subject
