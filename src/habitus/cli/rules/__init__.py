"""`habitus rules`: declared and learned rules, in one list."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from habitus.cli import show
from habitus.errors import ReadOnly

if TYPE_CHECKING:
    from habitus.enforce.check import Check
    from habitus.layer import Layer
    from habitus.types import Rule


@click.group()
def rules() -> None:
    """Declared and learned rules: list, show, search, add, edit, switch, delete; hold calls to them; test them."""


@rules.command("list")
@click.option("--kind", type=click.Choice(["all", "declared", "learned"]), default="all", show_default=True, help="Which of them.")
@click.option("--all", "all_", is_flag=True, help="Also learned rules that are switched off.")
@show.limit
@show.as_json
def list_(kind: str, all_: bool, limit: int, json_: bool) -> None:
    """List the rules in force: what checks the agent's calls, and what it is told."""
    with show.opened() as layer:
        _count(layer)
        declared = list(layer.gates.rules.checks) if kind != "learned" else []
        found = show.within(layer.store.lessons().rules(active=not all_, limit=limit + 1), limit) if kind != "declared" else []
    _print([_declared(check) for check in declared] + [_learned(rule) for rule in found], json_)


@rules.command()
@click.argument("word")
@show.limit
@show.as_json
def search(word: str, limit: int, json_: bool) -> None:
    """List the learned rules whose text has WORD in it, switched off or not."""
    with show.opened() as layer:
        found = show.within(layer.store.lessons().rules(active=False, word=word, limit=limit + 1), limit)
    _print([_learned(rule) for rule in found], json_, empty=f"No rule has {word!r} in it.")


def _count(layer: Layer) -> None:
    """How often they were told, up to now; of a store that may not be written, up to when it last was."""
    with suppress(ReadOnly):
        layer.measuring.count_applied()


def _print(
    rows: list[dict[str, Any]],
    json_: bool,
    empty: str = "No rules yet: run `habitus learn PATH` on past sessions, or correct your agent once.",
) -> None:
    if json_:
        show.out(rows)
        return
    show.listing(
        rows,
        {name: (lambda row, name=name: str(row[name])) for name in ("id", "kind", "action", "rule", "scope", "used")},  # type: ignore[misc]
        empty=empty,
    )


def _declared(check: Check) -> dict[str, Any]:
    return {
        "id": check.id,
        "kind": "declared",
        "action": f"{check.action}{' (shadow)' if check.shadow else ''}",
        "rule": check.description or check.message,
        "scope": ", ".join(check.on),
        "when": check.when,
        "limit": check.limit or None,
        "used": "",
    }


def _learned(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id[:8],
        "kind": rule.rule_type,
        "action": rule.state if rule.state != "active" else "told" if rule.check is None else f"told, {rule.stage}",
        "rule": rule.text,
        "scope": str(rule.scope),
        "confidence": rule.confidence,
        "state": rule.state,
        "uuid": rule.id,
        "used": rule.times_applied,
    }


@rules.command()
@click.argument("id")
def explain(id: str) -> None:
    """Say what a declared rule looks at, what it says, and why."""
    with show.opened() as layer:
        check = layer.gates.rules.get(id)
        names = [one.id for one in layer.gates.rules.checks]
        learned = layer.store.lessons().rules_begun(id) if check is None else []
    if learned:
        raise click.UsageError(f"{id!r} was learned: `habitus rules show {id}` says where from and what it looks at")
    if check is None:
        from difflib import get_close_matches

        near = get_close_matches(id, names, n=1, cutoff=0.3)
        raise click.UsageError(
            f"no declared rule is called {id!r}" + (f"; did you mean `{near[0]}`?" if near else "; see `habitus rules list`")
        )
    _explain(check)


def _explain(check: Check) -> None:
    from habitus.enforce.explained import changed_by, explained

    click.echo(explained(check).text)
    click.echo(f"\n{check.action}, {check.when}; looks at: {', '.join(check.on)}" + (f"; limit {check.limit}" if check.limit else ""))
    click.echo(f"says: {check.message}\nchange it {changed_by(check)}")


@rules.command("show")
@click.argument("id")
@show.as_json
def show_(id: str, json_: bool) -> None:
    """Show one rule: its text, where it came from, how often it was used; of a declared one, what `habitus rules explain` says."""
    from habitus.enforce.told import said

    with show.opened() as layer:
        if check := layer.gates.rules.get(id):
            show.out({**_declared(check), "message": check.message}) if json_ else _explain(check)
            return
        _count(layer)
        rule = layer.rulebook.one(id)
        fired = layer.store.lessons().firings(rule.id)
    if json_:
        show.out({**{name: getattr(rule, name) for name in rule.__dataclass_fields__}, "fired": len(fired)})
        return
    click.echo(f"{show.safe(rule.text)}\n")
    click.echo(f"id          {rule.id}\ntype        {rule.rule_type}\nstate       {rule.state}")
    click.echo(f"scope       {rule.scope}")
    click.echo(f"confidence  {rule.confidence:.2f}, said {rule.evidence_for}×, overridden {rule.evidence_against}×")
    click.echo(f"used        {rule.times_applied}×, last {show.when(rule.last_used)}")
    click.echo(f"from        {rule.origin.speaker} in {rule.origin.session or 'no session'}, {show.when(rule.created_at)}")
    if rule.check is not None:
        click.echo(f"check       {rule.stage}, spoke of {show.many(len(fired), 'call')}; see `habitus rules backtest {rule.id[:8]}`")
        click.echo(f"            {show.safe(said(rule.check))}")
    if rule.superseded_by:
        click.echo(f"replaced by {rule.superseded_by}")
    if rule.skill_poison:
        click.echo(f"not         {rule.skill_poison}")
    if rule.source:
        asked, done, corrected = map(show.safe, (rule.source.request, rule.source.answer, rule.source.correction))
        click.echo(f"\nasked       {asked}\ndone        {done}\ncorrected   {corrected}")


@rules.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--rule", "id", help="The rule that they are about (default: the name of each file).")
def test(files: tuple[Path, ...], id: str | None) -> None:
    """Play written cases: in each ```trace block of a Markdown file, a marked line must draw that verdict, an unmarked line none.

    Exit code 1 when a line draws something else. `tests/rules/` of the project has many to learn the form from.
    """
    from habitus.hosts.cases import blocks, played

    with show.opened() as layer:
        checks = {check.id: check for check in layer.gates.rules.checks}
    lines = wrong = 0
    for file in files:
        name = id or file.stem
        if name not in checks:
            raise click.UsageError(
                f"no declared rule is called {name!r}: say which with --rule, or see `habitus rules list --kind declared`"
            )
        for block in blocks(file.name, name, file.read_text(encoding="utf-8")):
            for line, got in played(checks[name], block.lines):
                lines += 1
                if got != line.wanted:
                    wrong += 1
                    click.echo(f"{file}:{line.number} `{line.said.strip()}` drew {got or 'nothing'}, wanted {line.wanted or 'nothing'}")
    click.echo(f"{lines - wrong} passed, {wrong} failed")
    if wrong:
        raise SystemExit(1)


from habitus.cli.rules import change, checks, files  # noqa: E402 - they add their commands to the group above

__all__ = ["change", "checks", "files", "rules"]
