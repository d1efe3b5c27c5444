"""A conversation: think, act, observe, until what was asked for is there or a limit says stop.

    message ─intent, strategies→ Task ─guide→ ask the model ─calls→ judge · run · settle ─┐
                                                ↑                                         │
                                                └── results, reminders, what is missing ──┘─answer→ look: done, or sent back

What is added for the model goes to the end of the last message, so that everything before it stays byte for byte what the provider has
cached. Nothing here keeps state that the events of the session do not tell: killed at any moment, it goes on from them.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, Any

from habitus.adapt import intent
from habitus.agent import past
from habitus.agent import task as tasks
from habitus.agent.outcome import Outcome, Spent
from habitus.agent.task import Task
from habitus.agent.voice import TooLong
from habitus.errors import ModelError, NotAsked
from habitus.types import AgentText, SessionEnd, UserMessage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic_ai.messages import ModelMessage, ModelResponse

    from habitus.adapt.nouns import Intent
    from habitus.agent.hands import Done, Hands
    from habitus.agent.outcome import Ended, Watcher
    from habitus.agent.tools.tool import Place, Tool
    from habitus.agent.voice import Voice
    from habitus.layer import Layer

LOG = logging.getLogger(__name__)
SILENT = 2
"""Answers without a word or a call before it is believed that none will come."""
NOTHING_SAID = "You sent neither text nor a tool call. Go on with the task, or answer."
KEPT = " Nothing is lost: “go on” takes it up again, then here, or with --continue once the cap is raised."
CUT = "Your answer was cut off by the limit of tokens. Go on exactly where it ends, or do it in smaller steps."


class Conversation:
    def __init__(
        self, layer: Layer, voice: Voice, hands: Hands, tools: Sequence[Tool], place: Place, watcher: Watcher, *,
        system_prompt: str, max_turns: int, timeout: float, also: list[Spent] | None = None,
        is_sub: bool = False,
    ) -> None:  # fmt: skip
        """`also`: what others have spent for it, since it was last looked at. `is_sub`: it is cancelled with the one it works for."""
        self._layer = layer
        self._voice = voice
        self._hands = hands
        self._tools = tuple(tools)
        self._place = place
        self._watcher = watcher
        self._instructions = "\n\n".join(filter(None, (system_prompt.strip(), layer.rule_list())))
        self._max_turns = max_turns
        self._timeout = timeout
        self._also = [] if also is None else also
        self._is_sub = is_sub
        self._messages: list[ModelMessage] = []
        self._told_at = -1

    @property
    def session(self) -> str:
        return self._place.session

    async def resume(self) -> int:
        """Go on from the events of the session; answers how many messages there were."""
        await self._voice.loaded()
        events = [told.event for told in self._layer.store.events(self._place.session)]
        self._messages = past.messages(events, self._instructions)
        return len(self._messages)

    async def turn(self, prompt: str) -> Outcome:
        """One message of the user's, to its end. Never raises what the model or a tool did: that is how it ended."""
        if not self._is_sub:
            self._place.stopped.clear()  # what was cancelled was the turn before
        task = Task(prompt=prompt, intent=intent.read(prompt), known=(), methods=tasks.methods(self._tools))
        try:
            async with asyncio.timeout(self._timeout):
                await self._begin(task)
                ended, reason, text = await self._work(task)
        except TimeoutError:
            ended, reason, text = "stopped", f"It took longer than {self._timeout:g} s (`runtime.timeout`).", ""
        except NotAsked as error:
            ended, reason, text = "stopped", f"{error}.{KEPT if not self._is_sub else ''}", task.said.strip()
        except ModelError as error:
            ended, reason, text = "failed", str(error), ""
        except asyncio.CancelledError:
            ended, reason, text = "cancelled", "You cancelled it.", ""
            if (current := asyncio.current_task()) is not None:
                current.uncancel()  # it was meant for this turn; the conversation goes on
        self._keep_half(task)
        return await asyncio.to_thread(self._over, task, ended, reason, text)

    def end(self, reason: str = "") -> None:
        """The conversation is over: what is to be learned from it as a whole is learned now."""
        self._layer.observe(SessionEnd(**self._moment("end"), reason=reason))
        self._layer.caught_up()

    # ── a turn ──

    async def _begin(self, task: Task) -> None:
        """Messages are put down here and never in a thread: one that is still at work when its turn is cancelled would speak up later,
        behind what the person has said since."""
        await self._voice.loaded()
        await asyncio.to_thread(self._hear, task)
        self._tell(task.prompt)
        task.intent = await self._wanted(task)
        beside = await asyncio.to_thread(self._beside, task)
        if beside:
            self._messages.pop()
            self._tell(f"{task.prompt}\n\n{beside}")

    def _hear(self, task: Task) -> None:
        self._layer.observe(UserMessage(**self._moment("user"), text=task.prompt))
        task.known = self._layer.strategies.of(self._place.agent)

    def _beside(self, task: Task) -> str:
        """What the model is told with the message."""
        return "\n\n".join(filter(None, (task.opening(), self._guidance(task.prompt))))

    async def _wanted(self, task: Task) -> Intent:
        """As it can be read; a model that is configured looks once more, and its silence costs nothing."""
        if self._layer.model is None:
            return task.intent
        from habitus.adapt import refined

        try:
            answer, _ = await self._layer.model.ask(refined.question(task.prompt), refined.Answer)
        except ModelError as error:
            LOG.info("the intent is taken as it was read: %s", error)
            return task.intent
        return refined.refined(task.prompt, task.intent, answer)

    async def _work(self, task: Task) -> tuple[Ended, str, str]:
        while task.spent.requests < self._max_turns:
            response = await self._think(task)
            said, calls = task.said + (response.text or ""), response.tool_calls
            text, task.said = said.strip(), ""
            if calls:
                await self._act(task, calls)
                if task.is_circling:
                    return "stopped", "The model made the same call over and over, with the same result.", text
            elif not (response.text or "").strip():
                task.said = said
                task.silent += 1
                if task.silent >= SILENT:
                    return "stopped", "The model answered with nothing, twice.", text
                self._tell(NOTHING_SAID)
            elif response.finish_reason == "length":
                task.said = said
                self._tell(CUT)
            else:
                decision = await asyncio.to_thread(self._looked, task, text)
                if decision.decision == "stop":
                    ended: Ended = "done" if task.progress.is_done else "stopped"
                    return ended, decision.reason, text
                self._watcher.note(
                    f"Not accepted yet ({decision.progress} %): {'; '.join(task.validation.issues if task.validation else ())}"
                )
                self._tell(task.refinement(decision))
        return "stopped", f"The budget of {self._max_turns} answers is used up (`runtime.max_turns`).", task.said.strip()

    async def _think(self, task: Task) -> ModelResponse:
        """Ask, with what is new since the last time; what the model says is judged too."""
        await asyncio.to_thread(self._refresh, task)

        def say(delta: str) -> None:
            task.heard += delta
            self._watcher.text(delta)

        try:
            response = await self._voice.ask(self._nudged(task), say, self._watcher.note, task.pay)
        except TooLong:
            shorter = past.shortened(self._messages)
            if shorter == self._messages:
                raise
            self._watcher.note("The conversation is too long for the model: results of older calls are left out.")
            self._messages = shorter
            response = await self._voice.ask(self._messages, say, self._watcher.note, task.pay)
        task.heard = ""
        self._messages.append(response)
        if response.text and response.text.strip():
            said = AgentText(**self._moment("text"), text=response.text)
            decision = await asyncio.to_thread(self._layer.settle, said)
            for verdict in decision.verdicts:
                self._watcher.note(verdict.message)
        return response

    async def _act(self, task: Task, calls: Sequence[Any]) -> None:
        """One after the other, as the model put them: the second may need what the first has done."""
        from pydantic_ai.messages import ModelRequest, ToolReturnPart

        done: list[Done] = []
        parts: list[Any] = []
        batch = f"b{self._layer.session(self._place.session).seq + 1}"
        try:
            for call in calls:
                one = await self._hands.do(call, batch)
                done.append(one)
                parts.append(ToolReturnPart(tool_name=call.tool_name, content=one.text, tool_call_id=call.tool_call_id))
                if self._place.stopped.is_set():
                    raise asyncio.CancelledError
        finally:
            # No provider takes a conversation with a call that has no answer: not even after Ctrl-C.
            parts += [
                ToolReturnPart(tool_name=one.tool_name, content=past.LOST, tool_call_id=one.tool_call_id) for one in calls[len(parts) :]
            ]
            self._messages.append(ModelRequest(parts=parts, instructions=self._instructions))
        task.saw(done)

    def _looked(self, task: Task, text: str) -> Any:
        decision = task.look(text)
        task.learn(self._layer.strategies, self._place.agent, self._place.session)
        return decision

    def _keep_half(self, task: Task) -> None:
        """An answer that broke off was heard as far as it came: that is what the person speaks of next, and often corrects."""
        if task.heard.strip():
            from pydantic_ai.messages import ModelResponse, TextPart

            self._messages.append(ModelResponse(parts=[TextPart(content=task.heard)]))

    def _over(self, task: Task, ended: Ended, reason: str, text: str) -> Outcome:
        if task.heard.strip():
            self._layer.observe(AgentText(**self._moment("text"), text=task.heard))
        postscript = self._postscript(task, text) if ended == "done" else ""
        if postscript:
            self._watcher.text(postscript)
            self._layer.observe(AgentText(**self._moment("text"), text=postscript.strip()))
        self._layer.caught_up()
        spent = reduce(Spent.plus, self._also, task.spent)
        self._also.clear()
        return Outcome(
            text=text + postscript, ended=ended, reason=reason, spent=spent, calls=task.calls, progress=task.progress,
            validation=task.validation,
        )  # fmt: skip

    # ── what the model is told ──

    def _tell(self, text: str) -> None:
        from pydantic_ai.messages import ModelRequest, UserPromptPart

        self._messages.append(ModelRequest(parts=[UserPromptPart(content=text)], instructions=self._instructions))

    def _guidance(self, prompt: str) -> str:
        self._told_at = self._layer.store.versions().lessons
        return self._layer.guide(self._place.session, prompt).text

    def _refresh(self, task: Task) -> None:
        """A rule that came into force since the last request holds from this one on."""
        if self._layer.store.versions().lessons != self._told_at and task.spent.requests:
            text = self._guidance(task.prompt)
            if text and not any(
                text in str(part.content) for message in self._messages for part in message.parts if hasattr(part, "content")
            ):
                self._add(text)

    def _nudged(self, task: Task) -> list[ModelMessage]:
        """The conversation with the nudge that is due, which is not kept."""
        keeps = self._keeps_skills()
        nudge = self._layer.keeping.nudge(self._place.agent, task.spent.requests, self._max_turns, frozenset(task.shown)) if keeps else None
        if nudge is None:
            return self._messages
        task.shown.add(nudge.key)
        return [*self._messages[:-1], _with(self._messages[-1], nudge.text)]

    def _add(self, text: str) -> None:
        self._messages[-1] = _with(self._messages[-1], text)

    def _postscript(self, task: Task, text: str) -> str:
        from habitus.detect.corrections import language

        if not self._keeps_skills():
            return ""
        place, lang = self._place, language(task.prompt)
        found = self._layer.keeping.postscript(place.session, place.agent, task.calls, text, frozenset(task.shown), lang)
        return found.text if found else ""

    def _keeps_skills(self) -> bool:
        """Asked first: an agent that keeps none pays nothing."""
        from habitus.evolve.skills import loop

        return loop.keeps_skills(self._layer.agents.one(self._place.agent))

    def _moment(self, kind: str) -> dict[str, Any]:
        place, seq = self._place, self._layer.session(self._place.session).seq + 1
        key = f"{kind}:{seq}"
        return {"session": place.session, "agent": place.agent, "workspace": str(place.workdir), "at": self._layer.clock(), "key": key}


def _with(message: ModelMessage, text: str) -> ModelMessage:
    """The same message with a few words more at its end."""
    from pydantic_ai.messages import ModelRequest, UserPromptPart

    if not isinstance(message, ModelRequest):
        return message
    return replace(message, parts=[*message.parts, UserPromptPart(content=text)])
