"""Remind the agent to run the tests after several changes.

Why: the more changes lie between two test runs, the harder it is to say which of them broke something.
Instead: run the tests now. A test run through the shell sets the count back, whatever its outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.enforce.check import Check
from habitus.enforce.profiles import NUMBERS

if TYPE_CHECKING:
    from habitus.enforce.check import Call
    from habitus.types import Session


def fires(session: Session, call: Call, limit: int) -> bool:
    return call.error is None and session.counters.get("changes_since_test", 0) >= limit


CHECK = Check(
    id="test_after_changes",
    when="post_tool",
    action="remind",
    on=("edit", "write"),
    message="You have made {counter:changes_since_test} changes since the last test run. Run the tests now.",
    fires=fires,
    limit=NUMBERS["changes_before_test_reminder"],
    setting="changes_before_test_reminder",
    description="Run the tests after a few changes.",
)
