"""The real Claude Code, from the wheel claude-agent-sdk, against a model server on loopback with a made-up key."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from real import scripted_api
from real.scripted_api import ScriptedApi
from real.skips import cannot

HABITUS = Path(sys.executable).parent / "habitus"
SECONDS = 60


def find() -> Path | None:
    """The wheel is looked into, not imported."""
    wheel = find_spec("claude_agent_sdk")
    bundled = [Path(folder, "_bundled", "claude") for folder in (wheel and wheel.submodule_search_locations) or ()]
    return next((path for path in bundled if os.access(path, os.X_OK)), None)


class Claude:
    """A person's account with Claude Code in it, and a project."""

    def __init__(self, *, binary: Path, folder: Path, api: ScriptedApi) -> None:
        self.binary = binary
        self.api = api
        self.user, self.project, self.home = folder / "user", folder / "project", folder / "user" / ".habitus"
        for made in (self.user / ".claude", self.project):
            made.mkdir(parents=True)
        self.settings = self.user / ".claude" / "settings.json"
        self.settings.write_text(json.dumps({"permissions": {"allow": ["Bash", "Read", "Edit", "Write"]}}, indent=2))
        self.environ = {
            "PATH": f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(self.user),
            "ANTHROPIC_BASE_URL": api.url,
            "ANTHROPIC_API_KEY": "made-up",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
        }

    def habitus(self, *words: str, fails: int = 0) -> str:
        done = subprocess.run([HABITUS, *words], env=self.environ, cwd=self.project, capture_output=True, text=True, check=False)
        assert done.returncode == fails, done.stdout + done.stderr
        return done.stdout

    def run(self, prompt: str, *words: str) -> dict[str, object]:
        found: dict[str, object] = json.loads(self._said(prompt, "json", *words))
        return found

    def stream(self, prompt: str, *words: str) -> list[str]:
        """Everything that it writes for who watches it, a line each."""
        return self._said(prompt, "stream-json", "--verbose", *words).splitlines()

    def _said(self, prompt: str, form: str, *words: str) -> str:
        done = subprocess.run(
            [self.binary, "-p", prompt, "--output-format", form, *words],
            env=self.environ, cwd=self.project, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=SECONDS,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture
def model_api() -> Iterator[ScriptedApi]:
    with scripted_api.running() as api:
        yield api


@pytest.fixture
def claude(tmp_path: Path, model_api: ScriptedApi) -> Iterator[Claude]:
    binary = find() or cannot("no Claude Code: `make test` installs it with the wheel claude-agent-sdk")
    account = Claude(binary=binary, folder=tmp_path, api=model_api)
    yield account
    account.habitus("daemon", "stop")
