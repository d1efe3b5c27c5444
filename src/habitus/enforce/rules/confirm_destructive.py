"""Block what destroys data or history until a person approves that very call.

Why: what `rm -rf`, `git reset --hard` or `DROP TABLE` takes away cannot be brought back, and a model that is wrong about it is wrong once.
Instead: say what would be lost and ask the user; an approval holds for one exact call, once. Commands and SQL are parsed, wherever they
arrive: in a shell, in code that a tool runs, in a database tool, in a file tool that deletes, or wrapped in another tool's call.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from habitus.enforce.check import Call, Check, quoted
from habitus.parse import actions, coded
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from habitus.parse.destructive import Finding
    from habitus.types import Session

SQL = ("sql", "query", "statement", "statements", "queries", "script")
DATABASES = wordset("database db sql postgres postgresql mysql sqlite mariadb clickhouse bigquery snowflake duckdb")
"""Modules whose every tool is a client."""
KEEPERS = DATABASES | wordset("pg mssql redshift supabase neon turso planetscale cockroachdb d1")
"""Words by which a module may be one among other things: `postgres-mcp`, `supabase`."""
RUNS = wordset("run exec execute start spawn send invoke launch shell bash sh zsh terminal cmd command commands powershell ssh")
"""First words of tools that run what stands under `command`. `ask_user` and `save_snippet` may show one; they run nothing."""
TELLS = wordset("search describe explain docs schema checker check validate format lint parse generate suggest ask save")
"""Words of tools that only speak of the SQL they are given: `sql_db_query_checker`."""
DELETES = ("rm", "delete", "remove", "unlink", "rmdir", "delete_file", "delete_directory", "remove_file", "rmtree")
FOLDERS = ("rmdir", "rmtree", "delete_directory", "remove_directory")
"""Names that mean a folder in whatever module; `calendar.delete` means none."""
ARGUMENTS = dict.fromkeys(("params", "args", "arguments", "input", "parameters")).keys()
TOOLS = ("name", "tool", "tool_name", "recipient_name")
DEEPEST = 3
"""Calls within calls that are looked into."""


def fires(session: Session, call: Call, limit: int) -> str:
    found = find(call)
    if found is None:
        return ""
    unsure = ", by the safer reading of what could not be read for certain" if found.unclear else ""
    return f"{found.reason} ({quoted(found.command)}){unsure}"


def find(call: Call, depth: int = 0) -> Finding | None:
    """What in this call destroys something."""
    if call.action == "bash" or runs(call.tool):
        found = _commanded(call)
        if found or call.action == "bash":
            return found
    if code := coded.script(call.tool, call.args):
        return _told([code], call)
    if speaks_sql(call.tool):
        from habitus.parse import destructive

        return next((found for text in _texts(call.args) if (found := destructive.find_sql(text))), None)
    module, _, last = call.action.rpartition(".")
    if last in FOLDERS or (last in DELETES and module.rpartition(".")[2] in actions.FILE_MODULES):
        return _deletes(call)
    if depth < DEEPEST and call.action not in actions.NAMES:
        return next((found for inner in _inside(call) if (found := find(inner, depth + 1))), None)
    return None


def _commanded(call: Call) -> Finding | None:
    return _told(actions.scripts(call.args), call)


def _told(scripts: list[str], call: Call) -> Finding | None:
    if not scripts:
        return None
    from habitus.parse import destructive, shell  # the parser and its tables are loaded at the first command

    return next((found for text in scripts if (found := destructive.find(shell.commands(text, call.workspace)))), None)


@lru_cache(maxsize=4096)
def runs(tool: str) -> bool:
    """Another's shell, by its name: `mcp__desktop-commander__execute_command`, `ssh.exec`."""
    return actions.name(tool) not in actions.NAMES and not RUNS.isdisjoint(actions.words(tool)[1][:1])


@lru_cache(maxsize=4096)
def speaks_sql(tool: str) -> bool:
    """A tool for a database, by its name: `database.execute`, `mcp__supabase__execute_sql`, `sql_db_query`."""
    action = actions.name(tool)
    if action in actions.NAMES:
        return False
    if action.rpartition(".")[0].rpartition(".")[2] in DATABASES:
        return True
    module, last = actions.words(tool)
    is_one = not KEEPERS.isdisjoint(module) or "sql" in last or ("query" in last and not KEEPERS.isdisjoint(last))
    return is_one and TELLS.isdisjoint(last)


def _texts(args: Mapping[str, Any]) -> Iterator[str]:
    for name in SQL:
        value = args.get(name)
        for text in value if isinstance(value, list) else [value]:
            if isinstance(text, str):
                yield text


def _deletes(call: Call) -> Finding | None:
    """A file tool that deletes: one file passes, as `rm file` does; a folder with what is in it does not."""
    if not any(call.args.get(name) is True for name in ("recursive", "force", "recursively")) and not call.action.endswith("rmtree"):
        return None
    from habitus.parse.destructive import Finding

    return Finding(family="files", reason="deletes a folder with everything in it", command=call.tool)


def _inside(call: Call) -> Iterator[Call]:
    """The calls that a call carries: `execute_tool(name, params)`, `run_parallel(calls=[…])`."""
    lists = (value if isinstance(value, list) else [value] for value in call.args.values())
    for one in (call.args, *(one for value in lists for one in value[:50])):
        if not isinstance(one, Mapping):
            continue
        tool = next((found for key in TOOLS if (found := one.get(key))), None)
        args = next((found for key in ARGUMENTS if (found := _mapping(one.get(key))) is not None), None)
        if isinstance(tool, str) and args is not None:
            yield Call(tool=tool, action=actions.name(tool), args=args, workspace=call.workspace)


def _mapping(value: Any) -> Mapping[str, Any] | None:
    """Arguments, also where they come as JSON in a text."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return None
    return value if isinstance(value, Mapping) else None


def narrowed(tool: str) -> Callable[[Session, Call, int], str] | None:
    """A file tool destroys nothing by its arguments; of a tool that is none of ours, only the calls that it may carry are of interest."""
    action = actions.name(tool)
    if action in actions.NAMES:
        return fires if action == "bash" else None
    return fires if runs(tool) or coded.spoken(tool) or speaks_sql(tool) or action.rpartition(".")[2] in DELETES + FOLDERS else _carrying


def _carrying(session: Session, call: Call, limit: int) -> str:
    args = call.args
    if ARGUMENTS.isdisjoint(args):
        lists = (value if value.__class__ is list else [value] for value in args.values())
        if not any(isinstance(one, Mapping) and not ARGUMENTS.isdisjoint(one) for value in lists for one in value[:50]):
            return ""
    return fires(session, call, limit)


CHECK = Check(
    id="confirm_destructive",
    when="pre_tool",
    action="block",
    message="This {reason}. It needs the user's approval for exactly this call: say what would be lost, and ask.",
    fires=fires,
    narrowed=narrowed,
    description="Ask the user before you destroy data or history.",
)
