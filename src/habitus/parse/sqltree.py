"""What a parsed SQL statement does. Loaded by `sql.py` together with the parser, at the first statement that needs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlglot import exp

from habitus.parse.sql import HOLDS_DATA
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.parse.sql import Told

NEVER = wordset("FALSE 0 NULL 1=0 0=1 1=2 1<>1 NOTTRUE")
"""Conditions that hold for no row, without their blanks."""


def told(tree: Any) -> Iterator[Told]:
    """The deeds in a statement, those in its common table expressions too."""
    for node in tree.walk():
        if isinstance(node, exp.Drop):
            yield _drop(node)
        elif isinstance(node, exp.DropPartition):
            yield "drop", _names(node.find_ancestor(exp.Alter) or node)
        elif isinstance(node, exp.TruncateTable):
            yield "truncate", _names(node)
        elif isinstance(node, exp.Create) and _replaces(node):
            yield "replace_all", _names(node if isinstance(node.this, exp.Table) else node.this)
        elif isinstance(node, exp.Insert) and node.args.get("overwrite") and isinstance(node.this, exp.Table | exp.Schema):
            if node.find(exp.Partition) is None:
                yield "replace_all", _names(node if isinstance(node.this, exp.Table) else node.this)
        elif isinstance(node, exp.When) and _deletes_the_rest(node):
            yield "delete_all", _names(node.find_ancestor(exp.Merge))
        elif isinstance(node, exp.Delete | exp.Update) and node.find_ancestor(exp.Merge) is None:  # what was joined decides there
            kind = "delete" if isinstance(node, exp.Delete) else "update"
            yield (kind if _has_condition(node) else f"{kind}_all"), _names(node)


def _replaces(node: exp.Create) -> bool:
    """A temporary table holds nothing of worth, an external one none of the data."""
    if not node.args.get("replace") or str(node.args.get("kind")).upper() != "TABLE":
        return False
    return node.find(exp.TemporaryProperty, exp.ExternalProperty) is None


def _deletes_the_rest(node: exp.When) -> bool:
    """`WHEN NOT MATCHED BY SOURCE THEN DELETE`: whatever the other table lacks. Elsewhere, what was joined decides."""
    then = node.args.get("then")
    is_rest = not node.args.get("matched") and node.args.get("source") and node.args.get("condition") is None
    return bool(is_rest) and then is not None and then.sql().upper().startswith("DELETE")


def _drop(node: exp.Drop) -> Told:
    kind = str(node.args.get("kind") or "").upper()
    alters = node.find_ancestor(exp.Alter)
    if alters is not None:
        return ("drop_column" if kind in ("COLUMN", "") else "drop_definition"), _names(alters)
    return ("drop" if kind in HOLDS_DATA and not node.args.get("temporary") else "drop_definition"), _names(node)


def _names(node: Any) -> tuple[str, ...]:
    tables = [node.this] if isinstance(node.this, exp.Table) else []
    if not isinstance(node, exp.Delete | exp.Update) or not tables:
        tables += [*node.expressions, *(node.args.get("tables") or ())]
    return tuple(".".join(part.name for part in table.parts) for table in tables if isinstance(table, exp.Table) and table.parts)


def _has_condition(node: Any) -> bool:
    where = node.args.get("where")
    if where is not None:
        return not _always(where.this)
    # A join decides which rows are meant as well as a condition does.
    if any(node.args.get(name) for name in ("using", "from_", "from")):
        return True
    return isinstance(node.this, exp.Table) and bool(node.this.args.get("joins"))


def _always(condition: Any) -> bool:
    """True of every row: `1=1`, `true`, `id = id`, `x > 0 OR 1=1`."""
    if isinstance(condition, exp.Paren):
        return _always(condition.this)
    if isinstance(condition, exp.Or):
        return _always(condition.left) or _always(condition.right)
    if isinstance(condition, exp.And):
        return _always(condition.left) and _always(condition.right)
    if isinstance(condition, exp.EQ | exp.GTE | exp.LTE) and condition.left == condition.right:
        return True
    hangs_on_a_row = condition.find(exp.Column, exp.Placeholder, exp.Parameter, exp.Query, exp.Func) is not None
    return not hangs_on_a_row and condition.sql().upper().replace(" ", "") not in NEVER
