"""A person's yes or no to one exact call. No tool and no model can give one."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from habitus.enforce import gates
from habitus.errors import Conflict
from habitus.types import Approval, Change

if TYPE_CHECKING:
    from habitus.types import Clock, Decision, Store, ToolCall


class Approvals:
    def __init__(self, store: Store, clock: Clock, seconds: float) -> None:
        self._store = store
        self._clock = clock
        self._lasts = timedelta(seconds=seconds)

    def answer(self, id: str, *, approve: bool, who: str) -> Approval:
        """To a call that waits."""
        now = self._clock()
        waiting = self._store.approval(id)
        with self._store.batch():
            if waiting is None or not self._store.claim_approval(id, now):
                waiting = self._store.approval(id)
                state = "is not known" if waiting is None else "has expired" if waiting.state == "pending" else f"was {waiting.state}"
                raise Conflict(f"approval {id} {state}: `habitus approvals list` shows the calls that wait")
            state_now = "approved" if approve else "denied"
            given = replace(waiting, state=state_now, answered_at=now, answered_by=who, expires_at=now + self._lasts)  # type: ignore[arg-type]
            self._store.apply([_kept(given)], now)
        return given

    def in_advance(self, call: ToolCall, workspace: str, *, who: str) -> Approval:
        """A person approves exactly this call, once, before it is made."""
        asked = self._question(call, workspace, "approved in advance")
        given = replace(asked, state="approved", answered_by=who, answered_at=asked.asked_at)
        self._store.apply([_kept(given)], given.asked_at)
        return given

    def used(self, call: ToolCall, workspace: str, decision: Decision) -> tuple[Decision, list[Change]]:
        """Use up a person's approval of this very call, or leave a question for one."""
        exact = gates.call_hash(call.session, workspace, call.tool, call.args)
        known = self._store.approval_of(exact, self._clock())
        if known and known.state == "approved":
            return gates.approved(decision, known.id), [_kept(replace(known, state="used"), verb="used")]
        if known:
            reason = f"{decision.reason} A person has denied this call." if known.state == "denied" else decision.reason
            return replace(decision, approval=known.id, reason=reason), []
        asked = self._question(call, workspace, decision.reason)
        return replace(decision, approval=asked.id), [_kept(asked, verb="asked")]

    def _question(self, call: ToolCall, workspace: str, reason: str) -> Approval:
        now = self._clock()
        exact = gates.call_hash(call.session, workspace, call.tool, call.args)
        return Approval(
            id=f"{exact[:12]}-{int(now.timestamp() * 1e6):x}", session=call.session, call_hash=exact, tool=call.tool, args=call.args,
            reason=reason, state="pending", asked_at=now, expires_at=now + self._lasts,
        )  # fmt: skip


def _kept(approval: Approval, verb: str = "") -> Change:
    who = approval.answered_by or "rules"
    return Change(verb=verb or approval.state, table="approvals", item=approval.id, after=approval, actor=who, session=approval.session)
