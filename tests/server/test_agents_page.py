"""`/agents`: switches that read as switches, and settings that say what is wrong with them."""

import re
from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from habitus.layer import Layer
from habitus.server.pages import agents, asked, words


@pytest.fixture
def bot(layer: Layer) -> Layer:
    layer.agents.add("bot", "predefined", who="me")
    return layer


def switches(page: str) -> dict[str, str]:
    return {
        name.strip(): is_on
        for is_on, name in re.findall(
            r'<button class="small switch" role="switch" aria-checked="(\w+)"[^>]*><span class="hidden">([^<]+)<', page
        )
    }


def fields(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input id="[\w-]+" name="(\w+)" (value="[^>]*)>', page))


def test_a_switch_reads_as_one_and_says_what_changed(bot: Layer, client: TestClient) -> None:
    before = switches(client.get("/agents").text)
    page = client.post("/agents/set", data={"agent": "bot", "key": "skill_evolve", "value": "true"}).text

    assert before == {"Refines its persona: bot": "false", "Keeps skills: bot": "false", "Looked at nightly: bot": "true"}
    assert switches(page)["Keeps skills: bot"] == "true"
    assert re.search(r"It may keep skills now: <strong>bot", page)
    undo = re.search(r'action="(/ledger/\d+/undo)"', page)
    assert undo
    client.post(undo[1])
    assert not bot.agents.one("bot").skill_evolve


def test_every_setting_can_be_edited(bot: Layer, client: TestClient) -> None:
    form = {"agent": "bot", "kind": "open", "skill_nudge_interval": "7", "max_turns": "40", "retrieval_threshold": "0,45"}

    client.post("/agents/set", data={**form, "evolution_cron_schedule": "every day at 03:30"})

    now = bot.agents.one("bot")
    assert (now.kind, now.skill_nudge_interval) == ("open", 7)
    assert now.other_config == {
        "skill_nudge_interval": 7, "max_turns": 40, "retrieval_threshold": 0.45, "evolution_cron_schedule": "every day at 03:30",
    }  # fmt: skip


def test_one_setting_that_changed_is_named_and_an_emptied_one_has_its_default(bot: Layer, client: TestClient) -> None:
    same = {"agent": "bot", "kind": "predefined", "max_turns": "", "retrieval_threshold": "", "evolution_cron_schedule": ""}
    changed = client.post("/agents/set", data={**same, "skill_nudge_interval": "3"}).text
    nothing = client.post("/agents/set", data={**same, "skill_nudge_interval": "3"}).text
    client.post("/agents/set", data={**same, "skill_nudge_interval": ""})

    assert "When it offers a skill is changed" in changed
    assert "Nothing had to be done" in nothing
    assert bot.agents.one("bot").skill_nudge_interval == 15
    assert bot.agents.one("bot").other_config == {}


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("skill_nudge_interval", "often"), ("skill_nudge_interval", "-1"), ("skill_nudge_interval", "true"), ("max_turns", "0"),
        ("retrieval_threshold", "1.5"), ("retrieval_threshold", "NaN"), ("evolution_cron_schedule", "whenever"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_beside_its_field_and_stays_as_typed(bot: Layer, client: TestClient, field: str, typed: str) -> None:
    form = {"skill_nudge_interval": "9", "max_turns": "20", "retrieval_threshold": "0.2", "evolution_cron_schedule": "0 2 * * *"}

    answer = client.post("/agents/set", data={"agent": "bot", "kind": "predefined", **form, field: typed})

    assert answer.status_code == 422
    shown = fields(answer.text)
    assert f'value="{typed}"' in shown[field]
    assert [name for name, rest in shown.items() if "aria-invalid" in rest] == [field]
    assert agents.SETTINGS[field][3] in answer.text
    assert "<details open>" in answer.text
    assert bot.agents.one("bot").other_config == {}


def test_settings_are_an_admins(bot: Layer, keyed: Callable[[str], TestClient]) -> None:
    answer = keyed("operator").post("/agents/set", data={"agent": "bot", "skill_nudge_interval": "9"})

    assert answer.status_code == 403
    assert bot.agents.one("bot").skill_nudge_interval == 15


def test_everything_is_there_in_spanish_and_every_change_has_a_word() -> None:
    said = {text for texts in agents.SETTINGS.values() for text in texts if text} | {*agents.SWITCHES.values()}
    assert sorted(said - words.table("es").keys()) == []
    assert {f"{name}_{way}" for name in agents.SWITCHES for way in ("on", "off")} <= asked.SAID.keys()
    assert {f"{name}_set" for name in (*agents.SETTINGS, "kind")} <= asked.SAID.keys()
