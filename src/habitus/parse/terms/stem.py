"""Fold and stem words, lightly and without knowing their language: forms of one word come out alike, in English, Spanish and their kin.

It prefers to cut too much, as long as the forms of a word meet: what comes out is for comparing, not for reading.
"""

from __future__ import annotations

import re
import unicodedata

_ACCENTS = re.compile("[\u0300-\u036f]+")
_DOUBLED = re.compile(r"([bdgklmnprtvz])\1$")
_ENGLISH = ("ing", "ed", "er")
"""Endings before which English doubles a consonant: cut, cutting."""
_FINAL_Y = re.compile(r"[^aeiou]{1,2}y$")
_VOWEL = re.compile(r"[aeiouy]")
_SIMPLE = {"qu": "c", "gu": "g", "z": "c"}
"""Spelling that follows the ending: busca and busque, paga and pague, utiliza and utilice."""

SUFFIXES = (
    # longest first; es, pt, it, fr, de and en together
    "aciones", "amientos", "imientos", "amiento", "imiento", "aciones", "azione", "azioni", "ations", "ation", "acion", "acoes", "acao",
    "mente", "iendolo", "andolo", "iendo", "ando", "endo", "indo", "issant", "aremos", "eremos", "iremos", "amos", "emos", "imos",
    "arse", "erse", "irse", "arlo", "erlo", "irlo", "arla", "erla", "irla", "arlos", "erlos",
    "ados", "idos", "adas", "idas", "ado", "ido", "ada", "ida", "are", "ere", "ire", "ato", "ata", "ito", "uto",
    "ame", "eme", "anos", "ieren", "aron", "ieron", "aran", "eran", "iras", "aras", "eras", "ara", "era", "aba", "aban",
    "iones", "ions", "ion", "ement", "ements", "ment", "ments", "ings", "ing", "edly",
    "ating", "ators", "ator", "ated", "ates", "ate", "ied", "ies", "ed", "er", "ers", "ly",
    "ez", "ons", "ar", "ir", "ais", "ait", "e", "es", "en", "et", "a", "as", "an", "am", "o", "os", "i", "s",
)  # fmt: skip
_BY_LENGTH = tuple(frozenset(s for s in SUFFIXES if len(s) == n) for n in range(8))
_KEPT = 3
"""Letters that are left at least: below that, words stop being told apart."""

_LEAST = dict.fromkeys(("ly", "ame", "eme", "anos", "ate", "ated", "ates"), 4)
_LEAST |= dict.fromkeys(("er", "ers", "are", "ere", "ire", "ato", "ata", "ito", "uto", "am", "an", "en", "et"), 5)
"""Endings that short words of another language have by chance: reply, offer, prepare, program, open, target."""


def fold(text: str) -> str:
    """Lower case, no accents; scripts that have neither stay as they are."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFKD", text).casefold()))


def stem(word: str) -> str:
    """The stem of a folded word."""
    if not word.isascii() or not word.isalpha():
        return word
    if word.endswith("ies") and len(word) > _KEPT + 1:
        return word[:-3]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > _KEPT:
        word = word[:-1]
    root = _cut(word)
    if word.endswith(_ENGLISH) and root != word and not word.endswith("ied"):
        root = _DOUBLED.sub(r"\1", root)
        if root.endswith("er") and len(root) > 6:  # considering, consider
            root = root[:-2]
    if _FINAL_Y.search(root):
        root = root[:-1]
    return _spelled(root)


def _cut(word: str) -> str:
    for length in range(min(7, len(word) - _KEPT), 0, -1):
        ending, root = word[-length:], word[:-length]
        if ending in _BY_LENGTH[length] and len(root) >= _LEAST.get(ending, _KEPT) and _VOWEL.search(root):
            return root
    return word


def _spelled(root: str) -> str:
    for ending, simple in _SIMPLE.items():
        if root.endswith(ending):
            return root[: -len(ending)] + simple
    return root
