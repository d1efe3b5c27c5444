"""What an app file adds up to. Frozen; keys stay sealed until the model is asked for the first time."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from habitus.config import Behavior, Capabilities, Settings
from habitus.config.read import TEMPLATE
from habitus.errors import ConfigError
from habitus.models.knobs import APP, Knobs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

Backend: TypeAlias = Literal["openai_compat", "openai", "anthropic", "local"]
WorkdirMode: TypeAlias = Literal["auto", "fixed", "required", "none"]

FIT = re.compile(r"[!-~]+")
"""What a header can carry. The HTTP library refuses the rest in a message that quotes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """A key as somebody wrote it down, or where to find it. `value` looks it up; nothing else shows it."""

    text: str = field(default="", repr=False)
    said: Callable[[str], str] = field(default="the key {}".format, repr=False, compare=False)
    """A problem → the sentence that names the place it is in."""
    environ: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)

    def __bool__(self) -> bool:
        """Is there to be a key at all? It may still be missing."""
        return bool(self.text)

    @property
    def variables(self) -> tuple[str, ...]:
        """The environment's, that hold it: not for the eyes of commands."""
        return tuple(TEMPLATE.findall(self.text))

    @property
    def value(self) -> str:
        for name in self.variables:
            if not self.environ.get(name, "").strip():
                flaw = "empty" if name in self.environ else "not set"
                raise ConfigError(self.said(f"needs the environment variable {name[:60]}, which is {flaw}: set it, or choose with --model"))
        found = TEMPLATE.sub(lambda named: self.environ[named[1]], self.text).strip()
        if found and not FIT.fullmatch(found):
            raise ConfigError(self.said("holds a space, a control character or a letter outside ASCII: copy the key again"))
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """US dollars for a million tokens."""

    input: float
    output: float

    def cost(self, read: int, written: int) -> float:
        return (read * self.input + written * self.output) / 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Brain:
    """A model and how it is reached. None: not sent, so that the provider's own default holds."""

    provider: str
    model: str
    """For the backend `local`: the path of a GGUF file."""
    backend: Backend
    base_url: str = ""
    api_key: Secret = Secret()
    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int | None = None
    timeout: float = 120.0
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    prices: Prices | None = None
    knobs: Knobs = APP
    """Where all this is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSpec:
    id: str
    brain: Brain
    system_prompt: str = field(default="", repr=False)
    role: str = "assistant"
    specialty: str = ""
    modules: Mapping[str, tuple[str, ...]] | None = None
    """Those it has of the app's, with the tools it has of each: none named means all. None: all modules."""
    delegate_to: tuple[str, ...] = ()
    """Agents that it may call."""
    switches: Mapping[str, Any] = field(default_factory=dict)
    """What the file says of `kind`, `self_evolve` and the others, in the spelling of `habitus agents set`; the rest is the store's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    id: str
    name: str
    agents: tuple[AgentSpec, ...]
    entry: str
    """The `id` of the agent that people speak to."""
    version: str = ""
    description: str = ""
    mode: Literal["conversation", "one_shot"] = "conversation"
    workdir_mode: WorkdirMode = "auto"
    workdir: Path | None = None
    """As the file names it; `folder` says where to work."""
    max_turns: int = 50
    timeout: float = 1800.0
    modules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, repr=False)
    """Tools by module with their options, which may hold secrets."""
    own: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """Which settings the file gives: only these are laid over others."""
    settings: Settings = field(default_factory=Settings, repr=False)
    """The same with defaults around them."""
    file: Path | None = None

    @property
    def behavior(self) -> Behavior:
        return self.settings.security.behavior

    @property
    def capabilities(self) -> Capabilities:
        return self.settings.capabilities

    @property
    def secret_variables(self) -> frozenset[str]:
        """Variables that hold the brains' keys, whatever they are called."""
        return frozenset(name for one in self.agents for name in one.brain.api_key.variables)

    def agent(self, id: str = "") -> AgentSpec:
        """By its id; the entry agent where none is given."""
        for one in self.agents:
            if one.id == (id or self.entry):
                return one
        raise ConfigError(f"{self.id} has no agent called {id!r:.60}: known are {', '.join(one.id for one in self.agents)}")

    def known_as(self, id: str = "") -> str:
        """The name under which an agent's lessons are kept: `main` of one app is not `main` of another."""
        named = self.agent(id).id
        return self.id if named == self.entry else f"{self.id}.{named}"

    def thinking_with(self, brain: Brain) -> App:
        """The same app on another model: what `--model` asks for."""
        return replace(self, agents=tuple(replace(one, brain=brain) for one in self.agents))

    def folder(self, named: str | None, here: Path) -> Path | None:
        """Where tools work. `named` is what the command asks for; None where the app works nowhere."""
        if self.workdir_mode == "none":
            return None
        if named and self.workdir_mode == "fixed":
            raise ConfigError(f"{self.id} works in {self.workdir} (`runtime.workdir_mode: fixed`), and in no other folder")
        if not named and self.workdir_mode == "required":
            raise ConfigError(f"{self.id} has to be told where to work (`runtime.workdir_mode: required`): add --workdir FOLDER")
        found = here / named if named else self.workdir or here
        if not found.is_dir():
            raise ConfigError(f"{found} is no folder: make it, or name another")
        return found
