"""Logs as JSON, one object per line, with the session and the rules they are about: for whoever collects them."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from habitus.types import Decision, ToolCall

ABOUT = ("session", "agent", "call", "tool", "decision", "rules", "who", "method", "path", "status", "ms")
"""What a line may say beside its message: `log.info(…, extra={"session": …})`."""

judged_log = logging.getLogger("habitus.judged")


class Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "log": record.name,
            "message": record.getMessage(),
            **{name: value for name in ABOUT if (value := getattr(record, name, None)) not in (None, "", [])},
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def start(level: int = logging.INFO, to: TextIO | None = None) -> logging.Handler:
    """From here on all that Habitus logs goes out as JSON; answers the handler, to be taken away again."""
    handler = logging.StreamHandler(to or sys.stderr)
    handler.setFormatter(Json())
    ours = logging.getLogger("habitus")
    ours.addHandler(handler)
    ours.setLevel(level)
    ours.propagate = False
    return handler


def stop(handler: logging.Handler) -> None:
    ours = logging.getLogger("habitus")
    ours.removeHandler(handler)
    ours.propagate = True


def judged(call: ToolCall, decision: Decision, seconds: float) -> None:
    """A line for every call that something was said about; the others are counted, and in the ledger."""
    if not decision.verdicts and decision.ruling == "allow":
        return
    if judged_log.isEnabledFor(logging.INFO):
        about = {
            "session": call.session, "agent": call.agent, "call": call.id, "tool": call.tool, "decision": decision.ruling,
            "rules": [verdict.rule for verdict in decision.verdicts], "ms": round(seconds * 1000, 2),
        }  # fmt: skip
        judged_log.info("%s %s", decision.ruling, call.tool, extra=about)
