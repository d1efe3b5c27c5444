"""Had a successful call the same goal as a failed one? A number: 0 for no, the belief that it had otherwise.

Values tell, names do not: a second call of the same tool about something else is another goal, and a file beside the missing one is another
file. Two readings are cheap (same tool, same target); a shared intent of two tools is believed only at once and with shared values.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from habitus.detect.failures.sizes import leaves
from habitus.parse import actions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.types import Failure

ENOUGH: Final = 0.5
"""Share of a call that must be as it was, for the rest to count as a change of it."""
SOON: Final = 2
"""Calls within which a retry that the error itself asked for may look quite different."""
LATER: Final = 5
"""... and within which one that took the type which the error asked for."""
WORDLONG: Final = 60
"""Characters up to which a text may be one word, spelt wrong."""
LEFT_OUT: Final = 0.4
"""An argument more or less leaves the goal nearly what it was."""
OTHER_PROGRAM: Final = 0.6
"""... where not even the program is the same: `ls x` after `cat x` looks at x, and does not read it."""
SHELL: Final = re.compile(r"[\s'\"|&;()<>]+")
PIPED: Final = re.compile(r"[|&;]+")
WORD: Final = re.compile(r"[^\W_]+")
CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
GENERIC: Final = frozenset({
    "the", "and", "for", "from", "with", "select", "where", "http", "https", "www", "com", "org", "net", "home", "usr", "user", "tmp",
    "var", "py", "js", "ts", "txt", "json",
})  # fmt: skip
INTENTS: Final = {
    verb: intent
    for intent, verbs in {
        "look": "read get list search find grep glob view fetch show cat query lookup check describe open load retrieve",
        "make": "create write add insert new save edit update set put apply append patch modify change replace upload",
        "send": "send post mail email share notify message reply publish invite",
        "drop": "delete remove cancel drop unlink",
        "run": "bash run exec execute shell sh terminal python sql",
    }.items()
    for verb in verbs.split()
}


def near(failure: Failure, *, tool: str, action: str, target: str, args: Mapping[str, Any], steps: int) -> float:
    """How surely this call meant what the failed one meant. `args` are cut as the failure's are."""
    if failure.tool == tool and failure.args == args:
        return 0.9
    if failure.is_transient:
        return 0.0  # it would have passed: nothing is learned from what came instead
    if tool != failure.tool:
        return _other_tool(failure, tool, action, target, args, steps)
    share = _shell(failure.args, args, failure.error) if action == "bash" else _alike(failure.args, args)
    if share >= ENOUGH:
        return 0.45 + 0.45 * share
    asked = steps <= LATER and action != "bash" and _was_asked_for(failure, args, soon=steps <= SOON)
    return 0.5 if asked else 0.0


def _alike(one: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    """The share of the arguments that stayed, where a value that changed its form counts as far as its words stayed."""
    total, count = 0.0, len(one)
    for name, old in one.items():
        new = other.get(name)
        total += LEFT_OUT if new is None and not _says_nothing(old) else 1.0 if new is None or old == new else value(old, new)
    for name, new in other.items():
        if name not in one:
            count += 1
            total += 1.0 if _says_nothing(new) else LEFT_OUT
    return total / count if count else 1.0


def _says_nothing(given: Any) -> bool:
    return not given or (isinstance(given, str) and len(given) == 4 and given.lower() in ("null", "none"))


def value(one: Any, other: Any) -> float:
    """Two values of the same argument: 1 for the same in another form, 0 for two different things."""
    if isinstance(one, str) and isinstance(other, str):
        return _text(one, other)
    first, second = _leafwords(one), _leafwords(other)
    if not first or not second:
        return 0.5 if _says_nothing(one) or _says_nothing(other) else 0.0
    return _dice(first, second)


def _text(one: str, other: str) -> float:
    is_long = len(one) > WORDLONG or len(other) > WORDLONG
    if is_long and " " in one and " " in other:
        return _dice(words(one), words(other))
    if _says_nothing(one) or _says_nothing(other):
        return 0.5
    if _is_path(one) and _is_path(other):
        return _paths(one, other)
    return _dice(words(one), words(other)) or _spelling(one, other)


def _is_path(text: str) -> bool:
    return text[:1] in "/~." or (("/" in text or "\\" in text or "." in text) and " " not in text and "@" not in text)


def _paths(one: str, other: str) -> float:
    """The same file elsewhere, its folder, or its name spelt another way. A neighbour in the same folder is another file."""
    a, b = one.replace("\\", "/").rstrip("/").lower(), other.replace("\\", "/").rstrip("/").lower()
    if a == b:
        return 1.0
    if a.startswith(b + "/") or b.startswith(a + "/"):
        return 0.6
    name, second = a.rpartition("/")[2], b.rpartition("/")[2]
    if name == second:
        return 0.9
    stem, other_stem = name.partition(".")[0], second.partition(".")[0]
    if stem == other_stem:
        return 0.8
    return _spelling(stem, other_stem)


def _spelling(one: str, other: str) -> float:
    """One word with a letter more, less or wrong. Numbers are not spelt wrong: `part1` and `part2` are two parts."""
    if min(len(one), len(other)) < 4 or max(len(one), len(other)) > WORDLONG or _digits(one) != _digits(other):
        return 0.0
    a, b = one.lower(), other.lower()
    short = min(len(a), len(b))
    front = next((n for n in range(short) if a[n] != b[n]), short)
    back = next((n for n in range(short - front) if a[-1 - n] != b[-1 - n]), short - front)
    share = (front + back) / max(len(a), len(b))
    return share if share >= 0.8 else 0.0


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


@lru_cache(maxsize=256)
def words(text: str) -> frozenset[str]:
    return frozenset(word for word in WORD.findall(text.lower()) if len(word) > 1 and word not in GENERIC)


def _leafwords(given: Any) -> frozenset[str]:
    return frozenset().union(*(words(leaf) for leaf in leaves(given)))


def _dice(one: frozenset[str], other: frozenset[str]) -> float:
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0


def _shell(one: Mapping[str, Any], other: Mapping[str, Any], error: str) -> float:
    """Commands: the words in common. Another program with the same words has the same goal, the same program with others has not."""
    first, second = actions.command(one), actions.command(other)
    if not first or not second:
        return _alike(one, other)
    a, b = _commandwords(first), _commandwords(second)
    if not a or not b:
        return 0.0
    if a <= b and first.split()[0] in second:
        return 0.9
    share = len(a & b) / min(len(a), len(b)) * 0.5 + _dice(a, b) * 0.5
    return 0.0 if share < OTHER_PROGRAM and _is_other(_programs(first), _programs(second), error) else share


def _is_other(one: frozenset[str], two: frozenset[str], error: str) -> bool:
    """No program in common, none that is another's next version (`python3`), and none of the first that is not there at all."""
    if one & two or ("not found" in error and any(f"{name}:" in error for name in one)):
        return False
    return not any(a.startswith(b) or b.startswith(a) for a in one for b in two)


@lru_cache(maxsize=256)
def _commandwords(command: str) -> frozenset[str]:
    """Words as a shell would see them, roughly, without flags; the reading proper is left to the few that come near."""
    return frozenset(word for word in SHELL.split(command) if word and word[0] != "-" and word not in ("sudo", "cd"))


@lru_cache(maxsize=256)
def _programs(command: str) -> frozenset[str]:
    return frozenset(part.split()[0] for part in PIPED.split(command) if part.strip())


def _was_asked_for(failure: Failure, args: Mapping[str, Any], *, soon: bool) -> bool:
    """The error named what is now another, and the rest of the call stayed. Another file is never meant: it is another goal. Later on only
    another type counts, or an argument that was missing: a list where the error wanted a list."""
    said, before, named = _spoken(failure.error), failure.args, False
    for name in before.keys() | args.keys():
        old, new = before.get(name), args.get(name)
        if old == new:
            continue
        if _is_file(old, new):
            return False
        if _spoken(name) <= said:
            named = named or soon or (new is not None and type(old) is not type(new))
        elif old is not None and new is not None and value(old, new) < ENOUGH:
            return False
    return named


@lru_cache(maxsize=256)
def _spoken(text: str) -> frozenset[str]:
    return frozenset(WORD.findall(CAMEL.sub("_", text).lower()))


def _is_file(one: Any, other: Any) -> bool:
    return isinstance(one, str) and isinstance(other, str) and _is_path(one) and _is_path(other)


def _other_tool(failure: Failure, tool: str, action: str, target: str, args: Mapping[str, Any], steps: int) -> float:
    """Another tool for the same thing: the same intent on the same file, or with most of the failed call's values."""
    intent, wanted = _intent(tool, action), _intent(failure.tool, failure.action)
    is_run = intent == "run" or wanted == "run"
    if intent != wanted and not is_run:
        return 0.0
    if is_run and steps > SOON:
        return 0.0
    if failure.target and failure.target == target and not is_run:
        return 0.65
    shared = _shared(failure.args, args) if steps <= SOON else 0.0
    if shared >= (0.75 if is_run else ENOUGH):
        return 0.45 + 0.2 * shared
    return 0.0


@lru_cache(maxsize=512)
def _intent(tool: str, action: str) -> str:
    """The first word of a tool's name that says what it does; a tool that says nothing has an intent of its own."""
    for word in (action, *re.split(r"[^a-z]+", CAMEL.sub("_", tool).lower())):
        if word in INTENTS:
            return INTENTS[word]
    return tool


def _shared(one: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    """The share of the failed call's telling words that the other call holds too."""
    first = frozenset(word for word in _leafwords(dict(one)) if len(word) > 2)
    return len(first & _leafwords(dict(other))) / len(first) if first else 0.0
