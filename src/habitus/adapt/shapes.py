"""The nouns in the seed's spelling, for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from habitus.adapt import strategies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.adapt.nouns import Decision, Intent, Plan, Strategy, Validation


def intent(one: Intent) -> dict[str, Any]:
    return {
        "dataType": one.data_type,
        "expectedFormat": one.expected_format,
        "successCriteria": [criterion.quote for criterion in one.criteria],
        "qualityRequirements": dict(one.quality),
    }


def validation(one: Validation) -> dict[str, Any]:
    return {
        "overallSuccess": one.ok,
        "dataTypeMatch": one.data_type_match,
        "formatMatch": one.format_match,
        "successCriteriaMet": [finding.met for _, finding in one.findings],
        "criteria": [{"kind": criterion.kind, "quote": criterion.quote, "met": finding.met} for criterion, finding in one.findings],
        "qualityScore": one.score,
        "issues": list(one.issues),
        "improvementSuggestions": list(one.suggestions),
    }


def plan(one: Plan) -> dict[str, Any]:
    return {"method": one.method, "action": one.action, "parameters": dict(one.parameters)}


def strategy(one: Strategy) -> dict[str, Any]:
    return {"pattern": one.pattern, "successfulAction": one.action, "successRate": strategies.rate(one), "lastUpdated": one.updated}


def improved(known: Sequence[Strategy], wanted: Intent) -> dict[str, Any]:
    """What planning may know: the strategy to use, and the actions to avoid."""
    used = strategies.best(known, wanted)
    return {"strategy": strategy(used) if used else None, "avoidActions": list(strategies.avoided(known, wanted))}


def decision(one: Decision) -> dict[str, Any]:
    return {"decision": one.decision, "reason": one.reason, "progress": one.progress, "nextAction": one.next_action}
