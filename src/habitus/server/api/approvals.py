"""Calls that wait for a person. An approval holds for one exact call in one session, once. No tool can give one."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from habitus.server import paging
from habitus.server.api.given import MISSING, REFUSED, After, Given, House, Id, Limit, SaidTable, Shape, Table, Text, noun
from habitus.server.api.shapes import Listed
from habitus.server.door import Who
from habitus.server.problems import Problem
from habitus.types import ToolCall

routes = noun("approvals")

State = Literal["pending", "approved", "denied", "used"]


class Asked(Shape):
    """A call, and what a person said about it."""

    id: str
    session: str
    tool: str
    args: SaidTable
    reason: str
    state: State
    asked_at: datetime
    expires_at: datetime
    answered_at: datetime | None
    answered_by: str


class Answer(Given):
    state: Literal["approved", "denied"]


class Advance(Given):
    """A call as it will be made, to the letter."""

    session: Text = Field(min_length=1, max_length=500)
    tool: Text = Field(min_length=1, max_length=200)
    args: Table = Field(default_factory=dict)
    workspace: Text = Field("", max_length=1000)


@routes.get("/approvals", responses=MISSING)
def list_approvals(house: House, state: State = "pending", after: After = None, limit: Limit = 50) -> Listed[Asked]:
    """List the calls that wait, or what became of them, newest first."""
    now = house.clock()
    found = paging.page(lambda place, n: house.store.approvals(state, now, n, after=place), after=after, limit=limit)
    return Listed(items=[Asked.model_validate(one) for one in found.items], next=found.next)


@routes.post("/approvals", status_code=201, responses=REFUSED)
def approve_in_advance(house: House, who: Who, given: Advance) -> Asked:
    """Approve exactly this call, once, before it is made."""
    now = house.clock()
    call = ToolCall(session=given.session, at=now, id="in advance", tool=given.tool, args=given.args, workspace=given.workspace)
    return Asked.model_validate(house.approve(call, who=who.name))


@routes.get("/approvals/{id}", responses=MISSING)
def show_approval(house: House, id: Id) -> Asked:
    """Show one of them."""
    found = house.store.approval(id)
    if found is None:
        raise Problem(404, f"There is no approval {id!r}: `GET /v1/approvals` lists the calls that wait.")
    return Asked.model_validate(found)


@routes.patch("/approvals/{id}", responses=REFUSED)
def answer_approval(house: House, who: Who, id: Id, given: Answer) -> Asked:
    """Let exactly this call through, once, or keep it from running. One answer counts."""
    waiting = house.store.approval(id)
    if waiting is None:
        raise Problem(404, f"There is no approval {id!r}: `GET /v1/approvals` lists the calls that wait.")
    is_over = waiting.expires_at <= house.clock()
    if waiting.state in ("approved", "denied") and not is_over:
        raise Problem(409, f"{id} was {waiting.state} by {waiting.answered_by}: take it back from the ledger.")
    if waiting.state != "pending" or is_over:
        gone = "has expired" if waiting.state == "pending" else f"was {waiting.state} by {waiting.answered_by}"
        raise Problem(409, f"The approval {id} {gone}: if the call is made again, it asks again.")
    return Asked.model_validate(house.answer(id, approve=given.state == "approved", who=who.name))
