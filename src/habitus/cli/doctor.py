"""`habitus doctor`: prove that it works."""

from __future__ import annotations

import click

from habitus.cli import show
from habitus.cli.install import prepared
from habitus.hosts.hooks.capabilities import HOSTS

SIGNS = {"ok": ("✓", "green"), "note": ("!", "yellow"), "fault": ("✗", "red")}


@click.command()
@click.argument("host", type=click.Choice(list(HOSTS)), required=False)
@show.as_json
def doctor(host: str | None, json_: bool) -> None:
    """Prove that it works: for each installed host a call that must be blocked and a reminder that must arrive, through the very hooks in
    its settings; and the daemon, store, queue and model. Exit code 1: something that should hold does not."""
    from habitus.server import doctor as doctors

    context = click.get_current_context()
    found = doctors.examined(prepared("user"), host or "", context.find_root().obj)
    is_well = doctors.is_well(found)
    if json_:
        show.out({"ok": is_well, "findings": [one._asdict() for one in found]})
    else:
        for one in found:
            sign, colour = SIGNS[one.level]
            click.echo(f"{click.style(sign, fg=colour)} {one.about:<12} {show.safe(one.text)}")
            if one.remedy and one.level != "ok":
                click.echo(f"  {'':<12} → {one.remedy}")
    context.exit(0 if is_well else 1)
