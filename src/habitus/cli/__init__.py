"""The command line: one file per command group, loaded when it is called."""

from __future__ import annotations

import sys


def main() -> None:
    """`--version` answers before anything is loaded: scripts ask for it a lot."""
    _heard_by_nobody()
    if sys.argv[1:] == ["--version"]:
        from habitus import __version__

        sys.stdout.write(f"habitus {__version__}\n")
        return
    from habitus.cli.root import habitus

    habitus(prog_name="habitus")


def _heard_by_nobody() -> None:
    """Who closes our output (`>&-`, some supervisors) wants to hear nothing. Its place is taken: the next file that is opened would get it,
    and with it what is meant for a terminal."""
    import os

    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - open as long as we are
