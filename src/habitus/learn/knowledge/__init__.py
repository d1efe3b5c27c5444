"""Knowledge from conversations: what was said and done in, items out, and how they join what is known. No I/O, no clock, no guess.

    buffer     when a conversation is due, what of it is looked at, and how far that got
    heard      the sentences of a conversation, whose they are, and in which language
    stated     what a person says of themselves and of their project, in seven languages, without a model
    workflows  what is done again and again
    asked      the same from a model, and whether to believe it; loaded where there is one
    versions   an item and what is known already: new, confirmed, changed, or kept as it was

Only a person's words become preferences; what a tool or a document said may become a fact that carries its origin. A correction found
here is handed to the queue of rules. Bias: a statement that is missed can be said again, one that nobody made is told to the model with
every prompt; so questions, suppositions, quotations, doubts and what concerns this moment only are left alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.learn.knowledge import stated, workflows
from habitus.learn.knowledge.buffer import Batch, batch, due, sample, tokens
from habitus.learn.knowledge.items import LEVELS, Item, Level, Said
from habitus.learn.knowledge.versions import joined

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from habitus.types import Speaker

__all__ = [
    "PEOPLE",
    "Batch",
    "Item",
    "Level",
    "Said",
    "batch",
    "due",
    "found",
    "joined",
    "sample",
    "tokens",
]

PEOPLE: tuple[Speaker, ...] = ("operator", "user")


def found(messages: Sequence[Said], *, heard: Collection[Speaker] = PEOPLE, least: Level = "low") -> list[Item]:
    """What a conversation teaches without a model, in the order in which it was said.

    `heard`: whose words are looked at; those of tools and documents give facts of low confidence and nothing else. `least`: the session
    learner asks for `high`.
    """
    items = [*stated.found(messages, heard), *workflows.found(messages)]
    return [item for item in items if LEVELS.index(item.confidence) >= LEVELS.index(least)]
