"""What waits for a person's yes or no, and what each answer does."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeAlias, assert_never

from habitus.errors import Conflict, Refused, StoreError
from habitus.types import Caller, Change

if TYPE_CHECKING:
    from collections.abc import Callable

    from habitus.layer.keeping import Keeping
    from habitus.layer.learning import Learning
    from habitus.layer.persona import Persona
    from habitus.types import Clock, Proposal, Rule, Store

Answer: TypeAlias = Literal["approve", "reject", "keep_old"]


class Inbox:
    def __init__(
        self, store: Store, learning: Learning, clock: Clock, *, persona: Callable[[], Persona], keeping: Callable[[], Keeping]
    ) -> None:
        self._persona = persona
        self._keeping = keeping
        self._store = store
        self._learning = learning
        self._clock = clock

    def one(self, id: str) -> Proposal:
        found = self._store.lessons().proposals_begun(id) if id.replace("-", "").isalnum() else []
        if len(found) != 1:
            many = f"{len(found)} items begin with {id!r}: give more of the id"
            raise StoreError(many if found else f"nothing in the inbox begins with {id!r}: see `habitus inbox`")
        return found[0]

    def answer(self, id: str, answer: Answer, *, who: str, reason: str = "") -> tuple[Proposal, str]:
        """One answer counts. Says what came of it."""
        proposal, now = self.one(id), self._clock()
        with self._store.batch():
            if not self._store.lessons().claim_proposal(proposal.id):
                known = self.one(proposal.id)  # somebody else may have answered it just now
                raise Conflict(f"{known.id} was {known.state} by {known.answered_by or 'another'}: take it back with `habitus undo`")
            done, changes = self._follows(proposal, answer, who, reason)
            state: Literal["approved", "rejected"] = "rejected" if answer == "reject" else "approved"
            given = replace(proposal, state=state, answered_at=now, answered_by=who)
            kept = Change(verb=state, table="proposals", item=given.id, after=given, actor=who, session=given.session)
            self._store.apply([kept, *(replace(change, actor=who) for change in changes)], now)
        return given, done

    def _follows(self, proposal: Proposal, answer: Answer, who: str, reason: str) -> tuple[str, list[Change]]:
        match proposal.kind:
            case "refused":
                return _about_refused(answer), []
            case "conflict":
                return self._about_conflict(proposal, answer)
            case "rule":
                return self._about_rule(proposal, answer)
            case "promotion":
                return self._about_promotion(proposal, answer)
            case "persona":
                return (self._persona().approved(proposal.body, who=who) if answer == "approve" else "The file stays as it is."), []
            case "skill":
                return self._about_skill(proposal, answer, who, reason), []
            case _:
                assert_never(proposal.kind)

    def _about_skill(self, proposal: Proposal, answer: Answer, who: str, reason: str) -> str:
        if answer != "approve":
            return "It is not kept."
        if proposal.body["rules"] and not reason.strip():
            raise Refused("say why what the guard found may pass: it is kept with the skill")
        return self._keeping().approved(proposal.body, Caller(name=who, role="operator", session=proposal.session), reason)

    def _about_conflict(self, proposal: Proposal, answer: Answer) -> tuple[str, list[Change]]:
        new, old = self._store.lessons().rule(proposal.body["new"]), self._store.lessons().rule(proposal.body["old"])
        if answer == "reject":
            return "Both stay.", []
        gone, stays = (new, old) if answer == "keep_old" else (old, new)
        if gone is None or stays is None or stays.state != "active" or gone.state != "active":
            return "One of the two is not in force any more: nothing had to be done.", []
        if gone.scope != stays.scope:
            return f"Each holds where it was said: “{stays.text}” for {stays.scope}, “{gone.text}” for {gone.scope}.", []
        return f"“{stays.text}” holds; “{gone.text}” gives way.", [
            _put("superseded", replace(gone, state="superseded", superseded_by=stays.id))
        ]

    def _about_rule(self, proposal: Proposal, answer: Answer) -> tuple[str, list[Change]]:
        rule = self._store.lessons().rule(proposal.body["rule"])
        if rule is None:
            return "The rule is gone already.", []
        if answer != "approve":
            return "It is not learned.", [_put("rejected", replace(rule, state="retired"))]
        # Whoever says yes to it has said it: from here on it is a person's word, and weighed as one.
        spoken = replace(rule, state="active", origin=replace(rule.origin, speaker="operator"))
        self._store.apply(
            [Change(verb="said by a person", table="behavioral_rules", item=rule.id, after=None, actor="inbox")], self._clock()
        )
        kept = self._learning.keep(spoken, actor="operator")
        return (f"In force: “{kept.rule.text}”" if kept.outcome != "refused" else f"It is not kept: {kept.why}"), []

    def _about_promotion(self, proposal: Proposal, answer: Answer) -> tuple[str, list[Change]]:
        rule = self._store.lessons().rule(proposal.body["rule"])
        if rule is None or answer != "approve":
            return "The check stays as it is.", []
        if rule.state != "active" or rule.check != proposal.body.get("check"):
            return "The rule has changed since: look at it with `habitus rules backtest`, then promote it.", []
        to = proposal.body["to"]
        return f"The check now says {to}: “{rule.text}”", [_put(f"moved to {to}", replace(rule, stage=to))]


def _about_refused(answer: Answer) -> str:
    if answer != "reject":
        raise Refused(
            "a refused rule is never kept, whoever asks: put it in other words with `habitus rules add`, or dismiss it with reject"
        )
    return "Dismissed."


def _put(verb: str, rule: Rule) -> Change:
    return Change(verb=verb, table="behavioral_rules", item=rule.id, after=rule, actor="")
