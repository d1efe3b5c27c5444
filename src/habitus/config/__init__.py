"""Settings: where they are looked for, and what they add up to.

    settings.py    every setting, its default and the reason for it
    keys.py        the same as a flat list, for errors and documents
    read.py        a file and the environment → `Settings`, or all that is wrong with them
    yaml_text.py   YAML in, values out, and the line of every key
    page.py        docs/settings.md

A package because the hook process, which loads this before every tool call of someone's agent, needs the first file only:
the others, and pydantic and the YAML parser with them, are imported when there is a file or a variable to read.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from habitus.config.settings import Behavior, Capabilities, Guidance, Learning, Model, Queue, Redis, Security, Server, Settings, Store
from habitus.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any

    from habitus.config.read import Check

__all__ = [
    "Behavior",
    "Capabilities",
    "Guidance",
    "Learning",
    "Model",
    "Queue",
    "Redis",
    "Security",
    "Server",
    "Settings",
    "Store",
    "document",
    "find",
    "home",
    "load",
    "yaml_file",
]


def home(environ: Mapping[str, str] = os.environ) -> str:
    """Where state lives. Text, because pathlib takes longer to load than a call to judge."""
    found = os.path.expanduser(environ.get("HABITUS_HOME") or "~/.habitus")  # noqa: PTH111
    if found.startswith("~"):
        raise ConfigError("this account has no home directory; set HABITUS_HOME")
    return found


def find(explicit: str | os.PathLike[str] | None = None, environ: Mapping[str, str] = os.environ) -> Path | None:
    """The settings file in force, if there is one. A file that was named must be there."""
    named, by = None if explicit is None else os.fspath(explicit), "--config"
    if named is None and environ.get("HABITUS_CONFIG"):
        named, by = os.path.expanduser(environ["HABITUS_CONFIG"]), "HABITUS_CONFIG"  # noqa: PTH111
    if named is not None and not _is_there(named):
        raise ConfigError(f"{named} does not exist; {by} names it")
    found = named or next(filter(_is_there, ("habitus.yaml", f"{home(environ)}/habitus.yaml")), None)
    if found is None:
        return None
    from pathlib import Path

    return Path(found)


def _is_there(path: str) -> bool:
    try:
        os.stat(path)  # noqa: PTH116
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True  # but closed to us: reading it will say so, where passing it over would silently run on defaults
    return True


def load(path: Path | None, environ: Mapping[str, str], *, is_app: bool = False, check: Check | None = None) -> Settings:
    """The defaults, changed by the file, changed by the environment. `is_app`: the file may be an agent's, of which a part is ours.
    `check` looks at what only others understand, so that all faults are told at once."""
    variables = sorted(name for name in environ if name.startswith("HABITUS_") and not _is_reserved(name))
    if path is None and not variables:
        return Settings()
    from habitus.config import read

    return read.settings(path, variables, environ, is_app=is_app, check=check)


def _is_reserved(variable: str) -> bool:
    return variable in {"HABITUS_HOME", "HABITUS_CONFIG"} or variable.startswith("HABITUS_TEST_")


def document() -> str:
    """The text of docs/settings.md."""
    from habitus.config import page

    return page.document()


def yaml_file(path: Path) -> Any:
    """A YAML file that is not settings: read with the same care."""
    from habitus.config import read

    return read.mapping(path)
