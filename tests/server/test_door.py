"""Who may come in: over every route there is, a wrong Host, Origin, token, role or CSRF token changes nothing."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.responses import Response
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from habitus import assemble
from habitus.config import Settings
from habitus.config.settings import Server
from habitus.doubles import FrozenClock
from habitus.errors import Away
from habitus.layer import Layer
from habitus.server import limits, litellm, request, wire
from habitus.server.app import Application, create, listed
from habitus.server.door import Door
from habitus.server.passes import KNOWN_SECONDS, Passes, new_key
from habitus.server.run import invitation
from habitus.types import Doors, Row
from server.conftest import HERE, TOKEN

USUAL = Server()
PATIENT = Server(wrong_tokens_per_second=1e9)
SAFE = {"GET", "HEAD", "OPTIONS"}
ADMIN = {
    ("POST", "/v1/agents"), ("PATCH", "/v1/agents/{id}"), ("PUT", "/v1/agents/{id}/evolution/guardrails"), ("GET", "/v1/keys"),
    ("POST", "/v1/keys"), ("DELETE", "/v1/keys/{id}"), ("DELETE", "/v1/skills/{slug}"),
    ("DELETE", "/v1/skills"),
}  # fmt: skip
SPOKEN = {
    ("POST", "/v1/judge"), ("POST", "/v1/guide"), ("POST", "/v1/events"), ("POST", "/v1/hooks/{host}"), ("POST", "/v1/logs"),
    ("POST", "/v1/traces"), ("POST", "/v1/metrics"), ("POST", litellm.PATH),
}  # fmt: skip
"""What agents do: all that a key of theirs opens, with `/mcp`."""
FILLED = {"{id}": "x", "{sid}": "x", "{slug}": "x", "{agent}": "x", "{file}": "SOUL.md", "{entry}": "1"}


def _routes() -> list[tuple[str, str]]:
    import tempfile

    with tempfile.TemporaryDirectory() as home:
        layer = assemble.layer(Settings(), home=home)
        found = {(method, route.path) for route in listed(create(layer, TOKEN).api) for method in route.methods or ()}
        layer.close()
    open_to_all = {("GET", "/static/{name}")}  # what the page at the door looks like: test_front.py
    return sorted(found - open_to_all - {("HEAD", path) for _, path in found})


ROUTES = _routes()
WRITES = [route for route in ROUTES if route[0] not in SAFE]


def filled(path: str) -> str:
    for name, value in FILLED.items():
        path = path.replace(name, value)
    return path


def ids(route: tuple[str, str]) -> str:
    return " ".join(route)


def entered(app: Application) -> tuple[TestClient, str]:
    """A browser that came by the link, and its CSRF token."""
    client = TestClient(app, base_url=HERE)
    client.get(f"/?token={app.passes.code()}")
    visitor = app.passes.cookie(client.cookies["habitus"])
    assert visitor
    return client, visitor.csrf


def test_the_list_of_routes_is_the_whole_of_it() -> None:
    assert len(WRITES) > 35
    assert set(ADMIN) < set(ROUTES)
    assert set(ROUTES) > SPOKEN


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Authorization": ""}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": "Bearer hbt_00000000_wrong"}, 401),
        ({"Authorization": f"Basic {TOKEN}"}, 401),
        ({"Authorization": "", "Cookie": "habitus=wrong"}, 401),
        ({"Authorization": "", "Cookie": "habitus=eyJrZXkiOiIifQ.wrong"}, 401),
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1.evil.example"}, 421),
        ({"Host": "[bad"}, 421),
        ({"Host": "evil.example@127.0.0.1"}, 421),
        ({"Host": "127.0.0.1/evil.example"}, 421),
        ({"Host": "127.0.0.1:80:evil.example"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:3000"}, 403),
        ({"Origin": "http://127.0.0.1"}, 403),
    ],
)
def test_a_stranger_gets_nothing_anywhere(layer: Layer, written: Callable[[], int], headers: dict[str, str], status: int) -> None:
    app = create(layer, TOKEN, server=PATIENT)
    with TestClient(app, base_url=HERE, headers={"Authorization": f"Bearer {TOKEN}", **headers}) as client:
        before = written()

        answers = {route: client.request(route[0], filled(route[1]), json={"text": "Use pnpm."}) for route in ROUTES}

        assert {answer.status_code for answer in answers.values()} == {status}
        assert written() == before


def test_a_viewer_changes_nothing_but_that_a_link_of_theirs_is_made(keyed: Callable[[str], TestClient], written: Callable[[], int]) -> None:
    viewer = keyed("viewer")
    before = written()

    answers = {route: viewer.request(route[0], filled(route[1]), json={}) for route in WRITES if route != ("POST", "/v1/links")}

    assert {route for route, answer in answers.items() if answer.status_code != 403 or "operator" not in answer.json()["detail"]} == set()
    assert written() == before


@pytest.mark.parametrize("route", sorted(ADMIN), ids=ids)
def test_what_is_an_admins_is_no_operators(keyed: Callable[[str], TestClient], written: Callable[[], int], route: tuple[str, str]) -> None:
    operator, admin = keyed("operator"), keyed("admin")
    before = written()

    refused = operator.request(route[0], filled(route[1]), json={})

    assert (refused.status_code, written()) == (403, before)
    assert admin.request(route[0], filled(route[1]), json={}).status_code != 403


def test_the_rest_is_an_operators(keyed: Callable[[str], TestClient]) -> None:
    operator, routes = keyed("operator"), [route for route in WRITES if route not in ADMIN and route[1].startswith("/v1/")]

    statuses = {route: operator.request(route[0], filled(route[1]), json={}).status_code for route in routes}

    assert {route for route, status in statuses.items() if status in (401, 403, 421)} == set()


def test_an_agent_tells_and_asks_and_that_is_all(keyed: Callable[[str], TestClient], written: Callable[[], int]) -> None:
    agent = keyed("agent")
    before = written()
    statuses = {route: agent.request(route[0], filled(route[1]), json={}).status_code for route in ROUTES if route not in SPOKEN}

    assert {route for route, status in statuses.items() if status != 403} == set()
    assert written() == before
    assert {agent.request(*route, json={}).status_code for route in (*SPOKEN, ("POST", "/mcp"))} & {401, 403} == set()


def test_an_agent_cannot_answer_what_it_has_to_ask_about(keyed: Callable[[str], TestClient], layer: Layer) -> None:
    agent = keyed("agent")
    call = {"session": "s1", "id": "c1", "tool": "Bash", "args": {"command": "rm -rf build"}}
    asked = agent.post("/v1/judge", json=call).json()

    refused = agent.patch(f"/v1/approvals/{asked['approval']}", json={"state": "approved"})

    assert (asked["decision"], refused.status_code) == ("block", 403)
    assert refused.json()["detail"] == "This needs the role viewer, and you are agent: ask an admin for a key that has it."
    assert agent.post("/v1/judge", json={**call, "id": "c2"}).json()["decision"] == "block"


def test_an_agents_key_opens_no_page_and_no_socket(app: Application, layer: Layer) -> None:
    _, key = new_key(layer, "bot's machine", "agent", who="a test")
    browser = TestClient(app, base_url=HERE)

    assert "ask an admin for one that may read" in browser.post("/login", data={"key": key}).text
    assert browser.get(f"/?token={key}").status_code == 403
    assert "habitus" not in browser.cookies
    with pytest.raises(WebSocketDisconnect), browser.websocket_connect("/ws", headers={"Authorization": f"Bearer {key}"}):
        pass


@pytest.mark.parametrize("given", ["", "wrong"])
def test_a_cookie_alone_changes_nothing(app: Application, written: Callable[[], int], given: str) -> None:
    client, _ = entered(app)
    before = written()

    as_header = {client.request(method, filled(path), json={}, headers={"X-CSRF-Token": given}).status_code for method, path in WRITES}
    as_field = {client.request(method, filled(path), data={"csrf": given}).status_code for method, path in WRITES}

    assert as_header == as_field == {403}
    assert written() == before


def test_a_cookie_with_its_own_token_may(app: Application, layer: Layer) -> None:
    client, csrf = entered(app)

    answer = client.post("/v1/rules", json={"text": "Use pnpm instead of npm."}, headers={"X-CSRF-Token": csrf, "Origin": HERE})

    assert answer.status_code == 201
    assert layer.store.lessons().rules()[0].origin.channel == "owner"


def test_another_sessions_token_does_not(app: Application, written: Callable[[], int]) -> None:
    (client, _), (_, other) = entered(app), entered(app)
    before = written()

    assert client.post("/v1/rules", json={"text": "Use pnpm."}, headers={"X-CSRF-Token": other}).status_code == 403
    assert written() == before


# ── links and sessions ──


def test_a_link_opens_once(app: Application) -> None:
    code = app.passes.code()

    assert TestClient(app, base_url=HERE).get(f"/?token={code}").status_code == 200
    assert TestClient(app, base_url=HERE).get(f"/?token={code}").status_code == 401


@pytest.mark.parametrize("method", ["HEAD", "POST", "OPTIONS"])
def test_only_who_opens_a_link_uses_it_up(app: Application, method: str) -> None:
    link = f"/?token={app.passes.code()}"
    looked = TestClient(app, base_url=HERE).request(method, link)
    browser = TestClient(app, base_url=HERE)

    assert ("set-cookie" in looked.headers, browser.get(link).status_code, "habitus" in browser.cookies) == (False, 200, True)


def test_the_link_that_is_said_at_the_start_is_in_the_ledger(app: Application, layer: Layer) -> None:
    said = invitation(app, HERE, "operator:ana")

    (line,) = layer.store.entries(verb="link made")
    assert (line.actor, line.item, layer.store.content(line.after)) == ("operator:ana", "owner", {"role": "admin"})
    assert TestClient(app, base_url=HERE).get(said.removeprefix(f"Open {HERE}")).status_code == 200


def test_a_link_that_the_ledger_cannot_take_is_not_said(app: Application, layer: Layer) -> None:
    def away(*given: Any) -> int:
        raise Away("the database does not answer")

    elsewhere: Any = SimpleNamespace(passes=app.passes, layer=SimpleNamespace(clock=layer.clock, store=SimpleNamespace(note=away)))

    said = invitation(elsewhere, HERE, "operator:ana")

    assert "token=" not in said
    assert "`habitus keys link` prints one" in said


@pytest.mark.parametrize("how", ["link", "token", "key", "pasted"])
def test_who_comes_in_is_in_the_ledger(app: Application, layer: Layer, how: str) -> None:
    _, key = new_key(layer, "Ana", "viewer", who="owner")
    browser = TestClient(app, base_url=HERE)
    if how == "pasted":
        browser.post("/login", data={"key": key})
    else:
        browser.get(f"/?token={ {'link': app.passes.code(), 'token': TOKEN, 'key': key}[how] }")

    (line,) = layer.store.entries(verb="came in")
    name, role = ("Ana", "viewer") if how in ("key", "pasted") else ("owner", "admin")
    assert (line.actor, line.item, layer.store.content(line.after)) == (name, name, {"role": role, "from": "testclient"})


def test_who_does_not_come_in_is_not(app: Application, layer: Layer) -> None:
    _, key = new_key(layer, "robot", "agent", who="owner")
    code = app.passes.code()
    opened, _ = entered(app)
    opened.get(f"/?token={code}")
    before = len(layer.store.entries(verb="came in"))

    for given in (key, code, "wrong"):
        TestClient(app, base_url=HERE).get(f"/?token={given}")
    opened.get(f"/?token={code}")
    opened.get("/health")

    assert len(layer.store.entries(verb="came in")) == before == 2


def test_who_leaves_is_in_the_ledger_once(app: Application, layer: Layer) -> None:
    client, csrf = entered(app)
    kept = dict(client.cookies)

    client.post("/logout", data={"csrf": "wrong"})
    assert layer.store.entries(verb="left") == []

    client.post("/logout", data={"csrf": csrf})
    TestClient(app, base_url=HERE, cookies=kept).post("/logout", data={"csrf": csrf})
    TestClient(app, base_url=HERE).post("/logout", headers={"Authorization": f"Bearer {TOKEN}"})  # has no session to leave
    _, key = new_key(layer, "Vera", "viewer", who="owner")
    other, _ = entered(app)
    theirs = dict(other.cookies)
    other.post("/logout", headers={"Authorization": f"Bearer {key}"})
    assert TestClient(app, base_url=HERE, cookies=theirs).get("/health").status_code == 200  # nobody leaves in another's name

    (line,) = layer.store.entries(verb="left")
    assert (line.actor, line.item, layer.store.content(line.after)) == ("owner", "owner", {"role": "admin", "from": "testclient"})


def test_the_owner_comes_in_while_the_store_is_away_and_the_log_says_so(
    app: Application, layer: Layer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away(*given: Any) -> int:
        raise Away("the database does not answer")

    monkeypatch.setattr(layer.store, "note", away)

    assert TestClient(app, base_url=HERE).get(f"/?token={TOKEN}").status_code == 200
    assert "owner came in from testclient, and the ledger does not say so" in caplog.text


def test_a_second_click_in_the_same_browser_just_opens_the_page(app: Application) -> None:
    client, _ = entered(app)
    code = app.passes.code()
    client.get(f"/?token={code}")

    again = client.get(f"/?token={code}")

    assert (again.history[0].status_code, again.status_code) == (303, 200)
    assert "token" not in str(again.url)


def test_a_link_leads_to_a_place_of_ours_only(app: Application) -> None:
    for to, where in (
        ("/health", "/health"),
        ("//evil.example", "/"),
        ("https://evil.example", "/"),
        ('/"><script>', "/%22%3E%3Cscript%3E"),
    ):
        answer = TestClient(app, base_url=HERE).get("/", params={"token": app.passes.code(), "to": to})
        assert f'url={where}"' in answer.text


def test_sessions_and_links_end(tmp_path: Path) -> None:
    clock = FrozenClock()
    layer = assemble.layer(Settings(), home=tmp_path, clock=clock)
    app = create(layer, TOKEN)
    client, _ = entered(app)
    code = app.passes.code()

    clock.forward(seconds=60 * USUAL.link_minutes + 1)
    assert (client.get("/").status_code, TestClient(app, base_url=HERE).get(f"/?token={code}").status_code) == (200, 401)
    clock.forward(seconds=3600 * USUAL.session_hours)
    assert client.get("/").status_code == 401
    layer.close()


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(app: Application) -> None:
    answer = TestClient(app, base_url=HERE).get(f"/?token={TOKEN}")

    cookie = answer.headers["set-cookie"].lower()
    assert all(word in cookie for word in ("httponly", "samesite=strict", "max-age=43200"))
    assert TOKEN not in cookie
    assert "secure" in TestClient(app, base_url="https://127.0.0.1").get(f"/?token={TOKEN}").headers["set-cookie"].lower()


@pytest.mark.parametrize("beside", ['prefs={"dark": true}', "a=b c", "a@b=1", "flag", "a=1;", 'a="', "habitus_lang=es"])
def test_cookies_of_other_programs_on_this_machine_do_not_hide_ours(app: Application, beside: str) -> None:
    client, _ = entered(app)
    ours = f"habitus={client.cookies['habitus']}"
    client.cookies.clear()

    assert [client.get("/v1/queue", headers={"Cookie": sent}).status_code for sent in (f"{beside}; {ours}", f"{ours}; {beside}")] == [
        200,
        200,
    ]


@pytest.mark.parametrize("name", ["habitus", "habitus_lang", "other"])
def test_no_cookie_keeps_the_others_waiting(app: Application, name: str) -> None:
    cookie = name + '="' + "\\" * 60_000 + '"'
    begun = time.process_time()

    answer = TestClient(app, base_url=HERE).get("/health", headers={"Cookie": cookie, "Accept": "text/html"})

    assert (answer.status_code, time.process_time() - begun < 2) == (401, True)


@pytest.mark.parametrize(
    ("url", "here", "is_secure"),
    [
        ("https://habitus.example", "http://habitus.example", True),  # TLS ends in front of us
        ("https://habitus.example", HERE, False),  # a browser on this machine would not send it back
        ("http://habitus.example", "http://habitus.example", False),
    ],
)
def test_behind_tls_the_cookie_goes_over_tls_only(layer: Layer, url: str, here: str, is_secure: bool) -> None:
    app = create(layer, TOKEN, server=Server(url=url), hosts=["habitus.example"])

    came = TestClient(app, base_url=here).get(f"/?token={app.passes.code()}")

    assert ("Secure" in came.headers["set-cookie"]) is is_secure


def test_a_key_opens_the_dashboard_as_what_it_is(app: Application, layer: Layer, keyed: Callable[[str], TestClient]) -> None:
    viewer = keyed("viewer")
    key = viewer.headers["Authorization"].removeprefix("Bearer ")
    browser = TestClient(app, base_url=HERE)

    assert browser.post("/login", data={"key": "wrong"}).status_code == 401
    assert browser.post("/login", data={"key": key}).status_code == 200
    visitor = app.passes.cookie(browser.cookies["habitus"])
    assert visitor
    assert (visitor.name, visitor.role, browser.get("/v1/rules").status_code) == ("the viewer", "viewer", 200)
    assert browser.post("/v1/rules", json={"text": "x"}, headers={"X-CSRF-Token": visitor.csrf}).status_code == 403


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("Origin", ("http://evil.example", HERE)),
        ("Authorization", ("Bearer wrong", f"Bearer {TOKEN}")),
        ("Idempotency-Key", ("one", "two")),
        ("Content-Type", ("text/plain", "application/json")),
    ],
)
def test_whoever_says_two_things_at_once_is_believed_neither(
    quiet: TestClient, written: Callable[[], int], name: str, values: tuple[str, str]
) -> None:
    usual = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    before = written()

    twice = [pair for pair in usual.items() if pair[0] != name] + [(name, value) for value in values]
    del quiet.headers["Authorization"]
    answer = quiet.post("/v1/rules", content=b'{"text": "Use tabs."}', headers=twice)

    assert (answer.status_code, written()) == (400, before)
    assert f"`{name.lower()}` twice: send it once" in answer.json()["detail"]


@pytest.mark.parametrize("role", ["viewer", "operator", "admin"])
def test_a_link_for_ones_own_other_device_opens_as_much_as_its_maker_may_and_the_ledger_names_them(
    app: Application, layer: Layer, keyed: Callable[[str], TestClient], role: str
) -> None:
    """Made where a browser is logged in; and by nobody who only has its cookie."""
    key = keyed(role).headers["Authorization"].removeprefix("Bearer ")
    browser, other = TestClient(app, base_url=HERE), TestClient(app, base_url=HERE)
    browser.post("/login", data={"key": key})
    found = app.passes.cookie(browser.cookies["habitus"])
    assert found

    forged = browser.post("/v1/links")
    made = browser.post("/v1/links", headers={"X-CSRF-Token": found.csrf})
    other.get(made.json()["path"])
    again = app.passes.cookie(other.cookies["habitus"])

    assert (forged.status_code, made.status_code) == (403, 201)
    assert again
    assert (again.name, again.role, again.key) == (f"the {role}", role, found.key)
    assert [(one.actor, one.item) for one in layer.store.entries(verb="link made")] == [(f"the {role}", f"the {role}")]


def test_whoever_leaves_needs_to_knock_again(app: Application) -> None:
    client, csrf = entered(app)

    assert client.post("/logout", data={"csrf": "wrong"}, follow_redirects=False).status_code == 403
    left = client.post("/logout", data={"csrf": csrf}, follow_redirects=False)

    assert (left.status_code, "habitus" in client.cookies) == (303, False)


def test_a_copy_of_the_cookie_opens_nothing_once_its_owner_has_left(tmp_path: Path) -> None:
    clock = FrozenClock()
    layer = assemble.layer(Settings(), home=tmp_path, clock=clock)
    app, replica = create(layer, TOKEN), create(layer, TOKEN)
    (client, csrf), (other, _) = entered(app), entered(app)
    thief, elsewhere = (TestClient(one, base_url=HERE, cookies={"habitus": client.cookies["habitus"]}) for one in (app, replica))
    assert (thief.get("/v1/queue").status_code, elsewhere.get("/v1/queue").status_code) == (200, 200)

    client.post("/logout", data={"csrf": csrf}, follow_redirects=False)

    assert thief.get("/v1/queue").status_code == 401
    clock.forward(seconds=KNOWN_SECONDS)
    assert elsewhere.get("/v1/queue").status_code == 401
    assert other.get("/v1/queue").status_code == 200
    layer.close()


def test_a_revoked_key_is_out_a_second_later_and_so_are_its_sessions(tmp_path: Path) -> None:
    clock = FrozenClock()
    layer = assemble.layer(Settings(), home=tmp_path, clock=clock)
    app = create(layer, TOKEN)
    owner = TestClient(app, base_url=HERE, headers={"Authorization": f"Bearer {TOKEN}"})
    made = owner.post("/v1/keys", json={"name": "ci", "role": "operator"}).json()
    theirs = TestClient(app, base_url=HERE, headers={"Authorization": f"Bearer {made['key']}"})
    visitor = app.passes.bearer(made["key"])
    assert visitor
    cookie = app.passes.session(visitor)
    assert theirs.get("/v1/queue").status_code == 200

    owner.delete(f"/v1/keys/{made['id']}")
    clock.forward(seconds=KNOWN_SECONDS)

    assert theirs.get("/v1/queue").status_code == 401
    assert app.passes.cookie(cookie) is None
    layer.close()


def test_a_key_is_answered_with_the_name_that_it_has(client: TestClient) -> None:
    made = client.post("/v1/keys", json={"name": "  \uff21na ", "role": "viewer"}).json()

    assert made["name"] == client.get("/v1/keys").json()["items"][0]["name"] == "Ana"


def test_a_key_is_kept_as_its_hash_and_never_listed(client: TestClient, layer: Layer) -> None:
    made = client.post("/v1/keys", json={"name": "ci", "role": "viewer"}).json()

    listed = client.get("/v1/keys").text
    kept = Path(layer.store.where).read_bytes() + Path(f"{layer.store.where}-wal").read_bytes()

    assert made["key"] not in listed
    assert made["key"].encode() not in kept
    assert "hash" not in listed


def test_every_write_names_who_did_it(keyed: Callable[[str], TestClient], layer: Layer) -> None:
    operator = keyed("operator")
    rule = operator.post("/v1/rules", json={"text": "Use pnpm instead of npm."}).json()["rule"]["id"]

    operator.patch(f"/v1/rules/{rule}", json={"active": False})

    assert {entry.actor for entry in layer.store.entries(item=rule, changes=True)} == {"the operator"}


def test_what_agents_send_names_the_key_it_came_with(keyed: Callable[[str], TestClient], client: TestClient, layer: Layer) -> None:
    agent, moment = keyed("agent"), {"session": "s1"}
    agent.post("/v1/events", json={"event": "user", **moment, "text": "hello"})
    agent.post("/v1/judge", json={**moment, "id": "c1", "tool": "Read", "args": {"file_path": "a.py"}})
    agent.post("/v1/events", json={"event": "result", **moment, "id": "c1", "result": "x"})
    asked = {"hook_event_name": "UserPromptSubmit", "session_id": "s2", "cwd": "/w", "prompt": "and you?"}
    agent.post("/v1/hooks/claude-code", json=asked)
    client.post("/v1/events", json={"event": "user", **moment, "text": "the owner"})

    said = [(one.verb, one.actor, (layer.store.content(one.after) or {}).get("by")) for one in layer.store.entries(session="s1")][::-1]
    assert said == [
        ("observed", "the agent", None), ("judged", "rules", "the agent"), ("settled", "rules", "the agent"), ("observed", "host", None),
    ]  # fmt: skip
    assert [one.actor for one in layer.store.entries(session="s2", verb="observed")] == ["the agent"]


# ── limits ──


def test_too_many_at_once_are_told_to_wait(layer: Layer) -> None:
    app = create(layer, TOKEN, server=Server(requests_per_second=0.001))
    client = TestClient(app, base_url=HERE, headers={"Authorization": f"Bearer {TOKEN}"})

    answers = [client.get("/v1/queue").status_code for _ in range(3)]

    assert answers == [200, 429, 429]


def test_every_limit_is_a_setting(tmp_path: Path) -> None:
    clock, asked = FrozenClock(), Server(request_bytes=2000, session_hours=0.5, link_minutes=2, judged_per_second=0.001)
    layer = assemble.layer(Settings(server=asked), home=tmp_path, clock=clock)
    app = create(layer, TOKEN)
    owner = TestClient(app, base_url=HERE, headers={"Authorization": f"Bearer {TOKEN}"})
    client, _ = entered(app)
    code = app.passes.code()

    assert owner.post("/v1/rules", json={"text": "x" * 2000}).status_code == 413
    assert [owner.post("/v1/guide", json={"session": "s"}).status_code for _ in range(2)][1] == 429
    clock.forward(seconds=121)
    assert TestClient(app, base_url=HERE).get(f"/?token={code}").status_code == 401
    assert client.get("/v1/queue").status_code == 200
    clock.forward(seconds=1700)
    assert client.get("/v1/queue").status_code == 401
    layer.close()


def test_guessing_keys_ends_and_does_not_lock_the_owner_out(app: Application) -> None:
    stranger = TestClient(app, base_url=HERE, headers={"Authorization": "Bearer hbt_guess"})

    seen = [stranger.get("/v1/queue").status_code for _ in range(int(limits.rates(USUAL).refused[1]) + 2)]

    assert (seen[0], seen[-1]) == (401, 429)
    assert TestClient(app, base_url=HERE, headers={"Authorization": f"Bearer {TOKEN}"}).get("/v1/queue").status_code == 200


@pytest.mark.parametrize("given", [{}, {"Authorization": "Bearer guess"}, {"Authorization": "Basic eDp5"}, {"Cookie": "habitus=x"}])
def test_whoever_costs_the_store_nothing_is_told_the_same_each_time(app: Application, given: dict[str, str]) -> None:
    stranger = TestClient(app, base_url=HERE, headers=given)

    assert {stranger.get("/v1/queue").status_code for _ in range(int(limits.rates(USUAL).refused[1]) + 2)} == {401}


class Counted:
    """The doors, and how often they were asked for a key."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors
        self.asked = 0

    def key_by_hash(self, digest: str) -> Row | None:
        self.asked += 1
        return self._doors.key_by_hash(digest)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._doors, name)


@pytest.mark.parametrize("way", ["header", "link", "form"])
def test_whoever_made_up_too_many_keys_costs_the_store_nothing_more(layer: Layer, keyed: Callable[[str], TestClient], way: str) -> None:
    doors = Counted(layer.store.doors())
    passes = Passes(TOKEN, cast("Doors", doors), layer.clock)
    known = keyed("viewer").headers["Authorization"]
    client = TestClient(Door(Response("in"), passes=passes, server=Server(wrong_tokens_per_second=0.01)), base_url=HERE)

    def knock(key: str) -> int:
        match way:
            case "header":
                return client.get("/v1/queue", headers={"Authorization": f"Bearer {key}"}).status_code
            case "link":
                return client.get(f"/?token={key}").status_code
        return client.post("/login", data={"key": key}).status_code

    assert client.get("/v1/queue", headers={"Authorization": known}).status_code == 200
    assert [knock(f"hbt_{n}") for n in range(2)] == [401, 429]
    before = doors.asked
    assert {knock(f"hbt_{n}") for n in range(300)} == {429}

    assert doors.asked == before
    assert client.get("/v1/queue", headers={"Authorization": known}).status_code == 200


def test_a_body_that_is_too_large_is_not_read(client: TestClient, layer: Layer) -> None:
    whole = client.post("/v1/judge", content=b" " * (USUAL.request_bytes + 1))
    in_pieces = client.post("/v1/judge", content=(b" " * 100_000 for _ in range(12)))

    assert {whole.status_code, in_pieces.status_code} == {413}
    assert layer.store.counts()["events"] == 0


def test_of_a_stranger_no_more_is_read_than_a_key(app: Application) -> None:
    stranger = TestClient(app, base_url=HERE)

    assert stranger.post("/login", data={"key": "x" * 10_000}).status_code == 413
    assert stranger.post("/logout", content=b" " * USUAL.request_bytes).status_code == 401


@pytest.mark.parametrize("path", ["/login", "/v1/rules"])
def test_a_body_that_does_not_come_is_not_waited_for_without_end(layer: Layer, path: str) -> None:
    door = Door(Response("in"), passes=Passes(TOKEN, layer.store.doors(), layer.clock), server=Server(request_bytes=1024), patience=0)
    headers = [(b"host", b"127.0.0.1"), (b"authorization", f"Bearer {TOKEN}".encode()), (b"content-length", b"9")]
    said: list[Any] = []

    async def receive() -> Any:
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        said.append(message)

    asyncio.run(door({"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": headers}, receive, send))

    assert (said[0]["status"], (b"connection", b"close") in said[0]["headers"]) == (408, True)


def test_a_long_conversation_is_read_whole_for_litellm_and_counted_as_an_agents_work(layer: Layer) -> None:
    app = create(layer, TOKEN, server=Server(requests_per_second=0.001))
    client = TestClient(app, base_url=HERE, headers={"Authorization": f"Bearer {TOKEN}"})
    said = {"input_type": "request", "texts": ["x" * (2 * USUAL.request_bytes)]}

    assert [client.post(litellm.PATH, json=said).status_code for _ in range(3)] == [200, 200, 200]


@pytest.mark.parametrize("path", ["/v1/hooks/claude-code", "/v1/logs", "/v1/traces", "/v1/metrics", litellm.PATH])
def test_what_an_agent_sends_at_once_may_be_as_long_at_every_way_in(client: TestClient, path: str) -> None:
    assert limits.largest(path, USUAL.request_bytes) == wire.LARGEST
    assert client.post(path, content=b" " * (wire.LARGEST + 1)).status_code == 413


def test_every_answer_carries_the_headers_that_keep_it_safe(client: TestClient) -> None:
    paths = ("/", "/v1/health", "/nowhere", "/proxy/wrong", "/static/nothing")
    for answer in (*(client.get(path) for path in paths), client.get("/", headers={"Authorization": "no"})):
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "no-store" in answer.headers["cache-control"] or "no-cache" in answer.headers["cache-control"]


def test_the_proxy_has_a_door_of_its_own_behind_the_same_names(tmp_path: Path) -> None:
    layer = assemble.layer(Settings(server=Server(proxy_upstream="http://127.0.0.1:9")), home=tmp_path)
    app = create(layer, TOKEN)
    client = TestClient(app, base_url=HERE, headers={"Authorization": "Bearer sk-of-the-provider"})

    stranger = client.get("/proxy/wrong/v1/models")
    known = client.get(f"/proxy/{app.proxy_token}/v1/models")
    rebound = client.get(f"/proxy/{app.proxy_token}/v1/models", headers={"Host": "evil.example"})
    layer.close()

    assert (stranger.status_code, known.status_code, rebound.status_code) == (401, 502, 421)
    assert {one.headers["x-content-type-options"] for one in (stranger, known, rebound)} == {"nosniff"}


def test_even_through_the_proxy_nobody_asks_without_end(tmp_path: Path) -> None:
    server = Server(proxy_upstream="http://127.0.0.1:9", judged_per_second=1)
    layer = assemble.layer(Settings(server=server), home=tmp_path)
    client = TestClient(create(layer, TOKEN), base_url=HERE)

    answers = [client.get("/proxy/wrong/v1/models").status_code for _ in range(10)]
    layer.close()

    assert (answers[0], 429 in answers) == (401, True)


@pytest.mark.parametrize("host", ["127.0.0.1", "LOCALHOST:8787", "localhost:", "[::1]", "[::1]:8787"])
def test_our_own_names_may_be_written_as_they_please(client: TestClient, host: str) -> None:
    assert client.get("/v1/queue", headers={"Host": host}).status_code == 200


def test_other_names_are_answered_to_when_they_are_allowed(layer: Layer) -> None:
    app = create(layer, TOKEN, hosts=["habitus.example"], origins=["https://portal.example"])
    client = TestClient(app, base_url="http://habitus.example", headers={"Authorization": f"Bearer {TOKEN}"})

    assert client.get("/v1/queue").status_code == 200
    assert client.get("/v1/queue", headers={"Origin": "https://portal.example"}).status_code == 200
    assert client.get("/v1/queue", headers={"Origin": "https://other.example"}).status_code == 403


ASKS_FIRST = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,content-type"}


def test_the_page_of_a_site_that_is_named_asks_first_and_reads_what_is_answered(layer: Layer) -> None:
    """As a browser does it: it asks without a key whether the page may send one, then sends it, then looks whether the page may read."""
    site = {"Origin": "https://portal.example"}
    client = TestClient(create(layer, TOKEN, origins=["https://Portal.example/"]), base_url=HERE)

    first = client.options("/v1/judge", headers=site | ASKS_FIRST)
    call = {"session": "s1", "id": "c1", "tool": "Read", "args": {}}
    answered = client.post("/v1/judge", json=call, headers=site | {"Authorization": f"Bearer {TOKEN}"})
    refused = client.get("/v1/queue", headers=site)

    assert first.status_code == 204
    assert "POST" in first.headers["access-control-allow-methods"]
    assert "Authorization" in first.headers["access-control-allow-headers"]
    assert (answered.status_code, refused.status_code) == (200, 401)
    for answer in (first, answered, refused):
        assert answer.headers["access-control-allow-origin"] == "https://portal.example"
        assert answer.headers["vary"] == "Origin"
        assert "access-control-allow-credentials" not in answer.headers


@pytest.mark.parametrize("origin", ["https://other.example", "https://portal.example.evil.example", "http://portal.example", "null", HERE])
def test_no_other_page_is_told_that_it_may_read(layer: Layer, origin: str) -> None:
    client = TestClient(create(layer, TOKEN, origins=["https://portal.example"]), base_url=HERE)

    for answer in (
        client.options("/v1/queue", headers={"Origin": origin} | ASKS_FIRST),
        client.get("/v1/queue", headers={"Origin": origin, "Authorization": f"Bearer {TOKEN}"}),
    ):
        assert answer.status_code != 204
        assert "access-control-allow-origin" not in answer.headers


def test_what_all_callers_send_at_once_has_an_end(layer: Layer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request, "AT_ONCE", 1000)
    door = Door(Response("in"), passes=Passes(TOKEN, layer.store.doors(), layer.clock))
    headers = [(b"host", b"127.0.0.1"), (b"authorization", f"Bearer {TOKEN}".encode())]
    scope = {"type": "http", "method": "POST", "path": "/v1/rules", "query_string": b"", "headers": headers}

    async def asked(body: Any) -> int:
        parts = aiter(body)
        said: list[Any] = []

        async def send(message: Any) -> None:
            said.append(message)

        await door(dict(scope), lambda: anext(parts), send)
        return int(said[0]["status"])

    async def slow(begun: asyncio.Event, rest: asyncio.Event) -> AsyncIterator[Any]:
        yield {"type": "http.request", "body": b" " * 600, "more_body": True}
        begun.set()
        await rest.wait()
        yield {"type": "http.request", "body": b"", "more_body": False}

    async def all_of_them() -> list[int]:
        begun, rest = asyncio.Event(), asyncio.Event()
        first = asyncio.create_task(asked(slow(begun, rest)))
        await begun.wait()
        refused = await asked(slow(begun, rest))
        rest.set()
        return [refused, await first, await asked(slow(begun, rest))]

    assert asyncio.run(all_of_them()) == [503, 200, 200]
