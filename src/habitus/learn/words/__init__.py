"""What the extractor knows of each language: one file each, written without accents and in lower case, as people type."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.types import RuleType

Weight: TypeAlias = Literal["habit", "act", "task"]
"""habit: asked for once, wanted always ("use pnpm"). act: what an agent does all day; forbidding it is a lasting rule ("don't push").
task: a rule only where the words say that it lasts ("always add tests")."""

Kind: TypeAlias = str
"""`do`, `dont`: a verb follows. `contrast`: the right thing is `x`, the wrong one `y`. `keep`: the words are an imperative already.
Anything else is how it is written, `{x}` being group 1."""


class Verb(NamedTuple):
    do: str
    """As a command, as it is written: with accents."""
    dont: str
    """As a prohibition, whole: "do not use", "no uses"."""
    weight: Weight


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    small: frozenset[str]
    """Words by which the language is recognised."""
    lead: str
    """What may stand before a directive and says nothing."""
    told: str
    """What stands before a directive and says that it was said before, or from now on."""
    frames: tuple[tuple[str, Kind], ...]
    """How a directive is wrapped, strongest first, and what becomes of it."""
    sure: tuple[str, ...]
    """Of what is written, what always lasts: "we use", "I prefer"."""
    stated: tuple[str, ...] = ()
    """Of what is written, what nobody asks for with a question: "no npm?"."""
    kinds: Mapping[str, RuleType]
    """Of what is written, what says of which kind the rule is."""
    verbs: Mapping[str, Verb]
    """Every form of a verb that a frame may be followed by."""
    bare: frozenset[str]
    """Forms that are commands when a clause begins with them."""
    alone: frozenset[str] = frozenset()
    """Forms that need no object: "don't guess"."""
    negation: str
    """Before a bare verb: "don't"."""
    adverb: str
    """Before a bare verb, and it lasts: always, never."""
    lasting: str
    """Anywhere in a clause: what makes it a habit."""
    once: str
    """Anywhere in a clause: what makes it a matter of this moment."""
    deictic: str
    """An object that only the conversation can name."""
    definite: str
    """How an object that is one certain thing begins. A figure is one, whole, and so is what is only told by its figure: "port 8080"."""
    indefinite: str
    rites: str
    """What is done again with every piece of work: tests, changelog, linter."""
    trigger: str
    """How a clause that says when begins."""
    place: str
    """Where it holds, before the verb: "in reports"."""
    condition: str
    """How a clause begins that sets a condition, the agent's own or the product's."""
    contrast: str
    """How a clause that goes on with what not to do begins."""
    limits: str
    """How a clause or a sentence begins that narrows the directive before it: "but only in tests", "hotfixes are fine"."""
    passing: str
    """How a clause begins that makes what stands beside it a matter of this moment: "just this once", "for this PR"."""
    foreign: str
    """Before a colon: what follows is a text, an error or a requirement of the product, and not what the agent is told."""
    trailing: str
    here: str
    everywhere: str
    speech: str
    """Words about how the agent talks: a matter of the person, not of the project."""
    refuses: str
    """An agent saying that it cannot."""
    swap: str = "use {x}, not {y}"
    swap_lead: str = r"(?:it'?s|it is|it should be|that should be)(?: called| named)? "
    swap_not: str = r"(?:and )?not|instead of|rather than"
    but_lead: str = "not"
    but: str = "but|rather"
    """The same the other way round: "not npm but pnpm"."""
    aside: str = r"(?!x)x"
    """A verb of speaking with whom or what it is about: "reply to Ana", "talk about prices". How to speak lasts, and that does not."""
    works: str = r"(?!x)x"
    """What an agent makes over and over, by its kind: "commits", "dates". What is said of a kind holds for the next of it too."""
    gap: str = " "
    name: str = r"[\w./@-]+(?: [\w./@-]+)?"
    avoid: str = "avoid"
    """The verb that forbids without a negation."""
    always: tuple[str, ...] = ("always",)
    """Of the adverbs, those that say yes."""
    spells: bool = False
    """A command is written out anew ("don't" becomes "do not"), not kept as it was said."""
    anew: str = r"(?!x)x"
    """The word that joins two directives, before a word that can only begin one."""
    joins: str = r"(?!x)x"
    """The end of a clause that goes on after its comma."""
    after_no: frozenset[str] = frozenset()
    """Forms that are commands only after a negation."""
    after_told: frozenset[str] = frozenset()
    """Forms that are commands only when "I told you that" stands before them."""
    stop: str = "."
    comma: str = ", "
    space: str = " "
    tail: frozenset[str] = frozenset()
    """Words that begin a complaint, or stand for something said before: no name begins with one."""


def weighed(habit: str, act: str, task: str) -> dict[str, Weight]:
    """Three lines of verbs, by how much a command with them lasts."""
    lines: tuple[tuple[str, Weight], ...] = ((habit, "habit"), (act, "act"), (task, "task"))
    return {verb: weight for verbs, weight in lines for verb in verbs.split()}


def anywhere(words: str) -> str:
    """A pattern for whole words."""
    return rf"(?<!\w)(?:{words})(?!\w)"


def bare_of(forms: list[str]) -> frozenset[str]:
    """Forms as they are matched: without accents."""
    return frozenset(form if form.isascii() else _bare(form) for form in forms)


def _bare(form: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", form) if not unicodedata.combining(c))
