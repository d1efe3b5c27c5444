"""Gather the cues of one language in what a person said: each once, at its place, and not where the sentence takes it back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from habitus.detect import phrases, spoken

if TYPE_CHECKING:
    import re

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


class Part(NamedTuple):
    """A sentence, the cues that it does not rule out, and what a cue is worth in it."""

    sentence: Sentence
    likely: int
    factor: float


def gather(said: str, sentences: list[Sentence], lang: str) -> list[Hit]:
    """For corrections. Heaviest first; of two that overlap the heavier counts."""
    known = phrases.of(lang)
    parts = _parts(sentences, known)
    text = said.lstrip(spoken.NOTHING)
    begin, text = len(said) - len(text), text[:OPENING]
    likely = parts[0].likely if len(parts) == 1 else known.table.likely(text)
    opening = _opening(text, begin, known.table.at(likely & known.openings.claims))
    claims = [_in_part(part, known, known.corrections.claims) for part in parts]
    if not (opening or any(claims) or any(one.is_outcry for one in sentences)):
        return []  # nothing to take back
    opening += _opening(text, begin, known.table.at(likely & known.openings.around))
    return _settled(opening + _with_around(parts, claims, known, known.corrections.around))


def gather_feedback(sentences: list[Sentence], lang: str) -> list[Hit]:
    """For praise and complaints, likewise."""
    known = phrases.of(lang)
    parts = [Part(one, known.table.likely(one.text), 1.0) for one in sentences]
    claims = [_in_part(part, known, known.feedback.claims) for part in parts]
    return _settled(_with_around(parts, claims, known, known.feedback.around)) if any(claims) else []


def _parts(sentences: list[Sentence], known: Phrases) -> list[Part]:
    factor = 1.0 if len(sentences) <= SHORT else IN_LENGTH
    parts = []
    for sentence in sentences:
        parts.append(Part(sentence, known.table.likely(sentence.text), factor))
        if sentence.text.endswith(":"):
            factor = min(factor, INTRODUCED)
    return parts


def _opening(text: str, begin: int, cues: list[Cue]) -> list[Hit]:
    return [_hit(cue, found, begin) for cue in cues if (found := cue.found(text))]


def _in_part(part: Part, known: Phrases, some: int) -> list[Hit]:
    """A task or an excuse stands as it is; a claim is weaker when asked, and void when only supposed or told of someone."""
    sentence, likely, factor = part
    hits = []
    for cue in known.table.at(likely & some):
        found = cue.found(sentence.text)
        if not found or (cue.kind not in ("task", "calm") and _is_embedded(sentence.text, *found.span(), known)):
            continue
        asked = cue.kind not in phrases.AROUND and not cue.may_ask and sentence.asks(found.end())
        hits.append(_hit(cue, found, sentence.at, factor * (ASKED if asked else 1.0)))
    return hits


def _with_around(parts: list[Part], claims: list[list[Hit]], known: Phrases, some: int) -> list[Hit]:
    """The claims of each sentence and what bears on them, up to a task: what follows is material for it."""
    hits: list[Hit] = []
    for part, claimed in zip(parts, claims, strict=True):
        around = _in_part(part, known, some)
        tasks = [hit.begin for hit in around if hit.cue.kind == "task"]
        hits += [hit for hit in claimed + around if hit.begin < min(tasks)] if tasks else claimed + around
        if part.sentence.is_outcry:
            end = part.sentence.at + len(part.sentence.text)
            hits.append(Hit(OUTCRY, OUTCRY.weight, end, end + 1))
        if tasks:
            break
    return hits


def _is_embedded(text: str, begin: int, end: int, known: Phrases) -> bool:
    prefix = f" {text[:begin]}"
    if begin:
        prefix = prefix[max([at + len(turn) - 1 for turn in TURNS if (at := prefix.rfind(turn)) >= 0], default=0) :]
    return bool(known.embeds.search(prefix) or known.others.search(text[:end])) or ("," in text[end:] and bool(known.when.search(prefix)))


def _hit(cue: Cue, found: re.Match[str], at: int, factor: float = 1.0) -> Hit:
    return Hit(cue, cue.weight * factor, at + found.start(), at + found.end())


def _settled(hits: list[Hit]) -> list[Hit]:
    calm = [hit for hit in hits if hit.cue.kind == "calm"]
    kept: list[Hit] = []
    for hit in sorted(hits, key=lambda one: -one.weight):
        if hit.cue.kind == "excuse" or not (hit.cue.kind in ("calm", "task") or _overlaps(hit, calm) or _overlaps(hit, kept)):
            kept.append(hit)
    return [hit for hit in kept if hit.cue.kind != "excuse" or not _is_within(hit, kept)]


def _is_within(excuse: Hit, kept: list[Hit]) -> bool:
    """ "I don't think that's right": kind words in a claim are a part of it."""
    return any(hit.begin < excuse.begin and excuse.end <= hit.end and hit.cue.kind != "excuse" for hit in kept)


def _overlaps(hit: Hit, others: list[Hit]) -> bool:
    return any(hit.begin < other.end and other.begin < hit.end for other in others)
