"""OpenAI's messages: of the Chat Completions API and of fine-tuning files, and the items of the Responses API. One message in, parts out.

Tool results carry no mark of failure there: their first words tell (`parts.FAILED`), or an `error` in the object that they spell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from habitus.hosts.transcripts.parts import Part, answered, args, text

if TYPE_CHECKING:
    from collections.abc import Mapping

ITEMS = frozenset({
    "message", "function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output", "local_shell_call",
    "local_shell_call_output", "reasoning", "web_search_call", "file_search_call", "mcp_call", "shell_call", "shell_call_output",
    "apply_patch_call", "apply_patch_call_output", "computer_call", "computer_call_output", "item_reference", "compaction",
})  # fmt: skip


def parts(message: Mapping[str, Any]) -> list[Part]:
    kind = message.get("type")
    if isinstance(kind, str) and kind in ITEMS and kind != "message":
        return item(kind, message)
    match message.get("role"):
        case "user" | "human":
            return [Part("user", said) for said in _texts(message.get("content"))]
        case "assistant" | "model" | "ai":
            return [*(Part("text", said) for said in _texts(message.get("content"))), *_calls(message)]
        case "tool" | "function":
            told = text(message.get("content"))
            id = str(message.get("tool_call_id") or message.get("name") or "")
            return [answered(id, told, failed=True if _says_error(message) else None)]
    return []


def item(kind: str, message: Mapping[str, Any]) -> list[Part]:
    """An item of the Responses API that is not a message."""
    id = str(message.get("call_id") or message.get("id") or "")
    if kind.endswith("_output"):
        return [output(id, message)]
    if kind in ("function_call", "custom_tool_call", "mcp_call"):
        given = message.get("input") if kind == "custom_tool_call" else message.get("arguments")
        call = Part("call", id=id, tool=str(message.get("name") or ""), args=args(given))
        return [call, output(id, message)] if message.get("output") or message.get("error") else [call]
    if kind.endswith("_call"):
        return [Part("call", id=id, tool=kind.removesuffix("_call"), args=_action(message))]
    return []


def output(id: str, message: Mapping[str, Any]) -> Part:
    told = message.get("output") if message.get("output") is not None else message.get("error")
    failed = True if _says_error(message) else None
    if isinstance(told, dict):
        failed = True if told.get("success") is False else failed
        told = told.get("content", told)
    return answered(id, text(told), failed=failed)


def _says_error(message: Mapping[str, Any]) -> bool:
    return bool(message.get("is_error") or message.get("error")) or message.get("status") in ("error", "failed", "incomplete")


def _action(message: Mapping[str, Any]) -> Mapping[str, Any]:
    action = message.get("action", message.get("operation"))
    if not isinstance(action, dict):
        return args(message.get("queries") or action)
    return {name: value for name, value in action.items() if name != "type" and value is not None}


def _calls(message: Mapping[str, Any]) -> list[Part]:
    made = message.get("tool_calls")
    found = [_call(call) for call in made if isinstance(call, dict)] if isinstance(made, list) else []
    old = message.get("function_call")
    if isinstance(old, dict):
        found.append(Part("call", id=str(old.get("name") or ""), tool=str(old.get("name") or ""), args=args(old.get("arguments"))))
    return found


def _call(call: Mapping[str, Any]) -> Part:
    """As the API writes it; as frameworks flatten it, `{id, name, args}`."""
    inner = call.get("function", call.get("custom"))
    inner = inner if isinstance(inner, dict) else call
    given = next((inner[name] for name in ("arguments", "args", "input") if name in inner), None)
    return Part("call", id=str(call.get("id") or ""), tool=str(inner.get("name") or ""), args=args(given))


def _texts(content: Any) -> list[str]:
    """Each block of text by itself: a host's own note in one of them is then no reason to lose the others."""
    blocks = [content] if isinstance(content, str) else content if isinstance(content, list) else []
    said = [block if isinstance(block, str) else block.get("text") for block in blocks if isinstance(block, (str, dict))]
    return [one for one in said if isinstance(one, str) and one.strip()]
