"""`capabilities:` as it is written elsewhere → as our settings have it: under `tools` or at the top, with `grant` for allow, `approve` for
ask, and tools given as `{module: filesystem, tools: [read]}`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from habitus.agent.tools.tool import MODULES

if TYPE_CHECKING:
    from habitus.config.keys import Place
    from habitus.config.read import Problem, Tree

Moved: TypeAlias = "dict[Place, Place]"

LISTS = {"allow": "allow", "grant": "allow", "ask": "ask", "approve": "ask", "deny": "deny"}
POLICIES = {"grant": "allow", "approve": "ask", "block": "deny"}
TOP: Place = ("capabilities",)


def at_the_top(given: Tree, problems: list[Problem]) -> tuple[Tree, Moved]:
    """The file with its capabilities at the top, and for each place of ours the place where it stands in the file."""
    tools = given.get("tools")
    if not isinstance(tools, dict) or tools.get("capabilities") is None:
        block, at, rest = given.get("capabilities"), TOP, given
    else:
        block, at, rest = tools["capabilities"], ("tools", *TOP), given | {"tools": {k: v for k, v in tools.items() if k != "capabilities"}}
        if given.get("capabilities") is not None:
            problems.append((at, "is given at the top of the file too: keep one"))
    if block is None:
        return rest, {}
    ours, moved = _ours(block, at, problems)
    return rest | {"capabilities": ours}, moved


def in_the_file(place: Place, moved: Moved) -> Place:
    """Where a place of ours stands in the file."""
    for length in range(len(place), 0, -1):
        if place[:length] in moved:
            return (*moved[place[:length]], *place[length:])
    return place


def _ours(block: Any, at: Place, problems: list[Problem]) -> tuple[Any, Moved]:
    moved: Moved = {TOP: at}
    if not isinstance(block, dict):
        return block, moved
    ours: dict[Any, Any] = {}
    for name, value in block.items():
        called = LISTS.get(name, name) if isinstance(name, str) else name
        if called != name and (called in block or called in ours):
            problems.append(((*at, str(name)), f"is given twice, as `{name}` and as `{called}`; keep one"))
            continue
        moved[(*TOP, str(called))] = (*at, str(name))
        ours[called] = _tools(value, (*at, str(name)), problems) if name in LISTS else value
    if isinstance(ours.get("default_policy"), str):
        ours["default_policy"] = POLICIES.get(ours["default_policy"], ours["default_policy"])
    return ours, moved


def _tools(given: Any, place: Place, problems: list[Problem]) -> Any:
    if not isinstance(given, list):
        return given
    found: list[Any] = []
    for at, entry in enumerate(given):
        here = (*place, str(at))
        if isinstance(entry, dict):
            found += _of_module(entry, here, problems)
        elif isinstance(entry, str) and entry in MODULES:
            # No tool is called so: a denial that denies nothing is worse than none.
            problems.append((here, f"names a module: name its tools, or leave `{entry}` out of `tools.modules`"))
        else:
            found.append(entry)
    return found


def _of_module(entry: Tree, place: Place, problems: list[Problem]) -> list[str]:
    module, tools = entry.get("module"), entry.get("tools", entry.get("actions"))
    if not isinstance(module, str) or not isinstance(tools, list) or not tools or not all(isinstance(tool, str) for tool in tools):
        problems.append((place, "must be a tool, or `{module: …, tools: [one, or more]}`"))
        return []
    return [f"{module}.{tool}" for tool in tools]
