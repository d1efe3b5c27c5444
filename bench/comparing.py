"""`relation` on pairs of sentences that people have labelled, and what it costs: SICK, XNLI and esXNLI in English and Spanish, MSR paraphrases.

SICK is the nearest to rules: short plain sentences. The others need knowledge of the world and are here to be seen, not to be reached
for: their figures have no marks. `swallowed` is the share of contradictions that would be lost as duplicates, the costliest mistake.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from bench import data
from bench.timing import quiet
from habitus.learn.compare import prepared, related, relation
from habitus.parse.terms import terms

if TYPE_CHECKING:
    from collections.abc import Sequence

SOURCES = {
    "sick": ("SICK", "en"),
    "xnli_en": ("XNLI-test", "en"),
    "xnli_es": ("XNLI-test", "es"),
    "esxnli_en": ("esxnli", "en"),
    "esxnli_es": ("esxnli", "es"),
}
RULES = (
    "Always run the tests before committing", "Never push to main", "Answer briefly", "Responde siempre en español", "Use pnpm instead of npm",
    "Do not delete files without asking", "Use 4 spaces for indentation", "Cite the source of every claim", "Show prices in euros",
    "Ask before running migrations in production", "Use web_search before stating current prices to the user", "Keep functions under 50 lines",
)  # fmt: skip
CANDIDATES = 200


def labelled(pairs: Sequence[dict[str, Any]]) -> Counter[tuple[str, str]]:
    return Counter((row["label"], relation(row["a"], row["b"]).kind) for row in pairs)


def figures(name: str, seen: Counter[tuple[str, str]]) -> dict[str, float]:
    hits = seen["contradiction", "conflict"]
    raised = sum(count for (_, kind), count in seen.items() if kind == "conflict")
    contradictions = _of(seen, "contradiction")
    return {
        f"{name}_conflict_f1": round(2 * hits / max(1, raised + contradictions), 3),
        f"{name}_swallowed": round(seen["contradiction", "duplicate"] / max(1, contradictions), 3),
        f"{name}_entailed_as_duplicate": round(seen["entailment", "duplicate"] / max(1, _of(seen, "entailment")), 3),
        f"{name}_neutral_as_duplicate": round(seen["neutral", "duplicate"] / max(1, _of(seen, "neutral")), 3),
    }


def _of(seen: Counter[tuple[str, str]], label: str) -> int:
    return sum(count for (given, _), count in seen.items() if given == label)


def paraphrases(seen: Counter[tuple[str, str]]) -> dict[str, float]:
    return {
        "msr_paraphrase_as_duplicate": round(seen["paraphrase", "duplicate"] / max(1, _of(seen, "paraphrase")), 3),
        "msr_other_as_duplicate": round(seen["not_paraphrase", "duplicate"] / max(1, _of(seen, "not_paraphrase")), 3),
    }


def costs() -> dict[str, float]:
    """One new rule against 200 that share a term with it; and the terms of a rule, for the index."""
    others = [prepared(f"{rule} in part {n}") for n in range(CANDIDATES // len(RULES) + 1) for rule in RULES][:CANDIDATES]
    new = prepared(RULES[0])
    text = "Always use web_search before you state any prices to the user, and cite the source of every claim in the answer"
    with quiet():
        against = min(_timed(lambda: [related(new, other) for other in others]) for _ in range(20))
        term = min(_timed(lambda: [terms(text) for _ in range(200)]) for _ in range(20)) / 200
        fresh = _timed(lambda: [prepared(f"{rule} and part {n}") for n in range(50) for rule in RULES]) / (50 * len(RULES))
    return {"against_200_ms": round(against * 1e3, 2), "terms_us": round(term * 1e6, 1), "read_us": round(fresh * 1e6, 1)}


def _timed(action: Any) -> float:
    begin = time.perf_counter()
    action()
    return time.perf_counter() - begin


def run() -> dict[str, Any]:
    found: dict[str, Any] = dict(costs())
    if data.folder() is None:
        return found | data.ABSENT
    rows = data.rows("nli_pairs")
    sick = [row for row in rows if "SICK" in row["source"]]
    found["sick_pair_us"] = round(_timed(lambda: labelled(sick)) / len(sick) * 1e6, 1)
    for name, (source, lang) in SOURCES.items():
        found |= figures(name, labelled([row for row in rows if source in row["source"] and row["lang"] == lang]))
    return found | paraphrases(labelled([row for row in rows if "MSR" in row["source"]]))


MARKS: dict[str, Any] = {
    "sick_conflict_f1": ["min", 0.85],
    "sick_swallowed": 0.03,
    "sick_entailed_as_duplicate": ["min", 0.45],
    "against_200_ms": 5.0,
    "terms_us": 20.0,
}
