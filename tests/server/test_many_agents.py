"""However many agents were met, each is to be found, and a page of them asks the store no more than a page of one."""

import re
from dataclasses import replace
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from habitus.evolve.skills import changes
from habitus.layer import Layer
from habitus.layer.undoing import taken_back, together
from habitus.server.pages.persona import FILES
from habitus.store.lesson_rows import pending_row
from habitus.types import Approval, Change, Note, Proposal, UserMessage
from nouns import correction, rule
from server.furnished import BOSS, SKILL, put


def met(layer: Layer, count: int, since: int = 0) -> None:
    with layer.batch():
        for n in range(since, count):
            layer.observe(UserMessage(session=f"s{n}", at=layer.clock(), agent=f"agent-{n:04d}", text="hello", key="1"))


def contradict(layer: Layer, count: int, since: int = 0) -> None:
    for n in range(since, count):
        old, new = (f"{n:08d}-0000-4000-800{side}-000000000000" for side in (0, 1))
        for id in (old, new):
            put(layer, "behavioral_rules", id, rule(f"Rule {id}.", id=id, created_at=layer.clock()))
        body = {"old": old, "new": new, "old_text": "", "new_text": "", "why": ""}
        made = Proposal(id=f"c{n}", kind="conflict", title="", reason="", body=body, created_at=layer.clock())
        put(layer, "proposals", made.id, made, "proposed")


def statements(layer: Layer, client: TestClient, path: str) -> list[str]:
    """What the store is asked. Who only reads has a connection of its own, which is there after the first time."""
    asked: list[str] = []
    database: Any = layer.store.database  # type: ignore[attr-defined]  # SqlStore, as `assemble` makes it
    connections = [database._db, *database._readers]
    for one in connections:
        one.set_trace_callback(asked.append)
    try:
        assert client.get(path).status_code == 200
    finally:
        for one in connections:
            one.set_trace_callback(None)
    assert asked, "nobody was listened to"
    return asked


def questions(layer: Layer, client: TestClient, path: str) -> int:
    return len(statements(layer, client, path))


@pytest.mark.parametrize("path", ["/behavioral-rules", "/agents", "/v1/agents", "/persona", "/skills", "/inbox"])
def test_more_of_them_are_no_more_questions(layer: Layer, quiet: TestClient, path: str) -> None:
    met(layer, 2)
    contradict(layer, 1)
    quiet.get(path)
    few = questions(layer, quiet, path)

    met(layer, 30, since=2)
    contradict(layer, 10, since=1)

    assert questions(layer, quiet, path) == few


def happened(layer: Layer, count: int, since: int = 0) -> None:
    """Of every kind: what waits, what was sent, what is long, what was taken back, and what a person has answered."""
    now, at = layer.clock(), layer.clock().isoformat()
    for n in range(since, count):
        id = f"{n:08d}-0000-4000-8009-000000000000"
        said = rule(f"Rule {n}. " + "Very long. " * 200, id=id, created_at=now)
        asked = Approval(
            id=f"a{n}", session=f"s{n}", call_hash=f"h{n}", tool="Bash", args={}, reason="", state="pending", asked_at=now,
            expires_at=now + timedelta(hours=1),
        )  # fmt: skip
        notice = {
            "id": f"n{n}", "channel": "telegram", "body": "{}", "state": "sent", "tries": 0, "created_at": at, "not_before": at, "why": "",
        }  # fmt: skip
        waits = Proposal(id=f"w{n}", kind="refused", title="", reason="", body={"said": ""}, created_at=now)
        rows: list[tuple[str, str, Any]] = [
            ("behavioral_rules", id, said), ("approvals", asked.id, asked), ("notices", f"n{n}", notice), ("proposals", waits.id, waits),
        ]  # fmt: skip
        layer.observe(UserMessage(session=f"s{n}", at=now, text=f"hello {n}", key="h"))
        layer.store.note(Note(verb="looked at", item=id, content={}, actor="a test"), now)
        made = [Change(verb="learned", table=table, item=item, after=row, actor="a test", session="monday") for table, item, row in rows]
        lines = layer.store.apply(made, now)
        layer.skills.create(changes.created({"content": SKILL.replace("release-notes", f"skill-{n}")}), BOSS, why="")
        layer.persona.write(f"agent-{n:04d}", "SOUL.md", "Calm.\n", who="owner")
        together(layer.store, waits.id, [lines[3]], who="owner", at=now)
        taken_back(layer, [entry for entry in [layer.store.entry(lines[0])] if entry], who="owner")


@pytest.mark.parametrize(
    "path",
    [
        "/approvals",
        "/ledger",
        "/ledger?all=1",
        "/v1/ledger?changes=true",
        "/ledger/all?session=monday",
        "/ledger/all?since=2020-01-01T00:00:00Z",
    ],
)
def test_more_that_happened_are_no_more_questions(layer: Layer, quiet: TestClient, path: str) -> None:
    happened(layer, 1)
    quiet.get(path)
    few = questions(layer, quiet, path)

    happened(layer, 6, since=1)

    assert questions(layer, quiet, path) == few


@pytest.mark.parametrize("path", ["/health", "/v1/queue"])
def test_more_dead_letters_are_no_more_questions(layer: Layer, quiet: TestClient, path: str) -> None:
    give_up(layer, 1)
    quiet.get(path)
    few = questions(layer, quiet, path)

    give_up(layer, 10, since=1)

    assert questions(layer, quiet, path) == few
    said = quiet.get("/v1/queue").json()["dead"]
    assert {one["id"]: one["why"][:10] for one in said} == {f"dead-{n}": f"for good {n}" for n in range(10)}


def give_up(layer: Layer, count: int, since: int = 0) -> None:
    """The last reason is the one that counts; some are long, some share a session."""
    for n in range(since, count):
        one = correction(f"use pnpm {n}", id=f"dead-{n}")
        one = replace(one, origin=replace(one.origin, session=f"s{n % 3}"))
        put(layer, "pending", one.id, pending_row(one), "queued")
        for why in ("at first", "then", f"for good {n}" * (1 if n % 3 else 200)):
            layer.queue.again(one, why=why, now=layer.clock())


@pytest.mark.parametrize("path", ["/health", "/v1/queue"])
def test_a_page_of_dead_letters_reads_no_others(layer: Layer, quiet: TestClient, path: str) -> None:
    for n in range(60):
        one = replace(correction("no"), id=f"d{n:02d}")
        put(layer, "pending", one.id, pending_row(one, state="dead"))
    quiet.get(path)

    read = [one for one in statements(layer, quiet, path) if "'dead'" in one and "COUNT" not in one]

    assert read
    assert all("LIMIT 51" in one for one in read)


def test_a_page_of_personas_asks_for_each_file_once_and_goes_on(layer: Layer, quiet: TestClient) -> None:
    for n in range(60):
        layer.persona.write(f"agent-{n:04d}", "SOUL.md", f"Calm, {n}.\n", who="owner", why="")
    first = quiet.get("/persona").text
    second = unescape(re.findall(r'rel="next" href="([^"]+)"', first)[0])
    last = quiet.get(second).text

    rows = [re.findall(r'<tr data-row="([^"]+)"', page) for page in (first, last)]
    assert [len(one) for one in rows] == [50, 10]
    assert sorted({*rows[0], *rows[1]}) == [f"agent-{n:04d}/SOUL.md" for n in range(60)]
    assert questions(layer, quiet, second) < 10 * len(FILES) + 10


def test_every_agent_is_on_some_page(layer: Layer, quiet: TestClient) -> None:
    met(layer, 620)
    path, found = "/agents", set[str]()

    while path:
        page = quiet.get(path).text
        found |= set(re.findall(r'<tr data-row="([^"]+)"', page))
        on = re.findall(r'rel="next" href="([^"]+)"', page)
        path = unescape(on[0]) if on else ""

    assert len(found) == 620
    assert len(layer.agents.all()) == 620


def test_whoever_changes_an_agent_on_a_later_page_stays_there(layer: Layer, quiet: TestClient) -> None:
    met(layer, 60)
    second = unescape(re.findall(r'rel="next" href="([^"]+)"', quiet.get("/agents").text)[0])
    back = unescape(re.findall(r'name="back" value="([^"]+)"', quiet.get(second).text)[0])

    switched = quiet.post("/agents/set", data={"agent": "agent-0055", "key": "skill_evolve", "value": "true", "back": back})
    wrong = quiet.post("/agents/set", data={"agent": "agent-0055", "max_turns": "0", "back": back})

    assert 'data-row="agent-0055"' in switched.text
    assert "It may keep skills now" in switched.text
    assert 'data-row="agent-0055"' in wrong.text
    assert "<details open>" in wrong.text


def test_a_list_says_of_each_agent_what_its_own_page_says(layer: Layer, quiet: TestClient) -> None:
    from server.furnished import furnish

    furnish(layer)
    layer.agents.add("other", "open", who="me")

    listed = {one["id"]: one for one in quiet.get("/v1/agents").json()["items"]}

    assert listed["bot"] == quiet.get("/v1/agents/bot").json()
    assert (listed["bot"]["skills"], listed["bot"]["persona"]) == (["release-notes"], {"SOUL.md": 2})
    assert (listed["other"]["skills"], listed["other"]["persona"]) == ([], {})


def test_who_has_no_name_has_no_persona_of_others(layer: Layer, quiet: TestClient) -> None:
    layer.persona.write("bot", "SOUL.md", "Calm.\n", who="owner", why="")

    assert quiet.get("/v1/agents/-").json()["persona"] == {}
