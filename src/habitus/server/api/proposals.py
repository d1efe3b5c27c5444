"""The inbox: what waits for a person's yes or no. Suggestions of evolution are there too, as items of the kind `suggestion`."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, Field

from habitus.layer import Layer
from habitus.server import paging
from habitus.server.api.given import MISSING, REFUSED, After, Given, House, Id, Limit, Shape, Text, noun, one, searchable
from habitus.server.api.shapes import Listed
from habitus.server.door import Who
from habitus.server.problems import Problem
from habitus.types import Proposal, Suggestion

routes = noun("proposals")

Kind = Literal["rule", "refused", "conflict", "promotion", "persona", "skill", "suggestion"]


class Waits(Shape):
    """Something that waits for a yes or no. What a yes would do stands in `body`; its shape is the kind's."""

    id: str
    kind: Kind
    title: str
    reason: str
    body: dict[str, Any]
    state: str
    session: str
    created_at: datetime | None
    answered_at: datetime | None
    answered_by: str


class Said(Given):
    answer: Literal["approve", "reject", "keep_old"] = Field(description="`keep_old`: of two rules that contradict each other, the older.")
    reason: Text = Field("", max_length=2000, description="Why what the guard found in a skill may pass; kept with it.")


class Outcome(BaseModel):
    proposal: Waits
    done: str = Field(description="What came of it.")


@routes.get("/proposals", responses=MISSING)
def list_proposals(
    house: House,
    state: Literal["pending", "approved", "rejected"] = "pending",
    kind: Literal["", "rule", "refused", "conflict", "promotion", "persona", "skill", "suggestion"] = "",
    after: After = None,
    limit: Limit = 50,
) -> Listed[Waits]:
    """List what waits for a person, newest first."""

    def fetch(n: int) -> list[Waits]:
        found = [Waits.model_validate(one) for one in house.store.proposals(state, kind=kind, limit=n)] if kind != "suggestion" else []
        found += [_suggested(one) for one in house.evolution.all("", state)] if kind in ("", "suggestion") else []
        return sorted(found, key=lambda one: (one.created_at.timestamp() if one.created_at else 0.0, one.id), reverse=True)[:n]

    page = paging.page(fetch, lambda one: one.id, after=after, limit=limit)
    return Listed(items=list(page.items), next=page.next)


@routes.get("/proposals/{id}", responses=REFUSED)
def show_proposal(house: House, id: Id) -> Waits:
    """Show one of them in full."""
    found = _one(house, id)
    return _suggested(found) if isinstance(found, Suggestion) else Waits.model_validate(found)


@routes.patch("/proposals/{id}", responses=REFUSED)
def answer_proposal(house: House, who: Who, id: Id, given: Said) -> Outcome:
    """Say yes or no. One answer counts."""
    found = _one(house, id)
    if isinstance(found, Suggestion):
        if given.answer == "keep_old":
            raise Problem(409, "`keep_old` is for two rules that contradict each other: approve the suggestion, or reject it.")
        answer = house.evolution.approve if given.answer == "approve" else house.evolution.reject
        became = answer(found.id, who.caller())
        return Outcome(proposal=_suggested(became), done=became.note or became.status)
    if found.state != "pending":
        raise Problem(409, f"{found.id} was {found.state} by {found.answered_by or 'another'}: take it back from the ledger.")
    answered, done = house.inbox.answer(found.id, given.answer, who=who.name, reason=given.reason)
    return Outcome(proposal=Waits.model_validate(answered), done=done)


def _one(house: Layer, id: str) -> Proposal | Suggestion:
    ours = house.store.proposals_begun(id) if searchable(id) else []
    theirs = house.store.counting().suggestions_begun(id) if id.isascii() and id.isalnum() else []
    found: list[Proposal | Suggestion] = [*ours, *theirs]
    return one(found, id, "proposal", lambda each: each.id)


def _suggested(one: Suggestion) -> Waits:
    about = {"suggestion_type": one.kind, "subject": one.subject, "agent": one.agent, "evidence": dict(one.evidence)}
    return Waits(
        id=one.id, kind="suggestion", title=one.sentence, reason=one.note, body=about, state=one.status, session="",
        created_at=one.created_at, answered_at=one.reviewed_at, answered_by=one.reviewed_by,
    )  # fmt: skip
