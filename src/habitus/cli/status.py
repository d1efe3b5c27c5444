"""`habitus status`: the whole at a glance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from habitus.cli import show

if TYPE_CHECKING:
    from habitus.layer import Layer


@click.command()
@show.as_json
def status(json_: bool) -> None:
    """Show where things are kept, what was learned, what waits, and what models have cost."""
    with show.opened() as layer:
        found = facts(layer)
    if json_:
        show.out(found)
        return
    queue, model = found["queue"], found["model"]
    click.echo(f"home      {found['home']}\nstore     {found['store']}\nsettings  {found['settings']}")
    click.echo(f"seen      {show.many(found['events'], 'event')} in {show.many(found['sessions'], 'session')}")
    click.echo(
        f"learned   {show.many(found['rules'], 'rule')} in force, {show.many(found['examples'], 'example')}"
        + ("" if found["rules"] else "; teach it with: habitus learn ~/.claude/projects")
    )
    waiting = f"{found['inbox']} {'waits' if found['inbox'] == 1 else 'wait'} for your yes or no"
    click.echo(f"inbox     {waiting}" + ("; see them with: habitus inbox" if found["inbox"] else ""))
    if found["undelivered"]:
        click.echo(f"notices   {found['undelivered']} could not be delivered; why: habitus ledger --verb 'not sent'")
    click.echo(f"queue     {click.style(str(queue['depth']), fg=queue['colour'])} of {queue['cap']} waiting, {queue['dead']} given up")
    click.echo(f"checks    {', '.join(found['checks'])}")
    spent = f"{model['tokens_today']} tokens, ${model['cost_today']:.4f} today" if model["name"] else "none configured, none called"
    click.echo(f"model     {model['name']} {spent}".replace("  ", " ") if model["name"] else f"model     {spent}")
    if (own := found["agent"])["tokens_today"]:
        click.echo(f"agent     {own['tokens_today']} tokens, ${own['cost_today']:.4f} today")


def facts(layer: Layer) -> dict[str, Any]:
    from habitus import config
    from habitus.models.meter import Budget
    from habitus.store.queue import colour

    counts = layer.store.counts()
    depth = layer.queue.depth()
    tokens, cost = Budget.of("model", layer.settings.model).spent(layer.store, now := layer.clock())
    own = Budget.of("agent", layer.settings.agent).spent(layer.store, now)
    return {
        "home": str(config.home()),
        "store": layer.store.where,
        "settings": str(config.find(click.get_current_context().find_root().obj) or "defaults"),
        "sessions": counts["sessions"],
        "events": counts["events"],
        "rules": counts["rules"],
        "examples": counts["examples"],
        "inbox": counts["inbox"],
        "undelivered": counts["undelivered"],
        "queue": {"depth": depth, "cap": layer.settings.queue.cap, "dead": counts["dead"], "colour": colour(depth)},
        "checks": [check.id for check in layer.gates.rules.checks],
        "model": {"name": layer.model.name if layer.model else None, "tokens_today": tokens, "cost_today": cost},
        "agent": {"tokens_today": own[0], "cost_today": own[1]},
    }
