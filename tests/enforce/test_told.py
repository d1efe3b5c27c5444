"""A check in words."""

from typing import Any

import pytest

from habitus.enforce.told import said
from habitus.learn import checks
from nouns import rule


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Never use console.log.", "It speaks before a call of `edit`, `write`, `bash` when it writes `console.log` into code."),
        (
            "Stop using print().",
            "It speaks before a call of `edit`, `write`, `bash` when it writes `print(` into `*.py`, `*.pyi`, `*.ipynb`.",
        ),
        ("Never use npm.", "It speaks before a call of `bash` when it runs `npm`."),
        ("Never use the Write tool.", "It speaks of every call of `write`."),
        (
            "Never edit generated/.",
            "It speaks before a call of `edit`, `write`, `bash`, `delete file`, `move file` when it changes `generated/`.",
        ),
        ("Answer briefly.", ""),
    ],
)
def test_a_check_is_told_in_words(text: str, wanted: str) -> None:
    assert said(checks.compiled(rule(text))) == wanted


@pytest.mark.parametrize("check", [None, {}, {"trigger": ["bash"], "condition": {"turn": 3}}, {"condition": {"all": []}}])
def test_whatever_is_stored_is_told_somehow(check: dict[str, Any] | None) -> None:
    assert isinstance(said(check), str)
