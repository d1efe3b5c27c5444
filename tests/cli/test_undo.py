"""Taking back twice: what was taken back is not taken back again."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Typed

Asked = Callable[..., Any]


@pytest.mark.parametrize("aim", [("--since", "1h"), ("--session", "monday")])
def test_what_was_taken_back_is_not_taken_back_again(typed: Typed, asked: Asked, story: Path, aim: tuple[str, str]) -> None:
    typed("learn", story)
    typed("undo", *aim)
    ledger = asked("ledger", "--limit", "200")

    again = typed("undo", *aim)

    assert "there is nothing to take back" in again.stdout
    assert asked("ledger", "--limit", "200") == ledger
    assert asked("rules", "list", "--kind", "learned") == []


def test_what_was_brought_back_is_taken_back_again(typed: Typed, asked: Asked, story: Path) -> None:
    learned = asked("learn", story)["learned"][0]["entry"]
    (taken,) = asked("undo", learned)["entries"]
    (brought,) = asked("undo", taken)["entries"]

    found = asked("undo", "--since", "1h")

    assert learned in [line["entry"] for line in found["undone"]]
    assert not {taken, brought} & {line["entry"] for line in found["undone"]}
    assert asked("rules", "list", "--kind", "learned") == []
    assert asked("undo", "--since", "1h")["entries"] == []
