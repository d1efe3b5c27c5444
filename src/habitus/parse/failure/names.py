"""The names of errors, as programs give their types: `httpx.ReadTimeout`, `PermissionError`. A name in, the kind of failure out."""

from __future__ import annotations

import re
from typing import Literal

Category = Literal["timeout", "permission", "provider_error", "tool_error", "general"]

PROVIDERS = ("openai", "anthropic", "litellm", "cohere", "mistralai", "groq", "google.genai", "google.generativeai", "vertexai", "bedrock")
SHAPES: tuple[tuple[Category, re.Pattern[str]], ...] = (
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


def found(shown: str) -> list[str]:
    """The names of errors in a text, quoted ones left out."""
    return _NAMES.findall(shown) if any(ending in shown for ending in _ENDINGS) else []


def kind_of(name: str) -> Category | None:
    """None where the name tells of none of the kinds."""
    kind = next((kind for kind, shape in SHAPES if shape.search(name)), None)
    return "provider_error" if kind is None and name.startswith(PROVIDERS) else kind
