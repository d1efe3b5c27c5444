"""What a command puts together before the first word."""

import asyncio
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from agent.mind import Call, Mind, Say
from habitus.agent.terminal import once
from habitus.agent.terminal.asking import Asking
from habitus.agent.terminal.ready import Asked, ready
from habitus.agent.terminal.screen import Screen


@pytest.mark.parametrize("name", ["mine.yaml", "bot.yaml", "kept.db"])
def test_the_files_that_say_what_an_agent_may_do_are_kept_from_its_tools(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("HABITUS_HOME", str(tmp_path / "home"))
    screen = Screen(Console(file=StringIO()), Console(file=StringIO()))
    with Mind(Call("Read", {"file_path": name}), Say("I may not.")) as mind:
        (tmp_path / "mine.yaml").write_text(f"store: {{url: {tmp_path}/kept.db}}\n")
        (tmp_path / "bot.yaml").write_text(
            f"agents: [{{id: main, brain: {{provider: custom, model: m, config: {{base_url: '{mind.url}/v1'}}}}}}]\n"
            "tools: {modules: {filesystem: {}}}\n"
        )
        with ready(Asked(file=tmp_path / "bot.yaml", config=str(tmp_path / "mine.yaml")), tmp_path) as found:
            asyncio.run(once.answered(found, screen, "Read it.", asking=Asking()))

    assert "belongs to what watches over this session" in mind.asked[1].last
