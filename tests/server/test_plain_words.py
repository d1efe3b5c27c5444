"""Pages say things as people would, in both languages: where a rule holds, of what kind it is, what a rule said, and who is here."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from habitus.layer import Layer
from habitus.types import ToolCall
from server.furnished import OTHER, furnish

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
    found = {one.text: str(one.scope) for one in full.store.rules()}
    assert found["Answer in English, please."] == "project:/work/shop"
    assert found["Name tests as sentences."] == "user:ana"
