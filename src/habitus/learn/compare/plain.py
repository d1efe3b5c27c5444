"""text -> pieces: words, names and marks, with what several spellings share written in one way.

Negations that hang on a verb stand alone, "instead of" is one sign in every language, and Chinese is cut where words are known.
"""

from __future__ import annotations

import re
from functools import cache

from habitus.parse.terms import TOKEN, fold
from habitus.parse.terms.lexicon import concepts

LIMIT = 2_000
"""Characters that are read: a rule is a sentence or a few. What is longer is a document, and is told by its words."""

PIECE = re.compile(rf"{TOKEN.pattern}|<\w+>|[,;.!?:()\n。—]")
ENDS = frozenset(";.!?:\n。")
PAUSES = frozenset(",()—")
INSTEAD = "<instead>"
NAME = re.compile(r"\b[A-Z]{2,}\b|\b\w*[a-z][A-Z]\w*\b|(?<=`)[^`\s]+(?=`)")
"""Spelled as a name: REST, GraphQL, `rg`."""

_SPELLED = (
    (r"[\u2018\u2019\u02bc`´]", "'"),
    (r"\bcan(?:'t|not|t)\b", "can not"),
    (r"\bwon'?t\b", "will not"),
    (r"\b(do|does|did|is|are|was|were|should|would|could|must|has|have|had|need)n'?t\b", r"\1 not"),
    (r"\b(?:not only|no solo|nao so|non solo|nicht nur|pas seulement)\b", " "),
    (r"\b(?:deja|dejen|dejar|pare|arrete|arretez|arreter|cesse|smetti|smettere) (?:de |di |d')", "avoid "),
    (r"\b(?:not|never) (?:be )?(?:(?:longer|more|larger|bigger|greater|higher) than|exceed)\b", "at_most"),
    (r"\b(?:no mas de|nao mais (?:de|que)|pas plus de|nicht mehr als|non piu di)\b", "at_most"),
    (r"\bnach (?:dem|der|jedem|jeder)\b", "nachdem"),
    (r"\bn'(?=\w)", "ne "),
    (r"'s\b", ""),
    (r"\b(?:[ldjmtsc]|qu|dell|all|nell|dall|sull|un)'(?=\w)", ""),
    (r"\bno one\b", "nobody"),
    (r"\b(dr|mr|mrs|ms|prof|sr|sra)\.", r"\1"),
    (r"\b(?:call me|address me as|my name is)\b", "llamame"),
    # How a person is addressed hangs, in Spanish, on a pronoun.
    (r"\bde tu\b(?=\s*(?:$|[.,;!]))", "tuteo"),
    (r"\bde usted\b(?=\s*(?:$|[.,;!]))", "usteo"),
    (
        r"\b(?:replace|swap|substitute|reemplaza|sustituye|cambia|remplace|ersetze|sostituisci|substitua)"
        r" ([^,.;]+?) (?:with|by|for|por|con|par|durch|mit) ([^,.;]+)",
        rf"use \2 {INSTEAD} \1",
    ),
    (r"\b(prefer(?:s|red)?|prefiere|choose|elige) (?!to )([^,.;]+?) (?:over|sobre|antes que)\b", rf"\1 \2 {INSTEAD}"),
    (r"\b(prefer(?:s|red)?) (?!to )([^,.;]+?) to\b", rf"\1 \2 {INSTEAD}"),
    (
        r"\b(?:instead of|rather than|in place of|as opposed to|en vez de|en lugar de|em vez de|ao inves de|em lugar de|au lieu de"
        r"|plutot que|anstelle von|anstatt|statt|invece di|invece che|piuttosto che)\b",
        f" {INSTEAD} ",
    ),
)
_CHINESE = {
    "instead of": "而不是",
    "not": "请勿 而不要 不要 不能 不得 不应 切勿 禁止 不可 别",
    "never": "从不 永远不 绝不",
    "avoid": "避免",
    "no": "没有",
    "always": "总是 始终 一律",
    "if": "如果",
}
_SIGNS = {word: sign for sign, words in _CHINESE.items() for word in words.split()} | {"不": "not", "请": ""}
_LED = re.compile(r"([^,.;:!?。\n]+?)之([前后]),?")
"""In Chinese, what comes before or after is said first: 回答之前检查."""
_RUN = re.compile(r"[\u3400-\u9fff]+")


def pieces(text: str) -> list[str]:
    plain = fold(text[:LIMIT])
    if not plain.isascii():
        plain = _LED.sub(lambda led: f" {'before' if led[2] == '前' else 'after'} {led[1]} , ", plain)
        plain = _RUN.sub(_segmented, _sign().sub(lambda sign: f" {_SIGNS[sign.group()]} ", plain))
    for pattern, instead in _spelled():
        plain = pattern.sub(instead, plain)
    return PIECE.findall(plain)


def names(text: str) -> frozenset[str]:
    """What is spelled as a name; a text in capitals throughout only shouts."""
    return frozenset() if text.isupper() else frozenset(map(fold, NAME.findall(text[:LIMIT])))


@cache
def _spelled() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Compiled at first use: that takes longer than loading all the rest."""
    return tuple((re.compile(pattern), instead) for pattern, instead in _SPELLED)


@cache
def _sign() -> re.Pattern[str]:
    return re.compile("|".join(sorted(_SIGNS, key=len, reverse=True)))


def _segmented(run: re.Match[str]) -> str:
    """Known words of two characters stand alone; what lies between them stays together."""
    known, text = concepts(), run.group()
    found: list[str] = []
    at = 0
    while at < len(text):
        pair = text[at : at + 2]
        is_known = pair in known
        if is_known or not found or found[-1] in known:
            found.append(pair if is_known else text[at])
        else:
            found[-1] += text[at]
        at += 2 if is_known else 1
    return f" {' '.join(found)} "
