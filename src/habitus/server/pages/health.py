"""`/health`: is everything well, what waits, what runs by itself, what models have cost, and are the hosts in order?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from habitus.server.api import health as api
from habitus.server.api import queue
from habitus.server.checkup import Seen
from habitus.server.counted import counted
from habitus.types import Note

if TYPE_CHECKING:
    from starlette.responses import Response

    from habitus.server.pages.asked import Asked
    from habitus.worker.jobs import JobState

SHOWN = 50
BAD = frozenset({"failed", "waiting"})
"""Figures of a job that say what did not come about."""


def shown(asked: Asked) -> Response:
    jobs = asked.more.get("jobs")
    waits = queue.show_queue(asked.layer, after=asked.query.get("after") or None, limit=SHOWN)
    now, facts = asked.layer.clock(), api.facts(asked.layer)
    return asked.page(
        "health.html",
        facts=facts,
        counts=counted(asked.layer),
        queue=waits,
        jobs=jobs.state() if jobs else [],
        seen=_seen(asked),
        figures=partial(_figures, asked),
        is_stuck=lambda job: job.name == "learner" and bool(waits.depth and facts["model"]["failure"]),
        kilobytes=lambda size: asked.number(-(-size // 1024)),
        age=lambda one: (now - one.at).total_seconds(),
    )


def run(asked: Asked) -> Response:
    """A job by hand. Without the durable engine, all of them are one round."""
    jobs = asked.more.get("jobs")
    if jobs:
        jobs.run(asked.given("job"), asked.who.name)
    else:
        asked.layer.store.note(Note(verb="job asked for", item="job:all", content={}, actor=asked.who.name), asked.layer.clock())
        asked.layer.tend()
    return asked.on("/health", f"started_{asked.given('job')}" if jobs else "ran_all")


def emptied(asked: Asked) -> Response:
    match asked.given("do"):
        case "run":
            ran = queue.run_learner(asked.layer, asked.who)
            return asked.on("/health", _ran(asked, ran), n=str(ran.learned + ran.reinforced))
        case "retry":
            _, undo = asked.undoable(lambda: queue.retry_dead(asked.layer, asked.who, queue.Again(id=asked.given("id"))))
            return asked.on("/health", "queued", undo)
        case "clear" if id := asked.given("id"):
            _, undo = asked.undoable(lambda: queue.drop_correction(asked.layer, asked.who, id))
            return asked.on("/health", "dropped", undo)
        case "clear":
            gone, undo = asked.undoable(lambda: queue.clear_queue(asked.layer, asked.who))
            return asked.on("/health", "cleared", undo, n=str(gone.cleared))
        case _:
            raise asked.unknown()


def looked(asked: Asked) -> Response:
    """The doctor, by hand."""
    if doctor := asked.more.get("doctor"):
        doctor.look()
    return asked.on("/health", "doctor_sent")


def _ran(asked: Asked, ran: queue.Ran) -> str:
    """What came of a run of the learner, as a word of `SAID`."""
    facts, is_known = api.facts(asked.layer), bool(ran.learned or ran.reinforced)
    if facts["queue"]["depth"] and facts["model"]["failure"]:
        is_silent = ran.failed or facts["model"]["rests_until"]
        return "learned_some" if is_known else "not_answered" if is_silent else "not_asked"
    if is_known:
        return "learned"
    return "not_learned" if any(ran.model_dump().values()) else "none_waits"


def _figures(asked: Asked, job: JobState, *, bad: bool) -> str:
    """What a job did: how many of what. `bad`: of what did not go well; else of the rest, or why it failed, in its own words."""
    if job.outcome != "done":
        return "" if bad else job.did
    parts = [(n, what) for n, _, what in (part.partition(" ") for part in job.did.split(", ") if part) if n != "0"]
    told = ", ".join(asked.t(f"{{n}} {what}", n=n) for n, what in parts if (what in BAD) == bad)
    return told or ("" if parts or bad else asked.t("nothing to do"))


def _seen(asked: Asked) -> Seen:
    """What the doctor found: looking takes seconds, so it is not waited for here."""
    doctor = asked.more.get("doctor")
    return doctor() if doctor else Seen()


ROUTES = (("/health", "GET", shown), ("/health/jobs", "POST", run), ("/health/queue", "POST", emptied), ("/health/doctor", "POST", looked))
