"""The real Codex, from npm's @openai/codex, against a model server on loopback with a made-up key."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from real.npm import CACHE, brought
from real.scripted_api import ScriptedApi
from real.skips import cannot

HABITUS = Path(sys.executable).parent / "habitus"
PACKAGE = "@openai/codex@0.166.0"
FOLDER = CACHE / "codex"
SECONDS = 60

CONFIG = """\
model = "gpt-5.5"
model_provider = "scripted"

[model_providers.scripted]
name = "scripted"
base_url = "{url}/v1"
wire_api = "responses"
env_key = "MADE_UP_KEY"
requires_openai_auth = false

[projects."{project}"]
trust_level = "trusted"
"""


def find() -> Path | None:
    """The program itself: the one that npm puts on PATH starts Node first."""
    bundled = FOLDER.glob("node_modules/@openai/codex-*/vendor/*/bin/codex")
    return next(iter(sorted(bundled)), None)


def npm() -> Path | None:
    """What brings it; not needed where it is."""
    found = shutil.which("npm")
    return Path(found) if found else find()


def bring() -> bool:
    return brought(FOLDER, PACKAGE)


class Codex:
    """A person's account with Codex in it, and a project."""

    def __init__(self, *, binary: Path, folder: Path, api: ScriptedApi) -> None:
        self.binary = binary
        self.api = api
        self.user, self.project = folder / "user", folder / "project"
        self.settings = self.user / ".codex" / "hooks.json"
        self.config = self.user / ".codex" / "config.toml"
        for made in (self.config.parent, self.project):
            made.mkdir(parents=True)
        self.config.write_text(CONFIG.format(url=api.url, project=self.project))
        (folder / "bin").mkdir()
        (folder / "bin" / "codex").symlink_to(binary)
        self.environ = {
            "PATH": f"{folder / 'bin'}:{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(self.user),
            "MADE_UP_KEY": "made-up",
        }

    def habitus(self, *words: str, fails: int = 0) -> str:
        done = subprocess.run([HABITUS, *words], env=self.environ, cwd=self.project, capture_output=True, text=True, check=False)
        assert done.returncode == fails, done.stdout + done.stderr
        return done.stdout

    def run(self, prompt: str, *words: str, trusts: bool = True) -> str:
        """`trusts`: its hooks run as if their user had trusted them; nobody can click here."""
        trust = ["--dangerously-bypass-hook-trust"] if trusts else []
        done = subprocess.run(
            [self.binary, "exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", *trust, *words, prompt],
            env=self.environ, cwd=self.project, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=SECONDS,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def watched(self, prompt: str) -> list[tuple[str, str]]:
        """One turn as its own screens see it: what hooks have said, each with its kind."""
        found: list[tuple[str, str]] = []
        command = [str(self.binary), "app-server"]
        pipes: dict[str, int] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(command, env=self.environ, cwd=self.project, text=True, **pipes) as server:  # type: ignore[call-overload]
            late = Timer(SECONDS, server.kill)
            late.start()

            def send(**message: Any) -> None:
                server.stdin.write(json.dumps(message) + "\n")
                server.stdin.flush()

            send(id=1, method="initialize", params={"clientInfo": {"name": "habitus", "version": "1"}})
            send(method="initialized")
            free = {"approvalPolicy": "never", "sandbox": "danger-full-access"}
            send(id=2, method="thread/start", params={"cwd": str(self.project), **free})
            for line in server.stdout:
                said = json.loads(line)
                if said.get("id") == 2:
                    given = [{"type": "text", "text": prompt}]
                    send(id=3, method="turn/start", params={"threadId": said["result"]["thread"]["id"], "input": given})
                elif said.get("method") == "hook/completed":
                    found += [(entry["kind"], entry["text"]) for entry in said["params"]["run"]["entries"]]
                elif said.get("method") == "turn/completed":
                    break
            late.cancel()
            server.kill()
        return found

    def trust(self) -> None:
        """What its user does under /hooks: each of our hooks, as it stands now, is written down as trusted."""
        lines = []
        for hook in self.hooks():
            lines += [f"\n[hooks.state.{json.dumps(hook['key'])}]", f"trusted_hash = {json.dumps(hook['currentHash'])}"]
        with self.config.open("a") as file:
            file.write("\n".join(lines) + "\n")

    def hooks(self) -> list[dict[str, str]]:
        from habitus.server.doctor import codex

        return codex.hooks(str(self.binary), str(self.project), self.environ)


@pytest.fixture
def codex(tmp_path: Path, model_api: ScriptedApi) -> Iterator[Codex]:
    binary = find() or cannot("no Codex: `make test` installs it where npm is; on Debian `apt-get install npm`")
    account = Codex(binary=binary, folder=tmp_path, api=model_api)
    yield account
    account.habitus("daemon", "stop")
