"""LangChain's own agent and its fake chat model, with our middleware."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.tools import StructuredTool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from habitus.hosts.frameworks import langchain
from habitus.layer import Layer
from hosts.frameworks.conftest import CORRECTION, PNPM, Ran, calls, errors

THREAD: Any = {"configurable": {"thread_id": "t1"}}
OTHER: Any = {"configurable": {"thread_id": "t2"}}
LOOKED = AIMessage("I will look.")


class Scripted(GenericFakeChatModel):
    """It answers by script, and remembers what it was told."""

    told: list[list[BaseMessage]]

    def bind_tools(self, *_: Any, **__: Any) -> "Scripted":
        return self

    def _generate(self, messages: list[BaseMessage], *rest: Any, **more: Any) -> Any:
        self.told.append(messages)
        return super()._generate(messages, *rest, **more)

    def system(self, n: int = -1) -> str:
        return str(self.told[n][0].content) if self.told[n][0].type == "system" else ""


def asks(tool: str, id: str = "1", **args: Any) -> AIMessage:
    return AIMessage("I will.", tool_calls=[{"name": tool, "args": args, "id": id}])


class Bench:
    """An agent with two tools, and its model."""

    def __init__(self, layer: Layer, tools: list[Any], answers: Iterator[AIMessage], *, saves: bool = True) -> None:
        self.model = Scripted(messages=answers, told=[])
        saver = InMemorySaver() if saves else None
        middleware = [langchain.middleware(layer)]
        self.agent: Any = create_agent(self.model, tools, system_prompt="Be brief.", middleware=middleware, checkpointer=saver)

    def say(self, text: str, config: Any = THREAD) -> dict[str, Any]:
        found: dict[str, Any] = self.agent.invoke({"messages": [HumanMessage(text)]}, config)
        return found

    def answer(self, found: dict[str, Any], decision: Any) -> dict[str, Any]:
        resume = {one.id: decision for one in found["__interrupt__"]}
        after: dict[str, Any] = self.agent.invoke(Command(resume=resume), THREAD)
        return after


@pytest.fixture
def bench(layer: Layer, bash: Callable[[str], str]) -> Callable[..., Bench]:
    def deploy(to: str) -> str:
        """Deploy."""
        return bash(f"deploy {to}")

    def edit(file_path: str) -> str:
        """Change a file."""
        return bash(f"edit {file_path}")

    made = [StructuredTool.from_function(bash, name="Bash"), StructuredTool.from_function(deploy)]
    made.append(StructuredTool.from_function(edit, name="Edit"))

    def build(*answers: AIMessage, **more: Any) -> Bench:
        return Bench(layer, made, iter(answers), **more)

    return build


def results(found: dict[str, Any]) -> list[str]:
    return [str(message.content) for message in found["messages"] if isinstance(message, ToolMessage)]


def test_what_was_corrected_in_one_thread_is_in_the_system_message_of_the_next(bench: Callable[..., Bench]) -> None:
    agent = bench(asks("Bash", command="npm install lodash"), LOOKED, LOOKED, LOOKED)
    agent.say("add lodash")
    agent.say(CORRECTION)
    agent.say("add left-pad", OTHER)

    assert PNPM not in agent.model.system(0)
    assert agent.model.system().startswith("Be brief.")
    assert PNPM in agent.model.system()


def test_a_destructive_call_is_answered_with_its_reason_and_does_not_run(bench: Callable[..., Bench], ran: Ran, layer: Layer) -> None:
    found = bench(asks("Bash", command="rm -rf data"), LOOKED).say("clean up")

    assert ran == []
    assert "rm -rf data" in results(found)[0]
    assert "habitus approvals" in results(found)[0]
    assert calls(layer, "t1") == [("Bash", True)]
    assert next(one for one in found["messages"] if isinstance(one, ToolMessage)).status == "error"


def test_what_the_rules_remark_stands_under_the_result(bench: Callable[..., Bench], ran: Ran) -> None:
    found = bench(asks("Edit", file_path="/w/app.py"), LOOKED).say("change it")

    assert ran == ["edit /w/app.py"]
    assert results(found)[0].startswith("ran edit /w/app.py\n\n[Habitus] ")
    assert "read" in results(found)[0]


def test_calls_of_one_answer_are_judged_each_for_itself(bench: Callable[..., Bench], ran: Ran, layer: Layer) -> None:
    made = [*asks("Bash", "1", command="rm -rf data").tool_calls, *asks("Bash", "2", command="make").tool_calls]

    found = bench(AIMessage("I will.", tool_calls=made), LOOKED).say("go")

    assert ran == ["make"]
    assert [("ran make" in one, "rm -rf" in one) for one in results(found)] == [(False, True), (True, False)]
    assert sorted(blocked for _, blocked in calls(layer, "t1")) == [False, True]


def test_a_model_that_numbers_its_calls_anew_makes_new_calls(bench: Callable[..., Bench], ran: Ran, layer: Layer) -> None:
    bench(asks("Bash", command="make"), asks("Bash", command="make"), LOOKED).say("twice")

    assert ran == ["make", "make"]
    assert layer.session("t1").calls == 2


def test_a_tool_that_raises_is_told_as_a_failure_and_raises_on(bench: Callable[..., Bench], layer: Layer) -> None:
    with pytest.raises(ValueError, match="no such command"):
        bench(asks("Bash", command="broken"), LOOKED).say("go")

    assert errors(layer, "t1") == ["ValueError: no such command: broken"]


def test_asking_interrupts_the_graph_and_a_yes_runs_the_call_once(bench: Callable[..., Bench], ran: Ran, layer: Layer) -> None:
    agent = bench(asks("deploy", to="production"), LOOKED, asks("deploy", to="production"), LOOKED)

    waits = agent.say("ship it")
    assert ran == []
    assert [one.value["name"] for one in waits["__interrupt__"]] == ["deploy"]
    found = agent.answer(waits, {"type": "approve"})

    assert ran == ["deploy production"]
    assert results(found) == ["ran deploy production"]
    assert "__interrupt__" in agent.say("again")
    assert calls(layer, "t1")[:2] == [("deploy", True), ("deploy", False)]


def test_a_no_is_told_to_the_model_with_what_the_person_said(bench: Callable[..., Bench], ran: Ran) -> None:
    agent = bench(asks("deploy", to="production"), LOOKED)

    found = agent.answer(agent.say("ship it"), {"type": "reject", "message": "not on a Friday"})

    assert ran == []
    assert "not on a Friday" in results(found)[0]


def test_what_a_person_edits_is_judged_as_the_call_it_has_become(bench: Callable[..., Bench], ran: Ran) -> None:
    agent = bench(asks("deploy", to="production"), LOOKED)
    edited = {"type": "edit", "edited_action": {"name": "Bash", "args": {"command": "rm -rf data"}}}

    found = agent.answer(agent.say("ship it"), edited)

    assert ran == []
    assert "rm -rf data" in results(found)[0]


def test_where_nobody_can_be_asked_the_call_is_refused(bench: Callable[..., Bench], ran: Ran) -> None:
    found = bench(asks("deploy", to="production"), LOOKED, saves=False).agent.invoke({"messages": [HumanMessage("ship it")]})

    assert ran == []
    assert "habitus approvals" in results(found)[0]


def test_async_does_the_same(bench: Callable[..., Bench], ran: Ran, layer: Layer) -> None:
    agent = bench(asks("Bash", command="rm -rf data"), asks("Bash", command="make"), LOOKED, LOOKED)

    async def talk() -> list[str]:
        found = await agent.agent.ainvoke({"messages": [HumanMessage("go")]}, THREAD)
        await agent.agent.ainvoke({"messages": [HumanMessage(CORRECTION)]}, THREAD)
        return results(found)

    said = asyncio.run(talk())
    assert ran == ["make"]
    assert "rm -rf data" in said[0]
    assert said[1].startswith("ran make")
    assert [rule.text for rule in layer.store.lessons().rules()] == [PNPM]


def test_a_sub_agent_in_a_thread_of_its_own_is_a_session_of_its_own(bench: Callable[..., Bench], layer: Layer) -> None:
    agent = bench(asks("Bash", command="make"), LOOKED, asks("Bash", command="make"), LOOKED)
    agent.say("go")
    agent.say("go", OTHER)

    assert (layer.session("t1").calls, layer.session("t2").calls) == (1, 1)


def test_what_a_sub_agent_is_asked_inside_its_parents_thread_is_no_persons_word(
    layer: Layer, bench: Callable[..., Bench], bash: Callable[[str], str], ran: Ran
) -> None:
    below = Scripted(messages=iter([asks("Bash", command="rm -rf data"), LOOKED]), told=[])
    middleware = langchain.middleware(layer, agent="cleaner", sub=True)
    helper: Any = create_agent(below, [StructuredTool.from_function(bash, name="Bash")], middleware=[middleware])

    def clean(task: str) -> str:
        """Let another agent clean up."""
        return str(helper.invoke({"messages": [HumanMessage(task)]})["messages"][-1].content)

    above = Bench(layer, [StructuredTool.from_function(clean)], iter([asks("clean", task=CORRECTION), LOOKED]))
    above.say("clean up")

    assert ran == []
    assert calls(layer, "t1") == [("clean", False)]
    assert calls(layer, "t1:cleaner") == [("Bash", True)]
    assert (layer.session("t1").turn, layer.session("t1:cleaner").turn) == (1, 0)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    id=st.text(max_size=300),
    args=st.dictionaries(st.text(max_size=20), st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists, max_leaves=5)),
    said=st.text(max_size=200),
)
def test_whatever_a_model_sends_is_answered(bench: Callable[..., Bench], id: str, args: dict[str, Any], said: str) -> None:
    """Arguments that fit no tool are the tool's to refuse: LangChain tells the model so."""
    call = AIMessage(said, tool_calls=[{"name": "Bash", "args": args, "id": id or "x"}])

    found = bench(call, LOOKED, saves=False).agent.invoke({"messages": [HumanMessage(said or "go")]})

    assert len(results(found)) == 1
