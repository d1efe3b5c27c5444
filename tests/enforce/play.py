"""A behaviour block and one session under it, on the real layer in memory: who speaks of a call, before and after."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from habitus.config import Settings
from habitus.enforce import declared
from habitus.enforce.check import Check
from habitus.enforce.gates import Gates
from habitus.enforce.policy import EVERYTHING, Policy, Tool
from habitus.layer import Layer
from habitus.layer.disk import Disk
from habitus.store import memory
from habitus.store.queue import TableQueue
from habitus.types import AgentText, Decision, Session, ToolCall, ToolResult, TurnStart, Verdict
from nouns import FrozenClock


class Play:
    def __init__(
        self,
        block: Mapping[str, Any] | None = None,
        *,
        own: Mapping[str, Any] | None = None,
        python: Iterable[Check] = (),
        policy: Policy = EVERYTHING,
        tools: tuple[Tool, ...] | None = None,
        files: Iterable[str] = (),
        resolve: Callable[[str], str] = str,
        branch: str = "",
    ) -> None:
        behavior, faults = declared.read(block or {}, own=own, python=python)
        assert faults.found == []
        kept = memory()
        self.clock = FrozenClock()
        self.behavior = behavior
        self.layer = Layer(
            store=kept,
            queue=TableQueue(kept),
            gates=Gates(rules=behavior.rules, policy=policy, tools=tools),
            settings=Settings(),
            clock=self.clock,
            redaction_key=b"play",
            tracking=behavior.tracking,
            disk=Disk(resolve, frozenset(files).__contains__, lambda folder: branch, lambda path: ""),
        )
        self._ids = count(1)

    @property
    def session(self) -> Session:
        return self.layer.session("s1")

    def judge(self, tool: str, **args: Any) -> Decision:
        """Ask about a call that never comes back."""
        return self.layer.judge(self.call(tool, **args))

    def call(self, tool: str, **args: Any) -> ToolCall:
        return ToolCall(session="s1", at=self.clock(), id=f"c{next(self._ids)}", tool=tool, args=args, workspace="/w")

    def verdicts(self, tool: str, *, result: Any = "ok", error: str | None = None, **args: Any) -> tuple[Verdict, ...]:
        """Make a call, let it come back: everything that was said."""
        call = self.call(tool, **args)
        before = self.layer.judge(call).verdicts
        back = ToolResult(session="s1", at=self.clock(), id=call.id, result=None if error else result, error=error)
        return before + self.layer.settle(back).verdicts

    def said(self, tool: str, **how: Any) -> list[str]:
        """The rules that spoke."""
        return [verdict.rule for verdict in self.verdicts(tool, **how)]

    def batch(self, *calls: tuple[str, dict[str, Any]]) -> list[list[str]]:
        """Calls of one response: judged one by one, then back one by one."""
        made = [replace(self.call(tool, **args), batch="b") for tool, args in calls]
        before = [self.layer.judge(call).verdicts for call in made]
        after = [self.layer.settle(ToolResult(session="s1", at=self.clock(), id=call.id, result="ok")).verdicts for call in made]
        return [[verdict.rule for verdict in one + two] for one, two in zip(before, after, strict=True)]

    def text(self, text: str) -> list[str]:
        return [verdict.rule for verdict in self.layer.settle(AgentText(session="s1", at=self.clock(), text=text)).verdicts]

    def turn(self) -> None:
        self.layer.observe(TurnStart(session="s1", at=self.clock()))
