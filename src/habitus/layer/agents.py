"""Agents and their switches. One that nobody has described is known all the same: predefined, with every switch off."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from habitus.errors import ConfigError
from habitus.evolve.agents import resolve, spellings
from habitus.parse.locks import lock_key
from habitus.types import Agent, Change, Listed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.types import Clock, Place, Row, Shelf, Store

LONGEST = 128
"""Characters of a name: it is a folder too."""


class Agents:
    def __init__(self, store: Store, shelf: Shelf, clock: Clock) -> None:
        self._store = store
        self._shelf = shelf
        self._clock = clock
        self.changes = 0

    def one(self, id: str) -> Agent:
        """As it is in force."""
        return _resolved(id, self._shelf.agent(id))

    def all(self) -> list[Agent]:
        """Those that were described, and those that were only met."""
        return list(self.listed())

    def listed(self, limit: int | None = None, *, after: Place | None = None) -> Listed[Agent]:
        """The same, a page at a time, by their names."""
        rows = self._shelf.agents_listed(limit, after=after)
        found = Listed(_resolved(row["id"], row if row["kind"] else None) for row in rows)
        found.places = rows.places
        return found

    def is_known(self, id: str) -> bool:
        """Was it described, or met?"""
        return self._shelf.agent(id) is not None or (bool(id) and self._shelf.is_met(id))

    def add(self, id: str, kind: str, *, who: str) -> Agent:
        checked(id)
        if self._shelf.agent(id):
            raise ConfigError(f"the agent {id!r} is there already: `habitus agents show {id}`")
        resolve(id, kind, {})
        self._put("added", id, kind, {}, who)
        return self.one(id)

    def set(self, id: str, key: str, value: Any, *, who: str) -> Agent:
        """One setting, by its name or as others write it; None takes it away, so that the default holds. What cannot be read is refused
        before it is kept."""
        from habitus.evolve import guardrails, settable
        from habitus.evolve.tuning import ADVICE

        checked(id)
        key = settable.called(key)
        settable.check(id, key, value)
        with self._shelf.locked(place(id)):
            row = self._shelf.agent(id)
            kind, config = (row["kind"], json.loads(row["other_config"])) if row else ("predefined", {})
            if key == "kind":
                kind = str(value)
            else:
                for name in spellings(key):
                    config.pop(name, None)
                if value is not None:
                    config[key] = value
            resolve(id, kind, config)
            rails = guardrails.read(config.get(guardrails.KEY))
            was = json.loads(row["other_config"]).get(guardrails.KEY) if row else None
            strange = guardrails.unlockable(rails.locked_params, guardrails.read(was).locked_params)
            if strange is not None:
                raise ConfigError(
                    f"evolution changes no setting called {strange!r:.80}, so there is nothing to lock: "
                    f"there are {', '.join(guardrails.LOCKS)}, and {ADVICE}TOOL for each tool"
                )
            if not row or (kind, config) != (row["kind"], json.loads(row["other_config"])):
                self._put("set", id, kind, config, who)
        return self.one(id)

    def configure(self, id: str, config: Mapping[str, Any], *, who: str) -> None:
        """All of its configuration at once: what evolution tunes, and takes back to the byte."""
        row = self._shelf.agent(id)
        kind = row["kind"] if row else "predefined"
        resolve(id, kind, config)
        self._put("tuned", id, kind, dict(config), who)

    def _put(self, verb: str, id: str, kind: str, config: dict[str, Any], who: str) -> None:
        self.changes += 1
        known = self._shelf.agent(id)
        row = {"id": id, "kind": kind, "other_config": json.dumps(config, ensure_ascii=False)}
        row["created_at"] = known["created_at"] if known else self._clock().isoformat()
        self._store.apply([Change(verb=verb, table="agents", item=id, after=row, actor=who)], self._clock())


def _resolved(id: str, row: Row | None) -> Agent:
    return resolve(id, row["kind"], json.loads(row["other_config"])) if row else resolve(id, "predefined", {})


def place(id: str) -> int:
    """The lock under which an agent is changed."""
    return lock_key(f"evolution/agent/{id}")


def is_name(id: str) -> bool:
    """Can it be a folder?"""
    return 0 < len(id) <= LONGEST and id == id.strip() and id.isprintable() and not {"/", "\\"} & {*id} and not id.startswith(".")


def checked(id: str) -> str:
    """A name that can be a folder."""
    if not is_name(id):
        raise ConfigError(f"an agent's name is a word or a few, without slashes or a leading dot, not {id!r:.80}")
    return id
