"""Corrections become rules: heard, looked at again, weighed against what is known, and kept. Each step is a line in the ledger.

Without a model a correction that says what to do is in force at once. Where a model is configured it takes a second look first: the
correction waits in the queue until the learner has asked, and a no is recorded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from habitus.errors import ModelError, NotAsked
from habitus.layer.heard import Heard
from habitus.layer.lessons import places
from habitus.layer.waited import answered
from habitus.types import Change

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.config import Settings
    from habitus.layer.outbox import Outbox
    from habitus.types import (
        Clock,
        Correction,
        Feedback,
        Model,
        Proposal,
        ProposalKind,
        Queue,
        Relation,
        Rule,
        Scope,
        Session,
        Signal,
        Store,
        UserMessage,
    )

NEAR, EACH = 200, 500
"""Known rules that a new one is compared with: those that share most of its words, of so many that each word brings."""

BEFORE = 100
"""Events before a correction in which its words are looked for, in case it was pasted."""

CONFLICTS = 1000
"""Contradictions that may stay, looked through for those of a rule."""

VAGUE = "it says that something was wrong, and not what is right"

NOTHING = (None, None)

Outcome: TypeAlias = Literal["learned", "reinforced", "refused", "proposed", "unclear", "declined", "failed", "over"]


class Kept(NamedTuple):
    """What came of a rule: which one holds now, and why."""

    outcome: Outcome
    rule: Rule
    why: str = ""
    conflicts: tuple[str, ...] = ()
    """Texts of known rules that say otherwise, and stay until a person decides."""
    superseded: tuple[str, ...] = ()
    """Texts of known rules that it takes the place of."""
    entry: int | None = None
    """The line of the ledger that takes it back."""


@dataclass(slots=True)
class Tally:
    """What one run of the learner did."""

    learned: int = 0
    reinforced: int = 0
    refused: int = 0
    proposed: int = 0
    unclear: int = 0
    declined: int = 0
    failed: int = 0
    over: int = 0
    waiting: int = 0
    """Those that are left because the model may not be asked now."""


class Learning:
    def __init__(self, *, store: Store, queue: Queue, outbox: Outbox, settings: Settings, clock: Clock, model: Model | None) -> None:
        self._store = store
        self._queue = queue
        self._outbox = outbox
        self._settings = settings
        self._clock = clock
        self._model = model
        self._returned: tuple[str, int, list[Any]] = ("", 0, [])

    # ── hearing ──

    def notices(self, live: Session, message: UserMessage) -> bool:
        """Is there anything to hear in a message? Nearly always not, and it is known without asking the store."""
        return self._noticed(live, message) != NOTHING

    def heard(self, live: Session, message: UserMessage) -> Heard:
        """What a message says about what the agent did before it."""
        self._returned = ("", 0, [])
        signal, said = self._noticed(live, message)
        correction = self._correction(signal, live, message) if signal else None
        changes = [] if correction is None else [_changed("queued", "pending", correction.id, correction, "detector", message.session)]
        return Heard(correction, tuple(changes + (self._example(said, live, message) if said else [])), said)

    def _noticed(self, live: Session, message: UserMessage) -> tuple[Signal | None, Feedback | None]:
        """Before the agent has done anything there is nothing to correct."""
        if not live.answer:
            return NOTHING
        from habitus.detect import corrections, feedback

        signal = corrections.find(message.text, live.answer)
        return signal, feedback.beside(message.text, signal)

    def _correction(self, signal: Signal, live: Session, message: UserMessage) -> Correction | None:
        if signal.confidence < self._settings.learning.min_confidence:
            return None
        from habitus.learn import rules
        from habitus.observe.session import KEPT
        from habitus.parse.text import storable
        from habitus.types import Correction, Exchange, Origin

        event = message.key or f"#{live.seq + 1}"
        origin = Origin(speaker="user", channel=message.agent or live.agent, session=message.session, event=event)
        return Correction(
            id=rules.identity(origin, message.text), signal=signal, origin=origin, workspace=message.workspace or live.workspace,
            exchange=Exchange(request=live.request, answer=storable(live.answer), correction=storable(message.text[:KEPT])),
            at=min(message.at, self._clock()),  # the queue is in the order of time, and a clock that runs ahead must not push in
        )  # fmt: skip

    def _example(self, said: Feedback, live: Session, message: UserMessage) -> list[Change]:
        from habitus.learn import examples, pasted
        from habitus.parse.text import storable

        where = message.workspace or live.workspace
        # What a tool returned is nobody's example: of the answer only the calls are kept, of the request only the person's own words.
        asked = pasted.own(live.request, self._results(message.session, live.seq + 1))
        did = "\n".join(line for line in live.answer.splitlines() if line.startswith("["))
        made = examples.made(said, request=storable(asked), did=storable(did), workspace=where)
        if made is None:
            return []
        known = self._store.get("learning_examples", made.id)
        after = replace(made, use_count=known["use_count"]) if known else made
        return [_changed(f"{made.outcome} example", "learning_examples", made.id, after, "detector", message.session)]

    def _results(self, session: str, seq: int) -> list[Any]:
        """What tools returned before a moment. A complaint that corrects is asked about twice, with nothing in between."""
        known = self._returned  # another thread may put its own there
        if known[:2] != (session, seq):
            known = self._returned = (session, seq, self._store.results_before(session, seq, BEFORE))
        return known[2]

    # ── learning ──

    def at_once(self, correction: Correction) -> None:
        """A correction has just been queued. Without a model there is nothing to wait for."""
        if self._model is None:
            self.learn(correction)
        else:
            self._queue.tidy(self._clock())

    @property
    def waits(self) -> bool:
        """Is there anybody to wait for?"""
        return self._model is not None

    def run(self) -> Tally:
        """Everything that waits, newest first."""
        tally = Tally()
        self._queue.tidy(self._clock())
        while correction := self._queue.take(self._clock()):
            try:
                outcome = self.learn(correction)
            except NotAsked as error:
                self._queue.again(correction, why=str(error), now=self._clock(), counts=False)
                tally.waiting = self._queue.depth()
                break  # nobody would be asked about the others either
            setattr(tally, outcome, getattr(tally, outcome) + 1)
        return tally

    def learn(self, correction: Correction, *, queued: bool = True) -> Outcome:
        """`queued=False`: it never waited, because all of this is one transaction with its event."""
        if queued and self.waits and not self._queue.claim(correction):  # the model need not be asked
            return self._over(correction)
        try:
            rule, outcome, why = self._rule(correction)
        except NotAsked:
            raise
        except ModelError as error:
            self._queue.again(correction, why=str(error), now=self._clock())
            return "failed"
        with self._store.batch():
            if queued and not self._queue.claim(correction):
                return self._over(correction)
            if rule is None:
                self._nothing(correction, outcome, why)
                verb = "passed over"
            else:
                outcome = self.keep(replace(rule, source=correction.exchange), actor=correction.origin.speaker, heard_at=correction).outcome
                verb = "refused" if outcome == "refused" else "learned from"
            if queued:
                self._queue.done(correction, verb=verb, now=self._clock())
            elif rule is not None:  # that it was learned from is known by its own name, as if it had waited
                self._note(verb, correction)
        if queued:
            self._queue.forget(correction)
        return outcome

    def _over(self, correction: Correction) -> Outcome:
        """Another has learned from it, or a person has taken it back."""
        self._queue.forget(correction)
        return "over"

    def _rule(self, correction: Correction) -> tuple[Rule | None, Outcome, str]:
        from habitus.learn import rules

        rule = rules.draft(correction)
        if rule is None and self._model is None:
            return None, "unclear", VAGUE
        heard = self._in_their_own_words(correction)
        rule = rule if heard is correction else rules.draft(heard)
        if self._model is not None:
            return self._second_look(self._model, heard, rule)
        return rule, "unclear", "" if rule else VAGUE

    def _in_their_own_words(self, correction: Correction) -> Correction:
        """Without what the person pasted from a tool's result: nobody who may direct the agent has said that."""
        from habitus.learn import pasted

        origin, exchange = correction.origin, correction.exchange
        place = self._store.place(origin.session, origin.event)
        own = pasted.own(exchange.correction, self._results(origin.session, place)) if place else exchange.correction
        return correction if own == exchange.correction else replace(correction, exchange=replace(exchange, correction=own))

    def _second_look(self, model: Model, correction: Correction, drafted: Rule | None) -> tuple[Rule | None, Outcome, str]:
        """The model says whether it was a correction at all, and may put it better. Where it names what nobody said, the person's own
        words stand as they are."""
        from habitus.learn import asked

        answer = answered(model, asked.question(correction), asked.Draft)
        if not answer.is_correction:
            return None, "declined", asked.refusal(answer, correction)
        believed = asked.believed(answer, correction)
        if believed and drafted:
            return replace(believed, confidence=max(believed.confidence, drafted.confidence)), "learned", ""
        return believed or drafted, "unclear", asked.refusal(answer, correction)

    def _note(self, verb: str, correction: Correction) -> None:
        from habitus.types import Note

        content, session = {"said": correction.exchange.correction}, correction.origin.session
        self._store.note(Note(verb=verb, item=correction.id, content=content, actor="learner", session=session), self._clock())

    def _nothing(self, correction: Correction, outcome: Outcome, why: str) -> None:
        from habitus.types import Note

        content = {"why": why, "said": correction.exchange.correction}
        note = Note(verb=outcome, item=correction.id, content=content, actor="learner", session=correction.origin.session)
        self._store.note(note, self._clock())

    # ── keeping ──

    def keep(self, rule: Rule, *, actor: str, heard_at: Correction | None = None) -> Kept:
        """Weigh a rule against what is known. Conflict is looked for before duplicate: a reversal shares most of its words."""
        from habitus.learn import checks, rules, safety

        with self._store.batch():
            if self._store.get("behavioral_rules", rule.id) is not None:
                return Kept("reinforced", rule, "it was learned before")
            reason = safety.refused(rule)
            if reason:
                return self._refused(rule, reason, actor)
            if not safety.may_direct(rule.origin):
                return self._proposed(rule, actor)
            here = heard_at.workspace if heard_at else ""
            related = self.related(rule, here)
            against = [(other, relation) for other, relation in related if relation.kind == "conflict"]
            same = [(relation.score, other) for other, relation in related if relation.kind == "duplicate"]
            if same and not against:
                known = max(same, key=lambda pair: pair[0])[1]
                stronger = rules.reinforced(known)
                self._write("reinforced", stronger, actor, rule.origin.session)
                return Kept("reinforced", stronger, "you have said so before")
            rule = replace(rule, check=checks.compiled(rule))
            self._write("learned", rule, actor, rule.origin.session)
            taken, open_ = self.weighed(rule, against, here)
            self._outbox.announce(rule, heard_at.at if heard_at else self._clock())
            return Kept("learned", rule, conflicts=tuple(open_), superseded=tuple(taken))

    def weighed(self, rule: Rule, against: Sequence[tuple[Rule, Relation]] | None = None, here: str = "") -> tuple[list[str], list[str]]:
        """What a rule in force takes the place of, and what it contradicts until a person decides. `here`: where it was said."""
        if against is None:
            against = [(other, relation) for other, relation in self.related(rule) if relation.kind == "conflict"]
        taken = [self._superseded(other, rule) for other, relation in against if _takes_back(relation, other, rule, here)]
        return taken, [self._conflict(other, rule, relation) for other, relation in against if not _takes_back(relation, other, rule, here)]

    def related(self, rule: Rule, here: str = "") -> list[tuple[Rule, Relation]]:
        """Known rules about the same things, where this one would hold and where it was said, and how each stands to it. What is said of
        less than this one is no duplicate of it."""
        from habitus.learn import compare
        from habitus.parse.terms import terms

        found = self._store.about("rule", terms(rule.text), list(dict.fromkeys((*_places(rule.scope), *places(here, "")))), EACH)
        near = sorted(found, key=lambda id: (-len(found[id]), id))[:NEAR]
        others = sorted(self._store.lessons().rules_of(near), key=lambda other: near.index(other.id))
        related = [(other, compare.relation(other.text, rule.text)) for other in others if other.id != rule.id]
        return [(other, how) for other, how in related if how.kind != "duplicate" or str(other.scope) in _places(rule.scope)]

    def _superseded(self, old: Rule, new: Rule) -> str:
        after, who = replace(old, state="superseded", superseded_by=new.id), new.origin.speaker
        self.withdraw(old.id, who, self._write("superseded", after, who, new.origin.session))
        return old.text

    def _conflict(self, old: Rule, new: Rule, relation: Relation) -> str:
        _log("behavioral.rule_conflict_detected existing=%r new=%r why=%s", old.text, new.text, relation.why, about=[old, new])
        body = {"old": old.id, "old_text": old.text, "new": new.id, "new_text": new.text, "why": relation.why}
        if not self._may_both_stay(old, new):
            title = f"“{new.text}” against “{old.text}”"
            self._propose("conflict", self._unanswered(f"{old.id[:8]}-{new.id[:8]}"), title, relation.why, body, new)
        return old.text

    def _may_both_stay(self, old: Rule, new: Rule) -> bool:
        """Has a person said so of these two, in these words? What was said of other words says nothing of these."""
        words = {old.id: old.text, new.id: new.text}
        known = self._store.lessons().proposals("rejected", kind="conflict", limit=CONFLICTS)
        return any({one.body["old"]: one.body["old_text"], one.body["new"]: one.body["new_text"]} == words for one in known)

    def _unanswered(self, id: str) -> str:
        """The name of a question that waits, or was never asked: each answer stays with what was asked."""
        from hashlib import blake2b
        from itertools import count

        for time in count(1):
            known = self._store.lessons().proposal(f"c{id}")
            if known is None or known.state == "pending":
                break
            id = blake2b(f"{id}/{time}".encode(), digest_size=8).hexdigest()
        return id

    def withdraw(self, rule: str, actor: str, cause: int | None = None) -> None:
        """What it contradicts is asked anew, if it still does. `cause`: the line that took it out of force, and that brings it back."""
        from habitus.store import ledger

        self._store.apply(ledger.unasked(self._store, rule, actor=actor, cause=cause), self._clock())

    def _refused(self, rule: Rule, reason: str, actor: str) -> Kept:
        body = {"text": rule.text, "rule_type": rule.rule_type, "said": rule.source.correction if rule.source else ""}
        self._propose("refused", rule.id, rule.text, reason, body, rule)
        _log("behavioral.rule_refused text=%r reason=%s", rule.text, reason, about=[rule])
        return Kept("refused", rule, reason)

    def _proposed(self, rule: Rule, actor: str) -> Kept:
        waiting = replace(rule, state="proposed")
        self._write("proposed", waiting, actor, rule.origin.session)
        why = f"no person said it: it comes from the {rule.origin.speaker}"
        self._propose("rule", rule.id, rule.text, why, {"rule": rule.id, "text": rule.text}, rule)
        return Kept("proposed", waiting, why)

    def _propose(self, kind: ProposalKind, id: str, title: str, reason: str, body: dict[str, Any], rule: Rule) -> None:
        from habitus.types import Proposal

        made: Proposal = Proposal(
            id=f"{kind[0]}{id[:17]}",
            kind=kind,
            title=title,
            reason=reason,
            body=body,
            session=rule.origin.session,
            created_at=self._clock(),
        )
        if self._store.lessons().proposal(made.id) is None:
            self._store.apply([_changed("proposed", "proposals", made.id, made, "learner", made.session)], self._clock())

    def _write(self, verb: str, rule: Rule, actor: str, session: str) -> int:
        return self._store.apply([_changed(verb, "behavioral_rules", rule.id, rule, actor, session)], self._clock())[0]


def _takes_back(relation: Relation, old: Rule, new: Rule, here: str) -> bool:
    """A clear reversal by the same person, about the same place, or said there of every place: the newer holds at once."""
    same_person = new.origin.speaker in (old.origin.speaker, "operator")
    same_place = old.scope == new.scope or (new.scope.level == "global" and str(old.scope) in places(here, ""))
    return relation.is_reversal and same_person and same_place and new.created_at >= old.created_at


def _places(scope: Scope) -> list[str]:
    """Where a rule of this scope meets others: its own place, those around it, and everywhere."""
    return [*places(scope.name if scope.level == "project" else "", ""), str(scope)]


def _changed(verb: str, table: str, item: str, after: Any, actor: str, session: str) -> Change:
    return Change(verb=verb, table=table, item=item, after=after, actor=actor, session=session)


def _log(message: str, *words: object, about: Sequence[Rule] = ()) -> None:
    import logging

    extra = {"rules": [rule.id for rule in about], "session": about[-1].origin.session if about else ""}
    logging.getLogger("habitus.learn").warning(message, *words, extra=extra)
