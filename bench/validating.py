"""`habitus validate` on recorded answers with verdicts (IFEval, English and Spanish), from the prompt and the answer alone; and what it costs.

An instruction of the data is matched by the name of its kind. `coverage` is the share of instructions that were read and could be
checked, `agreement` how often such a check says what the verifier said, `unasked` the share of reported criteria without an instruction of
their kind: an upper bound, because the data does not label everything that its prompts ask for.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from bench import data
from habitus.adapt import intent
from habitus.adapt.validate import validate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.adapt.nouns import Met, Validation

ALIKE: dict[str, tuple[str, ...]] = {
    "english_capital": ("all_uppercase", "response_language"),
    "spanish_capital": ("all_uppercase", "response_language"),
    "english_lowercase": ("all_lowercase", "response_language"),
    "spanish_lowercase": ("all_lowercase", "response_language"),
    "enie": ("words_with_letter",),
    "dieresis": ("words_with_letter",),
    "nth_paragraph_first_word": ("nth_paragraph_first_word", "number_paragraphs"),
    "frequency": ("frequency", "existence"),
    "existence": ("existence", "frequency"),
    "forbidden_words": ("forbidden_words", "frequency"),
}
"""The data's name for a kind, where it is not ours or spans two of ours."""
LANGUAGES = ("en", "es")


def _kinds(label: str) -> tuple[str, ...]:
    name = label.rpartition(":")[2]
    return ALIKE.get(name, (name,))


def _said(label: str, said: Validation) -> Met:
    """What all criteria of an instruction's kind say together."""
    found = [finding.met for criterion, finding in said.findings if criterion.kind in _kinds(label)]
    return None if not found or set(found) == {None} else False not in found


def counted(rows: Sequence[dict[str, Any]]) -> Counter[str]:
    seen: Counter[str] = Counter()
    for row in rows:
        said = validate(row["response"], intent.read(row["prompt"]))
        failed = not row["follow_all_strict"]
        seen.update({"rows": 1, "agree": said.ok != failed, "passed": not failed, "failed": failed})
        seen.update({"refused": not said.ok, "rightly": failed and not said.ok})
        known = {kind for label in row["instruction_ids"] for kind in _kinds(label)}
        seen.update({"criteria": len(said.findings), "unasked": sum(one.kind not in known for one, _ in said.findings)})
        for label, verdict in zip(row["instruction_ids"], row["follow_strict"], strict=True):
            if row["instruction_ids"].count(label) > 1:
                continue  # two of a kind cannot be told apart by name
            met = _said(label, said)
            seen.update({"asked": 1, "checked": met is not None, "right": met is not None and met == verdict})
    return seen


def figures(rows: Sequence[dict[str, Any]]) -> dict[str, float]:
    seen = counted(rows)
    found = {
        "answers_agreement": seen["agree"] / seen["rows"],
        "always_pass": seen["passed"] / seen["rows"],
        "failures_precision": seen["rightly"] / max(1, seen["refused"]),
        "failures_recall": seen["rightly"] / max(1, seen["failed"]),
        "unasked": seen["unasked"] / max(1, seen["criteria"]),
    }
    for lang in LANGUAGES:
        part = counted([row for row in rows if row["lang"] == lang])
        found[f"{lang}_agreement"] = part["right"] / max(1, part["checked"])
        found[f"{lang}_coverage"] = part["checked"] / max(1, part["asked"])
    return {name: round(value, 3) for name, value in found.items()}


def costs() -> dict[str, float]:
    prompt = (
        "Write a story of at least 300 words about the sea. Do not use commas, mention the words tide and moon, and end with 'The end.'"
    )
    content = "The sea was calm that night and nobody spoke of the tide. " * 40
    read = min(_timed(lambda: intent.read.__wrapped__(prompt)) for _ in range(20))
    wanted = intent.read(prompt)
    return {
        "read_ms": round(read * 1e3, 2),
        "validate_ms": round(min(_timed(lambda: validate(content, wanted)) for _ in range(20)) * 1e3, 2),
        "validate_1mb_s": round(_timed(lambda: validate(content * 430, wanted)), 2),
    }


def _timed(action: Any) -> float:
    begin = time.perf_counter()
    action()
    return time.perf_counter() - begin


def run() -> dict[str, Any]:
    found: dict[str, Any] = dict(costs())
    return found | (data.ABSENT if data.folder() is None else figures(data.rows("ifeval_responses")))


MARKS: dict[str, Any] = {
    "answers_agreement": ["min", 0.9],
    "en_agreement": ["min", 0.94],
    "es_agreement": ["min", 0.92],
    "en_coverage": ["min", 0.8],
    "es_coverage": ["min", 0.75],
    "unasked": 0.05,
    "read_ms": 5.0,
    "validate_ms": 5.0,
}
