"""Forms that were filled in while somebody else changed the same thing: nobody's words are lost unseen."""

import re
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from html import unescape
from pathlib import Path

import pytest
from anyio.from_thread import BlockingPortal
from starlette.testclient import TestClient

from habitus import assemble
from habitus.config import Settings
from habitus.doubles import FrozenClock
from habitus.layer import Layer
from habitus.server.app import create
from server.conftest import TOKEN, caller
from server.furnished import RULE, furnish


@pytest.fixture
def full(layer: Layer) -> Layer:
    furnish(layer)
    return layer


def form(page: str, action: str, holding: str = "") -> dict[str, str]:
    """What a browser would send of the form that goes there, and has this in it."""
    forms = re.findall(rf'<form[^>]* action="{re.escape(action)}".*?</form>', page, re.DOTALL)
    found = next(one for one in forms if holding in one)
    inputs = dict(re.findall(r'<input[^>]* name="([\w-]+)"(?: value="([^"]*)")?', found))
    texts = dict(re.findall(r'<textarea[^>]* name="(\w+)"[^>]*>\n?(.*?)</textarea>', found, re.DOTALL))
    chosen = dict(re.findall(r'<select[^>]* name="(\w+)".*?<option value="(\w+)" selected>', found, re.DOTALL))
    return {name: unescape(value) for name, value in {**inputs, **texts, **chosen}.items()}


def test_a_rule_that_was_changed_meanwhile_is_not_written_over(full: Layer, quiet: TestClient) -> None:
    here = f"/behavioral-rules/{RULE}"
    mine = form(quiet.get(here).text, here, "textarea") | {"text": "Use bun."}
    theirs = mine | {"text": "Use yarn."}

    quiet.post(here, data=theirs)
    refused = quiet.post(here, data=mine)
    kept = full.store.lessons().rule(RULE)
    quiet.post(here, data=form(refused.text, here, "textarea"))

    assert (refused.status_code, kept and kept.text) == (409, "Use yarn.")
    assert "Somebody has changed it" in refused.text
    again = full.store.lessons().rule(RULE)
    assert again
    assert again.text == "Use bun."


def test_a_persona_that_was_written_meanwhile_is_not_written_over(full: Layer, quiet: TestClient) -> None:
    here = "/persona/bot/SOUL.md"
    mine = form(quiet.get(here).text, here, "textarea") | {"text": "Brief.\n", "why": "It talks too much."}

    quiet.post(here, data=mine | {"text": "Merry.\n"})
    refused = quiet.post(here, data=mine, headers={"Accept-Language": "es"})
    kept = full.persona.current("bot")["SOUL.md"].text
    quiet.post(here, data=form(refused.text, here, "textarea"))

    assert (refused.status_code, kept) == (409, "Merry.\n")
    assert "Alguien lo ha escrito" in refused.text
    assert '<span class="del">-Merry.</span>' in refused.text
    now = full.persona.current("bot")["SOUL.md"]
    assert (now.text, now.why) == ("Brief.\n", "It talks too much.")


def test_what_was_not_touched_in_a_form_stays_as_another_has_set_it(full: Layer, quiet: TestClient) -> None:
    page = quiet.get("/agents").text
    mine, theirs = ({**form(page, "/agents/set", "max_turns")} for _ in range(2))

    quiet.post("/agents/set", data=theirs | {"max_turns": "40", "kind": "open"})
    quiet.post("/agents/set", data=mine | {"skill_nudge_interval": "3"})

    now = full.agents.one("bot")
    assert (now.kind, now.other_config["max_turns"], now.skill_nudge_interval) == ("open", 40, 3)


def test_a_guardrail_that_was_not_touched_stays_as_another_has_set_it(full: Layer, quiet: TestClient) -> None:
    page = quiet.get("/evolution?agent=bot").text
    mine = form(page, "/evolution/guardrails")

    quiet.post("/evolution/guardrails", data=mine | {"max_delta_per_cycle": "0.05", "locked_params": "source"})
    quiet.post("/evolution/guardrails", data=mine | {"min_data_points": "30"})

    rails = full.agents.one("bot").other_config["evolution_guardrails"]
    assert (rails["max_delta_per_cycle"], rails["locked_params"], rails["min_data_points"]) == (0.05, ["source"], 30)


def test_a_setting_that_another_has_set_meanwhile_is_told_before_it_is_written_over(full: Layer, quiet: TestClient) -> None:
    mine = form(quiet.get("/agents").text, "/agents/set", "max_turns") | {"max_turns": "30"}
    quiet.post("/agents/set", data=mine | {"max_turns": "20"})

    refused = quiet.post("/agents/set", data=mine)
    kept = full.agents.one("bot").other_config["max_turns"]
    done = quiet.post("/agents/set", data=form(refused.text, "/agents/set", "max_turns"))

    assert (refused.status_code, kept, done.status_code) == (422, 20, 200)
    assert "Somebody has set it to 20 meanwhile; press again if yours is to hold." in refused.text
    assert full.agents.one("bot").other_config["max_turns"] == 30


def test_a_setting_that_another_has_emptied_meanwhile_is_told_so(full: Layer, quiet: TestClient) -> None:
    full.agents.set("bot", "max_turns", 40, who="owner")
    mine = form(quiet.get("/agents").text, "/agents/set", "max_turns")
    quiet.post("/agents/set", data=mine | {"max_turns": ""})

    refused = quiet.post("/agents/set", data=mine | {"max_turns": "30"}, headers={"Accept-Language": "es"})

    assert "Alguien lo ha vaciado mientras tanto" in refused.text
    assert "max_turns" not in full.agents.one("bot").other_config


def test_a_guardrail_that_another_has_set_meanwhile_is_told_before_it_is_written_over(full: Layer, quiet: TestClient) -> None:
    mine = form(quiet.get("/evolution?agent=bot").text, "/evolution/guardrails") | {"max_delta_per_cycle": "0.3"}
    quiet.post("/evolution/guardrails", data=mine | {"max_delta_per_cycle": "0.2"})

    refused = quiet.post("/evolution/guardrails", data=mine)
    kept = full.agents.one("bot").other_config["evolution_guardrails"]["max_delta_per_cycle"]
    quiet.post("/evolution/guardrails", data=form(refused.text, "/evolution/guardrails"))

    assert (refused.status_code, kept) == (422, 0.2)
    assert "Somebody has set it to 0.2 meanwhile; press again if yours is to hold." in refused.text
    assert full.agents.one("bot").other_config["evolution_guardrails"]["max_delta_per_cycle"] == 0.3


def test_two_who_set_the_same_do_not_stand_in_each_others_way(full: Layer, quiet: TestClient) -> None:
    mine = form(quiet.get("/agents").text, "/agents/set", "max_turns") | {"max_turns": "20"}

    pages = [quiet.post("/agents/set", data=mine) for _ in range(2)]

    assert [one.status_code for one in pages] == [200, 200]
    assert "Nothing had to be done" in pages[1].text


def test_a_field_that_was_wrong_once_still_knows_what_it_said(full: Layer, quiet: TestClient) -> None:
    mine = form(quiet.get("/agents").text, "/agents/set", "max_turns")
    wrong = quiet.post("/agents/set", data=mine | {"max_turns": "0"}).text
    quiet.post("/agents/set", data=mine | {"skill_nudge_interval": "9"})

    quiet.post("/agents/set", data=form(wrong, "/agents/set", "max_turns") | {"max_turns": "5"})

    now = full.agents.one("bot")
    assert (now.other_config["max_turns"], now.skill_nudge_interval) == (5, 9)


class Meanwhile(FrozenClock):
    """At the next look at it, somebody else has been quicker."""

    do: Callable[[], object] | None = None

    def __call__(self) -> datetime:
        do, self.do = self.do, None
        if do:
            do()
        return self.now


def test_whoever_is_second_to_answer_by_a_moment_is_told_so(tmp_path: Path, loop: BlockingPortal) -> None:
    clock = Meanwhile()
    with closing(assemble.layer(Settings(), home=tmp_path, clock=clock)) as layer:
        furnish(layer)
        quiet = caller(create(layer, TOKEN), loop)
        call = quiet.post("/v1/judge", json={"session": "s1", "id": "c1", "tool": "Bash", "args": {"command": "rm -rf b"}}).json()
        waits = layer.store.lessons().proposals()[0].id

        clock.do = lambda: layer.answer(call["approval"], approve=True, who="ada")
        denied = quiet.patch(f"/v1/approvals/{call['approval']}", json={"state": "denied"})
        clock.do = lambda: layer.inbox.answer(waits, "reject", who="ada")
        approved = quiet.patch(f"/v1/proposals/{waits}", json={"answer": "approve"})

    assert (denied.status_code, approved.status_code) == (409, 409)
    assert "was approved" in denied.json()["detail"]
    assert "was rejected by ada" in approved.json()["detail"]
