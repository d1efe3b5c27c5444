"""A Pydantic AI agent behind the gates. The model plays a script: `python examples/pydantic_ai_agent.py`."""

import asyncio

from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

import habitus
from habitus.hosts.frameworks import pydantic_ai


def scripted(messages: list[ModelMessage], _info: AgentInfo) -> ModelResponse:
    if len(messages) == 1:
        return ModelResponse([TextPart("I will clean up."), ToolCallPart("bash", {"command": "rm -rf data"})])
    return ModelResponse([TextPart("I may not.")])


if __name__ == "__main__":
    layer = habitus.open()
    agent = Agent(FunctionModel(scripted), capabilities=[pydantic_ai.capability(layer)])

    @agent.tool_plain
    def bash(command: str) -> str:
        """Run a command."""
        return f"ran {command}"

    for message in asyncio.run(agent.run("clean up")).all_messages():
        for part in message.parts:
            print(f"{part.part_kind}: {getattr(part, 'content', part)}")
    layer.close()
