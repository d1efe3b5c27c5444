"""What a rule names, as conditions: a command, a file or folder, a tool. Strict: one word not understood, and there is no answer."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Any

from habitus.learn.checks import names
from habitus.parse import actions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from habitus.learn.checks.words import Word

Condition = dict[str, Any]

PATH = re.compile(r"[\w.@~*?/+-]+")
ENDING = re.compile(r".*[\w*]\.[A-Za-z][A-Za-z0-9]{0,9}|\.[A-Za-z][\w.-]*")
SCRIPT = re.compile(r"(?:[\w./-]*/)?([\w-]+\.(?:sh|bash|py|js|mjs|ts|rb|pl|php))")
TOOL = re.compile(r"[A-Za-z]\w*(?:(?:__|[._])\w+)+")
BRANCH = re.compile(r"[\w./-]+")
CUT = ("git add", "docker build")
"""Commands that mostly end in a dot, which is easily lost at the end of a sentence: without one they would mean far more."""
INTERPRETERS = ["bash", "sh", "zsh", "python", "python3", "node", "ruby", "perl", "php", "tsx", "ts-node", "source"]


def items(words: Sequence[Word]) -> Iterator[list[Word]]:
    """`npm, yarn or bun` as three."""
    one: list[Word] = []
    for word in words:
        if word.kind in ("o", ","):
            if one:
                yield one
            one = []
        else:
            one.append(word)
    if one:
        yield one


def _name(item: list[Word], around: str) -> Word | None:
    """The one name in an item, with nothing but these nouns around it."""
    found = [word for word in item if word.kind not in around]
    return found[0] if len(found) == 1 and found[0].kind == "x" else None


# ── commands ──


def commands(words: Sequence[Word], *, is_run: bool = False, instead: str = "") -> list[Condition] | None:
    """The commands that are named, each as a `runs`. `is_run`: the verb was "run", so a script or a quoted name is a program as well.
    `instead`: what is to be used in their place."""
    found: list[Condition] = []
    for item in items(words):
        name = _name(item, "c")
        one = _command(name, is_run=is_run or len(item) > 1, instead=instead) if name else None
        if one is None:
            return None
        found += one
    return found or None


def _command(name: Word, *, is_run: bool, instead: str) -> list[Condition] | None:
    argv = words_of(name.text)
    if not argv:
        return None
    if names.is_option(argv[0]):
        # A short option alone means something else to every program.
        return [_runs(options=argv)] if all(word.startswith("--") for word in argv) else None
    program = argv[0].lower()
    script = SCRIPT.fullmatch(argv[0])
    if script and is_run and len(argv) == 1:
        return [_runs(program=[script[1].lower()]), _runs(program=INTERPRETERS, args=[script[1], f"*/{script[1]}"])]
    known = names.QUOTED if name.is_code else names.PROGRAMS
    if program not in known and not (is_run and name.is_code and re.fullmatch(r"[\w.-]+", program)):
        return None
    if program in names.LANGUAGES and len(argv) == 1 and not (name.is_code or is_run or instead in names.RELATED.get(program, ())):
        return None
    is_cut = not name.is_code and " ".join(argv).lower() in CUT
    return None if is_cut or (program in ("sudo", "env") and len(argv) > 1) else _line(program, argv[1:])


def _line(program: str, rest: list[str]) -> list[Condition] | None:
    options = [word for word in rest if names.is_option(word)]
    operands = [word for word in rest if not word.startswith("-")]
    subs = names.SUBCOMMANDS.get(program)
    if len(options) + len(operands) < len(rest) or (program in names.LANGUAGES and rest and subs is None):
        return None
    many = len(operands) if subs is None else next((n for n, word in enumerate(operands) if word.lower() not in subs), len(operands))
    many = min(many, 1) if program == "git" else many
    if program in names.TARGETS:
        many = 0
    elif subs is not None and len(operands) > 1:
        many = max(many, 1)  # a subcommand that we do not know is one all the same: without it every other would be meant
    # Of several operands the last says most: `git push origin main`.
    return [
        _runs(
            program=list(names.ALSO.get(program, (program,))),
            subcommand=names.subcommands(program, operands[:many]) if many else [],
            options=_options(program, options),
            args=operands[many:][-1:],
        )
    ]


def _options(program: str, options: list[str]) -> list[str]:
    """`-rf` is two options, each with its other names."""
    apart = [
        f"-{c}" for word in options for c in word[1:] if not word.startswith("--") and len(word) > 2 and program in ("rm", "git", "grep")
    ]
    whole = [word for word in options if word.startswith("--") or len(word) == 2 or program not in ("rm", "git", "grep")]
    return [names.spelled(program, option) for option in apart + whole]


def _runs(**parts: list[str]) -> Condition:
    return {"runs": {name: value for name, value in parts.items() if value}}


def words_of(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return []


def program_of(words: Sequence[Word]) -> str:
    """The one program that is named, in lower case; empty where it is not just one."""
    named = [word for word in words if word.kind == "x"]
    return named[0].text.lower() if len(named) == 1 else ""


def lines(words: Sequence[Word]) -> list[str]:
    """The commands that are named, each as one line: `uv run pytest` is read as two names."""
    found = (" ".join(word.text for word in item if word.kind == "x").lower() for item in items(words))
    return [line for line in found if line]


def option_of(words: Sequence[Word]) -> str:
    named = [word for word in words if word.kind not in "co"]
    return named[0].text if len(named) == 1 and names.is_option(named[0].text) and " " not in named[0].text else ""


def branch(words: Sequence[Word], *, is_said: bool) -> str:
    """`is_said`: there was a "to". Without one only a name that branches have is taken for one: "never push secrets" names none."""
    name = _name(list(words), "")
    return name.text if name and BRANCH.fullmatch(name.text) and (is_said or name.text in names.BRANCHES) else ""


def pushes_to(branch: str) -> Condition:
    places = [branch, f"+{branch}", f"*:{branch}", f"refs/heads/{branch}", f"*:refs/heads/{branch}"]
    push = {"program": ["git"], "subcommand": ["push"]}
    return {"any": [{"runs": {**push, "args": places}}, {"runs": {**push, "options": ["--all|--branches|--mirror"]}}]}


# ── tools ──


def tools(words: Sequence[Word]) -> list[str] | None:
    """The tools that are named: by a noun beside them, or by a name that only a tool can have."""
    found = [_tool(item) for item in items(words)]
    return [name for name in found if name] if found and all(found) else None


def _tool(item: list[Word]) -> str:
    name = _name(item, "t")
    if name is None or " " in name.text:
        return ""
    text = name.text.removesuffix("()")
    is_said = len(item) > 1 and re.fullmatch(r"[\w.]+", text)
    is_known = text[:1].isupper() and text.lower() in actions.ACTION
    return text.lower() if is_said or is_known or (TOOL.fullmatch(text) and not ENDING.fullmatch(text)) else ""


# ── files and folders ──


def paths(words: Sequence[Word]) -> list[str] | None:
    found: list[str] = []
    for item in items(words):
        one = _paths(item)
        if one is None:
            return None
        found += one
    return found or None


def _paths(item: list[Word]) -> list[str] | None:
    kinds = "".join(word.kind for word in item)
    if re.fullmatch(r"T[fd]?|f[iq]T", kinds):
        return list(names.TEST_FILES)
    if not re.fullmatch(r"(?:[fa]?i)?f?(?:d?x|xd)|fx|xf|fex|xd?if?", kinds):
        return None
    name = next(word for word in item if word.kind == "x")
    if "e" in kinds:
        return _ending(name.text)
    if kinds in ("xf", "fx") and (by_kind := _ending(name.text)):
        return by_kind
    if name.text.lower() in names.KNOWN_PATHS:
        return list(names.KNOWN_PATHS[name.text.lower()])
    return path(name.text, is_folder="d" in kinds, is_said=name.is_code or kinds[:-1] != "")


def _ending(text: str) -> list[str] | None:
    """`.md`, `*.md` and `markdown` files."""
    plain = text.removeprefix("*").removeprefix(".").lower()
    if text.startswith((".", "*.")) and re.fullmatch(r"[a-z0-9]{1,10}", plain) and text.lower() not in names.FILENAMES:
        return [f"*.{plain}"]
    known = names.EXTENSIONS.get(plain)
    return [f"*.{known}"] if known else list(names.KNOWN_PATHS[plain]) if plain == "lock" else None


def path(text: str, *, is_folder: bool = False, is_said: bool = False) -> list[str] | None:
    if not PATH.fullmatch(text) or not text.strip("./~*?") or "://" in text or text.startswith("-"):
        return None
    plain = text.removesuffix("/**").removesuffix("/*") if "*" in text else text
    if is_folder:
        return [plain.rstrip("/") + "/"]
    is_path = "/" in text or "*" in text or ENDING.fullmatch(text) or text.lower() in names.FILENAMES
    return [plain] if is_path or (is_said and "_" in text and "." not in text and text.islower()) else None
