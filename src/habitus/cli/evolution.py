"""`habitus evolution`: figures, what they suggest, a person's answer, and what every lesson is worth."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from habitus.cli import show
from habitus.config.account import account
from habitus.errors import ReadOnly

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from habitus.layer import Layer
    from habitus.layer.effects import Worth
    from habitus.types import Caller, Counts, Suggestion

NAMELESS = "(no name)"
"""Sessions that name no agent are counted together."""

STATES = ("pending", "approved", "applied", "rejected", "rolled_back")
ONCE = "Nothing was counted in the last seven days: figures come with sessions, from your agent's hooks or `layer.observe`."

of_agent = click.option("--agent", help="Only this agent's.")


@click.group()
def evolution() -> None:
    """A week of figures becomes suggestions; your yes becomes a change that can be taken back."""


@evolution.command()
@of_agent
@click.option("--type", "type_", type=click.Choice(["tool", "retrieval", "feedback"]), default=None, help="Only these.")
@show.as_json
def metrics(agent: str | None, type_: str | None, json_: bool) -> None:
    """What was counted in the last seven days: tools, searches, feedback; and how it went, day by day, today last."""
    with show.opened() as layer:
        known = layer.figures.agents()
        rows = [row for one in ([agent] if agent is not None else known) for row in _figures(layer, one, type_ or "")]
    if json_:
        show.out(rows)
        return
    columns: dict[str, Callable[[Any], str]] = {
        "agent": lambda row: row["agent"] or NAMELESS,
        "type": lambda row: row["type"],
        "what": lambda row: "" if row["key"] == "all" else row["key"],
        "seven days": _said,
        "day by day": lambda row: row["line"],
    }
    show.listing(rows, columns, empty=_nothing(agent, known))


def _figures(layer: Layer, agent: str, type: str) -> list[dict[str, Any]]:
    from habitus.measure.sparkline import sparkline

    days, rows = layer.figures.daily(agent), []
    for row in layer.figures.metrics(agent, type):
        shares = _daily(row, days)
        rows.append({"agent": agent, **row, "daily": shares, "line": sparkline(shares, low=0, high=1)})
    return rows


def _daily(row: dict[str, Any], days: dict[tuple[str, str], list[Counts]]) -> list[float | None]:
    """The share that is good, of each day: calls that succeeded, searches that were used, people who were content."""
    from habitus.measure import windows
    from habitus.types import Counts

    if row["type"] == "tool":
        return [windows.tool(day).success_rate for day in days["tool", row["key"]]]
    if row["type"] == "retrieval":
        return [windows.retrieval(day).recall_rate for day in days["retrieval", row["key"]]]
    none = [Counts()] * 7
    pairs = zip(days.get(("feedback", "rating"), none), days.get(("feedback", "sentiment"), none), strict=True)
    return [windows.feedback(*pair).effectiveness_score for pair in pairs]


def _said(row: dict[str, Any]) -> str:
    if row["type"] == "tool":
        took = "" if row["avg_duration_ms"] is None else f", {row['avg_duration_ms']:,.0f} ms on average"
        calls = "1 call" if row["invocation_count"] == 1 else f"{row['invocation_count']:,} calls"
        return f"{calls}, {_share(row['success_rate'])} succeeded, {row['failure_count']:,} failed{took}"
    if row["type"] == "retrieval":
        near = "" if row["relevance_score"] is None else f", relevance {row['relevance_score']:.2f}"
        searches = "1 search" if row["query_count"] == 1 else f"{row['query_count']:,} searches"
        return f"{searches}, {_share(row['recall_rate'])} used; precision {_share(row['precision'])}{near}"
    rated = "no ratings" if row["rating"] is None else f"rated {row['rating']:.1f} of 5 ({row['ratings']:,})"
    heard = "" if row["sentiment"] is None else f", sentiment {row['sentiment']:+.2f} ({row['messages']:,} messages)"
    return f"{rated}{heard}; effectiveness {_share(row['effectiveness_score'])}"


def _nothing(agent: str | None, known: Sequence[str]) -> str:
    if agent is None or not known:
        return ONCE
    return f"Nothing of that was counted for {show.safe(agent)}. Agents with figures: {', '.join(one or NAMELESS for one in known)}."


@evolution.command()
@of_agent
@click.option("--status", type=click.Choice(STATES), default="pending", show_default=True, help="How far they have come.")
@click.option("--all", "all_", is_flag=True, help="Whatever became of them.")
@show.limit
@show.as_json
def suggestions(agent: str | None, status: str, all_: bool, limit: int, json_: bool) -> None:
    """What is suggested, newest first, with the figures it rests on."""
    with show.opened() as layer:
        found = show.within(layer.evolution.all(agent, "" if all_ else status, limit + 1), limit)
    if json_:
        show.out(found)
        return
    if not found:
        click.echo("Nothing is suggested." if all_ or status == "pending" else f"No suggestion is {_plain(status)}.")
        click.echo("The week is looked at once a day; to look now: habitus evolution run", err=True)
    for one in found:
        tell(one)


def tell(one: Suggestion) -> None:
    """A suggestion, and what can be done with it."""
    whose = f"  {show.safe(one.agent)}" if one.agent else ""
    click.echo(click.style(f"{one.id}  {one.kind}", bold=True) + f"{whose}  {show.when(one.created_at)}")
    click.echo(show.safe(f"  {one.sentence}"))
    figures = ", ".join(f"{name} {_figure(value)}" for name, value in one.evidence.items() if value != "")
    click.echo(show.safe(f"  seen: {figures}"))
    if one.status == "pending":
        click.echo(f"  habitus evolution approve {one.id[:8]} · habitus evolution reject {one.id[:8]}")
        return
    by = f" by {one.reviewed_by}, {show.when(one.reviewed_at)}" if one.reviewed_by else ""
    click.echo(show.safe(f"  {_plain(one.status)}{by}" + (f": {one.note}" if one.note else "")))
    if one.status == "applied":
        click.echo(f"  habitus evolution rollback {one.id[:8]}")


@evolution.command()
@click.argument("id")
@of_agent
@click.option("--now", is_flag=True, help="Apply it even though there is little data yet.")
@show.as_json
def approve(id: str, agent: str | None, now: bool, json_: bool) -> None:
    """Say yes. It is applied where the guardrails allow, or as soon as they do."""
    with show.opened() as layer:
        one = layer.evolution.one(id, agent or "")
        who = caller("admin" if now else "operator")
        _told(*answered(layer, one, lambda: layer.evolution.approve(one.id, who, now_anyway=now)), json_)


@evolution.command()
@click.argument("id")
@of_agent
@show.as_json
def reject(id: str, agent: str | None, json_: bool) -> None:
    """Say no. The same is not suggested again until the cool-down is over."""
    with show.opened() as layer:
        one = layer.evolution.one(id, agent or "")
        _told(*answered(layer, one, lambda: layer.evolution.reject(one.id, caller())), json_)


@evolution.command()
@click.argument("id")
@of_agent
@click.option("--why", default="", help="Kept with it.")
@show.as_json
def rollback(id: str, agent: str | None, why: str, json_: bool) -> None:
    """Take back what was applied: everything is as it was before."""
    with show.opened() as layer:
        one = layer.evolution.one(id, agent or "")
        _told(*answered(layer, one, lambda: layer.evolution.roll_back(one.id, caller(), why=why)), json_)


def answered(layer: Layer, one: Suggestion, do: Callable[[], Suggestion]) -> tuple[Suggestion, int | None]:
    """A person's answer, and the line of the ledger that takes it back."""
    from habitus.layer.undoing import answering

    return answering(layer, one.id, do, who=caller().name)


def _told(one: Suggestion, entry: int | None, json_: bool) -> None:
    if json_:
        show.out(one)
        return
    click.echo(show.safe(became(one, entry)))


def became(one: Suggestion, entry: int | None) -> str:
    """What has come of an answer, and the way back."""
    undo = f"\nTake it back with: habitus undo {entry}" if entry else ""
    if one.status == "applied":
        put = "".join(f"\n  {name}: {value}" for name, value in one.parameters.get("_applied", {}).items())
        return f"Applied.{put}\nTake it back with: habitus evolution rollback {one.id[:8]}"
    if one.status == "approved":
        return f"Approved; it waits: {one.note}{undo}"
    return {"rejected": f"Rejected.{undo}", "rolled_back": "Taken back: everything is as it was before."}.get(one.status, one.status)


@evolution.command()
@of_agent
@show.limit
@show.as_json
def effect(agent: str | None, limit: int, json_: bool) -> None:
    """What each lesson is worth: how often its mistake comes with it and without it, the surest help first."""
    with show.opened() as layer:
        with suppress(ReadOnly):  # then it shows what was counted last
            layer.measuring.count_occasions()
        found = show.within(layer.effects.all(agent), limit)
        share = layer.settings.measure.holdout
    if json_:
        show.out([_worth(one) for one in found])
        return
    columns: dict[str, Callable[[Any], str]] = {
        "id": lambda one: one.id[:8],
        "kind": lambda one: one.kind,
        "says": lambda one: one.decision,
        "with it": lambda one: f"{one.told.k:,} of {one.told.n:,}",
        "without": lambda one: f"{one.untold.k:,} of {one.untold.n:,}",
        "spares": _spares,
        "tokens": lambda one: "" if one.decision == "not enough data" else f"{one.tokens.net:+,.0f}",
        "lesson": lambda one: one.text,
    }
    show.listing(found, columns, empty="No lesson has met an occasion yet: they are counted as your agent works.")
    if not share:
        click.echo(
            "No session goes without a lesson, so nothing can be compared: set `measure.holdout` to 0.1 (docs/evolution.md).", err=True
        )


def _spares(one: Worth) -> str:
    """Mistakes per hundred occasions, and between what limits that holds."""
    if one.decision == "not enough data":
        return one.decision
    return f"{100 * one.found.saves:+.1f} in 100 ({100 * one.found.low:+.1f} to {100 * one.found.high:+.1f})"


def _worth(one: Worth) -> dict[str, Any]:
    sides = {
        name: {"occasions": side.n, "mistakes": side.k, "sessions": side.sessions}
        for name, side in (("with", one.told), ("without", one.untold))
    }
    known = {"id": one.id, "kind": one.kind, "text": one.text, "decision": one.decision, **sides}
    return {**known, "effect": one.found._asdict(), "tokens": one.tokens._asdict()}


@evolution.command()
@of_agent
@show.as_json
def run(agent: str | None, json_: bool) -> None:
    """Look at the week now, instead of at the next 02:00: apply what waits, take back what does harm, suggest what is new."""
    from habitus.errors import ConfigError, Refused

    made: list[Suggestion] = []
    with show.opened() as layer:
        layer.measuring.count_occasions()
        agents = layer.figures.agents() if agent is None else [agent]
        for one in agents:
            try:
                made += layer.evolution.run(one)
            except (ConfigError, Refused) as error:
                if agent is not None:
                    raise
                click.echo(show.safe(f"{one or NAMELESS} is left out: {error}"), err=True)
    if json_:
        show.out(made)
        return
    if not agents:
        click.echo(ONCE)
    elif not made:
        click.echo("Looked at the week: nothing new to suggest.")
    for new in made:
        tell(new)


def caller(role: Any = "operator") -> Caller:
    """Who sits at this terminal."""
    from habitus.types import Caller

    return Caller(name=account(), role=role)


def _share(part: float | None) -> str:
    return "none" if part is None else f"{part:.0%}"


def _figure(value: Any) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _plain(status: str) -> str:
    return status.replace("_", " ")
