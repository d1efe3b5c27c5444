"""The nouns that cross a boundary, and the ports that the edges implement. Values without behaviour, standard library only.

    events.py    what happens, and the session it adds up to
    calls.py     what is said about a tool call
    lessons.py   what is learned
    failures.py  what goes wrong with tools, and what helped
    skills.py    what an agent has learned to do, and may change of itself
    measures.py  what is counted, and what is suggested by it
    kept.py      what is kept of it all
    ports.py     what the edges implement
    rooms.py     the store, room by room

Import them from here. A noun is made when it is first asked for: a dataclass costs most of a millisecond to make, and a hook process
that judges one call needs half of them.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from habitus.types.calls import Act, Approval, Decision, Ruling, Verdict, When
    from habitus.types.events import (
        AgentText,
        Ended,
        Event,
        Fired,
        Moment,
        Rating,
        Session,
        SessionEnd,
        Told,
        ToolCall,
        ToolResult,
        TurnStart,
        UserMessage,
        Waiting,
    )
    from habitus.types.failures import Category, Failure, Fix, Learning, Recovery
    from habitus.types.kept import Behind, Busy, Change, Entry, Kept, Note, Row, Versions
    from habitus.types.lessons import (
        Correction,
        Example,
        Exchange,
        Feedback,
        Guidance,
        Knowledge,
        KnowledgeKind,
        Lesson,
        Notice,
        Origin,
        Outcome,
        Proposal,
        ProposalKind,
        Relation,
        Rule,
        RuleType,
        Scope,
        Signal,
        Speaker,
        Stage,
        State,
        Triple,
    )
    from habitus.types.measures import Counts, Metric, MetricType, Occasions, Status, Suggestion, SuggestionKind
    from habitus.types.ports import (
        Clock,
        Kind,
        Listed,
        Misplaced,
        Model,
        ModelCall,
        Notifier,
        Place,
        Question,
        Queue,
        Shape,
        Store,
        ToolResultObserver,
        Usage,
    )
    from habitus.types.rooms import Counting, Doors, Lessons, Many, Past, Shelf
    from habitus.types.skills import (
        Agent,
        Bundle,
        Caller,
        Nudge,
        PersonaFile,
        PersonaVersion,
        Role,
        Skill,
        SkillVersion,
        Violation,
        Visibility,
    )

HOMES = {
    name: home
    for home, names in {
        "events": "AgentText Ended Event Fired Moment Rating Session SessionEnd Told ToolCall ToolResult TurnStart UserMessage Waiting",
        "calls": "Act Approval Decision Ruling Verdict When",
        "lessons": "Correction Example Exchange Feedback Guidance Knowledge KnowledgeKind Lesson Notice Origin Outcome "
        "Proposal ProposalKind Relation Rule RuleType Scope Signal Speaker Stage State Triple",
        "failures": "Category Failure Fix Learning Recovery",
        "skills": "Agent Bundle Caller Nudge PersonaFile PersonaVersion Skill SkillVersion Role Violation Visibility",
        "measures": "Counts Metric MetricType Occasions Status Suggestion SuggestionKind",
        "kept": "Behind Busy Change Entry Kept Note Row Versions",
        "ports": "Clock Kind Listed Misplaced Model ModelCall Notifier Place Question Queue Shape Store ToolResultObserver Usage",
        "rooms": "Counting Doors Lessons Many Past Shelf",
    }.items()
    for name in names.split()
}
"""Which file a noun is in."""

__all__ = [
    "Act",
    "Agent",
    "AgentText",
    "Approval",
    "Behind",
    "Bundle",
    "Busy",
    "Caller",
    "Category",
    "Change",
    "Clock",
    "Correction",
    "Counting",
    "Counts",
    "Decision",
    "Doors",
    "Ended",
    "Entry",
    "Event",
    "Example",
    "Exchange",
    "Failure",
    "Feedback",
    "Fired",
    "Fix",
    "Guidance",
    "Kept",
    "Kind",
    "Knowledge",
    "KnowledgeKind",
    "Learning",
    "Lesson",
    "Lessons",
    "Listed",
    "Many",
    "Metric",
    "MetricType",
    "Misplaced",
    "Model",
    "ModelCall",
    "Moment",
    "Note",
    "Notice",
    "Notifier",
    "Nudge",
    "Occasions",
    "Origin",
    "Outcome",
    "Past",
    "PersonaFile",
    "PersonaVersion",
    "Place",
    "Proposal",
    "ProposalKind",
    "Question",
    "Queue",
    "Rating",
    "Recovery",
    "Relation",
    "Role",
    "Row",
    "Rule",
    "RuleType",
    "Ruling",
    "Scope",
    "Session",
    "SessionEnd",
    "Shape",
    "Shelf",
    "Signal",
    "Skill",
    "SkillVersion",
    "Speaker",
    "Stage",
    "State",
    "Status",
    "Store",
    "Suggestion",
    "SuggestionKind",
    "Told",
    "ToolCall",
    "ToolResult",
    "ToolResultObserver",
    "Triple",
    "TurnStart",
    "Usage",
    "UserMessage",
    "Verdict",
    "Versions",
    "Violation",
    "Visibility",
    "Waiting",
    "When",
]


def __getattr__(name: str) -> object:
    if name not in HOMES:
        raise AttributeError(f"module 'habitus.types' has no attribute {name!r}")
    from importlib import import_module

    found = globals()[name] = getattr(import_module(f"habitus.types.{HOMES[name]}"), name)
    return found
