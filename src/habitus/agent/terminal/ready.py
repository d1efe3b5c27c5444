"""An app, its layer and its folder, put together as a command asks for them; and what a session is called to go on with it."""

from __future__ import annotations

import shlex
import tempfile
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from habitus.errors import ConfigError, StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.agent.app import App
    from habitus.config import Settings
    from habitus.layer import Layer

LATEST = 200
"""Sessions that are looked through for the latest of an app."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What was typed behind the command."""

    file: Path | None = None
    config: str | None = None
    """The settings file; None: where it usually is."""
    model: str = ""
    workdir: str = ""
    session: str = ""
    latest: bool = False
    """Go on with the app's latest session."""

    def again(self, command: str, session: str) -> str:
        """What to type to go on with this session."""
        words = ["habitus", command, *([str(self.file)] if self.file else []), *(["--model", self.model] if self.model else [])]
        return " ".join(map(shlex.quote, [*words, "--session", session]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    asked: Asked
    app: App
    layer: Layer
    workdir: Path
    session: str
    """One to go on with; empty: a new one."""
    ours: tuple[Path, ...] = ()
    """The files that say what the agent may do."""


@contextmanager
def ready(asked: Asked, here: Path) -> Iterator[Ready]:
    """Everything is checked before anything is opened; the layer is closed at the end."""
    _installed()
    from habitus import assemble
    from habitus.agent import app as apps
    from habitus.config import find

    base = assemble.settings(asked.config)
    app = _app(asked, base)
    with ExitStack() as stack:
        layer = assemble.layer(apps.settings(app, base))
        stack.callback(layer.close)
        session = asked.session or (_latest(app, layer) if asked.latest else "")
        workdir = _folder(app, layer, asked.workdir, session, here) or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        ours = tuple(file for file in (asked.file, find(asked.config)) if file)
        yield Ready(asked=asked, app=app, layer=layer, workdir=workdir, session=session, ours=ours)


def _installed() -> None:
    """Looked for, not loaded: that takes a second, in which something is to be seen."""
    missing = [name for name in ("pydantic_ai", "httpx2", "prompt_toolkit") if find_spec(name) is None]
    if missing:
        raise ConfigError(f"the agent's parts are not installed ({', '.join(missing)}): pip install 'habitus[agent]'")


def _app(asked: Asked, base: Settings) -> App:
    from habitus.agent import app as apps

    brain = apps.model_of(asked.model) if asked.model else None
    if asked.file is None:
        return apps.default(brain or apps.model_in(base.model))
    found = apps.read(asked.file)
    return found.thinking_with(brain) if brain else found


def _latest(app: App, layer: Layer) -> str:
    for row in layer.store.past().recent(LATEST):
        if row["agent"] == app.known_as() and "/" not in row["id"]:
            return str(row["id"])
    raise StoreError(f"{app.id} has no session to go on with yet: leave out --continue")


def _folder(app: App, layer: Layer, named: str, session: str, here: Path) -> Path | None:
    """A session goes on where it was, unless another folder is named."""
    known = layer.store.opened(session) if session and not named and app.workdir_mode != "fixed" else None
    was = str(known["workspace"]) if known else ""
    return app.folder(named or (was if was and Path(was).is_dir() else "") or None, here)
