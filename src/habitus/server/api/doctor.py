"""What the doctor found: on the health page, and here. Looking takes seconds, so nobody waits for it."""

from datetime import datetime
from typing import Annotated, Literal

from fastapi import Depends, Request
from pydantic import BaseModel, Field

from habitus.server import doctor
from habitus.server.api.given import Shape, noun
from habitus.server.checkup import Checkup

routes = noun("health")


def _doctor(request: Request) -> Checkup:
    found: Checkup = request.app.state.doctor
    return found


Doctor = Annotated[Checkup, Depends(_doctor)]


class FindingShown(Shape):
    about: str = Field(description="A host, or a part of the house.")
    level: Literal["ok", "note", "fault"]
    text: str
    remedy: str


class Examined(BaseModel):
    ok: bool | None = Field(description="Does all hold that should? null: it has not looked yet.")
    at: datetime | None = Field(description="When it looked.")
    is_looking: bool
    findings: list[FindingShown] = Field(description="Empty: no host is installed from here.")


@routes.get("/doctor")
def show_doctor(checkup: Doctor) -> Examined:
    """What the doctor last found: hosts, store, queue, model, daemon. Where that is old, it goes and looks again."""
    seen = checkup()
    found = [FindingShown.model_validate(one) for one in seen.findings]
    return Examined(ok=doctor.is_well(list(seen.findings)) if seen.at else None, at=seen.at, is_looking=seen.is_looking, findings=found)


@routes.post("/doctor", status_code=202)
def send_doctor(checkup: Doctor) -> Examined:
    """Look again, now. `GET /v1/doctor` says when it is done, and what was found."""
    checkup.look()
    return show_doctor(checkup)
