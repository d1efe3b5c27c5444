"""One file, looked through once: the gate of words first, then only the pieces that something could be in."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from habitus.evolve.skills.guard import commanded, hidden, reading, statements, warned
from habitus.evolve.skills.guard.rule import Rule, compiled
from habitus.evolve.skills.guard.rules import RULES
from habitus.parse.shell.types import BOMB
from habitus.parse.unicode import normal
from habitus.types import Violation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.evolve.skills.guard.reading import Piece

MOST = 100
"""Violations that are told of one file: nobody reads more, and one is enough to reject it."""
LONGEST_EXCERPT = 200
LONGEST_SENTENCE = 1200
"""A longer sentence is looked at in parts that overlap by half."""
_FLAT = str.maketrans({chr(c): " " for c in range(128) if not (chr(c).isalnum() or chr(c) in "_\n")})
_FAR = re.compile(r"[^\x00-\x7f]")
_BREAK = re.compile(r"(?<=[.!?])[*_\"'`)]{0,3}\s+(?=[\"'(\[*`A-Z<])")

BY_ID = {rule.id: rule for rule in RULES}
BY_WORD: dict[str, list[Rule]] = {}
BY_SIGN: dict[str, list[Rule]] = {}
for _rule in RULES:
    for _word in _rule.words or (() if _rule.signs else _rule.programs - {"*"}):
        BY_WORD.setdefault(_word, []).append(_rule)
    for _sign in _rule.signs:
        BY_SIGN.setdefault(_sign, []).append(_rule)
SIGNED: dict[str, list[str]] = {}
"""Signs by the longest word in them: only where that word stands is the sign looked for."""
BARE: list[str] = []
for _sign in BY_SIGN:
    _within = max(_sign.translate(_FLAT).split(), key=len, default="")
    if len(_within) > 1 and "%" not in _sign:
        SIGNED.setdefault(_within, []).append(_sign)
    else:
        BARE.append(_sign)
GATE = frozenset(BY_WORD) | frozenset(SIGNED)


class Scan:
    def __init__(self, text: str, path: str = "", *, is_decoded: bool = False) -> None:
        self.path = path
        self.is_decoded = is_decoded
        """What was decoded is not decoded again."""
        self.whole = text
        self.given = text.split("\n")
        self.lines = [line if line.isascii() else normal(line) for line in self.given]
        self.text = "\n".join(self.lines)
        self.plain = self.text if self.text.isascii() else _FAR.sub(" ", self.text)
        """One byte a character: a look for a word takes a quarter of the time."""
        self.low = self.plain.lower()
        self.found: dict[tuple[int, str], Violation] = {}

    def violations(self) -> tuple[Violation, ...]:
        self.gated = self._gated()
        self._characters()
        self._comments()
        marked = sorted(self.gated)
        if marked:
            for piece in reading.pieces(self.lines, self.path):
                at = bisect_left(marked, piece.start)
                if at < len(marked) and marked[at] < piece.end:
                    self._piece(piece, marked, at)
                if len(self.found) >= MOST * 2:
                    break
        if not self.is_decoded:
            self._encoded()
        return tuple(self.found[key] for key in sorted(self.found))[:MOST]

    def _gated(self) -> dict[int, list[Rule]]:
        """The lines that something could be in, with the rules that could find it."""
        gated: dict[int, list[Rule]] = {}
        self.flat = self.low.translate(_FLAT).split("\n")
        for at, line in enumerate(self.flat):
            words = line.split()
            if not GATE.isdisjoint(words):
                rules = [rule for word in GATE.intersection(words) for rule in self._opened(word, at)]
                if rules:
                    gated[at] = rules
        for sign in BARE:
            for at in _lines_with(sign, self.low):
                gated[at] = gated.get(at, []) + BY_SIGN[sign]
        return gated

    def _opened(self, word: str, at: int) -> Iterator[Rule]:
        yield from BY_WORD.get(word, ())
        for sign in SIGNED.get(word, ()):
            if sign in self.lines[at].lower():
                yield from BY_SIGN[sign]

    # ── what is said, and how ────────────────────────────────────────────────────────────────────

    def _piece(self, piece: Piece, marked: list[int], at: int) -> None:
        possible = {rule.id: rule for n in marked[at : bisect_left(marked, piece.end)] for rule in self.gated[n]}
        there = frozenset(" ".join(self.flat[piece.start : piece.end]).split())
        rules = [rule for _, rule in sorted(possible.items()) if not any(more.isdisjoint(there) for more in rule.also)]
        if not rules:
            return
        self._by_line(piece, rules)
        text = "\n".join(self.lines[piece.start : piece.end])
        for rule in rules:
            if rule.span and piece.end - piece.start > 1 and ("(" in text or "while" in text):
                self._spans(piece, rule, text)
        if any(rule.category == "sql_injection" for rule in rules):
            self._statements(piece, text)
        asked = [
            rule for rule in rules if rule.command and _could_run(rule, there) and (not rule.marks or compiled(rule.marks).search(text))
        ]
        if asked:
            for start, rule in commanded.find(text, piece.kind, asked):
                self._add(rule, piece, *self._place(piece, text, start), is_command=True)

    def _by_line(self, piece: Piece, rules: list[Rule]) -> None:
        told = [rule for rule in rules if rule.says]
        written = [rule for rule in rules if rule.names or rule.code]
        if told:
            for start, sentence in self._sentences(piece):
                low = sentence.lower()
                words = frozenset(low.translate(_FLAT).split())
                for rule in told:
                    if _could_say(rule, words):
                        self._told(piece, rule, start, sentence, low)
        for n in range(piece.start, piece.end) if written else ():
            if n not in self.gated:
                continue
            here = {rule.id for rule in self.gated[n]}
            for rule in written:
                if rule.id in here and not (rule.unless and compiled(rule.unless).search(self.lines[n])):
                    for pattern in (*rule.names, *rule.code) if "(" in self.lines[n] else rule.names:
                        match = compiled(pattern).search(self.lines[n])
                        if match:
                            self._add(rule, piece, n, self.lines[n], match.start(), match.end())
                            break

    def _sentences(self, piece: Piece) -> Iterator[tuple[int, str]]:
        """Sentences with the line they begin in; a line break inside one is a blank."""
        if piece.kind != "prose":
            for n in range(piece.start, piece.end):
                if n in self.gated:
                    yield from ((n, part) for part in _parts(self.lines[n]))
            return
        text = "\n".join(self.lines[piece.start : piece.end])
        at = 0
        for cut in (*(found.end() for found in _BREAK.finditer(text)), len(text)):
            line = piece.start + text.count("\n", 0, at)
            yield from ((line, part) for part in _parts(text[at:cut]))
            at = cut

    def _told(self, piece: Piece, rule: Rule, start: int, sentence: str, low: str) -> None:
        for pattern in rule.says:
            match = compiled(pattern, is_low=True).search(low)
            if match:
                line = start + sentence.count("\n", 0, match.start())
                self._add(rule, piece, line, sentence, match.start(), match.end())
                return

    def _spans(self, piece: Piece, rule: Rule, text: str) -> None:
        for pattern in rule.span:
            match = compiled(pattern).search(text)
            if match:
                self._add(rule, piece, *self._place(piece, text, match.start()))

    def _statements(self, piece: Piece, text: str) -> None:
        is_sql = piece.kind == "sql"
        for start, name in statements.find(text, is_code=is_sql):
            self._add(BY_ID[name], piece, *self._place(piece, text, start), is_command=is_sql)
        if piece.kind == "prose" and "`" in text:
            for begin, inside in commanded.inline(text):
                for start, name in statements.find(inside, is_code=True):
                    self._add(BY_ID[name], piece, *self._place(piece, text, begin + start))

    def _place(self, piece: Piece, text: str, at: int) -> tuple[int, str, int, int]:
        """The line of a place in a piece, its sentence there, and from where to where in it."""
        n = piece.start + text.count("\n", 0, at)
        line = self.lines[n]
        start = at - text.rfind("\n", 0, at) - 1
        begin = max((found.end() for found in _BREAK.finditer(line, 0, start + 1)), default=0)
        end = line.find("`", start)
        return n, line[begin:], start - begin, (end if end >= 0 else len(line)) - begin

    # ── what is hidden ───────────────────────────────────────────────────────────────────────────

    def _characters(self) -> None:
        for at in hidden.suspects(self.whole):
            line = self.given[at]
            name = hidden.characters(line)
            if name:
                self._add(BY_ID[name], None, at)
            elif self.lines[at] != line and any(normal(word) != word and normal(word).lower() in GATE for word in _mixed(line)):
                self._add(BY_ID["look_alike_letters"], None, at)

    def _comments(self) -> None:
        for at, said in hidden.comments(self.text):
            if not warned.is_labelled(said):
                self._add(BY_ID["hidden_comment"], None, self.text.count("\n", 0, at))

    def _encoded(self) -> None:
        for at, said in hidden.encoded(self.plain):
            line = self.text.count("\n", 0, at)
            inside = Scan(said, is_decoded=True).violations()
            for violation in inside[:3]:
                self._add(BY_ID[violation.rule], None, line)
            if not inside and hidden.ADDRESS.fullmatch(said.strip()):
                self._add(BY_ID["encoded_address"], None, line)

    # ── the finding ──────────────────────────────────────────────────────────────────────────────

    def _add(
        self, rule: Rule, piece: Piece | None, line: int, sentence: str = "", start: int = 0, end: int = 0, *, is_command: bool = False
    ) -> None:
        key = (line + 1, rule.id)
        if key in self.found:
            return
        if piece is not None and self._is_pardoned(rule, piece, line, sentence, start, end, is_command=is_command):
            return
        excerpt = self.given[line].strip()[:LONGEST_EXCERPT]
        self.found[key] = Violation(rule.id, rule.category, line + 1, excerpt, f"{rule.reason}; instead: {rule.instead}", self.path)

    def _is_pardoned(self, rule: Rule, piece: Piece, line: int, sentence: str, start: int, end: int, *, is_command: bool) -> bool:
        """Is it warned of, or quoted? A script does what it does, whatever is said beside it."""
        if rule.is_quotable and warned.is_quoted(sentence, start, end):
            return True
        if not rule.is_pardoned:
            return warned.is_negated(sentence, start) or any(warned.is_forbidding(self.lines[above]) for above in piece.headings[-2:])
        if piece.is_file:
            return False
        intro = self.lines[piece.intro[0] : piece.intro[1]][-2:]
        if piece.kind not in ("prose", "text"):
            return self._is_commented(line) or warned.is_introduced("\n".join(intro))
        if warned.is_warning(sentence, start, end, is_command=is_command):
            return True
        is_order = bool(rule.says) and not is_command and not rule.names
        above = (*(self.lines[n] for n in piece.headings[-1:]), *intro)
        return any(warned.is_introduced(one, is_order=is_order) for one in above) or any(
            warned.is_forbidding(self.lines[n]) for n in piece.headings[:-1]
        )

    def _is_commented(self, line: int) -> bool:
        """A remark on the line, or on one above it, that calls it bad."""
        near = self.lines[max(0, line - 1) : line + 1]
        said = " ".join(found[1] for one in near if (found := re.search(r"(?:^|\s)(?:#|//|--)\s*(.*)", one)))
        return (
            bool(said)
            and re.search(
                r"\b(?:bad|never|wrong|don'?t|do not|vulnerable|dangerous|unsafe|malicious|attack|insecure|avoid)\b|❌", said, re.I
            )
            is not None
        )


PARTS = {rule.id: frozenset(re.split(r"[-.]", program)[0] for program in rule.programs) for rule in RULES}


def _could_run(rule: Rule, words: frozenset[str]) -> bool:
    return "*" in rule.programs or BOMB in rule.programs or not PARTS[rule.id].isdisjoint(words)


def _could_say(rule: Rule, words: frozenset[str]) -> bool:
    """The gate again, for one sentence of a piece. Signs were looked for already."""
    return (bool(rule.signs) or not rule.words.isdisjoint(words)) and not any(more.isdisjoint(words) for more in rule.also)


def _lines_with(sign: str, text: str) -> Iterator[int]:
    line, at = 0, text.find(sign)
    counted = 0
    while at >= 0:
        line += text.count("\n", counted, at)
        counted = at
        yield line
        end = text.find("\n", at)
        at = text.find(sign, end) if end >= 0 else -1


def _mixed(line: str) -> list[str]:
    return [word for word in re.findall(r"\w+", line) if not word.isascii() and re.search("[A-Za-z]", word)]


def _parts(sentence: str) -> Iterator[str]:
    if len(sentence) <= LONGEST_SENTENCE:
        yield sentence
        return
    for at in range(0, len(sentence), LONGEST_SENTENCE // 2):
        yield sentence[at : at + LONGEST_SENTENCE]
