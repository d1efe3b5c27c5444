"""Warn when file after file is read without a search in between.

Why: reading one file after another in the hope of finding something fills the context with what does not matter.
Instead: search for the name or the text, then read what the search found. A file that was read before may be read again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.enforce.check import Check
from habitus.enforce.profiles import NUMBERS

if TYPE_CHECKING:
    from habitus.enforce.check import Call
    from habitus.types import Session


def fires(session: Session, call: Call, limit: int) -> bool:
    if call.target and call.target in session.sets.get("read_files", ()):
        return False
    return session.counters.get("reads_since_search", 0) >= limit


CHECK = Check(
    id="search_before_read",
    when="pre_tool",
    action="warn",
    on=("read",),
    message="You have read {counter:reads_since_search} files without a search. Search for what you need, then read what is found.",
    fires=fires,
    limit=NUMBERS["max_blind_reads"],
    setting="max_blind_reads",
    description="Search before you read file after file.",
)
