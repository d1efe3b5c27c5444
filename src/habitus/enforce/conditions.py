"""Conditions as they are written in YAML, compiled to closures. Whatever is unknown or malformed is said at load, with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from habitus.enforce import expression
from habitus.parse.tracking import FILES

if TYPE_CHECKING:
    from habitus.enforce.check import Call
    from habitus.parse.tracking import Tracking
    from habitus.types import Session

Holds: TypeAlias = Callable[["Session", "Call"], bool]
Place: TypeAlias = tuple[str, ...]

DEEPEST = 20


class Faults:
    """Everything that is wrong, with where; collected, so that a person sees all of it at once."""

    def __init__(self) -> None:
        self.found: list[tuple[Place, str]] = []

    def add(self, place: Place, problem: str) -> None:
        self.found.append((place, problem))


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that is most like a misspelled one. Most rules are spelled well, so what compares words is loaded only here."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, list(known), n=1, cutoff=0)), "none")


class Compiler:
    """Knows which sets, counters and flags there are, so that a misspelled one is an error and not a rule that never fires."""

    def __init__(self, tracking: Tracking, faults: Faults) -> None:
        self.known = {"set": frozenset(tracking.sets), "counter": frozenset(tracking.counters), "flag": frozenset(tracking.flags)}
        self.sets = tracking.sets
        self.faults = faults

    def condition(self, given: Any, place: Place, depth: int = 0) -> Holds:
        """Empty means always, for a whole rule; within another condition it is a slip. Several keys in one map must all hold."""
        if given is None or (isinstance(given, Mapping) and not given):
            return self.wrong(place, "is empty: say what must hold") if depth else _always
        if depth > DEEPEST:
            return self.wrong(place, "is nested too deeply")
        if not isinstance(given, Mapping):
            return self.wrong(place, f"must be a mapping such as `param_contains: …`, got {kind_of(given)}")
        if "type" in given:
            return self._typed(given, place)
        if "param" in given:
            return self._short(given, place)
        parts = [self._one(str(name), value, (*place, str(name)), depth) for name, value in given.items()]
        return parts[0] if len(parts) == 1 else _all(parts)

    def _one(self, name: str, value: Any, place: Place, depth: int) -> Holds:
        if name in ("all", "any"):
            if not isinstance(value, list) or not value:
                return self.wrong(place, "must be a list of conditions")
            parts = [self.condition(one, (*place, str(n)), depth + 1) for n, one in enumerate(value)]
            return _all(parts) if name == "all" else _any(parts)
        if name == "not":
            part = self.condition(value, place, depth + 1)
            return lambda session, call: not part(session, call)
        primitive = PRIMITIVES.get(name)
        if primitive is None:
            near = nearest(name, [*PRIMITIVES, "all", "any", "not"])
            return self.wrong(place, f"is not a condition; did you mean `{near}`?")
        return primitive(self, value, place)

    # ── the primitives ──

    def target_in(self, value: Any, place: Place) -> Holds:
        name = self._known("set", value, place)
        subject = self._subject(name)
        return lambda session, call: bool(about := subject(call)) and about in session.sets.get(name, ())

    def target_not_in(self, value: Any, place: Place) -> Holds:
        name = self._known("set", value, place)
        subject = self._subject(name)
        return lambda session, call: bool(about := subject(call)) and about not in session.sets.get(name, ())

    def _subject(self, name: str) -> Callable[[Call], str]:
        """What a call is about, for a set: the argument that the set itself takes."""
        members = self.sets.get(name)
        if members is None or members.fields is FILES:
            return lambda call: call.subject
        fields = members.fields
        return lambda call: (
            next((value for field in fields if isinstance(value := call.args.get(field), str) and value), "") or call.subject
        )

    def counter(self, value: Any, place: Place) -> Holds:
        fields = self._fields(value, place, {"name": str, "value": int})
        name, least = self._tracked("counter", fields, place), fields.get("value", 0)
        return lambda session, call: session.counters.get(name, 0) >= least

    def flag(self, value: Any, place: Place) -> Holds:
        fields = self._fields(value, place, {"name": str}, {"value": bool})
        name, wanted = self._tracked("flag", fields, place), fields.get("value", True)
        return lambda session, call: session.flags.get(name, False) is wanted

    def param_matches(self, value: Any, place: Place) -> Holds:
        fields = self._fields(value, place, {"param": str, "pattern": str})
        found = self._pattern(fields.get("pattern", ""), place)
        param = fields.get("param", "")
        return lambda session, call: _is_in(found, _given(call, param))

    def param_contains(self, value: Any, place: Place) -> Holds:
        fields = self._fields(value, place, {"param": str, "value": str})
        param, wanted = fields.get("param", ""), fields.get("value", "").lower()
        if not wanted:
            return self.wrong(place, "looks for an empty text, which is everywhere")
        found = _holding(wanted)
        return lambda session, call: _is_in(found, _given(call, param))

    def param_has_any(self, value: Any, place: Place) -> Holds:
        if not isinstance(value, list) or not value or not all(isinstance(one, str) for one in value):
            return self.wrong(place, "must be a list of argument names")
        return lambda session, call: any(name in call.args for name in value)

    def text_matches(self, value: Any, place: Place) -> Holds:
        if not isinstance(value, str):
            return self.wrong(place, f"must be a pattern, got {kind_of(value)}")
        found = self._pattern(value.replace("’", "'"), place)
        return lambda session, call: found(call.text.replace("’", "'"))

    def no_text(self, value: Any, place: Place) -> Holds:
        return self.switch(value, place, lambda session, call: not session.spoke)

    def first_tool(self, value: Any, place: Place) -> Holds:
        return self.switch(value, place, lambda session, call: session.calls_this_turn == 0 or call.nth == 1)

    def on_disk(self, value: Any, place: Place) -> Holds:
        return self.switch(value, place, lambda session, call: call.is_on_disk)

    def lint(self, value: Any, place: Place) -> Holds:
        from habitus.enforce.rules.always_lint_check import errors

        return self.switch(value, place, lambda session, call: bool(errors(call.result)))

    def consecutive(self, value: Any, place: Place) -> Holds:
        least = self._number(value, place)
        return lambda session, call: call.streak(session) >= least

    def calls_eq(self, value: Any, place: Place) -> Holds:
        wanted = self._number(value, place)
        return lambda session, call: (call.nth or session.calls_this_turn + 1) == wanted

    def expression(self, value: Any, place: Place) -> Holds:
        if not isinstance(value, str):
            return self.wrong(place, f"must be an expression in text, got {kind_of(value)}")
        try:
            return expression.compiled(value)
        except expression.ExpressionError as error:
            return self.wrong(place, str(error))

    # ── the seed's and the older shapes ──

    def _typed(self, given: Mapping[str, Any], place: Place) -> Holds:
        """`{type: contains, field: file_path, substring: "migrations/"}`"""
        shapes: dict[str, tuple[dict[str, type], Callable[[Mapping[str, Any]], Holds]]] = {
            "contains": ({"field": str, "substring": str}, lambda f: self._contains(f["field"], f["substring"], place)),
            "matches": ({"field": str, "pattern": str}, lambda f: self._matches(f["field"], f["pattern"], place)),
            "not_in": ({"field": str, "values": list}, lambda f: self._not_in(f["field"], f["values"])),
            "expression": ({"expression": str}, lambda f: self.expression(f["expression"], (*place, "expression"))),
        }
        kind = given["type"]
        if not isinstance(kind, str) or kind not in shapes:
            near = nearest(str(kind), shapes)
            return self.wrong((*place, "type"), f"must be one of {', '.join(shapes)}, got {kind!r}; did you mean `{near}`?")
        fields, make = shapes[kind]
        rest = {name: value for name, value in given.items() if name != "type"}
        before = len(self.faults.found)
        checked = self._fields(rest, place, fields)
        return make(checked) if len(self.faults.found) == before else never

    def _short(self, given: Mapping[str, Any], place: Place) -> Holds:
        """`{param: file_path, contains: "migrations/"}`"""
        tests = {
            "contains": lambda value: self._contains(given["param"], value, place),
            "matches": lambda value: self._matches(given["param"], value, place),
            "not_in": lambda value: self._not_in(given["param"], value),
        }
        unknown = [name for name in given if name != "param" and name not in tests]
        chosen = [name for name in given if name in tests]
        if unknown or len(chosen) != 1 or not isinstance(given["param"], str):
            return self.wrong((*place, *unknown[:1]), f"goes with `param` and one of {', '.join(tests)}")
        value = given[chosen[0]]
        if not isinstance(value, list if chosen[0] == "not_in" else str):
            return self.wrong((*place, chosen[0]), f"must be {'a list' if chosen[0] == 'not_in' else 'text'}, got {kind_of(value)}")
        return tests[chosen[0]](value)

    def _contains(self, field: str, wanted: str, place: Place) -> Holds:
        low = wanted.lower()
        if not low:
            return self.wrong(place, "looks for an empty text, which is everywhere")
        found = _holding(low)
        return lambda session, call: _is_in(found, _things(call, field))

    def _matches(self, field: str, pattern: str, place: Place) -> Holds:
        found = self._pattern(pattern, place)
        return lambda session, call: _is_in(found, _things(call, field))

    def _not_in(self, field: str, values: list[Any]) -> Holds:
        allowed = frozenset(map(str, values))
        return lambda session, call: any(texts and allowed.isdisjoint(texts) for texts in _things(call, field))

    # ── words for what is wrong ──

    def wrong(self, place: Place, problem: str) -> Holds:
        self.faults.add(place, problem)
        return never

    def _known(self, kind: str, name: Any, place: Place) -> str:
        if not isinstance(name, str) or name not in self.known[kind]:
            near = nearest(str(name), self.known[kind])
            self.faults.add(place, f"names the {kind} {name!r}, which nothing tracks; did you mean `{near}`?")
        return str(name)

    def _tracked(self, kind: str, fields: Mapping[str, Any], place: Place) -> str:
        return self._known(kind, fields["name"], place) if "name" in fields else ""  # what is missing was said already

    def _fields(self, given: Any, place: Place, needed: dict[str, type], optional: dict[str, type] | None = None) -> dict[str, Any]:
        every = {**needed, **(optional or {})}
        if not isinstance(given, Mapping):
            self.faults.add(place, f"must be a mapping with {', '.join(f'`{name}`' for name in every)}, got {kind_of(given)}")
            return {}
        for name in given:
            if name not in every:
                self.faults.add((*place, str(name)), f"does not belong here; known are {', '.join(every)}")
        for name in needed:
            if name not in given:
                self.faults.add(place, f"needs `{name}`")
        for name, kind in every.items():
            if name in given and (not isinstance(given[name], kind) or (kind is int and isinstance(given[name], bool))):
                self.faults.add((*place, name), f"must be {_KINDS[kind]}, got {kind_of(given[name])}")
        return {name: given[name] for name, kind in every.items() if name in given and isinstance(given[name], kind)}

    def _number(self, value: Any, place: Place) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            self.faults.add(place, f"must be a whole number of at least 1, got {value!r:.40}")
            return 1
        return value

    def switch(self, value: Any, place: Place, holds: Holds) -> Holds:
        """`true` asks for it, `false` for its opposite: a condition must not become one that never holds."""
        if not isinstance(value, bool):
            return self.wrong(place, f"must be true or false, got {kind_of(value)}")
        return holds if value else lambda session, call: not holds(session, call)

    def _pattern(self, pattern: str, place: Place) -> Callable[[str], bool]:
        from habitus.parse import patterns

        try:
            return patterns.searcher(pattern)
        except patterns.PatternError as error:
            self.faults.add(place, str(error))
            return lambda text: False


PRIMITIVES: dict[str, Callable[[Compiler, Any, Place], Holds]] = {
    "target_not_in_set": Compiler.target_not_in,
    "target_in_set": Compiler.target_in,
    "counter_gte": Compiler.counter,
    "param_matches": Compiler.param_matches,
    "param_contains": Compiler.param_contains,
    "param_has_any": Compiler.param_has_any,
    "flag_is": Compiler.flag,
    "no_text_before_tools": Compiler.no_text,
    "first_tool_this_turn": Compiler.first_tool,
    "consecutive_gte": Compiler.consecutive,
    "tool_calls_this_turn_eq": Compiler.calls_eq,
    "target_exists_on_disk": Compiler.on_disk,
    "text_matches": Compiler.text_matches,
    "result_has_lint_errors": Compiler.lint,
    "expression": Compiler.expression,
    "runs": lambda compiler, value, place: _parsed().runs(compiler, value, place),
    "ran": lambda compiler, value, place: _parsed().ran(compiler, value, place),
    "runs_tests": lambda compiler, value, place: _parsed().runs_tests(compiler, value, place),
    "touches": lambda compiler, value, place: _parsed().touches(compiler, value, place),
    "writes": lambda compiler, value, place: _parsed().writes(compiler, value, place),
}

_KINDS = {str: "text", int: "a whole number", bool: "true or false", list: "a list"}


def _parsed() -> Any:
    from habitus.enforce import commands  # where a rule asks for it: most ask for less, before every call

    return commands


def _always(session: Session, call: Call) -> bool:
    return True


def never(session: Session, call: Call) -> bool:
    return False


def _all(parts: list[Holds]) -> Holds:
    return lambda session, call: all(part(session, call) for part in parts)


def _any(parts: list[Holds]) -> Holds:
    return lambda session, call: any(part(session, call) for part in parts)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)


def _holding(wanted: str) -> Callable[[str], bool]:
    return lambda text: wanted in text.lower()


def _is_in(found: Callable[[str], bool], things: list[list[str]]) -> bool:
    """Loops as they are: this is asked for every rule at every call."""
    for texts in things:
        for text in texts:
            if found(text):
                return True
    return False


def _things(call: Call, field: str) -> list[list[str]]:
    """What an argument names, or `target` and `tool` themselves, each in its spellings, none of them empty: a patch may change several
    files."""
    if field == "target":
        return [[call.subject]] if call.subject else []
    if field == "tool":
        return [[call.tool]]
    return _given(call, field)


def _given(call: Call, field: str) -> list[list[str]]:
    """`file_path` is the file and `command` the command, under whatever name the host gives it: a file as it was given and as the disk
    knows it, a command that came as a list of words as one line."""
    given = _text(call.args.get(field))
    if field == "command" and call.action == "bash":
        return [_apart(given, call.command)]
    if field != "file_path" and not (field in FILES and given):
        return [[given]] if given else []
    if given or call.target or call.action != "edit":
        texts = _apart(given, call.target)
        return [texts if "\\" not in given else [*texts, given.replace("\\", "/")]]
    from habitus.parse import called  # a patch of several files

    files = called.files("wd", call.action, "", call.args, "", call.workspace)
    return [[file, inside] if (inside := called.relative(file, call.workspace)) else [file] for file in files]


def _apart(one: str, other: str) -> list[str]:
    if one == other or not other:
        return [one] if one else []
    return [one, other] if one else [other]


def kind_of(value: Any) -> str:
    names = {
        dict: "a mapping",
        list: "a list",
        str: "text",
        int: "a number",
        float: "a number",
        bool: "true or false",
        type(None): "nothing",
    }
    return names.get(type(value), type(value).__name__)
