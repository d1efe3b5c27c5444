"""One file, one spelling: `./a.py`, `a.py`, `sub/../a.py` and the absolute path are the same file of a workspace. No I/O."""

from __future__ import annotations

import posixpath


def normal(path: str, workspace: str = "") -> str:
    if not path:
        return ""
    whole = path if path.startswith("/") or not workspace else posixpath.join(workspace, path)
    return posixpath.normpath(whole)
