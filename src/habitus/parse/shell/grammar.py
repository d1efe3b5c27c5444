"""Shell text -> simple commands and the groups they stand in. Where the text is wrong it goes on with the likeliest meaning.

Written by hand, because the grammar that was to do it hides commands: tree-sitter-bash 0.25 reports no error and yet takes the second line
of `a | b | c`, newline, `rm -rf x | d 2>&1 | e` for arguments of `c`, takes operators behind `==` for a pattern, cuts `$A/$B` in two, and
loses here-documents. What a guard cannot see it cannot judge. The tests hold this file against bash itself.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from habitus.parse.shell.types import UNKNOWN
from habitus.parse.shell.words import LONGEST_SUM, closing
from habitus.parse.wordset import wordset

DEEPEST = 50
"""Groups inside groups. Deeper ones are read as if they stood side by side."""

_EASY = (
    r"""[^ \t\n\r'"\\$`|&;<>()]++|\r(?!\n|\Z)|'[^']*+'|"[^"\\$`]*+"|\\."""
    r"""|\$(?:[A-Za-z_]\w*+|[@*#?$!0-9-]|(?=[ \t\n\r|&;)]|\Z))|\$'(?>(?:[^'\\]|\\.)*)'"""
)
"""Blanks are what bash takes for them: behind any other that shows nothing, `#` begins no comment. A CR goes with the LF that follows."""
TOKEN = re.compile(
    r"(?>(?:[ \t]|\r(?=\n|\Z)|\\\n)*)(?:(?P<comment>\#[^\n]*+)|(?P<redirect>\d*+(?:<<<|>>|>\||<>|>&|<&|>(?!\()|<(?!\())|&>>?)"
    rf"|(?P<bare>[^ \t\n\r'\"\\$`|&;<>(){{}}]++(?=[ \t\n|&;)]|\r\n|\Z))|(?P<word>(?>(?:{_EASY})+))"
    r"|(?P<end>&&|\|\||\|&?|;;?&?|\n|&)|(?P<open>\()|(?P<close>\))|(?P<hard>.))",
    re.DOTALL,
)
EASY = re.compile(f"(?>(?:{_EASY})+)", re.DOTALL)
HARD = frozenset("\"$`'\\<>(")
"""Characters with which a word may go on where easy words end."""
ASSIGNMENT = re.compile(r"[A-Za-z_]\w*(?:\[[^]]*\])?\+?=")

Token = tuple[str, str, int, int]
"""Its kind, its text, where it starts and ends. A bare word has nothing in it that a shell would change."""
WORD = ("bare", "word")


class Simple(NamedTuple):
    """A simple command, its words as written."""

    words: list[str]
    redirects: list[tuple[str, str, str]]
    """File descriptor, operator, target as written."""
    start: int
    end: int
    piped: bool
    """It reads what the one before it prints."""
    is_bare: bool = False
    """Its words are already what the program gets."""


class Group(NamedTuple):
    kind: str
    """subshell, function, for; test: no commands but those that its words substitute; block: any other."""
    words: list[str]
    """The variable of a `for` and what it goes over, the name of a function, what a test compares: as written."""
    body: list[Simple | Group]
    redirects: list[tuple[str, str, str]]
    start: int
    end: int
    piped: bool


Node = Simple | Group


class Parsed(NamedTuple):
    nodes: list[Node]
    is_broken: bool
    """A shell would refuse the text."""


def parse(text: str) -> Parsed:
    parser = _Parser(text)
    nodes: list[Node] = []
    while True:
        more, closer = parser.body(_NOTHING)
        nodes += more
        if not closer:
            return Parsed(nodes, parser.is_broken)
        parser.is_broken = True


# ── tokens ───────────────────────────────────────────────────────────────────────────────────────


def tokens(text: str) -> tuple[list[Token], bool]:
    """And whether a quote or bracket is left open."""
    found: list[Token] = []
    at, size, is_broken = 0, len(text), False
    match = TOKEN.match
    while at < size:
        token = match(text, at)
        if token is None:
            break  # blanks at the end
        kind = token.lastgroup or ""
        at = token.end()
        if kind == "bare":
            what = token[kind]
            found.append((kind, what, at - len(what), at))
            continue
        if kind == "word":
            start = token.start(kind)
            if at < size and text[at] in HARD:
                at = word_end(text, start, at)
        elif kind == "hard":
            start = at - 1
            at, kind = max(at, word_end(text, start, start)), "word"
        elif kind == "comment":
            continue
        else:
            start = token.start(kind)
        if at > size:
            at, is_broken = size, True
        found.append((kind, text[start:at], start, at))
    return found, is_broken


def word_end(text: str, start: int, at: int) -> int:
    """Where a word ends that has more in it than is easy; beyond the text where a quote or bracket is left open."""
    size = len(text)
    while at < size:
        easy = EASY.match(text, at)
        c = text[at]
        if easy:
            at = easy.end()
        elif c == '"':
            at = closing(text, at + 1, '"') + 1
        elif c == "$" and text[at + 1 : at + 2] in ("(", "{"):
            at = closing(text, at + 2, ")" if text[at + 1] == "(" else "}") + 1
        elif c == "`":
            at = _backtick_end(text, at + 1) + 1
        elif c in "<>" and text.startswith("(", at + 1):
            at = closing(text, at + 2, ")") + 1
        elif c == "(" and at > start and _is_inside(text, start, at):
            at = closing(text, at + 1, ")") + 1
        elif c == "'" or (c == "$" and text.startswith("'", at + 1)):
            return size + 1
        elif c in "\\$":
            at += 1
        else:
            break
    return at


def _is_inside(text: str, start: int, at: int) -> bool:
    """Does a bracket here belong to the word? `a=(b c)` and `*.!(py|js)` have one, `f()` has not."""
    return text[at - 1] in "?*+@!" or (text[at - 1] == "=" and ASSIGNMENT.fullmatch(text, start, at) is not None)


def _backtick_end(text: str, at: int) -> int:
    while at < len(text) and text[at] != "`":
        at += 2 if text[at] == "\\" else 1
    return at


# ── structure ────────────────────────────────────────────────────────────────────────────────────

_NOTHING: frozenset[str] = frozenset()
_SIMPLE = wordset("bare word redirect")
_PARENTHESIS = frozenset(")")
_CASE = wordset(";; esac")
_OPENERS = wordset("if while until for select case function { [[")
_CLOSERS = wordset("then do else elif fi done esac }")
_RESERVED = _OPENERS | _CLOSERS | {"!"}
_BLOCKS = {
    "if": (wordset("then"), wordset("elif else fi"), "fi"),
    "while": (wordset("do"), wordset("done"), "done"),
    "until": (wordset("do"), wordset("done"), "done"),
    "{": (_NOTHING, frozenset("}"), "}"),
}
"""What ends the first part, what may end a later one, and what ends it all."""


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens, self.is_broken = tokens(text)
        self.at = 0
        self.depth = 0
        self.ahead: dict[tuple[str, ...], int] = {}

    def body(self, closers: frozenset[str]) -> tuple[list[Node], str]:
        """Commands up to one of the closing words, which is taken as well; empty: the text is at its end."""
        found: list[Node] = []
        all_tokens, many = self.tokens, len(self.tokens)
        piped, is_fresh = False, True
        while self.at < many:
            kind, what, start, _ = all_tokens[self.at]
            if kind in _SIMPLE and what not in _RESERVED and not (what == "time" and self.opens_next()):
                found.append(self.simple(piped))
            elif kind == "end":
                self.at += 1
                if what in (";;", ";&", ";;&") and ";;" in closers:
                    return found, ";;"
                self.is_broken = self.is_broken or (is_fresh and what != "\n")
                piped, is_fresh = what in ("|", "|&") or (piped and what == "\n"), True
                continue
            elif what in closers:
                self.at += 1
                return found, what
            elif what in ("!", "time"):
                self.at += 1
                continue
            else:
                self.group(kind, what, start, found, piped)
            piped = is_fresh = False
        self.is_broken = self.is_broken or bool(closers)
        return found, ""

    def simple(self, piped: bool) -> Simple:
        all_tokens, many, at = self.tokens, len(self.tokens), self.at
        words: list[str] = []
        redirects: list[tuple[str, str, str]] = []
        start = end = all_tokens[at][2]
        is_bare = True
        while at < many:
            kind, what, _, ends = all_tokens[at]
            if kind == "bare":
                words.append(what)
            elif kind == "word":
                words.append(what)
                is_bare = False
            elif kind == "redirect":
                at, ends = self.redirect(what, at, redirects)
            else:
                break
            at, end = at + 1, ends
        self.at = at
        return Simple(words, redirects, start, end, piped, is_bare)

    def redirect(self, what: str, at: int, redirects: list[tuple[str, str, str]]) -> tuple[int, int]:
        fd = what.rstrip("<>&|") if what[0].isdigit() else ""
        kind, target, _, end = self.tokens[at + 1] if at + 1 < len(self.tokens) else ("", "", 0, len(self.text))
        if kind not in WORD:
            self.is_broken = True
            redirects.append((fd, what[len(fd) :], UNKNOWN))
            return at, self.tokens[at][3]
        redirects.append((fd, what[len(fd) :], target))
        return at + 1, end

    def group(self, kind: str, what: str, start: int, found: list[Node], piped: bool) -> None:
        """What begins with a bracket or a reserved word."""
        self.at += 1
        if kind == "close" or what in _CLOSERS:
            self.is_broken = True
            return
        if self.depth >= DEEPEST:
            self.is_broken = True
            return
        self.depth += 1
        group, words, body = self.parenthesis(found, start) if kind == "open" else self.compound(what, found, start)
        self.depth -= 1
        if group:
            redirects: list[tuple[str, str, str]] = []
            while self.next_is("redirect"):
                self.at = self.redirect(self.tokens[self.at][1], self.at, redirects)[0] + 1
            end = self.tokens[self.at - 1][3]
            found.append(Group(group, words, body, redirects, start, end, piped))

    def compound(self, what: str, found: list[Node], start: int) -> tuple[str, list[str], list[Node]]:
        if what in _BLOCKS:
            return "block", [], self.block(*_BLOCKS[what])
        if what in ("for", "select"):
            return self.loop()
        if what == "case":
            return self.case()
        if what == "[[":
            compared = self.words_until("]]")
            return ("block", [], []) if compared is None else ("test", compared, [])
        name = self.word()
        if self.next_is("open"):
            self.at += 1
            self.at += self.next_is("close")
        found.append(Simple([name], [], start, start, False))
        self.function(found, start)
        return "", [], []

    def block(self, first: frozenset[str], rest: frozenset[str], last: str) -> list[Node]:
        """`if` and `while`: parts that end with other words, until the last one."""
        body: list[Node] = []
        closer = "none"
        while closer not in (last, ""):
            more, closer = self.body(first if first and closer in ("none", "elif") else rest)
            body += more
        return body

    def loop(self) -> tuple[str, list[str], list[Node]]:
        """`for x in a b; do ...; done`, also `for ((...))`."""
        words: list[str] = []
        first = self.at
        if self.next_word("do", "{") == len(self.tokens):
            self.is_broken = True
            return "block", [], []
        while self.at < len(self.tokens) and not (self.tokens[self.at][1] in ("do", "{") and words):
            kind, what, start, _ = self.tokens[self.at]
            self.at += 1
            if kind in WORD and (what != "in" or len(words) != 1):
                words.append(what)
            elif kind == "open":
                words.append(self.skip_parenthesis(start))
        if self.at == len(self.tokens):
            self.at, self.is_broken = first, True
            return "block", [], []
        last = "done" if self.tokens[self.at][1] == "do" else "}"
        self.at += 1
        return "for", words, self.block(_NOTHING, frozenset((last,)), last)

    def case(self) -> tuple[str, list[str], list[Node]]:
        """`case x in a|b) ...;; esac`. Patterns are skipped; what they substitute runs."""
        words = self.words_until("in")
        body: list[Node] = []
        if words is None:
            return "block", [], []
        while self.at < len(self.tokens):
            kind, what, _, _ = self.tokens[self.at]
            if kind == "close":
                self.at += 1
                more, closer = self.body(_CASE)
                body += more
                if closer != ";;":
                    break
                continue
            self.at += 1
            if what == "esac" and kind in WORD:
                break
            words += [what] if kind in WORD else []
        return "block", words, body

    def parenthesis(self, found: list[Node], start: int) -> tuple[str, list[str], list[Node]]:
        if self.next_is("close"):
            self.at += 1
            self.function(found, start)
            return "", [], []
        second = self.tokens[self.at - 1][3]
        near = self.text[second : second + LONGEST_SUM]
        # `((1 + 2))` is a sum; `((a); (b))` is subshells in a subshell.
        if near.startswith("(") and near.startswith("))", closing(near, 1, ")")):
            return "test", [self.skip_parenthesis(second - 1)], []
        return "subshell", [], self.body(_PARENTHESIS)[0]

    def skip_parenthesis(self, start: int) -> str:
        """Past the bracket that opens at `start`; its text."""
        end = closing(self.text, start + 1, ")") + 1
        while self.at < len(self.tokens) and self.tokens[self.at][2] < end:
            self.at += 1
        return self.text[start:end]

    def function(self, found: list[Node], start: int) -> None:
        """A definition: the name was read as a command, its body is the next group."""
        named = found.pop() if found else None
        name = named.words[-1] if isinstance(named, Simple) and named.words else ""
        if isinstance(named, Simple) and len(named.words) > 1:
            self.is_broken = True
        while self.next_is("end") and self.tokens[self.at][1] == "\n":
            self.at += 1
        body: list[Node] = []
        if self.at < len(self.tokens):
            kind, what, at, _ = self.tokens[self.at]
            if kind == "open" or what in _OPENERS:
                self.group(kind, what, at, body, piped=False)
        found.append(Group("function", [name], body, [], start, self.tokens[self.at - 1][3], False))

    def words_until(self, last: str) -> list[str] | None:
        """The words up to this one. None, and nothing taken, where it never comes: what follows may be commands."""
        end = self.next_word(last)
        if end == len(self.tokens):
            self.is_broken = True
            return None
        words = [what for kind, what, _, _ in self.tokens[self.at : end] if kind in WORD]
        self.at = end + 1
        return words

    def next_word(self, *wanted: str) -> int:
        """Where the next of these words stands. Remembered: to look for it behind each opener would take the square of the time."""
        end = self.ahead.get(wanted, -1)
        if end < self.at:
            here = range(self.at, len(self.tokens))
            end = next((at for at in here if self.tokens[at][1] in wanted and self.tokens[at][0] in WORD), len(self.tokens))
            self.ahead[wanted] = end
        return end

    def word(self) -> str:
        if self.at < len(self.tokens) and self.tokens[self.at][0] in WORD:
            self.at += 1
            return self.tokens[self.at - 1][1]
        self.is_broken = True
        return ""

    def opens_next(self) -> bool:
        kind, what, _, _ = self.tokens[self.at + 1] if self.at + 1 < len(self.tokens) else ("", "", 0, 0)
        return kind == "open" or what in _OPENERS

    def next_is(self, kind: str) -> bool:
        return self.at < len(self.tokens) and self.tokens[self.at][0] == kind
