"""What failing calls of one class have in common, so that the next one is known before it runs.

A shape counts, as plain JSON: `calls` (digests of calls that failed), `bad` and `good` (argument → form → times, in failing and succeeding
calls), `words` (programs and flags that the error itself named), `fails` and `fine` (how many of each). Every table has a cap.
Bias: silence. One failure proves nothing, one success of the like takes the claim back: a hint before a call that would have gone well
costs more than a failure that everybody sees.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from habitus.learn.fixes.forms import form
from habitus.parse import actions, shell

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from habitus.types import Learning

TWICE: Final = 2
"""Failures, and successes, before a difference between them is believed. Once is chance."""
OFTEN: Final = 4
"""... before the very same call is believed to fail whenever it is made. What is not there today may be there tomorrow."""
INPUT: Final = re.compile(
    r"validat|syntax|typeerror|time data|could not convert|invalid literal|unconverted|\b(?:invalid|unexpected|unknown|malformed|missing"
    r"|unrecogni[sz]ed|required|must (?:be|have|not)|should be|expected|cannot parse|unable to parse|usage:|bad request|not a valid"
    r"|command not found)\b",
    re.IGNORECASE,
)
"""Errors about the call itself, not about the state of the world: the same call brings the same error."""
CALLS, NAMES, FORMS, WORDS, VALUES = 16, 16, 6, 12, 4
"""Caps of the tables."""
ABSENT: Final = re.compile(
    r"([\w.+-]+): (?:command )?not found|command not found: ([\w.+-]+)|'([\w.+-]+)' is not recognized"
    r"|[Uu]nknown command:? [\"'`]?([\w.+-]+)|executable file not found[^\n]*?\"([\w.+-]+)\"|exec: \"([\w.+-]+)\""
    r"|([\w.+-]+)[^\w\n]{1,3}(?:no such command|is not installed)"
)
UNKNOWN: Final = re.compile(
    r"(?:unknown|invalid|unrecogni[sz]ed|illegal|unsupported|no such|unexpected) (?:option|predicate|argument|flag|switch|parameter)s?"
    r":?(?: --)? ?[\"'`‘]?(-{0,2}[A-Za-z][\w-]*)",
    re.IGNORECASE,
)
FORGIVEN: Final = -4
"""What a word counts after a command with it went well: it must fail that often more before it is held against another."""
Shape = dict[str, Any]


def digest(tool: str, args: Mapping[str, Any]) -> str:
    """A call's name: the same for the same call, however its arguments are ordered or which of them are spelt out as null."""
    given = {name: value for name, value in args.items() if value is not None}
    text = json.dumps([tool, given], sort_keys=True, default=str, ensure_ascii=False)
    return hashlib.blake2b(text.encode(errors="replace"), digest_size=6).hexdigest()


def failing(shape: Mapping[str, Any] | None, tool: str, args: Mapping[str, Any], error: str) -> Shape:
    """With one failing call more."""
    new: Shape = dict(shape or {})
    new["fails"] = new.get("fails", 0) + 1
    new["calls"] = _counted(new.get("calls"), digest(tool, args), CALLS)
    new["bad"] = _forms(new.get("bad"), args)
    for word in named(args, error):
        new["words"] = _counted(new.get("words"), word, WORDS)
    return new


def succeeding(shape: Mapping[str, Any] | None, tool: str, args: Mapping[str, Any]) -> Shape:
    """With one call more that went well: what it holds is no mark of failure."""
    new: Shape = dict(shape or {})
    new["fine"] = new.get("fine", 0) + 1
    new["good"] = _forms(new.get("good"), args)
    key, said = digest(tool, args), set(marks(args))
    if key in new.get("calls", {}):
        new["calls"] = {name: count for name, count in new["calls"].items() if name != key}
    if said & set(new.get("words", {})):
        new["words"] = {word: count if word not in said else FORGIVEN for word, count in new["words"].items()}
    return new


def matches(learning: Learning, tool: str, args: Mapping[str, Any]) -> bool:
    """Will this call fail as those before it did? Only where failing and succeeding calls differ without exception."""
    return bool(matching((learning,), tool, args))


def matching(candidates: Iterable[Learning], tool: str, args: Mapping[str, Any]) -> list[Learning]:
    """Those of the candidates that know this call. The call is read once, and only as far as any of them asks."""
    found: list[Learning] = []
    key, said = "", None
    for one in candidates:
        shape = one.shape
        if shape is None or tool != one.tool:
            continue
        calls, words = shape.get("calls", {}), shape.get("words", {})
        key = key or (digest(tool, args) if calls else "")
        times = calls.get(key, 0)
        if words and said is None:
            said = marks(args)
        if (
            times >= OFTEN
            or (times >= TWICE and is_about_input(one.pattern))
            or (words and any(words.get(word, 0) >= TWICE for word in said or ()))
            or (may_be_formed_wrong(one) and _is_formed_wrong(shape, args))
        ):
            found.append(one)
    return found


@lru_cache(maxsize=4096)
def is_about_input(pattern: str) -> bool:
    return INPUT.search(pattern) is not None


def may_be_formed_wrong(learning: Learning) -> bool:
    """Has it seen enough of both kinds to tell them apart by their forms?"""
    shape = learning.shape or {}
    return shape.get("fails", 0) >= TWICE and shape.get("fine", 0) >= TWICE and is_about_input(learning.pattern)


def _is_formed_wrong(shape: Mapping[str, Any], args: Mapping[str, Any]) -> bool:
    fails, fine = shape["fails"], shape["fine"]
    bad, good = shape.get("bad", {}), shape.get("good", {})
    for name in good.keys() | bad.keys():
        failed, went = bad.get(name, {}), good.get(name, {})
        value = args.get(name)
        if value is None:
            wrong = not failed and sum(went.values()) >= fine  # required, and missing
        elif not went:
            wrong = sum(failed.values()) >= fails  # not taken at all
        else:
            wrong = _is_other(failed, went, form(value))
        if wrong:
            return True
    return False


def _is_other(failed: Mapping[str, int], went: Mapping[str, int], given: str) -> bool:
    return failed.get(given, 0) >= TWICE and given not in went and sum(went.values()) >= TWICE


def named(args: Mapping[str, Any], error: str) -> list[str]:
    """The programs that its error says are not there, and the flags that it says are not known: they fail in every command alike.
    That an error names a program proves nothing by itself: most programs sign their complaints."""
    gone = {word.rpartition("/")[2].lower() for found in ABSENT.findall(error) for word in found if word}
    unknown = set(UNKNOWN.findall(error))
    if not gone and not unknown:
        return []
    return [mark for mark in marks(args) if mark in gone or (" " in mark and _is_unknown(mark.rpartition(" ")[2], unknown))]


def _is_unknown(flag: str, unknown: set[str]) -> bool:
    """`-x` as well as `-- 'x'`, as getopt says it."""
    return flag in unknown or (len(flag) == 2 and flag[1] in unknown) or flag.lstrip("-") in unknown


def marks(args: Mapping[str, Any]) -> list[str]:
    """`find`, `find -norun`: each program of a command, and each with each of its flags."""
    command = actions.command(args)
    if not command or len(command) > 2000:
        return []
    found = []
    for one in shell.commands(command).commands:
        found.append(one.name)
        found += [f"{one.name} {word.partition('=')[0]}" for word in one.argv[1:] if word.startswith("-") and len(word) > 1]
    return list(dict.fromkeys(found))


def _counted(table: Mapping[str, int] | None, key: str, most: int) -> dict[str, int]:
    """One more for `key`. Where the table is full the least counted leaves, the oldest first."""
    new = dict(table or {})
    new[key] = new.get(key, 0) + 1
    while len(new) > most:
        del new[min((name for name in new if name != key), key=new.__getitem__)]
    return new


def _forms(table: Mapping[str, Mapping[str, int]] | None, args: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    new = {name: dict(forms) for name, forms in (table or {}).items()}
    for name, value in args.items():
        if value is not None and (name in new or len(new) < NAMES):
            new[name] = _counted(new.get(name), form(value), FORMS)
    return new
