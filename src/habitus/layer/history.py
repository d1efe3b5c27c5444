"""Past events, many at once: what `habitus learn` reads. The same events and the same lessons as telling them one by one, only sooner.

Nothing is judged here, so a session is followed lightly: who asked for what and what came of it, which is all that a correction needs.
What rules keep track of (files, counters, flags) is folded from the events when somebody takes the session up.
"""

from __future__ import annotations

from collections import OrderedDict
from datetime import timedelta
from typing import TYPE_CHECKING

from habitus.layer import mending
from habitus.layer.live import follow_failures, may_teach
from habitus.observe.session import KEPT, WAITING, brief
from habitus.parse import actions
from habitus.types import AgentText, Behind, Note, Rating, Session, Told, ToolCall, ToolResult, UserMessage, Waiting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.layer.learning import Learning
    from habitus.layer.live import Live
    from habitus.layer.measuring import Measuring
    from habitus.layer.mending import Mending
    from habitus.types import Clock, Event, Metric, Store

RECENT = 40
"""Events of a known session by which its last turn is known."""

FOLLOWED = 1000
"""Sessions kept in mind."""

WINDOW = timedelta(days=8)
"""What happened before that is in no figure."""

TRIES = 3
"""Another process may tell of the same session at the same time."""


class History:
    def __init__(self, store: Store, live: Live, learning: Learning, mending: Mending, measuring: Measuring, clock: Clock) -> None:
        self._measuring = measuring
        self._store = store
        self._live = live
        self._learning = learning
        self._mending = mending
        self._clock = clock
        self._sessions: OrderedDict[str, Session] = OrderedDict()

    def take(self, events: Sequence[Event]) -> int:
        """Keep those that were not told before, all or none; answers how many."""
        for _ in range(TRIES):
            try:
                with self._live.batch():
                    return self._take(events)
            except Behind:
                self._sessions.clear()
            except BaseException:
                self._sessions.clear()  # they have followed what is not kept
                raise
        raise Behind

    def _take(self, events: Sequence[Event]) -> int:
        clean = [self._live.cleaned(event) for event in events]
        keys: dict[str, list[str]] = {}
        for event in clean:
            keys.setdefault(event.session, []).append(event.key)
        sessions = {name: self._session(name) for name in keys}
        known = {name: self._store.known(name, keys[name]) if sessions[name].seq else set() for name in keys}
        waiting: list[Told] = []
        stretches: dict[str, tuple[int, int]] = {}
        taught: dict[str, int] = {}
        metrics: list[Metric] = []
        recent = self._clock() - WINDOW
        taken = 0
        for event in clean:
            session, key = event.session, event.key
            if key:
                before = known[session]
                if key in before:
                    continue
                before.add(key)
            followed = sessions[session]
            seq = followed.seq + 1
            waiting.append(Told(seq, event))
            stretches[session] = (stretches[session][0] if session in stretches else seq, seq)
            taken += 1
            if type(event) is UserMessage and self._learning.notices(followed, event):
                self._hear(followed, event, waiting, stretches)
            if event.at >= recent:
                metrics += self._counted(followed, event)
            _follow(followed, event)
            if followed.unread:
                self._store.apply(self._mending.after(followed, followed.unread[0]), self._clock())
                mending.read(followed)
                taught[session] = followed.seq
        self._keep(waiting, stretches)
        for session, seq in taught.items():
            self._store.claim_teaching(session, seq)
        if metrics:
            self._store.counting().add(metrics)
        return taken

    def _counted(self, followed: Session, event: Event) -> list[Metric]:
        """What is counted of the last days; what is older is in no window."""
        if isinstance(event, ToolResult):
            return self._measuring.of_result(followed, event)
        return self._measuring.of_rating(followed, event) if isinstance(event, Rating) else []

    def _hear(self, followed: Session, message: UserMessage, waiting: list[Told], stretches: dict[str, tuple[int, int]]) -> None:
        """What is heard is learned from once all that led to it is kept; in the same transaction, so it need not wait in between."""
        self._keep(waiting, {})
        correction, changes, _ = self._learning.heard(followed, message)
        if not changes:
            return
        self._keep([], stretches)
        waits = self._learning.waits
        self._store.apply([change for change in changes if waits or change.table != "pending"], self._clock())
        if correction and waits:
            self._learning.at_once(correction)
        elif correction:
            self._learning.learn(correction, queued=False)

    def _keep(self, waiting: list[Told], stretches: dict[str, tuple[int, int]]) -> None:
        """Events, and one line in the ledger for a stretch of a session: it says from where to where."""
        notes = [
            Note(verb="observed", item=f"{session}:{first}", content={"to": last}, actor="host", session=session)
            for session, (first, last) in stretches.items()
        ]
        self._store.extend(waiting, notes, self._clock())
        waiting.clear()
        stretches.clear()

    def _session(self, name: str) -> Session:
        """As far as the store knows it: another process may have told more of it since."""
        last = self._store.last(name)
        followed = self._sessions.get(name)
        if followed is None or followed.seq != last:
            opened = self._store.opened(name) if last else None
            since = max(0, min(last - RECENT, self._store.last_asked(name) - 1)) if last else 0
            place = {"agent": opened["agent"], "workspace": opened["workspace"]} if opened else {}
            followed = self._sessions[name] = Session(key=name, seq=since, **place)
            for told in self._store.events(name, after=since) if last else ():
                _follow(followed, told.event)
            mending.read(followed)
            if len(self._sessions) > FOLLOWED:
                self._sessions.popitem(last=False)
        self._sessions.move_to_end(name)
        return followed


def _follow(session: Session, event: Event) -> None:
    session.seq += 1
    session.agent = event.agent or session.agent
    session.workspace = event.workspace or session.workspace
    if isinstance(event, ToolResult):
        if may_teach(session, event):
            follow_failures(session, Told(session.seq, event))
        session.waiting.pop(event.id, None)
    elif isinstance(event, ToolCall):
        session.calls += 1
        action, waiting = actions.name(event.tool), session.waiting
        session.answer = f"{session.answer}\n[{event.tool}] {brief(event)}".strip()[-KEPT:]
        waiting[event.id] = Waiting(
            event.tool, action, event.target or actions.target(action, event.args), False, 0, event.args, event.at.timestamp()
        )
        if len(waiting) > WAITING:
            waiting.pop(next(iter(waiting)))
    elif isinstance(event, AgentText):
        session.answer = f"{session.answer}\n{event.text}".strip()[-KEPT:]
    elif isinstance(event, UserMessage):
        session.request, session.answer = event.text[:KEPT], ""
