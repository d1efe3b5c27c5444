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
    from habitus.parse.written import Written
    from habitus.types import Act, Session, When

SHOWN = 97
"""Characters of an argument that a message quotes."""

REASON = 300
"""Characters of a rule's own reason: its words, and an argument that it quotes."""

MADE, SHORT = 256, 500
"""Verdicts of a check that are kept, and the characters of a word they may be kept with: a file's name, but no file."""


class Call:
    """A tool call as rules see it: its action named, its target spelled one way, its command parsed if anybody asks."""

    __slots__ = (
        "_command", "_exists", "_held", "_script", "_written", "action", "args", "branch", "error", "nth", "result", "target", "text",
        "tool", "workspace",
    )  # fmt: skip

    def __init__(
        self,
        *,
        tool: str,
        action: str,
        target: str = "",
        args: Mapping[str, Any],
        workspace: str = "",
        branch: str = "",
        nth: int = 0,
        result: Any = None,
        error: str | None = None,
        text: str = "",
        exists: Callable[[str], bool] | None = None,
        held: Callable[[str], str | None] | None = None,
    ) -> None:
        self.tool = tool
        self.action = action
        self.target = target
        self.args = args
        self.workspace = workspace
        self.branch = branch
        self.nth = nth
        self.result = result
        self.error = error
        self.text = text
        self._exists = exists
        self._held = held
        self._written: tuple[Written, ...] | None = None
        self._command: str | None = None
        self._script: Script | None = None

    @property
    def command(self) -> str:
        if self._command is None:
            self._command = actions.command(self.args) if self.action == "bash" else ""
        return self._command

    @property
    def script(self) -> Script:
        if self._script is None:
            from habitus.parse.shell import commands

            self._script = commands(self.command, self.workspace)
        return self._script

    @property
    def written(self) -> tuple[Written, ...]:
        """What it puts into files."""
        if self._written is None:
            from habitus.parse.written import by_shell, by_tool

            is_shell = self.action == "bash"
            self._written = by_shell(self.script, self.workspace) if is_shell else by_tool(self.target, self.args, self.workspace)
        return self._written

    def adds(self, count: Callable[[str], int], one: Written) -> bool:
        """Is there more of it afterwards? The disk is asked only about a file that is written over, and where nobody can know: no."""
        new = count(one.new)
        if not new:
            return False
        old = one.old if one.old is not None else self._held(one.path) if self._held else ""
        return old is not None and new > count(old)

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
        if last is not None and session.turn - last.turn < self.turns:
            return False
        calls = session.calls + is_before  # the call at hand counts, before it runs as after
        if self.first_after and calls <= self.first_after:
            return False
        if last is None:
            return True
        if (self.max_fires and last.times >= self.max_fires) or calls - last.call < self.calls:
            return False
        return not self.seconds or now - last.at >= self.seconds  # a clock may be set back: it is asked only where seconds count


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
    narrowed: Callable[[str], Callable[[Session, Call, int], bool | str] | None] | None = None
    """What is left to ask once the tool's name is known; it answers None where that is nothing."""

    def verdict(self, call: Call, session: Session, reason: bool | str = True) -> Verdict:
        return speaker(self)(call, session, reason)


PLACEHOLDER = re.compile(r"\{(\w+)(?::([^{}]+))?\}")

WORDS: dict[str, Callable[[Call, Session, str], str | int]] = {
    "target": lambda call, session, key: call.target or call.subject,
    "tool": lambda call, session, key: call.tool,
    "turn": lambda call, session, key: session.turn,
    "tool_calls_this_turn": lambda call, session, key: call.nth or session.calls_this_turn + 1,
    "consecutive_same_tool": lambda call, session, key: call.streak(session),
    "param": lambda call, session, key: str(call.args.get(key, "")),
    "counter": lambda call, session, key: session.counters.get(key, 0),
    "set_count": lambda call, session, key: len(session.sets.get(key, ())),
    "flag": lambda call, session, key: str(session.flags.get(key, False)).lower(),
}
"""What a message may quote. Anything else in braces stays as it is."""


def fill(message: str, call: Call, session: Session, *, limit: int = 0, reason: str = "") -> str:
    """Put a call's words into a message, once: what they contain is never read as a placeholder, a heading or a new line."""
    fixed = {"limit": str(limit), "reason": quoted(reason, REASON)}
    parts = [
        part if isinstance(part, str) else fixed[part[0]] if part[0] in fixed else quoted(str(WORDS[part[0]](call, session, part[1])))
        for part in _parts(message)
    ]
    return "".join(parts)


@lru_cache(maxsize=4096)
def _parts(message: str) -> tuple[str | tuple[str, str], ...]:
    """A message taken apart: text, word, text, and so on."""
    parts: list[str | tuple[str, str]] = []
    end = 0
    for found in PLACEHOLDER.finditer(message):
        if found[1] in WORDS or found[1] in ("limit", "reason"):
            parts += [message[end : found.start()], (found[1], found[2] or "")]
            end = found.end()
    return (*parts, message[end:])


def speaker(check: Check) -> Callable[[Call, Session, bool | str], Verdict]:
    """How a check speaks. Most messages quote nothing, or one word, and often the same one again: a verdict that was made is kept."""
    id, when, action, limit, message = check.id, check.when, check.action, check.limit, check.message
    parts = _parts(message)
    if len(parts) == 1:
        always = Verdict(id, action, when, message)
        return lambda call, session, reason: always
    head, word, tail = parts[0], parts[1], parts[2]
    if len(parts) > 3 or word[0] not in WORDS:
        return lambda call, session, reason: Verdict(
            id, action, when, fill(message, call, session, limit=limit, reason=reason if isinstance(reason, str) else "")
        )
    key, value = word[1], WORDS[word[0]]
    made = Made(lambda said: Verdict(id, action, when, f"{head}{quoted(str(said))}{tail}"))
    if word[0] == "target":  # what most messages quote is looked up here: a detour less at nearly every verdict
        return lambda call, session, reason: made[call.target or call.subject]
    if word[0] == "counter":
        return lambda call, session, reason: made[session.counters.get(key, 0)]
    return lambda call, session, reason: made[value(call, session, key)]


class Made(dict[str | int, Verdict]):
    """Verdicts of a check that were made, by the word that they quote. Words come from outside: they must not grow without end."""

    def __init__(self, make: Callable[[str | int], Verdict]) -> None:
        self._make = make

    def __missing__(self, said: str | int) -> Verdict:
        verdict = self._make(said)
        if isinstance(said, int) or len(said) < SHORT:
            if len(self) == MADE:
                self.clear()
            self[said] = verdict
        return verdict


PLAIN = re.compile(r"[!-Z\\^-~]*").fullmatch
"""Words that can be quoted as they are: printable ASCII without blanks and brackets."""


def quoted(text: str, most: int = SHOWN) -> str:
    if len(text) <= most and PLAIN(text):
        return text
    flat = " ".join("".join(c if c.isprintable() else " " for c in text).split()).replace("[", "(").replace("]", ")")
    return flat if len(flat) <= most else flat[:most] + "…"
