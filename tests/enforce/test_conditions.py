"""Conditions as they are written, against calls and sessions: the truth table, and everything that is refused at load."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.enforce.check import Call
from habitus.enforce.conditions import DEEPEST, PRIMITIVES, Compiler, Faults, Holds
from habitus.parse import actions
from habitus.parse.tracking import Counter, Flag, Members, Tracking
from habitus.types import Session

LINT = {"lint": [{"severity": "error"}]}


def compiled(condition: Any) -> tuple[Holds, list[tuple[str, str]]]:
    """The condition, and what is wrong with it as dotted places and words."""
    faults = Faults()
    tracking = Tracking(sets={"read_files": Members(add_on=("read",))}, counters={"edits": Counter()}, flags={"searched": Flag()})
    compiler = Compiler(tracking, faults)
    holds = compiler.condition(condition, ("c",))
    return holds, [(".".join(place), problem) for place, problem in faults.found]


def seen(tool: str = "Edit", *, target: str = "", text: str = "", result: Any = None, nth: int = 0, disk: str = "", **args: Any) -> Call:
    return Call(
        tool=tool, action=actions.name(tool), target=target, args=args, nth=nth, result=result, text=text, exists=lambda path: path == disk
    )


def lived(**state: Any) -> Session:
    return Session(key="s", **state)


READ = lived(sets={"read_files": {"/w/a.py"}})
A, B = seen(target="/w/a.py"), seen(target="/w/b.py")
TWO = seen("apply_patch", input="*** Begin Patch\n*** Update File: a.py\n@@\n*** Update File: db/migrations/1.py\n@@\n*** End Patch")
CONTAINS = {"type": "contains", "field": "file_path", "substring": "migrations/"}


@pytest.mark.parametrize(
    ("condition", "session", "call", "wanted"),
    [
        ({"target_in_set": "read_files"}, READ, A, True),
        ({"target_in_set": "read_files"}, READ, B, False),
        ({"target_in_set": "read_files"}, READ, seen(), False),
        ({"target_not_in_set": "read_files"}, READ, A, False),
        ({"target_not_in_set": "read_files"}, READ, B, True),
        ({"target_not_in_set": "read_files"}, READ, seen(), False),
        ({"target_not_in_set": "read_files"}, lived(), seen(url="http://x"), True),
        ({"counter_gte": {"name": "edits", "value": 3}}, lived(counters={"edits": 3}), A, True),
        ({"counter_gte": {"name": "edits", "value": 3}}, lived(counters={"edits": 2}), A, False),
        ({"counter_gte": {"name": "edits", "value": 3}}, lived(), A, False),
        ({"param_matches": {"param": "command", "pattern": r"^git\s+push"}}, lived(), seen("bash", command="GIT push"), True),
        ({"param_matches": {"param": "command", "pattern": r"^git\s+push"}}, lived(), seen("bash", command="echo git push"), False),
        ({"param_matches": {"param": "command", "pattern": ".*"}}, lived(), seen("bash", command=""), False),
        ({"param_matches": {"param": "command", "pattern": ".*"}}, lived(), seen("bash"), False),
        ({"param_matches": {"param": "line", "pattern": "^7$"}}, lived(), seen(line=7), True),
        ({"param_contains": {"param": "command", "value": "DANGER"}}, lived(), seen("bash", command="this is dangerous"), True),
        ({"param_contains": {"param": "command", "value": "DANGER"}}, lived(), seen("bash", command="safe"), False),
        ({"param_contains": {"param": "command", "value": "x"}}, lived(), seen("bash"), False),
        ({"param_has_any": ["start_line", "end_line"]}, lived(), seen(end_line=3), True),
        ({"param_has_any": ["start_line", "end_line"]}, lived(), seen(line=3), False),
        ({"flag_is": {"name": "searched"}}, lived(flags={"searched": True}), A, True),
        ({"flag_is": {"name": "searched"}}, lived(), A, False),
        ({"flag_is": {"name": "searched", "value": False}}, lived(), A, True),
        ({"flag_is": {"name": "searched", "value": False}}, lived(flags={"searched": True}), A, False),
        ({"no_text_before_tools": True}, lived(), A, True),
        ({"no_text_before_tools": True}, lived(spoke=True), A, False),
        ({"first_tool_this_turn": True}, lived(), A, True),
        ({"first_tool_this_turn": True}, lived(calls_this_turn=1), A, False),
        ({"first_tool_this_turn": True}, lived(calls_this_turn=4), seen(nth=1), True),
        ({"consecutive_gte": 3}, lived(streak=2, streak_tool="edit"), A, True),
        ({"consecutive_gte": 3}, lived(streak=1, streak_tool="edit"), A, False),
        ({"consecutive_gte": 3}, lived(streak=9, streak_tool="read"), A, False),
        ({"tool_calls_this_turn_eq": 3}, lived(calls_this_turn=2), A, True),
        ({"tool_calls_this_turn_eq": 3}, lived(calls_this_turn=3), A, False),
        ({"tool_calls_this_turn_eq": 3}, lived(calls_this_turn=5), seen(nth=3), True),
        ({"target_exists_on_disk": True}, lived(), seen(target="/w/a.py", disk="/w/a.py"), True),
        ({"target_exists_on_disk": True}, lived(), seen(target="/w/b.py", disk="/w/a.py"), False),
        ({"target_exists_on_disk": True}, lived(), seen(), False),
        ({"text_matches": "not sure|don't know"}, lived(), seen("", text="I DON’T know"), True),
        ({"text_matches": "not sure|don’t know"}, lived(), seen("", text="I don't know"), True),
        ({"text_matches": "not sure"}, lived(), seen("", text="I am sure"), False),
        ({"text_matches": "."}, lived(), A, False),
        ({"result_has_lint_errors": True}, lived(), seen(result=LINT), True),
        ({"result_has_lint_errors": True}, lived(), seen(result={"data": LINT}), True),
        ({"result_has_lint_errors": True}, lived(), seen(result={"lint": []}), False),
        ({"expression": 'tool == "Edit" and target.endswith(".py")'}, lived(), A, True),
        ({"expression": 'tool == "Read"'}, lived(), A, False),
        ({"runs": {"program": "npm"}}, lived(), seen("bash", command="cd x && sudo npm i"), True),
        ({"runs": {"program": "npm"}}, lived(), seen("bash", command="echo npm"), False),
        ({"runs": {"program": "npm"}}, lived(), seen("Edit", command="npm i"), False),
        ({"runs": {"program": "sudo"}}, lived(), seen("bash", command="sudo -u bob ls"), True),
        ({"runs": {"program": ["npm", "yarn"]}}, lived(), seen("bash", command="yarn"), True),
        ({"runs": {"program": "git", "subcommand": "push"}}, lived(), seen("bash", command="git -C x push"), True),
        ({"runs": {"program": "git", "subcommand": "push"}}, lived(), seen("bash", command="git log push"), False),
        ({"runs": {"program": "git", "options": ["-f|--force"]}}, lived(), seen("bash", command="git push -uf"), True),
        ({"runs": {"program": "git", "options": ["-f|--force"]}}, lived(), seen("bash", command="git push"), False),
        ({"runs": {"program": "rm", "options": ["-r", "-f"]}}, lived(), seen("bash", command="rm -rf x"), True),
        ({"runs": {"program": "rm", "options": ["-r", "-f"]}}, lived(), seen("bash", command="rm -r x"), False),
        ({"runs": {"program": "pytest", "without_options": ["-q|--quiet"]}}, lived(), seen("bash", command="pytest"), True),
        ({"runs": {"program": "pytest", "without_options": ["-q|--quiet"]}}, lived(), seen("bash", command="pytest -xq"), False),
        ({"runs": {"program": "git", "args": ["main", "*:main"]}}, lived(), seen("bash", command="git push origin HEAD:main"), True),
        ({"runs": {"program": "git", "args": ["main", "*:main"]}}, lived(), seen("bash", command="git push origin mainly"), False),
        ({"runs": {"program": "cat", "piped": False}}, lived(), seen("bash", command="cat a"), True),
        ({"runs": {"program": "cat", "piped": False}}, lived(), seen("bash", command="cat a | wc"), False),
        ({"runs": {"options": ["--no-verify"]}}, lived(), seen("bash", command="git commit --no-verify"), True),
        ({"ran": {"step": [{"program": "ruff"}], "since": "change"}}, lived(ran=[("ruff check .", 3)], changed=2), A, True),
        ({"ran": {"step": [{"program": "ruff"}], "since": "change"}}, lived(ran=[("ruff check .", 3)], changed=4), A, False),
        ({"ran": {"step": [{"program": "ruff"}], "since": {"program": "git"}}}, lived(ran=[("ruff .", 3), ("git push", 4)]), A, False),
        ({"ran": {"step": [{"program": "ruff"}], "since": {"program": "git"}}}, lived(ran=[("git push", 3), ("ruff .", 4)]), A, True),
        ({"runs_tests": True}, lived(), seen("bash", command="cd x && pytest -q"), True),
        ({"runs_tests": True}, lived(), seen("bash", command="ls tests"), False),
        ({"runs_tests": True}, lived(), A, False),
        ({"param_contains": {"param": "command", "value": "npm publish"}}, lived(), seen("exec_command", cmd="npm publish"), True),
        ({"param_matches": {"param": "command", "pattern": "^npm publish"}}, lived(), seen("shell", command=["npm", "publish"]), True),
        ({"param_contains": {"param": "file_path", "value": "migrations/"}}, lived(), seen(target="/w/migrations/1.py"), True),
        ({"touches": {"path": "w/"}}, lived(), seen("bash", command="rm w/*.py"), True),
        ({"touches": {"path": "w/"}}, lived(), seen("bash", command="for f in w/*; do sed -i s/a/b/ $f; done"), True),
        ({"touches": {"path": "w/"}}, lived(), seen("bash", command='echo x > "w/$NAME.py"'), True),
        ({"touches": {"path": "w/"}}, lived(), seen("bash", command="rm v/*.py"), False),
        ({"touches": {"path": "a.py"}}, lived(), A, True),
        ({"touches": {"path": "a.py"}}, lived(), B, False),
        ({"touches": {"path": "w/"}}, lived(), seen("bash", command="echo x > w/b.py"), True),
        ({"touches": {"path": "w/"}}, lived(), seen("bash", command="cat w/b.py"), False),
        ({"touches": {"path": "w/", "how": "read"}}, lived(), seen("bash", command="cat w/b.py"), True),
        ({"touches": {"path": ["x", "*.py"], "how": "read"}}, lived(), seen("Read", target="/w/a.py"), True),
        ({"touches": {"path": "*.py", "how": "delete"}}, lived(), seen("bash", command="rm a.py"), True),
        ({"touches": {"path": "*.py", "how": "delete"}}, lived(), A, False),
        ({"touches": {"path": "*.py", "how": "write"}}, lived(), seen("bash", command="rm a.py"), False),
        ({"writes": {"text": "console.log"}}, lived(), seen("Write", target="/w/a.js", content="console.log(1)"), True),
        ({"writes": {"text": "console.log"}}, lived(), seen("Write", target="/w/a.md", content="console.log(1)"), False),
        ({"writes": {"text": "console.log", "path": "*.md"}}, lived(), seen("Write", target="/w/a.md", content="console.log(1)"), True),
        ({"writes": {"text": "console.log", "path": "*.md"}}, lived(), seen("Write", target="/w/a.js", content="console.log(1)"), False),
        ({"writes": {"text": "console.log"}}, lived(), seen("WebFetch", url="x", text="console.log"), False),
    ],
)
def test_what_a_condition_says(condition: Any, session: Session, call: Call, wanted: bool) -> None:
    holds, faults = compiled(condition)

    assert faults == []
    assert holds(session, call) is wanted


@pytest.mark.parametrize(
    ("condition", "call", "wanted"),
    [
        (CONTAINS, TWO, True),
        (CONTAINS, seen(file_path="db\\migrations\\1.py"), True),
        ({"type": "not_in", "field": "file_path", "values": ["a.py"]}, TWO, True),
        ({"type": "not_in", "field": "file_path", "values": ["a.py", "db/migrations/1.py"]}, TWO, False),
        ({"type": "contains", "field": "command", "substring": "npm publish"}, seen("shell", command=["npm", "publish"]), True),
        ({"type": "contains", "field": "command", "substring": "npm publish"}, seen("exec_command", cmd="npm publish"), True),
    ],
)
def test_a_field_is_meant_under_whatever_name_and_in_whatever_shape_the_host_gives_it(condition: Any, call: Call, wanted: bool) -> None:
    holds, faults = compiled(condition)

    assert faults == []
    assert holds(lived(), call) is wanted


def test_the_truth_table_has_every_condition_both_ways() -> None:
    mark = next(mark for mark in test_what_a_condition_says.pytestmark if mark.name == "parametrize")
    shown = {(name, wanted) for condition, *_, wanted in mark.args[1] for name in condition}

    assert shown == {(name, wanted) for name in PRIMITIVES for wanted in (True, False)}


@pytest.mark.parametrize("name", ["no_text_before_tools", "first_tool_this_turn", "target_exists_on_disk", "result_has_lint_errors"])
@pytest.mark.parametrize("call", [A, seen(target="/w/a.py", disk="/w/a.py", result=LINT)])
@pytest.mark.parametrize("session", [lived(), lived(spoke=True, calls_this_turn=2)])
def test_false_asks_for_the_opposite(name: str, session: Session, call: Call) -> None:
    asked, opposite = compiled({name: True})[0], compiled({name: False})[0]

    assert opposite(session, call) is not asked(session, call)


# ── several at once ──

YES, NO = {"param_has_any": ["yes"]}, {"param_has_any": ["no"]}


@pytest.mark.parametrize(
    ("condition", "wanted"),
    [
        (None, True),
        ({}, True),
        ({"all": [YES, YES]}, True),
        ({"all": [YES, NO]}, False),
        ({"any": [NO, YES]}, True),
        ({"any": [NO, NO]}, False),
        ({"not": NO}, True),
        ({"not": YES}, False),
        ({"not": {"not": YES}}, True),
        ({"not": {"any": [NO, {"all": [YES, NO]}]}}, True),
        ({"param_has_any": ["yes"], "param_contains": {"param": "yes", "value": "1"}}, True),
        ({"param_has_any": ["yes"], "param_contains": {"param": "yes", "value": "2"}}, False),
        ({"param_has_any": ["yes"], "not": NO}, True),
        ({"all": [YES], "any": [NO]}, False),
        ({"not": {"param_has_any": ["yes"], "param_contains": {"param": "yes", "value": "2"}}}, True),
    ],
)
def test_all_any_not_and_several_keys_of_which_all_must_hold(condition: Any, wanted: bool) -> None:
    holds, faults = compiled(condition)

    assert faults == []
    assert holds(lived(), seen(yes="1")) is wanted


CONDITIONS = st.recursive(
    st.sampled_from([YES, NO]),
    lambda inner: st.one_of(
        st.builds(lambda parts: {"all": parts}, st.lists(inner, min_size=1, max_size=3)),
        st.builds(lambda parts: {"any": parts}, st.lists(inner, min_size=1, max_size=3)),
        st.builds(lambda part: {"not": part}, inner),
    ),
    max_leaves=8,
)


def plain(condition: Any) -> bool:
    """The same, read slowly."""
    ((name, value),) = condition.items()
    if name == "not":
        return not plain(value)
    if name in ("all", "any"):
        return (all if name == "all" else any)(map(plain, value))
    return bool(condition == YES)


@given(CONDITIONS)
def test_a_compiled_condition_means_what_it_says(condition: Any) -> None:
    assert compiled(condition)[0](lived(), seen(yes="1")) is plain(condition)


# ── the seed's shapes, and the older one ──


@pytest.mark.parametrize(
    ("condition", "call", "wanted"),
    [
        ({"type": "contains", "field": "file_path", "substring": "migrations/"}, seen(file_path="db/Migrations/1.sql"), True),
        ({"type": "contains", "field": "file_path", "substring": "migrations/"}, seen(file_path="src/a.py"), False),
        ({"type": "contains", "field": "file_path", "substring": "migrations/"}, seen(), False),
        ({"type": "matches", "field": "command", "pattern": r"curl.+\|\s*sh"}, seen("bash", command="CURL http://x | sh"), True),
        ({"type": "matches", "field": "command", "pattern": r"curl.+\|\s*sh"}, seen("bash", command="curl http://x -o f"), False),
        ({"type": "not_in", "field": "branch", "values": ["main", "dev"]}, seen(branch="feature"), True),
        ({"type": "not_in", "field": "branch", "values": ["main", "dev"]}, seen(branch="dev"), False),
        ({"type": "not_in", "field": "branch", "values": ["main"]}, seen(), False),
        ({"type": "not_in", "field": "port", "values": [80, 443]}, seen(port=443), False),
        ({"type": "expression", "expression": 'args.branch == "main"'}, seen(branch="main"), True),
        ({"type": "expression", "expression": 'args.branch == "main"'}, seen(branch="dev"), False),
        ({"type": "contains", "field": "tool", "substring": "deploy"}, seen("ci.deploy"), True),
        ({"type": "contains", "field": "target", "substring": "/w/"}, seen(target="/w/a.py"), True),
        ({"type": "contains", "field": "target", "substring": "example"}, seen(url="http://example.com"), True),
        ({"param": "file_path", "contains": "migrations/"}, seen(file_path="db/migrations/1.sql"), True),
        ({"param": "file_path", "contains": "migrations/"}, seen(file_path="a.py"), False),
        ({"param": "command", "matches": "^rm "}, seen("bash", command="rm a"), True),
        ({"param": "command", "matches": "^rm "}, seen("bash", command="ls"), False),
        ({"param": "branch", "not_in": ["main"]}, seen(branch="dev"), True),
        ({"param": "branch", "not_in": ["main"]}, seen(branch="main"), False),
        ({"all": [{"type": "contains", "field": "a", "substring": "x"}, {"param": "b", "contains": "y"}]}, seen(a="x", b="y"), True),
        ({"not": {"param": "b", "contains": "y"}}, seen(b="x"), True),
    ],
)
def test_the_seeds_shapes_and_the_older_one(condition: Any, call: Call, wanted: bool) -> None:
    holds, faults = compiled(condition)

    assert faults == []
    assert holds(lived(), call) is wanted


@pytest.mark.parametrize(
    "shape", [{"type": "contains", "field": "file_path", "substring": "migrations/"}, {"param": "file_path", "contains": "migrations/"}]
)
def test_a_file_is_looked_at_as_given_and_as_the_disk_knows_it(shape: Any) -> None:
    holds, _ = compiled(shape)

    assert holds(lived(), seen(target="/w/db/migrations/1.sql", file_path="now.sql"))
    assert holds(lived(), seen("filesystem.edit", target="/w/db/migrations/1.sql", path="db/migrations/1.sql"))


# ── what is refused ──


@pytest.mark.parametrize(
    ("condition", "place", "problem"),
    [
        ({"param_contian": {}}, "c.param_contian", "is not a condition; did you mean `param_contains`?"),
        ({"path_matches": "x"}, "c.path_matches", "is not a condition"),
        ({7: "x"}, "c.7", "is not a condition"),
        ("always", "c", "must be a mapping"),
        ([], "c", "must be a mapping"),
        (False, "c", "must be a mapping"),
        ({"target_in_set": "raed_files"}, "c.target_in_set", "did you mean `read_files`?"),
        ({"target_not_in_set": ["read_files"]}, "c.target_not_in_set", "which nothing tracks"),
        ({"target_not_in_set": None}, "c.target_not_in_set", "which nothing tracks"),
        ({"target_in_set": None}, "c.target_in_set", "which nothing tracks"),
        ({"counter_gte": {"name": "edit", "value": 1}}, "c.counter_gte", "did you mean `edits`?"),
        ({"counter_gte": {"name": None, "value": 1}}, "c.counter_gte.name", "must be text"),
        ({"counter_gte": {"name": "edits"}}, "c.counter_gte", "needs `value`"),
        ({"counter_gte": {"name": "edits", "value": True}}, "c.counter_gte.value", "must be a whole number"),
        ({"counter_gte": {"name": "edits", "value": 1.5}}, "c.counter_gte.value", "must be a whole number"),
        ({"counter_gte": {"name": "edits", "value": 1, "than": 2}}, "c.counter_gte.than", "does not belong here"),
        ({"counter_gte": "edits"}, "c.counter_gte", "must be a mapping with `name`, `value`"),
        ({"flag_is": {"name": "serached"}}, "c.flag_is", "did you mean `searched`?"),
        ({"flag_is": {"name": "searched", "value": "yes"}}, "c.flag_is.value", "must be true or false"),
        ({"param_matches": {"param": "a", "pattern": "("}}, "c.param_matches", "is not a pattern"),
        ({"param_matches": {"param": "a", "pattern": r"(a)\1"}}, "c.param_matches", "back-references are not supported"),
        ({"param_matches": {"param": "a", "pattern": "(?=a)"}}, "c.param_matches", "look-around"),
        ({"param_matches": {"param": "a", "pattern": "((a{1000}){1000}){1000}"}}, "c.param_matches", "is not a pattern"),
        ({"param_matches": {"param": "a", "pattern": "a" * 3000}}, "c.param_matches", "more than 2000 characters"),
        ({"param_matches": {"param": "a"}}, "c.param_matches", "needs `pattern`"),
        ({"param_contains": {"param": "a", "value": 7}}, "c.param_contains.value", "must be text"),
        ({"param_contains": {"param": "a", "value": ""}}, "c.param_contains", ""),
        ({"param_has_any": "start_line"}, "c.param_has_any", "must be a list of argument names"),
        ({"param_has_any": [1]}, "c.param_has_any", "must be a list of argument names"),
        ({"param_has_any": []}, "c.param_has_any", ""),
        ({"text_matches": ["not sure"]}, "c.text_matches", "must be a pattern"),
        ({"text_matches": "["}, "c.text_matches", "is not a pattern"),
        ({"runs": "npm"}, "c.runs", "must be a mapping with `program`"),
        ({"runs": {}}, "c.runs", "needs `program`"),
        ({"runs": {"subcommand": "push"}}, "c.runs", "needs `program`"),
        ({"runs": {"program": "npm", "arg": ["x"]}}, "c.runs.arg", "does not belong here"),
        ({"runs": {"program": []}}, "c.runs.program", "must be text or a list"),
        ({"runs": {"program": [7]}}, "c.runs.program", "must be text or a list"),
        ({"runs": {"program": " "}}, "c.runs.program", "must be text or a list"),
        ({"runs": {"program": ["x"] * 201}}, "c.runs.program", "at most 200"),
        ({"runs": {"program": "git push"}}, "c.runs.program", "its words go in `subcommand`"),
        ({"runs": {"program": "/usr/bin/git"}}, "c.runs.program", "bare name"),
        ({"runs": {"program": "git", "options": ["force"]}}, "c.runs.options", "must be options such as"),
        ({"runs": {"program": "git", "without_options": "--a|b"}}, "c.runs.without_options", "must be options such as"),
        ({"runs": {"program": "git", "subcommand": "-f"}}, "c.runs.subcommand", "goes in `options`"),
        ({"runs": {"program": "git", "args": ["-f"]}}, "c.runs.args", "goes in `options`"),
        ({"runs": {"program": "cat", "piped": "no"}}, "c.runs.piped", "must be true or false"),
        ({"ran": "ruff"}, "c.ran", "must be a mapping with `step`"),
        ({"ran": {"step": [{"program": "a b"}], "since": "change"}}, "c.ran.step.0.program", "bare name"),
        ({"ran": {"step": [{"program": "ruff"}], "since": "monday"}}, "c.ran.since", "must be a mapping"),
        ({"runs_tests": "yes"}, "c.runs_tests", "must be true or false"),
        ({"touches": "a.py"}, "c.touches", "must be a mapping with `path`"),
        ({"touches": {}}, "c.touches.path", "must be text or a list"),
        ({"writes": "x"}, "c.writes", "must be a mapping with `text`"),
        ({"writes": {}}, "c.writes.text", "must be text or a list"),
        ({"writes": {"text": "…"}}, "c.writes.text", "names nothing that could be looked for"),
        ({"writes": {"text": "x", "path": 3}}, "c.writes.path", "must be text or a list"),
        ({"writes": {"text": "x", "pth": "a"}}, "c.writes.pth", "known are text, path"),
        ({"touches": {"path": "./"}}, "c.touches.path", "names no file or folder"),
        ({"touches": {"path": "a", "how": "see"}}, "c.touches.how", "must be one of change, write, delete, read"),
        ({"touches": {"path": "a", "how": ["read"]}}, "c.touches.how", "must be one of"),
        ({"touches": {"path": "a", "when": 1}}, "c.touches.when", "does not belong here"),
        ({"no_text_before_tools": "yes"}, "c.no_text_before_tools", "must be true or false"),
        ({"first_tool_this_turn": 1}, "c.first_tool_this_turn", "must be true or false"),
        ({"consecutive_gte": 0}, "c.consecutive_gte", "at least 1"),
        ({"consecutive_gte": True}, "c.consecutive_gte", "at least 1"),
        ({"consecutive_gte": {"value": 3}}, "c.consecutive_gte", "at least 1"),
        ({"tool_calls_this_turn_eq": "5"}, "c.tool_calls_this_turn_eq", "at least 1"),
        ({"expression": 7}, "c.expression", "must be an expression in text"),
        ({"expression": "import os"}, "c.expression", "is not an expression"),
        ({"all": []}, "c.all", "must be a list of conditions"),
        ({"any": {"param_has_any": ["a"]}}, "c.any", "must be a list of conditions"),
        ({"all": [{"nope": 1}]}, "c.all.0.nope", "is not a condition"),
        ({"any": [{"param_has_any": ["a"]}, None]}, "c.any.1", ""),
        ({"not": {"any": [{"nope": 1}]}}, "c.not.any.0.nope", "is not a condition"),
        ({"not": {}}, "c.not", ""),
        ({"not": None}, "c.not", ""),
        ({"type": "contians", "field": "a", "substring": "b"}, "c.type", "did you mean `contains`?"),
        ({"type": ["contains"], "field": "a", "substring": "b"}, "c.type", "must be one of"),
        ({"type": "contains", "field": "a"}, "c", "needs `substring`"),
        ({"type": "contains", "param": "a", "substring": "b"}, "c.param", "does not belong here"),
        ({"type": "contains", "field": "a", "substring": ""}, "c", ""),
        ({"type": "not_in", "field": "a", "values": "main"}, "c.values", "must be a list"),
        ({"type": "matches", "field": "a", "pattern": "("}, "c", "is not a pattern"),
        ({"type": "expression", "expression": "__import__('os')"}, "c.expression", "may not call `__import__`"),
        ({"type": "expression"}, "c", "needs `expression`"),
        ({"param": "a"}, "c", "goes with `param`"),
        ({"param": "a", "contains": "b", "matches": "c"}, "c", "goes with `param`"),
        ({"param": "a", "contain": "b"}, "c.contain", "goes with `param`"),
        ({"param": ["a"], "contains": "b"}, "c", "goes with `param`"),
        ({"param": "a", "contains": 7}, "c.contains", "must be text"),
        ({"param": "a", "not_in": "main"}, "c.not_in", "must be a list"),
        ({"param": "a", "matches": "*"}, "c", "is not a pattern"),
    ],
)
def test_what_is_unknown_or_malformed_is_said_with_its_place(condition: Any, place: str, problem: str) -> None:
    _, faults = compiled(condition)

    assert any(at.startswith(place) and problem in said for at, said in faults), faults


def test_everything_that_is_wrong_is_said_at_once() -> None:
    _, faults = compiled({"all": [{"nope": 1}, {"consecutive_gte": 0}, {"target_in_set": "x"}]})

    assert [place for place, _ in faults] == ["c.all.0.nope", "c.all.1.consecutive_gte", "c.all.2.target_in_set"]


def test_nesting_has_an_end() -> None:
    condition: Any = {"param_has_any": ["a"]}
    for _ in range(DEEPEST + 1):
        condition = {"not": condition}

    assert any("is nested too deeply" in said for _, said in compiled(condition)[1])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats(allow_nan=False, width=16) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
WRITTEN = st.recursive(
    JSON,
    lambda inner: st.dictionaries(
        st.sampled_from(
            [*PRIMITIVES, "all", "any", "not", "type", "param", "field", "value", "values", "pattern", "contains", "matches", "not_in"]
        ),
        inner | st.lists(inner, max_size=3),
        max_size=3,
    ),
    max_leaves=8,
)


@given(WRITTEN)
def test_whatever_is_written_compiles_or_is_a_fault_and_never_a_crash(condition: Any) -> None:
    holds, faults = compiled(condition)

    if not faults:
        assert holds(lived(), seen(a="x", target="/w/a.py")) in (True, False)
