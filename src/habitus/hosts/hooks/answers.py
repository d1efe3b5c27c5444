"""`Decision` and `Guidance` → `Reply`: what a host is to do and to tell its model. What it cannot do degrades here, by its table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from habitus.hosts.hooks.capabilities import Host
    from habitus.types import Decision, Verdict

LONGEST = 9_000
"""Characters that a host puts before the model as they are: Codex moves more than 2,500 tokens to a file."""

WORDLESS = "This call is not allowed here."
UNREAD = "This call was not let through: it could not be read, so nobody can judge it. Make it simpler, with less nested in itself."
APPROVAL = "Only the user can let it through, once and as it is, with `habitus approvals` in a terminal of their own: tell them, and wait."


class Reply(NamedTuple):
    """Nothing set: the host goes on as if we were not there. We never allow what the host itself would ask about."""

    deny: str = ""
    """The call must not run, or the turn must not end: the reason, for the model."""
    ask: str = ""
    """A person decides in the host: the reason."""
    context: str = ""
    """For the model, beside what it does."""
    notice: str = ""
    """For the person, and not for the model."""


NOTHING = Reply()


def judged(decision: Decision, host: Host) -> Reply:
    """What follows for a call that is about to run."""
    said = joined(verdict for verdict in decision.verdicts if verdict.action != "block")
    if decision.ruling == "allow":
        return Reply(context=said if host.says_before else "")
    reason = joined(verdict for verdict in decision.verdicts if verdict.action == "block") or decision.reason or WORDLESS
    if decision.ruling == "ask" and host.asks:
        return Reply(ask=decision.reason or reason, context=said if host.says_before else "")
    waits = APPROVAL if decision.approval else ""
    return Reply(deny=cut("\n".join(filter(None, (reason, waits)))), context=said if host.says_before else "")


def joined(verdicts: Iterable[Verdict]) -> str:
    """Each sentence once, in the order in which they were spoken."""
    return cut("\n".join(dict.fromkeys(verdict.message for verdict in verdicts if verdict.message)))


def cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} …"


def fresh(text: str, told: set[str]) -> str:
    """Guidance without the lines that this session was told already; they stay before the model until its memory is cleared.

    What was told is added to `told`. A heading goes with its last line.
    """
    sections = []
    for section in text.split("\n\n"):
        heading, *rest = section.split("\n")
        if not heading.startswith("["):
            heading, rest = "", section.split("\n")
        new = [item for item in _items(rest) if item not in told]
        told.update(new)
        sections += ["\n".join(filter(None, (heading, *new)))] if new else []
    return "\n\n".join(sections)


def _items(lines: list[str]) -> list[str]:
    """Lines that belong to the one before them are indented."""
    items: list[str] = []
    for line in lines:
        if items and line.startswith(" "):
            items[-1] += f"\n{line}"
        elif line:
            items.append(line)
    return items
