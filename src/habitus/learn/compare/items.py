"""A word as comparing sees it: its meanings, what it is a kind of, what it is a value of, and how much it weighs."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from habitus.learn.compare.kinds import kinds
from habitus.learn.compare.opposites import sides
from habitus.parse.terms import concept
from habitus.parse.terms.lexicon import concepts
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator

_IRREGULAR = """
ran:run sat:sit stood:stand wore:wear worn:wear held:hold rode:ride ridden:ride ate:eat eaten:eat drank:drink drunk:drink drew:draw
drawn:draw threw:throw thrown:throw caught:catch took:take taken:take fell:fall fallen:fall went:go gone:go broke:break broken:break
spoke:speak spoken:speak lying:lie laying:lay tying:tie made:make sang:sing sung:sing swam:swim flew:fly flown:fly shook:shake hung:hang
slept:sleep laid:lay fed:feed fought:fight bought:buy sold:sell told:tell wrote:write written:write drove:drive driven:drive dug:dig
struck:strike beaten:beat bitten:bite wives:wife knives:knife leaves:leaf loaves:loaf wolves:wolf shelves:shelf teeth:tooth feet:foot
geese:goose oxen:ox done:do built:build spent:spend kept:keep left:leave led:lead lit:light met:meet shot:shoot shown:show swung:swing
tore:tear torn:tear woke:wake
"""
IRREGULAR = dict(pair.split(":") for pair in _IRREGULAR.split())
NUMBER = re.compile(r"\d+(?:[.,]\d+)*(?:-?[a-z]{1,6})?")
"""`80`, `3.11`, `24-hour`, `80px`."""
_MEASURES = """
second: 0.001 ms millisecond milliseconds / 1 second seconds segundo segundos seconde secondes sekunde sekunden secondi /
60 minute minutes minuto minutos minuten minuti / 3600 hour hours hora horas heure heures stunde stunden ora ore /
86400 day days dia dias jour jours tag tage giorno giorni / 604800 week weeks semana semanas semaine semaines woche wochen
byte: 1000 kb / 1000000 mb / 1000000000 gb
"""
MEASURES = {
    word: (base, float(words.split()[0]))
    for base, groups in (line.split(": ") for line in _MEASURES.replace("/\n", "/ ").strip().splitlines())
    for words in groups.split("/")
    for word in words.split()[1:]
}
DENIALS = ("un", "non", "dis", "des")
"""Beginnings that make a word its own opposite."""

EMPTY = wordset("use make do have put include add provide give keep be set get allow enable")
LIGHT = wordset("""
write answer say speak manner up down on off first last above below more less same mismo
size maximum minimum job task thing way case time file user part kind type piece group lot color several front middle side pair number bit
different other
""")
LIGHT_WEIGHT, EMPTY_WEIGHT = 0.4, 0.2
"""For words that say little by themselves: they neither make nor break a likeness."""

ACTIONS = wordset("""
answer say ask explain search verify send delete add create change run write read show list open close start stop enable disable include
omit allow forbid accept refuse ignore remember forget commit push pull merge rebase deploy install invent summary plan greet source call
keep put
""")


class Item(NamedTuple):
    word: str
    name: str
    kinds: frozenset[str]
    above: frozenset[str]
    near: frozenset[str]
    """Both together: where the other text has none of these, it does not have this."""
    sides: tuple[tuple[str, str], ...]
    denies: tuple[str, ...]
    """Words that it is the opposite of by its beginning: `uncommented` of `commented`, `multi-threaded` of `single-threaded`."""
    weight: float
    is_number: bool
    is_name: bool
    """A tool, a path, a flag: what is spelled otherwise is another."""
    when: bool
    """It stands in a condition, or is what is left out or excepted: it tells which case is meant."""


@lru_cache(maxsize=32_768)
def item(word: str, *, when: bool = False) -> Item:
    base = next((form for form in _forms(word) if form in kinds()), "")
    name = concept(word)
    means = frozenset(kind.name for kind in kinds().get(base, ()))
    if not base or name in _named():
        means |= {name}
    of = dict(sides().get(word, ())) | dict(sides().get(base, ())) | dict(sides().get(name, ()))
    is_number = bool(NUMBER.fullmatch(word))
    return Item(
        word=word,
        name=base or name,
        kinds=means,
        above=_above(means),
        near=_above(means) | means,
        sides=tuple(of.items()),
        denies=_denied(word),
        weight=min(_weight(base or name), _weight(name), LIGHT_WEIGHT if _is_manner(word) and not of else 1.0),
        is_number=is_number,
        is_name=not word.replace("-", "").isalpha() and not is_number and word not in _joined(),
        when=when,
    )


def measured(number: Item, unit: str) -> Item | None:
    """A number with its unit as one: 60 seconds are a minute. None where the word is no such unit."""
    factor = MEASURES.get(unit)
    if factor is None or not number.word.isdigit():
        return None
    amount = frozenset({f"{int(number.word) * factor[1]:g} {factor[0]}"})
    return number._replace(word=f"{number.word} {unit}", kinds=amount, above=frozenset(), near=amount | {"number"})


def marked(one: Item, mark: str) -> Item:
    """The same word where it is not itself wanted, but left out or excepted: it meets only its like."""
    names = frozenset(f"{mark}:{name}" for name in one.kinds)
    return one._replace(kinds=names, above=frozenset(), near=names, sides=(), when=True)


def merged(pieces: list[str]) -> list[str]:
    """Words that belong together, as the tables know them: `pick up`, `cell phone`, `out of`."""
    known, found, at = _joined(), [], 0
    while at < len(pieces):
        for size in (3, 2):
            if at + size <= len(pieces) and (whole := _whole(pieces[at : at + size], known)):
                found.append(whole)
                at += size
                break
        else:
            found.append(pieces[at])
            at += 1
    return found


def _whole(parts: list[str], known: frozenset[str]) -> str:
    for first in _forms(parts[0]):
        for last in _forms(parts[-1]):
            joined = "_".join((first, *parts[1:-1], last))
            if joined in known:
                return joined
    return ""


@cache
def _joined() -> frozenset[str]:
    return frozenset(word for word in (*kinds(), *sides(), *concepts()) if "_" in word)


@cache
def _named() -> frozenset[str]:
    return frozenset(concepts().values())


def _denied(word: str) -> tuple[str, ...]:
    if word.startswith("multi"):
        return ("single" + word[5:],)
    return next(((word[len(by) :].lstrip("-"),) for by in DENIALS if word.startswith(by) and len(word) > len(by) + 2), ())


def _weight(name: str) -> float:
    return EMPTY_WEIGHT if name in EMPTY else LIGHT_WEIGHT if name in LIGHT else 1.0


def _is_manner(word: str) -> bool:
    return word.endswith("ly") and len(word) > 5


@cache
def _above(names: frozenset[str]) -> frozenset[str]:
    """All that these are kinds of, however far up."""
    found: set[str] = set()
    todo = list(names)
    while todo:
        more = frozenset().union(*(kind.above for kind in kinds().get(todo.pop(), ()))) - found
        found |= more
        todo.extend(more)
    return frozenset(found - names)


def _forms(word: str) -> Iterator[str]:
    """What an English word may be a form of, the word itself first."""
    yield word
    yield IRREGULAR.get(word, word)
    if word.endswith("s"):
        yield word[:-1]
        if word.endswith("es"):
            yield word[:-2]
        if word.endswith("ies"):
            yield word[:-3] + "y"
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            root = word[: -len(ending)]
            yield from (root, root + "e", root[:-1], root[:-1] + "y")
