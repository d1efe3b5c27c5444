"""Several processes on one PostgreSQL and one Redis: what one learns all know, and what goes away comes back without a loss."""

import json
import os
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from habitus import assemble, worker
from habitus.config import Settings
from habitus.errors import Away, StoreError
from habitus.layer import Layer, shelter, spool
from habitus.server.app import create
from habitus.server.passes import new_key
from habitus.store.queue import RedisQueue
from habitus.types import Decision, Note, Scope, Told, ToolCall, ToolResult
from habitus.worker import Pace
from nouns import call, result, user
from real.postgres import PostgresServer
from real.redis import RedisServer

REPLICA = Path(__file__).with_name("replica.py")
RULE = "Use pnpm instead of npm."


def until(happened: Callable[[], object], seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)


class Replica:
    def __init__(self, home: Path, store: str, redis: str) -> None:
        environ = {**os.environ, "HABITUS_HOME": str(home), "HABITUS_STORE__URL": store, "HABITUS_REDIS__URL": redis}
        environ["HABITUS_MEASURE__HOLDOUT"] = "0"
        self.log = home.with_suffix(".log")
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, REPLICA], env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True
            )
        self._calls = 0
        assert self._answer()["taken"] == "ready"

    def tells(self, text: str) -> dict[str, Any]:
        return self._asks({"user": text})

    def calls(self, command: str) -> dict[str, Any]:
        self._calls += 1
        return self._asks({"call": f"c{self._calls}-{self.process.pid}", "command": command})

    def _asks(self, what: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        """One that says nothing for a minute is ended, and what it complained of is shown."""
        assert self.process.stdout
        waiting = threading.Timer(60, self.process.kill)
        waiting.start()
        line = self.process.stdout.readline()
        waiting.cancel()
        assert line, f"the replica said nothing more:\n{self.log.read_text()}"
        found: dict[str, Any] = json.loads(line)
        return found


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Replica]]:
    """Replicas, each at a home of its own unless told otherwise."""
    made: list[Replica] = []

    def started(store: str, redis: str = "", home: str = "") -> Replica:
        made.append(Replica(tmp_path / (home or f"home{len(made)}"), store, redis))
        return made[-1]

    yield started
    for one in made:
        one.process.kill()
        one.process.communicate()


@contextmanager
def opened(home: Path, url: str, redis: str = "") -> Iterator[Layer]:
    plain = Settings()
    asked = replace(plain, store=replace(plain.store, url=url), redis=replace(plain.redis, url=redis))
    with closing(assemble.layer(replace(asked, measure=replace(plain.measure, holdout=0.0)), home=home)) as layer:
        yield layer
    if isinstance(layer.queue, RedisQueue):
        layer.queue._redis.close()


@pytest.fixture
def layer(tmp_path: Path, postgres_server: PostgresServer) -> Iterator[Layer]:
    with opened(tmp_path / "here", postgres_server.url) as found:
        yield found


def heard(layer: Layer, session: str = "s1") -> list[str]:
    return [getattr(told.event, "text", "") or getattr(told.event, "id", "") for told in layer.store.events(session)]


def npm(id: str, session: str = "s1") -> ToolCall:
    return call("Bash", id=id, session=session, command="npm install left-pad", workspace="/w")


def test_a_rule_that_is_made_on_one_is_in_force_on_another(
    start: Callable[..., Replica], postgres: str, redis: str, tmp_path: Path
) -> None:
    there = start(postgres, redis)
    assert there.calls("npm install left-pad")["said"] == []
    with opened(tmp_path / "here", postgres, redis) as here:
        kept = here.rulebook.add(RULE, rule_type="wrong_skill", scope=Scope(), who="ana")
        until(lambda: there.calls("npm install left-pad")["said"])

        here.rulebook.switch(kept.rule.id, on=False, who="ana")
        until(lambda: not there.calls("npm install left-pad")["said"])


def test_while_the_database_is_away_calls_are_judged_and_nothing_is_lost(layer: Layer, postgres_server: PostgresServer) -> None:
    layer.rulebook.add(RULE, rule_type="wrong_skill", scope=Scope(), who="ana")
    layer.observe(user("add left-pad", key="u1", workspace="/w"))
    known = layer.judge(npm("c1", session="s0"))
    assert known.shadows

    postgres_server.stop()
    away = layer.judge(npm("c2"))
    layer.settle(result("c2", error="npm: not found"))
    assert layer.observe(user("try it again"))
    assert layer.judge(call("Bash", id="c3", command="ls", session="s9")).ruling == "allow", "also in a session that nobody knows here"
    assert layer.guide("s1").text == ""
    assert layer.shelter
    assert layer.shelter.waiting == 4

    postgres_server.start()
    until(lambda: layer.shelter is None)

    assert [verdict.rule for verdict in away.shadows] == [verdict.rule for verdict in known.shadows]
    assert heard(layer) == ["add left-pad", "c2", "c2", "try it again"]
    assert heard(layer, "s9") == ["c3"]
    later = [layer.store.content(entry.after).get("kept") for entry in layer.store.entries(session="s1", verb="judged")]
    assert later == ["later: the store was away"]
    assert not [*Path(layer.home, "spool").iterdir()]
    layer.judge(npm("c4"))
    assert layer.session("s1").calls == 2


def test_a_process_that_starts_while_the_database_is_away_judges_all_the_same(tmp_path: Path, postgres_server: PostgresServer) -> None:
    postgres_server.stop()
    with opened(tmp_path / "here", postgres_server.url) as layer:
        wiped = layer.judge(call("Bash", id="c1", command="rm -rf /"))
        layer.observe(user("what was that?"))

        postgres_server.start()
        until(lambda: layer.shelter is None)

        assert wiped.ruling == "block"
        assert heard(layer) == ["c1", "what was that?"]


def test_what_was_told_while_the_database_was_away_names_who_told_it(layer: Layer) -> None:
    meanwhile = shelter.Shelter(layer, "a test")
    meanwhile.stop()
    layer.speaker = lambda: "ci"
    meanwhile.observe(user("hello", key="u1"))
    meanwhile.judge(npm("c1"))
    layer.speaker = str

    spool.take_in(layer, Path(meanwhile._spool.file).read_bytes().splitlines(keepends=True))

    judged, observed = layer.store.entries(session="s1")
    assert (observed.actor, layer.store.content(judged.after)["by"]) == ("ci", "ci")


def test_over_http_an_agent_with_a_key_is_answered_while_the_database_is_away(layer: Layer, postgres_server: PostgresServer) -> None:
    _, key = new_key(layer, "ci", "agent", who="a test")
    door = TestClient(create(layer, "t0ken"), base_url="http://127.0.0.1", headers={"Authorization": f"Bearer {key}"})
    wipe = {"session": "s1", "id": "c1", "tool": "Bash", "args": {"command": "rm -rf /"}}
    told = {"events": [{"event": "user", "session": "s1", "text": "what was that?"}]}
    once = {"Idempotency-Key": "7c0c5a34"}
    door.post("/v1/guide", json={"session": "s1"})

    postgres_server.stop()
    judged = door.post("/v1/judge", json=wipe, headers={"Idempotency-Key": "c1"})
    kept = door.post("/v1/events", json=told, headers=once)
    rule = TestClient(door.app, base_url="http://127.0.0.1", headers={"Authorization": "Bearer t0ken", **once}).post("/v1/rules", json={})
    postgres_server.start()
    until(lambda: layer.shelter is None)
    again = door.post("/v1/events", json=told, headers=once)

    assert (judged.status_code, judged.json()["decision"]) == (200, "block")
    assert (kept.status_code, again.status_code) == (200, 200)
    assert (rule.status_code, rule.headers["content-type"]) == (503, "application/problem+json")
    assert heard(layer) == ["c1", "what was that?"]


def test_where_the_database_turns_us_away_nothing_starts(tmp_path: Path, postgres_server: PostgresServer) -> None:
    with pytest.raises(StoreError, match=r"check `store\.url`") as refused, opened(tmp_path, f"{postgres_server.url}-is-not-there"):
        pass

    assert not isinstance(refused.value, Away)


def test_a_hook_judges_while_neither_database_nor_redis_answers(tmp_path: Path) -> None:
    nobody, habitus = "127.0.0.1:1", Path(sys.executable).with_name("habitus")
    away = {"HABITUS_STORE__URL": f"postgresql://{nobody}/x", "HABITUS_REDIS__URL": f"redis://{nobody}/0"}
    environ = {**os.environ, "HABITUS_HOME": str(tmp_path), **away}
    about = {"session_id": "s1", "hook_event_name": "PreToolUse", "cwd": "/w", "tool_use_id": "t1"}
    asked = json.dumps({**about, "tool_name": "Bash", "tool_input": {"command": "rm -rf /"}})

    by_itself = subprocess.run([habitus, "hook", "claude-code"], input=asked, capture_output=True, text=True, check=True, env=environ)
    by_daemon = subprocess.run([habitus, "hook", "claude-code"], input=asked, capture_output=True, text=True, check=True, env=environ)
    subprocess.run([habitus, "daemon", "stop"], check=True, env=environ, stdout=subprocess.DEVNULL)

    said = [json.loads(done.stdout)["hookSpecificOutput"]["permissionDecision"] for done in (by_itself, by_daemon)]
    assert said == ["deny", "deny"]
    assert [*(tmp_path / "spool").iterdir()]


@pytest.mark.parametrize("leaves_at", [0, 1, 3])
def test_what_is_told_together_is_kept_whole_and_once_wherever_the_database_leaves(
    layer: Layer, postgres_server: PostgresServer, leaves_at: int
) -> None:
    layer.observe(user("add left-pad", key="u1", workspace="/w"))
    layer.judge(call("Read", id="c1", session="s1", file_path="/w/app.py"))
    layer.settle(result("c1"))
    at = iter(range(4))

    def told() -> str:
        """The first time, the database leaves on the way."""
        for n in range(3):
            if next(at, None) == leaves_at:
                postgres_server.stop()
            layer.observe(user(f"then {n}"))
        if next(at, None) == leaves_at:
            postgres_server.stop()
        return "taken in"

    assert layer.together(told) == "taken in"
    edit = layer.judge(call("Edit", id="c2", session="s1", file_path="/w/app.py"))
    assert "read_before_edit" not in [verdict.rule for verdict in edit.verdicts], "what was known before is known"
    postgres_server.start()
    until(lambda: layer.shelter is None)

    assert heard(layer) == ["add left-pad", "c1", "c1", "then 0", "then 1", "then 2", "c2"]
    assert layer.session("s1").seq == 7


@pytest.mark.parametrize("is_together", [True, False], ids=["together", "alone"])
def test_what_was_kept_and_not_answered_counts_once_when_it_is_told_again(
    layer: Layer, is_together: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    layer.observe(user("add left-pad", key="u1", workspace="/w"))
    database = layer.store.database  # type: ignore[attr-defined]
    real = database.transaction

    @contextmanager
    def hangs_up() -> Iterator[None]:
        """After the commit, before its answer."""
        is_outermost = getattr(database._mine, "connection", None) is None
        with real():
            yield
        if is_outermost:
            monkeypatch.undo()
            raise Away("the server hung up")

    said = layer.named(user("then this"))
    monkeypatch.setattr(database, "transaction", hangs_up)
    assert layer.together(lambda: layer.observe(said)) if is_together else layer.observe(user("then this"))
    until(lambda: layer.shelter is None)

    assert heard(layer) == ["add left-pad", "then this"]


def test_a_transaction_whose_connection_is_lost_is_not_passed_off_as_kept(layer: Layer, postgres_server: PostgresServer) -> None:
    with pytest.raises(Away), layer.store.batch():
        layer.store.note(Note(verb="tried", item="x", content={}, actor="test"), layer.clock())
        postgres_server.stop()
        with suppress(Away):
            layer.store.note(Note(verb="tried", item="y", content={}, actor="test"), layer.clock())
    postgres_server.start()


def test_what_a_killed_process_had_taken_in_while_the_database_was_away_is_kept_by_the_next(
    start: Callable[..., Replica], postgres_server: PostgresServer, tmp_path: Path
) -> None:
    there = start(postgres_server.url, home="there")
    there.tells("zero")
    postgres_server.stop()
    taken = [there.tells(text)["taken"] for text in ("one", "two", "three")]
    last = there.calls("ls")["taken"]
    there.process.kill()
    there.process.wait()

    postgres_server.start()
    with opened(tmp_path / "there", postgres_server.url) as layer:
        layer.tend()
        layer.tend()

        assert heard(layer) == ["zero", *taken]
        assert heard(layer, last) == [last]
    assert not [*Path(tmp_path, "there", "spool").iterdir()]


def test_a_file_that_somebody_writes_is_nobody_elses_from_its_first_moment(tmp_path: Path) -> None:
    """Another process at the same home looks for what the dead have left, all the time."""
    over = threading.Event()
    with closing(assemble.layer(home=tmp_path)) as layer:

        def adopt() -> None:
            while not over.is_set():
                spool.adopted(layer)

        other = threading.Thread(target=adopt)
        other.start()
        spools = [spool.Spool(str(tmp_path)) for _ in range(200)]
        over.set()
        other.join()

        assert all(Path(one.file).exists() for one in spools)
        for one in spools:
            one.remove()


def test_what_waited_counts_once_however_often_it_is_replayed(layer: Layer) -> None:
    calls = [call("Bash", id=f"c{n}", command="ls") for n in range(3)]
    meanwhile = shelter.Shelter(layer, "a test")
    meanwhile.stop()
    for one in calls:
        meanwhile.judge(one)
    meanwhile.observe(layer.named(user("no key")))
    lines = Path(meanwhile._spool.file).read_bytes().splitlines(keepends=True)

    for _ in range(2):
        assert spool.take_in(layer, lines) == 4

    assert heard(layer) == ["c0", "c1", "c2", "no key"]


def left_behind(layer: Layer, *texts: str) -> Path:
    """As a process leaves it that ends before the store is back."""
    meanwhile = shelter.Shelter(layer, "a test")
    meanwhile.stop()
    for text in texts:
        meanwhile.observe(layer.named(user(text)))
    file = Path(layer.home, "spool", "1-left.jsonl")
    file.write_bytes(Path(meanwhile._spool.file).read_bytes())
    meanwhile._spool.remove()
    return file


def test_what_the_store_does_not_take_is_put_aside_with_the_reason_and_the_rest_goes_on(layer: Layer) -> None:
    file = left_behind(layer, "one", "two", "three")
    one, two, three = file.read_bytes().splitlines(keepends=True)
    no_time = two.replace(b'"at": "2', b'"at": "no day of 2')
    file.write_bytes(one + no_time + b'{"entrance": "close"}\n[]\n' + three + b'{"half a li')

    assert spool.adopted(layer) == 2

    assert heard(layer) == ["one", "three"]
    aside = Path(layer.home, "spool", "refused")
    said = [json.loads(line) for line in aside.read_text().splitlines()]
    assert ["isoformat" in said[0]["refused"], "'close'" in said[1]["refused"], said[2]["line"]] == [True, True, []]
    assert spool.waiting(layer.home).refused == aside.stat().st_size > 0

    aside.write_bytes(two)
    aside.rename(aside.with_name("mended.jsonl"))
    assert spool.adopted(layer) == 1
    assert heard(layer) == ["one", "three", "two"]


def test_what_the_store_takes_none_of_waits_on(layer: Layer, postgres_server: PostgresServer) -> None:
    file = left_behind(layer, "one", "two")
    with psycopg.connect(postgres_server.url, autocommit=True) as by_hand:
        by_hand.execute("ALTER TABLE events RENAME TO elsewhere")
        with pytest.raises(StoreError):
            spool.adopted(layer)
        assert file.exists()

        by_hand.execute("ALTER TABLE elsewhere RENAME TO events")

    assert spool.adopted(layer) == 2
    assert heard(layer) == ["one", "two"]
    assert spool.waiting(layer.home) == (0, 0)


def test_a_lone_event_that_the_store_never_takes_holds_up_nobody(layer: Layer, caplog: pytest.LogCaptureFixture) -> None:
    good = left_behind(layer, "one")
    judged = Told(1, replace(npm("c1"), key=secrets.token_hex(4000)))
    good.with_name("0-lone.jsonl").write_bytes(spool.line("judge", judged, Decision(call="c1", ruling="allow")))

    assert spool.adopted(layer) == 1

    assert heard(layer) == ["one"]
    assert [*Path(layer.home, "spool").glob("*.jsonl")] == []
    assert "it is put aside" in caplog.text


def test_a_name_of_any_length_is_kept_and_the_store_is_not_thought_away(layer: Layer) -> None:
    long = {name: secrets.token_hex(3000) for name in ("session", "id", "tool", "agent")}

    said = layer.judge(ToolCall(**long, key=f"call:{long['id']}", at=layer.clock(), args={"command": "ls"}))
    layer.settle(ToolResult(session=long["session"], agent=long["agent"], at=layer.clock(), id=long["id"], key="r", error="no"))
    layer.guide(long["session"])

    assert layer.shelter is None
    assert heard(layer, layer.session(long["session"]).key) == [said.call, said.call]


@pytest.mark.parametrize(
    ("tool", "args"),
    [
        ("Bash", {"command": "cat {home}/token"}),
        ("Bash", {"command": "habitus approvals approve a1"}),
        ("Write", {"file_path": "{home}/skills-store/deploy/SKILL.md", "content": "x"}),
        ("Write", {"file_path": "{home}/persona/bot/IDENTITY.md", "content": "x"}),
    ],
)
def test_what_is_for_a_person_stays_for_a_person_while_the_database_is_away(layer: Layer, tool: str, args: dict[str, str]) -> None:
    meanwhile = shelter.Shelter(layer, "a test")
    meanwhile.stop()

    there = {name: text.format(home=layer.home) for name, text in args.items()}
    said = meanwhile.judge(replace(call(tool, id="c1", workspace="/w"), args=there))
    plain = meanwhile.judge(call("Write", id="c2", workspace="/w", file_path="/w/persona/IDENTITY.md", content="x"))

    assert (said.ruling, plain.ruling) == ("block", "allow")
    assert meanwhile._copy("s1").waiting["c1"].blocked


def test_every_replica_takes_in_what_was_left_at_its_own_home_whoever_runs_the_jobs(
    layer: Layer, postgres_server: PostgresServer, tmp_path: Path
) -> None:
    with opened(tmp_path / "there", postgres_server.url) as there:
        file = left_behind(there, *(f"then {n}" for n in range(120)))
        with worker.running(there, jobs=(), pace=Pace(0.05, 20.0)):
            until(lambda: not file.exists())

    assert heard(layer) == [f"then {n}" for n in range(120)]


def test_whoever_watches_is_told_when_it_is_answered_and_not_again_when_it_is_taken_in(layer: Layer) -> None:
    seen: list[str] = []
    layer.watch = lambda event, tool, decision, seconds: seen.append(f"{type(event).__name__} {decision.call}")
    meanwhile = shelter.Shelter(layer, "a test")
    meanwhile.stop()
    meanwhile.judge(call("Bash", id="c1", command="ls"))
    meanwhile.settle(result("c1", error="no such folder"))

    spool.take_in(layer, Path(meanwhile._spool.file).read_bytes().splitlines(keepends=True))
    layer.judge(call("Bash", id="c2", command="ls"))

    assert seen == ["ToolCall c1", "ToolResult c1", "ToolCall c2"]


def test_a_full_spool_refuses_what_it_cannot_keep_and_says_so(
    layer: Layer, postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spool, "CAP", 1000)
    postgres_server.stop()
    with pytest.raises(StoreError, match="holds"):
        for n in range(20):
            layer.observe(user("word " * n, key=f"u{n}"))
    assert layer.shelter
    taken = layer.shelter.waiting

    postgres_server.start()
    until(lambda: layer.shelter is None)

    assert 0 < len(heard(layer)) == taken


def test_a_redis_that_goes_away_takes_no_correction_with_it(redis_server: RedisServer, postgres: str, tmp_path: Path) -> None:
    with opened(tmp_path / "here", postgres, redis_server.url) as layer:
        layer.judge(npm("c1"))
        redis_server.stop()
        layer.observe(user("no, use pnpm instead of npm", key="u1", workspace="/w"))
        layer.tend()
        assert [rule.text for rule in layer.store.lessons().rules()] == [RULE]

        redis_server.start()
        assert layer.queue.depth() == 0
