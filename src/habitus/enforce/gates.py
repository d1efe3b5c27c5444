"""The gates that a call passes, in order, and what follows. Gates 6 (the tool runs) and 7 (after-checks) come later. No I/O.

1 known tool, valid arguments   2 capability policy   3 declared rules   4 learned checks   5 approvals

A person's approval of this very call lifts what blocks it at gates 3 and 4 and what asks at gate 2. It lifts nothing else: a denied tool
stays denied.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.enforce import NOTHING
from habitus.enforce.check import quoted
from habitus.enforce.policy import EVERYTHING, Policy, Tool, unknown
from habitus.types import Decision, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.enforce import Rules, Said
    from habitus.enforce.check import Call
    from habitus.types import Ruling, Session


class Gates(NamedTuple):
    rules: Rules
    policy: Policy = EVERYTHING
    tools: tuple[Tool, ...] | None = None

    def judge(self, id: str, session: Session, call: Call, now: float, learned: Rules | None = None) -> tuple[Decision, Said]:
        """What follows from everything but approvals. `learned`: the checks made of what people said, which speak after those declared."""
        problem = quoted(unknown(self.tools, call.tool, call.args)) if self.tools is not None else ""
        grant = self.policy.grant(call.tool)
        if problem or grant == "deny":
            reason = problem or f"The policy does not allow {quoted(call.tool)}. Find another way, or ask the user to change the policy."
            verdict = Verdict(rule="known_tool" if problem else "capability_policy", action="block", when="pre_tool", message=reason)
            return Decision(call=id, ruling="block", verdicts=(verdict,), gate=1 if problem else 2, reason=reason), NOTHING
        said = self.rules.judge("pre_tool", session, call, now)
        gate = 3
        blocking = _first_block(said)
        if learned is not None and learned.checks:
            more = learned.judge("pre_tool", session, call, now)
            if blocking is None:
                gate, blocking = 4, _first_block(more)
            said = said.plus(more)
        ruling: Ruling = "block" if blocking else "ask" if grant == "ask" else "allow"
        reason = blocking.message if blocking else f"The policy asks a person about {quoted(call.tool)}." if grant == "ask" else ""
        gate = gate if blocking else 2 if grant == "ask" else 0
        return Decision(call=id, ruling=ruling, verdicts=said.verdicts, shadows=said.shadows, gate=gate, reason=reason), said


def _first_block(said: Said) -> Verdict | None:
    for verdict in said.verdicts:
        if verdict.action == "block":
            return verdict
    return None


def is_approvable(decision: Decision) -> bool:
    return decision.ruling != "allow" and not (decision.gate == 1 or (decision.gate == 2 and decision.ruling == "block"))


def approved(decision: Decision, approval: str) -> Decision:
    """The decision once a person has approved the call: no block is left in it."""
    verdicts = tuple(verdict for verdict in decision.verdicts if verdict.action != "block")
    return Decision(
        call=decision.call,
        ruling="allow",
        verdicts=verdicts,
        shadows=decision.shadows,
        gate=5,
        reason="a person approved it",
        approval=approval,
    )


def call_hash(session: str, workspace: str, tool: str, args: Mapping[str, Any]) -> str:
    """One exact call in one session and folder: another argument is another call, and so is `rm -rf build` elsewhere."""
    import hashlib  # at first need: most calls need no approval

    exact = json.dumps([session, workspace, tool, args], sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(exact.encode()).hexdigest()
