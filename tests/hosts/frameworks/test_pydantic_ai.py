"""Pydantic AI's own agent and its function model, with our capability."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults, ToolDenied, ToolReturn
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.models.test import TestModel

from habitus.hosts.frameworks import pydantic_ai
from habitus.layer import Layer
from hosts.frameworks.conftest import CORRECTION, PNPM, Ran, calls, errors

LOOKED = ModelResponse([TextPart("I looked.")])


def asks(tool: str, id: str = "1", **args: Any) -> ModelResponse:
    return ModelResponse([TextPart("I will."), ToolCallPart(tool, args, tool_call_id=id)])


class Bench:
    """An agent with some tools, and what its model was told."""

    def __init__(self, layer: Layer, bash: Callable[[str], str], *answers: ModelResponse, defers: bool = False, **more: Any) -> None:
        self.answers = list(answers)
        self.told: list[tuple[str, list[ModelMessage]]] = []
        outputs: Any = [str, DeferredToolRequests] if defers else str
        capability = pydantic_ai.capability(layer, **more)
        self.agent: Agent[None, Any] = Agent(
            FunctionModel(self._answer), instructions="Be brief.", output_type=outputs, capabilities=[capability]
        )
        self.agent.tool_plain(name="Bash")(bash)

        @self.agent.tool_plain
        def deploy(to: str) -> str:
            return bash(f"deploy {to}")

        @self.agent.tool_plain(name="Edit")
        def edit(file_path: str) -> dict[str, str]:
            return {"done": bash(f"edit {file_path}")}

        @self.agent.tool_plain(name="Write")
        def write(file_path: str) -> Any:
            return ToolReturn(bash(f"write {file_path}"), content="And a picture.")

    def _answer(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        self.told.append((info.instructions or "", list(messages)))
        return self.answers.pop(0)

    def say(self, text: str | None, session: str = "s1", **more: Any) -> Any:
        return asyncio.run(self.agent.run(text, conversation_id=session, **more))


@pytest.fixture
def bench(layer: Layer, bash: Callable[[str], str]) -> Callable[..., Bench]:
    def build(*answers: ModelResponse, **more: Any) -> Bench:
        return Bench(layer, bash, *answers, **more)

    return build


def results(found: Any) -> list[str]:
    requests = [message for message in found.all_messages() if isinstance(message, ModelRequest)]
    return [part.model_response_str() for one in requests for part in one.parts if isinstance(part, ToolReturnPart)]


def test_what_was_corrected_in_one_conversation_is_in_the_instructions_of_the_next(bench: Callable[..., Bench]) -> None:
    agent = bench(asks("Bash", command="npm install lodash"), LOOKED, LOOKED, LOOKED)
    history = agent.say("add lodash").all_messages()
    agent.say(CORRECTION, message_history=history)
    agent.say("add left-pad", session="s2")

    assert PNPM not in agent.told[0][0]
    assert agent.told[-1][0].startswith("Be brief.")
    assert PNPM in agent.told[-1][0]


def test_a_destructive_call_fails_with_its_reason_and_does_not_run(bench: Callable[..., Bench], ran: Ran, layer: Layer) -> None:
    found = bench(asks("Bash", command="rm -rf data"), LOOKED).say("clean up")

    assert ran == []
    assert "rm -rf data" in results(found)[0]
    assert "habitus approvals" in results(found)[0]
    assert calls(layer, "s1") == [("Bash", True)]


def test_what_the_rules_remark_reaches_the_model_with_any_kind_of_result(bench: Callable[..., Bench], layer: Layer) -> None:
    agent = bench(asks("Bash", command="cat > notes.txt <<< x"), asks("Edit", file_path="/w/app.py"), LOOKED)

    agent.say("change it")

    assert "[Habitus] " in str(agent.told[-1][1][-1])
    assert "read" in str(agent.told[-1][1][-1])


def test_calls_of_one_answer_are_judged_each_for_itself(bench: Callable[..., Bench], ran: Ran, layer: Layer) -> None:
    both = ModelResponse([*asks("Bash", "1", command="rm -rf data").parts, *asks("Bash", "2", command="make").parts])

    found = bench(both, LOOKED).say("go")

    assert ran == ["make"]
    assert ["rm -rf" in one for one in results(found)] == [True, False]


def test_a_tool_that_raises_is_told_as_a_failure_and_raises_on(bench: Callable[..., Bench], layer: Layer) -> None:
    with pytest.raises(ValueError, match="no such command"):
        bench(asks("Bash", command="broken"), LOOKED).say("go")

    assert errors(layer, "s1") == ["no such command: broken"]


def test_asking_defers_the_call_and_a_yes_runs_it_once(bench: Callable[..., Bench], ran: Ran, layer: Layer) -> None:
    agent = bench(asks("deploy", "d1", to="production"), LOOKED, asks("deploy", "d2", to="production"), defers=True)

    waits = agent.say("ship it")
    assert ran == []
    assert [part.tool_name for part in waits.output.approvals] == ["deploy"]
    done = agent.say(None, message_history=waits.all_messages(), deferred_tool_results=DeferredToolResults(approvals={"d1": True}))

    assert ran == ["deploy production"]
    assert isinstance(agent.say("again", message_history=done.all_messages()).output, DeferredToolRequests)
    assert calls(layer, "s1")[:2] == [("deploy", True), ("deploy", False)]


def test_a_no_keeps_the_call_from_running(bench: Callable[..., Bench], ran: Ran) -> None:
    agent = bench(asks("deploy", "d1", to="production"), LOOKED, defers=True)

    waits = agent.say("ship it")
    no = DeferredToolResults(approvals={"d1": ToolDenied("not on a Friday")})
    found = agent.say(None, message_history=waits.all_messages(), deferred_tool_results=no)

    assert ran == []
    assert "not on a Friday" in results(found)[0]


def test_where_nobody_can_be_asked_the_call_is_refused(bench: Callable[..., Bench], ran: Ran) -> None:
    found = bench(asks("deploy", to="production"), LOOKED).say("ship it")

    assert ran == []
    assert "habitus approvals" in results(found)[0]


def test_streams_are_guarded_too(bench: Callable[..., Bench], layer: Layer, ran: Ran, bash: Callable[[str], str]) -> None:
    agent = Agent(TestModel(call_tools=["Bash"]), capabilities=[pydantic_ai.capability(layer, session="s9")])
    agent.tool_plain(name="Bash")(bash)

    async def talk() -> None:
        async with agent.run_stream("go") as stream:
            await stream.get_output()

    asyncio.run(talk())
    assert calls(layer, "s9") == [("Bash", False)]
    assert ran == ["a"]


def test_what_a_sub_agent_is_asked_is_no_persons_word(bench: Callable[..., Bench], layer: Layer) -> None:
    agent = bench(asks("Bash", command="npm install lodash"), LOOKED, LOOKED, sub=True)
    agent.say("add lodash")
    agent.say(CORRECTION)

    assert layer.store.lessons().rules() == []
    assert calls(layer, "s1") == [("Bash", False)]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    id=st.text(max_size=300),
    args=st.text(max_size=60) | st.dictionaries(st.text(max_size=9), st.text(max_size=9)),
    said=st.text(max_size=99),
)
def test_whatever_a_model_sends_is_answered(bench: Callable[..., Bench], id: str, args: Any, said: str) -> None:
    """Arguments that fit no tool are Pydantic AI's to refuse, before us."""
    call = ModelResponse([ToolCallPart("Bash", args, tool_call_id=id), TextPart(said)])

    found = bench(call, LOOKED).say(said or "go")

    assert found.output == "I looked."
