"""Answers that several nouns share, and what a page of them looks like."""

from datetime import datetime
from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel, Field

from habitus.server.api.given import Shape
from habitus.types import Rule

Item = TypeVar("Item")


class Listed(BaseModel, Generic[Item]):
    """A page: its rows, and where the next one begins."""

    items: list[Item]
    next: str | None = Field(description="Give this as `after` for the next page; null: this was the last.")


class Place(Shape):
    level: Literal["global", "agent", "user", "project"]
    name: str


class From(Shape):
    """Who said it, through which channel, in which event."""

    speaker: str
    channel: str
    session: str
    event: str


class Exchanged(Shape):
    """What was asked, what was done, and what was said about it."""

    request: str
    answer: str
    correction: str


class Learned(Shape):
    """A rule learned from a correction, or written by a person."""

    id: str
    rule_type: str
    text: str
    scope: Place
    origin: From
    confidence: float
    state: str
    stage: Literal["shadow", "remind", "warn", "block"] = Field(description="How loudly its check speaks, where it has one.")
    check: dict[str, Any] | None = Field(description="What calls are held to; null: it is only told.")
    lang: str
    evidence_for: int
    evidence_against: int
    times_applied: int
    last_used: datetime | None
    superseded_by: str | None
    skill_poison: str | None
    fewshot_user: str | None
    fewshot_assistant: str | None
    source: Exchanged | None
    created_at: datetime


class Done(BaseModel):
    """A change, and the line of the ledger that takes it back."""

    entry: int | None = Field(description="For `POST /v1/undo`; null: nothing had to be changed.")


class RuleDone(Done):
    rule: Learned


def learned(rule: Rule) -> Learned:
    return Learned.model_validate(rule)
