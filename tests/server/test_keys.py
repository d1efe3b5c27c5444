"""`habitus keys`: made once, listed without their secret, revoked for good."""

import asyncio
import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from httpx import ASGITransport, AsyncClient

from habitus import assemble
from habitus.cli.keys import keys
from habitus.doubles import FrozenClock
from habitus.errors import Refused, StoreError
from habitus.server.app import Application
from habitus.server.door import Door
from habitus.server.passes import AWAY_SECONDS, KNOWN_SECONDS, PREFIX, Passes, Visitor

Typed = Callable[..., Result]


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Typed:
    monkeypatch.setenv("HABITUS_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(keys, list(words))


def opened(*keys: str) -> list[Visitor | None]:
    layer = assemble.layer()
    passes = Passes(assemble.token(), layer.store.doors(), layer.clock)
    found = [passes.bearer(key) or passes.redeemed(key) for key in keys]
    layer.close()
    return found


def test_a_key_is_told_under_the_name_that_it_has(typed: Typed) -> None:
    made = json.loads(typed("add", "  \uff21na ", "--json").stdout)
    (visitor,) = opened(made["key"])

    assert visitor
    assert made["name"] == visitor.name == "Ana"


def test_a_key_is_shown_once_and_opens_what_its_role_may(typed: Typed) -> None:
    made = json.loads(typed("add", "ana", "--role", "operator", "--json").stdout)
    (row,) = json.loads(typed("list", "--json").stdout)

    (visitor,) = opened(made["key"])

    assert visitor
    assert (visitor.name, visitor.role) == ("ana", "operator")
    assert (row["id"], row["name"], row["role"], row["revoked_at"]) == (made["id"], "ana", "operator", None)
    assert made["key"] not in typed("list").stdout


def test_a_revoked_key_opens_nothing(typed: Typed) -> None:
    made = json.loads(typed("add", "ci", "--json").stdout)

    assert "Revoked" in typed("revoke", made["id"]).stdout
    assert opened(made["key"]) == [None]
    assert typed("revoke", made["id"]).exit_code == 2


def test_a_link_opens_the_dashboard_once(typed: Typed) -> None:
    link = typed("link", "--address", "http://127.0.0.1:9/").stdout.strip()
    code = link.removeprefix("http://127.0.0.1:9/?token=")

    first, second = opened(code, code)

    assert first
    assert (first.role, second) == ("admin", None)


def test_what_is_done_with_keys_is_in_the_ledger(typed: Typed) -> None:
    made = json.loads(typed("add", "ci", "--json").stdout)
    typed("revoke", made["id"])
    typed("link")

    layer = assemble.layer()
    lines = [(entry.verb, entry.item) for entry in layer.store.entries()]
    layer.close()

    assert lines == [("link made", "owner"), ("key revoked", made["id"]), ("key added", made["id"])]


def test_a_name_must_be_one_and_an_empty_list_says_what_to_do(typed: Typed) -> None:
    assert isinstance(typed("add", " ").exception, Refused)
    assert isinstance(typed("add", "owner").exception, Refused)
    assert typed("add", "x" * 101).exit_code == 2
    assert "keys add NAME" in typed("list").stdout


# ── while the store is away ──


class Keys:
    """The part of the store that knows of keys: it knows all of them, unless it is away."""

    def __init__(self) -> None:
        self.asked, self.is_away = 0, False

    def key_by_hash(self, hashed: str) -> dict[str, str]:
        self.asked += 1
        if self.is_away:
            raise StoreError("the store is away")
        return {"name": "ci", "role": "agent"}


@pytest.fixture
def kept() -> tuple[Passes, Keys, FrozenClock]:
    keys, clock = Keys(), FrozenClock()
    return Passes("token", keys, clock), keys, clock  # type: ignore[arg-type]


def test_whoever_was_let_in_still_is_and_the_store_is_not_asked_at_every_request(kept: tuple[Passes, Keys, FrozenClock]) -> None:
    passes, keys, clock = kept
    passes.bearer(f"{PREFIX}ci")
    keys.is_away = True

    clock.forward(seconds=KNOWN_SECONDS)
    found = [passes.bearer(f"{PREFIX}ci") for _ in range(5)]
    clock.forward(seconds=AWAY_SECONDS - 1)
    found.append(passes.bearer(f"{PREFIX}ci"))

    assert {visitor.name for visitor in found if visitor} == {"ci"}
    assert None not in found
    assert keys.asked == 2


def test_what_is_not_remembered_is_refused_where_nobody_may_be_asked(kept: tuple[Passes, Keys, FrozenClock]) -> None:
    passes, keys, clock = kept

    assert passes.bearer(f"{PREFIX}ci", "nobody") is None
    assert passes.bearer(f"{PREFIX}ci", "of the known") is None
    passes.bearer(f"{PREFIX}ci")
    assert passes.bearer(f"{PREFIX}ci", "nobody")
    clock.forward(seconds=KNOWN_SECONDS)
    assert passes.bearer(f"{PREFIX}ci", "nobody") is None
    assert passes.bearer(f"{PREFIX}ci", "of the known")
    assert keys.asked == 2


def test_nobody_else_waits_while_a_key_is_looked_up(app: Application) -> None:
    """The loop lets the store answer: were it waiting itself, the store would give up."""
    may_answer, in_time = threading.Event(), list[bool]()

    class Slow:
        def key_by_hash(self, hashed: str) -> None:
            in_time.append(may_answer.wait(5))

    door = Door(app, passes=Passes("token", Slow(), FrozenClock()))  # type: ignore[arg-type]

    async def ask() -> int:
        async with AsyncClient(transport=ASGITransport(door), base_url="http://127.0.0.1") as client:
            asking = asyncio.create_task(client.get("/v1/rules", headers={"Authorization": f"Bearer {PREFIX}x"}))
            assert (await client.get("/healthz")).status_code == 200
            may_answer.set()
            return (await asking).status_code

    assert asyncio.run(ask()) == 401
    assert in_time == [True]
