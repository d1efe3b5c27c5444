"""Block what destroys data or history until a person approves that very call.

Why: what `rm -rf`, `git reset --hard` or `DROP TABLE` takes away cannot be brought back, and a model that is wrong about it is wrong once.
Instead: say what would be lost and ask the user; an approval holds for one exact call, once. Commands and SQL are parsed, wherever they
arrive: in a shell, in a database tool, in a file tool that deletes, or wrapped in another tool's call.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from habitus.enforce.check import Call, Check
from habitus.parse import actions

if TYPE_CHECKING:
    from habitus.parse.destructive import Finding
    from habitus.types import Session

SQL = ("sql", "query", "statement", "statements", "queries", "script")
DATABASES = (
    "database",
    "db",
    "sql",
    "postgres",
    "postgresql",
    "mysql",
    "sqlite",
    "mariadb",
    "clickhouse",
    "bigquery",
    "snowflake",
    "duckdb",
)
DELETES = ("rm", "delete", "remove", "unlink", "rmdir", "delete_file", "delete_directory", "remove_file", "rmtree")
ARGUMENTS = dict.fromkeys(("params", "args", "arguments", "input", "parameters")).keys()
DEEPEST = 3
"""Calls within calls that are looked into."""


def fires(session: Session, call: Call, limit: int) -> str:
    found = find(call)
    if found is None:
        return ""
    return f"{found.reason} ({found.command})" + (", by the safer reading of what could not be read for certain" if found.unclear else "")


def find(call: Call, depth: int = 0) -> Finding | None:
    """What in this call destroys something."""
    if call.command:
        from habitus.parse import destructive  # the parser and its tables are loaded at the first command

        return destructive.find(call.script)
    module, _, last = call.action.rpartition(".")
    home = module.rpartition(".")[2]
    if home in DATABASES or (not module and last in ("sql", "execute_sql", "run_sql", "query_database")):
        from habitus.parse import destructive

        return next((found for text in _texts(call.args) if (found := destructive.find_sql(text))), None)
    if last in DELETES and home in actions.FILE_MODULES:
        return _deletes(call)
    if depth < DEEPEST and call.action not in actions.NAMES:
        return next((found for inner in _inside(call) if (found := find(inner, depth + 1))), None)
    return None


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
    carried = [call.args, *(one for value in call.args.values() if isinstance(value, list) for one in value[:50])]
    for one in carried:
        if not isinstance(one, Mapping):
            continue
        tool = one.get("name") or one.get("tool") or one.get("tool_name")
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
    module, _, last = action.rpartition(".")
    is_known = module.rpartition(".")[2] in DATABASES or last in DELETES or last.endswith("sql") or last == "query_database"
    return fires if is_known else _carrying


def _carrying(session: Session, call: Call, limit: int) -> str:
    args = call.args
    if ARGUMENTS.isdisjoint(args):
        lists = [value for value in args.values() if value.__class__ is list]
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
