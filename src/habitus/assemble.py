"""Settings in, a working `Layer` out: the one place where ports meet what implements them."""

from __future__ import annotations

import contextlib
import os
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from habitus import config
from habitus.config.account import account
from habitus.errors import ConfigError, StoreError
from habitus.layer import Layer
from habitus.layer.disk import BLIND, DISK

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from habitus.config import Settings
    from habitus.config.read import Problem
    from habitus.enforce.declared import Behavior
    from habitus.enforce.gates import Gates
    from habitus.enforce.policy import Policy
    from habitus.layer import Turns
    from habitus.store.sql import SqlStore
    from habitus.types import Clock, Model, Notifier, Queue, Store


BEHAVIOR = ("security", "behavior")

UNANSWERED = 2.0
"""Seconds after which a database across a network counts as away: a call waits for its answer, and there is a file to wait in."""


def now() -> datetime:
    return datetime.now(UTC)


def settings(file: str | None = None, environ: Mapping[str, str] = os.environ) -> Settings:
    """What the settings file and the environment ask for."""
    return config.load(config.find(file), environ, check=faults_of)


def layer(
    chosen: Settings | None = None,
    *,
    home: str | os.PathLike[str] | None = None,
    file: str | None = None,
    clock: Clock = now,
    environ: Mapping[str, str] = os.environ,
    or_read: bool = False,
) -> Layer:
    """Open the store, and everything else the settings name. Nothing is opened that is not asked for. `or_read`: also a store that may not
    be written, for those who may only want to look."""
    chosen = chosen or settings(file)
    home = os.fspath(home or config.home())
    behavior, gates = behaviour(chosen)
    kept = store(chosen, home, or_read=or_read)
    try:
        return Layer(
            store=kept,
            queue=_queue(chosen, kept),
            gates=gates,
            tracking=behavior.tracking,
            settings=chosen,
            clock=clock,
            redaction_key=redaction_key(home),
            model=_model(chosen, kept, clock),
            turns=_turns(chosen, kept, clock, environ),
            notifier=_notifier(chosen, environ),
            home=home,
            login=account(),
        )
    except BaseException:
        kept.close()
        raise


def declared(file: Path | None) -> Settings:
    """The settings of one file and nothing else. An app file is one too: its behaviour and capabilities are ours."""
    return config.load(file, {}, is_app=True, check=faults_of) if file else config.Settings()


def sent(given: dict[str, Any]) -> Settings:
    """The rules and capabilities that somebody else has sent, as in such a file. No folder of ours is looked into for them."""
    from habitus.config import read

    def faults(tree: dict[str, Any]) -> list[Problem]:
        folder = tree.get("security", {}).get("behavior", {}).get("profiles")
        return [((*BEHAVIOR, "profiles"), "is a folder of this machine: send the rules themselves")] if folder else faults_of(tree)

    found = read.sent(given, faults)
    return replace(config.Settings(), security=found.security, capabilities=found.capabilities)


def trial(chosen: Settings, *, profile: str | None, clock: Clock, sees_disk: bool = True) -> Layer:
    """A layer in memory that keeps nothing, for filters and for trying rules out. `sees_disk`: may it look for the files of a trace?"""
    from habitus.store import memory
    from habitus.store.queue import TableQueue

    behavior, gates = behaviour(chosen, profile=profile)
    kept = memory()
    # What a trace shows are the rules: not what failed in it, and none of them held back.
    chosen = replace(chosen, knowledge=replace(chosen.knowledge, enabled=False), measure=replace(chosen.measure, holdout=0.0))
    return Layer(
        store=kept, queue=TableQueue(kept), gates=gates, settings=chosen, clock=clock, redaction_key=b"trial", tracking=behavior.tracking,
        disk=DISK if sees_disk else BLIND,
    )  # fmt: skip


def behaviour(chosen: Settings, *, profile: str | None = None) -> tuple[Behavior, Gates]:
    """The rules that the settings declare."""
    from habitus.enforce.gates import Gates

    given = _block(chosen)
    allowed = {name: getattr(chosen.capabilities, name) for name in ("default_policy", "allow", "ask", "deny")}
    behavior, policy, faults = _declared(given, allowed, profile)
    if faults:
        raise ConfigError("\n".join(f"`{'.'.join(place)}` {problem}" for place, problem in faults))
    return behavior, Gates(rules=behavior.rules, policy=policy)


def _declared(
    block: Mapping[str, Any], allowed: Any, profile: str | None = None
) -> tuple[Behavior, Policy, list[tuple[tuple[str, ...], str]]]:
    from habitus.enforce import declared, policy, python

    rules = python.found() if _has_plugins(config.home()) else python.declared()
    own, problem = _profiles(block.get("profiles"))
    behavior, faults = declared.read(block, profile=profile, own=own, python=rules, place=BEHAVIOR)
    if problem:
        faults.add((*BEHAVIOR, "profiles"), problem)
    if block.get("classify_turns") or block.get("classifier"):
        from habitus.enforce import classifier

        classifier.read(block, BEHAVIOR, faults)
    return behavior, policy.read(allowed, ("capabilities",), faults), faults.found


def faults_of(tree: Mapping[str, Any]) -> list[Problem]:
    """What is wrong with the rules of a settings file, for it to be told together with the rest."""
    security = tree.get("security") or {}
    block = security.get("behavior") or {} if isinstance(security, dict) else {}
    return _declared(block if isinstance(block, dict) else {}, tree.get("capabilities"))[2]


def _has_plugins(home: str) -> bool:
    """Does any installed package bring rules? Looking through all of them takes longer than judging a call, so the answer is kept
    until something is installed or removed: in this process, and in a file for the next."""
    import json
    import sys

    stamps = {}
    for folder in sys.path:
        if folder.endswith(("site-packages", "dist-packages")) and os.path.isdir(folder):  # noqa: PTH112 - before every call
            stamps[folder] = os.stat(folder).st_mtime  # noqa: PTH116
    if _plugins.get("stamps") == stamps:
        return bool(_plugins["found"])
    cache = f"{home}/plugins.json"
    try:
        with open(cache, encoding="utf-8") as file:  # noqa: PTH123 - before every call, and pathlib takes longer to load than to use
            known = json.load(file)
        if known["stamps"] == stamps:
            _plugins.update(known)
            return bool(known["found"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    from importlib.metadata import entry_points

    _plugins.update(stamps=stamps, found=bool(entry_points(group="habitus.rules")))
    with contextlib.suppress(OSError), open(cache, "w", encoding="utf-8") as file:  # noqa: PTH123 - a read-only home only costs time
        json.dump(_plugins, file)
    return bool(_plugins["found"])


_plugins: dict[str, Any] = {}


def _profiles(folder: Any) -> tuple[dict[str, Any], str]:
    """Profiles of the user's: `NAME.yaml` in a folder. And what is wrong with that folder; what is no text at all is told elsewhere."""
    if not folder or not isinstance(folder, str):
        return {}, ""
    from pathlib import Path

    from habitus.config import yaml_file

    try:
        found = sorted(file for file in Path(folder).expanduser().iterdir() if file.suffix == ".yaml")
    except (FileNotFoundError, NotADirectoryError):
        return {}, ""
    except (OSError, RuntimeError, ValueError) as error:  # no access, no such user, no name that a disk can have
        return {}, f"is no folder that can be read ({getattr(error, 'strerror', None) or error}): check its name, and who may read it"
    return {file.stem: yaml_file(file) for file in found}, ""


def store(chosen: Settings, home: str, *, or_read: bool = False) -> SqlStore:
    from habitus.store.sql import SqlStore

    url = chosen.store.url
    if url.startswith(("postgresql://", "postgres://")):
        from habitus.store.postgres import Postgres
        from habitus.store.told import Told

        server = Postgres(url, busy_seconds=min(chosen.store.busy_seconds, UNANSWERED))
        return SqlStore(Told(server, chosen.redis.url, fresh_for=chosen.store.refresh_seconds), inline_bytes=chosen.store.inline_bytes)
    from habitus.store.sqlite import Sqlite

    file = Sqlite(
        _file(url) or f"{home}/habitus.db",
        busy_seconds=chosen.store.busy_seconds,
        synchronous=chosen.store.synchronous,
        or_read=or_read,
    )
    return SqlStore(file, inline_bytes=chosen.store.inline_bytes)


def _file(url: str) -> str:
    """A path. Programs disagree on how many slashes make `sqlite:///a.db` absolute, so nobody's reading of it is guessed."""
    scheme = url.partition(":")[0]
    if "://" in url or url.lower().startswith("sqlite:"):
        raise ConfigError(f"`store.url` begins with `{scheme}:`: give the plain path of a file, such as /srv/habitus.db, or postgresql://…")
    return os.path.expanduser(url)  # noqa: PTH111 - pathlib takes longer to load than to use


def _queue(chosen: Settings, kept: SqlStore) -> Queue:
    from habitus.store import queue

    asked = chosen.queue
    table = queue.TableQueue(kept, cap=asked.cap, tries=asked.tries, lease_seconds=asked.lease_seconds)
    return queue.RedisQueue(kept, table, queue.connect(chosen.redis.url)) if chosen.redis.url else table


def _block(chosen: Settings) -> dict[str, Any]:
    """The behaviour block as it would stand in a file: what is empty is not there."""
    block = chosen.security.behavior
    return {name: value for name in block.__dataclass_fields__ if (value := getattr(block, name)) not in ({}, [])}


def _model(chosen: Settings, kept: Store, clock: Clock) -> Model | None:
    asked = chosen.model
    if not asked.provider:
        return None
    from habitus import models

    model = models.connect(asked.provider, asked.name, asked.base_url, asked.api_key, asked.timeout_seconds)
    return _metered(model, chosen, kept, clock)


def _notifier(chosen: Settings, environ: Mapping[str, str]) -> Notifier | None:
    asked = chosen.notify
    if not asked.telegram_token and not asked.webhook_url:
        return None
    from habitus.notify import Channels

    return Channels(
        token=asked.telegram_token,
        chat=asked.telegram_chat or environ.get("SCHEDULER_NOTIFY_CHAT_ID", "").strip(),
        base_url=asked.telegram_base_url,
        webhook_url=asked.webhook_url,
        secret=asked.webhook_secret,
        timeout=asked.timeout_seconds,
    )


def _turns(chosen: Settings, kept: Store, clock: Clock, environ: Mapping[str, str]) -> Turns | None:
    """The classifier of turns with the first brain there is: its own, the behaviour's, the agent's."""
    block = _block(chosen)
    if not block["classify_turns"] and not block.get("classifier"):
        return None
    from habitus import models
    from habitus.enforce import classifier
    from habitus.enforce.conditions import Faults
    from habitus.layer import Turns

    faults = Faults()
    options = classifier.read(block, BEHAVIOR, faults)
    asked = chosen.model
    agent = (
        classifier.Brain(provider=asked.provider, name=asked.name, base_url=asked.base_url, api_key=asked.api_key)
        if asked.provider
        else None
    )
    brains = classifier.brains(block, BEHAVIOR, faults, environ=environ, agent=agent)
    if faults.found:
        raise ConfigError("\n".join(f"`{'.'.join(place)}` {problem}" for place, problem in faults.found))
    if not brains:
        raise ConfigError("`security.behavior.classify_turns` needs a model: give `security.behavior.brain`, or `model`, or switch it off")
    first = brains[0]
    model = models.connect(first.provider, first.name, first.base_url, first.api_key, options.timeout)
    return Turns(options=options, model=_metered(model, chosen, kept, clock), max_tokens=first.max_tokens)


def _metered(model: Model, chosen: Settings, kept: Store, clock: Clock) -> Model:
    from habitus.models.meter import Metered

    asked = chosen.model
    return Metered(
        model,
        kept,
        clock,
        daily_token_cap=asked.daily_token_cap,
        daily_cost_cap=asked.daily_cost_cap,
        breaker_failures=asked.breaker_failures,
        breaker_seconds=asked.breaker_seconds,
    )


def redaction_key(home: str) -> bytes:
    """Equal secrets get equal placeholders as long as this file lives; whoever has only the store cannot guess them."""
    return kept_secret(f"{home}/redaction.key", lambda: os.urandom(32))


def token(home: str | os.PathLike[str] | None = None, name: str = "token") -> str:
    """What opens the server, or another door that has a file of its own: made at its first start."""
    import secrets

    return kept_secret(f"{os.fspath(home or config.home())}/{name}", lambda: secrets.token_urlsafe(SHORTEST).encode()).decode().strip()


SHORTEST = 32
"""Bytes of a secret. Less was cut off, by a full disk or an editor, and nothing at all would open the door to everybody."""


def kept_secret(file: str, make: Callable[[], bytes]) -> bytes:
    """What is in a file that only its owner reads; made at the first look. It is written aside and then named, so whoever comes second,
    or after a crash, finds all of it or nothing."""
    for _ in range(2):
        with contextlib.suppress(FileNotFoundError), open(file, "rb") as known:  # noqa: PTH123
            return _long_enough(file, known.read())
        aside = f"{file}.{os.urandom(8).hex()}"
        try:
            os.makedirs(os.path.dirname(file), mode=0o700, exist_ok=True)  # noqa: PTH103, PTH120
            with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as fresh:
                fresh.write(make())
                fresh.flush()
                os.fsync(fresh.fileno())
            with contextlib.suppress(FileExistsError):  # another process was first
                os.link(aside, file)
        except OSError as error:
            raise StoreError(f"{file} cannot be written ({error.strerror}): make its folder writable, or set HABITUS_HOME") from error
        finally:
            with contextlib.suppress(OSError):
                os.unlink(aside)  # noqa: PTH108
    raise StoreError(f"{file} cannot be read: check who owns it")


def _long_enough(file: str, secret: bytes) -> bytes:
    if len(secret) < SHORTEST:
        raise StoreError(
            f"{file} has {len(secret)} bytes, and a secret has {SHORTEST} or more: delete it, and the next start makes a new one"
        )
    return secret
