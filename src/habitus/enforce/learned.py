"""A learned rule's check, ready to be judged with the others: what is stored with the rule, as loud as its stage lets it be. No I/O.

What is stored is JSON from a database that people edit by hand: it is parsed like a declared rule, and what is broken or outdated is left
out and logged. The rule itself is still told to the model; only its check is missing.

To see where a check would have fired, judge recorded calls with `Rules([check])`, each before it is folded, and fold it with what fired:
the cooldown counts from there. In shadow and in the open a check fires at the same calls.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from habitus.enforce.check import Check, Cooldown
from habitus.enforce.conditions import Compiler, Faults
from habitus.parse import actions
from habitus.parse.tracking import DEFAULT

if TYPE_CHECKING:
    from habitus.enforce.conditions import Holds
    from habitus.parse.tracking import Tracking
    from habitus.types import Act, Rule, Session, Stage, When

SHOWN = 300
"""Characters of a rule that a message quotes: a sentence or two."""

QUIET = 5
"""Calls for which a check that has spoken stays silent: a burst of the same slip is one slip. A block speaks whenever it holds back."""

WHENS: tuple[When, ...] = ("pre_tool", "post_tool", "on_text")
ACTS: dict[Stage, Act] = {"shadow": "remind", "remind": "remind", "warn": "warn", "block": "block"}
SPEAKERS = {"user": "The user", "operator": "The operator"}
"""Whose words a call is held to. What an agent, a tool or a document said directs nobody."""

WAYS: dict[Act, str] = {
    "remind": "This call goes against it. Do it the way that was asked for.",
    "warn": "This call goes against it. Stop, and do it the way that was asked for; if only this call will do, say so and ask.",
    "block": "This call goes against it and is held back. Do it the way that was asked for, or ask the user to approve exactly this call.",
}
FIELDS = frozenset(("trigger", "when", "condition"))


def check(rule: Rule, *, quiet_calls: int = QUIET, tracking: Tracking = DEFAULT) -> Check | None:
    """The rule's check at its stage. None: it has none, it is broken, or nobody who may direct the model said it."""
    speaker = SPEAKERS.get(rule.origin.speaker)
    action = ACTS.get(rule.stage)
    if rule.check is None or speaker is None or action is None:
        return None
    faults = Faults()
    parts = _parsed(rule.check, faults, tracking)
    if parts is None:
        _log(rule, faults)
        return None
    triggers, when, holds = parts

    def fires(session: Session, call: Any, limit: int) -> bool:
        return holds(session, call)

    said = fenced(rule.text)
    return Check(
        id=name(rule.id),
        when=when,
        action=action,
        on=triggers,
        message=f'{speaker} has said: "{said}" {WAYS[action]}',
        fires=fires,
        description=said,
        cooldown=None if action == "block" else Cooldown(calls=quiet_calls),
        shadow=rule.stage == "shadow",
    )


def name(rule: str) -> str:
    """What a rule's check is called in verdicts and cooldowns."""
    return f"learned:{rule[:8]}"


def keys(check: Any) -> tuple[str, ...]:
    """What a stored check can be found by: the keys of the tools that it looks at; `*` for all. Empty where it is broken."""
    triggers = _triggers(check.get("trigger", "*"), Faults()) if isinstance(check, Mapping) else ()
    return tuple(dict.fromkeys("*" if trigger == "*" else actions.key(trigger) for trigger in triggers))


def asked(tool: str) -> tuple[str, ...]:
    """The keys under which the checks that may concern a tool are stored. For what the agent says: `asked("")`."""
    return (actions.key(tool), "*") if tool else ("*",)


def concerns(rule: Rule, tool: str) -> bool:
    """Does the check of a rule look at calls of this tool?"""
    return not set(keys(rule.check)).isdisjoint(asked(tool))


def fenced(text: str) -> str:
    """A person's words within a message: one line, no heading, no placeholder, and no quotation mark that would end the quotation."""
    flat = " ".join("".join(c if c.isprintable() else " " for c in text[: 4 * SHOWN]).split()).translate(FENCE)
    return flat if len(flat) <= SHOWN else flat[:SHOWN] + "…"


FENCE = str.maketrans({"[": "(", "]": ")", "{": "(", "}": ")", '"': "'", "“": "'", "”": "'"})


# ── what is stored ──


def _parsed(given: Any, faults: Faults, tracking: Tracking) -> tuple[tuple[str, ...], When, Holds] | None:
    if not isinstance(given, Mapping):
        faults.add(("check",), "must be a mapping with `trigger`, `when` and `condition`")
        return None
    if _size(given) > LARGEST:
        faults.add(("check",), "is larger than any rule")
        return None
    for key in given:
        if key not in FIELDS:
            faults.add((str(key),), "does not belong in a check")
    when = given.get("when", "pre_tool")
    if when not in WHENS:
        faults.add(("when",), f"must be one of {', '.join(WHENS)}")
    triggers = _triggers(given.get("trigger", "*"), faults)
    condition = given.get("condition")
    if not condition and "*" in triggers:
        faults.add(("condition",), "is empty, so every call would be held to it")
    holds = Compiler(tracking, faults).condition(condition, ("condition",))
    return None if faults.found else (triggers, when, holds)


def _triggers(value: Any, faults: Faults) -> tuple[str, ...]:
    given = value if isinstance(value, list | tuple) else [value]
    if not given or len(given) > MOST or not all(isinstance(one, str) and one.strip() for one in given):
        faults.add(("trigger",), "must be a tool, or a list of tools")
        return ()
    return tuple(one.strip() for one in given)


def _size(given: Any) -> int:
    """How many values there are, counted until there are too many."""
    left, count = [given], 0
    while left and count <= LARGEST:
        one = left.pop()
        count += 1
        left += one.values() if isinstance(one, Mapping) else one if isinstance(one, list | tuple) else ()
    return count


LARGEST = 500
"""Values in a stored check. One made from a sentence has a few dozen."""

MOST = 50
"""Tools that one check may look at by name."""


def _log(rule: Rule, faults: Faults) -> None:
    import logging

    place, problem = faults.found[0]
    where = ".".join(map(str, place))
    logging.getLogger("habitus.enforce").warning("the check of rule %s is left out: `%s` %s", rule.id, where[:200], problem[:300])
