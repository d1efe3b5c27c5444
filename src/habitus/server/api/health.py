"""The whole at a glance."""

from datetime import datetime
from typing import Any

from pydantic import BaseModel, Field

from habitus import __version__
from habitus.layer import Layer, spool
from habitus.models.meter import Budget, Metered
from habitus.server import counted
from habitus.server.api.given import House, noun
from habitus.server.api.queue import why
from habitus.store.queue import Colour, colour, words

routes = noun("health")

KEPT = ("sessions", "events", "rules", "examples", "strategies", "learnings", "fixes", "knowledge")


class QueueFacts(BaseModel):
    depth: int
    cap: int
    dead: int
    colour: Colour
    words: str


class ModelFacts(BaseModel):
    name: str | None
    tokens_today: int
    cost_today: float
    daily_token_cap: int
    daily_cost_cap: float
    failure: str = Field(description="Why nothing is learned with it for now; empty: it answers, or nobody has asked.")
    rests_until: datetime | None = Field(description="Until when it is left alone, after it kept failing; null: it is asked.")


class AgentFacts(BaseModel):
    tokens_today: int
    cost_today: float
    daily_token_cap: int
    daily_cost_cap: float


class SpoolFacts(BaseModel):
    bytes: int = Field(description="Of events that wait on the disk of this server's home, because the database was away.")
    refused: int = Field(description="Bytes of events that the database refused: in `spool/refused`, each with the reason.")


class Health(BaseModel):
    status: str
    version: str
    store: str
    counted_at: datetime | None = Field(
        description="When sessions, events and lessons were counted: in a large store every quarter of a minute; null: just now."
    )
    sessions: int
    events: int
    rules: int
    examples: int
    strategies: int
    learnings: int
    fixes: int
    knowledge: int
    inbox: int
    undelivered: int
    approvals: int
    queue: QueueFacts
    model: ModelFacts
    agent: AgentFacts = Field(description="What the agent of our own (`habitus run`, `habitus chat`) has spent, which is not in `model`.")
    spool: SpoolFacts
    checks: list[str]


@routes.get("/health")
def health(house: House) -> Health:
    """Where things are kept, what was learned, what waits, and what models have cost today."""
    found = counted.counted(house)
    return Health(**{**facts(house), "counted_at": found.at, **{name: found.rows[name] for name in KEPT}})


def facts(house: Layer) -> dict[str, Any]:
    """All of it but how much there is, which takes longest."""
    waits, now, depth = counted.waiting(house), house.clock(), house.queue.depth()
    asked = house.settings
    (tokens, cost), own = (Budget.of(*one).spent(house.store, now) for one in (("model", asked.model), ("agent", asked.agent)))
    return {
        "status": "ok", "version": __version__, "store": house.store.where, "inbox": waits["inbox"], "undelivered": waits["undelivered"],
        "approvals": len(house.store.approvals("pending", now, 100)),
        "queue": {"depth": depth, "cap": asked.queue.cap, "dead": waits["dead"], "colour": colour(depth), "words": words(depth)},
        "model": {
            "name": house.model.name if house.model else None, "tokens_today": tokens, "cost_today": cost,
            "daily_token_cap": asked.model.daily_token_cap, "daily_cost_cap": asked.model.daily_cost_cap,
            "failure": _failure(house), "rests_until": house.model.rests_until if isinstance(house.model, Metered) else None,
        },
        "agent": {
            "tokens_today": own[0], "cost_today": own[1], "daily_token_cap": asked.agent.daily_token_cap,
            "daily_cost_cap": asked.agent.daily_cost_cap,
        },
        "spool": spool.waiting(house.home)._asdict(),
        "checks": [check.id for check in house.gates.rules.checks],
    }  # fmt: skip


def _failure(house: Layer) -> str:
    """As this process was told; else why the correction that is next could not be learned from: the learner may run elsewhere."""
    here = house.model.failure if isinstance(house.model, Metered) else ""
    return here or next(iter(why(house, house.queue.waiting()[:1]).values()), "")
