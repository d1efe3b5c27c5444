"""A prompt made ready for reading: folded, cut into clauses, with what is quoted or pasted hidden from the patterns.

Text in, `Request` out. A place in the folded text is the same place in the prompt, so that every criterion can quote the person's own
words. A quotation becomes a run of `HIDDEN` between plain quotation marks: requirements inside it are somebody else's.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from habitus.adapt import languages
from habitus.types.noun import noun

HEAD, TAIL = 6_000, 3_000
"""Characters of a prompt that are read: people ask at the beginning or at the end, and material stands between."""
LONGEST = 900
"""Characters of a clause: nobody asks for something in a longer one, and patterns are slow on what has no end."""
HIDDEN, FENCED = "\x02", "\x03"
QUOTED = f'"{HIDDEN}{{1,300}}"'
"""A pattern for one quotation that may be a word or a phrase; a longer one is material."""

_MARKS = str.maketrans(
    {**dict.fromkeys("“”„‟«»「」『』＂", '"'), **dict.fromkeys("’‘‛´ʼ＇", "'"), **dict.fromkeys("，、", ","), "：": ":", "；": ";"}
)
_DOUBLE = re.compile(r'(?<![0-9])"([^"]{1,3000})"')
_SINGLE = re.compile(r"(?<![\w'\"])'((?:[^'\n]|'(?=\w)){1,200})'(?![\w'])")
_FENCE = re.compile(r"```[^`]{1,6000}```")
_END = re.compile(r"(?<!\.\w)(?:[.!?]+[\")\]]*(?=\s|$)|[。！？]|\n)")


@noun
class Clause:
    start: int
    text: str
    """Folded."""


@noun
class Request:
    prompt: str
    text: str
    """Folded, quotations hidden; as long as the prompt."""
    clauses: tuple[Clause, ...]
    language: str | None

    def quote(self, start: int, end: int) -> str:
        return " ".join(self.prompt[start:end].split()).strip(" ,;:")

    def quoted(self, start: int, end: int) -> list[str]:
        """What the person put between quotation marks within a span."""
        return [self.prompt[start + m.start() + 1 : start + m.end() - 1] for m in _QUOTED.finditer(self.text[start:end])]


_QUOTED = re.compile(QUOTED)


def read(prompt: str) -> Request:
    if len(prompt) > HEAD + TAIL:
        prompt = prompt[:HEAD] + "\n" + prompt[-TAIL:]
    folded = fold(prompt)
    text = _SINGLE.sub(_hide, _DOUBLE.sub(_hide, _FENCE.sub(lambda m: FENCED * len(m[0]), folded)))
    return Request(prompt=prompt, text=text, clauses=tuple(_clauses(text, prompt)), language=languages.spoken(prompt))


def fold(text: str) -> str:
    """Lower case, no accents, plain quotation marks, and every character in its place."""
    if text.isascii():
        return text.lower()
    return "".join([_folded(char) for char in text]).translate(_MARKS)


@lru_cache(maxsize=4096)
def _folded(char: str) -> str:
    return unicodedata.normalize("NFD", char)[0].lower()[:1] or char


def _hide(found: re.Match[str]) -> str:
    return '"' + HIDDEN * len(found[1]) + '"'


def _clauses(text: str, prompt: str) -> list[Clause]:
    found, begin = [], 0
    for end in [*(m.end() for m in _END.finditer(text) if not _goes_on(prompt, m)), len(text)]:
        for start in range(begin, end, LONGEST):
            piece = text[start : min(end, start + LONGEST)]
            if piece.strip():
                found.append(Clause(start=start, text=piece))
        begin = end
    return found


def _goes_on(prompt: str, found: re.Match[str]) -> bool:
    """A line that was broken for its length: the next begins small."""
    if found[0] != "\n" or found.start() == 0:
        return False
    following = prompt[found.end() : found.end() + 1]
    return following.isalpha() and following.islower() and (prompt[found.start() - 1].isalnum() or prompt[found.start() - 1] in ", ")
