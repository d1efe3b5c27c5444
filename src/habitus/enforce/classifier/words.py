"""The vocabularies: the words that the model may choose from."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    name: str
    label: str = ""
    when: str = ""
    behavior: str = ""
    """What the agent then does."""

    @property
    def title(self) -> str:
        return self.label or self.name.replace("_", " ")


COMPLEXITY = (
    Term(name="trivial", when="one obvious step"),
    Term(name="simple", when="a few steps in one place"),
    Term(name="moderate", when="several steps or files, and the way is clear"),
    Term(name="complex", when="many parts, or the way has to be found first"),
    Term(name="critical", when="a mistake would be costly or hard to find"),
)
APPROACHES = (
    Term(name="direct", label="do it directly", when="it is clear and small"),
    Term(name="explore_first", label="look around first", when="it depends on code or data that the agent has not seen"),
    Term(
        name="plan_and_confirm", label="plan, and have the plan confirmed", when="there is much to change, or a choice that is the user's"
    ),
    Term(name="delegate", label="hand out the parts", when="the parts do not need each other, or would fill the agent's context"),
    Term(name="research_first", label="look it up first", when="it depends on facts from outside, or newer than the agent's knowledge"),
)
RISKS = (
    Term(name="none", when="nothing is changed"),
    Term(name="low", when="what is changed is easily changed back"),
    Term(name="medium", when="others will notice, or undoing it takes work"),
    Term(name="high", when="lost data, production, money, secrets, or anything that cannot be undone"),
)


def key(word: str) -> str:
    """`Plan-and-confirm` is `plan_and_confirm`."""
    return re.sub(r"[\s_-]+", "_", word.strip().casefold())


def chosen(said: str, terms: tuple[Term, ...]) -> Term | None:
    wanted = key(said)
    return next((term for term in terms if key(term.name) == wanted), None)


def usual(terms: tuple[Term, ...], ours: tuple[Term, ...], name: str, place: int) -> Term:
    """What holds where the model says nothing that we know: in our vocabulary a word, in somebody's own a place."""
    is_ours = [term.name for term in terms] == [term.name for term in ours]
    return next(term for term in terms if term.name == name) if is_ours else terms[place]
