"""SQL that takes tables away, and SQL made of somebody's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.evolve.skills.guard.rule import Rule
from habitus.parse import destructive
from habitus.parse.destructive.databases import CLIENTS
from habitus.parse.shell import Script
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from habitus.evolve.skills.guard.around import Around
    from habitus.parse.shell import Command

CATEGORY = "sql_injection"


def _drops(command: Command, script: Around) -> bool:
    found = destructive.find(Script((command,)))
    return found is not None and found.family == "databases"


_INSTEAD = "read with SELECT; let a migration that a person reviews change or remove tables"

RULES = (
    Rule(
        "drop_table",
        CATEGORY,
        "deletes a table, a schema or every row",
        _INSTEAD,
        words=wordset("drop delete"),
    ),
    Rule("truncate_table", CATEGORY, "empties a table", _INSTEAD, words=wordset("truncate")),
    Rule(
        "drop_database",
        CATEGORY,
        "deletes or empties a database",
        _INSTEAD,
        words=wordset("drop dropdatabase flushall flushdb truncate delete dropdb mysqladmin wipe reset fresh flush"),
        programs=frozenset(CLIENTS)
        | wordset("dropdb mysqladmin mariadb-admin redis-cli valkey-cli etcdctl mongo mongosh rails rake artisan prisma"),
        command=_drops,
        code=(r"\.dropDatabase\(", r"\b(?:r|redis|client|conn|cache)\.(?:flushall|flushdb)\("),
    ),
    Rule(
        "sql_from_words",
        CATEGORY,
        "puts somebody's words into SQL as if they were SQL",
        'hand values over as parameters: `execute("... WHERE name = ?", (name,))`',
        words=wordset("select insert update delete"),
        also=(wordset("from into set"),),
        names=(
            r"=\s*f(['\"])(?:select\b[^\n'\"]{0,120}?\bfrom\b|delete from|update \w+ set|insert into)[^\n]{0,160}?'\{\w*(?:term|input"
            r"|user|name|query|search|param|value)\w*\}'",
            r"['\"](?:select\b[^\n'\"]{0,120}?\bfrom\b|delete from|update \w+ set)[^\n'\"]{0,120}(?:=|like)\s*'%?['\"]\s*\+\s*\w+",
        ),
    ),
)
"""How a statement is found in a text stands in `guard/statements.py`: it is parsed, not matched."""
