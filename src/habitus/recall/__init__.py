"""Lesson -> Guidance: the only place where learned text becomes prompt text. No I/O, no clock.

The rules with the best standing come first, oldest first: that part is the same from turn to turn, so the provider's prompt cache stays
warm. What only this turn calls for comes after it.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from habitus.recall.rank import relevance, standing
from habitus.types import Guidance

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from habitus.types import Example, Knowledge, Learning, Rule, Session

__all__ = ["Limits", "concerns", "fenced", "guide", "relevance", "spoken", "tokens"]

HEADING = {"en": "[LEARNED BEHAVIORAL RULES]", "es": "[REGLAS APRENDIDAS]"}
WRONG = {"en": "[WENT WRONG BEFORE]", "es": "[SALIÓ MAL ANTES]"}
KNOWN = {"en": "[KNOWN HERE]", "es": "[SE SABE AQUÍ]"}
HELPED = {"en": "[HELPED BEFORE]", "es": "[AYUDÓ ANTES]"}
PAIRS = {"en": "[EXAMPLES]", "es": "[EJEMPLOS]"}
NOT = {"en": "not", "es": "no"}
SPOKEN = ("operator", "user")
"""Whose words may direct the model. What a tool or a document said is never a directive."""

LASTING = 0.6
"""The share of the budget for rules that stay from turn to turn, where not all of them fit."""

TOUCHED = 0.2
"""Relevance from which a rule is called for by this turn."""

LEAST = 5
"""Tokens that the shortest rule takes: with less there is no need to look further."""

WIDE = re.compile(r"[\u2e80-\U0010ffff]")
"""Signs that make a token of their own."""

SHOWN = 300
"""Characters of an example's side: enough to show a way of working, too few to fill the prompt with old work."""


Said: TypeAlias = tuple[int, list[str]]
"""The lines of a rule, and what they cost."""


class Limits(NamedTuple):
    tokens: int = 600
    rules: int = 40
    examples: int = 3


def guide(
    rules: Sequence[Rule],
    session: Session,
    *,
    now: datetime,
    user: str = "",
    lang: str = "en",
    limits: Limits = Limits(),  # noqa: B008 - immutable
    relevance: Mapping[str, float] | None = None,
    examples: Sequence[Example] = (),
    facts: Sequence[Knowledge] = (),
    solutions: Sequence[Learning] = (),
) -> Guidance:
    """What to say in this turn, within the budget. `user`: whose session it is; `relevance`: how far the lessons are about it, 0 to 1."""
    about = relevance or {}
    page, no = _Page(limits.tokens), _in(NOT, lang)
    mine = _once([rule for rule in rules if concerns(rule, session, user)])
    worth = {rule.id: standing(rule, now) for rule in mine}
    said = {rule.id: _said(rule.rule_type, rule.text, rule.skill_poison, no) for rule in mine}
    mine.sort(key=lambda rule: (worth[rule.id], rule.id), reverse=True)
    heading = tokens(_in(HEADING, lang))
    if len(mine) <= limits.rules and heading + sum(price for price, _ in said.values()) <= limits.tokens:
        lasting = page.fitting(mine, said, limits.rules, share=1.0, heading=heading)
    else:
        lasting = page.fitting(mine, said, math.ceil(limits.rules * LASTING), share=LASTING, heading=heading)
    stay = {rule.id for rule in lasting}
    called = [rule for rule in mine if about.get(rule.id, 0.0) >= TOUCHED and rule.id not in stay]
    called.sort(key=lambda rule: about[rule.id] + worth[rule.id], reverse=True)
    now_too = page.fitting(called, said, limits.rules - len(lasting), share=1.0, heading=0 if lasting else heading)
    chosen = sorted(lasting, key=lambda rule: (rule.created_at, rule.id)) + now_too
    lines = [line for rule in chosen for line in said[rule.id][1]]
    known, told = _context(facts, solutions, page, lang)
    wrong, pairs, used = _examples(chosen, examples, page, limits.examples, lang)
    used = told + used
    text = "\n".join([_in(HEADING, lang), *lines] if lines else [])
    return Guidance(
        text="\n\n".join(filter(None, (text, *known, wrong))),
        lessons=tuple(rule.id for rule in chosen),
        tokens=limits.tokens - page.left if chosen or used else 0,
        examples=pairs,
        used=used,
        known=told,
    )


def _once(rules: Sequence[Rule]) -> list[Rule]:
    """The same words of the project and of everywhere are told once, as the project's."""
    found: dict[str, Rule] = {}
    for rule in sorted(rules, key=lambda rule: rule.scope.level != "project"):
        found.setdefault(rule.text, rule)
    return list(found.values())


def concerns(rule: Rule, session: Session, user: str = "") -> bool:
    if rule.state != "active" or rule.origin.speaker not in SPOKEN:
        return False
    if rule.scope.level == "project":
        return session.workspace == rule.scope.name or session.workspace.startswith(f"{rule.scope.name}/")
    return rule.scope.name == {"agent": session.agent, "user": user}.get(rule.scope.level, "")


def spoken(guidance: Guidance, lang: str = "en") -> str:
    """All of it as text, for a host that takes no conversation: the pairs are spelled out."""
    pairs = [line for pair in guidance.examples for line in _spelled(*pair)]
    return "\n\n".join(filter(None, (guidance.text, "\n".join([_in(PAIRS, lang), *pairs]) if pairs else "")))


def _spelled(asked: str, answered: str) -> tuple[str, str]:
    return f"• {asked}", f"  → {answered}"


def tokens(text: str) -> int:
    """An estimate that errs on the large side: about 3.5 characters a token, a whole one for each Chinese sign, and one for the line."""
    wide = 0 if text.isascii() else len(WIDE.findall(text))
    return wide + math.ceil((len(text) - wide) / 3.5) + 1


class _Page:
    """What is left of the budget."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.left = budget

    def fitting(self, rules: Sequence[Rule], said: Mapping[str, Said], most: int, *, share: float, heading: int) -> list[Rule]:
        """As many as fit under a heading of that price, best first; a long one that does not fit leaves room for shorter ones behind it."""
        floor = self.budget * (1 - share)
        chosen: list[Rule] = []
        for rule in rules:
            if len(chosen) >= most or self.left - floor < LEAST:
                break
            price = said[rule.id][0] + (0 if chosen else heading)
            if self.left - price >= floor:
                self.left -= price
                chosen.append(rule)
        return chosen

    def pays(self, *texts: str) -> bool:
        price = sum(map(tokens, texts))
        if price > self.left:
            return False
        self.left -= price
        return True


@lru_cache(maxsize=1024)
def _said(kind: str, text: str, poison: str, no: str) -> Said:
    """Remembered: the same rules are weighed at every turn."""
    said = [f"• [{kind}] {fenced(text)}"]
    if poison:
        said.append(f"  ✗ {no}: “{fenced(poison)[:SHOWN]}”")
    return sum(map(tokens, said)), said


def _examples(
    chosen: Sequence[Rule], examples: Sequence[Example], page: _Page, most: int, lang: str
) -> tuple[str, tuple[tuple[str, str], ...], tuple[str, ...]]:
    """Few-shots of the rules first, then tasks of the past: what went well as pairs, what did not as a warning. Most used first. A pair
    costs what it takes where it is spelled out."""
    pairs: list[tuple[str, str]] = []
    wrong: list[str] = []
    used: list[str] = []
    for rule in chosen:
        if rule.fewshot_user and rule.fewshot_assistant and len(pairs) < most:
            pair = (_shown(rule.fewshot_user), _shown(rule.fewshot_assistant))
            if page.pays(*_spelled(*pair), *([] if pairs else [_in(PAIRS, lang)])):
                pairs.append(pair)
    for example in examples:
        asked, did = _shown(example.request), _shown(example.calls)
        if example.outcome == "positive" and len(pairs) < most:
            if page.pays(*_spelled(asked, did), *([] if pairs else [_in(PAIRS, lang)])):
                pairs.append((asked, did))
                used.append(example.id)
        elif example.outcome == "negative" and len(wrong) < most:
            line = f"• “{asked}” ✗ “{did}”"
            if page.pays(line, "" if wrong else _in(WRONG, lang)):
                wrong.append(line)
                used.append(example.id)
    return "\n".join([_in(WRONG, lang), *wrong] if wrong else []), tuple(pairs), tuple(used)


def _context(facts: Sequence[Knowledge], solutions: Sequence[Learning], page: _Page, lang: str) -> tuple[list[str], tuple[str, ...]]:
    """What is known, in layers: what people said of this project, what helped against errors. Told as data, with who said it."""
    blocks: list[str] = []
    used: list[str] = []
    spoken = [(one.id, f"• {_shown(one.text)} ({one.origin.speaker})") for one in facts]
    mended = [(one.id, f"• {_shown(one.tool)}: “{_shown(one.pattern)}” → {_shown(one.text)}") for one in solutions]
    for heading, entries in ((_in(KNOWN, lang), spoken), (_in(HELPED, lang), mended)):
        lines: list[str] = []
        for id, line in entries:
            if page.pays(line, "" if lines else heading):
                lines.append(line)
                used.append(id)
        blocks.append("\n".join([heading, *lines]) if lines else "")
    return blocks, tuple(used)


def _in(words: Mapping[str, str], lang: str) -> str:
    return words.get(lang, words["en"])


def _shown(text: str) -> str:
    flat = fenced(text)
    return flat if len(flat) <= SHOWN else flat[: SHOWN - 1] + "…"


def fenced(text: str) -> str:
    """One line, no headings of ours inside: a rule's text cannot pretend to be another block."""
    if text.isascii() and text.isprintable() and "[" not in text and "]" not in text and "  " not in text:
        return text.strip()
    return " ".join("".join(c if c.isprintable() else " " for c in text).split()).translate(FENCE)


FENCE = str.maketrans("[]［］【】〔〕", "()()()()")
"""Brackets that could open a block, of any width."""
