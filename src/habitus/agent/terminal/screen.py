"""Looks on at a run, and writes it down: the answer to one console, everything else to the other.

Where the answer's console is a terminal, text is written as it comes. Elsewhere only the answer itself is written, when it is known to be
the answer; what the model says on the way, or is told to do again, goes to the other console. So the answer can be sent to a file.
"""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, Protocol

from rich.text import Text

from habitus.agent.past import APPROVED
from habitus.agent.terminal import shown
from habitus.agent.terminal.clean import Cleaner, clean, line
from habitus.agent.terminal.proposed import proposed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.console import Console

    from habitus.agent.outcome import Outcome
    from habitus.types import Decision, ToolCall, Verdict

ONCE = "Run it once? [y/N] "
REMEDY = "To let exactly this call through, once: habitus approvals approve {}"
ERASE = "\r\x1b[2K"
LIVE = 256
"""Calls that are followed at a time: no model makes more at once."""


class Asker(Protocol):
    """Someone who is there to answer. Called in a thread. None: they went away."""

    def __call__(self, question: str) -> bool | None: ...


class _Begun(NamedTuple):
    at: float
    how: shown.How
    approval: str = ""


class Screen:
    """`answers`: is the answer shown at all? `asker`: None where nobody is there; `remedy`: how a call that was stopped is approved
    afterwards. Calls of sub-agents come in from threads of their own."""

    def __init__(
        self, out: Console, err: Console, *, answers: bool = True, asker: Asker | None = None, remedy: str = REMEDY,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self.out = out
        self.err = err
        self._answers = answers
        self._streams = answers and out.is_terminal
        self._moves = err.is_terminal and not err.is_dumb_terminal
        self._asker = asker
        self._remedy = remedy
        self._clock = clock
        self._lock = threading.RLock()
        self._clean = Cleaner()
        self._begun: dict[str, _Begun] = {}
        self._kept = ""
        """Said since the last call, and shown nowhere yet."""
        self._column = 0
        """Is a line of the answer open? As many signs as were written to it."""
        self._passing = False
        """Is there a line that goes when the next thing comes?"""

    # ── what the run tells ──

    def text(self, delta: str) -> None:
        with self._lock:
            piece = self._clean(delta)
            if not self._kept and not self._column:
                piece = piece.lstrip("\n")  # models like to begin with empty lines
            if not piece:
                return
            if not self._streams:
                self._kept += piece
                return
            self._erase()
            self.out.file.write(piece)
            self.out.file.flush()
            self._column = len(piece) - piece.rfind("\n") - 1 + (self._column if "\n" not in piece else 0)

    def judged(self, call: ToolCall, decision: Decision) -> None:
        with self._lock:
            self._on_the_way()
            how: shown.How = "blocked" if decision.ruling == "block" else "waits" if decision.ruling == "ask" else "ran"
            if len(self._begun) >= LIVE:
                self._begun.clear()
            self._begun[call.id] = _Begun(self._clock(), how, decision.approval)
            if how == "ran":
                self._pass(shown.running(call))

    def came_back(self, call: ToolCall, text: str, *, failed: bool, verdicts: Sequence[Verdict]) -> None:
        with self._lock, self._whole():
            began = self._begun.pop(call.id, None) or _Begun(self._clock(), "ran")
            how = "failed" if began.how == "ran" and failed else began.how
            self._write(self._fitted(shown.called(call, how, self._clock() - began.at)))
            for told in shown.verdicts(verdicts):
                self._write(told)
            if how in ("failed", "blocked", "waits") and not verdicts:
                self._write(Text(f"    {line(text, 300)}", style="dim"))
            if how in ("blocked", "waits") and began.approval:
                self._write(Text(f"    {self._remedy.format(began.approval)}", style="dim"))
            self.thinks()

    def note(self, text: str) -> None:
        with self._lock, self._whole():
            self._write(Text(f"  {line(text, 600)}", style="dim"))
            self.thinks()

    def ask(self, call: ToolCall, decision: Decision) -> bool | None:
        if self._asker is None:
            return None
        with self._lock, self._whole():
            for told in proposed(call, decision):
                self._write(told)
        yes = self._asker(ONCE)
        with self._lock:
            self._begun.pop(call.id, None)
            if yes:
                self._begun[f"{call.id}{APPROVED}"] = _Begun(self._clock(), "ran")
                self._pass(shown.running(call))
            else:
                self._begun[call.id] = _Begun(self._clock(), "waits" if yes is None else "denied", decision.approval)
        return yes

    # ── around a turn ──

    def thinks(self) -> None:
        """The model has the word; until it says something, that is all there is to see."""
        self.waits("thinking")

    def waits(self, word: str) -> None:
        self._pass(Text(f"  {word} …", style="dim"))

    def over(self, outcome: Outcome, session: str = "") -> None:
        """The end of a turn: the answer, where it was not shown yet, how it ended, and what it cost. `session`: to be named, too."""
        with self._lock:
            self._erase()
            if not self._streams and outcome.text and self._answers:
                self._kept = ""
                self.out.file.write(clean(outcome.text).strip("\n") + "\n")
                self.out.file.flush()
            elif not self._streams and not outcome.text:
                self._on_the_way()
            self._end_line()
            self._kept, self._clean = "", Cleaner()
            for told in shown.over(outcome, session):
                self._write(told)

    def say(self, *lines: Text | str, style: str = "") -> None:
        """Something of ours, beside a run."""
        with self._lock, self._whole():
            for one in lines:
                self._write(one if isinstance(one, Text) else Text(one, style=style))

    def gap(self) -> None:
        """Between one thing and the next, for the eye."""
        if self._moves:
            self.err.print()

    def show(self, *lines: Text) -> None:
        """What a person has asked us for: it goes where the answers go."""
        with self._lock, self._whole():
            for one in lines:
                _print(self.out, one)

    # ── the two consoles ──

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """Lines of ours begin at the beginning of a line."""
        self._on_the_way()
        self._erase()
        yield

    def _on_the_way(self) -> None:
        """What was said so far was not the answer."""
        self._end_line()
        if self._kept.strip():
            self._write(Text(self._kept.strip("\n"), style="dim"))
        self._kept = ""

    def _end_line(self) -> None:
        if self._column:
            self.out.file.write("\n")
            self.out.file.flush()
            self._column = 0

    def _write(self, told: Text) -> None:
        self._erase()
        _print(self.err, told)

    def _fitted(self, told: Text) -> Text:
        """One line is one line, where lines have an end."""
        if self.err.is_terminal:
            told.truncate(max(20, self.err.width - 1), overflow="ellipsis")
        return told

    def _pass(self, told: Text) -> None:
        with self._lock:
            if not self._moves or self._column:
                return
            self._erase()
            self.err.print(self._fitted(told), end="", soft_wrap=True)
            self._passing = True

    def _erase(self) -> None:
        if self._passing:
            self.err.file.write(ERASE)
            self.err.file.flush()
            self._passing = False


def _print(console: Console, told: Text) -> None:
    """On a terminal, what is too long goes on under its own beginning, unless it must stay as it is: to be approved, or copied."""
    if not console.is_terminal or told.no_wrap:
        console.print(told, soft_wrap=True)
        return
    margin = len(told.plain) - len(told.plain.lstrip(" "))
    for piece in told[margin:].wrap(console, max(20, console.width - margin)):
        console.print(Text(" " * margin) + piece, soft_wrap=True)
