"""Fixes and knowledge, as a person types them."""

import gc
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Typed

Asked = Callable[..., Any]
ERROR = "ValidationError: date must be in the format YYYY-MM-DD"


@pytest.fixture
def stumbles(tmp_path: Path) -> Path:
    """Ten sessions in which the agent fails, and finds out how it goes."""
    file = tmp_path / "stumbles.jsonl"
    lines: list[dict[str, Any]] = []
    for n in range(10):
        moment = {"session": f"s{n}", "at": f"2026-10-01T09:00:{n:02}Z"}
        lines += [
            {**moment, "event": "user", "text": "book a table"},
            {**moment, "event": "call", "id": "c1", "tool": "book_table", "args": {"date": f"day {n}"}},
            {**moment, "event": "result", "id": "c1", "error": ERROR},
            {**moment, "event": "call", "id": "c2", "tool": "book_table", "args": {"date": f"2026-10-{n + 10}"}},
            {**moment, "event": "result", "id": "c2", "result": "booked"},
        ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


def test_learning_leaves_the_collector_of_garbage_as_it_was(typed: Typed, stumbles: Path) -> None:
    before = gc.get_threshold()

    typed("learn", stumbles)

    assert gc.get_threshold() == before


def filtered(home: Path, command: str, *lines: Any) -> list[Any]:
    ran = subprocess.run(
        [sys.executable, "-m", "habitus.cli", command], input="".join(json.dumps(line) + "\n" for line in lines), capture_output=True,
        text=True, check=True, env={"HABITUS_HOME": str(home), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    return [json.loads(line) for line in ran.stdout.splitlines()]


def test_a_known_fix_is_listed_however_many_errors_without_one_are_more_common(typed: Typed, asked: Asked, tmp_path: Path) -> None:
    """Two that nothing helped, three times each; then one that was met once, and mended."""
    lines: list[dict[str, Any]] = []
    for n in range(6):
        moment = {"session": f"s{n}", "at": f"2026-10-01T09:00:0{n}Z"}
        lines += [
            {**moment, "event": "call", "id": "c1", "tool": "pay" if n % 2 else "ship", "args": {}},
            {**moment, "event": "result", "id": "c1", "error": "the far side is closed"},
        ]
    mended = {"session": "mended", "at": "2026-10-01T09:01:00Z"}
    lines += [
        {**mended, "event": "call", "id": "c1", "tool": "book_table", "args": {"date": "tomorrow"}},
        {**mended, "event": "result", "id": "c1", "error": ERROR},
        {**mended, "event": "call", "id": "c2", "tool": "book_table", "args": {"date": "2026-10-11"}},
        {**mended, "event": "result", "id": "c2", "result": "booked"},
    ]
    file = tmp_path / "trouble.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    typed("learn", file)

    assert [one["tool"] for one in asked("errors", "--fixed", "--limit", "1")] == ["book_table"]


def test_errors_without_a_fix_are_not_said_to_be_none(typed: Typed, tmp_path: Path) -> None:
    moment = {"session": "s1", "at": "2026-10-01T09:00:00Z"}
    lines = [
        {**moment, "event": "call", "id": "c1", "tool": "pay", "args": {}},
        {**moment, "event": "result", "id": "c1", "error": "the far side is closed"},
    ]
    file = tmp_path / "closed.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    typed("learn", file)

    assert typed("errors", "--fixed").stdout == "No fix is known yet: what keeps failing is listed by `habitus errors`.\n"


def test_what_keeps_failing_is_listed_with_what_helped(typed: Typed, asked: Asked, stumbles: Path) -> None:
    assert "No tool has failed" in typed("errors").stdout
    typed("learn", stumbles)

    (error,) = asked("errors")

    assert error["occurrences"] == 10
    assert "date" in error["text"]
    assert "YYYY-MM-DD" in typed("errors", "--fixed").stdout


def test_the_filter_says_what_helped_and_whether_it_is_sure(typed: Typed, stumbles: Path, home: Path) -> None:
    typed("learn", stumbles)

    found, unknown, bad = filtered(
        home, "fix", {"tool": "book_table", "args": {"date": "x"}, "error": ERROR}, {"tool": "other", "error": "boom"}, {"tool": 3}
    )

    assert found["auto_apply"] is True
    assert found["confidence"] >= 0.7
    assert "date" in found["fix"]
    assert unknown == {"fix": None}
    assert "error" in bad


def test_a_fix_is_shown_forgotten_and_brought_back(typed: Typed, asked: Asked, stumbles: Path) -> None:
    typed("learn", stumbles)
    id = asked("errors")[0]["id"][:8]

    assert "seen        10×" in typed("learning", "show", id).stdout
    forgotten = typed("learning", "forget", id).stdout
    assert asked("errors") == []
    typed("undo", forgotten.split()[-1])
    assert len(asked("errors")) == 1
    assert "nothing learned begins" in typed("learning", "show", "zz", fails=2).output


def test_status_and_history_say_how_it_stands(typed: Typed, asked: Asked, stumbles: Path) -> None:
    assert "Nothing yet" in typed("learning", "history").stdout
    typed("learn", stumbles)

    found = asked("learning", "status")
    assert (found["learnings"], found["fixes"], found["graph"]) == (1, 1, False)
    assert "a fix is offered from confidence 0.7" in typed("learning", "status").stdout
    assert asked("learning", "history")[0]["kind"] == "tool_error"


def test_one_failure_is_not_told_as_many_and_a_graph_that_is_off_has_no_ways(typed: Typed, stumbles: Path) -> None:
    typed("learn", stumbles)

    shown = typed("learning", "status").stdout

    assert "1 failure known, 1 with a fix" in shown
    assert "off, 0 edges" in shown
    assert typed("graph", "path", "tool:book_table", "tool:none").stdout == typed("graph", "show").stdout


def test_the_graph_is_walked_and_exported(typed: Typed, asked: Asked, stumbles: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "The graph is off" in typed("graph", "show").stdout
    monkeypatch.setenv("HABITUS_GRAPH__ENABLED", "true")
    typed("learn", stumbles)

    edges = asked("graph", "show", "tool:book_table")
    error = edges[0]["subject"]
    assert {edge["predicate"] for edge in asked("graph", "show", error)} >= {"causedBy", "inSession", "resolvedBy"}
    fix = next(edge["object"] for edge in asked("graph", "show", error) if edge["predicate"] == "resolvedBy")
    assert len(asked("graph", "path", "tool:book_table", fix)) == 2
    assert "No way leads" in typed("graph", "path", "tool:book_table", "tool:none").stdout
    assert json.loads(typed("graph", "export").stdout)
    assert typed("graph", "export", "--format", "graphml").stdout.startswith("<?xml")
    assert "graph" in typed("graph", "export", "--format", "mermaid").stdout
