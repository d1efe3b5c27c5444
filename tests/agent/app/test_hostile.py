"""App files from strangers: whatever they say, the answer is an app or a `ConfigError`, and no secret is told."""

from __future__ import annotations

import copy
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.agent import app
from habitus.agent.app.shape import AgentFile, AppFile
from habitus.config import Settings
from habitus.config.keys import keys
from habitus.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator

KEY = "sk-0123456789abcdef"


def refused(text: str) -> list[str]:
    with pytest.raises(ConfigError) as error:
        app.parsed(text, "bot.yaml", {})
    return str(error.value).split("\n")


PROFILES, REMEDY = "`security.behavior.profiles` is no folder that can be read", ": check its name, and who may read it"
LAUGHS = "a: &a [x, x]\n" + "".join(f"{name}: &{name} [*{below}, *{below}]\n" for below, name in zip("abcdefgh", "bcdefghi", strict=True))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (LAUGHS, "bot.yaml:2 uses a YAML alias; write the value out instead"),
        ("[" * 60_000, "bot.yaml:1 is nested deeper than any setting is"),
        ("a" * 70_000, "bot.yaml is larger than 64 KB; an app file is not, so it was not read"),
        ("runtime: {max_turns: 99999999999999999999999}", "bot.yaml:1 has a number larger than any setting takes"),
        ("app: {name: a}\napp: {name: b}", "bot.yaml:2 `app` is given twice, first on line 1"),
        ("agents: {{env.X}}", 'bot.yaml:1 has a list or a mapping as a key; a `"{{env.NAME}}"` needs its quotes'),
        (f"security: {{behavior: {{profiles: {'p' * 300}}}}}", f"bot.yaml:1 {PROFILES} (File name too long){REMEDY}"),
        ("security: {behavior: {profiles: ~no-such-user/x}}", f"bot.yaml:1 {PROFILES} (Could not determine home directory.){REMEDY}"),
        ("- 1", "bot.yaml must hold settings, one `key: value` a line, not a list"),
    ],
)
def test_a_hostile_file_is_refused_in_one_sentence(text: str, said: str) -> None:
    assert said in refused(text)


@pytest.mark.parametrize(
    "text",
    [
        "agents: [" + "{}," * 20_000 + "]",
        "agents: [" + "{id: a, brain: {provider: x, model: m}}," * 1500 + "]",
        "agents: [" + "5," * 30_000 + "]",
        "app: {name: '" + "{{x" * 20_000 + "'}",
        "app: {name: '" + "{{env.A}}" * 7_000 + "'}",
        "tools: {modules: {" + ", ".join(f"m{n}: 1" for n in range(6000)) + "}}",
        "capabilities: {deny: [" + "shell," * 9000 + "]}",
    ],
)
def test_a_file_of_nothing_but_faults_gets_a_short_answer(text: str) -> None:
    said = refused(text)
    assert len(said) <= 51
    assert max(map(len, said)) < 400


NAMES = sorted({part for root in (AppFile, AgentFile) for key in keys(root) for part in key.place} | {"a", "", "1", "grant", "icon"})
TEXTS = ["", "main", "ollama", "local", "openai", "anthropic", "fixed", "none", "{{env.KEY}}", "x {{env.KEY}}", "{{user}}", "{{env.NOPE}}"]
TEXTS += ["http://127.0.0.1/v1", "http://[", "coding", "\x00", "~", "~nobody/x", "filesystem", "../..", "é" * 99, "shell", "ask", "block"]
LEAVES = st.none() | st.booleans() | st.integers(-3, 2**63) | st.floats() | st.sampled_from(TEXTS) | st.text(max_size=5)
TREES: st.SearchStrategy[Any] = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=5), max_leaves=25
)


Planted = list[tuple[tuple[str, ...], Any]]


def places(root: type) -> list[tuple[str, ...]]:
    return [key.place[:depth] for key in keys(root) for depth in range(1, len(key.place) + 1)]


def planted(pairs: Planted, tree: dict[str, Any]) -> dict[str, Any]:
    """The tree with other values at some places."""
    tree = json.loads(json.dumps(tree))
    for place, value in pairs:
        holder: Any = tree
        for part in place[:-1]:
            holder = holder.setdefault(part, {}) if isinstance(holder, dict) else {}
        if isinstance(holder, dict):
            holder[place[-1]] = value
    return tree


def some(root: type, most: int = 6) -> st.SearchStrategy[Planted]:
    return st.lists(st.tuples(st.sampled_from(places(root)), TREES), max_size=most)


AGENT = {"id": "main", "brain": {"provider": "ollama", "model": "m", "config": {"api_key": "{{env.KEY}}"}}}
FILE = {"app": {"app_id": "a"}, "tools": {"modules": {"filesystem": {}, "shell": {"env": ["{{env.KEY}}"]}}}}
AGENTS = some(AgentFile).map(lambda pairs: planted(pairs, AGENT))


def answer(tree: dict[str, Any]) -> str:
    """What is wrong with a file, or what is shown of its secrets."""
    try:
        bot = app.parsed(json.dumps(tree), "bot.yaml", {"KEY": KEY})
        app.settings(bot, Settings())
        return repr(bot.modules) + repr([one.brain.api_key for one in bot.agents])
    except ConfigError as error:
        return str(error)


RICH: dict[str, Any] = {
    "app": {"app_id": "a", "name": "n", "version": "1"},
    "runtime": {"mode": "conversation", "entry_agent": "main", "workdir": "x", "max_turns": 5, "timeout": 9},
    "agents": [
        {
            "id": "main",
            "role": "r",
            "brain": {
                "provider": "ollama",
                "model": "m",
                "backend": "openai_compat",
                "credential": {"ref": "x"},
                "config": {"api_key": "k", "base_url": "http://h/v1", "headers": {"A": "b"}},
                "temperature": 1,
                "prices": {"input": 1},
            },
            "system_prompt": "p",
            "modules": {"filesystem": ["Read"]},
            "delegate_to": ["main"],
            "timezone": "UTC",
            "evolution_cron_schedule": "hourly",
            "evolution_guardrails": {"locked_params": ["x"]},
        }
    ],
    "tools": {
        "modules": {"filesystem": {}, "shell": {"timeout": 5, "env": ["X"]}, "web": {"allow_private": False}},
        "capabilities": {"default_policy": "auto", "grant": ["Read", {"module": "a", "tools": ["b"]}], "deny": ["x"]},
    },
    "security": {
        "behavior": {
            "profile": "coding",
            "rules": {"test_after_changes": 2},
            "custom": [{"id": "x", "rule": "r", "trigger": "edit", "condition": {"type": "contains", "field": "path", "substring": "s"}}],
            "rule_definitions": [{"id": "z", "trigger": "*", "condition": {"all": [{"consecutive_gte": 2}, {"text_matches": "x"}]}}],
            "state_tracking": {"sets": {"s": {"add_on": ["read"], "target": "path"}}},
            "classifier": {"timeout": 5, "brain": {"provider": "x"}},
            "brain": {"provider": "openai", "model": "x", "config": {"api_key": "k"}},
        }
    },
    "model": {"provider": "openai", "name": "x", "api_key": "k"},
    "persona": {"self_evolve": True},
}
WRONG: list[Any] = ["x {{env.KEY}}", {"id": "{{env.KEY}}"}, 5, "\0"]


def spots(node: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inside = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for name, value in inside:
        yield (*place, name)
        yield from spots(value, (*place, name))


def replaced(place: tuple[Any, ...], value: Any) -> dict[str, Any]:
    tree = copy.deepcopy(RICH)
    holder: Any = tree
    for part in place[:-1]:
        holder = holder[part]
    holder[place[-1]] = value
    return tree


def test_a_good_file_with_one_value_replaced_is_an_app_or_a_config_error_that_tells_no_secret() -> None:
    assert answer(RICH).startswith("{'filesystem'")
    assert [(place, value) for place in spots(RICH) for value in WRONG if KEY in answer(replaced(place, value))] == []


@given(some(AppFile), st.lists(AGENTS | TREES, max_size=3) | TREES)
def test_whatever_a_file_says_the_answer_is_an_app_or_a_config_error_that_tells_no_secret(pairs: Planted, agents: Any) -> None:
    assert KEY not in answer(planted(pairs, FILE) | {"agents": agents})


@given(some(AppFile, 1), some(AgentFile, 1))
def test_whatever_single_value_is_changed_the_answer_tells_no_secret(pairs: Planted, agent: Planted) -> None:
    assert KEY not in answer({"agents": [planted(agent, AGENT)]} | planted(pairs, FILE))


PIECES = ["app", "agents", "brain", "id", "tools", "runtime", "a", "1", ":", ": ", "\n", "\n  ", "- ", "{", "}", "[", "]", ",", "&a", "*a"]
PIECES += [
    "'",
    '"',
    "|",
    "? ",
    "#",
    "!!x ",
    "{{env.X}}",
    "~",
    "\t",
    "\x00",
    "\ue000",
    "\\",
    "<<",
    "---\n",
    "é",
    "1e999",
    "9" * 30,
    "\udce9",
]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_whatever_the_text_the_answer_is_an_app_or_a_config_error(text: str) -> None:
    with suppress(ConfigError):
        app.parsed(text, "bot.yaml", {"X": "x"})
