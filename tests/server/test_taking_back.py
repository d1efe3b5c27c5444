"""An answer in the inbox is taken back whole: what was decided, and everything that came of it."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient

from habitus.layer import Layer
from habitus.types import Change, Scope
from server.furnished import SKILL, furnish, put
from server.test_live import ask, opened

KINDS = ("rule0", "conflict0", "promotion0", "persona0", "skill0", "5a11")


@pytest.fixture
def layer(layer: Layer) -> Layer:
    furnish(layer)
    other = layer.store.lessons().rule("22222222-0000-4000-8000-000000000000")
    assert other
    put(layer, "behavioral_rules", other.id, replace(other, scope=Scope()))  # where both hold, one of them has to give way
    skill = layer.store.lessons().proposal("skill0")
    assert skill
    body = {**skill.body, "owner": "owner", "text": SKILL.replace("the log", "the whole log"), "files": {}, "rules": []}
    put(layer, "proposals", "skill0", replace(skill, body=body))
    return layer


def standing(layer: Layer) -> dict[str, Any]:
    """What holds, whatever it is called and however often it was counted."""
    return {
        "rules": {one.id: (one.text, one.state, one.stage, one.superseded_by) for one in layer.store.lessons().rules(active=False)},
        "inbox": {one.id: one.state for state in ("pending", "approved", "rejected") for one in layer.store.lessons().proposals(state)},
        "suggested": {one.id: one.status for one in layer.store.counting().suggestions()},
        "persona": kept.text if (kept := layer.shelf.persona("bot", "SOUL.md")) else "",
        "skill": layer.skills.bundle("release-notes").text,
    }


def undo_on(page: str) -> str:
    found = re.search(r'class="said green".*?action="(/ledger/\d+/undo)"', page, re.DOTALL)
    assert found, "no undo is offered"
    return found[1]


@pytest.mark.parametrize("answer", ["approve", "reject"])
@pytest.mark.parametrize("id", KINDS)
def test_after_an_answer_an_undo_is_offered_that_takes_back_all_of_it(client: TestClient, layer: Layer, id: str, answer: str) -> None:
    before = standing(layer)

    page = client.post(f"/inbox/{id}", data={"answer": answer, "reason": "I have read it."})
    after = standing(layer)
    assert page.status_code == 200, page.text
    assert after != before

    again = client.post(undo_on(page.text), data={"back": "/inbox"})
    assert standing(layer) == before
    assert "Taken back" in again.text

    more = client.post(undo_on(again.text), data={"back": "/inbox"})
    assert more.status_code == 200, more.text
    assert standing(layer) == after


def test_many_answers_are_taken_back_at_once(client: TestClient, layer: Layer) -> None:
    before = standing(layer)

    page = client.post("/inbox", data={"answer": "reject", "id": ["rule0", "promotion0", "refused0"]})
    assert {one.id for one in layer.store.lessons().proposals("rejected")} == {"rule0", "refused0", "promotion0"}

    client.post(undo_on(page.text))
    assert standing(layer) == before


def test_the_api_names_the_line_that_takes_an_answer_back(client: TestClient, layer: Layer) -> None:
    before = standing(layer)
    done = client.patch("/v1/proposals/rule0", json={"answer": "approve"}).json()

    shown = client.post("/v1/undo", json={"entry": done["entry"], "dry_run": True}).json()
    undone = client.post("/v1/undo", json={"entry": done["entry"]}).json()

    assert len(undone["undone"]) == len(shown["entries"]) > 1
    assert standing(layer) == before
    assert client.post("/v1/undo", json={"entry": done["entry"]}).status_code == 409


@pytest.mark.parametrize("answer", ["approved", "rejected"])
@pytest.mark.parametrize("by", ["http", "websocket", "page"])
def test_an_answer_to_a_suggestion_is_one_line_with_a_name_wherever_it_was_given(
    client: TestClient, layer: Layer, by: str, answer: str
) -> None:
    before = standing(layer)

    if by == "http":
        told = client.patch("/v1/agents/bot/evolution/suggestions/5a11", json={"status": answer}).json()["entry"]
    elif by == "page":
        client.post("/evolution/answer", data={"agent": "bot", "id": "5a11", "status": answer})
        told = None
    elif answer == "approved":
        with opened(client) as socket:
            told = ask(socket, "agent.evolution.apply", agent="bot", suggestion="5a11")["result"]["entry"]
    else:
        return  # the seed has no such method
    (line,) = (one for one in layer.store.entries(verb="answered") if one.item == "5a11")

    assert (line.actor, line.item, told in (None, line.id)) == ("owner", "5a11", True)
    client.post(f"/ledger/{line.id}/undo")
    assert standing(layer) == before


def test_the_line_of_a_suggestion_offers_the_undo_of_its_answer(client: TestClient, layer: Layer) -> None:
    before = standing(layer)
    client.patch("/v1/agents/bot/evolution/suggestions/5a11", json={"status": "approved", "now_anyway": True})
    line = next(one for one in layer.store.entries(item="5a11", changes=True) if one.verb == "applied")
    made = layer.store.entries(item="5a11", changes=True)[-1]

    offered = re.findall(r'action="/ledger/(\d+)/undo"', client.get("/ledger?item=5a11").text)
    assert str(line.id) in offered
    assert str(made.id) not in offered, "nobody has answered there"
    assert client.post("/v1/undo", json={"entry": made.id}).status_code == 409
    assert f'action="/ledger/{line.id}/undo"' in client.get(f"/ledger/{line.id}").text

    client.post(f"/ledger/{line.id}/undo")
    assert standing(layer) == before
    assert f"/ledger/{line.id}/undo" not in client.get("/ledger?item=5a11").text


def test_what_was_taken_back_since_a_time_is_not_taken_back_again(client: TestClient, layer: Layer) -> None:
    since = layer.clock().isoformat()
    layer.store.apply([Change(verb="retired", table="learnings", item="x", after=None, actor="me")], layer.clock())
    client.patch("/v1/proposals/rule0", json={"answer": "approve"})

    first = client.post("/v1/undo", json={"since": since}).json()
    lines = layer.store.entries(limit=1)
    again = client.post("/v1/undo", json={"since": since}).json()

    assert first["undone"]
    assert again == {"dry_run": False, "entries": [], "undone": [], "kept": []}
    assert layer.store.entries(limit=1) == lines


def test_what_only_an_admin_sets_only_an_admin_takes_back(client: TestClient, keyed: Callable[[str], TestClient], layer: Layer) -> None:
    began = layer.clock()
    client.patch("/v1/agents/bot", json={"key": "self_evolve", "value": True})
    client.patch("/v1/agents/bot", json={"key": "self_evolve", "value": False})
    client.put("/v1/agents/bot/evolution/guardrails", json={"min_data_points": 5})
    operator, newest = keyed("operator"), layer.store.entries(changes=True, limit=1)[0]
    before = client.get("/v1/agents/bot").json()

    for asked in ({"entry": newest.id}, {"entry": newest.id - 1}, {"since": began.isoformat()}):
        answer = operator.post("/v1/undo", json=asked)
        assert (answer.status_code, "role admin" in answer.json()["detail"]) == (403, True)
    assert client.get("/v1/agents/bot").json() == before

    assert client.post("/v1/undo", json={"entry": newest.id}).status_code == 200
    undone = layer.store.entries(changes=True, limit=1)[0]
    assert operator.post("/v1/undo", json={"entry": undone.id}).status_code == 403


def test_whoever_may_approve_a_suggestion_may_take_back_their_yes(keyed: Callable[[str], TestClient], layer: Layer) -> None:
    operator, before = keyed("operator"), standing(layer)
    entry = operator.patch("/v1/proposals/5a11", json={"answer": "approve"}).json()["entry"]

    assert standing(layer) != before
    assert operator.post("/v1/undo", json={"entry": entry}).status_code == 200
    assert standing(layer) == before
