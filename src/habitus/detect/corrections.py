"""Find a user's correction of the agent, in English and Spanish.

A first slice: the phrases people use when they correct, by the kind of mistake they name. It misses what is only implied, and prefers
to: a rule from a message that was no correction is worse than one correction said twice. Quoted text, questions about someone else,
hypotheticals and translation tasks are left alone.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from habitus.types import RuleType, Signal

# Matched against text without accents and in lower case, at a word's beginning.
PHRASES: dict[str, dict[RuleType, tuple[tuple[str, float], ...]]] = {
    "en": {
        "refusal": (
            (r"why (?:do|are|did) you (?:say|saying|keep saying|claim)(?: that)? you (?:can'?t|cannot|can not|couldn'?t)", 0.9),
            (r"why can'?t you\b", 0.7),
        ),
        "hallucination": (
            (r"(?:you(?:'re| are) )?(?:hallucinating|making (?:it|that|this|things) up)", 0.9),
            (r"you (?:made|invented) (?:that|this|it) up", 0.9),
            (r"you(?:'re| are) (?:wrong|mistaken|incorrect)", 0.8),
            (r"(?:that|this|it)(?:'s| is) (?:wrong|incorrect|false|not (?:right|true|correct))", 0.75),
            (r"(?:that|this|the|there is no such) (?:\S+ ){0,3}(?:doesn'?t|does not|didn'?t) exist", 0.8),
        ),
        "missing_context": (
            (r"i (?:already |just )?(?:told|asked) you", 0.85),
            (r"(?:as )?i (?:already )?said\b", 0.7),
            (r"you (?:ignored|forgot|didn'?t read|did not read|skipped)", 0.8),
        ),
        "wrong_skill": (
            (r"stop (?:doing|using|editing|running|calling|adding|writing|creating|changing|touching)", 0.85),
            (r"(?:no[,.:!]? )?(?:please )?use (?:\S+ ){1,6}(?:instead of|rather than|not) ", 0.85),
            (r"no[,.:!]+ use ", 0.85),
            (r"(?:don'?t|do not|never) (?:use|call|run|edit|touch|change|commit|push|install)\b", 0.75),
            (r"(?:wrong|not the right) (?:tool|command|file|branch|folder)", 0.8),
        ),
        "preference": (
            (r"(?:from now on|in (?:the )?future|next time)\b", 0.75),
            (r"(?:always|never) (?:\S+ ){1,8}", 0.6),
            (r"keep (?:the |your )?(?:answers|replies|responses|messages) ", 0.75),
        ),
    },
    "es": {
        "refusal": (
            (r"(?:por ?que|xq) (?:dices|dijiste) que no puedes", 0.9),
            (r"como que no puedes", 0.9),
        ),
        "hallucination": (
            (r"(?:estas|te lo estas) (?:alucinando|inventando|mintiendo)", 0.9),
            (r"(?:eso|esto) (?:esta mal|no es (?:correcto|cierto|verdad|asi)|es (?:falso|mentira|incorrecto))", 0.75),
            (r"te (?:has )?equivoca(?:s|ste|do)", 0.85),
            (r"(?:eso|ese|esa|esto|el|la) (?:\S+ ){0,3}no existen?\b", 0.8),
        ),
        "missing_context": (
            (r"ya te (?:lo )?(?:dije|he dicho|habia dicho|pedi)", 0.85),
            (r"te (?:dije|pedi) que", 0.8),
            (r"(?:has ignorado|ignoraste|olvidaste|te olvidaste|no leiste|no has leido)", 0.8),
        ),
        "wrong_skill": (
            (r"deja de [a-z]+r\b", 0.85),
            (r"(?:no[,.:!]? )?(?:usa|utiliza) (?:\S+ ){1,6}(?:en vez de|en lugar de|y no|no) ", 0.85),
            (r"no[,.:!]+ (?:usa|utiliza) ", 0.85),
            (r"no (?:uses|llames|ejecutes|edites|toques|cambies|instales)\b", 0.75),
        ),
        "preference": (
            (r"(?:de ahora en adelante|a partir de ahora|la proxima vez)\b", 0.75),
            (r"(?:usa|responde|escribe|contesta) siempre\b", 0.75),
            (r"siempre (?:usa|responde|escribe|contesta|revisa|comprueba)", 0.7),
        ),
    },
}  # fmt: skip

NOT_ONE = re.compile(
    r"what if|if (?:that|this|it)(?:'s| is)|suppose|is it (?:true|right|wrong)|translat|tradu[cz]|how do (?:you|i) say|como se dice"
    r"|no problem|no worries|never ?mind|da igual|dejalo|(?:he|she|they|my boss|the client|el cliente|mi jefe) (?:said|says|told|dice|dijo)"
    r"|write (?:a|an) (?:\S+ ){0,3}(?:story|email|dialog|test)|y si (?:eso|esto)|es (?:verdad|cierto) que"
)
QUOTED = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|\"[^\"\n]{3,}\"|“[^”]*”|«[^»]*»|^>[^\n]*", re.DOTALL | re.MULTILINE)
SPANISH = re.compile(r"\b(?:el|la|los|las|que|no es|eso|esto|por|para|con|usa|deja|siempre|te|ya|del|una?)\b")
ENGLISH = re.compile(r"\b(?:the|that|this|you|is|are|use|not|with|and|for|don'?t|always|it)\b")

LONGEST = 4000
"""A correction is short; the head of a longer message is looked at, the pasted rest is not."""


def find(text: str, previous: str = "") -> Signal | None:
    """The strongest correction in a user's message. `previous`: what the agent did before; without it there is nothing to correct."""
    if not previous:
        return None
    plain = _plain(text[:LONGEST])
    spoken = QUOTED.sub(lambda found: " " * len(found[0]), plain)
    if NOT_ONE.search(spoken):
        return None
    best: Signal | None = None
    for pattern, rule_type, confidence, lang in _compiled():
        found = pattern.search(spoken)
        if found and (best is None or confidence > best.confidence):
            best = Signal(rule_type=rule_type, confidence=confidence, quote=text[found.start() : found.end()].strip(), lang=lang)
    return best


def language(text: str) -> str:
    """The language a person writes in, by its small words."""
    plain = _plain(text[:LONGEST])
    return "es" if len(SPANISH.findall(plain)) > len(ENGLISH.findall(plain)) else "en"


@cache
def _compiled() -> list[tuple[re.Pattern[str], RuleType, float, str]]:
    return [
        (re.compile(r"(?<!\w)" + pattern), kind, score, lang)
        for lang, kinds in PHRASES.items()
        for kind, rows in kinds.items()
        for pattern, score in rows
    ]


def _plain(text: str) -> str:
    """Lower case, straight quotes, no accents; one character for one, so that places in it are places in the text."""
    if text.isascii():
        return text.lower()
    return "".join(_bare(c) for c in text.replace("’", "'").replace("‘", "'"))


def _bare(character: str) -> str:
    base = unicodedata.normalize("NFD", character)[0].lower()
    return base if len(base) == 1 else character
