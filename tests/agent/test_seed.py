"""The seeds' own stories, played with a model on loopback that speaks the real formats, streamed and whole."""

from pathlib import Path

import pytest

from agent.mind import Asked, Call, Dialect, Mind, Say
from agent.playing import Seen, app, ran
from habitus import assemble
from habitus.agent.app import settings
from habitus.config import Settings

PRIMES = "Calculate the first 10 prime numbers"
CODE = "```python\ndef primes(n):\n    return [p for p in range(2, 40) if all(p % q for q in range(2, p))][:n]\nprint(primes(10))\n```"
NUMBERS = "2, 3, 5, 7, 11, 13, 17, 19, 23, 29"


def test_the_live_transcript_the_reminder_makes_the_agent_look(tmp_path: Path, work: Path, dialect: Dialect, streams: bool) -> None:
    (work / "code.ts").write_text("function add(a, b) {\n  return a + b;\n}\n")

    def after(asked: Asked) -> Call:
        assert "[Habitus]" in asked.last
        return Call("Read", {"file_path": "code.ts"})

    edit = {"file_path": "code.ts", "old": "return a + b", "new": "return a + b + 1"}
    with Mind(Call("Edit", edit), after, Say("Done: it returns a + b + 1 now.")) as mind:
        bot = app(mind, dialect, more="security: {behavior: {profile: coding, classify_turns: false}}")
        layer = assemble.layer(settings(bot, Settings()), home=tmp_path / "home")
        seen = Seen()
        prompt = 'Edit code.ts: replace "return a + b" with "return a + b + 1". Do NOT read the file first; just call Edit directly.'

        (outcome,) = ran(bot, layer, work, prompt, watcher=seen, streams=streams)

        verbs = [entry.verb for entry in layer.store.entries(limit=100)]
        layer.close()
    assert outcome.ended == "done"
    assert [tool for tool, _, failed in seen.results if not failed] == ["Edit", "Read"]
    assert (work / "code.ts").read_text() == "function add(a, b) {\n  return a + b + 1;\n}\n"
    assert "".join(seen.texts) == "Done: it returns a + b + 1 now."
    assert {"observed", "judged", "settled"} <= set(verbs)


def test_code_in_place_of_numbers_is_sent_back_and_the_next_time_needs_one_step(
    tmp_path: Path, work: Path, dialect: Dialect, streams: bool
) -> None:
    def naive(asked: Asked) -> Say:
        """Writes code unless it is told that this is not what is wanted."""
        return Say(NUMBERS if "learned:" in asked.last or "not accepted" in asked.last else CODE)

    with Mind(naive) as mind:
        bot = app(mind, dialect)
        layer = assemble.layer(settings(bot, Settings()), home=tmp_path / "home")

        seen = Seen()
        (first,) = ran(bot, layer, work, PRIMES, watcher=seen, streams=streams)
        (second,) = ran(bot, layer, work, "List the first 10 prime numbers", streams=streams)

        layer.close()
    assert (first.ended, first.text, first.spent.requests) == ("done", NUMBERS, 2)
    assert any("a program, not numbers" in note for note in seen.notes)
    assert (second.ended, second.text, second.spent.requests) == ("done", NUMBERS, 1)
    assert second.validation is not None
    assert second.validation.ok
    assert "LEARNED" not in mind.asked[-1].text
    assert "avoid" in mind.asked[-1].last


def test_the_seeds_own_app_file_runs_unchanged(tmp_path: Path, work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from habitus.agent import app as apps

    file = Path(__file__).parents[1] / "cases" / "behavior-bot.yaml"
    with Mind(Say("Hello.")) as mind:
        bot = apps.read(file, {"DEEPSEEK_API_KEY": "sk-from-the-environment"})
        brain = bot.agent().brain
        assert (brain.model, brain.base_url, brain.max_tokens, bot.max_turns) == ("deepseek-chat", "https://api.deepseek.com/v1", 400, 6)
        from dataclasses import replace

        here = bot.thinking_with(replace(brain, base_url=f"{mind.url}/v1"))
        layer = assemble.layer(settings(here, Settings()), home=tmp_path / "home")

        (outcome,) = ran(here, layer, work, "Say hello.")

        layer.close()
    assert outcome.text == "Hello."
    assert mind.asked[0].headers["authorization"] == "Bearer sk-from-the-environment"
    assert {"Read", "Edit", "Bash"} <= set(mind.asked[0].tools)
    assert "skill_manage" not in mind.asked[0].text
