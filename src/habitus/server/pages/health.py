"""`/health`: is everything well, what waits, what runs by itself, what models have cost, and are the hosts in order?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from habitus.server.api import health as api
from habitus.server.api import queue

if TYPE_CHECKING:
    from starlette.responses import Response

    from habitus.server.pages.asked import Asked


def shown(asked: Asked) -> Response:
    jobs = asked.more.get("jobs")
    waits = queue.show_queue(asked.layer)
    return asked.page("health.html", facts=api.facts(asked.layer), queue=waits, jobs=jobs.state() if jobs else [], hosts=_hosts(asked))


def run(asked: Asked) -> Response:
    """A job by hand. Without the durable engine, all of them are one round."""
    jobs = asked.more.get("jobs")
    jobs.run(asked.given("job"), asked.who.name) if jobs else asked.layer.tend()
    return asked.on("/health", "started" if jobs else "done")


def emptied(asked: Asked) -> Response:
    match asked.given("do"):
        case "run":
            queue.run_learner(asked.layer, asked.who)
            return asked.on("/health", "done")
        case "retry":
            queue.retry_dead(asked.layer, asked.who, queue.Again(id=""))
            return asked.on("/health", "queued")
        case _:
            queue.clear_queue(asked.layer, asked.who)
            return asked.on("/health", "cleared")


def _hosts(asked: Asked) -> list[Any]:
    """What the doctor found, if anybody has asked it: looking takes seconds, so it is not asked here."""
    doctor = asked.more.get("doctor")
    return list(doctor()) if doctor else []


ROUTES = (("/health", "GET", shown), ("/health/jobs", "POST", run), ("/health/queue", "POST", emptied))
