"""The skill loop in frameworks: the reminder stands before the model and in no history, the question under the final answer."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from agents import Agent, Runner, function_tool
from langchain.agents import create_agent
from langchain_core.messages import HumanMessage
from langchain_core.tools import StructuredTool
from langgraph.checkpoint.memory import InMemorySaver
from pydantic_ai.usage import UsageLimits

from habitus.hosts.frameworks import langchain, openai_agents
from habitus.layer import Layer, consents
from hosts.frameworks import test_langchain as lc
from hosts.frameworks import test_openai_agents as oa
from hosts.frameworks import test_pydantic_ai as pa

SOFT, OFFER = "[System] 70%", 'Reply "save as skill" or "skip".'
NAMES = ("langchain", "openai-agents", "pydantic-ai")


@pytest.fixture
def keeps(layer: Layer) -> Layer:
    for name in NAMES:
        layer.agents.set(name, "skill_evolve", True, who="operator")
        layer.agents.set(name, "skill_nudge_interval", 2, who="operator")
    return layer


def graph(layer: Layer, bash: Callable[[str], str], *answers: Any) -> tuple[Any, lc.Scripted]:
    model = lc.Scripted(messages=iter(answers), told=[])
    tools = [StructuredTool.from_function(bash, name="Bash")]
    middleware = [langchain.middleware(layer, max_turns=3)]
    return create_agent(model, tools, middleware=middleware, checkpointer=InMemorySaver()), model


def asked(n: int) -> Any:
    return lc.asks("Bash", id=str(n), command=f"echo {n}")


@pytest.mark.parametrize("is_async", [False, True])
def test_langchain_reminds_in_the_system_message_and_asks_under_the_final_answer(
    keeps: Layer, bash: Callable[[str], str], is_async: bool
) -> None:
    agent, model = graph(keeps, bash, *(asked(n) for n in range(3)), lc.LOOKED)
    given = {"messages": [HumanMessage("count them")]}

    found = asyncio.run(agent.ainvoke(given, lc.THREAD)) if is_async else agent.invoke(given, lc.THREAD)

    assert [SOFT in model.system(n) or "[System] 90%" in model.system(n) for n in range(4)] == [False, False, False, True]
    assert found["messages"][-1].content.startswith("I will look.\n\n---\n_")
    assert found["messages"][-1].content.endswith(f"{OFFER}_")
    assert "[System]" not in str(found["messages"])


def test_the_answer_to_langchains_question_is_consent(keeps: Layer, bash: Callable[[str], str]) -> None:
    agent, _ = graph(keeps, bash, asked(0), asked(1), lc.LOOKED, lc.LOOKED)
    agent.invoke({"messages": [HumanMessage("count them")]}, lc.THREAD)

    found = agent.invoke({"messages": [HumanMessage("yes")]}, lc.THREAD)

    assert consents.marks(keeps.store, "t1") == ["save"]
    assert OFFER not in found["messages"][-1].content


def test_pydantic_ai_reminds_by_the_limits_of_the_run_and_asks_under_its_output(keeps: Layer, bash: Callable[[str], str]) -> None:
    agent = pa.Bench(keeps, bash, *(pa.asks("Bash", str(n), command=f"echo {n}") for n in range(3)), pa.LOOKED, pa.LOOKED)

    found = agent.say("count them", usage_limits=UsageLimits(request_limit=4))
    agent.say("yes", message_history=found.all_messages())

    assert [SOFT in told for told, _ in agent.told[:4]] == [False, False, False, True]
    assert found.output.startswith("I looked.\n\n---\n_")
    assert [OFFER in told for told, _ in agent.told] == [False] * 4 + [True]
    assert consents.marks(keeps.store, "s1") == ["save"]


def test_the_openai_agents_sdk_reminds_in_the_instructions(keeps: Layer, bash: Callable[[str], str]) -> None:
    model = oa.Scripted(*(oa.asks("Bash", command=f"echo {n}") for n in range(3)), oa.LOOKED)
    tool = function_tool(bash, name_override="Bash")
    agent = openai_agents.guarded(Agent(name="coder", model=model, tools=[tool]), keeps, session="s1", max_turns=4)

    found = asyncio.run(Runner.run(agent, "count them", max_turns=4))

    assert [SOFT in told for told, _ in model.told] == [False, False, False, True]
    assert found.final_output == "I looked."


def test_with_the_switch_off_no_framework_says_a_word_of_it(layer: Layer, bash: Callable[[str], str]) -> None:
    agent, model = graph(layer, bash, *(asked(n) for n in range(20)), lc.LOOKED)
    found = agent.invoke({"messages": [HumanMessage("count them")]}, lc.THREAD | {"recursion_limit": 100})
    other = pa.Bench(layer, bash, *(pa.asks("Bash", str(n), command=f"echo {n}") for n in range(20)), pa.LOOKED)
    said = other.say("count them", usage_limits=UsageLimits(request_limit=22))

    assert (found["messages"][-1].content, said.output) == ("I will look.", "I looked.")
    assert "[System]" not in "".join(model.system(n) for n in range(21)) + "".join(told for told, _ in other.told)


def test_a_sub_agents_answer_has_no_question_under_it(keeps: Layer, bash: Callable[[str], str]) -> None:
    model = lc.Scripted(messages=iter([asked(0), asked(1), lc.LOOKED]), told=[])
    tools = [StructuredTool.from_function(bash, name="Bash")]
    agent: Any = create_agent(model, tools, middleware=[langchain.middleware(keeps, sub=True)])

    assert agent.invoke({"messages": [HumanMessage("count them")]})["messages"][-1].content == "I will look."
