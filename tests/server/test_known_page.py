"""`/knowledge`: what is known beside rules and fixes is listed, searched, forgotten, and brought back; over HTTP too."""

import re

import pytest
from starlette.testclient import TestClient

from habitus.layer import Layer
from habitus.server.pages import known, words
from server.furnished import KNOWN, furnish
from server.test_pages import rows, text_of

IDS = {"knowledge": KNOWN, "examples": "e1", "strategies": "s1"}


@pytest.fixture
def full(layer: Layer) -> Layer:
    furnish(layer)
    return layer


@pytest.mark.parametrize("kind", IDS)
def test_what_is_counted_is_shown(full: Layer, quiet: TestClient, kind: str) -> None:
    health = quiet.get("/health").text
    link = "/knowledge" if kind == "knowledge" else f"/knowledge?kind={kind}"

    assert f'<a href="{link}">' in health
    assert rows(quiet.get(link).text) == {IDS[kind]}


@pytest.mark.parametrize("kind", IDS)
def test_it_is_searched(full: Layer, quiet: TestClient, kind: str) -> None:
    assert rows(quiet.get(f"/knowledge?kind={kind}&q=PNPM").text) == {IDS[kind]}

    nothing = quiet.get(f"/knowledge?kind={kind}&q=zanzibar").text
    assert rows(nothing) == set()
    assert "Nothing has “zanzibar” in it." in nothing


@pytest.mark.parametrize("kind", IDS)
def test_what_is_forgotten_is_brought_back(full: Layer, quiet: TestClient, kind: str) -> None:
    page = quiet.post("/knowledge", data={"do": "forget", "kind": kind, "id": IDS[kind], "back": f"/knowledge?kind={kind}"}).text
    gone = rows(page)
    undo = re.search(r'action="(/ledger/\d+/undo)"', page)
    assert undo
    quiet.post(undo[1])

    assert gone == set()
    assert rows(quiet.get(f"/knowledge?kind={kind}").text) == {IDS[kind]}


@pytest.mark.parametrize("kind", IDS)
def test_the_same_over_http(full: Layer, quiet: TestClient, kind: str) -> None:
    def found(query: str = "") -> list[str]:
        return [one["id"] for one in quiet.get(f"/v1/{kind}{query}").json()["items"]]

    assert found("?word=pnpm") == [IDS[kind]]
    assert found("?word=zanzibar") == []
    gone = quiet.delete(f"/v1/{kind}/{IDS[kind]}").json()
    assert found() == []
    quiet.post("/v1/undo", json={"entry": gone["entry"]})
    assert found() == [IDS[kind]]
    assert quiet.delete(f"/v1/{kind}/nothing").status_code == 404


def test_what_was_forgotten_is_told_to_nobody(full: Layer, quiet: TestClient) -> None:
    before = full.guide("monday", "Which service do the tests need, Redis?").text
    quiet.delete(f"/v1/knowledge/{KNOWN}")

    assert "The tests need Redis." in before
    assert "The tests need Redis." not in full.guide("monday", "Which service do the tests need, Redis?").text


@pytest.mark.parametrize("kind", IDS)
def test_an_empty_list_says_what_fills_it(quiet: TestClient, kind: str) -> None:
    assert known.KINDS[kind].empty in text_of(quiet.get(f"/knowledge?kind={kind}").text)


@pytest.mark.parametrize("form", [{"do": "burn", "kind": "knowledge"}, {"do": "forget", "kind": "rules"}])
def test_a_form_that_asks_for_nothing_we_do_does_nothing(full: Layer, quiet: TestClient, form: dict[str, str]) -> None:
    assert quiet.post("/knowledge", data={**form, "id": KNOWN}).status_code == 422
    assert full.store.lessons().knowledge_of([KNOWN])


def test_it_is_all_there_in_spanish() -> None:
    said = {text for kind in known.KINDS.values() for text in (kind.name, kind.figure, kind.empty)}
    assert sorted(said - words.table("es").keys()) == []
