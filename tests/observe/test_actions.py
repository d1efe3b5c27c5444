"""A host's tool, named as an action."""

import pytest

from habitus.observe import actions


@pytest.mark.parametrize(
    ("tool", "action"),
    [
        ("Read", "read"),
        ("Edit", "edit"),
        ("MultiEdit", "edit"),
        ("filesystem__edit", "edit"),
        ("filesystem.edit", "edit"),
        ("mcp__filesystem__read_file", "read"),
        ("apply_patch", "edit"),
        ("str_replace_based_edit_tool", "edit"),
        ("shell.bash", "bash"),
        ("exec_command", "bash"),
        ("run_shell_command", "bash"),
        ("write_file", "write"),
        ("web.search", "web_search"),
        ("WebSearch", "web_search"),
        ("Task", "agent"),
        ("calendar.edit", "calendar.edit"),
        ("mailbox.read", "mailbox.read"),
        ("memory.search", "memory.search"),
        ("mcp__github__search", "github.search"),
        ("get_weather", "get_weather"),
        ("", ""),
    ],
)
def test_a_tool_is_named_by_what_it_does(tool: str, action: str) -> None:
    assert actions.name(tool) == action


@pytest.mark.parametrize(
    ("args", "target"),
    [
        ({"file_path": "a.py"}, "a.py"),
        ({"path": "b.py", "file_path": ""}, "b.py"),
        ({"notebook_path": "n.ipynb"}, "n.ipynb"),
        ({"command": "*** Begin Patch\n*** Update File: src/a.py\n@@\n-x\n+y\n*** End Patch"}, "src/a.py"),
        ({"input": "*** Update File: a.py\n*** Update File: b.py"}, ""),
        ({"file_path": 7}, ""),
        ({}, ""),
    ],
)
def test_a_call_is_about_one_file_or_none(args: dict[str, object], target: str) -> None:
    assert actions.target("edit", args) == target
