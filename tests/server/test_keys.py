"""`habitus keys`: made once, listed without their secret, revoked for good."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from habitus import assemble
from habitus.cli.keys import keys
from habitus.errors import Refused
from habitus.server.passes import Passes, Visitor

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

    layer = assemble.layer()
    lines = [(entry.verb, entry.item) for entry in layer.store.entries()]
    layer.close()

    assert lines == [("key revoked", made["id"]), ("key added", made["id"])]


def test_a_name_must_be_one_and_an_empty_list_says_what_to_do(typed: Typed) -> None:
    assert isinstance(typed("add", " ").exception, Refused)
    assert isinstance(typed("add", "owner").exception, Refused)
    assert typed("add", "x" * 101).exit_code == 2
    assert "keys add NAME" in typed("list").stdout
