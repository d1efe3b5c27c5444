"""`habitus skills`: what agents have learned to do. Looking is here; the modules below change, bring and check."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from habitus.cli import show
from habitus.config.account import account

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from habitus.layer import Layer
    from habitus.types import Bundle, Caller, Skill, SkillVersion

EMPTY = (
    "No skills yet. An agent with `skill_evolve` on offers to keep one after a long task, and does when you say “save as skill”; "
    "or make one yourself: habitus skills new --from-session SESSION, habitus skills new FOLDER, habitus skills import ~/.claude/skills"
)
STATUSES = ("active", "archived", "deleted", "all")
SHORT = 80


@click.group()
def skills() -> None:
    """What agents have learned to do: list, show, search; make, patch, delete; versions, grants; import, export, validate."""


@skills.command("list")
@click.option("--status", type=click.Choice(STATUSES), default="active", show_default=True, help="Which of them.")
@show.limit
@show.as_json
def list_(status: str, limit: int, json_: bool) -> None:
    """List the skills, whose they are, and whether they help."""
    with show.opened() as layer:
        found = layer.skills.all("" if status == "all" else status)
    _print(found, limit, json_, empty=EMPTY if status in ("active", "all") else f"No skill is {status}.")


@skills.command()
@click.argument("words", nargs=-1, required=True)
@show.limit
@show.as_json
def search(words: tuple[str, ...], limit: int, json_: bool) -> None:
    """List the skills that speak of WORDS, the best match first: in the name and the description, then in the steps."""
    asked = " ".join(words)
    with show.opened() as layer:
        best = [match.skill for match in layer.skills.search(asked)]
    _print(best, limit, json_, empty=f"No skill speaks of {asked!r}: habitus skills list")


def _print(found: list[Skill], limit: int, json_: bool, *, empty: str) -> None:
    if json_:
        show.out(found[:limit])
        return
    columns: dict[str, Any] = {
        "skill": lambda one: one.slug,
        "version": lambda one: str(one.version),
        "owner": lambda one: one.owner,
        "seen by": lambda one: one.visibility if one.status == "active" else one.status,
        "last used": lambda one: show.when(one.last_used) if one.last_used else "never",
        "uses": lambda one: str(one.uses),
        "helped": helped,
        "for": lambda one: _short(one.description),
    }
    show.listing(found[:limit], columns, empty=empty)
    if len(found) > limit:
        click.echo(f"… and {len(found) - limit} more (--limit {len(found)} shows all)", err=True)


def helped(one: Skill) -> str:
    return f"helped {one.helped} of {one.uses}" if one.uses else ""


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= SHORT else flat[: SHORT - 1] + "…"


@skills.command("show")
@click.argument("slug")
@click.option("--version", type=click.IntRange(1), help="This version, instead of the one in force.")
@click.option("--raw", is_flag=True, help="SKILL.md and nothing else.")
@show.as_json
def show_(slug: str, version: int | None, raw: bool, json_: bool) -> None:
    """Show a skill: whose it is, how it is used, who may, and its SKILL.md."""
    with show.opened() as layer:
        one = layer.skills.one(slug)
        bundle, versions, grants = layer.skills.bundle(slug, version or 0), layer.skills.history(slug), layer.skills.grants(slug)
    if raw:
        written(bundle.text)
        return
    if json_:
        files = {path: len(content) for path, content in bundle.files.items()}
        fields = {name: getattr(one, name) for name in one.__dataclass_fields__}
        show.out({**fields, "shown": version or one.version, "versions": versions, "grants": grants, "files": files, "text": bundle.text})
        return
    for name, line in _facts(one, bundle, versions, grants).items():
        click.echo(f"{name:<10}{show.safe(line)}")
    click.echo()
    if version and version != one.version:
        click.echo(f"Version {version}, which is not in force:\n")
    click.echo(readable(bundle.text), nl=not bundle.text.endswith("\n"))


def _facts(one: Skill, bundle: Bundle, versions: list[SkillVersion], grants: list[dict[str, Any]]) -> dict[str, str]:
    granted = ", ".join(f"{row['agent']}{' (may change it)' if row['can_manage'] else ''}" for row in grants)
    system = ", a system skill: read-only" if one.is_system else ""
    facts = {
        "skill": f"{one.slug} (“{one.name}”)" if one.name != one.slug else one.slug,
        "for": one.description,
        "version": f"{one.version}, of {len(versions)}: habitus skills history {one.slug}",
        "owner": f"{one.owner}{system}",
        "seen by": f"{one.visibility}; granted to {granted or 'nobody'}",
        "used": f"{one.uses}×, last {show.when(one.last_used)}, {helped(one)}" if one.uses else "never",
        "changed": show.when(one.updated_at),
    }
    facts |= {"accepted": "; ".join(f"{rule}: {why}" for rule, why in one.accepted.items())} if one.accepted else {}
    facts |= {"files": ", ".join(f"{path} ({len(content):,})" for path, content in bundle.files.items())} if bundle.files else {}
    if one.status == "deleted":
        facts["deleted"] = f"bring it back with: habitus skills restore {one.slug}"
    return facts


@skills.command()
@click.argument("slug")
@show.as_json
def history(slug: str, json_: bool) -> None:
    """List the versions of a skill, newest first: who made each, and why."""
    with show.opened() as layer:
        one, found = layer.skills.one(slug), layer.skills.history(slug)
    if json_:
        show.out(found)
        return
    columns: dict[str, Any] = {
        "version": lambda row: f"{row.version}{' in force' if row.version == one.version and one.status == 'active' else ''}",
        "when": lambda row: show.when(row.at),
        "by": lambda row: f"{row.origin.channel} ({row.origin.speaker})",
        "why": lambda row: row.why,
        "session": lambda row: row.origin.session,
        "bytes": lambda row: f"{row.size:,}",
    }
    show.listing(found, columns, empty=f"Nothing is left of the versions of {slug}.")
    click.echo(f"Compare: habitus skills diff {slug} A B · grants, deletions and more: habitus ledger --item {slug}", err=True)


# ── what the modules below share ──


def caller(session: str = "") -> Caller:
    """Who sits at this terminal: an operator."""
    from habitus.types import Caller

    return Caller(name=account(), role="operator", session=session)


def accepted(rules: tuple[str, ...], reason: str | None) -> Mapping[str, str]:
    """What is let pass of what the guard finds, and why; a rule that there is none of is a slip."""
    if rules and not (reason or "").strip():
        raise click.UsageError("say why it may pass, with --reason: it is kept with the skill")
    if reason is not None and not rules:
        raise click.UsageError("--reason goes with --accept RULE: say what may pass")
    return {guard_rule(rule): str(reason) for rule in rules}


def guard_rule(name: str) -> str:
    from difflib import get_close_matches

    from habitus.evolve.skills.guard import RULES

    names = [one.id for one in RULES]
    if name not in names:
        near = get_close_matches(name, names, n=1, cutoff=0.3)
        raise click.UsageError(f"the guard has no rule {name!r}" + (f"; did you mean `{near[0]}`?" if near else ""))
    return name


@contextmanager
def appealable(command: str = "") -> Iterator[None]:
    """A person who knows better than the guard is told how to say so."""
    from habitus.errors import Refused
    from habitus.layer.skills import Rejected

    try:
        yield
    except Rejected as error:
        rules = sorted({one.rule for one in error.violations})
        how = "; ".join(f"{command} {rule} --reason WHY" for rule in rules) if command else " ".join(f"--accept {rule}" for rule in rules)
        way = f"{error}\nRewrite these lines; if they are right all the same, let them pass: {how}"
        raise Refused(way if command else f"{way} --reason WHY") from None


def taken_back(layer: Layer, item: str) -> str:
    """How to undo the last change of an item."""
    entry = next(iter(layer.store.entries(item=item, changes=True, limit=1)), None)
    return f"Take it back with: habitus undo {entry.id}" if entry else ""


def readable(text: str) -> str:
    """For a terminal: somebody else wrote it."""
    return show.safe(text.replace("\r\n", "\n").expandtabs(4))


def written(text: str) -> None:
    """To the byte where a program reads; what a terminal would obey is left out where a person does."""
    import sys

    click.echo(readable(text) if sys.stdout.isatty() else text.encode(), nl=False)


from habitus.cli.skills import bring, change, check  # noqa: E402 - they add their commands to the group above

__all__ = ["bring", "change", "check", "skills"]
