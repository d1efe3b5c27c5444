"""Slash commands: values in one list. Each gets the chat and what was typed behind its name."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text

from habitus.agent.terminal import looks
from habitus.agent.terminal.clean import line
from habitus.types import Decision, ToolCall

if TYPE_CHECKING:
    from collections.abc import Callable

    from habitus.agent.terminal.chat import Chat

COMMAND = re.compile(r"/([A-Za-z?]\w*)(?:\s+(.*))?", re.DOTALL)
"""`/usr/bin` is none: people speak of paths."""


class Command(NamedTuple):
    name: str
    given: str
    summary: str
    run: Callable[[Chat, str], list[Text]]


def _help(chat: Chat, given: str) -> list[Text]:
    width = max(len(f"{one.name} {one.given}") for one in COMMANDS)
    told = [Text.assemble("  ", (f"/{f'{one.name} {one.given}':{width}}", "bold"), f"  {one.summary}") for one in COMMANDS]
    keys = "Alt-Enter or a backslash at the end starts a new line; Tab completes; Ctrl-C cancels a turn; Ctrl-D leaves."
    return [*told, Text(keys, style="dim")]


def _rules(chat: Chat, given: str) -> list[Text]:
    return looks.rules(chat.layer, chat.workdir, chat.app.known_as())


def _why(chat: Chat, given: str) -> list[Text]:
    if given and not (given.isascii() and given.isdigit() and int(given)):
        return [Text("/why takes a number: 1 is the last call, 2 the one before it.")]
    return looks.why(chat.layer, chat.session, int(given) if given else None)


def _approve(chat: Chat, given: str) -> list[Text]:
    """By a person who is there and has seen all of it: what comes down a pipe is nobody's word."""
    one = looks.waiting(chat.layer, chat.session)
    if one is None:
        return [Text(looks.NONE_WAITS)]
    call = ToolCall(session=one.session, at=one.asked_at, id=one.id, tool=one.tool, args=one.args, workspace=str(chat.workdir))
    yes = chat.screen.ask(call, Decision(call=one.id, ruling="ask", reason=one.reason))
    if yes is None:
        return [Text(f"It goes on waiting: habitus approvals approve {one.id}")]
    chat.layer.answer(one.id, approve=yes, who=chat.who)
    return [Text("Approved, once. Tell the agent to go on." if yes else "Denied.")]


def _undo(chat: Chat, given: str) -> list[Text]:
    return looks.undo(chat.layer, chat.session, chat.who)


def _skills(chat: Chat, given: str) -> list[Text]:
    return looks.skills(chat.layer, chat.app.known_as())


def _model(chat: Chat, given: str) -> list[Text]:
    if not given:
        return [
            Text(f"{chat.model}  "),
            Text("/model PROVIDER:NAME goes on with another: openai:…, anthropic:…, local:FILE.gguf", style="dim"),
        ]
    from habitus.agent.app import model_of

    chat.think_with(model_of(given))
    return []


def _session(chat: Chat, given: str) -> list[Text]:
    told = [Text.assemble((chat.session, "bold"), f" in {line(str(chat.workdir))}, {line(chat.model)}"), Text(str(chat.spent), style="dim")]
    return [*told, Text(f"To go on with it later: {chat.again}", style="dim", no_wrap=True)] if chat.turns else told


def _clear(chat: Chat, given: str) -> list[Text]:
    chat.begin_anew()
    return []


def _exit(chat: Chat, given: str) -> list[Text]:
    chat.leaves = True
    return []


COMMANDS = (
    Command("help", "", "this list", _help),
    Command("rules", "", "the rules that hold here: learned, newest first, then declared", _rules),
    Command("why", "[n]", "why the last verdict, or what was in force for the n-th last call", _why),
    Command("approve", "", "let the last call that was stopped through, once", _approve),
    Command("undo", "", "take back the last lesson or change of this session", _undo),
    Command("skills", "", "what the agent has learned to do", _skills),
    Command("model", "[name]", "which model answers; with a name, go on with that one", _model),
    Command("session", "", "this session: its id, folder, model and cost", _session),
    Command("clear", "", "end this session and begin a new one", _clear),
    Command("exit", "", "leave; the session can be gone on with", _exit),
)


def offered() -> dict[str, str]:
    """For completion."""
    return {f"/{one.name}": one.summary for one in COMMANDS}


def found(text: str) -> tuple[str, str] | None:
    """The name of a command and what stands behind it; None where a message is no command."""
    match = COMMAND.fullmatch(text.strip())
    return (match[1].lower(), (match[2] or "").strip()) if match else None


def run(chat: Chat, name: str, given: str) -> list[Text]:
    """What to show. The beginning of a name will do where it fits one command alone; what there is not names the nearest."""
    wanted = {"?": "help", "quit": "exit", "q": "exit", "new": "clear"}.get(name, name)
    fitting = [one for one in COMMANDS if one.name == wanted] or [one for one in COMMANDS if one.name.startswith(wanted)]
    if len(fitting) == 1:
        return fitting[0].run(chat, given)
    near = get_close_matches(name, [one.name for one in COMMANDS], n=1, cutoff=0)[0]
    return [Text(f"There is no /{name[:40]}. Did you mean /{near}? /help lists them all.", style="yellow")]
