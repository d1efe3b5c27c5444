"""Message after message, until the person leaves. A command that changes the model or the session opens the conversation anew."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

from rich.text import Text

from habitus.agent.outcome import Spent
from habitus.agent.start import opened
from habitus.agent.terminal import commands, looks
from habitus.agent.terminal.cancel import INTERRUPTED, Turn
from habitus.agent.terminal.clean import line
from habitus.config.account import operator
from habitus.errors import HabitusError
from habitus.types import UserMessage

if TYPE_CHECKING:
    from pathlib import Path

    from habitus.agent.app import App, Brain
    from habitus.agent.loop import Conversation
    from habitus.agent.terminal.asking import Asking
    from habitus.agent.terminal.ready import Ready
    from habitus.agent.terminal.screen import Screen
    from habitus.layer import Layer


class Reader(Protocol):
    async def line(self) -> str:
        """The next message. KeyboardInterrupt: the line was given up; EOFError: there is no other."""
        ...


class Chat:
    def __init__(self, ready: Ready, screen: Screen, reader: Reader, asking: Asking, *, is_typed: bool, streams: bool = True) -> None:
        """`is_typed`: a person sits there, for whom Ctrl-C at the prompt clears the line."""
        self.app: App = ready.app
        self.layer: Layer = ready.layer
        self.workdir: Path = ready.workdir
        self.session = ready.session
        self.who = operator()
        self.spent = Spent()
        self.turns = 0
        self.leaves = False
        self._ready = ready
        self.screen = screen
        self._reader = reader
        self._asking = asking
        self._is_typed = is_typed
        self._streams = streams
        self._resumes = bool(ready.session)
        self._reopens = False
        self._before: App | None = None
        """The app that worked, while another model is tried."""
        self._ended_as = 0
        self._seen = 0

    # ── for commands ──

    @property
    def model(self) -> str:
        brain = self.app.agent().brain
        return f"{brain.provider}:{brain.model}"

    @property
    def again(self) -> str:
        return self._ready.asked.again("chat", self.session)

    def think_with(self, brain: Brain) -> None:
        self._before, self.app, self._reopens = self.app, self.app.thinking_with(brain), True

    def begin_anew(self) -> None:
        self.session, self._reopens, self._resumes = "", True, False

    # ── the chat ──

    async def held(self) -> int:
        """Talk until it is over; answers the exit code."""
        while not self.leaves:
            self._reopens = False
            self.screen.waits("opening")
            try:
                async with opened(
                    self.app, self.layer, self.workdir, watcher=self.screen, session=self.session if self._resumes else "", who=self.who,
                    streams=self._streams, ours=self._ready.ours,
                ) as talk:  # fmt: skip
                    await self._opened(talk)
            except HabitusError as error:
                if self._before is None:
                    raise
                self.screen.say(str(error), style="red")
                self.app, self._before = self._before, None
        if self.turns:
            self.screen.say(Text(f"To go on: {self.again}", style="dim", no_wrap=True))
        return self._ended_as

    async def _opened(self, talk: Conversation) -> None:
        self.session, self._before = talk.session, None
        self._greet()
        turns, session = self.turns, self.session
        self._seen = next((entry.id for entry in self.layer.store.entries(limit=1)), 0)
        while not self.leaves and not self._reopens:
            if (message := await self._message()) is not None:
                await self._answered(talk, message)
        if self.turns > turns and (self.leaves or self.session != session):
            await asyncio.to_thread(talk.end)
        if self.session != session:
            self.turns, self.spent = 0, Spent()

    def _greet(self) -> None:
        new = "going on with" if self._resumes else "session"
        self.screen.say(
            Text.assemble((line(self.app.name), "bold"), f" · {line(self.model)} · {line(str(self.workdir))} · {new} {self.session}")
        )
        asked = [told.event.text for told in self.layer.store.events(self.session) if isinstance(told.event, UserMessage)]
        if asked and not self.turns:
            self.screen.say(
                f"  {len(asked)} message{'s' if len(asked) > 1 else ''} so far, the last: “{line(asked[-1], 120)}”", style="dim"
            )

    async def _message(self) -> str | None:
        try:
            return await self._reader.line()
        except EOFError:
            self.leaves = True
        except KeyboardInterrupt:
            if self._is_typed:
                self.screen.say("Ctrl-D or /exit leaves.", style="dim")
            else:
                self.leaves, self._ended_as = True, INTERRUPTED
        return None

    async def _answered(self, talk: Conversation, message: str) -> None:
        if not message.strip():
            return
        try:
            if (command := commands.found(message)) is not None:
                with self._asking.during(bool):
                    self.screen.show(*await asyncio.to_thread(commands.run, self, *command))
            else:
                await self._turned(talk, message)
        except HabitusError as error:
            self.screen.say(line(str(error), 1000), style="red")
        self.screen.gap()

    async def _turned(self, talk: Conversation, message: str) -> None:
        self.screen.thinks()
        turn = Turn(talk.turn(message))
        self.turns, self._resumes = self.turns + 1, True
        with self._asking.during(turn.cancel):
            outcome = await turn.outcome()
        self.spent = self.spent.plus(outcome.spent)
        self.screen.over(outcome)
        self._seen, fresh = await asyncio.to_thread(looks.news, self.layer, self.session, self._seen)
        self.screen.say(*fresh)
        self.leaves = self.leaves or self.app.mode == "one_shot"
