"""How a suggestion moves: pending -> approved -> applied -> rolled_back, or pending -> rejected. Nothing else. No I/O, no clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.errors import Refused

if TYPE_CHECKING:
    from habitus.types.measures import Status

NEXT: dict[Status, tuple[Status, ...]] = {
    "pending": ("approved", "rejected"),
    "approved": ("applied",),
    "applied": ("rolled_back",),
    "rolled_back": (),
    "rejected": (),
}

OPEN: frozenset[Status] = frozenset({"pending", "approved"})
"""It waits: no other of its kind and subject is made."""

WAY_OUT: dict[Status, str] = {
    "pending": "approve or reject it first",
    "approved": "it is applied as soon as there is enough data; after that it can be rolled back",
    "applied": "roll it back to undo it",
    "rolled_back": "it was undone, and is suggested again if the figures still ask for it",
    "rejected": "it is suggested again after the cool-down if the figures still ask for it",
}


def moved(status: Status, to: Status) -> Status:
    """The status after the step; refused where there is no such step.

    To approve again what is approved or applied changes nothing and is no error: two people may say yes, and it is applied once."""
    if to == "approved" and status in ("approved", "applied"):
        return status
    if to not in NEXT[status]:
        raise Refused(f"a suggestion that is {_said(status)} cannot become {_said(to)}: {WAY_OUT[status]}")
    return to


def _said(status: Status) -> str:
    return status.replace("_", " ")
