"""ToolCall -> Verdict: what the rules say about a call, before it runs and after. No I/O, no clock.

A blocking rule that crashes blocks; any other check that crashes is logged and lets the call through.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.errors import ConfigError
from habitus.types import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from habitus.enforce.check import Call, Check
    from habitus.types import Session, When


class Rules:
    """Checks sorted by what they look at: a call meets only those that concern it, however many others there are."""

    def __init__(self, checks: Iterable[Check]) -> None:
        self.checks = tuple(checks)
        self._by_action: dict[tuple[When, str], tuple[Check, ...]] = {}

    def judge(self, when: When, session: Session, call: Call) -> tuple[Verdict, ...]:
        key = (when, call.action)
        checks = self._by_action.get(key)
        if checks is None:
            checks = tuple(c for c in self.checks if c.when == when and (not c.on or call.action in c.on))
            if len(self._by_action) < 10_000:  # tool names come from outside: the cache must not grow with them
                self._by_action[key] = checks
        return tuple(verdict for check in checks if (verdict := _ask(check, session, call)))


def _ask(check: Check, session: Session, call: Call) -> Verdict | None:
    try:
        return check.verdict(call) if check.fires(session, call, check.limit) else None
    except Exception:
        import logging

        log = logging.getLogger("habitus.enforce")
        log.exception("rule %s crashed on a call of %s; %s", check.id, call.tool, "blocked" if check.action == "block" else "let through")
        if check.action != "block":
            return None
        message = f"The rule {check.id} could not be evaluated, so this call is not let through. Tell the user."
        return Verdict(rule=check.id, action="block", when=check.when, message=message)


def chosen(checks: Iterable[Check], settings: Mapping[str, bool | int]) -> Rules:
    """The checks that the settings leave on: false takes one away, a number sets its limit."""
    from dataclasses import replace

    kept = []
    for check in checks:
        setting = settings.get(check.id, True)
        if setting is False:
            continue
        if setting is not True and not check.limit:
            raise ConfigError(f"`security.behavior.rules.{check.id}` is on or off and counts nothing: give true or false, not {setting}")
        kept.append(check if setting is True else replace(check, limit=int(setting)))
    return Rules(kept)
