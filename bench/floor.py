"""The floor under `judge`: the fourteen rules of `coding` and their state, written out by hand as closures over a plain object.

It decides what our rules decide on the trace of `judging`, in the same order. It knows nothing of profiles, cooldowns, shadows, declared
rules or crashing ones, of other hosts' names for their tools, or of what an argument could smuggle into a message; of a shell command it
reads the first word, and looks for a few others.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ACTIONS = {"Read": "read", "Edit": "edit", "Write": "write", "Grep": "grep", "Glob": "glob", "Bash": "bash", "WebSearch": "web_search"}
DATABASES = frozenset({"database", "sql", "postgres", "mysql", "sqlite"})
SHOWS = frozenset({"cat", "head", "tail", "less", "sed", "awk"})
BROWSES = frozenset({"ls", "find", "tree"})
SEARCHES = frozenset({"grep", "rg", "find"})
TESTS = frozenset({"pytest", "tox", "jest"})
DESTROYS = ("rm -rf", "git reset --hard", "git push --force", "DROP TABLE")
UNSURE = re.compile(r"\b(?:not sure|unsure|don't know|uncertain)", re.IGNORECASE)

Said: TypeAlias = tuple[str, str, str]
"""The rule, what it does, and its words."""


class State:
    __slots__ = (
        "calls", "calls_this_turn", "changes", "delegated", "edited", "read", "reads", "searched", "spoke", "streak", "streak_tool", "turn",
        "waiting", "web_searched", "written",
    )  # fmt: skip

    def __init__(self) -> None:
        self.calls = self.calls_this_turn = self.turn = self.streak = self.reads = self.changes = 0
        self.delegated = -1
        self.streak_tool = ""
        self.spoke = self.web_searched = False
        self.read: set[str] = set()
        self.edited: set[str] = set()
        self.written: set[str] = set()
        self.searched: set[str] = set()
        self.waiting: dict[str, tuple[str, str, Mapping[str, Any], bool, int]] = {}


class Floor(NamedTuple):
    state: State
    before: Callable[[str, Mapping[str, Any], str], list[Said]]
    called: Callable[[str, str, Mapping[str, Any], str, bool], None]
    after: Callable[[str, str, int, Any, str | None], list[Said]]
    returned: Callable[[str, str | None], None]
    spoken: Callable[[str], list[Said]]
    turn: Callable[[], None]


def floor(
    exists: Callable[[str], bool], blind_reads: int = 3, changes: int = 3, same_tool: int = 8, calls: int = 5, reads: int = 5
) -> Floor:
    state = State()

    def before(tool: str, args: Mapping[str, Any], target: str) -> list[Said]:
        said: list[Said] = []
        action = ACTIONS.get(tool, tool)
        if action == "edit":
            if target and "start_line" not in args and "end_line" not in args and target not in state.read and target not in state.written:
                said.append(("read_before_edit", "warn", f"You are editing {target} without having read it. Read it first."))
        elif action == "write":
            if target and target not in state.read and target not in state.written and exists(target):
                said.append(("read_before_write_existing", "warn", f"{target} exists and you have not read it. Read it first."))
        elif action == "read":
            if state.reads >= blind_reads and target not in state.read:
                said.append(("search_before_read", "warn", f"You have read {state.reads} files without searching. Search first."))
        elif action == "bash":
            command = args["command"]
            first = command.partition(" ")[0]
            if first in SHOWS:
                said.append(("no_bash_for_files", "warn", "Use the file tools instead of the shell for files."))
            if first in BROWSES:
                said.append(("no_blind_exploration", "warn", "Do not list folders to look around. Use Glob and Grep."))
            for words in DESTROYS:
                if words in command:
                    said.append(("confirm_destructive", "block", f"This destroys something ({command}). It needs the user's approval."))
                    break
        elif action.partition(".")[0] in DATABASES and "DROP TABLE" in args.get("query", ""):
            said.append(("confirm_destructive", "block", f"This deletes a table ({args['query']}). It needs the user's approval."))
        if not state.spoke and state.calls_this_turn == 0:
            said.append(("plan_before_execute", "warn", "Say in a sentence what you are going to do and why."))
        if state.streak + 1 >= same_tool and state.streak_tool == action:
            said.append(("max_sequential_same_tool", "warn", f"This is call {state.streak + 1} of {tool} in a row. Choose another way."))
        return said

    def called(id: str, tool: str, args: Mapping[str, Any], target: str, blocked: bool) -> None:
        action = ACTIONS.get(tool, tool)
        state.calls += 1
        state.calls_this_turn += 1
        state.streak = state.streak + 1 if state.streak_tool == action else 1
        state.streak_tool = action
        if blocked:
            return
        counted = False
        if action == "read":
            state.reads += 1
            counted = True
        elif action in ("grep", "glob"):
            state.reads = 0
        elif action in ("edit", "write"):
            state.changes += 1
            counted = True
        elif action == "bash":
            first, _, rest = args["command"].partition(" ")
            if first in TESTS:
                state.changes = 0
            if first in SEARCHES:
                state.reads = 0
            elif first in SHOWS:
                state.reads += 1
                action, target, counted = "read", rest, True
        state.waiting[id] = (action, target, args, counted, state.calls_this_turn)

    def after(tool: str, target: str, nth: int, result: Any, error: str | None) -> list[Said]:
        said: list[Said] = []
        action = ACTIONS.get(tool, tool)
        is_change = action in ("edit", "write")
        if is_change and error is None:
            if action == "edit":
                said.append(("verify_after_edit", "remind", f"You edited {target}. Read the changed part before you rely on it."))
            if state.changes >= changes:
                said.append(
                    ("test_after_changes", "remind", f"You have made {state.changes} changes since the last test run. Run the tests.")
                )
        if nth >= calls and state.delegated != state.turn:
            said.append(("delegate_complex", "remind", f"This is call {nth} of this turn. Dispatch an agent for what stands on its own."))
        if action == "read" and error is None and state.reads >= reads:
            said.append(("delegate_large_reads", "remind", f"You have read {state.reads} files in a row. Let an agent read the rest."))
        if is_change and isinstance(result, dict):
            for one in result.get("lint") or ():
                if one.get("severity") == "error":
                    said.append(("always_lint_check", "warn", "The change has lint errors. Fix them before you go on."))
                    break
        return said

    def returned(id: str, error: str | None) -> None:
        action, target, args, counted, nth = state.waiting.pop(id)
        if nth >= calls:
            state.delegated = state.turn
        if error is not None:
            if counted and action == "read":
                state.reads = max(0, state.reads - 1)
            elif counted:
                state.changes = max(0, state.changes - 1)
        elif action == "read":
            state.read.add(target)
        elif action == "edit":
            state.edited.add(target)
        elif action == "write":
            state.written.add(target)
        elif action in ("grep", "glob"):
            state.searched.add(args["pattern"])
        elif action == "web_search":
            state.web_searched = True

    def spoken(text: str) -> list[Said]:
        state.spoke = True
        unsure = not state.web_searched and UNSURE.search(text)
        return [("web_search_when_unknown", "warn", "You said that you are not sure. Search the web.")] if unsure else []

    def turn() -> None:
        state.turn += 1
        state.calls_this_turn = 0
        state.spoke = False

    return Floor(state, before, called, after, returned, spoken, turn)
