"""Commands that a rule would make a habit of: those that cannot be taken back, read as a shell would read them."""

from __future__ import annotations

import re
from itertools import islice

LONG = 200
"""Characters of a command, and of the clause before it."""
MANY = 100
"""Commands of a text that are read."""
STARTS = re.compile(r"(?<![\w./-])(?:rm|git|dd|mkfs[.\w]*|shred|terraform|kubectl|docker|dropdb|mongo|redis-cli|aws|gcloud|find)(?= )")
DENIED = re.compile(
    r"(?<!\w)(?:not|never|avoid|no|nunca|jamas|evita|nao|ne|n'|pas|jamais|nicht|nie|niemals|kein|non|mai|only|solo|nur|seulement|"
    r"apenas|somente|instead of|statt|forbid|block|ask|before|antes de|avant|bevor|prima di|confirm\w*|"
    r"(?:do|does|did|should|ca|wo|must)n'?t)(?!\w)|不|别|禁止|勿|只|前"
)
REMADE = re.compile(
    r"rm(?: -\w+)+ (?:\./)?(?:\S*/)?(?:node_modules|dist|build|out|target|tmp|\.?venv|\.?cache|coverage|__pycache__|\.next)/?"
    r"(?=$|[\s,.;`'\"])"
)
ONLY = re.compile(r"(?<!\w)(?:only|solo|nur|seulement|somente|apenas)(?!\w)|只")
ENDS = re.compile(r"[,;\n`\"]|\. |\.$|。|，")


def destructive(plain: str) -> bool:
    """Does a clause order such a command? One that is forbidden, or bounded by "only", is fine; so is removing what is built again."""
    return any(_is_lost(plain, found.start()) for found in islice(STARTS.finditer(plain), MANY))


def _is_lost(plain: str, at: int) -> bool:
    from habitus.parse import destructive
    from habitus.parse.shell import commands

    before, command = plain[max(0, at - LONG) : at], plain[at : at + LONG]
    begin = max((found.end() for found in ENDS.finditer(before) if found[0] not in '`"'), default=0)
    end = ENDS.search(command)
    command = command[: end.start()] if end else command
    if DENIED.search(before, begin) or ONLY.search(command) or REMADE.match(command):
        return False
    return destructive.find(commands(command)) is not None
