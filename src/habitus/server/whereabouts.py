"""Where this home's server answers: `serve.json` in its folder, for `habitus keys link`. Whoever is gone is not believed."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = "serve.json"


@contextmanager
def told(home: str, address: str) -> Iterator[None]:
    """While it serves. Of several servers of one home the latest is named."""
    file, mine = Path(home, FILE), {"pid": os.getpid(), "address": address}
    draft = file.with_name(f"{FILE}.{os.getpid()}")
    with suppress(OSError):  # a home that cannot be written to still serves
        draft.write_text(json.dumps(mine), encoding="utf-8")
        draft.replace(file)
    try:
        yield
    finally:
        if _read(file) == mine:
            with suppress(OSError):
                file.unlink()


def known(home: str) -> str:
    """Empty: nobody serves from here, as far as is known."""
    found = _read(Path(home, FILE))
    try:
        os.kill(int(found["pid"]), 0)
    except PermissionError:
        pass  # it runs, as somebody else
    except (OSError, KeyError, TypeError, ValueError):
        return ""
    return str(found.get("address", ""))


def _read(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
