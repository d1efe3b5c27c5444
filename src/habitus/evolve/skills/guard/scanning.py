"""One file, looked through once: the gate of words first, then only the pieces that something could be in."""

from __future__ import annotations

import re
from functools import reduce
from itertools import islice
from operator import or_
from typing import TYPE_CHECKING

from habitus.evolve.skills.guard import commanded, gate, hidden, reading, statements, warned
from habitus.evolve.skills.guard.gate import GATE, OPENS
from habitus.evolve.skills.guard.purse import DECODED, EACH, LONG_CALL, SPAN, Purse
from habitus.evolve.skills.guard.purse import sentence as price
from habitus.evolve.skills.guard.rule import Rule, compiled
from habitus.evolve.skills.guard.rules import RULES
from habitus.parse.unicode import normal
from habitus.types import Violation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.evolve.skills.guard.gate import Open
    from habitus.evolve.skills.guard.reading import Piece

MOST = 100
"""Violations that are told of one file: nobody reads more, and one is enough to reject it."""
LONGEST_EXCERPT = 200
LONGEST_SENTENCE = 1200
"""A longer sentence is looked at in parts that overlap by half."""
SHORT = 300
"""A sentence of this length cannot hold up a pattern, whatever stands in it."""
_BREAK = re.compile(r"[.!?][*_\"'`)]{0,3}\s+(?=[\"'(\[*`A-Z<])")

BY_ID = {rule.id: rule for rule in RULES}


class Scan:
    def __init__(self, text: str, path: str = "", *, purse: Purse | None = None, is_decoded: bool = False) -> None:
        self.path = path
        self.purse = purse or Purse()
        self.is_decoded = is_decoded
        """What was decoded is not decoded again."""
        self.given = text.split("\n")
        self.lines, self.far = self.given, [] if text.isascii() else [at for at, line in enumerate(self.given) if not line.isascii()]
        """`far`: the lines with characters that are not ASCII."""
        self.text = text
        if self.far:
            self.lines = self.given.copy()
            for at, line in zip(self.far, normal("\n".join(self.given[at] for at in self.far)).split("\n"), strict=True):
                self.lines[at] = line
            self.text = "\n".join(self.lines)
        self.plain = _ascii(self.text)
        """One byte a character: a look for a word takes a quarter of the time."""
        self.bits = gate.by_line(self.lines, self.plain.lower())
        """What the words and signs of each line say; 0: it opens nothing."""
        self.found: dict[tuple[int, str], Violation] = {}

    def violations(self) -> tuple[Violation, ...]:
        self._characters()
        self._comments()
        for piece, bits in self._gated():
            self._piece(piece, bits)
            if len(self.found) >= MOST * 2 or self.purse.is_empty:
                break
        if not self.is_decoded:
            self._encoded()
        return tuple(self.found[key] for key in sorted(self.found))[:MOST]

    # ── what could be where ──────────────────────────────────────────────────────────────────────

    def _gated(self) -> Iterator[tuple[Piece, int]]:
        """The pieces that something could be in, with what they open."""
        hot = [at for at, bits in enumerate(self.bits) if bits]
        for piece in reading.pieces(self.lines, hot, self.path):
            bits = self.bits[piece.start]
            if piece.end - piece.start > 1:
                words = gate.flat(self._joined(piece)).split()
                bits = reduce(or_, self.bits[piece.start : piece.end], gate.opened(words))
            yield piece, bits

    def _joined(self, piece: Piece) -> str:
        return self.lines[piece.start] if piece.end - piece.start == 1 else "\n".join(self.lines[piece.start : piece.end])

    def _refuse(self, line: int) -> None:
        self._add(commanded.UNREADABLE, None, line)

    # ── what is said, and how ────────────────────────────────────────────────────────────────────

    def _piece(self, piece: Piece, bits: int) -> None:
        opened = gate.rules(bits)
        if opened and self.purse.pays(EACH * (1 + len(opened.rules))):
            self._asked(piece, opened, bits)
        elif opened:
            self._refuse(piece.start)

    def _asked(self, piece: Piece, opened: Open, bits: int) -> None:
        text = self._joined(piece)
        told = [rule for rule in opened.told if gate.sayings(rule, bits)]
        if told:
            self._said(piece, told, text, bits, opened.sayers)
        if opened.written:
            self._written(piece, opened.written)
        if opened.spans and piece.end - piece.start > 1 and ("(" in text or "while" in text):
            for rule in opened.spans:
                self._spans(piece, rule, text)
        if opened.has_sql:
            self._statements(piece, text)
        asked = [rule for rule in opened.commands if _is_likely(rule, text)]
        if asked:
            for start, rule in commanded.find(text, piece.kind, asked, self.purse):
                self._add(rule, piece, *self._place(piece, text, start), is_command=True)
                if len(self.found) >= MOST * 2:
                    return

    def _said(self, piece: Piece, rules: list[Rule], text: str, bits: int, sayers: int) -> None:
        flat = gate.flat(text)
        for line, at, sentence in self._sentences(piece, text):
            here = bits if len(sentence) == len(text) else gate.opened(flat[at : at + len(sentence)].split())
            low = ""
            for rule in rules if here & sayers else ():
                patterns = gate.sayings(rule, here)
                if patterns:
                    low = low or sentence.lower()
                    if len(low) > SHORT and not self.purse.pays(price(low, gate.hot(rule, low))):
                        self._refuse(line)
                        return
                    self._told(piece, rule, line, sentence, low, patterns)

    def _written(self, piece: Piece, rules: tuple[Rule, ...]) -> None:
        wanted = reduce(or_, (OPENS[rule.id] for rule in rules))
        for n in range(piece.start, piece.end):
            if self.bits[n] & wanted:
                if len(self.found) >= MOST * 2:
                    return
                line = self.lines[n]
                if len(line) > LONGEST_SENTENCE and not self.purse.pays(LONG_CALL * line.count("(") * len(rules)):
                    self._refuse(n)
                    return
                self._line(piece, n, line, rules)

    def _line(self, piece: Piece, n: int, line: str, rules: tuple[Rule, ...]) -> None:
        here = self.bits[n]
        has_call = "(" in line
        for rule in rules:
            patterns = (*rule.names, *rule.code) if has_call else rule.names
            if patterns and here & OPENS[rule.id] and not (rule.unless and compiled(rule.unless).search(line)):
                for pattern in patterns:
                    match = compiled(pattern).search(line)
                    if match:
                        self._add(rule, piece, n, line, match.start(), match.end())
                        break

    def _sentences(self, piece: Piece, text: str) -> Iterator[tuple[int, int, str]]:
        """Sentences with the line they begin in, and their place in the piece; a line break inside one is a blank."""
        begin = 0
        if piece.kind != "prose":
            for n in range(piece.start, piece.end):
                if self.bits[n]:
                    yield from ((n, begin + at, part) for at, part in _parts(self.lines[n]))
                begin += len(self.lines[n]) + 1
            return
        line = piece.start
        for cut in (*(found.end() for found in _BREAK.finditer(text)), len(text)):
            yield from ((line, begin + at, part) for at, part in _parts(text[begin:cut]))
            line += text.count("\n", begin, cut)
            begin = cut

    def _told(self, piece: Piece, rule: Rule, start: int, sentence: str, low: str, patterns: list[str]) -> None:
        for pattern in patterns:
            match = compiled(pattern, is_low=True).search(low)
            if match:
                line = start + sentence.count("\n", 0, match.start())
                self._add(rule, piece, line, sentence, match.start(), match.end())
                return

    def _spans(self, piece: Piece, rule: Rule, text: str) -> None:
        begins = sum(self.bits[n] & OPENS[rule.id] != 0 for n in range(piece.start, piece.end))
        if not self.purse.pays(SPAN * begins):
            self._refuse(piece.start)
            return
        for pattern in rule.span if rule.within in text.lower() else ():
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
        near = max(0, start - LONGEST_SENTENCE)
        begin = max((found.end() for found in _BREAK.finditer(line, near, start + 1)), default=near)
        line = line[begin : start + LONGEST_SENTENCE]
        end = line.find("`", start - begin)
        return n, line, start - begin, end if end >= 0 else len(line)

    # ── what is hidden ───────────────────────────────────────────────────────────────────────────

    def _characters(self) -> None:
        far = [(at, self.given[at]) for at in self.far]
        changed = [(at, line) for at, line in far if self.lines[at] != line]
        is_suspect = hidden.is_suspect("\n".join(line for _, line in far))
        names = hidden.disguised("\n".join(line for _, line in changed), GATE)
        for at, line in far if is_suspect else changed if names else ():
            if len(self.found) >= MOST * 2:
                return
            name = hidden.characters(line) if is_suspect else ""
            if not name and names and not names.isdisjoint(hidden.WORD.findall(line)):
                name = "look_alike_letters"
            if name:
                self._add(BY_ID[name], None, at)

    def _comments(self) -> None:
        for at, said in islice(hidden.comments(self.text), MOST):
            if not warned.is_labelled(said):
                self._add(BY_ID["hidden_comment"], None, self.text.count("\n", 0, at))

    def _encoded(self) -> None:
        for at, said in hidden.encoded(self.plain):
            line = self.text.count("\n", 0, at)
            if not self.purse.pays(DECODED + len(said) // 4):
                self._refuse(line)
                return
            inside = Scan(said, purse=self.purse, is_decoded=True).violations()
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
            return self._is_commented(line) or warned.is_introduced("\n".join(intro), is_command=is_command)
        if warned.is_warning(sentence, start, end, is_command=is_command):
            return True
        is_order = bool(rule.says) and not is_command and not rule.names
        above = (*(self.lines[n] for n in piece.headings[-1:]), *intro)
        return any(warned.is_introduced(one, is_order=is_order) for one in above) or any(
            warned.is_forbidding(self.lines[n]) for n in piece.headings[:-1]
        )

    def _is_commented(self, line: int) -> bool:
        """A remark on the line, or on one above it, that calls it bad."""
        return any(warned.is_remarked(near) for near in self.lines[max(0, line - 1) : line + 1])


def _is_likely(rule: Rule, text: str) -> bool:
    """Is it worth parsing the commands?"""
    return not rule.marks or (rule.marks(text) if callable(rule.marks) else compiled(rule.marks).search(text) is not None)


def _ascii(text: str) -> str:
    """The same length, with a question mark for every other character."""
    return text if text.isascii() else text.encode("ascii", "replace").decode("ascii")


def _parts(sentence: str) -> Iterator[tuple[int, str]]:
    if len(sentence) <= LONGEST_SENTENCE:
        yield 0, sentence
        return
    for at in range(0, len(sentence), LONGEST_SENTENCE // 2):
        yield at, sentence[at : at + LONGEST_SENTENCE]
