"""`habitus hook`: what a host's hook runs. Settings files name the client itself, which is quicker; this is the same by another door."""

from __future__ import annotations

import os
import sys

import click

from habitus.hosts.hooks.capabilities import HOSTS


@click.command()
@click.argument("host", type=click.Choice(list(HOSTS)))
@click.option("--on-failure", type=click.Choice(["continue", "block"]), default="continue", show_default=True, help="If this fails itself.")
def hook(host: str, on_failure: str) -> None:
    """Answer one hook of HOST: its JSON on standard input, the answer on standard output. Starts the daemon if there is none."""
    from habitus import config
    from habitus.hosts.hooks import client

    sys.argv = ["client.py", host, os.path.abspath(config.home()), "2" if on_failure == "block" else "1"]  # noqa: PTH100
    client.main()


def alone() -> None:
    """No daemon answers: `HOST HOME CODE`. This process judges the call by itself, and starts a daemon for the next."""
    host, home, code = sys.argv[1:4]
    os.environ["HABITUS_HOME"] = home
    given = sys.stdin.buffer.read()
    from habitus.server import warm

    try:
        os.makedirs(home, mode=0o700, exist_ok=True)  # noqa: PTH103
        os.chdir(home)  # the settings of whatever folder the host works in are not ours
        warm.spawn(home)
        status, said = _judged(host, home, given)
        if b"SessionStart" in given or b"sessionStart" in given:
            warm.started(home)  # hooks that call its address come next, and do not wait for it
    except Exception as error:  # noqa: BLE001 - the host must hear of any failure in the way that it understands
        status, said = 500, str(error).encode()
    if status == 200:
        sys.stdout.buffer.write(said)
        sys.exit(0)
    sys.stderr.write(f"habitus could not judge this: {said.decode('utf-8', 'replace')[:500]}\n")
    sys.stdout.write("{}" if code == "0" else "")
    sys.exit(int(code))


def _judged(host: str, home: str, given: bytes) -> tuple[int, bytes]:
    from habitus import assemble
    from habitus.server.hooks import Reception

    layer = assemble.layer(home=home)
    try:
        return Reception(layer).answer(host, given)
    finally:
        layer.close()
