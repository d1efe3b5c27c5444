"""What the pages say, in the languages they speak. English stands in the templates, with `en.json` for words that come from the store; the
others are in files beside it."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

LANGUAGES = {"en": "English", "es": "Español"}


def told(lang: str, text: str, **values: object) -> str:
    """A sentence that nobody has translated is shown as it is: better than none."""
    said = table(lang).get(text, text)
    return said.format(**values) if values else said


@cache
def table(lang: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((files(__name__) / f"{lang}.json").read_text(encoding="utf-8"))
    return found
