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
from pathlib import Path
from typing import TYPE_CHECKING

from habitus.config.settings import Behavior, Guidance, Learning, Model, Queue, Redis, Security, Server, Settings, Store
from habitus.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

__all__ = [
    "Behavior",
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
]


def home(environ: Mapping[str, str] = os.environ) -> Path:
    """Where state lives."""
    try:
        return Path(environ.get("HABITUS_HOME") or "~/.habitus").expanduser()
    except RuntimeError:
        raise ConfigError("this account has no home directory; set HABITUS_HOME") from None


def find(explicit: str | Path | None = None, environ: Mapping[str, str] = os.environ) -> Path | None:
    """The settings file in force, if there is one. A file that was named must be there."""
    named, by = None if explicit is None else Path(explicit), "--config"
    if named is None and environ.get("HABITUS_CONFIG"):
        named, by = Path(environ["HABITUS_CONFIG"]).expanduser(), "HABITUS_CONFIG"
    if named is None:
        return next(filter(_is_there, (Path("habitus.yaml"), home(environ) / "habitus.yaml")), None)
    if not _is_there(named):
        raise ConfigError(f"{named} does not exist; {by} names it")
    return named


def _is_there(path: Path) -> bool:
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True  # but closed to us: reading it will say so, where passing it over would silently run on defaults
    return True


def load(path: Path | None, environ: Mapping[str, str], *, known_rules: Collection[str] = ()) -> Settings:
    """The defaults, changed by the file, changed by the environment. Without `known_rules`, rule names are not checked."""
    variables = sorted(name for name in environ if name.startswith("HABITUS_") and not _is_reserved(name))
    if path is None and not variables:
        return Settings()
    from habitus.config import read

    return read.settings(path, variables, environ, known_rules)


def _is_reserved(variable: str) -> bool:
    return variable in {"HABITUS_HOME", "HABITUS_CONFIG"} or variable.startswith("HABITUS_TEST_")


def document() -> str:
    """The text of docs/settings.md."""
    from habitus.config import page

    return page.document()
