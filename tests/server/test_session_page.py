"""What a session's page and the API say of its moments: verdicts on what the agent said, those that only watch, and where each leads."""

from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from habitus.config import Settings
from habitus.layer import Layer
from habitus.types import AgentText, Event, Note, ToolCall, ToolResult, UserMessage
from nouns import rule
from server.furnished import ASKING, CHECK, CHECKED, LEARNING, RULE, furnish, put
from server.test_pages import Read, text_of

UNSURE = "You said that you are not sure."


@pytest.fixture
def chosen() -> Settings:
    return ASKING


def moment(layer: Layer, session: str = "monday") -> dict[str, Any]:
    return {"session": session, "at": layer.clock()}


def why(client: TestClient, seq: int, session: str = "monday") -> str:
    page = client.get(f"/sessions/{session}?moment={seq}").text
    return text_of(page.partition('id="why"')[2].partition("</section>")[0])


@pytest.mark.parametrize("key", ["", "t1"])
def test_what_is_said_of_the_agents_words_stands_beside_them(layer: Layer, client: TestClient, key: str) -> None:
    layer.observe(UserMessage(**moment(layer), text="Which port?"))
    layer.settle(AgentText(**moment(layer), text="I am not sure; perhaps 8080.", key=key))
    layer.settle(AgentText(**moment(layer), text="It is 8787.", key=key and "t2"))

    events = client.get("/v1/sessions/monday/events").json()["items"]
    said = [[one["rule"] for one in event["said"]["verdicts"]] for event in events if event["event"] == "text"]

    assert said == [["web_search_when_unknown"], []]
    assert text_of(client.get("/sessions/monday").text).count(UNSURE) == 1


def test_why_knows_what_was_said_of_the_agents_words(layer: Layer, client: TestClient) -> None:
    layer.observe(UserMessage(**moment(layer), text="Which port?"))
    layer.settle(AgentText(**moment(layer), text="I am not sure; perhaps 8080."))

    told = why(client, 2)

    assert UNSURE in told
    assert "read from a transcript" not in told


def test_a_verdict_leads_to_who_speaks_and_nowhere_where_that_has_no_page(layer: Layer, client: TestClient) -> None:
    furnish(layer)
    said = client.get("/sessions/friday").text.partition('id="e1"')[2].partition("</li>")[0]

    assert [one["href"] for one in Read(said.partition("<p>")[2]).all("a")] == [
        f"/behavioral-rules/{CHECKED[:8]}", "/behavioral-rules/read_before_edit", f"/errors/{LEARNING}",
    ]  # fmt: skip
    for name in ("once_declared", "known fix", "the policy", "the list of tools", "what is only a person's to do"):
        assert f'<span class="soft">{name}</span>' in unescape(said)


def test_why_something_was_told_says_where_its_rules_spoke(layer: Layer, client: TestClient) -> None:
    furnish(layer)
    layer.observe(UserMessage(**moment(layer, "spoken"), text="Publish it with npm publish."))
    layer.guide("spoken", "Publish it with npm publish.")
    layer.judge(ToolCall(**moment(layer, "spoken"), id="p1", tool="Bash", args={"command": "npm publish"}))
    told = layer.store.entries(session="spoken", verb="injected")[0]

    page = client.get("/sessions/spoken", params={"told": told.at.isoformat()}).text
    came = text_of(page.partition('id="why"')[2].partition("What came of it")[2].partition("</section>")[0])

    assert "warn" in came
    assert "Never run npm publish." in came


def in_shadow(layer: Layer) -> None:
    put(layer, "behavioral_rules", RULE, rule("Never run npm publish.", id=RULE, check=CHECK, stage="shadow"))
    layer.observe(UserMessage(**moment(layer), text="Publish it with npm publish."))
    layer.guide("monday", "Publish it with npm publish.")
    layer.judge(ToolCall(**moment(layer), id="p1", tool="Bash", args={"command": "npm publish"}))


def test_what_a_check_in_shadow_would_have_said_stands_in_the_timeline(layer: Layer, client: TestClient) -> None:
    in_shadow(layer)

    row = text_of(client.get("/sessions/monday").text.partition('id="e2"')[2].partition("</li>")[0])
    spanish = client.get("/sessions/monday", headers={"Accept-Language": "es"}).text

    assert "would have reminded: learned rule" in " ".join(row.split())
    assert "Never run npm publish." in row
    assert "habría recordado" in spanish
    assert "would have reminded" in why(client, 2)


def test_what_a_check_in_shadow_would_have_said_is_among_the_events(layer: Layer, client: TestClient) -> None:
    in_shadow(layer)

    call = next(one for one in client.get("/v1/sessions/monday/events").json()["items"] if one["event"] == "call")

    assert [one["rule"] for one in call["said"]["shadows"]] == [f"learned:{RULE[:8]}"]


def test_why_something_was_told_says_where_its_rules_would_have_spoken(layer: Layer, client: TestClient) -> None:
    in_shadow(layer)
    told = layer.store.entries(session="monday", verb="injected")[0]

    page = client.get("/sessions/monday", params={"told": told.at.isoformat()}).text

    assert "would have reminded" in text_of(page.partition('id="why"')[2].partition("What came of it")[2].partition("</section>")[0])


def test_a_line_about_the_agents_words_tells_them_and_leads_to_them(layer: Layer, client: TestClient) -> None:
    layer.settle(AgentText(**moment(layer), text="I am not sure; perhaps 8080."))
    line = layer.store.entries(session="monday", verb="settled")[0]

    page = client.get(f"/ledger/{line.id}").text

    assert "perhaps 8080" in text_of(page)
    assert "/sessions/monday?after=0#e1" in page


@pytest.mark.parametrize("at_once", [True, False])
def test_a_correction_that_says_what_is_known_says_so_in_the_timeline(layer: Layer, client: TestClient, at_once: bool) -> None:
    said = ("no, use pnpm instead of npm", "no! use pnpm, not npm")
    for session, words in zip(("monday", "friday"), said, strict=True):
        told: list[Event] = [
            UserMessage(**moment(layer, session), text="add lodash", key="u1"),
            ToolCall(**moment(layer, session), id="c1", tool="Bash", args={"command": "npm install lodash"}, key="c1"),
            UserMessage(**moment(layer, session), text=words, key="u2"),
        ]
        if at_once:
            for event in told:
                layer.observe(event)
        else:
            layer.history.take(told)

    first, again = (" ".join(text_of(client.get(f"/sessions/{session}").text).split()) for session in ("monday", "friday"))

    assert "learned Use pnpm instead of npm." in first
    assert "heard again" not in first
    assert "heard again Use pnpm instead of npm." in again.partition("no! use pnpm, not npm")[2]


def test_what_a_session_goes_without_is_told_where_it_would_have_been_said(layer: Layer, client: TestClient) -> None:
    put(layer, "behavioral_rules", RULE, rule("Use pnpm.", id=RULE, created_at=layer.clock()))
    layer.observe(UserMessage(**moment(layer), text="Add lodash."))
    told = {"text": "", "tokens": 0, "held": [RULE, CHECKED], "examples": [["Add left-pad.", "pnpm add left-pad"]], "turn": 1}
    layer.store.note(Note(verb="injected", item="monday", content=told, actor="habitus", session="monday"), layer.clock())
    layer.judge(ToolCall(**moment(layer), id="c1", tool="Bash", args={"command": "npm i lodash"}))

    page = client.get("/sessions/monday").text

    row = page.partition('<li class="injected"')[2].partition("</li>")[0]
    assert "<pre>" not in row
    assert [one["href"] for one in Read(row).all("a")][1:] == [f"/behavioral-rules/{RULE}"]
    for seen in (" ".join(one.split()) for one in (text_of(row), why(client, 2))):
        assert "held back Use pnpm. This session goes without it" in seen
        assert "Example Add left-pad. → pnpm add left-pad" in seen


def test_a_result_of_200_kilobytes_is_begun_on_the_page_and_whole_behind_a_link(layer: Layer, client: TestClient) -> None:
    layer.observe(ToolCall(**moment(layer), id="c1", tool="Read", args={"file_path": "/w/log.txt", "note": "n" * 200_000}))
    layer.observe(ToolResult(**moment(layer), id="c1", result="a line <b>\n" * 20_000 + "THE END"))

    page = client.get("/sessions/monday").text
    whole = client.get("/sessions/monday?whole=e2").text

    assert len(page) < 50_000
    assert "THE END" not in page
    assert 'href="/sessions/monday?whole=e2#e2">All of it, 220,007 characters</a>' in page
    assert "THE END</pre>" in whole
    assert "whole=e2#e2" not in whole
    assert len(whole) < 400_000
    assert "Todo, 220.007 caracteres" in client.get("/sessions/monday", headers={"Accept-Language": "es"}).text
