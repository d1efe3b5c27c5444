"""One file, one name: whether a path, however it is spelled, is one of the files in which an agent says who it is. No I/O.

Bias: what a careless file system, or a careless reader, would take for the file is taken for it: any case, look-alike letters, invisible
characters, dots and spaces at the end, backslashes. Nobody needs a *second* file of nearly that name beside the first.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from posixpath import join, normpath

from habitus.parse.unicode import FOLDED

OPEN = ("SOUL.md", "CAPABILITIES.md")
"""Writable through the file tool by an agent with `self_evolve`."""
LOCKED = ("IDENTITY.md", "AGENTS.md")
"""Never writable by an agent."""
NAMES = {name.lower(): name for name in (*OPEN, *LOCKED)}

COMMON = "AGENTS.md"
"""A name that ordinary projects use as well: without a known folder it says little."""

LONGEST = 4096
"""Characters of a path: as long as one can be."""

LIKE = FOLDED | str.maketrans({"υ": "y", "ӏ": "i"})
"""Letters of other alphabets by the letter of ours that they look like. These two also pass for u and l; the names here have more of y
and i."""
SHORT = re.compile(r"(identi|capabi|capabilities|agents|soul|identity)~\d\.md")
"""The second name that Windows gives a file."""
SHORT_FOR = {"identi": "identity.md", "identity": "identity.md", "capabi": "capabilities.md", "capabilities": "capabilities.md",
             "agents": "agents.md", "soul": "soul.md"}  # fmt: skip
PROC = re.compile(r"^/proc/(?:self|thread-self|\d+)/(root|cwd)(?=/|$)")


@lru_cache(maxsize=4096)
def folded(part: str) -> str:
    """A part of a path as the most forgiving reader sees it."""
    part = part.split("\0", 1)[0].partition("::")[0]
    if not part.isascii():
        part = unicodedata.normalize("NFKD", part)
        part = "".join(c for c in part if unicodedata.category(c) not in ("Mn", "Cf", "Cc", "Cn", "Co", "Zl", "Zp"))
    part = part.strip(" \t\r\n\"'`").rstrip(". \t")
    return part.casefold() if part.isascii() else part.casefold().translate(LIKE)


def protected(name: str) -> str:
    """The file that a bare name means, in its own spelling; empty for any other."""
    seen = folded(name)
    short = SHORT.fullmatch(seen)
    return NAMES.get(SHORT_FOR[short[1]] if short else seen, "")


@cache
def pattern(name: str) -> re.Pattern[str]:
    """Finds a protected name in folded text, wherever it stands as a word of its own."""
    return re.compile(rf"(?<![\w-]){re.escape(name.lower())}(?![\w-])")


def spellings(path: str) -> list[str]:
    """A path as it stands, and as tools read it that take addresses, escapes or backslashes."""
    path = path[:LONGEST].split("\0", 1)[0].strip(" \t\r\n\"'`")
    found = [path]
    if path.lower().startswith("file:"):
        found.append("/" + re.sub(r"^file:/*(?:localhost/)?", "", path, flags=re.IGNORECASE))
    if "%" in path:
        from urllib.parse import unquote

        found += [unquote(one) for one in found]
    if "\\" in path:
        found += [re.sub(r"^[A-Za-z]:", "", one.replace("\\", "/")) for one in found]
    return list(dict.fromkeys(found))


def whole(path: str, base: str) -> str:
    """From the root on, without `.`, `..` and doubled slashes; relative where nobody knows the folder."""
    proc = PROC.match(path)
    if proc:
        path = (path[proc.end() :] or "/") if proc[1] == "root" else join(base, path[proc.end() :].lstrip("/"))
    plain = normpath(path if path.startswith(("/", "~")) or not base else join(base, path))
    return "/" + plain.lstrip("/") if plain.startswith("//") else plain


def parts(path: str) -> list[str]:
    return [folded(part) for part in path.split("/") if part]
