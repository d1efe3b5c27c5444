"""What every rule compiles to, whoever wrote it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from habitus.types import Act, Session, Verdict, When

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SHOWN = 97
"""Characters of an argument that a message quotes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A tool call as rules see it: its action named, its target spelled one way."""

    tool: str
    action: str
    target: str
    args: Mapping[str, Any]
    error: str | None = None
    """Set after the call, where it failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    id: str
    when: When
    action: Act
    on: frozenset[str]
    """The actions it looks at; empty means every call."""
    message: str
    fires: Callable[[Session, Call, int], bool]
    limit: int = 0
    """The number that a setting may change; what it counts is the rule's business."""
    description: str = ""
    """One line for a person, and for the list in the system prompt."""

    def verdict(self, call: Call) -> Verdict:
        return Verdict(rule=self.id, action=self.action, when=self.when, message=fill(self.message, call, self.limit))


def fill(message: str, call: Call, limit: int) -> str:
    """Put a call's words into a message, once: what they contain is never read as a placeholder, a heading or a new line."""
    words = {"target": call.target, "tool": call.tool, "limit": str(limit)}
    return re.sub(r"\{(target|tool|limit)\}", lambda found: quoted(words[found[1]]), message)


def quoted(text: str) -> str:
    flat = " ".join("".join(c if c.isprintable() else " " for c in text).split()).replace("[", "(").replace("]", ")")
    return flat if len(flat) <= SHOWN else flat[:SHOWN] + "…"
