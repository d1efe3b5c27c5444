"""A working directory with something outside it, and tools called the way the loop calls them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from habitus.agent.tools import Place, checked, toolbox

TOOLS = {tool.name: tool for tool in toolbox({"filesystem": {}, "shell": {}, "memory": {}, "web": {"allow_private": True}})}


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "secret.txt").write_text("kept out\n")
    return folder


@pytest.fixture
def workdir(tmp_path: Path, outside: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


@pytest.fixture
def place(workdir: Path) -> Place:
    return Place(workdir=workdir)


@pytest.fixture
def use(place: Place) -> Callable[..., str]:
    def used(name: str, at: Place = place, **args: Any) -> str:
        return TOOLS[name].run(checked(TOOLS[name], args), at)

    return used
