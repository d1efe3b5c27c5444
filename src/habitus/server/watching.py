"""What is decided, whichever way it came in, told to those who watch: figures, spans, lines in the log."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from habitus.server import logs, spans

if TYPE_CHECKING:
    from habitus.layer import Watch
    from habitus.server.metrics import Figures
    from habitus.types import AgentText, Decision, ToolCall, ToolResult

log = logging.getLogger("habitus.server")


def watch(figures: Figures | None = None, tracer: spans.Tracer | None = None) -> Watch:
    """`figures`: where somebody can look at them."""
    span = spans.telling(tracer or spans.tracer())

    def seen(event: ToolCall | ToolResult | AgentText, tool: str, decision: Decision, seconds: float) -> None:
        try:
            if figures is not None:
                figures.seen(event, decision, seconds)
            span(event, tool, decision, seconds)
            logs.judged(event, tool, decision, seconds)
        except Exception:  # an exporter is somebody else's code: the agent gets its answer all the same
            log.exception("the decision on %s of the session %s could not be shown to those who watch", decision.call, event.session)

    return seen
