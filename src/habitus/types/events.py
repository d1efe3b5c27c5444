"""What happens: the events of a session, and what they add up to."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any, TypeAlias

from habitus.types.noun import noun

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from habitus.types.failures import Failure


@noun
class Moment:
    """When and where something happened."""

    session: str
    at: datetime
    key: str = ""
    """The host's own name for this moment, unique in its session. The same key twice is the same moment, told twice."""
    agent: str = ""
    workspace: str = ""


@noun
class UserMessage(Moment):
    text: str


@noun
class AgentText(Moment):
    text: str


@noun
class ToolCall(Moment):
    id: str
    tool: str
    args: Mapping[str, Any] = field(default_factory=dict)
    batch: str = ""
    """Calls of one model response share a batch; empty where the host does not say."""
    target: str = ""
    """The file it is about, as the disk knows it: filled in at the edge, where links can be followed."""
    branch: str = ""
    """The branch that its workspace was on, where it is git's and somebody has looked."""


@noun
class ToolResult(Moment):
    id: str
    """The id of the call that this answers."""
    result: Any = None
    error: str | None = None


@noun
class TurnStart(Moment):
    pass


@noun
class Rating(Moment):
    """What a person gives the answer before it: 1 to 5."""

    rating: int


@noun
class SessionEnd(Moment):
    reason: str = ""


Event: TypeAlias = UserMessage | AgentText | ToolCall | ToolResult | TurnStart | Rating | SessionEnd


@noun(kw_only=False)
class Told:
    """An event at its place in the session, and what was said about it then."""

    seq: int
    event: Event
    blocked: bool = False
    """A call that was not let through."""
    fired: tuple[str, ...] = ()
    """The rules that spoke, or would have in the open: their cooldowns count from here."""


@noun(kw_only=False)
class Waiting:
    """A call that was judged and whose result has not come back."""

    tool: str
    action: str
    target: str
    blocked: bool
    nth: int = 0
    """Its number in the turn."""
    args: Mapping[str, Any] = field(default_factory=dict)
    at: float = 0.0
    """When it was made; 0 where that is not known."""
    adds: tuple[tuple[str, str], ...] = ()
    """What it adds to which set, if it succeeds."""
    flags: tuple[tuple[str, bool], ...] = ()
    counted: tuple[tuple[str, int], ...] = ()
    """What it moved when it was judged, to be taken back if it fails."""


@noun(kw_only=False)
class Ended:
    """A call that has come back."""

    seq: int
    waiting: Waiting
    result: ToolResult
    calls: int
    """How many calls the session had made by then."""


@noun(kw_only=False)
class Fired:
    """How often a rule has spoken in a session, and when it last did."""

    times: int
    call: int
    turn: int
    at: float


@noun(frozen=False)
class Session:
    """What a session's events add up to. `observe.session.follow` moves it, event by event, and nothing else does."""

    key: str
    agent: str = ""
    workspace: str = ""
    seq: int = 0
    """How many events it has folded; the next one is stored under `seq + 1`."""
    turn: int = 0
    calls: int = 0
    calls_this_turn: int = 0
    spoke: bool = False
    """The agent has said something in this turn."""
    streak_tool: str = ""
    streak: int = 0
    request: str = ""
    """What the user asked for last, before the message at hand."""
    answer: str = ""
    """What the agent said and did since then, cut to a size that explains a correction."""
    waiting: dict[str, Waiting] = field(default_factory=dict)
    sets: dict[str, set[str]] = field(default_factory=dict)
    counters: dict[str, int] = field(default_factory=dict)
    ran: list[tuple[str, int]] = field(default_factory=list)
    """Shell commands that went well, each with the number of calls by then; the latest last."""
    changed: int = 0
    """The number of calls when a file was last changed."""
    skills: list[str] = field(default_factory=list)
    """Skills that the agent has taken up since the user last spoke."""
    flags: dict[str, bool] = field(default_factory=dict)
    fired: dict[str, Fired] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    """Calls that failed and whose goal may still be reached."""
    lines: list[str] = field(default_factory=list)
    """The calls since the first of them, a line each, the latest last; empty for one that failed."""
    hints: list[tuple[str, bool | None]] = field(default_factory=list)
    unhinted: list[tuple[str, bool | None]] = field(default_factory=list)
    """The same for fixes that were held back, so that their effect can be seen."""
    unread: list[Ended] = field(default_factory=list)
    """Calls that have ended and may teach something, and that nobody has looked at yet: the three above are as of before them."""
    """Fixes that were told, and whether the call after it went well."""
    ended: bool = False
