"""What the filters of the command line do, one question at a time. Nothing is kept."""

import json
from contextlib import closing
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from habitus.errors import HabitusError
from habitus.server.api.given import REFUSED, Given, Table, Text, noun
from habitus.server.api.skills import Found
from habitus.server.problems import Problem

routes = noun("filters")

LONG = 40_000
"""Characters: twice that fits into a request, however it is escaped."""


TRACE = 2000
"""Events of a trace: some seconds of work at the most."""


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


class Trace(Given):
    """A session as it was, or as it may come."""

    profile: Text | None = Field(None, max_length=200, description="Which rules; empty for none. Without it, those that hold by default.")
    config: Table = Field(
        default_factory=dict,
        description="Settings or an app file, as `habitus check --config` takes them: its `security.behavior` and `capabilities` hold.",
    )
    workspace: Text = Field("/workspace", min_length=1, max_length=1000, description="For paths. No disk is looked at.")
    events: Annotated[
        list[Table],
        Field(max_length=TRACE, description="In order: user, text, call, result, approve, turn, profile, as for `habitus check`."),
    ]


class TraceJudged(BaseModel):
    answers: list[dict[str, Any]] = Field(
        description="In order: for each call its decision and verdicts, for each result and text its verdicts; for an event that is none, "
        "its `error`."
    )


@routes.post("/check", responses=REFUSED)
def check(given: Trace) -> TraceJudged:
    """Judge a trace by the rules of a profile, or by rules that you send. Nothing is kept, and neither settings nor lessons of this
    server have a say."""
    from habitus import assemble
    from habitus.hosts.trial import Trial

    if len(json.dumps(given.config)) > LONG:
        raise Problem(413, f"`config` must have at most {LONG} characters: send the rules that the trace is about.")
    chosen = assemble.sent(given.config)

    def opened(clock: Any) -> Any:
        return assemble.trial(chosen, profile=given.profile, clock=clock, sees_disk=False)

    def gates(profile: str) -> Any:
        return assemble.behaviour(chosen, profile=profile or given.profile)[1]

    with closing(Trial(opened, gates, workspace=given.workspace, now=assemble.now())) as trial:
        return TraceJudged(answers=[answer for event in given.events for answer in _answers(trial, event)])


def _answers(trial: Any, event: Any) -> list[dict[str, Any]]:
    try:
        return list(trial.answers(event))
    except HabitusError as error:
        return [{"error": str(error)}]


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
