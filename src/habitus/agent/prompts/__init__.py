"""What the agent is told beside the conversation: Markdown files with keys, `{{KEY:NAME}}`, and values that take their place."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

KEY = re.compile(r"\{\{KEY:([A-Z_]+)\}\}")


def filled(name: str, **values: str) -> str:
    """Filled in once, from left to right: a value that looks like a key is only text. A key without a value is a mistake of ours."""
    return KEY.sub(lambda found: values[found[1]].strip(), template(name)).strip()


@cache
def template(name: str) -> str:
    return (files(__name__) / f"{name}.md").read_text(encoding="utf-8")
