"""YAML between the dashes of a SKILL.md: text in, a mapping out. The text is not trusted, and neither is what it would unfold to.

The parser is imported at first use. An alias can make gigabytes of a few lines, and no skill needs one.
"""

from __future__ import annotations

import io
import json
import math
import re
from typing import Any

from habitus.errors import Refused
from habitus.evolve.skills.limits import FRONTMATTER
from habitus.parse.text import storable
from habitus.parse.wordset import wordset

KEY = re.compile(r"""(?P<key>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#"'\[\]{},&*!|>%@`-][^:#]*)[ \t]*:(?=\s|\Z)""")
"""A line that begins a field, at the left margin. `named` is its name."""
_ANCHOR = re.compile(r"&[\w-]+")
_LOOSE = re.compile(r"""([A-Za-z][\w-]*):[ \t]+([^\s"'\[{|>&*!#?-][^\r\n]*)(\r?\n?)""")
_PLAIN = re.compile(r"[A-Za-z](?:[\w ./@+-]*[\w./@+-])?", re.ASCII)
_OTHERWISE = re.compile("[\x85\u2028\u2029]|\r(?!\n)|(?<![\"'])<<\\s*:")
"""What readers of YAML do not agree on: signs that end a line for some, and `<<`, whose fields some take for those around it."""
_WORDS = wordset("true false null yes no on off y n")
"""Words that one YAML or another takes for something else than text."""
_SAID = {  # the parser's words → ours, where its own would not help
    "unknown anchor": "uses a YAML alias; write the value out instead",
    "recursion limit": "is nested deeper than any frontmatter is",
    "duplicate entry": "gives an entry twice; keep one",
    "mapping values": "has a value with `: ` in it; put the value in quotes",
    "unhashable": "has a list or a mapping as a key; a `{{ name }}` needs quotes",
    "invalid type: integer": "has a number that is too large; put it in quotes",
    "more than one document": "holds more than one YAML document; keep one",
    "cannot start any token": "has a tab, or another character that needs quotes, before a key or a value",
    "control characters": "holds control characters; remove them",
}


def values(block: str) -> dict[str, Any]:
    """The fields. Refused with the line of SKILL.md, where the parser knows it: the block begins on its second."""
    if len(block) > FRONTMATTER:
        raise Refused(f"SKILL.md:2 the frontmatter has {len(block):,} characters, and {FRONTMATTER:,} at most: move the rest below it")
    found = _loaded(block)
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise Refused("SKILL.md:2 the frontmatter must hold fields, as in `name: deploy-checklist`")
    if odd := next((key for key in found if not isinstance(key, str)), None):
        raise Refused(f"SKILL.md:2 the field `{odd}` must be named by text: put it in quotes")
    return {key: _tame(value) for key, value in found.items()}


def _loaded(block: str) -> Any:
    import ryaml

    try:
        if "&" in block and "*" in block:
            ryaml.load(io.StringIO(_ANCHOR.sub("", block)))  # an alias without its anchor fails, before anything is unfolded
        return ryaml.load(io.StringIO(block))
    except ValueError as error:
        raise _explained(str(error), block) from None


def _explained(said: str, block: str) -> Refused:
    if twice := re.match(r'duplicate entry with key "(.*)"', said):
        rows = [at for at, row in enumerate(block.splitlines(), 2) if named(row) == twice[1]]
        return Refused(f"SKILL.md:{rows[1] if len(rows) > 1 else 2} gives `{twice[1][:80]}` a second time; keep one")
    ours = next((sentence for words, sentence in _SAID.items() if words in said), None)
    line = re.search(r" at line (\d+)", said)
    theirs = re.split(r" at (?:line|position) |, while ", said)[0]
    return Refused(f"SKILL.md:{int(line[1]) + 1 if line else 2} {ours or f'the frontmatter is not valid YAML: {theirs}'}")


def _tame(value: Any) -> Any:
    """As every store can keep it: JSON, with text for keys."""
    if isinstance(value, dict):
        return {storable(str(key)): _tame(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_tame(inner) for inner in value]
    if isinstance(value, str):
        return storable(value)
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def mended(block: str) -> tuple[str, tuple[int, ...]]:
    """With quotes around the values that need them, as people leave them out: `description: Use when: ...`; and the lines of SKILL.md."""
    lines = block.splitlines(keepends=True)
    changed = []
    for at, line in enumerate(lines):
        found = _LOOSE.fullmatch(line)
        goes_on = lines[at + 1 : at + 2] and lines[at + 1][:1] in " \t" and lines[at + 1].strip()
        value = found[2].rstrip() if found else ""
        if found and not goes_on and (": " in value or value[-1] == ":" or value[0] in "@`%"):
            lines[at] = f"{found[1]}: {quoted(value)}{found[3]}"
            changed.append(at + 2)
    return "".join(lines), tuple(changed)


def is_read_otherwise(block: str) -> bool:
    """Might another reader find other fields in it than we do?"""
    return _OTHERWISE.search(block) is not None


def named(row: str) -> str | None:
    """The name of the field that a line begins; None where it begins none."""
    found = KEY.match(row)
    return found["key"].strip().strip("\"'") if found else None


def scalar(text: str) -> str:
    """A text as a value that no reader of YAML can take for anything else."""
    return text if _PLAIN.fullmatch(text) and text.lower() not in _WORDS else quoted(text)


def quoted(value: Any) -> str:
    """A value on one line. JSON is YAML but for signs that cannot be seen, which are escaped the way both know."""
    whole = json.dumps(value, ensure_ascii=False)
    return whole if whole.isprintable() else "".join(sign if sign.isprintable() else _escaped(sign) for sign in whole)


def _escaped(sign: str) -> str:
    return f"\\u{ord(sign):04x}" if ord(sign) <= 0xFFFF else f"\\U{ord(sign):08x}"
