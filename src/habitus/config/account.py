"""Who sits at this machine: in whose name the ledger tells what was done from a terminal, and whose sessions its hooks tell of."""

from __future__ import annotations

import os

NAMES = ("LOGNAME", "USER", "LNAME", "USERNAME")
"""As `getpass.getuser` looks it up. It is asked for by every hook process, which would load more for that than it has to."""


def account() -> str:
    """The name of the account; its number where it has none, as in many containers."""
    named = next(filter(None, map(os.environ.get, NAMES)), "")
    return named or _known() or (f"uid-{os.getuid()}" if hasattr(os, "getuid") else "nobody")


def _known() -> str:
    try:
        import pwd

        return pwd.getpwuid(os.getuid()).pw_name
    except (ImportError, KeyError, OSError):
        return ""


def operator() -> str:
    return f"operator:{account()}"
