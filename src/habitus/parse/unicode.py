"""Text as it is meant, whatever characters spell it: full-width and look-alike letters become plain ones, invisible characters go.

What is changed is only good for reading: `normal` keeps every line where it was, so that a finding can be told with its line. A word of
another script stays as it is: letters are taken for look-alikes only inside words that also have Latin ones.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
    "\U000e0000-\U000e0fff"
)
"""Nothing is seen of these. Some have honest work: the joiners of emoji and of Persian, the mark at the start of a file."""
_INVISIBLE = re.compile(f"[{INVISIBLE}]+")
_WORD = re.compile(r"(?<!\w)[A-Za-z0-9_]*+[^\W\x00-\x7f]\w*")
"""A word that is not ASCII."""
_LATIN = re.compile(r"[A-Za-z]")
_OTHERS = re.compile("[\u0131\u0370-\u052f\u2113]")
"""Where look-alikes live."""

LOOK_ALIKES = str.maketrans(
    "аеорсухѕіјԁһոԛԝкмтвнгАВЕКМНОРСТУХІЈЅοανρτικυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧıℓ∕⁄⧸∖⧵‐‑‒–−‘’‚‛“”„‟",
    "aeopcyxsijdhnqwkmtbhrABEKMHOPCTYXIJSoavptikuxABEZHIKMNOPTYXil///\\\\-----''''\"\"\"\"",
)
"""Cyrillic, Greek and signs that pass for a Latin letter, a slash, a dash or a quote."""
_FOLDED = """
a аαɑᴀ / b ьвʙβᏏƅ / c сϲᴄⅽⲥ / d ԁɗᴅժԃ / e еєεҽᴇ℮ / f ғſꜰϝ / g ԍɡɢց / h һнʜհη / i іιıɪⅰɩⲓ / j јϳᴊ / k кκᴋ / l ⅼʟӏⲗℓ
m мᴍⅿμⲙ / n пոɴνⲛ / o оοσᴏօჿⲟ / p рρᴘⲣ / q ԛգ / r гʀᴦ / s ѕꜱտʂ / t тτᴛⲧ / u υսᴜц / v ѵᴠ / w ԝωᴡա / x хχ / y уγʏү / z ᴢʐ
"""
FOLDED = {ord(c): pair.split()[0] for pair in _FOLDED.replace("\n", "/").split("/") if pair.strip() for c in pair.split()[1]}
"""For text that has lost its case: a small letter may stand here for what its capital looks like, so it is not the table above in small
letters (`ν` looks like v, and its capital like N). Cyrillic, Greek, Armenian, Coptic, Latin small capitals and turned letters."""
_SIGNS = dict(zip("∕⁄⧸∖⧵‐‑−‘’‚‛“”„‟", "///\\\\---''''\"\"\"\"", strict=True))
_SIGN = re.compile(f"[{''.join(_SIGNS)}]")


def normal(text: str) -> str:
    """The text with its lines in place, spelled plainly. The same object where it is ASCII."""
    if text.isascii() or all(map(_is_plain, set(text))):
        return text
    text = _SIGN.sub(lambda found: _SIGNS[found[0]], _INVISIBLE.sub("", text))
    if text.isascii():
        return text
    if not unicodedata.is_normalized("NFKC", text):
        text = unicodedata.normalize("NFKC", text)
    return _plain(text) if _OTHERS.search(text) else text


@lru_cache(maxsize=2048)
def _is_plain(c: str) -> bool:
    """Is it what it is, whatever stands beside it? Marks and the letters of Hangul may join with their neighbours."""
    is_alone = unicodedata.category(c)[0] != "M" and not "\u1100" <= c <= "\u11ff" and unicodedata.is_normalized("NFKC", c)
    return is_alone and c not in _SIGNS and not _INVISIBLE.match(c) and not _OTHERS.match(c)


def _plain(text: str) -> str:
    """Every word that has Latin letters, with the letters that its look-alikes stand for."""
    alike = text.translate(LOOK_ALIKES)

    def spelled(found: re.Match[str]) -> str:
        word = found[0]
        return alike[found.start() : found.end()] if _LATIN.search(word) else word

    return _WORD.sub(spelled, text)
