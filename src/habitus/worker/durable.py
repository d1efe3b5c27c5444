"""The book of runs, on DBOS. Nobody else imports it: loading DBOS takes as long as judging a thousand calls.

DBOS is used for what it is good at: a run that is in the book is taken by exactly one process, and no two runs of a job are in it at once.
It is kept quiet: no console handler, no telemetry, no console of theirs, and no pickles, which whoever can write the book could make run.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sqlite3
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

try:
    from dbos import DBOS, DBOSClient, Serializer
    from sqlalchemy import Engine, event
    from sqlalchemy.exc import DBAPIError
except ImportError as error:  # pragma: no cover - the message is the test of the extra
    from habitus.errors import ConfigError

    raise ConfigError("the jobs' parts are not installed: pip install 'habitus[server]'") from error

from habitus.worker.jobs import BOOK

if TYPE_CHECKING:
    from collections.abc import Callable

    from dbos import DBOSConfig, WorkflowStatus

NAME = "habitus"
QUEUE = "habitus-jobs"
WORKFLOW = "habitus-job"
SCHEMA = "habitus_jobs"
"""In PostgreSQL, beside the store's own tables."""

DBOS_IS_CALLED = "dbos_transact"
"""How its connections to PostgreSQL announce themselves; a client's, with more behind it."""

VERSION = "1"
"""The same for every release: DBOS gives runs to its latest version only, and after a step back nobody would run anything."""

AT_ONCE = 2
"""Jobs that one process runs at a time: one that waits for a model must not hold up the learner."""

POLL = 1.0
"""Seconds between two looks for runs to take: what a person starts by hand begins that soon."""

CONNECTIONS = 4
"""To the book, for whoever takes runs; the pool opens them when they are needed."""

NO_BOOK_YET = re.compile(r"no such table|does not exist")
"""What the databases say before the first process has run any job."""

REPEATED = 60.0
"""Seconds in which the same complaint is not logged again: without its database DBOS complains every second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run of a job, as the book has it."""

    id: str
    state: str
    """`waiting`, `running`, `over` or `cut off`."""
    where: str
    who: str
    began: datetime | None
    ended: datetime | None
    beat: int
    did: dict[str, Any] | None

    @property
    def job(self) -> str:
        return self.id.partition(":")[0]


class Plain(Serializer):
    """JSON both ways."""

    def serialize(self, data: Any) -> str:
        return json.dumps(data, ensure_ascii=False, default=str)

    def deserialize(self, serialized_data: str) -> Any:
        return json.loads(serialized_data)

    def name(self) -> str:
        return "habitus_json"


class Book:
    """Runs, as every process can read and write them. Raises what the database raises; waits for nothing."""

    def __init__(self, url: str) -> None:
        _made_ready(url)
        self._client = DBOSClient(
            system_database_url=url, dbos_system_schema=SCHEMA, serializer=Plain(), system_database_pool_size=2, application_name=NAME,
            lazy=True, retry_connection_errors=False,
        )  # fmt: skip

    def add(self, job: str, id: str, *, who: str = "") -> bool:
        """False: it was there already, or another run of this job is not over."""
        found: Any = self._client.enqueue(
            {
                "workflow_name": WORKFLOW, "queue_name": QUEUE, "workflow_id": id, "deduplication_id": job,
                "duplication_policy": "return-existing", "authenticated_user": who, "attributes": {"beat": 0},
            },
            job,
        )  # fmt: skip
        return bool(found.get_workflow_id() == id)

    def latest(self, job: str, limit: int) -> list[Run]:
        """Newest first."""
        try:
            found = self._client.list_workflows(workflow_id_prefix=f"{job}:", limit=limit, sort_desc=True, load_input=False)
        except DBAPIError as error:
            if NO_BOOK_YET.search(str(error.orig)):
                return []
            raise
        return [_run(one) for one in found]

    def one(self, id: str) -> Run | None:
        return next((_run(one) for one in self._client.list_workflows(workflow_ids=[id], load_input=False)), None)

    def under_way(self) -> list[Run]:
        found = self._client.list_workflows(status="PENDING", queue_name=QUEUE, load_input=False, load_output=False)
        return [_run(one) for one in found]

    def beat(self, id: str, n: int) -> None:
        self._client.update_workflow_attributes(id, {"beat": n})

    def cut_off(self, id: str) -> None:
        self._client.cancel_workflow(id)

    def prune(self, before: datetime, limit: int) -> int:
        found = self._client.list_workflows(
            name=WORKFLOW, completed_before=before.isoformat(), limit=limit, load_input=False, load_output=False
        )
        if found:
            self._client.delete_workflows([one.workflow_id for one in found])
        return len(found)

    def close(self) -> None:
        self._client.destroy()


class Taking:
    """Take runs from the book and do them, until closed. One in a process: DBOS has room for no second."""

    def __init__(self, url: str, me: str, do: Callable[[str, str], dict[str, Any]]) -> None:
        _hush()
        _made_ready(url)
        config: DBOSConfig = {
            "name": NAME, "system_database_url": url, "dbos_system_schema": SCHEMA, "serializer": Plain(), "executor_id": me,
            "application_version": VERSION, "log_level": "WARNING", "enable_otlp": False, "use_listen_notify": False,
            "sys_db_pool_size": CONNECTIONS, "max_executor_threads": AT_ONCE + 2,
        }  # fmt: skip
        DBOS(config=config)
        try:
            DBOS.workflow(name=WORKFLOW)(_doing(do))
            DBOS.launch()
            DBOS.register_queue(QUEUE, worker_concurrency=AT_ONCE, polling_interval_sec=POLL)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        DBOS.destroy(destroy_registry=True)


def _doing(do: Callable[[str, str], dict[str, Any]]) -> Callable[[str], dict[str, Any]]:
    def job(name: str) -> dict[str, Any]:
        return do(name, DBOS.workflow_id or name)

    return job


def _run(found: WorkflowStatus) -> Run:
    states = {"ENQUEUED": "waiting", "DELAYED": "waiting", "PENDING": "running", "CANCELLED": "cut off"}
    ended = None if found.completed_at is None else datetime.fromtimestamp(found.completed_at / 1000, UTC)
    began = found.dequeued_at or found.created_at
    beat = (found.attributes or {}).get("beat", 0)
    return Run(
        id=found.workflow_id, state=states.get(found.status, "over"), where=found.executor_id or "", who=found.authenticated_user or "",
        began=None if began is None else datetime.fromtimestamp(began / 1000, UTC), ended=ended, beat=beat,
        did=found.output if isinstance(found.output, dict) else None,
    )  # fmt: skip


def _made_ready(url: str) -> None:
    """A file that only its owner reads, and that readers need not wait for."""
    if not url.startswith("sqlite:///"):
        return
    file = url.removeprefix("sqlite:///")
    with suppress(FileExistsError):  # one that is there is left alone: closing it here would drop the locks that SQLite has on it
        os.close(os.open(file, os.O_CREAT | os.O_EXCL, 0o600))
    with closing(sqlite3.connect(file, timeout=30)) as book:
        book.execute("PRAGMA journal_mode = WAL")


def _tell_the_time(connection: Any, record: Any) -> None:
    """`unixepoch('subsec')`: with Python 3.12 and later, DBOS expects it of every SQLite. An older one, as Debian 12 and Ubuntu 22.04 have,
    answers NULL or has none, and no run could be entered in the book. What others in this process ask their own is answered as before."""
    if isinstance(connection, sqlite3.Connection) and connection.execute("PRAGMA database_list").fetchone()[2].endswith(f"/{BOOK}"):
        connection.create_function("unixepoch", 1, lambda _: time.time())


def _prepare_nothing(connection: Any, record: Any) -> None:
    """Behind a PgBouncer that pools transactions, a prepared statement may be another process's that has the same name, and would be run in
    the place of ours. What others in this process prepare is theirs."""
    if hasattr(connection, "prepare_threshold") and connection.info.get_parameters().get("application_name", "").startswith(DBOS_IS_CALLED):
        connection.prepare_threshold = None


if sqlite3.sqlite_version_info < (3, 42):
    event.listen(Engine, "connect", _tell_the_time)
event.listen(Engine, "connect", _prepare_nothing)


class _Seldom(logging.Filter):
    """Of the same complaint one a minute, and its first line."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        first = record.getMessage().partition("\n")[0]
        record.msg, record.args, record.exc_info = f"jobs: {first}", (), None
        sign, now = first[:40], time.monotonic()
        if now - self._said.get(sign, -REPEATED) < REPEATED:
            return False
        self._said[sign] = now
        return True


def _hush() -> None:
    """DBOS writes to the console unless its logger has a handler already. What it has to say goes where our own lines go."""
    log = logging.getLogger("dbos")
    if not any(isinstance(one, _Seldom) for one in log.filters):
        log.addHandler(logging.NullHandler())
        log.addFilter(_Seldom())
