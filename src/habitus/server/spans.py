"""Verdicts as OpenTelemetry spans, in the shape of the GenAI guardrail convention (a draft: the names are kept here, in one place).

Without the SDK, or without a provider that somebody has set up, nothing is done and nothing is loaded. Of a call only its name, its id and
a hash leave: its arguments may be anybody's. What was only noted, as by a rule in shadow, is `deny` with the action `allow`, so that
it is told from what was said.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any, Protocol

from habitus.enforce.gates import call_hash
from habitus.types import AgentText, ToolCall

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import ASGIApp, Receive, Scope, Send

    from habitus.layer import Watch
    from habitus.types import Decision, ToolResult, Verdict

COMPONENT = "habitus"
POLICY = "habitus.rules"

ACTION = "gen_ai.guardrail.action.type"
CODE = "gen_ai.guardrail.verdict.code"
HASH = "security.content.input.hash"
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
    def start_span(self, name: str, *, attributes: Mapping[str, Any], start_time: int) -> Any: ...


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
        from opentelemetry.sdk.resources import OTELResourceDetector, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        return False
    ours = Resource.create({"service.name": COMPONENT})
    provider = TracerProvider(resource=ours.merge(OTELResourceDetector().detect()))  # the environment may call us otherwise
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    return True


def joining(app: ASGIApp, found: Tracer | None) -> ASGIApp:
    """What is decided while a request is answered belongs to the trace that the request names in its headers."""
    if found is None:
        return app
    from opentelemetry import context, propagate

    async def joined(scope: Scope, receive: Receive, send: Send) -> None:
        named = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope.get("headers", ())}
        within = context.attach(propagate.extract(named))
        try:
            await app(scope, receive, send)
        finally:
            context.detach(within)

    return joined


def telling(found: Tracer | None) -> Watch:
    """What tells of a decision: one span for every verdict, or one that says allow. It lasts as long as judging took."""
    if found is None:
        return lambda event, tool, decision, seconds: None

    def tell(event: ToolCall | ToolResult | AgentText, tool: str, decision: Decision, seconds: float) -> None:
        began = time.time_ns() - int(seconds * 1e9)
        for about in attributes(event, tool, decision):
            found.start_span(f"run_guardrail {COMPONENT}", attributes=about, start_time=began).end()

    return tell


def attributes(event: ToolCall | ToolResult | AgentText, tool: str, decision: Decision) -> list[dict[str, Any]]:
    base = {OPERATION: "run_guardrail", NAME: COMPONENT, TARGET_ID: decision.call, "gen_ai.conversation.id": event.session}
    base |= {"security.policy.id": POLICY, SUBTYPE: "llm" if isinstance(event, AgentText) else "tool_call"}
    base |= {"gen_ai.agent.name": event.agent} if event.agent else {}
    base |= {} if isinstance(event, AgentText) else {"gen_ai.tool.name": tool, "gen_ai.tool.call.id": event.id}
    base |= {HASH: call_hash("", "", event.tool, event.args)} if isinstance(event, ToolCall) else {}
    given = [{**base, **_said(one), ACTION: DOES[decision.ruling] if one.action == "block" else "allow"} for one in decision.verdicts]
    noted = [{**base, **_said(verdict), VERDICT: "deny", ACTION: "allow"} for verdict in decision.shadows]
    is_the_gates = decision.ruling != "allow" and not any(one.action == "block" for one in decision.verdicts)
    says = {VERDICT: "escalate" if decision.ruling == "ask" else "deny", CODE: f"gate_{decision.gate}", ACTION: DOES[decision.ruling]}
    gate = [{**base, TARGET: "input", **says}] if is_the_gates else []
    side = "input" if isinstance(event, ToolCall) else "output"
    return [*gate, *given, *noted] or [{**base, TARGET: side, VERDICT: "allow", ACTION: "allow"}]


def _said(verdict: Verdict) -> dict[str, Any]:
    return {TARGET: SIDE[verdict.when], VERDICT: SAYS[verdict.action], REASON: verdict.rule, "security.policy.rule.id": verdict.rule}
