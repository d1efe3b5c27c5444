"""One word of a message in, the same word with what varies masked out. By shape alone: its neighbours are `neighbours`' business.

Inside, a mask is one control character, so that no rule can take a mask apart; `masking` writes them out at the end.
No class of characters here goes past Latin-1: the first one that does costs milliseconds to compile.
Bias: a part that holds a digit varies, unless it is the name of an error or of a technique (`utf-8`, `sha256`).
"""

from __future__ import annotations

import re

from habitus.parse.failure.words import CODED, ERROR_HOMES, FILES, HEEDED, HOSTS, SAYING, SWITCHES, TECHNIQUES

VALUE, PATH, PORT = "\x01", "\x02", "\x03"
MASKS = frozenset(VALUE + PATH + PORT)
QUOTES = "'\"`"
CLOSING = ")]}\"'`.,:;!?"
EDGES = "()[]{}<>\"'`,;:.!?«»"
LONGEST = 300
"""A masked word past this is data (base64, a minified line): it identifies nothing."""
WIDEST = 1000

CODE = re.compile(r"-?\d{1,5}|0x[0-9A-Fa-f]{1,8}|[A-Z]{1,6}[-_]?\d{2,6}[A-Z]?|(?=\w*\d)[0-9A-Z]{5}")
has_digit = re.compile(r"\d").search

_WORD, _MASK = 1, ("", VALUE, VALUE + PORT, VALUE, PATH, PATH)
"""By the group of `_SIMPLE`."""
_SIMPLE = re.compile(
    r"[(\[{\"'`]*+(?:([A-Za-z][A-Za-z0-9_\-]*+)"
    r"|(\d{1,3}(?:\.\d{1,3}){3}:\d{1,5}+(?![:.\w]))"
    r"|([-+#$~<>]?\d[\w%+\-]*+(?>(?:[.,:/]\d[\w%+\-]*+)*))"
    r"|((?:~|\.{1,2})?/(?!\d{1,3}\.\d)(?:[\w.+\-@%~/]*[\w/])?)"
    r"|([a-zA-Z][a-zA-Z0-9+.\-]*+://[^\"'`<>|]*[\w/]))[)\]}\"'`.,:;!?]*+"
)
"""What most words are: a word, an address, a number or date or id, a path, a URL. The ladder of `_core` knows the rest."""
_PAIR = re.compile(r"([(\[{<]*+[A-Za-z_]\w*+[)\]]?)=([\"'(\[]?)([^=,;()\[\]{}|<>\"'`«»]++)[)\]}\"',;.:!?]*+")
_PARTITIONED = re.compile(r"[(\[{\"'`]*+((?:[a-zA-Z]:[\\/]|~?/|\.{1,2}/)[^\s\"'`()<>|;,{}\[\]]*?)[)\]}\"'`.,:;!?]*+")
"""`/data/year=2024/month=5`: a path, not a key and its value."""
_EMPTY = {
    each: each[0] + VALUE + each[-1]
    for each in ("()", "[]", "{}", "''", '""', "'(null)'", '"(null)"', "(null)", "[null]", "(none)", "<none>", "<null>", "(nil)")
}
"""A slot that nothing filled."""
_DELIMITED = re.compile(r"([=,;()\[\]{}|<>\"'`«»]++|(?<=[\w\x01-\x03])\.{3,}(?=[\w\x01-\x03]))")
_SPECIAL = re.compile(r"[\d=/\\@.*\x01-\x03]")
_HEX = re.compile(r"[0-9a-f]{8,}|[0-9A-F]{8,}")
_ERRORS = tuple(
    name + s for name in ("Error", "Exception", "Warning", "Fault", "Failure", "Timeout", "Exceeded", "Expired") for s in ("", "s")
)
_ERROR_NAME = re.compile(r"[A-Za-z_$][\w$]*+(?>(?:\.[A-Za-z_$][\w$]*+)*)")
_NUMERIC = re.compile(r"[-+~#$£<>]?[\d:.,+\-/TZ%]+")
_ADDRESS = re.compile(r"(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}")
_ANY_HOST = re.compile(r":(?:::?)?\d{2,5}:?")
_IPV6 = re.compile(r"[0-9A-Fa-f:.]++(?:%\w+)?")
_ROOTED = re.compile(r"(?:[a-zA-Z][\w+.\-]*://|[a-zA-Z]:[\\/]|\\\\|~?/|\.{1,2}[/\\]|file:)")
_URL = re.compile(r"[a-zA-Z][a-zA-Z0-9+.\-]*+://[^\s\"'`<>|]*[^\s\"'`<>|.,;:!?)\]}]")
_PLACE = re.compile(r":\d+(?::\d+)?$")
_LOG_DATE = re.compile(r"\d{1,2}/[A-Z][a-z]{2}/\d{4}\b")
_REMOTE = re.compile(r"[\w.\-]++@[\w.\-]++:[\w./~\-]++")
_OBJECT = re.compile(r"[0-9a-f]+")
_CONSTANT = re.compile(r"[A-Z][A-Z_]+")
_LISTED = re.compile(r"([\x01\x02])(?:,\1)+(?=[,;)\]}>|\"'`]|$)")
_UNMASKED = re.compile(r"[^\x01-\x03:/@.!]+")


def masked(word: str) -> str | None:
    """A word between blanks, masked; the word itself where it says something of its neighbours; None where it is only a word."""
    found = None if "=" in word else _SIMPLE.fullmatch(word)
    if found is None or len(word) > LONGEST:
        mask = _EMPTY.get(word) or _parted(word)
        return None if mask == word and word[0] not in QUOTES and word.strip(EDGES).lower() not in HEEDED else mask
    kind = found.lastindex or 0
    begin, end = found.span(kind)
    if kind == _WORD and not _varies(core := word[begin:end]):
        return word if word[0] in QUOTES or core.lower() in HEEDED else None
    return _MASK[kind] if end - begin == len(word) else word[:begin] + _MASK[kind] + word[end:]


def _varies(core: str) -> bool:
    """Of letters, digits, `-` and `_`."""
    if core.isalpha() or not has_digit(core):
        return len(core) > 7 and (core == "localhost" or _HEX.fullmatch(core) is not None)
    return core.lower() not in TECHNIQUES and not core.endswith(_ERRORS)


def _parted(word: str) -> str:
    if len(word) > WIDEST:
        return VALUE
    if "=" in word and (found := _PAIR.fullmatch(word)) is not None:
        return f"{found[1]}={found[2]}{_valued(found[3], found[1].strip(EDGES).lower())}{word[found.end(3) :]}"
    if "=" in word and (found := _PARTITIONED.fullmatch(word)) is not None:
        return word[: found.start(1)] + PATH + word[found.end(1) :]
    if not _SPECIAL.search(word):
        return word if len(word) <= LONGEST and not _HEX.fullmatch(word.strip(EDGES)) else VALUE
    if "://" in word:
        word = _URL.sub(PATH, word)
    parts = _DELIMITED.split(word)
    mask = _piece(word) if len(parts) == 1 else _pieces(parts)
    if VALUE + "," in mask or PATH + "," in mask:
        mask = _LISTED.sub(r"\1", mask)
    return mask if len(mask) <= LONGEST else VALUE


def _pieces(parts: list[str]) -> str:
    """What stands between delimiters, each by itself; after a `=`, a value; before it, a name."""
    key = ""
    for at in range(0, len(parts), 2):
        part = parts[at]
        if not part:
            continue
        before = parts[at - 1] if at else ""
        if before[:1] == "=" != before[1:2]:
            parts[at] = _valued(part, key)
        elif not (key in CODED and CODE.fullmatch(part.rstrip(":."))) and (parts[at + 1 : at + 2] != ["="] or has_digit(part)):
            parts[at] = _piece(part)
        key = parts[at].strip(":.").lower()
    return "".join(parts)


def _valued(part: str, key: str) -> str:
    """The value of `key=value`: it varies, but for switches, constants, and what says what happened."""
    if part.isdigit() and key not in CODED:
        return VALUE
    if part.lower() in SWITCHES or _CONSTANT.fullmatch(part):
        return part
    if key in SAYING:
        return part if key in CODED and CODE.fullmatch(part) else _piece(part)
    core = part.rstrip(".:!?")
    return (VALUE if core else "") + part[len(core) :]


def _piece(piece: str) -> str:
    if piece.isdigit():
        return VALUE
    if piece.isalpha() or piece.replace("_", "").replace("-", "").isalpha():
        return VALUE if _varies(piece) else piece
    core = piece.strip(".:!?")
    if not core or (core.isalpha() and not _HEX.fullmatch(core)):
        return PATH + piece[1 + len(core) :] if core in FILES and piece[0] == "." else piece
    at = piece.index(core)
    if _ANY_HOST.fullmatch(piece):
        return PORT + piece[at + len(core) :]
    if piece[:at] == "." or (piece[:at] in ("..", "::") and core[0] in "/\\0123456789abcdef"):  # a hidden file, a relative path, an IPv6
        at, core = 0, piece[:at] + core
    return piece[:at] + _core(core) + piece[at + len(core) :]


def _core(core: str) -> str:  # noqa: PLR0911 - a ladder of shapes, the more certain ones first
    if not MASKS.isdisjoint(core):
        return _UNMASKED.sub(lambda found: _core(found[0]), core)
    if core.lower() in TECHNIQUES or (core.endswith(_ERRORS) and _ERROR_NAME.fullmatch(core)):
        return core
    if _NUMERIC.fullmatch(core) and core != "/":
        return _numeric(core)
    if "/" in core or "\\" in core:
        return _slashed(core)
    if "@" in core:
        return _at(core)
    if ":" in core:
        return _coloned(core)
    if ("***" in core and core.strip("*")) or core.startswith(("sk-", "pk-")):
        return VALUE
    if "." in core:
        return _dotted(core)
    return VALUE if has_digit(core) or _varies(core) else core


def _numeric(core: str) -> str:
    if _ADDRESS.fullmatch(core):
        return VALUE + PORT
    return VALUE if has_digit(core) else core


def _slashed(core: str) -> str:
    """Paths. Two plain words with a stroke between them are none: read/write."""
    if core[0] == "/" and core[1:2].isdigit() and _NUMERIC.fullmatch(core[1:]):
        return "/" + _numeric(core[1:])
    if _LOG_DATE.match(core):
        return VALUE
    place = _PLACE.search(core)
    stem = core[: place.start()] if place else core
    after = ":" + VALUE if place else ""
    if _ROOTED.match(stem) or stem[0] == ".":
        return PATH + after
    if "/" in stem:
        parts = stem.split("/")
        return core if len(parts) == 2 and all(map(str.isalpha, parts)) else PATH + after
    return PATH + after if stem.count("\\") > 1 or stem.rpartition(".")[2].lower() in FILES else VALUE + after


def _at(core: str) -> str:
    """Mail, `user@host`, `git@host:path`, and `Class@1f2e3d` as Java prints an object."""
    if _REMOTE.fullmatch(core):
        return PATH
    if bare := core[0] == "@" and core.lstrip("@"):
        return core[: -len(bare)] + _core(bare)
    name, _, where = core.partition("@")
    if not name or not where:
        return core
    if _OBJECT.fullmatch(where):
        return _core(name) + "@" + VALUE
    return VALUE + PORT if _PLACE.search(where) else VALUE


def _coloned(core: str) -> str:
    """Ports, times, addresses, `name:value`."""
    if core.count(":") > 1 and _IPV6.fullmatch(core) and ("::" in core or has_digit(core)):
        return VALUE
    parts = core.split(":")
    is_code = len(parts) == 2 and parts[0].lower() in CODED and CODE.fullmatch(parts[1]) is not None
    if is_code:
        return core
    if (place := _PLACE.search(core)) and _core(core[: place.start()]) == PATH:
        return f"{PATH}:{VALUE}"
    found = [_core(part) if part else "" for part in parts]
    is_port = len(parts) == 2 and parts[1].isdigit() and (not parts[0] or _is_host(parts[0], found[0]))
    return found[0] + PORT if is_port else ":".join(found)


def _is_host(name: str, found: str) -> bool:
    """`Class.method:120` is a line of source, not a port."""
    return found == VALUE and (name == name.lower() or has_digit(name) is not None)


def _dotted(core: str) -> str:
    """Files, hosts, packages and classes vary; `Name.method` and the names of errors do not."""
    parts = core.split(".")
    if parts[-1].lower() in FILES:
        return PATH
    if not ERROR_HOMES.isdisjoint(parts) and _ERROR_NAME.fullmatch(core):
        return core
    is_long = len(parts) > 2 and all(parts) and parts[0][:1].islower()
    return VALUE if is_long or has_digit(core) or (len(parts) == 2 and parts[0] and parts[1] in HOSTS) else core
