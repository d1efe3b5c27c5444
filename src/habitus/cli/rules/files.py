"""`habitus rules import, export`: the rule files of other agents."""

from __future__ import annotations

import difflib
import errno
import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from habitus.cli import show
from habitus.cli.rules import rules
from habitus.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.layer import Layer
    from habitus.types import Rule

LARGEST = 1024 * 1024
"""Bytes of a rule file: a model is to read it with every prompt."""


@rules.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@show.as_json
def import_(files: tuple[Path, ...], json_: bool) -> None:
    """Propose the rules that are written in FILES: CLAUDE.md, AGENTS.md, GEMINI.md, .cursorrules, .cursor/rules/*.mdc and the like.

    A file directs nobody by itself: each rule waits in `habitus inbox` for your yes or no. Reading a file again proposes nothing twice.
    """
    from habitus.hosts import rulefiles

    report: list[dict[str, Any]] = []
    with show.opened() as layer:
        for file in files:
            if file.stat().st_size > LARGEST:
                raise click.UsageError(f"{file} is longer than 1 MB: no agent reads a rule file like that")
            for said in rulefiles.read(file.read_text(encoding="utf-8", errors="replace")):
                outcome, rule = _proposed(layer, file, said.text)
                report.append({"file": str(file), "line": said.line, "rule": rule.text, "outcome": outcome, "scope": str(rule.scope)})
    if json_:
        show.out(report)
        return
    for one in report:
        click.echo(f"{one['outcome']:<9} {show.safe(one['rule'])}  ({one['file']}:{one['line']}, {one['scope']})")
    new = sum(one["outcome"] == "proposed" for one in report)
    click.echo(f"{new} proposed: answer with `habitus inbox`." if new else "Nothing new to propose.")


def _proposed(layer: Layer, file: Path, text: str) -> tuple[str, Rule]:
    from habitus.types import Origin, Scope

    project = _project(file)
    scope = Scope(level="project", name=project) if project else Scope()
    return layer.rulebook.propose(text, scope=scope, origin=Origin(speaker="document", channel=file.name, event=str(file.resolve())))


def _project(file: Path) -> str:
    from habitus.hosts import rulefiles

    folder = rulefiles.root_of(file)
    return str(folder.resolve()) if folder else ""


@rules.command()
@click.option(
    "--to", "files", multiple=True, type=click.Path(dir_okay=False, path_type=Path), default=[Path("AGENTS.md")], show_default="AGENTS.md",
    help="The file to write to; may be given more than once.",
)  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")
@click.option("--remove", is_flag=True, help="Take our block out; the rest of the file stays as it is.")
def export(files: tuple[Path, ...], dry_run: bool, remove: bool) -> None:
    """Write the rules in force to a file that other agents read, between two markers.

    Those of the file's project and those that hold everywhere. The rest of the file stays as it is, byte for byte; writing again changes
    only what has changed in the rules.
    """
    from habitus.hosts import rulefiles

    projects = {}
    for file in files:
        with _at(file):
            projects[file] = _project(file)
    with show.opened() as layer:
        known = {file: [] if remove else layer.rulebook.for_file(project) for file, project in projects.items()}
    for file, held in known.items():
        with _at(file):
            before = file.read_bytes() if file.exists() else None
        after = rulefiles.removed(before) if remove else rulefiles.written(before, [rule.text for rule in held], name=file.name)
        _changed(file, before, after if after or before else None, dry=dry_run)


def _changed(file: Path, before: bytes | None, after: bytes | None, *, dry: bool) -> None:
    if before == after:
        click.echo(f"{file}: nothing to change")
        return
    if dry:
        old, new = (show.safe((raw or b"").decode("utf-8", "replace")).splitlines(keepends=True) for raw in (before, after))
        click.echo("".join(difflib.unified_diff(old, new, f"{file}", f"{file} (after)")), nl=False)
        return
    if after is None:
        with _at(file):
            file.unlink()
        click.echo(f"{file}: removed, nothing else was in it")
        return
    with _at(file):
        _write(_led_to(file), after)
    click.echo(f"{file}: written")


@contextmanager
def _at(file: Path) -> Iterator[None]:
    """What the disk says against it, said of the file."""
    try:
        yield
    except FileExistsError:
        raise Refused(f"{file}: {file.parent} is not a directory; it is left as it was") from None
    except OSError as error:
        raise Refused(f"{file}: {(error.strerror or str(error)).lower()}; it is left as it was") from None


def _led_to(file: Path) -> Path:
    """Where a link leads. `Path.resolve` says of links that lead in a circle what each Python says: here, as the disk says it."""
    found = Path(os.path.realpath(file))
    if found.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return found


def _write(file: Path, content: bytes) -> None:
    """All of it or nothing, with the rights it had; a link stays a link."""
    file.parent.mkdir(parents=True, exist_ok=True)
    mode = file.stat().st_mode & 0o777 if file.exists() else 0o644
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".habitus-")
    try:
        with os.fdopen(handle, "wb") as new:
            new.write(content)
        Path(name).chmod(mode)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
