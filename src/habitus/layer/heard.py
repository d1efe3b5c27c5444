"""What a user's message says about what the agent did before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from habitus.types import Change, Correction, Feedback


class Heard(NamedTuple):
    correction: Correction | None = None
    changes: tuple[Change, ...] = ()
    """What follows from it at once: a correction that waits, an example."""
    feedback: Feedback | None = None

    @property
    def complains(self) -> bool:
        return self.correction is not None or (self.feedback is not None and self.feedback.outcome == "negative")


SILENT = Heard()
