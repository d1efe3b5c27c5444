"""`habitus doctor`: does what should hold, hold? Findings, each with its remedy.

house.py    settings, store, spool, queue, model, daemon
hosts.py    each installed host: its file, its version, its trust, and calls that prove it
canary.py   a call that must be blocked, one that must be asked about, a reminder that must arrive: through the very command line or
            address that stands in the host's settings
codex.py    what Codex itself says about our hooks
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from habitus.hosts.hooks.install import Way

Level: TypeAlias = Literal["ok", "note", "fault"]


class Finding(NamedTuple):
    about: str
    """A host, or a part of the house."""
    level: Level
    """`note`: it works, and somebody should know. `fault`: what should hold does not."""
    text: str
    remedy: str = ""


def examined(way: Way, host: str = "", config: str | None = None) -> list[Finding]:
    """Everything, or one host. `way`: from where we stand; its scope is of no interest here."""
    from habitus.server.doctor import hosts, house

    return [*([] if host else house.examined(way.home, config)), *hosts.examined(way, host, config)]


def is_well(findings: list[Finding]) -> bool:
    return all(one.level != "fault" for one in findings)
