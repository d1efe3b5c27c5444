"""What only a person does."""

import click
import pytest

from habitus.cli.root import habitus
from habitus.enforce.operators import EVERYBODYS, GROUPS, PERSONS, is_persons


@pytest.mark.parametrize(
    "command",
    [
        "habitus approvals approve abc",
        "habitus -v approvals approve x",
        "bash -c 'habitus uninstall codex'",
        "python -m habitus.cli approvals approve x",
        "python -mhabitus undo 3",
        "python3 -m habitus rules off 12",
        "/usr/bin/env habitus undo 3",
        "HABITUS_HOME=/x habitus inbox approve 1",
        "cd /tmp && .venv/bin/habitus keys link | head -1",
        "echo y | habitus evolution approve 4",
        "true; sudo habitus daemon stop",
        "habitus --config x.yaml approvals approve x",
        "habitus --config status approvals approve x",
        "python -m habitus --config x.yaml undo 3",
        "habitus inbox --state pending approve 1",
        "habitus inbox --limit 5 --json approve 1",
        "habitus learn said.jsonl",
        "echo '{}' | habitus hook claude-code",
        "printf 'x' | habitus chat",
        "habitus rules add 'Use npm.'",
        "habitus skills new mine",
        "habitus learning forget 3",
    ],
)
def test_a_command_that_answers_for_a_person_is_known_in_any_wrapping(command: str) -> None:
    assert is_persons(command)


@pytest.mark.parametrize(
    "command",
    [
        "habitus approvals list", "habitus rules list --json", "habitus status", "grep habitus README.md", "echo habitus undo",
        "git commit -m 'habitus undo'", "habitus ledger", "pip install habitus", "habitus doctor", "ls habitus/approvals",
        "habitus --config x.yaml rules list", "habitus inbox", "habitus inbox --state approved", "habitus rules search off",
        "habitus skills search grant", "habitus blame undo", "habitus --help", "habitus",
    ],
)  # fmt: skip
def test_looking_is_for_everybody(command: str) -> None:
    assert not is_persons(command)


def test_of_every_command_it_is_said_whose_it_is() -> None:
    context = click.Context(habitus)
    commands = {name: habitus.get_command(context, name) for name in habitus.list_commands(context)}

    assert commands.keys() == EVERYBODYS | PERSONS | GROUPS.keys()
    for name, (looks, persons) in GROUPS.items():
        group = commands[name]
        assert isinstance(group, click.Group)
        assert set(group.list_commands(context)) == looks | persons, name
