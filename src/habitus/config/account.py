"""Who sits at this machine: in whose name the ledger tells what was done from a terminal."""

from __future__ import annotations

import getpass
import os


def account() -> str:
    """The name of the account; its number where it has none, as in many containers."""
    try:
        return getpass.getuser()
    except (ImportError, KeyError, OSError):
        return f"uid-{os.getuid()}" if hasattr(os, "getuid") else "nobody"


def operator() -> str:
    return f"operator:{account()}"
