"""What a reader does not see and a model does: control characters, comments, encoded text."""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Iterator

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
_MARKDOWN_COMMENT = re.compile(r"^\[(?://|comment|_|hidden)\]:\s*(?:#|<>)?\s*[(\"'<](.{1,2000})")
_UNSEEN = re.compile(
    r"<\w+[^>]{0,100}style\s*=\s*[\"'][^\"'>]{0,200}(?:display:\s*none|font-size:\s*0(?![.\d])|visibility:\s*hidden|opacity:\s*0(?![.\d]))",
    re.IGNORECASE,
)
LONGEST_COMMENT = 4000


_SELECTORS = re.compile("[\ufe00-\ufe0f]{3}")
_SUSPECT = re.compile(
    "[\u0370-\u052f\u180e\u200b-\u200d\u202a-\u202e\u2060-\u206f\ufeff\uff21-\uff5a\U000e0000-\U000e0fff\U0001d400-\U0001d7ff]"
)


def is_suspect(line: str) -> bool:
    """Has it characters that are worth a look? Most lines have none."""
    return _SUSPECT.search(line) is not None or _SELECTORS.search(line) is not None


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
    if "]:" in text:
        for found in re.finditer(r"^\[[/\w]{1,8}\]:[^\n]{1,2000}", text, re.MULTILINE):
            said_so = _MARKDOWN_COMMENT.match(found[0])
            if said_so and _ORDER.search(said_so[1]):
                yield found.start(), said_so[1]
    if "style" in text:
        for found in _UNSEEN.finditer(text):
            yield found.start(), found[0]


_BASE64 = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/]{20,}={0,2}(?![A-Za-z0-9+/=])")
_HEX = re.compile(r"(?:\\x[0-9a-fA-F]{2}){8,}|(?<![0-9a-zA-Z])(?:[0-9a-fA-F]{2}){20,}(?![0-9a-zA-Z])|(?:%[0-9a-fA-F]{2}){8,}")
_RUN = re.compile(r"[A-Za-z0-9+/%\\=_-]{20,}")
"""What could hold something: shorter is too little to say anything."""
MOST = 2000
LONGEST = 20_000
"""Such texts that are looked into, and characters of each."""
ADDRESS = re.compile(r"(?:https?|ftp|wss?)://\S+|\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\S*")


def encoded(text: str) -> Iterator[tuple[int, str]]:
    """Texts in base64, hex and percent signs: where they stand, and what they say. Pictures and hashes say nothing."""
    seen = 0
    for word in _RUN.finditer(text):
        for pattern, decode in ((_BASE64, _base64), (_HEX, _hex)):
            for found in pattern.finditer(word[0]):
                seen += 1
                said = _text(decode(found[0][:LONGEST])) if seen <= MOST else ""
                if said:
                    yield word.start() + found.start(), said


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
