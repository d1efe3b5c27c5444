"""`habitus learning strategies`, as a person types it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from cli.conftest import Typed
from habitus import assemble
from habitus.adapt import intent, validate

PRIMES = intent.read("List the first 3 prime numbers")


def test_what_worked_is_listed_forgotten_and_brought_back(typed: Typed, asked: Callable[..., Any], home: Path) -> None:
    assert "Nothing yet" in typed("learning", "strategies").output
    layer = assemble.layer(home=home)
    layer.strategies.learn("bot", PRIMES, "ai.process with data delivery prompt", validate.validate("2, 3, 5", PRIMES), session="s")
    layer.close()

    (found,) = asked("learning", "strategies", "--agent", "bot")
    assert (found["pattern"], found["successfulAction"]) == ("numbers_request", "ai.process with data delivery prompt")
    assert asked("learning", "strategies", "--agent", "another") == []
    assert "numbers_request" in typed("learning", "strategies").output

    typed("learning", "strategies", "--forget", found["id"])
    assert asked("learning", "strategies") == []
    typed("learning", "strategies", "--forget", found["id"], fails=2)
    entry = asked("ledger", "--limit", "1")[0]["id"]
    typed("undo", entry)
    assert len(asked("learning", "strategies")) == 1
