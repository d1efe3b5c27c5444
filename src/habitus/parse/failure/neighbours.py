"""What a word's neighbours say of it: a code, a port, a date, a name that stays, the name of a person. Words in, a judgement out."""

from __future__ import annotations

import re

from habitus.parse.failure.shapes import CODE, EDGES, MASKS, PATH, PORT, QUOTES, VALUE, masked
from habitus.parse.failure.words import (
    AFTER_NAME,
    AUTH,
    BEFORE_NAME,
    CALENDAR,
    CODE_OF,
    CODED,
    GIVEN,
    LINKS,
    MEDIA,
    NAMED,
    NO_NAME,
    PLACED,
    REACHED,
    REASONS,
    SAID_OF_NAME,
    SAYING,
    SWITCHES,
)

ENDS = ".,;:!?)]}\"'>"
_NAME = re.compile(r"(['\"`])[A-Za-z_][\w.$\-]*\1[.,:;!?)\]}]*")
_RELATIVE = re.compile(r"(['\"`])[\w.~+\-]+(?:/[\w.~+\-]+)+\1[.,:;!?)\]}]*")
_NAMED_PORT = re.compile(r"[a-z]+:\d{2,5}\b")


def is_code(words: list[str], masks: list[str | None], at: int) -> bool:
    """A code follows a word that says so: HTTP 404, exit status 1, [Errno 2]; or its reason follows it: 404 Not Found."""
    by = at - 2 if at > 1 and words[at - 1] in LINKS else at - 1
    before = words[by] if by >= 0 and masks[by] in (None, words[by]) else ""
    core = words[at].strip(EDGES)
    if (named := before.strip(EDGES + "=").lower()) in CODED or named.startswith("http/"):
        return CODE.fullmatch(core) is not None and (before != "code" or by < 1 or words[by - 1].strip(EDGES).lower() in CODE_OF)
    return len(core) == 3 and core.isdigit() and core[0] in "12345" and at + 1 < len(words) and words[at + 1] in REASONS


def is_name(before: str, word: str) -> bool:
    """`table "orders_2024"`: a quoted name, though it holds a digit."""
    return word[0] in QUOTES and before.lower() in NAMED and _NAME.fullmatch(word) is not None


def quoted(before: str, word: str) -> str:
    """A quoted word without digits: a name stays, unless what stands before it says that it is a path or a value."""
    core = word.strip(EDGES)
    if "/" in core and not core.startswith(MEDIA) and _RELATIVE.fullmatch(word):
        return word.replace(core, PATH, 1)
    if not _is_whole(word, core):
        return word
    last = before.strip(EDGES + "=").lower()
    if last in PLACED:
        return word.replace(core, PATH, 1)
    follows_colon = before[-1:] == ":" and last.isalnum() and not last.endswith(("error", "exception")) and last not in SAYING
    return word.replace(core, VALUE, 1) if word[0] != "`" and (last in GIVEN or follows_colon) else word


def _is_whole(word: str, core: str) -> bool:
    """Quoted at both ends, and neither a key of JSON nor masked nor a switch."""
    tail = word.rstrip(".,:;!?)]}")
    is_key = word.endswith(tail[-1:] + ":")
    return bool(core) and core[0] not in MASKS and core.lower() not in SWITCHES and len(tail) > 2 and tail[-1] == word[0] and not is_key


def begin_of_date(words: list[str], found: list[str], at: int) -> int:
    """Where a mask is written: the name of a month or a day before it belongs to it."""
    while at and words[at - 1] in CALENDAR:
        found[at] = ""
        at -= 1
    return at


def fitted(words: list[str], begin: int, at: int, mask: str) -> str:
    """A date keeps the bracket before its month; after `connect to` the number of `name:8080` is a port."""
    if begin < at:
        return words[begin][: words[begin][0] in "(["] + mask
    return mask.replace(":" + VALUE, PORT, 1) if words[at - 1] in REACHED and _NAMED_PORT.match(words[at]) else mask


def unname(words: list[str], found: list[str], at: int) -> None:
    """Names of people: after `user` between words that frame a name, and in `for NAME from ADDRESS`."""
    given = words[at + 1] if at + 1 < len(words) else ""
    name = given.strip(EDGES)
    if not name or name.lower() in NO_NAME or (given[0] not in QUOTES and not name.replace("-", "").replace("_", "").isalpha()):
        return
    before = words[at - 1].strip(EDGES).lower() if at else ""
    after = words[at + 2] if at + 2 < len(words) else ""
    opens = not before or before.endswith(("error", "exception"))
    ends = not after or after[0] in "([" or given[-1] in ",.;:"
    if words[at] == "for":
        comes_from = after == "from" and at + 3 < len(words) and VALUE in (masked(words[at + 3]) or "")
        is_person = comes_from or (before in AUTH and ends)
    else:
        is_person = (before in BEFORE_NAME and (ends or after in AFTER_NAME)) or (opens and after in SAID_OF_NAME)
    if is_person:
        found[at + 1] = given.replace(name, VALUE, 1)
