"""From words to a check: a rule that names an action becomes a condition on the call, in the language of declared rules. No I/O, no clock.

Bias: a wrong check is worse than none. A sentence is taken only where every word of it is understood; a limit that no call shows ("for data
processing", "in the frontend", "unless it is urgent") leaves the rule to be told, and not checked.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from habitus.learn.checks.forms import Asks
    from habitus.types import Rule

LONGEST = 400
"""A rule is a sentence or two. What is longer is an essay, with limits somewhere."""

SENTENCE = re.compile(r"(?<=[.!?;。！？；])\s+|(?<=[。！？；])|\n+")
LIMITS = re.compile(
    r"\b(?:except|exception|unless|only|but|however|otherwise|fine|ok|okay|allowed|can|may|if|when|where|salvo|excepto|excepción|solo|sólo|pero|si"
    r"|cuando|puedes|vale|sauf|seulement|mais|außer|nur|aber|wenn|darfst|tranne|solo|ma|mas|se|quando|pode)\b|除非|但|如果|除了|可以|只",
    re.IGNORECASE,
)
"""Words with which a sentence that is not understood may take back a part of one that is."""


def compiled(rule: Rule) -> dict[str, Any] | None:
    """`trigger`, `when` and `condition` as a declared rule has them. None: the rule names nothing that a call can be held to, or not
    plainly."""
    if len(rule.text) > LONGEST or rule.text.rstrip().endswith(("?", "？")):
        return None
    from habitus.learn.checks import forms, words  # the tables are made when the first rule is learned, not in every process

    sentences = [sentence for sentence in SENTENCE.split(rule.text) if sentence.strip()]
    read = [words.read(sentence) for sentence in sentences]
    found: list[Asks] = []
    at = 0
    while at < len(read):
        # "Do not use npm. Use pnpm." is one rule in two sentences.
        both = forms.asks([*read[at], words.COMMA, *read[at + 1]]) if at + 1 < len(read) else None
        one = both or forms.asks(read[at])
        if one is None and LIMITS.search(sentences[at]):
            return None
        found += [one] if one else []
        at += 2 if both else 1
    if any(forms.forbids(one, others) for one in found for others in read):
        return None
    return _joined(found) if found else None


def _joined(found: list[Asks]) -> dict[str, Any]:
    """Several sentences as one check, where each of their conditions says for itself which call it means; else the first."""
    first = found[0]
    rest = [one for one in found[1:] if one.condition != first.condition]
    if not rest or any(not one.condition or one.when != "pre_tool" or one.triggers == ("edit",) for one in found):
        return {"trigger": list(first.triggers), "when": first.when, "condition": first.condition}
    triggers = dict.fromkeys(trigger for one in found for trigger in one.triggers)
    return {"trigger": list(triggers), "when": "pre_tool", "condition": {"any": [first.condition, *(one.condition for one in rest)]}}
