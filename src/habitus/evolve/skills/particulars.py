"""What in a step belongs to one day and not to the way of working: texts in, the same with `<placeholders>` out.

Values count as particular where the request names them and they look like a name or a number rather than a word, where a step was repeated
with another value, and by their own shape (a date, an id, a home folder). Placeholders of one draft agree: one value, one name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.evolve.skills import secrets

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SHAPES: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    ("id", "an id", re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")),
    ("date", "a date", re.compile(r"\b20\d\d-[01]\d-[0-3]\d(?:T[\d:.]+Z?)?\b")),
    ("commit", "a commit", re.compile(r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b")),
)
"""A name, in words, and how it looks wherever it stands."""

KINDS: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    ("url", "an address", re.compile(r"[a-z][a-z0-9+.-]*://\S+")),
    ("email", "an e-mail address", re.compile(r"[^\s@]+@[^\s@]+\.\w+")),
    ("version", "a version", re.compile(r"v?\d+(?:\.\d+)+[\w.+-]*")),
    ("number", "a number", re.compile(r"#?\d+")),
    ("ticket", "a ticket", re.compile(r"[A-Z][A-Z0-9]+-\d+")),
    ("file", "a file", re.compile(r"(?:~|\.{1,2})?/[\w./-]+|[\w./-]+\.[A-Za-z]\w{0,5}|[\w./-]+/")),
    ("name", "a name", re.compile(r"\S*[\d_/:@-]\S*")),
)
"""Of a value that the request names; the last of these is for what merely looks like no word."""

ASKED = 4_000
"""Characters of a request in which values are looked for. What is longer brings a log or a file with it."""
LONGEST = 200
"""Characters of a value."""
_HOME = re.compile(r"(?:/home|/Users)/[^/\s'\"]+(?=/|\b)")
_HERE = re.compile(r"^cd \.\s*(?:&&|;|\n)\s*")
"""Where the agent is anyway."""
_QUOTED = re.compile(r"""["'“”‘’`«»]([^"'“”‘’`«»\n]{2,80})["'“”‘’`«»]""")
_WORD = re.compile(r"""[^\s"'`“”()<>|;&,=]+""")
_OPTION = re.compile(r"--?([a-z][\w-]+)[= ]$")
_EDGE = r"(?<![\w<-]){}(?![\w>-])"
_PATH_EDGE = r"(?<![\w<./-]){}(?![\w>/-])"


class Particulars:
    """The placeholders of one draft."""

    def __init__(self, request: str, workspace: str = "", hidden: Iterable[str] = ()) -> None:
        self.names: dict[str, str] = {}
        """Placeholder -> what it stands for, in words."""
        self._workspace = workspace.rstrip("/")
        self._kinds = {value: _kind(value) for value in _named(request[:ASKED])}
        self._holes: dict[str, str] = {}
        self._hidden = sorted(hidden, key=len, reverse=True)

    def general(self, text: str) -> str:
        """Without secrets and particulars."""
        text = self.spared(self._homeless(text))
        for value in sorted(self._kinds, key=len, reverse=True):
            edged = re.compile((_PATH_EDGE if "/" in value else _EDGE).format(re.escape(value)))
            text = edged.sub(self._hole(value), text) if edged.search(text) else text
        for name, words, shape in SHAPES:
            text = shape.sub(self._shown(name, words), text) if shape.search(text) else text
        return text

    def spared(self, text: str) -> str:
        """Without secrets. One is a secret too where it stands without its label, if it is long enough to be no other word."""
        clean = secrets.hidden(text)
        for value in self._hidden:
            clean = clean.replace(value, secrets.HOLE)
        if clean != text:
            self._shown("secret", "a secret, from where it is kept")
        return clean

    def described(self, text: str) -> str:
        """The same in words: angle brackets in a description are refused by some agents."""
        said = re.sub(r"<([\w-]+)>", lambda hole: self.names.get(hole[1], hole[1]), self.general(text))
        return re.sub(r"\b(\w+) (an? \1)\b", r"\2", said, flags=re.IGNORECASE).replace("<", "").replace(">", "")

    def varying(self, value: str, before: str) -> str:
        """A placeholder for a value that was another in each repetition, called after its option where it has one."""
        option = _OPTION.search(before)
        self._kinds.setdefault(value, (option[1], f"what `--{option[1]}` takes") if option else _kind(value))
        return self._hole(value)

    def _hole(self, value: str) -> str:
        """One value, one name; numbered where another has it."""
        if value not in self._holes:
            name, words = self._kinds[value]
            free = next(one for n in range(1, 10_000) if (one := name if n == 1 else f"{name}-{n}") not in self.names)
            self._holes[value] = self._shown(free, words)
        return self._holes[value]

    def _shown(self, name: str, words: str) -> str:
        self.names[name] = words
        return f"<{name}>"

    def _homeless(self, text: str) -> str:
        if self._workspace:
            text = _HERE.sub("", text.replace(f"{self._workspace}/", "").replace(self._workspace, "."))
        return _HOME.sub("~", text)


def vary(texts: Sequence[str], found: Particulars) -> str:
    """The first of several texts that do the same, with placeholders for the words that the others do not have. Options stay."""
    first, *others = texts
    if not any(other != first for other in others):
        return first
    shared = set.intersection(*(set(_WORD.findall(other)) for other in others))
    out, end = [], 0
    for word in _WORD.finditer(first):
        out.append(first[end : word.start()])
        varies = word[0] not in shared and not word[0].startswith("-")
        out.append(found.varying(word[0], first[: word.start()]) if varies else word[0])
        end = word.end()
    return "".join([*out, first[end:]])


def _named(request: str) -> list[str]:
    """The values of a request: quoted, or looking like no word."""
    words = [word.strip(".,:;!?)]}") for word in _WORD.findall(request)]
    return [
        value
        for value in dict.fromkeys([*_QUOTED.findall(request), *words])
        if 1 < len(value) <= LONGEST and (" " in value or _is_value(value))
    ]


def _is_value(word: str) -> bool:
    return any(kind.fullmatch(word) for name, _, kind in KINDS if name != "name") or bool(re.search(r"\d", word) and len(word) > 2)


def _kind(value: str) -> tuple[str, str]:
    return next(((name, words) for name, words, kind in KINDS if kind.fullmatch(value)), ("name", "a name"))
