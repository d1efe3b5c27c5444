"""Pages say things as people would, in both languages: where a rule holds, of what kind it is, what a rule said, and who is here."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from habitus.layer import Layer
from habitus.server.pages import words
from habitus.types import ToolCall
from server.furnished import OTHER, RULE, furnish, many_rules

SPANISH = {"Accept-Language": "es"}


@pytest.fixture
def full(layer: Layer) -> Layer:
    furnish(layer)
    return layer


def text_of(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.replace("<wbr>", ""))).split())


def test_a_rule_tells_its_kind_and_its_place_in_words_with_the_names_beside(full: Layer, client: TestClient) -> None:
    page = client.get(f"/behavioral-rules/{OTHER}").text
    spanish = client.get(f"/behavioral-rules/{OTHER}", headers=SPANISH).text

    assert "in the project /work/shop" in text_of(page)
    assert 'title="project:/work/shop"' in page
    assert "en el proyecto /work/shop" in text_of(spanish)
    assert 'title="wrong_skill">wrong tool or skill</span>' in page
    assert "wrong_skill" not in text_of(page)


def test_what_a_rule_said_in_a_session_is_told_in_spanish(full: Layer, client: TestClient) -> None:
    page = text_of(client.get("/sessions/monday", headers=SPANISH).text)

    assert "sin haberlo leído en esta sesión" in page
    assert "without having read it" not in page


def test_why_a_call_waits_is_told_in_spanish(full: Layer, client: TestClient) -> None:
    full.judge(ToolCall(session="monday", at=full.clock(), id="c9", tool="Bash", args={"command": "rm -rf /work/shop"}, key="c9"))
    page = text_of(client.get("/approvals", headers=SPANISH).text)

    assert "Esto borra una carpeta y todo lo que contiene, sin preguntar" in page
    assert "It needs the user's approval" not in page


def test_the_owner_is_told_so(client: TestClient) -> None:
    assert "You are the owner (admin)." in text_of(client.get("/health").text)
    assert "Eres el dueño (administrador)." in text_of(client.get("/health", headers=SPANISH).text)


def test_a_new_rule_is_put_where_it_holds_by_choosing(full: Layer, client: TestClient) -> None:
    page = client.get("/behavioral-rules").text
    offered = re.findall(r'<option value="([^"]+)"', page.partition('id="scope-new"')[2].partition("</select>")[0])

    client.post("/behavioral-rules", data={"text": "Answer in English, please.", "scope": "project:/work/shop", "other": ""})
    client.post("/behavioral-rules", data={"text": "Name tests as sentences.", "scope": "global", "other": "user:ana"})

    assert offered == ["global", "project:/work/shop", "agent:bot"]
    found = {one.text: str(one.scope) for one in full.store.lessons().rules()}
    assert found["Answer in English, please."] == "project:/work/shop"
    assert found["Name tests as sentences."] == "user:ana"


@pytest.mark.parametrize(("place", "is_taken"), [
    ("project:/work/shop", True), ("project:shop", True), ("agent:bot", True), ("global", True), ("project:~/shop", False),
    ("user:ana", True), ("user:", False), ("team:shop", False),
])  # fmt: skip
def test_what_can_be_typed_as_a_place_is_what_a_session_can_be_in(full: Layer, client: TestClient, place: str, is_taken: bool) -> None:
    found = re.search(r'name="other"[^>]* pattern="([^"]+)"', client.get("/behavioral-rules").text)

    assert found
    assert bool(re.fullmatch(found[1], place)) == is_taken


@pytest.mark.parametrize(("path", "switch", "interruptor"), [
    ("/skills", "Keeps skills", "Guarda habilidades"), ("/persona", "Refines its persona", "Afina su persona"),
])  # fmt: skip
def test_an_empty_page_names_the_switch_that_fills_it_and_leads_there(client: TestClient, path: str, switch: str, interruptor: str) -> None:
    page, spanish = client.get(path).text, client.get(path, headers=SPANISH).text

    assert f"“{switch}”" in page
    assert f"«{interruptor}»" in spanish
    assert '<a class="button" href="/agents">See the agents</a>' in page
    assert re.search("self_evolve|skill_evolve", page + spanish) is None
    agents = client.post("/agents", data={"id": "bot", "kind": "predefined"}).text
    assert switch in agents


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ("", "No call waits."),
        ("approved", "No approved call is still to be made."),
        ("denied", "No call was denied."),
        ("used", "No approved call was made yet."),
    ],
)
def test_no_approvals_are_told_by_their_state(client: TestClient, state: str, told: str) -> None:
    assert f'<div class="empty"><p>{told}' in client.get("/approvals", params={"state": state} if state else {}).text


def test_a_skill_whose_change_was_stopped_is_not_said_to_be_clean(full: Layer, client: TestClient) -> None:
    page = client.get("/skills/release-notes").text
    guard = page.partition("What the guard found</h2>")[2].partition("</section>")[0]

    assert "pipe_to_shell" in guard
    assert "In the version in use it found nothing." in guard
    assert "chip green" not in guard


def test_a_promotion_tells_its_check_in_a_sentence_and_folds_what_is_kept(full: Layer, client: TestClient) -> None:
    page = client.get("/inbox/promotion0").text

    assert "It speaks before a call of <code>bash</code> when it runs <code>npm publish</code>." in page
    shown, _, folded = page.partition('<details><summary class="soft">As it is kept</summary>')
    assert "&#34;trigger&#34;" in folded
    assert "&#34;trigger&#34;" not in shown


def test_the_owner_is_called_so_wherever_somebody_is_named(full: Layer, client: TestClient) -> None:
    client.post("/inbox/rule0", data={"answer": "reject"})
    pages = ("/skills", "/skills/release-notes", "/persona", "/persona/bot/SOUL.md", "/inbox?state=rejected", "/inbox/rule0")
    spanish = {path: text_of(client.get(path, headers=SPANISH).text) for path in pages}

    assert {path for path, text in spanish.items() if re.search(r"(?<!habitus-author: )\bowner\b", text)} == set()  # the file itself stays
    assert {path for path, text in spanish.items() if "dueño" not in text.replace("Eres el dueño", "")} == set()


def test_numbers_are_written_as_the_language_does(full: Layer, client: TestClient) -> None:
    many_rules(full, 1200)
    path = f"/behavioral-rules/{RULE}"
    english, spanish = text_of(client.get(path).text), text_of(client.get(path, headers=SPANISH).text)

    limits = re.search(r"(\d+)\.(\d) mistakes in a hundred", english)
    assert limits
    assert f"{limits[1]},{limits[2]} errores de cada cien" in spanish
    assert re.search(r"\d,\d \(\d+,\d – \d+,\d\)", text_of(client.get("/evolution?agent=bot", headers=SPANISH).text))
    assert re.search(r"1\.20\d", text_of(client.get("/health", headers=SPANISH).text))


def test_a_source_of_searches_is_named_in_words(full: Layer, client: TestClient) -> None:
    english, spanish = (client.get("/evolution?agent=bot", headers=headers).text for headers in ({}, SPANISH))

    assert "<strong>automatic search</strong>" in english
    assert "<strong>búsqueda automática</strong>" in spanish
    assert "auto_inject" not in english + spanish


def test_a_declared_rule_holds_everywhere_and_its_tools_stand_beside_its_name(client: TestClient) -> None:
    page = client.get("/behavioral-rules?kind=declared").text
    cells = {text_of(one) for one in re.findall(r'data-label="Holds"[^>]*>(.*?)</td>', page, re.DOTALL)}

    assert cells == {"everywhere"}
    row = page.partition('<tr data-row="read_before_edit"')[2].partition("</tr>")[0]
    assert "looks at edit" in text_of(row)
    assert "looks at *" not in text_of(page)


def test_one_is_counted_as_one() -> None:
    assert words.told("en", "{n} given up on", n=1) == "1 given up on"
    assert words.told("es", "{n} given up on", n=1) == "1 sin más intentos"
