"""`POST /v1/check`: what `habitus check` does, and nothing of the server's in it."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from habitus.cli.root import habitus
from habitus.layer import Layer

TRACE: list[dict[str, Any]] = [
    {"event": "user", "text": "clean up"},
    {"event": "call", "id": "c1", "tool": "Edit", "args": {"file_path": "a.py"}},
    {"event": "call", "id": 2, "tool": "Bash", "args": {"command": "rm -rf build"}},
    {"event": "approve", "tool": "Bash", "args": {"command": "rm -rf build"}},
    {"event": "call", "id": "c3", "tool": "Bash", "args": {"command": "rm -rf build"}},
    {"event": "result", "id": "c3", "result": "ok"},
    {"event": "nonsense"},
    {"event": "profile", "name": "nobody"},
    {"event": "text", "text": "Done."},
]


def test_a_trace_is_judged_as_on_the_command_line(client: TestClient) -> None:
    body = {"profile": "coding", "workspace": "/somewhere", "events": TRACE}

    answers = client.post("/v1/check", json=body).json()["answers"]
    typed = CliRunner().invoke(habitus, ["check", "--profile", "coding", "--workspace", "/somewhere"], "\n".join(map(json.dumps, TRACE)))

    assert answers == [json.loads(line) for line in typed.stdout.splitlines()]
    assert [answer.get("decision") for answer in answers] == ["allow", "block", "allow", None, None, None, None]
    assert "event" in answers[4]["error"]
    assert "does not exist" in answers[5]["error"]


def test_nothing_of_a_trace_is_kept(client: TestClient, layer: Layer) -> None:
    before = layer.store.counts()

    client.post("/v1/check", json={"events": TRACE})

    assert layer.store.counts() == before
    assert list(layer.store.past().recent(10)) == []


def test_no_lesson_and_no_file_of_the_server_has_a_say(client: TestClient, tmp_path: Path) -> None:
    """Else a trace would tell which files are there."""
    there = tmp_path / "there.py"
    there.write_text("x = 1")
    calls = [{"event": "call", "id": "c1", "tool": "Write", "args": {"file_path": path}} for path in (str(there), "/nowhere/a.py")]

    found = [client.post("/v1/check", json={"profile": "coding", "events": [call]}).json() for call in calls]

    assert found[0] == found[1]


def test_an_unknown_profile_is_told_the_nearest(client: TestClient) -> None:
    answer = client.post("/v1/check", json={"profile": "codng", "events": []})

    assert (answer.status_code, "did you mean `coding`?" in answer.json()["detail"]) == (409, True)


RULES: dict[str, Any] = {
    "security": {
        "behavior": {
            "profile": "",
            "custom": [
                {
                    "id": "no_build",
                    "rule": "Leave build/ alone.",
                    "trigger": "bash",
                    "action": "block",
                    "condition": {"type": "contains", "field": "command", "substring": "build"},
                }
            ],
        }
    },
    "capabilities": {"default_policy": "auto", "deny": ["Edit"]},
}


def test_a_trace_is_judged_by_the_rules_that_are_sent_as_on_the_command_line(client: TestClient, tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    file.write_text(json.dumps(RULES))

    answers = client.post("/v1/check", json={"config": RULES, "workspace": "/somewhere", "events": TRACE}).json()["answers"]
    typed = CliRunner().invoke(habitus, ["check", "--config", str(file), "--workspace", "/somewhere"], "\n".join(map(json.dumps, TRACE)))

    assert answers == [json.loads(line) for line in typed.stdout.splitlines()]
    assert [answer.get("decision") for answer in answers[:2]] == ["block", "block"]
    assert answers[1]["verdicts"][0]["rule"] == "no_build"


@pytest.mark.parametrize(
    ("config", "status", "said"),
    [
        ({"security": {"behavior": {"rules": {"read_befor_edit": True}}}}, 409, "read_before_edit"),
        ({"security": {"behavior": {"profile": "{{env.HOME}}"}}}, 409, "HOME"),
        ({"security": {"behavior": {"profiles": "/etc"}}}, 409, "is a folder of this machine: send the rules themselves"),
        ({"security": {"behavior": "strict"}}, 409, "`security.behavior`"),
        ({"security": []}, 409, "`security`"),
        ({"security": {"behavior": {"custom": ["x" * 40_000]}}}, 413, "at most 40000 characters"),
    ],
)
def test_what_is_wrong_with_rules_that_are_sent_is_named(client: TestClient, config: Any, status: int, said: str) -> None:
    answer = client.post("/v1/check", json={"config": config, "events": []})

    assert (answer.status_code, said in answer.json()["detail"]) == (status, True), answer.json()["detail"]
