"""What in a person's message is not theirs: sentences that stand word for word in what a tool returned.

Quotation marks, fences and `>` are the extractor's; this is for what was pasted without any. A lesson's trust is the lowest in its
lineage, so such a sentence never becomes a directive, whoever sent it on. Bias: a short sentence is nobody's; only from a few words on
does it count.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SENTENCE = re.compile(r"(?:[^.!?;\n。！？；]|[.!?;](?!\s|$))+[.!?;\n。！？；]*")
WORD = re.compile(r"\w+")
ESCAPED = re.compile(r"\\(?:u[0-9a-f]{4}|[\"\\/bfnrt])")
TAG = re.compile(r"</?[a-z!][^<>]{0,200}>")
NUMBERED = re.compile(r"^[ \t]*\d{1,7}(?:[\t→:|]| {2,})[ \t]?", re.MULTILINE)

LEAST = 4
"""Words: "run the tests" may stand somewhere in any log, and is the person's own all the same."""

SHORT = 3
"""... unless it is all that a sentence of the result says."""

SEEN = 200_000
"""Characters of results that are looked through."""

DEEPEST = 6


def own(said: str, results: Iterable[Any]) -> str:
    """The message without the sentences that a tool returned before."""
    parts = [(found[0], words) for found in SENTENCE.finditer(said) if (words := _words(found[0])) and _counts(words, SHORT)]
    if not parts:
        return said
    texts = _within(SEEN, results)
    # A sentence stands only where all of its words do: nearly always that is nowhere, and all there is to ask.
    needs = [sorted(words.split(), key=len, reverse=True) for _, words in parts]
    near = [text for need in needs for text in texts if need[0] in text and all(word in text for word in need)]
    if not near:
        return said
    seen, whole = _seen(near)
    taken = [part for part, words in parts if words in whole or (_counts(words, LEAST) and f" {words} " in seen)]
    for part in taken:
        said = said.replace(part, "\n", 1)
    return said


def _counts(words: str, least: int) -> bool:
    return words.count(" ") >= least - 1 or (not words.isascii() and len(words) >= least * 2)


def _words(text: str) -> str:
    return " ".join(WORD.findall(text.lower()))


def _seen(texts: Iterable[str]) -> tuple[str, set[str]]:
    """All words in a row, and the sentences by themselves."""
    found, whole = [], set()
    for text in texts:
        found.append(_words(text))
        whole |= {_words(sentence) for sentence in SENTENCE.findall(text)}
    return f" {' | '.join(found)} ", whole


def _within(left: int, results: Iterable[Any]) -> list[str]:
    """The texts of results, in small letters, and no more than may be looked through; and as a person reads those that are dressed up."""
    found: list[str] = []
    for result in results:
        for text in (result,) if isinstance(result, str) else _texts(result):
            raw = text[:left].lower()
            plain = _plain(raw)
            found += [raw] if plain == raw else [raw, plain]
            left -= len(text)
            if left <= 0:
                return found
    return found


def _plain(text: str) -> str:
    """Without the signs of JSON, of pages, and of a tool that numbers its lines: whoever pastes from there leaves them out."""
    if "\\" in text:
        text = ESCAPED.sub(" ", text)
    if "<" in text:
        text = TAG.sub(" ", text)
    return NUMBERED.sub("", text)


def _texts(value: Any, depth: int = 0) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif depth < DEEPEST:
        parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
        for part in parts:
            yield from _texts(part, depth + 1)
