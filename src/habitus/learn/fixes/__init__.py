"""Fixes: failures and recoveries in, learnings out. One row per tool, pattern and scope. No I/O, no clock.

rows.py      how a learning comes to be and what later events do to its word
votes.py     which of several fixes is the one that helps
forms.py     what kind of thing a value is
wording.py   the fix in a person's words
shape.py     what failing calls have in common: the next one is recognised before it runs
book.py      many learnings, found by the call
offer.py     which learning speaks, when, and how
"""

from __future__ import annotations

from habitus.learn.fixes.book import Book
from habitus.learn.fixes.offer import hint, is_near, may_apply, may_say, offered
from habitus.learn.fixes.rows import corrected, decayed, harmless, identity, recovered, seen, used
from habitus.learn.fixes.shape import matches, matching
from habitus.learn.fixes.votes import names

__all__ = [
    "Book", "corrected", "decayed", "harmless", "hint", "identity", "is_near", "matches", "matching", "may_apply", "may_say", "names",
    "offered", "recovered", "seen", "used",
]  # fmt: skip
