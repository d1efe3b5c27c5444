"""What kind of failure an error is: by its type where it has one, then by its words. And whether it passes by itself.

A path, a flag or an option's name says nothing: words are looked for in the pattern, where paths are masked, and `--timeout` is not one.
Where several kinds speak, the first of timeout, permission, provider wins; a key that a provider refuses is the provider's.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from habitus.parse.failure import names
from habitus.parse.failure.hearing import HIDING, SPEAKING, UNSAID, heard
from habitus.parse.failure.masking import pattern
from habitus.parse.text import storable

if TYPE_CHECKING:
    from habitus.parse.failure.names import Category

_FLAG = re.compile(r"-(?<!\w-)-?[a-z][\w\-]*")
_SETTING = re.compile(r"\b\w+=\S*")
_NAMED = re.compile(r"['\"`][\w.\-]*['\"`]:?")
_UNSAID = re.compile(
    rf"{UNSAID[0]}(?! (?:has|was (?:exceeded|reached|hit)|occurred|expired|exceeded|reached|waiting|while|after|error))"
    rf"|{'|'.join(UNSAID[1:])}"
)


def category(message: str, tool: str = "", type_name: str = "") -> Category:
    """Timeouts, refusals and a provider's troubles; the rest is the tool's, or general where there is no tool.

    A pattern may be given in place of its message: it is of the same kind, and read faster.
    """
    return kind(pattern(message, tool), tool, type_name)[0]


def is_transient(message: str) -> bool:
    """Rate limits, timeouts, lost connections: what the same call may pass a minute later, so that it says nothing about the tool.

    A refused connection is none: it stays refused until somebody starts the server. Nor is a quota that is used up.
    """
    return kind(pattern(message))[1]


def kind(shown: str, tool: str = "", type_name: str = "") -> tuple[Category, bool]:
    """Both answers about a pattern, from one look at it: its category, and whether it is transient."""
    low = _folded(shown)
    words = heard(low)
    if words.isdisjoint(SPEAKING):
        return (type_name and _typed([type_name], shown)) or _nobodys(tool), False
    found = names.found(shown) if "NAME" in words else []
    said, words = _said(low, words)
    passes = not words.isdisjoint(("TIMEOUT", "PASSING")) or ("RATE" in words and "quota" not in said)
    return (
        _typed([type_name, *found], shown) or _spoken(words, shown) or _nobodys(tool),
        passes or any(names.kind_of(name) == "timeout" for name in found),
    )


def is_silent(text: str) -> bool:
    """No word of any kind is in this text, so none can be in its pattern: what is true of the one need not be asked of the other."""
    return "\x1b" not in text and heard(_folded(" ".join(storable(text).split()))).isdisjoint(SPEAKING)


def _nobodys(tool: str) -> Category:
    return "tool_error" if tool else "general"


def _typed(found: list[str], shown: str) -> Category | None:
    for name in found:
        if name and (kind := names.kind_of(name)) and not (kind == "permission" and _is_key(shown)):
            return kind
    return None


def _spoken(words: frozenset[str], shown: str) -> Category | None:
    if "TIMEOUT" in words:
        return "timeout"
    if "PERMISSION" in words and not _is_key(shown):
        return "permission"
    return None if words.isdisjoint(("RATE", "PROVIDER")) else "provider_error"


def _is_key(shown: str) -> bool:
    """A key that a provider does not take."""
    low = shown.lower()
    return "api key" in low or "api_key" in low or "api-key" in low


def _folded(shown: str) -> str:
    """In lower case and without accents."""
    low = shown.lower()
    if low.isascii():
        return low
    return "".join(each for each in unicodedata.normalize("NFKD", low.replace("’", "'")) if not unicodedata.combining(each))


def _said(low: str, words: frozenset[str]) -> tuple[str, frozenset[str]]:
    """The text without what only names things, and what is heard in the rest."""
    if not words.isdisjoint(HIDING):
        low = _FLAG.sub(" ", low) if "FLAG" in words else low
        low = _SETTING.sub(" ", low) if "SETTING" in words else low
        low = _NAMED.sub(" ", low) if "QUOTED" in words else low
        words = heard(low)
    if "UNSAID" in words:
        low = _UNSAID.sub(" ", low)
        words = heard(low)
    return low, words
