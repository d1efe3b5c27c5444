"""Files as the disk knows them."""

from __future__ import annotations

import os
from stat import S_ISLNK


def real(path: str) -> str:
    """As `os.path.realpath`, in a third of the time where there is no link and no dot in a path: nearly always. What cannot be seen, or is
    a name that no disk can have, is as it was given: there are no links to follow."""
    try:
        return _followed(path)
    except (OSError, ValueError):
        return path


def _followed(path: str) -> str:
    if not path.startswith("/") or path.endswith("/") or "//" in path or "/." in path:
        return os.path.realpath(path)
    end = 0
    while end >= 0:
        end = path.find("/", end + 1)
        if S_ISLNK(os.lstat(path[:end] if end > 0 else path).st_mode):
            return os.path.realpath(path)
    return path
