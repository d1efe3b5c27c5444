"""Logs, one line for each thing that happened: plain; or as JSON, with the session and the rules it is about, for whoever collects them."""

from __future__ import annotations

import json
import logging
import sys
from asyncio import CancelledError
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable

    from habitus.types import Decision, Event

ABOUT = ("session", "agent", "call", "tool", "decision", "rules", "shadows", "host", "job", "ms")
"""What a line may say beside its message: `log.info(…, extra={"session": …})`."""

CONTROL = {code: repr(chr(code))[1:-1] for code in (*range(32), *range(127, 160), 0x2028, 0x2029)}

judged_log = logging.getLogger("habitus.judged")


class Plain(logging.Formatter):
    """A tool's name or a path may be a stranger's: it begins no line of its own, and says nothing to a terminal."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - as the standard library calls it
        record.message = record.message.translate(CONTROL)
        return super().formatMessage(record)


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


def is_news(record: logging.LogRecord) -> bool:
    """A filter: what was under way when the server was stopped is cut off, and told so in a line of its own. Where in our code that was is
    nobody's business."""
    return not (record.exc_info and isinstance(record.exc_info[1], CancelledError))


def start(level: int = logging.INFO, to: TextIO | None = None) -> Callable[[], None]:
    """From here on all that is logged in this process, by whomever, goes out as JSON and in no other way; answers what ends that. `level`:
    for our own lines."""
    handler, root = logging.StreamHandler(to or sys.stderr), logging.getLogger()
    handler.setFormatter(Json())
    before, root.handlers = root.handlers, [handler]
    logging.captureWarnings(True)
    logging.getLogger("habitus").setLevel(level)

    def stop() -> None:
        root.handlers = before
        logging.captureWarnings(False)

    return stop


def judged(event: Event, tool: str, decision: Decision, seconds: float) -> None:
    """A line for everything that something was said about; the rest is counted, and in the ledger."""
    if not decision.verdicts and not decision.shadows and decision.ruling == "allow":
        return
    if judged_log.isEnabledFor(logging.INFO):
        about = {
            "session": event.session, "agent": event.agent, "call": decision.call, "tool": tool, "decision": decision.ruling,
            "rules": [verdict.rule for verdict in decision.verdicts], "shadows": [verdict.rule for verdict in decision.shadows],
            "ms": round(seconds * 1000, 2),
        }  # fmt: skip
        judged_log.info("%s %s", decision.ruling, tool or "what the agent said", extra=about)
