"""The layer's own files are not for the tools of the session that it watches, wherever the working directory lies."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from habitus import assemble
from habitus.agent.tools import Place, ToolFailed
from habitus.config import Settings
from habitus.layer import Layer
from nouns import FrozenClock

Use = Callable[..., str]
NAMES = ["token", "hooks.token", "redaction.key", "habitus.db", "habitus.db-wal", "habitus.yaml", "daemon.sock"]


@pytest.fixture
def layer(workdir: Path) -> Iterator[Layer]:
    """At home inside the working directory: an agent that works in somebody's home folder."""
    found = assemble.layer(Settings(), home=workdir / ".habitus", clock=FrozenClock())
    for name in NAMES:
        if not (workdir / ".habitus" / name).exists():
            (workdir / ".habitus" / name).write_text("kept")
    (workdir / ".habitus" / "notes.md").write_text("kept")
    yield found
    found.close()


@pytest.fixture
def here(place: Place, layer: Layer) -> Place:
    return replace(place, layer=layer)


@pytest.mark.parametrize("name", NAMES)
def test_no_tool_reads_or_writes_them(use: Use, here: Place, workdir: Path, name: str) -> None:
    (workdir / "alias").symlink_to(workdir / ".habitus" / name)
    for place in (here, replace(here, may_leave=True)):
        for path in (f".habitus/{name}", "alias", f"x/../.habitus/{name}"):
            for tool, args in (("Read", {}), ("Write", {"content": "x"}), ("Edit", {"old": "kept", "new": "x"})):
                with pytest.raises(ToolFailed, match="belongs to what watches over"):
                    use(tool, place, file_path=path, **args)


@pytest.mark.parametrize(
    "command",
    [
        "cat .habitus/token",
        "cp .habitus/token x",
        "cd .habitus && cat token",
        "cat < .habitus/redaction.key",
        "echo x > .habitus/habitus.yaml",
        "sqlite3 .habitus/habitus.db .dump",
    ],
)
def test_no_command_names_them(use: Use, here: Place, command: str) -> None:
    for place in (here, replace(here, may_leave=True)):
        with pytest.raises(ToolFailed, match="belongs to what watches over"):
            use("Bash", place, command=command)


def test_no_search_comes_upon_them(use: Use, here: Place) -> None:
    assert use("Grep", here, pattern="kept") == ".habitus/notes.md"
    assert use("Glob", here, pattern=".habitus/*") == ".habitus/notes.md"


@pytest.mark.parametrize("name", ["habitus.yaml", "sub/habitus.yaml", "bot.yaml", "kept.db", "kept.db-wal"])
def test_nor_what_else_says_what_the_agent_may_do(use: Use, here: Place, workdir: Path, name: str) -> None:
    """Settings of the folder that somebody starts in, there or yet to be written; the app file; a store beside the home."""
    watched = replace(here, ours=frozenset(str(workdir / one) for one in ("bot.yaml", "kept.db")))
    for is_there in (False, True):
        if is_there:
            (workdir / name).parent.mkdir(exist_ok=True)
            (workdir / name).write_text("kept: yes")
        calls = {"Read": {"file_path": name}, "Write": {"file_path": name, "content": "x"}, "Bash": {"command": f"cat {name}"}}
        for tool, args in calls.items():
            with pytest.raises(ToolFailed, match="belongs to what watches over"):
                use(tool, watched, **args)
    assert "Nothing fits" in use("Grep", watched, pattern="kept: yes")


def test_files_of_the_same_name_elsewhere_are_the_projects(use: Use, here: Place, workdir: Path) -> None:
    (workdir / "token").write_text("mine")
    assert use("Read", here, file_path="token").endswith("mine")
    assert use("Bash", here, command="cat token") == "mine"


def test_a_writable_folder_outside_is_read_and_written(use: Use, here: Place, outside: Path) -> None:
    evolving = replace(here, writable=(outside,))
    use("Write", evolving, file_path=str(outside / "SOUL.md"), content="calm\n")
    assert use("Read", evolving, file_path=str(outside / "SOUL.md")).endswith("calm")
    with pytest.raises(ToolFailed, match="lies outside"):
        use("Write", evolving, file_path=str(outside.parent / "SOUL.md"), content="x")
