"""Rule files of other agents (CLAUDE.md, AGENTS.md, .cursorrules, …): the rules in them, and ours between markers. Text in, text out.

A file is a document: nobody has said to us what stands in it, so what is read from one waits in the inbox for a person. What we write
stands in one block; all around it stays as it was, byte for byte, and taking the block out leaves the file as it was before.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from habitus.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

KNOWN = ("AGENTS.md", "CLAUDE.md", "GEMINI.md", ".cursorrules", ".cursor/rules/habitus.mdc", ".github/copilot-instructions.md")
"""What the agents read: Codex and many others, Claude Code, Gemini CLI, Cursor (old and new), GitHub Copilot."""

BEGIN = "<!-- habitus:begin {gap} — written by `habitus rules export`; change these with `habitus rules` -->"
END = "<!-- habitus:end -->"
BLOCK = re.compile(r"((?:\r?\n)*)<!-- habitus:begin (\d)[^\n]*?-->.*?<!-- habitus:end -->\r?\n?", re.DOTALL)
"""The number: how many line ends were put before it, or `MADE`."""
MADE = 3
"""There was no file before."""

HEADING = "## Learned from corrections"
MDC = "---\ndescription: What this project's people have corrected\nalwaysApply: true\n---\n"
"""How a rule file of Cursor's has to begin."""

LONGEST = 400
"""Characters of an item; a longer one explains, and does not direct."""

ITEM = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$")
ASIDE = re.compile(r"^\s*(?:#|>|\||@|<|---|===|```|~~~|!\[)")
"""Headings, quotations, tables, imports, markup: not what the file says itself."""
FENCE = re.compile(r"^\s*(?:```|~~~)")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
FRONT = re.compile(r"\A\ufeff?---\r?\n(.*?)\r?\n---\r?\n", re.DOTALL)
GLOBS = re.compile(r"^globs:\s*\[?([^\]\r\n]+)", re.MULTILINE)
MARKUP = re.compile(r"\*\*|__|\[([^\]]*)\]\([^)]*\)")
OUGHT = re.compile(
    r"\b(?:must|should|never|always|required|forbidden|siempre|nunca|debe|immer|niemals|muss|toujours|jamais|doit|sempre|mai|deve)\b|必须|不要|始终",
    re.IGNORECASE,
)
IMPORTS = re.compile(r"(?<![\w`])@[\w./~-]\S*")
"""Claude Code reads a file that is named like this. What was learned must not be able to name one."""


class Said(NamedTuple):
    """A rule that a file states."""

    text: str
    line: int


# ── in ──


def read(text: str) -> list[Said]:
    """The rules that a file states, each once. Our own block is not read back.

    Bias: what may be a description ("src/ holds the code") is left out; a person looks at the rest.
    """
    front = FRONT.match(text)
    globs = GLOBS.search(front[1]) if front else None
    where = globs[1].strip(" \"'") if globs else ""
    blank = BLOCK.sub(_blanked, text)
    blank = COMMENT.sub(_blanked, FRONT.sub(_blanked, blank))
    found: dict[str, Said] = {}
    for said, line, is_item in _items(blank):
        rule = _directive(said, is_item=is_item)
        if rule:
            rule = f"For {where}: {rule}" if where not in ("", "*", "**/*", "**") else rule
            found.setdefault(rule.casefold(), Said(rule[:LONGEST], line))
    return list(found.values())


def _blanked(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")


def _items(text: str) -> Iterator[tuple[str, int, bool]]:
    """Items of lists with the lines that belong to them, and lines of prose."""
    held: list[str] = []
    begun = 0
    fenced = False
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        is_fence = bool(FENCE.match(line))
        item = None if fenced or is_fence else ITEM.match(line)
        goes_on = bool(held) and not fenced and not is_fence and item is None and line[:1] in (" ", "\t") and bool(line.strip())
        if held and not goes_on:
            yield " ".join(held), begun, True
            held = []
        if item:
            held, begun = [item[1].strip()], number
        elif goes_on:
            held.append(line.strip())
        elif line.strip() and not fenced and not is_fence and not ASIDE.match(line):
            yield line.strip(), number, False
        fenced = fenced != is_fence


def _directive(said: str, *, is_item: bool) -> str:
    """A directive by its words; in a list, what begins with a command is one too, and so is what must or must not be."""
    from habitus.learn import extract

    plain = " ".join(MARKUP.sub(lambda found: found[1] or "", said).split())
    plain = "".join(letter for letter in plain if letter.isprintable())
    if not plain or len(plain) > LONGEST:
        return ""
    lang = extract.language(plain, "en")
    found = extract.find(plain, lang=lang)
    if found is not None:
        return found.text
    if not is_item:
        return ""
    command = extract.find(f"always {plain[0].lower()}{plain[1:]}", lang="en") if lang == "en" else None
    if command is None and not OUGHT.search(plain):
        return ""
    return plain if plain.endswith((".", "!", "。")) else f"{plain}."


def root_of(file: Path) -> Path | None:
    """The folder that a rule file speaks for; None: the whole account (`~/.claude/CLAUDE.md`)."""
    whole = file.absolute()
    above = whole.parent
    if above.name in (".claude", ".codex", ".gemini", ".cursor") and above.parent == Path.home():
        return None
    if above.name == "rules" and above.parent.name == ".cursor":
        return above.parent.parent
    return above.parent if above.name in (".github", ".claude") else above


# ── out ──


def written(before: bytes | None, rules: Iterable[str], *, name: str = "") -> bytes:
    """The file with these rules in our block: where the block was, or at the end. Without rules, the file without the block."""
    lines = [f"- {safe(rule)}" for rule in rules]
    if not lines:
        return removed(before) or b""
    old = _decoded(before if before is not None else (MDC.encode() if name.endswith(".mdc") else b""))
    found = _block(old)
    end = "\r\n" if "\r\n" in old or old.endswith("\r") else "\n"  # a line end of ours must not join a lone return of theirs
    gap = int(found[2]) if found else MADE if before is None else 0 if not old else 1 if old.endswith("\n") else 2
    block = end.join([BEGIN.format(gap=gap), HEADING, "", *lines, END, ""])
    if found:
        return _encoded(f"{old[: found.end(1)]}{block}{old[found.end() :]}")
    return _encoded(f"{old}{end * (gap % MADE)}{block}")


def removed(before: bytes | None) -> bytes | None:
    """The file without our block; None: nothing is left of it but what we made."""
    if before is None:
        return None
    old = _decoded(before)
    found = _block(old)
    if not found:
        return before
    gap, ends = int(found[2]), re.findall(r"\r?\n", found[1])
    kept = "".join(ends[: max(0, len(ends) - gap % MADE)])
    rest = f"{old[: found.start()]}{kept}{old[found.end() :]}"
    return None if gap == MADE and rest in ("", MDC) else _encoded(rest)


def _block(text: str) -> re.Match[str] | None:
    begins, ends = text.count("<!-- habitus:begin "), text.count(END)
    found = BLOCK.search(text)
    if (begins, ends) not in ((0, 0), (1, 1)) or (begins and not found):
        raise ConfigError(
            f"the file has {begins} lines `<!-- habitus:begin … -->` and {ends} lines `{END}`: leave one of each, in this order, or none"
        )
    return found


def safe(rule: str) -> str:
    """A learned sentence as a line of somebody's prompt: it can close no comment, open none, and have no file read."""
    flat = "".join(letter if letter.isprintable() else " " for letter in rule)
    flat = " ".join(flat.replace("<!--", "<! --").replace("-->", "-- >").split())
    return IMPORTS.sub(lambda found: f"`{found[0]}`", flat)


def _decoded(raw: bytes) -> str:
    """Bytes that are no UTF-8 come back as they were."""
    return raw.decode("utf-8", "surrogateescape")


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
