"""What is told twice, and ids that are used again: models count from 1 in every conversation, hosts tell a call once more after a time-out,
and clients share sessions. The same call gets the answer it got; another one with its id gets a name of its own, and so does its result.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from habitus.parse.text import name as fit
from habitus.types import Decision, ToolCall, ToolResult, Verdict

if TYPE_CHECKING:
    from habitus.types import Event, Session, Store

Happened = TypeVar("Happened", bound="Event")


def answering(event: Happened, live: Session) -> Happened:
    """A result whose call had to take another name, under that name: the latest, if none that was let through waits under its own."""
    if not isinstance(event, ToolResult) or ((known := live.waiting.get(event.id)) and not known.blocked):
        return event
    name = next((one for one in reversed(live.waiting) if one.startswith(f"{event.id}~") and not live.waiting[one].blocked), "")
    return replace(event, id=name, key=event.key and f"{event.key}{name.removeprefix(event.id)}") if name else event


def said(store: Store, call: ToolCall, live: Session, decision: Decision) -> Decision | None:
    """A call told twice gets the answer it got: another would use another approval, or lose the one it had. None: this is another."""
    at = store.place(call.session, call.key)
    known = next(store.events(call.session, after=at - 1)).event if at is not None else None
    if not isinstance(known, ToolCall) or known.id not in live.waiting or exact(known) != exact(call):
        return None
    entry = next(iter(store.entries(session=call.session, item=call.id, verb="judged", limit=1)), None)
    if entry is None:
        return decision
    kept = store.content(entry.after)
    verdicts = tuple(Verdict(**verdict) for verdict in kept["verdicts"])
    rest = {name: kept[name] for name in ("ruling", "gate", "reason", "approval") if name in kept}
    return Decision(call=call.id, verdicts=verdicts, **rest)


def apart(store: Store, call: ToolCall, live: Session) -> ToolCall:
    """A call whose id is taken, by another or by its like that has come back. It is named by what it is, so that telling it twice is
    telling it once; and by its place, where that name has come back too."""
    name = f"~{exact(call)}"
    if fit(call.id + name) not in live.waiting and store.place(live.key, fit(call.key + name)) is not None:
        name += f".{live.seq + 1}"
    return replace(call, id=call.id + name, key=call.key + name)


def exact(call: ToolCall) -> str:
    """What a call is, whatever it is called."""
    from habitus.enforce.gates import call_hash

    return call_hash("", "", call.tool, call.args)[:16]
