"""The token that opens the server: made at the first start, readable by its owner only."""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING

from habitus.errors import StoreError

if TYPE_CHECKING:
    from pathlib import Path


def token(home: Path) -> str:
    file = home / "token"
    try:
        return file.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        pass
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            out.write(secrets.token_urlsafe(32))
    except FileExistsError:
        pass  # another process was first
    except OSError as error:
        raise StoreError(f"{file} cannot be written ({error.strerror}): make its folder writable, or set HABITUS_HOME") from error
    return file.read_text(encoding="ascii").strip()
