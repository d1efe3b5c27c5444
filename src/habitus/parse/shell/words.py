"""A word as written -> the words that a program gets: quotes, escapes, braces, variables, substitutions.

Values that only the run knows become `UNKNOWN`. Nothing here runs: a `$( )` is handed to the reader, which says what it would print.
"""

from __future__ import annotations

import re
from itertools import product
from typing import Protocol

from habitus.parse.shell.types import UNKNOWN

LONGEST = 65_536
"""A word is not made longer than this by what its variables hold."""
LONGEST_VALUE = 4096
"""A variable that holds more counts as unknown: `a=$b$b` repeated would otherwise double its way to any size."""
LONGEST_SUM = 1000
"""Characters in which the end of a `((` is looked for. To look through all of the text for each would take the square of the time."""
DEEPEST = 20
"""`${a:-${b:-...}}`: defaults inside defaults that are followed."""
MOST_WORDS = 64
"""`{a,b}{c,d}` multiplies; what a person writes stays far below."""

SPECIAL = re.compile(r"""['"\\$`{]|[<>]\(""")
"""A word without any of these stands for itself."""
WHOLE = re.compile(r"""'[^']*'|"[^"\\$`]*\"""")
"""All of it in quotes, and nothing in them that means something."""
PLAIN = re.compile(r"""[^'"\\$`<>]+|[<>](?!\()""")
IN_QUOTES = re.compile(r"""[^"\\$`]+""")
SUBSTITUTES = re.compile(r"[$<>]\(|`")
BLANKS = re.compile(r"[ \t\n]+")
NAME = re.compile(r"[A-Za-z_]\w*|[0-9@*#?$!-]")
BRACES = re.compile(r"""(?<!\$)\{([^{}'"`$\s]*,[^{}'"`$\s]*)\}""")
ALL_WORDS = re.compile(r'"\$(?:(@)|\{(@|\w+)(?:\[@\])?\})"')
PARAMETER = re.compile(r"(?s)([A-Za-z_]\w*|[0-9@*])(?:\[[@*]\])?(?:(:?[-=+?])(.*)|:(\d{1,4})(?::(\d{1,4}))?)?$")
_STARTS = r"(?<![^ \t\n;|&(])"
CASE = rf"""{_STARTS}case\s+(?:"[^"]*"|[^\s;|&()"]+)\s+in(?=\s)|{_STARTS}esac(?![^\s;|&)])"""
"""Between these, the `)` behind a pattern closes nothing."""
COMMENT = rf"{_STARTS}\#[^\n]*"
BRACKET = re.compile(rf"""\\.|'|"|\$\(|\$\{{|[(){{}}]|{COMMENT}|{CASE}""", re.DOTALL)
ANSI = re.compile(r"\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([0-7]{1,3})|(.))", re.DOTALL)
ANSI_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "v": "\v"}


class Scope(Protocol):
    """What an expansion needs of the reader."""

    variables: dict[str, str]

    def prints(self, text: str, /) -> str:
        """Read the commands inside `$( )`; say what they would print."""

    def file(self, text: str, /) -> str:
        """Read the commands inside `<( )`; name the file that stands for them."""

    def cut(self, why: str, /) -> None:
        """Remember that something was not looked at."""


def fields(raw: str, scope: Scope) -> list[str]:
    """The words that one written word becomes: `$X` without quotes may become several, or none."""
    if SPECIAL.search(raw) is None:
        return [raw]
    whole = WHOLE.fullmatch(raw)
    if whole:
        return [raw[1:-1]]
    found: list[str] = []
    for one in _braces(raw):
        _Word(one, scope, found).read()
    return found


def value(raw: str, scope: Scope, depth: int = 0) -> str:
    """The same without splitting: the right side of `=`, the target of a redirect."""
    if SPECIAL.search(raw) is None:
        return raw
    if depth > DEEPEST:
        scope.cut("its words are nested too deep")
        return UNKNOWN
    word = _Word(raw, scope, None, depth)
    word.read()
    return word.text


def quoted(raw: str, scope: Scope, depth: int = 0) -> str:
    """Text in which only `$`, backticks and backslashes mean something: the body of a here-document."""
    if depth > DEEPEST:
        scope.cut("its words are nested too deep")
        return UNKNOWN
    word = _Word(raw, scope, None, depth)
    word.quoted(0, closes=False)
    return word.text


def ansi(text: str) -> str:
    """The inside of `$'...'`, and what `echo -e` and `printf` make of backslashes."""
    return ANSI.sub(_letter, text) if "\\" in text else text


def _letter(found: re.Match[str]) -> str:
    code = found[1] or found[2]
    if code or found[3]:
        return chr(int(code, 16) if code else int(found[3], 8)).replace("\0", "")
    return ANSI_LETTERS.get(found[4], found[4])


def closing(raw: str, at: int, closer: str) -> int:
    """Where the bracket that was opened before `at` is closed, past quotes and brackets; the end of the text where it never is."""
    open_ones = [closer]
    while True:
        found = BRACKET.search(raw, at)
        if found is None:
            return len(raw)
        what, at, last = found[0], found.end(), open_ones[-1]
        if what == last:
            open_ones.pop()
            if not open_ones:
                return found.start()
        elif what in ("$(", "${"):
            open_ones.append(")" if what == "$(" else "}")
        elif last == '"':
            # Only quotes, `$` and backslashes mean something here.
            at = found.start() + (2 if what[0] == "\\" else 1)
        elif what == "'":
            end = raw.find("'", at) if last != "}" else at - 1
            at = len(raw) if end < 0 else end + 1
        elif what == '"' or what.startswith("case"):
            open_ones.append('"' if what == '"' else "esac")
        elif what == "(" and last == ")":
            open_ones.append(")")


def _braces(raw: str) -> list[str]:
    """`-{r,f}` is two words. `{}` and `{1..3}` stay as they are."""
    found = BRACES.search(raw) if "{" in raw else None
    if found is None or _is_quoted(raw, found.start()):
        return [raw]
    words = [raw]
    # What a word substitutes is read once for each word that it becomes.
    most = MOST_WORDS if SUBSTITUTES.search(raw) is None else 8
    while 2 * len(words) <= most and len(words) * len(raw) < LONGEST and BRACES.search(words[0]):
        words = [before + one + after for word in words for before, one, after in _choices(word)]
    return words[:most]


def _choices(word: str) -> list[tuple[str, str, str]]:
    found = BRACES.search(word)
    if found is None:
        return [(word, "", "")]
    return list(product((word[: found.start()],), found[1].split(","), (word[found.end() :],)))


def _is_quoted(raw: str, at: int) -> bool:
    """Inside quotes, or inside a substitution, which is a script of its own."""
    before = raw[:at]
    return before.count("'") % 2 == 1 or before.count('"') % 2 == 1 or before.endswith("\\") or "(" in before or "`" in before


class _Word:
    """One pass over a written word. `found`: where finished words go; None: blanks end no word."""

    def __init__(self, raw: str, scope: Scope, found: list[str] | None, depth: int = 0) -> None:
        self.raw, self.scope, self.found, self.depth = raw, scope, found, depth
        self.text = ""
        self.is_word = False
        """An empty `$X` leaves no word behind; an empty `""` does."""

    def read(self) -> None:
        raw, at = self.raw, 0
        while at < len(raw):
            plain = PLAIN.match(raw, at)
            if plain:
                self.add(plain[0])
                at = plain.end()
            else:
                at = self.special(raw[at], at)
        if self.is_word and self.found is not None:
            self.found.append(self.text)

    def special(self, c: str, at: int) -> int:
        raw = self.raw
        if c == "'":
            end = raw.find("'", at + 1)
            end = len(raw) if end < 0 else end
            self.add(raw[at + 1 : end])
        elif c == '"':
            words = ALL_WORDS.match(raw, at)
            if words and "@" in words[0]:
                self.split(self.scope.variables.get(words[1] or words[2], UNKNOWN))
                return words.end()
            self.is_word = True
            return self.quoted(at + 1)
        elif c == "\\":
            self.add("" if raw.startswith("\n", at + 1) else raw[at + 1 : at + 2])
            end = at + 1
        elif c in "<>":
            end = closing(raw, at + 2, ")")
            self.add(self.scope.file(raw[at + 2 : end]))
        else:
            end, text = self.dollar(at) if c == "$" else self.backtick(at)
            self.split(text)
            return end
        return end + 1

    def quoted(self, at: int, *, closes: bool = True) -> int:
        raw = self.raw
        while at < len(raw):
            plain = IN_QUOTES.match(raw, at)
            c = raw[at]
            if plain:
                self.text += plain[0]
                at = plain.end()
            elif c == '"':
                at += 1
                if closes:
                    break
                self.text += c
            elif c == "\\":
                after = raw[at + 1 : at + 2]
                self.text += "" if after == "\n" else after if after in '$`"\\' else c + after
                at += 2
            else:
                at, text = self.dollar(at, in_quotes=True) if c == "$" else self.backtick(at)
                self.text += text if len(self.text) <= LONGEST else ""
        return at

    def add(self, text: str) -> None:
        self.text += text
        self.is_word = True

    def split(self, text: str) -> None:
        """A value that came without quotes: blanks in it end the word."""
        if self.found is None or len(self.text) > LONGEST:
            self.text += text[:LONGEST_VALUE] if len(self.text) <= LONGEST else ""
            return
        first, *rest = BLANKS.split(text)
        if first:
            self.add(first)
        for part in rest:
            if self.is_word:
                self.found.append(self.text)
            self.text, self.is_word = part, bool(part)

    def backtick(self, at: int) -> tuple[int, str]:
        end = at + 1
        while end < len(self.raw) and self.raw[end] != "`":
            end += 2 if self.raw[end] == "\\" else 1
        return end + 1, self.scope.prints(self.raw[at + 1 : end].replace("\\`", "`"))

    def dollar(self, at: int, *, in_quotes: bool = False) -> tuple[int, str]:
        """Where the `$` at this place ends, and what it stands for."""
        raw = self.raw
        after = raw[at + 1 : at + 2]
        if after == "(":
            end = closing(raw, at + 2, ")")
            return end + 1, self.substitution(raw[at + 2 : end])
        if after == "{":
            end = closing(raw, at + 2, "}")
            return end + 1, self.parameter(raw[at + 2 : end])
        if after in ("'", '"') and after and not in_quotes:
            return (at + 1, "") if after == '"' else self.ansi_quoted(at + 2)
        name = NAME.match(raw, at + 1)
        return (at + 1, "$") if name is None else (name.end(), self.scope.variables.get(name[0], UNKNOWN))

    def substitution(self, inside: str) -> str:
        if inside.startswith("(") and closing(inside, 1, ")") == len(inside) - 1:
            quoted(inside, self.scope, self.depth + 1)  # a sum; what it substitutes runs all the same
            return UNKNOWN
        return self.scope.prints(inside)

    def ansi_quoted(self, at: int) -> tuple[int, str]:
        end = at
        while end < len(self.raw) and self.raw[end] != "'":
            end += 2 if self.raw[end] == "\\" else 1
        self.add(ansi(self.raw[at:end]))
        return end + 1, ""

    def parameter(self, inside: str) -> str:
        """`${X}`, `${X:-other}`, `${X:0:2}`; every other form is unknown, after reading what it would run."""
        found = PARAMETER.match(inside)
        if found is None:
            quoted(inside, self.scope, self.depth + 1)
            return UNKNOWN
        name, op, other, start, size = found.groups()
        known = self.scope.variables.get(name)
        if op:
            fallback = value(other, self.scope, self.depth + 1)
            if "+" in op:
                return fallback if known else UNKNOWN
            return fallback if known is None or (not known and ":" in op) else known
        if known is None or start is None:
            return UNKNOWN if known is None else known
        return known[int(start) :][: int(size) if size else None]
