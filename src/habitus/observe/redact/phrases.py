"""The words that open a wallet: twelve or more plain words after `seed phrase` or `mnemonic`, with or without quotes, numbers and commas.

No word among them looks like a secret, so the label and their number have to say it. A word that no list of such words has ends them:
prose does not get far without one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.observe.redact.shapes import LONG, Finding, pattern, search, search_sign, words

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

PHRASE = r"hrase(?:(?<=seed[ _-]phrase)|(?<=recovery[ _-]phrase)|(?<=backup[ _-]phrase)|(?<=wallet[ _-]phrase)|(?<=secret[ _-]phrase))"
"""After its p: `labels` meets these on its way."""
OF_WORDS = r"""["'`*]{0,3}+ (?:[ ](?:for|of|to|in|on|de|del)[ ][^\n:="'`]{1,40}?)?? (?>(?:\s{0,2}(?:[:=]|(?:is|are|es)\b))?)
    [:\s"'`*\[(]{0,8}+     (?>(?:\d{1,2}[.):]{0,2}\s?)?)
    (?P<run>[a-z]{3,8}+ (?>(?:["']?[\s,;]{1,4}(?>(?:\d{1,2}[.):]{0,2}\s?)?)["']?[a-z]{3,8}+){11,23}))(?![a-z])"""
MNEMONIC, SEED = r"mnemonic(?:[ _-]phrase)?" + OF_WORDS, r"frase[ ](?:semilla|secreta|de[ ]recuperaci\?n)" + OF_WORDS
FEWEST = 12
PROSE = words("the and for with your from are was not has been were but their these those than does its had our may should each")
"""Frequent words that the lists of wallets (BIP 39) leave out."""


def find(lower: str) -> Iterator[Finding]:
    for match in search_sign(MNEMONIC, lower, "mnem"):
        yield from of_words(match)
    for match in search(SEED, lower, "frase") if len(lower) < LONG else ():  # who tells it writes no more than that
        yield from of_words(match)


def of_words(match: re.Match[str]) -> Iterator[Finding]:
    run = list(pattern(r"[a-z]+").finditer(match.string, *match.span("run")))
    told = next((at for at, word in enumerate(run) if word[0] in PROSE), len(run))
    if told >= FEWEST:
        yield Finding("secret", run[0].start(), run[told - 1].end())
