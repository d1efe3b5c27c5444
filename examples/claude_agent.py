"""The Claude Agent SDK behind the gates: `python examples/claude_agent.py "remove the folder data"`. It asks the real model."""

import asyncio
import sys

from claude_agent_sdk import ClaudeAgentOptions, query

import habitus
from habitus.hosts.frameworks import claude_sdk


async def main(prompt: str) -> None:
    layer = habitus.open()
    options = ClaudeAgentOptions(hooks=claude_sdk.hooks(layer), allowed_tools=["Bash", "Read", "Edit"], setting_sources=[])
    async for message in query(prompt=prompt, options=options):
        print(message)
    layer.close()


if __name__ == "__main__":
    asyncio.run(main(" ".join(sys.argv[1:]) or "remove the folder data"))
