"""Where calls are judged and events wait while the store is away; see `outage.py` for when that is."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from habitus.enforce import NOTHING
from habitus.errors import StoreError
from habitus.layer import spool
from habitus.types import AgentText, Decision, Told

if TYPE_CHECKING:
    from habitus.layer import Layer
    from habitus.types import Event, Session, ToolCall, ToolResult

LOOK = 0.5
"""Seconds between two looks whether the store is back."""

FIRST = 0.1
"""Seconds for which calls wait while what is behind is taken in; twice as long each time, because they add to it in between."""


class Shelter:
    """From the first event that the store could not take to the last one that it has taken after all. Used with the sessions' lock held."""

    def __init__(self, layer: Layer, why: str) -> None:
        self._layer = layer
        self._copies: dict[str, Session] = {}
        self._spool = spool.Spool(layer.home)
        self.since = layer.clock()
        self.why = why
        self.waiting = 0
        self.refused = 0
        self._over = threading.Event()
        _log("store.away %s; calls are judged with what is known, events wait in %s", why, self._spool.file)
        threading.Thread(target=self._until_back, name="habitus-outage", daemon=True).start()

    # ── the entrances, meanwhile ──

    def judge(self, call: ToolCall) -> Decision:
        began, live = time.perf_counter(), self._copy(call.session)
        call = self._layer._live.cleaned(call)
        if place := call.workspace or live.workspace:
            call = replace(call, target=self._layer._live.placed(replace(call, workspace=place)).target)
        learned = self._layer._lessons.at_hand(live, call.tool, call.workspace)
        decision, said = self._layer.gates.judge(call.id, live, self._layer._live.seen(call, live), call.at.timestamp(), learned)
        decision = self._layer.growing.at_the_door_alone(call, live, decision)
        self._keep("judge", Told(live.seq + 1, call, decision.ruling != "allow", said.fired), live, decision)
        self._layer.tell(call, call.tool, decision, began)
        return decision

    def settle(self, event: ToolResult | AgentText) -> Decision:
        began, live = time.perf_counter(), self._copy(event.session)
        event = self._layer._live.cleaned(event)
        call, when = self._layer._live.over(event, live)
        said = NOTHING
        if call:
            at = event.at.timestamp()
            said = self._layer.gates.rules.judge(when, live, call, at)
            said = said.plus(self._layer._lessons.at_hand(live, call.tool, call.workspace).judge(when, live, call, at))
        self._keep("settle", Told(live.seq + 1, event, fired=said.fired), live)
        id = event.key if isinstance(event, AgentText) else event.id
        decision = Decision(call=id, ruling="allow", verdicts=said.verdicts, shadows=said.shadows, gate=7 if said.verdicts else 0)
        self._layer.tell(event, call.tool if call else "", decision, began)
        return decision

    def observe(self, event: Event) -> bool:
        event = self._layer._live.cleaned(event)
        live = self._copy(event.session)
        self._keep("observe", Told(live.seq + 1, event), live)
        return True

    def _copy(self, key: str) -> Session:
        """Apart from the session that follows the store: what is folded here has no place in it yet."""
        if key not in self._copies:
            self._copies[key] = self._layer._live.copied(key)
        return self._copies[key]

    def _keep(self, entrance: str, told: Told, live: Session, decision: Decision | None = None) -> None:
        try:
            self._spool.add(spool.line(entrance, told, decision, self._layer.speaker()))
        except OSError as error:
            self.refused += 1
            raise StoreError(f"{self.why}; and the event cannot wait in {self._spool.file}: {error.strerror or error}") from error
        self.waiting += 1
        self._layer._live.fold(live, told)

    # ── afterwards ──

    def stop(self) -> None:
        """The process ends before the store is back: what waits is left to the next one."""
        self._over.set()

    def _until_back(self) -> None:
        while not self._over.wait(LOOK):
            try:
                self._layer.store.last("")
                if self._is_drained():
                    return
            except StoreError:
                continue
            except Exception as error:  # noqa: BLE001 - a rule may be somebody else's code: the next look tries again, the log says why
                _log("store.not_back %r; what waits is taken in when this is mended", error)

    def _is_drained(self) -> bool:
        """All that waits, in its order. What comes in meanwhile waits behind it, and the end is found with nobody else in the room."""
        hold = FIRST
        while not self._over.wait(spool.BETWEEN):
            with self._layer._live.lock:
                until = time.monotonic() + hold
                while lines := self._spool.next():
                    spool.take_in(self._layer, lines)
                    self._spool.done(lines)
                    self.waiting -= len(lines)
                    if time.monotonic() > until:
                        break
                else:
                    self._spool.remove()
                    self._layer.shelter = None
                    _log("store.back after %s; what waited was taken in", self._layer.clock() - self.since)
                    return True
            hold *= 2
        return False


def _log(message: str, *words: object) -> None:
    import logging

    logging.getLogger("habitus").warning(message, *words)
