"""One mapping of the settings, key by key. A key that is missing or null has its default; one that is wrong has it too, and is a fault."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from habitus.enforce.classifier.lines import PLACEHOLDER
from habitus.enforce.classifier.words import Term, key

if TYPE_CHECKING:
    from habitus.enforce.conditions import Faults, Place

PLACEHOLDERS = ("complexity", "approach", "risk", "approach_label")


class Reader:
    def __init__(self, given: Any, place: Place, faults: Faults, known: Iterable[str] = ()) -> None:
        """Without `known`, other keys are somebody else's."""
        self.place = place
        self.faults = faults
        self.values: Mapping[Any, Any] = given if isinstance(given, Mapping) else {}
        expected = sorted(known)
        if given is not None and not isinstance(given, Mapping):
            faults.add(place, f"must be a mapping with {', '.join(expected)}")
        for name in self.values if expected else ():
            if name not in expected:
                self.wrong(str(name), f"does not belong here; did you mean `{_nearest(str(name), expected)}`?")

    def wrong(self, name: str, problem: str) -> None:
        self.faults.add((*self.place, name), problem)

    def take(self, name: str, default: Any, fits: Callable[[Any], bool], wanted: str, *, shown: bool = True) -> Any:
        value = self.values.get(name)
        if value is None or fits(value):
            return default if value is None else value
        self.wrong(name, f"must be {wanted}" + (f", got {value!r:.40}" if shown else ""))
        return default

    def switch(self, name: str, default: bool) -> bool:
        return bool(self.take(name, default, lambda value: isinstance(value, bool), "true or false"))

    def whole(self, name: str, default: int, *, least: int) -> int:
        return int(self.take(name, default, lambda value: type(value) is int and value >= least, f"a whole number of at least {least}"))

    def number(self, name: str, default: float | None, fits: Callable[[float], bool], wanted: str) -> Any:
        return self.take(name, default, lambda value: type(value) in (int, float) and fits(value), wanted)

    def one_of(self, name: str, default: Any, known: Sequence[str]) -> Any:
        return self.take(name, default, lambda value: value in known, f"one of {', '.join(known)}")

    def text(self, name: str, default: str) -> str:
        """What is no text is not repeated: it may be a secret in the wrong form."""
        return str(self.take(name, default, lambda value: isinstance(value, str), "text", shown=False))

    def template(self, name: str, default: str) -> str:
        text = self.text(name, default)
        for word in PLACEHOLDER.findall(text):
            if word not in PLACEHOLDERS:
                self.wrong(name, f"holds {{{word[:40]}}}, which nothing fills; did you mean {{{_nearest(word, PLACEHOLDERS)}}}?")
        return text

    def terms(self, name: str, default: tuple[Term, ...]) -> tuple[Term, ...]:
        """A list of words, or of mappings that explain them. A word of ours keeps our explanation where none is given."""
        entries = self.take(
            name, [], lambda value: isinstance(value, list) and len(value) > 0, "a list of words, or of mappings with a name"
        )
        ours = {term.name: term for term in default}
        found: dict[str, Term] = {}
        for number, entry in enumerate(entries):
            here = (*self.place, name, str(number))
            term = _term(entry, here, self.faults, ours)
            if term and key(term.name) in found:
                self.faults.add(here, f"is given twice: {term.name!r:.40} stands above it")
            elif term:
                found[key(term.name)] = term
        return tuple(found.values()) or default


def _term(entry: Any, place: Place, faults: Faults, ours: Mapping[str, Term]) -> Term | None:
    if not isinstance(entry, str | Mapping):
        faults.add(place, f"must be a word or a mapping with a name, got {entry!r:.40}; put it into quotes if it is a word")
        return None
    names = [one.name for one in fields(Term)]
    given = Reader({"name": entry} if isinstance(entry, str) else entry, place, faults, names)
    parts = {name: text for name in names if (text := given.text(name, "").strip())}
    if "name" not in parts:
        faults.add(place, "needs a `name`")
        return None
    return replace(ours.get(parts["name"], Term(name=parts["name"])), **parts)


def _nearest(word: str, known: Sequence[str]) -> str:
    return get_close_matches(word[:60], known, n=1, cutoff=0)[0]
