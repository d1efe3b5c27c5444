"""Warn when the agent says it does not know and has not searched.

Why: an answer that begins with "I am not sure" and is given all the same is a guess; a search is cheap.
Instead: search the web, then answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.enforce.check import Check

if TYPE_CHECKING:
    from habitus.enforce.check import Call
    from habitus.types import Session

UNSURE = (
    r"\b(?:not sure|(?:i'm|i am) unsure|(?:don't|do not) know|uncertain\b|can(?:'t|not) (?:remember|recall)"
    r"|no estoy segur[oa]|no lo s[eé]\b|no sé\b|no recuerdo)"
)
"""Compiled by `re` when first asked for: a hook process that judges a tool call loads every rule, and hears no text."""


def fires(session: Session, call: Call, limit: int) -> bool:
    return not session.flags.get("has_web_searched") and re.search(UNSURE, call.text.replace("’", "'"), re.IGNORECASE) is not None


CHECK = Check(
    id="web_search_when_unknown",
    when="on_text",
    action="warn",
    on=("*",),
    message="You said that you are not sure. Search the web before you answer.",
    fires=fires,
    description="Search the web when you are not sure.",
)
