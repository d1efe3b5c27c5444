"""JSON that cannot be read, being nested too deeply or with a number that is none: what stands at its top all the same.

By its brackets and quotes alone, in one pass and without a stack. Bias: whoever wrote it is taken to have meant JSON.
"""

from __future__ import annotations

import json
import re
from typing import Any

TEXT = rb'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)'  # what does not end, ends with everything
SIGNS = re.compile(rb"[][{}]|" + TEXT, re.DOTALL)
NAMED = re.compile(rb"\s*:\s*(" + TEXT + rb"|-?\d{1,19}(?![\d.eE]))?", re.DOTALL)


def top(raw: bytes) -> dict[str, Any]:
    """The names in the outermost object, each with its value where that is text or a whole number, and None otherwise."""
    found: dict[str, Any] = {}
    depth = 0
    for sign in SIGNS.finditer(raw):
        if sign[0] in b"[{":
            depth += 1
        elif sign[0] in b"]}":
            depth -= 1
        elif depth == 1 and (value := NAMED.match(raw, sign.end())):
            found[str(_plain(sign[0]))] = _plain(value[1])
    return found


def _plain(token: bytes | None) -> Any:
    try:
        return json.loads(token) if token else None
    except ValueError:
        return None
