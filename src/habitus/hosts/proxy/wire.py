"""What the wire formats have in common: calls as they come off the wire, and streams in which only calls are held back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Protocol

from habitus.hosts.transcripts.parts import Part, args

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from habitus.hosts.proxy.body import Body, Item, Splice
    from habitus.hosts.proxy.sse import Frame

KEPT = 200_000
"""Characters of an answer that are kept to be told: longer ones are no sentence that a rule is about."""

CLOSES = {"{": "}", "[": "]"}


class Answer:
    """One answer as the client gets it: its words, and the ids of its calls."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.calls: list[str] = []
        self.untold: list[str] = []
        """What the model has said since this was last asked; words of ours are not among them."""
        self._kept = 0

    def say(self, text: Any) -> None:
        if isinstance(text, str) and text and self._kept < KEPT:
            self._kept += len(text)
            self.words.append(text)
            self.untold.append(text)

    def told(self) -> str:
        said, self.untold = "".join(self.untold), []
        return said


class Stream(Protocol):
    """A stream of frames, and the calls in it that wait for a ruling.

    While `asked` holds calls, no further frame may be given to it: first `ruled` must have been told, for each, why it is refused or None.
    """

    asked: list[Part]
    answers: list[Answer]
    id: str
    """The provider's name for the answer."""
    debts: list[dict[str, Any]]
    """Results that a provider waits for, which keeps the conversation and does not know that a call was refused."""
    is_over: bool
    """The last event has come."""

    def take(self, frame: Frame) -> bytes:
        """What goes on at once."""
        ...

    def ruled(self, refusals: Sequence[str | None]) -> bytes:
        """What goes on now."""
        ...

    def end(self) -> bytes:
        """The provider has finished. Calls that were not may ask now."""
        ...


class Api(Protocol):
    """One API. Every module of this folder that speaks one has these names."""

    LIST: str
    """The field that holds the conversation."""

    def stream(self) -> Stream: ...
    def parts(self, item: Any) -> list[Part]: ...
    def place(self, body: Body, item: Item, said: str) -> Splice | None:
        """Where words of ours go that belong after this item."""
        ...

    def calls(self, answer: Mapping[str, Any]) -> list[Part]:
        """The calls that the client would run, in order."""
        ...

    def without(self, answer: dict[str, Any], refusals: Sequence[str | None]) -> dict[str, Any]:
        """The answer with words in place of the calls that are refused; by the order of `calls`."""
        ...

    def answers(self, answer: Mapping[str, Any]) -> list[Answer]: ...
    def error(self, status: int, message: str) -> dict[str, Any]:
        """A failure of ours, as a client of this API expects one."""
        ...

    def broke(self, message: str) -> bytes:
        """The same in the midst of a stream."""
        ...


class Illegible(Exception):
    """JSON that we cannot read, and others may: nested too deeply, with a number too long, in a strange encoding."""


_decode = json.JSONDecoder(strict=False).decode


def loaded(data: bytes) -> dict[str, Any] | None:
    """The object in a frame; None for anything else. Raises `Illegible`."""
    try:
        value = _decode(data.decode(json.detect_encoding(data), "surrogatepass"))
    except json.JSONDecodeError:
        return None
    except (ValueError, RecursionError):
        if data.lstrip()[:1] == b"{":
            raise Illegible from None
        return None
    return value if isinstance(value, dict) else None


def dumped(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def key_of(index: Any) -> int | str:
    """A place in an answer, by whatever its provider calls it."""
    return index if isinstance(index, int) else str(index)


def arguments(given: Any) -> Mapping[str, Any]:
    """Arguments as a rule sees them. Those that were cut off are judged as a lenient client would complete them."""
    found = args(given)
    return args(completed(given)) if is_unread(given, found) else found


def is_unread(given: Any, found: Mapping[str, Any]) -> bool:
    """Are these arguments, as they were found, an object that could not be read?"""
    return isinstance(given, str) and given.lstrip()[:1] == "{" and found.get("input") == given


def asked(id: str, tool: str, given: Any) -> Part:
    """A call as it comes off the wire."""
    found = arguments(given)
    return Part("call", id=id, tool=tool, args=found, is_unread=is_unread(given, found))


def completed(text: str) -> str:
    """JSON that breaks off, closed as it stands."""
    open_, in_text, escaped = [], False, False
    for sign in text:
        if in_text:
            in_text = escaped or sign != '"'
            escaped = sign == "\\" and not escaped
        elif sign == '"':
            in_text = True
        elif sign in CLOSES:
            open_.append(CLOSES[sign])
        elif sign in "}]" and open_:
            open_.pop()
    bare = text[:-1] if escaped else text
    closed = bare + ('"' if in_text else "")
    for tail in ("", "null", ":null"):
        whole = (closed.rstrip().rstrip(",") if not tail else closed) + tail + "".join(reversed(open_))
        try:
            _decode(whole)
        except (ValueError, RecursionError):
            continue
        return whole
    return text
