"""Verdicts as OpenTelemetry spans, in the shape of the GenAI guardrail convention (a draft: the names are kept here, in one place).

Without the SDK, or without a provider that somebody has set up, nothing is done and nothing is loaded. Of a call only its name and id
leave: its arguments may be anybody's. What a rule in shadow would have said is `deny` or `warn` with the action `allow`.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from habitus.types import Decision, ToolCall, Verdict

COMPONENT = "habitus"
POLICY = "habitus.rules"

ACTION = "gen_ai.guardrail.action.type"
CODE = "gen_ai.guardrail.verdict.code"
NAME = "gen_ai.guardrail.component.name"
OPERATION = "gen_ai.operation.name"
REASON = "gen_ai.guardrail.verdict.reason"
SUBTYPE = "gen_ai.guardrail.target.subtype"
TARGET = "gen_ai.guardrail.target.type"
TARGET_ID = "gen_ai.guardrail.target.id"
VERDICT = "gen_ai.guardrail.verdict.type"

SAYS = {"block": "deny", "warn": "warn", "remind": "warn"}
DOES = {"allow": "allow", "block": "block", "ask": "escalate"}
SIDE = {"pre_tool": "input", "post_tool": "output", "on_text": "output"}


class Tracer(Protocol):
    def start_span(self, name: str, *, attributes: Mapping[str, Any]) -> Any: ...


def tracer() -> Tracer | None:
    """The application's, if there is one; ours, if `OTEL_EXPORTER_OTLP_ENDPOINT` says where spans go."""
    try:
        from opentelemetry import trace
    except ImportError:
        return None
    if type(trace.get_tracer_provider()).__name__ == "ProxyTracerProvider" and not _exported():
        return None
    found: Tracer = trace.get_tracer("habitus")
    return found


def _exported() -> bool:
    """Send spans where the environment says. False: it says nothing, or the SDK is not there."""
    if not os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT") and not os.environ.get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"):
        return False
    try:
        from opentelemetry import trace
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        return False
    provider = TracerProvider(resource=Resource.create({"service.name": COMPONENT}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    return True


def telling(found: Tracer | None) -> Callable[[ToolCall, Decision], None]:
    """What tells of a judged call: one span for every verdict, or one that says allow."""
    if found is None:
        return lambda call, decision: None

    def tell(call: ToolCall, decision: Decision) -> None:
        for about in attributes(call, decision):
            found.start_span(f"run_guardrail {COMPONENT}", attributes=about).end()

    return tell


def attributes(call: ToolCall, decision: Decision) -> list[dict[str, Any]]:
    base = {
        OPERATION: "run_guardrail",
        NAME: COMPONENT,
        SUBTYPE: "tool_call",
        TARGET_ID: decision.call,
        "gen_ai.conversation.id": call.session,
        "gen_ai.tool.name": call.tool,
        "gen_ai.tool.call.id": call.id,
        "security.policy.id": POLICY,
    } | ({"gen_ai.agent.name": call.agent} if call.agent else {})
    given = [{**base, **_said(verdict), ACTION: DOES[decision.ruling]} for verdict in decision.verdicts]
    noted = [{**base, **_said(verdict), ACTION: "allow"} for verdict in decision.shadows]
    if given or decision.ruling == "allow":
        return [*given, *noted] or [{**base, TARGET: "input", VERDICT: "allow", ACTION: "allow"}]
    return [{**base, TARGET: "input", VERDICT: "escalate" if decision.ruling == "ask" else "deny", CODE: f"gate_{decision.gate}",
             ACTION: DOES[decision.ruling]}, *noted]  # fmt: skip


def _said(verdict: Verdict) -> dict[str, Any]:
    return {TARGET: SIDE[verdict.when], VERDICT: SAYS[verdict.action], REASON: verdict.rule, "security.policy.rule.id": verdict.rule}
