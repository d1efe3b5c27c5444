"""What a person says themselves in a message, as opposed to what they quote or paste.

Text in, the same number of characters out, so that a place in the one is a place in the other. Everything here is linear in the text,
whatever the text is. Biased towards silence: what may be a paste is taken for one.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import NamedTuple

HEAD, TAIL = 900, 500
"""Characters that are looked at: people correct at the beginning of a long message or at its end, and material stands between."""
FIRST, LAST = 6, 3
"""Sentences, for the same reason."""
SPOKEN = 400
"""Characters of a sentence: nobody speaks longer without a full stop, but a paste does."""
QUOTABLE = 600
"""A longer piece between two quotation marks is what stands between two quotations."""
IN_SENTENCE = 60
"""A shorter quotation is part of a sentence: `"save" does nothing` keeps its shape."""
STAND_IN = "x"

STOP = "\x1e"
"""Parts sentences without a space behind it, and is no new line: for 。 and ¿."""

QUOTES = "“”„‟«»「」『』＂"
APOSTROPHES = "’‘‛´ʼ＇"
PUNCTUATION = {"，": ",", "、": ",", "；": ";", "：": ":", "？": "?", "！": "!", "。": STOP, "¿": STOP, "¡": " ", "…": ".", "\u00a0": " "}

SINGLE = re.compile(r"(?<![\w'])'(?:[^'\n]|'(?=\w)){1,200}'(?=[\s,.;:!?)]|$)")
ADDRESS = re.compile(r"https?://\S+")
IMAGE = re.compile(r"\[image[^\]\n]{0,200}\]")
TAGGED = re.compile(r"<(?:system|command|local-command|ide|task|tool|pasted)[\w-]*>")
PASTED = re.compile(
    r"""^[ \t]*+(?:>
    |[\[(]?\d{4}-\d\d-\d\d[t ]|[\[(]?\d\d:\d\d:\d\d                                      # a log's time
    |at\ \S+\ ?\(|at\ [\w$.]+:\d+|file\ x|traceback|caused\ by:|\S+:\d+:\d+                # a stack trace
    |[\w.]{0,60}(?:error|exception|warning|panic)(?:\ ?\[?\w{1,20}\]?)?:\ |npm\ (?:err|warn)|\[(?:error|warn|info|debug)
    |(?:error|warn|info|debug|fatal)\ +[\[(/]
    |[$%]\ |\+\+\+|---|@@\ |\||[{}<\]]|//|/\*|\*\ @                                       # a shell, a diff, a table, code
    |(?:import|from|def|class|function|const|let|var|return|public|private|export|select|insert|update)\ [^ \n]+[^\n]*[;{(:=]$
    |x+[:>])[^\n]*""",
    re.MULTILINE | re.VERBOSE,
)
HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)
END = re.compile(rf"[.?!\n{STOP}]+")
WORD = re.compile(r"[a-z0-9_ß]+(?:'[a-z]+)?")
ASKING = re.compile(
    r"(?:what|why|how|who|when|where|which|is|are|was|were|do|does|did|can|could|would|should|will|have|has|que|como|cual|cuando|donde"
    r"|por que|quem|onde|qual|est-ce|qu|pourquoi|comment|quand|quel|wie|warum|wer|wo|wann|ist|sind|kann|che|cosa|come|perche|chi|dove"
    r"|quale)\b"
)
TAG = re.compile(
    r",? (?:yeah|yes|right|no|ok|okay|correct|huh|isn't it|aren't they|verdad|cierto|nao e|certo|non|n'est-ce pas|hein|oder|ne|vero"
    r"|giusto)$"
)
"""Behind a claim it asks for a nod."""
JUNK = STOP + " \t-*•()[]\"'#:,>–—"
NOTHING = JUNK + "\n"
"""What may stand around what is said."""


class Sentence(NamedTuple):
    text: str
    """Folded, as it was spoken."""
    at: int
    """Where it begins in the folded text."""
    mark: str
    """What ends it."""

    @property
    def is_outcry(self) -> bool:
        """Asked and shouted: `again?!`"""
        return "?!" in self.mark or "!?" in self.mark

    def asks(self, at: int) -> bool:
        """Is what ends there part of a question? "the button is gone, can you look?" claims first and asks then."""
        if "?" not in self.mark or TAG.match(self.text, at):
            return False
        return "," not in self.text[max(0, at - 1) :] or ASKING.match(self.text) is not None


def readable(text: str) -> str:
    """The part that is looked at, with accents as one character each."""
    if len(text) > HEAD + TAIL:
        text = f"{text[:HEAD]}\n{text[-TAIL:]}"
    # Some signs are written as several when they are composed: what that adds is not read.
    return text if text.isascii() else unicodedata.normalize("NFC", text)[: HEAD + TAIL + 1]


@lru_cache(maxsize=4)
def heard(text: str) -> tuple[str, str, list[Sentence]]:
    """A message as it is looked at, as it is searched, and its sentences. The last few are kept: one message is listened to twice."""
    text = readable(text)
    said = blank(fold(text))
    return text, said, sentences(said)


def fold(text: str) -> str:
    """Lower case, straight quotes, no accents: one character for one."""
    lower = text.lower()
    if text.isascii():
        return lower
    if len(lower) != len(text):
        lower = "".join(c if len(c.lower()) != 1 else c.lower() for c in text)
    return lower.translate(_table())


def words(folded: str, at_most: int) -> list[str]:
    """The first words of a folded text."""
    return WORD.findall(folded[: at_most * 8])[:at_most]


def blank(folded: str) -> str:
    """Without what is quoted or pasted: a quoted word becomes a stand-in, a pasted line becomes nothing."""
    for mark in ("```", "~~~", "`", '"'):
        if mark in folded:
            folded = _unquoted(folded, mark)
    if " '" in folded or folded.startswith("'") or "\n'" in folded or ":'" in folded or "('" in folded:
        folded = SINGLE.sub(_stand_in, folded)
    if "://" in folded:
        folded = ADDRESS.sub(_stand_in, folded)
    if "[image" in folded:
        folded = IMAGE.sub(_stand_in, folded)
    if "<" in folded:
        folded = _untagged(folded)
    if "# " in folded:
        folded = _before_headings(folded)
    if "\n" in folded or folded.startswith(">"):
        folded = PASTED.sub(_spaces, folded)
    return folded


def sentences(spoken: str) -> list[Sentence]:
    """The sentences of a blanked text that are looked at, in order."""
    found: list[Sentence] = []
    begin = 0
    for end in END.finditer(spoken):
        mark, at = end[0], end.end()
        if mark == "." and not spoken[at : at + 1].isspace() and at < len(spoken):
            continue  # config.toml
        _add(found, spoken[begin : end.start()], begin, mark)
        begin = at
    _add(found, spoken[begin:], begin, "")
    return found if len(found) <= FIRST + LAST else found[:FIRST] + found[-LAST:]


def _add(found: list[Sentence], whole: str, begin: int, mark: str) -> None:
    text = whole.lstrip(JUNK)
    if text:
        found.append(Sentence(text[:SPOKEN].rstrip(), begin + len(whole) - len(text), mark))


def _unquoted(text: str, mark: str) -> str:
    """Without what stands between two marks. An open fence runs to the end; an open quote is none."""
    is_fence = len(mark) > 1
    pieces = text.split(mark)
    parts, at = [pieces[0]], 1
    while at < len(pieces):
        is_open = at == len(pieces) - 1
        if is_fence or not (is_open or len(pieces[at]) > QUOTABLE or "\n\n" in pieces[at]):
            parts.append(_cover(mark + pieces[at] + ("" if is_open else mark)))
            parts += pieces[at + 1 : at + 2]
            at += 2
        else:
            parts.append(mark + pieces[at])
            at += 1
    return "".join(parts)


def _cover(quoted: str) -> str:
    """As long as it was."""
    if len(quoted) <= IN_SENTENCE and "\n" not in quoted:
        return STAND_IN * len(quoted)
    return "\n" + " " * (len(quoted) - 2) + "\n"


def _stand_in(found: re.Match[str]) -> str:
    return _cover(found[0])


def _spaces(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _untagged(text: str) -> str:
    """Without what a program put around the person's words, from the first of its tags to the last that closes."""
    begin = TAGGED.search(text)
    if not begin:
        return text
    closing = text.rfind("</")
    end = text.find(">", closing) + 1 if closing > begin.start() else 0
    return text[: begin.start()] + " " * ((end or len(text)) - begin.start()) + (text[end:] if end else "")


def _before_headings(text: str) -> str:
    """A heading begins a document, and nobody corrects in headings."""
    begin = HEADING.search(text)
    return text[: begin.start()] + " " * (len(text) - begin.start()) if begin else text


@cache
def _table() -> dict[int, str]:
    table = {ord(c): '"' for c in QUOTES} | {ord(c): "'" for c in APOSTROPHES} | {ord(c): to for c, to in PUNCTUATION.items()}
    for code in range(0xC0, 0x250):
        base = unicodedata.normalize("NFD", chr(code))[0].lower()
        if base.isascii():
            table[code] = base
    return table | dict.fromkeys(range(0xD800, 0xE000), "?")
