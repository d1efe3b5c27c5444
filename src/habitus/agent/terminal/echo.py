"""While the agent works, what is typed is kept for the next prompt and not written between its lines."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator

_before: list[Any] = []
"""How the terminal was, while it is silent: one process has one terminal."""


@contextmanager
def silent() -> Iterator[None]:
    """Where there is no terminal, or none of this kind, nothing happens."""
    try:
        import termios
    except ImportError:  # Windows
        yield
        return
    try:
        file = sys.stdin.fileno()
        was = termios.tcgetattr(file)
    except (OSError, ValueError, termios.error):
        yield
        return
    _before[:] = [file, was]
    changed = [*was[:3], was[3] & ~termios.ECHO, *was[4:]]
    try:
        termios.tcsetattr(file, termios.TCSADRAIN, changed)
        yield
    finally:
        heard_again()


def heard_again() -> None:
    if _before:
        import termios

        with suppress(OSError, termios.error):
            termios.tcsetattr(_before[0], termios.TCSADRAIN, _before[1])
        _before.clear()


def forget_typed() -> None:
    """What was typed before a question was there is no answer to it."""
    try:
        import termios

        with suppress(OSError, ValueError, termios.error):
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
    except ImportError:  # Windows
        pass


def leave(code: int) -> NoReturn:
    """At once: threads that are still at work would be waited for otherwise."""
    heard_again()
    with suppress(OSError, ValueError):
        sys.stderr.write("\n")
        sys.stderr.flush()
    os._exit(code)
