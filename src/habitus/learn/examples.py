"""Praise and complaints become examples: what was asked, what was done, and that it was right or was not."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from habitus.types import Example, Scope

if TYPE_CHECKING:
    from habitus.types import Feedback

LONGEST = 500, 1000
"""Characters of the request and of the answer: an example shows a way of working, not the work."""

PICTURE = re.compile(r"!\[[^\]\n]*\]\([^)\n]*\)|<img\b[^>\n]*>|data:image/\S+|\[Image #?\d*\]")
"""What was shown with the request says nothing without being seen."""

SURE = 0.5
"""A weaker signal is more likely politeness than a verdict."""


def made(feedback: Feedback, *, request: str, did: str, workspace: str) -> Example | None:
    """None: nothing was asked, or the words are too vague. The same task gives the same id, so the last verdict on it holds."""
    asked, done = " ".join(PICTURE.sub(" ", request).split()), did.strip()
    if not asked or not done or feedback.confidence < SURE:
        return None
    scope = Scope(level="project", name=workspace) if workspace else Scope()
    id = hashlib.sha256(f"{scope}\0{asked.lower()}".encode(errors="replace")).hexdigest()[:32]
    return Example(id=id, request=asked[: LONGEST[0]], calls=done[-LONGEST[1] :], outcome=feedback.outcome, scope=scope)
