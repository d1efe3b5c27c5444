"""One file, looked through once: the gate of words first, then only the pieces that something could be in."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import islice
from typing import TYPE_CHECKING

from habitus.evolve.skills.guard import commanded, gate, hidden, reading, statements, warned
from habitus.evolve.skills.guard.gate import ANY, FLAT, GATE, OPENS
from habitus.evolve.skills.guard.purse import DECODED, EACH, LONG_CALL, SPAN, Purse
from habitus.evolve.skills.guard.purse import sentence as price
from habitus.evolve.skills.guard.rule import Rule, compiled
from habitus.evolve.skills.guard.rules import RULES
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
            for at in self.far:
                self.lines[at] = normal(self.given[at])
            self.text = "\n".join(self.lines)
        self.plain = _ascii(self.text)
        """One byte a character: a look for a word takes a quarter of the time."""
        self.opened: dict[int, int] = {}
        self.found: dict[tuple[int, str], Violation] = {}

    def violations(self) -> tuple[Violation, ...]:
        low = self.plain.lower()
        self.flat = low.translate(FLAT).split("\n")
        self.signed = gate.signed(low)
        self._characters()
        self._comments()
        for piece, words in self._gated():
            self._piece(piece, words)
            if len(self.found) >= MOST * 2 or self.purse.is_empty:
                break
        if not self.is_decoded:
            self._encoded()
        return tuple(self.found[key] for key in sorted(self.found))[:MOST]

    # ── what could be where ──────────────────────────────────────────────────────────────────────

    def _gated(self) -> Iterator[tuple[Piece, list[str]]]:
        """The pieces that something could be in, with their words."""
        flat, marked = self.flat, sorted(self.signed)
        for piece in reading.pieces(self.lines, self.path):
            start, end = piece[1], piece[2]
            words = flat[start].split() if end - start == 1 else " ".join(flat[start:end]).split()
            if not GATE.isdisjoint(words) or (marked and bisect_left(marked, start) < bisect_left(marked, end)):
                yield piece, words

    def _opened(self, line: int) -> int:
        """What this line alone opens."""
        bits = self.opened.get(line)
        if bits is None:
            words = self.flat[line].split()
            bits = 0 if GATE.isdisjoint(words) else gate.opened(words, self.lines[line : line + 1])
            bits |= self.signed.get(line, 0)
            self.opened[line] = bits
        return bits

    def _joined(self, piece: Piece) -> str:
        return self.lines[piece.start] if piece.end - piece.start == 1 else "\n".join(self.lines[piece.start : piece.end])

    def _refuse(self, line: int) -> None:
        self._add(commanded.UNREADABLE, None, line)

    # ── what is said, and how ────────────────────────────────────────────────────────────────────

    def _piece(self, piece: Piece, words: list[str]) -> None:
        bits = gate.opened(words, self.lines[piece.start : piece.end])
        for at in range(piece.start, piece.end) if self.signed else ():
            bits |= self.signed.get(at, 0)
        rules = gate.rules(bits)
        if rules and self.purse.pays(EACH * (1 + len(rules))):
            self._asked(piece, rules, bits)
        elif rules:
            self._refuse(piece.start)

    def _asked(self, piece: Piece, rules: tuple[Rule, ...], bits: int) -> None:
        text = self._joined(piece)
        told = [rule for rule in rules if rule.says]
        if told:
            self._said(piece, told, text, bits)
        written = [rule for rule in rules if rule.names or rule.code]
        if written:
            self._written(piece, written)
        for rule in rules:
            if rule.span and piece.end - piece.start > 1 and ("(" in text or "while" in text):
                self._spans(piece, rule, text)
        if any(rule.category == "sql_injection" for rule in rules):
            self._statements(piece, text)
        asked = [rule for rule in rules if rule.command and gate.could_run(rule, bits) and _is_likely(rule, text)]
        if asked:
            for start, rule in commanded.find(text, piece.kind, asked, self.purse):
                self._add(rule, piece, *self._place(piece, text, start), is_command=True)
                if len(self.found) >= MOST * 2:
                    return

    def _said(self, piece: Piece, rules: list[Rule], text: str, bits: int) -> None:
        for start, sentence in self._sentences(piece, text):
            low = sentence.lower()
            here = bits
            if len(sentence) < len(text):
                words = _ascii(low).translate(FLAT).split()
                here = 0 if GATE.isdisjoint(words) else gate.opened(words, [])
            for rule in rules if here else ():
                if gate.could_say(rule, here):
                    if len(low) > SHORT and not self.purse.pays(price(low, gate.hot(rule, low))):
                        self._refuse(start)
                        return
                    self._told(piece, rule, start, sentence, low, here)

    def _written(self, piece: Piece, rules: list[Rule]) -> None:
        for n in range(piece.start, piece.end):
            if len(self.found) >= MOST * 2:
                return
            line, here = self.lines[n], self._opened(n)
            if len(line) > LONGEST_SENTENCE and here and not self.purse.pays(LONG_CALL * line.count("(") * len(rules)):
                self._refuse(n)
                return
            for rule in rules if here else ():
                if here & OPENS[rule.id] and not (rule.unless and compiled(rule.unless).search(line)):
                    for pattern in (*rule.names, *rule.code) if "(" in line else rule.names:
                        match = compiled(pattern).search(line)
                        if match:
                            self._add(rule, piece, n, line, match.start(), match.end())
                            break

    def _sentences(self, piece: Piece, text: str) -> Iterator[tuple[int, str]]:
        """Sentences with the line they begin in; a line break inside one is a blank."""
        if piece.kind != "prose":
            for n in range(piece.start, piece.end):
                if self._opened(n) & ANY:
                    yield from ((n, part) for part in _parts(self.lines[n]))
            return
        at = 0
        line = piece.start
        for cut in (*(found.end() for found in _BREAK.finditer(text)), len(text)):
            yield from ((line, part) for part in _parts(text[at:cut]))
            line += text.count("\n", at, cut)
            at = cut

    def _told(self, piece: Piece, rule: Rule, start: int, sentence: str, low: str, bits: int) -> None:
        for pattern in rule.says:
            match = compiled(pattern, is_low=True).search(low) if gate.could_match(pattern, bits) else None
            if match:
                line = start + sentence.count("\n", 0, match.start())
                self._add(rule, piece, line, sentence, match.start(), match.end())
                return

    def _spans(self, piece: Piece, rule: Rule, text: str) -> None:
        begins = sum(self._opened(n) & OPENS[rule.id] != 0 for n in range(piece.start, piece.end))
        if not self.purse.pays(SPAN * begins):
            self._refuse(piece.start)
            return
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
        near = max(0, start - LONGEST_SENTENCE)
        begin = max((found.end() for found in _BREAK.finditer(line, near, start + 1)), default=near)
        line = line[begin : start + LONGEST_SENTENCE]
        end = line.find("`", start - begin)
        return n, line, start - begin, end if end >= 0 else len(line)

    # ── what is hidden ───────────────────────────────────────────────────────────────────────────

    def _characters(self) -> None:
        for at in self.far:
            line = self.given[at]
            if len(self.found) >= MOST * 2:
                return
            if not hidden.is_suspect(line):
                continue
            name = hidden.characters(line)
            if name:
                self._add(BY_ID[name], None, at)
            elif self.lines[at] != line and any(normal(word) != word and normal(word).lower() in GATE for word in _mixed(line)):
                self._add(BY_ID["look_alike_letters"], None, at)

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


def _is_likely(rule: Rule, text: str) -> bool:
    """Is it worth parsing the commands?"""
    return not rule.marks or (rule.marks(text) if callable(rule.marks) else compiled(rule.marks).search(text) is not None)


def _ascii(text: str) -> str:
    """The same length, with a question mark for every other character."""
    return text if text.isascii() else text.encode("ascii", "replace").decode("ascii")


def _mixed(line: str) -> list[str]:
    return [word for word in re.findall(r"\w+", line) if not word.isascii() and re.search("[A-Za-z]", word)]


def _parts(sentence: str) -> Iterator[str]:
    if len(sentence) <= LONGEST_SENTENCE:
        yield sentence
        return
    for at in range(0, len(sentence), LONGEST_SENTENCE // 2):
        yield sentence[at : at + LONGEST_SENTENCE]
