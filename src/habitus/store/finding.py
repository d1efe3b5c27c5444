"""Where lessons are found: by a word of theirs, or by the tool that their check looks at. An inverted index in the same database.

Its rows follow from the lessons, so they have no lines in the ledger. What a person changes by hand drops out of the index by a trigger
and is put back here, when somebody next looks.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from habitus.store.sql import Database
    from habitus.types import Kind, Row

EACH = 32
"""Lessons that one word may bring to a prompt, newest first."""

ALL = 10_000
"""Of checks: none may drop out because others are newer. So many on one tool are no longer anybody's rules."""

TOGETHER = 100
"""Lessons that are put back into the index in one look."""


def listed(database: Database, table: str, id: str, row: Row | None, before: Row | None = None) -> None:
    """A lesson was written or taken away: so are the words it is found by, unless they are those of `before`."""
    if row and before and all(before.get(column) == row.get(column) for column in FOUND_BY[table]):
        return
    database.change("terms_drop", {"lesson": id})
    if row is None:
        return
    entries = LISTED[table](row)
    found = [{"kind": kind, "scope": row["scope"], "term": term, "at": at, "lesson": id} for kind, at, term in entries]
    database.change_many("terms_put", found)


def _of_rule(row: Row) -> Iterator[tuple[Kind, str, str]]:
    from habitus.parse.terms import terms

    if not row["active"]:
        return
    at = row["created_at"]
    for term in terms(row["description"]):
        yield "rule", at, term
    for trigger in _triggers(row["check"]):
        yield "check", at, trigger


def _of_example(row: Row) -> Iterator[tuple[Kind, str, str]]:
    from habitus.parse.terms import terms

    for term in terms(row["user_input"]):
        yield row["outcome"], "", term


def _of_learning(row: Row) -> Iterator[tuple[Kind, str, str]]:
    from habitus.parse.terms import terms

    if row["state"] == "active" and row["fix"]:
        for term in terms(f"{row['trigger'].removeprefix('tool:')} {row['error_pattern']}"):
            yield "learning", row["created_at"], term


def _of_knowledge(row: Row) -> Iterator[tuple[Kind, str, str]]:
    from habitus.parse.terms import terms

    if row["state"] == "active" and row["is_latest"]:
        for term in terms(row["content"]):
            yield "knowledge", row["created_at"], term


def _triggers(check: str | None) -> list[str]:
    """The tools that a check looks at, by the name that every spelling of them shares. Whatever stands there may be hand-written."""
    from habitus.parse import actions

    try:
        named = json.loads(check).get("trigger", "*") if check else []
    except (ValueError, AttributeError):
        return []
    names = [named] if isinstance(named, str) else named
    return sorted({actions.key(name) for name in names if isinstance(name, str)}) if isinstance(names, list) else []


LISTED = {
    "behavioral_rules": _of_rule,
    "learning_examples": _of_example,
    "learnings": _of_learning,
    "knowledge": _of_knowledge,
}
"""Tables whose rows are found by their words."""

FOUND_BY = {
    "behavioral_rules": ("description", "active", "scope", "check", "created_at"),
    "learning_examples": ("user_input", "outcome", "scope"),
    "learnings": ("trigger", "error_pattern", "state", "fix", "scope", "created_at"),
    "knowledge": ("content", "state", "is_latest", "scope", "created_at"),
}
"""What of a row says by which words it is found, and whether at all."""


def renewed(database: Database) -> None:
    """Once a process: if the words that lessons are found by have changed with an upgrade, all lessons are listed anew."""
    from habitus.parse.terms import VERSION

    if database.run("meta_get", {"key": "terms"})[0]["value"] == VERSION:
        return
    with database.transaction():
        database.change("terms_forget", {})
        database.change("rules_forget_index", {})
        for table in ("learning_examples", "learnings", "knowledge"):
            after = 0
            while page := database.run(f"{table}_page", {"limit": TOGETHER, "after": after}):
                for row in page:
                    listed(database, table, row["id"], row)
                after += len(page)
        database.change("meta_set", {"key": "terms", "value": VERSION})


def caught_up(database: Database) -> None:
    """What was changed by hand is found again."""
    while found := database.run("rules_to_index", {"limit": TOGETHER}):
        with database.transaction():
            for row in found:
                listed(database, "behavioral_rules", row["id"], row)
                database.change("rules_are_indexed", {"id": row["id"]})


def about(database: Database, wanted: Mapping[Kind, int], terms: Sequence[str], scopes: Sequence[str]) -> dict[Kind, dict[str, list[str]]]:
    """Lessons of these scopes that have any of the words, by kind: each with the words it has. Of each word at most so many as `wanted`
    says, or as many as is usual."""
    found: dict[Kind, dict[str, list[str]]] = {kind: {} for kind in wanted}
    for most in dict.fromkeys(wanted.values()) if terms else ():
        kinds = [kind for kind in wanted if wanted[kind] == most]
        values = {"kinds": kinds, "terms": list(terms), "scopes": list(scopes)}
        each = {"each": ALL if "check" in kinds else most or EACH}
        for row in database.run("lessons_by_terms", {name: json.dumps(value) for name, value in values.items()} | each):
            lessons, term = found[row["kind"]], row["term"]
            for lesson in json.loads(row["lessons"]):
                lessons.setdefault(lesson, []).append(term)
    return found
