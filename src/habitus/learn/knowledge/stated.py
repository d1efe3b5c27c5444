"""What people state: messages in, items out. One file per language says by which words a statement is known.

A statement stands at the beginning of a clause, is claimed by the one who speaks, and says something that can be named. Left alone are
questions, suppositions, doubts, reports of what others said, quotations and pasted text, secrets, and what only this conversation can
understand ("I prefer the second one").
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from habitus.learn import extract, safety
from habitus.learn.clauses import GONE, Clause, compiled
from habitus.learn.knowledge import subjects
from habitus.learn.knowledge.heard import phrases, sentences_of
from habitus.learn.knowledge.items import LEVELS, LONGEST, Item, about, is_secret, key
from habitus.learn.knowledge.subjects import SPELLED

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from habitus.learn.knowledge.heard import Heard
    from habitus.learn.knowledge.items import Level, Said
    from habitus.learn.knowledge.phrases import Frame, Phrases
    from habitus.types import KnowledgeKind, Speaker

NOTED = 3, 40
"""Words of what is to be remembered."""
THAT = re.compile(r"(?:that|que|qu'|dass|che|[:,，：]|记住|记得|牢记|别忘了|不要忘记|备忘)\s*$")
POINTS = re.compile(
    r"(?<!\w)(?:there|below|above|this|that|it|them|those|these|any|alli|ahi|eso|esto|ello|isso|isto|la-bas|ca|cela|dort|das|dies|es|questo"
    r"|quello|cosi)$|(?<!\w)#\d+"
)
"""What only this conversation can find, at the end of an object; and numbers of a list that somebody else keeps."""
TROUBLE = re.compile(
    r"(?<!\w)(?:bugs?|errors?|problems?|issues?|crash\w*|fail\w*|broken|stuck|slow|errores|problemas?|fallos?|erros?|falhas?"
    r"|erreurs?|problemes?|fehler|probleme?|errori|problem[ai]|lent[oa]s?)(?!\w)|错误|问题|失败"
)
"""A complaint is told in the same words as a habit: "we always end up with the same bug"."""
BUT = re.compile(r"[\s,，]*(?:(?:but|however|yet|pero|mas|mais|aber|ma|però)(?!\w)|但)")
"""What is said before it leads up to a trouble, more often than not."""
REPORTED = re.compile(
    r"(?<!\w)(?:says?|said|reads|states?|wrote|tells?|told|dice|dijo|diz|disse|dit|sagt|sagte|ha detto)(?!\w)[^:]{0,30}:"
    r"|说[^：:]{0,10}[：:]"
)
ALWAYS = {"en": "always", "es": "siempre", "pt": "sempre", "fr": "toujours", "de": "immer", "it": "sempre", "zh": "总是"}


@dataclass(frozen=True, slots=True)
class Part:
    """A clause without what leads up to it."""

    clause: Clause
    is_noted: bool
    """It is to be remembered."""
    is_clause: bool
    """ "Remember that": a sentence follows, and not a thing."""
    is_moment: bool
    """It holds now."""
    is_here: bool = False
    """Said of this project."""


def found(messages: Sequence[Said], heard: Collection[Speaker]) -> list[Item]:
    """Every statement once; said again, it is surer."""
    items: dict[tuple[str, str], Item] = {}
    for one in (item for sentence in sentences_of(messages, heard) for item in _items(sentence)):
        name = (one.kind, one.text.lower())
        known = items.get(name)
        if known is None:
            items[name] = one
        elif known.seq != one.seq:
            items[name] = known._replace(confidence=LEVELS[min(LEVELS.index(known.confidence) + 1, len(LEVELS) - 1)])
    return list(items.values())


def _items(heard: Heard) -> list[Item]:
    """What a sentence states, in the first language in which it states anything."""
    for lang in heard.langs:
        items = _told(replace(heard, lang=lang), phrases(lang))
        if items:
            return [] if is_secret(heard.sentence.raw) else [item for item in items if not safety.danger(_spoken(item))]
    return []


def _spoken(item: Item) -> str:
    """What could direct the agent: all of it, but of a fact only what is said of its subject ("my email is ..." sends nothing)."""
    return item.triple[2] if item.triple and item.kind == "fact" else item.text


def _told(heard: Heard, known: Phrases) -> list[Item]:
    whole = heard.sentence
    if whole.plain.endswith(("?", "？")) or compiled(known.asks).match(whole.plain) or REPORTED.search(whole.plain):
        return []
    if any(compiled(phrases(lang).doubts).search(whole.plain) for lang in heard.langs):
        return []
    order = _directed(heard) if heard.corrects else None
    if order:
        return [order]
    items: list[Item] = []
    over = 0
    for start in (0, *(found.end() for found in compiled(known.begins).finditer(whole.plain))):
        item = _read(heard, start, known) if start >= over else None
        if item:
            items.append(item)
            over = max(start, whole.raw.find(item.text[1:-1], start)) + len(item.text) - 1
    order = None if items else _directed(heard)
    return [order] if order else items


def _directed(heard: Heard) -> Item | None:
    """A lasting directive: a correction where the person corrects, a preference where they insist."""
    said = extract.find(heard.sentence.raw, heard.answer, heard.lang) if heard.is_person else None
    if said is None or GONE in said.text or not (heard.corrects or said.is_insisted):
        return None
    kind: KnowledgeKind = "correction" if heard.corrects else "preference"
    return _item(heard, kind, said.text, key("project", "does", said.text), "high")


def _read(heard: Heard, start: int, known: Phrases) -> Item | None:
    """The statement that begins here, if one does."""
    before = heard.sentence.plain[:start]
    if any(compiled(phrases(lang).supposes).search(before) for lang in heard.langs):
        return None
    if extract.THIRD.search(before) or extract.HYPOTHETICAL.search(before):
        return None
    part = _led(heard.sentence.cut(start), known)
    if compiled(known.asks).match(part.clause.plain) and not part.is_noted:
        return None
    if start and heard.sentence.plain[:start].rstrip().endswith((":", "：")) and _commands(before, heard.lang):
        return None
    place = compiled(rf"{known.here}[\s,，]*").match(part.clause.plain)
    tried = [part, replace(part, clause=part.clause.cut(place.end()), is_here=True)] if place else [part]
    item = next(filter(None, (_by_frame(heard, one, known) for one in tried)), None)
    return item or (_noted(heard, part, known) if part.is_noted and heard.is_person else None)


def _commands(before: str, lang: str) -> bool:
    """ "Add a note: ...": what follows is what to write, not what is so."""
    return before.split(" ", 1)[0] in extract.tongue(lang).verbs


def _by_frame(heard: Heard, part: Part, known: Phrases) -> Item | None:
    for frame in known.frames:
        found = compiled(frame.pattern).match(part.clause.plain)
        item = _framed(heard, part, found, frame, known) if found else None
        if item and heard.is_person:
            return item
        if item and frame.kind in ("fact", "definition") and frame.subject != "user" and not part.is_noted:
            return item._replace(confidence="low")
    return None


def _led(clause: Clause, known: Phrases) -> Part:
    is_noted = is_clause = is_moment = False
    while True:
        recalls = compiled(known.recall).match(clause.plain)
        found = recalls or compiled(known.lead).match(clause.plain)
        if not found or not found.end():
            found = compiled(known.moment).match(clause.plain)
            if not found:
                return Part(clause, is_noted, is_clause, is_moment)
            is_moment = True
        is_noted = is_noted or bool(recalls)
        is_clause = is_clause or bool(recalls and THAT.search(recalls[0]))
        clause = clause.cut(found.end())
        clause = clause.cut(len(clause.raw) - len(clause.raw.lstrip(" ,，")))


def _framed(heard: Heard, part: Part, found: re.Match[str], frame: Frame, known: Phrases) -> Item | None:
    """What a frame holds, if it is something that can be kept."""
    clause, start = part.clause, found.start("o")
    over = compiled(known.ends).search(clause.plain[start : found.end("o")])
    whole = _closed(clause.cut(0, start + over.start() if over else found.end()))
    thing = _closed(clause.cut(start, start + over.start() if over else found.end("o")))
    place = compiled(rf"[\s,，]*(?<![a-z]){known.here}$").search(thing.plain)
    thing = thing.cut(0, place.start()) if place else thing
    subject = clause.raw[found.start("s") : found.end("s")].strip(" \"'`") if found.groupdict().get("s") else ""
    rest = clause.plain[start + over.start() if over else found.end() :]
    if BUT.match(rest) and not part.is_noted:
        return None
    if not thing.raw or GONE in whole.raw or not subjects.fits(frame, thing) or not _stands_alone(heard, frame, subject, thing, known):
        return None
    if (
        frame.predicate == "uses"
        and compiled(extract.tongue(heard.lang).indefinite).match(thing.plain)
        and not subjects.is_name(
            thing.plain if heard.lang == "de" else thing.raw  # where every noun has a capital, it names nothing
        )
    ):
        return None  # "we use a loop to ...": that is how the code goes
    is_here = part.is_here or bool(place) or bool(compiled(known.here).match(clause.plain))
    is_answer = frame.predicate in ("prefers", "dislikes") and heard.is_asked and not part.is_noted
    is_lasting = not (part.is_moment or is_answer or compiled(known.moment).search(whole.plain))
    level: Level = "high" if part.is_noted or frame.is_sure or is_here else "medium"
    level = level if is_lasting else "medium" if part.is_noted else "low"
    is_mine = bool(found.groupdict().get("mine"))
    said = thing.raw.strip("`\"' ")
    triple = ("user", subject, said) if is_mine else (subject if frame.subject == "thing" else frame.subject, frame.predicate, said)
    return _item(heard, frame.kind, whole.raw, subjects.named(frame, subject, thing, found.groupdict()), level, triple, is_lasting)


def _stands_alone(heard: Heard, frame: Frame, subject: str, thing: Clause, known: Phrases) -> bool:
    """Does it say something to one who was not there? Not of the bug, the order, the second one."""
    if compiled(known.vague).match(thing.plain) or POINTS.search(thing.plain) or TROUBLE.search(thing.plain):
        return False
    if frame.predicate in ("uses", "avoids", "is", "in") and compiled(rf"(?<!\w){known.you}").search(thing.plain):
        return False
    of = extract.plain(subject)
    if frame.subject == "thing" and (not of or compiled(rf"{known.passing}|{known.supposes}").search(of) or compiled(known.you).match(of)):
        return False
    is_choice = frame.predicate in ("prefers", "dislikes", "uses")
    return not (is_choice and compiled(extract.tongue(heard.lang).once).search(thing.plain))


def _noted(heard: Heard, noted: Part, known: Phrases) -> Item | None:
    """What is to be remembered, in no frame: a directive, or a fact as it was said."""
    part = _closed(noted.clause)
    few, many = NOTED
    length = len(part.plain) // 2 if heard.lang == "zh" else len(part.plain.split())
    if not few <= length <= many or compiled(rf"{known.vague}|{known.asks}|(?:last|the time|me)\b").match(part.plain) or GONE in part.raw:
        return None
    said = extract.find(f"{ALWAYS[heard.lang]} {part.raw.removeprefix('to ')}", heard.answer, heard.lang)
    if said:
        return _item(heard, "preference", said.text, key("project", "does", said.text), "high")
    if not noted.is_clause or compiled(rf"{known.you}|to\b").match(part.plain) or not about(part.raw):
        return None
    is_lasting = not compiled(known.moment).search(part.plain)
    level: Level = "high" if is_lasting else "medium"
    return _item(heard, "fact", part.raw, key("thing", "noted", part.raw), level, is_lasting=is_lasting)


def _item(
    heard: Heard,
    kind: KnowledgeKind,
    text: str,
    key: str,
    level: Level,
    triple: tuple[str, str, str] | None = None,
    is_lasting: bool = True,
) -> Item | None:
    flat = " ".join(text.split()).rstrip(" .,;:!。，；：！")
    if not flat or len(flat) > LONGEST:
        return None
    stop = "。" if heard.lang == "zh" else "."
    first = flat[:1] if SPELLED.match(flat.split(" ", 1)[0]) else flat[:1].upper()
    text = f"{first}{flat[1:]}{stop}"
    return Item(kind, text, key, level, is_lasting, heard.speaker, triple, heard.sentence.raw, heard.lang, heard.seq)


def _closed(part: Clause) -> Clause:
    return part.cut(0, len(part.raw.rstrip(" .!?…,;:。！？；，")))
