"""Conditions on commands and files, as they are parsed: what a shell call would run, and what any call would touch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from habitus.enforce.conditions import kind_of, never
from habitus.parse import called, shell
from habitus.parse.branches import Start

if TYPE_CHECKING:
    from habitus.enforce.check import Call
    from habitus.enforce.conditions import Compiler, Holds, Place
    from habitus.types import Session

MOST = 200
"""Names in one list: more is no rule but a table."""
CALLED = ("program", "subcommand", "options", "without_options", "args", "branch", "piped")
WRITERS = ("edit", "write", "bash")
PROSE = ("*.md", "*.mdx", "*.markdown", "*.rst", "*.adoc", "*.org", "*.txt", "*.log")
"""Files that speak of code: nothing that is named there is used there."""
HOW = {"change": "wd", "write": "w", "delete": "d", "read": "r"}


def runs(compiler: Compiler, value: Any, place: Place) -> Holds:
    """`{program: git, subcommand: push, options: ["-f|--force"], without_options: […], args: [main], branch: [main], piped: false}`"""
    if not isinstance(value, Mapping):
        return compiler.wrong(place, f"must be a mapping with `program` and what else is to be given, got {kind_of(value)}")
    before = len(compiler.faults.found)
    for name in value:
        if name not in CALLED:
            compiler.faults.add((*place, str(name)), f"does not belong here; known are {', '.join(CALLED)}")
    if "program" not in value and "options" not in value:
        compiler.faults.add(place, "needs `program`, or `options` that no program may be given")
    given = {name: _texts(compiler, value[name], (*place, name)) for name in CALLED if name in value and name != "piped"}
    piped = value.get("piped")
    if piped is not None and not isinstance(piped, bool):
        compiler.faults.add((*place, "piped"), f"must be true or false, got {kind_of(piped)}")
    _spelled(compiler, given, place)
    if len(compiler.faults.found) > before:
        return never
    wanted = called.described(given, piped)

    def holds(session: Session, call: Call) -> bool:
        return call.action == "bash" and bool(call.command) and wanted.runs(call.script, Start(call.branch, call.workspace))

    return holds


def ran(compiler: Compiler, value: Any, place: Place) -> Holds:
    """`{step: [{program: ruff}], since: change}`: one of these commands went well since a file was last changed; `since: {program: git,
    subcommand: push}`: since that command last went well."""
    if not isinstance(value, Mapping) or not isinstance(value.get("step"), list) or "since" not in value or len(value) != 2:
        return compiler.wrong(place, "must be a mapping with `step`, a list of commands, and `since`, which is `change` or a command")
    steps = [_described(compiler, one, (*place, "step", str(n))) for n, one in enumerate(value["step"])]
    since = value["since"]
    other = None if since == "change" else _described(compiler, since, (*place, "since"))
    if not steps or any(one is None for one in steps) or (since != "change" and other is None):
        return never
    wanted = [one for one in steps if one is not None]

    def holds(session: Session, call: Call) -> bool:
        done = [(shell.commands(line), at) for line, at in session.ran]
        first = session.changed if other is None else max((at for script, at in done if other.runs(script)), default=0)
        return any(at > first and one.runs(script) for script, at in done for one in wanted)

    return holds


def _described(compiler: Compiler, value: Any, place: Place) -> called.Called | None:
    """One command, checked as `runs` checks it."""
    before = len(compiler.faults.found)
    runs(compiler, value, place)
    if len(compiler.faults.found) > before:
        return None
    return called.described({name: _texts(compiler, value[name], place) for name in CALLED if name in value and name != "piped"})


def _spelled(compiler: Compiler, given: Mapping[str, tuple[str, ...]], place: Place) -> None:
    """Words in the wrong part make a rule that never fires."""
    for name, texts in given.items():
        for text in texts:
            if name == "program" and (" " in text or "/" in text):
                compiler.faults.add((*place, name), f"must be a program's bare name, got {text!r:.40}; its words go in `subcommand`")
            elif name.endswith("options") and not all(one.startswith("-") for one in text.split("|")):
                compiler.faults.add((*place, name), f"must be options such as `-f|--force`, got {text!r:.40}")
            elif name in ("subcommand", "args") and text.startswith("-"):
                compiler.faults.add((*place, name), f"is an option and goes in `options`: {text!r:.40}")


def runs_tests(compiler: Compiler, value: Any, place: Place) -> Holds:
    return compiler.switch(value, place, lambda session, call: bool(call.command) and called.runs_tests(call.command, call.workspace))


def touches(compiler: Compiler, value: Any, place: Place) -> Holds:
    """`{path: "generated/"}`, `{path: [.env, "*.pem"], how: read}`"""
    if not isinstance(value, Mapping):
        return compiler.wrong(place, f"must be a mapping with `path`, and `how` where it is not `change`, got {kind_of(value)}")
    before = len(compiler.faults.found)
    for name in value:
        if name not in ("path", "how"):
            compiler.faults.add((*place, str(name)), "does not belong here; known are path, how")
    how = value.get("how", "change")
    if not isinstance(how, str) or how not in HOW:
        compiler.faults.add((*place, "how"), f"must be one of {', '.join(HOW)}, got {how!r:.40}")
    texts = _texts(compiler, value.get("path"), (*place, "path"))
    if any(not text.strip("./~") for text in texts):
        compiler.faults.add((*place, "path"), "names no file or folder")
    if len(compiler.faults.found) > before:
        return never
    wanted, kinds = tuple(map(called.path, texts)), HOW[how]
    return lambda session, call: any(
        called.meant(wanted, file, call.workspace)
        for file in called.files(kinds, call.action, call.target, call.args, call.command, call.workspace)
    )


def writes(compiler: Compiler, value: Any, place: Place) -> Holds:
    """`{text: console.log}`, `{text: ["var … =", "(var …"], path: "*.js"}`: it would stand in such a file, and did not before."""
    from habitus.parse import written

    if not isinstance(value, Mapping):
        return compiler.wrong(place, f"must be a mapping with `text`, and `path` where not all code is meant, got {kind_of(value)}")
    before = len(compiler.faults.found)
    for name in value:
        if name not in ("text", "path"):
            compiler.faults.add((*place, str(name)), "does not belong here; known are text, path")
    texts = _texts(compiler, value.get("text"), (*place, "text"))
    if any(not text.replace(written.ANY, "").strip() for text in texts):
        compiler.faults.add((*place, "text"), f"names nothing that could be looked for: `{written.ANY}` stands for any name")
    places = _texts(compiler, value["path"], (*place, "path")) if "path" in value else ()
    if len(compiler.faults.found) > before:
        return never
    count, wanted = written.finder(texts), tuple(map(called.path, places))
    other = () if places else tuple(map(called.path, PROSE))

    def holds(session: Session, call: Call) -> bool:
        if call.action not in WRITERS:
            return False
        return any(
            (not wanted or called.meant(wanted, one.path, call.workspace))
            and not called.meant(other, one.path, call.workspace)
            and call.adds(count, one)
            for one in call.written
        )

    return holds


def _texts(compiler: Compiler, value: Any, place: Place) -> tuple[str, ...]:
    """A text or a list of texts, none empty or longer than a path."""
    given = value if isinstance(value, list) else [value]
    if not 0 < len(given) <= MOST or not all(isinstance(one, str) and one.strip() and len(one) <= called.LONGEST for one in given):
        compiler.faults.add(place, f"must be text or a list of at most {MOST} texts, none of them empty")
        return ()
    return tuple(given)
