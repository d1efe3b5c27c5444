"""How much there is: counted at every look where it is little, now and then where it is much; what waits is always as it is."""

import re
from pathlib import Path

from starlette.testclient import TestClient

from habitus import assemble
from habitus.config import Settings
from habitus.doubles import FrozenClock
from habitus.layer import Layer
from habitus.server.counted import KEPT, counted
from habitus.types import Proposal
from nouns import rule, user
from server.furnished import put
from server.test_many_agents import statements

IDS = [f"{n:08d}-0000-4000-8000-000000000000" for n in range(2)]


def learned(layer: Layer, n: int) -> None:
    put(layer, "behavioral_rules", IDS[n], rule(f"Rule {n}.", id=IDS[n], created_at=layer.clock()))
    put(layer, "proposals", f"p{n}", Proposal(id=f"p{n}", kind="rule", title="", reason="", body={}, created_at=layer.clock()))


def test_a_large_store_is_counted_now_and_then_and_what_waits_at_every_look(tmp_path: Path) -> None:
    clock = FrozenClock()
    layer = assemble.layer(Settings(), home=tmp_path, clock=clock)
    learned(layer, 0)
    at, first = clock(), counted(layer, many=2)
    learned(layer, 1)

    clock.forward(seconds=KEPT.total_seconds() - 1)
    meanwhile = counted(layer, many=2)
    clock.forward(seconds=1)
    later = counted(layer, many=2)

    assert [(one.rows["rules"], one.rows["inbox"], one.at) for one in (first, meanwhile, later)] == [
        (1, 1, at), (1, 2, at), (2, 2, clock()),
    ]  # fmt: skip
    layer.close()


def test_a_small_one_is_counted_at_every_look_and_says_so(layer: Layer, quiet: TestClient) -> None:
    seen = []
    for n in (0, 1):
        learned(layer, n)
        layer.observe(user("hello", session=f"s{n}"))
        seen.append({name: quiet.get("/v1/health").json()[name] for name in ("rules", "sessions", "inbox", "counted_at")})

    assert seen == [{"rules": n, "sessions": n, "inbox": n, "counted_at": None} for n in (1, 2)]


def test_the_page_tells_how_old_a_count_is_and_counts_nothing_meanwhile(layer: Layer, quiet: TestClient) -> None:
    assert "counted" not in quiet.get("/health").text
    learned(layer, 0)
    counted(layer, many=1)

    asked = " ".join(statements(layer, quiet, "/health"))
    page = quiet.get("/health", headers={"Accept-Language": "es"}).text

    assert "COUNT(*) FROM pending" in asked
    assert not any(f"COUNT(*) FROM {table}" in asked for table in ("events", "sessions", "behavioral_rules", "knowledge", "triples"))
    assert re.search(r"contado <time [^>]+>hace [^<]+</time>", page)
