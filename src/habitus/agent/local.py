"""A model from a file: a GGUF path becomes a server on loopback that speaks OpenAI's API, for as long as the conversation lasts.

Through xllamacpp, in this process: no key, no network, no other program.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from habitus.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from habitus.agent.app import Brain

MAGIC = b"GGUF"
CONTEXT = 16_384
"""Tokens of a conversation: what a laptop holds beside everything else."""


@asynccontextmanager
async def reachable(brain: Brain) -> AsyncIterator[Brain]:
    """The same brain with an address; one that has an address already is left as it is."""
    if brain.backend != "local":
        yield brain
        return
    server = await asyncio.to_thread(_started, _file(brain.model))
    try:
        yield replace(brain, backend="openai_compat", base_url=f"{server.listening_address}/v1")
    finally:
        del server  # its destructor stops the threads and frees the memory


def _file(name: str) -> Path:
    path = Path(name).expanduser()
    try:
        with path.open("rb") as file:
            head = file.read(len(MAGIC))
    except OSError as error:
        raise ConfigError(f"the model {path} cannot be read ({error.strerror}): give the path of a GGUF file") from error
    if head != MAGIC:
        raise ConfigError(f"{path} is no GGUF file: models in that format are named so, and begin with the letters GGUF")
    return path


def _started(path: Path) -> Any:
    try:
        import xllamacpp
    except ImportError as error:
        raise ConfigError("models from a file need xllamacpp: pip install 'habitus[local]'") from error
    asked = xllamacpp.CommonParams()
    asked.model.path = str(path)
    asked.n_ctx = CONTEXT
    asked.n_parallel = 1
    asked.use_jinja = True  # without the model's own template it is told of no tools
    try:
        return xllamacpp.Server(asked)
    except RuntimeError as error:
        raise ConfigError(f"the model {path} cannot be loaded: {error}") from error
