"""Rules that somebody declares in YAML, in every shape they come in: all compile to the same `Check`.

A behaviour block names a profile, switches rules, adds `custom` rules and `rule_definitions`, and may track more state. Whatever is
unknown, misspelled or given twice is a fault with its place: never a rule that silently does nothing, or always fires.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.enforce import Rules, profiles
from habitus.enforce.check import PLACEHOLDER, Call, Check, Cooldown
from habitus.enforce.conditions import Compiler, Faults, Holds, Place, nearest
from habitus.enforce.rules import BUILT_IN
from habitus.parse.tracking import DEFAULT, FILES, Counter, Flag, Members, Tracking

if TYPE_CHECKING:
    from habitus.types import Session

FIELDS = frozenset(
    [
        "id",
        "description",
        "rule",
        "trigger",
        "when",
        "enforce",
        "action",
        "condition",
        "message",
        "cooldown",
        "max_fires",
        "first_after",
        "shadow",
    ]
)
ACTS = ("block", "warn", "remind")
WHENS = ("pre_tool", "post_tool", "on_text")
PROFILE_FIELDS = frozenset(["name", "description", "extends", "rules", "prompt", "custom", "rule_definitions"])


class Behavior(NamedTuple):
    """What a behaviour block adds up to."""

    rules: Rules
    tracking: Tracking = DEFAULT
    profile: str = ""
    prompt: str = ""


def read(
    block: Mapping[str, Any],
    *,
    profile: str | None = None,
    own: Mapping[str, Any] | None = None,
    python: Iterable[Check] = (),
    place: Place = (),
) -> tuple[Behavior, Faults]:
    """A behaviour block → its rules. `profile` wins over the block's; `own` are profiles of the user's, by name, as their files say."""
    faults = Faults()
    tracking = DEFAULT.plus(_tracking(block.get("state_tracking"), (*place, "state_tracking"), faults))
    compiler = Compiler(tracking, faults)
    named = block.get("profile") if profile is None else profile
    if not isinstance(named, str | None):
        faults.add((*place, "profile"), "must be the name of a profile")
        named = ""
    chosen = _profile(named or "", own or {}, (*place, "profile"), faults)

    definitions = _rules(block.get("rule_definitions"), (*place, "rule_definitions"), compiler)
    definitions += _rules(chosen.definitions or None, (*place, "profile", "rule_definitions"), compiler)
    custom = _rules(block.get("custom"), (*place, "custom"), compiler)
    from_profile = _rules(chosen.custom or None, (*place, "profile", "custom"), compiler)
    taken = {check.id for check, _ in definitions}
    switched = _switches(block.get("rules"), chosen, (*place, "rules"), faults)
    built_in = [check for check in _built_in(switched) if check.id not in taken]
    _no_twins([(check, place) for check in built_in] + definitions + custom + from_profile + [(check, place) for check in python], faults)
    checks = [check for check, _ in definitions] + built_in + [check for check, _ in custom + from_profile] + list(python)
    return Behavior(rules=Rules(checks), tracking=tracking, profile=chosen.name, prompt=chosen.prompt), faults


# ── profiles and switches ──


class _Chosen(NamedTuple):
    rules: Mapping[str, bool | int]
    name: str = ""
    prompt: str = ""
    custom: Any = ()
    definitions: Any = ()


def _profile(named: str, own: Mapping[str, Any], place: Place, faults: Faults, seen: tuple[str, ...] = ()) -> _Chosen:
    """A built-in profile, or one of the user's with what it extends. No profile: no rules but those that are declared."""
    name = named.removeprefix("{{").removesuffix("}}").strip().removeprefix("behavior.")
    if not name:
        return _Chosen(rules={})
    if name in profiles.PROFILES and not (named.startswith("{{") and name in own):
        built_in = profiles.PROFILES[name]
        return _Chosen(name=name, rules=built_in.rules, prompt=built_in.prompt)
    if name in seen:
        faults.add(place, f"extends in a circle: {' → '.join((*seen, name))}")
        return _Chosen(rules={})
    given = own.get(name)
    if not isinstance(given, Mapping):
        near = nearest(name, [*profiles.PROFILES, *own])
        faults.add(place, f"names the profile {name!r}, which does not exist; did you mean `{near}`?")
        return _Chosen(rules={})
    for key in given:
        if key not in PROFILE_FIELDS:
            faults.add((*place, str(key)), f"does not belong in a profile ({name}.yaml); known are {', '.join(sorted(PROFILE_FIELDS))}")
    base = _profile(str(given.get("extends") or ""), own, (*place, "extends"), faults, (*seen, name))
    prompt = "\n\n".join(filter(None, (base.prompt, str(given.get("prompt") or "").strip())))
    return _Chosen(
        name=str(given.get("name") or name), rules=_switches(given.get("rules"), base, (*place, "rules"), faults), prompt=prompt,
        custom=_more(base.custom, given.get("custom"), (*place, "custom"), faults),
        definitions=_more(base.definitions, given.get("rule_definitions"), (*place, "rule_definitions"), faults),
    )  # fmt: skip


def _more(base: Any, given: Any, place: Place, faults: Faults) -> list[Any]:
    if given is not None and not isinstance(given, list):
        faults.add(place, "must be a list of rules")
        given = None
    return [*base, *(given or [])]


def _switches(given: Any, chosen: _Chosen, place: Place, faults: Faults) -> dict[str, bool | int]:
    known = {check.id for check in BUILT_IN} | set(profiles.NUMBERS)
    switched: dict[str, bool | int] = dict(chosen.rules)
    if given is not None and not isinstance(given, Mapping):
        faults.add(place, "must be a mapping of rule names to true, false or a number")
        return switched
    for name, value in (given or {}).items():
        if name not in known:
            near = nearest(str(name), known)
            faults.add((*place, str(name)), f"is not a rule; did you mean `{near}`?")
        elif not isinstance(value, bool | int) or (not isinstance(value, bool) and value < 0):
            faults.add((*place, str(name)), f"must be true, false or a number, got {value!r:.40}")
        elif isinstance(value, bool) and name in profiles.NUMBERS and not any(check.id == name for check in BUILT_IN):
            faults.add((*place, str(name)), "must be a number: the rule that it belongs to is what is switched")
        elif not isinstance(value, bool) and name not in profiles.NUMBERS and not _counts(name):
            faults.add((*place, str(name)), f"is on or off and counts nothing: give true or false, not {value}")
        else:
            switched[name] = value
    return switched


def _counts(name: str) -> bool:
    return any(check.id == name and check.limit for check in BUILT_IN)


def _built_in(switched: Mapping[str, bool | int]) -> Iterable[Check]:
    """The built-in rules that are on, with their numbers."""
    for check in BUILT_IN:
        switch = switched.get(check.id, False)
        if switch is False or switch == 0:
            continue
        limit = (
            switch
            if not isinstance(switch, bool)
            else switched.get(check.setting, check.limit)
            if check.setting != check.id
            else check.limit
        )
        limit = int(limit) if not isinstance(limit, bool) else check.limit
        yield check._replace(limit=limit) if limit != check.limit else check


# ── declared rules ──


def _rules(given: Any, place: Place, compiler: Compiler) -> list[tuple[Check, Place]]:
    if given is None:
        return []
    if not isinstance(given, list):
        compiler.faults.add(place, "must be a list of rules")
        return []
    found = []
    for number, one in enumerate(given):
        here = (*place, str(number))
        check = _rule(one, here, compiler)
        if check:
            found.append((check, here))
    return found


def _rule(given: Any, place: Place, compiler: Compiler) -> Check | None:
    faults = compiler.faults
    if not isinstance(given, Mapping):
        faults.add(place, "must be a rule: a mapping with `id`, `trigger`, `condition`, `action`")
        return None
    before = len(faults.found)
    for name in given:
        if name not in FIELDS:
            near = nearest(str(name), FIELDS)
            faults.add((*place, str(name)), f"is not a part of a rule; did you mean `{near}`?")
    id = given.get("id")
    if not isinstance(id, str) or not id:
        faults.add(place, "needs an `id`")
    action = _one_of(given.get("action", "warn"), ACTS, (*place, "action"), faults)
    when = _one_of(given.get("when", given.get("enforce", "pre_tool")), WHENS, (*place, "when"), faults)
    triggers = _triggers(given.get("trigger", "*"), (*place, "trigger"), faults)
    holds = compiler.condition(given.get("condition"), (*place, "condition"))
    cooldown = _cooldown(given, place, faults)
    _fits(given, when, triggers, place, faults)
    _placeholders(given.get("message"), compiler, (*place, "message"))
    description = str(given.get("description") or given.get("rule") or "")
    if len(faults.found) > before:
        return None
    return Check(
        id=str(id), when=when, action=action, on=triggers, message=str(given.get("message") or description or f"The rule {id} speaks."),
        fires=_asked(holds), description=description, cooldown=cooldown, shadow=given.get("shadow") is True,
    )  # fmt: skip


ONLY = {"text_matches": ("on_text",), "result_has_lint_errors": ("post_tool",)}
"""Conditions that can hold only at some time: a rule that asks for one at another would never fire."""


def _fits(given: Mapping[str, Any], when: str, triggers: tuple[str, ...], place: Place, faults: Faults) -> None:
    if given.get("shadow") not in (None, True, False):
        faults.add((*place, "shadow"), "must be true or false")
    if when == "on_text" and triggers not in ((), ("*",)):
        faults.add((*place, "trigger"), "does not go with `when: on_text`: what the agent says belongs to no tool")
    condition = given.get("condition")
    for name in condition if isinstance(condition, Mapping) else ():
        if name in ONLY and when not in ONLY[name]:
            faults.add((*place, "condition", str(name)), f"holds only with `when: {ONLY[name][0]}`, so this rule would never fire")


def _placeholders(message: Any, compiler: Compiler, place: Place) -> None:
    kinds = {"counter": "counter", "set_count": "set", "flag": "flag"}
    for found in PLACEHOLDER.finditer(message) if isinstance(message, str) else ():
        if found[1] in kinds and found[2] not in compiler.known[kinds[found[1]]]:
            compiler.faults.add(place, f"quotes the {kinds[found[1]]} {found[2]!r}, which nothing tracks")


def _asked(holds: Holds) -> Any:
    def fires(session: Session, call: Call, limit: int) -> bool:
        return holds(session, call)

    return fires


def _one_of(value: Any, known: tuple[str, ...], place: Place, faults: Faults) -> Any:
    if value not in known:
        faults.add(place, f"must be one of {', '.join(known)}, got {value!r:.40}")
    return value


def _triggers(value: Any, place: Place, faults: Faults) -> tuple[str, ...]:
    given = value if isinstance(value, list) else [value]
    if not given or not all(isinstance(one, str) and one for one in given):
        faults.add(place, "must be a tool, a list of tools, or `*`")
        return ()
    parts = tuple(part.strip() for one in given for part in one.split(","))
    if not all(parts):
        faults.add(place, "must be a tool, a list of tools, or `*`; a comma stands between two")
    return parts


def _cooldown(given: Mapping[str, Any], place: Place, faults: Faults) -> Cooldown | None:
    """`cooldown: 5` is five calls; `cooldown: {turns: 1}`, `{seconds: 30}`; beside it `max_fires` and `first_after`."""
    value = given.get("cooldown", {})
    parts = {"calls": value} if isinstance(value, int) and not isinstance(value, bool) else value
    numbers = {
        **(parts if isinstance(parts, Mapping) else {}),
        **{name: given[name] for name in ("max_fires", "first_after") if name in given},
    }
    wrong = not isinstance(parts, Mapping) or any(name not in ("calls", "turns", "seconds") for name in parts)
    if wrong or any(isinstance(n, bool) or not isinstance(n, int | float) or n < 0 for n in numbers.values()):
        faults.add((*place, "cooldown"), "must be a number of calls, or a mapping with calls, turns or seconds; none of them below 0")
        return None
    return Cooldown(**numbers) if numbers else None


def _no_twins(found: list[tuple[Check, Place]], faults: Faults) -> None:
    seen: dict[str, Place] = {}
    for check, place in found:
        if check.id in seen:
            faults.add((*place, "id"), f"is given twice: another rule is called {check.id!r}")
        seen.setdefault(check.id, place)


# ── state tracking ──

_SHAPES: dict[str, tuple[str, ...]] = {
    "sets": ("add_on", "target", "aliases"),
    "counters": ("increment_on", "reset_on", "reset_when"),
    "flags": ("set_on", "unset_on"),
}


def _tracking(given: Any, place: Place, faults: Faults) -> Tracking:
    """What a block tracks besides the defaults."""
    if given is None:
        return Tracking()
    if not isinstance(given, Mapping):
        faults.add(place, "must be a mapping with sets, counters and flags")
        return Tracking()
    found: dict[str, dict[str, Any]] = {"sets": {}, "counters": {}, "flags": {}}
    for kind, entries in given.items():
        if kind not in _SHAPES or not isinstance(entries, Mapping):
            faults.add((*place, str(kind)), "must be sets, counters or flags, each a mapping of names")
            continue
        for name, entry in entries.items():
            here = (*place, kind, str(name))
            if not isinstance(entry, Mapping) or any(key not in _SHAPES[kind] for key in entry):
                faults.add(here, f"must be a mapping with {', '.join(_SHAPES[kind])}")
                continue
            if not any(entry.get(key) for key in _SHAPES[kind] if key.endswith("_on")):
                faults.add(here, f"never moves: say when, with {' or '.join(key for key in _SHAPES[kind] if key.endswith('_on'))}")
            found[kind][str(name)] = _tracked(kind, entry, here, faults)
    return Tracking(**found)


def _tracked(kind: str, entry: Mapping[str, Any], place: Place, faults: Faults) -> Any:
    def tools(name: str) -> tuple[str, ...]:
        return _triggers(entry[name], (*place, name), faults) if entry.get(name) else ()

    if kind == "sets":
        target, aliases = entry.get("target") or "file_path", entry.get("aliases") or []
        if not isinstance(target, str):
            faults.add((*place, "target"), "must be the name of an argument")
            target = "file_path"
        names = (target, *map(str, aliases if isinstance(aliases, list) else [aliases]))
        return Members(add_on=tools("add_on"), fields=FILES if target in FILES else names)
    if kind == "flags":
        return Flag(set_on=tools("set_on"), unset_on=tools("unset_on"))
    return Counter(
        increment_on=tools("increment_on"), reset_on=tools("reset_on"), reset_when=_reset(entry.get("reset_when"), place, faults)
    )


def _reset(given: Any, place: Place, faults: Faults) -> Any:
    if given is None:
        return None
    from habitus.parse import actions, patterns

    here = (*place, "reset_when")
    if not isinstance(given, Mapping) or not {"tool", "param", "matches"} >= set(given) or "matches" not in given or "param" not in given:
        faults.add(here, "needs `param` and `matches`, and may have `tool`")
        return None
    triggers = _triggers(given.get("tool", "*"), (*here, "tool"), faults)
    try:
        matches = patterns.searcher(str(given["matches"]))
    except patterns.PatternError as error:
        faults.add((*here, "matches"), str(error))
        return None
    param = str(given["param"])
    return lambda tool, args: any(actions.is_named(tool, trigger) for trigger in triggers) and matches(str(args.get(param) or ""))
