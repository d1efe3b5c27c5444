"""`habitus skills patch, rm, restore, rollback, grant, revoke, accept, purge`: each says how to take it back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from habitus.cli import show
from habitus.cli.skills import accepted, appealable, caller, guard_rule, skills, taken_back

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from habitus.layer import Layer
    from habitus.types import Skill

VISIBILITIES = ("private", "internal", "public")


@skills.command()
@click.argument("slug")
@click.option("--find", help="Text of SKILL.md that occurs once.")
@click.option("--replace", help="What takes its place; '' takes it out.")
@click.option("--file", "files", multiple=True, metavar="PATH=LOCAL", help="A file beside SKILL.md, from one of yours; may be repeated.")
@click.option("--visibility", type=click.Choice(VISIBILITIES), help="Who sees it: whom it was granted to, or every agent.")
@click.option("--why", default="patched", help="What the history says about it.")
@click.option("--accept", multiple=True, metavar="RULE", help="Let this finding of the guard pass; needs --reason.")
@click.option("--reason", help="Why it may pass.")
def patch(
    slug: str, find: str | None, replace: str | None, files: tuple[str, ...], visibility: str | None, why: str,
    accept: tuple[str, ...], reason: str | None,
) -> None:  # fmt: skip
    """Change a skill: one passage of its SKILL.md, files beside it, or who sees it. The old version stays."""
    from habitus.evolve.skills import changes
    from habitus.types import Skill

    given = dict(_local(file) for file in files)
    arguments = {"slug": slug, "find": find, "replace": replace, "visibility": visibility, "files": dict.fromkeys(given, "") or None}
    wish = changes.patch(arguments)._replace(files={_kept_as(path): content for path, content in given.items()})
    passes = accepted(accept, reason)
    with show.opened() as layer, appealable():
        done = layer.skills.patch(wish, caller(), why=why, accept=passes)
        undo = taken_back(layer, slug)
    if not isinstance(done, Skill):
        click.echo(f"habitus: {done.answer}", err=True)
        sys.exit(1)
    if wish.changes_files():
        click.echo(f"Patched {slug}: version {done.version}. See what changed: habitus skills diff {slug}")
    else:
        click.echo(f"{slug} is now {done.visibility}.")
    click.echo(undo)


def _local(given: str) -> tuple[str, bytes]:
    path, sign, local = given.partition("=")
    if not sign or not path or not local:
        raise click.UsageError(f"--file needs the path in the skill and one of your files, as in scripts/run.sh=./run.sh, not {given!r}")
    try:
        return path, Path(local).read_bytes()
    except OSError as error:
        raise click.UsageError(f"--file {given}: {local}: {(error.strerror or str(error)).lower()}") from None


def _kept_as(path: str) -> str:
    from habitus.evolve.skills import paths

    return paths.checked(path)


@skills.command()
@click.argument("slug")
def rm(slug: str) -> None:
    """Delete a skill. Its files and versions go to the trash and stay there until you purge it."""
    with show.opened() as layer:
        granted = [row["agent"] for row in layer.skills.grants(slug)]
        layer.skills.delete(slug, caller())
    click.echo(f"Deleted {slug}. Bring it back with: habitus skills restore {slug}")
    if granted:
        click.echo(f"{show.safe(', '.join(granted))} cannot use it until then: its grants come back with it.")


@skills.command()
@click.argument("slug")
def restore(slug: str) -> None:
    """Bring a deleted skill back, with all its versions."""
    with show.opened() as layer:
        back = layer.skills.restore(slug, caller())
        undo, granted = taken_back(layer, slug), [row["agent"] for row in layer.skills.grants(slug)]
    click.echo(f"{slug} is back, at version {back.version}.\n{undo}")
    unseen(back, granted)


@skills.command()
@click.argument("slug")
@click.argument("version", type=click.IntRange(1))
def rollback(slug: str, version: int) -> None:
    """Make an older version the newest. The ones between stay where they are."""
    with show.opened() as layer, appealable(f"habitus skills accept {slug}"):
        done = layer.skills.roll_back(slug, version, caller())
        undo = taken_back(layer, slug)
    click.echo(f"{slug} is at version {done.version}, which is version {version} again.\n{undo}")


@skills.command()
@click.argument("slug")
@click.argument("agent")
@click.option("--manage", is_flag=True, help="It may change the skill, too.")
def grant(slug: str, agent: str, manage: bool) -> None:
    """Let an agent see and use a skill."""
    with show.opened() as layer:
        allow(layer, slug, agent, manage=manage)


def allow(layer: Layer, slug: str, agent: str, *, manage: bool = False) -> None:
    entry = layer.skills.grant(slug, agent, caller(), can_manage=manage)
    click.echo(f"{show.safe(agent)} may use {slug}{' and change it' if manage else ''}.\nTake it back with: habitus undo {entry}")
    met(layer, agent)


def met(layer: Layer, agent: str) -> None:
    if not knows(layer, agent):
        click.echo(f"No agent called {show.safe(agent)!r} was met so far: habitus agents list", err=True)


@skills.command()
@click.argument("slug")
@click.argument("agent")
def revoke(slug: str, agent: str) -> None:
    """Take a grant back."""
    with show.opened() as layer:
        entry = layer.skills.revoke(slug, agent, caller())
        visibility = layer.skills.one(slug).visibility
    seen = " All agents see it all the same: it is public." if visibility == "public" else ""
    click.echo(f"{slug} is no longer granted to {show.safe(agent)}.{seen}\nTake it back with: habitus undo {entry}")


@skills.command()
@click.argument("slug")
@click.argument("rule")
@click.option("--reason", required=True, help="Why it may pass; kept with the skill.")
def accept(slug: str, rule: str, reason: str) -> None:
    """Let what a rule of the guard finds in a skill pass, from now on. Your name and your reason are kept."""
    guard_rule(rule)
    with show.opened() as layer:
        done = layer.skills.accept(slug, rule, reason, caller())
        undo = taken_back(layer, slug)
    click.echo(f"{rule} passes in {slug}: {show.safe(done.accepted[rule])}\n{undo}")


@skills.command()
@click.argument("slug", required=False)
@click.option("--older-than", type=show.Since(), help="Only what was deleted before then: a time, or 30d.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def purge(slug: str | None, older_than: datetime | None, yes: bool) -> None:
    """Empty the trash: deleted skills, with all their versions. This cannot be taken back."""
    with show.opened() as layer:
        if slug:
            layer.skills.one(slug)
        found = [(one, at) for one, at in layer.skills.trash(older_than) if slug in (None, one.slug)]
        if not found:
            click.echo(_nothing(layer, slug, older_than))
            return
        for one, at in found:
            click.echo(f"{one.slug}  {show.many(len(layer.skills.history(one.slug)), 'version')}, deleted {show.when(at)}")
        _sure(len(found), yes)
        for one, _ in found:
            layer.skills.purge(one.slug, caller())
    click.echo(f"Purged {len(found)}. What is left of them are their lines in the ledger.")


def _nothing(layer: Layer, slug: str | None, older_than: datetime | None) -> str:
    if slug and layer.skills.one(slug).status != "deleted":
        return f"{slug} is not in the trash: delete it first, with habitus skills rm {slug}"
    return "Nothing in the trash is that old." if older_than else "The trash is empty."


def _sure(count: int, yes: bool) -> None:
    if yes:
        return
    if not sys.stdin.isatty():
        raise click.UsageError("what is purged is gone: answer at a terminal, or say --yes")
    click.confirm(f"Purge {count} for good?", abort=True)


def knows(layer: Layer, agent: str) -> bool:
    return layer.agents.is_known(agent)


def unseen(one: Skill, agents: Sequence[str]) -> None:
    """A skill that no agent is shown is of no use, and nothing else would say so."""
    if one.visibility != "public" and not agents:
        click.echo(f"No agent sees it yet: habitus skills grant {one.slug} AGENT, or habitus skills patch {one.slug} --visibility public")
