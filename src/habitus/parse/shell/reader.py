"""Follow a script as a shell would, without running it: variables, folders, pipes, and what runs through what."""

from __future__ import annotations

import posixpath
from contextlib import contextmanager, nullcontext
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from habitus.parse.shell import heredocs, unwrap
from habitus.parse.shell.grammar import ASSIGNMENT, Group, Node, Simple, parse
from habitus.parse.shell.prints import PASS_ON, STDIN, printed, stdin
from habitus.parse.shell.types import BOMB, UNKNOWN, Command, Redirect
from habitus.parse.shell.words import LONGEST_VALUE, SPECIAL, fields, quoted, value
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Assigned = tuple[tuple[str, str], ...]

DEEPEST = 8
"""Scripts inside scripts that are followed. `sh -c "bash -c '...'"` is two; nobody writes eight."""
MOST_WRAPPERS = 32
"""`sudo env timeout 5 nice ...` that are seen through."""
MOST_TEXT = 262_144
"""Characters that are read, those of scripts in scripts included: a variable can hold a script that is run a thousand times."""
MOST_REPEATED = 2000
"""After so many commands, loops and functions are no longer read anew for each use."""
MOST_ROUNDS = 8
"""A `for` over so many known words is read once for each; over more, once with an unknown word."""
HIDDEN = "$_unknown_"
"""How `UNKNOWN` is spelled in a script that is read again: a variable that nobody sets."""
MOVES = wordset("cd pushd popd")
SILENT = wordset("cd pushd popd export set unset local declare readonly mkdir touch rm cp mv read true false : test [ sleep trap shift")
"""Commands that print nothing."""
INPUT = ("<<", "<")
OF_THE_SHELL = wordset("! time coproc noglob")
"""Behind these a function is found; `sudo`, `command` and `xargs` start the program of that name."""


class Reader:
    def __init__(self, cwd: str = "") -> None:
        self.cwd = cwd
        self.variables: dict[str, str] = {"HOME": "~", "IFS": " ", "PWD": cwd or "."}
        self.commands: list[Command] = []
        self.unclear: list[str] = []
        self.files: dict[str, str] = {}
        """Texts that the script writes to a file, by path: it may run them later."""
        self.functions: dict[str, Callable[[], object]] = {}
        self.aliases: dict[str, str] = {}
        """What `git config alias.x` has given a name."""
        self.called: set[str] = set()
        self.running: list[str] = []
        self.heredocs: list[heredocs.Heredoc] = []
        self.through: tuple[str, ...] = ()
        self.given: tuple[Redirect, ...] = ()
        """Redirects of a group around the command."""
        self.unread: Command | None = None
        """The last command that was seen through: `sudo bash` leaves no command of its own, yet something may read its output."""
        self.depth = 0
        self.size = 0
        self.steps = 0
        self.is_cut = False
        self.guessed = False
        self.doubled = False
        """A `\\n` stood where only a line break makes sense."""

    # ── text ─────────────────────────────────────────────────────────────────────────────────────

    def read(self, text: str, pipe: Command | None = None) -> None:
        self.size += len(text)
        if self.size > MOST_TEXT:
            self.cut("it runs more text than is looked at")
            return
        text = heredocs.take(text, self.heredocs)
        nodes, is_broken = parse(text)
        guessed = self.guessed
        if is_broken:
            self.note("it has a syntax error")
            self.guessed = True
        self.run(text, nodes, pipe)
        self.guessed = guessed

    def run(self, text: str, nodes: list[Node], pipe: Command | None) -> None:
        commands = self.commands
        before: Command | None = None
        for at, node in enumerate(nodes):
            many = len(commands)
            source = before if node.piped else pipe
            if isinstance(node, Simple) and not (node.words and node.words[0] in MOVES):
                self.simple(node, text[node.start : node.end], source)
                before = commands[-1] if len(commands) > many else self.unread
                continue
            # Each part of a pipeline is a subshell.
            is_apart = node.piped or (at + 1 < len(nodes) and nodes[at + 1].piped)
            with self.apart() if is_apart else nullcontext():
                if isinstance(node, Simple):
                    self.simple(node, text[node.start : node.end], source)
                else:
                    self.group(text, node, source)
            before = joined(commands[many:]) or self.unread

    def group(self, text: str, group: Group, pipe: Command | None) -> None:
        kind, words, body, redirects = group.kind, group.words, group.body, group.redirects
        if kind == "function":
            # Kept until it is called; what is never called is read at the end, with arguments that nobody knows.
            self.functions[words[0]] = partial(self.body, text, body, self.guessed)
            return
        given = self.given
        if redirects:
            self.given = self.redirected(redirects)
            self.add(Command("", (), text[group.start : group.end], self.through, (), self.given, None, self.cwd, self.guessed))
        if kind == "for":
            self.loop(text, words, body, pipe)
        elif kind == "subshell":
            with self.apart():
                self.run(text, body, pipe)
        else:
            for word in words:
                fields(word, self)
            self.run(text, body, pipe)
        self.given = given

    def body(self, text: str, body: list[Node], guessed: bool) -> None:
        before, self.guessed = self.guessed, self.guessed or guessed
        self.run(text, body, None)
        self.guessed = before

    def loop(self, text: str, words: list[str], body: list[Node], pipe: Command | None) -> None:
        """A `for` over a few known words is read once for each."""
        name, *over = words
        items = [item for word in over for item in fields(word, self)]
        is_known = 0 < len(items) <= MOST_ROUNDS and not any(UNKNOWN in item for item in items)
        for item in items if is_known and self.may_repeat() else [UNKNOWN]:
            self.assign(name, item)
            self.run(text, body, pipe)
            if not self.may_repeat():
                break

    # ── a simple command ─────────────────────────────────────────────────────────────────────────

    def simple(self, node: Simple, text: str, pipe: Command | None) -> None:
        self.steps += 1
        argv, assigned = node.words, _NONE
        if not node.is_bare or (argv and "=" in argv[0]):
            argv, assigned = self.expanded(argv)
        told = self.redirected(node.redirects) if node.redirects else ()
        if argv:
            if self.given and pipe is None:
                told = tuple(r for r in self.given if r.op in INPUT) + told
            self.emit(Command(named(argv[0]), tuple(argv), text, self.through, assigned, told, pipe, self.cwd, self.guessed))
            return
        for name, right in assigned:
            self.assign(name, right)
        if told:
            self.add(Command("", (), text, self.through, (), told, pipe, self.cwd, self.guessed))

    def expanded(self, words: list[str]) -> tuple[list[str], Assigned]:
        """What the program gets, and the assignments in front of it."""
        argv: list[str] = []
        assigned: list[tuple[str, str]] = []
        for raw in words:
            if not argv and "=" in raw and ASSIGNMENT.match(raw):
                name, _, right = raw.partition("=")
                assigned.append((name.removesuffix("+"), self.assigned(name, right)))
            elif SPECIAL.search(raw) is None:
                argv.append(raw)
            else:
                if "\\n" in raw and raw[0] not in "'\"\\":
                    self.doubled = True
                argv += fields(raw, self)
        return argv, tuple(assigned)

    def assigned(self, name: str, right: str) -> str:
        before = self.variables.get(name[:-1], "") if name.endswith("+") else ""
        if right.startswith("("):
            inside, _ = parse(right[1:].removesuffix(")"))
            told = " ".join(word for one in inside for raw in one.words for word in fields(raw, self))
            return f"{before} {told}" if before else told
        return before + value(right, self)

    def assign(self, name: str, text: str) -> None:
        if not name or text == UNKNOWN or len(text) > LONGEST_VALUE:  # `export =x` names nothing, and bash says so
            self.variables.pop(name, None)
        else:
            self.variables[name] = text

    def redirected(self, redirects: list[tuple[str, str, str]]) -> tuple[Redirect, ...]:
        return tuple(self.redirect(*one) for one in redirects)

    def redirect(self, fd: str, op: str, target: str) -> Redirect:
        if op == "<<<":
            return Redirect("<<", value(target, self) + "\n", fd)
        place = target.removeprefix(heredocs.NAMED)
        if place is not target and place.isdecimal() and int(place) < len(self.heredocs):
            text, is_literal = self.heredocs[int(place)]
            return Redirect("<<", text if is_literal else quoted(text, self), fd)
        path = value(target, self)
        text = self.files.get(self.path(path), "") if op == "<" and self.files else ""
        return Redirect("<<", text, fd) if text else Redirect(op, path, fd)

    # ── what it runs ─────────────────────────────────────────────────────────────────────────────

    def emit(self, command: Command, *, is_program: bool = False) -> None:
        """A command that would run: see through it where it runs another, else it counts. `is_program`: no function can be meant."""
        how = unwrap.HOW.get(command.name)
        if self.files and (how is None or command.name in PASS_ON):
            command = self.fed(command)
        self.unread = command
        if how is not None:
            if not how(self, command):
                self.add(command)
        elif not (self.functions or self.files) or not self.is_ours(command, is_program=is_program):
            if "=" in command.name and len(command.argv) > 1:
                # `A-B=2 cmd`: meant as an assignment, though no shell takes it for one.
                self.note(f"`{command.argv[0]}` is no assignment")
                self.again(command.argv[1:], command.argv[0], command._replace(guessed=True))
            elif UNKNOWN in command.name:
                self.note("which program runs is only known at run time")
            self.add(command)

    def fed(self, command: Command) -> Command:
        """`cat f.sh | sh`, `psql -f f.sql`: what the script has written to a file, the program reads."""
        if any(redirect.op in INPUT for redirect in command.redirects):
            return command
        texts = [self.files[path] for word in command.argv[1:] if (path := self.path(word)) in self.files]
        return command._replace(redirects=(*command.redirects, Redirect("<<", "".join(texts)))) if texts else command

    def add(self, command: Command) -> None:
        self.commands.append(command)

    def is_ours(self, command: Command, *, is_program: bool) -> bool:
        """A function of this script, or a file that it has just written."""
        name = command.argv[0]
        body = None if is_program else self.functions.get(name)
        if body is None:
            return "/" in name and self.runs_file(name, command, command.argv)
        if name in self.running:
            if command.pipe and command.pipe.argv[:1] == (name,):
                self.add(command._replace(name=BOMB, argv=(BOMB,)))
        elif self.depth < DEEPEST and (name not in self.called or self.may_repeat()):
            self.calls(command, body)
        self.called.add(name)
        return True

    def calls(self, command: Command, body: Callable[[], object]) -> None:
        """A function works on the script's own variables; only its arguments are its own."""
        own = {name: text for name, text in self.variables.items() if not name[0].isalpha()}
        self.depth += 1
        self.running.append(command.argv[0])
        self.arguments(command.argv)
        body()
        self.arguments(())
        self.variables.update(own)
        self.running.pop()
        self.depth -= 1

    def again(self, argv: tuple[str, ...], label: str, command: Command, assigned: Assigned = ()) -> None:
        """The words behind a wrapper are a command of their own."""
        if len(command.through) >= MOST_WRAPPERS:
            self.cut("a command is reached through too many others")
            return
        self.emit(
            command._replace(
                name=named(argv[0]),
                argv=argv,
                through=(*command.through, label),
                assignments=command.assignments + assigned,
                guessed=self.guessed or command.guessed,
            ),
            is_program=label not in OF_THE_SHELL,
        )

    def inner(self, text: str, label: str, command: Command, args: tuple[str, ...] = ()) -> None:
        """A text that a shell would run; `args` are its `$0`, `$1`, ..."""
        with self.inside((*command.through, label), args):
            self.given = tuple(r for r in command.redirects if r.op in INPUT)
            for name, right in command.assignments:
                self.assign(name, right)
            self.deeper(text.replace(UNKNOWN, HIDDEN), command.pipe)

    def deeper(self, text: str, pipe: Command | None = None) -> None:
        if self.depth > DEEPEST:
            self.cut("scripts are nested too deep")
        else:
            self.read(text, pipe)

    def guess(self, texts: list[str], label: str, command: Command) -> None:
        """Texts that might be run: what in them could be a command is one, for the safer reading."""
        guessed, self.guessed = self.guessed, True
        for text in texts:
            self.inner(text, label, command._replace(pipe=None, redirects=()))
        self.guessed = guessed

    def runs_file(self, path: str, command: Command, args: tuple[str, ...]) -> bool:
        text = stdin(command) if path in STDIN else self.files.get(self.path(path))
        if text is None:
            return False
        self.inner(text, path, command, args)
        return True

    # ── what words need ──────────────────────────────────────────────────────────────────────────

    def prints(self, text: str) -> str:
        before = len(self.commands)
        with self.inside((*self.through, "$( )"), None):
            self.deeper(text)
        last = joined(self.commands[before:])
        said = (printed(last) if last.argv else stdin(last)) if last else None  # `$(< f)` prints what it is given
        return UNKNOWN if said is None else said.rstrip("\n")

    def file(self, text: str) -> str:
        path = f"/dev/fd/{len(self.files) + 63}"
        told = self.prints(text)
        if told != UNKNOWN:
            self.files[path] = told
        return path

    def path(self, path: str) -> str:
        return posixpath.normpath(posixpath.join(self.cwd, path))

    # ── surroundings ─────────────────────────────────────────────────────────────────────────────

    @contextmanager
    def apart(self) -> Iterator[None]:
        """A subshell: what it sets and where it goes ends with it."""
        cwd, variables = self.cwd, self.variables
        self.variables = dict(variables)
        yield
        self.cwd, self.variables = cwd, variables

    @contextmanager
    def inside(self, through: tuple[str, ...], args: tuple[str, ...] | None) -> Iterator[None]:
        """A script in the script, with arguments of its own; None: with those of the script around it."""
        with self.apart():
            before, given = self.through, self.given
            self.through, self.given = through, ()
            self.depth += 1
            if args is not None:
                self.arguments(args)
            yield
            self.through, self.given = before, given
            self.depth -= 1

    def arguments(self, args: tuple[str, ...]) -> None:
        for name in [name for name in self.variables if not name[0].isalpha()]:
            del self.variables[name]
        self.variables.update({str(i): word for i, word in enumerate(args[:10])})
        if len(args) > 1:
            self.variables["@"] = self.variables["*"] = " ".join(args[1:])

    def may_repeat(self) -> bool:
        return self.steps < MOST_REPEATED

    def cut(self, why: str) -> None:
        self.is_cut = True
        self.note(why)

    def note(self, why: str) -> None:
        if why not in self.unclear:
            self.unclear.append(why)


_NONE: Assigned = ()


def joined(commands: list[Command]) -> Command | None:
    """Several commands in a row, as one that prints what they print: the last of each pipeline speaks for it."""
    if not 2 <= len(commands) <= 4 * MOST_ROUNDS:
        return commands[-1] if commands else None
    read = {id(command.pipe) for command in commands}
    ends = [command for command in commands if command.argv and id(command) not in read]
    if not 2 <= len(ends) <= MOST_ROUNDS:
        return commands[-1]
    texts = [printed(command) for command in ends if command.name not in SILENT]
    if all(text is None for text in texts):
        return commands[-1]
    told = "".join(UNKNOWN + "\n" if text is None else text for text in texts)
    return commands[-1]._replace(name="cat", argv=("cat",), pipe=None, redirects=(Redirect("<<", told),))


@lru_cache(maxsize=1024)
def named(word: str) -> str:
    """The program's name: without its folder, in lower case, as a file system that ignores case would take it."""
    name = word.rpartition("/")[2].lower() if "/" in word else word.lower()
    if "@" in name:
        name = name[:1] + name[1:].partition("@")[0]  # `npx rimraf@5`
    return name.removesuffix(".exe").removesuffix(".cmd").removesuffix(".bat")
