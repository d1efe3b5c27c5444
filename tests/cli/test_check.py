"""`habitus check`: a trace in, verdicts out. First its contract line by line, then every shared sequence."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from habitus import assemble
from habitus.cli.check import tried
from habitus.cli.root import habitus

CASES = Path(__file__).parents[1] / "cases" / "behavior_sequences.json"
APP = """\
app:
  app_id: behavior-bot
  name: Behavior Bot
  version: "1.0"
runtime:
  mode: conversation
  max_turns: 6
agents:
  - id: main
    brain: {provider: deepseek, model: deepseek-chat, config: {api_key: "{{env.DEEPSEEK_API_KEY}}"}}
    system_prompt: |
      You are a code-editing assistant. Use Read, Edit, and Bash.
tools:
  modules: {filesystem: {}, shell: {}, memory: {}}
  capabilities:
    default_policy: auto
security:
  behavior:
    profile: coding
    classify_turns: false
"""

DELETES = {"event": "call", "id": "d", "tool": "bash", "args": {"command": "rm -rf build"}}
APPROVES = {**DELETES, "event": "approve"}
EDITS = {"event": "call", "id": "e", "tool": "edit", "args": {"file_path": "a.py"}}
SPEAKS = {"event": "text", "id": "t", "text": "I will do it."}


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HABITUS_HOME", str(tmp_path / "home"))


def typed(given: str | bytes, *words: object, fails: int = 0) -> Result:
    done = CliRunner().invoke(habitus, ["check", *map(str, words)], input=given, prog_name="habitus")
    assert done.exit_code == fails, done.output + repr(done.exception)
    return done


def answers(*lines: Any, profile: str | None = "coding", options: tuple[object, ...] = ()) -> list[Any]:
    """What the filter answers to these lines: objects, or texts as they stand."""
    given = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    chosen = () if profile is None else ("--profile", profile)
    return [json.loads(line) for line in typed(given, *chosen, *options).stdout.splitlines()]


def rules(answer: Any) -> list[str]:
    return [verdict["rule"] for verdict in answer["verdicts"]]


# ── what it answers ──


def test_calls_results_and_texts_are_answered_in_order_and_nothing_else_is() -> None:
    said = answers(
        {"event": "user", "text": "go"},
        {"event": "text", "id": "t1", "text": "I'm not sure."},
        {"event": "turn"},
        {"event": "profile", "name": "dev"},
        {"event": "call", "id": "c1", "tool": "edit", "args": {"file_path": "a.py"}},
        {"event": "result", "id": "c1", "result": "ok"},
        {"event": "approve", "tool": "bash", "args": {"command": "rm -rf x"}},
        {"event": "end"},
    )

    assert [(answer["id"], answer.get("decision")) for answer in said] == [("t1", None), ("c1", "allow"), ("c1", None)]
    assert [sorted(answer) for answer in said] == [["id", "verdicts"], ["decision", "id", "verdicts"], ["id", "verdicts"]]


def test_a_verdict_names_its_rule_its_action_its_moment_and_its_message() -> None:
    before, after = answers(SPEAKS, EDITS, {"event": "result", "id": "e"})[1:]

    assert before["verdicts"] == [
        {"rule": "read_before_edit", "action": "warn", "when": "pre_tool", "message": before["verdicts"][0]["message"]}
    ]
    assert str(Path("a.py").absolute()) in before["verdicts"][0]["message"]
    assert [(v["rule"], v["action"], v["when"]) for v in after["verdicts"]] == [("verify_after_edit", "remind", "post_tool")]


def test_a_text_may_have_no_id() -> None:
    assert answers({"event": "text", "text": "I'm not sure."})[0]["id"] is None
    assert rules(answers({"event": "text", "id": None, "text": "I'm not sure."})[0]) == ["web_search_when_unknown"]


def test_standard_output_carries_answers_only() -> None:
    done = typed(json.dumps(DELETES) + "\n", "--profile", "coding")

    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""


def test_nothing_in_nothing_out() -> None:
    assert answers() == []
    assert answers("", "   ", "\t") == []


def test_the_last_line_needs_no_end() -> None:
    assert json.loads(typed(json.dumps(DELETES), "--profile", "coding").stdout)["decision"] == "block"


# ── bad lines ──


@pytest.mark.parametrize(
    "line",
    [
        "{broken",
        "nonsense",
        "[1, 2]",
        "7",
        "null",
        '"text"',
        "{}",
        '{"event": "nope"}',
        '{"event": null}',
        '{"event": ["call"]}',
        '{"event": "call"}',
        '{"event": "call", "id": "c"}',
        '{"event": "call", "id": "c", "tool": null}',
        '{"event": "call", "id": "c", "tool": 7.5}',
        '{"event": "call", "id": "c", "tool": "bash", "args": []}',
        '{"event": "call", "id": "c", "tool": "bash", "args": "x"}',
        '{"event": "call", "id": {}, "tool": "bash"}',
        '{"event": "result"}',
        '{"event": "result", "id": "c", "error": {}}',
        '{"event": "text"}',
        '{"event": "user"}',
        '{"event": "approve"}',
        '{"event": "approve", "tool": "bash", "args": 7}',
        '{"event": "profile", "name": "nope"}',
        '{"event": "profile", "name": ["coding"]}',
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"event": "call", "id": "c", "tool": "bash", "args": ' + '{"a":' * 100_000 + "1" + "}" * 100_001,
    ],
    ids=lambda line: line[:60],
)
def test_a_bad_line_gets_an_error_and_the_rest_goes_on(line: str) -> None:
    said = answers(SPEAKS, line, DELETES)

    assert list(said[1]) == ["error"]
    assert said[1]["error"]
    assert (said[2]["decision"], rules(said[2])) == ("block", ["confirm_destructive"])


def test_bytes_that_are_not_text_are_a_bad_line() -> None:
    given = json.dumps(SPEAKS).encode() + b"\n\xff\xfe\n" + json.dumps(DELETES).encode() + b"\n"

    said = [json.loads(line) for line in typed(given, "--profile", "coding").stdout.splitlines()]

    assert list(said[1]) == ["error"]
    assert said[2]["decision"] == "block"


@pytest.mark.parametrize("word", ["\ud800", "a\0b", "\u2028", "é\u202e", "x" * 100_000], ids=["half", "nul", "line", "turned", "long"])
def test_strange_text_anywhere_is_answered(word: str) -> None:
    lines = [
        json.dumps({"event": "call", "id": word, "tool": f"t{word}", "args": {word: word, "command": word, "file_path": word}}),
        json.dumps({"event": "result", "id": word, "result": {word: [word]}}),
        json.dumps({"event": "text", "id": word, "text": word}),
        json.dumps({"event": "user", "text": word}),
        json.dumps({"event": "approve", "tool": word, "args": {word: word}}),
    ]

    assert [answer["id"] for answer in answers(*lines, SPEAKS)] == [word, word, word, "t"]


def test_numbers_that_json_does_not_have_are_answered_too() -> None:
    (said,) = answers('{"event": "call", "id": "c", "tool": "t", "args": {"a": NaN, "b": Infinity, "c": 1e999, "d": ' + "9" * 400 + "}}")

    assert said["decision"] == "allow"


def test_optional_fields_may_be_null_or_missing_and_unknown_ones_are_ignored() -> None:
    said = answers(
        {"event": "text", "id": None, "text": "I will.", "extra": {"a": [1]}},
        {"event": "call", "id": "c1", "tool": "read", "args": None, "batch": None, "more": 1},
        {"event": "result", "id": "c1", "result": None, "error": None},
        {"event": "call", "id": "c2", "tool": "read"},
        {"event": "result", "id": "c2"},
        {"event": "approve", "tool": "bash", "args": None},
        {"event": "turn", "id": None, "text": None},
    )

    assert [answer.get("error") for answer in said] == [None] * 5


def test_what_only_our_transcripts_say_is_not_asked_here() -> None:
    said = answers({**EDITS, "session": "other", "at": "not a time", "agent": 7, "workspace": ["x"], "key": {}})

    assert said[0]["decision"] == "allow"


def test_ids_may_repeat_and_may_be_numbers() -> None:
    read = {"event": "call", "id": 1, "tool": "read", "args": {"file_path": "a.py"}}
    edit = {"event": "call", "id": 1, "tool": "edit", "args": {"file_path": "a.py"}}
    back = {"event": "result", "id": 1, "result": "ok"}

    said = answers(SPEAKS, read, back, edit, back, edit, back)[1:]

    assert [answer["id"] for answer in said] == [1] * 6
    assert [rules(answer) for answer in said] == [[], [], [], ["verify_after_edit"], [], ["verify_after_edit"]]


# ── what it decides ──


def test_an_approved_call_lists_no_block_and_uses_the_approval_up() -> None:
    said = answers(SPEAKS, DELETES, APPROVES, DELETES, DELETES)[1:]

    assert [answer["decision"] for answer in said] == ["block", "allow", "block"]
    assert said[1]["verdicts"] == []


def test_an_approval_is_for_exactly_that_call() -> None:
    other = {**DELETES, "args": {"command": "rm -rf /"}}

    assert [answer["decision"] for answer in answers(SPEAKS, APPROVES, other, DELETES)[1:]] == ["block", "allow"]


def test_a_result_for_a_blocked_call_moves_no_state_and_draws_nothing() -> None:
    command = {**DELETES, "args": {"command": "cat a.py; rm -rf build"}}

    said = answers(SPEAKS, command, {"event": "result", "id": "d", "result": "ok"}, EDITS)[1:]

    assert said[1] == {"id": "d", "verdicts": []}
    assert rules(said[2]) == ["read_before_edit"]


def test_a_result_nobody_waits_for_is_answered_with_nothing() -> None:
    assert answers({"event": "result", "id": "nobody"}) == [{"id": "nobody", "verdicts": []}]


def test_an_error_in_a_result_is_a_call_that_failed() -> None:
    read = {"event": "call", "id": "r", "tool": "read", "args": {"file_path": "a.py"}}

    assert rules(answers(SPEAKS, read, {"event": "result", "id": "r", "error": "no such file"}, EDITS)[3]) == ["read_before_edit"]
    assert rules(answers(SPEAKS, read, {"event": "result", "id": "r", "error": ""}, EDITS)[3]) == []


def test_in_a_batch_counters_and_streaks_move_with_each_call_and_files_are_known_when_they_are_back() -> None:
    reads = [{"event": "call", "id": f"c{n}", "tool": "read", "args": {"file_path": f"{n}.py"}, "batch": 1} for n in range(4)]
    edit = {"event": "call", "id": "e", "tool": "edit", "args": {"file_path": "0.py"}, "batch": 1}

    said = answers(SPEAKS, *reads, edit, {"event": "result", "id": "c0"}, edit)[1:]

    assert [rules(answer) for answer in said] == [[], [], [], ["search_before_read"], ["read_before_edit"], [], []]


@pytest.mark.parametrize("opens", [{"event": "user", "text": "go"}, {"event": "turn"}])
def test_a_message_or_a_turn_opens_a_turn(opens: Any) -> None:
    call = {"event": "call", "id": "c", "tool": "read", "args": {}}

    assert [rules(answer) for answer in answers(opens, call, call, opens, call)] == [["plan_before_execute"], [], ["plan_before_execute"]]


def test_an_unknown_tool_passes() -> None:
    assert answers({"event": "call", "id": "c", "tool": "no.such.tool"}, profile="")[0] == {"id": "c", "decision": "allow", "verdicts": []}


# ── profiles ──


def test_without_options_the_usual_profile_holds() -> None:
    assert answers(DELETES, profile=None)[0]["decision"] == "block"


def test_an_empty_profile_is_none() -> None:
    assert answers(DELETES, EDITS, profile="") == [
        {"id": "d", "decision": "allow", "verdicts": []},
        {"id": "e", "decision": "allow", "verdicts": []},
    ]


def test_a_swap_keeps_the_state_and_changes_the_rules() -> None:
    reads = [{"event": "call", "id": f"c{n}", "tool": "read", "args": {"file_path": f"{n}.py"}} for n in range(6)]

    said = answers(
        SPEAKS, *reads[:4], {"event": "profile", "name": "research"}, reads[4], {"event": "profile", "name": "coding"}, reads[5]
    )[1:]

    assert [rules(answer) for answer in said] == [[], [], [], ["search_before_read"], [], ["search_before_read"]]


def test_a_swap_keeps_cooldowns_and_approvals() -> None:
    said = answers(SPEAKS, APPROVES, {"event": "profile", "name": "data"}, DELETES, DELETES)

    assert [answer.get("decision") for answer in said] == [None, "allow", "block"]


@pytest.mark.parametrize("name", ["", None])
def test_a_swap_to_nothing_goes_back_to_the_beginning(name: str | None) -> None:
    said = answers(DELETES, {"event": "profile", "name": "coding"}, DELETES, {"event": "profile", "name": name}, DELETES, profile="")

    assert [answer["decision"] for answer in said] == ["allow", "block", "allow"]


def test_an_unknown_profile_is_wrong_use() -> None:
    done = typed("", "--profile", "codign", fails=2)

    assert done.stdout == ""
    assert "did you mean `coding`?" in done.stderr


# ── settings ──


def test_the_seeds_app_file_runs_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "behavior-bot.yaml"
    file.write_text(APP)

    said = answers(SPEAKS, DELETES, EDITS, profile=None, options=("--config", file))

    assert [(answer.get("decision"), rules(answer)) for answer in said[1:]] == [
        ("block", ["confirm_destructive"]),
        ("allow", ["read_before_edit"]),
    ]


def test_settings_may_be_json_and_the_option_wins_over_their_profile(tmp_path: Path) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text(json.dumps({"security": {"behavior": {"profile": "coding", "rules": {"verify_after_edit": True}}}}))

    assert answers(DELETES, profile=None, options=("--config", file))[0]["decision"] == "block"
    assert answers(DELETES, profile="", options=("--config", file))[0]["decision"] == "allow"


@pytest.mark.parametrize("at", ["capabilities", "tools"])
def test_capabilities_stand_at_the_top_or_under_tools(tmp_path: Path, at: str) -> None:
    file, lists = tmp_path / "app.yaml", {"default_policy": "auto", "ask": ["web.fetch"], "deny": ["edit"]}
    file.write_text(
        json.dumps({"app": {"app_id": "x"}, "capabilities": lists} if at == "capabilities" else {"tools": {"capabilities": lists}})
    )
    fetch = {"event": "call", "id": "f", "tool": "web.fetch", "args": {"url": "http://x"}}

    said = answers(
        SPEAKS, EDITS, fetch, {**fetch, "event": "approve"}, fetch, {**EDITS, "event": "approve"}, EDITS, options=("--config", file)
    )

    assert [answer["decision"] for answer in said[1:]] == ["block", "ask", "allow", "block"]


def test_declared_rules_and_tracking_of_the_file_are_in_force(tmp_path: Path) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text(
        """
security:
  behavior:
    profile: ''
    state_tracking:
      counters:
        deploys: {increment_on: ci.deploy}
    rule_definitions:
      - id: one_deploy
        trigger: ci.deploy
        action: block
        condition: {counter_gte: {name: deploys, value: 1}}
        message: "Once is enough: {counter:deploys}."
"""
    )
    deploy = {"event": "call", "id": "c", "tool": "ci.deploy"}

    said = answers(deploy, deploy, profile=None, options=("--config", file))

    assert [answer["decision"] for answer in said] == ["allow", "block"]
    assert said[1]["verdicts"][0]["message"] == "Once is enough: 1."


def test_a_mistake_in_the_file_is_told_with_its_line_and_nothing_is_answered(tmp_path: Path) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text("security:\n  behavior:\n    custom:\n      - id: x\n        condition:\n          param_contian: {}\n")

    done = typed(json.dumps(DELETES), "--config", file, fails=2)

    assert done.stdout == ""
    assert (
        f"{file}:6 `security.behavior.custom.0.condition.param_contian` is not a condition; did you mean `param_contains`?" in done.stderr
    )


def test_a_mistake_in_a_profile_of_ones_own_is_told_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "mine.yaml").write_text("extends: coding\nruels: {}\n")
    file = tmp_path / "settings.yaml"
    file.write_text(json.dumps({"security": {"behavior": {"profile": "mine", "profiles": str(tmp_path / "own")}}}))

    assert "mine.yaml" in typed("", "--config", file, fails=2).stderr


def test_a_file_that_is_not_there_is_wrong_use(tmp_path: Path) -> None:
    assert typed("", "--config", tmp_path / "no.yaml", fails=2).stdout == ""


def test_no_settings_are_read_but_those_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    silent = "security: {behavior: {profile: ''}}\n"
    (tmp_path / "habitus.yaml").write_text(silent)
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "habitus.yaml").write_text(silent)
    (tmp_path / "named.yaml").write_text(silent)
    monkeypatch.setenv("HABITUS_CONFIG", str(tmp_path / "named.yaml"))
    monkeypatch.setenv("HABITUS_SECURITY__BEHAVIOR__PROFILE", "research")

    said = answers(SPEAKS, EDITS, profile=None)

    assert rules(said[1]) == ["read_before_edit"]


def test_nothing_is_kept_between_runs(tmp_path: Path) -> None:
    read = {"event": "call", "id": "r", "tool": "read", "args": {"file_path": "a.py"}}
    answers(SPEAKS, read, {"event": "result", "id": "r"}, APPROVES)
    before = sorted(tmp_path.rglob("*"))

    said = answers(SPEAKS, EDITS, DELETES)

    assert (rules(said[1]), said[2]["decision"]) == (["read_before_edit"], "block")
    assert sorted(tmp_path.rglob("*")) == before


# ── the workspace ──


@pytest.mark.parametrize("workspace", ["/nowhere/at/all", "relative", "."])
def test_paths_are_spelled_against_the_workspace_which_need_not_exist(workspace: str) -> None:
    read = {"event": "call", "id": "r", "tool": "read", "args": {"file_path": str(Path(workspace).absolute() / "src" / "a.py")}}
    edit = {**EDITS, "args": {"file_path": "./src/a.py"}}

    assert rules(answers(SPEAKS, read, {"event": "result", "id": "r"}, edit, options=("--workspace", workspace))[3]) == []


def test_a_link_and_its_file_are_one(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x")
    (tmp_path / "now.py").symlink_to("a.py")
    read = {"event": "call", "id": "r", "tool": "read", "args": {"file_path": "now.py"}}

    assert rules(answers(SPEAKS, read, {"event": "result", "id": "r"}, EDITS, options=("--workspace", tmp_path))[3]) == []


def test_a_file_shown_by_the_shell_is_one_with_its_link_too(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.py").write_text("x")
    (tmp_path / "link").symlink_to("real")
    shown = {"event": "call", "id": "r", "tool": "bash", "args": {"command": "cat a.py"}}

    said = answers(SPEAKS, shown, {"event": "result", "id": "r"}, EDITS, options=("--workspace", tmp_path / "link"))

    assert rules(said[3]) == []


def test_a_file_on_disk_is_found_in_the_workspace(tmp_path: Path) -> None:
    (tmp_path / "ws").mkdir()
    (tmp_path / "ws" / "cfg.yaml").write_text("x")
    write = {"event": "call", "id": "w", "tool": "write", "args": {"file_path": "cfg.yaml"}}

    assert rules(answers(SPEAKS, write, options=("--workspace", tmp_path / "ws"))[1]) == ["read_before_write_existing"]
    assert rules(answers(SPEAKS, write, options=("--workspace", tmp_path))[1]) == []


# ── as a process ──


def test_every_answer_is_flushed_before_the_next_line_is_read() -> None:
    words = [sys.executable, "-m", "habitus.cli", "check", "--profile", "coding"]
    same = {**os.environ, "PYTHONPATH": str(Path(assemble.__file__).parents[1])}  # the code under test, wherever it was started from
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=same) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(3):
            process.stdin.write(json.dumps({**DELETES, "id": number}) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.stdout.read() == ""
        assert process.wait(10) == 0


# ── the shared sequences ──


def trace(case: dict[str, Any]) -> list[dict[str, Any]]:
    """A sequence as the lines that the filter reads; the results of a batch follow its last call. As `tools/score` does it."""
    rows: list[dict[str, Any]] = []
    waiting: list[tuple[Any, dict[str, Any]]] = []
    for number, call in enumerate(case["calls"]):
        if waiting and call.get("batch") != waiting[0][0]:
            rows += [row for _, row in waiting]
            waiting = []
        if call.get("new_turn") or number == 0:
            rows.append({"event": "turn"})
        if call.get("set_profile"):
            rows.append({"event": "profile", "name": call["set_profile"]})
        if call.get("text"):
            rows.append({"event": "text", "id": f"t{number}", "text": call["text"]})
        if not call.get("tool"):
            continue
        given = {"tool": call["tool"], "args": call.get("args", {})}
        if call.get("approved"):
            rows.append({"event": "approve", **given})
        rows.append({"event": "call", "id": f"c{number}", **given, "batch": call.get("batch")})
        result = call.get("result") or {}
        row = {"event": "result", "id": f"c{number}", "result": result}
        if isinstance(result, dict) and result.get("status") not in (None, "completed"):
            row["error"] = str(result.get("error") or result.get("status"))
        if call.get("batch"):
            waiting.append((call["batch"], row))
        else:
            rows.append(row)
    return rows + [row for _, row in waiting]


SEQUENCES = [case for case in json.loads(CASES.read_text()) if case["contract"] != "peer_guard_test"]


@pytest.mark.parametrize("case", SEQUENCES, ids=lambda case: case["id"])
def test_a_shared_sequence(case: dict[str, Any], tmp_path: Path) -> None:
    for name in case.get("files_on_disk") or []:
        (tmp_path / name.lstrip("/")).write_text("x\n")
    file = None
    if case.get("config"):
        file = tmp_path / "score.yaml"
        file.write_text(json.dumps({"security": {"behavior": {"profile": case["profile"], **case["config"]}}}))
    trial = tried(case["profile"] or "", file, case.get("workspace") or str(tmp_path))

    said = [answer for row in trace(case) for answer in trial.answers(row)]

    focus = set(case.get("focus") or [one["rule"] for one in case["expect"]])
    wanted = {(one["call"], one["rule"], one["action"]) for one in case["expect"] if one["rule"] in focus}
    got = {(int(answer["id"][1:]), v["rule"], v["action"]) for answer in said for v in answer["verdicts"] if v["rule"] in focus}
    assert got == wanted, case["why"]
