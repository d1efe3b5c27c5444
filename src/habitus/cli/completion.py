"""`habitus completion`: the line that makes a shell complete our commands."""

from __future__ import annotations

import click

WHERE = {"bash": "~/.bashrc", "zsh": "~/.zshrc", "fish": "~/.config/fish/completions/habitus.fish"}


@click.command()
@click.argument("shell", type=click.Choice(list(WHERE)))
def completion(shell: str) -> None:
    """Print the completion script for SHELL; its first line says where to put it."""
    from click.shell_completion import get_completion_class

    from habitus.cli.root import habitus

    found = get_completion_class(shell)
    if found is None:
        raise click.UsageError(f"click knows no completion for {shell}")
    click.echo(f"# habitus completion {shell} >> {WHERE[shell]}")
    click.echo(found(habitus, {}, "habitus", "_HABITUS_COMPLETE").source())
