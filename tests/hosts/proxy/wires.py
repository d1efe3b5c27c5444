"""Answers as the providers write them, on the wire and in one piece."""

from __future__ import annotations

import json
from typing import Any

RM = {"command": "rm -rf / --no-preserve-root"}
LS = {"command": "ls -la"}


def data(value: Any, event: str = "") -> bytes:
    head = f"event: {event}\n" if event else ""
    return f"{head}data: {json.dumps(value)}\n\n".encode()


# ── Chat Completions ──


def chunk(delta: dict[str, Any], finish: str | None = None, index: int = 0) -> dict[str, Any]:
    choice = {"index": index, "delta": delta, "logprobs": None, "finish_reason": finish}
    head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1767225600, "model": "gpt-x", "x_unknown": [1.50]}
    return {**head, "choices": [choice]}


def piece(index: int, args: str, id: str = "", name: str = "") -> dict[str, Any]:
    first = {"id": id, "type": "function", "function": {"name": name, "arguments": args}} if id else {"function": {"arguments": args}}
    return {"tool_calls": [{"index": index, **first}]}


def chat_stream(text: str = "Let me look.", calls: tuple[dict[str, Any], ...] = (), ids: tuple[str, ...] = ()) -> list[bytes]:
    found = [chunk({"role": "assistant", "content": ""})]
    found += [chunk({"content": word}) for word in text.split(" ")]
    for n, args in enumerate(calls):
        spelled = json.dumps(args)
        found.append(chunk(piece(n, "", ids[n] if ids else f"call_{n}", "Bash")))
        found += [chunk(piece(n, spelled[at : at + 7])) for at in range(0, len(spelled), 7)]
    found.append(chunk({}, "tool_calls" if calls else "stop"))
    usage = {**chunk({}), "choices": [], "usage": {"prompt_tokens": 9, "completion_tokens": 5, "total_tokens": 14}}
    return [*map(data, found), data(usage), b"data: [DONE]\n\n"]


def chat_whole(text: str | None = "Let me look.", calls: tuple[dict[str, Any], ...] = (), ids: tuple[str, ...] = ()) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": text, "refusal": None}
    if calls:
        message["tool_calls"] = [
            {"id": ids[n] if ids else f"call_{n}", "type": "function", "function": {"name": "Bash", "arguments": json.dumps(args)}}
            for n, args in enumerate(calls)
        ]
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "tool_calls" if calls else "stop"}
    usage = {"prompt_tokens": 9, "completion_tokens": 5, "total_tokens": 14}
    return {"id": "chatcmpl-1", "object": "chat.completion", "created": 1767225600, "model": "gpt-x", "choices": [choice], "usage": usage}


# ── Anthropic Messages ──


def message_stream(text: str = "Let me look.", calls: tuple[dict[str, Any], ...] = (), ids: tuple[str, ...] = ()) -> list[bytes]:
    start: dict[str, Any] = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-x", "content": [], "stop_reason": None,
             "stop_sequence": None, "usage": {"input_tokens": 9, "output_tokens": 1}}  # fmt: skip
    found: list[dict[str, Any]] = [{"type": "message_start", "message": start}, {"type": "ping"}]
    found.append({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}})
    found += [{"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": word}} for word in text.split(" ")]
    found.append({"type": "content_block_stop", "index": 0})
    for n, args in enumerate(calls, 1):
        spelled = json.dumps(args)
        block = {"type": "tool_use", "id": ids[n - 1] if ids else f"toolu_{n}", "name": "Bash", "input": {}}
        found.append({"type": "content_block_start", "index": n, "content_block": block})
        for at in range(0, len(spelled), 9):
            delta = {"type": "input_json_delta", "partial_json": spelled[at : at + 9]}
            found.append({"type": "content_block_delta", "index": n, "delta": delta})
        found.append({"type": "content_block_stop", "index": n})
    stop = {"stop_reason": "tool_use" if calls else "end_turn", "stop_sequence": None}
    found += [{"type": "message_delta", "delta": stop, "usage": {"output_tokens": 7}}, {"type": "message_stop"}]
    return [data(one, one["type"]) for one in found]


def message_whole(text: str = "Let me look.", calls: tuple[dict[str, Any], ...] = (), ids: tuple[str, ...] = ()) -> dict[str, Any]:
    content: list[dict[str, Any]] = [{"type": "text", "text": text}]
    for n, args in enumerate(calls, 1):
        content.append({"type": "tool_use", "id": ids[n - 1] if ids else f"toolu_{n}", "name": "Bash", "input": args})
    return {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-x", "content": content,
            "stop_reason": "tool_use" if calls else "end_turn", "stop_sequence": None,
            "usage": {"input_tokens": 9, "output_tokens": 5}}  # fmt: skip


# ── Responses ──


def item_text(text: str) -> dict[str, Any]:
    part = {"type": "output_text", "text": text, "annotations": [], "logprobs": []}
    return {"id": "msg_1", "type": "message", "status": "completed", "role": "assistant", "content": [part]}


def item_call(n: int, args: dict[str, Any], id: str = "") -> dict[str, Any]:
    spelled = json.dumps(args)
    return {
        "id": f"fc_{n}",
        "type": "function_call",
        "status": "completed",
        "call_id": id or f"call_{n}",
        "name": "Bash",
        "arguments": spelled,
    }


def response_whole(
    text: str = "Let me look.", calls: tuple[dict[str, Any], ...] = (), ids: tuple[str, ...] = (), id: str = "resp_1"
) -> dict[str, Any]:
    output = [item_text(text), *(item_call(n, args, ids[n - 1] if ids else "") for n, args in enumerate(calls, 1))]
    usage = {"input_tokens": 9, "output_tokens": 5, "total_tokens": 14, "input_tokens_details": {"cached_tokens": 0},
             "output_tokens_details": {"reasoning_tokens": 0}}  # fmt: skip
    return {"id": id, "object": "response", "created_at": 1767225600, "status": "completed", "model": "gpt-x", "output": output,
            "error": None, "incomplete_details": None, "instructions": None, "metadata": {}, "parallel_tool_calls": True,
            "temperature": 1.0, "tool_choice": "auto", "tools": [], "top_p": 1.0, "usage": usage}  # fmt: skip


def response_stream(
    text: str = "Let me look.", calls: tuple[dict[str, Any], ...] = (), ids: tuple[str, ...] = (), id: str = "resp_1"
) -> list[bytes]:
    done = response_whole(text, calls, ids, id)
    found: list[dict[str, Any]] = [{"type": "response.created", "response": {**done, "status": "in_progress", "output": []}}]
    at: dict[str, Any] = {"output_index": 0, "item_id": "msg_1", "content_index": 0}
    bare = {**done["output"][0], "content": []}
    found.append({"type": "response.output_item.added", "output_index": 0, "item": bare})
    found.append({"type": "response.content_part.added", **at, "part": {"type": "output_text", "text": "", "annotations": []}})
    found += [{"type": "response.output_text.delta", **at, "delta": word, "logprobs": []} for word in text.split(" ")]
    found.append({"type": "response.output_text.done", **at, "text": text, "logprobs": []})
    found.append({"type": "response.content_part.done", **at, "part": done["output"][0]["content"][0]})
    found.append({"type": "response.output_item.done", "output_index": 0, "item": done["output"][0]})
    for n, item in enumerate(done["output"][1:], 1):
        spot = {"output_index": n, "item_id": item["id"]}
        found.append({"type": "response.output_item.added", "output_index": n, "item": {**item, "arguments": "", "status": "in_progress"}})
        spelled = item["arguments"]
        for start in range(0, len(spelled), 8):
            found.append({"type": "response.function_call_arguments.delta", **spot, "delta": spelled[start : start + 8]})
        found.append({"type": "response.function_call_arguments.done", **spot, "arguments": spelled, "name": "Bash"})
        found.append({"type": "response.output_item.done", "output_index": n, "item": item})
    found.append({"type": "response.completed", "response": done})
    return [data({**one, "sequence_number": n}, one["type"]) for n, one in enumerate(found)]
