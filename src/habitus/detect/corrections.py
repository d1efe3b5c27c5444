"""Find a user's correction of the agent in a message: seven languages, without a model.

Cues (see `phrases`) are looked for sentence by sentence in what the person says themselves; what is quoted or pasted, asked, supposed,
told of somebody else or asked to be translated does not count. Each cue is the chance that a message with it is a correction, and
independent cues add up. A report that the result is wrong counts. What the agent said before makes some cues weightier; no answer
depends on its being there. Biased to miss what is only implied: a rule from a message that was no correction is worse than one
correction said twice. Scores: bench/results.md.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from habitus.detect import before, evidence, spoken
from habitus.detect import language as tongue
from habitus.detect.language import language
from habitus.types import Signal

if TYPE_CHECKING:
    from habitus.detect.evidence import Hit
    from habitus.types import RuleType

__all__ = ["ENOUGH", "find", "language", "quoted", "weigh"]

ENOUGH = 0.5
"""Below a half it is more likely a misreading than a correction."""
MOST = 0.97
"""Words alone never make it certain."""
IMPLIED: RuleType = "missing_context"
"""Where only hints speak: the person wanted something else, and no word names the mistake."""
CLOSE = 0.05
"""Two languages that agree so far: the likelier one has it."""
WORD, SENTENCE = re.compile(r"\w*"), re.compile(r"[^.!?\n]*")
QUOTE = 200
"""Characters of a quote: enough to recognise the sentence by."""


def find(text: str, previous: str = "") -> Signal | None:
    """The correction in a user's message. `previous`: what the agent said and did before; a message is judged without it too."""
    signal = weigh(text, previous)
    return signal if signal and signal.confidence >= ENOUGH else None


@lru_cache(maxsize=4)
def weigh(text: str, previous: str = "") -> Signal | None:
    """The same, however weak the evidence. None where there is none. The last few are kept: one message is listened to twice."""
    text, said, sentences = spoken.heard(text)
    best: Signal | None = None
    for lang in tongue.ranked(said) if sentences else ():
        hits = before.weighed(evidence.gather(said, sentences, lang), said, previous)
        signal = _signal(text, hits, lang)
        if signal and (best is None or signal.confidence > best.confidence + CLOSE):
            best = signal
    return best


def _signal(text: str, hits: list[Hit], lang: str) -> Signal | None:
    cues = [hit for hit in hits if hit.cue.kind != "excuse"]
    if not cues:
        return None
    named = next((hit for hit in cues if hit.cue.kind != "hint"), None)
    chief = named or cues[0]
    return Signal(
        rule_type=cast("RuleType", chief.cue.kind) if named else IMPLIED,
        confidence=round(_sum(hits), 3),
        quote=quoted(text, chief),
        lang=lang,
    )


def quoted(text: str, hit: Hit) -> str:
    """The words of a cue. It may stop within a word, and "no," says little: an opening is quoted to the end of its sentence."""
    rest, at = (SENTENCE, hit.end - 1) if hit.cue.at_head else (WORD, hit.end)
    more = rest.match(text, at)
    return text[hit.begin : more.end() if more else hit.end].strip(spoken.NOTHING)[:QUOTE]


def _sum(hits: list[Hit]) -> float:
    """Independent chances, less what excuses it: "my mistake", "never mind"."""
    doubt, excused = 1.0, 1.0
    for hit in hits:
        if hit.cue.kind == "excuse":
            excused *= 1 - hit.weight
        else:
            doubt *= 1 - hit.weight
    return min(MOST, (1 - doubt) * excused)
