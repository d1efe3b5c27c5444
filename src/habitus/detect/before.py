"""What the agent said and did before, as it bears on the cues in the answer to it.

It only moves weights: a message says what it says without it, and an agent's turn that nobody kept must not change the answer much.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from habitus.detect import language as tongue
from habitus.detect import spoken
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.detect.evidence import Hit

CLOSING = 400
"""Characters of the agent's turn in which its last question is looked for."""

CONFIRMS = (
    r"\b(?:confirm\w*|is (?:that|this|it|everything|all) (?:correct|right|ok|okay)|(?:details|everything|all) correct"
    r"|(?:just )?to (?:verify|be sure|make sure)|please verify|are you sure|correct\?|right\?"
    r"|(?:^|[.!?] )(?:(?:ok|okay|alright|so|sure|great)[,.]? )?(?:you(?: would|'d)? (?:want|like)|you're) "
    r"|(?:^|[.!?] )(?:(?:ok|okay|alright|right)[,.] )?(?:so|entonces|also|alors|donc|entao|quindi|allora),? (?:that's|it's|i should|i'll"
    r"|son|es|seria|das (?:ist|sind|waren)|c'est|ce serait|sao|sono|sarebbe) |(?:anything|something) (?:is |was )?(?:wrong|incorrect|off)"
    r"|es correcto|correcto\?|verdad\?|cert[oa]\?|correto\?|e isso\?|c'est bien|c'est correct|bestatig\w*|stimmt das|richtig\?"
    r"|conferm\w*|giusto\?)|确认|对吗|是吗"
)
OFFERS = (
    r"(?:want me to|shall i|should i|would you (?:like|prefer)|do you want|your call|which (?:one|would|way|do)|or leave|let me know|prefer"
    r"|how about|what about"
    r"|quieres que|te gustaria|prefieres|quer que|voulez-vous|veux-tu|soll ich|mochtest du|willst du|vuoi che|preferisci"
    r"|要我|需要我)[^\n]*$"
)
REFUSES = (
    r"\b(?:i (?:can't|cannot|can not|am unable|am not able|don't have (?:access|the ability))|i'm (?:unable|not able)|unable to|no puedo"
    r"|nao (?:posso|consigo)|je ne peux pas|ich kann (?:\w+ )*nicht|non posso)|我(?:不能|无法)"
)
SURE = 0.35
"""An opening "no" or "actually" after a request to confirm is hardly ever anything else than a correction."""
OFFERED = 0.45
"""What is left of an opening "no" or an "undo that" after "want me to …?": it answers."""
NAMED = 0.35
"""What is turned down was named by the agent."""
NEAR = 30
"""Characters behind a cue in which the thing stands that is turned down."""
SMALL = wordset(
    "the that this these those with from your have been they them then than into about there here what when where which would could should "
    "just only also instead like want need know para como esta este esto sobre porque avec pour dans nicht eine einen della sono"
)
WORD = re.compile(r"[\w./-]{4,}")
NAME = re.compile(r"(?<![\w./+-])[a-z0-9][a-z0-9+-]{1,2}(?![\w/+-]|\.\w)", re.ASCII)
"""Of a word this short a part is in nearly any text: it must stand there whole, and not be one that everybody says."""
COMMON = wordset(
    "add run put set get let try new old one two own way see say ask too off yet etc bug app log him his her our fix end day may top big"
    " few lot got"
)


def weighed(hits: list[Hit], said: str, previous: str) -> list[Hit]:
    """The hits with their weights moved by what the agent said before."""
    if not previous or not any(hit.cue.at_head or hit.cue.turns_down or hit.cue.kind == "refusal" for hit in hits):
        return hits
    folded = spoken.fold(spoken.readable(previous))
    confirms, offers, refuses = _patterns()
    closing = folded[-CLOSING:].rstrip()
    asked_to_confirm = bool(confirms.search(closing))
    offered = not asked_to_confirm and bool(offers.search(closing[-200:]))
    moved = []
    for hit in hits:
        weight = hit.weight
        if hit.cue.at_head:
            weight = _more(weight, SURE) if asked_to_confirm else weight * OFFERED if offered else weight
        elif hit.cue.kind == "refusal":
            weight = _more(weight, NAMED) if refuses.search(folded) else weight
        elif hit.cue.turns_down and offered:
            weight *= OFFERED
        elif hit.cue.turns_down and _names(said[hit.begin : hit.end + NEAR], folded):
            weight = _more(weight, NAMED)
        moved.append(hit._replace(weight=weight))
    return moved


def _more(weight: float, by: float) -> float:
    return 1 - (1 - weight) * (1 - by)


def _names(words: str, folded: str) -> bool:
    """One of the words in or behind a cue is the agent's too: it is what the person turns down."""
    if any(word in folded for word in WORD.findall(words) if word not in SMALL and not word.startswith(spoken.STAND_IN * 4)):
        return True
    names = [name for name in NAME.findall(words) if name not in COMMON and not tongue.is_small(name)]
    return any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", folded) for name in names)


@cache
def _patterns() -> Sequence[Any]:
    return tuple(re.compile(pattern) for pattern in (CONFIRMS, OFFERS, REFUSES))
