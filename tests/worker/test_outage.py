"""The jobs' own database goes away and comes back."""

from dataclasses import replace
from pathlib import Path

from habitus import assemble, worker
from habitus.config import Settings
from habitus.layer.tending import JOBS
from real.postgres import PostgresServer
from worker.conftest import until


def test_jobs_go_on_by_themselves_when_the_database_is_back(postgres_server: PostgresServer, tmp_path: Path) -> None:
    plain = Settings()
    asked = replace(plain, store=replace(plain.store, url=postgres_server.url))
    job = replace(JOBS[-1], every=lambda _: 1.0)
    layer = assemble.layer(asked, home=tmp_path)
    with worker.running(layer, [job]) as jobs:
        first = until(lambda: jobs.state()[0].last)

        postgres_server.stop()
        trouble = until(lambda: jobs.state()[0].trouble)
        postgres_server.start()

        until(lambda: (last := jobs.state()[0].last) and last > first and jobs.state()[0].outcome == "done")
    layer.close()
    assert trouble.startswith("the book of jobs cannot be read: ")
