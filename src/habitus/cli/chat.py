"""`habitus chat`: talk with the agent of an app file, or with a code assistant."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from habitus.cli.run import interruptible, options

if TYPE_CHECKING:
    from habitus.agent.terminal import ready


@click.command()
@click.argument("app", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@options
def chat(app: Path | None, model: str, workdir: str, session: str, latest: bool, no_stream: bool) -> None:
    """Talk with the agent of an app file; without one, with a code assistant in this folder, on --model or the model of habitus.yaml.

    /help lists what can be typed besides messages. From a file or another program, every line is a message.
    """
    if session and latest:
        raise click.UsageError("say one of --session and --continue")
    from habitus.agent.terminal import ready as readying

    asked = readying.Asked(
        file=app, config=click.get_current_context().find_root().obj, model=model, workdir=workdir, session=session, latest=latest
    )
    with interruptible(), readying.ready(asked, Path.cwd()) as found:
        code = _held(found, streams=not no_stream)
    sys.exit(code)


def _held(found: ready.Ready, *, streams: bool) -> int:
    from rich.console import Console

    from habitus.agent.terminal import commands
    from habitus.agent.terminal.asking import Asking
    from habitus.agent.terminal.chat import Chat, Reader
    from habitus.agent.terminal.piped import Piped
    from habitus.agent.terminal.screen import REMEDY, Screen

    asking, is_typed = Asking(), sys.stdin.isatty() and sys.stdout.isatty()
    remedy = "/approve lets exactly this call through, once." if is_typed else REMEDY
    screen = Screen(Console(), Console(stderr=True), asker=asking if is_typed and sys.stderr.isatty() else None, remedy=remedy)
    reader: Reader = Piped(sys.stdin.buffer)
    if is_typed:
        from habitus.agent.terminal.typed import Typed

        reader = Typed(Path(found.layer.home), found.workdir, commands.offered())
    return asyncio.run(Chat(found, screen, reader, asking, is_typed=is_typed, streams=streams).held())
