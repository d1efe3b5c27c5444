"""What happened, why, and taking it back. Undo restores rows; what was observed stays observed.

An undo is a change like any other: it has its line in the ledger and can be undone.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from habitus.errors import Conflict, Refused, StoreError
from habitus.types import Change

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from habitus.types import Entry, Row, Store

Key = tuple[str, str]
"""A table, and an item in it."""

TALLIES = ("times_applied", "last_used", "use_count", "not_before", "tries", "uses", "helped", "indexed")
"""Columns that count or remember rather than say: they are no reason to refuse an undo, and keep their value through one."""

VERSIONED = ("skills", "persona")

HELD = {"skills": "{}", "pending": "pending {}"}
"""The name under which a row is changed by others: a skill's versions are numbered under it, and a correction is learned from."""

OPEN = {"notices": ("waiting",), "approvals": ("pending", "approved", "denied")}
"""States that can be taken back. A message that was sent cannot be unsent; an approval is for once, and the call it let through has run."""

OVER = {
    "notices": "the message {} has left: what was sent cannot be taken back",
    "approvals": "the call that {} let through has been made: the approval was for once, and whoever wants it made again is asked again",
}

NAMES = (
    "title", "sentence", "suggestion", "name", "description", "text", "content", "error_pattern", "pattern", "request", "user_input",
    "tool",
)  # fmt: skip
"""Columns that say in words what a row is about, whatever table it is of."""

PAGE = 500

WITHDRAWN, QUESTIONS = "withdrawn", 1000
"""Contradictions that wait for a person, looked through for those of a rule."""

NEAR = 500
"""Lines among which those of one change are looked for: what others write meanwhile may stand between."""


def undo(store: Store, entry: Entry, *, actor: str, now: datetime, is_locked: bool = False) -> int:
    """Put back the row as it was before this entry; answers the ledger id of the undo."""
    if not entry.table:
        raise StoreError(f"ledger entry {entry.id} ({entry.verb}) records what happened and changed nothing: there is nothing to take back")
    if entry.table in HELD and not is_locked:
        with store.batch():
            store.hold(HELD[entry.table].format(entry.item))
            return undo(store, entry, actor=actor, now=now, is_locked=True)
    if _is_purged(store, entry):
        raise Refused(f"the skill {entry.item} was purged: its contents are gone, and nothing brings them back")
    if over(store, [entry]):
        raise Refused(OVER[entry.table].format(entry.item))
    current, after, before = store.get(entry.table, entry.item), store.content(entry.after), store.content(entry.before)
    if not _stands(entry.table, current, after):
        raise _overtaken(store, entry)
    restored = None if before is None else {**(current or {}), **store.again(entry.table, before), **_tallies(current)}
    change = Change(verb="undone", table=entry.table, item=entry.item, after=restored, actor=actor, session=entry.session, cause=entry.id)
    with store.batch():
        if restored is None:
            line = store.apply([change, *_superseded(store, entry, actor), *_revoked(store, entry, actor)], now)[0]
        else:
            for given in _given_back(store, entry) if current is None else ():
                undo(store, given, actor=actor, now=now)
            line = store.apply([change], now)[0]
        if entry.table == "behavioral_rules":
            if not (restored and restored["active"]):
                store.apply(unasked(store, entry.item, actor=actor, cause=line), now)
            for asked in _asked_again(store, entry):
                undo(store, asked, actor=actor, now=now)
        return line


def _overtaken(store: Store, entry: Entry) -> Conflict:
    """Why an entry is not taken back. If it was already, undoing what came last would do it again."""
    latest = next(iter(store.entries(item=entry.item, changes=True, limit=1)), entry)
    if latest.verb == "undone" and latest.cause == entry.id:
        return Conflict(f"entry {entry.id} was taken back already, by entry {latest.id}: there is nothing more to do", line=latest.id)
    return Conflict(
        f"{entry.table} {entry.item} was changed again after entry {entry.id}, last by entry {latest.id} ({latest.verb}): "
        f"undo {latest.id} first, or everything since {entry.at.isoformat()}",
        line=latest.id,
    )


def unasked(store: Store, rule: str, *, actor: str, cause: int | None = None) -> list[Change]:
    """What a person was asked about a rule and one that it contradicts is no question any more when one of them goes."""
    return [
        Change(verb=WITHDRAWN, table="proposals", item=one.id, after=None, actor=actor, session=one.session, cause=cause)
        for one in store.lessons().proposals("pending", kind="conflict", limit=QUESTIONS)
        if rule in (one.body["old"], one.body["new"])
    ]


def _asked_again(store: Store, entry: Entry) -> list[Entry]:
    """Questions that were withdrawn right behind a line that is taken back, and are questions again: both rules hold in the words that
    were asked about, and nobody has asked since."""
    near = store.entries(verb=WITHDRAWN, after_id=entry.id, before_id=entry.id + NEAR, changes=True, limit=NEAR)
    return [line for line in near if line.cause is not None and not store.get("proposals", line.item) and _is_open(store, line)]


def _is_open(store: Store, line: Entry) -> bool:
    body = _plain(store.content(line.before)["body"])
    known = {rule.id: rule for rule in store.lessons().rules_of([body["old"], body["new"]])}
    asked = {body["old"]: body["old_text"], body["new"]: body["new_text"]}
    return asked == {id: rule.text for id, rule in known.items() if rule.state == "active"}


def _superseded(store: Store, entry: Entry, actor: str) -> list[Change]:
    """A rule that goes gives back what it had taken the place of."""
    if entry.table != "behavioral_rules":
        return []
    return [
        Change(
            verb="in force again",
            table=entry.table,
            item=old.id,
            after=replace(old, state="active", superseded_by=None),
            actor=actor,
            cause=entry.id,
        )
        for old in store.lessons().superseded_by(entry.item)
    ]


def _revoked(store: Store, entry: Entry, actor: str) -> list[Change]:
    """A skill that goes takes its grants with it: one of the same name may be somebody else's."""
    if entry.table != "skills":
        return []
    grants = store.shelf().grants(entry.item)
    return [
        Change(verb="revoked", table="skill_grants", item=grant["id"], after=None, actor=actor, session=entry.session, cause=entry.id)
        for grant in grants
    ]


def _given_back(store: Store, entry: Entry) -> list[Entry]:
    """A rule that comes back takes the place of those again that came into force when it went, and a skill has its grants again: their
    lines stand right behind its own."""
    if entry.table == "skills":
        near = store.entries(verb="revoked", after_id=entry.id, before_id=entry.id + NEAR, changes=True, limit=NEAR)
        return [line for line in near if line.cause == entry.cause and line.item.rpartition("/")[0] == entry.item]
    if entry.table != "behavioral_rules":
        return []
    near = store.entries(verb="in force again", after_id=entry.id, before_id=entry.id + NEAR, changes=True, limit=NEAR)
    return [
        line
        for line in near
        if store.content(line.before)["superseded_by"] == entry.item
        and (store.get(line.table, line.item) or {}).get("superseded_by") != entry.item  # it was taken back by itself
    ]


def undo_many(store: Store, entries: list[Entry], *, actor: str, now: datetime) -> list[int]:
    """Newest first, all or none. Undos among them are reversed on the way, so what remains is the state before the first. What is over is
    passed over among others, and refused by itself."""
    with store.batch():
        undone: list[int] = []
        passed = over(store, entries) if len(entries) > 1 else frozenset[Key]()
        for entry in sorted(entries, key=lambda entry: entry.id, reverse=True):
            if not ((entry.table, entry.item) in passed or _is_purged(store, entry) or (undone and _is_back(store, entry))):
                undone.append(undo(store, entry, actor=actor, now=now))
        return undone


def _is_back(store: Store, entry: Entry) -> bool:
    """Another that was taken back has brought it with it."""
    current = store.get(entry.table, entry.item)
    return not _stands(entry.table, current, store.content(entry.after)) and _stands(entry.table, current, store.content(entry.before))


def shared(store: Store, entries: list[Entry], session: str) -> list[Entry]:
    """Of what a session changed, the rows that another has changed since: said again elsewhere, they are no longer this session's alone."""
    latest = store.many().latest({entry.item for entry in entries})
    return [entry for entry in entries if (last := latest[entry.item]).id > entry.id and last.session != session and last.verb != "undone"]


def over(store: Store, entries: Iterable[Entry]) -> frozenset[Key]:
    """Of what these lines are about, what nobody can take back any more."""
    states = store.many().there((entry.table, entry.item) for entry in entries if entry.table in OPEN)
    return frozenset(key for key, state in states.items() if state not in OPEN[key[0]])


def _is_purged(store: Store, entry: Entry) -> bool:
    return entry.table == "skills" and entry.before is not None and not store.shelf().versions(entry.item)


def listed(
    store: Store, *, session: str | None = None, verb: str | None = None, item: str | None = None, since: datetime | None = None,
    before_id: int | None = None, changes: bool = False, limit: int = 50,
) -> list[Entry]:  # fmt: skip
    """The ledger for a person, newest first. An item that was never changed is found by its session alone: without it, finding nothing
    would say nothing."""
    found = store.entries(session=session, verb=verb, item=item, since=since, before_id=before_id, changes=changes, limit=limit)
    if item and not (found or session or changes):
        raise Refused(
            f"No change of {item!r} fits. What changed nothing, such as a judged call, is found by its session: give that too, "
            "as `session` or, at a terminal, `--session`."
        )
    return found


def named(row: Any, otherwise: str) -> str:
    """What a row is about, in its own words where it has any."""
    known = row if isinstance(row, dict) else {}
    if isinstance(known.get("correction"), str):  # one that waits to be learned from
        known = {"text": (json.loads(known["correction"]).get("exchange") or {}).get("correction", "")}
    return next((str(known[name]) for name in NAMES if known.get(name)), otherwise)


def changes(store: Store, *, session: str | None = None, since: datetime | None = None) -> Iterator[Entry]:
    """Every change of a session, or since a time, newest first."""
    before_id = None
    while page := store.entries(session=session, since=since, before_id=before_id, changes=True, limit=PAGE):
        yield from page
        before_id = page[-1].id


def _stands(table: str, current: Row | None, after: Row | None) -> bool:
    """Is the row still as it was left? What comes again under a new number is the same by its digest."""
    if current is None or after is None:
        return current is after
    passed = (*TALLIES, "version", "updated_at") if table in VERSIONED else TALLIES
    return all(_plain(current.get(column)) == _plain(value) for column, value in after.items() if column not in passed)


def _plain(value: Any) -> Any:
    """JSON columns compare by what they say, however a database spells them."""
    if isinstance(value, str) and value[:1] in "{[":
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def _tallies(current: Row | None) -> Row:
    return {column: current[column] for column in TALLIES if current and column in current}


@dataclass(frozen=True, slots=True, kw_only=True)
class Blame:
    """What was in force when the agent did something."""

    entry: Entry
    did: dict[str, Any]
    guidance: dict[str, Any] | None
    """The last text put before the model, as it was then."""
    guidance_entry: Entry | None
    lessons: list[dict[str, Any]] = field(default_factory=list)


def blame(store: Store, session: str, call: str = "", after_id: int = 0) -> Iterator[Blame]:
    """Every judged call of a session, or the one asked for, with what the model had been told before it. `after_id`: behind that line."""
    guidance = next(iter(store.entries(session=session, verb="injected", before_id=after_id + 1, limit=1)), None) if after_id else None
    told: dict[str, Any] | None = None
    known: dict[str, dict[str, Any]] = {}
    for entry in store.story(session, after_id):
        if entry.verb == "injected":
            guidance, told = entry, None
        elif entry.verb in ("judged", "settled") and call in ("", entry.item):
            told = told or (store.content(guidance.after) if guidance else None)
            lessons = [known.get(id) or known.setdefault(id, lesson(store, id)) for id in (told or {}).get("lessons", ())]
            yield Blame(entry=entry, did=store.content(entry.after), guidance=told, guidance_entry=guidance, lessons=lessons)


def lesson(store: Store, id: str) -> dict[str, Any]:
    """Where a lesson came from: its first line in the ledger."""
    lines = [entry for entry in store.entries(item=id, changes=True, limit=PAGE) if entry.table == "behavioral_rules"]
    born = lines[-1] if lines else None
    row = (store.content(born.after) if born else None) or store.get("behavioral_rules", id) or {}
    origin = json.loads(row["origin"]) if row.get("origin") else {}
    said = json.loads(row["source_exchange"])["correction"] if row.get("source_exchange") else ""
    return {"id": id, "text": row.get("description", ""), "origin": origin, "said": said, "entry": born.id if born else None}
