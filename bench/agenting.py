"""The layer's own time in a turn of the built-in agent, beside a model that answers at once: one message, one call, one answer."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from habitus import assemble
from habitus.agent.app import Brain
from habitus.agent.hands import Hands
from habitus.agent.loop import Conversation
from habitus.agent.outcome import Nobody
from habitus.agent.tools.tool import Place, toolbox
from habitus.agent.voice import Voice
from habitus.config import Settings
from habitus.config.settings import Agent
from habitus.models.knobs import Place as Where
from habitus.models.meter import Budget, Meter
from habitus.types import Scope

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pydantic_ai.models import Model

    from habitus.layer import Layer

TURNS = 200
RULES = 100
MARKS = {"layer_ms_per_turn": 5.0}
ENTRANCES = ("observe", "guide", "judge", "settle", "caught_up", "rule_list")


def run() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder) / "work"
        work.mkdir()
        (work / "a.txt").write_text("hello\n")
        unlimited = Agent(daily_token_cap=0, daily_cost_cap=0)  # a day of answers in a minute
        layer = assemble.layer(Settings(agent=unlimited), home=f"{folder}/home")
        for n in range(RULES):
            layer.rulebook.add(f"Use the tool number {n} for task {n} of the backend.", rule_type="preference", scope=Scope(), who="bench")
        with timed(layer) as spent:
            turns = asyncio.run(played(layer, work, spent))
        layer.close()
    own, whole = [one for one, _ in turns], [both for _, both in turns]
    return {
        "layer_ms_per_turn": round(statistics.median(own) * 1000, 2),
        "layer_ms_per_turn_p99": round(statistics.quantiles(own, n=100)[98] * 1000, 2),
        "turn_ms": round(statistics.median(whole) * 1000, 2),
        "turns": TURNS,
        "rules": RULES,
    }


async def played(layer: Layer, work: Path, spent: list[float]) -> list[tuple[float, float]]:
    tools = toolbox({"filesystem": {}, "shell": {}, "memory": {}})
    place = Place(workdir=work, layer=layer, session="bench", agent="bench")
    brain = Brain(provider="none", model="none", backend="openai")
    meter = Meter(layer.store, layer.clock, model="none", budget=Budget.of("agent", layer.settings.agent))
    model: asyncio.Future[Model] = asyncio.get_running_loop().create_future()
    model.set_result(FunctionModel(answered))
    voice = Voice(model, brain, place=Where("none", "none", "", 1), key="", tools=tools, meter=meter, session="bench", streams=False)
    talk = Conversation(
        layer, voice, Hands(layer, tools, place, Nobody(), who="bench"), tools, place, Nobody(), system_prompt="Be brief.", max_turns=8,
        timeout=60,
    )  # fmt: skip
    found = []
    for n in range(TURNS):
        spent.clear()
        begin = time.perf_counter()
        outcome = await talk.turn(f"What is in a.txt, for task {n} of the backend?")
        found.append((sum(spent), time.perf_counter() - begin))
        assert outcome.ended == "done", outcome
    return found


def answered(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    last = messages[-1]
    if isinstance(last, ModelRequest) and any(isinstance(part, ToolReturnPart) for part in last.parts):
        return ModelResponse(parts=[TextPart("It says hello.")])
    return ModelResponse(parts=[ToolCallPart("Read", {"file_path": "a.txt"})])


@contextmanager
def timed(layer: Layer) -> Iterator[list[float]]:
    """Seconds inside the layer, call by call. `caught_up` inside another entrance is counted there."""
    spent: list[float] = []
    depth = [0]

    def watched(call: Callable[..., Any]) -> Callable[..., Any]:
        def inner(*args: Any, **given: Any) -> Any:
            depth[0] += 1
            begin = time.perf_counter()
            try:
                return call(*args, **given)
            finally:
                depth[0] -= 1
                if not depth[0]:
                    spent.append(time.perf_counter() - begin)

        return inner

    for name in ENTRANCES:
        setattr(layer, name, watched(getattr(layer, name)))
    layer.strategies.of = watched(layer.strategies.of)  # type: ignore[method-assign]
    layer.strategies.learn = watched(layer.strategies.learn)  # type: ignore[method-assign]
    yield spent
