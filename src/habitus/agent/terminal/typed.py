"""Input at a terminal: history, several lines, completion of commands and file names. With prompt_toolkit."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import FileHistory
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.output import create_output

from habitus.agent.terminal.echo import forget_typed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document
    from prompt_toolkit.key_binding import KeyPressEvent

HISTORY = "chat_history"
LARGEST = 1_000_000
"""Bytes of history: past that, the older half is let go."""
OFFERED = 200
"""File names that are offered at once."""
HINT = "Ask for something, or /help"


class Typed:
    """A person who types. `commands`: names with what they do."""

    def __init__(self, home: Path, workdir: Path, commands: Mapping[str, str]) -> None:
        self._session: PromptSession[str] = PromptSession(
            history=FileHistory(history(home)),
            completer=Offers(workdir, commands),
            key_bindings=_keys(),
            multiline=True,
            complete_while_typing=Condition(self._is_command),
            prompt_continuation="  ",
            placeholder=FormattedText([("ansibrightblack", HINT)]),
        )

    async def line(self) -> str:
        """What was typed. Ctrl-C raises KeyboardInterrupt, Ctrl-D on an empty line EOFError."""
        found = await self._session.prompt_async(FormattedText([("bold ansigreen", "› ")]))
        self._session.placeholder = None  # who has found out how it goes needs no hint
        return found

    def _is_command(self) -> bool:
        return self._session.default_buffer.text.startswith("/")


async def confirmed(question: str) -> bool:
    """Yes only for a word that means it. Ctrl-C raises KeyboardInterrupt."""
    asking: PromptSession[str] = PromptSession(output=create_output(stdout=sys.stderr))
    forget_typed()
    try:
        said = await asking.prompt_async(f"    {question}", handle_sigint=False)
    except EOFError:
        return False
    return said.strip().lower() in ("y", "yes")


def history(home: Path) -> str:
    """The file of past messages, that only its owner reads."""
    file = home / HISTORY
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))
    file.chmod(0o600)
    kept = file.read_bytes()
    if len(kept) > LARGEST:
        file.write_bytes(kept[kept.find(b"\n# ", len(kept) - LARGEST // 2) :])
    return str(file)


class Offers(Completer):
    """Commands where a message begins with one; file names everywhere else, when they are asked for."""

    def __init__(self, workdir: Path, commands: Mapping[str, str]) -> None:
        self._workdir = workdir
        self._commands = commands

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        before = document.text_before_cursor
        if before.startswith("/") and not any(sign.isspace() for sign in before):
            found = [name for name in self._commands if name.startswith(before)]
            yield from (Completion(name, -len(before), display_meta=self._commands[name]) for name in found)
            if found:
                return
        word = before.split()[-1] if before and not before[-1].isspace() else ""
        if word and complete_event.completion_requested:
            yield from self._files(word)

    def _files(self, word: str) -> Iterator[Completion]:
        folder, slash, begun = word.rpartition("/")
        try:
            # A name that holds a control character is none that anybody means.
            entries = [entry for entry in os.scandir(self._workdir / Path(f"{folder}{slash}").expanduser()) if entry.name.isprintable()]
        except (OSError, RuntimeError, ValueError):
            return
        fitting = [entry for entry in entries if entry.name.startswith(begun) and (begun or not entry.name.startswith("."))]
        for entry in sorted(fitting, key=lambda one: one.name)[:OFFERED]:
            yield Completion(entry.name + ("/" if entry.is_dir() else ""), -len(begun))


def _keys() -> KeyBindings:
    keys = KeyBindings()

    @keys.add("enter")
    def _(event: KeyPressEvent) -> None:
        """A backslash at the end of a line: there is more to come."""
        buffer: Any = event.current_buffer
        if buffer.document.text_before_cursor.endswith("\\") and buffer.document.is_cursor_at_the_end:
            buffer.delete_before_cursor()
            buffer.insert_text("\n")
        else:
            buffer.validate_and_handle()

    @keys.add("escape", "enter")
    def _(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text("\n")

    return keys
