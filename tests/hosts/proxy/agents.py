"""Clients of a desk, without a wire between: each keeps its history and repeats it with every request."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any

from habitus.hosts.proxy import anthropic, openai_chat, openai_responses
from habitus.hosts.proxy.taking import Client
from habitus.hosts.proxy.wire import Answer
from habitus.hosts.transcripts.parts import Part

if TYPE_CHECKING:
    from habitus.hosts.proxy.desk import Desk, Visit

APIS: dict[str, Any] = {"chat": openai_chat, "anthropic": anthropic, "responses": openai_responses}
_numbers = itertools.count(1)


def drawn() -> str:
    """An id such as a provider draws."""
    return f"call_Zq8{next(_numbers):06}xKw2LmNvB"


class Agent:
    def __init__(self, desk: Desk, api: str = "chat", **client: Any) -> None:
        self.desk, self.name, self.api = desk, api, APIS[api]
        self.client = Client(**{"who": "k", **client})
        self.history: list[Any] = []
        self.sent: list[str] = []
        self.more: dict[str, Any] = {"tools": [{"name": "Bash"}]}

    def ask(self, **fields: Any) -> Visit:
        """Send the history as it is."""
        text = json.dumps({"model": "m", self.api.LIST: self.history, **self.more, **fields}, separators=(",", ":"), ensure_ascii=False)
        visit = self.desk.take(self.api, text, self.client)
        if visit.is_urgent:
            self.desk.prepare(visit)
        self.sent.append(self.desk.sent(visit))
        return visit

    def say(self, text: str) -> None:
        self.history.append({"role": "user", "content": text})

    def answered(self, visit: Visit, text: str = "", **calls: Any) -> list[str | None]:
        """The model answers with words and calls of `Bash`, by id; the client keeps what it gets of them."""
        made = [Part("call", id=id, tool="Bash", args=args) for id, args in calls.items()]
        refusals = self.desk.rule(visit, made, text)
        answer = Answer()
        answer.words = [text, *(why for why in refusals if why)]
        answer.calls = [call.id for call, why in zip(made, refusals, strict=True) if why is None]
        self.desk.leave(visit, [answer])
        self.keep("".join(answer.words), {call.id: call.args for call in made if call.id in answer.calls})
        return refusals

    def keep(self, text: str, calls: dict[str, Any]) -> None:
        if self.name == "chat":
            made = [
                {"id": id, "type": "function", "function": {"name": "Bash", "arguments": json.dumps(args)}} for id, args in calls.items()
            ]
            self.history.append({"role": "assistant", "content": text} | ({"tool_calls": made} if made else {}))
        elif self.name == "anthropic":
            blocks: list[Any] = [{"type": "text", "text": text}] if text else []
            blocks += [{"type": "tool_use", "id": id, "name": "Bash", "input": args} for id, args in calls.items()]
            self.history.append({"role": "assistant", "content": blocks})
        else:
            if text:
                part = {"type": "output_text", "text": text}
                self.history.append({"type": "message", "role": "assistant", "content": [part]})
            self.history += [
                {"type": "function_call", "call_id": id, "name": "Bash", "arguments": json.dumps(args)} for id, args in calls.items()
            ]

    def result(self, **results: str) -> None:
        if self.name == "chat":
            self.history += [{"role": "tool", "tool_call_id": id, "content": text} for id, text in results.items()]
        elif self.name == "anthropic":
            blocks: list[Any] = [{"type": "tool_result", "tool_use_id": id, "content": text} for id, text in results.items()]
            blocks = [block | ({"is_error": True} if block["content"].startswith("Error") else {}) for block in blocks]
            self.history.append({"role": "user", "content": blocks})
        else:
            self.history += [{"type": "function_call_output", "call_id": id, "output": text} for id, text in results.items()]

    def turn(self, said: str, text: str = "Done.") -> Visit:
        self.say(said)
        visit = self.ask()
        self.answered(visit, text)
        return visit

    def session(self, visit: Visit) -> str:
        return visit.talk.session

    def list_sent(self, n: int = -1) -> str:
        """The list as the provider got it, without its closing bracket."""
        sent = self.sent[n]
        start = sent.index(f'"{self.api.LIST}":[')
        _, end = json.JSONDecoder().raw_decode(sent, sent.index("[", start))
        return sent[sent.index("[", start) : end - 1]
