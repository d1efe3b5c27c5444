"""A session of any length: what was said of its first call is shown as well as what was said of its last."""

from datetime import timedelta

import pytest
from starlette.testclient import TestClient

from habitus.layer import Layer, twice
from habitus.types import Decision, Note, Told, ToolCall
from nouns import START, call, user

MANY = 10_050
RULE = "r1"
CHECK = f"learned:{RULE}"
"""What its verdicts are called."""


def judged(id: str, session: str, *, message: str = "Read it first.") -> Note:
    verdict = {"rule": CHECK, "action": "warn", "when": "before", "message": message}
    return Note(verb="judged", item=id, content={"tool": "Edit", "ruling": "allow", "verdicts": [verdict]}, actor="rules", session=session)


@pytest.fixture
def long(layer: Layer) -> Layer:
    """As many judged calls as anybody has seen, and before the first of them a text for the model; the first has much said of it."""
    calls = [call("Edit", id=f"c{n}", key=f"k{n}", session="long", at=START + timedelta(seconds=n)) for n in range(1, MANY)]
    told = {"lessons": [RULE], "tokens": 3, "text": "Read first."}
    layer.store.note(Note(verb="injected", item="long", content=told, actor="habitus", session="long"), START)
    layer.store.extend(
        [Told(1, user("go", session="long", at=START)), *(Told(n, one) for n, one in enumerate(calls, 2))],
        [judged(one.id, "long", message="No. " * 500 if one.id == "c1" else "Read it first.") for one in calls],
        START + timedelta(seconds=1),
    )
    return layer


def test_every_page_has_its_verdicts_and_what_was_told(client: TestClient, long: Layer) -> None:
    first = client.get("/v1/sessions/long/events?limit=50").json()
    last = client.get(f"/v1/sessions/long/events?after={MANY - 50}").json()

    assert [one["event"] for one in first["items"]] == ["user", "injected", *["call"] * 49]
    assert {one["said"]["verdicts"][0]["rule"] for page in (first, last) for one in page["items"] if one["event"] == "call"} == {CHECK}
    assert first["items"][2]["said"]["verdicts"][0]["message"] == "No. " * 500
    assert last["next"] is None


def test_why_knows_the_first_call_of_a_long_session(client: TestClient, long: Layer) -> None:
    by_number = client.get("/sessions/long?moment=2").text
    by_id = client.get("/sessions/long?why=c1").text
    told = client.get("/sessions/long", params={"told": START.isoformat()}).text

    for page in (by_number, by_id):
        assert "No. No. No." in page
        assert "Read first." in page
    assert f'href="/ledger/{long.store.entries(session="long", item="c1", verb="judged")[0].id}"' in told


def test_a_call_told_twice_gets_its_answer_however_long_ago(layer: Layer) -> None:
    first: ToolCall = call("Bash", id="c1", command="ls")
    answer = layer.judge(first)
    layer.store.extend([], [judged(f"o{n}", "s1") for n in range(MANY)], layer.clock())

    known = next(layer.store.events("s1")).event
    assert isinstance(known, ToolCall)
    again = twice.said(layer.store, known, layer.session("s1"), Decision(call="c1", verdicts=(), ruling="block"))

    assert again == answer


def test_an_injection_between_two_pages_is_on_the_first_of_them(client: TestClient, layer: Layer) -> None:
    now = layer.clock()
    for n in range(4):
        layer.observe(user(f"say {n}", key=f"u{n}", at=now + timedelta(seconds=n)))
    told = {"lessons": [], "tokens": 0, "text": "."}
    for n in range(4):
        at = now + timedelta(seconds=n, milliseconds=500)
        layer.store.note(Note(verb="injected", item="s1", content=told, actor="habitus", session="s1"), at)

    shown, after = [], 0
    while after is not None:
        page = client.get(f"/v1/sessions/s1/events?limit=1&after={after}").json()
        shown += [(one["seq"], one["event"]) for one in page["items"]]
        after = page["next"]

    assert shown == [(n, event) for n in (1, 2, 3, 4) for event in ("user", "injected")]


def test_an_injection_stands_on_one_page_where_a_clock_was_set_back(layer: Layer, client: TestClient) -> None:
    for n, minute in enumerate((0, 10, 5, 6, 12)):
        layer.observe(user(f"say {n}", key=f"u{n}", at=START + timedelta(minutes=minute)))
    for minute in (1, 7, 11, 13):
        told = {"text": "", "lessons": [], "minute": minute}
        at = START + timedelta(minutes=minute)
        layer.store.note(Note(verb="injected", item="s1", content=told, actor="habitus", session="s1"), at)

    pages = [client.get(f"/v1/sessions/s1/events?limit=1&after={n}").json()["items"] for n in range(5)]

    assert [[one["about"]["minute"] for one in page if one["event"] == "injected"] for page in pages] == [[1, 7], [], [], [11], [13]]
