"""POST /v1/hooks/{host} on the server."""

import sys
from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from habitus.layer import Layer
from habitus.server import hooks
from habitus.server.hooks import CANARY, EVENTS, LARGEST


@pytest.fixture
def asked(layer: Layer) -> Iterator[TestClient]:
    """The routes alone: who may ask is decided at the door."""
    with TestClient(Starlette(routes=hooks.routes(layer)), base_url="http://127.0.0.1") as client:
        yield client


def test_a_hook_is_answered_over_http(asked: TestClient) -> None:
    given = {"hook_event_name": "PreToolUse", "session_id": "s1", "cwd": "/w", "tool_name": "Bash", "tool_use_id": "t1"}

    answer = asked.post("/v1/hooks/claude-code", json={**given, "tool_input": {"command": "rm -rf data"}})

    assert answer.status_code == 200
    assert answer.json()["hookSpecificOutput"]["permissionDecision"] == "deny"


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/v1/hooks/claude-code", b"{", 400),
        ("/v1/hooks/claude-code", b"[]", 400),
        ("/v1/hooks/nobody", b"{}", 404),
    ],
)
def test_what_is_no_hook_is_refused_with_a_reason_and_the_remedy(asked: TestClient, path: str, body: bytes, status: int) -> None:
    answer = asked.post(path, content=body)

    told = answer.json()
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert (told["type"], told["status"], bool(told["title"])) == (f"urn:habitus:problem:{status}", status, True)
    assert ": " in told["detail"]


DEEP = b"[" * 20_000 + b"]" * 20_000  # Python 3.13 reads ten thousand


@pytest.mark.parametrize("more", [DEEP, b"1 2"], ids=["deep", "broken"])
@pytest.mark.parametrize(
    ("host", "event", "denial"),
    [
        ("claude-code", b"PreToolUse", '"permissionDecision":"deny"'),
        ("codex", b"PreToolUse", '"permissionDecision":"deny"'),
        ("gemini", b"BeforeTool", '"decision":"deny"'),
        ("cursor", b"preToolUse", '"permission":"deny"'),
        ("copilot", b"PreToolUse", '"permissionDecision":"deny"'),
        ("opencode", b"PreToolUse", '"permissionDecision":"deny"'),
    ],
)
def test_a_call_that_cannot_be_read_is_denied(asked: TestClient, host: str, event: bytes, denial: str, more: bytes) -> None:
    call = b'{"hook_event_name": "%s", "session_id": "s1", "tool_name": "Bash", "tool_input": {"command": "rm -rf data", "x": %s}}'

    answer = asked.post(f"/v1/hooks/{host}", content=call % (event, more))

    assert answer.status_code == 200
    assert denial in answer.text


def test_a_call_that_names_another_event_in_its_arguments_is_denied_all_the_same(asked: TestClient) -> None:
    call = b'{"tool_name": "x", "tool_input": {"hook_event_name": "Stop", "x": %s}, "session_id": "s1", "hook_event_name": "PreToolUse"}'

    assert '"permissionDecision":"deny"' in asked.post("/v1/hooks/claude-code", content=call % DEEP).text


@pytest.mark.parametrize("args", [DEEP, b'{"toolResult": 1, "error": %s}' % DEEP], ids=["deep", "as if it had run"])
def test_a_call_that_does_not_name_its_event_is_denied_by_what_it_carries(asked: TestClient, args: bytes) -> None:
    call = b'{"sessionId": "s1", "cwd": "/", "toolName": "bash", "toolArgs": %s}'

    answer = asked.post("/v1/hooks/copilot", content=call % args)

    assert answer.status_code == 200
    assert '"permissionDecision":"deny"' in answer.text


def test_a_call_that_can_just_be_read_is_judged_or_denied(layer: Layer) -> None:
    args = b'{"command": "rm -rf data", "x": %s}'
    call = b'{"hook_event_name": "BeforeTool", "session_id": "s1", "tool_name": "run_shell_command", "tool_input": %s}' % args
    reception = hooks.Reception(layer)

    most = sys.getrecursionlimit()
    answers = [reception.answer("gemini", call % (b"[" * deep + b"]" * deep)) for deep in range(most - 130, most)]

    assert {status for status, _ in answers} == {200}
    assert all(b'"decision":"deny"' in said for _, said in answers)


def test_what_cannot_be_read_and_is_no_call_is_a_failed_hook(asked: TestClient) -> None:
    told = b'{"hook_event_name": "PostToolUse", "session_id": "s1", "tool_name": "Bash", "tool_response": %s}' % DEEP
    unnamed = b'{"sessionId": "s1", "toolName": "bash", "toolArgs": "{}", "toolResult": %s}' % DEEP

    assert asked.post("/v1/hooks/claude-code", content=told).status_code == 400
    assert asked.post("/v1/hooks/copilot", content=unnamed).status_code == 400


def test_a_number_of_thousands_of_digits_hides_no_call(asked: TestClient) -> None:
    call = b'{"hook_event_name": "PreToolUse", "session_id": "s1", "tool_name": "Bash", "tool_input": {"command": "%s", "x": %s}}'

    answers = [asked.post("/v1/hooks/claude-code", content=call % (command, b"9" * 5000)) for command in (b"ls", b"rm -rf data")]

    assert ["deny" in answer.text for answer in answers] == [False, True]
    assert "could not be read" not in answers[1].text


def test_a_store_that_is_gone_is_a_failed_hook_and_no_crash(asked: TestClient, layer: Layer) -> None:
    layer.store.close()

    answer = asked.post("/v1/hooks/claude-code", json={"hook_event_name": "UserPromptSubmit", "session_id": "s1", "prompt": "hi"})

    assert answer.status_code == 503


def prompted(asked: TestClient, session: str, said: str) -> str:
    given = {"hook_event_name": "UserPromptSubmit", "session_id": f"{CANARY}{session}", "cwd": "/w", "prompt": said}
    answer = asked.post("/v1/hooks/claude-code", json=given)
    assert answer.status_code == 200
    return answer.text


@pytest.mark.parametrize("by", ["others", "the same"])
def test_what_the_doctor_sends_is_forgotten_before_it_fills_the_memory(asked: TestClient, by: str) -> None:
    call = {"hook_event_name": "PreToolUse", "session_id": f"{CANARY}1", "tool_name": "Bash", "tool_input": {"command": "npm install"}}
    prompted(asked, "1", "add lodash")
    asked.post("/v1/hooks/claude-code", json=call)
    prompted(asked, "1", "no, use pnpm instead of npm")
    assert "pnpm" in prompted(asked, "2", "install npm lodash")

    for nth in range(2 * EVENTS):
        prompted(asked, f"other {nth}" if by == "others" else "2", f"hello {nth}")

    assert "pnpm" not in prompted(asked, "3", "install npm lodash")


def test_what_is_too_large_for_a_checkup_is_refused_and_others_may_send_it(asked: TestClient) -> None:
    given = {"hook_event_name": "UserPromptSubmit", "cwd": "/w", "prompt": "x" * LARGEST}

    said = [asked.post("/v1/hooks/claude-code", json={**given, "session_id": id}) for id in (f"{CANARY}1", "s1")]

    assert [answer.status_code for answer in said] == [413, 200]
