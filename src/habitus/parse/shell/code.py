"""One-liners of other languages, read for what they do outside themselves.

`python -c "shutil.rmtree('x')"` is told as `rm -rf x`, `open('f', 'w')` as `tee f`, `os.system('...')` as the script it runs: whoever
understands commands understands them too. Calls and their strings are read, nothing is evaluated; comments and other strings say nothing.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from habitus.parse.shell.types import UNKNOWN
from habitus.parse.wordset import wordset

LONGEST = 65_536
"""Characters of code that are read."""
MOST_CALLS = 200
MOST_TOKENS = 400
"""Calls that are followed, and tokens of their arguments: calls inside calls would otherwise take the square of the time."""


class Language(NamedTuple):
    flags: tuple[str, ...] = ("-e",)
    """Flags whose value is code."""
    valued: tuple[str, ...] = ()
    """Other flags whose value is the next word."""
    operand: str = ""
    """`*`: the first operand is code; a word: the operand after that word is."""
    comment: str = r"\#[^\n]*"
    ticks: bool = False
    """Text in backticks is run by a shell."""
    modules: bool = False
    """`-m` runs a module as if it were a program."""

    def code_flag(self, word: str) -> str:
        """The flag that this word is or ends in: `-ne` ends in `-e`, and `--line` does not."""
        for flag in self.flags:
            if word.partition("=")[0] == flag or (len(flag) == 2 < len(word) <= 5 and word[1:].isalpha() and word.endswith(flag[1])):
                return flag
        return ""


_SLASHES = r"//[^\n]*|/\*.*?\*/"
_PYTHON = Language(("-c",), ("-W", "-X"), modules=True)
_SCRIPT = Language(("-e", "-p", "--eval", "--print"), ("-r", "--require", "--import", "--loader"), comment=_SLASHES)
_AWK = Language((), ("-F", "-v", "-f", "-i"), operand="*")

LANGUAGES: dict[str, Language] = {
    **dict.fromkeys(("python", "python2", "python3", "py", "pypy", "pypy3", "ipython"), _PYTHON),
    **dict.fromkeys((f"python3.{minor}" for minor in range(6, 20)), _PYTHON),
    **dict.fromkeys(("node", "nodejs", "bun", "tsx", "ts-node"), _SCRIPT),
    "deno": _SCRIPT._replace(flags=("--eval",), operand="eval"),
    "perl": Language(("-e", "-E"), ("-I",), ticks=True),
    "ruby": Language(("-e",), ("-I", "-r"), ticks=True),
    "php": Language(("-r",), ("-d", "-c"), comment=rf"\#[^\n]*|{_SLASHES}", ticks=True),
    **dict.fromkeys(("lua", "osascript"), Language(("-e",), ("-l",), comment=r"--[^\n]*")),
    **dict.fromkeys(("rscript", "julia"), Language()),
    **dict.fromkeys(("awk", "gawk", "mawk", "nawk"), _AWK),
}
SPEAKS = wordset("awk gawk mawk nawk sed gsed perl jq")
"""Programs that print strings out of their own code."""


class Call(NamedTuple):
    does: str
    """run: it starts a program; open: it reads a file, or writes it, as its mode says; else the command that does the same."""
    on: tuple[str, ...] | None = None
    """What it may be called on, the empty string for nothing; None: on anything."""
    is_method: bool = False
    """The file is what it is called on; its arguments are something else."""


_FILES = ("fs", "fsp", "fse", "promises", "os", "FileUtils", "File", "Dir", "Pathname")

CALLS: dict[str, Call] = {
    **dict.fromkeys(
        wordset(
            "system popen Popen getoutput getstatusoutput check_call check_output execSync spawnSync execFile execFileSync shell_exec"
            " passthru proc_open pcntl_exec capture2 capture2e capture3 execv execvp execve execl execlp spawnv spawnvp"
            " create_subprocess_shell create_subprocess_exec execa execaSync script"
        ),
        Call("run"),
    ),
    **dict.fromkeys(("run", "call"), Call("run", ("subprocess", "sp"))),
    "os.execute": Call("run"),
    **dict.fromkeys(("exec", "spawn"), Call("run", ("", "child_process", "cp", "Process", "Kernel"))),
    **dict.fromkeys(
        wordset("rmtree rm_rf rm_r remove_entry_secure remove_dir remove_tree rimraf rimrafSync removeSync emptyDirSync"),
        Call("rm -rf"),
    ),
    **dict.fromkeys(("rmSync", "rmdirSync", "unlinkSync", "unlink"), Call("rm")),
    **dict.fromkeys(("rm", "rmdir", "remove", "delete"), Call("rm", _FILES)),
    **dict.fromkeys(("read_text", "read_bytes"), Call("cat", is_method=True)),
    **dict.fromkeys(("write_text", "write_bytes"), Call("tee", is_method=True)),
    **dict.fromkeys(("readFileSync", "readFile", "file_get_contents", "readlines"), Call("cat")),
    **dict.fromkeys(("writeFileSync", "writeFile", "appendFileSync", "appendFile", "file_put_contents"), Call("tee")),
    **dict.fromkeys(("open", "fopen"), Call("open")),
    **dict.fromkeys(("copyFileSync", "copyFile", "copyfile", "copy2", "copytree", "cpSync"), Call("cp")),
    "copy": Call("cp", ("shutil", "FileUtils", "fs", "fse", "File")),
    "renameSync": Call("mv"),
    **dict.fromkeys(("rename", "move", "renames", "mv"), Call("mv", ("shutil", *_FILES))),
    **dict.fromkeys(("execute", "executescript", "executemany", "exec_driver_sql", "query"), Call("psql -c")),
}
SEVERAL = wordset("spawn spawnSync execFile execFileSync system exec execv execvp execve execl execlp execa create_subprocess_exec")
"""Calls that take a program and its words as arguments of their own."""
PATHS = ("Path", "PurePath", "Pathname")
MODULES = ("", "os", "io", "codecs", "gzip", "builtins", "fs", "File", "IO")
"""What `open` is called on where its first argument is the file."""

_PARTS = (
    r"""(?P<comment>%s)|(?P<string>[rbfuRBFU]{0,2}(?:'{3}.*?'{3}|\"{3}.*?\"{3}|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))"""
    r"""|(?P<tick>`(?:[^`\\]|\\.)*`)|(?P<ran>(?:%%x|qx)[(\[{/|].*?[)\]}/|])"""
    r"""|(?P<name>[.]?[A-Za-z_$@][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_]\w*)*)|(?P<mark>\S)"""
)
_MODULE = r"""['"](?:node:)?(?P<module>[\w/-]{1,80})['"]"""
_IMPORTS = (
    r"\bfrom\s+(?P<module>[\w.]{1,80})\s+import\s+\(?(?P<names>[\w\s,]{1,300})",
    r"\bimport\s+(?P<module>[\w.]{1,80})\s+as\s+(?P<whole>\w{1,80})",
    rf"\bimport\s*\{{(?P<names>[^{{}}]{{1,300}})\}}\s*from\s*{_MODULE}",
    rf"\bimport\s+(?:\*\s*as\s+)?(?P<whole>\w{{1,80}})\s+from\s*{_MODULE}",
    rf"\{{(?P<names>[^{{}}]{{1,300}})\}}\s*=\s*(?:await\s+)?(?:require|import)\s*\(\s*{_MODULE}",
    rf"\b(?P<whole>\w{{1,80}})\s*=\s*(?:await\s+)?(?:require|import)\s*\(\s*{_MODULE}",
)
"""How Python and Node bring in a module, or names of it: under these names they are called."""
_MAGIC = r"^[ \t]*(?:[\w, ]{1,80}=[ \t]*)?(?:!{1,2}|%(?:sx|system|sh)[ \t])([^\n=][^\n]*)$"
_CELL = r"\s*%%(?:bash|sh|script[ \t]+\w+)[^\n]*\n"
"""A line, or a whole cell, of a notebook that a shell runs. All of these are compiled at first need: few commands hold code."""
Run = str | tuple[str, ...]


def language(name: str) -> Language:
    return LANGUAGES[name]


def runs(text: str, spoken: Language) -> list[Run]:
    """What a piece of code would run, remove, read and write: scripts for a shell, and words of commands."""
    return _Code(text[:LONGEST], spoken).read()


def is_no_code(text: str) -> bool:
    """`ruby -e "rm -rf /"`: a command line where a program should be."""
    return re.fullmatch(r"[a-z]+(?: [\w./~*:@=-]+)*? -[\w-]+(?: [\w./~*:@=-]+)*", text.strip()) is not None


@cache
def _pattern(comment: str) -> re.Pattern[str]:
    return re.compile(_PARTS % comment, re.DOTALL)


def _string(text: str) -> str:
    quote = text.lstrip("rbfuRBFU")
    size = 3 if quote[:3] in ("'''", '"""') else 1
    inside = quote[size:-size]
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), inside, flags=re.DOTALL) if "\\" in inside else inside


class _Code:
    def __init__(self, text: str, spoken: Language) -> None:
        self.text, self.spoken = text, spoken
        self.tokens = [(m.lastgroup, m[0]) for m in _pattern(spoken.comment).finditer(text) if m.lastgroup != "comment"]
        self.values: dict[str, str] = {}
        self.names = _imported(text)
        self.found: list[Run] = _magic(text) if spoken is _PYTHON else []
        self.path = UNKNOWN
        """The file named last, for a method that is called on it: `Path('f').unlink()`."""

    def read(self) -> list[Run]:
        for at, (kind, text) in enumerate(self.tokens):
            if kind == "name":
                self.name(text, at)
            elif kind == "tick" and (self.spoken.ticks or (at and self.tokens[at - 1][1] == "$")):  # $`ls`, as Bun and zx run it
                self.found.append(text[1:-1])
            elif kind == "ran":
                self.found.append(text.lstrip("%qx")[1:-1])
        return self.found

    def name(self, name: str, at: int) -> None:
        kind, after = self.tokens[at + 1] if at + 1 < len(self.tokens) else ("", "")
        if after == "=":
            self.assign(name, at + 2)
        elif after == "(" or kind == "string":
            self.called(name, at + (2 if after == "(" else 1), is_bare=after != "(")

    def assign(self, name: str, at: int) -> None:
        kind, text = self.tokens[at] if at < len(self.tokens) else ("", "")
        if kind == "string":
            self.values[name] = _string(text)
        elif kind == "name" and text.rpartition(".")[2] in (*PATHS, "open"):
            self.values[name] = _first(self.arguments(at + 2, is_bare=False)[0])

    def called(self, name: str, at: int, *, is_bare: bool) -> None:
        head, dot, rest = re.sub(r"::|->|\?\.", ".", name).partition(".")
        name = self.names.get(head, head) + dot + rest
        receiver, dot, last = name.rpartition(".")
        if last in PATHS:
            self.path = _first(self.arguments(at, is_bare=is_bare)[0])
        call = CALLS.get(name) or CALLS.get(last)
        if call is None or len(self.found) >= MOST_CALLS:
            return
        owner = receiver.rpartition(".")[2] or dot
        if call.on is None or owner in call.on or "child_process" in self.text:
            on = self.values.get(receiver, UNKNOWN) if receiver else self.path if dot else UNKNOWN
            args, options = self.arguments(at, is_bare=is_bare)
            if call.does == "run":
                self.starts(last, args)
            elif call.does == "open":
                self.found.append(_opened(args, on, is_method=owner not in MODULES))
            else:
                command = "rm -rf" if "recursive" in options and call.does == "rm" else call.does
                files = [arg[0] for arg in args[: 2 if command in ("cp", "mv") else 1]] if args and not call.is_method else [on]
                self.found.append((*command.split(), *files))

    def starts(self, name: str, args: list[list[str]]) -> None:
        if name == "exec" and self.spoken is _PYTHON:
            code = _first(args)
            self.found += runs(code, self.spoken) if len(code) < len(self.text) else []
        elif args:
            self.found.append(_started(args, name))

    def arguments(self, at: int, *, is_bare: bool) -> tuple[list[list[str]], set[str]]:
        """The arguments from here on, each as its strings: one for a string, several for a list. And the options named among them."""
        args: list[list[str]] = [[]]
        options: set[str] = set()
        depth, is_joined = 0, False
        for kind, text in self.tokens[at : at + MOST_TOKENS]:
            if kind == "mark":
                depth += (text in "([{") - (text in ")]}")
                if depth < 0 or (is_bare and text == ";" and depth == 0):
                    break
                if text == "," and depth == 0:
                    args.append([])
                is_joined = text in "+."
                continue
            if text in ("recursive", "force"):
                options.add(text)
                continue
            piece = _string(text) if kind == "string" else self.values.get(text, UNKNOWN)
            # "rm " + path is one string; so is "rm " $2, as awk writes it.
            if args[-1] and (is_joined or (depth == 0 and kind == "name")):
                args[-1][-1] += piece
            else:
                args[-1].append(piece)
            is_joined = False
        return [arg for arg in args if arg], options


def _imported(text: str) -> dict[str, str]:
    """What each name that was brought in is called at home."""
    found: dict[str, str] = {}
    if "import" not in text and "require" not in text:
        return found
    for pattern in _IMPORTS:
        for match in re.finditer(pattern, text):
            home, given = match["module"].rpartition("/")[2], match.groupdict()
            if whole := given.get("whole"):
                found[whole] = home
                continue
            for one in given["names"].split(","):
                name, _, here = re.sub(r"\s+as\s+|\s*:\s*", " ", one.strip().partition("\n")[0]).partition(" ")
                found[here or name] = f"{home}.{name}"
    return found


def _magic(text: str) -> list[Run]:
    if "!" not in text and "%" not in text:
        return []
    if cell := re.match(_CELL, text):
        return [text[cell.end() :]]
    return [match[1] for match in re.finditer(_MAGIC, text, re.MULTILINE)][:MOST_CALLS]


def _first(args: list[list[str]]) -> str:
    return args[0][0] if args else UNKNOWN


def _opened(args: list[list[str]], on: str, *, is_method: bool) -> Run:
    """The mode comes second; first, where a path is asked to open itself."""
    file, mode = (on, _first(args)) if is_method else (_first(args), args[1][0] if len(args) > 1 else "")
    return ("tee" if 0 < len(mode) < 5 and set(mode) & set("wax+>") else "cat", file)


def _started(args: list[list[str]], name: str) -> Run:
    """`run(["rm", "-rf", d])` and `spawn("rm", ["-rf", d])` are words; `system("rm -rf d")` is a script."""
    if len(args[0]) > 1:
        return tuple(args[0])
    rest = [word for arg in args[1:] for word in arg] if name in SEVERAL else []
    if any(word != UNKNOWN for word in rest):
        return (args[0][0], *rest)
    return args[0][0]
