"""Sessions as this process follows them: what happens is cleaned of secrets, kept, and folded. One lock, one transaction per event."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC
from typing import TYPE_CHECKING, Any, TypeVar

from habitus.enforce.check import Call
from habitus.observe import redact, session
from habitus.parse import actions, paths
from habitus.parse.text import SHORT, name, storable
from habitus.parse.tracking import Tracker, Tracking
from habitus.types import AgentText, Behind, Ended, Session, SessionEnd, Told, ToolCall, ToolResult, UserMessage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from habitus.layer.disk import Disk
    from habitus.types import Change, Clock, Event, Metric, Note, Store, When

Happened = TypeVar("Happened", bound="Event")

FIX = "fix:"
"""How the names of hints begin; the rest is the id of the learning."""

LEARNED = "learned:"
"""How the names of learned checks begin; the rest is the beginning of the rule's id."""

HELD = "held-fix:"
"""The same for hints that are held back."""

SPOKEN = (UserMessage, AgentText)

LIVE = 1000
"""Sessions kept in memory; an older one is taken up again from its snapshot."""


class Live:
    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        key: bytes,
        tracking: Tracking,
        snapshot_every: int,
        disk: Disk,
    ) -> None:
        self.lock = threading.RLock()
        self._store = store
        self._clock = clock
        self._key = key
        self.track(tracking)
        self._snapshot_every = snapshot_every
        self._disk = disk
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._behind: dict[str, Session] = {}
        self._before: dict[str, str] | None = None
        """In a batch: the sessions that have moved in it, as they were; None: there is none."""
        self._lost: dict[str, str] = {}
        """Those that a failed batch took with it."""
        self.after: list[Callable[[], None]] = []
        """What is done when the batch is durable."""
        self.is_far = store.is_far
        self._workspaces: OrderedDict[str, str] = OrderedDict()

    def track(self, tracking: Tracking) -> None:
        """What sessions are followed for, from here on."""
        self._tracker = Tracker(tracking)

    def session(self, key: str) -> Session:
        """A session as far as this process has followed it."""
        live = self._sessions.get(key)
        if live is None:
            saved = self._store.snapshot(key)
            live = session.load(saved[1]) if saved else Session(key=key)
            self.catch_up(live)
            self._sessions[key] = live
            if len(self._sessions) > LIVE:
                self._sessions.popitem(last=False)
        else:
            self._sessions.move_to_end(key)
        return live

    def append(
        self, live: Session, told: Told, note: Note, changes: list[Change] | None = None, teaches: bool = False,
        metrics: Sequence[Metric] = (),
    ) -> bool | None:  # fmt: skip
        """Keep the event, then fold it. None: another process was first; the session has caught up, so weigh again."""
        due = live.seq and live.seq % _interval(live.seq, self._snapshot_every) == 0 and not live.unread
        snapshot = session.dump(live) if due else None
        try:
            new = self._store.append(
                told, now=self._clock(), note=note, changes=changes or [], snapshot=snapshot, teaches=teaches, metrics=metrics
            )
        except Behind:
            self.catch_up(live)
            return None
        if new:
            self._follow(live, told)
        return new

    def unread(self) -> list[Session]:
        """Sessions in which something has ended that nobody has learned from."""
        return [live for live in list(self._behind.values()) if live.unread] if self._behind else []

    def learned(self, live: Session) -> None:
        self._behind.pop(live.key, None)

    @property
    def is_together(self) -> bool:
        """Does what is told now become durable with something else, or not at all?"""
        return self._before is not None

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Everything inside becomes durable together."""
        with self.lock:
            is_within, self._before = self._before is not None, self._before or {}
            try:
                with self._store.batch():
                    yield
            except BaseException:
                for key in self._before:  # they have folded events that the store has not kept
                    self._sessions.pop(key, None)
                    self._behind.pop(key, None)
                self._lost = self._before
                self.after.clear()
                raise
            finally:
                self._before = self._before if is_within else None
            if self.after and not is_within:
                due, self.after = self.after, []
                for do in due:
                    do()

    def replayed(self, key: str) -> Iterator[tuple[Session, Told]]:
        """A recorded session from its beginning: each event, with the session as it was before."""
        again = Session(key=key)
        for told in self._store.events(key):
            yield again, told
            self._follow(again, told)

    def copied(self, key: str) -> Session:
        """A session as this process remembers it, to be folded apart; the store is not asked."""
        live = self._sessions.get(key)
        known = session.dump(live) if live else self._lost.get(key)
        return session.load(known) if known else Session(key=key)

    def fold(self, copy: Session, told: Told) -> None:
        """What has no place in the store yet, into a copy."""
        session.follow(copy, told.event, blocked=told.blocked, fired=told.fired, tracker=self._tracker)

    def catch_up(self, live: Session) -> None:
        """Fold what other processes have kept since."""
        for told in self._store.events(live.key, after=live.seq):
            self._follow(live, told)

    def _follow(self, live: Session, told: Told) -> None:
        if self._before is not None and live.key not in self._before:
            self._before[live.key] = session.dump(live) if self.is_far else ""
        follow_failures(live, told)
        if live.unread:
            self._behind[live.key] = live
        session.follow(live, told.event, blocked=told.blocked, fired=told.fired, tracker=self._tracker)

    # ── events, made fit to be kept and judged ──

    def named(self, event: Happened) -> Happened:
        """What has no key of its own gets one where the store may hang up: then nobody knows whether the event was kept, and telling it
        once more must count once."""
        return replace(event, key=f"told:{os.urandom(8).hex()}") if self.is_far and not event.key else event

    def cleaned(self, event: Happened) -> Happened:
        """Secrets go before anything else sees the event: what is judged, folded and stored is the same text."""
        changed: dict[str, Any] = {} if _is_fit(event) else _fitted(event)
        if event.at.tzinfo is not UTC:
            changed["at"] = event.at.astimezone(UTC) if event.at.tzinfo else event.at.replace(tzinfo=UTC)
        if event.workspace and (place := self._workspace(event.workspace)) is not event.workspace:
            changed["workspace"] = place
        if isinstance(event, ToolCall):
            if (args := redact.value(event.args, key=self._key)) is not event.args:
                changed["args"] = args
        elif isinstance(event, ToolResult):
            if event.result is not None and (result := redact.value(event.result, key=self._key)) is not event.result:
                changed["result"] = result
            if event.error and (error := self.secretless(event.error)) is not event.error:
                changed["error"] = error
        elif isinstance(event, SPOKEN) and (text := self.secretless(event.text)) is not event.text:
            changed["text"] = text
        elif isinstance(event, SessionEnd) and (reason := self.secretless(event.reason)) is not event.reason:
            changed["reason"] = reason
        return replace(event, **changed) if changed else event

    def secretless(self, text: str) -> str:
        return redact.text(storable(text), key=self._key)

    def _workspace(self, folder: str) -> str:
        """A folder and the links to it are one workspace."""
        known = self._workspaces.get(folder)
        if known is None:
            fit = name(folder)
            known = self._workspaces[folder] = self._on_disk(fit) if fit.startswith("/") else fit
            if len(self._workspaces) > LIVE:
                self._workspaces.popitem(last=False)
        return folder if known == folder else known

    def placed(self, call: ToolCall) -> ToolCall:
        """The file and the branch as the disk knows them: looked up here, once, so that replaying the events gives the same state."""
        action = actions.name(call.tool)
        if action == "bash" and not call.branch and "git" in actions.command(call.args):
            call = self._on_branch(call)
        given = actions.target(action, call.args)
        if not given or call.target:
            return call
        return replace(call, target=self._on_disk(paths.normal(given, call.workspace or self.session(call.session).workspace)))

    def _on_branch(self, call: ToolCall) -> ToolCall:
        branch = self._disk.branch(call.workspace or self.session(call.session).workspace)
        return replace(call, branch=branch) if branch else call

    def _on_disk(self, path: str) -> str:
        try:
            return self._disk.real(path)
        except (OSError, ValueError):
            return path  # a name that no disk can have

    # ── as rules see them ──

    def seen(self, call: ToolCall, live: Session, *, is_past: bool = False) -> Call:
        """`is_past`: what its files hold now is not what they held then."""
        action, workspace = actions.name(call.tool), call.workspace or live.workspace
        return Call(
            tool=call.tool, action=action, target=call.target, args=call.args, workspace=workspace, branch=call.branch,
            exists=self._disk.exists, held=None if is_past else self._disk.held,
        )  # fmt: skip

    def over(self, event: ToolResult | AgentText, live: Session) -> tuple[Call | None, When]:
        """A call that has come back, or what the agent has said. None: a blocked or unknown call."""
        if isinstance(event, AgentText):
            return Call(tool="", action="", args={}, text=event.text), "on_text"
        waiting = live.waiting.get(event.id)
        if waiting is None or waiting.blocked:
            return None, "post_tool"
        call = Call(
            tool=waiting.tool, action=waiting.action, target=waiting.target, args=waiting.args, workspace=live.workspace,
            nth=waiting.nth, result=event.result, error=event.error, exists=self._disk.exists,
        )  # fmt: skip
        return call, "post_tool"


def may_teach(live: Session, event: Event) -> bool:
    """Is there anything to learn from a call's end? Nearly always not, and then nothing is loaded that could."""
    return isinstance(event, ToolResult) and (event.error is not None or bool(live.failures or live.hints or live.unhinted or live.unread))


def ended(live: Session, result: ToolResult, seq: int) -> Ended | None:
    """A call that has come back, for those who learn from it. None: it was never made."""
    waiting = live.waiting.get(result.id)
    return None if waiting is None or waiting.blocked else Ended(seq, waiting, result, live.calls)


def follow_failures(live: Session, told: Told) -> None:
    """What has ended is put aside until somebody asks what it teaches; so telling of it takes no longer than telling of anything else."""
    if isinstance(told.event, ToolResult) and may_teach(live, told.event) and (one := ended(live, told.event, told.seq)):
        live.unread.append(one)
    if told.fired and any(name.startswith((FIX, HELD)) for name in told.fired):
        from habitus.layer import mending

        mending.read(live)
        mending.hinted(live, told.fired)


def _is_fit(event: Event) -> bool:
    """Can every store take its names as they are? Nearly always, so it is asked of all of them at once."""
    together = event.session + event.key + event.agent
    if isinstance(event, ToolCall):
        together += event.id + event.tool + event.branch
    elif isinstance(event, ToolResult):
        together += event.id
    return len(together) <= SHORT and together.isascii() and "\0" not in together


def _fitted(event: Event) -> dict[str, Any]:
    fields = [one for one in ("session", "key", "agent", "id", "tool", "branch") if hasattr(event, one)]
    return {one: fit for one in fields if (fit := name(getattr(event, one))) is not getattr(event, one)}


def _interval(seq: int, every: int) -> int:
    """Events between two snapshots: a tenth of the session, by doublings, so that their cost per event does not grow with its length."""
    while every * 20 <= seq:
        every *= 2
    return every
