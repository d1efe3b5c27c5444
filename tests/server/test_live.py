"""The WebSocket: the seed's four methods, what happens as it happens, and frames from nobody's friend."""

import asyncio
import json
import queue
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient, WebSocketDenialResponse, WebSocketTestSession
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from habitus import assemble
from habitus.adapt import intent, validate
from habitus.config import Settings
from habitus.config.settings import Server, Store
from habitus.layer import Layer
from habitus.server import live, problems
from habitus.server.app import Application, create
from habitus.server.calls import METHODS
from habitus.server.passes import Visitor
from habitus.store.counting import suggestion_row
from habitus.types import Change, Note, Scope, Suggestion
from nouns import START, call, correction
from server.conftest import HERE, TOKEN, served

AT = {"Host": "127.0.0.1:8787"}


@contextmanager
def opened(client: TestClient) -> Iterator[WebSocketTestSession]:
    with client.websocket_connect("/ws", headers=AT) as socket:
        yield socket


def ask(socket: WebSocketTestSession, method: str, **params: Any) -> Any:
    socket.send_json({"id": 1, "method": method, "params": params})
    return socket.receive_json()


def suggested(layer: Layer, agent: str = "bot") -> Suggestion:
    """A suggestion to retire a rule that there is."""
    rule = layer.rulebook.add("Use pnpm instead of npm.", rule_type="preference", scope=Scope(), who="me").rule
    made = Suggestion(
        kind="rule_never_helps",
        subject=rule.id,
        sentence="It never helps.",
        evidence={},
        parameters={"does": "retire_rule", "rule": rule.id},
    )
    made = replace(made, id="5a11", agent=agent, created_at=START)
    layer.store.apply([Change(verb="suggested", table="suggestions", item="5a11", after=suggestion_row(made), actor="evolution")], START)
    return made


def test_the_seeds_methods_answer_as_their_paths_do(client: TestClient, layer: Layer) -> None:
    suggested(layer)
    with opened(client) as socket:
        metrics = ask(socket, "agent.evolution.metrics", agent="bot")["result"]
        listed = ask(socket, "agent.evolution.suggestions", agent="bot")["result"]["suggestions"]
        applied = ask(socket, "agent.evolution.apply", agent="bot", suggestion="5a11", now_anyway=True)["result"]
        off = layer.store.lessons().rules()
        back = ask(socket, "agent.evolution.rollback", agent="bot", suggestion="5a11")["result"]

    assert metrics == client.get("/v1/agents/bot/evolution/metrics").json()
    assert [one["id"] for one in listed] == ["5a11"]
    assert (applied["status"], off, back["status"], back["reviewed_by"]) == ("applied", [], "rolled_back", "owner")
    assert len(layer.store.lessons().rules()) == 1


def test_another_agents_suggestion_is_not_there(client: TestClient, layer: Layer) -> None:
    suggested(layer, agent="other")

    with opened(client) as socket:
        refused = ask(socket, "agent.evolution.apply", agent="bot", suggestion="5a11")
    over_http = client.patch("/v1/agents/bot/evolution/suggestions/5a11", json={"status": "approved"})

    assert (refused["error"]["status"], over_http.status_code) == (404, 404)
    assert len(layer.store.lessons().rules()) == 1


def test_a_viewer_listens_and_changes_nothing(app: Application, keyed: Callable[[str], TestClient], layer: Layer) -> None:
    suggested(layer)
    with keyed("viewer") as viewer, opened(viewer) as socket:
        seen = ask(socket, "agent.evolution.suggestions", agent="bot")
        refused = ask(socket, "agent.evolution.apply", agent="bot", suggestion="5a11")

    assert len(seen["result"]["suggestions"]) == 1
    assert refused["error"]["status"] == 403
    assert len(layer.store.lessons().rules()) == 1


@pytest.mark.parametrize(
    ("headers", "status", "said"),
    [
        ({"Host": "evil.example"}, 421, "its own names only"),
        ({**AT, "Origin": "http://evil.example"}, 403, "from other sites"),
        ({**AT, "Origin": "http://127.0.0.1:3000"}, 403, "from other sites"),
        ({**AT, "Authorization": ""}, 401, "A token is needed"),
        ({**AT, "Authorization": "", "Accept": "text/html"}, 401, "A token is needed"),
    ],
)
def test_a_stranger_is_not_let_in_and_is_told_why(client: TestClient, headers: dict[str, str], status: int, said: str) -> None:
    with pytest.raises(WebSocketDenialResponse) as refused, client.websocket_connect("/ws", headers=headers):
        pass

    assert (refused.value.status_code, refused.value.headers["content-type"]) == (status, problems.JSON)
    assert said in refused.value.json()["detail"]
    assert refused.value.headers["x-content-type-options"] == "nosniff"


def test_a_real_server_and_a_real_client_say_the_same(layer: Layer) -> None:
    with served(layer) as port, pytest.raises(InvalidStatus) as refused, connect(f"ws://127.0.0.1:{port}/ws"):
        pass

    assert refused.value.response.status_code == 401
    assert "A token is needed" in json.loads(refused.value.response.body or b"")["detail"]


def test_where_the_server_can_say_nothing_a_stranger_is_not_let_in_either(app: Application) -> None:
    sent: list[Any] = []

    async def knock() -> None:
        inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        inbox.put_nowait({"type": "websocket.connect"})

        async def send(message: Any) -> None:
            sent.append(message)

        await app({"type": "websocket", "path": "/ws", "headers": [(b"host", b"127.0.0.1")], "query_string": b""}, inbox.get, send)

    asyncio.run(knock())

    assert sent == [{"type": "websocket.close", "code": 1008, "reason": "not let in"}]


def test_what_happens_is_told_and_can_be_resumed(client: TestClient, layer: Layer) -> None:
    with opened(client) as socket:
        ask(socket, "events.subscribe", kinds=["verdict", "lesson"])
        layer.judge(call("Edit", file_path="a.py"))
        layer.rulebook.add("Use pnpm instead of npm.", rule_type="preference", scope=Scope(), who="me")
        first, second = socket.receive_json(), socket.receive_json()
    with opened(client) as socket:
        began = ask(socket, "events.subscribe", after=first["at"])["result"]
        again = socket.receive_json()

    assert (first["event"], first["data"]["verdicts"][0]["rule"], first["data"]["session"]) == ("verdict", "read_before_edit", "s1")
    assert (second["event"], second["data"]["said"]) == ("lesson", "Use pnpm instead of npm.")
    assert (began["after"], again) == (first["at"], second)


@pytest.mark.timeout(30)
def test_across_a_network_the_first_to_listen_hears_of_a_moment_ago(tmp_path: Path, postgres: str) -> None:
    """What is too young to be told waits until it is not, although nothing else is written."""
    with closing(assemble.layer(Settings(store=Store(url=postgres)), home=tmp_path)) as layer:
        before = max((entry.id for entry in layer.store.entries(limit=1)), default=0)
        layer.judge(call("Edit", file_path="a.py"))
        with (
            TestClient(create(layer, TOKEN), base_url=HERE, headers={"Authorization": f"Bearer {TOKEN}"}) as client,
            opened(client) as socket,
        ):
            ask(socket, "events.subscribe", after=before, kinds=["verdict"])
            told = socket.receive_json()

    assert (told["event"], told["data"]["session"]) == ("verdict", "s1")


@pytest.mark.parametrize("ends", ["commit", "rollback"])
def test_a_line_that_is_seen_after_a_later_one_is_not_missed(tmp_path: Path, postgres: str, ends: str) -> None:
    """Two transactions: the first to write is the last to end, and takes longer than anybody would wait."""
    with closing(assemble.layer(Settings(store=Store(url=postgres)), home=tmp_path)) as layer, psycopg.connect(postgres) as slow:
        watched: Any = Moody(layer)

        async def listen() -> tuple[int, Sequence[live.Line]]:
            at = live.Live(watched, clients=1, pause=0.01)
            at.listens(1)
            before = at.last()
            slow.execute("INSERT INTO ledger (at, verb, actor, item) VALUES (%s, 'doctor', 'me', 'first')", [START])
            layer.store.note(Note(verb="doctor", item="second", content={}, actor="me"), START)
            waiting, looking = asyncio.create_task(at.since(before)), asyncio.create_task(at.run())
            try:
                for _ in range(10):
                    await asyncio.to_thread(watched.asked.get, timeout=20)
                assert not waiting.done()
                getattr(slow, ends)()
                return before, await asyncio.wait_for(waiting, 20)
            finally:
                looking.cancel()

        before, told = asyncio.run(listen())

    assert [line.id - before for line in told] == ([1, 2] if ends == "commit" else [2])


@pytest.mark.timeout(60)
def test_whoever_catches_up_is_not_held_up_by_lines_that_were_taken_back_long_ago(tmp_path: Path, postgres: str) -> None:
    with closing(assemble.layer(Settings(store=Store(url=postgres)), home=tmp_path)) as layer:
        at = live.Live(layer, clients=1)
        before, written = at.last(), []
        for n in range(20):
            with suppress(KeyError), layer.store.batch():
                layer.store.note(Note(verb="doctor", item="taken back", content={}, actor="me"), START)
                raise KeyError(n)
            layer.store.note(Note(verb="doctor", item="kept", content={}, actor="me"), START)
            written.append(at.last())

        assert [line.id for line in asyncio.run(at.since(before))] == written


def test_a_long_absence_is_made_up_for(client: TestClient, layer: Layer) -> None:
    many = live.PAGE + 50
    for n in range(many):
        layer.judge(call("Edit", id=f"c{n}", session=f"s{n}", file_path="a.py"))

    with opened(client) as socket:
        ask(socket, "events.subscribe", after=0, kinds=["verdict"])
        seen = [socket.receive_json()["at"] for _ in range(many)]

    assert seen == sorted(set(seen))


def test_a_strategy_is_a_lesson_and_everything_is_named_as_in_the_ledger(client: TestClient, layer: Layer) -> None:
    suggested(layer)
    primes = intent.read("List the first three prime numbers.")
    layer.strategies.learn("bot", primes, "ai.process", validate.validate("2, 3, 5", primes), session="s1")
    waits = Change(verb="queued", table="pending", item="k1", after=correction("no, use pnpm instead of npm"), actor="detector")
    layer.store.apply([waits], START)
    with opened(client) as socket:
        ask(socket, "events.subscribe", after=0)
        told = [socket.receive_json() for _ in range(4)]

    assert [(one["event"], one["data"]["table"]) for one in told] == [
        ("lesson", "behavioral_rules"), ("proposal", "suggestions"), ("lesson", "strategies"), ("queue", "pending"),
    ]  # fmt: skip
    pattern = client.get("/v1/strategies").json()["items"][0]["pattern"]
    assert [one["data"]["said"] for one in told] == ["Use pnpm instead of npm.", "It never helps.", pattern, "no, use pnpm instead of npm"]


def test_only_what_was_asked_for_is_told(client: TestClient, layer: Layer) -> None:
    with opened(client) as socket:
        ask(socket, "events.subscribe", kinds=["lesson"])
        layer.judge(call("Edit", file_path="a.py"))
        layer.rulebook.add("Use tabs.", rule_type="preference", scope=Scope(), who="me")
        told = socket.receive_json()
        silent = ask(socket, "events.unsubscribe")

    assert (told["event"], silent) == ("lesson", {"id": 1, "result": {}})


plain = st.none() | st.booleans() | st.integers() | st.text(max_size=20)
anything = st.recursive(plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3))
methods = st.sampled_from([*METHODS, "events.subscribe", "events.unsubscribe", ""])
names = st.sampled_from(["agent", "suggestion", "after", "kinds", "days", "type", "status", "why", "now_anyway"])
values = plain | st.floats() | st.lists(st.text(max_size=5), max_size=2) | st.just("\ud800")
calls = st.fixed_dictionaries(
    {"id": st.none() | st.integers() | st.text(max_size=5), "method": methods, "params": st.dictionaries(names, values)}
)
frames = st.text(max_size=200) | anything.map(json.dumps) | calls.map(json.dumps)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(frames, min_size=1, max_size=20), st.binary(max_size=50))
def test_no_frame_takes_the_server_down(client: TestClient, many: list[str], raw: bytes) -> None:
    with opened(client) as socket:
        for frame in many:
            socket.send_text(frame)
        socket.send_bytes(raw)
        answers = 0
        while answers <= len(many):
            answers += "event" not in socket.receive_json()
    with opened(client) as socket:
        assert "result" in ask(socket, "agent.evolution.metrics", agent="")


@pytest.mark.parametrize(
    ("frame", "said"),
    [
        ("[" * 50_000, "`frame` is nested too deeply"),
        ("x" * (live.LONGEST + 1), "`frame` must be text of at most 65536 characters"),
        ('{"method": ' + "[" * 900 + "]" * 900 + "}", "`method` must be text"),
        ('{"id": 1.5, "method": "events.unsubscribe"}', "`id` must be text or a whole number"),
    ],
)
def test_a_frame_that_is_none_is_refused_with_the_reason(client: TestClient, frame: str, said: str) -> None:
    with opened(client) as socket:
        socket.send_text(frame)
        refused = socket.receive_json()["error"]

    assert (refused["status"], refused["detail"]) == (422, said)


@pytest.mark.parametrize(
    ("method", "params", "said"),
    [
        ("events.subscribe", {"kind": ["lesson"]}, "`kind` is not known here; did you mean `kinds`?"),
        ("events.subscribe", [], "`params` must be an object"),
        ("events.subscribe", 0, "`params` must be an object"),
        ("events.unsubscribe", {"all": True}, "`all` is not known here: leave it out"),
        ("agent.evolution.metrics", {"agent": "bot", "dayz": 3}, "`dayz` is not known here; did you mean `days`?"),
        ("agent.evolution.suggestions", {"agent": "bot", "state": ""}, "`state` is not known here; did you mean `status`?"),
        ("agent.evolution.apply", {"agent": "bot", "sugestion": "5a11"}, "`sugestion` is not known here; did you mean `suggestion`?"),
        ("agent.evolution.rollback", {"agent": "bot", "suggestion": "5a11", "wy": ""}, "`wy` is not known here; did you mean `why`?"),
    ],
)
def test_a_parameter_that_nobody_reads_is_refused_with_the_nearest(client: TestClient, method: str, params: Any, said: str) -> None:
    with opened(client) as socket:
        socket.send_json({"id": 1, "method": method, "params": params})
        refused = socket.receive_json()["error"]

    assert (refused["status"], refused["detail"]) == (422, said)


@pytest.mark.parametrize("frame", [{}, {"params": None}, {"params": {}}])
def test_whoever_has_nothing_to_say_may_leave_parameters_out(client: TestClient, frame: dict[str, Any]) -> None:
    with opened(client) as socket:
        socket.send_json({"id": 1, "method": "events.subscribe", **frame})
        assert socket.receive_json()["result"]["kinds"] == sorted(live.KINDS)


def test_nonsense_without_end_is_cut_off(client: TestClient) -> None:
    with opened(client) as socket, pytest.raises(WebSocketDisconnect) as closed:
        for _ in range(live.BAD + 1):
            socket.send_text("nonsense")
            socket.receive_json()

    assert closed.value.code == 1008


def left_with(layer: Any, frame: dict[str, Any], *, takes: Callable[[str], bool] = lambda text: True) -> tuple[int, str]:
    """How the connection ends of somebody who sends that frame, and takes of the answers only some."""
    return connected(live.Live(layer, clients=1, patience=0.05), frame, takes=takes)[0]


def connected(at: live.Live, *frames: dict[str, Any], takes: Callable[[str], bool] = lambda text: True) -> list[tuple[int, str]]:
    closed: list[tuple[int, str]] = []

    async def listen() -> None:
        inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        inbox.put_nowait({"type": "websocket.connect"})
        for frame in frames:
            inbox.put_nowait({"type": "websocket.receive", "text": json.dumps(frame)} if frame else {"type": "websocket.disconnect"})

        async def send(message: Any) -> None:
            if message["type"] == "websocket.send" and not takes(message["text"]):
                await asyncio.Event().wait()
            if message["type"] == "websocket.close":
                closed.append((message["code"], message["reason"]))
                inbox.put_nowait({"type": "websocket.disconnect", "code": message["code"]})

        visitor = Visitor(name="owner", role="admin")

        async def still() -> Visitor:
            return visitor

        scope = {"type": "websocket", "path": "/ws", "headers": [], "query_string": b"", "subprotocols": []}
        socket = WebSocket({**scope, "visitor": visitor, "still": still}, inbox.get, send)
        await at.endpoint(socket)

    asyncio.run(listen())
    return closed


@pytest.mark.parametrize("last", [{"id": 2, "method": "events.unsubscribe"}, {"id": 2, "method": "events.subscribe"}, {}])
def test_whoever_listens_for_no_moment_is_not_told_of_for_ever(layer: Layer, last: dict[str, Any]) -> None:
    at = live.Live(layer, clients=1)

    connected(at, {"id": 1, "method": "events.subscribe"}, last, {})

    assert not at.is_heard


def test_a_listener_who_takes_nothing_is_let_go_with_a_word(layer: Layer) -> None:
    """The frame that is not taken in time ends the connection; the reason says where to go on."""
    layer.judge(call("Edit", file_path="a.py"))

    left = left_with(layer, {"id": 1, "method": "events.subscribe", "params": {"after": 0}}, takes=lambda text: '"event"' not in text)

    assert left == (1013, "too slow: subscribe again with after=0")


def test_whoever_asks_and_does_not_read_is_let_go_with_a_word(layer: Layer) -> None:
    left = left_with(layer, {"id": 1, "method": "agent.evolution.metrics", "params": {"agent": "bot"}}, takes=lambda text: False)

    assert left == (1013, "too slow: read the answers, and connect again")


class Moody:
    """A layer whose store's driver breaks, in words of its own, while it is in the mood."""

    def __init__(self, layer: Layer) -> None:
        self.store = self
        self.house = layer
        self.is_broken = False
        self.asked: queue.Queue[bool] = queue.Queue()

    def counting(self) -> Any:
        self.asked.put(is_broken := self.is_broken)
        if is_broken:
            raise ValueError("the driver is confused")
        return self.house.store.counting()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.house.store, name)


def test_a_look_that_breaks_is_logged_and_the_next_one_finds_what_has_happened(layer: Layer, caplog: pytest.LogCaptureFixture) -> None:
    moody: Any = Moody(layer)

    async def listen() -> Sequence[live.Line]:
        at = live.Live(moody, clients=1)
        at.listens(1)
        waiting = asyncio.create_task(at.since(at.last()))
        await asyncio.to_thread(moody.asked.get, timeout=20)
        moody.is_broken = True
        looking = asyncio.create_task(at.run())
        await asyncio.to_thread(moody.asked.get, timeout=20)
        moody.is_broken = False
        layer.judge(call("Edit", file_path="a.py"))
        try:
            return await asyncio.wait_for(waiting, 20)
        finally:
            looking.cancel()

    assert "verdict" in [line.kind for line in asyncio.run(listen())]
    assert "the driver is confused" in caplog.text


@pytest.mark.timeout(60)
def test_many_pages_between_two_looks_are_told_without_a_pause(layer: Layer) -> None:
    pages, pause = 8, 1.0
    watched: Any = Moody(layer)

    def written(lines: int) -> None:
        with layer.store.batch():
            for _ in range(lines):
                layer.store.note(Note(verb="doctor", item="", content={}, actor="me"), START)

    async def listen() -> None:
        at = live.Live(watched, clients=1, pause=pause)
        at.listens(1)
        waiting, looking = asyncio.create_task(at.since(at.last())), asyncio.create_task(at.run())
        try:
            for _ in range(3):  # the listener's own look, the first for all, and the listener's after that
                await asyncio.to_thread(watched.asked.get, timeout=20)
            written(1)
            heard = (await waiting)[-1].id
            written(pages * live.PAGE)
            async with asyncio.timeout(pages * pause / 2):
                while heard < at.last():
                    heard = (await at.since(heard))[-1].id
        finally:
            looking.cancel()

    asyncio.run(listen())


def test_a_listener_whose_lines_cannot_be_read_is_let_go_with_a_word(layer: Layer, caplog: pytest.LogCaptureFixture) -> None:
    moody = Moody(layer)
    moody.is_broken = True

    left = left_with(moody, {"id": 1, "method": "events.subscribe", "params": {"after": 0}})

    assert left == (1011, "the store does not answer: subscribe again with after=0")
    assert "the driver is confused" in caplog.text


def test_connections_have_a_cap(layer: Layer) -> None:
    app = create(layer, TOKEN, server=Server(live_clients=1))
    client = TestClient(app, base_url=HERE, headers={"Authorization": f"Bearer {TOKEN}"})
    with client, opened(client), pytest.raises(WebSocketDenialResponse) as refused, opened(client):
        pass

    assert (refused.value.status_code, refused.value.json()["detail"]) == (
        429,
        "1 connections are open already: close one, or try again later.",
    )


def test_nobody_takes_all_connections(layer: Layer, keyed: Callable[[str], TestClient]) -> None:
    app = create(layer, TOKEN, server=Server(live_clients=2 * live.SHARE))
    bearers = (keyed("viewer").headers["Authorization"], f"Bearer {TOKEN}")
    one, other = (TestClient(app, base_url=HERE, headers={"Authorization": bearer}) for bearer in bearers)
    with one, opened(one) as first, opened(one):
        with pytest.raises(WebSocketDenialResponse) as refused, opened(one):
            pass
        with opened(other) as socket:
            assert "result" in ask(socket, "agent.evolution.metrics", agent="bot")
        first.close()
        with opened(one) as again:
            assert "result" in ask(again, "agent.evolution.metrics", agent="bot")

    assert (refused.value.status_code, refused.value.json()["detail"]) == (
        429,
        "2 connections with this key are open already: close one of them.",
    )


def test_half_a_surrogate_is_answered_and_the_connection_goes_on(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    with opened(client) as socket:
        socket.send_text(r'{"id": "\ud800", "method": "agent.evolution.metrics", "params": {"agent": "bot"}}')
        told = socket.receive_text()
        cleaned = ask(socket, "agent.evolution.metrics", agent="\udfff")

    assert (json.loads(told.encode())["id"], "result" in told) == ("\ud800", True)
    assert (cleaned["result"]["agent"], caplog.records) == ("�", [])


def test_what_no_database_takes_is_cleaned_as_over_http(tmp_path: Path, postgres: str) -> None:
    with closing(assemble.layer(Settings(store=Store(url=postgres)), home=tmp_path)) as layer:
        client = TestClient(create(layer, TOKEN), base_url=HERE, headers={"Authorization": f"Bearer {TOKEN}"})
        with client, opened(client) as socket:
            metrics = ask(socket, "agent.evolution.metrics", agent="a\0b")
            listed = ask(socket, "agent.evolution.suggestions", agent="a\0b")
            over_http = client.get("/v1/agents/a%00b/evolution/metrics").json()

    assert (metrics["result"], listed["result"]) == (over_http, {"suggestions": [], "next": None})


def test_a_place_beyond_the_ledgers_end_is_refused_with_the_way_out(client: TestClient, layer: Layer) -> None:
    layer.judge(call("Edit", file_path="a.py"))
    last = next(iter(layer.store.entries(limit=1))).id
    with opened(client) as socket:
        refused = ask(socket, "events.subscribe", after=1_000_000_000)["error"]
        taken = ask(socket, "events.subscribe", after=last)["result"]

    assert (refused["status"], taken["after"]) == (422, last)
    assert f"which is {last}: leave it out" in refused["detail"]


def test_a_dash_is_the_agent_without_a_name_as_over_http(client: TestClient, layer: Layer) -> None:
    suggested(layer, agent="")
    with opened(client) as socket:
        metrics = ask(socket, "agent.evolution.metrics", agent="-")["result"]
        listed = ask(socket, "agent.evolution.suggestions", agent="-")["result"]["suggestions"]
        applied = ask(socket, "agent.evolution.apply", agent="-", suggestion="5a11", now_anyway=True)["result"]

    assert metrics == client.get("/v1/agents/-/evolution/metrics").json()
    assert ([one["id"] for one in listed], applied["status"]) == (["5a11"], "applied")


def test_suggestions_go_on_where_a_page_ends_and_another_agents_hide_nobodys(client: TestClient, layer: Layer) -> None:
    """Five hundred are a page, over all agents."""
    first = suggested(layer, agent="")
    later = [replace(first, id=f"{n:04d}", agent="bot", subject=f"{n}", created_at=START + timedelta(seconds=n)) for n in range(501)]
    rows = [Change(verb="suggested", table="suggestions", item=one.id, after=suggestion_row(one), actor="me") for one in later]
    layer.store.apply(rows, START)
    with opened(client) as socket:
        page = ask(socket, "agent.evolution.suggestions", agent="bot")["result"]
        rest = ask(socket, "agent.evolution.suggestions", agent="bot", after=page["next"], limit=2)["result"]
        nobodys = ask(socket, "agent.evolution.suggestions", agent="-")["result"]
        refused = [ask(socket, "agent.evolution.suggestions", agent="-", **bad)["error"] for bad in ({"after": "x"}, {"limit": 501})]

    seen = [one["id"] for one in page["suggestions"] + rest["suggestions"]]
    assert (seen, rest["next"]) == ([one.id for one in reversed(later)], None)
    assert ([one["id"] for one in nobodys["suggestions"]], nobodys["next"]) == (["5a11"], None)
    assert [(one["status"], one["detail"][:8]) for one in refused] == [(404, "`after` "), (422, "`limit` ")]


def test_whoever_has_left_hears_nothing_more_and_is_not_answered(app: Application, layer: Layer) -> None:
    browser = TestClient(app, base_url=HERE)
    with browser:
        browser.get(f"/?token={TOKEN}")
        visitor = app.passes.cookie(browser.cookies["habitus"])
        assert visitor
        cookie = {**AT, "Cookie": f"habitus={browser.cookies['habitus']}"}
        with browser.websocket_connect("/ws", headers=cookie) as listening, browser.websocket_connect("/ws", headers=cookie) as asking:
            listening.send_json({"id": 1, "method": "events.subscribe"})
            assert listening.receive_json()["id"] == 1
            browser.post("/logout", data={"csrf": visitor.csrf}, follow_redirects=False)

            layer.rulebook.add("Name the otter.", rule_type="preference", scope=Scope(), who="me")
            asking.send_json({"id": 2, "method": "agent.evolution.metrics", "params": {"agent": "bot"}})
            with pytest.raises(WebSocketDisconnect) as silent:
                listening.receive_json()
            with pytest.raises(WebSocketDisconnect) as refused:
                asking.receive_json()

    assert (silent.value.code, refused.value.code) == (1008, 1008)
