"""The store, once, over any database that can run our named SQL in a transaction.

What is written here is written together with its line in the ledger, or not at all.
"""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from datetime import UTC
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from habitus.errors import StoreError
from habitus.store import rows
from habitus.types import Approval, Behind, Entry, SessionEnd, Told, Versions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime

    from habitus.types import (
        Change,
        Counting,
        Doors,
        Kept,
        Kind,
        Lessons,
        Listed,
        Many,
        Metric,
        ModelCall,
        Note,
        Past,
        Place,
        Row,
        Shelf,
    )

Item = TypeVar("Item")

PAGE = 1000
"""Rows fetched at a time where a history may be long: memory stays flat."""


LAST = 2**62
"""Beyond every ledger id."""

EARLIEST = "0001-01-01T00:00:00+00:00"

LISTED = frozenset({"behavioral_rules", "learning_examples", "learnings", "knowledge"})
"""Tables whose rows are found by their words."""


class Database(Protocol):
    """Transactions nest: only the outermost commits. A reader outside one sees what was committed."""

    where: str

    is_typed: bool
    """Are times and ids more than text here? Then a text that is none cannot be asked for."""

    def run(self, name: str, values: Row) -> list[Row]: ...

    def change(self, name: str, values: Row) -> int: ...

    def add(self, name: str, values: Row) -> int:
        """A row whose id the database gives; answers the id."""

    def change_many(self, name: str, values: Sequence[Row]) -> int: ...

    def insert(self, name: str, values: Sequence[tuple[Any, ...]]) -> int:
        """Rows, each in the order in which the statement has its ` VALUES (:a, :b)`; answers how many were new."""

    def transaction(self) -> AbstractContextManager[None]: ...

    def aside(self) -> AbstractContextManager[None]: ...

    def at_once(self) -> AbstractContextManager[None]: ...

    def close(self) -> None: ...


class SqlStore:
    def __init__(self, database: Database, *, inline_bytes: int = 1024) -> None:
        self.database = database
        self.where = database.where
        self.is_far = "://" in database.where
        self._inline_bytes = inline_bytes
        self._is_listed = False
        self._mine = threading.local()
        """The batches that this thread is in, outermost first: the ledger ids of what was changed in each."""

    # ── events ──

    def snapshot(self, session: str) -> tuple[int, str] | None:
        found = self.database.run("session_snapshot", {"id": session})
        return (found[0]["position"], self._open(found[0]["snapshot"])) if found else None

    def events(self, session: str, after: int = 0) -> Iterator[Told]:
        while True:
            page = self.database.run("events_after", {"session": session, "after": after, "limit": PAGE})
            for row in page:
                after = row["seq"]
                yield self.told(session, row)
            if len(page) < PAGE:
                return

    def told(self, session: str, row: Row) -> Told:
        return Told(row["seq"], rows.event(session, row, self._open(row["body"])), bool(row["blocked"]), tuple(row["fired"].split()))

    def place(self, session: str, key: str) -> int | None:
        return next((row["seq"] for row in self.database.run("event_known", {"session": session, "key": key})), None)

    def last_asked(self, session: str) -> int:
        return int(self.database.run("events_last_user", {"session": session})[0]["seq"])

    def opened(self, session: str) -> Row | None:
        return next(iter(self.database.run("session_get", {"id": session})), None)

    def results_before(self, session: str, seq: int, within: int) -> list[Any]:
        found = self.database.run("results_before", {"session": session, "seq": seq, "from": seq - within})
        bodies = [json.loads(self._open(row["body"])) for row in found]
        return [part for body in bodies for part in (body.get("result"), body.get("error")) if part]

    def append(
        self, told: Told, *, now: datetime, note: Note, changes: Sequence[Change] = (), snapshot: str | None = None, teaches: bool = False,
        metrics: Sequence[Metric] = (),
    ) -> bool:  # fmt: skip
        event, seq = told.event, told.seq
        at, key, written = rows.when(event.at), event.key or rows.place(seq), rows.when(now)
        with self.database.transaction():
            if seq == 1:
                self.database.change("session_open", {"id": event.session, "agent": event.agent, "workspace": event.workspace, "at": at})
            row = {
                "session": event.session,
                "seq": seq,
                "at": at,
                "kind": rows.KIND[type(event)],
                "key": key,
                "blocked": told.blocked,
                "body": self._close(rows.body(event)),
                "fired": " ".join(told.fired),
            }
            if not self.database.change("event_insert", row):
                # What has no key of its own is told once: its place was taken by another process.
                if event.key and self.database.run("event_known", {"session": event.session, "key": key}):
                    return False
                raise Behind
            self._write(written, note.verb, note.actor, note.session, "", note.item, None, rows.dump(note.content), None)
            for change in changes:
                self._apply(change, written)
            if isinstance(event, SessionEnd):
                self.database.change("session_end", {"id": event.session, "at": at})
            if metrics:
                self._count(metrics)
            if teaches:
                self.database.change("session_teaches", {"id": event.session, "seq": seq})
            if snapshot is not None:
                self.database.change("session_save", {"id": event.session, "position": seq - 1, "snapshot": self._close(snapshot)})
        return True

    def claim_teaching(self, session: str, seq: int) -> bool:
        return self.database.change("session_teaching_claim", {"id": session, "seq": seq}) == 1

    def untaught(self, limit: int) -> list[Row]:
        return self.database.run("sessions_untaught", {"limit": limit})

    def last(self, session: str) -> int:
        return int(self.database.run("events_last", {"session": session})[0]["seq"])

    def known(self, session: str, keys: Sequence[str]) -> set[str]:
        return {row["key"] for row in self.database.run("events_known", {"session": session, "keys": json.dumps(list(keys))})}

    def _count(self, metrics: Sequence[Metric]) -> None:
        from habitus.store import counting

        counting.added(self.database, metrics)

    def counting(self) -> Counting:
        from habitus.store.counting import SqlCounting

        return SqlCounting(self)

    def streak(self, row: Row) -> None:
        self.database.change("streak_put", row)

    def extend(self, told: Sequence[Told], notes: Sequence[Note], now: datetime) -> None:
        added, written, body, close = [], now.isoformat(), rows.body, self._close
        with self.database.transaction():
            for one in told:
                event, seq = one.event, one.seq
                kind, at = rows.KIND[type(event)], rows.when(event.at)
                if seq == 1:
                    self.database.change(
                        "session_open", {"id": event.session, "agent": event.agent, "workspace": event.workspace, "at": at}
                    )
                if kind == "end":
                    self.database.change("session_end", {"id": event.session, "at": at})
                added.append((event.session, seq, at, kind, event.key or rows.place(seq), close(body(event))))
            if self.database.insert("events_insert", added) < len(added):
                raise Behind
            self.database.insert(
                "ledger_jot", [(written, note.verb, note.actor, note.session, note.item, rows.dump(note.content)) for note in notes]
            )

    # ── changes and the ledger ──

    def note(self, note: Note, at: datetime) -> int:
        with self.database.transaction():
            return self._write(at.isoformat(), note.verb, note.actor, note.session, "", note.item, None, rows.dump(note.content), None)

    def apply(self, changes: Sequence[Change], at: datetime) -> list[int]:
        with self.database.transaction():
            return [self._apply(change, at.isoformat()) for change in changes]

    def _apply(self, change: Change, at: str) -> int:
        before = self.get(change.table, change.item)
        after = None if change.after is None else {**rows.ADDED.get(change.table, {}), **_kept(change.after)}
        entry = self._write(
            at, change.verb, change.actor, change.session, change.table, change.item,
            None if before is None else rows.dump(before), None if after is None else rows.dump(after), change.cause,
        )  # fmt: skip
        if after is None:
            self.database.change(f"{change.table}.delete", {"id": change.item})
        else:
            self.database.change(f"{change.table}.put", after)
        for batch in self._mine.__dict__.get("batches", ()):
            batch.append(entry)
        if change.table in LISTED:
            from habitus.store import finding

            finding.listed(self.database, change.table, change.item, after, before)
        return entry

    def _write(
        self, at: str, verb: str, actor: str, session: str, table: str, item: str, before: str | None, after: str | None, cause: int | None
    ) -> int:
        values = {
            "at": at, "verb": verb, "actor": actor, "session": session, "item_table": table, "item": item,
            "before": before and self._close(before), "after": after and self._close(after), "cause": cause,
        }  # fmt: skip
        return self.database.add("ledger_insert", values)

    def entries(
        self,
        *,
        session: str | None = None,
        verb: str | None = None,
        item: str | None = None,
        since: datetime | None = None,
        before_id: int | None = None,
        after_id: int = -1,
        changes: bool = False,
        limit: int = 50,
    ) -> list[Entry]:
        first = after_id + 1
        if since is not None:
            found = self.database.run("ledger_first", {"since": since.isoformat()})[0]["id"]
            if found is None:
                return []
            first = max(first, found)
        values = {
            "session": session or "", "item": item or "", "verb": verb or "", "first": first,
            "before_id": LAST if before_id is None else before_id, "changes": changes, "limit": limit,
        }  # fmt: skip
        return [rows.entry(row) for row in self.database.run(_query(session, item, changes=changes), values)]

    def story(self, session: str, after_id: int = 0) -> Iterator[Entry]:
        while page := self.database.run("ledger_story", {"session": session, "after": after_id, "limit": PAGE}):
            yield from map(rows.entry, page)
            after_id = page[-1]["id"]

    def said(self, session: str, items: Sequence[str], between: tuple[datetime, datetime] | None = None) -> list[Entry]:
        since, until = (at.astimezone(UTC).isoformat() for at in between) if between else (EARLIEST, EARLIEST)
        values = {"session": session, "items": json.dumps(list(items)), "since": since, "until": until}
        return [rows.entry(row) for row in self.database.run("ledger_said", values)]

    def entry(self, id: int) -> Entry | None:
        found = self.database.run("ledger_get", {"id": id})
        return rows.entry(found[0]) if found else None

    # ── contents, by hash where they are large ──

    def content(self, reference: str | None) -> Any:
        return None if reference is None else json.loads(self._open(reference))

    def _close(self, text: str) -> str:
        if len(text) <= self._inline_bytes:
            return text
        import hashlib  # at first need: most contents are small

        name = "sha256:" + hashlib.sha256(text.encode()).hexdigest()
        self.database.change("blob_put", {"hash": name, "content": text})
        return name

    def _open(self, reference: str) -> str:
        return self.opened_blob(reference) if reference.startswith("sha256:") else reference

    def opened_blob(self, name: str) -> str:
        found = self.database.run("blob_get", {"hash": name})
        if not found:
            raise StoreError(f"the store {self.where} has lost the content {name}: restore a copy of the file")
        text: str = found[0]["content"]
        return text

    # ── the rest ──

    def get(self, table: str, item: str) -> Row | None:
        found = self.database.run(f"{table}.get", {"id": item})
        return found[0] if found else None

    def shelf(self) -> Shelf:
        from habitus.store.shelf import SqlShelf

        return SqlShelf(self)

    def lessons(self) -> Lessons:
        from habitus.store.lessons import SqlLessons

        return SqlLessons(self)

    def many(self) -> Many:
        from habitus.store.many import SqlMany

        return SqlMany(self)

    def past(self) -> Past:
        from habitus.store.past import SqlPast

        return SqlPast(self)

    def doors(self) -> Doors:
        from habitus.store.doors import SqlDoors

        return SqlDoors(self)

    def about(self, kind: Kind, terms: Sequence[str], scopes: Sequence[str], each: int = 0) -> dict[str, list[str]]:
        return self.all_about({kind: each}, terms, scopes)[kind]

    def all_about(self, wanted: Mapping[Kind, int], terms: Sequence[str], scopes: Sequence[str]) -> dict[Kind, dict[str, list[str]]]:
        from habitus.store import finding

        if not self._is_listed and "check" not in wanted:  # a check is found by its tool, whatever words mean
            finding.renewed(self.database)
            self._is_listed = True
        finding.caught_up(self.database)
        return finding.about(self.database, wanted, terms, scopes)

    def strategies(self, agent: str, limit: int = 500, after: Place | None = None, *, word: str = "") -> Listed[Row]:
        return self.listed("strategies_listed", {"agent": agent, "word": like(word), "limit": limit}, dict, after)

    def again(self, table: str, before: Row) -> Row:
        from habitus.store import shelf

        return shelf.again(self, table, before, self.get(table, before["id"])) if table in shelf.TABLES else before

    def listed(self, query: str, values: Row, made: Callable[[Row], Item], after: Place | None) -> Listed[Item]:
        from habitus.store import listing

        return listing.listed(self.database, query, values, made, after)

    def overflow(self, table: Literal["notices", "learning_examples"], cap: int) -> list[str]:
        query = "notices_overflow" if table == "notices" else "examples_overflow"
        return [row["id"] for row in self.database.run(query, {"cap": cap})]

    def notices(self, state: str, limit: int = 50) -> list[Row]:
        return self.database.run("notices_listed", {"state": state, "limit": limit})

    def notices_due(self, now: datetime, limit: int) -> list[Row]:
        return self.database.run("notices_due", {"now": now.isoformat(), "limit": limit})

    def lease_notice(self, row: Row, until: datetime) -> bool:
        return self.database.change("notice_lease", {"id": row["id"], "not_before": row["not_before"], "until": until.isoformat()}) == 1

    def approval(self, id: str) -> Approval | None:
        row = self.get("approvals", id)
        return rows.approval(row) if row else None

    def approval_of(self, call_hash: str, now: datetime) -> Approval | None:
        found = self.database.run("approvals_of_call", {"call_hash": call_hash, "now": now.isoformat()})
        return rows.approval(found[0]) if found else None

    def claim_approval(self, id: str, now: datetime) -> bool:
        return self.database.change("approval_claim", {"id": id, "now": now.isoformat()}) == 1

    def approvals(self, state: str, now: datetime, limit: int = 50, *, after: Place | None = None) -> Listed[Approval]:
        return self.listed("approvals_in_state", {"state": state, "now": now.isoformat(), "limit": limit}, rows.approval, after)

    def waiting(self, now: datetime, since: datetime, most: int) -> dict[str, int]:
        return dict(self.database.run("waiting", {"now": now.isoformat(), "since": since.isoformat(), "most": most})[0])

    def counts(self) -> dict[str, int]:
        return dict(self.database.run("counts", {})[0])

    def versions(self) -> Versions:
        return Versions(**self.database.run("versions", {})[0])

    def meter(self, call: ModelCall) -> None:
        with self.database.transaction():
            self.database.change("model_call_insert", rows.model_call(call))

    def spent(self, since: datetime, *, only: str = "", but: str = "") -> tuple[int, float]:
        row = self.database.run("model_spent", {"since": since.isoformat(), "only": only, "but": but})[0]
        return int(row["tokens"]), float(row["cost"])

    def hold(self, name: str) -> None:
        """Whoever holds the same name waits until this transaction has ended, and then reads what it has written."""
        from habitus.parse.locks import lock_key

        self.database.run("hold", {"key": lock_key(name)})

    @property
    def is_together(self) -> bool:
        """Does what this thread writes become durable with something else, or not at all?"""
        return bool(self._mine.__dict__.get("batches"))

    @contextmanager
    def batch(self) -> Iterator[list[int]]:
        batches: list[list[int]] = self._mine.__dict__.setdefault("batches", [])
        batches.append([])
        try:
            with self.database.transaction():
                yield batches[-1]
        finally:
            batches.pop()

    def aside(self) -> AbstractContextManager[None]:
        return self.database.aside()

    def at_once(self) -> AbstractContextManager[None]:
        return self.database.at_once()

    def close(self) -> None:
        self.database.close()


def _query(session: str | None, item: str | None, *, changes: bool) -> str:
    """By the index that finds most with least: an item has one where it was changed, and is looked for in its session otherwise."""
    if item and (changes or not session):
        return "ledger_of_item"
    return "ledger_of_session" if session else "ledger_changes" if changes else "ledger_recent"


def like(word: str) -> str:
    """What is looked for, as it stands: no sign in it means anything else."""
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_").lower()


def _kept(value: Kept) -> Row:
    if isinstance(value, dict):
        return value
    if isinstance(value, Approval):
        return rows.approval_row(value)
    from habitus.store import lesson_rows

    return lesson_rows.kept(value)
