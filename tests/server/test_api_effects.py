"""Effects over HTTP: what `habitus evolution effect --agent` tells."""

from starlette.testclient import TestClient

from habitus.layer import Layer
from habitus.types import Change, Scope
from nouns import START, rule


def test_what_lessons_are_worth_is_told_for_one_agent(client: TestClient, layer: Layer) -> None:
    everywhere, bots = rule(), rule("Answer in Spanish.", id="22222222-2222-8333-a444-555555555555", scope=Scope(level="agent", name="bot"))
    for one in (everywhere, bots):
        layer.store.apply([Change(verb="learned", table="behavioral_rules", item=one.id, after=one, actor="t")], START)
    seen = {"session": "s", "n": 1, "k": 0, "held": 0, "turn": 1, "looked": 1, "erred": 0, "since": START.isoformat()}
    layer.store.counting().put_occasions([{**seen, "lesson": one.id} for one in (everywhere, bots)])

    found = {agent: client.get("/v1/effects", params={"agent": agent}).json()["items"] for agent in ("bot", "-", "ana")}

    assert {agent: sorted(one["id"] for one in ones) for agent, ones in found.items()} == {
        "bot": sorted([everywhere.id, bots.id]),
        "-": [everywhere.id],
        "ana": [everywhere.id],
    }
