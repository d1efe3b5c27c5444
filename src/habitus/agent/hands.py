"""One tool call through the seven gates: what the model asked for in, what it is told back out."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from habitus.agent.past import APPROVED
from habitus.agent.tools.tool import ToolFailed, checked
from habitus.types import ToolCall, ToolResult
from habitus.types.noun import noun

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pydantic_ai.messages import ToolCallPart

    from habitus.agent.outcome import Watcher
    from habitus.agent.tools.tool import Place, Tool
    from habitus.layer import Layer
    from habitus.types import Decision, Verdict

LOG = logging.getLogger(__name__)
NOTE = "[Habitus]"
"""How what the rules say begins, under a result: the model can tell it from what the tool said."""
CANCELLED = "The user cancelled this call. It may have been done in part: look before you do it again."
RAW = 2000
"""Characters of arguments that are no arguments: enough to see what was meant."""


@noun
class Done:
    """A call that is over."""

    call: ToolCall
    text: str
    """For the model: what the tool said, and what the rules said under it."""
    said: str = ""
    """What the tool said alone."""
    failed: bool = False
    blocked: bool = False


class Hands:
    def __init__(self, layer: Layer, tools: Sequence[Tool], place: Place, watcher: Watcher, *, who: str) -> None:
        """`who` answers for approvals given here."""
        self._layer = layer
        self._tools = {tool.name: tool for tool in tools}
        self._place = place
        self._watcher = watcher
        self._who = who

    async def do(self, part: ToolCallPart, batch: str) -> Done:
        tool, args, problem = self._read(part)
        call = self._call(part, args, batch)
        if tool is None or problem:  # gate 1, where only the tool itself can tell
            return await asyncio.to_thread(self._misfit, call, problem)
        decision = await asyncio.to_thread(self._layer.judge, call)
        self._watcher.judged(call, decision)
        if decision.ruling != "allow" and decision.approval:
            call, decision = await self._asked(call, decision)
        if decision.ruling != "allow":
            return await asyncio.to_thread(self._refused, call, decision)
        return await self._ran(tool, call, args, decision)

    # ── before ──

    def _read(self, part: ToolCallPart) -> tuple[Tool | None, Mapping[str, Any], str]:
        given = _arguments(part)
        if isinstance(given, str):
            return None, {"malformed": given[:RAW]}, f"The arguments of {part.tool_name} are not a JSON object: send the call again."
        tool = self._tools.get(part.tool_name)
        if tool is None:
            known = ", ".join(self._tools) or "none"
            return None, given, f"There is no tool called {part.tool_name:.60}. Known are: {known}."
        try:
            return tool, checked(tool, given), ""
        except ToolFailed as failed:
            return tool, given, str(failed)

    def _call(self, part: ToolCallPart, args: Mapping[str, Any], batch: str) -> ToolCall:
        """Some models count their calls from 1 in every answer: an id that was used is used no more."""
        seq = self._layer.session(self._place.session).seq + 1
        id = part.tool_call_id if len(part.tool_call_id) <= 64 else f"call_{seq}"
        return ToolCall(**self._moment(f"call:{seq}"), id=f"{id}_{seq}", tool=part.tool_name, args=args, batch=batch)

    async def _asked(self, call: ToolCall, decision: Decision) -> tuple[ToolCall, Decision]:
        """A person's yes is for this very call, which is judged once more with it. One that was denied is not asked about again."""
        waiting = await asyncio.to_thread(self._layer.store.approval, decision.approval)
        if waiting is None or waiting.state != "pending":
            return call, decision
        yes = await asyncio.to_thread(self._watcher.ask, call, decision)
        if yes is None:
            wait = f"{decision.reason} Nobody is here to ask: `habitus approvals approve {decision.approval}` lets it through once."
            return call, replace(decision, reason=wait)
        await asyncio.to_thread(self._layer.answer, decision.approval, approve=yes, who=self._who)
        if not yes:
            return call, replace(decision, reason=f"{decision.reason} The user said no to this call.")
        again = replace(call, id=f"{call.id}{APPROVED}", key=f"{call.key}:yes")
        return again, await asyncio.to_thread(self._layer.judge, again)

    # ── the call, and after it ──

    async def _ran(self, tool: Tool, call: ToolCall, args: Mapping[str, Any], decision: Decision) -> Done:
        text, failed = await self._run(tool, args)
        moment = self._moment(f"result:{call.id}")
        result = ToolResult(**moment, id=call.id, error=text) if failed else ToolResult(**moment, id=call.id, result=text)
        after = await asyncio.to_thread(self._layer.settle, result)
        verdicts = (*decision.verdicts, *after.verdicts)
        self._watcher.came_back(call, text, failed=failed, verdicts=verdicts)
        return Done(call=call, text=noted(text, verdicts), said=text, failed=failed)

    async def _run(self, tool: Tool, args: Mapping[str, Any]) -> tuple[str, bool]:
        running = asyncio.ensure_future(asyncio.to_thread(tool.run, args, self._place))
        try:
            return await asyncio.shield(running), False
        except ToolFailed as failed:
            return str(failed), True
        except asyncio.CancelledError:
            self._place.stopped.set()  # the tool sees it and ends what it has started
            await asyncio.wait([running])
            if not running.cancelled():
                running.exception()  # what it says of its end is of no interest any more, and asyncio would complain
            return CANCELLED, True
        except Exception as error:  # a tool of somebody's that breaks ends its call, not the session
            LOG.exception("the tool %s broke; its call counts as failed", tool.name)
            return f"{tool.name} broke ({type(error).__name__}): try another way.", True

    def _misfit(self, call: ToolCall, problem: str) -> Done:
        """It is told all the same: the same mistake twice is worth a lesson."""
        self._layer.observe(call)
        self._layer.settle(ToolResult(**self._moment(f"result:{call.id}"), id=call.id, error=problem))
        self._watcher.came_back(call, problem, failed=True, verdicts=())
        return Done(call=call, text=problem, failed=True)

    def _refused(self, call: ToolCall, decision: Decision) -> Done:
        """The result of a blocked call moves nothing, but whoever reads the session later sees what the model was told."""
        text = noted(decision.reason or "This call was not allowed.", [one for one in decision.verdicts if one.message != decision.reason])
        self._layer.observe(ToolResult(**self._moment(f"result:{call.id}"), id=call.id, error=text))
        self._watcher.came_back(call, text, failed=True, verdicts=decision.verdicts)
        return Done(call=call, text=text, failed=True, blocked=True)

    def _moment(self, key: str) -> dict[str, Any]:
        place = self._place
        return {"session": place.session, "agent": place.agent, "workspace": str(place.workdir), "at": self._layer.clock(), "key": key}


def noted(text: str, verdicts: Sequence[Verdict]) -> str:
    """Under what was said, so that everything before it stays as it was; each message once."""
    notes = [f"{NOTE} {message}" for message in dict.fromkeys(verdict.message for verdict in verdicts)]
    return "\n\n".join([text, *notes])


def _arguments(part: ToolCallPart) -> Mapping[str, Any] | str:
    """As an object, or what was sent in its place."""
    if isinstance(part.args, dict):
        return part.args
    if part.args is None or not part.args.strip():
        return {}
    try:
        found = json.loads(part.args)
    except (ValueError, RecursionError):
        return part.args
    return found if isinstance(found, dict) else part.args
