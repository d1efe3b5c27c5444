"""Where a task stands, and whether to go on: progress and a validation in, progress out; then a decision.

It stops on success, on two attempts in a row that brought nothing, and on the budget. What was never validated is not done: the default
is to go on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.adapt.nouns import Decision, Progress

if TYPE_CHECKING:
    from habitus.adapt.nouns import Intent, Validation

STALLED = 2
"""Attempts without gain: once may be bad luck."""
ALMOST = 99
"""Percent: only what is done is at a hundred."""


def update(progress: Progress, validation: Validation | None) -> Progress:
    """Count an attempt. None: it brought nothing that could be validated."""
    if validation is None:
        return Progress(
            percent=progress.percent,
            attempts=progress.attempts + 1,
            stalled=progress.stalled,
            was_validated=progress.was_validated,
            open=progress.open,
        )
    percent = 100 if validation.ok else min(ALMOST, int(validation.score * 100))
    gained = validation.ok or percent > progress.percent or not progress.was_validated
    return Progress(
        percent=max(percent, progress.percent) if not validation.ok else 100,
        attempts=progress.attempts + 1,
        stalled=0 if gained else progress.stalled + 1,
        is_done=validation.ok,
        was_validated=True,
        open=tuple([criterion.quote for criterion, finding in validation.findings if finding.met is False]),
    )


def decide(progress: Progress, intent: Intent, max_attempts: int, validation: Validation | None = None) -> Decision:
    following = next_actions(progress, intent, validation)
    first = following[0] if following else None
    if progress.is_done:
        return Decision(decision="stop", reason="Everything that could be checked is met", progress=100)
    if progress.attempts >= max_attempts:
        return Decision(decision="stop", reason=f"The budget of {max_attempts} attempts is used up", progress=progress.percent)
    if progress.stalled >= STALLED:
        return Decision(decision="stop", reason=f"No progress in {progress.stalled} attempts", progress=progress.percent)
    if not progress.was_validated:
        return Decision(decision="continue", reason="Nothing has been validated yet", progress=progress.percent, next_action=first)
    return Decision(
        decision="continue", reason=f"{len(progress.open) or 'Some'} criteria are not met", progress=progress.percent, next_action=first
    )


def next_actions(progress: Progress, intent: Intent, validation: Validation | None = None) -> tuple[str, ...]:
    """What would help, likeliest first."""
    if progress.is_done:
        return ()
    if validation is not None and validation.suggestions:
        return validation.suggestions
    return (f"Deliver {intent.data_type} as {intent.expected_format}.",)
