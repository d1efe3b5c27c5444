"""One file being told, by the reader of its format: values in order, events out, and always a place to go on from."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from habitus.errors import EventError
from habitus.hosts.transcripts import claude_code, codex, cursor, gemini, messages, opencode, ours, shapes, specstory, stores
from habitus.hosts.transcripts.reading import Given, Position, Read, Reader
from habitus.hosts.transcripts.values import values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from habitus.hosts.transcripts.sources import Source
    from habitus.types import Event

READERS: dict[str, Callable[[Given, dict[str, Any]], Reader]] = {
    "ours": ours.Reader,
    "claude_code": claude_code.Reader,
    "codex": codex.Reader,
    "gemini": gemini.Reader,
    "cursor": cursor.Reader,
    "opencode": opencode.Reader,
    "messages": messages.Reader,
    "specstory": specstory.Reader,
}

SHOWN = 64
"""Lines between two looks at how far we are."""

STRANGE = 20
"""Values of no known shape after which a file without any other is given up."""

_decode = json.JSONDecoder().raw_decode


class Telling:
    """One file being told: by which reader, and how far."""

    def __init__(self, file: Path, source: Source, read: Read, given: Given) -> None:
        self.file, self.source, self.read, self.given = file, source, read, given
        self._before = read.bytes
        self._name = ""
        self._reader: Reader | None = None
        self._inside = False
        self._strange = 0
        self._mark: tuple[int, int, str, dict[str, Any]] = (0, 0, "", {})

    def position(self) -> Position:
        offset, line, name, state = self._mark
        if not offset:
            return Position()
        kept = json.dumps({"name": name, "inside": self._inside, "state": state}, default=str)
        return Position(offset=offset, line=line, seal=self.source.seal(offset), state=kept)

    def go_on(self, start: Position) -> None:
        state = shapes.loaded(start.state) if start.offset and start.seal == self.source.seal(start.offset) else None
        if isinstance(state, dict) and state.get("name") in READERS:
            self._name, self._inside = state["name"], bool(state.get("inside"))
            self._reader = READERS[self._name](self.given, state.get("state") or {})
            self._mark = (start.offset, start.line, self._name, self._reader.state)
            self.source.seek(start.offset, start.line)

    def told(self) -> Iterator[Event]:
        kind = shapes.of_file(self.file, self.source)
        if not kind:
            raise EventError("file", messages.UNKNOWN)
        yield from {"lines": self._lines, "values": self._values, "markdown": self._markdown, "stored": self._stored}[kind]()
        yield from self.held()

    def held(self) -> list[Event]:
        """What was read and waits for more, where no more comes."""
        return self._reader.end() if self._reader is not None else []

    def _lines(self) -> Iterator[Event]:
        source, read = self.source, self.read
        for line in source.lines():
            read.lines += 1
            if source.broken:
                self._too_long()
            try:
                yield from self._fed(self._parsed(line))
            except (ValueError, RecursionError):
                if not line.endswith(b"\n") and self._reader is not None:
                    return  # it is still being written: the next run begins here
                self._fault("event refused: `line` is not JSON")
            except EventError as error:
                self._refused(error)
            reader = self._reader
            if reader is not None and not reader.holds and line.endswith(b"\n"):  # what is left of a line would count as another
                self._mark = (source.offset + len(line), source.line, self._name, reader.state)
            if not source.line % SHOWN:
                read.bytes = self._before + source.passed()
        if source.broken:
            self._too_long()

    def _values(self) -> Iterator[Event]:
        for found, offset, line, inside in values(self.source, inside=self._inside, lists=messages.LISTS):
            self.read.lines += 1
            try:
                yield from self._fed(found)
            except RecursionError:
                self._fault("event refused: `value` is nested too deeply to be a message", line)
            except EventError as error:
                self._refused(error, line)
            self._inside = inside
            if inside and self._reader is not None and not self._reader.holds:
                self._mark = (offset, line, self._name, self._reader.state)
            self.read.bytes = self._before + min(offset, self.source.size)

    def _stored(self) -> Iterator[Event]:
        """From its beginning, whenever it has changed: there is no place in a database to go on from."""
        for found in stores.values(self.file):
            self.read.lines += 1
            try:
                yield from self._fed(found)
            except EventError as error:
                self._refused(error)

    def _markdown(self) -> Iterator[Event]:
        source = self.source
        reader = self._reader if isinstance(self._reader, specstory.Reader) else specstory.Reader(self.given, {})
        self._name, self._reader = "specstory", reader
        for line in source.lines():
            self.read.lines += 1
            yield from reader.feed(line.decode("utf-8", "replace"), source.line)
            if not reader.holds:
                self._mark = (source.offset + len(line), source.line, self._name, reader.state)
            elif reader.began is not None:
                self._mark = (source.offset, source.line - 1, self._name, reader.began)
            self.read.bytes = self._before + source.passed()

    def _parsed(self, line: bytes) -> Any:
        """A line as JSON; None for a blank one."""
        if self.read.parse is not None:
            try:
                value = self.read.parse(line)
            except ValueError:
                value = None
            if value is not None:
                return value
        return _decoded(line)

    def _fed(self, value: Any) -> list[Event]:
        if value is None:  # an empty line
            return []
        name = shapes.of_value(value, self._name)
        if not name:
            raise EventError("line", messages.UNKNOWN)
        if name != self._name or self._reader is None:
            self._name, self._reader = name, READERS[name](self.given, {})
        return self._reader.feed(value, self.source.line)

    def _refused(self, error: EventError, line: int = 0) -> None:
        """One more that is no event. A file that has nothing else is not gone through to its end."""
        self._fault(str(error), line)
        self._strange += 1
        if self._reader is None and self._strange >= STRANGE:
            raise EventError("file", f"begins with {STRANGE} values of no format we know: the rest of it was passed over")

    def _too_long(self) -> None:
        self._fault("event refused: `line` is longer than 16 MB", self.source.broken)
        self.source.broken = 0

    def _fault(self, problem: str, line: int = 0) -> None:
        self.read.fault(f"{self.file}:{line or self.source.line}", problem)


def _decoded(line: bytes) -> Any:
    """The same, patiently: bytes that are no UTF-8 are no reason to lose the rest of the line."""
    try:
        text = line.decode()
    except UnicodeDecodeError:
        text = line.decode("utf-8", "replace")
    text = text.strip("\ufeff \t\r\n\0")
    if not text:
        return None
    value, end = _decode(text)
    if end != len(text) or value is None:
        raise ValueError
    return value
