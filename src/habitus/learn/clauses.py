"""A message as sentences and clauses: what the person wrote themselves, without what they quote or paste."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

JOIN = 20
"""Characters before a comma that tell whether the clause goes on after it."""
READ = 4000
"""Characters of a message that are looked at."""
NAMES = 8
"""Words that a quoted name or phrase may have; more is a quotation."""
GONE = "\ufffc"
"""Stands where a quotation stood: what is said about it says nothing without it."""

CODE = r"(?<!`)`[^`\n]+`(?!`)"
NAMED = r"(?<=[\w`>/,] )<\w[\w.-]*(?: ?/)?>(?=[\s,.;!?)]|\Z)"
"""Markup that a sentence speaks of: "a <Link> instead of <a>". Where something is closed, each may begin what ends there."""

# Fences and tags, quoted lines and prompts, what a program prints, and all that follows "it returned:" on lines of its own, the head of a
# letter, a name and the time in a chat, a line across the page, or a program's outcry.
FOREIGN = (
    r"```[\s\S]*?(?:```|\Z)|<(?P<element>\w+)[^>\n]*>[\s\S]*?(?:</(?P=element)>|\Z)|^[ \t]*[>|$#][^\n]*"
    r"|^(?: {4,}|\t| *\[| *\S*\w:\d+:| *\w*(?:Error|Exception|Warning):| *at \w\S*\(| *npm (?:ERR|WARN)"
    r"| *(?:error|warning|hint) +[-–—] )[^\n]*"
    r"|^[^\n]*\b(?:says?|said|reads|wrote|writes|returned|printed|outputs?|escribi[oó]|dice|devolvi[oó]|diz|dit|sagt"
    r"|dice)[^\n]{0,20}:[ \t]*\n[\s\S]*\Z"
    r"|^(?:From|Subject|De|Asunto|Assunto|Von|Betreff|Objet|Da|Oggetto|发件人|主题)[:：] ?\S[^\n]*\n[\s\S]*\Z"
    r"|^[^\n]{1,40}\b\d{1,2}:\d\d(?: ?[AP]M)?[\])]?[ \t]*\n[\s\S]*\Z"
    r"|^[ \t]*(?:-{3,}|={3,}|\*{3,}|_{3,})[ \t]*\n[\s\S]*\Z"
    r"|^[ \t]*(?-i:ERROR|WARN(?:ING)?|FATAL|FAIL(?:ED|URE)?)(?: in | ?[:\[(]| \S*[./]\w)[^\n]*\n[\s\S]*\Z"
)
STRANGE = re.compile(r"[`<>|$#\t\[:：(]| {4}|npm |error|warn|hint|fatal|fail|---|===|\*\*\*|___", re.IGNORECASE)
"""One of these stands in whatever is foreign: most that people write has none of them, and is not looked through."""
QUOTED = re.compile(r"\"[^\"\n]*\"|“[^”]*”|«[^»]*»|「[^」]*」|(?<!\w)'[^'\n]*'(?!\w)|`[^`\n]*`")
SENTENCE = re.compile(r"(?<=[.!?;…])(?<!\s\.)\s+|(?<=[。！？；])|\n+|\s+[—–]\s+")
LINES = re.compile(r"\n+")
BULLET = re.compile(r"[-*•]+\s+|\d+[.)]\s+")
CLAUSE = re.compile(r",\s+|:\s+|\s-{1,2}\s|，|：")
INNER = re.compile(r"[,;!?，。！？]|\.\s")
"""What no name has in it."""


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern out of a language's table. They are more than `re` remembers, and asking it takes longer than most of them do."""
    return re.compile(pattern)


class Clause(NamedTuple):
    """A stretch of text as it was written, and as it is matched: lower case, straight quotes, no accents; one character for one."""

    raw: str
    plain: str

    def cut(self, start: int, end: int | None = None) -> Clause:
        raw = self.raw[start:end]
        left, right = len(raw) - len(raw.lstrip()), len(raw.rstrip())
        return Clause(raw[left:right], self.plain[start:end][left:right])


def clause(text: str) -> Clause:
    return Clause(text, plain(text)).cut(0)


def plain(text: str) -> str:
    if text.isascii():
        return text.lower()
    return "".join(_bare(c) for c in text.replace("’", "'").replace("‘", "'"))


def own(text: str) -> Clause:
    """What the person wrote themselves."""
    text = text[:READ]
    if STRANGE.search(text):
        text = foreign(closes="</" in text).sub(lambda found: found["code"] or "\n", text)
    return clause(QUOTED.sub(lambda found: found[0] if found[0][0] == "`" or _is_name(found[0]) else GONE, text))


@cache
def foreign(*, closes: bool) -> re.Pattern[str]:
    """What is not the person's; and code in a line, which is, whatever stands in it. `closes`: an element ends somewhere."""
    named = "" if closes else f"(?!{NAMED})"
    return re.compile(f"{named}(?:{FOREIGN})|(?P<code>{CODE})", re.MULTILINE | re.IGNORECASE)


def lines(whole: Clause) -> Iterator[Clause]:
    begin = 0
    for found in LINES.finditer(whole.raw):
        yield whole.cut(begin, found.start())
        begin = found.end()
    yield whole.cut(begin)


def sentences(whole: Clause) -> Iterator[Clause]:
    begin = 0
    for found in SENTENCE.finditer(whole.raw):
        yield _unlisted(whole.cut(begin, found.start()))
        begin = found.end()
    yield _unlisted(whole.cut(begin))


def parts(sentence: Clause, joins: str) -> list[Clause]:
    """Its clauses. `joins`: how one ends that goes on after its comma."""
    marks = [(found.start(), found.end()) for found in CLAUSE.finditer(sentence.raw)]
    marks = [
        (0, 0),
        *(mark for mark in marks if not compiled(joins).search(sentence.plain[max(0, mark[0] - JOIN) : mark[0]])),
        (len(sentence.raw), 0),
    ]
    found = [sentence.cut(begin, end) for (_, begin), (end, _) in pairwise(marks)]
    return [one for one in found if one.raw]


def _bare(character: str) -> str:
    base = unicodedata.normalize("NFD", character)[0].lower()
    return base if len(base) == 1 else character


def _is_name(quoted: str) -> bool:
    return len(quoted.split()) <= NAMES and not INNER.search(quoted)


def _unlisted(sentence: Clause) -> Clause:
    found = BULLET.match(sentence.raw)
    return sentence.cut(found.end()) if found else sentence
