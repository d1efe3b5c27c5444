"""Every key of an app file, its default and the reason for it. Beside these, the blocks of habitus.yaml that are an app's business.

One field is all it takes to add a key: errors and the table in docs/agent.md follow.
"""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003  pydantic looks the name up when it reads the annotations
from dataclasses import field
from typing import Any, Literal

from habitus.agent.tools.tool import MODULES
from habitus.config.section import section
from habitus.config.settings import Settings, setting

MACHINE = ("store", "redis", "queue", "notify", "server")
"""Blocks of habitus.yaml that are no app's business: where a machine keeps things, and whom it tells."""
DESCRIPTIVE = {
    (): frozenset({"ui", "schema_version"}),
    ("app",): frozenset({"short_name", "schema_version", "author", "tags", "icon", "color", "category", "theme", "quick_prompts"}),
}
"""Keys for other programs' screens: read over."""
ABSENT = {
    (): frozenset({"flow", "channels", "hooks", "mcp", "middleware", "pipeline", "triggers"}),
    ("runtime",): frozenset({"flow", "hooks", "middleware", "modes", "pipeline", "scheduler", "triggers", "watchers"}),
}
"""Keys that Digitorn acts on and we do not: to read over them would be to promise what does not happen."""


@section
class Meta:
    """What the app is called."""

    app_id: str = setting("", "The name it is kept under: a word or a few, without slashes.", why="Empty: the file's own name.")
    name: str = setting("", "The name that people see.", why="Empty: the `app_id`.")
    version: str | int | float = setting("", "The app's version.", why='Told back, and not compared: `1.0` and `"1.0"` both will do.')
    description: str = setting("", "What it is for.", why="Other agents choose by it.")


@section
class Runtime:
    """How it runs."""

    mode: Literal["conversation", "one_shot", "oneshot", "task"] = setting(
        "conversation", "Go on after an answer, or end with the first; the last three mean the same.", why="Most apps are talked with."
    )
    entry_agent: str = setting("", "The `id` of the agent that people speak to.", why="Empty: the first.")
    workdir_mode: Literal["auto", "fixed", "required", "none"] = setting(
        "auto",
        "Where tools work: `auto` in the folder that the command names, else `workdir`, else the current one; `fixed` always in "
        "`workdir`; `required` only where the command names one; `none` nowhere.",
        why="As other command-line tools: where you stand.",
    )
    workdir: str = setting("", "That folder, seen from the app file.", why="A file that is moved with its folder keeps working.")
    max_turns: int = setting(
        50,
        "The most answers of the model to one message.",
        why="Long work needs dozens; a model that goes in circles is stopped before it costs more than a coffee.",
        ge=1,
        le=10_000,
    )
    timeout: float = setting(
        1800.0, "Seconds that one message may take, tools included.", why="Half an hour: longer than most test suites.", ge=1, le=86_400
    )


@section
class Tools:
    """What the agents may use."""

    modules: Mapping[str, Any] = setting(
        {}, f"Tools by module, each with its options: {', '.join(MODULES)}.", why="Nothing is handed out that was not asked for."
    )
    capabilities: Mapping[str, Any] = setting(
        {}, "Which of them may be called: as `capabilities` in docs/settings.md.", why="May stand at the top of the file too."
    )


@section
class Skills:
    """What holds for every agent of the app that says nothing else."""

    skill_evolve: bool = setting(False, "May keep skills, when you say so.", why="The seed's: nobody's agent changes itself unasked.")
    skill_nudge_interval: int = setting(15, "Tool calls before it offers to keep one; 0: never.", why="The seed's.", ge=0)


@section
class Persona:
    """The same."""

    self_evolve: bool = setting(False, "May refine SOUL.md and CAPABILITIES.md.", why="The seed's: the same.")


@section
class AppFile(Settings):
    """The file as a whole."""

    app: Meta = field(default_factory=Meta)
    runtime: Runtime = field(default_factory=Runtime)
    agents: list[Any] = setting([], "The agents: the keys below.", why="One at least; the others are its sub-agents.")
    tools: Tools = field(default_factory=Tools)
    skills: Skills = field(default_factory=Skills)
    persona: Persona = field(default_factory=Persona)


@section
class Access:
    """How the model is reached."""

    api_key: str = setting(
        "",
        'The key, best as `"{{env.NAME}}"`; read when the model is first asked.',
        why="Empty: the provider's own variable, and only for the provider's own address.",
        secret=True,
    )
    base_url: str = setting("", "Another address that speaks the same API.", why="Empty: the provider's.", secret=True)
    headers: Mapping[str, str] = setting({}, "Sent with every request.", why="Gateways ask for them.", secret=True)


@section
class Prices:
    """US dollars for a million tokens."""

    input: float = setting(0.0, "For what it reads.", why="Prices change: yours are the right ones.", ge=0, le=1_000_000)
    output: float = setting(0.0, "For what it writes.", why="The same.", ge=0, le=1_000_000)


@section
class BrainFile:
    """The model."""

    provider: str = setting("", "Whose model: one of the table below, or any other with a `config.base_url`.", why="Tells the address.")
    model: str = setting("", "The provider's name for it; for `local`, a GGUF file.", why="No default: prices and fitness differ.")
    backend: Literal["", "openai_compat", "openai", "anthropic", "local"] = setting(
        "", "The API it speaks.", why="Empty: the provider's; one that is not in the table speaks OpenAI's."
    )
    credential: Any = setting("", "A key kept elsewhere.", why="Read over: keys come from `config.api_key`.", secret=True)
    config: Access = field(default_factory=Access)
    temperature: float | None = setting(None, "How far answers may stray.", why="Not sent unless given: some refuse it.", ge=0, le=2)
    top_p: float | None = setting(None, "The same by another measure.", why="The same.", ge=0, le=1)
    max_tokens: int | None = setting(None, "The longest answer, in tokens.", why="Not sent unless given: they know their own limit.", ge=1)
    timeout: float = setting(120.0, "Seconds that one answer may take.", why="Reasoning takes minutes.", ge=1, le=3600)
    prices: Prices = field(default_factory=Prices)


@section
class AgentFile:
    """One agent."""

    id: str = setting("", "Its name in this file.", why="Needed: others call it by this.")
    role: str = setting("assistant", "What it is to the others, in a word.", why="Told to the agents that may call it.")
    specialty: str = setting("", "What it is good at.", why="The same.")
    brain: BrainFile = field(default_factory=BrainFile)
    system_prompt: str = setting("", "What it is told first.", why="`prompt` is read too.")
    prompt: str = setting("", "The same as `system_prompt`.", why="Other files call it so.")
    modules: Any = setting(
        [], "Fewer modules than the app has: `[filesystem]`, or with tools `{filesystem: [Read, Grep]}`.", why="Empty: all of them."
    )
    delegate_to: list[str] = setting([], "Agents that it may call, by `id`.", why="Empty: the entry agent may call all, others none.")
    kind: Literal["predefined", "open"] = setting("predefined", "An open one evolves nothing.", why="The seed's.")
    self_evolve: bool = setting(False, "May refine SOUL.md and CAPABILITIES.md.", why="The seed's: unasked, nothing changes itself.")
    skill_evolve: bool = setting(False, "May keep skills, when you say so.", why="The same.")
    skill_nudge_interval: int = setting(15, "Tool calls before it offers to keep one; 0: never.", why="The seed's.", ge=0)
    retrieval_threshold: float = setting(0.3, "How near knowledge must be to a prompt.", why="The seed's.", ge=0, le=1)
    timezone: str = setting("", "Whose night `evolution_cron_schedule` speaks of.", why="Empty: the machine's.")
    evolution_enabled: bool = setting(True, "Look at its figures every night.", why="The seed's: it only suggests.")
    evolution_cron_schedule: str = setting("every day at 02:00", "When.", why="The seed's.")
    evolution_guardrails: Mapping[str, Any] = setting({}, "How far it may go: docs/evolution.md.", why="The seed's, where nothing is said.")
