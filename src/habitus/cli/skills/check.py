"""`habitus skills validate, draft, diff`: looked at closely, and nothing is kept."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from habitus.cli import show
from habitus.cli.skills import readable, skills, written
from habitus.errors import Refused

if TYPE_CHECKING:
    from habitus.types import Bundle


@skills.command()
@click.argument("names", nargs=-1, required=True, metavar="PATH|SLUG...")
@show.as_json
def validate(names: tuple[str, ...], json_: bool) -> None:
    """Say what of a skill breaks the Agent Skills format, or would be stopped by the guard.

    A folder, an archive, a SKILL.md, a folder of skills, or the name of a kept one. Exit code 1 when there is a problem.
    """
    checked = [found for name in names for found in _checked(name)]
    if json_:
        show.out([{"skill": name, "problems": problems} for name, problems in checked])
    else:
        for name, problems in checked:
            click.echo(f"{show.safe(name)}: {'follows the format, and the guard has nothing against it' if not problems else ''}".rstrip())
            for problem in problems:
                click.echo(show.safe(f"  {problem}"))
    if any(problems for _, problems in checked):
        sys.exit(1)


def _checked(name: str) -> list[tuple[str, list[str]]]:
    from habitus.cli.skills import source
    from habitus.evolve.skills import slugs

    path = Path(name)
    if not path.exists() and not slugs.problem(name):
        with show.opened() as layer:
            one = layer.skills.one(name)
            return [(name, _problems(layer.skills.bundle(name), name, set(one.accepted)))]
    if not path.exists():
        raise click.UsageError(f"{name!r} is neither a path nor the name of a skill: see `habitus skills list`")
    places = source.within(path.parent if path.name == "SKILL.md" else path)
    return [_read(place) for place in places] or [(name, ["has no SKILL.md anywhere in it: add one, in capitals"])]


def _read(place: Path) -> tuple[str, list[str]]:
    from habitus.cli.skills import source

    try:
        taken = source.read(str(place))
    except Refused as refused:
        return str(place), [str(refused)]
    return str(place), _problems(taken.bundle, taken.folder, set())


def _problems(bundle: Bundle, folder: str, passes: set[str]) -> list[str]:
    from habitus.evolve.skills.validate import problems
    from habitus.layer.skills import scanned

    found = [one for one in scanned(bundle) if one.rule not in passes]
    return [*problems(bundle, folder), *(f"{one.path}:{one.line} {one.reason} ({one.rule})" for one in found)]


@skills.command()
@click.argument("session")
@click.option("--title", default="", help="What it is called (default: what was asked for).")
def draft(session: str, title: str) -> None:
    """Print a SKILL.md of what was done in a session. Nothing is kept: `habitus skills new --from-session` does that."""
    with show.opened() as layer:
        text = layer.skills.drafted(session, title)
    written(text)


@skills.command()
@click.argument("slug")
@click.argument("versions", nargs=-1, type=click.IntRange(1), metavar="[A [B]]")
def diff(slug: str, versions: tuple[int, ...]) -> None:
    """Show what changed between version A and B of a skill, files and all; by default between the last two, or A and the one in force."""
    if len(versions) > 2:
        raise click.UsageError("two versions at most: habitus skills diff SLUG A B")
    old, new = (*versions, 0, 0)[:2]
    with show.opened() as layer:
        text = layer.skills.diff(slug, old, new)
    diffed(text)


def diffed(text: str) -> None:
    """As `diff -u` has it: in colour where a person looks."""
    if not text:
        click.echo("No difference.")
    colours: dict[str, Any] = {"+": "green", "-": "red", "@": "cyan"}
    for line in readable(text).splitlines():
        click.echo(click.style(line, fg=colours.get(line[:1])) if not line.startswith(("+++", "---")) else click.style(line, bold=True))
