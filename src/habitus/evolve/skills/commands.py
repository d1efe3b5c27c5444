"""The commands that a skill tells to run: Markdown in, parsed commands out; and whether they were ever run.

Commands are compared by program, subcommand and options: other files, names and values make no other step. Bias: in a text that is not
marked as shell only programs that we know are taken for commands, so that no output or prose counts as a step that nobody took.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from habitus.parse import called, shell
from habitus.parse.shell import UNKNOWN
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from habitus.parse.shell import Command

SHELLS = wordset("bash sh shell zsh console terminal shell-session shellsession")
KNOWN = wordset(
    "git gh docker docker-compose podman kubectl helm terraform tofu ansible ansible-playbook aws gcloud az fly flyctl heroku"
    " vercel netlify npm pnpm yarn bun npx bunx node deno tsc eslint prettier vite jest vitest playwright python python3 pip pip3"
    " pipx uv uvx poetry pdm hatch tox nox pytest ruff black mypy isort flake8 pre-commit alembic django-admin flask cargo rustc"
    " rustup go gofmt golangci-lint make cmake ninja gcc g++ clang mvn gradle gradlew dotnet swift mix bundle rake rails gem ruby"
    " php composer perl java javac jq yq curl wget ssh scp rsync tar zip unzip gzip openssl psql mysql sqlite3 redis-cli mongosh"
    " pg_dump systemctl journalctl service brew apt apt-get dnf yum apk pacman ffmpeg convert magick pandoc rg grep sed awk find"
    " xargs sort cp mv rm mkdir touch chmod ln cat head tail diff patch just task nx turbo bazel twine habitus"
)
"""Programs that are taken for a command wherever they stand."""
NESTED = wordset("aws gcloud az gh docker kubectl helm npm pnpm yarn bun uv poetry git terraform cargo go fly heroku rails mix dotnet")
"""Programs whose first operand says what is done, and often the second."""
WORKS = NESTED | wordset(
    "docker-compose podman make just task rake composer pip pip3 pipx systemctl brew apt apt-get dnf yum apk pacman alembic flask nx turbo"
    " bazel vercel netlify rustup pre-commit gradle gradlew mvn bundle gem hatch pdm nox tox service openssl twine swift habitus tofu deno"
)
SECOND = wordset(
    "run compose rollout remote stash config workspace workspaces tool pip release pr issue s3 ec2 iam ecr ecs lambda eks compute container"
    " mod image volume network repo workflow secret set get create delete describe sub state submodule worktree builder buildx"
)
"""First operands that say little without the next."""
INTERPRETERS = wordset("python python3 node bun deno ruby perl php bash sh zsh")
ASIDES = wordset("cd echo printf export set unset true false : sleep source . test [ [[ pwd exit read wait date which command")
"""What stands between commands, and is no step."""
WORD = re.compile(r"[a-z][\w:.-]*")

_FENCE = re.compile(
    r"^(?P<indent>[ \t]*)(?P<mark>```+|~~~+)[ \t]*(?P<lang>[\w+-]*)[^\n]*\n(?P<code>.*?)^[ \t]*(?P=mark)[`~]*[ \t]*$",
    re.MULTILINE | re.DOTALL,
)
_SPAN = re.compile(r"(?<!`)`([^`\n]{2,300})`(?!`)")
_PROMPT = re.compile(r"^[ \t]*(?:\$|%|[\w.@:~/-]+[$#])[ \t]+")
_HOLE = re.compile(r"<[A-Za-z][\w .,/|-]{0,60}>|\{\{?[ \w.-]{1,60}\}\}?|\[[A-Z][A-Z_ -]{1,40}\]")
"""What the reader fills in: `<image>`, `{{ tag }}`, `[VERSION]`."""
HOLE = "PLACEHOLDER"
MOST = 500
"""Commands of one text that are looked at."""


class Shape(NamedTuple):
    """A command without its particulars."""

    program: str
    does: tuple[str, ...]
    """The subcommand, or the script that an interpreter runs; a hole fits any."""
    options: frozenset[str]


def grounded(text: str, seen: Iterable[str]) -> float:
    """The share of a skill's commands that occur in the evidence: shell lines that were run. One, where it tells of no commands."""
    told = [shape for code, is_shell in written(text) for shape in shapes(code, is_shell=is_shell)]
    known = {shape for line in seen for shape in shapes(line)}
    return sum(any(_fits(one, other) for other in known) for one in told) / len(told) if told else 1.0


def _fits(told: Shape, done: Shape) -> bool:
    """Options that were left out are still what was done; one that was added is not."""
    if told.program != done.program or not told.options <= done.options or len(told.does) > len(done.does):
        return False
    return all(HOLE in one or one == other for one, other in zip(told.does, done.does, strict=False))


def written(text: str) -> Iterator[tuple[str, bool]]:
    """The code of a Markdown text, and whether it is marked as shell."""
    for fence in _FENCE.finditer(text):
        lang = fence["lang"].lower()
        if lang in SHELLS or not lang:
            yield _typed(re.sub(f"(?m)^{fence['indent']}", "", fence["code"])), lang in SHELLS
    for span in _SPAN.finditer(_FENCE.sub("", text)):
        if " " in span[1].strip():
            yield span[1].strip(), False


def _typed(code: str) -> str:
    """Of a recorded terminal, what was typed."""
    rows = code.splitlines()
    typed = [_PROMPT.sub("", row) for row in rows if _PROMPT.match(row)]
    return "\n".join(typed or rows)


def shapes(code: str, *, is_shell: bool = True) -> list[Shape]:
    found = shell.commands(_HOLE.sub(HOLE, code).replace("...", "")).commands[:MOST]
    return [shape(one) for one in found if _is_step(one) and (is_shell or (one.name in KNOWN and not one.guessed))]


def _is_step(command: Command) -> bool:
    return bool(command.argv) and command.name not in ASIDES and UNKNOWN not in command.name and HOLE.lower() not in command.name.lower()


def shape(command: Command) -> Shape:
    given = called.split(command.name, command.argv)
    flags = [flag for flag in given.flags if flag.startswith("--") or len(flag) == 2 or command.name in called.ONE_DASH]
    return Shape(command.name, _does(command.name, given.operands), frozenset(flags))


def _does(name: str, operands: tuple[str, ...]) -> tuple[str, ...]:
    if name in INTERPRETERS:
        return tuple(one.rpartition("/")[2] for one in operands[:1])
    if name not in WORKS:
        return ()
    words = [one for one in operands[:2] if WORD.fullmatch(one) or HOLE in one]
    many = 2 if name in NESTED and words[:1] and words[0] in SECOND else 1
    return tuple(words[:many])
