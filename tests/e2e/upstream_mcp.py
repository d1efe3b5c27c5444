"""A small MCP server, for the gateway to stand in front of: `python upstream_mcp.py [PORT]`, on stdio or on loopback."""

import os
import sys

import anyio
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp_types import TextContent

server = MCPServer("small", version="1.2.3", instructions="small things")


@server.tool(title="Add", description="Add two numbers")
def add(a: int, b: int) -> int:
    return a + b


@server.tool(name="execute_command", structured_output=False)
def execute_command(command: str) -> str:
    return f"ran {command}"


@server.tool(structured_output=False)
def write_file(path: str, content: str) -> str:
    return f"wrote {path}"


@server.tool(structured_output=False)
def fails(why: str) -> str:
    raise ValueError(why)


@server.tool(structured_output=False)
def huge(size: int) -> str:
    return "x" * size


@server.tool(structured_output=False)
async def counts(to: int, ctx: Context) -> str:
    for n in range(to):
        await ctx.report_progress(n + 1, to, f"{n + 1}")
    return "counted"


@server.tool(structured_output=False)
async def hangs() -> str:
    await anyio.sleep_forever()
    return ""


@server.tool(structured_output=False)
async def samples(ctx: Context) -> str:
    from mcp_types import SamplingMessage

    asked = SamplingMessage(role="user", content=TextContent(type="text", text="say hello"))
    said = await ctx.session.create_message([asked], max_tokens=10)
    return f"the model said {said.content.text}"


@server.tool(structured_output=False)
def dies() -> str:
    os._exit(3)


@server.resource("small://notes")
def notes() -> str:
    return "notes of the small server"


@server.prompt()
def greet(name: str) -> str:
    return f"Greet {name}."


if __name__ == "__main__":
    if len(sys.argv) > 1:
        server.run("streamable-http", host="127.0.0.1", port=int(sys.argv[1]))
    else:
        server.run("stdio")
