"""The little language of the Markdown cases: one line, one thing that happens.

    read app.py                      a call: a bare word is its `file_path`, `name=value` another argument
    bash: git status                 a call whose `command` is the rest of the line; ⏎ is a new line in it
    database.execute {"sql": "…"}    a call with its arguments as JSON
    fail read app.py                 a call that comes back with an error
    edit app.py -> {"lint": []}      a call that comes back with this result
    batch                            the indented calls below are one response: judged one by one, their results come after the last
      read app.py
    text I am not sure               the agent speaks
    turn                             the user speaks
    approve bash: rm -rf build       a person approves exactly this call, once
    exists cfg.yaml                  a file is on disk; no other is
    link now.py app.py               the first is a link to the second
    branch main                      the workspace is on this branch of git's
    limit 2                          the rule's number, where it is not its own

Two blanks and a mark at the end (`  # warn`) say what the rule draws from this line, before or after the call; no mark: nothing.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.config import Settings
from habitus.config.settings import Knowledge
from habitus.enforce import Rules
from habitus.enforce.gates import Gates
from habitus.errors import Refused
from habitus.layer import Layer
from habitus.layer.disk import Disk
from habitus.parse import paths
from habitus.store import memory
from habitus.store.queue import TableQueue
from habitus.types import AgentText, ToolCall, ToolResult, TurnStart

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.enforce.check import Check

WORKSPACE = "/work"
START = datetime(2026, 10, 1, 9, 0, tzinfo=UTC)
MARK = re.compile(r"\s\s+# (block|warn|remind)\s*$")


class Line(NamedTuple):
    number: int
    said: str
    wanted: str
    """The action that it must draw; empty for none."""


class Drawn(NamedTuple):
    line: Line
    got: str


class Block(NamedTuple):
    """One ```trace block of a file."""

    rule: str
    file: str
    lines: tuple[Line, ...]


def blocks(file: str, rule: str, text: str) -> Iterator[Block]:
    for found in re.finditer(r"```trace\n(.*?)```", text, re.DOTALL):
        first = text.count("\n", 0, found.start(1)) + 1
        numbered = enumerate(found[1].splitlines(), first)
        yield Block(rule, file, tuple(_line(number, said) for number, said in numbered if said.strip()))


def _line(number: int, text: str) -> Line:
    mark = MARK.search(text)
    return Line(number, text[: mark.start()] if mark else text.rstrip(), mark[1] if mark else "")


def played(check: Check, lines: tuple[Line, ...]) -> list[Drawn]:
    """What the rule says about every line."""
    play = _Play(check)
    try:
        return list(play.play(lines))
    except (ValueError, IndexError, RecursionError):
        line = play.at
        raise Refused(f"line {line.number} is no line of a case: `{line.said.strip():.80}`; tests/rules has many to learn from") from None


class _Play:
    at = Line(0, "", "")
    """The line that is played."""

    def __init__(self, check: Check) -> None:
        self.files: set[str] = set()
        self.links: dict[str, str] = {}
        self.branch = ""
        self.check = check
        kept = memory()
        self.layer = Layer(
            store=kept,
            queue=TableQueue(kept),
            gates=Gates(rules=Rules([check])),
            settings=Settings(knowledge=Knowledge(enabled=False)),
            clock=lambda: START,
            redaction_key=b"cases",
            disk=Disk(lambda path: self.links.get(path, path), self.files.__contains__, lambda folder: self.branch, lambda path: ""),
        )

    def play(self, lines: tuple[Line, ...]) -> Iterator[Drawn]:
        batch: list[tuple[Line, str, list[str]]] = []
        for line in lines:
            word, _, rest = line.said.strip().partition(" ")
            if not line.said.startswith(" "):
                yield from self._returned(batch)
                batch = []
            self.at = line
            if word in ("turn", "exists", "link", "branch", "limit", "approve", "batch"):
                self._happens(line, word, rest)
                yield Drawn(line, "")
            elif word == "text":
                text = AgentText(session="s", at=START, workspace=WORKSPACE, text=rest)
                yield Drawn(line, _actions(self.layer.settle(text).verdicts))
            else:
                call = _call(line)
                batch.append((line, call.id, [verdict.action for verdict in self.layer.judge(call).verdicts]))
        yield from self._returned(batch)

    def _returned(self, batch: list[tuple[Line, str, list[str]]]) -> Iterator[Drawn]:
        for line, id, before in batch:
            self.at = line
            failed = line.said.strip().startswith("fail ")
            result = json.loads(line.said.partition(" -> ")[2] or "null")
            settled = self.layer.settle(ToolResult(session="s", at=START, id=id, result=result, error="it failed" if failed else None))
            yield Drawn(line, " ".join([*before, *(verdict.action for verdict in settled.verdicts)]))

    def _happens(self, line: Line, word: str, rest: str) -> None:
        names = [paths.normal(name, WORKSPACE) for name in rest.split()]
        match word:
            case "turn":
                self.layer.observe(TurnStart(session="s", at=START))
            case "exists":
                self.files.update(names)
            case "link":
                self.links[names[0]] = names[1]
            case "branch":
                self.branch = rest
            case "limit":
                self.layer.gates = Gates(rules=Rules([self.check._replace(limit=int(rest))]))
            case "approve":
                self.layer.approve(_call(line._replace(said=rest)), who="a person")


def _actions(verdicts: Any) -> str:
    return " ".join(verdict.action for verdict in verdicts)


def _call(line: Line) -> ToolCall:
    said = line.said.partition(" -> ")[0].strip().removeprefix("fail ")
    tool, _, rest = said.partition(" ")
    if not tool.rstrip(":"):
        raise ValueError(said)
    args: dict[str, Any]
    if tool.endswith(":"):
        args = {"command": rest.replace("⏎", "\n")}
    elif rest.startswith("{"):
        args = json.loads(rest)
    else:
        args = dict(word.split("=", 1) if "=" in word else ["file_path", word] for word in rest.split())
    return ToolCall(session="s", at=START, workspace=WORKSPACE, id=str(line.number), tool=tool.rstrip(":"), args=args)
