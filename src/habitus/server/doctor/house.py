"""The house itself: settings, store, spool, queue, model, daemon."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from habitus import __version__, assemble
from habitus.config import find
from habitus.errors import HabitusError
from habitus.layer import spool
from habitus.models.meter import Budget
from habitus.server import warm
from habitus.server.doctor import Finding

if TYPE_CHECKING:
    from collections.abc import Callable

    from habitus.layer import Layer

BUSY = 40
"""Waiting corrections from which the queue is red: the seed's."""


def examined(home: str, config: str | None = None) -> list[Finding]:
    try:
        layer = assemble.layer(home=home, file=config)
    except HabitusError as error:
        return [Finding("settings and store", "fault", str(error), "mend what it names; nothing is judged until then"), _daemon(home)]
    try:
        return [_settings(layer, config), *(_looked(layer, part) for part in (_store, _spool, _queue, _redis, _model)), _daemon(home)]
    finally:
        layer.close()


def _looked(layer: Layer, part: Callable[[Layer], Finding]) -> Finding:
    try:
        return part(layer)
    except HabitusError as error:
        return Finding(part.__name__.strip("_"), "fault", str(error), "mend what it names; declared rules are in force all the same")


def _settings(layer: Layer, config: str | None) -> Finding:
    checks = [check.id for check in layer.gates.rules.checks]
    where = str(find(config) or "defaults")
    if not checks:
        remedy = "set `security.behavior.profile`, unless learned rules are all you want"
        return Finding("settings", "note", f"{where}: no declared rule is in force", remedy)
    return Finding("settings", "ok", f"{where}: {len(checks)} declared rules in force")


def _store(layer: Layer) -> Finding:
    """One that can be read and written."""
    counts = layer.store.counts()
    with layer.store.batch():
        pass
    return Finding("store", "ok", f"{layer.store.where}: {counts['events']} events, {counts['rules']} rules in force")


def _spool(layer: Layer) -> Finding:
    left = spool.waiting(layer.home)
    if left.refused:
        file = f"{spool.folder(layer.home)}/{spool.REFUSED}"
        remedy = f"{file} has them, each with the reason; when that is mended, `mv {file} {file}.jsonl` has them taken in"
        return Finding("spool", "fault", f"the store refused {left.refused} bytes of events", remedy)
    if left.bytes:
        return Finding("spool", "note", f"{left.bytes} bytes of events wait on the disk", "they are taken in when the store answers")
    return Finding("spool", "ok", "nothing waits on the disk")


def _queue(layer: Layer) -> Finding:
    depth, dead, cap = layer.queue.depth(), layer.store.counts()["dead"], layer.settings.queue.cap
    text = f"{depth} of {cap} waiting, {dead} given up"
    if depth >= BUSY:
        return Finding("queue", "fault", text, "the learner does not keep up: `habitus queue run`, and look at `model`")
    if dead:
        return Finding("queue", "note", text, "`habitus queue dead` says why, `habitus queue retry` tries again")
    return Finding("queue", "ok", text)


def _redis(layer: Layer) -> Finding:
    url = layer.settings.redis.url
    if not url:
        return Finding("redis", "ok", "none configured, none needed")
    import redis

    from habitus.parse.urls import public
    from habitus.store.queue import connect

    try:
        with connect(url) as client:
            client.ping()
    except redis.RedisError as error:
        remedy = "start it, or take `redis.url` away; until then the table has the queue, and replicas ask for changes"
        return Finding("redis", "fault", f"{public(url)} does not answer: {public(str(error))}", remedy)
    return Finding("redis", "ok", f"{public(url)} answers")


def _model(layer: Layer) -> Finding:
    asked = layer.settings.model
    if layer.model is None:
        return Finding("model", "ok", "none configured, none called")
    if not asked.api_key and not asked.base_url:
        return Finding("model", "fault", f"{layer.model.name}: no key", "set `model.api_key`, or take `model.provider` away")
    budget, now = Budget.of("model", asked), layer.clock()
    if found := budget.reached(layer.store, now):
        setting, reached = found
        return Finding("model", "note", f"{layer.model.name}: {reached} are spent today", f"it goes on tomorrow; `{setting}`")
    tokens, cost = budget.spent(layer.store, now)
    return Finding("model", "ok", f"{layer.model.name}: {tokens} tokens, ${cost:.4f} today")


def _daemon(home: str) -> Finding:
    found, stuck = warm.looked(home)
    if stuck:
        what, _, remedy = stuck.partition(": ")
        return Finding("daemon", "fault", what, remedy)
    if found is None:
        if os.path.exists(f"{home}/{warm.LOG}") and (said := _last_words(f"{home}/{warm.LOG}")):  # noqa: PTH110
            return Finding("daemon", "note", f"does not run; it last said: {said}", "the next hook starts it; or `habitus daemon start`")
        return Finding("daemon", "ok", "does not run; the next hook starts it")
    if found.get("version") != __version__:
        remedy = "`habitus daemon stop`: the next hook starts the new one"
        return Finding("daemon", "fault", f"process {found.get('pid')} is habitus {found.get('version')}, this is {__version__}", remedy)
    return Finding("daemon", "ok", f"process {found.get('pid')} answers ({found.get('by')})")


def _last_words(file: str) -> str:
    """The last line that tells of trouble."""
    with open(file, "rb") as log:  # noqa: PTH123
        log.seek(max(0, os.stat(file).st_size - 4096))  # noqa: PTH116
        lines = log.read().decode("utf-8", "replace").splitlines()
    return next((line[:300] for line in reversed(lines) if " WARNING " in line or " ERROR " in line or "Error: " in line), "")
