"""An error repeats what it was given ("The path of documents not found"). Such words are the call's, not the failure's.

Only the call knows them: they carry neither quotes nor digits by which a message alone could tell. Bias: short or common words stay, lest
an argument `file` blanks the error's own grammar.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from habitus.detect.failures.sizes import leaves

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SHORTEST: Final = 3
LONGEST: Final = 200
MOST: Final = 24
"""Values that are looked for: with more the call is a document, and its words are everybody's."""
OWN: Final = "<*>"
"""As `parse.failure` marks a value."""
GRAMMAR: Final = frozenset({
    "the", "and", "for", "not", "was", "with", "from", "type", "name", "value", "error", "file", "path", "text", "data", "string", "number",
    "list", "object", "null", "none", "true", "false", "key", "field", "input", "output", "user", "email", "message", "query", "date",
    "time", "status", "code", "args", "self", "int", "str", "dict", "bool", "float", "table", "column", "select", "where",
})  # fmt: skip
"""Words that errors are made of: as a value they prove nothing."""
QUOTES: Final = frozenset("'\"`")


def without_own(error: str, args: Mapping[str, Any]) -> str:
    """The error with the call's own values masked. A value that is a path also counts without its slashes and by its parent folders.

    The same object where none is in it. Searched by hand: to compile a pattern for each call costs more than all else that is done with it.
    """
    low = _lower(error)
    found = _values(args, low)
    if not found:
        return error
    places = sorted(place for value in found if value not in GRAMMAR for place in _places(low, value))
    parts, at = "", 0
    for begin, _, _, end in places:
        if begin >= at:
            parts, at = f"{parts}{error[at:begin]}{OWN}", end
    return parts + error[at:] if at else error


def _values(args: Mapping[str, Any], low: str) -> list[str]:
    """Those that the text holds, in lower case."""
    found: list[str] = []
    for leaf in leaves(dict(args))[:MOST]:
        plain = leaf.strip().strip("/")
        if SHORTEST <= len(plain) <= LONGEST:
            plain = plain.lower()
            if plain in low:
                found.append(plain)
            if "/" in plain and " " not in plain:
                found += [part for part in _parents(plain, low) if len(part) >= SHORTEST]
    return found


def _parents(path: str, low: str) -> list[str]:
    """The folders of a path and its name, those that the text holds."""
    parts = path.split("/")
    found = parts[-1:] if parts[-1] in low else []
    if parts[0] in low:  # as it is where any of them is
        found += [folder for end in range(1, len(parts)) if (folder := "/".join(parts[:end])) in low]
    return found


def _lower(text: str) -> str:
    """Every character stays at its place: in lower case a few would be two."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(each.lower()[:1] for each in text)


def _places(low: str, value: str) -> Iterator[tuple[int, bool, int, int]]:
    """Where a value stands as a word, with its slashes and its quotes. Where two begin together the quoted is first, then the longer."""
    at = low.find(value)
    while at >= 0:
        begin, end = at - (low[at - 1 : at] == "/"), at + len(value)
        last = end + (low[end : end + 1] == "/")
        quote = low[begin - 1 : begin] if begin else ""
        if quote in QUOTES and low[last : last + 1] == quote and _parts(low, begin - 2, last + 1):
            yield begin - 1, False, -len(value), last + 1
        stop = last if _parts(low, -1, last) else end
        for start in {begin, at}:
            if _parts(low, start - 1, stop):
                yield start, True, -len(value), stop
        at = low.find(value, at + 1)


def _parts(low: str, before: int, after: int) -> bool:
    """Neither a word nor a mask goes on across these two places."""
    opening, closing = low[before] if before >= 0 else " ", low[after : after + 1]
    return not (opening.isalnum() or opening in "_<" or closing.isalnum() or (closing and closing in "_>"))
