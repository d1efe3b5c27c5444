"""Hooks: a host's program tells what happens, and hears what follows. One decision core, one thin encoder per host.

capabilities.py   what each host can really do, as values: code, docs and `habitus doctor` read the same table
events.py         a host's hook JSON → `Heard`, in our words
flow.py           `Heard` → the layer → `Reply`
answers.py        `Decision` and `Guidance` → `Reply`; what a host cannot do degrades here, by the table
claude_code.py …  one host each: its names for events and tools, its answers, its settings
install.py        settings files edited in place, with a diff, and left as they were; jsontext.py edits JSON as text
client.py         the process that a host starts for each hook: the standard library alone
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from habitus.hosts.hooks.capabilities import HOSTS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.hosts.hooks.answers import Reply
    from habitus.hosts.hooks.events import Heard, Kind
    from habitus.hosts.hooks.install import Plan, Way

__all__ = ["HOSTS", "Encoder", "encoder"]


class Encoder(Protocol):
    """What a host's file offers."""

    KINDS: Mapping[str, Kind]
    """Its names for what happens, and ours."""

    def hear(self, given: Mapping[str, Any]) -> Heard:
        """What its hook tells, in our words."""
        ...

    def tell(self, reply: Reply, event: str, kind: Kind) -> dict[str, Any]:
        """Our reply, in its words; an empty object says nothing. `event`: its own name for what it told."""
        ...

    def plan(self, way: Way) -> Plan:
        """Which file gets which hooks."""
        ...


def encoder(host: str) -> Encoder:
    """The file of a host that is in the table."""
    return cast("Encoder", import_module(f"habitus.hosts.hooks.{HOSTS[host].module}"))
