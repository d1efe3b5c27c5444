"""Jobs over HTTP: what `habitus worker jobs` and `habitus worker run` do."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from habitus.layer import Layer, tending
from habitus.server.app import create
from server.conftest import HERE, TOKEN

NAMES = [job.name for job in tending.JOBS]


@pytest.fixture
def working(layer: Layer) -> Iterator[TestClient]:
    with TestClient(create(layer, TOKEN, jobs=True), base_url=HERE, headers={"Authorization": f"Bearer {TOKEN}"}) as found:
        yield found


def _listed(client: TestClient) -> dict[str, Any]:
    return {one["name"]: one for one in client.get("/v1/jobs").json()["items"]}


def test_a_job_is_run_by_hand_and_the_ledger_names_who(working: TestClient, layer: Layer) -> None:
    asked = working.post("/v1/jobs/upkeep/run")
    jobs = _listed(working)
    while not jobs["upkeep"]["outcome"]:
        jobs = _listed(working)

    assert (asked.status_code, asked.json()["job"]) == (202, "upkeep")
    assert list(jobs) == NAMES
    assert jobs["upkeep"]["outcome"] == "done"
    assert {(entry.item, entry.actor) for entry in layer.store.entries(verb="job asked for")} == {("job:upkeep", "owner")}


def test_an_unknown_job_is_told_the_known_ones(working: TestClient) -> None:
    answer = working.post("/v1/jobs/laundry/run")

    assert answer.status_code == 404
    assert all(name in answer.json()["detail"] for name in NAMES)


def test_a_server_without_jobs_says_who_has_them(client: TestClient) -> None:
    for answer in (client.get("/v1/jobs"), client.post("/v1/jobs/learner/run")):
        assert answer.status_code == 409
        assert "`habitus worker`" in answer.json()["detail"]
