"""The server as a whole: what it answers when it is asked the simple way."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Barrier
from typing import Any, cast
from urllib.parse import urlsplit

import pytest
from starlette.testclient import TestClient

from habitus import assemble
from habitus.assemble import token
from habitus.config import Settings
from habitus.config.settings import Server
from habitus.errors import ConfigError, StoreError
from habitus.layer import Layer
from habitus.server import proxy, run
from habitus.server.app import create
from habitus.server.listening import LOOPBACK
from habitus.types import Scope
from nouns import call, result, user
from server.conftest import TOKEN


def corrected(layer: Layer, said: str = "no, use pnpm instead of npm") -> None:
    layer.observe(user("add lodash", key="u1"))
    layer.observe(call("Bash", command="npm install"))
    layer.observe(result())
    layer.observe(user(said, key="u2"))


def test_health_counts_what_there_is(client: TestClient, layer: Layer) -> None:
    corrected(layer)

    found = client.get("/v1/health").json()

    assert (found["status"], found["sessions"], found["events"], found["rules"]) == ("ok", 1, 4, 1)
    assert found["queue"] == {"depth": 0, "cap": 50, "dead": 0, "colour": "green", "words": "normal"}


def test_rules_are_listed_with_what_was_said(client: TestClient, layer: Layer) -> None:
    corrected(layer)

    (rule,) = client.get("/v1/rules?kind=learned").json()["items"]

    assert (rule["description"], rule["said"], rule["state"]) == ("Use pnpm instead of npm.", "no, use pnpm instead of npm", "active")


def test_a_call_is_judged_and_remembered(client: TestClient, layer: Layer) -> None:
    body = {"session": "s1", "id": "c1", "tool": "Edit", "args": {"file_path": "a.py"}}

    answer = client.post("/v1/judge", json=body).json()

    assert (answer["id"], answer["decision"]) == ("c1", "allow")
    assert [(v["rule"], v["action"], v["when"]) for v in answer["verdicts"]][:1] == [("read_before_edit", "warn", "pre_tool")]
    assert layer.session("s1").calls == 1
    assert client.post("/v1/judge", json=body).json() == answer, "told twice, it gets the answer it got"


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"{broken", "`body` is not JSON"),
        (b"[]", "`body` must be an object"),
        (b'{"session": "s"}', "`id` is missing"),
        (b'{"session": "s", "id": "c", "tool": "Edit", "args": 3}', "`args` must be an object"),
        (b'{"session": "s", "id": "c", "tool": "Edit", "args": {"n": NaN}}', "`body` is not JSON"),
        (b'{"session": "s", "id": "c", "tool": "Edit", "args": {"n": 1e999}}', "`body` is not JSON"),
        (b'{"session": "s", "id": "c", "tool": "Edit", "at": "0001-01-01T00:00:00+14:00"}', "`at`"),
        (b"[" * 200_000, "`body` is not JSON"),
    ],
)
def test_a_malformed_request_is_refused_with_its_field(client: TestClient, layer: Layer, body: bytes, says: str) -> None:
    answer = client.post("/v1/judge", content=body)

    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")
    assert says in answer.json()["detail"]
    assert layer.store.counts()["events"] == 0


def test_events_are_told_together_or_not_at_all(client: TestClient, layer: Layer) -> None:
    told = [
        {"event": "user", "session": "s1", "text": "fix it"},
        {"event": "call", "session": "s1", "id": "c1", "tool": "Edit", "args": {"file_path": "a.py"}},
    ]
    bad = client.post("/v1/events", json={"events": [*told, {"event": "dance", "session": "s1"}]})
    kept = layer.store.counts()["events"]
    good = client.post("/v1/events", json={"events": [*told, {"event": "result", "session": "s1", "id": "c1", "result": "ok"}]})

    assert (bad.status_code, kept) == (422, 0)
    assert bad.json()["detail"].startswith("`events.2` is refused: `event` must be one of user, text,")
    assert good.json()["events"] == 3
    assert [verdict["rule"] for verdict in good.json()["answers"][0]["verdicts"]] == ["verify_after_edit"]


def test_what_was_corrected_is_in_the_next_guidance(client: TestClient, layer: Layer) -> None:
    corrected(layer)

    said = client.post("/v1/guide", json={"session": "s2", "prompt": "add lodash"}).json()

    assert "Use pnpm instead of npm." in said["text"]
    assert said["lessons"] == [layer.store.lessons().rules()[0].id]


def test_the_page_shows_what_was_learned_and_escapes_it(client: TestClient, layer: Layer) -> None:
    layer.rulebook.add('Use <script>alert(1)</script> & "quotes".', rule_type="preference", scope=Scope(), who="me")

    page = client.get("/behavioral-rules").text

    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


def test_the_token_in_a_link_opens_the_page_only(client: TestClient) -> None:
    client.headers.pop("Authorization")

    assert client.get(f"/v1/rules?token={TOKEN}").status_code == 401


def test_the_server_tends_by_itself(layer: Layer) -> None:
    corrected(layer)
    layer.guide("s1")

    with TestClient(create(layer, TOKEN, jobs=True), base_url="http://127.0.0.1") as client:
        while not layer.store.lessons().rules()[0].times_applied:
            client.get("/v1/queue", headers={"Authorization": f"Bearer {TOKEN}"})

    assert layer.store.lessons().rules()[0].times_applied == 1


def test_the_token_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    first = token(tmp_path / "home")

    assert len(first) >= 40
    assert token(tmp_path / "home") == first
    assert (tmp_path / "home" / "token").stat().st_mode & 0o077 == 0


def test_many_first_starts_agree_on_the_token(tmp_path: Path) -> None:
    for n in range(40):
        home, together = tmp_path / str(n), Barrier(4)

        def start(home: Path = home, together: Barrier = together) -> str:
            together.wait()
            return token(home)

        with ThreadPoolExecutor(4) as starts:
            assert len({found.result() for found in [starts.submit(start) for _ in range(4)]}) == 1
        assert [one.name for one in home.iterdir()] == ["token"]


@pytest.mark.parametrize("left", ["", "\n", "abc"])
def test_a_token_that_was_cut_off_opens_nothing(tmp_path: Path, left: str) -> None:
    (tmp_path / "token").write_text(left)

    with pytest.raises(StoreError, match="delete it"):
        token(tmp_path)


def test_no_server_and_no_proxy_starts_with_an_empty_token(layer: Layer) -> None:
    with pytest.raises(ConfigError, match="no token"):
        create(layer, "")
    with pytest.raises(ConfigError, match="token is empty"):
        proxy.create(layer, "https://api.openai.com", token="")


def test_what_opens_the_proxy_opens_nothing_else(layer: Layer) -> None:
    layer.settings = replace(layer.settings, server=replace(layer.settings.server, proxy_upstream="http://127.0.0.1:9"))
    app = create(layer, TOKEN)
    client = TestClient(app, base_url="http://127.0.0.1")

    assert app.proxy_token
    assert client.get("/v1/keys", headers={"Authorization": f"Bearer {app.proxy_token}"}).status_code == 401
    assert client.get(f"/proxy/{TOKEN}/v1/models").status_code == 401
    assert client.get(f"/proxy/{app.proxy_token}/v1/models").status_code == 502  # nobody is at home there


def test_the_proxy_answers_to_the_names_that_the_door_answers_to(layer: Layer) -> None:
    layer.settings = replace(layer.settings, server=replace(layer.settings.server, proxy_upstream="http://127.0.0.1:9"))
    app = create(layer, TOKEN, hosts=["habitus.example"])

    def asked(host: str, **headers: str) -> int:
        return TestClient(app, base_url=f"http://{host}").get(f"/proxy/{app.proxy_token}/v1/models", headers=headers).status_code

    assert asked("127.0.0.1") == asked("habitus.example") == asked("habitus.example", Origin="http://habitus.example") == 502
    assert asked("other.example") == 421
    assert asked("habitus.example", Origin="http://other.example") == 403


@pytest.mark.parametrize(
    ("host", "hosts", "url", "address"),
    [
        ("127.0.0.1", (), "", "http://127.0.0.1:{port}"),
        ("127.0.0.2", ("localhost",), "", "http://localhost:{port}"),
        ("127.0.0.2", (), "https://habitus.example/", "https://habitus.example"),
    ],
)
def test_the_address_that_is_told_is_one_that_the_door_answers_to(host: str, hosts: tuple[str, ...], url: str, address: str) -> None:
    listener, found, allowed = run.placed(host, 0, hosts, url)
    with listener:
        assert found == address.format(port=listener.getsockname()[1])
        assert host in LOOPBACK or urlsplit(found).hostname in allowed


@pytest.mark.parametrize("url", ["habitus.example", "ftp://x", "http://", "http://[x"])
def test_a_url_that_no_browser_could_open_is_refused(url: str) -> None:
    with pytest.raises(ConfigError, match=r"server\.url"):
        run.placed("127.0.0.1", 0, (), url)


def guesses(home: Path, *trusted: str) -> set[int]:
    """What is answered to wrong keys from an address that says it is another every time."""
    server = Server(trusted_proxies=[*trusted], wrong_tokens_per_second=0.01)
    with closing(assemble.layer(Settings(server=server), home=home)) as layer:
        made = run.config(create(layer, TOKEN))
        made.load()
        client = TestClient(cast("Any", made.loaded_app), base_url="http://127.0.0.1", client=("127.0.0.1", 5))
        headers = [{"Authorization": "Bearer hbt_wrong", "X-Forwarded-For": f"10.0.0.{n}"} for n in range(3)]
        return {client.get("/v1/queue", headers=one).status_code for one in headers}


def test_nobody_says_themselves_where_they_come_from_but_a_proxy_that_was_named(tmp_path: Path) -> None:
    assert guesses(tmp_path) == {401, 429}
    assert guesses(tmp_path, "10.1.0.0/16") == {401, 429}
    assert guesses(tmp_path, "127.0.0.1") == {401}


@pytest.mark.parametrize("proxy", ["*", "0.0.0.0/0", "::/0", "proxy.example", "10.0.0.1/8"])
def test_everybody_is_no_proxy_of_ours(tmp_path: Path, proxy: str) -> None:
    with pytest.raises(ConfigError, match=r"server\.trusted_proxies"):
        guesses(tmp_path, proxy)


def test_others_are_let_in_only_by_a_name() -> None:
    with pytest.raises(ConfigError, match="--allow-host"):
        run.placed("0.0.0.0", 0, (), "")


def test_anybody_on_the_right_host_may_ask_whether_it_lives(client: TestClient) -> None:
    client.headers.pop("Authorization")

    assert client.get("/healthz").json() == {"status": "ok"}
    assert client.get("/healthz", headers={"Host": "evil.example"}).status_code == 421


def test_a_way_that_is_not_there_names_those_that_are(client: TestClient) -> None:
    answer = client.put("/v1/rules")

    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD, POST")
    assert client.get("/v1/nowhere").json()["detail"].startswith("Nothing is at /v1/nowhere")


@pytest.mark.parametrize("path", ["/v1/health", "/v1/rules?limit=1", "/v1/rules/read_before_edit", "/v1/openapi.json"])
def test_whoever_asks_for_the_head_alone_gets_what_a_get_has_without_its_body(client: TestClient, path: str) -> None:
    whole, head = client.get(path), client.head(path)

    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-type"] == whole.headers["content-type"]
    assert "etag" in head.headers
    assert client.head("/v1/rules/none-such").status_code == 404
    assert client.head("/v1/judge").status_code == 405


def test_a_head_whose_tag_is_known_is_told_that_nothing_has_changed(client: TestClient) -> None:
    tag = client.head("/v1/rules").headers["etag"]

    assert client.head("/v1/rules", headers={"If-None-Match": tag}).status_code == 304


def test_a_long_address_where_nothing_is_is_not_said_again_whole(client: TestClient) -> None:
    answer = client.get(f"/nothing/{'x' * 1900}", headers={"Accept": "text/html", "Accept-Language": "es"})

    assert answer.status_code == 404
    assert "No hay nada en /nothing/xxx" in answer.text
    assert "x" * 300 not in answer.text


ELSEWHERE = (
    "mcp", "mcp_types", "psycopg_pool", "redis", "pydantic_ai", "openai", "anthropic", "prompt_toolkit", "xllamacpp", "langchain", "agents",
    "claude_agent_sdk", "hypothesis", "playwright",
)  # fmt: skip
"""What a machine need not have that was set up with `pip install habitus[server]`, as `make run` does."""

STARTED = """
import sys
sys.modules.update(dict.fromkeys(sys.argv[2:]))
from starlette.testclient import TestClient
from habitus import assemble
from habitus.server.app import create
layer = assemble.layer(home=sys.argv[1])
with TestClient(create(layer, "t0ken", jobs=True), base_url="http://127.0.0.1", headers={"Authorization": "Bearer t0ken"}) as client:
    print([client.get(path).status_code for path in ("/behavioral-rules", "/health", "/v1/health", "/v1/jobs", "/metrics", "/mcp")])
layer.close()
"""


def test_a_server_needs_no_more_than_its_own_extra(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", STARTED, tmp_path, *ELSEWHERE], capture_output=True, text=True, check=False)

    assert (done.stdout, done.returncode) == ("[200, 200, 200, 200, 200, 404]\n", 0), done.stderr
