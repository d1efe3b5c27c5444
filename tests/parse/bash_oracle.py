"""Scripts made at random of programs that do not exist, and what bash makes of them.

With no folder on the PATH, bash hands every command to `command_not_found_handle`, which writes down its words and does nothing else.
A line end is written as another sign: bash flushes at each, and the commands of a pipe would write between each other's words.
"""

from __future__ import annotations

import os
import random
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

PRELUDE = r"""
command_not_found_handle() { local IFS=$'\x1f'; local all="$*"; printf '%s\x1f\x1e' "${all//$'\n'/$'\x1d'}" >>"$LOG"; return 0; }
PATH=/nonexistent
"""
KNOWN = "V='v w'; W=one\n"
BARE = [
    "a",
    "-f",
    "--x=1",
    "b.py",
    "./c",
    "-rf",
    "x/y",
    "@z",
    "a:b",
    "%q",
    "+1",
    "~x",
    "a=b",
    "==",
    "]",
    "[",
    "-",
    "--",
    "1",
    "{}",
    "x#y",
    "*.zz",
    "!",
    "?q",
    "in",
    "do",
    "done",
    "then",
    "fi",
    "if",
    "{",
    "}",
    "time",
]
QUOTED = [
    "'q r'",
    '"s t"',
    '"u $W"',
    '"$V"',
    "$W",
    "${W}",
    "a$W'b'",
    "c\\ d",
    "$'e\\tf'",
    '"a;b|c&d"',
    "'x\ny'",
    "{m,n}",
    "${W:-k}",
    "${U:-k}",
    '"${U:-k l}"',
    "'#no'",
    "a\\\nb",
    "$W/$W",
    '"it\'s"',
    "'say \"hi\"'",
    '"\\""',
    "\\'",
    '"\\$W"',
    "$((1+2))",
    "''",
    '""',
    "\\;",
]
NESTED = ["$({})", '"$({})"', '"x$({})y"', "a$({})", "<({})"]
REDIRECTS = [" > f", " 2>&1", " 2>/dev/null", " >> g", " &> h", " < /dev/null", ">f", "2>f", " <<< x", ' <<< "$W"']
JOINS = [" | ", " && ", "; ", " || ", "|", " |\n ", "&& \n", ";", "\n"]


class Scripts:
    """A small grammar of shell, read from the end that makes text."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.programs = 0

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def program(self) -> str:
        self.programs += 1
        return f"p{self.programs}"

    def word(self, depth: int) -> str:
        if depth > 0 and self.chance(0.2):
            return self.pick(*NESTED).format(self.line(depth - 1))
        if depth > 0 and self.chance(0.04):
            return f"`{self.program()} k`"
        return self.pick(*(BARE if self.chance(0.6) else QUOTED))

    def simple(self, depth: int) -> str:
        text = " ".join([self.program(), *(self.word(depth) for _ in range(self.random.randint(0, 3)))])
        if self.chance(0.15):
            text = self.pick("A=1 ", "! ", "command ", "eval ", "> f ") + text
        return text + (self.pick(*REDIRECTS) if self.chance(0.25) else "")

    def command(self, depth: int) -> str:
        if depth <= 0 or self.chance(0.6):
            return self.simple(depth)
        one, two, last = self.script(depth - 1, 1), self.script(depth - 1, 1), self.simple(depth - 1)
        end = self.pick("; ", "\n")
        after = self.pick("", " > f", " 2>&1", f" | {self.program()}")
        return self.pick(
            f"( {one} ){after}",
            f"{{ {one}{end}}}{after}",
            f"if {last}{end}then {one}{end}else {two}{end}fi{after}",
            f"for i in a 'b c' $W{end}do {one}; {self.program()} $i{end}done{after}",
            f"while {last}{end}do {one}{end}break{end}done",
            f"case $W in one) {one};; *|z) {two};; esac{after}",
            f'f{self.programs}() {{ {one}; {self.program()} "$@" $1{end}}}; f{self.programs - 1} x y',
            f"[[ {self.pick('-e x', 'a == b*', 'a < b', '(a = b || c = d)')} ]] || {last}",
            f"(( {self.pick('1 + 2', 'x = 3 << 1', '1 > 2 || 1')} )); {last}",
            f"{self.program()} k <<EOF{after}\nhi $W $({self.program()} k)\nEOF\n",
            f"{self.program()} k <<A; {self.program()} <<-B\n1\nA\n\t2\n\tB\n",
            f"{self.program()} k <<'EOF'{after}\nit's `p0 not run` $(p0 not run)\nEOF\n",
            f"{last} # it's p0 not run\n",
            f"{last} &\n",
            f"x{self.programs}={self.pick('1', repr('a b'), '(a b)', f'$({last})')}; {self.simple(depth)}",
        )

    def line(self, depth: int) -> str:
        text = self.command(depth)
        for _ in range(self.random.choice((0, 0, 0, 1, 2))):
            if not text.endswith("\n"):
                text += self.pick(*JOINS) + self.simple(depth)
        return text

    def script(self, depth: int, many: int) -> str:
        text = ""
        for _ in range(many):
            text += self.line(depth)
            text += "" if text.endswith("\n") else "\n"
        return text.rstrip("\n;\\ ") + ("\n" if "<<" in text else "")


def ran(script: str, folder: Path) -> list[tuple[str, ...]]:
    """The words of every command that bash ran."""
    # Each script has a log of its own: what runs in `<( )` may write to it after bash has ended.
    log, file = folder / f"log{abs(hash(script))}", folder / "script"
    log.write_text("")
    file.write_text(PRELUDE + KNOWN + script + "\nwait\n")
    subprocess.run(
        ["bash", "--norc", str(file)],
        cwd=folder,
        env={**os.environ, "LOG": str(log)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=20,
        check=False,
    )
    return [tuple(line.split("\x1f")[:-1]) for line in log.read_text(errors="replace").replace("\x1d", "\n").split("\x1e")[:-1]]
