"""The OpenAI Agents SDK's own runner with a model that plays a script, and our guarded agents."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from agents import Agent, AgentHooks, FunctionTool, RunContextWrapper, Runner, WebSearchTool, function_tool, handoff, set_tracing_disabled
from agents.items import ModelResponse
from agents.mcp import MCPServer
from agents.models.interface import Model
from agents.usage import Usage
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mcp_types import CallToolResult, TextContent
from mcp_types import Tool as Described
from openai.types.responses import (
    Response,
    ResponseCompletedEvent,
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
)

from habitus.hosts.frameworks import openai_agents
from habitus.layer import Layer
from hosts.frameworks.conftest import CORRECTION, PNPM, Ran, calls, errors

set_tracing_disabled(True)

Step = list[tuple[str, Any]]
LOOKED: Step = [("", "I looked.")]


def asks(tool: str, **args: Any) -> Step:
    return [("", "I will."), (tool, args)]


class Scripted(Model):
    def __init__(self, *steps: Step) -> None:
        self.steps = list(steps)
        self.told: list[tuple[str, Any]] = []

    async def get_response(self, system_instructions: str | None, input: Any, *_: Any, **__: Any) -> ModelResponse:  # noqa: A002
        self.told.append((system_instructions or "", input))
        items = [_item(name, value, f"c{len(self.told)}{n}") for n, (name, value) in enumerate(self.steps.pop(0))]
        return ModelResponse(output=items, usage=Usage(requests=1), response_id=None)

    async def stream_response(self, *given: Any, **more: Any) -> AsyncIterator[Any]:
        found = await self.get_response(*given, **more)
        usage: Any = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
        usage |= {"input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
        response: Any = {"id": "r", "created_at": 0, "model": "m", "object": "response", "output": found.output, "usage": usage}
        whole = Response(**response, tool_choice="none", tools=[], parallel_tool_calls=False)
        yield ResponseCompletedEvent(type="response.completed", sequence_number=0, response=whole)


def _item(tool: str, value: Any, id: str) -> Any:
    if tool:
        arguments = value if isinstance(value, str) else json.dumps(value)
        return ResponseFunctionToolCall(type="function_call", call_id=id, name=tool, arguments=arguments)
    content = [ResponseOutputText(type="output_text", text=value, annotations=[])]
    return ResponseOutputMessage(id=id, type="message", role="assistant", status="completed", content=content)  # type: ignore[arg-type]


@pytest.fixture
def tools(bash: Callable[[str], str]) -> list[FunctionTool]:
    def deploy(to: str, twice: bool = False) -> str:
        return bash(f"deploy {to}")

    def edit(file_path: str) -> dict[str, str]:
        return {"done": bash(f"edit {file_path}")}

    return [function_tool(bash, name_override="Bash"), function_tool(deploy), function_tool(edit, name_override="Edit")]


class Bench:
    def __init__(self, layer: Layer, tools: list[FunctionTool], *steps: Step, session: Any = "s1", **more: Any) -> None:
        self.model = Scripted(*steps)
        agent: Agent[Any] = Agent(name="coder", instructions="Be brief.", model=self.model, tools=list(tools), **more)
        self.agent = openai_agents.guarded(agent, layer, session=session)

    def say(self, given: Any, context: Any = None) -> Any:
        return asyncio.run(Runner.run(self.agent, given, context=context))


@pytest.fixture
def bench(layer: Layer, tools: list[FunctionTool]) -> Callable[..., Bench]:
    def build(*steps: Step, **more: Any) -> Bench:
        return Bench(layer, tools, *steps, **more)

    return build


def results(found: Any) -> list[str]:
    return [item["output"] for item in found.to_input_list() if item.get("type") == "function_call_output"]


def test_what_was_corrected_in_one_session_is_in_the_instructions_of_the_next(bench: Callable[..., Bench]) -> None:
    agent = bench(asks("Bash", command="npm install lodash"), LOOKED, LOOKED, LOOKED, session=lambda context: context.context)
    agent.say("add lodash", "s1")
    agent.say(CORRECTION, "s1")
    agent.say("add left-pad", "s2")

    told = [instructions for instructions, _ in agent.model.told]
    assert [PNPM in one for one in told] == [False, False, True, True]
    assert all(one.startswith("Be brief.") for one in told)


def test_the_user_is_heard_once_however_often_the_model_is_asked(bench: Callable[..., Bench], layer: Layer) -> None:
    agent = bench(asks("Bash", command="make"), asks("Bash", command="make test"), LOOKED, LOOKED)
    agent.say("go")
    agent.say("go")

    assert layer.session("s1").turn == 2


def test_a_destructive_call_is_answered_with_its_reason_and_does_not_run(bench: Callable[..., Bench], ran: Ran, layer: Layer) -> None:
    found = bench(asks("Bash", command="rm -rf data"), LOOKED).say("clean up")

    assert ran == []
    assert "rm -rf data" in results(found)[0]
    assert "habitus approvals" in results(found)[0]
    assert calls(layer, "s1") == [("Bash", True)]


def test_what_the_rules_remark_stands_under_the_result(bench: Callable[..., Bench], ran: Ran) -> None:
    found = bench(asks("Edit", file_path="/w/app.py"), LOOKED).say("change it")

    assert ran == ["edit /w/app.py"]
    assert "ran edit /w/app.py" in results(found)[0]
    assert "\n\n[Habitus] " in results(found)[0]


def test_calls_of_one_answer_are_judged_each_for_itself(bench: Callable[..., Bench], ran: Ran, layer: Layer) -> None:
    found = bench([("Bash", {"command": "rm -rf data"}), ("Bash", {"command": "make"})], LOOKED).say("go")

    assert ran == ["make"]
    assert ["rm -rf" in one for one in results(found)] == [True, False]
    assert sorted(calls(layer, "s1")) == [("Bash", False), ("Bash", True)]


def test_a_tool_that_raises_is_told_as_a_failure(bench: Callable[..., Bench], layer: Layer) -> None:
    found = bench(asks("Bash", command="broken"), LOOKED).say("go")

    assert found.final_output == "I looked."
    assert [error is not None for error in errors(layer, "s1")] == [True]


def test_asking_interrupts_the_run_and_a_yes_runs_the_call_once(bench: Callable[..., Bench], ran: Ran, layer: Layer) -> None:
    agent = bench(asks("deploy", to="production"), LOOKED, asks("deploy", to="production"))

    waits = agent.say("ship it")
    assert ran == []
    assert [item.name for item in waits.interruptions] == ["deploy"]
    state = waits.to_state()
    state.approve(waits.interruptions[0])
    agent.say(state)

    assert ran == ["deploy production"]
    assert calls(layer, "s1") == [("deploy", True), ("deploy", False)]
    assert layer.session("s1").turn == 1
    assert len(agent.say("again").interruptions) == 1


def test_a_no_keeps_the_call_from_running(bench: Callable[..., Bench], ran: Ran) -> None:
    agent = bench(asks("deploy", to="production"), LOOKED)

    waits = agent.say("ship it")
    state = waits.to_state()
    state.reject(waits.interruptions[0])

    assert agent.say(state).final_output == "I looked."
    assert ran == []


def test_a_policy_of_the_tools_own_still_asks(layer: Layer, bash: Callable[[str], str], ran: Ran) -> None:
    async def careful(_context: Any, given: dict[str, Any], _id: str) -> bool:
        return "production" in given["command"]

    tool = function_tool(bash, name_override="Bash", needs_approval=careful)
    agent = Bench(layer, [tool], asks("Bash", command="ship production"), session="s1")

    assert len(agent.say("go").interruptions) == 1
    assert ran == []


def test_whom_it_hands_over_to_is_guarded_in_the_same_session(layer: Layer, tools: list[FunctionTool], ran: Ran) -> None:
    model = Scripted([("transfer_to_cleaner", {})], asks("Bash", command="rm -rf data"), [("transfer_to_back", {})], LOOKED)
    first: Agent[Any] = Agent(name="first", model=model)
    back: Agent[Any] = Agent(name="back", model=model, handoffs=[first])
    cleaner: Agent[Any] = Agent(name="cleaner", model=model, tools=list(tools), handoffs=[handoff(back)])
    first.handoffs = [cleaner]

    found = asyncio.run(Runner.run(openai_agents.guarded(first, layer, session="s1"), "clean up"))

    assert ran == []
    assert found.final_output == "I looked."
    assert calls(layer, "s1") == [("Bash", True)]
    assert layer.session("s1").turn == 1


class Shell(MCPServer):
    """An MCP server with one tool."""

    name = "shell"

    def __init__(self, bash: Callable[[str], str]) -> None:
        super().__init__()
        self._bash = bash

    async def list_tools(self, *_: Any, **__: Any) -> list[Described]:
        return [Described(name="Bash", input_schema={"type": "object", "properties": {"command": {"type": "string"}}})]

    async def call_tool(self, tool_name: str, arguments: Any, meta: Any = None) -> CallToolResult:
        return CallToolResult(content=[TextContent(type="text", text=self._bash(arguments["command"]))])

    async def connect(self) -> None: ...

    async def cleanup(self) -> None: ...

    async def list_prompts(self) -> Any: ...

    async def get_prompt(self, *_: Any, **__: Any) -> Any: ...


def test_tools_of_mcp_servers_are_guarded(layer: Layer, bash: Callable[[str], str], ran: Ran) -> None:
    agent = Bench(layer, [], asks("Bash", command="rm -rf data"), asks("Bash", command="make"), LOOKED, mcp_servers=[Shell(bash)])

    found = agent.say("go")

    assert ran == ["make"]
    assert "rm -rf data" in results(found)[0]


def test_what_a_sub_agent_is_asked_is_no_persons_word(layer: Layer, bash: Callable[[str], str], ran: Ran) -> None:
    below: Agent[Any] = Agent(name="helper", model=Scripted(asks("Bash", command="rm -rf data"), LOOKED), mcp_servers=[Shell(bash)])
    helper = openai_agents.guarded(below, layer, session="s1:helper", sub=True)
    tool: Any = helper.as_tool("ask_helper", "Ask for help.")

    Bench(layer, [tool], asks("ask_helper", input=CORRECTION), LOOKED).say("go")

    assert ran == []
    assert calls(layer, "s1") == [("ask_helper", False)]
    assert calls(layer, "s1:helper") == [("Bash", True)]
    assert (layer.session("s1").turn, layer.session("s1:helper").turn) == (1, 0)


def test_streams_are_guarded_too(bench: Callable[..., Bench], ran: Ran, layer: Layer) -> None:
    agent = bench(asks("Bash", command="rm -rf data"), LOOKED)

    async def talk() -> list[str]:
        stream = Runner.run_streamed(agent.agent, "clean up")
        async for _ in stream.stream_events():
            pass
        return results(stream)

    assert "rm -rf data" in asyncio.run(talk())[0]
    assert ran == []
    assert layer.session("s1").turn == 1


def test_hooks_of_the_agents_own_still_hear(bench: Callable[..., Bench]) -> None:
    heard: list[str] = []

    class Own(AgentHooks[Any]):
        async def on_llm_end(self, *_: Any) -> None:
            heard.append("model")

        async def on_tool_end(self, *_: Any) -> None:
            heard.append("tool")

    bench(asks("Bash", command="make"), LOOKED, hooks=Own()).say("go")

    assert heard == ["model", "tool", "model"]


def test_instructions_that_are_made_by_a_function_stay_first(layer: Layer) -> None:
    async def instructions(_context: RunContextWrapper[Any], agent: Agent[Any]) -> str:
        return f"You are {agent.name}."

    model = Scripted(LOOKED)
    agent: Agent[Any] = Agent(name="coder", instructions=instructions, model=model)
    asyncio.run(Runner.run(openai_agents.guarded(agent, layer, session="s1"), "hello"))

    assert model.told[0][0].startswith("You are coder.")


def test_a_tool_that_cannot_be_guarded_is_named(layer: Layer, caplog: pytest.LogCaptureFixture) -> None:
    openai_agents.guarded(Agent(name="coder", tools=[WebSearchTool()]), layer, session="s1")

    assert "web_search" in caplog.text


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(args=st.dictionaries(st.text(max_size=9), st.none() | st.text(max_size=9) | st.lists(st.integers())), said=st.text(max_size=99))
def test_whatever_a_model_sends_is_answered(bench: Callable[..., Bench], args: dict[str, Any], said: str) -> None:
    found = bench([("", said), ("Bash", args)], LOOKED).say(said)

    assert found.final_output == "I looked."
