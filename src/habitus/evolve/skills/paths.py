"""Where a file of a skill may stand. Names in, names out: the disk is never asked, and nothing is made before all names are good.

A skill made on one machine must unpack on every other, so what only Windows or only macOS minds is refused as well.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from habitus.errors import Refused
from habitus.evolve.skills.limits import DEPTH, PART, PATH
from habitus.evolve.skills.slugs import DEVICES
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SKILL_MD = "SKILL.md"
LITTER = wordset("__macosx .ds_store thumbs.db desktop.ini .spotlight-v100 .trashes .fseventsd")
"""What systems leave behind in folders, in lower case."""
UNSAFE = frozenset('<>:"|?*')
"""Signs that Windows has another use for; `a.md:b` would be a stream within `a.md`."""


def checked(raw: str, *, skill_md: bool = False) -> str:
    """The path as it is kept: relative, with slashes. `skill_md` where SKILL.md itself may be meant."""
    if why := next(_problems(raw, skill_md=skill_md), ""):
        raise Refused(f"file path {raw[:200]!r} {why}")
    return "/".join(_parts(raw))


def is_litter(name: str) -> bool:
    """Is a name in somebody's folder to be left out of the skill: hidden, or put there by a system?"""
    return name.startswith(".") or name.lower() in LITTER


def collision(paths: Iterable[str]) -> str:
    """Which two of these cannot stand in one folder everywhere, in words; empty where all can."""
    seen: dict[str, str] = {}
    for path in sorted(paths):
        key = folded(path)
        if key in seen:
            return f"{seen[key]!r} and {path!r} differ only in case or spelling: rename one"
        seen[key] = path
    for key, path in seen.items():
        above = key
        while above := above.rpartition("/")[0]:
            if above in seen:
                return f"{seen[above]!r} is a file, and {path!r} needs a folder of that name: rename one"
    return ""


def folded(path: str) -> str:
    """Equal for names that some file system takes for the same file."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def _parts(raw: str) -> list[str]:
    return [part for part in raw.replace("\\", "/").split("/") if part]


def _problems(raw: str, *, skill_md: bool) -> Iterator[str]:
    """All that is wrong, the gravest first."""
    if not raw:
        yield "is empty"
    if "\0" in raw:
        yield "holds a NUL"
    if raw[1:2] == ":":
        yield "names a Windows drive: give a path within the skill's folder"
    if raw.startswith(("/", "\\")):
        yield "is absolute: give a path within the skill's folder"
    parts = _parts(raw)
    for part in parts:
        yield from _part_problems(part)
    if len(parts) > DEPTH:
        yield f"is more than {DEPTH} folders deep"
    if len("/".join(parts).encode("utf-8", "replace")) > PATH:
        yield f"is longer than {PATH} bytes"
    if len(parts) == 1 and parts[0].lower() == SKILL_MD.lower() and not (skill_md and parts[0] == SKILL_MD):
        yield "means SKILL.md itself, which is no companion: change it through `content`, or `find` and `replace`"


def _part_problems(part: str) -> Iterator[str]:
    if part == "..":
        yield "leaves the folder: no part may be `..`"
    if part.lower() in LITTER or part.startswith("._"):
        yield f"has {part!r}, which a system left behind: leave it out"
    if part.startswith("."):
        yield f"has the hidden part {part[:80]!r}: no part may begin with a dot"
    # Cc, Cf: control and invisible signs, which make a name read as another; Cs: half characters, which are not UTF-8
    if any(unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") for sign in part):
        yield "holds characters that cannot be seen"
    if not UNSAFE.isdisjoint(part) or part[-1] in ". " or part[0] == " ":
        yield f"has {part[:80]!r}, which Windows cannot keep: use letters, digits, `-`, `_` and `.`"
    if part.partition(".")[0].rstrip().lower() in DEVICES:
        yield f"has {part[:80]!r}, which is a device on Windows: rename it"
    if len(part.encode("utf-8", "replace")) > PART:
        yield f"has a part longer than {PART} bytes"
