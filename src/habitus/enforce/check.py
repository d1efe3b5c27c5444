"""What every rule compiles to, whoever wrote it; and the call as rules see it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.parse import actions
from habitus.types import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from habitus.parse.shell import Script
    from habitus.types import Act, Session, When

SHOWN = 97
"""Characters of an argument that a message quotes."""


class Call:
    """A tool call as rules see it: its action named, its target spelled one way, its command parsed if anybody asks."""

    __slots__ = ("_exists", "action", "args", "error", "nth", "result", "target", "text", "tool", "workspace")

    def __init__(
        self,
        *,
        tool: str,
        action: str,
        target: str = "",
        args: Mapping[str, Any],
        workspace: str = "",
        nth: int = 0,
        result: Any = None,
        error: str | None = None,
        text: str = "",
        exists: Callable[[str], bool] | None = None,
    ) -> None:
        self.tool = tool
        self.action = action
        self.target = target
        self.args = args
        self.workspace = workspace
        self.nth = nth
        self.result = result
        self.error = error
        self.text = text
        self._exists = exists

    @property
    def command(self) -> str:
        return actions.command(self.args) if self.action == "bash" else ""

    @property
    def script(self) -> Script:
        return _script(self.command, self.workspace)

    def streak(self, session: Session) -> int:
        """How many calls of this tool there are in a row, this one among them; the same before it runs and after."""
        if session.streak_tool != self.action:
            return 1
        return session.streak if self.nth else session.streak + 1

    @property
    def subject(self) -> str:
        return self.target or actions.subject(self.args)

    @property
    def is_on_disk(self) -> bool:
        try:
            return bool(self.target and self._exists and self._exists(self.target))
        except ValueError:
            return False  # a name that no disk can have


@lru_cache(maxsize=512)
def _script(command: str, workspace: str) -> Script:
    from habitus.parse import shell

    return shell.commands(command, workspace)


class Cooldown(NamedTuple):
    """How soon a rule may speak again. Nothing set: always."""

    calls: int = 0
    turns: int = 0
    seconds: float = 0.0
    max_fires: int = 0
    """0: as often as it likes."""
    first_after: int = 0
    """Calls of the session before it speaks at all."""

    def allows(self, rule: str, session: Session, now: float, *, is_before: bool) -> bool:
        last = session.fired.get(rule)
        calls = session.calls + is_before  # the call at hand counts, before it runs as after
        if (self.first_after and calls <= self.first_after) or (last and self.max_fires and last.times >= self.max_fires):
            return False
        if last is None:
            return True
        return calls - last.call >= self.calls and session.turn - last.turn >= self.turns and now - last.at >= self.seconds


class Check(NamedTuple):
    id: str
    when: When
    action: Act
    message: str
    fires: Callable[[Session, Call, int], bool | str]
    """Words instead of a yes are the reason, for `{reason}` in the message."""
    on: tuple[str, ...] = ("*",)
    """The tools it looks at, by any of their names."""
    limit: int = 0
    """The number that a setting may change; what it counts is the rule's business."""
    setting: str = ""
    """The name of that number in the settings, where it is not the rule's own."""
    description: str = ""
    """One line for a person, and for the list in the system prompt."""
    cooldown: Cooldown | None = None
    shadow: bool = False
    """Judge, record, say nothing."""

    def verdict(self, call: Call, session: Session, reason: bool | str = True) -> Verdict:
        message = fill(self.message, call, session, limit=self.limit, reason=reason if isinstance(reason, str) else "")
        return Verdict(rule=self.id, action=self.action, when=self.when, message=message)


PLACEHOLDER = re.compile(r"\{(\w+)(?::([^{}]+))?\}")

WORDS: dict[str, Callable[[Call, Session, str], object]] = {
    "target": lambda call, session, key: call.subject,
    "tool": lambda call, session, key: call.tool,
    "turn": lambda call, session, key: session.turn,
    "tool_calls_this_turn": lambda call, session, key: call.nth or session.calls_this_turn + 1,
    "consecutive_same_tool": lambda call, session, key: call.streak(session),
    "param": lambda call, session, key: call.args.get(key, ""),
    "counter": lambda call, session, key: session.counters.get(key, 0),
    "set_count": lambda call, session, key: len(session.sets.get(key, ())),
    "flag": lambda call, session, key: str(session.flags.get(key, False)).lower(),
}
"""What a message may quote. Anything else in braces stays as it is."""


def fill(message: str, call: Call, session: Session, *, limit: int = 0, reason: str = "") -> str:
    """Put a call's words into a message, once: what they contain is never read as a placeholder, a heading or a new line."""
    if "{" not in message:
        return message
    fixed = {"limit": str(limit), "reason": reason}

    def word(found: re.Match[str]) -> str:
        name, key = found[1], found[2] or ""
        if name in fixed:
            return quoted(fixed[name])
        return quoted(str(WORDS[name](call, session, key))) if name in WORDS else found[0]

    return PLACEHOLDER.sub(word, message)


def quoted(text: str) -> str:
    flat = " ".join("".join(c if c.isprintable() else " " for c in text).split()).replace("[", "(").replace("]", ")")
    return flat if len(flat) <= SHOWN else flat[:SHOWN] + "…"
