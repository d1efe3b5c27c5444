"""Rules as files: those of other agents in, ours out, and written cases played. Text comes and goes; no file here is read or written.

Not `/v1/rules/import`: under `/v1/rules/` stand ids and names.
"""

from typing import Annotated, Literal

from fastapi import Query
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from pydantic import BaseModel, Field

from habitus.enforce.check import Check
from habitus.layer import Layer
from habitus.server.api.given import MISSING, REFUSED, Given, House, Id, Text, noun
from habitus.server.api.rules import ScopeGiven
from habitus.server.door import Who
from habitus.server.problems import Problem
from habitus.types import Note, Origin, Scope

routes = noun("rules")

LONG = 100_000
"""Characters of a rule file: a model is to read it with every prompt."""
CASES = 40_000
MARKDOWN = "text/markdown"


class RuleFile(Given):
    """A file of rules for agents: CLAUDE.md, AGENTS.md, .cursorrules and the like."""

    text: Text = Field(min_length=1, max_length=LONG)
    name: Text = Field("AGENTS.md", min_length=1, max_length=200, description="What the file is called: kept as where the rules are from.")
    scope: ScopeGiven = Field(default_factory=lambda: ScopeGiven(name=""), description="Where they would hold.")


class Read(BaseModel):
    line: int
    rule: str
    outcome: Literal["proposed", "known", "refused"]
    scope: str


class FileRead(BaseModel):
    proposed: int = Field(description="How many wait in the inbox now: `GET /v1/proposals`.")
    rules: list[Read]


class CasesGiven(Given):
    """Markdown with ```` ```trace ```` blocks: a marked line must draw that verdict, an unmarked line none."""

    text: Text = Field(min_length=1, max_length=CASES)


class Wrong(BaseModel):
    line: int
    said: str
    drew: str = Field(description="Empty: nothing.")
    wanted: str


class Tested(BaseModel):
    rule: str
    passed: int
    failed: int
    wrong: list[Wrong]


@routes.post("/rule-files", responses=REFUSED)
def import_rules(house: House, who: Who, given: RuleFile) -> FileRead:
    """Propose the rules that are written in a file. A file directs nobody by itself: each waits for a yes or no. Sent again, it proposes
    nothing twice."""
    from habitus.hosts import rulefiles

    house.store.note(Note(verb="rule file sent", item=given.name, content={"characters": len(given.text)}, actor=who.name), house.clock())
    scope = Scope(level=given.scope.level, name=given.scope.name)
    origin = Origin(speaker="document", channel=given.name, event=given.name)
    found = []
    for said in rulefiles.read(given.text):
        outcome, rule = house.rulebook.propose(said.text, scope=scope, origin=origin)
        found.append(Read.model_validate({"line": said.line, "rule": rule.text, "outcome": outcome, "scope": str(rule.scope)}))
    return FileRead(proposed=sum(one.outcome == "proposed" for one in found), rules=found)


@routes.get(
    "/rule-files",
    response_class=PlainTextResponse,
    responses={200: {"description": "The rules.", "content": {kind: {"schema": {}} for kind in (MARKDOWN, "application/json")}}},
)
def export_rules(
    house: House,
    project: Annotated[Text, Query(max_length=1000, description="Also those of this project: its folder, as the rules name it.")] = "",
    kind: Annotated[Literal["markdown", "json"], Query(alias="format")] = "markdown",
) -> Response:
    """The rules in force as the block that `habitus rules export` writes into a file for other agents, the surest first; or as JSON."""
    from habitus.hosts import rulefiles

    held = house.rulebook.for_file(project)
    if kind == "json":
        return JSONResponse([{"id": rule.id, "text": rule.text, "scope": str(rule.scope), "confidence": rule.confidence} for rule in held])
    return PlainTextResponse(rulefiles.written(None, [rule.text for rule in held]), media_type=MARKDOWN)


@routes.post("/rules/{id}/test", responses={**MISSING, **REFUSED})
def play_cases(house: House, id: Id, given: CasesGiven) -> Tested:
    """Play written cases of a declared rule, each from the beginning. Nothing is kept."""
    from habitus.hosts.cases import blocks, played

    check = _declared(house, id)
    drawn = [one for block in blocks("", id, given.text) for one in played(check, block.lines)]
    wrong = [Wrong(line=line.number, said=line.said.strip(), drew=got, wanted=line.wanted) for line, got in drawn if got != line.wanted]
    return Tested(rule=id, passed=len(drawn) - len(wrong), failed=len(wrong), wrong=wrong)


def _declared(house: Layer, id: str) -> Check:
    from habitus.enforce.conditions import nearest

    rules = house.gates.rules
    found = rules.get(id)
    if found is None:
        near = nearest(id, [one.id for one in rules.checks])
        raise Problem(404, f"No declared rule is called {id!r}; did you mean `{near}`? `GET /v1/rules?kind=declared` lists them.")
    return found
