"""A conversation as sentences: who said each, in which language, after what. Messages in, sentences out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from habitus.learn import extract, pasted
from habitus.learn.clauses import Clause, compiled, own, sentences

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from habitus.learn.knowledge.items import Said
    from habitus.learn.knowledge.phrases import Phrases
    from habitus.types import Speaker

WIDE = 300
"""Characters of a sentence: a longer one is no statement but a text."""
EARLIER = 40
"""Messages back that a sentence may have been pasted from."""
ASKED = 200
"""Characters at the end of an answer in which its question stands."""
UNSURE = 1
"""Small words by which a language is not yet known."""
HAN = re.compile(r"[\u4e00-\u9fff]")
WORD = re.compile(r"(?<![\w/.-])[^\W\d_]+(?:'\w+)?(?![\w/-])")
PEOPLE = ("operator", "user")


@dataclass(frozen=True, slots=True)
class Heard:
    """A sentence, and who said it in which language: the likeliest first, for a short one may be in several."""

    sentence: Clause
    langs: tuple[str, ...]
    speaker: Speaker
    seq: int
    corrects: bool
    answer: str
    lang: str = ""
    """The one in which it is read."""

    @property
    def is_asked(self) -> bool:
        """The agent has just asked: what the person prefers then, they prefer here."""
        return "?" in self.answer[-ASKED:] or "？" in self.answer[-ASKED:]

    @property
    def is_person(self) -> bool:
        return self.speaker in PEOPLE


def sentences_of(messages: Sequence[Said], heard: Collection[Speaker]) -> Iterator[Heard]:
    """The sentences of those who are listened to, without what they quote and what they copied."""
    answer = ""
    for at, said in enumerate(messages):
        is_person = said.speaker in PEOPLE
        if said.speaker in heard and not said.is_call and len(said.text.split()) <= extract.TASK:
            # What was copied from a tool or from the agent is not the person's, whoever sent it on.
            others = [one.text for one in messages[max(0, at - EARLIER) : at] if one.speaker not in PEOPLE]
            whole = own(pasted.own(said.text, others) if is_person else said.text)
            langs = languages(whole.plain)
            corrects = bool(answer) and is_person and bool(compiled(phrases(langs[0]).corrects).match(whole.plain))
            for sentence in sentences(whole):
                if 0 < len(sentence.raw) <= WIDE:
                    yield Heard(sentence, langs, said.speaker, said.seq, corrects, answer)
        if not said.is_call and said.speaker != "tool":
            answer = said.text if said.speaker == "agent" else ""
        elif said.is_call:
            answer = answer or said.text


def languages(text: str) -> tuple[str, ...]:
    """The languages that a message may be in: the one whose small words are most frequent, or several where these are too few to tell."""
    if not text.isascii() and HAN.search(text):
        return ("zh",)
    tokens = WORD.findall(text)
    found = extract.votes(tokens)
    score = {lang: found.get(lang, 0) for lang in extract.LANGUAGES if lang != "zh"}
    best = max(score.values())
    return tuple(sorted((lang for lang in score if score[lang] == best or best <= UNSURE), key=lambda lang: -score[lang]))


@cache
def phrases(lang: str) -> Phrases:
    known: Phrases = import_module(f"habitus.learn.knowledge.phrases.{lang}").PHRASES
    return known
