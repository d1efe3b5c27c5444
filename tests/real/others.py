"""The real Gemini CLI, GitHub Copilot CLI and OpenCode from npm, each against a model server on loopback with a made-up key.

Only what runs here is brought: of Gemini CLI nothing that has to be built, of the others the program for this processor alone.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from platform import machine
from typing import Any

import pytest

from real.npm import CACHE, brought
from real.scripted_api import ScriptedApi
from real.skips import cannot

HABITUS = Path(sys.executable).parent / "habitus"
SECONDS = 240
GEMINI = {
    "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}},
    "privacy": {"usageStatisticsEnabled": False},
    "general": {"disableAutoUpdate": True, "enableAutoUpdate": False},
}


@dataclass(frozen=True)
class Program:
    name: str
    """As `habitus install` knows it."""
    PACKAGE: str
    where: str
    """The program below its folder; `*` for what depends on the processor."""
    words: tuple[str, ...]
    """Before the prompt."""
    after: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    """For npm."""

    @property
    def FOLDER(self) -> Path:
        return CACHE / self.name

    def find(self) -> Path | None:
        return next(iter(sorted(self.FOLDER.glob(self.where))), None)

    def bring(self) -> bool:
        return brought(self.FOLDER, self.PACKAGE, *self.options) and self.find() is not None


CPU = {"x86_64": "x64", "aarch64": "arm64"}.get(machine(), machine())
PROGRAMS = (
    Program(
        "gemini", "@google/gemini-cli@0.61.0", "node_modules/@google/gemini-cli/bundle/gemini.js",
        ("--yolo", "--skip-trust", "-m", "gemini-2.5-flash", "--output-format", "json", "-p"), options=("--omit=optional",),
    ),
    Program("opencode", f"opencode-linux-{CPU}@1.18.33", "node_modules/opencode-linux-*/bin/opencode", ("run",)),
    Program(
        "copilot", f"@github/copilot-linux-{CPU}@1.0.102", "node_modules/@github/copilot-linux-*/copilot",
        ("--allow-all-tools", "--no-color", "-p"),
    ),
)  # fmt: skip


class Other:
    """A person's account with one of them in it, and a project."""

    def __init__(self, program: Program, binary: Path, folder: Path, api: ScriptedApi) -> None:
        self.program, self.api = program, api
        self.user, self.project, self.home = folder / "user", folder / "project", folder / "user" / ".habitus"
        for made in (self.user, self.project):
            made.mkdir(parents=True)
        node = Path(shutil.which("node") or "node").parent
        self.environ = {
            "PATH": f"{Path(sys.executable).parent}:{node}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(self.user),
            "TERM": "dumb",
        }
        self.command = ["node", str(binary)] if binary.suffix == ".js" else [str(binary)]
        getattr(self, f"_{program.name}")()

    def _gemini(self) -> None:
        # It starts itself once more, with more memory, and tells that one not to: so it is told at once, and loaded once.
        once = {"GEMINI_CLI_NO_RELAUNCH": "true"}
        self.environ |= {"GEMINI_API_KEY": "made-up", "GOOGLE_GEMINI_BASE_URL": self.api.url, **once}
        (self.user / ".gemini").mkdir()
        (self.user / ".gemini" / "settings.json").write_text(json.dumps(GEMINI, indent=2))

    def _opencode(self) -> None:
        self.environ |= {"OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_MODELS_FETCH": "1", "OPENCODE_DISABLE_LSP_DOWNLOAD": "1"}
        options = {"baseURL": f"{self.api.url}/v1", "apiKey": "made-up"}
        made = {
            "npm": "@ai-sdk/openai-compatible",
            "name": "scripted",
            "options": options,
            "models": {"m": {"name": "m", "tool_call": True}},
        }
        settings = {"model": "scripted/m", "small_model": "scripted/m", "share": "disabled", "provider": {"scripted": made}}
        (self.project / "opencode.json").write_text(json.dumps(settings | {"permission": {"bash": "allow", "edit": "allow"}}))

    def _copilot(self) -> None:
        self.environ |= {
            "COPILOT_GITHUB_TOKEN": "made-up", "COPILOT_PROVIDER_BASE_URL": f"{self.api.url}/v1", "COPILOT_PROVIDER_API_KEY": "made-up",
            "COPILOT_MODEL": "scripted", "COPILOT_OFFLINE": "true",
            # It unpacks itself, 235 MB, where it finds nothing: once for all accounts, and for all runs.
            "COPILOT_PKG_CACHE_HOME": str(self.program.FOLDER / "unpacked"),
        }  # fmt: skip

    def habitus(self, *words: str, fails: int = 0) -> str:
        done = subprocess.run([HABITUS, *words], env=self.environ, cwd=self.project, capture_output=True, text=True, check=False)
        assert done.returncode == fails, done.stdout + done.stderr
        return done.stdout

    def run(self, prompt: str, *words: str) -> str:
        command = [*self.command, *self.program.words, prompt, *words]
        done = subprocess.run(
            command, env=self.environ, cwd=self.project, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
            timeout=SECONDS,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    def sessions(self) -> list[Any]:
        """What the layer was told."""
        from habitus import assemble

        layer = assemble.layer(home=str(self.home))
        try:
            known = {entry.session: None for entry in layer.store.entries(limit=1000) if entry.session}
            return [told for session in known for told in layer.store.events(session)]
        finally:
            layer.close()


def _made(name: str, folder: Path, api: ScriptedApi) -> Other:
    program = next(one for one in PROGRAMS if one.name == name)
    binary = program.find() or cannot(f"no {program.PACKAGE}: `make test` brings it where npm is; on Debian `apt-get install npm`")
    return Other(program, binary, folder, api)


EVERY = os.environ.get("HABITUS_EVERY_HOST")
"""With this set, all of them are tried with everything. Each start takes seconds, of OpenCode ten: the suite would take too long."""

TRIED = tuple(one for one in PROGRAMS if EVERY or one.name != "opencode")
QUICK = tuple(one for one in PROGRAMS if EVERY or one.name == "copilot")


@pytest.fixture(params=[one.name for one in QUICK])
def quick(request: pytest.FixtureRequest, tmp_path: Path, model_api: ScriptedApi) -> Iterator[Other]:
    account = _made(request.param, tmp_path, model_api)
    yield account
    account.habitus("daemon", "stop")


@pytest.fixture(params=[one.name for one in TRIED])
def other(request: pytest.FixtureRequest, tmp_path: Path, model_api: ScriptedApi) -> Iterator[Other]:
    account = _made(request.param, tmp_path, model_api)
    yield account
    account.habitus("daemon", "stop")
