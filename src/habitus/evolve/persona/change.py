"""What a persona file would say after a call: the text before and the call in, the text after out. No I/O.

Every file tool is the same door: `write_file`, `Write`, `Edit`, `MultiEdit`, the text editor of Anthropic, Codex's patch. What cannot be
worked out beforehand (a shell, a move, a text that occurs twice) is refused, with the way that works.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from habitus.parse import actions
from habitus.parse.written import WHOLE, pair
from habitus.types.skills import Violation

if TYPE_CHECKING:
    from habitus.types.events import ToolCall

Refusal: TypeAlias = Violation
"""Why a change is not made, and what to do instead."""

ALL = ("replace_all", "replaceAll")
APPENDS = ("append", "is_append")
PATCHES = ("input", "patch", "command", "diff")
SECTION = re.compile(r"^\*\*\* (Update|Add|Delete) File: .+$|^\*\*\* Move to: .+$", re.MULTILINE)
DOOR = "Change it with Write or Edit, with the text that shall stand in it."


def change(before: str, call: ToolCall) -> str | Refusal:
    """The text after the call, or why it cannot be told."""
    action, args = actions.name(call.tool), call.args
    kept = before.replace("\r\n", "\n")
    if action == "bash" or (actions.command(args) and action not in ("edit", "write")):
        return refusal("door", f"A persona file is not changed through a shell: what would come of it cannot be checked beforehand. {DOOR}")
    if action not in ("edit", "write"):
        return refusal("door", f"`{call.tool}` does not change the text of a persona file. {DOOR}")
    patch = next((text for name in PATCHES if isinstance(text := args.get(name), str) and SECTION.search(text)), "")
    if patch:
        return _patched(kept, patch)
    return _edited(kept, args) if action == "edit" else _written(kept, args)


def refusal(rule: str, reason: str, *, line: int = 0, excerpt: str = "", path: str = "") -> Refusal:
    return Violation(f"persona.{rule}", "persona", line, excerpt[:200], reason, path)


# ── whole ──


def _written(before: str, args: Mapping[str, Any]) -> str | Refusal:
    text = next((args[name] for name in WHOLE if isinstance(args.get(name), str)), None)
    if text is None:
        return _edited(before, args) if pair(args) else refusal("door", "The call brings no text. Give the text of the file as `content`.")
    if any(_is_yes(args.get(name)) for name in APPENDS) or str(args.get("mode", "")).lower() in ("a", "append"):
        return f"{before}\n{text}" if before and not before.endswith("\n") else before + text
    return str(text)


def _is_yes(value: Any) -> bool:
    return value is True or (isinstance(value, str) and value.strip().lower() == "true")


# ── by piece ──


def _edited(before: str, args: Mapping[str, Any]) -> str | Refusal:
    """One replacement, several in order, or an insertion. The first that fails ends it: half a change is none."""
    command = args.get("command")
    if command == "create":
        return _written(before, args)
    if command == "insert":
        return _inserted(before, args)
    steps = args.get("edits") if isinstance(args.get("edits"), list) else [args]
    after: str | Refusal = before
    for step in steps or ():
        if isinstance(after, Violation):
            return after
        after = _replaced(after, step)
    return after


def _replaced(text: str, step: Any) -> str | Refusal:
    given = pair(step) if isinstance(step, Mapping) else None
    if given is None:
        return refusal("door", "The call does not say what to replace. Give `old_string` and `new_string`.")
    old, new = given
    if not old:
        return refusal("find", "An empty `old_string` fits everywhere. Name the text to replace.") if text.strip() else new
    times = text.count(old)
    if times == 0:
        return refusal("find", "The text to replace does not occur in the file. Read the file and copy the text exactly.", excerpt=old)
    if times > 1 and not any(_is_yes(step.get(name)) for name in ALL):
        reason = f"The text to replace occurs {times} times. Take in a line before or after it, so that it fits once."
        return refusal("find", reason, excerpt=old)
    return text.replace(old, new)


def _inserted(before: str, args: Mapping[str, Any]) -> str | Refusal:
    at, text = (
        args.get("insert_line"),
        next((args[name] for name in ("insert_text", "new_str", "text") if isinstance(args.get(name), str)), None),
    )
    lines = before.splitlines(keepends=True)
    if not isinstance(at, int) or isinstance(at, bool) or text is None or not 0 <= at <= len(lines):
        return refusal("find", f"`insert_line` must be a number from 0 to {len(lines)}, with the text to insert as `insert_text`.")
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    return "".join([*lines[:at], text if text.endswith("\n") else f"{text}\n", *lines[at:]])


# ── Codex's patch ──


def _patched(before: str, patch: str) -> str | Refusal:
    sections = [found[0] for found in SECTION.finditer(patch)]
    if len(sections) > 1:
        return refusal("door", "One patch changes one persona file, and nothing beside it. Send a patch with that file alone.")
    if not sections[0].startswith(("*** Update", "*** Add")):
        return refusal("door", f"A persona file is not deleted or moved. {DOOR}")
    lines = patch.split(sections[0], 1)[1].split("*** End Patch", 1)[0].removeprefix("\n").splitlines()
    if sections[0].startswith("*** Add"):
        return "".join(f"{line[1:]}\n" for line in lines if line.startswith("+"))
    return _hunked(before, lines)


def _hunked(before: str, lines: list[str]) -> str | Refusal:
    """Each hunk must fit in one place behind the one before it."""
    text, at = before.splitlines(), 0
    for old, new in _hunks(lines):
        places = [i for i in range(at, len(text) - len(old) + 1) if text[i : i + len(old)] == old]
        if not old:
            places = [len(text)]
        if len(places) != 1:
            reason = "does not fit the file" if not places else f"fits in {len(places)} places"
            return refusal(
                "find", f"A part of the patch {reason}. Read the file and give more lines around the change.", excerpt="\n".join(old)
            )
        text[places[0] : places[0] + len(old)] = new
        at = places[0] + len(new)
    return "".join(f"{line}\n" for line in text)


def _hunks(lines: list[str]) -> list[tuple[list[str], list[str]]]:
    found: list[tuple[list[str], list[str]]] = []
    for line in lines:
        if line.startswith("@@") or not found:
            found.append(([], []))
        if line.startswith(("@@", "*** ")):
            continue
        old, new = found[-1]
        if line[:1] != "+":
            old.append(line[1:])
        if line[:1] != "-":
            new.append(line[1:])
    return [hunk for hunk in found if hunk != ([], [])]
