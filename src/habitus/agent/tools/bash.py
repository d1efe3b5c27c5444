"""Bash: a command in the working directory, within a time and an amount of output.

Every command starts in the working directory and nothing is remembered between two: the layer judges each from there, and a `cd` of an
earlier call would change what its words mean. `rail` keeps it from naming files outside for writing; that is a rail, not a sandbox.
"""

from __future__ import annotations

import os
import shutil
from functools import partial
from typing import TYPE_CHECKING, Any

from habitus.agent.tools import environ, rail, running
from habitus.agent.tools.answer import middle_cut
from habitus.agent.tools.tool import Tool, ToolFailed, schema

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.agent.tools.options import Shell
    from habitus.agent.tools.tool import Place

ROOM = 120
"""Characters for the sentence beside the output."""


def run(args: Mapping[str, Any], place: Place, options: Shell) -> str:
    command = args["command"]
    if not command.strip() or "\0" in command:
        raise ToolFailed("There is no command to run, or it holds a zero byte. Give one line of shell, or several.")
    rail.check(command, place)
    most = options.timeout or place.bash_seconds
    seconds = min(most, args.get("timeout") or most)
    if place.stopped.is_set():
        raise ToolFailed("Not started: the person cancelled.")
    try:
        ended = running.run(
            [shutil.which("bash") or "/bin/sh", "-c", command],
            cwd=os.path.realpath(place.workdir),
            env=environ.seen(os.environ, place.secret_env, options.env),
            seconds=seconds,
            keep=place.output,
            stopped=place.stopped,
        )
    except (OSError, ValueError) as error:
        raise ToolFailed(
            f"The command could not be started: {error!s:.200}. Check the working directory, or give a shorter command."
        ) from None
    return _told(ended, seconds, place.output)


def _told(ended: running.Ended, seconds: float, most: int) -> str:
    said = middle_cut(ended.head.rstrip("\n") if not ended.tail else ended.head, ended.tail.rstrip("\n"), ended.lost, most - ROOM)
    match ended.why:
        case "time":
            first = f"Stopped: it did not end within {seconds:g} seconds. Give it less to do, or more time. Until then it said:"
        case "cancelled":
            first = "Stopped: the person cancelled. Until then it said:"
        case "flood":
            first = f"Stopped: it said more than {running.FLOOD:,} bytes. Send its output to a file. It said:"
        case _ if ended.code == 0:
            return said or "(no output)"
        case _:
            first = f"Exit code {ended.code}" if ended.code > 0 else f"Ended by signal {-ended.code}"
    raise ToolFailed(f"{first}\n{said or '(no output)'}")


def tool(options: Shell) -> Tool:
    return Tool(
        name="Bash",
        module="shell",
        description=(
            "Run a shell command in the working directory. Every call starts there again, nothing can be typed in, and what is still "
            "running when the command ends is ended with it. Use Read, Edit, Write, Glob and Grep for files."
        ),
        parameters=schema(
            {
                "command": {"type": "string", "description": "What to run"},
                "timeout": {"type": "number", "minimum": 0, "description": "Seconds, at most as many as the operator allows"},
            },
            "command",
            aliases=True,
        ),
        aliases={"cmd": "command", "script": "command", "description": "", "timeout_seconds": "timeout"},
        run=partial(run, options=options),
    )
