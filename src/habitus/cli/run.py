"""`habitus run`: one message to the agent of an app file."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from habitus.cli import show

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.agent.terminal import ready


def options(command: click.decorators.FC) -> click.decorators.FC:
    """What `run` and `chat` have in common."""
    for option in (
        click.option("--no-stream", is_flag=True, help="Ask for whole answers, for providers that cannot stream."),
        click.option("--continue", "latest", is_flag=True, help="Go on with the latest session of this app."),
        click.option("--session", default="", metavar="ID", help="Go on with this session."),
        click.option("--workdir", default="", metavar="FOLDER", help="Where the tools work (default: what the app says, else here)."),
        click.option("--model", default="", help="Another model: openai:NAME, anthropic:NAME, NAME@URL, local:FILE.gguf."),
    ):
        command = option(command)
    return command


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl-C before the first turn or between two, when there is nothing to cancel."""
    try:
        yield
    except KeyboardInterrupt:
        sys.exit(130)


@click.command()
@click.argument("app", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("prompt", required=False)
@options
@show.as_json
def run(app: Path, prompt: str | None, model: str, workdir: str, session: str, latest: bool, no_stream: bool, json_: bool) -> None:
    """Give one message to the agent of an app file: PROMPT, or standard input.

    The answer goes to standard output, everything else to standard error. Exit code 0: done; 1: stopped or failed; 130: cancelled with
    Ctrl-C. A call that needs approval is asked about at a terminal, and elsewhere left to `habitus approvals`.
    """
    text = _prompt(prompt)
    if session and latest:
        raise click.UsageError("say one of --session and --continue")
    from habitus.agent.terminal import ready

    asked = ready.Asked(
        file=app, config=click.get_current_context().find_root().obj, model=model, workdir=workdir, session=session, latest=latest
    )
    with interruptible(), ready.ready(asked, Path.cwd()) as found:
        code = _answered(found, text, streams=not no_stream, json_=json_)
    sys.exit(code)


def _answered(found: ready.Ready, text: str, *, streams: bool, json_: bool) -> int:
    from rich.console import Console

    from habitus.agent.terminal import once
    from habitus.agent.terminal.asking import Asking
    from habitus.agent.terminal.screen import Screen

    asking, is_there = Asking(), sys.stdin.isatty() and sys.stderr.isatty()
    screen = Screen(Console(), Console(stderr=True), answers=not json_, asker=asking if is_there else None)
    outcome, session = asyncio.run(once.answered(found, screen, text, asking=asking, streams=streams))
    screen.over(outcome, session)
    if json_:
        click.echo(json.dumps(once.as_object(outcome, session), indent=2))  # in ASCII: a terminal may be what reads it
    return once.CODES[outcome.ended]


def _prompt(given: str | None) -> str:
    if given in (None, "-"):
        if sys.stdin.isatty() and given is None:
            raise click.UsageError('say what to do: habitus run APP.yaml "…", or send it to standard input')
        given = sys.stdin.buffer.read().decode(errors="replace")
    if not given or not given.strip():
        raise click.UsageError("the message is empty: say what to do")
    return given.strip()
