"""Failures and the recoveries that follow them: calls and errors in, `Failure` and `Recovery` out. No I/O, no clock, no model.

A session keeps at most `MOST` failures open, each for at most `LASTS` calls. When a call succeeds, `recovery` asks whether it reached the
goal of one of them after all. Bias: a success that merely follows a failure is not its recovery; what is missed can be seen again, what is
wrongly joined becomes a false fix.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from habitus.detect.failures import change, likeness
from habitus.detect.failures.change import line
from habitus.detect.failures.echoes import without_own
from habitus.detect.failures.sizes import cut
from habitus.parse.failure import is_silent, kind, pattern
from habitus.types import Failure, Fix, Recovery

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["LASTS", "MOST", "cut", "failed", "is_no", "line", "recovery", "repeated", "still_open"]

MOST: Final = 8
"""Failures that a session keeps open. Past that the oldest goals were given up."""
LASTS: Final = 20
"""Calls after which a goal counts as given up: of the recoveries on record nineteen in twenty came within ten."""
HEAD: Final = 400
"""Characters of an error that are kept: what explains it stands in front, or in the last line of a traceback, which `pattern` reads."""
LONGEST: Final = 4000
"""Characters of an error that are looked at."""
REFUSED: Final = re.compile(
    r"\buser (?:doesn't|does not|did not|didn't) want to\b|\b(?:rejected|denied|declined|cancell?ed|interrupted|aborted) by (?:the )?user\b"
    r"|\buser (?:has )?(?:rejected|denied|declined|cancell?ed|interrupted|aborted)\b",
    re.IGNORECASE,
)
TIME: Final = 0.02
"""What each call in between takes from the belief that one led to the other."""


def failed(
    *, call: str, tool: str, action: str, target: str, args: Mapping[str, Any], error: str, nth: int, type_name: str = ""
) -> Failure:
    """An error that came back, as the session keeps it. The call's own values do not make it another failure: they leave the pattern."""
    text = error if len(error) <= LONGEST else f"{error[: LONGEST // 2]}\n{error[-LONGEST // 2 :]}"
    own = without_own(text, args)
    shown = pattern(own, tool)
    # What kind it is the whole error says: a value of the call may stand between its words.
    told = shown if own is text or is_silent(text) else pattern(text, tool)
    category, passes = kind(told, tool, type_name)
    return Failure(
        call=call,
        tool=tool,
        action=action,
        target=target,
        args=cut(args),
        error=_head(text),
        pattern=shown,
        category=category,
        is_transient=passes,
        nth=nth,
    )


SIBLING = "Sibling tool call errored"
"""Claude Code's word for a call that it cancelled because one beside it failed."""


def is_no(error: str) -> bool:
    """A person or a policy said no, or another call of the same response failed: the tool did not run, so it did not fail."""
    head = error[:HEAD]
    return ("user" in head.lower() and REFUSED.search(head) is not None) or SIBLING in head


def _head(text: str) -> str:
    """A traceback says what went wrong in its last line."""
    plain = text.strip()
    if len(plain) <= HEAD:
        return plain
    return plain[-HEAD:] if "Traceback (most recent" in plain[:HEAD] else plain[:HEAD]


def still_open(failures: Sequence[Failure], nth: int) -> list[Failure]:
    """Those whose goal may still be reached at call `nth`: the latest `MOST`, none older than `LASTS` calls."""
    return [failure for failure in failures if nth - failure.nth <= LASTS][-MOST:]


def repeated(open: Sequence[Failure], *, tool: str, args: Mapping[str, Any], between: Sequence[str], nth: int) -> Failure | None:
    """The open failure of exactly this call, where nothing has changed since: it would fail again. `between` as for `recovery`.
    What failed for a reason that passes by itself may be tried again."""
    given = None
    for failure in reversed(open):
        if failure.tool != tool or failure.is_transient:
            continue
        given = cut(args) if given is None else given
        if failure.args == given:
            since = max(0, nth - failure.nth - 1)
            is_changed = any(line and not change.only_looks(line) for line in between[-since:]) if since else False
            return None if is_changed else failure
    return None


def recovery(
    open: Sequence[Failure],
    *,
    call: str,
    tool: str,
    action: str,
    target: str,
    args: Mapping[str, Any],
    between: Sequence[str],
    nth: int,
) -> Recovery | None:
    """The open failure whose goal this successful call reached, and what it did differently; None: it has nothing to do with any of them.

    `between`: the session's calls up to this one, one `line` each, the latest last, empty for one that failed. As many as `LASTS` do."""
    if not open:
        return None
    given, best, nearest = cut(args), None, 0.0
    for failure in reversed(open):
        steps = nth - failure.nth - 1
        if steps < 0 or steps >= LASTS:
            continue
        near = likeness.near(failure, tool=tool, action=action, target=target, args=given, steps=steps)
        if near > nearest:
            best, nearest = failure, near
    if best is None:
        return None
    steps = nth - best.nth - 1
    fix = _fix(best, tool, action, given, [line for line in between[-steps:] if line] if steps else ())
    confidence = round(min(0.95, max(0.3, nearest - TIME * steps)), 3)
    return Recovery(failure=best, fix=fix, call=call, args=given, steps=steps, confidence=confidence)


def _fix(failure: Failure, tool: str, action: str, args: Mapping[str, Any], between: Sequence[str]) -> Fix:
    found = change.between(failure.args, args, is_shell=action == "bash" == failure.action)
    step = found.step or change.preparing(between, failure)
    changed, added, removed = found.changed or None, found.added or None, found.removed
    if tool != failure.tool:
        return Fix(kind="tool", tool=tool, changed=changed, added=added, removed=removed)
    if not found:
        is_step = bool(step) and not failure.is_transient
        return Fix(kind="step", tool=tool, step=step) if is_step else Fix(kind="again", tool=tool)
    if found.step and not found.elsewhere:
        return Fix(kind="step", tool=tool, changed=changed, step=step)
    return Fix(kind="arguments", tool=tool, changed=changed, added=added, removed=removed, step=step)
