"""Gather the cues of one language in what a person said: each once, at its place, and not where the sentence takes it back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from habitus.detect import phrases, spoken

if TYPE_CHECKING:
    from collections.abc import Iterable

    from habitus.detect.phrases import Cue, Phrases
    from habitus.detect.spoken import Sentence

OPENING = 160
"""Characters in which a message's opening words are looked for."""
SHORT, IN_LENGTH = 6, 0.6
"""Sentences up to which a message may be all correction, and what a cue is worth in a longer one: the more is said, the more is found."""
INTRODUCED = 0.5
"""What is left of a cue behind a line that ends in a colon: mostly it is material."""
ASKED = 0.4
"""What is left of a claim that ends in a question mark: "is the path wrong?" asks."""
OUTCRY = phrases.Cue("hint", 0.4)
"""A question that ends in `?!`, whatever it asks."""
TURNS = tuple(
    f" {word} "
    for word in (
        "but", "because", "since", "however", "pero", "porque", "ya que", "pues", "sin embargo", "si bien", "mas", "porem", "pois",
        "mais", "car", "parce que", "cependant", "aber", "weil", "denn", "ma", "tuttavia",
    )
)  # fmt: skip
"""What stands before "but" or "because" does not govern what stands behind it."""


class Hit(NamedTuple):
    cue: Cue
    weight: float
    begin: int
    """Places in the folded text."""
    end: int


def gather(said: str, sentences: list[Sentence], lang: str) -> list[Hit]:
    """For corrections. Heaviest first; of two that overlap the heavier counts."""
    known = phrases.of(lang)
    likely = known.corrections.likely(said)
    hits = _opening(said, [cue for cue in likely if cue.at_head])
    cues = [cue for cue in likely if not cue.at_head]
    factor = 1.0 if len(sentences) <= SHORT else IN_LENGTH
    for sentence in sentences:
        found = _in_sentence(sentence, cues, known, factor)
        hits += found
        if sentence.is_outcry:
            hits.append(Hit(OUTCRY, OUTCRY.weight, sentence.at + len(sentence.text), sentence.at + len(sentence.text) + 1))
        if any(hit.cue.kind == "task" for hit in found):
            break  # what follows is material for the task
        if sentence.text.endswith(":"):
            factor = min(factor, INTRODUCED)
    return _settled(hits)


def gather_feedback(said: str, sentences: list[Sentence], lang: str) -> list[Hit]:
    """For praise and complaints, likewise."""
    known = phrases.of(lang)
    cues = known.feedback.likely(said)
    hits: list[Hit] = []
    for sentence in sentences:
        hits += _in_sentence(sentence, cues, known)
        if any(hit.cue.kind == "task" for hit in hits):
            break
    return _settled(hits)


def _opening(said: str, cues: list[Cue]) -> list[Hit]:
    text = said.lstrip(spoken.JUNK + "\n")
    begin = len(said) - len(text)
    text = text[:OPENING]
    return [_hit(cue, span, begin) for cue in cues if (span := cue.span(text))]


def _in_sentence(sentence: Sentence, cues: Iterable[Cue], known: Phrases, factor: float = 1.0) -> list[Hit]:
    """A task or an excuse stands as it is; a claim is weaker when asked, and void when only supposed or told of someone."""
    hits = []
    for cue in cues:
        span = cue.span(sentence.text)
        if span is None:
            continue
        if cue.kind not in ("task", "calm") and _is_embedded(sentence.text, *span, known):
            continue
        asked = cue.kind not in ("task", "calm", "excuse") and not cue.may_ask and sentence.asks(span[1])
        hits.append(_hit(cue, span, sentence.at, factor * (ASKED if asked else 1.0)))
    tasks = [hit.begin for hit in hits if hit.cue.kind == "task"]
    return [hit for hit in hits if not tasks or hit.cue.kind == "task" or hit.begin < min(tasks)]


def _is_embedded(text: str, begin: int, end: int, known: Phrases) -> bool:
    prefix = f" {text[:begin]}"
    prefix = prefix[max(prefix.rfind(turn) for turn in TURNS) + 1 :]
    return bool(known.embeds.search(prefix) or known.others.search(text[:end])) or ("," in text[end:] and bool(known.when.search(prefix)))


def _hit(cue: Cue, span: tuple[int, int], at: int, factor: float = 1.0) -> Hit:
    return Hit(cue, cue.weight * factor, at + span[0], at + span[1])


def _settled(hits: list[Hit]) -> list[Hit]:
    calm = [hit for hit in hits if hit.cue.kind == "calm"]
    kept: list[Hit] = []
    for hit in sorted(hits, key=lambda one: -one.weight):
        if hit.cue.kind == "excuse" or not (hit.cue.kind in ("calm", "task") or _overlaps(hit, calm) or _overlaps(hit, kept)):
            kept.append(hit)
    return kept


def _overlaps(hit: Hit, others: list[Hit]) -> bool:
    return any(hit.begin < other.end and other.begin < hit.end for other in others)
