"""What to do next: an intent, what was learned and what is at hand in, `Plan` out.

The default for data is to ask for the data, never for a program that would make it; for a document the method that writes it; for an
analysis the insight. An action that has failed for this kind is not planned again while there is another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.adapt import strategies
from habitus.adapt.nouns import Plan

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from habitus.adapt.nouns import Intent, Strategy, Validation

METHODS = ("ai.process", "document.generate")
STYLES = {
    "data delivery": "Deliver the result itself, complete, as {form}. Do not write a program that would compute it.",
    "document": "Create the document as a {form} file with all of its content in place.",
    "insight": "Analyse it and say what follows from it: findings with their evidence, not a description.",
    "code": "Write the code, complete and ready to run.",
    "text": "Write it in full.",
}
"""How a prompt asks, by the name that a strategy remembers."""
_STYLE = {
    "numbers": "data delivery",
    "list": "data delivery",
    "table": "data delivery",
    "data": "data delivery",
    "document": "document",
    "analysis": "insight",
    "code": "code",
}
_FORMS = {"raw_data": "plain values", "list": "a list", "prose": "prose", "code": "code"}


def plan(
    prompt: str, intent: Intent, known: Sequence[Strategy] = (), methods: Collection[str] = METHODS, last: Validation | None = None
) -> Plan:
    """`methods` are those at hand, as "method.action". `last` is what was wrong with the attempt before, if there was one."""
    used = strategies.best(known, intent)
    avoid = set(strategies.avoided(known, intent))
    options = [used.action] if used and used.action not in avoid else []
    options += [name for name in _defaults(intent, methods) if name not in avoid and name not in options]
    chosen = (options or _defaults(intent, methods))[0]
    called, _, style = chosen.partition(" with ")
    method, _, action = called.partition(".")
    because = f"it worked in {strategies.rate(used):.0%}" if used and chosen == used.action else "the usual way for this kind"
    return Plan(method=method, action=action, parameters={"aiPrompt": _asked(prompt, intent, style, known, last)}, because=because)


def name(plan: Plan, intent: Intent) -> str:
    """How a strategy remembers an action: "ai.process with data delivery prompt"."""
    asked = str(plan.parameters.get("aiPrompt", ""))
    style = next((style for style, line in STYLES.items() if asked.startswith(line.partition("{")[0].strip())), "own")
    return f"{plan.method}.{plan.action} with {style} prompt"


def _defaults(intent: Intent, methods: Collection[str]) -> list[str]:
    """The likeliest first; the rest so that there is always another way."""
    first = _STYLE.get(intent.data_type, "text")
    writes = [method for method in methods if method.startswith("document.")] if intent.data_type == "document" else []
    called = [*writes, *(method for method in methods if method not in writes and (not method.startswith("document.") or not writes))]
    return [f"{method} with {style} prompt" for style in (first, "text") for method in called] or ["ai.process with text prompt"]


def _asked(prompt: str, intent: Intent, style: str, known: Sequence[Strategy], last: Validation | None) -> str:
    line = STYLES.get(style.removesuffix(" prompt"), STYLES["text"]).format(form=_FORMS.get(intent.expected_format, intent.expected_format))
    lines = [line, "", prompt]
    if intent.criteria:
        lines += ["", "It will be checked for: " + "; ".join(criterion.quote for criterion in intent.criteria)]
    notes = [*(last.suggestions if last else ()), *strategies.lessons(known, intent)]
    if notes:
        lines += ["", "Learned before:", *[f"- {note}" for note in dict.fromkeys(notes)]]
    return "\n".join(lines)
