"""The script around a command, as the rules ask about it. A question is answered once for all commands: a hostile script has thousands."""

from __future__ import annotations

import re
from functools import cached_property
from posixpath import basename
from typing import TYPE_CHECKING

from habitus.evolve.skills.guard.traits import FETCHERS, SENDERS, decodes, hosts, sources

if TYPE_CHECKING:
    from collections.abc import Callable

    from habitus.parse.shell import Command

NEAR = 64
"""Commands before one that may stand inside it: what is in `$( )` is read just before the command around it."""


class Around:
    def __init__(self, commands: tuple[Command, ...]) -> None:
        self.commands = commands
        self.asked: dict[tuple[Callable[[Command], bool], int], bool] = {}

    def once(self, ask: Callable[[Command], bool], command: Command) -> bool:
        """The answer about a command, which every command behind it in a pipe wants to know."""
        key = (ask, id(command))
        if key not in self.asked:
            self.asked[key] = ask(command)
        return self.asked[key]

    @cached_property
    def place(self) -> dict[int, int]:
        return {id(self.commands[at]): at for at in range(len(self.commands) - 1, -1, -1)}

    def inside(self, command: Command) -> tuple[Command, ...]:
        """The commands in `$( )` whose output is among the words of this one."""
        if not self.inner:
            return ()
        at = self.place[id(command)]
        near = {other.text: other for other in self.commands[max(0, at - NEAR) : at] if "$( )" in other.through}
        return tuple(other for said, other in near.items() if len(said) < len(command.text) and said in command.text)

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(command.name for command in self.commands)

    @cached_property
    def inner(self) -> tuple[Command, ...]:
        return tuple(command for command in self.commands if "$( )" in command.through)

    @cached_property
    def inner_fetcher(self) -> Command | None:
        return next((command for command in self.inner if command.name in FETCHERS), None)

    @cached_property
    def has_decoder(self) -> bool:
        return any(map(decodes, self.commands))

    @cached_property
    def piped(self) -> frozenset[tuple[str, ...]]:
        """The words of every command whose output another reads."""
        return frozenset(source.argv for command in self.commands if command.pipe for source in sources(command))

    @cached_property
    def sent(self) -> frozenset[tuple[str, ...]]:
        """The words of every command whose output goes to another machine."""
        return frozenset(source.argv for command in self.commands if command.name in SENDERS for source in sources(command))

    @cached_property
    def fetched(self) -> dict[str, int]:
        """The files that were fetched, by name, with the place of the first command that did."""
        found: dict[str, int] = {}
        for at, command in enumerate(self.commands):
            if command.name in FETCHERS:
                found.setdefault(fetched_file(command), at)
        return found


def fetched_file(command: Command) -> str:
    """The name under which a fetched file is kept."""
    words = command.argv[1:]
    for at, word in enumerate(words[:-1]):
        if _SAVES.fullmatch(word) and not hosts(words[at + 1]):
            return basename(words[at + 1])
    for redirect in command.redirects:
        if redirect.op in (">", ">>"):
            return basename(redirect.target)
    if command.name == "wget" or any(_keeps_name(word) for word in words):
        address = next((word for word in words if hosts(word)), "")
        return basename(address.partition("?")[0].rstrip("/"))
    return ""


_SAVES = re.compile(r"-[a-zA-Z]{0,8}o|--output(?:-document)?|-O|-(?:OutFile|outfile)")


def _keeps_name(word: str) -> bool:
    return word.startswith("--remote-name") or (word[:1] == "-" and word[-1] == "O" and word[1:].isalpha())
