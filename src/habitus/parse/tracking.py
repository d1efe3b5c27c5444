"""What a session keeps track of, as data: sets of targets, counters, flags. Settings may add to it. No I/O, no clock.

Sets and flags move when a call has succeeded. Counters move when it is judged, so that the calls of one response cannot slip past them,
and move back if it fails. What is read, written and tested through a shell counts like the file tools and the test runs that it is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.parse import actions, paths

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from habitus.types import Session

FILES = actions.TARGETS
SEARCHES = frozenset(("grep", "egrep", "fgrep", "rg", "ag", "ack", "fd", "find"))


class Members(NamedTuple):
    """A set: which calls add their target to it, and which of their arguments names the target."""

    add_on: tuple[str, ...]
    fields: tuple[str, ...] = FILES


class Counter(NamedTuple):
    increment_on: tuple[str, ...] = ()
    reset_on: tuple[str, ...] = ()
    reset_when: Callable[[str, Mapping[str, Any]], bool] | None = None


class Flag(NamedTuple):
    set_on: tuple[str, ...] = ()
    unset_on: tuple[str, ...] = ()


class Tracking(NamedTuple):
    sets: Mapping[str, Members] = {}
    counters: Mapping[str, Counter] = {}
    flags: Mapping[str, Flag] = {}

    def plus(self, more: Tracking) -> Tracking:
        return Tracking(sets={**self.sets, **more.sets}, counters={**self.counters, **more.counters}, flags={**self.flags, **more.flags})


DEFAULT = Tracking(
    sets={
        "read_files": Members(add_on=("read",)),
        "edited_files": Members(add_on=("edit",)),
        "written_files": Members(add_on=("write",)),
        "searched_patterns": Members(add_on=("grep", "glob"), fields=("pattern",)),
    },
    counters={
        "reads_since_search": Counter(increment_on=("read",), reset_on=("grep", "glob")),
        "changes_since_test": Counter(increment_on=("edit", "write")),
    },
    flags={"has_web_searched": Flag(set_on=("web_search",))},
)


class Moves(NamedTuple):
    """What one call does to the state: at once, and when it has succeeded."""

    counts: tuple[tuple[str, int | None], ...] = ()
    """+1, or None for back to nothing."""
    adds: tuple[tuple[str, str], ...] = ()
    flags: tuple[tuple[str, bool], ...] = ()


class Tracker:
    """Tracking, sorted by tool: a call meets only what it moves."""

    def __init__(self, tracking: Tracking = DEFAULT) -> None:
        self.tracking = tracking
        self._by_tool: dict[str, tuple[list[tuple[str, Members]], list[tuple[str, Counter, bool, bool]], list[tuple[str, bool]]]] = {}

    def moves(self, tool: str, action: str, args: Mapping[str, Any], session: Session, target: str = "") -> Moves:
        sets, counters, flags = self._by_tool.get(tool) or self._sorted(tool)
        counts: list[tuple[str, int | None]] = []
        for name, counter, adds, resets in counters:
            if resets or (counter.reset_when and counter.reset_when(tool, args)):
                counts.append((name, None))
            elif adds:
                counts.append((name, 1))
        adds = [(name, value) for name, members in sets if (value := _value(members, args, session.workspace, target))]
        if action == "bash" and (command := actions.command(args)):
            more = _by_shell(command, session.workspace)
            counts += more.counts
            adds += more.adds
        return Moves(tuple(counts), tuple(adds), tuple(flags))

    def _sorted(self, tool: str) -> Any:
        def meant(triggers: tuple[str, ...]) -> bool:
            return any(actions.is_named(tool, trigger) for trigger in triggers)

        kept = self.tracking
        found = (
            [(name, members) for name, members in kept.sets.items() if meant(members.add_on)],
            [
                (name, counter, meant(counter.increment_on), meant(counter.reset_on))
                for name, counter in kept.counters.items()
                if counter.reset_when or meant(counter.increment_on + counter.reset_on)
            ],
            [
                (name, on)
                for name, flag in kept.flags.items()
                for on, tools in ((True, flag.set_on), (False, flag.unset_on))
                if meant(tools)
            ],
        )
        if len(self._by_tool) < 10_000:  # tool names come from outside
            self._by_tool[tool] = found
        return found


def _value(members: Members, args: Mapping[str, Any], workspace: str, target: str) -> str:
    if members.fields is FILES:
        return target
    value = next((value for name in members.fields if isinstance(value := args.get(name), str) and value), "")
    return paths.normal(value, workspace) if value and members.fields[0] in FILES else value


@lru_cache(maxsize=512)  # agents say the same again and again
def _by_shell(command: str, workspace: str) -> Moves:
    from habitus.parse import effects, shell

    script = shell.commands(command, workspace)
    done = effects.effects(script)
    adds = [("read_files", path) for path in done.reads] + [("edited_files", path) for path in done.writes]
    # What `>` wrote from beginning to end, the agent knows as well as what Write wrote.
    whole = {paths.normal(to.target, one.cwd or workspace) for one in script.commands for to in one.redirects if to.op in (">", ">|", "&>")}
    adds += [("written_files", path) for path in done.writes if path in whole]
    counts: list[tuple[str, int | None]] = []
    if effects.is_test_run(script):
        counts.append(("changes_since_test", None))
    elif len(done.writes) > len(done.formats):
        counts.append(("changes_since_test", 1))
    if any(one.name in SEARCHES or (one.name == "git" and "grep" in one.argv[1:4]) for one in script.commands):
        counts.append(("reads_since_search", None))
    elif done.reads:
        counts.append(("reads_since_search", 1))
    return Moves(tuple(counts), tuple(adds))
