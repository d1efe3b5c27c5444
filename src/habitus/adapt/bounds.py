"""How many: "at least 5", "no more than twice", "entre 100 y 200", "不超过100字" in a folded clause -> `Bound`. Seven languages.

Bias: a number that stands there bare is taken as the unit's own reading (`bare`), because "3 paragraphs" means three and "a 200 word
essay" does not mean two hundred.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from habitus.adapt.nouns import Bound
from habitus.types.noun import noun

if TYPE_CHECKING:
    from collections.abc import Iterator

Relation = Literal["least", "more", "most", "less", "exact", "about"]

_UNITS = {
    "zero": 0, "none": 0, "cero": 0, "null": 0, "one": 1, "single": 1, "uno": 1, "eins": 1, "两": 2, "一": 1, "二": 2, "三": 3, "四": 4,
    "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10, "百": 100, "dozen": 12,
}  # fmt: skip
_ROWS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
    "_ dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte",
    "_ dois _ quatro _ _ sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove vinte",
    "_ duas",
    "_ deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize _ _ _ vingt",
    "_ zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
    "_ due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto _ venti",
)
_TENS = {
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "eighty": 80, "hundred": 100, "thousand": 1000, "treinta": 30, "cuarenta": 40,
    "cincuenta": 50, "cien": 100, "mil": 1000, "trinta": 30, "quarenta": 40, "cinquenta": 50, "cem": 100, "trente": 30, "quarante": 40,
    "cinquante": 50, "cent": 100, "mille": 1000, "dreissig": 30, "vierzig": 40, "funfzig": 50, "hundert": 100, "tausend": 1000,
    "trenta": 30, "quaranta": 40, "cinquanta": 50, "cento": 100,
}  # fmt: skip
NUMBERS = {word: n for row in _ROWS for n, word in enumerate(row.split(), 1) if word != "_"} | _UNITS | _TENS
ARTICLES = frozenset(["a", "an", "un", "una", "um", "uma", "une", "ein", "eine", "einen", "einem", "unos", "una"])
"""One, but only where something says that it is counted: "at least a"."""
ORDINALS = {
    word: n
    for row in (
        "first second third fourth fifth sixth seventh eighth ninth tenth",
        "primer segundo tercer cuarto quinto sexto septimo octavo noveno decimo",
        "primero _ tercero", "primera segunda tercera cuarta quinta sexta septima octava novena decima",
        "primeiro _ terceiro quarto _ _ setimo oitavo nono", "premier deuxieme troisieme quatrieme cinquieme sixieme", "premiere second",
        "erste zweite dritte vierte funfte sechste", "ersten zweiten dritten vierten funften sechsten",
        "erster zweiter dritter vierter funfter", "primo secondo terzo quarto quinto sesto", "1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th",
        "第一 第二 第三 第四 第五 第六",
    )
    for n, word in enumerate(row.split(), 1)
    if word != "_"
}  # fmt: skip

_BEFORE: dict[Relation, str] = {
    "least": (
            "at least|no less than|not less than|no fewer than|not fewer than|(?:a |with a )?minimum(?: of)?|min[.]?(?= )|"
            "at the very least|al menos|"
        "como minimo|(?:un |con un )?minimo(?: de)?|por lo menos|no menos de|pelo menos|no minimo|ao menos|au moins|au minimum|minimum de|"
        "mindestens|wenigstens|almeno|come minimo|至少|不少于|不低于|最少|起码"
    ),
    "most": (
            "at most|no more than|not more than|no greater than|(?:a |with a )?maximum(?: of)?|max[.]?(?= )|up to|within|"
            "limit(?:ed)? (?:\\w+ ){0,4}to|"
            "como maximo|como mucho|a lo sumo|no mas de|(?:un |con un )?maximo(?: de)?|hasta|no maximo|nao mais de|nao mais que|"
            "ate|au plus|au maximum|"
        "maximum de|pas plus de|jusqu'a|hochstens|maximal|nicht mehr als|bis zu|al massimo|non piu di|massimo|最多|不超过|至多|不多于"
    ),
    "more": (
            "more than|longer than|bigger than|over|greater than|above|exceed(?:s|ing)?|surpass(?:es)?|go over|mas de|mais de|"
            "mais que|plus de|plus que|mehr als|piu di|supere?[sn]?|"
        "superar|exceda[sn]?|sobrepase[sn]?|superior a|ultrapass\\w+|depass\\w+|uberschreit\\w+|super[ia]\\w*|超过|多于|大于"
    ),
    "less": (
        "less than|fewer than|shorter than|smaller than|lesser than|under|below|menos de|menos que|inferior a|moins de|"
        "weniger als|unter|meno di|少于|小于|低于"
    ),
    "exact": (
        "exactly|precisely|only|just|exact|a total of|exactamente|justo|solo|unicamente|exatamente|apenas|exactement|genau|nur|"
        "esattamente|恰好|正好|只|刚好"
    ),
    "about": (
        "about|around|approximately|roughly|some|near(?:ly)?|almost|aproximadamente|alrededor de|unas|unos|cerca de|environ|"
        "etwa|ungefahr|circa|大约|约|左右"
    ),
}  # fmt: skip
_AFTER: dict[Relation, str] = {
    "least": (
        "or more|or above|or longer|at least|minimum|and more|and above|o mas|como minimo|al menos|ou mais|no minimo|ou plus|"
        "au moins|oder mehr|o piu|以上"
    ),
    "most": (
        "or less|or fewer|or under|maximum|max|at most|or shorter|tops|o menos|como maximo|ou menos|no maximo|ou moins|au plus|"
        "oder weniger|o meno|以内|以下|之内"
    ),
    "exact": "exactly|exactamente|exatamente",
    "about": "or so|左右|more or less",
}  # fmt: skip

_NOT = re.compile(
    r"(?:\b(?:do not|don'?t|does not|doesn'?t|not|never|avoid(?:ing)?|cannot|can'?t|shouldn'?t|mustn'?t|without|no|nunca|"
    r"evita\w*|sin|nao|sem"
    r"|evite|ne|pas|sans|evitez|nicht|kein\w*|ohne|non|senza|refrain|free (?:of|from)|absten\w*|abstain|prohib\w*|forbid\w*|"
    r"exclud\w*|exclu[iy]\w*|omit\w*|leave out|skip)\b|不要|不得|不能|不可|不)(?:\s+[\w'/\x02\"]+){0,8}\s*$"
)
"""A no that still holds at the end of the text: few words back, with no comma or "and" between."""
_FORGET = re.compile(r"forget|\bfail\b|hesitate|olvid|esquec|oubli|vergiss|vergess|dimentic|dejes? de|忘")
"""A no to a no: "don't forget to"."""
_JOINED = re.compile(r"\b(?:and|y|e|et|und|but|pero|mas|mais|aber|ma)\b[^\"]*$")


_TEXTS = (
    r"(?:essay|text|draft|paper|article|story|letter|e-?mail|post|report|thesis|dissertation|abstract|poem|speech|manuscript|chapter|book|"
    r"novel|resume|cv|bio|summary|paragraph|introduction|conclusion|document|description|file|script|answer|version|ensayo|texto|articulo|"
    r"cuento|carta|redacao|artigo|conto|texte|article|dissertation|redaction|aufsatz|artikel|bericht|brief|saggio|testo|articolo|tema)s?"
)
_LEADS = r"(?:^\W*|[,;:(]\s*|\b(?:because|since|but|although|though|while|and|currently|now|pero|porque|mas|mais|aber|ma)\s+)"
_ALREADY = r"\s+(?:(?:now|currently|already|still|only|just|ahora|ya|jetzt|schon|deja|gia|ja)\s+)?"
_OWN = rf"(?:my|our|his|her|their|this|the (?:attached|original|current|existing|old))\s+(?:\w+\s+){{0,2}}?{_TEXTS}\s+"
_STATED = re.compile(
    rf"(?:{_LEADS}(?:"
    rf"{_OWN}(?:so far\s+)?(?:is|was|are|were|has|had|contains?|contained|runs to|comes to|came to|counts)"
    rf"|(?:mi|nuestr[oa]|o meu|a minha|meu|minha)\s+(?:\w+\s+)?{_TEXTS}\s+(?:\w+\s+)?(?:es de|tiene|tenia|contiene|tem|tinha)"
    rf"|(?:mon|ma|notre)\s+(?:\w+\s+)?{_TEXTS}\s+(?:fait|faisait|compte|contient|a)"
    rf"|(?:mein\w*|unser\w*)\s+(?:\w+\s+)?{_TEXTS}\s+(?:hat|hatte|ist|war|umfasst)"
    rf"|(?:il mio|la mia|il nostro|la nostra)\s+(?:\w+\s+)?{_TEXTS}\s+(?:ha|aveva|e di|era di|conta)"
    rf"|i(?:'ve| have)? (?:already )?(?:wrote|written|drafted)(?: an?)?){_ALREADY}"
    r"|我的[^。，,.\n]{1,12}(?:有|是|为)\s*)$"
)
"""What somebody's text is like, and not what an answer shall be: "my essay is 500 words", and then what is wanted of it."""
_LIMIT = re.compile(r"[\s-]*(?:long\s+)?(?:limit|maximum|minimum|max|min|or (?:less|more|fewer)|at (?:most|least))\b")


_TELLS = re.compile(
    rf"^\W*(?:(?:why|how come)\s+(?:does|do|did|is|has)\s+)?{_OWN}(?:is|was|has|had|have|contains?|uses?|used|lacks|does|did)\b"
)


def tells(clause: str) -> bool:
    """Whether a clause says what somebody's own text is like."""
    return _TELLS.match(clause) is not None


def _is_stated(before: str, match: re.Match[str], after: str) -> bool:
    said = match.groupdict()
    limits = _LIMIT.match(after) or any(said.get(f"{place}_{relation}") for place in ("m", "a") for relation in ("least", "most"))
    return not limits and _STATED.search(before[-120:]) is not None


def _group(table: dict[Relation, str], name: str) -> str:
    return "|".join(f"(?P<{name}_{relation}>{words})" for relation, words in table.items())


_WORDS = "|".join(sorted(NUMBERS, key=len, reverse=True))
_MANY = "hundred|thousand|dozen|cientos?|cientas?|mil|centos?|cents?|mille|hundert|tausend"
NUMBER = rf"(?:\d{{1,3}}(?:[,.]\d{{3}})+(?!\d)|\d{{1,7}}|(?:{_WORDS})(?:[\s-]+(?:{_MANY})|-(?:{_WORDS}))?(?![a-z]))"
_LOOSE = rf"(?:{NUMBER}|(?:{'|'.join(sorted(ARTICLES, key=len, reverse=True))})(?![a-z]))"
_RANGE = r"\s?(?:-|–|~|to|and|a|y|e|et|und|bis|ou|or|o|到|至)\s?"
_START = r"(?<![a-z0-9$€£])(?<![0-9][.,])"
FILL = (
    r"(?:(?!(?:each|per|times?|in|on|of|with|and|or|for|to|the|is|que)\b)[a-z][\w'-]{0,20}[\s-]+)"
    r"{0,3}?"
)
"""Up to three words between a number and what it counts."""


@noun
class Found:
    bound: Bound
    start: int
    end: int
    has_relation: bool


@lru_cache(maxsize=256)
def _unit(unit: str) -> re.Pattern[str]:
    return re.compile(unit)


@lru_cache(maxsize=256)
def _pattern(unit: str, fill: bool) -> re.Pattern[str]:
    return re.compile(
        rf"(?:{_START}(?:(?:between|entre|zwischen|tra|from|de|介于)\s*(?P<low>{NUMBER}){_RANGE}(?P<high>{NUMBER})"
        rf"|(?:{_group(_BEFORE, 'b')})\s*(?:(?:las|los|the|de|than|von|le|les|i|gli|os|as)\s+)?(?P<with>{_LOOSE})"
        rf"|(?P<from>{NUMBER}){_RANGE}(?P<to>{NUMBER})|(?P<bare>{NUMBER})))"
        rf"(?:\s?(?P<plus>[+]))?(?:\s+(?:{_group(_AFTER, 'm')}))?\s*-?\s*(?:of\s+|de\s+)?{FILL if fill else ''}(?:{unit})"
        rf"(?:[\s,(]+(?:{_group(_AFTER, 'a')})(?![a-z]))?"
    )


@lru_cache(maxsize=64)
def _named(unit: str) -> re.Pattern[str]:
    """ "The number of words must be at least 200": what is counted comes first."""
    return re.compile(
        r"\b(?:number|amount|count|total|numero|cantidad|quantidade|nombre|anzahl|numero)\s+(?:of|de|von|der|"
        rf"di)\s+(?:\w+\s+)?(?:{unit})[^.;,\n\"]{{0,60}}?"
        rf"\s(?:{_group(_BEFORE, 'b')}|(?P<be>be|is|ser|es|"
        rf"equals?))\s+(?P<with>{NUMBER})(?P<plus>[+])?(?P<low>(?!))?(?P<high>(?!))?(?P<from>(?!))?(?P<to>(?!))?(?P<bare>(?!))?"
    )


def find(text: str, unit: str, *, bare: Relation = "exact", fill: bool = True) -> Iterator[Found]:
    """Every number of a unit (a pattern) that a folded clause names. `bare` is how a number without a relation is meant."""
    if not _unit(unit).search(text):  # both patterns end with the unit, and each takes ten times as long to compile as most clauses to read
        return
    if fill:
        for match in _named(unit).finditer(text):
            bound = _bound(match, _turned(_relation(match) or "exact", text[: match.start("with")]))
            yield Found(bound=bound, start=match.start(), end=match.end(), has_relation=True)
    for match in _pattern(unit, fill).finditer(text):
        if _is_stated(text[: match.start()], match, text[match.end() :]):
            continue
        relation = _relation(match)
        bound = _bound(match, _turned(relation, text[: match.start()]) if relation else bare)
        yield Found(bound=bound, start=match.start(), end=match.end(), has_relation=relation is not None)


def number(word: str) -> int:
    word = word.strip()
    if word[:1].isdigit():
        return int("".join([digit for digit in word if digit.isdecimal()]) or 0)
    first, *rest = [NUMBERS.get(part, 100 if part.startswith("c") else 1) for part in re.split(r"[\s-]+", word)]
    return first if not rest else first * rest[0] if rest[0] >= 12 else first + rest[0]


def negated(before: str) -> bool:
    """Whether a no in the text before still holds at its end."""
    near = before[-160:]
    found = _NOT.search(near)
    if found is None or _JOINED.search(found[0]):
        return False
    return not _FORGET.search(near[max(0, found.start() - 12) :])  # in French the no comes behind


def _relation(match: re.Match[str]) -> Relation | None:
    if match["plus"]:
        return "least"
    said = match.groupdict()
    for place, table in (("b", _BEFORE), ("m", _AFTER), ("a", _AFTER)):
        for relation in table:
            if said.get(f"{place}_{relation}"):
                return relation
    return None


def _turned(relation: Relation, before: str) -> Relation:
    """Not more than is at most, and so on."""
    if relation in ("more", "less") and negated(before):
        return "most" if relation == "more" else "least"
    return relation


def _bound(match: re.Match[str], relation: Relation) -> Bound:
    low, high = match["low"] or match["from"], match["high"] or match["to"]
    if low and high:
        return Bound(low=min(number(low), number(high)), high=max(number(low), number(high)))
    return of(relation, number(match["with"] or match["bare"]))


def of(relation: Relation, n: int) -> Bound:
    match relation:
        case "least":
            return Bound(low=n)
        case "more":
            return Bound(low=n + 1)
        case "most":
            return Bound(high=n)
        case "less":
            return Bound(high=max(n - 1, 0))
        case "about":
            return Bound(low=n, high=n, about=True)
        case _:
            return Bound(low=n, high=n)


NEAR, FAR = 0.2, 0.5
"""Of what was said loosely: within a fifth it is met, at half or double it is not."""


def holds(bound: Bound | None, count: int) -> bool | None:
    if bound is None:
        return None
    if bound.about and bound.low:
        off = count / bound.low
        return True if abs(off - 1) <= NEAR else False if off < FAR or off > 1 / FAR else None
    return (bound.low is None or count >= bound.low) and (bound.high is None or count <= bound.high)


# once, twice, "N times", in every order that languages have for it
_TIMES = r"(?:times?|occurrences?|occasions?|instances?|veces|vez|vezes|fois|mal\b|volte|volta|次|遍)"
_ONCE = {"once": 1, "twice": 2, "thrice": 3, "einmal": 1, "zweimal": 2, "dreimal": 3, "fuenfmal": 5}
_COUNTED = re.compile(
    rf"{_START}(?:(?:{_group(_BEFORE, 'b')})\s*)?(?P<once>{'|'.join(_ONCE)})\b(?:\s+(?:{_group(_AFTER, 'm')}))?(?P<plus>(?!))?"
)


def times(text: str) -> list[Found]:
    """How often something shall appear: every "at least 3 times", "once or less", "más de dos veces" in a folded clause."""
    found = list(find(text, _TIMES, bare="exact"))
    for match in _COUNTED.finditer(text):
        relation = _relation(match)
        turned = _turned(relation, text[: match.start()]) if relation else "exact"
        found.append(Found(bound=of(turned, _ONCE[match["once"]]), start=match.start(), end=match.end(), has_relation=relation is not None))
    return sorted(found, key=lambda one: one.start)
