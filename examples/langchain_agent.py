"""A LangChain agent behind the gates. The model plays a script, so this runs without a key: `python examples/langchain_agent.py`."""

from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.tools import tool

import habitus
from habitus.hosts.frameworks import langchain


class Scripted(GenericFakeChatModel):
    def bind_tools(self, *_: Any, **__: Any) -> "Scripted":
        return self


@tool
def bash(command: str) -> str:
    """Run a command."""
    return f"ran {command}"


if __name__ == "__main__":
    wants = [{"name": "bash", "args": {"command": "rm -rf data"}, "id": "1"}]
    model = Scripted(messages=iter([AIMessage("I will clean up.", tool_calls=wants), AIMessage("I may not.")]))
    layer = habitus.open()
    agent = create_agent(model, [bash], middleware=[langchain.middleware(layer)])
    for message in agent.invoke({"messages": [HumanMessage("clean up")]})["messages"]:
        print(f"{message.type}: {message.content}")
    layer.close()
