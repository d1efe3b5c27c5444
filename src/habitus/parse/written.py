"""The text that a call puts into files: through a file tool, a patch or the shell. No I/O.

What is looked for is code, as a rule names it: `console.log` stands for itself and not for `console.logger`, `print(` for a call of print
and not for `rich.print(`. What stood there before was not written by this call, so it is counted against it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.parse import paths
from habitus.parse.effects import OUTPUT, PATCHED
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from habitus.parse.shell import Command, Script

WHOLE = ("content", "contents", "file_text", "text", "new_content", "data", "body")
PAIRS = (
    ("old_string", "new_string"), ("old_str", "new_str"), ("old", "new"), ("old_text", "new_text"), ("oldText", "newText"),
    ("oldString", "newString"), ("find", "replace"), ("search", "replace"),
)  # fmt: skip
PIECES = ("new_source", "code_edit", "code", *WHOLE)
"""What may hold some of what stood there before."""
INSERTED = ("insert_text", "new_str", "text")
PATCHES = ("command", "input", "patch", "diff")
APPENDS = (">>", "&>>")
PATCHERS = wordset("apply_patch applypatch patch git")


class Written(NamedTuple):
    path: str
    """As the call spells it, seen from the workspace."""
    new: str
    old: str | None = None
    """What it takes the place of. None: what the file holds now, which only the disk can say."""


def by_tool(target: str, args: Mapping[str, Any], workspace: str = "") -> tuple[Written, ...]:
    """What an `edit` or a `write` brings."""
    patch = next((text for name in PATCHES if isinstance(text := args.get(name), str) and _is_patch(text)), "")
    if patch:
        return tuple(one._replace(path=paths.normal(one.path or target, workspace)) for one in patched(patch))
    edits = args.get("edits")
    steps = [step for step in edits if hasattr(step, "get")] if isinstance(edits, list) else [args]
    found = [Written(target, new, old) for step in steps for old, new in [pair(step) or (None, None)] if new is not None]
    if found:
        return tuple(found)
    is_added = "insert_line" in args
    given = (args[name] for name in (INSERTED if is_added else PIECES) if isinstance(args.get(name), str))
    return tuple(Written(target, new, "" if is_added else None) for new in given)[:1]


def pair(step: Mapping[str, Any]) -> tuple[str, str] | None:
    """What is replaced, and by what."""
    for old, new in PAIRS:
        if isinstance(step.get(old), str) and isinstance(step.get(new, ""), str):
            return step[old].replace("\r\n", "\n"), step.get(new, "").replace("\r\n", "\n")
    return None


# ── patches ──


def _is_patch(text: str) -> bool:
    return "*** " in text or "@@" in text


def patched(patch: str) -> Iterator[Written]:
    """The lines that a patch in Codex's form, or a unified one, takes away and adds, file by file."""
    path, old, new = "", list[str](), list[str]()
    for line in patch.splitlines():
        named = _named(line)
        if named is not None:
            if new:
                yield Written(path, "\n".join(new), "\n".join(old))
            path, old, new = named, [], []
        elif line.startswith("+"):
            new.append(line[1:])
        elif line.startswith("-"):
            old.append(line[1:])
    if new:
        yield Written(path, "\n".join(new), "\n".join(old))


def _named(line: str) -> str | None:
    """The file whose lines follow. `--- a/f` opens a file too: what it takes away is no line of it."""
    if line.startswith(("--- ", "+++ ")):
        return line[4:].partition("\t")[0].removeprefix("a/").removeprefix("b/").strip()
    found = PATCHED.match(line) if line.startswith("*** ") else None
    return (found[2] or found[3] or "").strip() if found else None


# ── the shell ──


def by_shell(script: Script, workspace: str = "") -> tuple[Written, ...]:
    """What here-documents, `echo` and `printf` put into files, and patches that are handed to a program."""
    return tuple(
        one._replace(path=paths.normal(one.path, command.cwd or workspace))
        for command in script.commands
        if not command.guessed
        for one in _put(command)
    )


def _put(command: Command) -> Iterator[Written]:
    from habitus.parse.shell.prints import printed, stdin

    if command.name in PATCHERS:
        text = stdin(command) or "\n".join(command.argv[1:])
        yield from patched(text) if _is_patch(text) else ()
        return
    places = [(one.target, one.op in APPENDS) for one in command.redirects if one.op in OUTPUT and one.fd in ("", "1")]
    if command.name == "tee":
        is_added = "-a" in command.argv or "--append" in command.argv
        places += [(word, is_added) for word in command.argv[1:] if not word.startswith("-")]
    new = ((stdin if command.name == "tee" else printed)(command) or "") if places else ""
    yield from (Written(path, new, "" if is_added else None) for path, is_added in places if new)


# ── what is looked for ──

CALL = re.compile(r"[A-Za-z_$][\w$]*\(")
ANY = "…"
"""Stands for a name: `var … =`."""
LEAD = {"<": r"(?<![\w<])", ".": ""}
AROUND = "=&|<>+*!-"


@lru_cache(maxsize=512)
def finder(texts: tuple[str, ...]) -> Callable[[str], int]:
    """How often any of these stands in a text, each as a word of its own. Blanks may be more, and around signs there may be none; a text
    that ends in a line break stands at the end of a line."""
    found = re.compile("|".join(map(_pattern, texts)), re.MULTILINE)
    return lambda text: sum(1 for _ in found.finditer(text))


def _pattern(text: str) -> str:
    words = text.split()
    body = "".join(_gap(before, word) + _escaped(word) for before, word in zip(["", *words], words, strict=False))
    first, last = text.lstrip()[0], text.rstrip()[-1]
    lead = LEAD.get(first, rf"(?<![{re.escape(AROUND)}])" if first in AROUND else "")
    if _is_word(first):
        # A bare call is one of its own: not of another's method, and not where it is made.
        lead = r"(?<![\w$.-])(?<!\bdef )(?<!\bfunction )(?<!\bfunc )(?<!\bfn )" if CALL.match(text) else r"(?<![\w$-])"
    if text.endswith("\n"):
        return rf"{lead}{body}[ \t]*;?[ \t]*$"
    tail = r"(?![\w$-])" if _is_word(last) else rf"(?![{re.escape(AROUND)}])" if last in AROUND and last not in "<*" else ""
    return lead + body + tail


def _gap(before: str, word: str) -> str:
    if not before:
        return ""
    return r"\s+" if _is_word(before[-1]) and _is_word(word[0]) else r"\s*"


def _escaped(word: str) -> str:
    return r"[\w$]+".join(map(re.escape, word.split(ANY)))


def _is_word(char: str) -> bool:
    return char.isalnum() or char in "_$…"
