"""The expression condition: what it can say, and that nothing else gets out of it."""

import ast
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from habitus.enforce import Rules
from habitus.enforce.check import Call, Check
from habitus.enforce.expression import FUNCTIONS, LONGEST, METHODS, NAMES, ExpressionError, TooLong, compiled
from habitus.types import Session

CALL = Call(
    tool="deploy.run",
    action="deploy.run",
    target="/w/a.py",
    args={"command": "git push origin main", "env": "prod", "count": 3, "tags": ["a", "b"], "inner": {"deep": "x"}, "none": None},
    text="I am sure",
)
SESSION = Session(
    key="s", turn=2, calls=7, calls_this_turn=4, streak=3, streak_tool="deploy.run",
    counters={"changes_since_test": 2, "own": 5}, sets={"read_files": {"/w/a.py"}, "seen": {"x", "y"}}, flags={"asked": True},
)  # fmt: skip


def said(text: str, call: Call = CALL, session: Session = SESSION) -> bool:
    return compiled(text)(session, call)


@pytest.mark.parametrize(
    "text",
    [
        'tool == "deploy.run"',
        'action == "deploy.run" and target == "/w/a.py"',
        'args["env"] == "prod"',
        'args.env == "prod"',
        'args.get("env") == "prod"',
        'args.get("missing", "dev") == "dev"',
        '"env" in args and "missing" not in args',
        'args.inner.deep == "x"',
        'args["tags"][0] == "a"',
        '"b" in args.tags',
        'args.command.startswith("git ") and args.command.endswith("main")',
        'args.command.upper().lower().strip().find("push") == 4',
        'args.command.count("o") == 1',
        'args.command.split()[1] == "push"',
        'args.env.removeprefix("p").removesuffix("d") == "ro"',
        '"7".isdigit()',
        "args.count > 2 and args.count >= 3 and args.count < 4 and args.count <= 3 and args.count != 4",
        "1 < args.count < 5",
        "args.count * 2 + 1 - 3 == 4 and 7 // 2 == 3 and 7 % 4 == 3 and 1 / 2 == 0.5",
        "-args.count == -3",
        '"a" + "b" == "ab"',
        "len(args.tags) == 2 and len(args.command) > 5",
        'int("3") == args.count and str(3) == "3" and float("1.5") == 1.5 and bool(1) and abs(-2) == 2',
        "min(3, 1) == 1 and max([1, 4]) == 4",
        'args.env in ("prod", "live") and args.env in ["prod"] and args.env in {"prod"}',
        "True and not False and args.none is None and args.env is not None",
        '"dev" if args.count > 5 else args.env',
        "turn == 2 and calls == 7 and calls_this_turn == 4 and streak == 3",
        "counters.own == 5 and counters['changes_since_test'] == changes_since_test",
        "flags.asked and not flags.get('other')",
        "target in read_files and target not in written_files and target not in edited_files",
        '"x" in sets.seen and len(sets["seen"]) == 2',
        "reads_since_search == 0 and error is None",
        '"sure" in text',
        "  tool  ",
        "(tool\n  and\n  target)",
    ],
)
def test_what_an_expression_can_say(text: str) -> None:
    assert said(text) is True


@pytest.mark.parametrize(
    "text",
    [
        '(args.get("missing") or "dev").startswith("dev")',
        '(args.env and args.command).startswith("git")',
        "(args.missing or args.count) + 1 == 4",
    ],
)
def test_and_and_or_give_the_value_as_in_python(text: str) -> None:
    assert said(text) is True


@pytest.mark.parametrize(
    "text",
    [
        'args["missing"] == 1',
        "args.tags[9]",
        "args.missing.deep",
        'args.missing.startswith("x")',
        "args.count.lower()",
        'args.count > "2"',
        "args.count / 0",
        'int("x")',
        '"a" * 3',
        "args + args",
        "not sets.nothing[0]",
        "len(args.count)",
        "min()",
        'args.env.split("")',
        '"x".get("y")',
        "float('inf') > 0",
        "999999999999 * 999999999999 > 0",
        'int("9" + "9" * 2) == 1',
    ],
)
def test_what_does_not_fit_the_call_is_not_a_match_and_not_an_error(text: str) -> None:
    assert said(text) is False


# ── what it may not say ──

ESCAPES = [
    "__import__('os').system('true')",
    "().__class__.__bases__[0].__subclasses__()",
    "tool.__class__",
    "args.__class__.__init__.__globals__",
    "args.get.__self__",
    "getattr(args, 'x')",
    "setattr(args, 'x', 1)",
    "eval('1')",
    "exec('1')",
    "compile('1', '', 'eval')",
    "open('/etc/passwd').read()",
    "globals()",
    "locals()",
    "vars()",
    "dir()",
    "type(tool)",
    "input()",
    "breakpoint()",
    "print(1)",
    "range(10**9)",
    "list(args)",
    "sorted(args)",
    "sum([1])",
    "pow(2, 3)",
    "print",
    "len",
    "session",
    "call",
    "self",
    "__builtins__",
    "lambda: 1",
    "(lambda x: x)(1)",
    "[x for x in args]",
    "{x for x in args}",
    "{x: x for x in args}",
    "(x for x in args)",
    "{'a': 1}",
    "{**args}",
    "(x := 1)",
    "f'{tool}'",
    "f'{tool.__class__}'",
    "tool.format(1)",
    "'{0.__class__}'.format(tool)",
    "'%s' .format_map(args)",
    "','.join(args.tags)",
    "tool.replace('a', 'b' )",
    "tool.encode()",
    "tool.zfill(10)",
    "tool.ljust(10)",
    "tool.center(9)",
    "tool.translate({})",
    "args.pop('env')",
    "args.clear()",
    "args.update(args)",
    "args.setdefault('x', 1)",
    "args.items()",
    "args.tags.append(1)",
    "sets.seen.add('z')",
    "2 ** 1000",
    "1 << 10",
    "1 >> 1",
    "1 | 2",
    "1 & 2",
    "1 ^ 2",
    "~1",
    "+1",
    "tool @ tool",
    "tool[0:3]",
    "args[...]",
    "...",
    "b'x'",
    "1j",
    "9999999999999",
    "await tool",
    "yield 1",
    "len(*args)",
    "len(obj=args)",
    "len(**args)",
    "(len)(args)(1)",
    "args.get('x')()",
    "args['get']('x')",
    "import os",
    "x = 1",
    "del args",
    "assert tool",
    "tool; tool",
    "tool\ntool",
    "",
    "   ",
    "and",
    "'unclosed",
    "(" * 300,
    "tool" + ".lower()" * 60,
    "not " * 60 + "tool",
    "[" * 60 + "]" * 60,
    "\0",
    "tool == '\ud800",
    "x" * (LONGEST + 1),
    "1 + " * 300 + "1",
]


@pytest.mark.parametrize("text", ESCAPES)
def test_everything_else_is_refused_at_load(text: str) -> None:
    with pytest.raises(ExpressionError):
        compiled(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import os", "is not an expression: invalid syntax"),
        ("oops == 1", "does not know `oops`; it knows "),
        ("open('x')", "may not call `open`; it may call abs, bool"),
        ("tool.format()", "of methods it knows count, endswith"),
        ("[x for x in args]", "may not use `ListComp`"),
        ("len(args, key=1)", "may not use named arguments"),
        ("2 ** 3", "may not use `Pow`"),
        ("b'x'", "may not use the value b'x'"),
        ("not " * 60 + "tool", "is nested too deeply"),
        ("1" * 2001, "is longer than 2000 characters; write it in Python with `@habitus.rule`"),
    ],
)
def test_a_refusal_says_what_is_wrong_and_what_is_known(text: str, words: str) -> None:
    with pytest.raises(ExpressionError) as refused:
        compiled(text)

    assert words in str(refused.value)


def test_looking_at_a_call_changes_nothing() -> None:
    args = {"env": "prod", "tags": ["a"]}
    call = Call(tool="t", action="t", args=args)

    compiled('args.get("x", []) == 1 or args.tags + ["b"] == 1 or args.env.upper() == "X"')(SESSION, call)

    assert args == {"env": "prod", "tags": ["a"]}
    assert SESSION.sets == {"read_files": {"/w/a.py"}, "seen": {"x", "y"}}


# ── it ends ──


@pytest.mark.parametrize(
    "text",
    [
        "text.split()",
        "text + text + text + text",
        "str(args) + text",
        "text.count('a') + text.count('aa') + text.find('ab')",
        "text in text and text == text.upper().lower()",
        "int(text)",
        "float(text)",
        "text.split('a')",
        " or ".join(["text.find('aaaaaaab') > 0"] * 60),
        " + ".join(["text"] * 40),
    ],
)
def test_a_huge_text_takes_a_moment_and_no_more(text: str) -> None:
    call = Call(tool="t", action="t", args={"a": "a" * 900_000}, text="a" * 900_000)
    holds = compiled(text)

    with suppress(TooLong):
        holds(SESSION, call)


@pytest.mark.parametrize(
    "text",
    [
        '"deploy" in args.command.lower()',
        'args.command.split(" ")[0] == "deploy"',
        'args.command.strip() == "deploy"',
        '"deploy" in str(args)',
    ],
)
def test_no_word_hides_behind_a_million_blanks(text: str) -> None:
    assert said(text, Call(tool="Bash", action="bash", args={"command": "deploy" + " " * 1_000_001}))


def test_texts_put_together_that_are_too_long_to_look_at_are_not_called_harmless() -> None:
    blocks = Check(id="b", when="pre_tool", action="block", message="No.", fires=lambda session, call, limit: holds(session, call))
    holds = compiled('"deploy" in args.command + args.more')
    call = Call(tool="Bash", action="bash", args={"command": "deploy", "more": " " * 1_000_001})

    verdicts = Rules([blocks]).judge("pre_tool", SESSION, call).verdicts

    assert [one.action for one in verdicts] == ["block"]


@pytest.mark.parametrize(
    ("text", "tool", "args"),
    [
        ('args.command.startswith("deploy")', "bash", {"command": ["deploy", "now"]}),
        ('args["command"] == "deploy now"', "bash", {"cmd": "deploy now"}),
        ('args.get("command") == "deploy now"', "bash", {"CommandLine": "deploy now"}),
        ('args.file_path.endswith("b.py")', "edit", {"path": "/w/b.py"}),
        ('"file_path" in args', "edit", {"path": "/w/b.py"}),
    ],
)
def test_command_and_file_have_these_names_at_every_host(text: str, tool: str, args: dict[str, Any]) -> None:
    assert said(text, Call(tool=tool, action=tool, target=args.get("path", ""), args=args))


ATOMS = st.sampled_from(
    [*NAMES, "0", "1", "-1", "3.5", "1e300", '""', '"a"', "'x y'", "args.env", "args.count", "args.tags", "args.inner",
     "sets.seen", "missing", "__class__"]
)  # fmt: skip
PIECES = st.sampled_from(
    [*NAMES, *FUNCTIONS, *METHODS, "(", ")", "[", "]", "{", "}", ".", ",", ":", "=", "==", "<", ">=", "+", "-", "*", "**", "/",
     "//", "%", "<<", "|", " and ", " or ", " not ", " in ", " is ", " if ", " else ", " for ", " lambda ", "'", '"', "\\",
     "\n", "\0", "0", "1", "99", "__", "f'", ":="]
)  # fmt: skip


PAIRS = ("and", "or", "+", "*", "%", "//", "<", "in")


def wrapped(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """An expression around others."""
    function, method = st.sampled_from(sorted(FUNCTIONS)), st.sampled_from(sorted(METHODS))
    return st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(PAIRS), inner),
        st.builds("({} if {} else {})".format, inner, inner, inner),
        st.builds("{}[{}]".format, inner, inner),
        st.builds("min({}, {})".format, inner, inner),
        st.builds("(not {})".format, inner),
        st.builds("(-{})".format, inner),
        st.builds("[{}]".format, inner),
        st.builds("{}({})".format, function, inner),
        st.builds("{}.{}({})".format, inner, method, inner),
        st.builds("{}.{}()".format, inner, method),
        st.builds("{}.env".format, inner),
    )


def weighed(text: str) -> None:
    """Compile it, or have it refused in words; then it says yes or no of any call."""
    try:
        holds = compiled(text)
    except ExpressionError:
        return
    for call in (CALL, Call(tool="", action="", args={})):
        assert holds(SESSION, call) in (True, False)


@given(st.recursive(ATOMS, wrapped, max_leaves=12))
@settings(max_examples=300)
def test_an_expression_of_any_shape_is_refused_or_answers(text: str) -> None:
    weighed(text)


@given(st.lists(PIECES, max_size=25).map("".join))
@settings(max_examples=300)
@example("\\")
@example("\N{KELVIN SIGN}")
def test_text_of_any_kind_is_refused_or_answers(text: str) -> None:
    weighed(text)


@given(st.text(max_size=60))
def test_random_characters_are_refused_or_answer(text: str) -> None:
    weighed(text)


def test_nothing_python_can_parse_slips_past_the_list_of_what_is_known() -> None:
    nodes = [one for one in vars(ast).values() if isinstance(one, type) and issubclass(one, ast.expr) and one is not ast.expr]
    from habitus.enforce.expression import MAKE

    known = {node for node in nodes if node in MAKE}
    assert {node.__name__ for node in known} == {
        "Constant", "Name", "BoolOp", "UnaryOp", "Compare", "BinOp", "IfExp", "List", "Tuple", "Set", "Subscript", "Attribute", "Call",
    }  # fmt: skip


def test_what_an_expression_yields_is_always_a_yes_or_a_no() -> None:
    values: list[Any] = ["args", "sets", "args.tags", "0", "''", "args.none", "[]", "3.5"]

    assert all(said(value) in (True, False) for value in values)
