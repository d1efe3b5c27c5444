"""The inbox: what waits for a person's yes or no. Suggestions of evolution are there too, as items of the kind `suggestion`."""

from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from habitus.layer import Layer
from habitus.layer.undoing import answering
from habitus.server import paging
from habitus.server.api.given import MISSING, REFUSED, After, Given, House, Id, Limit, SaidTable, Shape, Text, noun, one, searchable
from habitus.server.api.shapes import Done, Listed
from habitus.server.door import Who
from habitus.server.problems import Problem
from habitus.types import Listed as Rows
from habitus.types import Place, Proposal, Suggestion

routes = noun("proposals")

Kind = Literal["rule", "refused", "conflict", "promotion", "persona", "skill", "suggestion"]
State = Literal["pending", "approved", "rejected"]
BECAME = {"approved": ("approved", "applied", "rolled_back")}
"""What becomes of a suggestion that somebody has said yes to: it waits for data, is applied, and may be taken back again."""


class Waits(Shape):
    """Something that waits for a yes or no. What a yes would do stands in `body`; its shape is the kind's."""

    id: str
    kind: Kind
    title: str
    reason: str
    body: SaidTable
    state: str
    session: str
    created_at: datetime | None
    answered_at: datetime | None
    answered_by: str


class Said(Given):
    answer: Literal["approve", "reject", "keep_old"] = Field(description="`keep_old`: of two rules that contradict each other, the older.")
    reason: Text = Field("", max_length=2000, description="Why what the guard found in a skill may pass; kept with it.")


class Outcome(Done):
    proposal: Waits
    done: str = Field(description="What came of it.")


@routes.get("/proposals", responses=MISSING)
def list_proposals(
    house: House,
    state: State = "pending",
    kind: Literal["", Kind] = "",
    after: After = None,
    limit: Limit = 50,
) -> Listed[Waits]:
    """List what waits for a person, newest first. Among those approved are suggestions that were applied, or rolled back again."""

    def proposals(place: Place | None, n: int) -> Rows[Any]:
        return house.store.lessons().proposals(state, kind=kind, limit=n if kind != "suggestion" else 0, after=place)

    def suggestions(place: Place | None, n: int) -> Rows[Any]:
        n, kept = n if kind in ("", "suggestion") else 0, house.store.counting()
        return paging.in_order((kept.suggestions(status=one, limit=n, after=place) for one in BECAME.get(state, (state,))), _made, n)

    page = paging.page(paging.merged(proposals, suggestions, _newer), after=after, limit=limit)
    return Listed(items=[_waits(one) for one in page.items], next=page.next)


@routes.get("/proposals/{id}", responses=REFUSED)
def show_proposal(house: House, id: Id) -> Waits:
    """Show one of them in full."""
    return _waits(_one(house, id))


@routes.patch("/proposals/{id}", responses=REFUSED)
def answer_proposal(house: House, who: Who, id: Id, given: Said) -> Outcome:
    """Say yes or no. One answer counts."""
    found = _one(house, id)
    if isinstance(found, Suggestion):
        if given.answer == "keep_old":
            raise Problem(409, "`keep_old` is for two rules that contradict each other: approve the suggestion, or reject it.")
        answer = house.evolution.approve if given.answer == "approve" else house.evolution.reject
        became, entry = answering(house, found.id, lambda: answer(found.id, who.caller()), who=who.name)
        return Outcome(proposal=_suggested(became), done=became.note or became.status, entry=entry)
    if found.state != "pending":
        raise Problem(409, f"{found.id} was {found.state} by {found.answered_by or 'another'}: take it back from the ledger.")
    (answered, done), entry = answering(
        house, found.id, lambda: house.inbox.answer(found.id, given.answer, who=who.name, reason=given.reason), who=who.name
    )
    return Outcome(proposal=Waits.model_validate(answered), done=done, entry=entry)


def _one(house: Layer, id: str) -> Proposal | Suggestion:
    ours = house.store.lessons().proposals_begun(id) if searchable(id) else []
    theirs = house.store.counting().suggestions_begun(id) if id.isascii() and id.isalnum() else []
    found: list[Proposal | Suggestion] = [*ours, *theirs]
    return one(found, id, "proposal", lambda each: each.id)


def _newer(one: Proposal | Suggestion, other: Proposal | Suggestion) -> bool:
    return _made(one) > _made(other)


def _made(one: Proposal | Suggestion) -> tuple[float, str]:
    return (one.created_at.timestamp() if one.created_at else 0.0, one.id)


def _waits(one: Proposal | Suggestion) -> Waits:
    return _suggested(one) if isinstance(one, Suggestion) else Waits.model_validate(one)


def _suggested(one: Suggestion) -> Waits:
    about = {"suggestion_type": one.kind, "subject": one.subject, "agent": one.agent, "evidence": dict(one.evidence)}
    return Waits(
        id=one.id, kind="suggestion", title=one.sentence, reason=one.note, body=about, state=one.status, session="",
        created_at=one.created_at, answered_at=one.reviewed_at, answered_by=one.reviewed_by,
    )  # fmt: skip
