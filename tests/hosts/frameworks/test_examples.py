"""The programs under examples/ run as they stand, and what they ask for is not done."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from real import scripted_api
from real.scripted_api import calls, says

EXAMPLES = Path(__file__).parents[3] / "examples"


def run(name: str, folder: Path, **environ: str) -> str:
    kept = {"PATH": os.environ["PATH"], "HOME": str(folder), "HABITUS_HOME": str(folder / "home"), "PYTHONWARNINGS": "error", **environ}
    done = subprocess.run(
        [sys.executable, EXAMPLES / name], env=kept, cwd=folder, capture_output=True, text=True, check=False, timeout=60
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", ["langchain_agent.py", "openai_agents_agent.py", "pydantic_ai_agent.py", "guarded_functions.py"])
def test_the_example_is_stopped(name: str, tmp_path: Path) -> None:
    said = run(name, tmp_path)

    assert "It needs the user's approval for exactly this call" in said
    assert "ran rm" not in said


def test_the_example_with_the_real_program_is_stopped(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    with scripted_api.running() as api:
        api.play([says("I will."), calls("Bash", command="rm -rf data")], [says("I may not.")])
        said = run("claude_agent.py", tmp_path, ANTHROPIC_BASE_URL=api.url, ANTHROPIC_API_KEY="made-up",
                   CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1", DISABLE_AUTOUPDATER="1")  # fmt: skip

    assert "exactly this call" in said
    assert (tmp_path / "data").exists()
