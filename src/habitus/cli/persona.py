"""`habitus persona`: who an agent says it is, and how that came to be."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from habitus.cli import show
from habitus.config.account import operator
from habitus.errors import Refused

if TYPE_CHECKING:
    from habitus.layer import Layer
    from habitus.types import PersonaVersion

EMPTY = (
    "No agent has a persona yet: write one with `habitus persona edit AGENT SOUL.md`, "
    "or put SOUL.md, CAPABILITIES.md, IDENTITY.md and AGENTS.md into persona/AGENT/ of the home."
)


REMINDED = 20
"""Changes that wait, looked through for those of an agent."""


class Name(click.ParamType):  # type: ignore[type-arg]  # click 8.2 has no parameter there
    """One of the four, however it is spelled: `SOUL.md`, `soul`."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from habitus.layer.persona import FILES

        found = next((file for file in FILES if value.lower() in (file.lower(), file.lower().removesuffix(".md"))), None)
        return found or self.fail(f"{value!r} is no persona file: {', '.join(FILES)} are", param, ctx)


class Agent(click.ParamType):  # type: ignore[type-arg]
    """A name that can be a folder."""

    name = "agent"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not value.strip() or value.startswith(".") or "/" in value or "\\" in value or not value.isprintable():
            self.fail(f"{value!r} is no agent's name: see `habitus agents list`", param, ctx)
        return str(value)


agent_argument = click.argument("agent", type=Agent())
file_argument = click.argument("file", type=Name())


@click.group()
def persona() -> None:
    """Who an agent says it is. SOUL.md and CAPABILITIES.md it may refine with `self_evolve` on; IDENTITY.md and AGENTS.md are yours."""


@persona.command("list")
@click.argument("agent", type=Agent(), required=False)
@show.as_json
def list_(agent: str | None, json_: bool) -> None:
    """List the persona files, of all agents or of one: the version in force, who wrote it, and why."""
    with show.opened() as layer:
        names = [agent] if agent else layer.persona.agents()
        found = [one for name in names for one in layer.persona.current(name).values()]
        _remind(layer, names)
    if json_:
        show.out(found)
        return
    _print(found, empty=EMPTY if not agent else f"{show.safe(agent)} has no persona yet: habitus persona edit {agent} SOUL.md")


def _print(found: list[PersonaVersion], *, empty: str) -> None:
    columns: dict[str, Any] = {
        "agent": lambda one: one.agent,
        "file": lambda one: one.file,
        "version": lambda one: str(one.version),
        "when": lambda one: show.when(one.at),
        "by": lambda one: one.origin.channel if one.origin.speaker == "operator" else f"{one.origin.channel} ({one.origin.speaker})",
        "why": lambda one: one.why,
        "session": lambda one: one.origin.session,
    }
    show.listing(found, columns, empty=empty)


@persona.command("show")
@agent_argument
@click.argument("file", type=Name(), required=False)
@click.option("--version", type=click.IntRange(1), help="This version, instead of the one in force; needs FILE.")
@show.as_json
def show_(agent: str, file: str | None, version: int | None, json_: bool) -> None:
    """Print an agent's persona: one file as it stands, or all of them with their names."""
    from habitus.cli.skills import readable, written

    if version and not file:
        raise click.UsageError("say of which file: habitus persona show AGENT FILE --version N")
    with show.opened() as layer:
        current = layer.persona.current(agent)
        found = (
            [_version(layer, agent, file, version)] if file and version else [one for one in current.values() if file in (None, one.file)]
        )
        _remind(layer, [agent])
    if json_:
        show.out(found)
    elif not found:
        click.echo(f"{show.safe(agent)} has no {file or 'persona'} yet: habitus persona edit {agent} {file or 'SOUL.md'}")
    elif file:
        written(found[0].text)
    else:
        for one in found:
            click.echo(click.style(f"── {one.file}, version {one.version} ──", bold=True))
            click.echo(readable(one.text))


@persona.command()
@agent_argument
@file_argument
@show.as_json
def history(agent: str, file: str, json_: bool) -> None:
    """List the versions of a file, newest first: who wrote each, and why."""
    with show.opened() as layer:
        layer.persona.caught_up(agent)
        found = layer.persona.versions(agent, file)
        _remind(layer, [agent])
    if json_:
        show.out(found)
        return
    _print(found, empty=f"{show.safe(agent)} has no {file} yet: habitus persona edit {agent} {file}")
    if found:
        click.echo(f"Compare: habitus persona diff {agent} {file} A B · go back: habitus persona rollback {agent} {file} VERSION", err=True)


@persona.command()
@agent_argument
@file_argument
@click.argument("versions", nargs=-1, type=click.IntRange(1), metavar="[A [B]]")
def diff(agent: str, file: str, versions: tuple[int, ...]) -> None:
    """Show what changed between version A and B of a file; by default between the last two, or A and the one in force."""
    from habitus.cli.skills.check import diffed
    from habitus.evolve.persona import diff as differ

    if len(versions) > 2:
        raise click.UsageError("two versions at most: habitus persona diff AGENT FILE A B")
    with show.opened() as layer:
        layer.persona.caught_up(agent)
        known = [one.version for one in layer.persona.versions(agent, file)]
        new = versions[1] if len(versions) > 1 else max(known, default=0)
        old = versions[0] if versions else new - 1
        before, after = (_version(layer, agent, file, number).text if number > 0 else "" for number in (old, new))
    diffed(differ(before, after, file))


@persona.command()
@agent_argument
@file_argument
@click.option("--why", default="", help="What the history says about it.")
def edit(agent: str, file: str, why: str) -> None:
    """Open a file in your $EDITOR, and keep what you save. Any of the four, any size of step."""
    with show.opened() as layer:
        known = layer.persona.current(agent).get(file)
    before = known.text if known else ""
    after = click.edit(before, extension=".md")
    if after is None or after == before:
        click.echo("Nothing was changed.")
        return
    with show.opened() as layer:
        now = layer.persona.current(agent).get(file)
        if (now.text if now else "") != before:
            raise Refused(f"{file} of {agent} was changed while you wrote; what you wrote is in {_saved(after, file)}")
        _write(layer, agent, file, after, why)


def _saved(text: str, file: str) -> str:
    import tempfile

    with tempfile.NamedTemporaryFile("w", prefix="habitus-", suffix=f"-{file}", delete=False, encoding="utf-8") as kept:
        kept.write(text)
    return kept.name


@persona.command("set")
@agent_argument
@file_argument
@click.option(
    "--from",
    "source",
    required=True,
    type=click.Path(exists=True, dir_okay=False, allow_dash=True),
    help="Where the text is; - for standard input.",
)
@click.option("--why", default="", help="What the history says about it.")
def set_(agent: str, file: str, source: str, why: str) -> None:
    """Write a file whole, from one of yours. The old version stays."""
    try:
        text = (sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()).decode()
    except UnicodeDecodeError:
        raise Refused(f"{source} is not UTF-8: save it as UTF-8") from None
    with show.opened() as layer:
        layer.persona.caught_up(agent)
        _write(layer, agent, file, text, why)


@persona.command()
@agent_argument
@file_argument
@click.argument("version", type=click.IntRange(1))
def rollback(agent: str, file: str, version: int) -> None:
    """Make an older version of a file the newest. The ones between stay where they are."""
    with show.opened() as layer:
        known = layer.persona.current(agent).get(file)
        done = layer.persona.roll_back(agent, file, version, who=operator())
        if known and known.version == done:
            click.echo(f"{file} of {show.safe(agent)} says that already: version {done}.")
            return
        click.echo(f"{file} of {show.safe(agent)} is at version {done}, which is version {version} again.\n{_undo(layer, agent, file)}")


def _write(layer: Layer, agent: str, file: str, text: str, why: str) -> None:
    from habitus.cli.skills.change import knows
    from habitus.evolve.skills.guard import scan

    known = layer.persona.current(agent).get(file)
    if known and known.text == text:
        click.echo(f"{file} of {show.safe(agent)} says that already: version {known.version}.")
        return
    is_known = knows(layer, agent)
    version = layer.persona.write(agent, file, text, who=operator(), why=why)
    click.echo(f"{file} of {show.safe(agent)} is at version {version}.\n{_undo(layer, agent, file)}")
    for one in scan(text, file):
        click.echo(show.safe(f"{file}:{one.line} an agent could not have written this: {one.reason} ({one.rule})"), err=True)
    if not is_known:
        click.echo(f"No agent called {show.safe(agent)!r} was met so far: habitus agents list", err=True)


def _remind(layer: Layer, names: list[str]) -> None:
    """Whoever has edited a file, and finds another text there, hears where theirs is."""
    for one in layer.store.lessons().proposals("pending", kind="persona", limit=REMINDED):
        if one.body.get("agent") in names:
            click.echo(show.safe(f"{one.title}: a change waits for your yes or no: habitus inbox ({one.id})"), err=True)


def _version(layer: Layer, agent: str, file: str, version: int) -> PersonaVersion:
    found = next((one for one in layer.persona.versions(agent, file) if one.version == version), None)
    if found is None:
        raise Refused(f"{file} of {agent} has no version {version}: `habitus persona history {agent} {file}` lists them")
    return found


def _undo(layer: Layer, agent: str, file: str) -> str:
    from habitus.cli.skills import taken_back

    return taken_back(layer, f"{agent}/{file}")
