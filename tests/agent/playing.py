"""An app, a model and a folder, put together for a test."""

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent.mind import KEY, Dialect, Mind
from habitus.agent import app as apps
from habitus.agent.app import App
from habitus.agent.loop import Conversation
from habitus.agent.outcome import Outcome
from habitus.agent.start import opened
from habitus.layer import Layer
from habitus.types import Decision, ToolCall, Verdict


@dataclass
class Seen:
    """Looks on and keeps it all; says yes to as many calls as it is told."""

    yes: bool | None = None
    texts: list[str] = field(default_factory=list)
    rulings: list[tuple[str, str]] = field(default_factory=list)
    results: list[tuple[str, str, bool]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def text(self, delta: str) -> None:
        self.texts.append(delta)

    def judged(self, call: ToolCall, decision: Decision) -> None:
        self.rulings.append((call.tool, decision.ruling))

    def came_back(self, call: ToolCall, text: str, *, failed: bool, verdicts: Sequence[Verdict]) -> None:
        self.results.append((call.tool, text, failed))

    def note(self, text: str) -> None:
        self.notes.append(text)

    def ask(self, call: ToolCall, decision: Decision) -> bool | None:
        self.asked.append(call.tool)
        return self.yes


APP = """
app: {{app_id: bot, name: Bot}}
runtime: {{max_turns: {max_turns}, timeout: {timeout}}}
agents:
  - id: main
    brain:
      provider: custom
      model: m
      backend: {backend}
      config: {{api_key: {key}, base_url: "{url}"}}
      max_tokens: 400
    system_prompt: Use Read, Edit and Bash.
{agents}
tools:
  modules: {{filesystem: {{}}, shell: {{}}, memory: {{}}}}
  capabilities: {{{policy}}}
{more}
"""


def app(
    mind: Mind,
    dialect: Dialect,
    *,
    max_turns: int = 8,
    timeout: float = 30,
    policy: str = "default_policy: auto",
    more: str = "",
    agents: str = "",
) -> App:
    text = APP.format(
        backend=dialect.backend, key=KEY, url=mind.url + dialect.root, max_turns=max_turns, timeout=timeout, policy=policy, more=more,
        agents=agents,
    )  # fmt: skip
    return apps.parsed(text, "bot.yaml", {})


def ran(found: App, layer: Layer, work: Path, *prompts: str, watcher: Any = None, **given: Any) -> list[Outcome]:
    async def main() -> list[Outcome]:
        async with opened(found, layer, work, watcher=watcher, **given) as talk:
            return [await talk.turn(prompt) for prompt in prompts]

    return asyncio.run(main())


def opening(found: App, layer: Layer, work: Path, **given: Any) -> AbstractAsyncContextManager[Conversation]:
    return opened(found, layer, work, **given)
