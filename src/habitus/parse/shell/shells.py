"""Programs that run a text: shells, and the interpreters of other languages. See `unwrap.py` for what the answers mean."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.parse.shell import code
from habitus.parse.shell.prints import STDIN, stdin
from habitus.parse.shell.types import UNKNOWN, Command
from habitus.parse.shell.wrappers import SHELL_VALUED, SHELLS
from habitus.parse.synopsis import takes_next

if TYPE_CHECKING:
    from collections.abc import Callable

    from habitus.parse.shell.reader import Reader


POWERS = ("pwsh", "powershell")
CHECKS = re.compile(r"-[a-hj-z]{0,3}n[a-hj-z]{0,3}")
"""`bash -n f.sh` reads the script and runs nothing; where it is interactive too, it runs."""
READS = re.compile(r"-[a-z]{0,3}s[a-z]{0,3}")
MODULE = re.compile(r"-[bBdEiIOPqsSuvx]{0,9}m(.*)", re.DOTALL)
"""Flags of Python stand together, and the module may stand with them: `-Im pytest`, `-mpytest`."""


def shell(reader: Reader, command: Command) -> bool:
    """`bash -lc SCRIPT`, `sh FILE`, and a shell that reads its script from a pipe or a here-document."""
    argv = command.argv
    at = script_at(argv)
    if any(CHECKS.fullmatch(word) for word in argv[1 : abs(at)]) and command.name not in POWERS and "-i" not in argv:
        return False
    if at < 0 and command.name in POWERS and -at < len(argv) and not argv[-at].lower().endswith(".ps1"):
        at = -at  # a command, without the flag that says so
    if at < 0:
        at = -at
        # `sh -s -- a b`: the operands are arguments for the script that it reads.
        is_read = at >= len(argv) or any(READS.fullmatch(word) for word in argv[1:at])
        return reads_script(reader, command) if is_read else reader.runs_file(argv[at], command, argv[at:])
    if at >= len(argv):
        return False
    if argv[at] == UNKNOWN:
        reader.note(f"what `{command.name} -c` runs is only known at run time")
        return False
    whole = command.name == "cmd" or command.name in POWERS
    reader.inner(" ".join(argv[at:]) if whole else argv[at], f"{command.name} -c", command, argv[at + 1 :])
    return True


def script_at(argv: tuple[str, ...]) -> int:
    """The place of the script of `sh -c`; with a minus sign the place of the file that a shell without `-c` would run."""
    at, takes = 1, False
    while at < len(argv):
        word = argv[at].lower()
        if word in ("--", "-"):
            at += 1
            break
        if word in ("-command", "/c", "/k"):
            return at + 1
        if word[:1] not in ("-", "+") and word not in ("/s", "/q", "/d"):
            break
        takes = takes or (word[0] == "-" and word[1:2] != "-" and "c" in word and len(word) < 8)
        at += 2 if takes_next(argv[at], SHELL_VALUED) or word in SHELL_VALUED else 1
    return at if takes else -at


def reads_script(reader: Reader, command: Command) -> bool:
    """A shell without a script reads one; `at now` does, too."""
    text = stdin(command)
    if text is not None:
        reader.inner(text, command.name, command._replace(pipe=None, redirects=()))
        return True
    if command.pipe is not None:
        reader.note(f"`{command.name}` runs what `{command.pipe.name}` prints")
        reader.guess(_spoken(command.pipe), command.name, command)
    return False


def _spoken(command: Command | None) -> list[str]:
    """The strings in the programs that feed a shell: `awk '{print "rm -rf " $1}' | sh` prints some of them."""
    found: list[str] = []
    while command is not None:
        if command.name in code.SPEAKS:
            for word in command.argv[1:]:
                found += re.findall(r'"([^"]{3,200})"', word)
                found += [text for _, text in re.findall(r"^s([/|#,@:])[^\n]{0,80}?\1([^\n]{3,200}?)\1", word)]
        command = command.pipe
    return found


def sourced(reader: Reader, command: Command) -> bool:
    return len(command.argv) > 1 and reader.runs_file(command.argv[1], command, command.argv[1:])


# ── other languages ──────────────────────────────────────────────────────────────────────────────


def interpreter(reader: Reader, command: Command) -> bool:
    """`python -c`, `node -e`, `perl -ne`, code on standard input, `python -m MODULE`."""
    language, argv = code.language(command.name), command.argv
    at = 1
    while at < len(argv) and argv[at].startswith("-") and argv[at] != "-":
        word = argv[at]
        module = MODULE.fullmatch(word) if language.modules else None
        if module and (rest := (*filter(None, module.groups()), *argv[at + 1 :])):
            reader.again(rest, f"{command.name} -m", command)
            return True
        flag = language.code_flag(word)
        if flag:
            text = word.partition("=")[2] or (argv[at + 1] if at + 1 < len(argv) else "")
            _runs_code(reader, command, f"{command.name} {flag}", text)
            return False
        at += 2 if word in language.valued else 1
    program = _program(reader, command, at)
    if program:
        _runs_code(reader, command, command.name, program)
    return False


def _program(reader: Reader, command: Command, at: int) -> str | None:
    """Code that comes without a flag: as an operand, from a file that the script wrote, on standard input."""
    argv = command.argv
    operand = code.language(command.name).operand
    if operand == "*":
        return argv[at] if at < len(argv) else None
    if operand and at + 1 < len(argv) and argv[at] == operand:
        return argv[at + 1]
    if at < len(argv) and argv[at] not in ("-", *STDIN):
        return reader.files.get(reader.path(argv[at]))
    return stdin(command)


def _runs_code(reader: Reader, command: Command, label: str, text: str) -> None:
    # What the code starts does not read the code.
    bare = command._replace(pipe=None, redirects=())
    found = code.runs(text, code.language(command.name))
    if len(text) > code.LONGEST or len(found) >= code.MOST_CALLS:
        reader.cut(f"`{label}` does more than is looked at")
    for run in found:
        if isinstance(run, str):
            reader.inner(run, label, bare)
        else:
            reader.again(run, label, bare)
    if code.is_no_code(text):
        reader.note(f"what `{label}` is given is no program")
        reader.guess([text], label, bare)


HOW: dict[str, Callable[[Reader, Command], bool]] = {
    **dict.fromkeys(SHELLS, shell),
    **dict.fromkeys(code.LANGUAGES, interpreter),
    **dict.fromkeys((".", "source"), sourced),
    **dict.fromkeys(("at", "batch"), reads_script),
}
