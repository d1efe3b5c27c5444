"""What a secret looks like, and what only stands in for one.

Everything here reads the flat view of a text: one ASCII character for each character of the original (`?` for what is not
ASCII), so that positions agree, and NUL over what was redacted before, so that no pattern runs into it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Finding(NamedTuple):
    kind: str
    start: int
    end: int


_compiled: dict[str, re.Pattern[str]] = {}

LONG = 2000
"""From this many characters on, a compiled pattern finds its first letter faster than we find its anchors."""


def pattern(source: str) -> re.Pattern[str]:
    """Compiled at first need: a hook process that meets no secret must not pay for the patterns of all of them.

    None of them may take more than linear time, whatever the text: repeats are bounded or possessive, and no two ways lead to one match.
    """
    found = _compiled.get(source)
    if found is None:
        found = _compiled[source] = re.compile(source, re.VERBOSE)
    return found


def search(source: str, text: str, *anchors: str) -> Iterable[re.Match[str]]:
    """All matches of a pattern that cannot match without one of its anchors."""
    if len(text) < LONG or source not in _compiled:
        for anchor in anchors:
            if anchor in text:
                break
        else:
            return ()
    return pattern(source).finditer(text)


SPARSE = 500
"""Characters for each sign, at least: where signs are closer, a pattern's own search is the faster one."""


def search_sign(source: str, text: str, sign: str) -> Iterator[re.Match[str]]:
    """All matches of a pattern that begins with a sign few texts have: Python finds one letter twenty times as fast as a pattern does."""
    start = text.find(sign)
    for _ in range(len(text) // SPARSE + 1):
        if start < 0:
            return
        match = pattern(source).match(text, start)
        if match:
            yield match
        start = text.find(sign, match.end() if match else start + 1)
    if start >= 0:
        yield from pattern(source).finditer(text, start)


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


STAND_INS = words("""
    true false null none nil undefined void any str string text bytes char varchar int integer number bool boolean object array buffer
    required optional hidden redacted masked filtered omitted removed empty default missing invalid incorrect wrong expired valid unset set
    yes no on off ok n/a na tbd todo test testing user username email name value key token secret password passwd pwd pass passphrase
    secretstr inherit write read self this new field input type plain basic bearer credentials
""")
"""Words that stand where a secret would: in prose, types, schemas and templates."""

STAND_IN = r"""
    [\W_]*\Z | (.)\1{2,}\Z | (?i:\[redacted) | \[[A-Za-z_ -]+\]\Z | [(`]   # nothing, masks, what others took out before, a command
  | <[^>]*>?\Z | \$[A-Za-z_{(\d\[:] | \{ | %\w+% | %[sdvq(] | \#\{       # <your-key>, ${VAR}, $(cmd), {{ tmpl }}, %VAR%, %s
  | [!@][A-Za-z]+(?:[\s(|]|\Z) | :'?[a-z_]+'?\Z                          # !vault, @Value(..), :bound
  | (?:process\.|import\.meta\.|os\.|Deno\.)?env(?:iron)?[.\[(] | secrets\. | [Ee]nv: | ENC\[ | arn:aws | vault: | -----BEGIN
  | (?:op|ref\+\w+|keyring|file|https?):// | (?:~|\.{1,2})?/[\w.-]*(?:/[\w.-]+)*/?\Z | [A-Za-z]:\\   # kept elsewhere: a path, a link
"""

PLEAS = """
    ... *** xxxx _xxx -xxx your example_ example- changeme change-me change_me change_this change-this replace placeholder redacted masked
    -here _here insert- insert_ dummy
""".split()  # noqa: SIM905 a list of words reads best as words
"""What people write to have it replaced."""

LONGEST = 512
"""How much of a value is looked at to tell whether it is a stand-in."""


def is_stand_in(value: str) -> bool:
    """Clearly not a secret: empty, a word of the trade, a mask, a template, or a reference to where the secret is kept.

    Documented examples (`AKIA...EXAMPLE`) count as stand-ins: they are public, and a lesson may need to quote them.
    """
    value = value[:LONGEST]
    lower = value.lower()
    return lower in STAND_INS or "EXAMPLE" in value or any(map(lower.__contains__, PLEAS)) or pattern(STAND_IN).match(value) is not None


def is_machine_made(value: str) -> bool:
    """Many different characters, and digits or both cases among them: words and `xxxx` fail."""
    return len(set(value)) >= 6 and (any(map(str.isdigit, value)) or not (value.islower() or value.isupper()))


def is_wordy(value: str) -> bool:
    """A name rather than a secret: `letsencrypt-prod2`, `tokenService`, `user.name`, `2024-01-01`."""
    return pattern(r"(?:[A-Za-z]++\d{0,2}+|\d{1,4}+)(?>(?:[-_./:](?:[A-Za-z]++\d{0,2}+|\d{1,4}+)?)*)\Z").match(value) is not None


def is_password(value: str) -> bool:
    """Bare text after the label of a password: a digit or a symbol must set it apart from prose."""
    return len(value) >= 6 and pattern(r"[\d!@#$%^&*]").search(value) is not None


def is_token(value: str) -> bool:
    """Text after the label of a token or a key: made by a machine, so with digits."""
    return len(value) >= 8 and any(map(str.isdigit, value)) and is_machine_made(value) and not is_wordy(value)
