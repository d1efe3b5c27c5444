"""What a run says while it works, and what it has come to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from habitus.adapt.nouns import Progress
from habitus.types.noun import noun

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.adapt.nouns import Validation
    from habitus.types import Decision, ToolCall, Verdict

Ended: TypeAlias = Literal["done", "stopped", "failed", "cancelled"]
"""Done: the model has finished, and nothing that was checked is missing. Stopped: by a limit, with what there is."""


@noun
class Spent:
    """What was paid for: by the providers' own counts, and by an estimate where they tell none. An answer that broke off is in its tokens,
    and is no answer."""

    requests: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    """Of the input, those that the provider had at hand."""
    output_tokens: int = 0
    cost: float | None = None
    """In US dollars; None where no price is known."""

    def plus(self, other: Spent) -> Spent:
        return Spent(
            requests=self.requests + other.requests,
            input_tokens=self.input_tokens + other.input_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost=other.cost if self.cost is None else self.cost if other.cost is None else self.cost + other.cost,
        )

    def __str__(self) -> str:
        cached = f" ({self.cached_tokens:,} cached)" if self.cached_tokens else ""
        price = f", ${self.cost:.4f}" if self.cost is not None else ""
        answers = "1 answer" if self.requests == 1 else f"{self.requests} answers"
        return f"{answers}, {self.input_tokens:,} tokens in{cached}, {self.output_tokens:,} out{price}"


@noun
class Outcome:
    """What one message of the user's has come to."""

    text: str
    """The answer, its postscript included."""
    ended: Ended
    reason: str
    spent: Spent
    calls: int = 0
    progress: Progress = Progress()
    validation: Validation | None = None
    """Of the last answer; None where there was none."""


class Watcher(Protocol):
    """Who looks on: a terminal, a test, or nobody."""

    def text(self, delta: str) -> None:
        """The model speaks; piece by piece."""
        ...

    def judged(self, call: ToolCall, decision: Decision) -> None:
        """Before a call runs, or is stopped."""
        ...

    def came_back(self, call: ToolCall, text: str, *, failed: bool, verdicts: Sequence[Verdict]) -> None: ...

    def note(self, text: str) -> None:
        """Something for the person: a retry, an answer that was not accepted."""
        ...

    def ask(self, call: ToolCall, decision: Decision) -> bool | None:
        """May exactly this call run, once? Called in a thread, and may take its time. None: there is nobody to ask."""
        ...


class Nobody:
    """Looks on in silence, and says yes to nothing."""

    def text(self, delta: str) -> None:
        pass

    def judged(self, call: ToolCall, decision: Decision) -> None:
        pass

    def came_back(self, call: ToolCall, text: str, *, failed: bool, verdicts: Sequence[Verdict]) -> None:
        pass

    def note(self, text: str) -> None:
        pass

    def ask(self, call: ToolCall, decision: Decision) -> bool | None:
        return None
