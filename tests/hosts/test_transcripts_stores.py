"""Gemini's, Cursor's and OpenCode's histories: their samples, their databases, and how they are found."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from habitus.hosts import transcripts
from habitus.hosts.transcripts import discovery
from habitus.types import Event, ToolCall, ToolResult, UserMessage
from hosts.test_transcripts_formats import EXAMPLES, read, told, utc, written

RUFF = [
    ("user", "check the code style"),
    ("text", "I will run the linter."),
    ("call", "bash", {"command": "flake8 ."}),
    ("error", "flake8: command not found"),
    ("user", "no, use ruff instead of flake8"),
    ("call", "bash", {"command": "ruff check ."}),
    ("result", "All checks passed!"),
]


def test_gemini() -> None:
    events = read(EXAMPLES / "gemini-port-number.jsonl")

    assert told(events) == [
        ("user", "start the development server"),
        ("text", "I will start it."),
        ("call", "run_shell_command", {"command": "npm run dev -- --port 3000"}),
        ("error", "Port 3000 is in use."),
        ("user", "no, use port 4100 instead of port 3000"),
        ("call", "run_shell_command", {"command": "npm run dev -- --port 4100"}),
        ("result", "ready on 4100"),
    ]
    assert {(one.session, one.agent, one.workspace) for one in events} == {
        ("0f3c9a52-7d1e-4b60-8f2a-5a1d6c2e9b11", "gemini", "/home/dana/shop")
    }
    assert events[0].at == utc(2026, 10, 6, 8, 0, 5)


def test_an_older_chat_of_geminis_is_one_object(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in (EXAMPLES / "gemini-port-number.jsonl").read_text().splitlines()]
    whole = {**lines[0], "messages": [line for line in lines[1:] if "type" in line]}
    file = tmp_path / "session-2026-10-06T08-00-0f3c9a52.json"
    file.write_text(json.dumps(whole, indent=2))

    assert told(read(file)) == told(read(EXAMPLES / "gemini-port-number.jsonl"))


def test_a_chat_that_grows_is_read_on_from_where_it_was(tmp_path: Path) -> None:
    lines = (EXAMPLES / "gemini-port-number.jsonl").read_text().splitlines(keepends=True)
    file = tmp_path / "session.jsonl"
    file.write_text("".join(lines[:4]))
    progress = transcripts.Read()
    first = list(transcripts.events(file, progress))
    file.write_text("".join(lines))

    rest = list(transcripts.events(file, transcripts.Read(), progress.position))

    assert told([*first, *rest]) == told(read(EXAMPLES / "gemini-port-number.jsonl"))
    assert {one.session for one in rest} == {one.session for one in first}


def test_cursor() -> None:
    events = read(EXAMPLES / "cursor-date-format.jsonl")

    assert told(events) == [
        ("user", "add a release date to the footer"),
        ("text", "I will add it to the footer."),
        ("call", "Write", {"path": "src/footer.html", "contents": "<p>10/04/2026</p>"}),
        ("result", "Wrote src/footer.html"),
        ("user", "no, write dates as YYYY-MM-DD instead of MM/DD/YYYY"),
        ("text", "Changed."),
    ]
    assert {(one.session, one.agent) for one in events} == {("cursor-date-format", "cursor")}
    assert len({one.key for one in events}) == len(events)


@pytest.fixture
def cursors(tmp_path: Path) -> Path:
    """Cursor's database, with one conversation in it and much else."""
    file = tmp_path / "state.vscdb"
    tool = {"name": "run_terminal_cmd", "toolCallId": "t1", "rawArgs": '{"command": "npm test"}', "status": "completed"}
    bubbles: dict[str, Any] = {
        "b1": {"type": 1, "text": "run the tests", "createdAt": "2026-10-07T09:00:00.000Z"},
        "b2": {"type": 2, "text": "", "toolFormerData": {**tool, "result": '{"output": "1 passed"}'}},
        "b3": {"type": 1, "text": "no, use pnpm instead of npm"},
    }
    heads = [{"bubbleId": name, "type": 1} for name in (*bubbles, "gone")]
    rows = [("composerData:c1", json.dumps({"composerId": "c1", "fullConversationHeadersOnly": heads})), ("composerData:c2", "not json")]
    rows += [(f"bubbleId:c1:{name}", json.dumps(bubble)) for name, bubble in bubbles.items()]
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE cursorDiskKV (key TEXT UNIQUE, value BLOB)")
        database.executemany("INSERT INTO cursorDiskKV VALUES (?, ?)", rows)
        database.commit()
    return file


def test_cursors_database(cursors: Path) -> None:
    events = read(cursors)

    assert told(events) == [
        ("user", "run the tests"),
        ("call", "run_terminal_cmd", {"command": "npm test"}),
        ("result", '{"output": "1 passed"}'),
        ("user", "no, use pnpm instead of npm"),
    ]
    assert {one.session for one in events} == {"c1"}


def test_opencode() -> None:
    events = read(EXAMPLES / "opencode-linter.json")

    assert told(events) == RUFF
    assert {(one.session, one.agent, one.workspace) for one in events} == {("ses_4a1", "opencode", "/home/dana/shop")}


def exported() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((EXAMPLES / "opencode-linter.json").read_text())
    return found


@pytest.fixture
def opencodes(tmp_path: Path) -> Path:
    """OpenCode's database, with the same session in it and a sub-agent's."""
    file = tmp_path / "opencode.db"
    whole = exported()
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE session (id TEXT, parent_id TEXT, directory TEXT, time_created INTEGER)")
        database.execute("CREATE TABLE message (id TEXT, session_id TEXT, time_created INTEGER, data TEXT)")
        database.execute("CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT)")
        database.execute("INSERT INTO session VALUES ('ses_4a1', NULL, '/home/dana/shop', 1)")
        database.execute("INSERT INTO session VALUES ('ses_4a2', 'ses_4a1', '/home/dana/shop', 2)")
        database.execute("INSERT INTO message VALUES ('msg_9', 'ses_4a2', 9, '{\"role\": \"user\"}')")
        database.execute("INSERT INTO part VALUES ('prt_9', 'msg_9', 'ses_4a2', '{\"type\": \"text\", \"text\": \"no, stop that\"}')")
        for message in whole["messages"]:
            info = {name: value for name, value in message["info"].items() if name not in ("id", "sessionID")}
            id, at = message["info"]["id"], message["info"]["time"]["created"]
            database.execute("INSERT INTO message VALUES (?, 'ses_4a1', ?, ?)", (id, at, json.dumps(info)))
            for part in message["parts"]:
                rest = {name: value for name, value in part.items() if name != "id"}
                database.execute("INSERT INTO part VALUES (?, ?, 'ses_4a1', ?)", (part["id"], id, json.dumps(rest)))
        database.commit()
    return file


def test_opencodes_database_tells_what_its_export_tells_and_no_word_of_one_agent_to_another(opencodes: Path) -> None:
    assert read(opencodes) == read(EXAMPLES / "opencode-linter.json")


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    """The same session as older versions keep it: many small files."""
    whole, root = exported(), tmp_path / "storage"
    files = {root / "session" / "project" / "ses_4a1.json": whole["info"]}
    for message in whole["messages"]:
        files[root / "message" / "ses_4a1" / f"{message['info']['id']}.json"] = message["info"]
        files |= {root / "part" / message["info"]["id"] / f"{part['id']}.json": part for part in message["parts"]}
    for file, value in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(value))
    return root


def test_opencodes_folders_tell_the_same_and_a_session_is_one_file(folders: Path) -> None:
    (file,) = transcripts.find([folders])

    assert read(file) == read(EXAMPLES / "opencode-linter.json")


def test_a_database_that_is_nobodys_history_is_passed_over(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other.db")) as database:
        database.execute("CREATE TABLE message (id TEXT)")
        database.commit()
    (tmp_path / "broken.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 200)

    assert transcripts.find([tmp_path]) == []


# ── finding them ──


def test_histories_are_found_where_their_programs_keep_them(tmp_path: Path, cursors: Path, opencodes: Path) -> None:
    spots = {
        ".claude/projects/shop/s1.jsonl": EXAMPLES / "claude-code-pnpm-not-npm.jsonl",
        "codex/sessions/2026/10/01/rollout-1.jsonl": EXAMPLES / "codex-changelog.jsonl",
        ".gemini/tmp/9b1f/chats/session-1.jsonl": EXAMPLES / "gemini-port-number.jsonl",
        ".cursor/projects/shop/agent-transcripts/u1/u1.jsonl": EXAMPLES / "cursor-date-format.jsonl",
        ".config/Cursor/User/globalStorage/state.vscdb": cursors,
        ".local/share/opencode/opencode.db": opencodes,
    }
    user = tmp_path / "user"
    for place, sample in spots.items():
        (user / place).parent.mkdir(parents=True)
        (user / place).write_bytes(sample.read_bytes())
    (user / ".claude" / "settings.json").write_text("{}")

    found = discovery.discover(user, {"CODEX_HOME": str(user / "codex")})

    assert [(one.host, len(one.files), one.sessions) for one in found] == [
        ("claude-code", 1, 1), ("codex", 1, 1), ("gemini", 1, 1), ("cursor", 2, 3), ("opencode", 1, 2),
    ]  # fmt: skip
    assert all(one.bytes == sum(file.stat().st_size for file in one.files) and one.since <= one.until for one in found)


def test_on_a_machine_without_agents_nothing_is_found(tmp_path: Path) -> None:
    assert discovery.discover(tmp_path, {}) == []


# ── whatever lies there ──

LEAF = st.none() | st.booleans() | st.integers() | st.text(max_size=12) | st.sampled_from(["user", "gemini", "assistant", "text", "tool"])
FIELDS = (
    "sessionId", "projectHash", "startTime", "type", "content", "toolCalls", "result", "functionResponse", "response", "id", "$set",
    "messages", "role", "message", "info", "parts", "state", "status", "time", "bubble", "composerId", "toolFormerData", "name",
    "directories",
)  # fmt: skip
VALUE = st.recursive(LEAF, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=5))


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(head=st.sampled_from(["gemini-port-number.jsonl", "cursor-date-format.jsonl"]), lines=st.lists(VALUE, max_size=4))
def test_no_line_stops_the_reading(tmp_path: Path, head: str, lines: list[Any]) -> None:
    first = json.loads((EXAMPLES / head).read_text().splitlines()[0])
    file = written(tmp_path, "fuzz.jsonl", first, *lines)

    found: list[Event] = list(transcripts.events(file, transcripts.Read()))

    assert all(isinstance(one.session, str) and isinstance(one.key, str) for one in found)
    assert all(isinstance(one.args, dict) for one in found if isinstance(one, ToolCall))
    assert all(isinstance(one.text, str) for one in found if isinstance(one, UserMessage))
    assert all(one.error is None or isinstance(one.error, str) for one in found if isinstance(one, ToolResult))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.lists(VALUE, min_size=1, max_size=3))
def test_no_row_stops_the_reading(opencodes: Path, data: list[Any]) -> None:
    with closing(sqlite3.connect(opencodes)) as database:
        database.execute("DELETE FROM part WHERE message_id = 'msg_x'")
        database.execute("DELETE FROM message WHERE id = 'msg_x'")
        database.execute("INSERT INTO message VALUES ('msg_x', 'ses_4a1', 1, ?)", (json.dumps(data[0]),))
        database.executemany("INSERT INTO part VALUES ('prt_x', 'msg_x', 'ses_4a1', ?)", [(json.dumps(one),) for one in data])
        database.commit()

    assert len(list(transcripts.events(opencodes, transcripts.Read()))) >= len(RUFF)
