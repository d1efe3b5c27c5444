"""What only a person does."""

import pytest

from habitus.enforce.operators import is_persons


@pytest.mark.parametrize(
    "command",
    [
        "habitus approvals approve abc",
        "habitus -v approvals approve x",
        "bash -c 'habitus uninstall codex'",
        "python -m habitus.cli approvals approve x",
        "python3 -m habitus rules off 12",
        "/usr/bin/env habitus undo 3",
        "HABITUS_HOME=/x habitus inbox approve 1",
        "cd /tmp && .venv/bin/habitus keys link | head -1",
        "echo y | habitus evolution approve 4",
        "true; sudo habitus daemon stop",
    ],
)
def test_a_command_that_answers_for_a_person_is_known_in_any_wrapping(command: str) -> None:
    assert is_persons(command)


@pytest.mark.parametrize(
    "command",
    [
        "habitus approvals list", "habitus rules list --json", "habitus learn x", "grep habitus README.md", "echo habitus undo",
        "git commit -m 'habitus undo'", "habitus ledger", "pip install habitus", "habitus doctor", "ls habitus/approvals",
    ],
)  # fmt: skip
def test_looking_and_learning_is_for_everybody(command: str) -> None:
    assert not is_persons(command)
