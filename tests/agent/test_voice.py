"""The provider's client loads aside: a person types meanwhile."""

import asyncio
import subprocess
import sys
from pathlib import Path

from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
from pydantic_ai.models import Model
from pydantic_ai.models.function import AgentInfo, FunctionModel

from habitus.agent.app import Brain
from habitus.agent.hands import Hands
from habitus.agent.loop import Conversation
from habitus.agent.outcome import Ended, Nobody
from habitus.agent.tools.tool import Place
from habitus.agent.voice import Voice
from habitus.layer import Layer
from habitus.models.knobs import Place as Where
from habitus.models.meter import Budget, Meter
from habitus.types import UserMessage

PROGRAM = """
import asyncio, sys, threading

first, loaded = threading.get_ident(), {}
def imported(event, args):
    if event == "import" and args[0].partition(".")[0] in ("pydantic_ai", "openai"):
        loaded.setdefault(args[0], threading.get_ident())
sys.addaudithook(imported)

from habitus.agent import voice
from habitus.agent.app import Brain

async def go():
    brain = Brain(provider="openai", model="m", backend="openai", base_url="http://127.0.0.1:9/v1")
    async with voice.opened(brain, (), meter=None, session="s") as one:
        await one.loaded()

asyncio.run(go())
print("pydantic_ai" in loaded, "openai" in loaded, first in loaded.values())
"""


def test_nobody_who_waits_for_a_prompt_waits_for_the_provider_s_client() -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60, check=False)

    assert (ran.stdout.split(), ran.stderr) == (["True", "True", "False"], "")


def test_a_message_that_is_cancelled_while_the_client_loads_was_never_said(layer: Layer, work: Path) -> None:
    asked: list[list[ModelMessage]] = []

    def answered(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        asked.append(messages)
        return ModelResponse(parts=[TextPart("Done.")])

    async def go() -> list[Ended]:
        loading: asyncio.Future[Model] = asyncio.get_running_loop().create_future()
        talk = conversation(layer, work, loading)
        turn = asyncio.ensure_future(talk.turn("Use pnpm, not npm."))
        await asyncio.sleep(0)
        turn.cancel()
        given_up = await turn
        loading.set_result(FunctionModel(answered))
        return [given_up.ended, (await talk.turn("Go on.")).ended]

    assert asyncio.run(go()) == ["cancelled", "done"]
    assert [told.event.text for told in layer.store.events("s") if isinstance(told.event, UserMessage)] == ["Go on."]
    assert "pnpm" not in str(asked)


def conversation(layer: Layer, work: Path, model: asyncio.Future[Model]) -> Conversation:
    place, brain = Place(workdir=work, layer=layer, session="s", agent="bot"), Brain(provider="none", model="m", backend="openai")
    meter = Meter(layer.store, layer.clock, model="m", budget=Budget.of("agent", layer.settings.agent))
    voice = Voice(model, brain, place=Where("none", "m", "", 1), key="", tools=(), meter=meter, session="s", streams=False)
    hands = Hands(layer, (), place, Nobody(), who="me")
    return Conversation(layer, voice, hands, (), place, Nobody(), system_prompt="Be brief.", max_turns=8, timeout=60)
