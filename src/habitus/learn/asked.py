"""A rule from a model, where the person's own words did not say it plainly: what to ask, and whether to believe the answer. No I/O.

A model may find better words; it may not add a thing. Every name in its rule must have been said in the exchange, and every word that is
not an ordinary one is taken for a name. Bias: a good rule in rare words is lost sooner than an invented one is kept.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast, get_args

from habitus.learn import extract, rules
from habitus.learn.words import ordinary
from habitus.types import Question, RuleType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.types import Correction, Exchange, Rule

SURE = 0.6
"""A rule in a model's words is never more certain than that, until the person says it again."""
NAME = re.compile(r"`([^`\n]+)`|[\"“«「]([^\"”»」\n]+)[\"”»」]|([\w./@$-]*(?:[_/.@$\d]\w|[a-z][A-Z])[\w./@$-]*)")
LETTER = r"[^\W\d_\u3040-\u30ff\u4e00-\u9fff]"
"""Chinese is written without gaps: there, only what is spelled in letters can be told apart as a name."""
WORD = re.compile(rf"{LETTER}+(?:['’-]{LETTER}+)*")
ENDINGS = ("ations", "ation", "ments", "ment", "ingly", "ings", "ing", "edly", "ers", "er", "ed", "es", "ly", "s", "e", "y")
STEM = 3
"""Letters that a word must keep when its ending is taken off."""
KINDS: tuple[str, ...] = get_args(RuleType)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """The shape of the answer."""

    is_correction: bool = True
    clear: bool
    rule_type: str = ""
    """One of the five; empty: as it was heard."""
    rule: str = ""
    skill_poison: str = ""
    fewshot_assistant: str = ""


def question(correction: Correction) -> Question:
    exchange = correction.exchange
    return Question(
        instructions=(Path(__file__).parent / "ask_rule.md").read_text(encoding="utf-8"),
        material=f"The person asked: {exchange.request}\n\nThe agent: {exchange.answer}\n\nThe person then said: {exchange.correction}",
        purpose="rule from a correction",
        item=correction.id,
        max_tokens=400,
    )


def believed(answer: Draft, correction: Correction) -> Rule | None:
    """The model's rule if it stands up to the exchange. None: the correction stays unclear, or was none; `refusal` says which."""
    if refusal(answer, correction):
        return None
    kind = cast("RuleType", answer.rule_type.strip()) if answer.rule_type.strip() else None
    exchange = correction.exchange
    good = _flat(answer.fewshot_assistant)
    pair = (exchange.request, good) if good and exchange.request and not invented(good, exchange, correction.signal.lang) else (None, None)
    rule = rules.made(correction, _flat(answer.rule), rule_type=kind)
    return replace(
        rule,
        confidence=min(SURE, correction.signal.confidence),
        skill_poison=_poison(answer.skill_poison, exchange),
        fewshot_user=pair[0],
        fewshot_assistant=pair[1],
    )


def refusal(answer: Draft, correction: Correction) -> str:
    """Why an answer is not believed, for the ledger; empty if it is."""
    text = _flat(answer.rule)
    if not answer.is_correction:
        return "the model says that this was no correction"
    if answer.rule_type.strip() and answer.rule_type.strip() not in KINDS:
        return f"the model gave an unknown type of rule: {answer.rule_type.strip()[:40]!r}"
    if not answer.clear or not text:
        return "it cannot be known what the person wants instead"
    if len(text) > rules.LONGEST:
        return f"the model's rule is longer than {rules.LONGEST} characters"
    names = invented(text, correction.exchange, correction.signal.lang)
    return f"the model's rule names what nobody said: {', '.join(names[:5])}" if names else ""


def invented(text: str, exchange: Exchange, lang: str = "en") -> list[str]:
    """Names in a rule that nobody said: quoted, spelled like code, or any word that is neither ordinary nor in the exchange."""
    said = extract.plain(f"{exchange.request}\n{exchange.answer}\n{exchange.correction}")
    names = [name for found in NAME.finditer(text) if (name := next(filter(None, found.groups()), "").strip(".,;:"))]
    unsaid = [name for name in names if extract.plain(name) not in said]
    lang = extract.language(extract.plain(text), lang)
    known = _stems(said) | {_stem(word) for word in ordinary.of(lang)} | _spoken(lang)
    rest = NAME.sub(" ", text)
    return unsaid + [word for word in _words(rest) if not _is_known(extract.plain(word), known)]


def _words(text: str) -> Iterator[str]:
    return (found[0] for found in WORD.finditer(text))


def _is_known(word: str, known: set[str]) -> bool:
    return word in known or _stem(word) in known or all(_stem(part) in known for part in re.split(r"['-]", word) if part)


def _spoken(lang: str) -> set[str]:
    """What our own tables know: every form of a verb we conjugate."""
    words = extract.tongue(lang)
    return {*words.verbs, *words.small, *words.tail}


def _stems(said: str) -> set[str]:
    tokens = set(_words(said))
    return tokens | {_stem(token) for token in tokens} | {part for token in tokens for part in re.split(r"['-]", token)}


def _stem(word: str) -> str:
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= STEM:
            return word[: -len(ending)]
    return word


def _poison(phrase: str, exchange: Exchange) -> str | None:
    """A phrase that the agent really said, of a fitting length."""
    flat = _flat(phrase).strip("\"'`.,;: ")
    few, many = rules.POISON
    is_said = extract.plain(flat) in extract.plain(_flat(exchange.answer))
    return flat if flat and is_said and few <= len(flat.split()) <= many else None


def _flat(text: str) -> str:
    return " ".join(text.split())
