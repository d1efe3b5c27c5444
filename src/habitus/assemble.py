"""Settings in, a working `Layer` out: the one place where ports meet what implements them."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from habitus import config, enforce
from habitus.enforce.rules import BUILT_IN
from habitus.errors import StoreError
from habitus.layer import Layer

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from habitus.config import Settings
    from habitus.store.sql import SqlStore
    from habitus.types import Clock, Model, Queue, Store


def now() -> datetime:
    return datetime.now(UTC)


def settings(file: str | None = None, environ: Mapping[str, str] = os.environ) -> Settings:
    """What the settings file and the environment ask for."""
    return config.load(config.find(file), environ, known_rules=[check.id for check in BUILT_IN])


def layer(chosen: Settings | None = None, *, home: Path | None = None, clock: Clock = now) -> Layer:
    """Open the store, and everything else the settings name. Nothing is opened that is not asked for."""
    chosen = chosen or settings()
    home = home or config.home()
    rules = enforce.chosen(BUILT_IN, chosen.security.behavior.rules)
    kept = store(chosen, home)
    try:
        return Layer(
            store=kept,
            queue=_queue(chosen, kept),
            rules=rules,
            settings=chosen,
            clock=clock,
            redaction_key=redaction_key(home),
            model=_model(chosen, kept, clock),
        )
    except BaseException:
        kept.close()
        raise


def store(chosen: Settings, home: Path) -> SqlStore:
    from habitus.store.sql import SqlStore

    url = chosen.store.url
    if url.startswith(("postgresql://", "postgres://")):
        from habitus.store.postgres import Postgres

        return SqlStore(Postgres(url, busy_seconds=chosen.store.busy_seconds), inline_bytes=chosen.store.inline_bytes)
    from habitus.store.sqlite import Sqlite

    file = Sqlite(url or home / "habitus.db", busy_seconds=chosen.store.busy_seconds, synchronous=chosen.store.synchronous)
    return SqlStore(file, inline_bytes=chosen.store.inline_bytes)


def _queue(chosen: Settings, kept: SqlStore) -> Queue:
    from habitus.store import queue

    asked = chosen.queue
    table = queue.TableQueue(kept, cap=asked.cap, tries=asked.tries, lease_seconds=asked.lease_seconds)
    return queue.RedisQueue(kept, table, queue.connect(chosen.redis.url)) if chosen.redis.url else table


def _model(chosen: Settings, kept: Store, clock: Clock) -> Model | None:
    if not chosen.model.provider:
        return None
    from habitus import models
    from habitus.models.meter import Metered

    asked = chosen.model
    model = models.connect(asked.provider, asked.name, asked.base_url, asked.api_key, asked.timeout_seconds)
    return Metered(
        model,
        kept,
        clock,
        daily_token_cap=asked.daily_token_cap,
        daily_cost_cap=asked.daily_cost_cap,
        breaker_failures=asked.breaker_failures,
        breaker_seconds=asked.breaker_seconds,
    )


def redaction_key(home: Path) -> bytes:
    """Equal secrets get equal placeholders as long as this file lives; whoever has only the store cannot guess them."""
    file = home / "redaction.key"
    try:
        return file.read_bytes()
    except FileNotFoundError:
        pass
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(fresh, "wb") as out:
            out.write(os.urandom(32))
    except FileExistsError:
        pass  # another process was first
    except OSError as error:
        raise StoreError(
            f"{home} cannot be written ({error.strerror}): make it writable, or set HABITUS_HOME to a folder that is"
        ) from error
    return file.read_bytes()
