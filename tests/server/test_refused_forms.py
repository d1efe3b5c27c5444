"""What a form is refused with is said beside its field, and all that was typed stays."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from habitus.layer import Layer
from habitus.learn.rules import LONGEST
from server.furnished import RULE, furnish
from server.test_meanwhile import form

SPANISH = {"Accept-Language": "es"}
LONG = "Use pnpm. " * 60


@pytest.fixture
def full(layer: Layer) -> Layer:
    furnish(layer)
    return layer


def told(page: str) -> str:
    found = re.search(r'id="refused" role="alert">(.*?)</div>', page, re.DOTALL)
    assert found
    return unescape(found[1])


def test_a_rule_that_is_refused_stays_in_its_form(full: Layer, quiet: TestClient) -> None:
    typed = {"text": LONG.strip(), "scope": "project:/work/shop", "other": "agent:bot"}

    page = quiet.post("/behavioral-rules", data=typed, headers=SPANISH)
    kept = form(page.text, "/behavioral-rules", "textarea")

    assert page.status_code == 409
    assert told(page.text).startswith(f"una regla tiene de 1 a {LONGEST} caracteres")
    assert (kept["text"], kept["other"]) == (typed["text"], typed["other"])
    assert '<option value="project:/work/shop" selected>' in page.text


def test_other_words_for_a_rule_that_are_refused_stay_in_their_form(full: Layer, quiet: TestClient) -> None:
    here = f"/behavioral-rules/{RULE}"

    page = quiet.post(here, data=form(quiet.get(here).text, here, "textarea") | {"text": LONG})

    assert page.status_code == 409
    assert told(page.text).startswith(f"a rule has 1 to {LONGEST} characters")
    assert "Somebody has changed it" not in page.text
    assert form(page.text, here, "textarea")["text"] == LONG.strip()


def test_the_name_of_an_agent_that_is_refused_stays_in_its_form(full: Layer, quiet: TestClient) -> None:
    page = quiet.post("/agents", data={"id": "shop/bot", "kind": "open"})

    assert page.status_code == 409
    assert told(page.text).startswith("an agent's name is a word or a few")
    assert form(page.text, "/agents") | {"csrf": ""} == {"csrf": "", "id": "shop/bot", "kind": "open"}


def test_the_reason_for_a_skill_that_is_refused_stays_in_its_form(full: Layer, quiet: TestClient) -> None:
    page = quiet.post("/inbox/skill0", data={"answer": "approve", "reason": "The script is ours."})

    assert page.status_code == 409
    assert told(page.text).startswith("release-notes belongs to owner by now")
    assert form(page.text, "/inbox/skill0", "textarea")["reason"] == "The script is ours."


def test_a_persona_that_is_refused_stays_in_its_form(full: Layer, quiet: TestClient) -> None:
    here = "/persona/bot/SOUL.md"
    typed = form(quiet.get(here).text, here, "textarea") | {"text": "Calm.\nThe password is F4ke-p4ss99.", "why": "so that it is calm"}

    page = quiet.post(here, data=typed, headers=SPANISH)
    kept = form(page.text, here, "textarea")

    assert page.status_code == 409
    assert told(page.text).startswith("SOUL.md se queda como estaba: línea 2:")
    assert "Alguien" not in page.text
    assert (kept["text"].strip(), kept["why"]) == (typed["text"], typed["why"])


def test_the_name_that_cannot_be_granted_a_skill_stays_in_its_form(full: Layer, quiet: TestClient) -> None:
    page = quiet.post("/skills/release-notes", data={"do": "grant", "agent": "shop/bot", "can_manage": "1"})

    assert page.status_code == 409
    assert told(page.text).startswith("an agent's name is a word or a few")
    assert 'value="shop/bot"' in page.text
    assert "anyway" not in page.text
