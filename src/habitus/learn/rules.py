"""Make a rule of a correction: the user's own words as an imperative, or nothing where they do not say what to do.

Never a guess: "eso está mal" names no way to do it right, so no rule comes of it. What the agent or a tool said is context, never the rule.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from habitus.learn import extract
from habitus.learn.clauses import compiled
from habitus.types import Correction, Origin, Rule, Scope

if TYPE_CHECKING:
    from habitus.learn.words import Words
    from habitus.types import Exchange, RuleType

LONGEST = extract.LONGEST
INSISTED = 0.75
"""What is left of the doubt when the person says that it was said before, or that it is for always."""
POISON = (3, 8)
"""Words of a phrase: fewer would be in many good answers too, more is never said again."""

OURS = re.compile(r"[\w.-]*/[\w./-]+|\b\w+\.\w{1,4}\b|\b\w+_\w+\b|\b[a-z]+[A-Z]\w*|`[^`]+`")
"""Names that belong to a project: paths, files, identifiers."""
WORK = re.compile(
    r"\b(?:commit|comment|comentari|kommentar|branch|docstring|pull request|changelog|readme|variable)|提交|分支|注释|变量|命名",
    re.IGNORECASE,
)
"""Texts that stay with a project: in which language is its business, however the person likes to be talked to."""
GOOD_ANSWER = re.compile(
    r"(?:should have (?:said|answered|written)|the (?:right|correct) answer (?:is|was)|(?:just )?(?:say|answer|reply)"
    r"|deber[ií]as haber (?:dicho|contestado|respondido)|la respuesta correcta es|responde|deveria ter dito|a resposta (?:certa"
    r"|correta) é|responda"
    r"|tu aurais dû (?:dire|répondre)|la bonne réponse est|réponds|du hättest .{0,20}sagen sollen|die richtige antwort ist|antworte"
    r"|avresti dovuto (?:dire|rispondere)|la risposta giusta è|rispondi|应该(?:说|回答)|正确答案是)"
    r"[\s:：,]*[\"“«「]([^\"”»」]{2,400})[\"”»」]",
    re.IGNORECASE,
)


def draft(correction: Correction) -> Rule | None:
    """The rule a correction states. None: it says that something was wrong and not what is right, or only what to do this once."""
    said = correction.exchange.correction
    found = extract.find(said, correction.exchange.answer, correction.signal.lang)
    if found is None:
        return None
    rule = made(correction, found.text, rule_type=found.rule_type, lang=found.lang)
    doubt = (1 - rule.confidence) * (INSISTED if found.is_insisted else 1)
    good = GOOD_ANSWER.search(said)
    pair = (correction.exchange.request, good[1].strip()) if good and correction.exchange.request else (None, None)
    poison = _poison(rule.rule_type, correction.exchange, extract.tongue(found.lang))
    return replace(rule, confidence=round(1 - doubt, 4), skill_poison=poison, fewshot_user=pair[0], fewshot_assistant=pair[1])


def made(correction: Correction, text: str, *, rule_type: RuleType | None = None, lang: str = "") -> Rule:
    """The rule with this text from that correction: where it holds, and where it came from."""
    kind = rule_type or correction.signal.rule_type
    return Rule(
        id=correction.id,
        rule_type=kind,
        text=text,
        lang=lang or correction.signal.lang,
        scope=_scope(correction, text, kind, extract.tongue(lang or correction.signal.lang)),
        origin=correction.origin,
        confidence=correction.signal.confidence,
        created_at=correction.at,
        source=correction.exchange,
    )


def identity(origin: Origin, said: str) -> str:
    """A UUID made of where a correction was said: the same history, read again, gives the same correction and the same rule."""
    digest = hashlib.sha256(f"{origin.session}\0{origin.event}\0{said}".encode()).hexdigest()
    return f"{digest[:8]}-{digest[8:12]}-8{digest[13:16]}-a{digest[17:20]}-{digest[20:32]}"


def reinforced(rule: Rule) -> Rule:
    """Said again: each time takes away half of the doubt."""
    return replace(rule, evidence_for=rule.evidence_for + 1, confidence=round(1 - (1 - rule.confidence) / 2, 4))


def _scope(correction: Correction, text: str, rule_type: RuleType, words: Words) -> Scope:
    """What names something of the project, or says "here", holds there; how to talk, and "always", hold everywhere."""
    said = extract.plain(correction.exchange.correction)
    project = Scope(level="project", name=correction.workspace)
    if not correction.workspace:
        return Scope()
    if compiled(words.here).search(said) or OURS.search(text):
        return project
    spoken = compiled(words.speech).search(extract.plain(text)) and not WORK.search(text)
    is_manner = rule_type == "preference" or spoken
    return Scope() if is_manner or compiled(words.everywhere).search(said) else project


def _poison(rule_type: RuleType, exchange: Exchange, words: Words) -> str | None:
    """The phrase of the bad answer that the correction is about: the refusal itself, or the claim that it takes up."""
    spoken = "\n".join(line for line in exchange.answer.splitlines() if not line.startswith("["))
    if rule_type == "refusal":
        found = compiled(words.refuses).search(spoken)
        return _phrase(found[0]) if found else None
    if rule_type != "hallucination":
        return None
    for name in OURS.findall(exchange.correction):
        for sentence in compiled(r"(?<=[.!?])\s+|\n+").split(spoken):
            if name.strip("`") in sentence:
                return _around(sentence, name.strip("`"))
    return None


def _phrase(text: str) -> str | None:
    words = text.split()
    return " ".join(words[: POISON[1]]).rstrip(".,;:!?") if len(words) >= POISON[0] else None


def _around(sentence: str, name: str) -> str | None:
    """The words up to the name, and a few after it."""
    words = sentence.split()
    place = next((n for n, word in enumerate(words) if name in word), 0)
    start = max(0, place - POISON[1] + POISON[0])
    return _phrase(" ".join(words[start : start + POISON[1]]))
