"""A message in, its pattern out: the words that identify a failure, with what varies masked. A pure function of its one message.

Bias: two tellings of one failure must meet, so values, names of people and machines, places and times all go; two failures must not,
so names of errors, of tables, columns, attributes and commands stay, and so do codes that follow a word which says that they are codes.
Scores: bench/normalizing.py.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import repeat

from habitus.parse.failure import neighbours
from habitus.parse.failure.lines import telling
from habitus.parse.failure.shapes import CLOSING, MASKS, PATH, PORT, QUOTES, VALUE, WIDEST, has_digit, masked
from habitus.parse.failure.words import CALENDAR, LINKS, NAMING, REACHED, REASONS, TELLING, UNITS
from habitus.parse.text import storable

LONGEST = 600
"""Characters of a pattern. More identifies nothing more."""
REMEMBERED = 20_000
"""Words whose masked form is remembered: the vocabulary of an agent's tools, some megabytes at most."""

_ZONE = r"(?: ?(?:Z|UTC|GMT|CES?T|E[SD]T|P[SD]T|[+-]\d\d:?\d\d)\b)?"
_LEADING = re.compile(
    rf"\s*[\[(]?(?:\d{{4}}[-/.]\d\d[-/.]\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)?{_ZONE}"
    rf"|(?:[A-Z][a-z]{{2}},? )?[A-Z][a-z]{{2}} {{1,2}}\d{{1,2}} (?:\d{{4}} )?\d\d:\d\d:\d\d(?:[.,]\d+)?{_ZONE}(?: \d{{4}})?"
    rf"|(?:[A-Z][a-z]{{2}}, )?\d{{1,2}} [A-Z][a-z]{{2}} \d{{4}} \d\d:\d\d:\d\d{_ZONE}"
    r"|\d\d/[A-Z][a-z]{2}/\d{4}:\d\d:\d\d:\d\d(?: [+-]\d{4})?|\d\d:\d\d:\d\d(?:[.,]\d+)?)[\])]?(?:\s*[-|]\s|\s+)"
    r"(?:\[\d+(?:-\d+)?\]:?\s+)?(?=\S)"
)
"""A time before the message, and a process id after it, as logs write them in many shapes: they are no part of what is said."""
_QUOTED_PATH = re.compile(
    r"(['\"`])(?!(?:application|text|image|audio|video|multipart)/)(?:[a-zA-Z]:[\\/]|\\\\|[\w.~+\-]{0,60}(?:/|://|\\))[^'\"`\n]{0,400}\1"
)
_QUOTED = re.compile(r"(?<!\w)(['\"`])[^'\"`]{1,80}\1(?!\w)")
_QUOTED_NEAR = re.compile(r"\b(near (['\"`]))[^'\"`]{1,400}\2")
_BARE_PATH = re.compile(
    r"(: |\bopen |\bstat )[^\s:'\"`\x01-\x03]+"
    r"(?=: (?:[Nn]o such file|[Pp]ermission denied|[Ii]s a directory|[Nn]ot a directory|[Ff]ile exists))"
)
_HELD = re.compile(
    r"=(?<!code=)(?<!status=)(?<!reason=)(?<!cause=)(?<!error=)(?<!type=)(?<!kind=)(?<!message=)(?<!msg=)"
    r"(?:\w*\{(?>(?:[^{}]|\{[^{}]{0,200}\}){0,200})\}|\[[^\[\]=]{0,200}\]|\"[^\"=]{1,200}\"|'[^'=]{1,200}')"
)
"""Values that hold blanks, but for those that say what happened."""
_ACCESS = re.compile(r"\"[A-Z]{3,7} \S+ HTTP/[\d.]+\"")
_STRAIGHT = str.maketrans("“”„‘’‚", "\"\"\"'''")
_WRITTEN = {"<*>": VALUE, "<path>": PATH, ":<port>": PORT}

_FITTING = CALENDAR | REACHED
_NEW = ""
"""Stands for the mask of a word that is not known yet: no mask is empty."""
_words: dict[str, str | None] = {}


def pattern(message: str, tool: str = "") -> str:
    """The same failure always has the same pattern, and a pattern is its own. The tool's own name does not vary, whatever it holds."""
    text = storable(telling(message))
    if "\n" in text:  # what is said twice is said once
        text = " ".join(dict.fromkeys(_line(line, tool) for line in text.split("\n")))
    return _line(text, tool)


def _line(text: str, tool: str) -> str:
    while found := _LEADING.match(text):
        text = text[found.end() :]
    # A record of traffic: its status is one measurement among others, not what went wrong.
    is_access = "HTTP/" in text and _ACCESS.search(text) is not None
    return _written(_masked(_prepared(text).split(), tool, has_codes=not is_access))


def family(message: str, tool: str = "") -> str:
    """The pattern without its quoted names: a missing column, whatever its name. For where a pattern is too narrow."""
    return _QUOTED.sub(r"\1<*>\1", pattern(message, tool))


def _prepared(text: str) -> str:
    """What only the whole text shows: masks of an earlier pass, scripts without blanks, and what holds blanks: paths, values, queries."""
    if "<" in text:
        for written, mask in _WRITTEN.items():
            text = text.replace(written, mask)
    if not text.isascii():
        text = _scripts().sub(" ", text.translate(_STRAIGHT))
    if "'" in text or '"' in text or "`" in text:
        if ("/" in text or "\\" in text) and _holds_spaced_path(text):
            text = _QUOTED_PATH.sub(rf"\1{PATH}\1", text)
        if "near " in text:
            text = _QUOTED_NEAR.sub(rf"\1{VALUE}\2", text)
    if " directory" in text or "ermission denied" in text or "ile exists" in text:
        text = _BARE_PATH.sub(rf"\1{PATH}", text)
    return _HELD.sub(f"={VALUE}", text) if "=" in text else text


@cache
def _scripts() -> re.Pattern[str]:
    """Between Chinese or Japanese and what is not. Few messages need it, and it is dear to compile."""
    one, other = "⺀-鿿＀-￯", "!-~\x01-\x03"
    return re.compile(f"(?<=[{one}])(?=[{other}])|(?<=[{other}])(?=[{one}])")


def _holds_spaced_path(text: str) -> bool:
    for quote in QUOTES:
        if quote in text:
            for part in text.split(quote)[1:-1]:
                if " " in part and ("/" in part or "\\" in part):
                    return True
    return False


def _masked(words: list[str], tool: str, *, has_codes: bool) -> list[str]:
    """One pass over the words that are more than words. Longer than other functions: it is where the time goes."""
    masks = list(map(_words.get, words, repeat(_NEW)))
    found, last = words.copy(), len(words) - 1
    end, start = -1, -1  # the last run of masks: where it ends, and where it is written
    for at in [at for at, mask in enumerate(masks) if mask is not None]:
        word = words[at]
        mask = masks[at] = masks[at] or _looked_at(word)
        if mask is None or found[at] is not word:  # only a word; a name that is gone
            continue
        before = words[at - 1] if at else ""
        if mask == word:
            if word[0] in QUOTES:
                if before[-1:] == ":" or "/" in word or before in TELLING:
                    found[at] = neighbours.quoted(before, word)
            elif word in NAMING:
                neighbours.unname(words, found, at)
            continue
        if word == tool or (word[0] in QUOTES and neighbours.is_name(before, word)):
            continue
        after = words[at + 1] if at < last else ""
        may_be_code = has_codes and (before in LINKS or (at and masks[at - 1] is not None) or after in REASONS)
        if may_be_code and neighbours.is_code(words, masks, at):
            continue
        fits = before in _FITTING
        begin = neighbours.begin_of_date(words, found, at) if fits else at
        if begin == end and (merged := _merged(found[start], mask)):
            found[begin], found[start] = "", merged
        else:
            start, found[begin] = begin, neighbours.fitted(words, begin, at, mask) if fits else mask
        end = at + 1
        if after in UNITS and mask[-1] == VALUE:
            found[start] += UNITS[after]
            found[end] = ""
            end += 1
    return found


def _looked_at(word: str) -> str | None:
    """A word's mask. What never varies is looked at once, and a number needs no look."""
    if len(word) > WIDEST:
        return VALUE
    if word[0].isdecimal() and (core := word.rstrip(CLOSING)).isdecimal():
        return VALUE + word[len(core) :]
    mask = masked(word)
    if mask is None or (len(mask) > 1 and len(word) < 80 and not has_digit(word)):
        if len(_words) >= REMEMBERED:
            _words.clear()
        _words[word] = mask
    return mask


def _merged(last: str, mask: str) -> str:
    """Masks in a row are one. Empty where these two are not."""
    if last == mask and mask[-1] in MASKS:
        return last
    if mask[0] not in MASKS or mask[1:].strip(neighbours.ENDS):
        return ""
    if last[-1] == mask[0]:
        return last[:-1] + mask
    return last[:-2] + mask if last[-1] == "," and last[-2:-1] == mask[0] else ""


def _written(words: list[str]) -> str:
    text = " ".join(filter(None, words)).replace(VALUE, "<*>").replace(PATH, "<path>").replace(PORT, ":<port>")
    if len(text) <= LONGEST:
        return text
    cut = text.rfind(" ", 0, LONGEST + 1)
    return text[:cut] if cut > 0 else "<*>"
