"""Agents, skills and personas in the database. A skill's contents lie in blobs by their hash, so the folders can always be made again.

A row of `skills` or `persona` says which version is in force and is a change like any other, with its line in the ledger. The versions
themselves are only ever added: what is taken back comes again as the next one.
"""

from __future__ import annotations

import base64
import json
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any

from habitus.errors import StoreError
from habitus.store.listing import listed
from habitus.store.sql import LAST, like
from habitus.types import Bundle, Origin, PersonaVersion, Skill, SkillVersion

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from habitus.store.sql import SqlStore
    from habitus.types import Listed, Place, Row

MAIN = "SKILL.md"
TABLES = ("skills", "persona")

CONTENTS = 0
"""The lock on all contents, taken after a skill's own: two may share a file, and one must not forget it while the other takes it up."""


class SqlShelf:
    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._database = store.database

    @contextmanager
    def locked(self, key: int) -> Iterator[None]:
        """One writer at a time, over all processes: what is read inside is still so when it is written."""
        with self._store.batch():
            self._database.run("hold", {"key": key})
            yield

    # ── agents ──

    def agent(self, id: str) -> Row | None:
        return self._store.get("agents", id)

    def agents(self) -> list[Row]:
        return self._database.run("agents_described", {})

    def agents_listed(self, limit: int | None = None, *, after: Place | None = None) -> Listed[Row]:
        asked = {"first": after is None, "limit": LAST if limit is None else limit}
        return listed(self._database, "agents_listed", asked, dict, after)

    def is_met(self, agent: str) -> bool:
        return bool(self._database.run("agent_met", {"id": agent}))

    # ── skills ──

    def skill(self, slug: str) -> Skill | None:
        row = self._store.get("skills", slug)
        return skill(row) if row else None

    def skills(self, status: str = "active", *, word: str = "", limit: int | None = None, after: Place | None = None) -> Listed[Skill]:
        asked = {"status": status, "word": like(word), "limit": LAST if limit is None else limit}
        return listed(self._database, "skills_listed", asked, skill, after)

    def visible(self, agent: str, limit: int) -> list[Skill]:
        return [skill(row) for row in self._database.run("skills_visible", {"agent": agent, "limit": limit})]

    def visible_to(self, agents: Sequence[str], limit: int) -> dict[str, list[str]]:
        everyones = self._database.run("skills_everyones", {"limit": limit})
        granted: dict[str, list[Row]] = {agent: [] for agent in agents}
        for row in self._database.run("skills_granted", {"agents": json.dumps(list(agents))}):
            granted[row["agent"]].append(row)
        return {agent: _in_use_first([*everyones, *rows])[:limit] for agent, rows in granted.items()}

    def used(self, slug: str, *, uses: int = 0, helped: int = 0, at: datetime | None = None) -> None:
        self._database.change("skills_used", {"id": slug, "uses": uses, "helped": helped, "at": at and at.isoformat()})

    def add_version(self, slug: str, bundle: Bundle, *, digest: str, origin: Origin, why: str, at: datetime) -> int:
        self._database.run("hold", {"key": CONTENTS})
        files = {name: self._keep(content) for name, content in sorted(bundle.files.items())}
        values = {
            "slug": slug, "digest": digest, "size": size(bundle), "origin": _said(origin), "why": why, "at": at.isoformat(),
            "files": json.dumps({MAIN: self._keep(bundle.text.encode()), **files}),
        }  # fmt: skip
        return int(self._database.run("skill_version_add", values)[0]["version"])

    def bundle(self, slug: str, version: int) -> Bundle:
        files = {name: self._open(*place) for name, place in json.loads(self._version(slug, version)["files"]).items()}
        return Bundle(text=files.pop(MAIN).decode(), files=files)

    def versions(self, slug: str) -> list[SkillVersion]:
        """Newest first."""
        rows = self._database.run("skill_versions_of", {"slug": slug})
        return [SkillVersion(**{**row, "at": datetime.fromisoformat(row["at"]), "origin": _origin(row["origin"])}) for row in rows]

    def all_versions(self) -> dict[str, dict[int, str]]:
        """Of every skill: the number of each version, and its digest."""
        found: dict[str, dict[int, str]] = {}
        for row in self._database.run("skill_versions_all", {}):
            found.setdefault(row["slug"], {})[row["version"]] = row["digest"]
        return found

    def forget(self, slug: str) -> None:
        """All versions, and the contents that no other skill has."""
        with self._store.batch():
            self._database.run("hold", {"key": CONTENTS})
            gone = {place[1] for v in self.versions(slug) for place in json.loads(self._version(slug, v.version)["files"]).values()}
            self._database.change("skill_versions_drop", {"slug": slug})
            kept = {place[1] for row in self._database.run("skill_files_all", {}) for place in json.loads(row["files"]).values()}
            for name in gone - kept:
                self._database.change("blob_drop", {"hash": name})

    def grants(self, slug: str) -> list[Row]:
        return self._database.run("skill_grants_of", {"slug": slug})

    # ── personas ──

    def persona(self, agent: str, file: str) -> PersonaVersion | None:
        """The version in force."""
        found = self._database.run("persona_in_force", {"id": f"{agent}/{file}"})
        return _persona(found[0]) if found else None

    def personas(self, agent: str = "") -> list[Row]:
        return self._database.run("persona_listed", {"agent": agent})

    def personas_of(self, agents: Sequence[str]) -> dict[str, dict[str, int]]:
        found: dict[str, dict[str, int]] = {agent: {} for agent in agents}
        for row in self._database.run("persona_of_agents", {"agents": json.dumps(list(agents))}):
            found[row["agent"]][row["file"]] = row["version"]
        return found

    def persona_versions(self, agent: str, file: str) -> list[PersonaVersion]:
        """Newest first."""
        return [_persona(row) for row in self._database.run("persona_versions_of", {"agent": agent, "file": file})]

    def add_persona(self, agent: str, file: str, text: str, *, origin: Origin, why: str, at: datetime) -> int:
        values = {"agent": agent, "file": file, "text": text, "origin": _said(origin), "why": why, "at": at.isoformat()}
        return int(self._database.run("persona_version_add", values)[0]["version"])

    # ── contents ──

    def _version(self, slug: str, version: int) -> Row:
        found = self._database.run("skill_version_get", {"slug": slug, "version": version})
        if not found:
            raise StoreError(f"the skill {slug} has no version {version}: `habitus skills show {slug}` lists them")
        return found[0]

    def _keep(self, content: bytes) -> tuple[str, str]:
        """How a content is written, and the blob that holds it."""
        import hashlib

        try:
            how, text = "text", content.decode()
            if "\0" in text:
                raise UnicodeError
        except UnicodeError:
            how, text = "base64", base64.b64encode(content).decode()
        name = f"skill:{hashlib.sha256(text.encode()).hexdigest()}"  # a name that no other content has: forgetting a skill forgets only it
        self._database.change("blob_put", {"hash": name, "content": text})
        return how, name

    def _open(self, how: str, name: str) -> bytes:
        text = self._store.opened_blob(name)
        return base64.b64decode(text) if how == "base64" else text.encode()


def _in_use_first(rows: Sequence[Row]) -> list[str]:
    """As `skills_visible` has them, each once."""
    by_name = sorted(rows, key=lambda row: str(row["id"]))
    newest = sorted(by_name, key=lambda row: datetime.fromisoformat(row["updated_at"]), reverse=True)
    return list(dict.fromkeys(row["id"] for row in sorted(newest, key=lambda row: -int(row["uses"]))))


def again(store: SqlStore, table: str, before: Row, current: Row | None) -> Row:
    """A row that is put back, with the version that was in force then as the next one. Rows without versions come back as they were."""
    if table == "skills":
        old = store.database.run("skill_version_get", {"slug": before["id"], "version": before["version"]})
        if not old or old[0]["digest"] != before["digest"]:
            raise StoreError(f"the skill {before['id']} was purged since: its contents are gone, and nothing brings them back")
        if current and current["version"] == before["version"]:
            return before
        why = f"version {before['version']} again"
        found = store.database.run("skill_version_add", {**old[0], "why": why})
        return {**before, "version": found[0]["version"]}
    if table == "persona":
        place = {"agent": before["agent"], "file": before["file"]}
        old = store.database.run("persona_version_get", {**place, "version": before["version"]})
        found = store.database.run("persona_version_add", {**old[0], "why": f"version {before['version']} again"})
        return {**before, "version": found[0]["version"]}
    return before


def size(bundle: Bundle) -> int:
    return len(bundle.text.encode()) + sum(len(content) for content in bundle.files.values())


def skill(row: Row) -> Skill:
    values: dict[str, Any] = {name: value for name, value in row.items() if name != "id"}
    values["slug"] = row["id"]
    values["is_system"] = bool(row["is_system"])
    for name in ("frontmatter", "accepted"):
        values[name] = json.loads(row[name])
    for name in ("created_at", "updated_at", "last_used"):
        values[name] = row[name] and datetime.fromisoformat(row[name])
    return Skill(**values)


def skill_row(skill: Skill) -> Row:
    row: Row = {name: getattr(skill, name) for name in skill.__dataclass_fields__}
    row["id"] = row.pop("slug")
    for name in ("frontmatter", "accepted"):
        row[name] = json.dumps(row[name], ensure_ascii=False, default=str)
    for name in ("created_at", "updated_at", "last_used"):
        row[name] = row[name] and row[name].isoformat()
    return row


def _said(origin: Origin) -> str:
    return json.dumps({name: getattr(origin, name) for name in origin.__dataclass_fields__})


def _origin(text: str) -> Origin:
    return Origin(**json.loads(text))


def _persona(row: Row) -> PersonaVersion:
    return PersonaVersion(**{**row, "at": datetime.fromisoformat(row["at"]), "origin": _origin(row["origin"])})
