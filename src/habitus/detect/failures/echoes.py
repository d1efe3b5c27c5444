"""An error repeats what it was given ("The path of documents not found"). Such words are the call's, not the failure's.

Only the call knows them: they carry neither quotes nor digits by which a message alone could tell. Bias: short or common words stay, lest
an argument `file` blanks the error's own grammar.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from habitus.detect.failures.sizes import leaves

if TYPE_CHECKING:
    from collections.abc import Mapping

SHORTEST: Final = 3
LONGEST: Final = 200
MOST: Final = 24
"""Values that are looked for: with more the call is a document, and its words are everybody's."""
OWN: Final = "<*>"
"""As `parse.failure` marks a value."""
GRAMMAR: Final = frozenset({
    "the", "and", "for", "not", "was", "with", "from", "type", "name", "value", "error", "file", "path", "text", "data", "string", "number",
    "list", "object", "null", "none", "true", "false", "key", "field", "input", "output", "user", "email", "message", "query", "date",
    "time", "status", "code", "args", "self", "int", "str", "dict", "bool", "float", "table", "column", "select", "where",
})  # fmt: skip
"""Words that errors are made of: as a value they prove nothing."""


def without_own(error: str, args: Mapping[str, Any]) -> str:
    """The error with the call's own values masked. A value that is a path also counts without its slashes and by its parent folders."""
    values = _values(args)
    if not values:
        return error
    low = error.lower()
    found = [value for value in values if value.lower() in low]
    if not found:
        return error
    words = "|".join(re.escape(value) for value in found)
    return re.sub(rf"(?<![\w<])(?:(['\"`])/?(?:{words})/?\1|/?(?:{words})/?)(?![\w>])", OWN, error, flags=re.IGNORECASE)


def _values(args: Mapping[str, Any]) -> list[str]:
    """Longest first, so that a whole path is masked before its folder."""
    found: set[str] = set()
    for leaf in leaves(dict(args))[:MOST]:
        plain = leaf.strip().strip("/")
        if len(plain) > LONGEST:
            continue
        found.add(plain)
        if "/" in plain and " " not in plain:
            found.update(_parents(plain))
    return sorted((value for value in found if len(value) >= SHORTEST and value.lower() not in GRAMMAR), key=len, reverse=True)


def _parents(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[:end]) for end in range(1, len(parts))] + [parts[-1]]
