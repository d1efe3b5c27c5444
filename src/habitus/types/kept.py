"""What is kept of it all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from habitus.types.noun import noun

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from habitus.types.calls import Approval
    from habitus.types.failures import Learning
    from habitus.types.lessons import Correction, Example, Knowledge, Proposal, Rule, Triple

Row: TypeAlias = dict[str, Any]
"""A row as the database has it: plain values, JSON as text, times as ISO 8601 in UTC."""

Kept: TypeAlias = "Rule | Correction | Example | Proposal | Learning | Knowledge | Triple | Approval | Row"
"""What a changed row may be given as: the noun, or the row itself where the past is restored."""


@noun
class Change:
    """A row about to be written or taken away (`after` is None), and why. The store notes what stood there before."""

    verb: str
    table: str
    item: str
    after: Kept | None
    actor: str
    session: str = ""
    cause: int | None = None
    """The ledger entry that this answers: an undo names what it takes back."""


@noun
class Note:
    """Something that happened and changed no row: an observation, a verdict, an injection."""

    verb: str
    item: str
    content: Mapping[str, Any]
    actor: str
    session: str = ""


@noun
class Entry:
    """A line of the ledger."""

    id: int
    at: datetime
    verb: str
    actor: str
    session: str
    table: str
    """The table of the row that changed; empty where none did."""
    item: str
    before: str | None
    after: str | None
    """Contents as JSON, or the `sha256:` name of the blob that holds them."""
    cause: int | None


class Versions(NamedTuple):
    """How new what is known is: each number rises with every change, by whatever hand. At 1 there is none of it."""

    lessons: int
    """Rules; agents, skills and personas too, which are in force everywhere at once like them."""
    learnings: int
    agents: int

    @property
    def has_learnings(self) -> bool:
        return self.learnings > 1

    @property
    def has_agents(self) -> bool:
        return self.agents > 1


class Busy(Exception):
    """Somebody else is writing, and whoever asked waits for nobody. Nothing was changed."""


class Behind(Exception):
    """Another process has told the store of events that this session has not folded yet: catch up, then try again."""
