"""What the filters of the command line do, one question at a time. Nothing is kept."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from habitus.server.api.given import Given, Text, noun
from habitus.server.api.skills import Found

routes = noun("filters")

LONG = 40_000
"""Characters: twice that fits into a request, however it is escaped."""


class Message(Given):
    text: Text = Field(max_length=LONG)
    previous: Text = Field("", max_length=LONG)


class Detected(BaseModel):
    correction: bool
    rule_type: str | None
    confidence: float
    quote: str | None
    lang: str


class Error(Given):
    message: Text = Field(max_length=LONG)
    tool: Text = Field("", max_length=200)


class Normalized(BaseModel):
    pattern: str
    category: str


class Pair(Given):
    a: Text = Field(max_length=2000)
    b: Text = Field(max_length=2000)


class Compared(BaseModel):
    relation: Literal["duplicate", "conflict", "distinct"]
    score: float


class Guarded(Given):
    text: Text = Field(max_length=LONG)
    path: Text = Field("", max_length=500)


class GuardSaid(BaseModel):
    verdict: Literal["accept", "reject"]
    violations: list[Found]


class Answered(Given):
    prompt: Text = Field(max_length=LONG)
    content: Text = Field(max_length=LONG)


class Validated(BaseModel):
    intent: dict[str, Any]
    validation: dict[str, Any]


@routes.post("/detect")
def detect(given: Message) -> Detected:
    """Find the correction in a message."""
    from habitus.detect import corrections

    found = corrections.weigh(given.text, given.previous)
    is_one = found is not None and found.confidence >= corrections.ENOUGH
    return Detected(
        correction=is_one, rule_type=found.rule_type if found and is_one else None, confidence=found.confidence if found else 0.0,
        quote=found.quote if found and is_one else None, lang=found.lang if found else corrections.language(given.text),
    )  # fmt: skip


@routes.post("/normalize")
def normalize(given: Error) -> Normalized:
    """Tell which failure an error message is."""
    from habitus.parse.failure import category, pattern

    return Normalized(pattern=pattern(given.message, given.tool), category=category(given.message, given.tool))


@routes.post("/compare")
def compare(given: Pair) -> Compared:
    """Tell how two rules stand to each other."""
    from habitus.learn.compare import relation

    found = relation(given.a, given.b)
    return Compared(relation=found.kind, score=found.score)


@routes.post("/guard")
def guard(given: Guarded) -> GuardSaid:
    """Say what must not be in a skill, and why."""
    from habitus.evolve.skills.guard import scan

    found = scan(given.text, given.path)
    return GuardSaid(verdict="reject" if found else "accept", violations=[Found(**one._asdict()) for one in found])


@routes.post("/validate")
def validate(given: Answered) -> Validated:
    """Check an answer against what its prompt asks for."""
    from habitus.adapt import intent, shapes
    from habitus.adapt import validate as checks

    wanted = intent.read(given.prompt)
    return Validated(intent=shapes.intent(wanted), validation=shapes.validation(checks.validate(given.content, wanted)))
