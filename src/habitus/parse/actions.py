"""A host's tool, named as an action: rules speak of actions, so one rule holds at every host.

A last word such as `edit` counts only where the tool is bare or lives in a module that deals in files:
`calendar.edit` edits no file, `mailbox.read` reads none, and `memory.search` is not the web.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES: dict[str, tuple[str, ...]] = {
    "read": ("read", "read_file", "readfile", "view", "view_file", "open_file", "notebookread", "read_text_file"),
    "edit": ("edit", "edit_file", "multiedit", "replace", "str_replace", "str_replace_editor", "str_replace_based_edit_tool",
             "apply_patch", "notebookedit", "search_replace", "update_file", "patch", "replace_in_file", "apply_diff", "insert_content",
             "search_and_replace", "replace_string_in_file", "insert_edit_into_file", "replace_file_content", "edit_existing_file"),
    "write": ("write", "write_file", "writefile", "create_file", "save_file", "write_to_file", "create_new_file"),
    "bash": ("bash", "shell", "sh", "exec", "exec_command", "run_shell_command", "run_command", "execute_command",
             "local_shell", "terminal", "run", "bash_background", "script", "shell_command", "run_in_terminal", "run_terminal_cmd",
             "run_terminal_command", "runterminalcommand", "execute_bash", "run_bash", "bash_tool", "shell_tool", "powershell"),
    "grep": ("grep", "search_file_content", "grep_search", "ripgrep", "search_files"),
    "glob": ("glob", "find_files", "file_search", "list_files", "ls", "list_directory"),
    "web_search": ("websearch", "web_search", "google_web_search"),
    "web_fetch": ("webfetch", "web_fetch", "fetch_url"),
    "agent": ("agent", "task", "spawn_agent", "delegate"),
}  # fmt: skip
ACTION = {name: action for action, names in NAMES.items() for name in names}

FILE_MODULES = frozenset({"filesystem", "fs", "file", "files", "editor", "workspace", "code", "ide", "text_editor"})
MODULES: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "files": (FILE_MODULES, frozenset({"read", "edit", "write", "grep", "glob"})),
    "shell": (frozenset({"shell", "terminal", "system", "os", "process"}), frozenset({"bash"})),
    "web": (frozenset({"web", "browser", "internet"}), frozenset({"web_search", "web_fetch"})),
}
WEB = {"search": "web_search", "fetch": "web_fetch"}

NEEDS_MODULE = frozenset({"run", "script"})
"""Too common to mean much without a module: `shell.run` is a shell, `run` may be anything."""

TARGETS = (
    "file_path", "path", "filepath", "notebook_path", "absolute_path", "filename", "filePath", "target_file", "TargetFile", "AbsolutePath",
)  # fmt: skip
OTHER_TARGETS = ("url", "query", "pattern", "target")
COMMANDS = ("command", "cmd", "script", "commands", "command_line", "CommandLine")
PATCHED = r"^\*\*\* (?:Update|Add|Delete) File: (.+)$"
"""Compiled when a patch is first met: a hook process mostly meets none."""
WORD = r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+"


@lru_cache(maxsize=4096)
def name(tool: str) -> str:
    """`Edit`, `filesystem__edit`, `filesystem.edit` and Codex's `apply_patch` are all `edit`; an unknown tool keeps its own name."""
    plain = tool.lower().replace("__", ".").removeprefix("mcp.")
    module, _, last = plain.rpartition(".")
    if not module:
        return plain if plain in NEEDS_MODULE else ACTION.get(plain, plain)
    home = module.rpartition(".")[2]
    for modules, actions in MODULES.values():
        action = WEB.get(last, "") if "web_search" in actions else ACTION.get(last, "")
        if home in modules and action in actions:
            return action
    return plain


@lru_cache(maxsize=4096)
def is_named(tool: str, trigger: str) -> bool:
    """Does a rule's `trigger` mean this tool? `edit` means every spelling of it, `query` means `database.query`, and the other way round;
    but `edit` does not mean `calendar.edit`."""
    action, wanted = name(tool), name(trigger)
    if trigger == "*" or action == wanted:
        return True
    if "." in wanted:
        return action not in NAMES and "." not in action and action == wanted.rpartition(".")[2]
    return wanted not in NAMES and action.rpartition(".")[2] == wanted


def key(tool: str) -> str:
    """Tools and triggers that can mean each other share this: what `is_named` decides begins here."""
    named = name(tool)
    return named if named in NAMES else named.rpartition(".")[2]


def words(tool: str) -> tuple[list[str], list[str]]:
    """The words in the name of a tool's module, and in its own."""
    module, _, last = tool.replace("__", ".").rpartition(".")
    parts = ([word.lower() for word in re.findall(WORD, name)] for name in (module.rpartition(".")[2], last))
    return next(parts), next(parts)


def target(action: str, args: Mapping[str, Any]) -> str:
    """The file that a call is about; empty where it is about none, or about several."""
    for field in TARGETS:
        value = args.get(field)
        if isinstance(value, str) and value:
            return value
    if action == "edit":
        patch = args.get("command") or args.get("input") or args.get("patch")
        files = re.findall(PATCHED, patch, re.MULTILINE) if isinstance(patch, str) else []
        return files[0].strip() if len(files) == 1 else ""
    return ""


def command(args: Mapping[str, Any]) -> str:
    """What a shell is told, whatever the host calls it, and whether it is a line, several, or a list of words."""
    return "\n".join(scripts(args))


def scripts(args: Mapping[str, Any]) -> list[str]:
    """The same, each script that is run by a shell of its own apart: a quote left open in one hides nothing of the next."""
    given: Any = ""
    field = ""
    for field in COMMANDS:
        if given := args.get(field):
            break
    if isinstance(given, list) and all(isinstance(word, str) for word in given):
        # OpenAI's shell runs each of its `commands`; and one word with blanks in it is a line, for no program is called that.
        if field == "commands" or len(given) == 1:
            return given
        import shlex

        return [shlex.join(given)]
    return [given] if isinstance(given, str) and given else []


def subject(args: Mapping[str, Any]) -> str:
    """What else a call may be about: an address, a query, a pattern."""
    return next((value for field in OTHER_TARGETS if isinstance(value := args.get(field), str) and value), "")


SHELF = "/skills-store/"
SKILL_FIELDS = ("skill", "slug", "name", "command")


def skill(tool: str, args: Mapping[str, Any], target: str) -> str:
    """The slug of the skill that a call takes up: a tool for it, or its SKILL.md read from our folder. Empty for nearly every call."""
    if SHELF in target:
        slug = target.partition(SHELF)[2].partition("/")[0]
        return slug if target.lower().endswith("/skill.md") and not slug.startswith(".") else ""
    if tool.lower() in ("skill", "use_skill", "read_skill"):
        given = next((value for field in SKILL_FIELDS if isinstance(value := args.get(field), str)), "")
        return given.lower() if given.replace("-", "").isalnum() else ""
    return ""
