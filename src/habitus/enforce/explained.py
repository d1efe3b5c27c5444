"""A declared rule for a person: what it is about, why, what to do instead, and where it is changed."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from habitus.enforce.check import Check

BUILT_IN = "habitus.enforce.rules."
PARTS = re.compile(r"^(Why|Instead): ", re.MULTILINE)
ELSEWHERE = "where it is declared: `security.behavior` (`custom` or `rule_definitions`) in the settings, its profile, or its package"


class Explained(NamedTuple):
    text: str
    """All of it, as the rule's file has it."""
    why: str = ""
    instead: str = ""


def explained(check: Check) -> Explained:
    module = inspect.getmodule(check.fires)
    if module is None or not module.__name__.startswith(BUILT_IN):
        return Explained(check.description or "Declared in your settings.")
    text = (module.__doc__ or "").strip()
    parts = PARTS.split(text)
    said = {name: " ".join(part.split()) for name, part in zip(parts[1::2], parts[2::2], strict=True)}
    return Explained(text, said.get("Why", ""), said.get("Instead", ""))


def changed_by(check: Check) -> str:
    """How a person changes it: nobody learned it, so it is the settings' to say."""
    from habitus.enforce import rules

    if any(check.id == one.id for one in rules.BUILT_IN):
        return f"with `security.behavior.rules.{check.id}` in the settings (false switches it off)"
    return ELSEWHERE
