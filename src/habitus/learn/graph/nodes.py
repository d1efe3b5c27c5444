"""The names of nodes. The same thing has the same name wherever it is met, and different things never share one."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from habitus.parse.text import storable

if TYPE_CHECKING:
    from habitus.types import Learning

LONGEST = 240
"""Characters of a name: it is a key of indexes. What is longer ends in a hash of the whole, so that a shared beginning merges nothing."""
HASH = 16


def node(kind: str, *parts: str) -> str:
    """`error:Bash:no such file`. Only the last part may hold a colon as it is: in the others it would move the border."""
    flat = [_flat(part) for part in parts]
    name = ":".join([kind, *(part.replace("%", "%25").replace(":", "%3A") for part in flat[:-1]), *flat[-1:]])
    if len(name) < LONGEST:
        return name
    digest = hashlib.sha256(name.encode()).hexdigest()[:HASH]
    return f"{name[: LONGEST - HASH - 1]}~{digest}"


def error(learning: Learning) -> str:
    return node("error", learning.tool, learning.pattern)


def fix(text: str) -> str:
    return node("fix", text)


def kind(name: str) -> str:
    return name.partition(":")[0]


def label(name: str) -> str:
    """The name without its kind, for a person."""
    return name.partition(":")[2] or name


def _flat(text: str) -> str:
    return " ".join(storable(text).split())
