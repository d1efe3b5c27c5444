"""The root command, and how its commands are found."""

from __future__ import annotations

import logging
import os
import sys
from importlib import import_module
from typing import Any

import click

from habitus import __version__
from habitus.errors import HabitusError

log = logging.getLogger("habitus.cli")

COMMANDS = {
    "check": "judge a trace from standard input, one JSON object per line",
    "detect": "find corrections in messages from standard input, one JSON object per line",
    "compare": "tell whether two rules say the same or contradict each other, one JSON object per line",
    "guard": "say what must not be in a skill, and why; files, or one JSON object per line",
    "normalize": "tell which failure an error message is, one JSON object per line",
    "fix": "say what helped against an error before, one JSON object per line",
    "validate": "check an answer against what its prompt asks for, one JSON object per line",
    "install": "put it in front of an agent: claude-code, codex, gemini, cursor, copilot, opencode",
    "uninstall": "take it out again, leaving the host's settings as they were",
    "doctor": "prove that it works, and say what to do where it does not",
    "run": "give one message to the agent of an app file",
    "chat": "talk with the agent of an app file, or with a code assistant",
    "learn": "read past sessions and learn from them",
    "replay": "play past sessions again, and say which repeated mistakes would have been met",
    "status": "the whole at a glance",
    "rules": "declared and learned rules: list, show, add, edit, switch, backtest, promote, test",
    "inbox": "what waits for your yes or no",
    "approvals": "calls that wait for a person: list, approve, deny",
    "classify": "ask the classifier how to go about a message",
    "queue": "corrections that wait for the learner",
    "learning": "fixes and knowledge: status, history, show, forget",
    "agents": "agents and their switches: list, add, set, show",
    "skills": "what agents have learned to do: list, show, search, new, patch, rm, versions, grants, import, export, validate",
    "persona": "who an agent says it is: list, show, history, diff, edit, set, rollback",
    "evolution": "what a week of figures suggests: metrics, suggestions, approve, reject, rollback, effect, run",
    "errors": "what keeps failing, and what helped",
    "graph": "the graph of errors and fixes: show, path, export",
    "serve": "the HTTP API, a page, and the learner, on loopback",
    "worker": "the jobs, in a process of their own; list them, or run one now",
    "keys": "who may use the API: add, list, revoke, and a link to the dashboard",
    "proxy": "stand between an agent and its provider: judge calls, add guidance",
    "mcp": "serve rules, lessons and skills over MCP, or put the gates in front of another MCP server",
    "daemon": "the process that answers hooks: start, stop, status",
    "hook": "answer one hook of a host",
    "ledger": "everything that happened, newest first",
    "blame": "what was in force when the agent did something",
    "undo": "take back an item, a session, or everything since a time",
    "completion": "the line that makes your shell complete habitus commands",
}
"""Each lives in the module of its name. The summary stands here so that help loads nothing."""


class Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"habitus.cli.{name}"), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            if not near:
                raise
            raise click.UsageError(f"{error.message} Did you mean `{near[0]}`?", ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        """What goes wrong is a sentence for a person: no traceback, and exit code 2."""
        try:
            return super().invoke(ctx)
        except HabitusError as error:
            click.echo(f"habitus: {error}", err=True)
            sys.exit(2)
        except BrokenPipeError:
            sys.stderr.close()  # the reader has gone, and with it whoever would read our complaint
            sys.exit(0)
        except OSError as error:
            log.info("the machine refuses", exc_info=error)
            click.echo(f"habitus: {_refused(error)}", err=True)
            sys.exit(2)


def _refused(error: OSError) -> str:
    """What the machine does not let us do, and where: a file that is somebody else's, a disk that is full."""
    what = (error.strerror or str(error)).lower()
    return f"{error.filename}: {what}; see that it is yours to read and to write" if error.filename else what


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "auto_envvar_prefix": None})
@click.version_option(__version__, message="habitus %(version)s")
@click.option(
    "--config", type=click.Path(dir_okay=False), help="Settings file (default: HABITUS_CONFIG, ./habitus.yaml, $HABITUS_HOME/habitus.yaml)."
)
@click.option("-v", "--verbose", is_flag=True, help="Say what happens while it happens, on standard error.")
@click.pass_context
def habitus(ctx: click.Context, config: str | None, verbose: bool) -> None:
    """The learning and behaviour layer for LLM agents: correct your agent once."""
    from habitus.server.logs import Plain

    handler = logging.StreamHandler()
    handler.setFormatter(Plain("%(levelname)s %(name)s %(message)s"))
    logging.basicConfig(level=logging.INFO if verbose else logging.WARNING, handlers=[handler])
    ctx.obj = config
    if os.environ.get("NO_COLOR"):  # rich asks by itself, click does not
        ctx.color = False
