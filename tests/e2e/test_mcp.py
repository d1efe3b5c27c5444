"""The real MCP client against `habitus mcp`, over stdio and HTTP, and through the gateway to a small real server."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import anyio
import httpx2
import mcp_types as types
import pytest
import uvicorn
from mcp import Client, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from starlette.applications import Starlette

from habitus import assemble
from habitus.layer import Layer
from habitus.server import mcp as served
from habitus.server.door import Door
from habitus.server.passes import Passes
from habitus.types import ToolCall

HABITUS = [sys.executable, "-c", "from habitus.cli.mcp import mcp; mcp()"]
SMALL = str(Path(__file__).with_name("upstream_mcp.py"))
TOKEN = "t0ken"
INFO = types.Implementation(name="tester", version="1")
ERAS: tuple[Literal["legacy", "auto"], ...] = ("legacy", "auto")


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "project").mkdir()
    return {**os.environ, "HABITUS_HOME": str(tmp_path / "home")}


@asynccontextmanager
async def over_stdio(environ: dict[str, str], *args: str, mode: Literal["legacy", "auto"] = "auto", **more: Any) -> AsyncIterator[Client]:
    place = Path(environ["HABITUS_HOME"]).with_name("project")
    started = StdioServerParameters(command=HABITUS[0], args=[*HABITUS[1:], *args], env=environ, cwd=place)
    async with Client(stdio_client(started), mode=mode, client_info=INFO, **more) as client:
        yield client


@asynccontextmanager
async def through(environ: dict[str, str], *options: str, mode: Literal["legacy", "auto"] = "auto", **more: Any) -> AsyncIterator[Client]:
    """Through the gateway to the small server."""
    async with over_stdio(environ, "--gateway", *options, "--", sys.executable, SMALL, mode=mode, **more) as client:
        yield client


def run(test: Callable[[], Awaitable[None]]) -> None:
    anyio.run(test)


def text(result: Any, n: int = 0) -> str:
    return str(result.content[n].text)


def opened(environ: dict[str, str]) -> Layer:
    return assemble.layer(home=environ["HABITUS_HOME"])


# ── the server ──


@pytest.mark.parametrize("mode", ERAS)
def test_an_agent_asks_over_stdio_what_the_rules_would_say(environ: dict[str, str], mode: Literal["legacy", "auto"]) -> None:
    async def test() -> None:
        async with over_stdio(environ, mode=mode) as client:
            checked = await client.call_tool("check", {"tool": "Bash", "args": {"command": "rm -rf /"}})
            assert checked.structured_content["decision"] == "block"
            reported = await client.call_tool("correct", {"text": "Always run the linter before you commit."})
            assert reported.structured_content == {"outcome": "proposed"}
            assert "linter" in text(await client.call_tool("inbox", {}))
            assert [one.name for one in (await client.list_prompts()).prompts] == ["correct", "review_inbox"]
            said = (await client.get_prompt("correct", {"said": "do not push to main"})).messages[0].content
            assert isinstance(said, types.TextContent)
            assert "do not push to main" in said.text
            page = (await client.read_resource("habitus://rules")).contents[0]
            assert isinstance(page, types.TextResourceContents)
            assert "confirm_destructive" in page.text

    run(test)
    layer = opened(environ)
    assert layer.store.lessons().rules() == []
    assert [one.title for one in layer.store.lessons().proposals()] == ["Always run the linter before you commit."]
    layer.close()


def test_lines_that_are_no_message_do_not_end_it_and_only_the_protocol_is_printed(environ: dict[str, str]) -> None:
    info = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
    lines = ["no json", "[]", '{"jsonrpc":"2.0"}', "\xff", "{" * 100_000]
    lines += [json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": info})]
    for command in (HABITUS, [*HABITUS, "--gateway", "--", sys.executable, SMALL]):
        process = subprocess.Popen(command, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert process.stdin
        assert process.stdout
        process.stdin.write("".join(f"{line}\n" for line in lines).encode("latin-1"))
        process.stdin.flush()
        said: list[dict[str, Any]] = []
        while not any(one.get("id") == 1 for one in said):
            said.append(json.loads(process.stdout.readline()))
        rest, _ = process.communicate()

        assert said[-1]["result"]["serverInfo"]["name"] in ("habitus", "small")
        assert all(json.loads(line)["jsonrpc"] == "2.0" for line in rest.splitlines())
        assert process.returncode == 0


@pytest.mark.parametrize("options", [[], ["--gateway", "--", sys.executable, SMALL]], ids=["server", "gateway"])
def test_ctrl_c_ends_it_although_its_input_is_still_open(environ: dict[str, str], options: list[str]) -> None:
    heeds = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "  # what is started in the background has it ignored
    command = [HABITUS[0], HABITUS[1], heeds + HABITUS[2], *options]
    info = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": info}
    with subprocess.Popen(command, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(json.dumps(hello).encode() + b"\n")
        process.stdin.flush()
        process.stdout.readline()

        process.send_signal(signal.SIGINT)
        try:
            ended = process.wait(20)
        finally:
            process.kill()

        assert (ended, process.stderr.read()) == (0, b"")


@pytest.fixture
def address(tmp_path: Path) -> Iterator[tuple[str, Layer]]:
    """Our routes behind the door, on a real port."""
    layer = assemble.layer(home=tmp_path / "home")
    door = Door(Starlette(routes=served.routes(layer)), passes=Passes(TOKEN, layer.store.doors(), layer.clock))
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(door, log_level="warning", lifespan="off", ws="none"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", layer
    server.should_exit = True
    thread.join()
    listener.close()
    layer.close()


@pytest.mark.parametrize("mode", ERAS)
def test_two_clients_ask_over_http_at_the_same_time(address: tuple[str, Layer], mode: Literal["legacy", "auto"]) -> None:
    url, layer = address

    async def ask(name: str) -> None:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        async with httpx2.AsyncClient(headers=headers) as http:
            transport = streamable_http_client(url, http_client=http)
            async with Client(transport, mode=mode, client_info=types.Implementation(name=name, version="1")) as client:
                for n in range(20):
                    said = await client.call_tool("guidance", {"prompt": f"task {n}"})
                    assert not said.is_error
                assert len((await client.list_tools()).tools) == 8

    async def test() -> None:
        async with anyio.create_task_group() as both:
            both.start_soon(ask, "one")
            both.start_soon(ask, "two")

    run(test)
    assert sorted(row["agent"] for row in layer.store.past().recent()) == ["one", "two"]


# ── the gateway ──


@pytest.mark.parametrize("mode", ERAS)
def test_the_gateway_shows_the_servers_own_tools_and_judges_their_calls(environ: dict[str, str], mode: Literal["legacy", "auto"]) -> None:
    file = Path(environ["HABITUS_HOME"]).with_name("project") / "there.txt"
    file.write_text("words")

    async def test() -> None:
        direct = StdioServerParameters(command=sys.executable, args=[SMALL])
        async with Client(stdio_client(direct), mode=mode) as alone, through(environ, mode=mode) as client:
            assert (await client.list_tools()).tools == (await alone.list_tools()).tools
            assert (await client.list_resources()).resources == (await alone.list_resources()).resources
            assert client.server_info == alone.server_info
            added = await client.call_tool("add", {"a": 1, "b": 2})
            assert (text(added), added.structured_content) == ("3", {"result": 3})
            blocked = await client.call_tool("execute_command", {"command": "rm -rf / --no-preserve-root"})
            assert blocked.is_error
            assert "habitus approvals approve" in text(blocked)
            wrote = await client.call_tool("write_file", {"path": str(file), "content": "other"})
            assert text(wrote) == f"wrote {file}"
            assert "<habitus-notes>" in text(wrote, 1)
            failed = await client.call_tool("fails", {"why": "the moon"})
            assert failed.is_error
            assert text(failed) == text(await alone.call_tool("fails", {"why": "the moon"}))
            page = (await client.read_resource("small://notes")).contents[0]
            assert isinstance(page, types.TextResourceContents)
            assert page.text == "notes of the small server"
            greeting: Any = (await client.get_prompt("greet", {"name": "Ada"})).messages[0].content
            assert greeting.text == "Greet Ada."

    run(test)
    layer = opened(environ)
    (session,) = layer.store.past().recent()
    assert (session["agent"], session["workspace"]) == ("tester", str(file.parent))
    assert layer.session(session["id"]).ended
    layer.close()


def test_a_person_lets_one_call_through_once(environ: dict[str, str]) -> None:
    call = ("execute_command", {"command": "rm -rf build"})

    async def test() -> None:
        async with through(environ) as client:
            assert (await client.call_tool(*call)).is_error
            layer = opened(environ)
            layer.answer(layer.store.approvals("pending", layer.clock())[0].id, approve=True, who="ada")
            layer.close()
            assert text(await client.call_tool(*call)) == "ran rm -rf build"
            assert (await client.call_tool(*call)).is_error

    run(test)


def test_progress_sampling_and_large_answers_pass_through(environ: dict[str, str]) -> None:
    seen: list[float] = []

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        seen.append(progress)

    async def sample(context: Any, params: types.CreateMessageRequestParams) -> types.CreateMessageResult:
        return types.CreateMessageResult(role="assistant", model="m", content=types.TextContent(type="text", text="hello"))

    async def test() -> None:
        async with through(environ, mode="legacy", sampling_callback=sample) as client:
            assert text(await client.call_tool("counts", {"to": 3}, progress_callback=on_progress)) == "counted"
            assert text(await client.call_tool("samples", {})) == "the model said hello"
            assert len(text(await client.call_tool("huge", {"size": 3_000_000}))) == 3_000_000

    run(test)
    assert seen == [1, 2, 3]


def test_calls_at_the_same_time_get_their_own_answers(environ: dict[str, str]) -> None:
    sums: dict[int, str] = {}

    async def test() -> None:
        async with through(environ) as client, anyio.create_task_group() as all_:

            async def add(n: int) -> None:
                sums[n] = text(await client.call_tool("add", {"a": n, "b": 1}))

            for n in range(100):
                all_.start_soon(add, n)

    run(test)
    assert sums == {n: str(n + 1) for n in range(100)}


def test_a_call_that_hangs_is_ended_and_the_others_go_on(environ: dict[str, str]) -> None:
    async def test() -> None:
        async with through(environ, "--timeout", "4") as client:
            hung = await client.call_tool("hangs", {})
            assert hung.is_error
            assert "did not answer" in text(hung)
            assert text(await client.call_tool("add", {"a": 1, "b": 2})) == "3"

    run(test)


def test_a_call_that_the_client_gives_up_is_cancelled_at_the_server(environ: dict[str, str]) -> None:
    async def test() -> None:
        async with through(environ) as client:
            with anyio.move_on_after(0.5):
                await client.call_tool("hangs", {})
            assert text(await client.call_tool("add", {"a": 1, "b": 2})) == "3"

    run(test)


def test_a_server_that_dies_ends_what_waits_in_order_and_the_gateway_with_it(environ: dict[str, str]) -> None:
    info = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
    asked: list[dict[str, Any]] = [{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": info}]
    asked += [{"jsonrpc": "2.0", "method": "notifications/initialized"}]
    asked += [{"jsonrpc": "2.0", "id": n, "method": "tools/call", "params": {"name": "hangs", "arguments": {}}} for n in (1, 2, 3)]
    asked += [{"jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": {"name": "dies", "arguments": {}}}]
    process = subprocess.Popen(
        [*HABITUS, "--gateway", "--", sys.executable, SMALL], env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin
    assert process.stdout
    for frame in asked:
        process.stdin.write(json.dumps(frame).encode() + b"\n")
        process.stdin.flush()

    answers = [json.loads(line) for line in process.stdout]  # our end stays open: it is the server's that ends it
    error = process.stderr.read() if process.stderr else b""
    process.communicate()

    ended = [one for one in answers if "has ended" in json.dumps(one)]
    assert [one["id"] for one in ended] == [1, 2, 3, 4]
    assert process.returncode == 1
    assert b"has ended" in error


def test_a_command_that_cannot_be_started_is_named(environ: dict[str, str]) -> None:
    done = subprocess.run(
        [*HABITUS, "--gateway", "--", "no-such-program-anywhere"], env=environ, stdin=subprocess.DEVNULL, capture_output=True,
        text=True, check=False,
    )  # fmt: skip

    assert done.returncode != 0
    assert "no-such-program-anywhere" in done.stderr
    assert done.stdout == ""


@pytest.fixture
def small() -> Iterator[str]:
    """The small server, on a real port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen([sys.executable, SMALL, str(port)], stderr=subprocess.PIPE, text=True)
    assert process.stderr
    for line in process.stderr:
        if "running on" in line:
            break
    yield f"http://127.0.0.1:{port}/mcp"
    process.terminate()
    process.communicate()


@pytest.mark.parametrize("mode", ERAS)
def test_the_gateway_stands_in_front_of_an_address_too(environ: dict[str, str], small: str, mode: Literal["legacy", "auto"]) -> None:
    async def test() -> None:
        async with over_stdio(environ, "--gateway", "--name", "small", small, mode=mode) as client:
            assert len((await client.list_tools()).tools) == 9
            assert text(await client.call_tool("add", {"a": 1, "b": 2})) == "3"
            page = (await client.read_resource("small://notes")).contents[0]
            assert isinstance(page, types.TextResourceContents)
            assert page.text == "notes of the small server"

    run(test)
    layer = opened(environ)
    (session,) = layer.store.past().recent()
    assert [told.event.tool for told in layer.store.events(session["id"]) if isinstance(told.event, ToolCall)] == ["mcp__small__add"]
    layer.close()


def test_an_address_where_nobody_answers_fails_what_is_asked(environ: dict[str, str]) -> None:
    async def test() -> None:
        with pytest.raises(BaseExceptionGroup):
            async with over_stdio(environ, "--gateway", "http://127.0.0.1:9/mcp", mode="legacy"):
                pass

    run(test)
