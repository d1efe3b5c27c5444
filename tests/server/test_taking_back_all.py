"""All that came of a session, or everything since a time, taken back on the dashboard: looked at first, and done as it was shown."""

import re
from collections.abc import Callable
from html import unescape
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from starlette.testclient import TestClient

from habitus.layer import Layer
from habitus.types import Scope
from nouns import rule
from server.furnished import CHECKED, LEARNING, RULE, furnish, put
from server.test_pages import rows, text_of


@pytest.fixture
def full(layer: Layer) -> Layer:
    furnish(layer)
    return layer


def form(page: str) -> dict[str, str]:
    inside = page.partition('action="/ledger/all"')[2].partition("</form>")[0]
    return {name: unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', inside)}


def test_what_a_session_taught_is_shown_and_then_taken_back(full: Layer, quiet: TestClient) -> None:
    assert 'href="/ledger/all?session=monday"' in quiet.get("/ledger?session=monday").text
    page = quiet.get("/ledger/all?session=monday").text
    shown = rows(page)

    assert "would be taken back" in page
    assert full.store.lessons().rule(RULE)  # looking does nothing
    done = quiet.post("/ledger/all", data=form(page))

    assert f"Changes taken back: {len(shown)}." in text_of(done.text)
    assert full.store.lessons().rule(RULE) is None
    assert full.store.lessons().learning(LEARNING) is None
    assert "There is nothing to take back here." in quiet.get("/ledger/all?session=monday").text


def test_taking_it_all_back_is_taken_back_in_one(full: Layer, quiet: TestClient) -> None:
    shown = quiet.get("/ledger/all?session=monday").text
    done = quiet.post("/ledger/all", data=form(shown), follow_redirects=False)

    undo = parse_qs(urlsplit(done.headers["location"]).query)["undo"][0]
    quiet.post(f"/ledger/{undo}/undo")

    assert full.store.lessons().rule(RULE)
    assert full.store.lessons().learning(LEARNING)


@pytest.mark.parametrize("since", ["2026-01-02T01:30:00", "2026-01-01T20:30:00-05:00"])
def test_the_time_since_which_all_is_taken_back_is_told_with_its_zone(full: Layer, quiet: TestClient, since: str) -> None:
    page = quiet.get("/ledger/all", params={"since": since}).text

    assert '<time datetime="2026-01-02T01:30:00+00:00">2026-01-02 01:30 UTC</time></p>' in page


def test_everything_since_a_line_is_taken_back(full: Layer, quiet: TestClient) -> None:
    line = full.rulebook.switch(CHECKED, on=False, who="ana")[1]
    link = re.findall(r'href="(/ledger/all\?since=[^"]+)"', quiet.get(f"/ledger/{line}").text)[0]

    page = quiet.get(unescape(link)).text
    quiet.post("/ledger/all", data=form(page))

    assert rows(page) == {str(line)}
    kept = full.store.lessons().rule(CHECKED)
    assert kept
    assert kept.state == "active"


def test_what_came_since_it_was_shown_is_not_taken_back_unseen(full: Layer, quiet: TestClient) -> None:
    page = quiet.get("/ledger/all?session=monday").text
    other = "77777777-0000-4000-8000-000000000000"
    put(full, "behavioral_rules", other, rule("Use tabs.", id=other, scope=Scope()))

    answer = quiet.post("/ledger/all", data=form(page))

    assert answer.status_code == 409
    assert "Something has changed since you looked." in answer.text
    assert full.store.lessons().rule(RULE)
    assert "Use tabs." in answer.text


@pytest.mark.parametrize(("query", "status"), [("", 409), ("session=monday&since=2026-01-01T00:00:00", 409), ("since=yesterday", 422)])
def test_what_cannot_be_meant_is_a_page_that_says_so(full: Layer, quiet: TestClient, query: str, status: int) -> None:
    assert quiet.get(f"/ledger/all?{query}").status_code == status


def test_settings_of_agents_need_an_admin(full: Layer, keyed: Callable[[str], TestClient]) -> None:
    since = full.clock().isoformat()
    full.agents.set("bot", "self_evolve", True, who="owner")
    operator = keyed("operator")

    page = operator.get(f"/ledger/all?{urlencode({'since': since})}").text
    answer = operator.post("/ledger/all", data=form(page))

    assert "This needs the role admin." in page
    assert answer.status_code == 403
    assert full.agents.one("bot").self_evolve
