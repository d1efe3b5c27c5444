"""Our own transcripts: the trace of the filters, with `session`, `at` and `agent` on any line.

A line without a key is known by its number, so that reading the file again adds nothing. A file that names no session is one, and has the
file's name; another file of that name, known by its first line, is another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from habitus.hosts import trace
from habitus.hosts.transcripts.parts import digest

if TYPE_CHECKING:
    from habitus.hosts.transcripts.reading import Given
    from habitus.types import Event

FIRST = ("event", "at", "text", "id", "tool")
"""What tells one first line from another."""


class Reader:
    holds = False

    def __init__(self, given: Given, state: dict[str, Any]) -> None:
        self.given = given
        self.state = state
        self._missing = trace.Missing(session=state.get("session", ""), agent="", at=given.at)

    def feed(self, value: Any, line: int) -> list[Event]:
        if not self._missing.session and not value.get("session"):
            self.state = {"session": self._named(value)}
            self._missing = trace.Missing(session=self.state["session"], agent="", at=self.given.at)
        kind = value["event"]
        if "key" not in value and kind not in ("call", "result"):
            value["key"] = f"line:{line}"
        return [trace.event(value, self._missing)]

    def _named(self, first: dict[str, Any]) -> str:
        mark = digest(*(word for name in FIRST if isinstance(word := first.get(name), str)))
        is_known = self.given.roots.setdefault(f"file:{self.given.stem}", mark) == mark
        return self.given.stem if is_known else f"{self.given.stem}-{mark}"

    def end(self) -> list[Event]:
        return []
