"""A fix in a person's words: imperative, one or two sentences, without what was particular to that call.

Told are argument names, forms, flags, programs, tools and steps. A value is told only where it recurs. All that is quoted consists of
word characters: a stranger's sentence cannot get in.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from habitus.learn.fixes.forms import PLAIN, form
from habitus.parse import actions, shell
from habitus.parse.actions import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from habitus.types import Fix

LONGEST: Final = 240
MOST: Final = 3
"""Arguments that are spoken of; a fix that needs more is no fix to remember."""
MANY: Final = 2
"""Flags that one fix may change."""
LEADS: Final = frozenset({"sudo", "time", "env", "npx", "uv", "poetry", "pipenv", "bundle", "xvfb-run", "winpty", "python", "python3"})
"""What stands before a command that stays as it is."""
NEXT: Final = 2
"""Words after a program's name that may belong to it: `apt-get install`, `docker compose up`."""
TAKES: Final = frozenset({"install", "add", "i", "mkdir", "cd", "touch", "clone", "checkout", "get", "use", "source", "chmod", "export"})
"""What follows these is a name of the task's."""
WORDLONG: Final = 24
TYPED: Final = 80
"""Characters up to which a value was typed, not composed."""
SAFE: Final = re.compile(r"[\w./:=@+,%<>*~-]{1,48}")
SECRET: Final = re.compile(r"(?=[\w+/=-]*\d)(?=[\w+/=-]*[A-Za-z])[\w+/=-]{16,}")
FLAG: Final = re.compile(r"--?[A-Za-z][\w-]*")
IMPORTS: Final = re.compile(r"^\s*((?:import|from|using|require|#include|use)\b[^\n]{1,80})$", re.MULTILINE)
MIXED: Final = frozenset({PLAIN, "an empty text"})


def told(fix: Fix, failed: str, before: Mapping[str, Any], after: Mapping[str, Any], recurring: Mapping[str, str]) -> str:
    """`failed`: the tool that failed; `before`, `after`: the arguments of both calls; `recurring`: argument → a value that keeps helping.
    Empty where nothing can be said that would hold for another call."""
    if fix.kind == "again":
        return ""
    if fix.kind == "tool":
        return _cut([f"Use {_quoted(fix.tool)} instead of {_quoted(failed)}."]) if _is_safe(fix.tool) and _is_safe(failed) else ""
    # A step that became part of the command is in `after`, and its words are no longer only the task's.
    step = _step(fix.step, _particular(before) | (_particular(after) if not (fix.kind == "step" and fix.changed) else frozenset()))
    if fix.kind == "step":
        return _cut([step])
    said = [*_changes(fix, before, after, recurring), *_left_out(fix)][:MOST]
    vague = all(one.startswith("Try another") for one in said)
    return _cut([step, *said] if vague and step else said)


def _changes(fix: Fix, before: Mapping[str, Any], after: Mapping[str, Any], recurring: Mapping[str, str]) -> list[str]:
    said = []
    for name, (old, new) in sorted((fix.changed or {}).items()):
        if not _is_safe(name):
            continue
        if name in COMMANDS:
            said.append(_program(str(old), str(new), before, after) or _command(str(old), str(new)))
        else:
            said.append(_code(name, old, new) or _value(name, old, new, recurring.get(name)))
    for name, new in sorted((fix.added or {}).items()):
        if _is_safe(name):
            said.append(_added(name, new, recurring.get(name)))
    return sorted(filter(None, said), key=lambda one: one.startswith("Try another"))


def _left_out(fix: Fix) -> list[str]:
    return [f"Leave out `{name}`." for name in fix.removed if _is_safe(name)]


def _value(name: str, old: Any, new: Any, value: str | None) -> str:
    if value is not None:
        return f"Pass `{name}` as {_quoted(value)}."
    was, now = form(old), form(new)
    if was == now:
        return f"Try another `{name}`." if not _is_long(old) and not _is_long(new) else ""
    if now in MIXED and not was.startswith("the text"):
        return f"Pass `{name}` as plain text (was {_was(old, was)})."
    return f"Pass `{name}` as {now} (was {_was(old, was)})."


def _is_long(value: Any) -> bool:
    """A text that somebody composed: "try another" helps nobody."""
    return isinstance(value, str) and (len(value) > TYPED or "\n" in value)


def _was(old: Any, was: str) -> str:
    """The value where it is a word, its form otherwise."""
    return _quoted(old) if was == PLAIN and isinstance(old, str) and _is_safe(old) else was


def _added(name: str, new: Any, value: str | None) -> str:
    if value is not None:
        return f"Pass `{name}` too, as {_quoted(value)}."
    now = form(new)
    return f"Pass `{name}` too." if now in MIXED else f"Pass `{name}` too, as {now}."


def _code(name: str, old: Any, new: Any) -> str:
    """Code that lacked an import."""
    if not (isinstance(old, str) and isinstance(new, str) and "\n" in old + new):
        return ""
    known = set(IMPORTS.findall(old))
    more = [line.strip() for line in IMPORTS.findall(new) if line not in known]
    safe = [line for line in more if all(_is_safe(word) for word in line.split())]
    return f"Begin `{name}` with `{safe[0]}`." if safe else ""


def _program(went: str, came: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """The first word that left was a program's name, and so is the first that came."""
    old, new = went.partition(" ")[0], came.partition(" ")[0]
    if not (old and new and old != new and _is_safe(old) and _is_safe(new)):
        return ""
    programs = [{one.argv[0] for one in shell.commands(actions.command(args)).commands if one.argv} for args in (before, after)]
    return f"Use `{new}` instead of `{old}`." if old in programs[0] and new in programs[1] else ""


def _command(went: str, came: str) -> str:
    """The words that left a command and those that came: only programs and flags are told."""
    old, new = went.split(), came.split()
    flags, gone = [word for word in new if FLAG.match(word)], [word for word in old if FLAG.match(word)]
    if flags or gone:
        return _flags([_taking(name, old, new) for name in _only(flags, gone)], _only(gone, flags))
    return f"Put `{new[0]}` in front." if not old and new and new[0] in LEADS else ""


def _flags(new: list[str], old: list[str]) -> str:
    if max(len(new), len(old)) > MANY:
        return ""  # written anew, not mended
    if new and old:
        return f"Use `{' '.join(new)}` instead of `{' '.join(old)}`."
    return f"Add `{' '.join(new)}`." if new else f"Leave out `{' '.join(old)}`." if old else ""


def _taking(flag: str, old: list[str], new: list[str]) -> str:
    """A flag, and that a word came with it: `-u` alone is not what helped where `-u origin feat` did."""
    at = next(n for n, word in enumerate(new) if word.partition("=")[0] == flag)
    after = new[at + 1 : at + 2]
    return f"{flag} …" if after and not FLAG.match(after[0]) and after[0] not in old else flag


def _only(some: list[str], others: list[str]) -> list[str]:
    without = {word.partition("=")[0] for word in others}
    return list(dict.fromkeys(name for word in some if (name := word.partition("=")[0]) not in without))


def _particular(args: Mapping[str, Any]) -> frozenset[str]:
    """The words of a call: those in a step that made it possible are its own."""
    return frozenset(word for value in args.values() if isinstance(value, str) for word in re.findall(r"\w+", value.lower()))


def _step(step: str, own: frozenset[str]) -> str:
    """The step without the names and paths of that task: what does not read as a word of the language of commands becomes `…`."""
    words = step.partition(" && ")[0].split()[:6]
    verb = next((position for position, word in enumerate(words) if word in TAKES), NEXT)
    kept = [word if _is_general(word, position <= verb, own) or not position else "…" for position, word in enumerate(words)]
    kept = [word for position, word in enumerate(kept) if word != "…" or not position or kept[position - 1] != "…"]
    return f"Run `{' '.join(kept)}` first." if kept and _is_safe(kept[0]) else ""


def _is_general(word: str, is_verb: bool, own: frozenset[str]) -> bool:
    if FLAG.fullmatch(word):
        return _is_safe(word)
    return is_verb and re.fullmatch(r"[A-Za-z]{2,12}", word) is not None and word.lower() not in own


def _quoted(value: Any) -> str:
    return f"`{str(value)[:48]}`"


def _is_safe(value: str) -> bool:
    return SAFE.fullmatch(value) is not None and SECRET.fullmatch(value) is None


def is_tellable(value: Any) -> bool:
    """May a value be told if it recurs? A word such as `sports` or `utf-8`; a path, an address or a number belongs to a task."""
    return isinstance(value, str) and form(value) == PLAIN and len(value) <= WORDLONG and _is_safe(value) and "/" not in value


def _cut(said: Sequence[str]) -> str:
    """Whole sentences, as many as fit."""
    text = ""
    for one in filter(None, said):
        if len(text) + len(one) + 1 > LONGEST:
            break
        text = f"{text} {one}".strip()
    return text
