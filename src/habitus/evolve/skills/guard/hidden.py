"""What a reader does not see and a model does: control characters, comments, encoded text."""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from habitus.parse.unicode import normal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
_TURNS = re.compile("[\u202d\u202e]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{2,6}\U000e007f")
_TAGS = re.compile("[\U000e0001-\U000e007f]|[\U000e0100-\U000e01ef]{3}|[\ufe00-\ufe0f]{3}")
_INSIDE = re.compile("(?<=[A-Za-z])[\u200b-\u200d\u2060-\u2064\ufeff\u180e]+(?=[A-Za-z])|[\u200b-\u200d\u2060-\u2064\ufeff]{6}")

_ORDER = re.compile(
    r"\b(?:assistant|agent|ai|model|claude|llm|system|gpt)\b\s*[:,]\s*\w"
    r"|\b(?:you must|your (?:real|actual|true) (?:task|goal|instructions?)|ignore (?:all|any|previous|prior)|do not (?:tell|mention"
    r"|reveal)|secretly|silently"
    r"|hidden instructions?|(?:ai|llm|agent|assistant)s? (?:reading|processing|parsing) this|instructions? (?:for|to) (?:the )?(?:ai"
    r"|llm|agent|assistant|model))\b"
    r"|\b(?:upload|send|forward|exfiltrate|post|transmit|curl|wget|fetch)\b.{0,80}https?://",
    re.IGNORECASE | re.DOTALL,
)
_REFERENCE = re.compile(r"\[(?<![^\n]\[)(?://|comment|_|hidden)\]:[^\n]{1,2000}")
"""A line that begins so. The bracket comes first in the pattern: a search skips to it."""
_MARKDOWN_COMMENT = re.compile(r"\[[^]]+\]:\s*(?:#|<>)?\s*[(\"'<](.{1,2000})")
_UNSEEN = re.compile(
    r"<\w+[^>]{0,100}style\s*=\s*[\"'][^\"'>]{0,200}(?:display:\s*none|font-size:\s*0(?![.\d])|visibility:\s*hidden|opacity:\s*0(?![.\d]))",
    re.IGNORECASE,
)
LONGEST_COMMENT = 4000


_SELECTORS = re.compile("[\ufe00-\ufe0f]{3}")
_SUSPECT = re.compile("[\u180e\u200b-\u200d\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff]")
WORD = re.compile(r"\w+")
_LATIN = re.compile(r"[A-Za-z]")
_ALIKE = re.compile("[\u0370-\u052f\uff21-\uff5a\U0001d400-\U0001d7ff]")
"""Greek, Cyrillic, wide and mathematical letters. A ligature is no disguise."""


def is_suspect(text: str) -> bool:
    """Has it characters that `characters` is about? Most texts have none."""
    return _SUSPECT.search(text) is not None or _SELECTORS.search(text) is not None


def disguised(text: str, names: frozenset[str]) -> frozenset[str]:
    """The words of a text that have letters of another alphabet among their own, and are one of these names without them."""
    if not _ALIKE.search(text):
        return frozenset()
    words = list({word for word in WORD.findall(text) if not word.isascii() and _LATIN.search(word) and _ALIKE.search(word)})
    meant = normal("\n".join(words)).lower().split("\n") if words else ()
    return frozenset(word for word, name in zip(words, meant, strict=True) if name in names)


def characters(line: str) -> str:
    """The rule that the characters of a line break, or nothing. Emoji, flags, Persian and Hebrew need some of them and keep them."""
    if _BIDI.search(line) and (_TURNS.search(line) or not _RIGHT_TO_LEFT.search(line)):
        return "bidi_control"
    if _TAGS.search(_FLAG.sub("", line)):
        return "tag_characters"
    return "invisible_characters" if _INSIDE.search(line) else ""


def comments(text: str) -> Iterator[tuple[int, str]]:
    """Comments that give orders: where they stand, and what they say."""
    at = text.find("<!--")
    while at >= 0:
        end = text.find("-->", at + 4)
        said = text[at + 4 : end if end >= 0 else None][:LONGEST_COMMENT]
        if _ORDER.search(said):
            yield at, said
        at = text.find("<!--", end) if end >= 0 else -1
    for found in _REFERENCE.finditer(text):
        said_so = _MARKDOWN_COMMENT.match(found[0])
        if said_so and _ORDER.search(said_so[1]):
            yield found.start(), said_so[1]
    if "style" in text:
        for found in _UNSEEN.finditer(text):
            yield found.start(), found[0]


_BASE64 = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/]{20,}={0,2}(?![A-Za-z0-9+/=])")
_HEX = re.compile(r"(?:\\x[0-9a-fA-F]{2}){8,}|(?<![0-9a-zA-Z])(?:[0-9a-fA-F]{2}){20,}(?![0-9a-zA-Z])|(?:%[0-9a-fA-F]{2}){8,}")
SHORTEST = 20
"""Characters without a blank that could hold something: fewer are too few to say anything."""
_RUN = str.maketrans({chr(c): "a" if chr(c).isalnum() or chr(c) in "+/%\\=_-" else " " for c in range(128)})
MOST = 2000
LONGEST = 20_000
"""Such texts that are looked into, and characters of each."""
ADDRESS = re.compile(r"(?:https?|ftp|wss?)://\S+|\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\S*")


def encoded(text: str) -> Iterator[tuple[int, str]]:
    """Texts in base64, hex and percent signs: where they stand, and what they say. ASCII in; pictures and hashes say nothing."""
    seen = 0
    for start, run in _runs(text):
        for pattern, decode in _ways(run):
            for found in pattern.finditer(run):
                seen += 1
                said = _text(decode(found[0][:LONGEST])) if seen <= MOST else ""
                if said:
                    yield start + found.start(), said


def _ways(run: str) -> Iterator[tuple[re.Pattern[str], Callable[[str], bytes]]]:
    """Base64 that says something has capitals; hex has its signs, or is long."""
    if run != run.lower():
        yield _BASE64, _base64
    if len(run) >= 2 * SHORTEST or "\\" in run or "%" in run:
        yield _HEX, _hex


def _runs(text: str) -> Iterator[tuple[int, str]]:
    """With only two characters left, the search for a run skips over words by its whole length: a pattern would try every letter."""
    shape = text.translate(_RUN)
    start = shape.find("a" * SHORTEST)
    while start >= 0:
        end = shape.find(" ", start)
        end = end if end >= 0 else len(shape)
        yield start, text[start:end]
        start = shape.find("a" * SHORTEST, end)


def _base64(word: str) -> bytes:
    bare = word.rstrip("=")
    if bare.isdigit() or bare.islower() or bare.isupper() or ("/" in bare and bare.count("/") > len(bare) / 8):
        return b""
    try:
        return base64.b64decode(bare[: len(bare) // 4 * 4] if len(bare) % 4 == 1 else bare + "=" * (-len(bare) % 4))
    except (ValueError, binascii.Error):
        return b""


def _hex(word: str) -> bytes:
    if word[0] == "%":
        return unquote(word, "latin-1").encode("latin-1")
    return bytes.fromhex(word.replace("\\x", ""))


def _text(raw: bytes) -> str:
    """What was decoded, where it is something to read."""
    if len(raw) < 8:
        return ""
    try:
        said = raw.decode()
    except UnicodeDecodeError:
        return ""
    plain = sum(c.isprintable() or c in "\n\t\r" for c in said)
    return said if plain == len(said) and (" " in said or "/" in said) else ""
