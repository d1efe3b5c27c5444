"""Each host in its own words, by its contract: what it tells, and what it can be told."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus import assemble, config
from habitus.doubles import FrozenClock
from habitus.hosts.hooks import HOSTS, encoder
from habitus.hosts.hooks.answers import Reply, fresh
from habitus.hosts.hooks.flow import Hooks
from habitus.layer import Layer

DELETES = {"command": "rm -rf data"}
EDITS = {"file_path": "/w/a.py"}
FILES = {"server_name": "files", "tool_name": "read"}


def claude(event: str, tool: str, args: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"hook_event_name": event, "session_id": "s1", "cwd": "/w", "tool_name": tool, "tool_input": args, "tool_use_id": "t1", **more}


def gemini(event: str, tool: str, args: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"hook_event_name": event, "session_id": "s1", "cwd": "/w", "tool_name": tool, "tool_input": args, "timestamp": "…", **more}


def cursor(event: str, tool: str, args: dict[str, Any], **more: Any) -> dict[str, Any]:
    common = {"hook_event_name": event, "conversation_id": "s1", "generation_id": "g1", "workspace_roots": ["/w"], "cursor_version": "2"}
    return {**common, "tool_name": tool, "tool_input": args, "tool_use_id": "t1", **more}


def copilot(tool: str, args: Any, **more: Any) -> dict[str, Any]:
    return {"sessionId": "s1", "cwd": "/w", "timestamp": 1, "toolName": tool, "toolArgs": args, **more}


BEFORE: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "claude-code": (claude("PreToolUse", "Bash", DELETES), claude("PreToolUse", "Edit", EDITS)),
    "codex": (
        claude("PreToolUse", "Bash", DELETES, turn_id="1", model="m"),
        claude("PreToolUse", "apply_patch", {"command": "*** Begin Patch\n*** Update File: a.py\n@@\n-a\n+b\n*** End Patch\n"}),
    ),
    "gemini": (gemini("BeforeTool", "run_shell_command", DELETES), gemini("BeforeTool", "replace", EDITS)),
    "cursor": (cursor("preToolUse", "Shell", DELETES), cursor("preToolUse", "edit_file", EDITS)),
    "copilot": (copilot("bash", DELETES), copilot("edit", '{"path": "/w/a.py"}')),
    "opencode": (claude("PreToolUse", "bash", DELETES), claude("PreToolUse", "edit", {"filePath": "/w/a.py"})),
}
DENIALS = {
    "claude-code": lambda said: said["hookSpecificOutput"]["permissionDecision"] == "deny" and said["hookSpecificOutput"],
    "codex": lambda said: said["hookSpecificOutput"]["permissionDecision"] == "deny" and said["hookSpecificOutput"],
    "gemini": lambda said: said["decision"] == "deny" and said["reason"],
    "cursor": lambda said: said["permission"] == "deny" and said["agent_message"],
    "copilot": lambda said: said["permissionDecision"] == "deny" and said["permissionDecisionReason"],
    "opencode": lambda said: said["hookSpecificOutput"]["permissionDecision"] == "deny" and said["hookSpecificOutput"],
}


@pytest.mark.parametrize("host", HOSTS)
def test_a_destructive_call_is_denied_in_the_hosts_own_words(hooks: Hooks, host: str) -> None:
    said = hooks.respond(host, BEFORE[host][0])

    assert "It needs the user's approval" in str(DENIALS[host](said))


@pytest.mark.parametrize("host", HOSTS)
def test_a_warning_comes_before_the_call_where_the_host_can_pass_it_on(hooks: Hooks, host: str) -> None:
    said = hooks.respond(host, BEFORE[host][1])

    assert ("You are editing /w/a.py without having read it" in str(said)) == HOSTS[host].says_before


@pytest.mark.parametrize(
    ("host", "event", "more"),
    [("gemini", "AfterTool", {"tool_response": {"llmContent": "ok"}}), ("opencode", "PostToolUse", {"tool_response": "ok"})],
)
def test_what_could_not_be_said_before_a_call_is_said_with_its_result(hooks: Hooks, host: str, event: str, more: dict[str, Any]) -> None:
    hooks.respond(host, BEFORE[host][1])

    said = hooks.respond(host, {**BEFORE[host][1], "hook_event_name": event, **more})

    text = said["hookSpecificOutput"]["additionalContext"]
    assert "You are editing /w/a.py without having read it" in text
    assert "You edited /w/a.py" in text


@pytest.fixture
def asking(tmp_path: Path) -> Hooks:
    settings = config.Settings(capabilities=config.Capabilities(default_policy="ask"))
    return Hooks(assemble.trial(settings, profile="", clock=FrozenClock()))


@pytest.mark.parametrize("host", HOSTS)
def test_what_a_host_cannot_ask_about_is_denied(asking: Hooks, host: str) -> None:
    said = str(asking.respond(host, BEFORE[host][1]))

    assert "The policy asks a person about" in said
    assert ("'ask'" in said) == HOSTS[host].asks
    assert ("'deny'" in said) != HOSTS[host].asks


FAILED = {
    "claude-code": claude("PostToolUseFailure", "Read", EDITS, error="File does not exist."),
    "codex": claude("PostToolUse", "Bash", {"command": "cat /w/a.py"}, tool_response="cat: /w/a.py: No such file or directory\n"),
    "gemini": gemini("AfterTool", "read_file", EDITS, tool_response={"llmContent": "", "error": {"message": "no such file"}}),
    "cursor": cursor("postToolUseFailure", "Read", EDITS, error_message="no such file", failure_type="error"),
    "opencode": claude("PostToolUseFailure", "read", {"filePath": "/w/a.py"}, error="File not found: /w/a.py"),
    "copilot": copilot("view", EDITS, toolResult={"resultType": "failure", "textResultForLlm": "no such file"}),
}


EXITED = "<untrusted_context>\nOutput: cat: /w/a.py: No such file\nExit Code: {code}\nProcess Group PGID: 7\n</untrusted_context>"
SHELLED = {
    "gemini": lambda code: gemini(
        "AfterTool", "run_shell_command", {"command": "cat /w/a.py"}, tool_response={"llmContent": EXITED.format(code=code)}
    ),
    "copilot": lambda code: copilot(
        "bash",
        {"command": "cat /w/a.py"},
        toolResult={"resultType": "success", "textResultForLlm": f"cat: no such file\n<shellId: 0 completed with exit code {code}>"},
    ),
}


@pytest.mark.parametrize("code", [0, 1, 127])
@pytest.mark.parametrize("host", SHELLED)
def test_a_commands_exit_code_tells_whether_it_failed(hooks: Hooks, layer: Layer, host: str, code: int) -> None:
    hooks.respond(host, SHELLED[host](code))

    live = layer.session("s1")
    assert bool(live.failures or live.unread) == (code != 0)


def test_a_file_that_tells_of_an_exit_code_was_read_all_the_same(hooks: Hooks, layer: Layer) -> None:
    hooks.respond("gemini", gemini("AfterTool", "read_file", EDITS, tool_response={"llmContent": "a log\nExit Code: 1\n"}))

    assert layer.session("s1").sets["read_files"] == {"/w/a.py"}


@pytest.mark.parametrize(
    ("given", "heard"),
    [
        ('"add lodash"', "add lodash"),
        ('"say \\"hi\\" to them"', 'say "hi" to them'),
        ('"this" and "that"', '"this" and "that"'),
        ('"', '"'),
        ('"one"', '"one"'),
    ],
)
def test_the_quotation_marks_that_opencode_puts_around_a_prompt_are_nobodys_words(given: str, heard: str) -> None:
    said = encoder("opencode").hear({"hook_event_name": "UserPromptSubmit", "session_id": "s1", "prompt": given})

    assert said.text == heard


@pytest.mark.parametrize("host", FAILED)
def test_what_failed_is_heard_as_a_failure(hooks: Hooks, layer: Layer, host: str) -> None:
    hooks.respond(host, FAILED[host])

    assert layer.session("s1").seq == 2  # nobody asked us before it ran
    assert layer.session("s1").sets.get("read_files", set()) == set()
    assert layer.session("s1").failures or layer.session("s1").unread


@pytest.mark.parametrize("text", ["", "error_handling.py\nsetup.py\n", "cat\n", "total 4\n", "main.c: In function\n", "no such luck\n"])
def test_what_a_codex_command_prints_is_not_taken_for_a_failure(text: str) -> None:
    heard = encoder("codex").hear(claude("PostToolUse", "Bash", {"command": "make"}, tool_response=text))

    assert (heard.error, heard.result) == (None, text)


@pytest.mark.parametrize(
    ("host", "given_", "name"),
    [
        ("claude-code", claude("PreToolUse", "mcp__files__read", {}), "mcp__files__read"),
        (
            "gemini",
            gemini("BeforeTool", "mcp_files_read", {}, mcp_context={"server_name": "files", "tool_name": "read"}),
            "mcp__files__read",
        ),
        ("cursor", cursor("preToolUse", "MCP:read", {}), "mcp__cursor__read"),
        ("copilot", copilot("create", {}), "Write"),
    ],
)
def test_tools_are_named_as_at_the_other_hosts(host: str, given_: dict[str, Any], name: str) -> None:
    assert encoder(host).hear(given_).tool == name


def test_a_host_without_names_for_calls_gets_its_results_matched_by_what_was_called(hooks: Hooks, layer: Layer) -> None:
    for n in (1, 2, 1):
        hooks.respond("gemini", gemini("BeforeTool", "read_file", {"file_path": f"/w/{n}.py"}))
    assert len(layer.session("s1").waiting) == 3

    for n in (1, 1, 2):
        hooks.respond("gemini", gemini("AfterTool", "read_file", {"file_path": f"/w/{n}.py"}, tool_response={"llmContent": "x"}))

    assert layer.session("s1").waiting == {}
    assert layer.session("s1").sets["read_files"] == {"/w/1.py", "/w/2.py"}


@pytest.mark.parametrize("host", HOSTS)
def test_nothing_to_say_is_an_empty_object_and_words_for_the_model_never_go_to_the_screen(host: str) -> None:
    speaks = encoder(host)
    for event, kind in speaks.KINDS.items():
        assert speaks.tell(Reply(), event, kind) == {}
        said = speaks.tell(Reply(context="a word"), event, kind)
        assert "systemMessage" not in said
        assert "'allow'" not in str(said)


# ── whatever a host may send ──

TREE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(max_size=12), below, max_size=4),
    max_leaves=12,
)
FIELDS = (
    "session_id", "sessionId", "conversation_id", "cwd", "workspace_roots", "tool_name", "toolName", "tool_input", "toolArgs",
    "tool_use_id", "tool_response", "toolResult", "tool_output", "error", "error_message", "prompt", "prompt_response",
    "last_assistant_message",
    "source", "stop_hook_active", "agent_id", "index", "delta", "mcp_context", "reason", "loop_count", "prompt_id",
)  # fmt: skip


@pytest.fixture(scope="module")
def any_hooks() -> Hooks:
    return Hooks(assemble.trial(config.Settings(), profile="coding", clock=FrozenClock()))


@given(host=st.sampled_from(list(HOSTS)), data=st.data())
def test_no_input_breaks_a_hook(any_hooks: Hooks, host: str, data: st.DataObject) -> None:
    event = data.draw(st.sampled_from([*encoder(host).KINDS, "Unknown"]) | st.none())
    given_ = data.draw(st.dictionaries(st.sampled_from(FIELDS), TREE, max_size=12))

    said = any_hooks.respond(host, {"hook_event_name": event, **given_})

    assert isinstance(said, dict)


@pytest.mark.parametrize("size", [100_000, 3_000_000])
def test_a_huge_result_is_kept_by_its_first_and_last_pages(hooks: Hooks, layer: Layer, size: int) -> None:
    hooks.respond("claude-code", claude("PostToolUse", "Read", EDITS, tool_response={"file": {"content": "x" * size + "end"}}))

    kept = [told.event for told in layer.store.events("s1")][-1]
    assert len(str(kept)) < 25_000
    assert "end" in str(kept)


# ── guidance is told once ──

RULES = st.lists(st.sampled_from([f"• [x] Rule {n}." for n in range(6)]), unique=True, max_size=5)


@given(turns=st.lists(RULES, max_size=5))
def test_over_a_session_every_line_is_told_exactly_once(turns: list[list[str]]) -> None:
    told: set[str] = set()

    said = [fresh("\n".join(["[LEARNED BEHAVIORAL RULES]", *lines]) if lines else "", told) for lines in turns]

    heard = [line for text in said for line in text.split("\n") if line.startswith("•")]
    assert sorted(heard) == sorted({line for lines in turns for line in lines})
    assert all(text == "" or text.startswith("[LEARNED") for text in said)
