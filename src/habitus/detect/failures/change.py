"""What the call that succeeded did differently: argument by argument, and word by word within a shell command."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from habitus.detect.failures.likeness import words
from habitus.parse import actions, shell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from habitus.parse.shell import Command
    from habitus.types import Failure

LINE: Final = 120
"""Characters of a step that are kept."""
PREPARES: Final = re.compile(
    r"(?<![a-z])(?:mkdir|cd|pushd|install|ci|login|auth(?:enticate)?|signin|sign_in|connect|export|source|activate|chmod|chown|touch|init"
    r"|clone|pull|fetch|checkout|migrate|start|launch|build|compile|create|add|restore|sync|unlock|up|upgrade|update|generate|setup"
    r"|configure|seed|enable)(?![a-z])",
    re.IGNORECASE,
)
"""What makes a later call possible."""
TELLS: Final = re.compile(r"(?<![a-z])(?:open|read|view|describe|desc|schema|show|list|get|find|search|help)(?![a-z])", re.IGNORECASE)
"""What tells how to make it. In a shell one always looks around: there it proves nothing."""
LOOKS: Final = re.compile(
    r"(?:ls|cat|head|tail|pwd|grep|rg|wc|stat|file|echo|which|tree|du|df|select|show|desc|describe|explain|git (?:status|log|diff|show))\b"
    r"(?!.*[>;&])",
    re.IGNORECASE,
)
"""What only looks, and does nothing besides."""
FRONT: Final = 40
"""Characters of a line in which its verb stands."""
TOLD: Final = ("sql", "statement")


REMARKS = frozenset(("description", "explanation", "reason", "justification"))
"""Arguments of a shell call that no shell sees."""


class Changes(NamedTuple):
    changed: dict[str, tuple[Any, Any]]
    """For a command: only the words that went and came."""
    added: dict[str, Any]
    removed: tuple[str, ...]
    step: str = ""
    """The part that a longer command runs first."""
    elsewhere: bool = False
    """Something besides the command is different."""

    def __bool__(self) -> bool:
        return bool(self.changed or self.added or self.removed)


def between(before: Mapping[str, Any], after: Mapping[str, Any], *, is_shell: bool = False) -> Changes:
    """Both as `cut` leaves them. The same twice gives nothing. What a shell call says about itself is for people: it changes nothing."""
    if is_shell:
        before, after = ({name: value for name, value in one.items() if name not in REMARKS} for one in (before, after))
    changed = {name: (old, after[name]) for name, old in before.items() if name in after and after[name] != old}
    added = {name: value for name, value in after.items() if name not in before}
    removed = tuple(sorted(name for name in before if name not in after))
    name = next((name for name in actions.COMMANDS if name in changed), None) if is_shell else None
    if name is None:
        return Changes(changed, added, removed)
    went, came, step = commands(actions.command({name: changed[name][0]}), actions.command({name: changed[name][1]}))
    return Changes(changed | {name: (went, came)}, added, removed, step, len(changed) > 1 or bool(added) or bool(removed))


def commands(before: str, after: str) -> tuple[str, str, str]:
    """The words that went, the words that came, and what is now run first. Where two commands have little in common, both whole."""
    old, new = shell.commands(before).commands, shell.commands(after).commands
    kept = Counter(_words(command) for command in old) & Counter(_words(command) for command in new)
    gone, come = _but(old, kept), _but(new, kept)
    if not gone and come:
        leads = _words(new[0]) == _words(come[0])
        step = _first(come) if leads else ""
        return "", _line("; ".join(command.text for command in come)), step
    if gone and come:
        first = come[-1] if len(come) > len(gone) else come[0]
        went, came = _by_words(gone[0], first)
        return went, came, _first(come[: max(0, len(come) - len(gone))])
    return _line(before), _line(after), ""


def _first(come: Sequence[Command]) -> str:
    """What a longer command runs first, if that prepares the rest."""
    text = _line(" && ".join(command.text for command in come))
    return text if PREPARES.search(text, 0, FRONT) else ""


def _words(command: Command) -> tuple[str, ...]:
    return (*command.through, *(f"{name}={value}" for name, value in command.assignments), *command.argv)


def _but(given: Sequence[Command], kept: Counter[tuple[str, ...]]) -> list[Command]:
    left = Counter(kept)
    found = []
    for command in given:
        key = _words(command)
        if left[key]:
            left[key] -= 1
        else:
            found.append(command)
    return found


def _by_words(before: Command, after: Command) -> tuple[str, str]:
    old, new = _words(before), _words(after)
    shared = Counter(old) & Counter(new)
    if not shared and len(old) > 1 and len(new) > 1:
        return _line(before.text), _line(after.text)
    return _line(" ".join(_left(old, shared))), _line(" ".join(_left(new, shared)))


def _left(given: Sequence[str], shared: Counter[str]) -> list[str]:
    left = Counter(shared)
    found = []
    for word in given:
        if left[word]:
            left[word] -= 1
        else:
            found.append(word)
    return found


def _line(text: str) -> str:
    return " ".join(text.split())[:LINE]


def line(tool: str, args: Mapping[str, Any]) -> str:
    """A call in a line, as `recovery` reads them: what a shell or a database was told, or the tool and what it was given."""
    said = actions.command(args) or next((value for name in TOLD if isinstance(value := args.get(name), str)), "")
    if said:
        return _line(said[: 2 * LINE])
    given = [str(value)[:LINE] for value in args.values() if isinstance(value, str | int | float)]
    return _line(" ".join((tool, *given[:3])))


def only_looks(line: str) -> bool:
    """Does a call leave everything as it was? Only where its first words say so."""
    return bool(LOOKS.match(line) or (TELLS.search(line, 0, FRONT) and not PREPARES.search(line, 0, FRONT)))


def preparing(between: Sequence[str], failure: Failure) -> str:
    """The latest call in between that may have made it possible: one that prepares, and first of all one about the same things."""
    about = words(failure.error) | frozenset().union(*(words(value) for value in failure.args.values() if isinstance(value, str)))
    looks = failure.action != "bash"
    others = [line for line in between if not line.startswith(failure.tool)]
    able = [line for line in others if PREPARES.search(line, 0, FRONT) or (looks and TELLS.search(line, 0, FRONT))]
    related = [line for line in able if words(line) & about]
    chosen = related or able
    return _line(chosen[-1]) if chosen else ""
