"""One message of the user's on its way: what is wanted, how it is gone about, what was delivered, whether to go on.

The pure halves are in `adapt`; here they meet the strategies that are kept and the files that were written.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from habitus.adapt import observation, plan, progress, shapes, strategies, validate
from habitus.adapt.nouns import Document, Progress
from habitus.agent import prompts
from habitus.agent.outcome import Spent

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from habitus.adapt.nouns import Decision, Intent, Plan, Strategy, Validation
    from habitus.agent.hands import Done
    from habitus.agent.tools.tool import Tool
    from habitus.layer.strategies import Strategies

ATTEMPTS = 4
"""Answers that are looked at and sent back: the seed's two steps, and as many again."""
LARGEST = 2_000_000
"""Bytes of a delivered file that are looked at."""
FILES = 20
PLAIN = ("text", "code")
"""Kinds of task that need no words of ours as long as nothing in them can be checked and nothing was learned."""
LOOPING = 3
"""The same call with the same outcome so often, and nothing else in between: the model goes in circles."""


@dataclass(slots=True)
class Task:
    prompt: str
    intent: Intent
    known: Sequence[Strategy]
    methods: Sequence[str]
    spent: Spent = field(default_factory=Spent)
    calls: int = 0
    silent: int = 0
    """Answers in a row without a word or a call."""
    heard: str = ""
    """Of an answer that is on its way."""
    said: str = ""
    """Of an answer that was cut off, as far as it came: what follows goes on from there."""
    shown: set[str] = field(default_factory=set)
    """Nudges that were given."""
    written: dict[str, Path] = field(default_factory=dict)
    progress: Progress = field(default_factory=Progress)
    validation: Validation | None = None
    _best: Sequence[Document] = ()
    """Of what was delivered, what comes nearest."""
    _plan: Plan | None = None
    _last: tuple[str, ...] = ()
    _circles: int = 0

    # ── before ──

    @property
    def plan(self) -> Plan:
        if self._plan is None:
            self._plan = plan.plan(self.prompt, self.intent, self.known, methods=_ways(self.intent, self.methods), last=self.validation)
        return self._plan

    def opening(self) -> str:
        """What the model is told of the task beside the message itself; nothing where there is nothing to say."""
        learned = any(one.pattern == strategies.pattern(self.intent) for one in self.known)
        if self.intent.data_type in PLAIN and not self.intent.criteria and not learned:
            return ""
        return prompts.filled(
            "action",
            USER_PROMPT=self.prompt,
            USER_INTENT=_json(shapes.intent(self.intent)),
            LEARNED_STRATEGIES=strategies.told(self.known, self.intent),
            AVAILABLE_METHODS="\n".join(f"- {method}" for method in self.methods),
            PLAN=str(self.plan.parameters.get("aiPrompt", "")).partition("\n")[0],
        )

    # ── while calls are made ──

    def pay(self, spent: Spent) -> None:
        self.spent = self.spent.plus(spent)

    def saw(self, done: Sequence[Done]) -> None:
        self.calls += len(done)
        self.silent = 0
        for one in done:
            path = one.call.args.get("file_path") or one.call.args.get("path")
            if not one.failed and one.call.tool in ("Write", "Edit") and isinstance(path, str):
                self.written[path] = _under(one.call.workspace, path)
        signs = tuple(f"{one.call.tool}\0{_json(one.call.args)}\0{one.said}" for one in done)
        self._circles = self._circles + 1 if signs == self._last else 1
        self._last = signs

    @property
    def is_circling(self) -> bool:
        return self._circles >= LOOPING

    # ── an answer ──

    def look(self, text: str) -> Decision:
        """Hold an answer to what was wanted; whether to go on, and why."""
        intent = self.intent
        if self.calls and intent.data_type == "code" and not self.written:
            intent = replace(intent, data_type="text")  # work on a project was done with tools: its report is no code
        looked = [(validate.validate_documents(delivered, intent), delivered) for delivered in self._delivered(text)]
        self.validation, self._best = max(looked, key=lambda one: (one[0].ok, one[0].score))
        self.progress = progress.update(self.progress, self.validation)
        return progress.decide(self.progress, self.intent, ATTEMPTS, self.validation)

    def learn(self, kept: Strategies, agent: str, session: str) -> None:
        """What came of this attempt, for the next task of its kind; then another begins. What nobody could check teaches nothing."""
        found = self.validation
        if found is None or not (found.data_type_match is not None or any(finding.met is not None for _, finding in found.findings)):
            return
        new = kept.learn(agent, self.intent, plan.name(self.plan, self.intent), found, session=session)
        older = [one for one in self.known if (one.pattern, one.action) != (new.pattern, new.action)]
        self.known, self._plan = (new, *older), None

    def refinement(self, decision: Decision) -> str:
        """What the model is told when its answer is sent back."""
        found = self.validation
        observed = observation.observe(self._best, success=True, intent=self.intent, validation=found)
        issues = [*(found.issues if found else ()), *(f"next: {step}" for step in (found.suggestions if found else ()))]
        return prompts.filled(
            "refine",
            USER_PROMPT=self.prompt,
            USER_INTENT=_json(shapes.intent(self.intent)),
            OBSERVATION=_json(observed),
            CONTENT_VALIDATION="\n".join(f"- {issue}" for issue in issues) or "- nothing in particular",
            PROGRESS_STATE=_json(shapes.decision(decision)),
            LEARNED_STRATEGIES=strategies.told(self.known, self.intent),
        )

    def _delivered(self, text: str) -> list[list[Document]]:
        """What may be what was asked for, likeliest first: the files that were written, or the answer itself."""
        files = [document for name, path in list(self.written.items())[:FILES] if (document := _read(name, path))]
        answer = [Document(name="answer", text=text)]
        return [files, answer] if files and self.intent.data_type in ("code", "document") else [answer, files] if files else [answer]


def methods(tools: Sequence[Tool]) -> list[str]:
    """What the model can do: answer, or use what is at hand."""
    return ["ai.process: answer in your own words", *(f"{tool.module}.{tool.name}: {tool.description.partition('.')[0]}" for tool in tools)]


def _ways(intent: Intent, found: Sequence[str]) -> tuple[str, ...]:
    can_write = any(method.startswith(("filesystem.Write", "shell.")) for method in found)
    return ("ai.process", "document.generate") if can_write else ("ai.process",)


def _read(name: str, path: Path) -> Document | None:
    try:
        if path.stat().st_size > LARGEST:
            return None
        data = path.read_bytes()
    except OSError:
        return None  # it was written and is gone again: nothing to look at
    try:
        return Document(name=name, text=data.decode())
    except UnicodeDecodeError:
        return Document(name=name, data=data)


def _under(workspace: str, path: str) -> Path:
    from pathlib import Path

    return Path(workspace) / Path(path).expanduser()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
