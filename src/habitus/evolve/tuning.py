"""Apply a suggestion to an agent's parameters, and take it back to the byte. Values in, values out; the layer writes them.

A change and its undo are one value: `applied` gives the new parameters, and the suggestion's own with what stood there before. Both are
written in one transaction, so there is no moment at which the change is made and cannot be undone.

`_baseline` holds the values before, by name; a name that is not in it was unset. `_applied` holds what was put there, so that an undo does
not overwrite what a person or a later suggestion has put there since.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.errors import Conflict, Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from habitus.evolve.guardrails import Guardrails

THRESHOLD = "retrieval_threshold"
USUAL_THRESHOLD = 0.3
"""The seed's, where the agent has none of its own."""

ADVICE = "tool_advice."
"""Each tool's advice is a parameter of its own: two suggestions about two tools can be undone in any order."""


class Applied(NamedTuple):
    config: dict[str, Any]
    """The agent's parameters after it."""
    parameters: dict[str, Any]
    """The suggestion's, with `_baseline` and `_applied`."""

    @property
    def baseline(self) -> dict[str, Any]:
        found: dict[str, Any] = self.parameters["_baseline"]
        return found


def targets(parameters: Mapping[str, Any]) -> tuple[str, ...]:
    """The agent's parameters that it would change; none where it changes lessons or skills, which the layer does."""
    if parameters.get("does") == "tool_advice":
        return (ADVICE + parameters["tool"],)
    # Parameters that say only which source are those of a search: the cases have such.
    is_about_searches = parameters.get("does") == "lower_threshold" or ("does" not in parameters and "source" in parameters)
    return (THRESHOLD,) if is_about_searches else ()


def applied(
    config: Mapping[str, Any],
    parameters: Mapping[str, Any],
    guardrails: Guardrails,
    *,
    moved: float = 0.0,
    usual: float = USUAL_THRESHOLD,
) -> Applied:
    """`moved`: how far its target was moved in this cycle already. `usual`: the threshold where the agent has none of its own."""
    if "_baseline" in parameters:
        raise Refused("it is applied already: roll it back first")
    names = targets(parameters)
    if not names:
        raise Refused(f"`{parameters.get('does', 'nothing')}` changes no parameter: it is done where lessons and skills are kept")
    name = names[0]
    value = _lowered(config, guardrails, parameters, moved, usual) if name == THRESHOLD else parameters["advice"]
    if name in config and config[name] == value:
        raise Refused(f"`{name}` is {value!r} already: reject the suggestion")
    baseline = {name: config[name]} if name in config else {}
    return Applied({**config, name: value}, {**parameters, "_baseline": baseline, "_applied": {name: value}})


def rolled_back(config: Mapping[str, Any], parameters: Mapping[str, Any], *, later: Iterable[Mapping[str, Any]] = ()) -> dict[str, Any]:
    """The agent's parameters as they were: values, those that were unset, and their order.

    `later`: the parameters of what was applied after it and still holds. What changed the same is rolled back first: else the last undo
    would bring back a value from the middle."""
    if not isinstance(parameters.get("_baseline"), dict):
        raise Refused("no baseline data for rollback: it was not applied, or its record is lost; set the parameter by hand")
    before, put = parameters["_baseline"], parameters.get("_applied", {})
    restored = dict(config)
    above = {name for each in later for name in targets(each)}
    for name in {**before, **dict.fromkeys(targets(parameters))}:
        if name in above:
            raise Conflict(f"`{name}` was changed by a later suggestion that still holds: roll that back first")
        if name in put and (name not in config or config[name] != put[name]):
            raise Conflict(f"`{name}` was changed since, and not by a suggestion: set it by hand, or put {put[name]!r} back first")
        if name in before:
            restored[name] = before[name]
        else:
            restored.pop(name, None)
    return restored


def _lowered(config: Mapping[str, Any], guardrails: Guardrails, parameters: Mapping[str, Any], moved: float, usual: float) -> float:
    """In decimals, as people write them: 0.3 less 0.1 is 0.2."""
    stored = config.get(THRESHOLD, usual)
    if not isinstance(stored, int | float) or isinstance(stored, bool):
        raise Refused(f"`{THRESHOLD}` is {stored!r}, which is no number: set it by hand first")
    now = Decimal(str(stored))
    left = Decimal(str(guardrails.max_delta_per_cycle)) - abs(Decimal(str(moved)))
    step = min(abs(Decimal(str(parameters.get("delta", guardrails.max_delta_per_cycle)))), left)
    if left <= 0:
        raise Refused(f"`{THRESHOLD}` has moved by {abs(moved)} in this cycle already: it is applied in the next one")
    if now <= 0 or step <= 0:
        raise Refused(f"`{THRESHOLD}` is at {now} and cannot be lowered: reject the suggestion")
    return float(max(Decimal(0), now - step))
