"""What a prompt asks for, one kind per file: each finds its criteria in a request, and holds a content to them.

Adding a kind is one file and one line in `MODULES`. A module has `KINDS`, `asked(request)` and `met(criterion, content)`; the names of
the kinds are those of the public IFEval set where it has one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.adapt.criteria import (
    bullets,
    case,
    choice,
    deadline,
    ends,
    formats,
    items,
    keywords,
    language,
    lengths,
    letters,
    marks,
    numbers,
    paragraphs,
    punctuation,
    repeat,
    responses,
    sections,
)
from habitus.adapt.nouns import Criterion, Finding

if TYPE_CHECKING:
    from collections.abc import Iterable

    from habitus.adapt.content import Content
    from habitus.adapt.request import Request

MODULES = (
    items,
    numbers,
    lengths,
    paragraphs,
    sections,
    bullets,
    marks,
    keywords,
    letters,
    case,
    punctuation,
    ends,
    repeat,
    responses,
    choice,
    formats,
    language,
    deadline,
)
_HOME = {kind: module for module in MODULES for kind in module.KINDS}
KINDS = tuple(_HOME)
_NARROWER = {
    "existence": ("end_checker", "start_checker", "constrained_response", "nth_paragraph_first_word", "postscript"),
    "number_words": ("capital_word_frequency", "tildes", "words_with_letter", "number_highlighted_sections"),
    "number_sentences": ("number_highlighted_sections",),
    "item_count": ("number_bullet_lists", "number_placeholders", "number_paragraphs", "multiple_sections"),
    "start_checker": ("nth_paragraph_first_word", "postscript", "multiple_sections"),
}
MOST = 60
"""Criteria of one prompt: nobody asks for more, but a paste may seem to."""


def asked(request: Request) -> tuple[Criterion, ...]:
    asked_for = [criterion for module in MODULES for criterion in module.asked(request)]
    found = {(one.kind, one.bound, one.words, one.nth): one for one in reversed(asked_for)}.values()
    return tuple([criterion for criterion in reversed(found) if not _is_told_twice(criterion, found)])[:MOST]


def _is_told_twice(one: Criterion, found: Iterable[Criterion]) -> bool:
    """The same words read as two kinds: the narrower one stands."""
    narrower = [other for other in found if other.kind in _NARROWER.get(one.kind, ())]
    if one.words:
        return any(set(one.words) <= set(other.words) for other in narrower)
    return any(
        one.bound == other.bound and (one.quote in other.quote or other.quote in one.quote or one.kind == "item_count")
        for other in narrower
    )


def met(criterion: Criterion, content: Content) -> Finding:
    if not criterion.checkable:
        return Finding(met=None)
    finding: Finding = _HOME[criterion.kind].met(criterion, content)
    return finding
