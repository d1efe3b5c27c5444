"""The command line, typed without a shell: the same code in the same process, with a home of its own."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from habitus.cli.root import habitus

Typed = Callable[..., Result]
EXAMPLES = Path(__file__).parents[2] / "examples" / "transcripts"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HABITUS_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("HABITUS_CONFIG", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


@pytest.fixture
def typed(home: Path) -> Typed:
    def run(*words: object, fails: int = 0) -> Result:
        result = CliRunner().invoke(habitus, [str(word) for word in words], prog_name="habitus")
        assert result.exit_code == fails, result.output + (str(result.exception) if result.exception else "")
        return result

    return run


@pytest.fixture
def asked(typed: Typed) -> Callable[..., Any]:
    """A command's `--json`, parsed."""
    return lambda *words: json.loads(typed(*words, "--json").stdout)


@pytest.fixture
def story(tmp_path: Path) -> Path:
    """A session with one correction."""
    lines: list[dict[str, Any]] = [
        {"event": "user", "text": "add lodash", "workspace": "/w"},
        {"event": "call", "id": "c1", "tool": "Bash", "args": {"command": "npm install lodash"}},
        {"event": "result", "id": "c1", "result": "added 1 package"},
        {"event": "user", "text": "no, use pnpm instead of npm"},
        {"event": "text", "text": "Done with pnpm."},
        {"event": "end"},
    ]
    file = tmp_path / "monday.jsonl"
    file.write_text("".join(json.dumps({"at": f"2026-10-01T09:00:0{n}Z", **line}) + "\n" for n, line in enumerate(lines)))
    return file
