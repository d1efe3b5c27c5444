"""The loop on a bad day: models that send nonsense, go in circles, say nothing, hang or refuse; people who cancel; machines that die."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from agent.mind import HANG, KEY, OPENAI, Asked, Call, Dialect, Fault, Mind, Say, Torn
from agent.playing import Seen, app, opening, ran
from habitus import assemble
from habitus.adapt import refined
from habitus.agent import past
from habitus.agent.app import model_of, settings
from habitus.agent.loop import Conversation
from habitus.agent.outcome import Outcome
from habitus.config import Settings
from habitus.doubles import ScriptedModel
from habitus.errors import ModelError, StoreError
from habitus.layer import Layer
from habitus.types import AgentText, Decision, Question, ToolCall, ToolResult, UserMessage
from nouns import START


def tools_of(layer: Layer, session: str) -> list[str]:
    return [told.event.tool for told in layer.store.events(session) if isinstance(told.event, ToolCall)]


def one_session(layer: Layer) -> str:
    (row,) = layer.store.past().recent()
    return str(row["id"])


# ── the model's ──


@pytest.mark.parametrize("args", ["{not json", '"a word"', "[1, 2]"])
def test_a_malformed_call_is_answered_with_what_is_wrong_and_the_run_goes_on(layer: Layer, work: Path, args: str, streams: bool) -> None:
    (work / "a.txt").write_text("hello")
    with Mind(Call("Read", args), Call("Read", {"file_path": "a.txt"}), Say("It says hello.")) as mind:
        seen = Seen()
        (outcome,) = ran(app(mind, OPENAI), layer, work, "What is in a.txt?", watcher=seen, streams=streams)

    assert outcome.ended == "done"
    assert [failed for _, _, failed in seen.results] == [True, False]
    assert "not a JSON object" in mind.asked[1].last


def test_an_unknown_tool_and_a_wrong_argument_name_what_there_is(layer: Layer, work: Path, dialect: Dialect) -> None:
    with Mind(Call("Explode", {}), Call("Read", {"file": 3}), Say("I give up.")) as mind:
        (outcome,) = ran(app(mind, dialect), layer, work, "Do it.")

    assert outcome.ended == "done"
    assert "There is no tool called Explode" in mind.asked[1].last
    assert "Read" in mind.asked[1].last
    assert "file_path" in mind.asked[2].last


def test_a_model_that_goes_in_circles_is_stopped(layer: Layer, work: Path, dialect: Dialect) -> None:
    with Mind(Call("Glob", {"pattern": "*.nothing"})) as mind:
        (outcome,) = ran(app(mind, dialect, max_turns=50), layer, work, "Find it.")

    assert outcome.ended == "stopped"
    assert "over and over" in outcome.reason
    assert outcome.spent.requests == 3


def test_a_model_that_says_nothing_is_asked_once_more_and_then_stopped(layer: Layer, work: Path, dialect: Dialect, streams: bool) -> None:
    with Mind(Say("")) as mind:
        (outcome,) = ran(app(mind, dialect), layer, work, "Go.", streams=streams)

    assert (outcome.ended, outcome.text) == ("stopped", "")
    assert "nothing" in outcome.reason
    assert len(mind.asked) == 2


def test_the_budget_of_answers_ends_a_run(layer: Layer, work: Path) -> None:
    def another(asked: Asked) -> Call:
        return Call("Bash", {"command": f"echo {len(asked.messages)}"})

    with Mind(another) as mind:
        (outcome,) = ran(app(mind, OPENAI, max_turns=4), layer, work, "Go on for ever.")

    assert outcome.ended == "stopped"
    assert "max_turns" in outcome.reason
    assert (outcome.spent.requests, outcome.calls) == (4, 4)


def test_a_model_that_hangs_ends_with_the_time_limit(layer: Layer, work: Path, dialect: Dialect) -> None:
    with Mind(HANG) as mind:
        (outcome,) = ran(app(mind, dialect, timeout=1), layer, work, "Go.")

    assert outcome.ended == "stopped"
    assert "runtime.timeout" in outcome.reason


def test_a_busy_provider_is_waited_for_as_long_as_it_asks(layer: Layer, work: Path, dialect: Dialect, streams: bool) -> None:
    busy = Fault(429, (("retry-after", "0.01"),))
    with Mind(busy, Say("Here I am.")) as mind:
        seen = Seen()
        (outcome,) = ran(app(mind, dialect), layer, work, "Go.", watcher=seen, streams=streams)

    assert (outcome.ended, outcome.text) == ("done", "Here I am.")
    assert any("Trying again" in note for note in seen.notes)


def test_a_provider_that_stays_busy_ends_the_run_in_order_and_nothing_that_was_learned_is_lost(
    layer: Layer, work: Path, dialect: Dialect
) -> None:
    busy = Fault(429, (("retry-after", "0.01"),), f"slow down, {KEY}")
    with Mind(Say("Fine."), busy) as mind:
        first, second = ran(app(mind, dialect), layer, work, "Add zod with npm.", "No, use pnpm instead of npm.")

    assert (first.ended, second.ended) == ("done", "failed")
    assert "rate" in second.reason
    assert KEY not in second.reason
    assert [rule.text for rule in layer.store.lessons().rules()] == ["Use pnpm instead of npm."]


def test_a_wrong_key_is_said_with_the_remedy_and_without_the_key(layer: Layer, work: Path, dialect: Dialect) -> None:
    with Mind(Fault(401, message=f"bad key {KEY}")) as mind:
        (outcome,) = ran(app(mind, dialect), layer, work, "Go.")

    assert outcome.ended == "failed"
    assert "key" in outcome.reason
    assert KEY not in outcome.reason
    assert len(mind.asked) == 1


@pytest.mark.parametrize(
    ("status", "named", "remedy"),
    [
        (401, "", "check `brain.config.api_key`, and"),
        (404, "", "check `brain.model` and `brain.config.base_url`"),
        (401, "openai:m@{url}", "check the environment variable OPENAI_API_KEY, and"),
        (404, "m@{url}", "check --model and its address"),
    ],
)
def test_what_a_provider_refuses_is_to_be_put_right_where_it_was_said(
    layer: Layer, work: Path, status: int, named: str, remedy: str
) -> None:
    with Mind(Fault(status)) as mind:
        found = app(mind, OPENAI)
        if named:
            found = found.thinking_with(model_of(named.format(url=f"{mind.url}/v1"), {"OPENAI_API_KEY": KEY}))
        (outcome,) = ran(found, layer, work, "Go.")

    assert remedy in outcome.reason
    assert "`model." not in outcome.reason


def test_an_answer_that_was_cut_off_is_gone_on_with(layer: Layer, work: Path) -> None:
    with Mind(Say("The answer is", stop="length"), Say(" 42.")) as mind:
        (outcome,) = ran(app(mind, OPENAI), layer, work, "What is it?")

    assert (outcome.ended, outcome.text) == ("done", "The answer is 42.")
    assert "cut off" in mind.asked[1].last


def test_an_answer_in_two_pieces_is_held_to_what_was_asked_as_one(layer: Layer, work: Path) -> None:
    with Mind(Say("One. Two. ", stop="length"), Say("Three.")) as mind:
        (outcome,) = ran(app(mind, OPENAI), layer, work, "Write exactly 3 sentences.")

    assert (outcome.ended, outcome.text) == ("done", "One. Two. Three.")
    assert len(mind.asked) == 2


def test_what_was_heard_of_an_answer_that_broke_off_is_kept_and_can_be_corrected(layer: Layer, work: Path, dialect: Dialect) -> None:
    with Mind(Torn(Say("I add zod with npm now, and then"), 6), Say("pnpm it is.")) as mind:
        ran(app(mind, dialect), layer, work, "Add zod.", "No, use pnpm instead of npm.")

    said = [told.event.text for told in layer.store.events(one_session(layer)) if isinstance(told.event, UserMessage | AgentText)]
    assert said[0] == "Add zod."
    assert said[1].startswith("I add zod with npm")
    assert said[2:] == ["No, use pnpm instead of npm.", "pnpm it is."]
    assert [message["role"] for message in mind.asked[-1].messages][-3:] == ["user", "assistant", "user"]
    assert [rule.text for rule in layer.store.lessons().rules()] == ["Use pnpm instead of npm."]


def test_half_an_answer_is_no_answer_where_the_connection_ended_before_it(layer: Layer, work: Path, dialect: Dialect) -> None:
    with Mind(Torn(Say("Delete nothing but the cache."), 4)) as mind:
        (outcome,) = ran(app(mind, dialect), layer, work, "What may I delete?")

    assert outcome.ended == "failed"
    assert "in the middle of its answer" in outcome.reason
    assert len(mind.asked) == 1  # what was said cannot be taken back


# ── the rules' ──


def test_a_blocked_call_does_not_run_and_the_model_is_told_why(layer: Layer, work: Path, dialect: Dialect) -> None:
    (work / "keep.txt").write_text("precious")
    with Mind(Call("Bash", {"command": "rm keep.txt"}), Say("I did not.")) as mind:
        bot = app(mind, dialect, policy="deny: [Bash]")
        strict = assemble.layer(settings(bot, Settings()), home=work.parent / "strict")
        (outcome,) = ran(bot, strict, work, "Clean up.")
        strict.close()

    assert (work / "keep.txt").exists()
    assert "policy" in mind.asked[1].last
    assert outcome.text == "I did not."


@pytest.mark.parametrize(("yes", "is_there"), [(True, True), (False, False), (None, False)])
def test_a_call_that_needs_a_person_runs_only_on_their_yes(tmp_path: Path, work: Path, yes: bool | None, is_there: bool) -> None:
    with Mind(Call("Write", {"file_path": "new.txt", "content": "x"}), Say("Right.")) as mind:
        bot = app(mind, OPENAI, policy="default_policy: ask")
        layer = assemble.layer(settings(bot, Settings()), home=tmp_path / "home")
        seen = Seen(yes=yes)

        (outcome,) = ran(bot, layer, work, "Make it.", watcher=seen)

        (last, *_) = (entry.verb for entry in layer.store.entries(limit=50) if entry.table == "approvals")
        layer.close()
    assert seen.asked == ["Write"]
    assert (work / "new.txt").exists() is is_there
    assert outcome.ended == "done"
    assert last == {True: "used", False: "denied", None: "asked"}[yes]
    if yes is None:
        assert "habitus approvals approve" in mind.asked[1].last


def test_a_correction_is_in_the_guidance_of_the_next_session(layer: Layer, work: Path, dialect: Dialect) -> None:
    with Mind(Say("I would run npm install zod."), Say("Understood."), Say("pnpm add lodash.")) as mind:
        bot = app(mind, dialect)
        ran(bot, layer, work, "How do I add zod?", "No, use pnpm instead of npm.")
        ran(bot, layer, work, "How do I add lodash?")

    assert "Use pnpm instead of npm" in mind.asked[-1].last


def test_what_was_sent_stays_byte_for_byte_at_the_front_of_the_next_request(layer: Layer, work: Path, dialect: Dialect) -> None:
    """Else no provider's cache is of use."""
    (work / "a.txt").write_text("hello")
    with Mind(Call("Read", {"file_path": "a.txt"}), Say("Hello."), Say("Again."), Say("Still.")) as mind:
        ran(app(mind, dialect), layer, work, "Read a.txt.", "No, use pnpm instead of npm.", "And now add lodash.")

    for before, after in zip(mind.asked, mind.asked[1:], strict=False):
        # Anthropic's cache marks move with the end; everything else stays.
        first, second = (json.loads(json.dumps(one.body).replace('"cache_control"', '"_"')) for one in (before, after))
        assert second.get("system") == first.get("system")
        assert second["messages"][: len(first["messages"])] == first["messages"]
        assert second["tools"] == first["tools"]


# ── the person's ──


async def _cancelled(talk: Conversation, mind: Mind, prompt: str) -> Outcome:
    turn = asyncio.ensure_future(talk.turn(prompt))
    await asyncio.to_thread(mind.arrived.wait, 20)
    turn.cancel()
    return await turn


def test_a_cancelled_turn_ends_in_order_and_the_conversation_goes_on(layer: Layer, work: Path, dialect: Dialect) -> None:
    with Mind(HANG, Say("Back again.")) as mind:

        async def main() -> list[Outcome]:
            async with opening(app(mind, dialect), layer, work) as talk:
                return [await _cancelled(talk, mind, "Think hard."), await talk.turn("Are you there?")]

        first, second = asyncio.run(main())

    assert (first.ended, second.ended, second.text) == ("cancelled", "done", "Back again.")


def test_a_message_that_was_cancelled_while_it_was_being_read_stays_before_the_next(layer: Layer, work: Path) -> None:
    reading = asyncio.Event()

    async def slowly(question: Question) -> refined.Answer:
        reading.set()
        await asyncio.Event().wait()
        raise AssertionError(question)

    with Mind(Say("Fine.")) as mind:
        layer.model = ScriptedModel([slowly, refined.Answer(quotes=[])])

        async def main() -> list[Outcome]:
            async with opening(app(mind, OPENAI), layer, work) as talk:
                turn = asyncio.ensure_future(talk.turn("Drop the table."))
                await asyncio.wait_for(reading.wait(), 20)
                turn.cancel()
                return [await turn, await talk.turn("No, only count its rows.")]

        first, second = asyncio.run(main())

    assert (first.ended, second.ended) == ("cancelled", "done")
    said = [message["content"].partition("\n")[0] for message in mind.asked[0].messages if message["role"] == "user"]
    assert said == ["Drop the table.", "No, only count its rows."]


class Cancels(Seen):
    """Changes its mind as soon as a call has begun."""

    turn: asyncio.Future[Outcome]

    def judged(self, call: ToolCall, decision: Decision) -> None:
        if "sleep" in str(call.args):
            self.turn.get_loop().call_later(0.2, self.turn.cancel)


def test_a_command_is_killed_when_its_turn_is_cancelled(layer: Layer, work: Path) -> None:
    with Mind(Call("Bash", {"command": "echo $$ > pid; sleep 600"}), Call("Bash", {"command": "echo again"}), Say("Still here.")) as mind:

        async def main() -> list[Outcome]:
            watcher = Cancels()
            async with opening(app(mind, OPENAI), layer, work, watcher=watcher) as talk:
                watcher.turn = asyncio.ensure_future(talk.turn("Wait."))
                return [await watcher.turn, await talk.turn("And now?")]

        first, second = asyncio.run(main())

    assert (first.ended, second.ended) == ("cancelled", "done")
    if (work / "pid").exists() and (pid := (work / "pid").read_text().strip()):
        assert not Path(f"/proc/{pid}").exists()
    results = [told.event for told in layer.store.events(one_session(layer)) if isinstance(told.event, ToolResult)]
    assert "cancelled" in str(results[0].error)
    assert "again" in str(results[1].result)


def test_a_session_goes_on_from_its_events_and_a_call_that_never_came_back_is_said(layer: Layer, work: Path, dialect: Dialect) -> None:
    (work / "a.txt").write_text("hello")
    with Mind(Call("Read", {"file_path": "a.txt"}), Say("It says hello."), Say("You asked about a.txt.")) as mind:
        bot = app(mind, dialect)
        ran(bot, layer, work, "Read a.txt.")
        session = one_session(layer)
        # As a process leaves it that is killed in the middle of a call:
        layer.judge(ToolCall(session=session, at=layer.clock(), key="k", id="lost_1", tool="Bash", args={"command": "make"}))

        (outcome,) = ran(bot, layer, work, "What did I ask?", session=session)

    assert outcome.text == "You asked about a.txt."
    sent = mind.asked[-1].text
    assert "hello" in sent
    assert past.LOST[:40] in sent
    assert len(layer.store.past().recent()) == 1


def test_a_call_that_a_person_approved_is_one_call_in_a_session_that_goes_on(tmp_path: Path, work: Path) -> None:
    with Mind(Call("Bash", {"command": "echo deployed"}), Say("Done."), Say("Yes.")) as mind:
        bot = app(mind, OPENAI, policy="default_policy: ask")
        layer = assemble.layer(settings(bot, Settings()), home=tmp_path / "home")
        ran(bot, layer, work, "Deploy.", watcher=Seen(yes=True))
        ran(bot, layer, work, "Was it done?", session=one_session(layer))
        layer.close()

    assert sum(len(message.get("tool_calls") or ()) for message in mind.asked[-1].messages) == 1
    assert "deployed" in mind.asked[-1].text
    assert past.LOST[:40] not in mind.asked[-1].text


def test_a_session_that_is_not_there_is_said(layer: Layer, work: Path) -> None:
    with Mind(Say("Hi.")) as mind, pytest.raises(StoreError, match="no session"):
        ran(app(mind, OPENAI), layer, work, "Hi.", session="nobody")


def test_every_call_in_a_rebuilt_conversation_has_its_answer_behind_it() -> None:
    from pydantic_ai.messages import ModelRequest, ModelResponse

    moment: dict[str, Any] = {"session": "s", "at": START}
    built = past.messages(
        [
            UserMessage(**moment, text="go"),
            AgentText(**moment, text="First I look."),
            ToolCall(**moment, id="1", tool="Read", args={}, batch="b1"),
            ToolCall(**moment, id="2", tool="Read", args={}, batch="b1"),
            ToolResult(**moment, id="2", result="two"),
            ToolCall(**moment, id="3", tool="Bash", args={}, batch="b2"),
            ToolResult(**moment, id="3", error="no"),
            UserMessage(**moment, text="and?"),
        ],
        "be kind",
    )

    shapes = [
        (type(message).__name__, [getattr(part, "tool_call_id", None) or getattr(part, "content", "") for part in message.parts])
        for message in built
    ]
    assert shapes == [
        ("ModelRequest", ["go"]),
        ("ModelResponse", ["First I look.", "1", "2"]),
        ("ModelRequest", ["2", "1"]),
        ("ModelResponse", ["3"]),
        ("ModelRequest", ["3"]),
        ("ModelRequest", ["and?"]),
    ]
    assert all(isinstance(message, ModelRequest | ModelResponse) for message in built)


# ── growing ──


EVOLVES = "skills: {skill_evolve: true, skill_nudge_interval: 3}"


def test_nudges_come_at_70_and_90_percent_once_and_are_not_kept(layer: Layer, work: Path, dialect: Dialect) -> None:
    def another(asked: Asked) -> Call:
        return Call("Bash", {"command": f"echo {len(asked.messages)}"})

    with Mind(another) as mind:
        ran(app(mind, dialect, max_turns=10, more=EVOLVES), layer, work, "Go on.")

    assert ["70%" in asked.text for asked in mind.asked] == [n == 7 for n in range(10)]
    assert ["90%" in asked.text for asked in mind.asked] == [n == 9 for n in range(10)]
    assert "skill_manage" in mind.asked[0].tools


def test_the_postscript_stands_under_the_answer_of_a_run_with_many_calls_and_skip_is_remembered(layer: Layer, work: Path) -> None:
    calls = [Call("Bash", {"command": f"echo {n}"}) for n in range(3)]
    with Mind(*calls, Say("Done."), Say("Fine."), *calls, Say("Done again.")) as mind:
        first, _, third = ran(app(mind, OPENAI, more=EVOLVES), layer, work, "Do three things.", "skip", "Do three more.")

    assert "save as skill" in first.text
    assert "save as skill" not in third.text


def test_with_the_switches_off_there_is_no_word_of_skills_anywhere(layer: Layer, work: Path, dialect: Dialect) -> None:
    calls = [Call("Bash", {"command": f"echo {n}"}) for n in range(8)]
    with Mind(*calls, Say("Done.")) as mind:
        (outcome,) = ran(app(mind, dialect, max_turns=9), layer, work, "Do eight things.")

    assert outcome.text == "Done."
    assert not any("skill" in asked.text for asked in mind.asked)


# ── others ──


HELPER = """
  - id: reader
    role: reads files
    brain: {{provider: custom, model: small, backend: openai_compat, config: {{api_key: k, base_url: "{url}/v1"}}}}
    system_prompt: You only read.
"""


def test_a_sub_agent_works_in_a_session_of_its_own_and_its_cost_is_counted(layer: Layer, work: Path) -> None:
    (work / "a.txt").write_text("hello")

    def answers(asked: Asked) -> Call | Say:
        if asked.body["model"] == "small":
            return Say("It says hello.") if "tool" in asked.last else Call("Read", {"file_path": "a.txt"})
        return Say("The reader says: hello.") if len(asked.messages) > 2 else Call("Agent", {"agent": "reader", "prompt": "Read a.txt."})

    with Mind(answers) as mind:
        (outcome,) = ran(app(mind, OPENAI, agents=HELPER.format(url=mind.url)), layer, work, "What is in a.txt?")

    assert outcome.text == "The reader says: hello."
    assert outcome.spent.requests == 4
    sessions = sorted(row["id"] for row in layer.store.past().recent())
    assert len(sessions) == 2
    assert sessions[1].startswith(f"{sessions[0]}/reader-")
    assert tools_of(layer, sessions[1]) == ["Read"]
    assert "Agent" not in next(asked for asked in mind.asked if asked.body["model"] == "small").tools


def test_a_sub_agent_asks_for_whole_answers_as_the_one_above_it_does_and_they_are_capped(layer: Layer, work: Path) -> None:
    def answers(asked: Asked) -> Call | Say:
        if asked.body["model"] == "small":
            return Say("x" * 50_000)
        return Say("Long.") if len(asked.messages) > 2 else Call("Agent", {"agent": "reader", "prompt": "Tell me all."})

    seen = Seen()
    with Mind(answers) as mind:
        ran(app(mind, OPENAI, agents=HELPER.format(url=mind.url)), layer, work, "Ask the reader.", watcher=seen, streams=False)

    assert not any(asked.body.get("stream") for asked in mind.asked)  # a provider that cannot stream cannot for a sub-agent either
    (said,) = (text for tool, text, _ in seen.results if tool == "Agent")
    assert len(said) <= 30_000
    assert said.endswith("more characters; ask it for less]")


# ── a second look ──


def test_a_configured_model_points_at_what_was_missed_and_its_failure_costs_nothing(layer: Layer, work: Path) -> None:
    with Mind(Say("Tea, sir, is a leaf.")) as mind:
        layer.model = ScriptedModel([refined.Answer(quotes=["as formal as a butler"]), ModelError("down")])
        first, second = ran(app(mind, OPENAI), layer, work, "Tell me about tea, as formal as a butler.", "Tell me about tea again.")

    assert (first.ended, second.ended) == ("done", "done")
    assert first.validation is not None
    assert [criterion.quote for criterion, finding in first.validation.findings if finding.met is None] == ["as formal as a butler"]
