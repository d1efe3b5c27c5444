"""Which sessions go without a lesson, so that its effect can be measured. No state: the names decide. No I/O, no clock."""

from __future__ import annotations

from hashlib import blake2b

STEPS = 1 << 64


def held_out(lesson_id: str, session_id: str, share: float) -> bool:
    """Does this session go without this lesson? The same answer in every process, on every machine and in every version.

    A session is wholly with a lesson or wholly without it: half-told lessons measure nothing. Lessons are drawn independently of each
    other, so a session that goes without one says nothing about the next. A larger share keeps all that a smaller one held out. 0 turns
    it off, for everyone and at once.
    """
    return _place(lesson_id, session_id) < share * STEPS


def _place(lesson_id: str, session_id: str) -> int:
    lesson = lesson_id.encode(errors="surrogatepass")
    # With the length in front, ("ab", "c") and ("a", "bc") are two pairs.
    pair = len(lesson).to_bytes(8, "big") + lesson + session_id.encode(errors="surrogatepass")
    return int.from_bytes(blake2b(pair, digest_size=8, person=b"habitus.holdout").digest(), "big")
