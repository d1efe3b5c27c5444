"""Patterns of a model's: of names (`src/**/*.{ts,tsx}`) and of text. Searched by re2, so that none of them can hang us."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from habitus.agent.tools.tool import ToolFailed
from habitus.parse.text import storable

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 2000
MEMORY = 8 << 20
"""Bytes that one pattern may take; `(a{1000}){1000}` wants more."""
WILD = "*?[{"


def compiled(pattern: str, *, ignore_case: bool = False, lines: bool = False) -> Any:
    """A pattern over bytes. `lines`: `^` and `$` are a line's, and no match goes beyond one."""
    import re2

    if len(pattern) > LONGEST or storable(pattern) != pattern:
        raise ToolFailed(f"The pattern is longer than {LONGEST} characters, or holds some that no text has. Give a simpler one.")
    options = re2.Options()
    options.case_sensitive = not ignore_case
    options.log_errors = False
    options.max_mem = MEMORY
    options.never_nl = lines
    try:
        return re2.compile(f"{'(?m)' if lines else ''}{pattern}".encode(), options)
    except re2.error as error:
        said = error.args[0].decode("utf-8", "replace") if error.args and isinstance(error.args[0], bytes) else str(error)
        raise ToolFailed(
            f"The pattern cannot be searched for: {said:.200} (RE2 syntax: no look-around, no back-references). Put it right, or escape it."
        ) from None


def namer(pattern: str) -> Callable[[str], bool]:
    """Does a path, as seen from where the search begins, fit? `**` is any number of folders; without `/`, a name at any depth."""
    whole = pattern.strip("/") if "/" in pattern.rstrip("/") else f"**/{pattern.rstrip('/')}"
    found = compiled(_translated(whole))
    return lambda path: found.fullmatch(path.encode("utf-8", "surrogateescape")) is not None


def _translated(pattern: str) -> str:
    """A pattern of names as one of text. Linear: every sign is looked at once."""
    import re2

    out, at, open_braces = "", 0, 0
    while at < len(pattern):
        sign = pattern[at]
        if pattern.startswith("**/", at) and (at == 0 or pattern[at - 1] == "/"):
            out, at = f"{out}(?:[^/]+/)*", at + 2
        elif pattern.startswith("**", at):
            out, at = f"{out}.*", at + 1
        elif sign in "*?":
            out += "[^/]*" if sign == "*" else "[^/]"
        elif sign == "[" and (end := pattern.find("]", at + 2)) > 0:
            out, at = out + _class(pattern[at + 1 : end]), end
        elif sign == "{" and "}" in pattern[at:]:
            out, open_braces = f"{out}(?:", open_braces + 1
        elif sign == "}" and open_braces:
            out, open_braces = f"{out})", open_braces - 1
        else:
            out += "|" if sign == "," and open_braces else re2.escape(sign)
        at += 1
    return f"(?s){out}{')' * open_braces}"


def _class(inside: str) -> str:
    is_not = inside[0] in "!^"
    plain = inside[is_not:].replace("\\", "\\\\").replace("[", "\\[").replace("/", "")
    return f"[{'^/' if is_not else ''}{plain}]" if plain else "[^/]"
