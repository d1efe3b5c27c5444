"""What runs by itself: how each job stands, and a run by hand. They run here, or wherever a worker shares the store."""

from datetime import datetime
from typing import Annotated

from fastapi import Depends, Request
from pydantic import BaseModel, Field

from habitus.errors import Refused
from habitus.server.api.given import REFUSED, Id, Shape, noun
from habitus.server.api.shapes import Listed
from habitus.server.door import Who
from habitus.server.problems import Problem
from habitus.worker import Jobs

routes = noun("jobs")


def _jobs(request: Request) -> Jobs:
    found: Jobs | None = request.app.state.jobs()
    if found is None:
        raise Problem(409, "This server runs no jobs: ask one that `habitus serve` has started, or run `habitus worker` on its machine.")
    return found


Work = Annotated[Jobs, Depends(_jobs)]


class JobShown(Shape):
    name: str
    does: str
    every: float = Field(description="Seconds from one run to the next.")
    last: datetime | None = Field(description="When its last run that is over began.")
    took: float | None = Field(description="Seconds.")
    outcome: str = Field(description="`done`, `failed` or `cut off`; empty: it never ran.")
    did: str = Field(description="What it did, in figures; or why it failed.")
    who: str = Field(description="Who asked for that run; empty: it was due.")
    next: datetime | None
    waiting: bool = Field(description="Is a run asked for that nobody has taken yet?")
    running: str = Field(description="Where: host, process and a sign of its own; empty: nowhere.")
    trouble: str = Field(description="Why nothing is known of it.")


class JobAsked(BaseModel):
    job: str
    run: str = Field(description="The id of the run: of the one that is under way, where there is one.")


@routes.get("/jobs", responses=REFUSED)
def list_jobs(work: Work) -> Listed[JobShown]:
    """List the jobs in the order of a round: when each ran last, what came of it, when it is due."""
    return Listed(items=[JobShown.model_validate(one) for one in work.state()], next=None)


@routes.post("/jobs/{name}/run", status_code=202, responses=REFUSED)
def run_job(work: Work, who: Who, name: Id) -> JobAsked:
    """Run one job now. `GET /v1/jobs` says when it is over, and what came of it."""
    try:
        return JobAsked(job=name, run=work.run(name, who.name))
    except Refused as error:
        raise Problem(404, f"{str(error)[0].upper()}{str(error)[1:]}.") from error
