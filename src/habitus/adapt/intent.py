"""What a person wants, read from the prompt without a model: `read(prompt) -> Intent`. Pure, linear, seven languages.

Biased towards silence: a criterion that nobody asked for fails answers that are right, so what is not plainly asked is not read.
"""

from __future__ import annotations

import re
from functools import lru_cache

from habitus.adapt import criteria, kinds, request
from habitus.adapt.nouns import Intent

_WORD = re.compile(r"[^\W\d_]{4,}")
TOPIC = 12
"""Words that are kept of what it is about."""


@lru_cache(maxsize=16)
def read(prompt: str) -> Intent:
    """Cached, because every attempt at a task is held to the same prompt."""
    asked = request.read(prompt)
    found = criteria.asked(asked)
    wanted = kinds.data_type(asked, found)
    return Intent(
        data_type=wanted,
        expected_format=kinds.expected_format(asked, found, wanted),
        criteria=found,
        quality=kinds.quality(asked, wanted),
        topic=tuple(dict.fromkeys(_WORD.findall(asked.text)))[:TOPIC],
    )
