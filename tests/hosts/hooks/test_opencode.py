"""OpenCode's plugin, run by a real Node.js the way OpenCode runs it: hooks that mutate what they are given, or throw."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from habitus import assemble
from habitus.hosts.hooks import install
from habitus.hosts.hooks.install import Way
from habitus.server import warm
from habitus.types import ToolResult
from real import chromium
from real.skips import cannot

DRIVER = """
const { Habitus } = await import(process.argv[2])
const hooks = await Habitus({ directory: "/w" })
const said = []
for (const [name, input, output] of JSON.parse(process.argv[3])) {
  try {
    await hooks[name](input, output)
    said.push(output ?? null)
  } catch (error) {
    said.push({ thrown: error.message })
  }
}
console.log(JSON.stringify(said))
"""


class Plugin:
    def __init__(self, node: Path, folder: Path) -> None:
        self.node, self.folder = node, folder
        self.way = Way(scope="project", user=str(folder), project=str(folder), home=str(folder / "home"))
        (folder / "driver.mjs").write_text(DRIVER)

    def install(self, *, is_closed: bool = False) -> None:
        install.install("opencode", self.way._replace(is_closed=is_closed))

    def run(self, *calls: tuple[str, dict[str, Any], dict[str, Any] | None]) -> list[Any]:
        plugin = self.folder / "habitus.mjs"
        plugin.write_text((self.folder / ".opencode" / "plugins" / "habitus.js").read_text())
        command = [str(self.node), str(self.folder / "driver.mjs"), str(plugin), json.dumps(calls)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0, done.stderr
        found: list[Any] = json.loads(done.stdout)
        return found


@pytest.fixture
def plugin(tmp_path: Path) -> Iterator[Plugin]:
    node = chromium.driver() or cannot("no Node.js: Playwright brings one")
    made = Plugin(node, tmp_path)
    yield made
    warm.stopped(made.way.home)


def before(tool: str, id: str, **args: Any) -> tuple[str, dict[str, Any], dict[str, Any]]:
    return "tool.execute.before", {"tool": tool, "sessionID": "s1", "callID": id}, {"args": args}


def after(tool: str, id: str, **args: Any) -> tuple[str, dict[str, Any], dict[str, Any]]:
    return (
        "tool.execute.after",
        {"tool": tool, "sessionID": "s1", "callID": id, "args": args},
        {"title": "", "output": "ok", "metadata": {}},
    )


def prompt(text: str, session: str = "s1") -> tuple[str, dict[str, Any], dict[str, Any]]:
    return "chat.message", {"sessionID": session}, {"message": {"id": f"m-{text}"}, "parts": [{"type": "text", "text": text}]}


def test_a_destructive_call_throws_and_a_harmless_one_does_not(plugin: Plugin) -> None:
    plugin.install()

    denied, passed = plugin.run(before("bash", "1", command="rm -rf data"), before("bash", "2", command="make"))

    assert "It needs the user's approval" in denied["thrown"]
    assert passed == {"args": {"command": "make"}}


def test_a_warning_is_put_under_the_result(plugin: Plugin) -> None:
    plugin.install()

    _, said = plugin.run(before("edit", "1", filePath="/w/a.py"), after("edit", "1", filePath="/w/a.py"))

    assert said["output"].startswith("ok\n\n")
    assert "You are editing /w/a.py without having read it" in said["output"]


def test_a_correction_is_in_the_system_prompt_of_the_next_session(plugin: Plugin) -> None:
    plugin.install()
    system = "experimental.chat.system.transform"

    *_, said = plugin.run(
        prompt("add lodash"), before("bash", "1", command="npm install lodash"), after("bash", "1", command="npm install lodash"),
        prompt("no, use pnpm instead of npm"), prompt("add left-pad", "s2"), (system, {"sessionID": "s2"}, {"system": ["be good"]}),
    )  # fmt: skip

    assert said["system"][0] == "be good"
    assert "Use pnpm instead of npm." in said["system"][1]


def raised(id: str, error: str, **args: Any) -> tuple[str, dict[str, Any], None]:
    state = {"status": "error", "input": args, "error": error}
    part = {"type": "tool", "sessionID": "s1", "callID": id, "tool": "read", "state": state}
    return "event", {"event": {"type": "message.part.updated", "properties": {"part": part}}}, None


def test_a_tool_that_raised_and_a_command_that_failed_are_failures_and_a_denied_call_is_not(plugin: Plugin) -> None:
    plugin.install()
    broke = after("bash", "3", command="false")
    broke[2]["metadata"] = {"exit": 1}

    plugin.run(
        before("read", "1", filePath="/w/a.py"), raised("1", "File not found: /w/a.py", filePath="/w/a.py"),
        before("bash", "2", command="rm -rf data"), raised("2", "denied", command="rm -rf data"),
        before("bash", "3", command="false"), broke,
    )  # fmt: skip

    layer = assemble.layer(home=plugin.way.home)
    found = [told.event for told in layer.store.events("s1")]
    layer.close()
    assert [(one.id, one.error is None) for one in found if isinstance(one, ToolResult)] == [("1", False), ("3", False)]


@pytest.mark.parametrize("is_closed", [False, True])
def test_when_the_hook_fails_the_call_runs_unless_it_was_installed_to_block(plugin: Plugin, is_closed: bool) -> None:
    plugin.install(is_closed=is_closed)
    (plugin.folder / "home" / "habitus.db").write_bytes(b"this is no database" * 1000)

    (said,) = plugin.run(before("bash", "1", command="make"))

    assert ("thrown" in said) == is_closed
