"""Between the wire and the layer: a request comes in, its calls are ruled on, it is over.

`take` and `sent` only read and write text. What asks the layer blocks: `prepare`, `rule` and `leave` belong into threads. A result that
went well is told while the model already answers, because what is said about it can wait for the next request; a failure and a user's
message are told before, because what is known about them cannot.

When the layer fails (the disk, the database), the agent carries on and the declared rules still hold: calls are judged by a second layer
in memory, which knows no lessons and no history. A call that cannot be judged at all is not let through.
"""

from __future__ import annotations

import logging
import threading
import time
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from habitus.errors import HabitusError
from habitus.hosts.proxy import body as json_body
from habitus.hosts.proxy import events, placing, taking
from habitus.hosts.proxy.conversation import KEPT, Talk, Talks, heard
from habitus.types import ToolResult

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from habitus.hosts.proxy.events import Moment
    from habitus.hosts.proxy.taking import Client, Taken
    from habitus.hosts.proxy.wire import Answer, Api
    from habitus.hosts.transcripts.parts import Part
    from habitus.layer import Layer
    from habitus.types import Event

log = logging.getLogger("habitus.proxy")

TOGETHER = 8
"""From so many events on, one transaction for all: a long history would else be as many waits for the disk."""

QUIET_SECONDS = 60.0
"""Between two lines in the log about the same trouble."""


@dataclass(slots=True)
class Visit:
    """A request under way, and where its answer belongs."""

    talk: Talk
    client: Client
    tip: str = ""
    taken: Taken | None = None
    """None: it could not be read, or brings nothing."""
    untold: list[Event] = field(default_factory=list)
    asked: str = ""
    """What the user has just said."""

    @property
    def is_urgent(self) -> bool:
        """Must something be told before the request goes on?"""
        return bool(self.asked) or any(not isinstance(event, ToolResult) or event.error is not None for event in self.untold)


class Desk:
    def __init__(self, layer: Layer, standby: Callable[[], Layer]) -> None:
        self.layer = layer
        self.talks = Talks()
        self._standby = standby
        self._second: Layer | None = None
        self._lock = threading.Lock()
        self._complained = 0.0

    # ── a request ──

    def take(self, api: Api, text: str, client: Client) -> Visit:
        """Read it and find out whose it is. Raises `NotOurs`."""
        taken = taking.take(self.talks, api, text, client)
        found = taken.found
        visit = Visit(found.talk, client, taken.tip, taken)
        if not taken.is_aside:
            visit.untold = events.told(taken.said, found.new, found.talk, self._moment(visit), is_new=found.is_new)
            visit.asked = events.prompt(taken.said, found.new)
        return visit

    def prepare(self, visit: Visit) -> None:
        """Tell what it tells, and ask what the model should know."""
        self._tell(visit)
        if visit.asked and visit.taken and taking.takes_words(visit.taken):
            try:
                new = self.layer.guide(visit.talk.session, visit.asked).text
            except HabitusError as error:
                self._complain("a request goes on without guidance", error)
            else:
                said, visit.talk.guidance = placing.guidance(new, visit.talk.guidance), new
                if said:
                    visit.talk.put(visit.tip, said)

    def sent(self, visit: Visit) -> str:
        """The request with words of ours in their places."""
        taken, talk = visit.taken, visit.talk
        if taken is None:
            return ""
        if talk.notes and not taken.is_aside and taking.takes_words(taken):
            said, talk.notes = placing.notes(talk.notes), []
            talk.put(visit.tip, said)
        return taking.sent(self.talks, taken)

    def count(self, api: Api, text: str, client: Client) -> str:
        """The same request, to be counted: with what was placed before, and nothing told."""
        body = json_body.read(text, api.LIST)
        session = client.session or events.named(client.headers, body.fields)
        said = heard(body.items, api.parts)
        talk = self.talks.look(f"{client.who}\0{session}", said)
        return taking.counted(api, body, said, talk) if talk else text

    def stranger(self, client: Client, name: str = "") -> Visit:
        """A request that cannot be read, or that fetches an answer made before: its calls are judged all the same."""
        known = self.talks.by_response(f"{client.who}\0{client.session}", name) if name else None
        talk = known or Talk(client.session or f"proxy-{name or uuid.uuid4().hex[:16]}")
        return Visit(talk, client, talk.tip or name)

    def _tell(self, visit: Visit) -> None:
        told, visit.untold = visit.untold, []
        try:
            if len(told) >= TOGETHER:
                self.layer.together(lambda: self._each(told, visit.talk))
            else:
                self._each(told, visit.talk)
        except HabitusError as error:
            self._complain("what a request tells is not kept", error)

    def _each(self, told: Sequence[Event], talk: Talk) -> None:
        for event in told:
            if isinstance(event, ToolResult):
                for said in placing.remarks(self.layer.settle(event)):
                    talk.note(said)
            else:
                self.layer.observe(event)

    # ── its answer ──

    def rule(self, visit: Visit, calls: Sequence[Part], said: str = "", batch: str = "") -> list[str | None]:
        """For each call why it is refused, or None. `said`: what the model has said before them."""
        self._tell(visit)
        self._spoken(said, visit)
        return [self._rule(call, visit, batch) for call in calls]

    def rule_alone(self, visit: Visit, calls: Sequence[Part], batch: str = "") -> list[str | None]:
        """By the declared rules alone, where the layer does not answer."""
        return [self._rule_alone(call, visit, batch) for call in calls]

    def _rule(self, part: Part, visit: Visit, batch: str) -> str | None:
        try:
            refusal = self._judged(self.layer, part, visit, batch)
            self._second = None
            return refusal
        except HabitusError as error:
            self._complain("calls are judged by the declared rules alone", error)
            return self._rule_alone(part, visit, batch)

    def _rule_alone(self, part: Part, visit: Visit, batch: str) -> str | None:
        try:
            return self._judged(self.second(), part, visit, batch)
        except HabitusError:
            log.exception("a call could not be judged: it is not let through")
            return placing.UNJUDGED.format(tool=part.tool[:80])

    def _judged(self, layer: Layer, part: Part, visit: Visit, batch: str) -> str | None:
        if part.is_unread:
            log.warning("a call of %a has arguments that cannot be read: it is not let through", part.tool[:80])
            return placing.UNJUDGED.format(tool=part.tool[:80])
        try:
            decision = layer.judge(events.made(part, visit.tip, self._moment(visit), batch))
        except HabitusError:
            raise
        except Exception:  # rules of other people's run in there
            log.exception("a call could not be judged: it is not let through")
            return placing.UNJUDGED.format(tool=part.tool[:80])
        if decision.ruling != "allow":
            return placing.refusal(decision, part.tool)
        visit.talk.made(part.id, decision.call)
        for one in placing.remarks(decision):
            visit.talk.note(one)
        return None

    def second(self) -> Layer:
        with self._lock:
            if self._second is None:
                self._second = self._standby()
            return self._second

    def leave(self, visit: Visit, answers: Sequence[Answer], response: str = "", owed: Sequence[dict[str, Any]] = ()) -> None:
        """The answer has been handed on; without `answers` it failed, or the client had gone."""
        self._tell(visit)
        seed = f"{visit.client.who}\0{visit.client.session}"
        if visit.taken:
            seed, after = visit.taken.seed, taking.follows(visit.taken.body)
            self.talks.end(seed, visit.talk, visit.tip, answers, response, after)
            if after.startswith(KEPT):
                visit.talk.kept = after
            if answers:
                self.talks.paid(seed, after)
        self.talks.owe(seed, response, visit.talk.kept, owed)
        for one in answers:
            self._spoken(one.told(), visit)

    def _spoken(self, said: str, visit: Visit) -> None:
        if not said.strip() or (visit.taken and visit.taken.is_aside):
            return
        try:
            for one in placing.remarks(self.layer.settle(events.spoken(said, visit.tip, self._moment(visit)))):
                visit.talk.note(one)
        except HabitusError as error:
            self._complain("what an agent says is not kept", error)

    def _moment(self, visit: Visit) -> Moment:
        return events.Moment(visit.talk.session, self.layer.clock(), visit.client.agent, visit.client.workspace)

    def _complain(self, what: str, error: HabitusError) -> None:
        now = time.monotonic()
        if now - self._complained > QUIET_SECONDS or not self._complained:
            self._complained = now
            log.warning("%s: %s", what, error)
