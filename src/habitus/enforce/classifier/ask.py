"""What the model is asked: our words and the operator's as instructions, everybody else's as material."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from habitus.enforce.classifier.lines import NAME, REMARK, fill, line, middle
from habitus.types import AgentText, Question, ToolCall, ToolResult, UserMessage

if TYPE_CHECKING:
    from collections.abc import Iterable

    from habitus.enforce.check import Check
    from habitus.enforce.classifier.options import Options
    from habitus.enforce.classifier.words import Term
    from habitus.types import Event, Session

ANSWER = 500
"""Tokens of the answer: three words and a handful of sentences, twice over."""
MESSAGE = 4000
"""Characters of the message."""
HISTORY = 4000
"""Characters of what was said before it; the latest count."""
TOOLS = 60
"""Tools that are named, of the hundreds that an agent may have."""
ENTRIES = 30
"""Rules, counters and flags that are named: more do not help a judgement that takes a second."""


REMARKS = (UserMessage, AgentText, ToolCall, ToolResult)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """How the agent should go about this turn."""

    complexity: str = ""
    approach: str = ""
    risk_level: str = ""
    directives: tuple[str, ...] = ()
    skip_reason: str | None = None


def question(
    options: Options,
    *,
    message: str,
    session: Session,
    checks: Iterable[Check] = (),
    tools: Iterable[str] = (),
    history: Iterable[Event] = (),
    max_tokens: int = ANSWER,
) -> Question:
    """The material is JSON, so that no text in it can end its own field and begin another."""
    import json

    shown = options.context
    material: dict[str, Any] = {"message": middle(message, MESSAGE)}
    if shown.recent_history and shown.history_depth:
        material["earlier"] = _earlier(history, message, session, shown.history_depth)
    if shown.tool_inventory:
        material["tools"] = [line(tool, NAME) for tool in islice(tools, TOOLS)]
    if shown.session_state:
        material["session"] = _state(session)
    if shown.workspace_info:
        material["workspace"] = {"folder": line(session.workspace, REMARK), "agent": line(session.agent, NAME)}
    return Question(
        instructions=_instructions(options, checks),
        material=json.dumps({name: value for name, value in material.items() if value}, ensure_ascii=False, indent=1),
        purpose="turn classification",
        item=session.key,
        max_tokens=max_tokens,
    )


@cache
def _prompt() -> tuple[str, str]:
    """The part that `system_prompt` replaces, and the part that always holds."""
    upper, _, lower = (Path(__file__).parent / "classifier.md").read_text(encoding="utf-8").partition("\n---\n")
    return upper.strip(), lower.strip()


def _instructions(options: Options, checks: Iterable[Check]) -> str:
    upper, lower = _prompt()
    rules = [f"- {line(check.description or check.id, REMARK)}" for check in checks if not check.shadow]
    words = {
        "complexity_levels": _listed(options.complexity_levels),
        "approaches": _listed(options.approaches),
        "risk_levels": _listed(options.risk_levels),
        "max_directives": str(options.max_directives),
        "rules": "\n".join(rules[:ENTRIES]) or "(none)",
    }
    return f"{options.system_prompt.strip() or upper}\n\n{fill(lower, words)}"


def _listed(terms: tuple[Term, ...]) -> str:
    return "\n".join(_explained(term) for term in terms)


def _explained(term: Term) -> str:
    label = f" ({line(term.label, NAME)})" if term.label else ""
    when = f": {line(term.when, REMARK)}" if term.when else ""
    behavior = f" → {line(term.behavior, REMARK)}" if term.behavior else ""
    return f"- {term.name}{label}{when}{behavior}"


def _earlier(history: Iterable[Event], message: str, session: Session, depth: int) -> list[str]:
    """The latest remarks, oldest first. Without a history: the exchange that the session itself remembers."""
    events = deque((event for event in history if isinstance(event, REMARKS)), maxlen=depth + 1)
    if events and isinstance(events[-1], UserMessage) and events[-1].text == message:
        events.pop()
    told = [_told(event) for event in events]
    if not told and session.request and not message.startswith(session.request):
        told = [f"user: {session.request}", *([f"agent: {session.answer}"] if session.answer else [])]
    kept: deque[str] = deque()
    left = HISTORY
    for said in reversed(told[-depth:]):
        short = middle(said, REMARK)
        left -= len(short)
        if left < 0:
            break
        kept.appendleft(short)
    return list(kept)


def _told(event: Event) -> str:
    match event:
        case UserMessage():
            return f"user: {event.text}"
        case AgentText():
            return f"agent: {event.text}"
        case ToolCall():
            return f"call: {event.tool} " + ", ".join(f"{name}={str(value)[:120]}" for name, value in islice(event.args.items(), 4))
        case ToolResult():
            return f"error: {event.error}" if event.error is not None else f"result: {event.result}"
    return ""


def _state(session: Session) -> dict[str, Any]:
    counts = {**{name: len(members) for name, members in session.sets.items()}, **session.counters}
    return {
        "turn": session.turn,
        "calls": session.calls,
        "counts": {line(name, NAME): count for name, count in islice(counts.items(), ENTRIES) if count},
        "flags": [line(name, NAME) for name, on in islice(session.flags.items(), ENTRIES) if on],
        "rules that spoke": {line(rule, NAME): fired.times for rule, fired in islice(session.fired.items(), ENTRIES)},
    }
