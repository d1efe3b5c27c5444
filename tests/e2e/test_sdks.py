"""The real `openai` and `anthropic` clients through the proxy: streaming, tools, errors, cancellation."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import openai
import pytest

from habitus import assemble
from habitus.config import Settings
from habitus.layer import Layer
from habitus.server.proxy import create
from habitus.types import ToolCall, ToolResult, UserMessage
from hosts.proxy import wires
from hosts.proxy.upstream import PATIENCE, Reply, Upstream, served, stream, whole
from hosts.proxy.wires import LS, RM

if TYPE_CHECKING:  # imported at first use below: it takes two seconds to load, and every process of the suite reads this file
    import anthropic

KEY = "sk-made-up-0123456789"
SESSION = {"x-habitus-session": "s", "x-habitus-agent": "sdk"}
TOOL: Any = {
    "name": "Bash",
    "description": "Run a command.",
    "parameters": {"type": "object", "properties": {"command": {"type": "string"}}},
}
CHAT_TOOLS: Any = [{"type": "function", "function": TOOL}]
RESPONSES_TOOLS: Any = [{"type": "function", "strict": False, **TOOL}]
MESSAGE_TOOLS: Any = [{"name": "Bash", "description": "Run a command.", "input_schema": TOOL["parameters"]}]
HI: Any = [{"role": "user", "content": "clean up"}]
IDS = ("call_8hJx2LmPq0RsTuVwXyZa1234", "call_9kLm3NoPq1RsTuVwXyZb5678")


@pytest.fixture
def layer(tmp_path: Path) -> Iterator[Layer]:
    chosen = Settings()
    found = assemble.layer(replace(chosen, measure=replace(chosen.measure, holdout=0.0)), home=tmp_path)
    yield found
    found.close()


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    with Upstream() as found:
        yield found


@pytest.fixture
def url(layer: Layer, upstream: Upstream) -> Iterator[str]:
    with served(create(layer, upstream.url, token="t0ken")) as found:
        yield f"{found}/t0ken"


@pytest.fixture
def gpt(url: str) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(api_key=KEY, base_url=f"{url}/v1", max_retries=0, timeout=PATIENCE, default_headers=SESSION) as found:
        yield found


@pytest.fixture
def claude(url: str) -> Iterator["anthropic.Anthropic"]:
    import anthropic

    with anthropic.Anthropic(api_key=KEY, base_url=url, max_retries=0, timeout=PATIENCE, default_headers=SESSION) as found:
        yield found


def kinds(layer: Layer) -> list[str]:
    return [type(one.event).__name__ for one in layer.store.events("s")]


# ── OpenAI ──


def test_chat_streams_its_words_and_the_calls_that_are_allowed(gpt: openai.OpenAI, upstream: Upstream, layer: Layer) -> None:
    upstream.replies = [stream(*wires.chat_stream(calls=(RM, LS), ids=IDS))]

    with gpt.chat.completions.stream(model="gpt-x", messages=HI, tools=CHAT_TOOLS) as answer:
        for _ in answer:
            pass
        done = answer.get_final_completion().choices[0]

    assert done.message.tool_calls
    assert [(call.id, json.loads(call.function.arguments)) for call in done.message.tool_calls] == [(IDS[1], LS)]
    assert done.finish_reason == "tool_calls"
    assert done.message.content
    assert done.message.content.startswith("Letmelook.[habitus] The call of `Bash` was not let through")
    assert kinds(layer) == ["UserMessage", "AgentText", "ToolCall", "ToolCall"]


def test_a_chat_agent_goes_round_with_its_tools(gpt: openai.OpenAI, upstream: Upstream, layer: Layer) -> None:
    upstream.replies = [
        whole(wires.chat_whole(calls=(LS,), ids=IDS)),
        whole(wires.chat_whole("Two files.")),
        whole(wires.chat_whole("Bye.")),
    ]
    history: list[Any] = [*HI]

    first = gpt.chat.completions.create(model="gpt-x", messages=history, tools=CHAT_TOOLS).choices[0].message
    assert first.tool_calls
    history += [first.model_dump(exclude_none=True), {"role": "tool", "tool_call_id": first.tool_calls[0].id, "content": "a.py b.py"}]
    second = gpt.chat.completions.create(model="gpt-x", messages=history, tools=CHAT_TOOLS).choices[0].message
    history += [second.model_dump(exclude_none=True), {"role": "user", "content": "thanks"}]
    third = gpt.chat.completions.create(model="gpt-x", messages=history, tools=CHAT_TOOLS).choices[0].message

    assert (second.content, third.content) == ("Two files.", "Bye.")
    told = [one.event for one in layer.store.events("s")]
    assert kinds(layer) == ["UserMessage", "AgentText", "ToolCall", "ToolResult", "AgentText", "UserMessage", "AgentText"]
    assert [(event.id, event.result) for event in told if isinstance(event, ToolResult)] == [(IDS[0], "a.py b.py")]
    assert {event.agent for event in told} == {"sdk"}


def test_responses_stream_with_a_refused_call_is_one_that_the_client_understands(gpt: openai.OpenAI, upstream: Upstream) -> None:
    upstream.replies = [stream(*wires.response_stream(calls=(RM, LS), ids=IDS))]

    with gpt.responses.stream(model="gpt-x", input="clean up", tools=RESPONSES_TOOLS) as answer:
        events = [event.type for event in answer]
        done = answer.get_final_response()

    assert [item.type for item in done.output] == ["message", "message", "function_call"]
    assert "[habitus] The call of `Bash` was not let through" in done.output_text
    assert events.count("response.output_item.done") == 3


def test_responses_in_one_piece_go_on_from_the_last(gpt: openai.OpenAI, upstream: Upstream, layer: Layer) -> None:
    upstream.replies = [whole(wires.response_whole(calls=(RM,), ids=IDS)), whole(wires.response_whole("Well then.", id="resp_2"))]

    first = gpt.responses.create(model="gpt-x", input="clean up", tools=RESPONSES_TOOLS)
    second = gpt.responses.create(model="gpt-x", input="go on", previous_response_id=first.id, tools=RESPONSES_TOOLS)

    assert [item.type for item in first.output] == ["message", "message"]
    assert second.output_text == "Well then."
    assert [item.get("type") for item in upstream.seen[1].json["input"]] == ["function_call_output", None]
    assert [one.event.text for one in layer.store.events("s") if isinstance(one.event, UserMessage)] == ["clean up", "go on"]


def test_openai_errors_keep_their_kind_their_body_and_their_headers(gpt: openai.OpenAI, upstream: Upstream) -> None:
    body = {"error": {"message": "slow down", "type": "requests", "param": None, "code": "rate_limit_exceeded"}}
    upstream.replies = [whole(body, status=429), whole({"error": {"message": "no such key"}}, status=401), Reply([b"<html>"], 503)]
    upstream.replies[0].headers["retry-after"] = "7"

    with pytest.raises(openai.RateLimitError) as slow:
        gpt.chat.completions.create(model="gpt-x", messages=HI, stream=True)
    with pytest.raises(openai.AuthenticationError):
        gpt.responses.create(model="gpt-x", input="hi")
    with pytest.raises(openai.InternalServerError):
        gpt.chat.completions.create(model="gpt-x", messages=HI)

    assert (slow.value.code, slow.value.response.headers["retry-after"]) == ("rate_limit_exceeded", "7")


def test_the_openai_client_tries_again_and_it_is_told_once(url: str, upstream: Upstream, layer: Layer) -> None:
    upstream.replies = [whole({"error": {}}, status=500), whole(wires.chat_whole("Yes."))]
    upstream.replies[0].headers["retry-after-ms"] = "1"

    with openai.OpenAI(api_key=KEY, base_url=f"{url}/v1", max_retries=1, timeout=PATIENCE, default_headers=SESSION) as gpt:
        gpt.chat.completions.create(model="gpt-x", messages=HI)

    assert len(upstream.seen) == 2
    assert kinds(layer) == ["UserMessage", "AgentText"]


def test_a_stream_that_breaks_off_is_an_error_for_the_openai_client(gpt: openai.OpenAI, upstream: Upstream) -> None:
    upstream.replies = [stream(*wires.chat_stream(calls=(RM,))[:8], breaks=True)]
    got: list[Any] = []

    with pytest.raises(openai.APIConnectionError):
        got.extend(gpt.chat.completions.create(model="gpt-x", messages=HI, stream=True))

    assert got
    assert not any(choice.delta.tool_calls for chunk in got for choice in chunk.choices)


def test_closing_an_openai_stream_hangs_up_on_the_provider(gpt: openai.OpenAI, upstream: Upstream) -> None:
    upstream.replies = [stream(*wires.chat_stream()[:2], hangs=True)]

    answer = gpt.chat.completions.create(model="gpt-x", messages=HI, stream=True)
    next(iter(answer))
    answer.close()

    assert upstream.left.wait(PATIENCE)


def test_cancelling_a_task_of_the_openai_client_hangs_up_on_the_provider(url: str, upstream: Upstream) -> None:
    upstream.replies = [Reply(hangs=True)]

    async def cancelled() -> None:
        async with openai.AsyncOpenAI(api_key=KEY, base_url=f"{url}/v1", max_retries=0, timeout=PATIENCE) as gpt:
            asking = asyncio.ensure_future(gpt.responses.create(model="gpt-x", input="hi"))
            await asyncio.to_thread(upstream.arrived.acquire, timeout=PATIENCE)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking

    asyncio.run(cancelled())

    assert upstream.left.wait(PATIENCE)


def test_what_the_proxy_does_not_know_works_as_ever(gpt: openai.OpenAI, upstream: Upstream) -> None:
    upstream.replies = [whole({"object": "list", "data": [{"id": "gpt-x", "object": "model", "created": 1, "owned_by": "me"}]})]

    assert [model.id for model in gpt.models.list()] == ["gpt-x"]


# ── Anthropic ──


def test_messages_stream_their_words_and_the_calls_that_are_allowed(
    claude: "anthropic.Anthropic", upstream: Upstream, layer: Layer
) -> None:
    upstream.replies = [stream(*wires.message_stream(calls=(RM, LS), ids=IDS))]

    with claude.messages.stream(model="claude-x", max_tokens=99, messages=HI, tools=MESSAGE_TOOLS) as answer:
        for _ in answer:
            pass
        done = answer.get_final_message()

    assert [block.type for block in done.content] == ["text", "text", "tool_use"]
    assert [(block.id, block.input) for block in done.content if block.type == "tool_use"] == [(IDS[1], LS)]
    assert done.stop_reason == "tool_use"
    assert kinds(layer) == ["UserMessage", "AgentText", "ToolCall", "ToolCall"]


@pytest.mark.parametrize("streams", [True, False])
def test_a_message_with_nothing_left_to_run_has_ended_its_turn(claude: "anthropic.Anthropic", upstream: Upstream, streams: bool) -> None:
    calls = (RM,)
    upstream.replies = [stream(*wires.message_stream(calls=calls)) if streams else whole(wires.message_whole(calls=calls))]

    if streams:
        with claude.messages.stream(model="claude-x", max_tokens=99, messages=HI, tools=MESSAGE_TOOLS) as answer:
            done: Any = answer.get_final_message()
    else:
        done = claude.messages.create(model="claude-x", max_tokens=99, messages=HI, tools=MESSAGE_TOOLS)

    assert done.stop_reason == "end_turn"
    assert [block.type for block in done.content] == ["text", "text"]


def test_an_agent_of_anthropics_goes_round_with_its_tools(claude: "anthropic.Anthropic", upstream: Upstream, layer: Layer) -> None:
    upstream.replies = [stream(*wires.message_stream(calls=(LS, LS), ids=IDS)), whole(wires.message_whole("Two files."))]
    history: list[Any] = [*HI]

    with claude.messages.stream(model="claude-x", max_tokens=99, messages=history, tools=MESSAGE_TOOLS) as answer:
        first = answer.get_final_message()
    results = [{"type": "tool_result", "tool_use_id": id, "content": "a.py"} for id in IDS]
    history += [{"role": "assistant", "content": first.content}, {"role": "user", "content": results}]
    claude.messages.create(model="claude-x", max_tokens=99, messages=history, tools=MESSAGE_TOOLS)

    told = [one.event for one in layer.store.events("s")]
    assert [event.id for event in told if isinstance(event, ToolCall)] == list(IDS)
    assert [event.id for event in told if isinstance(event, ToolResult)] == list(IDS)


def test_tokens_are_counted(claude: "anthropic.Anthropic", upstream: Upstream, layer: Layer) -> None:
    upstream.replies = [whole({"input_tokens": 12})]

    assert claude.messages.count_tokens(model="claude-x", messages=HI).input_tokens == 12
    assert kinds(layer) == []


def test_anthropic_errors_keep_their_kind_and_their_headers(claude: "anthropic.Anthropic", upstream: Upstream) -> None:
    import anthropic

    busy = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    frames = wires.message_stream()
    upstream.replies = [whole(busy, status=529), stream(*frames[:4], wires.data(busy, "error"))]
    upstream.replies[0].headers["retry-after"] = "3"

    with pytest.raises(anthropic.APIStatusError) as at_once:
        claude.messages.create(model="claude-x", max_tokens=9, messages=HI)
    with (
        pytest.raises(anthropic.APIStatusError, match="Overloaded"),
        claude.messages.stream(model="claude-x", max_tokens=9, messages=HI) as answer,
    ):
        answer.get_final_message()

    assert (at_once.value.status_code, at_once.value.response.headers["retry-after"]) == (529, "3")


def test_a_provider_that_is_not_there_is_an_error_that_the_clients_know(layer: Layer) -> None:
    import anthropic

    with served(create(layer, "http://127.0.0.1:9")) as url:
        with anthropic.Anthropic(api_key=KEY, base_url=url, max_retries=0) as claude, pytest.raises(anthropic.InternalServerError) as one:
            claude.messages.create(model="claude-x", max_tokens=9, messages=HI)
        with openai.OpenAI(api_key=KEY, base_url=f"{url}/v1", max_retries=0) as gpt, pytest.raises(openai.InternalServerError) as other:
            gpt.responses.create(model="gpt-x", input="hi")

    assert "cannot be reached" in str(one.value)
    assert "cannot be reached" in str(other.value)


def test_leaving_an_anthropic_stream_hangs_up_on_the_provider(claude: "anthropic.Anthropic", upstream: Upstream) -> None:
    upstream.replies = [stream(*wires.message_stream()[:4], hangs=True)]

    with claude.messages.stream(model="claude-x", max_tokens=99, messages=HI) as answer:
        next(iter(answer))

    assert upstream.left.wait(PATIENCE)


def test_a_correction_to_one_client_guides_the_other(
    gpt: openai.OpenAI, claude: "anthropic.Anthropic", upstream: Upstream, layer: Layer
) -> None:
    upstream.replies = [
        whole(wires.chat_whole("npm install lodash")),
        whole(wires.chat_whole("Sorry.")),
        whole(wires.message_whole("Yes.")),
    ]
    history: list[Any] = [{"role": "user", "content": "add lodash"}]
    first = gpt.chat.completions.create(model="gpt-x", messages=history)
    history += [first.choices[0].message.model_dump(exclude_none=True), {"role": "user", "content": "no, use pnpm instead of npm"}]
    gpt.chat.completions.create(model="gpt-x", messages=history)

    claude.messages.create(
        model="claude-x", max_tokens=9, messages=[{"role": "user", "content": "add react"}], extra_headers={"x-habitus-session": "other"}
    )

    assert "Use pnpm instead of npm." in upstream.seen[2].body.decode()
    assert len(layer.store.lessons().rules()) == 1
