"""The pages at the door: what somebody sees who is not let in yet."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from habitus.server import problems
from habitus.server.app import Application
from habitus.server.pages import words
from server.conftest import HERE

PAGE = {"Accept": "text/html"}
SPANISH = {**PAGE, "Accept-Language": "es-MX,es;q=0.9,en;q=0.5"}


@pytest.fixture
def stranger(app: Application) -> TestClient:
    return TestClient(app, base_url=HERE)


def text_of(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.mark.parametrize(("path", "status"), [("/login", 200), ("/health", 401), ("/?token=wrong", 401)])
def test_whoever_is_not_let_in_is_asked_for_a_link_or_a_key(stranger: TestClient, path: str, status: int) -> None:
    answer = stranger.get(path, headers=PAGE)

    assert answer.status_code == status
    assert "<h1>Open the dashboard</h1>" in answer.text
    assert '<label for="key">' in answer.text
    assert "habitus keys link prints a new link" in text_of(answer.text)
    assert "Bearer" not in answer.text


@pytest.mark.parametrize("path", ["/login", "/health", "/?token=wrong"])
def test_it_speaks_the_browsers_language(stranger: TestClient, path: str) -> None:
    page = stranger.get(path, headers=SPANISH).text

    assert '<html lang="es">' in page
    assert "<h1>Abrir el panel</h1>" in page
    assert not re.search(r"\b(link|key|opens|paste)\b", text_of(page).replace("habitus keys link", ""), re.IGNORECASE)


def test_its_style_is_the_houses_and_can_be_had_before_coming_in(stranger: TestClient) -> None:
    page = stranger.get("/login", headers=PAGE).text
    ours = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)

    assert len(ours) == 2
    assert [stranger.get(one).status_code for one in ours] == [200, 200]
    assert "prefers-color-scheme: dark" in stranger.get(ours[1]).text


@pytest.mark.parametrize(
    "path",
    ["/static/..%2fasked.py", "/static/nothing.css", "/static/", "/static/../health", "/static//etc/passwd", f"/static/{'a' * 300}"],
)
def test_nothing_else_can_be_had_that_way(stranger: TestClient, path: str) -> None:
    assert stranger.get(path).status_code in (401, 404)
    assert stranger.post("/static/app.css").status_code == 401


@pytest.mark.parametrize("paste", ["{code}", "http://127.0.0.1:8787/?token={code}", " http://127.0.0.1:8787/?token={code}&to=/inbox\n"])
def test_a_link_that_is_pasted_opens_once(app: Application, paste: str) -> None:
    given, (first, second) = paste.format(code=app.passes.code()), (TestClient(app, base_url=HERE) for _ in range(2))

    opened = first.post("/login", data={"key": given}, headers=PAGE)
    refused = second.post("/login", data={"key": given}, headers=PAGE)

    assert opened.status_code == 200
    assert first.get("/health").status_code == 200
    assert refused.status_code == 401
    assert "it was used before" in refused.text
    assert '<label for="key">' in refused.text
    assert second.get("/health").status_code == 401


def sent(page: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page)}


def test_whoever_comes_in_is_led_to_the_page_that_was_asked_for(app: Application, stranger: TestClient) -> None:
    asked = stranger.get("/inbox?kind=rule&q=use+pnpm%20%22now%22", headers=PAGE)
    wrong = stranger.post("/login", data={**sent(asked.text), "key": "hbt_wrong"}, headers=PAGE)

    opened = stranger.post("/login", data={**sent(wrong.text), "key": app.passes.code()}, headers=PAGE)

    assert 'url=/inbox?kind=rule&q=use+pnpm%20%22now%22"' in opened.text


def test_a_link_that_opens_nothing_still_knows_where_it_was_to_lead(stranger: TestClient) -> None:
    assert sent(stranger.get("/?token=wrong&to=/inbox", headers=PAGE).text) == {"to": "/inbox"}


@pytest.mark.parametrize("to", ["//evil.example", "https://evil.example", "/\\evil.example", "/\t/evil.example", "javascript:alert(1)", ""])
def test_a_key_leads_to_a_place_of_ours_only(app: Application, stranger: TestClient, to: str) -> None:
    assert 'url=/"' in stranger.post("/login", data={"to": to, "key": app.passes.code()}, headers=PAGE).text


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/inbox"), ("GET", "/login"), ("GET", "//evil.example/x"), ("GET", f"/inbox?q={'a' * 8000}")]
)
def test_only_an_address_that_can_be_asked_for_again_is_led_to(stranger: TestClient, method: str, path: str) -> None:
    page = stranger.request(method, f"{HERE}{path}", headers=PAGE).text

    assert '<label for="key">' in page
    assert sent(page) == {}


def test_a_form_of_a_session_that_has_ended_is_not_done_and_leads_back_to_its_page(app: Application, stranger: TestClient) -> None:
    was = {**PAGE, "Referer": f"{HERE}/behavioral-rules?q=npm&said=deleted&undo=5"}

    ended = stranger.post("/behavioral-rules", data={"text": "Use uv."}, headers=was)
    asked = text_of(stranger.get("/health", headers=PAGE).text)
    spanish = text_of(stranger.post("/inbox", headers={**SPANISH, "Referer": f"{HERE}/inbox"}).text)
    stranger.post("/login", data={"key": app.passes.code()})
    stale = stranger.post("/behavioral-rules", data={"text": "Use uv.", "csrf": "of the session before"}, headers=was)

    assert (ended.status_code, stale.status_code) == (401, 403)
    assert "Nothing was done: your session has ended." in text_of(ended.text)
    assert sent(ended.text) == {"to": "/behavioral-rules?q=npm"}
    assert '<a class="button" href="/behavioral-rules?q=npm">Back</a>' in stale.text
    assert "Nothing was done" not in asked
    assert "No se ha hecho nada: tu sesión ha terminado." in spanish


@pytest.mark.parametrize(
    "was", ["", "http://evil.example/inbox", f"{HERE}//evil.example", f"{HERE}/login", "x", f"{HERE}/inbox?q={'a' * 8000}"]
)
def test_whoever_names_another_place_as_the_page_of_the_form_is_not_led_there(stranger: TestClient, was: str) -> None:
    assert sent(stranger.post("/inbox", headers={**PAGE, "Referer": was}).text) == {}


def test_a_wrong_key_is_not_shown_again(stranger: TestClient) -> None:
    page = stranger.post("/login", data={"key": "hbt_s3cret<b>"}, headers=PAGE).text

    assert "opens nothing" in page
    assert "s3cret" not in page


def test_what_else_is_refused_is_a_page_of_the_house_too(client: TestClient, stranger: TestClient) -> None:
    lost = client.get("/nowhere/<script>", headers=SPANISH)
    elsewhere = stranger.get("/health", headers={**SPANISH, "Host": "evil.example"})

    assert (lost.status_code, elsewhere.status_code) == (404, 421)
    assert "No hay nada en /nowhere/" in text_of(lost.text)
    assert "<script" not in lost.text
    assert "<code>server.allowed_hosts</code>" in elsewhere.text
    for page in (lost.text, elsewhere.text):
        assert "/static/app.css" in page
        assert 'href="/"' in page


def test_a_program_is_still_told_of_the_token(stranger: TestClient) -> None:
    answer = stranger.get("/v1/health")

    assert answer.headers["content-type"] == problems.JSON
    assert "Authorization: Bearer" in answer.json()["detail"]


def test_every_title_is_there_in_spanish() -> None:
    assert sorted({*problems.TITLES.values(), "A problem"} - words.table("es").keys()) == []
