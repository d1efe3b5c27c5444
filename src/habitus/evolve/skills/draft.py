"""A session's steps -> a first SKILL.md. Events in, text out; no model, no clock, and the same text every time.

Only what succeeded is told, in the order it was done, and nothing that was not done. What a step was done to (files, versions, names of
the request) becomes a `<placeholder>`: the next time it will be another. Looking around is no step. Bias: a step too many is told rather
than one too few, because a person reads the draft before it is kept; a value that may be a secret never is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from habitus.errors import Refused
from habitus.evolve.skills import commands, document, frontmatter, secrets, slugs
from habitus.evolve.skills.particulars import Particulars, vary
from habitus.evolve.skills.statements import statements
from habitus.parse import actions, effects, shell
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from habitus.evolve.skills.commands import Shape
    from habitus.types.events import ToolCall, ToolResult

STEPS = 40
"""A longer list is no way of working but a diary."""
LONGEST = 600
"""Characters of a command. What is longer was written for the day: a script in a here-document, data, a message."""
DOCUMENT = 200
"""... with a here-document in it."""
INLINE = 100
ASKED = 240
"""Characters of the request in the description: enough to know a like one by."""
LOOKS = wordset("ls cat head tail less find grep rg fd tree wc stat file sort uniq diff awk sed jq ps df du env printenv whoami uname xxd")
GIT_LOOKS = wordset("status diff log show branch blame remote describe rev-parse ls-files")
NO_STEPS = wordset(
    "read grep glob web_search web_fetch agent think todowrite todo_write update_plan exitplanmode enterplanmode askuserquestion ask_user"
    " taskcreate taskupdate tasklist taskget toolsearch skill bashoutput killshell skill_manage publish_skill"
)
"""Looking around, planning, and what the agent does with itself."""
CHANGES = wordset("edit write")
_POLITE = re.compile(r"^(?:please|can you|could you|would you|hey|hi|hello|ok(?:ay)?|now|por favor|bitte)\b[\s,]*", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s")


class Step(NamedTuple):
    action: str
    text: str
    """The command, the file, or the arguments as they were given."""
    shape: tuple[Shape, ...] = ()
    file: str = ""
    """A file that is a step of its own: one at the top of the workspace, such as CHANGELOG.md. The others are what the task was about."""

    def key(self) -> tuple[object, ...]:
        """Steps with the same key do the same to something else."""
        return self.action, self.shape, self.file


def draft(
    title: str, request: str, calls: Sequence[ToolCall], results: Iterable[ToolResult], clean: Callable[[str], str] = lambda text: text
) -> str:
    """A SKILL.md in the format. `clean` takes secrets out of texts that no store has seen yet. Refused where nothing succeeded."""
    went_well = {result.id for result in results if result.error is None}
    workspace = next((call.workspace for call in calls if call.workspace), "")
    steps = [step for call in calls if call.id in went_well for step in _steps(call, clean)]
    if not steps:
        raise Refused("no step of this session succeeded that could be done again: there is nothing to make a skill of")
    found = Particulars(request, workspace, secrets.found([request, title, *(_said(call) for call in calls)]))
    rows = [_row(lines[0].action, found.general(vary([one.text for one in lines], found))) for lines in _alike(steps)[:STEPS]]
    title = found.spared(clean(title))
    body = [f"# {title}", "", "## Steps", "", *(_numbered(n, row) for n, row in enumerate(rows, 1))]
    if found.names:
        body += ["", "## Fill in", "", *(f"- `<{name}>`: {kind}" for name, kind in sorted(found.names.items()))]
    head = f"---\nname: {frontmatter.scalar(title)}\ndescription: {frontmatter.scalar(_when(clean(request), found))}\n---\n"
    return document.canonical(document.read(head + "\n" + "\n".join(body) + "\n"), slugs.slugify(title), {})


def _said(call: ToolCall) -> str:
    """All that may hold a secret, steps that are not told included."""
    return "\n".join(f"{key}={value}" for key, value in call.args.items())


def _steps(call: ToolCall, clean: Callable[[str], str]) -> list[Step]:
    action = actions.name(call.tool)
    if action in NO_STEPS:
        return []
    if action == "bash":
        return [step for line in statements(clean(actions.command(call.args))) if (step := _command(line)) is not None]
    if action in CHANGES:
        return [_change(action, clean(call.target or actions.target(action, call.args)), call.workspace)]
    plain = [f"{key}={value}" for key, value in call.args.items() if isinstance(value, (str, int, float)) and len(str(value)) <= INLINE]
    return [Step(call.tool, clean(" ".join([call.tool, *plain])))]


def _change(action: str, file: str, workspace: str) -> Step:
    inside = file.removeprefix(f"{workspace.rstrip('/')}/") if workspace else file
    return Step(action, inside, file="" if "/" in inside else inside)


def _command(line: str) -> Step | None:
    found = [] if shell.commands(line).unclear else commands.shapes(line)
    if not found or len(line) > (DOCUMENT if "<<" in line else LONGEST) or (all(_looks(one) for one in found) and not _changes(line)):
        return None
    return Step("bash", line, tuple(found))


def _looks(one: Shape) -> bool:
    return one.program in LOOKS or (one.program == "git" and bool(one.does) and one.does[0] in GIT_LOOKS)


def _changes(line: str) -> bool:
    done = effects.effects(shell.commands(line))
    return bool(done.writes or done.deletes)


def _alike(steps: list[Step]) -> list[list[Step]]:
    """Steps that were repeated on something else, told once, where they were first taken."""
    groups: dict[tuple[object, ...], list[Step]] = {}
    for step in steps:
        groups.setdefault(step.key(), []).append(step)
    return list(groups.values())


def _row(action: str, text: str) -> str:
    if action in CHANGES:
        return f"{'Change' if action == 'edit' else 'Write'} {f'`{text}`' if text else 'the files that the task is about'}."
    if action != "bash":
        return f"Call the tool `{text.replace('`', '')}`."
    if "\n" not in text and "`" not in text and len(text) <= INLINE:
        return f"Run `{text}`."
    mark = "````" if "```" in text else "```"
    return "\n".join(["Run:", "", f"{mark}bash", *text.splitlines(), mark])


def _numbered(n: int, row: str) -> str:
    """Markdown has what belongs to a step stand below its first letter."""
    first, *below = row.split("\n")
    indent = " " * len(f"{n}. ")
    return "\n".join([f"{n}. {first}", *(f"{indent}{line}" if line else "" for line in below)])


def _when(request: str, found: Particulars) -> str:
    asked = " ".join(_SENTENCE.split(request.strip())[0].split()) if request.strip() else ""
    while polite := _POLITE.match(asked):
        asked = asked[polite.end() :]
    asked = found.described(asked.replace("`", ""))[:ASKED].rstrip(" .!?,;:")
    return f"Use when asked for something like: {asked}." if asked else "Use when the steps below are to be taken again."
