"""Nouns for tests, with what a test does not care about filled in."""

from datetime import UTC, datetime
from typing import Any

from habitus.doubles import FrozenClock
from habitus.types import Correction, Exchange, Origin, Rule, Scope, Signal, ToolCall, ToolResult, UserMessage

__all__ = ["START", "FrozenClock", "call", "correction", "result", "rule", "user"]

START = datetime(2026, 10, 1, 9, 0, tzinfo=UTC)


def user(text: str, *, session: str = "s1", at: datetime = START, **rest: Any) -> UserMessage:
    return UserMessage(session=session, at=at, text=text, **rest)


def call(
    tool: str, *, id: str = "c1", session: str = "s1", at: datetime = START, key: str = "", workspace: str = "", **args: Any
) -> ToolCall:
    return ToolCall(session=session, at=at, id=id, tool=tool, args=args, key=key or f"call:{id}", workspace=workspace)


def result(id: str = "c1", *, session: str = "s1", at: datetime = START, result: Any = "ok", error: str | None = None) -> ToolResult:
    return ToolResult(session=session, at=at, id=id, result=None if error else result, error=error, key=f"result:{id}")


def rule(text: str = "Use pnpm instead of npm.", *, id: str = "11111111-2222-8333-a444-555555555555", **rest: Any) -> Rule:
    values: dict[str, Any] = {
        "rule_type": "wrong_skill",
        "scope": Scope(),
        "origin": Origin(speaker="user", session="s1", event="4"),
        "confidence": 0.85,
        "created_at": START,
        "source": Exchange(request="add lodash", answer="[Bash] npm install", correction="no, use pnpm instead of npm"),
    }
    return Rule(id=id, text=text, **{**values, **rest})


def correction(said: str = "no, use pnpm instead of npm", *, id: str = "k1", at: datetime = START, tries: int = 0) -> Correction:
    return Correction(
        id=id,
        signal=Signal(rule_type="wrong_skill", confidence=0.85, quote=said, lang="en"),
        exchange=Exchange(request="add lodash", answer="[Bash] npm install", correction=said),
        origin=Origin(speaker="user", session="s1", event="4"),
        at=at,
        tries=tries,
    )
