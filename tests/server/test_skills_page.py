"""`/skills`: what is found and what is not, what the guard stopped, and a trash that is called one. Empty lists of other pages too."""

import re

import pytest
from starlette.testclient import TestClient

from habitus.layer import Layer
from server.furnished import furnish


@pytest.fixture
def full(layer: Layer) -> Layer:
    furnish(layer)
    return layer


def test_a_skill_that_is_deleted_is_said_to_be_in_the_trash(full: Layer, client: TestClient) -> None:
    page = client.post("/skills/release-notes", data={"do": "deleted"}).text

    assert "Moved to the trash" in page
    assert "release-notes" in client.get("/skills", params={"status": "deleted"}).text


@pytest.mark.parametrize(("to", "left"), [("deleted", {"restored", "purge"}), ("archived", {"restored", "deleted"})])
def test_a_skill_that_is_not_in_use_offers_only_what_can_be_done_with_it(full: Layer, quiet: TestClient, to: str, left: set[str]) -> None:
    before = offered(quiet)

    quiet.post("/skills/release-notes", data={"do": to})

    assert before == {"archived", "deleted", "rollback", "grant", "revoke"}
    assert offered(quiet) == left


def test_where_all_skills_rest_the_list_says_so(full: Layer, quiet: TestClient) -> None:
    quiet.post("/skills/release-notes", data={"do": "archived"})

    page = quiet.get("/skills").text

    assert "No skill is in use" in page
    assert 'href="/skills?status=archived"' in page


def offered(client: TestClient) -> set[str]:
    return set(re.findall(r'name="do" value="(\w+)"', client.get("/skills/release-notes").text))


def test_what_the_guard_stopped_is_on_the_skills_own_page(full: Layer, client: TestClient) -> None:
    page = client.get("/skills/release-notes").text

    assert "A change of this skill waits for you" in page
    assert "<code>pipe_to_shell</code>" in page
    assert 'href="/inbox/skill0"' in page


@pytest.mark.parametrize(
    ("path", "told", "back"),
    [
        ("/skills?q=zzz", "No skill has “zzz” in it.", "/skills"),
        ("/skills?status=archived", "No skill is archived.", "/skills"),
        ("/skills?status=deleted", "The trash is empty.", "/skills"),
        ("/inbox?state=rejected", "Nothing was rejected.", "/inbox"),
        ("/inbox?state=approved", "Nothing was approved yet.", "/inbox"),
        ("/errors?fixed=1&q=zzz", "No error has “zzz” in it.", "/errors"),
    ],
)
def test_an_empty_list_says_why_and_leads_on(full: Layer, client: TestClient, path: str, told: str, back: str) -> None:
    page = client.get(path).text
    empty = page[page.index('class="empty"') :].partition("</div>")[0]

    assert told in empty
    assert f'href="{back}"' in empty


def test_a_grant_to_a_name_that_nobody_has_met_asks_first(layer: Layer, client: TestClient) -> None:
    furnish(layer)
    asked = client.post("/skills/release-notes", data={"do": "grant", "agent": "ghost agent", "can_manage": "1"})

    assert asked.status_code == 422
    assert "No agent called ghost agent has been met." in asked.text
    assert 'value="ghost agent" aria-invalid="true"' in asked.text
    assert '<option value="bot">' in asked.text
    assert [row["agent"] for row in layer.skills.grants("release-notes")] == ["bot"]

    client.post("/skills/release-notes", data={"do": "grant", "agent": "ghost agent", "anyway": "1"})
    assert {row["agent"] for row in layer.skills.grants("release-notes")} == {"bot", "ghost agent"}


def test_over_http_a_grant_may_come_first(layer: Layer, client: TestClient) -> None:
    furnish(layer)

    assert client.put("/v1/skills/release-notes/grants/tomorrow", json={}).status_code == 200
