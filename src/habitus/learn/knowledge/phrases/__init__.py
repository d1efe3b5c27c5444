"""How a statement is told in each language: one file each, in lower case and without accents, as people type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from habitus.types import KnowledgeKind

Needs: TypeAlias = Literal["any", "thing", "name", "place"]
"""What the object must be. thing: something that can be named, in a few words. name: a name that is spelled like one, or known for one.
place: a path, a host, an address."""


class Frame(NamedTuple):
    pattern: str
    """Matched where a clause begins. Group `o` is what is said, `s` what it is said of, `y` what it is preferred to."""
    kind: KnowledgeKind
    predicate: str
    subject: str = "thing"
    """Whose it is: `user`, `project`, or a thing that the frame names."""
    needs: Needs = "any"
    is_sure: bool = False
    """The words leave no doubt that it is meant to last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    frames: tuple[Frame, ...]
    """The first that fits counts."""
    lead: str
    """What may stand before a statement and says nothing."""
    recall: str
    """ "Remember that": what follows is meant to be kept."""
    begins: str
    """Inside a sentence: where a new statement may begin."""
    ends: str
    """Where a statement is over."""
    asks: str
    """How a question begins, with or without its mark."""
    supposes: str
    """Before or in a statement: it is not claimed."""
    doubts: str
    """Anywhere: the person does not know."""
    moment: str
    """Anywhere: it holds now, and may not tomorrow."""
    passing: str
    """What a statement is of that is over with the task: the bug, my question, this order."""
    vague: str
    """How an object begins that only the conversation can name."""
    here: str
    """Where it holds: no part of what is said."""
    corrects: str
    """How a message begins that corrects the agent."""
    you: str
    """The agent is spoken to: what follows is no fact about the world."""


def words(text: str) -> str:
    """A pattern for whole words."""
    return rf"(?<!\w)(?:{text})(?!\w)"
