"""What kind of failure an error is: by its type where it has one, then by its words. And whether it passes by itself.

A path, a flag or an option's name says nothing: words are looked for in the pattern, where paths are masked, and `--timeout` is not one.
Where several kinds speak, the first of timeout, permission, provider wins; a key that a provider refuses is the provider's.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Literal

from habitus.parse.failure import phrases
from habitus.parse.failure.masking import pattern
from habitus.parse.patterns import LONGEST, searcher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Category = Literal["timeout", "permission", "provider_error", "tool_error", "general"]

PROVIDERS = ("openai", "anthropic", "litellm", "cohere", "mistralai", "groq", "google.genai", "google.generativeai", "vertexai", "bedrock")
_TYPES: tuple[tuple[Category, re.Pattern[str]], ...] = (
    ("timeout", re.compile(r"Time(?:d?[_-]?[Oo]ut)|Deadline_?Exceeded|ETIMEDOUT|TimeLimit")),
    (
        "permission",
        re.compile(
            r"Permission|Access_?Denied|Forbidden|Unauthori[sz]ed|Unauthenticated|NotAuthori[sz]ed|Authentication|InsufficientPrivilege|^EACCES$|^EPERM$"
        ),
    ),
    (
        "provider_error",
        re.compile(
            r"RateLimit|(?:^|\.)API|Overloaded|Quota|Throttl|ContextLength|ContextWindow|ContentFilter|ContentPolicy|ModelNotFound|ModelError|^LLM"
            r"|ResourceExhausted"
        ),
    ),
)
_ENDINGS = ("Error", "Exception", "Timeout", "Exceeded", "Expired", "Denied", "Exhausted")
_NAMES = re.compile(rf"(?<![\w'\"`])[A-Za-z_][\w.]*(?:{'|'.join(_ENDINGS)})\b")
_FLAG = re.compile(r"(?<!\w)--?[a-z][\w\-]*")
_SETTING = re.compile(r"\b\w+=\S*")
_NAMED = re.compile(r"['\"`][\w.\-]*['\"`]:?")
_UNSAID = re.compile(
    r"\b(?:no|invalid|unknown|unexpected|unrecogni[sz]ed|unsupported|missing|bad|negative|set|increase|raise|adjust) time-?out\b"
    r"(?! (?:has|was (?:exceeded|reached|hit)|occurred|expired|exceeded|reached|waiting|while|after|error))"
    r"|\btime-?out (?:must|should|parameter|argument|option|value|setting|cannot|needs|is not|is invalid)\b"
    r"|\bor (?:you )?do(?:es)? not have access\b"
    r"|\b(?:data|django|orm|pydantic|domain|object|threat|view|3d|database|db) models?\b"
    r"|\bmodel (?:class|field|form|instance|attribute|validation)\b"
    r"|\bdisk quota\b|\bapi ?(?:version|server|docs?|documentation)\b"
)
"""Words of a kind that, said so, tell of something else."""
_DOUBTFUL = ("timeout", "time-out", "model", "api", "quota", "not have access")


def category(message: str, tool: str = "", type_name: str = "") -> Category:
    """Timeouts, refusals and a provider's troubles; the rest is the tool's, or general where there is no tool.

    A pattern may be given in place of its message: it is of the same kind, and read faster.
    """
    shown = pattern(message, tool)
    for name in (type_name, *_names(shown)):
        if name and (found := _typed(name)) and not (found == "permission" and _is_key(shown)):
            return found
    said = _said(shown)
    if _spoken("TIMEOUT")(said):
        return "timeout"
    if _spoken("PERMISSION")(said) and not _is_key(shown):
        return "permission"
    if _spoken("RATE")(said) or _spoken("PROVIDER")(said):
        return "provider_error"
    return "tool_error" if tool else "general"


def is_transient(message: str) -> bool:
    """Rate limits, timeouts, lost connections: what the same call may pass a minute later, so that it says nothing about the tool.

    A refused connection is none: it stays refused until somebody starts the server. Nor is a quota that is used up.
    """
    shown = pattern(message)
    if any(_typed(name) == "timeout" for name in _names(shown)):
        return True
    said = _said(shown)
    return _spoken("TIMEOUT")(said) or _spoken("PASSING")(said) or (_spoken("RATE")(said) and "quota" not in said)


def _names(shown: str) -> list[str]:
    return _NAMES.findall(shown) if any(ending in shown for ending in _ENDINGS) else []


def _typed(name: str) -> Category | None:
    found = next((kind for kind, shape in _TYPES if shape.search(name)), None)
    if found is None and name.startswith(PROVIDERS):
        return "provider_error"
    return found


def _is_key(shown: str) -> bool:
    """A key that a provider does not take."""
    low = shown.lower()
    return "api key" in low or "api_key" in low or "api-key" in low


def _said(shown: str) -> str:
    """The pattern in lower case, without accents and without what only names things."""
    low = shown.lower()
    if not low.isascii():
        low = "".join(each for each in unicodedata.normalize("NFKD", low.replace("’", "'")) if not unicodedata.combining(each))
    if "-" in low:
        low = _FLAG.sub(" ", low)
    if "=" in low:
        low = _SETTING.sub(" ", low)
    if "'" in low or '"' in low or "`" in low:
        low = _NAMED.sub(" ", low)
    return _UNSAID.sub(" ", low) if any(word in low for word in _DOUBTFUL) else low


@cache
def _spoken(meaning: str) -> Callable[[str], bool]:
    """All phrases of a meaning at once, searched by re2: as many in one pattern as it may be long."""
    told = dict(getattr(phrases, meaning))
    in_chinese = searcher(told.pop("zh"))
    some = [searcher(rf"(?:^|[^0-9A-Za-z_])(?:{each})(?:$|[^0-9A-Za-z_])") for each in _joined(told.values())]
    return lambda text: any(search(text) for search in some) or (not text.isascii() and in_chinese(text))


def _joined(told: Iterable[str]) -> list[str]:
    joined = [""]
    for phrase in (phrase for text in told for phrase in re.split(r"\s{2,}", text.strip())):
        if len(joined[-1]) + len(phrase) > LONGEST - 100:
            joined.append("")
        joined[-1] += f"|{phrase}" if joined[-1] else phrase
    return joined
