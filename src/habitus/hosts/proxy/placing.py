"""Words of ours for the model, and where they go.

They stand right after what was last said when they were first told, and stand there again in every later request of the conversation: so
what a provider has in its cache stays a prefix of what it is sent, to the byte. What has not changed since it was told is not told again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.hosts.mcp import fence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.types import Decision

REPLACED = "This replaces the guidance given earlier in this conversation.\n"
OVER = "The guidance given earlier in this conversation no longer holds."


def guidance(new: str, before: str) -> str:
    """What to tell, given what was told last; empty where that still holds."""
    if new == before:
        return ""
    if not new:
        return _element("habitus-guidance", OVER)
    return _element("habitus-guidance", f"{REPLACED if before else ''}{new}")


def notes(said: Sequence[str]) -> str:
    return _element("habitus-notes", "\n".join(f"- {one}" for one in said)) if said else ""


def _element(name: str, text: str) -> str:
    """Between marks, so that it reads as the host's and not as the user's. What is inside cannot close them."""
    return f"<{name}>\n{fence.inside(text)}\n</{name}>"


def remarks(decision: Decision) -> list[str]:
    """What was said about a call that may go on, or has run."""
    return [verdict.message for verdict in decision.verdicts if verdict.action != "block" and verdict.message]


def refusal(decision: Decision, tool: str) -> str:
    """What the client gets in place of a call. It names the way out."""
    why = decision.reason or "a rule forbids it."
    way = f" A person can allow exactly this call: habitus approvals approve {decision.approval}" if decision.approval else ""
    return f"[habitus] The call of `{tool[:80]}` was not let through: {why}{way}"


UNJUDGED = "[habitus] The call of `{tool}` was not let through: it could not be judged, because of a fault of ours. See the log."
