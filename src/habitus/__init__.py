"""The learning and behaviour layer for LLM agents: correct your agent once; it remembers, and is held to it when it acts.

everything that happens   observe ─Event→ detect ─Signal→ learn ─Lesson→ store
before the model speaks   store ─Lesson→ recall ─Guidance→ host
before and after a tool   observe ─Session→ enforce ─Verdict→ host
every so often            what waits is learned from, what was used is counted

    import habitus
    layer = habitus.open()
    layer.observe(habitus.UserMessage(session="s1", at=now, text="no, use pnpm instead of npm"))
    layer.guide("s1", "add a dependency").text
    layer.judge(habitus.ToolCall(session="s1", at=now, id="c1", tool="Edit", args={"file_path": "app.py"}))
"""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING = False  # what type checkers take for true; `typing` itself would be most of what `import habitus` costs
if TYPE_CHECKING:
    from habitus.assemble import layer as open
    from habitus.config import Settings
    from habitus.enforce.python import rule
    from habitus.errors import ConfigError, EventError, HabitusError, ModelError, StoreError
    from habitus.layer import Layer
    from habitus.types import (
        AgentText,
        Decision,
        Guidance,
        Lesson,
        Rating,
        Rule,
        SessionEnd,
        ToolCall,
        ToolResult,
        TurnStart,
        UserMessage,
        Verdict,
    )

HOMES = {
    "open": "assemble.layer",
    "rule": "enforce.python.rule",
    "Layer": "layer",
    "Settings": "config",
    **dict.fromkeys(("ConfigError", "EventError", "HabitusError", "ModelError", "StoreError"), "errors"),
    **dict.fromkeys(("AgentText", "Rating", "SessionEnd", "ToolCall", "ToolResult", "TurnStart", "UserMessage"), "types"),
    **dict.fromkeys(("Decision", "Guidance", "Lesson", "Rule", "Verdict"), "types"),
}
"""Where a public name lives. Each is loaded when it is first asked for: a hook process that only needs one pays for one."""

__all__ = [
    "AgentText",
    "ConfigError",
    "Decision",
    "EventError",
    "Guidance",
    "HabitusError",
    "Layer",
    "Lesson",
    "ModelError",
    "Rating",
    "Rule",
    "SessionEnd",
    "Settings",
    "StoreError",
    "ToolCall",
    "ToolResult",
    "TurnStart",
    "UserMessage",
    "Verdict",
    "__version__",
    "open",
    "rule",
]


def __getattr__(name: str) -> object:
    if name not in HOMES:
        raise AttributeError(f"module 'habitus' has no attribute {name!r}")
    from importlib import import_module

    module, _, renamed = HOMES[name].rpartition(".")
    found = globals()[name] = getattr(import_module(f"habitus.{module or renamed}"), renamed if module else name)
    return found
