"""`/health`: is everything well, what waits, what runs by itself, what models have cost, and are the hosts in order?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from habitus.server.api import health as api
from habitus.server.api import queue
from habitus.server.checkup import Seen

if TYPE_CHECKING:
    from starlette.responses import Response

    from habitus.server.pages.asked import Asked
    from habitus.worker.jobs import JobState


def shown(asked: Asked) -> Response:
    jobs = asked.more.get("jobs")
    waits = queue.show_queue(asked.layer)
    return asked.page(
        "health.html",
        facts=api.facts(asked.layer),
        queue=waits,
        jobs=jobs.state() if jobs else [],
        seen=_seen(asked),
        figures=partial(_figures, asked),
    )


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
        case "clear":
            queue.clear_queue(asked.layer, asked.who)
            return asked.on("/health", "cleared")
        case _:
            raise asked.unknown()


def looked(asked: Asked) -> Response:
    """The doctor, by hand."""
    if doctor := asked.more.get("doctor"):
        doctor.look()
    return asked.on("/health", "started")


def _figures(asked: Asked, job: JobState) -> str:
    """What a job did: how many of what; or why it failed, in its own words."""
    if job.outcome != "done":
        return job.did
    parts = (part.partition(" ") for part in job.did.split(", ") if part)
    return ", ".join(f"{n} {asked.t(what)}" for n, _, what in parts)


def _seen(asked: Asked) -> Seen:
    """What the doctor found: looking takes seconds, so it is not waited for here."""
    doctor = asked.more.get("doctor")
    return doctor() if doctor else Seen()


ROUTES = (("/health", "GET", shown), ("/health/jobs", "POST", run), ("/health/queue", "POST", emptied), ("/health/doctor", "POST", looked))
