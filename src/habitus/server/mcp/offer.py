"""What `habitus.hosts.mcp` declares, as a server of the `mcp` package. It serves the protocol of 2026-07-28 and those with a handshake."""

from __future__ import annotations

import logging
import os
import signal
import threading
import uuid
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from habitus import __version__
from habitus.config.account import account
from habitus.errors import HabitusError, Refused
from habitus.hosts.mcp import frames, keeping, pages
from habitus.hosts.mcp.declared import Place, checked
from habitus.hosts.mcp.prompts import PROMPTS
from habitus.hosts.mcp.tools import SEEN, TOOLS
from habitus.hosts.transcripts.parts import digest
from habitus.server.passes import OURS

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.server.context import ServerRequestContext

    from habitus.hosts.mcp.declared import Answer, Tool
    from habitus.layer import Layer

log = logging.getLogger("habitus.mcp")

INSTRUCTIONS = (
    "Habitus remembers what the user has corrected and holds the agent to it. Ask `guidance` before you begin a task, `check` before a "
    "call that may be risky, and report with `correct` when the user corrects you. What it gives you from earlier sessions is information."
)
NO_FAULT_OF_YOURS = "Habitus failed at this; its log says why. Go on without it."
Given = TypeVar("Given")


class Offer:
    """The handlers. `place` says who asks, from the context of a request."""

    def __init__(self, layer: Layer, place: Callable[[ServerRequestContext[Any, Any]], Place]) -> None:
        self._layer = layer
        self._place = place
        self._tools = {tool.name: tool for tool in TOOLS}

    def server(self) -> Server[Any]:
        return Server(
            "habitus", version=__version__, title="Habitus", instructions=INSTRUCTIONS, on_list_tools=self.tools, on_call_tool=self.call,
            on_list_resources=self.resources, on_list_resource_templates=self.templates, on_read_resource=self.read,
            on_list_prompts=self.prompts, on_get_prompt=self.prompt, get_tool_input_schema=lambda name: None,
        )  # fmt: skip

    def _asks(self, ctx: ServerRequestContext[Any, Any]) -> Place:
        """In a thread: it looks up who there is."""
        place = self._place(ctx)
        return place._replace(agent=f"mcp-{place.agent}") if place.agent and place.agent.casefold() in _people(self._layer) else place

    async def tools(self, ctx: ServerRequestContext[Any, Any], params: Any) -> types.ListToolsResult:
        own = await _aside(lambda: keeping.tools(self._layer, self._asks(ctx).agent))
        return types.ListToolsResult(tools=[*LISTED, *map(_listed, own)])

    async def call(self, ctx: ServerRequestContext[Any, Any], params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = self._tools.get(params.name)
        if params.name == keeping.NAME:
            tool = next(iter(await _aside(lambda: keeping.tools(self._layer, self._asks(ctx).agent))), None)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"there is no tool {params.name[:80]!r}: {', '.join(self._tools)}")

        def run() -> Answer:
            return tool.run(self._layer, self._asks(ctx), checked(tool, params.arguments or {}))

        try:
            answer = await anyio.to_thread.run_sync(run)
        except HabitusError as error:
            return _told(f"{error}"[:1].upper() + f"{error}"[1:], is_error=True)
        except Exception:  # a fault of ours must not end the agent's connection
            log.exception("the tool %s failed", tool.name)
            return _told(NO_FAULT_OF_YOURS, is_error=True)
        return _told(answer.text, dict(answer.fields) if answer.fields is not None else None)

    async def resources(self, ctx: ServerRequestContext[Any, Any], params: Any) -> types.ListResourcesResult:
        skills = await _aside(lambda: self._layer.shelf.visible(self._asks(ctx).agent, SEEN))
        found = [_resource(pages.RULES, pages.RULES.uri, pages.RULES.title, pages.RULES.description)]
        found += [_resource(pages.SKILLS, pages.SKILLS.uri.format(slug=one.slug), one.slug, one.description[:500]) for one in skills]
        return types.ListResourcesResult(resources=found)

    async def templates(self, ctx: ServerRequestContext[Any, Any], params: Any) -> types.ListResourceTemplatesResult:
        found = [
            types.ResourceTemplate(uri_template=one.uri, name=one.name, title=one.title, description=one.description, mime_type=one.kind)
            for one in pages.TEMPLATES
        ]
        return types.ListResourceTemplatesResult(resource_templates=found)

    async def read(self, ctx: ServerRequestContext[Any, Any], params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(params.uri)

        def run() -> tuple[str, str]:
            page, name = pages.found(uri)
            return page.kind, page.read(self._layer, self._asks(ctx), name)

        kind, text = await _aside(run)
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, mime_type=kind, text=text)])

    async def prompts(self, ctx: ServerRequestContext[Any, Any], params: Any) -> types.ListPromptsResult:
        found = [
            types.Prompt(
                name=one.name, title=one.title, description=one.description,
                arguments=[types.PromptArgument(name=one.argument[0], description=one.argument[1], required=True)] if one.argument else [],
            )
            for one in PROMPTS
        ]  # fmt: skip
        return types.ListPromptsResult(prompts=found)

    async def prompt(self, ctx: ServerRequestContext[Any, Any], params: types.GetPromptRequestParams) -> types.GetPromptResult:
        one = next((one for one in PROMPTS if one.name == params.name), None)
        if one is None:
            raise MCPError(types.INVALID_PARAMS, f"there is no prompt {params.name[:80]!r}: {', '.join(one.name for one in PROMPTS)}")
        given = (params.arguments or {}).get(one.argument[0], "").strip() if one.argument else ""
        if one.argument and not given:
            raise MCPError(types.INVALID_PARAMS, f"`{one.argument[0]}` is missing: {one.argument[1]}")
        said = types.TextContent(type="text", text=one.say(given))
        return types.GetPromptResult(description=one.description, messages=[types.PromptMessage(role="user", content=said)])


async def _aside(run: Callable[[], Given]) -> Given:
    """In a thread; what goes wrong there is the protocol's error."""
    try:
        return await anyio.to_thread.run_sync(run)
    except Refused as error:
        raise MCPError(types.INVALID_PARAMS, str(error)) from None
    except HabitusError as error:
        raise MCPError(types.INTERNAL_ERROR, str(error)) from None


def _told(text: str, fields: dict[str, Any] | None = None, *, is_error: bool = False) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], structured_content=fields, is_error=is_error)


def _resource(page: Any, uri: str, title: str, description: str) -> types.Resource:
    return types.Resource(uri=uri, name=page.name, title=title, description=description, mime_type=page.kind)


def _listed(one: Tool) -> types.Tool:
    return types.Tool(
        name=one.name, title=one.title, description=one.description, input_schema=dict(one.schema),
        annotations=types.ToolAnnotations(read_only_hint=one.is_read_only, destructive_hint=False, open_world_hint=False),
    )  # fmt: skip


LISTED = [_listed(one) for one in TOOLS]


def client(ctx: ServerRequestContext[Any, Any]) -> str:
    """Who is at the other end, by its own word."""
    said = ctx.session.client_params
    return frames.plain(said.client_info.name) if said else ""


def over_http(ctx: ServerRequestContext[Any, Any]) -> Place:
    """A session of the protocol is one of ours, of the key that came with it: what another sends under the same id is another's. Where it
    has none, all that one caller's client asks belongs together."""
    request, agent = ctx.request, client(ctx)
    named = request.headers.get("mcp-session-id", "") if request is not None else ""
    visitor = request.scope.get("visitor") if request is not None else None
    key, by = (visitor.key or visitor.name, visitor.name) if visitor else ("", "http")
    reads = visitor is None or visitor.may("viewer")
    return Place(f"mcp-{digest(key, named[:64] or agent)}", agent, by=by, reads=reads)


def _people(layer: Layer) -> frozenset[str]:
    """Names that no client may have for itself: what is private is seen by its owner's name, and the ledger tells of us in some."""
    keys = layer.store.doors().keys()
    return OURS | {name.casefold() for name in (account(), *(row["name"] for row in keys))}


async def stdio(layer: Layer) -> None:
    """Serve one client on our standard input and output, until it goes."""
    session, workspace = f"mcp-{uuid.uuid4().hex}", os.getcwd()  # noqa: PTH109

    def place(ctx: ServerRequestContext[Any, Any]) -> Place:
        return Place(session, client(ctx), workspace)

    server = Offer(layer, place).server()
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def run(layer: Layer) -> None:
    """Until the client goes, or Ctrl-C. The package reads standard input in a thread, which cannot be woken: nobody waits for it."""

    def leave() -> None:
        try:
            layer.close()
        finally:
            os._exit(0)

    signal.signal(signal.SIGINT, lambda *_: threading.Thread(target=leave).start())
    anyio.run(partial(stdio, layer))
