"""An agent of the OpenAI Agents SDK behind the gates. The model plays a script: `python examples/openai_agents_agent.py`."""

import asyncio
from typing import Any

from agents import Agent, Runner, function_tool, set_tracing_disabled
from agents.items import ModelResponse
from agents.models.interface import Model
from agents.usage import Usage
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

import habitus
from habitus.hosts.frameworks import openai_agents


class Scripted(Model):
    def __init__(self) -> None:
        said = ResponseOutputText(type="output_text", text="I may not.", annotations=[])
        self.answers: list[Any] = [
            ResponseFunctionToolCall(type="function_call", call_id="1", name="bash", arguments='{"command": "rm -rf data"}'),
            ResponseOutputMessage(id="2", type="message", role="assistant", status="completed", content=[said]),
        ]

    async def get_response(self, *_: Any, **__: Any) -> ModelResponse:
        return ModelResponse(output=[self.answers.pop(0)], usage=Usage(requests=1), response_id=None)

    def stream_response(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError


@function_tool
def bash(command: str) -> str:
    """Run a command."""
    return f"ran {command}"


if __name__ == "__main__":
    set_tracing_disabled(True)
    layer = habitus.open()
    agent = openai_agents.guarded(Agent(name="coder", model=Scripted(), tools=[bash]), layer, session="example")
    for item in asyncio.run(Runner.run(agent, "clean up")).to_input_list():
        print(item)
    layer.close()
