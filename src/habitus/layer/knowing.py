"""Conversations become knowledge: looked through when enough was said, once more when they end. How far that got is kept, so a restart
repeats nothing and loses nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from habitus.errors import Away, ModelError, NotAsked, Refused, StoreError
from habitus.layer.drawing import drawn
from habitus.layer.waited import answered
from habitus.types import Change, Note, Origin, Scope, UserMessage

if TYPE_CHECKING:
    from habitus.config import Settings
    from habitus.layer.gaps import Gaps
    from habitus.learn.knowledge import Item, Level, Said
    from habitus.types import Clock, Knowledge, Model, Row, Store

TOGETHER = 50
"""Sessions looked through in one round."""

WHOLE = 10**9
"""Tokens: the session learner samples messages, so it must see them all."""

MISSES = 12
"""Tries at a session that a model does not answer about. The pause doubles, up to a day: an outage of two days is waited out."""

LONGEST = timedelta(days=1)


class Knowing:
    def __init__(self, store: Store, settings: Settings, clock: Clock, model: Model | None) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock
        self._model = model
        self._told: Gaps | None = None

    def run(self) -> int:
        """Answers how many pieces of knowledge are new, changed or confirmed."""
        if not self._settings.knowledge.enabled:
            return 0
        self._store.past().wake(self._upto())
        found = 0
        for row in self._store.past().waiting(self._clock(), TOGETHER):
            try:
                found += self._session(row)
            except NotAsked as error:
                self._note("not analysed", row, error)
                break  # nobody else would be answered either
            except Away:
                raise
            except (ModelError, StoreError) as error:
                self._missed(row, error)
        return found

    def _upto(self) -> int:
        """The last event that none will be told before."""
        if self._told is None:
            from habitus.layer.gaps import Gaps

            self._told = Gaps(self._store, last=self._store.past().last_event)
        return self._told.upto()

    def _missed(self, row: Row, error: ModelError | StoreError) -> None:
        """The others are not kept waiting; and whatever is said in it later is looked through all the same."""
        misses, now = row["misses"] + 1, self._clock()
        with self._store.batch():
            if misses >= MISSES:
                self._note("gave up", row, error)
                events = row["events"]
                self._store.past().looked_through(row["id"], was=row["analysed"], analysed=events, learned=events, waiting=False, now=now)
            else:
                self._note("not analysed", row, error)
                pause = timedelta(seconds=self._settings.learning.interval_seconds) * 2 ** row["misses"]
                self._store.past().missed(row["id"], misses, now + min(pause, LONGEST))

    def _note(self, verb: str, row: Row, error: Exception) -> None:
        note = Note(verb=verb, item=row["id"], content={"why": str(error)}, actor="learner", session=row["id"])
        self._store.note(note, self._clock())

    def _session(self, row: Row) -> int:
        has_ended = self._has_ended(row)
        found = self._analysed(row, has_ended=has_ended)
        if found is None:
            return 0
        analysed, learned = row["analysed"], row["learned"]
        if has_ended and learned < row["events"]:
            # Patterns that have read all of it find nothing more in a sample; a model sees what spans the stretches.
            found += self._at_its_end(row) if self._model is not None else 0
            learned = row["events"]
        waits = analysed < row["events"] or not has_ended
        self._store.past().looked_through(row["id"], was=analysed, analysed=analysed, learned=learned, waiting=waits, now=self._clock())
        return found

    def _has_ended(self, row: Row) -> bool:
        idle = timedelta(seconds=self._settings.learning.session_idle_seconds)
        return bool(row["ended_at"]) or self._clock() - datetime.fromisoformat(row["last_at"]) >= idle

    def _analysed(self, row: Row, *, has_ended: bool) -> int | None:
        """Stretch by stretch, as long as enough was said; at the end whatever is left. `row` tells how far that got; None: somebody else
        is at it."""
        from habitus.learn import knowledge

        found, upto, limits = 0, row["analysed"], self._settings.knowledge
        while True:
            batch = knowledge.batch(self._store.events(row["id"], after=upto), since=upto)
            is_due = knowledge.due(
                batch.turns, batch.tokens, turn_threshold=limits.analysis_turn_threshold, token_threshold=limits.analysis_token_threshold
            )
            if batch.upto == upto or not (is_due or has_ended):
                return found
            items = self._items(row, batch.said, "low")  # outside of the transaction: a model takes its time, and nobody waits for it
            with self._store.batch():
                if not self._store.past().looked_through(
                    row["id"], was=upto, analysed=batch.upto, learned=row["learned"], waiting=True, now=self._clock()
                ):
                    return None
                found += sum(self._joined(item, row) for item in items)
            row["analysed"] = upto = batch.upto
            if batch.is_whole:
                return found

    def _at_its_end(self, row: Row) -> int:
        """The session learner: a sample of all that was said, and only what is sure."""
        from habitus.learn import knowledge

        said = knowledge.batch(self._store.events(row["id"]), limit=WHOLE).said
        picked = knowledge.sample([one for one in said if not one.is_call])
        items = self._items(row, picked, "high") if picked else []
        with self._store.batch():
            return sum(self._joined(item, row) for item in items)

    def _items(self, row: Row, said: list[Said], least: Level) -> list[Item]:
        from habitus.learn import knowledge

        if self._model is None:
            return knowledge.found(said, least=least)
        from habitus.learn.knowledge import asked

        answer = answered(self._model, asked.question(said, row["id"]), asked.Answer)
        items, reasons = asked.believed(answer, said, least=least)
        self._doubted(row, reasons)
        return items

    def _doubted(self, row: Row, reasons: list[str]) -> None:
        if reasons:
            note = Note(verb="not believed", item=row["id"], content={"why": reasons}, actor="learner", session=row["id"])
            self._store.note(note, self._clock())

    def _joined(self, item: Item, row: Row) -> bool:
        if item.kind == "correction":
            return self._handed_on(item, row)
        scope = Scope(level="project", name=row["workspace"]) if row["workspace"] else Scope()
        origin = Origin(speaker=item.speaker, channel=row["agent"], session=row["id"], event=str(item.seq))
        return self._kept(item, scope, origin, "learner")[0] is not None

    def _kept(self, item: Item, scope: Scope, origin: Origin, actor: str) -> tuple[Knowledge | None, str]:
        """As a new version of what was known about it; answers what happened."""
        from habitus.learn import knowledge

        known = self._store.lessons().knowledge_about(str(scope), item.key)
        new, what = knowledge.joined(item, known, scope=scope, origin=origin, now=self._clock())
        if new is not None:
            changes = [_put(what, new, origin.session, actor)]
            if known and known.id != new.id:
                changes.insert(0, _put("superseded", known, origin.session, actor, is_latest=False))
            self._store.apply(changes + self._drawn(item, new, origin.session), self._clock())
        return new, what

    # ── by an agent's own hand ──

    def remember(self, text: str, *, workspace: str, agent: str, session: str, kind: str = "fact", about: str = "") -> str:
        """A fact that an agent wants to keep, believed no more than what a model finds in a conversation; answers what happened."""
        from habitus.learn.knowledge import Said, asked

        drawn_ = asked.Drawn(kind=kind, text=text, about=about, confidence="medium", quote=text)
        items, reasons = asked.believed(asked.Answer(items=[drawn_]), [Said(speaker="agent", text=text)])
        if not items:
            raise Refused(reasons[0] if reasons else "it says nothing")
        origin = Origin(speaker="agent", channel=agent, session=session, event="remember")
        with self._store.batch():
            return self._kept(items[0], Scope(level="project", name=workspace), origin, agent or "agent")[1]

    def recall(self, query: str, *, workspace: str, agent: str, limit: int) -> tuple[list[Knowledge], int]:
        """What is known about something here, nearest first; and how much more there is."""
        from habitus.layer.lessons import WORDS, places
        from habitus.parse.terms import terms
        from habitus.recall import relevance

        about = relevance(self._store.about("knowledge", terms(query)[:WORDS], places(workspace, agent)))
        near = sorted(about, key=lambda id: (-about[id], id))
        found = {one.id: one for one in self._store.lessons().knowledge_of(near[:limit])}
        return [found[id] for id in near if id in found], max(0, len(near) - limit)

    def _handed_on(self, item: Item, row: Row) -> bool:
        """A correction that only the whole conversation shows waits with the others, as what is wanted where it was said."""
        from habitus.detect import corrections
        from habitus.learn import rules
        from habitus.types import Correction, Exchange, Signal

        told = next(iter(self._store.events(row["id"], after=max(0, item.seq - 1))), None)
        if told is None or not isinstance(told.event, UserMessage):
            return False
        message = told.event
        origin = Origin(speaker="user", channel=row["agent"], session=row["id"], event=message.key or str(told.seq))
        id = rules.identity(origin, message.text)
        if self._store.entries(item=id, limit=1) or self._was_heard(id, row["id"]):
            return False
        weak = corrections.weigh(message.text)
        kind = weak.rule_type if weak else corrections.IMPLIED
        signal = Signal(rule_type=kind, confidence=0.6, quote=item.quote, lang=item.lang)
        exchange = Exchange(request="", answer="", correction=message.text)
        found = Correction(id=id, signal=signal, exchange=exchange, origin=origin, workspace=row["workspace"], at=message.at)
        self._store.apply(
            [Change(verb="queued", table="pending", item=id, after=found, actor="analyser", session=row["id"])], self._clock()
        )
        return True

    def _was_heard(self, id: str, session: str) -> bool:
        """Was it learned from when it was said, without waiting?"""
        return bool(self._store.entries(session=session, item=id, verb="learned from", limit=1))

    def _drawn(self, item: Item, new: Knowledge, session: str) -> list[Change]:
        if not self._settings.graph.enabled or item.triple is None:
            return []
        from habitus.learn import graph

        return drawn(self._store, graph.of_knowledge(item.triple, new.id, session, at=self._clock()))


def _put(verb: str, one: Knowledge, session: str, actor: str, *, is_latest: bool = True) -> Change:
    from habitus.store.lesson_rows import knowledge_row

    row: Any = knowledge_row(one, is_latest=is_latest)
    return Change(verb=verb, table="knowledge", item=one.id, after=row, actor=actor, session=session)
