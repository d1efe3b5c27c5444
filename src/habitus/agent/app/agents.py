"""`agents:` → `AgentSpec`s: each item read like a file of its own, then looked at beside the others."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zoneinfo import ZoneInfo

from habitus.agent.app.brains import brain
from habitus.agent.app.nouns import AgentSpec
from habitus.agent.app.shape import AgentFile
from habitus.agent.tools import skill_tools, toolbox
from habitus.config.read import MOST_PROBLEMS, checked, nearest, shown, validated
from habitus.errors import ConfigError
from habitus.evolve import guardrails, schedule
from habitus.layer.agents import checked as fit_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from habitus.config.keys import Place
    from habitus.config.read import Problem, Tree

SWITCHES = (
    "kind",
    "self_evolve",
    "skill_evolve",
    "skill_nudge_interval",
    "retrieval_threshold",
    "timezone",
    "evolution_enabled",
    "evolution_cron_schedule",
    "evolution_guardrails",
)
"""What is kept for an agent in the store, by the names of `habitus agents set`."""
MOST = 100
"""More agents than any crew: with more it is another kind of file, and each costs time to look at."""


class Around(NamedTuple):
    """What an agent's item is read with: the rest of the file, and where it stands."""

    tree: Tree
    modules: Mapping[str, Any]
    name: str
    environ: Mapping[str, str]
    problems: list[Problem]
    said: Callable[[Place, str], str]


def read(around: Around) -> tuple[tuple[AgentSpec, ...], str]:
    """All of them, and the `id` of the one that people speak to. What is wrong is added to the problems."""
    items = around.tree.get("agents", [])
    if not isinstance(items, list):
        return (), ""  # told already
    if not items:
        around.problems.append((("agents",), "must list one agent at least, with an `id` and a `brain`"))
    if len(items) > MOST:
        around.problems.append((("agents",), f"must list {MOST} agents at most, got {len(items)}"))
    trees = [_tree(item, ("agents", str(at)), around.problems) for at, item in enumerate(items[:MOST])]
    ids = _ids(trees, around.problems)
    runtime = around.tree.get("runtime", {})
    entry = runtime.get("entry_agent") or next(iter(ids), "")
    if ids and entry not in ids and isinstance(entry, str):
        near = shown(nearest(entry, ids))
        around.problems.append((("runtime", "entry_agent"), f"names no agent, got {shown(entry)}: did you mean {near}?"))
    found = [_spec(tree, ("agents", str(at)), around, ids, entry) for at, tree in enumerate(trees) if tree is not None]
    return tuple(found), entry


def _tree(item: Any, place: Place, problems: list[Problem]) -> Tree | None:
    """None where it cannot be looked at further."""
    if len(problems) > MOST_PROBLEMS:
        return None
    tree, found = checked(item, None, None, AgentFile)
    problems += [((*place, *at), flaw) for at, flaw in found]
    try:
        validated(tree, AgentFile)
    except ValueError:  # told already; a key that is only unknown hides nothing else
        return None
    return tree if tree or not found else None


def _ids(trees: list[Tree | None], problems: list[Problem]) -> list[str]:
    ids: dict[str, None] = {}
    for at, tree in enumerate(trees):
        id = "" if tree is None else tree.get("id", "")
        try:
            if tree is not None:
                fit_name(id)
        except ConfigError as error:
            problems.append((("agents", str(at), "id"), f"cannot be used: {error}" if id else "is missing: give the agent a name"))
        if id and id in ids:
            problems.append((("agents", str(at), "id"), f"is given twice: {shown(id)} stands above it"))
        ids |= {id: None} if id else {}
    return list(ids)


def _spec(tree: Tree, place: Place, around: Around, ids: list[str], entry: str) -> AgentSpec:
    given = validated(tree, AgentFile)
    problems = around.problems
    if "brain" not in tree:
        problems.append((place, "needs a `brain` with `provider` and `model`"))
    if given.prompt and given.system_prompt:
        problems.append(((*place, "prompt"), "is given twice, as `system_prompt` too; keep one"))
    problems += [
        ((*place, "delegate_to"), f"names no agent, got {shown(other)}: did you mean {shown(nearest(other, ids))}?")
        for other in tree.get("delegate_to", ())
        if other not in ids and ids
    ]
    where: list[Problem] = []
    key = partial(around.said, (*place, "brain", "config", "api_key"))
    thinks = brain(given.brain, (*place, "brain"), where, folder=Path(around.name).parent, environ=around.environ, said=key)
    problems += where if "brain" in tree else []
    return AgentSpec(
        id=given.id,
        brain=thinks,
        system_prompt=given.system_prompt or given.prompt,
        role=given.role,
        specialty=given.specialty,
        modules=_modules(tree.get("modules"), (*place, "modules"), around),
        delegate_to=tuple(given.delegate_to) or (tuple(one for one in ids if one != entry) if given.id == entry else ()),
        switches=_switches(tree, place, around),
    )


def _switches(tree: Tree, place: Place, around: Around) -> dict[str, Any]:
    """The app's, and the agent's own over them. What its readers would refuse later is refused now."""
    usual = {**around.tree.get("skills", {}), **around.tree.get("persona", {})}
    found = usual | {name: tree[name] for name in SWITCHES if name in tree}
    checks: dict[str, Callable[[Any], Any]] = {
        "evolution_guardrails": guardrails.read,
        "evolution_cron_schedule": schedule.parsed,
        "timezone": ZoneInfo,
    }
    for name, check in checks.items():
        try:
            if tree.get(name):
                check(tree[name])
        except ConfigError as error:
            around.problems.append(((*place, name), f"cannot be used: {error}"))
        except (KeyError, ValueError, OSError):
            around.problems.append(((*place, name), f"is no time zone, got {shown(tree[name])}: use a name such as Europe/Madrid"))
    return found


def _modules(given: Any, place: Place, around: Around) -> dict[str, tuple[str, ...]] | None:
    """`[filesystem]`, `[{filesystem: [Read]}]` or `{filesystem: [Read]}`."""
    if not given:
        return None
    found: dict[str, tuple[str, ...]] = {}
    for name, tools in _pairs(given):
        if not isinstance(name, str) or not isinstance(tools, list) or not all(isinstance(tool, str) for tool in tools):
            around.problems.append((place, "must be a list of modules, or a mapping of modules to lists of tools"))
        elif name not in around.modules:
            has = ", ".join(around.modules) or "none"
            around.problems.append((place, f"names a module that the app does not have, got {shown(name)}: `tools.modules` has {has}"))
        else:
            found[name] = tuple(_tool(name, tool, place, around.problems) for tool in tools)
    return found


def _tool(module: str, named: str, place: Place, problems: list[Problem]) -> str:
    """A tool by its own name, however it is capitalised."""
    known = {tool.name.lower(): tool.name for tool in (skill_tools(may_evolve=True) if module == "skills" else toolbox({module: {}}))}
    if named.lower() not in known:
        near = known[nearest(named.lower(), known)]
        problems.append((place, f"names a tool that {module} does not have, got {shown(named)}: did you mean `{near}`?"))
    return known.get(named.lower(), named)


def _pairs(given: Any) -> list[tuple[Any, Any]]:
    if isinstance(given, dict):
        return [(name, [] if tools is None else tools) for name, tools in given.items()]
    if isinstance(given, list):
        return [pair for entry in given for pair in (_pairs(entry) if isinstance(entry, dict) else [(entry, [])])]
    return [(None, None)]
