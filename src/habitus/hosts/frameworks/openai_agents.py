"""OpenAI Agents SDK: a guarded copy of an agent, and of those that it hands over to.

    agent = openai_agents.guarded(Agent(name="coder", tools=[…]), layer, session="s1")
    result = await Runner.run(agent, "…")

Hooks of the SDK only watch, so the tools themselves are wrapped: function tools and those of MCP servers. A blocked call is answered by its
reason; notes go under a result that is text. What a person is to be asked about interrupts the run (`result.interruptions`), and
`state.approve(item)` is their yes. Guidance goes to the end of the instructions. Tools that OpenAI runs, and the SDK's own shell, patch and
computer tools, cannot be wrapped: they are named in a warning. Nothing can be put under a final answer, so the skill loop only reminds.
"""

from __future__ import annotations

import asyncio
import dataclasses
import logging
from typing import TYPE_CHECKING, Any

from habitus.hosts.frameworks.seat import Seat, under
from habitus.hosts.transcripts.parts import FAILED, args, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from agents import Agent, FunctionTool, RunContextWrapper
    from agents.tool_context import ToolContext

    from habitus.layer import Layer

    Named = Callable[[RunContextWrapper[Any]], str]

LOG = logging.getLogger(__name__)

BROKE = "An error occurred while running the tool"
"""How the SDK tells the model that a tool raised: what the tool's wrapper sees of it."""


def guarded(
    agent: Agent[Any],
    layer: Layer,
    *,
    session: str | Named,
    name: str = "openai-agents",
    workspace: str = "",
    sub: bool = False,
    max_turns: int = 0,
) -> Agent[Any]:
    """`session`: its name, or what tells it from the run's context. `sub`: what it is asked comes from another agent, not from a person.

    `max_turns`: the one that you give to `Runner.run`, which tells it to nobody; for reminders when it runs out.
    """
    seat = Seat(layer, agent=name, workspace=workspace)
    return _Guard(seat, session if callable(session) else lambda _context: str(session), sub, max_turns).agent(agent)


class _Guard:
    def __init__(self, seat: Seat, session: Named, sub: bool, budget: int = 0) -> None:
        self.seat = seat
        self.budget = budget
        self.session = session
        self.sub = sub
        self._known: dict[int, Agent[Any]] = {}
        self._run: Any = None
        """What the run that was last heard counts with: the SDK has no other name for a run."""

    # ── copies ──

    def agent(self, agent: Agent[Any]) -> Agent[Any]:
        if id(agent) in self._known:  # agents may hand over in a circle
            return self._known[id(agent)]
        made: Agent[Any] = _kind()(**{field.name: getattr(agent, field.name) for field in dataclasses.fields(agent)})
        made.habitus_guard = self
        self._known[id(agent)] = self._known[id(made)] = made
        made.instructions = self._instructed(agent.instructions)
        made.hooks = _listening(self, agent.hooks)
        made.tools = [self.tool(tool) for tool in agent.tools]
        made.handoffs = [self._handoff(one) for one in agent.handoffs]
        return made

    def _handoff(self, one: Any) -> Any:
        from agents import Agent, Handoff

        if isinstance(one, Agent):
            return self.agent(one)
        if not isinstance(one, Handoff):
            return one
        invoke = one.on_invoke_handoff

        async def handed(context: Any, given: str) -> Any:
            return self.agent(await invoke(context, given))

        return dataclasses.replace(one, on_invoke_handoff=handed)

    def tool(self, tool: Any) -> Any:
        from agents import FunctionTool

        if not isinstance(tool, FunctionTool):
            LOG.warning("the tool %s runs outside the gates: its calls are not judged", getattr(tool, "name", type(tool).__name__))
            return tool
        made = dataclasses.replace(tool, on_invoke_tool=_Invoke(self, tool), needs_approval=self._asking(tool))
        made.params_json_schema = tool.params_json_schema
        return made

    # ── before the model speaks ──

    def _instructed(self, before: Any) -> Any:
        async def instructions(context: RunContextWrapper[Any], agent: Agent[Any]) -> str:
            said = before(context, agent) if callable(before) else before
            said = await said if asyncio.iscoroutine(said) else said
            told = await asyncio.to_thread(self._guided, context)
            return "\n\n".join(filter(None, (said, told)))

        return instructions

    def _guided(self, context: RunContextWrapper[Any]) -> str:
        session = self.session(context)
        if not self.sub and context.usage is not self._run and not context.usage.requests:
            self._run = context.usage
            said = next((one for one in reversed(context.turn_input) if isinstance(one, dict) and one.get("role") == "user"), None)
            told = self.seat.heard(session, text(said.get("content")), budget=self.budget) if said else self.seat.guidance(session)
        else:
            told = self.seat.guidance(session)
        return "\n\n".join(filter(None, (told, self.seat.reminders(session))))

    # ── before and after a tool ──

    def _asking(self, tool: FunctionTool) -> Any:
        own = tool.needs_approval
        known = set(tool.params_json_schema.get("properties") or ())

        async def needs_approval(context: RunContextWrapper[Any], given: dict[str, Any], id: str) -> bool:
            asked = await asyncio.to_thread(self.seat.before, self.session(context), id, tool.name, given)
            if asked.asks or own is True:
                return True
            if not callable(own) or not asked.is_allowed:
                return False
            # what is left to defaults was not seen by the tool's own policy: a person decides, as without us
            return set(given) != known or bool(await own(context, given, id))

        return needs_approval

    async def invoke(self, tool: FunctionTool, context: ToolContext[Any], given: str) -> Any:
        asked = await asyncio.to_thread(self.seat.before, self.session(context), context.tool_call_id, tool.name, args(given))
        if asked.asks and context.is_tool_approved(context.tool_name, context.tool_call_id):
            asked = await asyncio.to_thread(self.seat.answered, asked, approve=True)
        if not asked.is_allowed:
            return await asyncio.to_thread(self.seat.refused, asked)
        try:
            result = await tool.on_invoke_tool(context, given)
        except Exception as error:
            await asyncio.to_thread(self.seat.after, asked, error=f"{type(error).__name__}: {error}")
            raise
        failed = isinstance(result, str) and (result.startswith(BROKE) or FAILED.match(result))
        noted = await asyncio.to_thread(lambda: self.seat.after(asked, error=result) if failed else self.seat.after(asked, result=result))
        return under(result, noted) if isinstance(result, str) else _beside(result, noted)


class _Invoke:
    """What the SDK calls in a tool's place."""

    def __init__(self, guard: _Guard, tool: FunctionTool) -> None:
        self._guard, self._tool = guard, tool

    async def __call__(self, context: ToolContext[Any], given: str) -> Any:
        return await self._guard.invoke(self._tool, context, given)


def _beside(result: Any, noted: str) -> Any:
    """Only lists and pieces of output take a note beside them; of others the SDK sends the text, and the note goes under it."""
    from agents.tool import ToolOutputFileContent, ToolOutputImage, ToolOutputText

    if not noted:
        return result
    pieces = result if isinstance(result, list) else [result]
    if all(isinstance(piece, ToolOutputText | ToolOutputImage | ToolOutputFileContent) for piece in pieces):
        return [*pieces, ToolOutputText(text=noted)]
    return under(str(result), noted)


def _kind() -> Any:
    """An agent whose MCP servers' tools are guarded too; these are listed anew for every turn."""
    from agents import Agent

    class Guarded(Agent[Any]):
        habitus_guard: _Guard

        async def get_mcp_tools(self, run_context: RunContextWrapper[Any]) -> list[Any]:
            return [self.habitus_guard.tool(tool) for tool in await super().get_mcp_tools(run_context)]

    return Guarded


def _listening(guard: _Guard, before: Any) -> Any:
    """The agent's own hooks, which hear everything as before; beside them, what the agent says."""
    from agents import AgentHooks

    class Listening(AgentHooks[Any]):
        async def on_llm_end(self, context: Any, agent: Any, response: Any) -> None:
            if before is not None:
                await before.on_llm_end(context, agent, response)
            await asyncio.to_thread(guard.seat.said, guard.session(context), _spoken(response))

    listening = Listening()
    for hook in ("on_start", "on_end", "on_handoff", "on_tool_start", "on_tool_end", "on_llm_start"):
        if before is not None:
            setattr(listening, hook, getattr(before, hook))
    return listening


def _spoken(response: Any) -> str:
    from agents import ItemHelpers

    return "\n".join(filter(None, (ItemHelpers.extract_last_text(item) for item in response.output if item.type == "message")))
