"""`habitus check`: a trace in, verdicts out, one JSON object per line. Nothing is kept between runs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from habitus.errors import HabitusError

if TYPE_CHECKING:
    from habitus.hosts.trial import Trial


@click.command()
@click.option("--profile", help="The profile, whatever the file says; '' for none.")
@click.option(
    "--config", "file", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Settings, or an app file (JSON is YAML)."
)
@click.option("--workspace", help="The folder that paths are spelled against; it need not exist.")
def check(profile: str | None, file: Path | None, workspace: str | None) -> None:
    """Judge a trace from standard input: user, text, call, result, approve, turn and profile events, one JSON object per line.

    Each call is answered with its decision and verdicts, each result and text with its verdicts. No settings file is read but
    the one named, and nothing is kept.
    """
    trial = tried(profile, file, str(Path(workspace or ".").absolute()))
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        try:
            answers = list(trial.answers(json.loads(line)))
        except (ValueError, RecursionError):
            answers = [{"error": "this line is not JSON"}]
        except HabitusError as error:
            answers = [{"error": str(error)}]
        for answer in answers:
            click.echo(json.dumps(answer))


def tried(profile: str | None, file: Path | None, workspace: str) -> Trial:
    from habitus import assemble
    from habitus.hosts.trial import Trial

    chosen = assemble.declared(file)
    return Trial(
        lambda clock: assemble.trial(chosen, profile=profile, clock=clock),
        lambda name: assemble.behaviour(chosen, profile=name or profile)[1],
        workspace=workspace,
        now=assemble.now(),
    )
