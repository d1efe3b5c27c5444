"""What the numbers are: primes, squares, even, in a range, in order, a sum that is right."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from habitus.adapt import bounds
from habitus.adapt.nouns import Bound, Criterion, Finding

if TYPE_CHECKING:
    from collections.abc import Callable

    from habitus.adapt.content import Content
    from habitus.adapt.request import Request

KINDS = ("number_kind", "number_range", "ordering", "sum")
_NUM = r"(?:numbers?|numeros?|nombres|zahlen|numeri|integers?)"
_NAMES = {
    "prime": rf"prime {_NUM}|\bprimes\b|numeros primos|\bprimos\b|nombres premiers|primzahlen|numeri primi|素数|质数",
    "even": rf"even {_NUM}|numeros pares|nombres pairs|gerade zahlen|numeri pari|偶数",
    "odd": rf"odd {_NUM}|numeros impares|nombres impairs|ungerade zahlen|numeri dispari|奇数",
    "square": rf"square {_NUM}|perfect squares|cuadrados perfectos|quadrados perfeitos|carres parfaits|quadratzahlen|平方数",
    "fibonacci": (
        r"fibonacci (?:numbers?|sequence|series)|(?:numeros|sucesion|serie|sequencia|suite|nombres|folge|"
        r"successione) de fibonacci|fibonacci-?(?:zahlen|folge)|斐波那契"
    ),
}
_ABOUT = re.compile(
    r"\b(?:function|program|script|code|class|algorithm|funcion|programa|codigo|explain|what (?:is|are)|why|history|proof)\b|代码|程序"
)
_RANGE = re.compile(
    rf"{_NUM}[^.\n]{{0,30}}?(?:between|from|entre|de|zwischen|von|tra|da|in the range(?: of)?)\s+(\d{{1,9}})\s*(?:and|to|y|a|"
    r"e|et|und|bis|ed?|-)\s*(\d{1,9})"
)
_ORDER = re.compile(
    r"(?P<alpha>alphabetical(?:ly)?(?: order)?|orden alfabetico|alfabeticamente|ordem alfabetica|ordre alphabetique|"
    r"alphabetisch\w*|ordine alfabetico|字母顺序)|"
    r"(?P<down>descending(?: order)?|largest to smallest|highest to lowest|orden descendente|de mayor a menor|"
    r"ordem decrescente|ordre decroissant|absteigend\w*|ordine decrescente|降序|从大到小)|"
    r"(?P<up>ascending(?: order)?|smallest to largest|lowest to highest|orden ascendente|de menor a mayor|ordem crescente|"
    r"ordre croissant|aufsteigend\w*|ordine crescente|升序|从小到大)"
)
_SUM = re.compile(
    r"(?:\bsum of|\badd up|\btotal of|\bsuma (?:de|los)|\bsoma de|\bsomme de|\bsumme (?:von|aus)|\bsomma di|"
    r"求和)\s*:?\s*(?P<list>\d[\d.]*(?:\s*(?:,|and|y|e|et|und|\+|和)+\s*\d[\d.]*)+)"
)
_ITEM = re.compile(r"^[ \t]*(?:[-*•]|\d{1,4}[.)])[ \t]+(.+)$", re.MULTILINE)
_FIRST = re.compile(r"\b(?:first|primeros|primeras|primeiros|premiers|ersten|primi)\b|前")
SIEVED = 10**6
"""Up to this the first primes are compared one by one."""
FEW = 200
LARGEST = 10**7
"""A number up to this is tested for being prime: by division, three thousand steps at most."""


def asked(request: Request) -> list[Criterion]:
    found = []
    if match := _SUM.search(request.text):
        found.append(Criterion(kind="sum", quote=request.quote(*match.span()), words=tuple(re.findall(r"\d+(?:\.\d+)?", match["list"]))))
    if _ABOUT.search(request.text):
        return found
    for kind, pattern in _NAMES.items():
        match = re.search(pattern, request.text)
        if match:
            words = (kind, "first") if _FIRST.search(request.text[max(0, match.start() - 60) : match.start()]) else (kind,)
            found.append(Criterion(kind="number_kind", quote=request.quote(*match.span()), words=words))
    if match := _RANGE.search(request.text):
        low, high = sorted((int(match[1]), int(match[2])))
        found.append(Criterion(kind="number_range", quote=request.quote(*match.span()), bound=Bound(low=low, high=high)))
    if match := _ORDER.search(request.text):
        found.append(Criterion(kind="ordering", quote=request.quote(*match.span()), words=(str(match.lastgroup),)))
    return found


def met(criterion: Criterion, content: Content) -> Finding:
    if content.is_code:
        return Finding(met=False, found="a program, not what it would give")
    match criterion.kind:
        case "number_kind":
            return _all_are(criterion.words[0], content, from_first="first" in criterion.words)
        case "number_range":
            return _in_range(criterion, content)
        case "ordering":
            return _ordered(criterion.words[0], content)
        case _:
            total = sum(map(float, criterion.words))
            return Finding(met=any(abs(number - total) < 1e-9 for number in content.numbers), found=f"{total:g} is not in it")


def _all_are(kind: str, content: Content, *, from_first: bool) -> Finding:
    values = [int(number) for number in content.numbers if number == int(number)]
    if not values:
        return Finding(met=False, found="no numbers")
    if kind == "fibonacci":
        wrong = [c for a, b, c in zip(values, values[1:], values[2:], strict=False) if a + b != c]
    elif kind == "prime":
        if max(values) > SIEVED and len(set(values)) > FEW:
            return Finding(met=None, found="too many large numbers to look at")
        wrong = _not_primes(values, from_first=from_first)
    else:
        wrong = [value for value in values if not _IS[kind](value)]
    if wrong and re.search(r"[^\W\d_]{3}", content.text[:100_000]) and len(wrong) <= max(2, len(values) // 20):
        return Finding(met=None, found=f"{wrong[0]} may stand in the words around the numbers")
    return Finding(met=not wrong, found=f"{wrong[0]}" if wrong else "")


def _in_range(criterion: Criterion, content: Content) -> Finding:
    outside = [number for number in content.numbers if not bounds.holds(criterion.bound, int(number))]
    prose = re.search(r"[^\W\d_]{3}", content.text[:100_000]) is not None
    return Finding(met=None if prose and outside else not outside, found=f"{outside[0]:g}" if outside else "")


def _ordered(order: str, content: Content) -> Finding:
    if order == "alpha":
        items: list[str] | list[float] = [item.strip("*_ ").casefold() for item in _ITEM.findall(content.text)]
    else:
        items = content.numbers
    if len(items) < 2:
        return Finding(met=None, found="no list to look at")
    wrong = [(a, b) for a, b in pairwise(items) if (a < b if order == "down" else a > b)]  # type: ignore[operator]
    return Finding(met=not wrong, found=f"{wrong[0][0]} before {wrong[0][1]}" if wrong else "")


def _not_primes(values: list[int], *, from_first: bool) -> list[int]:
    """What is no prime, or, where the first ones were asked for, the first that was left out."""
    if max(values) > SIEVED:
        return [value for value in dict.fromkeys(values) if value > LARGEST or not _is_prime(value)]
    primes = _primes(max([2, *values])) if values else []
    known = set(primes)
    wrong = [value for value in values if value not in known]
    if from_first and not wrong:
        wrong = [prime for prime, value in zip(primes, sorted(set(values)), strict=False) if prime != value]
    return wrong


def _primes(largest: int) -> list[int]:
    is_prime = bytearray([1]) * (largest + 1)
    for number in range(2, int(largest**0.5) + 1):
        if is_prime[number]:
            is_prime[number * number :: number] = bytes(len(range(number * number, largest + 1, number)))
    return [number for number in range(2, largest + 1) if is_prime[number]]


def _is_prime(value: int) -> bool:
    return value > 1 and all(value % divisor for divisor in range(2, int(value**0.5) + 1))


_IS: dict[str, Callable[[int], bool]] = {
    "even": lambda value: value % 2 == 0,
    "odd": lambda value: value % 2 == 1,
    "square": lambda value: value >= 0 and round(value**0.5) ** 2 == value,
}
