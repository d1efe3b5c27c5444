"""ToolCall -> Verdict: what the rules say about a call, before it runs and after, and about what the agent says. No I/O, no clock.

A blocking rule that crashes blocks; any other check that crashes is logged and lets the call through.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from habitus.parse import actions
from habitus.types import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from habitus.enforce.check import Call, Check
    from habitus.types import Session, When

TOOLS = 10_000
"""Tool names come from outside: what is remembered of them must not grow without end."""


class Said(NamedTuple):
    """What the rules say, what those in shadow would have said, and the names of both for their cooldowns."""

    verdicts: tuple[Verdict, ...] = ()
    shadows: tuple[Verdict, ...] = ()

    @property
    def fired(self) -> tuple[str, ...]:
        return tuple(verdict.rule for verdict in self.verdicts + self.shadows)


NOTHING = Said()


class Rules:
    """Checks sorted by what they look at: a call meets only those that concern it, however many others there are."""

    def __init__(self, checks: Iterable[Check]) -> None:
        self.checks = tuple(checks)
        self._by_tool: dict[tuple[When, str], tuple[Check, ...]] = {}

    def judge(self, when: When, session: Session, call: Call, now: float = 0.0) -> Said:
        checks = self._by_tool.get((when, call.tool))
        if checks is None:
            checks = self._sorted(when, call.tool)
        found: tuple[list[Verdict], list[Verdict]] | None = None
        for check in checks:
            try:
                reason = check.fires(session, call, check.limit)
                if not reason:
                    continue
                if check.cooldown and not check.cooldown.allows(check.id, session, now, is_before=when == "pre_tool"):
                    continue
                verdict = check.verdict(call, session, reason)
            except Exception:  # noqa: BLE001 - rules may be other people's code
                broken = _broken(check, call)
                if broken is None:
                    continue
                verdict = broken
            found = found or ([], [])
            found[check.shadow].append(verdict)
        return Said(tuple(found[0]), tuple(found[1])) if found else NOTHING

    def _sorted(self, when: When, tool: str) -> tuple[Check, ...]:
        found = tuple(c for c in self.checks if c.when == when and any(actions.is_named(tool, trigger) for trigger in c.on))
        if len(self._by_tool) < TOOLS:
            self._by_tool[when, tool] = found
        return found

    def get(self, id: str) -> Check | None:
        return next((check for check in self.checks if check.id == id), None)


def _broken(check: Check, call: Call) -> Verdict | None:
    import logging

    blocks = check.action == "block"
    log = logging.getLogger("habitus.enforce")
    log.exception("rule %s crashed on a call of %s; %s", check.id, call.tool, "blocked" if blocks else "let through")
    message = f"The rule {check.id} could not be evaluated, so this call is not let through. Tell the user."
    return Verdict(rule=check.id, action="block", when=check.when, message=message) if blocks else None
