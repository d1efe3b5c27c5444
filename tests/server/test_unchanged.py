"""What is saved as it was is no change: the page says so, and the ledger has no line of it."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from habitus.layer import Layer
from server.furnished import CHECKED, RULE, furnish


@pytest.fixture
def full(layer: Layer) -> Layer:
    furnish(layer)
    layer.persona.write("bot", "IDENTITY.md", "I am a bot.", who="owner")
    layer.persona.write("bot", "AGENTS.md", "Ask first.\r\nThen act.\r\n", who="owner")
    return layer


def lines(layer: Layer) -> list[Any]:
    return layer.store.entries(changes=True, limit=1)


@pytest.mark.parametrize(
    ("path", "form"),
    [
        (f"/behavioral-rules/{RULE}", {"do": "edit", "text": "{rule}"}),
        (f"/behavioral-rules/{RULE}", {"do": "edit", "text": "  {rule}\r\n"}),
        (f"/behavioral-rules/{RULE}", {"do": "on"}),
        (f"/behavioral-rules/{CHECKED}", {"do": "stage", "stage": "{stage}", "anyway": "1"}),
        ("/persona/bot/SOUL.md", {"do": "write", "text": "{soul}", "why": "again"}),
        ("/persona/bot/SOUL.md", {"do": "rollback", "version": "{version}"}),
        ("/persona/bot/IDENTITY.md", {"do": "write", "text": "I am a bot."}),
        ("/persona/bot/AGENTS.md", {"do": "write", "text": "Ask first.\r\nThen act.\r\n"}),
        ("/evolution/guardrails", {"agent": "bot", "max_delta_per_cycle": "0,1", "min_data_points": "100", "locked_params": ""}),
    ],
)
def test_what_was_not_changed_is_not_said_to_be(full: Layer, quiet: TestClient, path: str, form: dict[str, str]) -> None:
    if path.startswith("/evolution"):
        given = {"max_delta_per_cycle": 0.1, "min_data_points": 100, "rollback_on_drop_pct": 20, "locked_params": []}
        assert quiet.put("/v1/agents/bot/evolution/guardrails", json=given).status_code == 200
        form |= {"rollback_on_drop_pct": "20"}
    rule, checked, soul = full.store.lessons().rule(RULE), full.store.lessons().rule(CHECKED), full.persona.current("bot")["SOUL.md"]
    assert rule
    assert checked
    now = {"rule": rule.text, "stage": checked.stage, "soul": soul.text, "version": soul.version}
    before = lines(full)

    said = quiet.post(path, data={name: value.format(**now) for name, value in form.items()})

    assert said.status_code == 200
    assert "Nothing was changed." in said.text
    assert lines(full) == before
    assert full.persona.current("bot")["SOUL.md"] == soul


def test_nor_is_it_over_the_api(full: Layer, quiet: TestClient) -> None:
    rule, checked, soul = full.store.lessons().rule(RULE), full.store.lessons().rule(CHECKED), full.persona.current("bot")["SOUL.md"]
    assert rule
    assert checked
    quiet.patch("/v1/agents/bot", json={"key": "max_turns", "value": 7})
    before = lines(full)

    done = [
        quiet.patch(f"/v1/rules/{RULE}", json={"text": rule.text}).json()["entry"],
        quiet.patch(f"/v1/rules/{CHECKED}", json={"stage": checked.stage}).json()["entry"],
        quiet.put("/v1/persona/bot/SOUL.md", json={"text": soul.text}).json()["version"],
        quiet.post("/v1/persona/bot/SOUL.md/rollback", json={"version": soul.version}).json()["version"],
        quiet.patch("/v1/agents/bot", json={"key": "max_turns", "value": 7}).json()["other_config"]["max_turns"],
    ]

    assert done == [None, None, soul.version, soul.version, 7]
    assert lines(full) == before


def test_a_file_that_was_changed_past_the_door_is_put_right_by_saving_what_holds(full: Layer, quiet: TestClient) -> None:
    soul = full.persona.current("bot")["SOUL.md"]
    place = full.persona.place("bot", "SOUL.md")
    place.write_text("Wild.\n")

    quiet.put("/v1/persona/bot/SOUL.md", json={"text": soul.text})

    assert place.read_text() == soul.text
    waits = [one.body["after"] for one in full.store.lessons().proposals() if one.kind == "persona" and one.body["file"] == "SOUL.md"]
    assert waits[:1] == ["Wild.\n"]
