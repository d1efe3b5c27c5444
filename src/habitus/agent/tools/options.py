"""What an app file says of a module: `shell: {timeout: 30}`. Anything else is the operator's to put right, by name."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from habitus.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Shell:
    timeout: float | None = None
    """Seconds; without it, what the place says."""
    env: tuple[str, ...] = ()
    """Variables that commands may see although their names look like secrets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Web:
    timeout: float = 20
    """Seconds for one page, redirects and all: a person waits for it."""
    max_bytes: int = 2_000_000
    """Of a page: more is a download."""
    allow_private: bool = False
    """Addresses of this machine and of its own network."""


def none(module: str, options: Mapping[str, Any]) -> None:
    if options:
        raise ConfigError(f"`tools.modules.{module}` has no options; remove `{next(iter(options))!s:.40}`")


def shell(options: Mapping[str, Any]) -> Shell:
    _known("shell", options, Shell)
    env = options.get("env") or ()
    if not isinstance(env, list | tuple) or not all(isinstance(name, str) for name in env):
        raise ConfigError(f"`tools.modules.shell.env` must be a list of names of variables, got {env!r:.40}")
    timeout = options.get("timeout")
    return Shell(timeout=None if timeout is None else _number("shell", "timeout", timeout), env=tuple(env))


def web(options: Mapping[str, Any]) -> Web:
    _known("web", options, Web)
    plain = Web()
    private = options.get("allow_private", False)
    if not isinstance(private, bool):
        raise ConfigError(f"`tools.modules.web.allow_private` must be true or false, got {private!r:.40}")
    return Web(
        timeout=_number("web", "timeout", options.get("timeout", plain.timeout)),
        max_bytes=int(_number("web", "max_bytes", options.get("max_bytes", plain.max_bytes))),
        allow_private=private,
    )


def _known(module: str, options: Mapping[str, Any], noun: type) -> None:
    names = list(noun.__dataclass_fields__)  # type: ignore[attr-defined]
    for name in options:
        if name not in names:
            near = get_close_matches(str(name)[:40], names, n=1, cutoff=0)[0]
            raise ConfigError(f"`tools.modules.{module}.{name!s:.40}` is not an option; did you mean `{near}`?")


def _number(module: str, name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1e9:
        raise ConfigError(f"`tools.modules.{module}.{name}` must be a number above 0, got {value!r:.40}")
    return value
