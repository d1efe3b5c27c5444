"""`habitus skills new, import, export`: into the store with the guard on, and out again for other agents."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from habitus.cli import show
from habitus.cli.skills import accepted, appealable, caller, readable, skills
from habitus.cli.skills.change import VISIBILITIES, allow, met, unseen
from habitus.errors import HabitusError, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from habitus.evolve.skills.changes import Create
    from habitus.evolve.skills.folders import Taken
    from habitus.layer import Layer
    from habitus.types import Bundle, Visibility

visibility_option = click.option("--visibility", type=click.Choice(VISIBILITIES), help="Who sees it (default: private).")
agents_option = click.option("--agent", "agents", multiple=True, help="Grant it to this agent; may be repeated.")
update_option = click.option("--update", is_flag=True, help="Where there is a skill of that name, make this its next version.")

# ── new ──


@skills.command()
@click.argument("path", required=False)
@click.option("--from-session", "session", metavar="SESSION", help="Draft it from what was done in a session.")
@click.option("--title", help="What the draft is called (default: what was asked for).")
@click.option("--slug", help="The name to keep it under (default: made from its own).")
@visibility_option
@agents_option
@update_option
@click.option("--accept", multiple=True, metavar="RULE", help="Let this finding of the guard pass; needs --reason.")
@click.option("--reason", help="Why it may pass; kept with the skill.")
@click.option("--yes", is_flag=True, help="Do not ask: keep the draft, or a skill that is nearly the same as another.")
def new(
    path: str | None, session: str | None, title: str | None, slug: str | None, visibility: Visibility | None, agents: tuple[str, ...],
    update: bool, accept: tuple[str, ...], reason: str | None, yes: bool,
) -> None:  # fmt: skip
    """Keep a skill: a folder, an archive (.zip, .tar, .tar.gz), a SKILL.md, `-` for standard input; or drafted from a session."""
    from habitus.cli.skills import source
    from habitus.layer import bringing

    if (path is None) == (session is None):
        raise click.UsageError("say where it comes from: one of PATH and --from-session SESSION")
    if title and not session:
        raise click.UsageError("--title goes with --from-session: other skills have a name of their own")
    passes = accepted(accept, reason)
    with show.opened() as layer, appealable():
        taken = _drafted(layer, session, title or "", yes) if session else source.read(str(path))
        wish = source.wish(taken, slug=slug or "", visibility=visibility)
        known = bringing.same(layer, wish, update=update)
        if known is None:
            _news(layer, wish, yes)
        why = f"drafted from the session {session}" if session else "made at the command line" if path == "-" else f"made from {path}"
        if known:
            click.echo(f"{known.slug} is kept like that already: version {known.version}.")
            for agent in agents:
                allow(layer, known.slug, agent)
            return
        skill, line = layer.skills.create_for(agents, wish, caller(session or ""), why=why, accept=passes)
        granted = [row["agent"] for row in layer.skills.grants(skill.slug)]
        for agent in agents:
            met(layer, agent)
    files = len(taken.bundle.files)
    beside = f", with {show.many(files, 'file')} beside SKILL.md" if files else ""
    click.echo(f"Kept {skill.slug}, version {skill.version}{beside}.\nTake it back with: habitus undo {line}")
    _left_out(taken, source.beside(path) if path else 0)
    unseen(skill, granted)


def _drafted(layer: Layer, session: str, title: str, yes: bool) -> Taken:
    """Nothing is kept that a person has not read: the draft is shown before the question."""
    from habitus.evolve.skills.folders import Taken
    from habitus.types import Bundle

    text = layer.skills.drafted(session, title)
    click.echo(readable(text))
    if not yes:
        answer = _asked("Keep it? (y)es, (e)dit it first, (n)o", "e", "n")
        if answer == "n":
            raise click.Abort
        text = (click.edit(text, extension=".md") or text) if answer == "e" else text
    return Taken(Bundle(text=text, files={}), "", ())


def _asked(question: str, *others: str) -> str:
    if not sys.stdin.isatty():
        raise click.UsageError("nothing is kept without a yes: answer at a terminal, or say --yes")
    answer: str = click.prompt(question, type=click.Choice(["y", *others]), default=others[-1], show_choices=False)
    return answer


def _news(layer: Layer, wish: Create, yes: bool) -> None:
    """Two skills that say the same are each found half of the time: improving the one that is there is better."""
    from habitus.evolve.skills import document, likeness

    others = [(one.slug, document.parsed(layer.skills.bundle(one.slug).text)) for one in layer.skills.all() if one.slug != wish.slug]
    near = likeness.nearest(wish.document, others)
    if near is None:
        return
    click.echo(
        f"{near[0]} says nearly the same ({near[1]:.0%} alike). Improve that one: habitus skills patch {near[0]} --find … --replace …"
    )
    if not yes and _asked("Keep both? (y)es, (n)o", "n") == "n":
        raise click.Abort


def _left_out(taken: Taken, beside: int) -> None:
    if taken.skipped:
        click.echo(f"Left out: {show.safe(', '.join(taken.skipped))}", err=True)
    if beside:
        click.echo(f"Only SKILL.md was taken; give its folder to take the {beside} beside it, too.", err=True)


# ── import ──


class Found(NamedTuple):
    """What became of one skill: what `Brought` says, and where it was."""

    path: str
    outcome: str
    """taken, unchanged or refused"""
    slug: str = ""
    version: int = 0
    left_out: tuple[str, ...] = ()
    why: str = ""


@skills.command("import")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@visibility_option
@agents_option
@update_option
@click.option("--dry-run", is_flag=True, help="Only say what would be taken.")
@show.as_json
def import_(
    paths: tuple[Path, ...], visibility: Visibility | None, agents: tuple[str, ...], update: bool, dry_run: bool, json_: bool
) -> None:
    """Take existing skills, each through the guard: folders of them such as ~/.claude/skills, single ones, archives.

    Exit code 1 when one of them was refused; the others are taken all the same.
    """
    from habitus.cli.skills import source

    within = [(path, source.within(path)) for path in paths]
    places = [place for _, inside in within for place in inside]
    with show.opened() as layer:
        started = layer.clock()
        run = _Import(layer, visibility, agents, update=update, dry_run=dry_run)
        with _progress(len(places), quiet=json_) as advance:
            found = list(run.all(places, advance))
    found += [Found(str(path), "refused", why="no SKILL.md anywhere in it: it holds no skill") for path, inside in within if not inside]
    if json_:
        show.out({"dry_run": dry_run, "found": [one._asdict() for one in found]})
    else:
        _tell(found, dry_run=dry_run, is_seen=bool(agents) or visibility == "public")
        if not dry_run and any(one.outcome == "taken" for one in found):
            click.echo(f"Take it all back with: habitus undo --since {started.isoformat()}")
    if any(one.outcome == "refused" for one in found):
        sys.exit(1)


class _Import:
    """One run. What it would take it has not taken yet, so it remembers the names."""

    def __init__(self, layer: Layer, visibility: Visibility | None, agents: tuple[str, ...], *, update: bool, dry_run: bool) -> None:
        self.layer = layer
        self.visibility = visibility
        self.agents = agents
        self.update = update
        self.dry_run = dry_run
        self.names: dict[str, Path] = {}

    def all(self, places: list[Path], advance: Callable[[], None]) -> Iterator[Found]:
        for place in places:
            yield self.one(place)
            advance()

    def one(self, place: Path) -> Found:
        from habitus.cli.skills import source

        try:
            taken = source.read(str(place))
            return self._one(place, taken, source.wish(taken, visibility=self.visibility))
        except HabitusError as error:
            return Found(str(place), "refused", why=str(error))

    def _one(self, place: Path, taken: Taken, wish: Create) -> Found:
        from habitus.layer import bringing

        if (first := self.names.setdefault(wish.slug, place)) != place:
            raise Refused(f"{first} has the same name, {wish.slug}: give one of them another, then import it")
        done = bringing.brought(
            self.layer, taken, wish, caller(), why=f"imported from {place}", agents=self.agents, update=self.update, dry_run=self.dry_run
        )
        return Found(str(place), *done)


def _tell(found: list[Found], *, dry_run: bool, is_seen: bool) -> None:
    by = {outcome: [one for one in found if one.outcome == outcome] for outcome in ("taken", "unchanged", "refused")}
    headings = {"taken": "Would be taken" if dry_run else "Taken", "unchanged": "There already, and the same", "refused": "Refused"}
    for outcome, ones in by.items():
        if ones:
            click.echo(f"{headings[outcome]}:")
        for one in ones:
            version = f", version {one.version}" if one.version else ""
            said = one.why.replace("\n", "\n      ") if outcome == "refused" else f"{one.slug}{version}"
            click.echo(show.safe(f"  • {one.path}\n      {said}" if outcome == "refused" else f"  • {said}  (from {one.path})"))
            if one.left_out:
                click.echo(show.safe(f"      left out: {', '.join(one.left_out)}"))
    click.echo(", ".join(f"{len(ones)} {'would be taken' if dry_run and name == 'taken' else name}" for name, ones in by.items()) + ".")
    if by["refused"]:
        click.echo("What the guard finds you may let pass, one skill at a time: habitus skills new PATH --accept RULE --reason WHY")
    if by["taken"] and not dry_run and not is_seen:
        click.echo("No agent sees them yet: habitus skills grant SLUG AGENT, or habitus skills patch SLUG --visibility public")


@contextmanager
def _progress(total: int, *, quiet: bool) -> Iterator[Callable[[], None]]:
    if quiet or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading skills", total=total)
        yield lambda: bar.update(task, advance=1)


# ── export ──


@skills.command()
@click.argument("slug")
@click.argument("to", type=click.Path(path_type=Path))
@click.option("--version", type=click.IntRange(1), help="This version, instead of the one in force.")
def export(slug: str, to: Path, version: int | None) -> None:
    """Write a skill as other agents expect it: TO/SLUG/SKILL.md and what belongs to it, or a .zip of that. Nothing is overwritten."""
    with show.opened() as layer:
        bundle = layer.skills.bundle(slug, version or 0)
    is_archive = to.suffix.lower() in (".zip", ".skill")
    target = to if is_archive else to / slug
    if target.exists() or target.is_symlink():
        raise Refused(f"{target} is there already, and nothing is overwritten: name another place")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _zipped(bundle, slug, target) if is_archive else _written(bundle, target)
    except OSError as error:
        raise Refused(f"{target}: {(error.strerror or str(error)).lower()}; nothing was written") from None
    click.echo(f"Wrote {target}")


def _written(bundle: Bundle, target: Path) -> None:
    from habitus.evolve.skills import folders

    folders.write(bundle, target)


def _zipped(bundle: Bundle, slug: str, target: Path) -> None:
    """All of it or nothing."""
    from habitus.evolve.skills import archives

    draft = target.with_name(f".habitus-{os.urandom(8).hex()}")
    try:
        with draft.open("xb") as file:
            file.write(archives.packed(bundle, slug))
        draft.rename(target)
    finally:
        draft.unlink(missing_ok=True)
