"""An app's own settings over those of habitus.yaml: what the layer is assembled with. No I/O.

An app tightens what the settings say of tools, and never loosens it: lists of rules and tools add up, and of two policies the stricter
holds. Whoever runs an app of somebody else's keeps what they forbade. In all else the app has the last word, after the environment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from habitus.config.keys import keys

if TYPE_CHECKING:
    from habitus.agent.app.nouns import App, Brain
    from habitus.config import Behavior, Capabilities, Settings

T = TypeVar("T")

STRICT = ("auto", "allow", "ask", "deny")
"""From the mildest."""


def settings(app: App, base: Settings) -> Settings:
    """What the app's layer is assembled with. `base`: what habitus.yaml and the environment say."""
    both = _over(base, app.settings, app.own)
    capabilities = _stricter(base.capabilities, both.capabilities)
    behavior = _with_brain(_added(base.security.behavior, both.security.behavior), app.agent().brain)
    return replace(both, capabilities=capabilities, security=replace(both.security, behavior=behavior))


def without_environ(own: Mapping[str, Any], environ: Mapping[str, str]) -> dict[str, Any]:
    """What a file gives less what the environment gives, which wins over every file."""
    left = _copied(own)
    for key in keys():
        holder: Any = left
        for part in key.place[:-1]:
            holder = holder.get(part, {})
        name = key.place[-1]
        if key.variable in environ:
            holder.pop(name, None)
        elif key.is_mapping and isinstance(holder.get(name), dict):
            holder[name] = {entry: value for entry, value in holder[name].items() if f"{key.variable}__{entry.upper()}" not in environ}
    return left


def _copied(tree: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _copied(value) if isinstance(value, dict) else value for name, value in tree.items()}


def _over(base: T, app: T, own: Mapping[str, Any]) -> T:
    """`base` with those fields of `app` that `own` names."""
    changed: dict[str, Any] = {}
    for name, given in own.items():
        under, over = getattr(base, name), getattr(app, name)
        if is_dataclass(over):
            changed[name] = _over(under, over, given)
        elif isinstance(over, Mapping):
            changed[name] = {**under, **{entry: over[entry] for entry in given}}
        else:
            changed[name] = over
    return replace(base, **changed)  # type: ignore[type-var]


def _stricter(base: Capabilities, app: Capabilities) -> Capabilities:
    default = max(base.default_policy, app.default_policy, key=STRICT.index)
    return replace(
        app, default_policy=default, **{name: _both(getattr(base, name), getattr(app, name)) for name in ("allow", "ask", "deny")}
    )


def _added(base: Behavior, app: Behavior) -> Behavior:
    """Rules of both; where they share an id, the app's."""
    lists = {}
    for name in ("custom", "rule_definitions"):
        theirs = getattr(app, name)
        taken = [_id(rule) for rule in theirs]
        lists[name] = theirs + [
            rule for rule in getattr(base, name) if rule not in theirs and (_id(rule) is None or _id(rule) not in taken)
        ]
    return replace(app, **lists)


def _id(rule: Any) -> Any:
    return rule.get("id") if isinstance(rule, dict) else None


def _both(base: list[str], app: list[str]) -> list[str]:
    return [*app, *(tool for tool in base if tool not in app)]


def _with_brain(behavior: Behavior, brain: Brain) -> Behavior:
    """Turns are classified by the agent's own model, where they are to be and nothing else is said."""
    is_wanted = (behavior.classify_turns or behavior.classifier) and behavior.use_agent_brain and brain.backend != "local"
    if not is_wanted or behavior.brain or behavior.classifier.get("brain"):
        return behavior
    access = {"api_key": brain.api_key.text, "base_url": brain.base_url}
    return replace(behavior, brain={"provider": brain.provider, "model": brain.model, "backend": brain.backend, "config": access})
