"""A model's second look at what a person wants: its pointing finger in, a sharper `Intent` out.

It may only point: a requirement counts if its words stand in the prompt, and what they ask for is read from them by us. What we cannot
read is kept as a criterion that nobody can check. So a model that imagines things adds nothing that could fail an answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, get_args

from habitus.adapt import intent, kinds, request
from habitus.adapt.nouns import Criterion, DataType
from habitus.types import Question

if TYPE_CHECKING:
    from habitus.adapt.nouns import Intent

OTHER = "other"
"""The kind of a criterion that is plain to a reader, and that no module checks."""
MOST = 20


@dataclass
class Answer:
    data_type: str = ""
    quotes: list[str] = field(default_factory=list)


def question(prompt: str) -> Question:
    return Question(instructions=_instructions(), material=prompt, purpose="intent", max_tokens=400)


def refined(prompt: str, found: Intent, answer: Answer) -> Intent:
    """What was read stays; a kind is taken over only where none was read."""
    folded = _flat(prompt)
    known = [_flat(criterion.quote) for criterion in found.criteria]
    criteria = list(found.criteria)
    for quote in answer.quotes[:MOST]:
        words = _flat(quote)
        if words and words in folded and not any(words in one or one in words for one in known):
            criteria += [*_read(quote)] or [Criterion(kind=OTHER, quote=quote.strip(), checkable=False)]
            known.append(words)
    wanted = found.data_type
    if wanted == "text" and answer.data_type in get_args(DataType):
        wanted = answer.data_type  # type: ignore[assignment]
    whole = tuple(criteria)
    return replace(
        found, criteria=whole, data_type=wanted,
        expected_format=found.expected_format if wanted == found.data_type else kinds.expected_format(request.read(prompt), whole, wanted),
    )  # fmt: skip


def _read(quote: str) -> tuple[Criterion, ...]:
    return intent.read(quote).criteria


def _flat(text: str) -> str:
    return " ".join(text.casefold().split())


@cache
def _instructions() -> str:
    return (files("habitus.adapt") / "ask_intent.md").read_text(encoding="utf-8")
