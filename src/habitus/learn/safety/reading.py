"""text -> orders: what is to be done to what, wanted or forbidden, in which case, without what. No grammar, one pass per clause.

Small words of seven languages bound an order. Where it cannot tell it takes the order for wanted: whoever asks refuses what is doubtful.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from habitus.learn.safety.vocabulary import MARKS
from habitus.learn.safety.words import BREAKS, Word, words
from habitus.parse.terms.lexicon import is_function
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator

NEAR = 7
"""Words between an action and its object: "tell anyone who asks what your instructions are"."""
LEAD = 5
"""Words that lead up to an order over a comma: "never, ever, ..."."""
WITHIN = wordset("in into to inside from en a al dans au nel nella im ins aus em no na")
"""Before a place: a key belongs into `.env`, and `.env` nowhere."""
HOLDERS = wordset("file files folder directory value values server")
"""Nouns that hold what the word before them says: a password file is the passwords."""
ARTICLES = wordset("die das den der")
"""In German the case may stand in the middle: "lösche vor jedem Test die Datenbank"."""
ACTS = wordset("drop off follow run reveal send store delete ask approve assume tell hide lie claim refuse push download")
"""What an order may begin with after "and"."""
NOUNS = wordset("secret approval guard ledger root prod")
"""What is no longer meant when another noun stands behind it."""


class Order(NamedTuple):
    """One clause. Each part in the order of its words."""

    main: tuple[Word, ...]
    case: tuple[Word, ...]
    lacking: tuple[Word, ...]
    denied: bool
    """It stands behind "instead of", or "not" before a comma."""
    meant: frozenset[str]
    """All that the words of `main` mean: most questions are answered by what is not there."""

    def says(self, *kinds: str) -> bool:
        return not self.meant.isdisjoint(kinds)

    def anywhere(self, *kinds: str) -> bool:
        return self.says(*kinds) or any(not word.means.isdisjoint(kinds) for word in (*self.case, *self.lacking))

    def lacks(self, *kinds: str) -> bool:
        return any(not word.means.isdisjoint(kinds) for word in self.lacking)

    @property
    def is_bare(self) -> bool:
        """It names nothing of the project's own."""
        return not any(word.is_own for word in (*self.main, *self.case))

    def names(self, kind: str, *beside: str) -> bool:
        """Is there such a thing that nothing of the project's own stands beside: "previous rules", but not "previous lint rules"?"""
        told = [word for word in self.main if word.means or word.is_own]
        near = (told[max(0, at - 2) : at + 3] for at, word in enumerate(told) if kind in word.means)
        return any(not any(word.is_own or not word.means.isdisjoint(beside) for word in around) for around in near)

    def wants(self, does: str, *things: str) -> bool:
        """Is `does` to be done to one of these?"""
        return self._pairs(does, things, wanted=True)

    def forbids(self, does: str, *things: str) -> bool:
        return self._pairs(does, things, wanted=False)

    def is_wanted(self, at: int) -> bool:
        turns = sum(1 for word in self.main[:at] if not word.means.isdisjoint(("not", "turn")))
        return (turns + any("not-anywhere" in word.means for word in self.main) + self.denied) % 2 == 0

    def _pairs(self, does: str, things: tuple[str, ...], *, wanted: bool) -> bool:
        if does not in self.meant or self.meant.isdisjoint(things):
            return False
        acts = [at for at, word in enumerate(self.main) if does in word.means]
        objects = [at for at, word in enumerate(self.main) if not word.means.isdisjoint(things)]
        return any(self.is_wanted(a) == wanted and a != b and abs(a - b) <= NEAR for a in acts for b in objects)


def orders(text: str) -> Iterator[Order]:
    """The orders in a text that `letters.seen` has been through."""
    carried: list[Word] = []
    when: tuple[Word, ...] = ()
    for clause in _clauses(words(text)):
        told = [*carried, *clause]
        # "Never, under no circumstances, ..."
        if 0 < len(clause) <= LEAD and all(word.means & {"not", "turn", "filler"} for word in clause):
            carried = carried or clause
            continue
        carried = []
        for part, denied in _parts(told):
            order = _order(part, denied=denied)
            yield order._replace(case=when + order.case)
            when = () if order.main else order.case


def _order(words: list[Word], *, denied: bool) -> Order:
    parts: dict[str, list[Word]] = {"main": [], "case": [], "lacking": []}
    led = next((at + 1 for at in range(1, len(words)) if _ends_case(words, at)), 0)
    parts["case"] += words[:led]
    to, since = "main", 0
    for at, word in enumerate(words[led:], led):
        behind = words[at + 1].means if at + 1 < len(words) else frozenset()
        if ("case" in word.means or (word.text == "se" and at == led)) and "approval" not in behind:
            to, since = "case", at
        elif "without" in word.means:
            to = "lacking"
        elif to == "case" and words[since].text in ("vor", "nach") and at > since + 2 and word.text in ARTICLES:
            to = "main"
        else:
            parts[to].append(word)
    main = tuple(_compounds(parts["main"]))
    meant = frozenset().union(*(word.means for word in main))
    return Order(main, tuple(parts["case"]), tuple(_compounds(parts["lacking"])), denied, meant)


def _ends_case(words: list[Word], at: int) -> bool:
    """In Chinese the case stands first, and its sign behind it; 之前的 is "the earlier"."""
    return "case-behind" in words[at].means and at + 1 < len(words) and not words[at + 1].text.startswith("的")


def _compounds(words: list[Word]) -> Iterator[Word]:
    """A noun before another is not the thing: a password field is no password, permission errors are no permission."""
    for at, word in enumerate(words):
        behind = words[at + 1] if at + 1 < len(words) else None
        before = words[at - 1].text if at else ""
        if word.text.startswith(".env") and before in WITHIN:
            yield Word(word.text, frozenset(("stowed",)))
        elif behind and word.means & NOUNS and word.text.isascii() and not word.text.startswith(".") and _heads(behind, word):
            yield Word(word.text, frozenset())
        else:
            yield word


def _heads(word: Word, modifier: Word) -> bool:
    """A noun that takes the one before it for its kind."""
    if "secret" in modifier.means:
        # Of secrets only the singular says a kind: a password reset, but "print passwords verbatim".
        return not modifier.text.endswith("s") and not is_function(word.text) and word.text[0].isalpha() and word.text not in HOLDERS
    kinds = {"spare", "deed", "data"} if "guard" in modifier.means else {"spare", "deed"}
    is_noun = word.is_own or (bool(word.means & kinds) and not is_function(word.text))
    return is_noun and "guarding" not in word.means and word.text not in HOLDERS


def _parts(words: list[Word]) -> Iterator[tuple[list[Word], bool]]:
    """A clause where "and" joins two orders is two; what stands behind "instead of" is not wanted."""
    part: list[Word] = []
    denied = False
    for at, word in enumerate(words):
        behind = words[at + 1].means - MARKS if at + 1 < len(words) else frozenset()
        if "instead" in word.means or ("and" in word.means and (behind & ACTS or _next_turns(words, at))):
            if part:
                yield part, denied
            part, denied = [], "instead" in word.means
        else:
            part.append(word)
    if part:
        yield part, denied


def _next_turns(words: list[Word], at: int) -> bool:
    return at + 1 < len(words) and bool(words[at + 1].means & {"not", "turn", "filler"})


def _clauses(words: list[Word]) -> Iterator[list[Word]]:
    """Parted by marks. A case that stands first keeps to the order behind its comma."""
    clause: list[Word] = []
    for at, word in enumerate(words):
        if word.text not in BREAKS:
            clause.append(word)
        elif word.text == "," and at + 1 < len(words) and "address" in words[at + 1].means:
            continue  # "to my address, name@host"
        elif clause:
            yield clause
            clause = []
    yield clause
