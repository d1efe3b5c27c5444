"""What a tool is: a name, what the model is told of it, and a function. And where tools work.

Tools do not judge: whoever runs them asks the layer before and after. `checked` comes first of all, so that the layer judges the very
arguments that the tool will use.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from habitus.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from habitus.layer import Layer

MODULES = ("filesystem", "shell", "memory", "web", "skills")


LEAST = 2000
"""Characters that the longest of our own sentences takes, with the names in it."""


class ToolFailed(Exception):
    """What the model is told instead of a result: one sentence that says what happened and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where tools work, and how far they may go."""

    workdir: Path
    may_leave: bool = False
    """Files and commands outside `workdir` too."""
    readable: tuple[Path, ...] = ()
    """Folders outside it that may be read all the same: where skills are kept."""
    writable: tuple[Path, ...] = ()
    """Folders outside it that may be read and written: where the agent's own persona lies, whose door the layer keeps."""
    bash_seconds: float = 120
    """As long as a test suite may take, and no longer than a person waits."""
    output: int = 30_000
    """Characters that a tool may answer with, failures included: some 8,000 tokens. At least `LEAST`."""
    stopped: threading.Event = field(default_factory=threading.Event)
    """Set when the person cancels."""
    secret_env: frozenset[str] = frozenset()
    """Variables that hold the brain's credentials, whatever they are called: no command sees them."""
    ours: frozenset[str] = frozenset()
    """Files beside the layer's home that watch over this session, as the disk knows them: its settings, its app file, its store."""
    layer: Layer | None = None
    session: str = ""
    agent: str = ""

    def __post_init__(self) -> None:
        if self.output < LEAST:
            raise ConfigError(
                f"a tool's output must be allowed at least {LEAST:,} characters, got {self.output}: less has no room for sentences"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    name: str
    description: str
    parameters: Mapping[str, Any]
    """JSON Schema, as the model is shown it."""
    run: Callable[[Mapping[str, Any], Place], str]
    """Called in a thread, with arguments that were checked. Raises `ToolFailed`."""
    module: str
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Other names of arguments, that models know from other tools; empty: one that says nothing here, and is dropped."""


def schema(properties: Mapping[str, Any], *required: str, aliases: bool = False) -> dict[str, Any]:
    """`aliases`: providers that hold the model to the schema would refuse the other names."""
    made: dict[str, Any] = {"type": "object", "properties": dict(properties), "required": list(required)}
    return made if aliases else {**made, "additionalProperties": False}


def checked(tool: Tool, args: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments under their own names and in their own types, or `ToolFailed` that names the one that is wrong."""
    from habitus.agent.tools import arguments

    return arguments.checked(tool, args)


def toolbox(modules: Mapping[str, Mapping[str, Any] | None]) -> list[Tool]:
    """The tools that an app file asks for: `{"filesystem": {}, "shell": {"timeout": 30}}`. An unknown module or option is a ConfigError."""
    found: list[Tool] = []
    for name, options in modules.items():
        if name not in MODULES:
            near = get_close_matches(str(name)[:40], MODULES, n=1, cutoff=0)[0]
            raise ConfigError(f"`tools.modules.{name!s:.40}` is not a module; did you mean `{near}`? Known are {', '.join(MODULES)}.")
        if options is not None and not hasattr(options, "items"):
            raise ConfigError(f"`tools.modules.{name}` must be a mapping of options, {{}} where there are none, got {options!r:.40}")
        found += _made(name, options or {})
    return found


def _made(module: str, options: Mapping[str, Any]) -> list[Tool]:
    from habitus.agent.tools import bash, edit, fetch, glob, grep, memory, read, skills, write
    from habitus.agent.tools import options as given

    match module:
        case "filesystem":
            given.none(module, options)
            return [read.READ, write.WRITE, edit.EDIT, glob.GLOB, grep.GREP]
        case "shell":
            return [bash.tool(given.shell(options))]
        case "memory":
            given.none(module, options)
            return [memory.REMEMBER, memory.RECALL]
        case "web":
            return [fetch.tool(given.web(options))]
        case _:
            given.none(module, options)
            return skills.skill_tools(may_evolve=False)
