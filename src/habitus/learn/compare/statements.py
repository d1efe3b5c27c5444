"""pieces -> statements: what is wanted, what is not, and in which case.

One pass, no grammar: small words of seven languages open, turn and bound statements. Where it cannot tell it keeps a sentence whole.
"""

from __future__ import annotations

from typing import NamedTuple

from habitus.learn.compare import signs
from habitus.learn.compare.items import ACTIONS, Item, item, marked, measured, merged
from habitus.learn.compare.plain import ENDS, INSTEAD, PAUSES
from habitus.parse.terms import concept
from habitus.parse.terms.lexicon import is_function


class Statement(NamedTuple):
    is_wanted: bool
    items: tuple[Item, ...]
    split: int = -1
    """Where "before" or "after" parts the items; -1 where neither does."""
    is_after: bool = False
    """The second part comes first."""
    chosen: int = -1
    """Which of the items is to be used for the others: "use rg to search"."""
    is_naming: bool = False
    """It says what somebody is called."""
    towards: frozenset[str] = frozenset()
    """What stands behind "to" and its like: from CSV to JSON is not from JSON to CSV."""


class Reader:
    def __init__(self, pieces: list[str], names: frozenset[str], *, is_rule: bool) -> None:
        self._pieces = merged(pieces)
        self._names = names
        self._is_rule = is_rule
        self._is_portuguese = not signs.PORTUGUESE.isdisjoint(pieces)
        self._found: list[Statement] = []
        self._open()

    def statements(self) -> tuple[Statement, ...]:
        for at, piece in enumerate(self._pieces):
            self._take(at, piece)
        self._end()
        return tuple(self._found) or self._bare()

    def _open(self, *, is_wanted: bool = True) -> None:
        self._items: list[Item] = []
        self._is_wanted = is_wanted
        self._when = self._is_excepted = False
        self._lead = ""
        """The small word that opened the statement: what stands between it and the comma bounds the rest."""
        self._base = 0
        """Where the rest begins."""
        self._lacking: list[Item] | None = None
        self._split, self._is_after = -1, False
        self._chosen, self._is_naming = -1, False
        self._towards: set[str] = set()

    def _end(self, *, is_wanted: bool = True) -> None:
        """End the statement, and open one that is wanted or not."""
        self._lacked()
        if self._items:
            order = self._split, self._is_after
            self._found.append(
                Statement(self._is_wanted, tuple(self._items), *order, self._chosen, self._is_naming, frozenset(self._towards))
            )
        self._open(is_wanted=is_wanted)

    def _take(self, at: int, piece: str) -> None:
        if piece in signs.BUT and self._is_rule and self._items and self._next(at) in signs.ONLY:
            self._bound(piece)
        elif piece in ENDS or piece in signs.BUT:
            self._end()
        elif piece in PAUSES or piece in signs.AND:
            self._pause(at, piece)
        elif piece == INSTEAD:
            self._end(is_wanted=False)
        elif piece in signs.WHEN or self._is_where(at, piece):
            self._bound(piece)
        elif self._is_not(piece):
            self._negate(at, piece)
        elif piece in signs.WITHOUT:
            self._lack()
        elif self._is_rule and not self._when and self._turns(at, piece):
            self._turn(piece)
        elif self._is_rule and piece in signs.ORDER:
            self._order(piece)
        elif not is_function(piece) or piece in signs.KEPT:
            self._add(at, piece)

    def _next(self, at: int) -> str:
        return self._pieces[at + 1] if at + 1 < len(self._pieces) else ""

    def _before(self, at: int) -> str:
        return self._pieces[at - 1] if at else ""

    def _told(self) -> list[Item]:
        """What was said so far, without the case it is said of."""
        return self._items[self._base :]

    # ── cases and order ──────────────────────────────────────────────────────────────────────────

    def _bound(self, piece: str) -> None:
        self._lead = self._lead or ("" if self._items else piece)
        self._when, self._is_excepted = True, piece in signs.EXCEPT

    def _is_where(self, at: int, piece: str) -> bool:
        """Does a rule begin with where it holds, up to a comma?"""
        if not self._is_rule or self._items or self._lead or piece not in signs.WHERE or self._before(at) not in (*ENDS, ""):
            return False
        rest = self._pieces[at + 1 :]
        end = next((n for n, mark in enumerate(rest) if mark in ENDS or mark in PAUSES), len(rest))
        return 0 < end < len(rest) - 1 and rest[end] == "," and not any(self._is_not(word) for word in rest[:end])

    def _order(self, piece: str) -> None:
        if self._told():
            self._split, self._is_after = len(self._items), piece in signs.AFTER
        else:
            self._lead = piece
        self._when = True

    def _led(self) -> None:
        """The comma behind "when …" or "before …": now comes what is said."""
        if self._lead in signs.ORDER:
            self._split, self._is_after = len(self._items), self._lead in signs.BEFORE
        self._lead, self._when, self._is_excepted, self._base = "", False, False, len(self._items)

    def _pause(self, at: int, piece: str) -> None:
        if self._lead and self._items and piece in PAUSES:
            self._led()
        elif self._opens(at):
            self._end()
        elif piece in PAUSES:
            self._when = self._is_excepted = False
            self._lacked()

    def _opens(self, at: int) -> bool:
        """Does something new begin behind this comma or `and`, and not just the next thing of a row?"""
        after = self._next(at)
        if after in signs.BE:
            return self._is_not(self._next(at + 1))
        if self._is_not(after) or after == INSTEAD:
            return True
        if not self._is_rule or self._when:
            return False
        return after in signs.ALWAYS or after in signs.CHOOSE or (concept(after) in ACTIONS and self._next(at + 1) not in PAUSES)

    # ── wanted or not ────────────────────────────────────────────────────────────────────────────

    def _is_not(self, piece: str) -> bool:
        return piece in signs.NOT or (piece == "no" and not self._is_portuguese)

    def _negate(self, at: int, piece: str) -> None:
        before = self._before(at)
        if self._when:
            self._items.append(item("not", when=True))
        elif piece == "no" and self._items and before in signs.HAVING:
            if self._is_wanted:  # "never say you have no access" denies one thing, not two
                self._lack()
        elif self._is_rule and before not in signs.BE and self._contrasts(at, piece):
            self._end(is_wanted=False)
        else:
            self._is_wanted = False

    def _contrasts(self, at: int, piece: str) -> bool:
        """ "Use tabs not spaces" sets one against the other; "emojis not allowed", "Emojis nicht verwenden" speak of what came before."""
        if piece not in ("not", "no") or (piece == "no" and is_function(self._next(at))) or all(i.name in ACTIONS for i in self._told()):
            return False
        rest = self._pieces[at + 1 :]
        end = next((n for n, mark in enumerate(rest) if mark in ENDS or mark in PAUSES), len(rest))
        return any(item(word).weight == 1.0 for word in rest[:end] if not is_function(word))

    def _turns(self, at: int, piece: str) -> bool:
        """Does it say not to do what follows? Only as the verb: "stop the server" asks for something."""
        if self._before(at) in signs.BE:
            return bool(signs.TURNED.get(concept(piece)))
        if any(i.name not in signs.SETTLED for i in self._told()):
            return False
        if concept(piece) == "stop":
            return self._next(at).endswith("ing")
        return piece in signs.TURNING or concept(piece) in signs.TURNED

    def _turn(self, piece: str) -> None:
        self._is_wanted = not self._is_wanted
        left = signs.TURNED.get(concept(piece))
        if left:
            self._items.append(item(left))

    def _lack(self) -> None:
        self._lacking = self._lacking or []

    def _lacked(self) -> None:
        """What "without" was said of: itself not wanted, where the rest is."""
        lacking, self._lacking = self._lacking, None
        if lacking and self._is_wanted:
            told = self._items if self._is_rule else ()
            rest = [i._replace(when=True) for i in told if i.weight == 1.0 and not i.when and i not in lacking]
            self._found.append(Statement(False, (*lacking, *rest)))

    # ── words ────────────────────────────────────────────────────────────────────────────────────

    def _add(self, at: int, piece: str) -> None:
        if piece.isdigit() or piece in signs.NUMBERS:
            # Counted things are the rule's matter; in a plain sentence they only say how many there were.
            if self._is_rule or piece.isdigit():
                self._items.append(item(signs.NUMBERS.get(piece, piece), when=self._when))
        elif self._items and self._items[-1].is_number and (amount := measured(self._items[-1], piece)):
            self._items[-1] = amount
        elif len(piece) > 1 or not piece.isascii():
            made = item(piece, when=self._when)
            self._place(at, made._replace(is_name=True) if piece in self._names else made)

    def _place(self, at: int, made: Item) -> None:
        if self._lacking is not None:
            is_first = all(i.name in ACTIONS for i in self._lacking)
            self._lacking.append(made)
            self._items.append(marked(made, "without") if is_first else made)
            return
        self._note(at, made)
        self._items.append(marked(made, "except") if self._is_excepted else made)

    def _note(self, at: int, made: Item) -> None:
        before = self._before(at)
        if before in signs.NAMING:
            self._chosen, self._is_naming = len(self._items), True
        elif before in signs.CHOOSE and self._next(at) in signs.FOR:
            self._chosen = len(self._items)
        # `a` is an article as often as it is "to": only before a name or a value is it taken for the latter.
        if self._is_rule and before in signs.TOWARDS and (made.is_name or made.sides or before != "a"):
            self._towards.add(made.name)

    def _bare(self) -> tuple[Statement, ...]:
        """Nothing but small words ("never do that"): then these are what it says."""
        nots = [piece for piece in self._pieces if self._is_not(piece)]
        said = [piece for piece in self._pieces if piece not in nots and not (piece in signs.ALWAYS or piece in ENDS or piece in PAUSES)]
        return (Statement(not nots, tuple(map(item, said))),) if said else ()
