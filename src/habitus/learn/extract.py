"""The directive in a person's words: text in, an imperative out, or nothing. No model, no guess.

What is looked through: greetings, complaints, "I told you to", "you forgot to", "we use", "why can't you". What is left alone: quotations
and pasted text, questions, other people's words, and what concerns this moment only ("undo that", "the other button"): a rule outlives its
task. Bias: a wrong rule is worse than none, so what may be either is nothing. One file per language says by which words all this is known.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from habitus.learn import directive
from habitus.learn.clauses import GONE, Clause, compiled, lines, own, parts, plain, sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.learn.directive import Directive
    from habitus.learn.words import Words
    from habitus.types import RuleType

__all__ = ["LANGUAGES", "LONGEST", "Found", "find", "language", "plain", "tongue"]

LANGUAGES = ("en", "es", "pt", "fr", "de", "it", "zh")
LONGEST = 400
"""A rule is a sentence or two; a longer "rule" is a pasted text."""
WORDY = 150
"""Words; a message with more describes a task, and only what it insists on is more than that."""
TASK = 400
"""Words; a message with more is no correction."""
HEARD = 2
"""Small words that the detector's opinion of the language is worth."""

THIRD = re.compile(
    r"(?<!\w)(?:he|she|they|it|tool|client|boss|customer|docs?|readme|page|output|log|error|website|email|message|result|file|jefe|cliente"
    r"|pagina|correo|salida|chef|kunde|capo|chefe)"
    r" (?:says?|said|told|wants?|reads?|dice|dijo|disse|diz|dit|a dit|sagt|sagte|ha detto)(?!\w)"
    r"|(?<!\w)(?!who )\w+ (?:says|sagt)(?!\w)"
)
"""By the noun; and by the verb, where its form is nobody's but theirs."""
SOURCE = re.compile(
    r"https?://"
    r"|^(?:(?:from|see|per|quoting|according to|de|segun|ver|mira|selon|voir|d'apres|laut|siehe|von|aus|secondo|vedi|da|segundo|veja"
    r"|根据|见|来自) ?)?"
    r"(?:the |el |la |le |die |das |o |a )?[\w./-]+\.(?:md|mdx|txt|rst|adoc|html?|pdf|log)$"
    r"|^(?:user|human|assistant|system|ai|bot)$"
)
"""Before a colon, in any language: an address, a document, or who speaks in a conversation. "In setup.md:" is a place, and no source."""
COLON = re.compile(r"[:：](?=\s|$)")
HAN = re.compile(r"[\u4e00-\u9fff]")
WORD = re.compile(r"[^\W\d_]+(?:'\w+)?")
SPELLED = re.compile(r"[\d_/.`]")
HYPOTHETICAL = re.compile(
    r"(?<!\w)(?:what if|suppose|imagine|would it|should i|should we|shall i|y si|e se|et si|was ist wenn)(?!\w)|如果.*呢"
)


class Found(NamedTuple):
    """What a person's words ask for."""

    text: str
    lang: str
    is_insisted: bool
    """Said before, or for all time."""
    rule_type: RuleType | None = None
    """Where the words say of what kind it is."""


def find(said: str, answer: str = "", lang: str = "en") -> Found | None:
    """The lasting directives in a message, as sentences. `answer`: what the agent did; `lang`: what the message was heard in."""
    whole = own(said)
    length = len(said.split())
    if length > TASK:
        return None
    score = _score(whole.plain)
    for tried in dict.fromkeys((_likeliest(score, lang), _likeliest(score, ""))):
        words = tongue(tried)
        kept = _kept(whole, words, answer)
        found = _together([one for one in kept if one.insisted or length <= WORDY], tried)
        if found:
            return found
    return None


def _kept(whole: Clause, words: Words, answer: str) -> list[Directive]:
    """The directives of a message, up to a line that introduces something else."""
    kept: list[Directive] = []
    for line in lines(whole):
        before: list[Directive] = []
        for sentence in sentences(line):
            said = _theirs(sentence, words)
            before = _directives(said, words, answer) or _narrowed(before, said, words)
            kept += before
            if said.raw != sentence.raw:
                break  # the rest of the line is of the same hand
        if line.plain.endswith((":", "：")) and _theirs(line, words).raw != line.raw:
            break
    return kept


def _narrowed(before: list[Directive], sentence: Clause, words: Words) -> list[Directive]:
    """A sentence that takes back a part of the directive before it stays with it."""
    said = directive.trimmed(sentence, words)
    is_limit = before and not sentence.plain.endswith(("?", "？")) and compiled(words.limits).match(said.plain)
    return [before[-1]._replace(text=said.raw)] if is_limit else []


def _theirs(sentence: Clause, words: Words) -> Clause:
    """A sentence up to the colon behind which a text stands, an error or what the product must do."""
    colon = COLON.search(sentence.raw)
    if colon is None:
        return sentence
    lead = directive.led(sentence.cut(0, colon.start()), words)[0]
    is_foreign = SOURCE.search(lead.plain) or (compiled(words.foreign).search(lead.plain) and not _directives(lead, words, ""))
    return sentence.cut(0, colon.start()) if is_foreign else sentence


def _together(kept: list[Directive], lang: str) -> Found | None:
    words = tongue(lang)
    text = words.space.join(dict.fromkeys(_sentence(one.text, words) for one in kept))
    if not 0 < len(text) <= LONGEST:
        return None
    kinds = [one.rule_type for one in kept if one.rule_type]
    return Found(text, lang, any(one.insisted for one in kept), kinds[0] if kinds else None)


@cache
def tongue(lang: str) -> Words:
    """What is known of a language; of one that is not known, English."""
    found: Words = import_module(f"habitus.learn.words.{lang if lang in LANGUAGES else 'en'}").WORDS
    return found


def language(text: str, heard: str) -> str:
    """The language whose small words are most frequent; `heard` where that says nothing."""
    return _likeliest(_score(text), heard)


def _likeliest(score: dict[str, float], heard: str) -> str:
    return max(LANGUAGES, key=lambda lang: score.get(lang, 0) + (HEARD if lang == heard else 0))


def _score(text: str) -> dict[str, float]:
    if not text.isascii() and HAN.search(text):
        return {"zh": inf}
    return votes(WORD.findall(text))


def votes(words: list[str]) -> dict[str, float]:
    """For each language, how many of the words are small words of it."""
    found: dict[str, float] = {}
    known = _small()
    for word in words:
        for lang in known.get(word, ()):
            found[lang] = found.get(lang, 0) + 1
    return found


@cache
def _small() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for lang in LANGUAGES:
        for word in tongue(lang).small:
            found[word] = (*found.get(word, ()), lang)
    return found


def _directives(sentence: Clause, words: Words, answer: str) -> list[Directive]:
    """What one sentence asks for: nothing if it supposes, or tells what somebody else said."""
    if THIRD.search(sentence.plain) or HYPOTHETICAL.search(sentence.plain):
        return []
    whole = directive.contrasted(sentence, words, answer)
    if whole:
        return [whole]
    found: list[Directive] = []
    where, when, wrong, told, is_open, passes = "", "", "", False, False, False
    asks = sentence.plain.endswith(("?", "？")) and not compiled(words.trailing).search(
        sentence.plain.rstrip("?？ ")
    )  # ", ok?" asks nothing
    for part in _begun_anew(parts(sentence, words.joins), words):
        start, insists = directive.led(part, words)
        told = told or insists
        one = directive.read(start, words, told=told, asks=asks, when=bool(when))
        if one:
            is_instead = one.waits and bool(found) and found[-1].forbids and found[-1].lasts
            text = words.comma.join(filter(None, (where, when, one.text, wrong)))
            is_of_now = passes or (bool(found) and found[-1].is_passing and not one.insisted)
            found.append(one._replace(text=text, lasts=(one.lasts or is_instead) and not is_of_now))
            is_open, where, when, wrong = True, "", "", ""
        elif compiled(words.passing).match(part.plain):
            passes = True
            found[-1:] = [last._replace(lasts=False) for last in found[-1:] if is_open]
        elif is_open and _goes_on(part, words):
            last = found[-1]
            lasts = last.lasts or (last.waits and bool(compiled(words.trigger).match(part.plain)))
            lasts = lasts or (last.of_a_kind and directive.is_swap(part, words))
            lasts = lasts or (last.may_swap and directive.is_wrong(part, words, answer, may_act=True))
            lasts = lasts and (last.insisted or not compiled(words.once).search(part.plain))
            found[-1] = last._replace(text=f"{last.text}{words.comma}{directive.trimmed(part, words).raw}", lasts=lasts)
        elif directive.is_wrong(part, words, answer):
            wrong, is_open = directive.trimmed(part, words).raw, False
        elif compiled(words.trigger).match(start.plain) and not asks:
            when, is_open = start.raw, False
        elif compiled(words.limits).match(start.plain) and not asks:
            where, is_open = start.raw, False
        elif compiled(words.condition).match(start.plain):
            break  # what follows holds only if something of the product does
        else:
            is_open = False
    return [one for one in found if one.lasts and _is_sound(one.text)]


def _begun_anew(clauses: list[Clause], words: Words) -> Iterator[Clause]:
    """Two directives that are joined by "and" are two: "don't touch vendor/ and always run the linter". "Don't edit and never delete x" is
    one, for its verbs share what they are about."""
    for clause in clauses:
        begin = 0
        for found in compiled(words.anew).finditer(clause.plain):
            before = clause.plain[begin : found.start()].split()
            if before and before[-1] not in words.verbs:
                yield clause.cut(begin, found.start())
                begin = found.end()
        yield clause.cut(begin)


def _goes_on(part: Clause, words: Words) -> bool:
    """Does a clause belong to the directive before it: what not to do, when, or where?"""
    if part.plain.endswith("?"):
        return False
    if compiled(words.trigger).match(part.plain) or compiled(words.limits).match(part.plain.rstrip(" .!。！")):
        return True
    if not compiled(words.contrast).match(part.plain):
        return False
    second = part.plain.split(" ", 2)[1:2]
    return second == [] or second[0] not in words.tail


def _is_sound(text: str) -> bool:
    """Something is said, and nothing is left open."""
    is_whole = all(text.count(left) == text.count(right) for left, right in ("()", "[]", "{}")) and not text.count("`") % 2
    return (
        is_whole
        and GONE not in text
        and not text.count('"') % 2
        and "``" not in text
        and bool(compiled(r"\w").search(text))
        and not text.rstrip().endswith((":", ","))
    )


def _sentence(text: str, words: Words) -> str:
    flat = " ".join(text.split())
    flat = flat if flat.endswith(" .") else flat.rstrip(" .!,;:。！，；：")
    # A name keeps its spelling wherever it stands.
    first = flat[:1] if SPELLED.search(flat.split(" ", 1)[0]) else flat[:1].upper()
    return first + flat[1:] + ("" if flat.endswith(" .") else words.stop)
