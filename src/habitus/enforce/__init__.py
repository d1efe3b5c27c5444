"""ToolCall -> Verdict: what the rules say about a call, before it runs and after, and about what the agent says. No I/O, no clock.

A blocking rule that crashes blocks; any other check that crashes is logged and lets the call through.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from habitus.parse import actions
from habitus.types import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from habitus.enforce.check import Call, Check, Cooldown
    from habitus.types import Session, When

Row: TypeAlias = (
    "tuple[Callable[[Session, Call, int], bool | str], int, Callable[[Call, Session, bool | str], Verdict], Cooldown | None, Check]"
)
"""A check as a tool meets it: what it asks, its number, how it speaks, and itself."""

TOOLS = 10_000
"""Tool names come from outside: what is remembered of them must not grow without end."""


class Said:
    """What the rules say, what those in shadow would have said, and the names of both for their cooldowns."""

    __slots__ = ("shadows", "verdicts")

    def __init__(self, verdicts: tuple[Verdict, ...] = (), shadows: tuple[Verdict, ...] = ()) -> None:
        self.verdicts = verdicts
        self.shadows = shadows

    def plus(self, other: Said) -> Said:
        if other is NOTHING:
            return self
        return other if self is NOTHING else Said(self.verdicts + other.verdicts, self.shadows + other.shadows)

    @property
    def fired(self) -> tuple[str, ...]:
        return tuple([verdict.rule for verdict in self.verdicts + self.shadows])


NOTHING = Said()


class Rules:
    """Checks sorted by what they look at: a call meets only those that concern it, however many others there are."""

    def __init__(self, checks: Iterable[Check]) -> None:
        self.checks = tuple(checks)
        self._by_tool: dict[When, dict[str, tuple[Row, ...]]] = {"pre_tool": {}, "post_tool": {}, "on_text": {}}

    def judge(self, when: When, session: Session, call: Call, now: float = 0.0) -> Said:
        try:
            rows = self._by_tool[when][call.tool]
        except KeyError:
            rows = self._sorted(when, call.tool)
        said: tuple[Verdict, ...] = ()
        shadows: tuple[Verdict, ...] = ()
        for fires, limit, speak, cooldown, check in rows:
            try:
                reason = fires(session, call, limit)
                if not reason or (cooldown and not cooldown.allows(check.id, session, now, is_before=when == "pre_tool")):
                    continue
                verdict = speak(call, session, reason)
            except (Exception, SystemExit):  # noqa: BLE001 - rules may be other people's code, and none may end a hook as if all were well
                broken = _broken(check, call)
                if broken is None:
                    continue
                verdict = broken
            if check.shadow:
                shadows += (verdict,)
            else:
                said += (verdict,)
        return Said(said, shadows) if said or shadows else NOTHING

    def _sorted(self, when: When, tool: str) -> tuple[Row, ...]:
        from habitus.enforce.check import speaker

        meant = [c for c in self.checks if c.when == when and any(actions.is_named(tool, trigger) for trigger in c.on)]
        asked = [(c.narrowed(tool) if c.narrowed else c.fires, c) for c in meant]
        rows = tuple((fires, check.limit, speaker(check), check.cooldown, check) for fires, check in asked if fires)
        if len(self._by_tool[when]) < TOOLS:
            self._by_tool[when][tool] = rows
        return rows

    def get(self, id: str) -> Check | None:
        return next((check for check in self.checks if check.id == id), None)


def _broken(check: Check, call: Call) -> Verdict | None:
    import logging

    blocks = check.action == "block"
    log = logging.getLogger("habitus.enforce")
    log.exception("rule %s crashed on a call of %s; %s", check.id, call.tool, "blocked" if blocks else "let through")
    message = f"The rule {check.id} could not be evaluated, so this call is not let through. Tell the user."
    return Verdict(rule=check.id, action="block", when=check.when, message=message) if blocks else None
