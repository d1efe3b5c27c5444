"""The command line: one file per command group, loaded when it is called."""

from __future__ import annotations

import sys


def main() -> None:
    """`--version` answers before anything is loaded: scripts ask for it a lot."""
    if sys.argv[1:] == ["--version"]:
        from habitus import __version__

        sys.stdout.write(f"habitus {__version__}\n")
        return
    from habitus.cli.root import habitus

    habitus(prog_name="habitus")
