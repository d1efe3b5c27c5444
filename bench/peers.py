"""Other people's policy engines, as far as they are installed: fifteen rules about a tool and one of its arguments, nothing of a session.

Each is compiled once, in the way its own documentation recommends; only the question about a call is timed. None is a dependency of ours.
"""

from __future__ import annotations

import warnings
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Ask: TypeAlias = "Callable[[str, Mapping[str, Any]], bool]"
"""Does any rule speak of this call?"""

RULES: tuple[tuple[str, str, str], ...] = (
    ("Bash", "command", "rm -rf"), ("Bash", "command", "git push --force"), ("Bash", "command", "| sh"), ("Bash", "command", "sudo "),
    ("Bash", "command", "mkfs"), ("Edit", "file_path", "/.git/"), ("Edit", "file_path", ".env"), ("Edit", "file_path", "/node_modules/"),
    ("Write", "file_path", "/.git/"), ("Write", "file_path", ".env"), ("Write", "file_path", "/etc/"), ("Read", "file_path", "id_rsa"),
    ("Read", "file_path", ".pem"), ("WebFetch", "url", "169.254."), ("Grep", "pattern", "BEGIN PRIVATE"),
)  # fmt: skip
"""The tool, its argument, and what must not be in it."""


def cel() -> Ask:
    """Fifteen expressions, one activation: a rule is compiled by itself, as it is written by itself."""
    engine = import_module("cel_expr_python.cel")
    text, anything = engine.Type.STRING, engine.Type.DYN
    env = engine.NewEnv(variables={"tool": text, "args": engine.Type.Map(text, anything)})
    rules = [env.compile(_cel(*rule)) for rule in RULES]

    def ask(tool: str, args: Mapping[str, Any]) -> bool:
        given = env.Activation({"tool": tool, "args": args})
        return any(rule.eval(given).value() for rule in rules)

    return ask


def cel_at_once() -> Ask:
    """The same as one expression, which no set of rules written by several people is."""
    engine = import_module("cel_expr_python.cel")
    text, anything = engine.Type.STRING, engine.Type.DYN
    env = engine.NewEnv(variables={"tool": text, "args": engine.Type.Map(text, anything)})
    whole = env.compile(" || ".join(f"({_cel(*rule)})" for rule in RULES))
    return lambda tool, args: bool(whole.eval(data={"tool": tool, "args": args}).value())


def _cel(tool: str, field: str, words: str) -> str:
    return f'tool == "{tool}" && "{field}" in args && args["{field}"].contains("{words}")'


def cedar() -> Ask:
    engine = import_module("cedarpy")
    forbids = (
        f'forbid(principal, action == Action::"{tool}", resource) when {{ context has {field} && context.{field} like "*{words}*" }};'
        for tool, field, words in RULES
    )
    policies = engine.PolicySet.from_str("\n".join(("permit(principal, action, resource);", *forbids)))
    nobody = engine.Entities.from_json_str("[]")

    def ask(tool: str, args: Mapping[str, Any]) -> bool:
        request = {"principal": 'Agent::"a"', "action": f'Action::"{tool}"', "resource": 'Call::"c"', "context": args}
        return not engine.is_authorized(request, policies, nobody).allowed

    return ask


def agt() -> Ask:
    """Its rules ask one field each, so the field says the tool too."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        engine = import_module("agent_os.policies")
        schema = import_module("agent_os.policies.schema")
    rules = [
        {"name": f"{tool} {words}", "condition": {"field": f"{tool}.{field}", "operator": "contains", "value": words}, "action": "deny"}
        for tool, field, words in RULES
    ]
    document = schema.PolicyDocument(name="fifteen", version="1", rules=rules, defaults={"action": "allow"})
    evaluator = engine.PolicyEvaluator([document])

    def ask(tool: str, args: Mapping[str, Any]) -> bool:
        return not evaluator.evaluate({"tool_name": tool, **{f"{tool}.{name}": value for name, value in args.items()}}).allowed

    return ask


PEERS: dict[str, tuple[tuple[str, ...], Callable[[], Ask]]] = {
    "cel": (("cel-expr-python",), cel),
    "cel as one expression": (("cel-expr-python",), cel_at_once),
    "cedar": (("cedarpy",), cedar),
    "agent-governance-toolkit": (("agent-governance-toolkit-core", "agent-os-kernel"), agt),
}
"""A peer, the packages that bring it, and how it is made ready."""


def ready() -> tuple[dict[str, Ask], dict[str, str]]:
    """The peers that can be asked, by name and version; and why the others cannot."""
    asks: dict[str, Ask] = {}
    absent: dict[str, str] = {}
    for name, (packages, make) in PEERS.items():
        installed = next((found for package in packages if (found := _version(package))), "")
        if not installed:
            absent[name] = f"not installed: pip install {packages[0]}"
            continue
        try:
            asks[f"{name} {installed}"] = make()
        except Exception as error:
            absent[f"{name} {installed}"] = f"cannot be used here: {error!r:.120}"
    return asks, absent


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
