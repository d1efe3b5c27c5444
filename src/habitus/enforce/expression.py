"""The Python-expression condition: a small language that looks like Python, compiled here and never given to `eval`.

Names: `args`, `tool`, `action`, `target`, `text`, `turn`, `calls`, `calls_this_turn`, `streak`, and the
session's `counters`, `sets`, `flags`. In `args` the command and the file are `command` and `file_path`, whatever the host calls them.
Allowed: comparisons, `and`, `or`, `not`, `in`, arithmetic on numbers, `x if c else y`, literals, `args["x"]`, `args.x`, `args.get("x")`,
and the few functions and methods below. No loops and no definitions, so the time it takes is bounded by the length of what is written.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from habitus.enforce.check import Call
    from habitus.types import Session

Part: TypeAlias = Callable[["Session", "Call"], Any]

LONGEST = 2000
"""Characters of an expression. A longer one is a program, and belongs in Python."""
DEEPEST = 50
LARGEST = 10**12
"""Numbers beyond this match nothing: a multiplication must not fill the memory."""
LONGEST_TEXT = 1_000_000
"""Characters of texts put together. What a call brings itself may be longer: nobody hides a word behind a million blanks."""


class ExpressionError(ValueError):
    """What is wrong with an expression, in words."""


class TooLong(Exception):
    """Texts that were put together are too long to be looked at. No answer is better than a wrong no: a rule that blocks then blocks."""


NAMES: dict[str, Part] = {
    "args": lambda session, call: _args(call),
    "tool": lambda session, call: call.tool,
    "action": lambda session, call: call.action,
    "target": lambda session, call: call.subject,
    "text": lambda session, call: call.text,
    "error": lambda session, call: call.error,
    "turn": lambda session, call: session.turn,
    "calls": lambda session, call: session.calls,
    "calls_this_turn": lambda session, call: session.calls_this_turn,
    "streak": lambda session, call: session.streak,
    "counters": lambda session, call: session.counters,
    "flags": lambda session, call: session.flags,
    "sets": lambda session, call: session.sets,
    "read_files": lambda session, call: session.sets.get("read_files", frozenset()),
    "edited_files": lambda session, call: session.sets.get("edited_files", frozenset()),
    "written_files": lambda session, call: session.sets.get("written_files", frozenset()),
    "reads_since_search": lambda session, call: session.counters.get("reads_since_search", 0),
    "changes_since_test": lambda session, call: session.counters.get("changes_since_test", 0),
    "True": lambda session, call: True,
    "False": lambda session, call: False,
    "None": lambda session, call: None,
}


def _args(call: Call) -> Mapping[str, Any]:
    """As every host gives them: one calls the file `path`, another gives the command as a list of words."""
    given: dict[str, Any] = {}
    if call.action == "bash" and not isinstance(call.args.get("command"), str) and call.command:
        given["command"] = call.command
    if call.target and "file_path" not in call.args:
        given["file_path"] = call.target
    return {**call.args, **given} if given else call.args


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "len": len,
    "int": int,
    "str": str,
    "float": float,
    "bool": bool,
    "abs": abs,
    "min": min,
    "max": max,
}
METHODS = frozenset(
    ["lower", "upper", "strip", "startswith", "endswith", "get", "count", "find", "removeprefix", "removesuffix", "isdigit", "split"]
)
COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b, ast.Is: operator.is_, ast.IsNot: operator.is_not,
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}  # fmt: skip


def compiled(text: str) -> Callable[[Session, Call], bool]:
    """The expression as a closure. Raises `ExpressionError` at load. At a call, what does not fit it is no match."""
    if len(text) > LONGEST:
        raise ExpressionError(f"is longer than {LONGEST} characters; write it in Python with `@habitus.rule`")
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of `1if x`: it is not for us to say how somebody spells
            tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ExpressionError(f"is not an expression: {getattr(error, 'msg', error)}") from None
    part = _part(tree.body, 0)

    def holds(session: Session, call: Call) -> bool:
        try:
            return bool(part(session, call))
        except (KeyError, IndexError, TypeError, AttributeError, ZeroDivisionError, ValueError, OverflowError):
            return False  # an argument that is not there is not a match

    return holds


def _part(node: ast.AST, depth: int) -> Part:
    if depth > DEEPEST:
        raise ExpressionError("is nested too deeply")
    make = MAKE.get(type(node))
    if make is None:
        raise ExpressionError(f"may not use {_called(node)}")
    return make(node, depth + 1)


def _constant(node: ast.Constant, depth: int) -> Part:
    if not isinstance(node.value, str | int | float | bool | None) or (isinstance(node.value, int) and abs(node.value) > LARGEST):
        raise ExpressionError(f"may not use the value {node.value!r:.40}")
    value = node.value
    return lambda session, call: value


def _name(node: ast.Name, depth: int) -> Part:
    if node.id not in NAMES:
        raise ExpressionError(f"does not know `{node.id}`; it knows {', '.join(sorted(NAMES))}")
    return NAMES[node.id]


def _both(node: ast.BoolOp, depth: int) -> Part:
    parts = [_part(value, depth) for value in node.values]
    stops = bool if isinstance(node.op, ast.Or) else operator.not_

    def value(session: Session, call: Call) -> Any:
        """The value that decides, as in Python."""
        found: Any = None
        for part in parts:
            found = part(session, call)
            if stops(found):
                break
        return found

    return value


def _unary(node: ast.UnaryOp, depth: int) -> Part:
    part = _part(node.operand, depth)
    if isinstance(node.op, ast.Not):
        return lambda session, call: not part(session, call)
    if isinstance(node.op, ast.USub):
        return lambda session, call: -part(session, call)
    raise ExpressionError(f"may not use {_called(node.op)}")


def _compare(node: ast.Compare, depth: int) -> Part:
    first = _part(node.left, depth)
    rest = [(COMPARE[type(op)], _part(right, depth)) for op, right in zip(node.ops, node.comparators, strict=True)]

    def holds(session: Session, call: Call) -> bool:
        left = first(session, call)
        for compare, part in rest:
            right = part(session, call)
            if not compare(left, right):
                return False
            left = right
        return True

    return holds


def _arithmetic(node: ast.BinOp, depth: int) -> Part:
    apply = ARITHMETIC.get(type(node.op))
    if apply is None:
        raise ExpressionError(f"may not use {_called(node.op)}")
    left, right = _part(node.left, depth), _part(node.right, depth)
    is_plain = isinstance(node.op, ast.Add)

    def value(session: Session, call: Call) -> Any:
        a, b = left(session, call), right(session, call)
        if isinstance(a, str) and isinstance(b, str) and is_plain:
            if len(a) + len(b) > LONGEST_TEXT:
                raise TooLong(f"texts of {len(a) + len(b):,} characters in all")
            return a + b
        if not isinstance(a, int | float) or not isinstance(b, int | float):
            raise TypeError("numbers only")
        return _small(apply(a, b))

    return value


def _choice(node: ast.IfExp, depth: int) -> Part:
    test, yes, no = _part(node.test, depth), _part(node.body, depth), _part(node.orelse, depth)
    return lambda session, call: yes(session, call) if test(session, call) else no(session, call)


def _list(node: ast.List | ast.Tuple | ast.Set, depth: int) -> Part:
    parts = [_part(one, depth) for one in node.elts]
    return lambda session, call: [part(session, call) for part in parts]


def _subscript(node: ast.Subscript, depth: int) -> Part:
    holder, key = _part(node.value, depth), _part(node.slice, depth)
    return lambda session, call: holder(session, call)[key(session, call)]


def _attribute(node: ast.Attribute, depth: int) -> Part:
    """`args.command` is `args["command"]`: a key of a mapping, never an attribute of an object."""
    if node.attr.startswith("_"):
        raise ExpressionError(f"may not use `{node.attr}`")
    holder, key = _part(node.value, depth), node.attr

    def value(session: Session, call: Call) -> Any:
        found = holder(session, call)
        if not isinstance(found, Mapping):
            raise TypeError("only mappings have names")
        return found.get(key)

    return value


def _called_function(node: ast.Call, depth: int) -> Part:
    if node.keywords:
        raise ExpressionError("may not use named arguments")
    given = [_part(one, depth) for one in node.args]
    if isinstance(node.func, ast.Name):
        function = FUNCTIONS.get(node.func.id)
        if function is None:
            raise ExpressionError(f"may not call `{node.func.id}`; it may call {', '.join(sorted(FUNCTIONS))}")
        return lambda session, call: _small(function(*(part(session, call) for part in given)))
    if not isinstance(node.func, ast.Attribute) or node.func.attr not in METHODS:
        raise ExpressionError(f"may not call this; of methods it knows {', '.join(sorted(METHODS))}")
    holder, method = _part(node.func.value, depth), node.func.attr

    def value(session: Session, call: Call) -> Any:
        found = holder(session, call)
        if not isinstance(found, str | Mapping | list):
            raise TypeError("texts and mappings only")
        return getattr(found, method)(*(part(session, call) for part in given))

    return value


def _small(value: Any) -> Any:
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) > LARGEST:
        raise OverflowError("too large")
    return value


def _called(node: ast.AST) -> str:
    return f"`{type(node).__name__}`"


MAKE: dict[type[ast.AST], Callable[[Any, int], Part]] = {
    ast.Constant: _constant, ast.Name: _name, ast.BoolOp: _both, ast.UnaryOp: _unary, ast.Compare: _compare, ast.BinOp: _arithmetic,
    ast.IfExp: _choice, ast.List: _list, ast.Tuple: _list, ast.Set: _list, ast.Subscript: _subscript, ast.Attribute: _attribute,
    ast.Call: _called_function,
}  # fmt: skip
