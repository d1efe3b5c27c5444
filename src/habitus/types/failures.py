"""What goes wrong with tools, and what helped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from habitus.types.lessons import Lesson
from habitus.types.noun import noun

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

Category: TypeAlias = Literal["timeout", "permission", "provider_error", "tool_error", "general", "user_correction"]


@noun
class Failure:
    """A call that failed, as its session remembers it until it ends or something helps."""

    call: str
    tool: str
    action: str
    """The tool, named as an action."""
    target: str = ""
    args: Mapping[str, Any]
    """As they were called, each cut to a size that explains the failure."""
    error: str
    """The head of what came back, without secrets."""
    pattern: str
    category: Category
    is_transient: bool = False
    """It may pass by itself: nothing is learned about the tool from it."""
    nth: int = 0
    """The number of the call in the session."""


@noun
class Fix:
    """What was done differently by the call that succeeded."""

    kind: Literal["arguments", "tool", "step", "again"]
    """Other arguments; another tool; a step in between; the same once more."""
    tool: str
    """The tool that succeeded."""
    changed: Mapping[str, tuple[Any, Any]] | None = None
    """Argument → what it was, what it became."""
    added: Mapping[str, Any] | None = None
    removed: tuple[str, ...] = ()
    step: str = ""
    """The call in between that made it possible, in a line."""


@noun
class Recovery:
    """The goal of a failed call, reached after all: a signal to learn a fix from."""

    failure: Failure
    fix: Fix
    call: str
    args: Mapping[str, Any]
    """The arguments that worked."""
    steps: int
    """Calls in between."""
    confidence: float


@noun
class Learning(Lesson):
    """A failure that keeps coming, and what helps against it: `text` is the fix in words, empty while none is known."""

    tool: str
    pattern: str
    category: Category
    diagnosis: str = ""
    """The error as it came last, without secrets."""
    fix: Fix | None = None
    shape: Mapping[str, Any] | None = None
    """What failing calls have in common, by which the next one can be told before it runs."""
    environment: Mapping[str, str] | None = None
    """What it was seen on: the tool's version, the system, the project."""
    occurrences: int = 1
    used: int = 0
    """Times that the fix was offered or applied."""
    worked: int = 0
    failed: int = 0
    updated_at: datetime
    expires_at: datetime | None = None
    """A claim that something does not work is not believed for ever."""
