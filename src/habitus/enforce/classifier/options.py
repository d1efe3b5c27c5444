"""Every option of the classifier, its default and the reason for it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from habitus.enforce.classifier.reader import Reader
from habitus.enforce.classifier.words import APPROACHES, COMPLEXITY, RISKS, Term

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.enforce.conditions import Faults, Place

Frequency: TypeAlias = Literal["every_turn", "first_turn", "every_n_turns", "on_new_message", "manual"]

LONGEST_WAIT = 600
"""Seconds. A person sits before every one of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What the model is shown besides the message."""

    tool_inventory: bool = True
    session_state: bool = True
    workspace_info: bool = True
    recent_history: bool = True
    history_depth: int = 8
    """Four exchanges: what "it" and "the other one" refer to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    on: bool = False
    """`classify_turns`: a turn then costs one more model call, so somebody has to want it."""
    frequency: Frequency = "every_turn"
    frequency_n: int = 3
    skip_followups: bool = True
    """A yes goes on with what was classified before it."""
    timeout: float = 15.0
    """Seconds that the turn waits. A small model needs two; past this, advice comes too late to be worth it."""
    complexity_levels: tuple[Term, ...] = COMPLEXITY
    approaches: tuple[Term, ...] = APPROACHES
    risk_levels: tuple[Term, ...] = RISKS
    """From the least to the greatest."""
    max_directives: int = 5
    """The longer the list, the less of it a model follows."""
    context: Context = Context()
    system_prompt: str = ""
    """Stands in for the upper part of classifier.md. The lower part always holds: without it no answer would fit."""
    directive_prefix: str = "[BEHAVIOR DIRECTIVES] This turn looks {complexity}, its risk {risk}. Way to go: {approach_label}."
    high_risk_warning: str = "Risk is {risk}: before anything that cannot be undone, say what will change and wait for the user's yes."
    high_risk_threshold: str = "medium"
    directive_footer: str = "This is advice for this turn: the user's words and the rules come before it."


def read(block: Mapping[str, Any], place: Place, faults: Faults) -> Options:
    """A behaviour block → how its turns are classified."""
    usual = Options()
    given = Reader(block.get("classifier"), (*place, "classifier"), faults, {*_names(Options), "brain"} - {"on"})
    risks = given.terms("risk_levels", RISKS)
    levels = [term.name for term in risks]
    # Where they have no word "medium": what stands in its place, just above the middle.
    threshold = usual.high_risk_threshold if usual.high_risk_threshold in levels else levels[len(levels) // 2]
    wait = f"a number of seconds above 0 and at most {LONGEST_WAIT}"
    return Options(
        on=Reader(block, place, faults).switch("classify_turns", usual.on),
        frequency=given.one_of("frequency", usual.frequency, get_args(Frequency)),
        frequency_n=given.whole("frequency_n", usual.frequency_n, least=1),
        skip_followups=given.switch("skip_followups", usual.skip_followups),
        timeout=given.number("timeout", usual.timeout, lambda value: 0 < value <= LONGEST_WAIT, wait),
        complexity_levels=given.terms("complexity_levels", COMPLEXITY),
        approaches=given.terms("approaches", APPROACHES),
        risk_levels=risks,
        max_directives=given.whole("max_directives", usual.max_directives, least=0),
        context=_context(given),
        system_prompt=given.text("system_prompt", usual.system_prompt),
        directive_prefix=given.template("directive_prefix", usual.directive_prefix),
        high_risk_warning=given.template("high_risk_warning", usual.high_risk_warning),
        high_risk_threshold=given.one_of("high_risk_threshold", threshold, levels),
        directive_footer=given.template("directive_footer", usual.directive_footer),
    )


def _context(classifier: Reader) -> Context:
    given = Reader(classifier.values.get("context"), (*classifier.place, "context"), classifier.faults, _names(Context))
    switches = {name: given.switch(name, True) for name in _names(Context) - {"history_depth"}}
    return Context(**switches, history_depth=given.whole("history_depth", Context().history_depth, least=0))


def _names(section: type[Any]) -> set[str]:
    return {one.name for one in fields(section)}
