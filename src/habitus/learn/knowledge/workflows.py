"""What is done again and again in a session: calls in, patterns out.

A workflow is a row of different steps that was gone through three times without overlapping. Looking around is no step, and changing
files alone is no workflow: every agent does that. Bias: the longest row is told, and not its parts; a loop of one step is none.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from habitus.learn.knowledge.items import Item
from habitus.parse import actions
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from habitus.learn.knowledge.items import Level, Said

TIMES = 3
OFTEN = 5
"""Times from which it is no chance any more."""
SHORTEST, LONGEST = 2, 6
"""Steps."""
MOST = 3
"""Patterns of one session."""
CALLS = 2000
"""Calls of a session that are looked at, the last ones."""
LOOKS = wordset(
    "bash read grep glob web_search web_fetch agent think todowrite todo_write update_plan exitplanmode askuserquestion taskcreate"
    " taskupdate"
    " checklist_write ask_user ls cat cd find rg head tail sed echo wc pwd which awk sort for if while do done func function"
    " export source sleep"
)
"""Looking around and planning: what any work consists of, in any order."""
GIT_LOOKS = ("git diff", "git status", "git log", "git show", "git branch")
CHANGES = wordset("edit write")
"""What every agent does; a row of these alone tells nothing."""
DRESS = wordset("sudo time nohup env command exec xargs npx bunx uvx")
RUNS = wordset(
    "npm pnpm yarn bun git docker cargo go make just uv poetry kubectl terraform gh python python3 node pip mvn gradle dotnet rails bundle"
)
"""Programs whose next word says what is done."""
ASSIGNED = re.compile(r"\w+=\S*$")
PIECES = re.compile(r"&&|\|\||[;|\n]")


def step(tool: str, args: Mapping[str, Any]) -> str:
    """A call in a word or three: the action, or for a shell what it runs first that is more than looking around."""
    action = actions.name(tool)
    if action != "bash":
        return action
    command = actions.command(args)
    pieces = [named for piece in PIECES.split(command[:500]) if (named := _program(piece))]
    return next((piece for piece in pieces if not _looks(piece)), pieces[0] if pieces else action)


def found(messages: Sequence[Said]) -> list[Item]:
    """The rows of steps that were repeated, longest first."""
    calls = [one for one in messages if one.is_call and one.step and not _looks(one.step)][-CALLS:]
    steps = _once([one.step for one in calls])
    kept: list[tuple[tuple[str, ...], int]] = []
    for size in range(LONGEST, SHORTEST - 1, -1):
        rows = _repeated(steps, size)
        kept += [(row, times) for row, times in rows if not any(_holds(longer, row) for longer, _ in kept)]
    last = calls[-1].seq if calls else 0
    return [_item(row, times, last) for row, times in kept[:MOST]]


def _looks(one: str) -> bool:
    return one in GIT_LOOKS or one.split(maxsplit=1)[0] in LOOKS


def _program(piece: str) -> str:
    words = [word for word in piece.split() if not ASSIGNED.match(word)]
    while words and words[0] in DRESS:
        words = words[1:]
    if not words:
        return ""
    name = words[0].rsplit("/", 1)[-1]
    if name in ("python", "python3") and words[1:2] == ["-m"]:
        return " ".join(words[2:3]) or name
    rest = [word for word in words[1:] if not word.startswith("-") and re.fullmatch(r"[\w:.-]+", word)]
    if name in ("npm", "pnpm", "yarn", "bun", "uv", "poetry") and rest[:1] == ["run"]:
        return f"{name} {' '.join(rest[:2])}"
    return f"{name} {rest[0]}" if name in RUNS and rest else name


def _once(steps: list[str]) -> list[str]:
    """Without repetitions in a row: three edits and a test are an edit and a test."""
    return [one for at, one in enumerate(steps) if at == 0 or steps[at - 1] != one]


def _repeated(steps: list[str], size: int) -> list[tuple[tuple[str, ...], int]]:
    times: Counter[tuple[str, ...]] = Counter()
    free: dict[tuple[str, ...], int] = {}
    for at in range(len(steps) - size + 1):
        row = tuple(steps[at : at + size])
        if at >= free.get(row, 0) and _tells(row):
            times[row] += 1
            free[row] = at + size
    often = [(row, count) for row, count in times.items() if count >= TIMES]
    # The same cycle begun at another step is the same workflow: the most frequent beginning stands for it, then the earliest.
    cycles: dict[tuple[str, ...], tuple[tuple[str, ...], int]] = {}
    for row, count in sorted(often, key=lambda pair: -pair[1]):
        cycles.setdefault(_turned(row), (row, count))
    return list(cycles.values())


def _turned(row: tuple[str, ...]) -> tuple[str, ...]:
    """The same cycle begun at the same step, wherever it was met."""
    return min(row[at:] + row[:at] for at in range(len(row)))


def _tells(row: tuple[str, ...]) -> bool:
    return len(set(row)) == len(row) and any(one not in CHANGES for one in row)


def _holds(longer: tuple[str, ...], row: tuple[str, ...]) -> bool:
    around = longer + longer
    return any(around[at : at + len(row)] == row for at in range(len(longer)))


def _item(row: tuple[str, ...], times: int, seq: int) -> Item:
    confidence: Level = "high" if times >= OFTEN else "medium"
    first = next((at for at, one in enumerate(row) if one in CHANGES), 0)  # a cycle is told from the change that begins it
    text = f"Repeated workflow: {' → '.join(row[first:] + row[:first])}."
    key = f"project/workflow/{' > '.join(_turned(row))}"
    return Item("pattern", text, key, confidence, True, "agent", None, f"{times} times", seq=seq)
