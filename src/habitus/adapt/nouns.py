"""The nouns of the adaptive loop. Values only; `asdict` in `shapes.py` gives each the seed's spelling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from habitus.types.noun import noun

if TYPE_CHECKING:
    from collections.abc import Mapping

Met: TypeAlias = bool | None
"""None: it could not be checked."""
DataType = Literal["numbers", "list", "table", "data", "code", "document", "analysis", "text"]
Format = Literal[
    "raw_data", "json", "csv", "yaml", "xml", "html", "markdown", "table", "list", "code", "prose", "docx", "pdf", "xlsx", "pptx"
]


@noun
class Bound:
    """How many: both ends count, and either may be open."""

    low: int | None = None
    high: int | None = None
    about: bool = False
    """Said loosely ("a 200 word essay"): near is met, far is not, and what lies between nobody can say."""


@noun
class Criterion:
    """One thing that the prompt asks for and that an answer can be held to."""

    kind: str
    quote: str
    """The words of the prompt it comes from."""
    bound: Bound | None = None
    words: tuple[str, ...] = ()
    """What must be there, must not be there, or what to choose from."""
    nth: int = 0
    checkable: bool = True
    """False where what is asked for is plain, but not whether a text has it."""


@noun
class Finding:
    """What a look at the content says about a criterion."""

    met: Met
    found: str = ""
    """In words, for the one who has to do better: "12 sentences"."""


@noun
class Intent:
    data_type: DataType
    expected_format: Format
    criteria: tuple[Criterion, ...]
    quality: Mapping[str, float]
    """Accuracy and completeness, 0 to 1."""
    topic: tuple[str, ...] = ()
    """What it is about, in a few folded words: for telling whether two intents are alike."""


@noun
class Validation:
    ok: bool
    """False exactly when something that was checked failed."""
    data_type_match: Met
    format_match: Met
    findings: tuple[tuple[Criterion, Finding], ...]
    score: float
    issues: tuple[str, ...]
    suggestions: tuple[str, ...]


@noun
class Plan:
    method: str
    action: str
    parameters: Mapping[str, Any]
    because: str = ""
    """Why this one: a strategy that worked, or the default for the kind."""


@noun
class Strategy:
    """What was tried for a kind of intent, and how well it worked."""

    pattern: str
    action: str
    tried: float
    """Attempts, the old ones fading: evidence, not a count."""
    worked: float
    updated: str
    """ISO, UTC."""
    lesson: str = ""
    """What the last failure taught, in words for a prompt."""


@noun
class Document:
    """What an action has delivered."""

    name: str
    text: str = ""
    data: bytes = b""
    """The file itself where it is not text."""


@noun
class Progress:
    """Where a task stands after some attempts."""

    percent: int = 0
    attempts: int = 0
    stalled: int = 0
    """Attempts in a row that brought nothing."""
    is_done: bool = False
    was_validated: bool = False
    open: tuple[str, ...] = ()
    """Quotes of what is still not met."""


@noun
class Decision:
    decision: Literal["continue", "stop"]
    reason: str
    progress: int
    next_action: str | None = None
