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

KINDS = ("rule0", "conflict0", "promotion0", "persona0", "skill0", "5a11")


@pytest.fixture
def layer(layer: Layer) -> Layer:
    furnish(layer)
    other = layer.store.rule("22222222-0000-4000-8000-000000000000")
    assert other
    put(layer, "behavioral_rules", other.id, replace(other, scope=Scope()))  # where both hold, one of them has to give way
    skill = layer.store.proposal("skill0")
    assert skill
    body = {**skill.body, "owner": "owner", "text": SKILL.replace("the log", "the whole log"), "files": {}, "rules": []}
    put(layer, "proposals", "skill0", replace(skill, body=body))
    return layer


def standing(layer: Layer) -> dict[str, Any]:
    """What holds, whatever it is called and however often it was counted."""
    return {
        "rules": {one.id: (one.text, one.state, one.stage, one.superseded_by) for one in layer.store.rules(active=False)},
        "inbox": {one.id: one.state for state in ("pending", "approved", "rejected") for one in layer.store.proposals(state)},
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
    assert {one.id for one in layer.store.proposals("rejected")} == {"rule0", "refused0", "promotion0"}

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
