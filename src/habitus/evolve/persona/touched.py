"""Which persona files a call would write, by whatever name and through whatever tool. No I/O.

Two kinds of folder are guarded:
- `home`/persona/<agent>/, always: of every agent, and nobody but its owner's door writes there.
- the folders in `roots`, for the four names in the folder itself. An ordinary project's AGENTS.md is a file that coding agents edit when
  they are asked to, so a workspace is one of them only where `roots` says so: for an agent that evolves, or is managed.

Bias: towards the lock. What only the run will know is taken for a persona file where the script speaks of one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from itertools import chain
from posixpath import basename, dirname, join
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from habitus.evolve.persona import names, shell
from habitus.parse import actions, called
from habitus.parse.shell import UNKNOWN
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.types.events import ToolCall
    from habitus.types.skills import Agent

Resolve: TypeAlias = Callable[[str], str]
"""A path with its links followed, as the disk has it now; the path itself where there are none."""


class Touch(NamedTuple):
    agent: str
    """Whose persona it is."""
    file: str
    """`SOUL.md`, or its like; empty: the folder with all of them."""
    path: str
    """As the call spells it."""
    through: Literal["file", "shell"]


class _Place(NamedTuple):
    """Where we look from, and what is guarded there: folders as folded parts, each with the agent whose files lie in it."""

    base: str
    homes: tuple[tuple[str, ...], ...]
    """`home`, as it is named and as the disk has it."""
    roots: Mapping[tuple[str, ...], str]
    files: Mapping[str, tuple[str, str]]
    """Guarded files that are links themselves: where they end, and what they are."""
    above: tuple[str, ...]
    """What `~` and a variable may stand for: the guarded folders, and those above."""
    resolve: Resolve
    agent: str


Found: TypeAlias = tuple[str, str, Literal["file", "inside", "root", "above"]]
"""The file, its agent, and how near: `inside` is a persona folder or the home itself, `above` is any folder that they lie in."""
COUNTS = {
    "file": ("file",),
    "folder": ("file", "inside", "root"),
    "taken": ("file", "inside", "root", "above"),
    "loose": ("file", "inside"),
}
"""How near a word of each kind must come. Writing one file into a folder does not touch the others; taking the folder away does."""

READERS = frozenset({"read", "grep", "glob", "web_search", "web_fetch", "agent"})
LOOKS = re.compile(
    r"(?:read|get|list|view|search|find|grep|cat|stat|show|open|fetch|head|tail|describe|diff)"
    r"(?!.*(?:writ|replac|set|appl|sav|edit|updat|delet|remov|mov|put|creat|append|renam|insert|patch))"
)
"""A tool whose name says that it changes nothing; `find_and_replace` says otherwise."""
FIELDS = wordset(
    """
    filepath path paths file files filename notebookpath absolutepath target destination dest dst to newpath topath targetfile outputpath
    outputfile output uri fileuri source src from oldpath location name relativepath relativeworkspacepath pathname
    """
)
"""Arguments that may name a file, without their underscores."""
PATCHES = wordset("command input patch diff changes")
BASES = ("workdir", "cwd", "working_directory", "workingDirectory", "directory")
DEEPEST = 5
CLASS = re.compile(r"\[[^\]/]*\]")
VAGUE = re.compile(r"^(?:~[\w.+-]*|\$\w+|\$\{\w+\}|%\w+%)(?=/|$)")


def roots(agent: Agent, workspace: str, *, is_managed: bool = False) -> Mapping[str, str]:
    """The workspace, where its persona files are this agent's own: it evolves them, or an operator keeps them for it."""
    return {workspace: agent.id} if workspace and (agent.self_evolve or is_managed) else {}


def touched(
    call: ToolCall, *, workspace: str, home: str, roots: Mapping[str, str] | None = None, resolve: Resolve = str
) -> tuple[Touch, ...]:
    """What a call would write, move or delete. Empty: it touches none of them."""
    place = _place(call, workspace or call.workspace, home, roots or {}, resolve)
    found = _by_shell(call, place) if _is_shell(call) else _by_tool(call, place)
    return tuple(dict.fromkeys(found))


def _place(call: ToolCall, workspace: str, home: str, roots: Mapping[str, str], resolve: Resolve) -> _Place:
    named = next((given for name in BASES if isinstance(given := call.args.get(name), str) and given), "")
    guarded = {join(home, "persona", call.agent): call.agent, **roots} if call.agent else roots
    links = {
        end: (file, agent)
        for folder, agent in guarded.items()
        for file in names.NAMES.values()
        if (end := resolve(path := join(folder, file))) != path
    }
    folders = (home, *roots)
    above = dict.fromkeys(up for folder in folders for up in _up(folder))
    return _Place(
        base=join(workspace, named),
        homes=tuple(dict.fromkeys(tuple(names.parts(one)) for one in (home, resolve(home)))),
        roots={tuple(names.parts(one)): agent for folder, agent in roots.items() for one in (folder, resolve(folder))},
        files=links,
        above=tuple(above),
        resolve=resolve,
        agent=call.agent,
    )


def _up(folder: str) -> Iterator[str]:
    yield folder
    while folder not in ("/", ""):
        folder = dirname(folder)
        yield folder


# ── file tools ──


def _by_tool(call: ToolCall, place: _Place) -> Iterator[Touch]:
    action = actions.name(call.tool)
    last = action.rpartition(".")[2]
    if action in READERS or (action == "edit" and call.args.get("command") == "view"):
        return
    if action not in ("edit", "write") and LOOKS.match(last):
        return
    takes = last in called.DELETES or last in called.MOVES
    kind: shell.Kind = "file" if action in ("edit", "write") else "taken" if takes else "loose"
    for path in filter(None, dict.fromkeys((*_named(call.args), call.target))):
        for file, agent in _known(shell.Word(path, kind, place.base), place):
            yield Touch(agent, file, path, "file")


def _named(args: Any, depth: int = 0, field: str = "") -> Iterator[str]:
    """Every path among the arguments, in any field that may hold one; and what a patch names."""
    if isinstance(args, str):
        if field in PATCHES:
            yield from shell.patched(args)
        if field in FIELDS:
            yield args
    elif isinstance(args, Mapping) and depth < DEEPEST:
        for key, value in args.items():
            if field in ("files", "changes"):
                yield str(key)
            yield from _named(value, depth + 1, str(key).replace("_", "").replace("-", "").lower())
    elif isinstance(args, list | tuple) and depth < DEEPEST:
        for value in args:
            yield from _named(value, depth + 1, field)


# ── the shell ──


def _is_shell(call: ToolCall) -> bool:
    """A shell, or a tool of another name that is told a command: `functions.run`, `mcp.term.do`."""
    action = actions.name(call.tool)
    return action == "bash" or (action not in ("edit", "write", *READERS) and bool(actions.command(call.args)))


def _by_shell(call: ToolCall, place: _Place) -> Iterator[Touch]:
    text = actions.command(call.args)
    spoken = names.folded(text)
    is_near = any(word in spoken for word in ("persona", "habitus", *(home[-1] for home in place.homes if home)))
    told = cache(lambda: _told(spoken, place))
    for word in shell.words(text, place.base):
        if word.is_far and not is_near:
            continue
        is_open = UNKNOWN in word.text or word.is_far or (word.cwd == UNKNOWN and not word.text.startswith(("/", "~")))
        if not is_open:
            found = _known(word, place)
        elif word.text == UNKNOWN and word.kind != "loose":
            found = chain(told(), _unknown(word, spoken, place, is_near=is_near))
        else:
            found = _unknown(word, spoken, place, is_near=is_near)
        for file, agent in found:
            yield Touch(agent, file, word.text.replace(UNKNOWN, "…"), "shell")


def _told(spoken: str, place: _Place) -> list[tuple[str, str]]:
    """`ls SOUL.* | xargs rm`: what a script speaks of may be what it means, where only the run knows."""
    tokens = list(dict.fromkeys(shell.BARE.findall(spoken)))[: shell.MOST_WORDS]
    return list(dict.fromkeys(one for token in tokens for one in _known(shell.Word(token), place)))


def _unknown(word: shell.Word, spoken: str, place: _Place, *, is_near: bool) -> Iterator[tuple[str, str]]:
    """Only the run knows the folder, or all of it. A name that ordinary projects use counts where the script is about a persona."""
    parts = [part for part in word.text.split("/") if part not in ("", ".")]
    last = parts[-1] if parts else ""
    agent = next(iter(place.roots.values()), place.agent)
    for file in _names(last, spoken) if word.kind != "loose" or last.strip(UNKNOWN) else ():
        is_told = file != names.COMMON and last.strip(UNKNOWN)
        if is_told or is_near or place.roots:
            yield file, agent
    is_home = parts == [UNKNOWN] and "habitus_home" in spoken
    if word.kind != "file" and is_near and (is_home or "persona" in [names.folded(part) for part in parts[-2:]]):
        yield "", agent


def _names(last: str, spoken: str) -> list[str]:
    """What a last part may be called: as it stands, as a pattern, or whatever the script speaks of."""
    if UNKNOWN not in last:
        return [name] if (name := names.protected(last)) else _like(last)
    if any(c.isalnum() for c in last.replace(UNKNOWN, "").partition(".")[0]):
        return _like(last.replace(UNKNOWN, "*"))
    cut = len(".md") if last.lower().endswith(".md") else 0
    return [name for low, name in names.NAMES.items() if names.pattern(low[: len(low) - cut]).search(spoken)]


def _like(pattern: str) -> list[str]:
    """The protected names that a shell pattern fits; a class in brackets stands for any sign."""
    if not any(c in pattern for c in "*?["):
        return []
    plain = CLASS.sub("?", names.folded(pattern))
    return [name for low, name in names.NAMES.items() if called.fits(plain, low)]


# ── paths ──


def _known(word: shell.Word, place: _Place) -> Iterator[tuple[str, str]]:
    """What a path means, in every way in which it may be read."""
    for path in _readings(word.text, word.cwd or place.base, place):
        end = place.files.get(path)
        if end:
            yield end
        for file, agent, near in _where(path, place, is_wide=_is_wide(word)):
            if near in COUNTS[word.kind]:
                yield file, agent


def _is_wide(word: shell.Word) -> bool:
    """`*.md`, given to a program that may only read."""
    return word.kind == "loose" and not any(c.isalnum() for c in basename(word.text).partition(".")[0])


def _readings(text: str, base: str, place: _Place) -> Iterator[str]:
    """The path from the root on: as it is spelled, and as the disk has it. `~` and a variable are each folder that they may be."""
    for spelled in names.spellings(text):
        one = spelled if VAGUE.match(spelled) else join(base, spelled)
        vague = VAGUE.match(one)
        rest = one[vague.end() :].lstrip("/") if vague else ""
        for each in [join(up, rest) for up in place.above] if vague else [one]:
            plain = names.whole(each, base)
            yield from dict.fromkeys((plain, place.resolve(each), place.resolve(plain)))


def _where(path: str, place: _Place, *, is_wide: bool) -> Iterator[Found]:
    parts = tuple(CLASS.sub("?", part) for part in names.parts(path))
    if not path.startswith("/"):
        return
    for home in place.homes:
        guard = (*home, "persona")
        if _begins(parts, guard):
            yield from _inside(parts[len(guard) :], place)
        elif len(parts) <= len(home) and _begins(home, parts, is_pattern_second=True):
            yield "", place.agent, "inside" if len(parts) == len(home) else "above"
    for root, agent in place.roots.items():
        if len(parts) == len(root) + 1 and _begins(parts, root):
            yield from ((file, agent, "file") for file in ([] if is_wide else _called(parts[-1])))
        elif len(parts) <= len(root) and _begins(root, parts, is_pattern_second=True):
            yield "", agent, "root" if len(parts) == len(root) else "above"


def _inside(rest: tuple[str, ...], place: _Place) -> Iterator[Found]:
    """Below the folder of all personas: the file, at any depth; or an agent's folder, or all of them."""
    owner = rest[0] if rest else ""
    agent = place.agent if owner in (names.folded(place.agent), "") or any(c in owner for c in "*?") else owner
    for file in _called(rest[-1]) if rest else ():
        yield file, agent, "file"
    if len(rest) < 2:
        yield "", agent, "inside"


def _called(last: str) -> list[str]:
    return [name] if (name := names.protected(last)) else _like(last)


def _begins(parts: tuple[str, ...], with_: tuple[str, ...], *, is_pattern_second: bool = False) -> bool:
    """Does one path begin with the other? Either may hold patterns."""
    pairs = zip(with_, parts, strict=False) if is_pattern_second else zip(parts, with_, strict=False)
    return len(parts) >= len(with_) and all(one == other or called.fits(one, other) for one, other in pairs)
