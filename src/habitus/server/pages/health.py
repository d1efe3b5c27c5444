"""`/health`: is everything well, what waits, what runs by itself, what models have cost, and are the hosts in order?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from habitus.server.api import health as api
from habitus.server.api import queue
from habitus.server.checkup import Seen
from habitus.types import Note

if TYPE_CHECKING:
    from starlette.responses import Response

    from habitus.server.pages.asked import Asked
    from habitus.worker.jobs import JobState

FAILURES = 200
"""Lines of the ledger in which reasons are looked for."""


def shown(asked: Asked) -> Response:
    jobs = asked.more.get("jobs")
    waits, now = queue.show_queue(asked.layer), asked.layer.clock()
    return asked.page(
        "health.html",
        facts=api.facts(asked.layer),
        queue=waits,
        jobs=jobs.state() if jobs else [],
        seen=_seen(asked),
        figures=partial(_figures, asked),
        age=lambda one: (now - one.at).total_seconds(),
        whys=_whys(asked) if waits.dead else {},
    )


def run(asked: Asked) -> Response:
    """A job by hand. Without the durable engine, all of them are one round."""
    jobs = asked.more.get("jobs")
    if jobs:
        jobs.run(asked.given("job"), asked.who.name)
    else:
        asked.layer.store.note(Note(verb="job asked for", item="job:all", content={}, actor=asked.who.name), asked.layer.clock())
        asked.layer.tend()
    return asked.on("/health", "started" if jobs else "done")


def emptied(asked: Asked) -> Response:
    match asked.given("do"):
        case "run":
            queue.run_learner(asked.layer, asked.who)
            return asked.on("/health", "done")
        case "retry":
            _, undo = asked.undoable(lambda: queue.retry_dead(asked.layer, asked.who, queue.Again(id=asked.given("id"))))
            return asked.on("/health", "queued", undo)
        case "clear" if id := asked.given("id"):
            _, undo = asked.undoable(lambda: queue.drop_correction(asked.layer, asked.who, id))
            return asked.on("/health", "dropped", undo)
        case "clear":
            _, undo = asked.undoable(lambda: queue.clear_queue(asked.layer, asked.who))
            return asked.on("/health", "cleared", undo)
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
    parts = [(n, what) for n, _, what in (part.partition(" ") for part in job.did.split(", ") if part) if n != "0"]
    return ", ".join(f"{n} {asked.t(what)}" for n, what in parts) or asked.t("nothing to do")


def _whys(asked: Asked) -> dict[str, str]:
    """By correction: why it could not be learned from, the last time. Old reasons are not looked for."""
    store = asked.layer.store
    found: dict[str, str] = {}
    for entry in store.entries(verb="failed", limit=FAILURES):
        said = store.content(entry.after)
        found.setdefault(entry.item, str(said.get("why", "")) if isinstance(said, dict) else "")
    return found


def _seen(asked: Asked) -> Seen:
    """What the doctor found: looking takes seconds, so it is not waited for here."""
    doctor = asked.more.get("doctor")
    return doctor() if doctor else Seen()


ROUTES = (("/health", "GET", shown), ("/health/jobs", "POST", run), ("/health/queue", "POST", emptied), ("/health/doctor", "POST", looked))
