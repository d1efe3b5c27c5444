"""What Codex itself says about our hooks: whether it would run them."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

SECONDS = 20.0


def hooks(binary: str, project: str, environ: Mapping[str, str] | None = None) -> list[dict[str, Any]]:
    """Its hooks as it lists them, with `trustStatus`; empty where it cannot be asked."""
    asked: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": {"clientInfo": {"name": "habitus", "version": "1"}}},
        {"method": "initialized"},
        {"id": 2, "method": "hooks/list", "params": {"cwds": [project]}},
    ]
    process = subprocess.Popen(  # noqa: S603
        [binary, "app-server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env=dict(environ) if environ is not None else None,
    )  # fmt: skip
    with process:
        try:
            return _answered(process, asked)
        finally:
            process.kill()


def _answered(process: subprocess.Popen[str], asked: list[dict[str, Any]]) -> list[dict[str, Any]]:
    from threading import Timer

    late = Timer(SECONDS, process.kill)
    late.start()
    try:
        if process.stdin is None or process.stdout is None:
            return []
        for one in asked:
            process.stdin.write(json.dumps(one) + "\n")
        process.stdin.flush()
        for line in process.stdout:
            said = json.loads(line)
            if isinstance(said, dict) and said.get("id") == 2:
                found = said.get("result") or {}
                return [hook for place in found.get("data") or () for hook in place.get("hooks") or ()]
    except (OSError, ValueError):
        pass
    finally:
        late.cancel()
    return []
