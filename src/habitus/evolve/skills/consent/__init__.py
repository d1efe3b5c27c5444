"""Whether the user has agreed that a skill is kept: their words in, "save" or "skip" or nothing out. No I/O.

Bias: unclear is nothing. A save that is missed costs the person one more message; one that is imagined makes a skill that nobody asked
for. So a clause is read whole or not at all, quotations and pasted text are no words of theirs, and a condition, a doubt or a negation
anywhere in the sentence takes the consent away. Only what the *user* wrote may be handed in: never a tool's result, never a document.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from habitus.evolve.skills.consent.words import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable

Heard: TypeAlias = Literal["save", "skip"]
Mark: TypeAlias = Literal["save", "skip", "created"]
"""What a session remembers of it, in order: what was heard, and that a skill was made of it."""

LONGEST = 4_000
"""Characters that are read."""
TALK = 60
"""Words: of a longer message only the first sentence can be the answer; the rest is a task, or material."""

QUOTED = re.compile(r"\"[^\"\n]{0,400}\"|`[^`\n]{0,400}`|(?<!\w)'[^'\n]{1,200}'(?!\w)")
FENCED = re.compile(r"(?:```|~~~).*?(?:```|~~~|\Z)|<([a-z][\w-]{0,40})>.*?(?:</\1>|\Z)", re.DOTALL)
PASTED = re.compile(r"^[ \t]*(?:>|\||\$ |[+-]{3}|@@ |#{1,6} |\[?\d{4}-\d\d-\d\d|\w{1,20}: (?=\w+ as )|[-*] ).*$", re.MULTILINE)
SENTENCE = re.compile(r"((?:[^.!?;\n]|\.(?=[^\s.!?;]))+)([.!?;\n]*)")
CLAUSE = re.compile(r"\s*[,:()–—]+\s*| - ")
ASKS = "吗"
"""What makes a question of a Chinese sentence, with a mark behind it or without."""
STAND_IN = " \x1a "
"""For what was quoted: a sentence with it is about the words, not made of them."""
SIGNS = {"，": ",", "、": ",", "；": ";", "：": ":", "？": "?", "！": "!", "。": ".", "…": "."}
MARKS = dict.fromkeys("“”„‟«»「」『』＂", '"') | dict.fromkeys("’‘‛´ʼ＇", "'") | SIGNS | dict.fromkeys("¿¡", "\n")


UNSEEN = ("Mn", "Cf", "So")
"""Accents, invisible characters, pictures."""


class _Tongue(NamedTuple):
    """A row of words, ready to match: each takes a whole clause."""

    polite: re.Pattern[str]
    lead: re.Pattern[str]
    save: re.Pattern[str]
    asked: re.Pattern[str]
    yes: re.Pattern[str]
    skip: re.Pattern[str]
    declines: re.Pattern[str]
    hedge: re.Pattern[str]
    no: re.Pattern[str]


def heard(text: str, lang: str = "", *, was_offered: bool = False) -> Heard | None:
    """What one message of the user says. `was_offered`: the postscript stands directly before it, so a bare "yes" is an answer to it."""
    said = _own(text)
    parts = [(clauses, found[2]) for found in SENTENCE.finditer(said) if (clauses := _clauses(found[1]))]
    parts = parts if len(said.split()) <= TALK else parts[:1]
    tongues = [_tongue(one) for one in ((lang, "en") if lang in WORDS else WORDS)]
    telling = [(clauses, mark) for clauses, mark in parts if not any(_is_only_polite(clauses, tongue) for tongue in tongues)]
    is_answer = was_offered and len(telling) == 1
    found = {_sentence(clauses, mark, tongues, is_answer=is_answer) for clauses, mark in telling}
    return "skip" if "skip" in found else "save" if "save" in found else None


def allows(marks: Iterable[Mark]) -> bool:
    """May a skill be created now? The latest word wins, and one consent is for one skill."""
    return next(iter(list(marks)[::-1]), None) == "save"


def declined(marks: Iterable[Mark]) -> bool:
    """Has the user said "skip", and nothing else since? Then it is not offered again in this session."""
    said = [mark for mark in marks if mark != "created"]
    return said[-1:] == ["skip"]


# ── one sentence ──


def _sentence(clauses: list[str], mark: str, tongues: list[_Tongue], *, is_answer: bool) -> Heard | None:
    """Skip is looked for first, in every language: what somebody may have declined is not kept."""
    if "?" not in mark and any(_skips(clauses, tongue, is_answer=is_answer) for tongue in tongues):
        return "skip"
    return "save" if any(_saves(clauses, mark, tongue, is_answer=is_answer) for tongue in tongues) else None


def _skips(clauses: list[str], tongue: _Tongue, *, is_answer: bool) -> bool:
    """ "skip, and now the tests" and "no, skip" decline; "no, the port is 8080" speaks of something else."""
    said = [clause for clause in clauses if not tongue.lead.fullmatch(clause)]
    while len(said) > 1 and tongue.declines.fullmatch(said[0]) and not tongue.skip.fullmatch(said[0]):
        said = said[1:]
    return bool(said) and (tongue.declines if is_answer else tongue.skip).fullmatch(said[0]) is not None


def _is_only_polite(clauses: list[str], tongue: _Tongue) -> bool:
    return all(tongue.polite.fullmatch(clause) for clause in clauses)


def _saves(clauses: list[str], mark: str, tongue: _Tongue, *, is_answer: bool) -> bool:
    if clauses[-1].endswith(ASKS):
        clauses, mark = [*clauses[:-1], clauses[-1][:-1]], "?"
    whole = ", ".join(clauses)
    if tongue.hedge.search(whole) or tongue.no.search(whole):
        return False
    if is_answer and "?" not in mark and all(tongue.yes.fullmatch(clause) or tongue.lead.fullmatch(clause) for clause in clauses):
        return any(tongue.yes.fullmatch(clause) for clause in clauses) and tongue.yes.fullmatch(" ".join(clauses)) is not None
    wanted = tongue.asked if "?" in mark else tongue.save
    for clause in clauses:
        if wanted.fullmatch(clause):
            return True
        if not tongue.lead.fullmatch(clause):
            return False
    return False


# ── the words ──


@cache
def _tongue(lang: str) -> _Tongue:
    row = WORDS[lang]
    is_chinese = lang == "zh"
    gap = "" if is_chinese else " "
    mild = _some(f"{row.yes}|{row.ok}|{row.polite}|{row.lead}", gap)
    soft = _some(row.polite, gap)
    tail = rf"(?:{gap}(?:{row.polite}|{row.behind})(?:{gap}.+)?)?" if gap else rf"(?:(?:{row.polite}|{row.behind}).*)?"
    save = rf"(?:{row.save}){tail}"
    answers = rf"(?:{_words(row.yes, gap)}|(?:{row.it})|{_joined(row.yes, row.it, gap)})(?:{gap}(?:{soft}))?|(?:{row.ok})"
    skip = rf"(?:{_some(row.not_now + '|' + row.polite + '|' + row.ok, gap)}{gap})?(?:{row.skip})(?:{gap}{soft})?"
    passes = rf"(?:{row.not_now})(?:{gap}(?:{soft}))?"
    lead, asks = rf"(?:(?:{mild}){gap})?", rf"(?:(?:{mild}){gap})?(?:{row.ask})(?:(?:{soft}){gap})?"
    edge = r"(?<!\w)(?:%s)(?!\w)" if not is_chinese else "(?:%s)"
    return _Tongue(
        polite=re.compile(soft),
        lead=re.compile(mild),
        save=re.compile(rf"{lead}{save}|{asks}{save}"),
        asked=re.compile(rf"{asks}{save}"),
        yes=re.compile(rf"{answers}|(?:{soft}){gap}(?:{row.yes})"),
        skip=re.compile(skip),
        declines=re.compile(rf"{skip}|(?:{soft}{gap})?{passes}"),
        hedge=re.compile(edge % row.hedge + "|\x1a"),
        no=re.compile(edge % row.no),
    )


def _some(words: str, gap: str) -> str:
    return rf"(?:{words})(?:{gap}(?:{words})){{0,5}}"


def _words(words: str, gap: str) -> str:
    return rf"(?:{words})(?:{gap}(?:{words}))?"


def _joined(first: str, second: str, gap: str) -> str:
    return rf"(?:{first}){gap}(?:{second})"


# ── what the person says themselves ──


def _own(text: str) -> str:
    """Folded, without what is quoted or pasted. A message that is one quotation and nothing else is the answer, as it was offered."""
    said = _folded(text[:LONGEST])
    alone = re.fullmatch(r"[\s*_]*([\"'`*_])([^\"'`\n]{1,60})\1[\s.!*_]*", said)
    if alone:
        return alone[2]
    return PASTED.sub("\n", QUOTED.sub(STAND_IN, FENCED.sub("\n", said)))


def _folded(text: str) -> str:
    """Lower case, straight marks, no accents, nothing invisible, no pictures."""
    straight = "".join(MARKS.get(c, c) for c in text)
    parts = unicodedata.normalize("NFKD", straight.casefold())
    return "".join(c for c in parts if unicodedata.category(c) not in UNSEEN).replace("\r", "\n")


def _clauses(sentence: str) -> list[str]:
    """Its parts between commas, each with single spaces and without marks around it."""
    return [" ".join(clause.split()).strip("*_#\"'`-~ ") for clause in CLAUSE.split(sentence) if clause.strip("*_#\"'`-~ \t")]
