"""The pages that are written from the code. `make check` runs this with --check and fails when a page has drifted."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from habitus import config
from habitus.agent.app import page
from habitus.cli.root import habitus
from habitus.enforce.profiles import NUMBERS, PROFILES
from habitus.enforce.rules import BUILT_IN
from habitus.hosts.hooks import capabilities

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))  # the figures of the last bench are ours, too
from bench import sizing  # noqa: E402


def commands() -> str:
    lines = ["# The command line", "", "Written from the code by `docs/generate.py`.", ""]
    root = click.Context(habitus, info_name="habitus")
    for context in walk(root):
        lines += [f"## `{context.command_path}`", "", "```text", context.command.get_help(context), "```", ""]
    return "\n".join(lines)


def walk(context: click.Context) -> list[click.Context]:
    found = [context]
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            command = context.command.get_command(context, name)
            if command:
                found += walk(click.Context(command, info_name=name, parent=context))
    return found


def rules() -> str:
    lines = ["# The built-in rules", "", "Written from the code by `docs/generate.py`. Switch them in `security.behavior.rules`.", ""]
    lines += ["| rule | " + " | ".join(PROFILES) + " |", "|---|" + "---|" * len(PROFILES)]
    for name in [*(check.id for check in BUILT_IN), *(name for name in NUMBERS if name != "max_sequential_same_tool")]:
        marks = {True: "x", False: ""}
        cells = (profile.rules.get(name, False) for profile in PROFILES.values())
        lines.append(f"| {name} | " + " | ".join(marks[cell] if isinstance(cell, bool) else str(cell) for cell in cells) + " |")
    lines.append("")
    for check in BUILT_IN:
        module = sys.modules[check.fires.__module__]
        when = {"pre_tool": "before the call", "post_tool": "after the call", "on_text": "when the agent speaks"}[check.when]
        on = "every call" if check.on == ("*",) else ", ".join(check.on)
        lines += [f"## `{check.id}`", "", (module.__doc__ or "").strip(), "", f"*{check.action}, {when}; looks at: {on}*"]
        lines += [f"*limit: {check.limit}*"] if check.limit else []
        lines += ["", f"> {check.message}", ""]
    return "\n".join(lines)


def agent() -> str:
    return page.written((FOLDER / "agent.md").read_text(encoding="utf-8"))


def readme() -> str:
    """The table of hosts stands between two marks."""
    text = (FOLDER / "../README.md").read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGINS)
    _, _, after = rest.partition(ENDS)
    return f"{before}{BEGINS}\n{capabilities.table('docs/hosts/').strip()}\n{ENDS}{after}"


BEGINS, ENDS = "<!-- hosts: written by docs/generate.py -->", "<!-- /hosts -->"
PAGES = {
    "cli.md": commands,
    "rules.md": rules,
    "settings.md": config.document,
    "growing.md": sizing.page,
    "agent.md": agent,
    "hosts/README.md": capabilities.page,
    "../README.md": readme,
}


def main(check: bool) -> int:
    drifted = []
    for name, write in PAGES.items():
        text = write().rstrip() + "\n"
        file = FOLDER / name
        if check and (not file.exists() or file.read_text(encoding="utf-8") != text):
            drifted.append(name)
        elif not check:
            file.write_text(text, encoding="utf-8")
    if drifted:
        sys.stderr.write(f"docs that no longer match the code: {', '.join(drifted)}; write them anew with: python docs/generate.py\n")
    return 1 if drifted else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
