"""What people say when they correct, praise or complain: one file per language, one cue per line.

A line of a table is a weight and a pattern; a line that begins with `|` continues the one above.

    .8   $thats <2>($wrong)   the chance that a message with it is a correction; cues add up
    .7?  why did you          asked, and meant all the same: a question mark does not weaken it
    .6@  ^no, use             looked for at the very beginning of the message, across sentences
    .4=  don't <1>($act)      weightier where the agent named what is turned down

The pattern is a regular expression over folded text: lower case, straight quotes, no accents. For reading's sake `(` never
captures, an apostrophe may be missing, a space is one or more, `<n>` is up to n words, `~` begins a clause, `$name` is a macro, and
words end where the pattern ends. The tables: the five rule types; HINT, which names no mistake; CALM, which takes back the cues it
covers ("no problem"); EXCUSE, which weakens all of them ("my mistake"); TASK, behind which all is material ("translate: …"); PRAISE and
COMPLAINT. EMBEDS, OTHERS and WHEN stand before a cue and void it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, get_args

from habitus.detect.phrases.anchors import required
from habitus.types.lessons import RuleType

if TYPE_CHECKING:
    from types import ModuleType

LANGUAGES = ("en", "es", "pt", "fr", "de", "it", "zh")
KINDS: tuple[RuleType, ...] = get_args(RuleType)
LINE = re.compile(r"(\.\d+)([?@=]*) +(.+)")
MACRO = re.compile(r"([a-z_]+) +(.+)")
LAST = re.compile(r"\([^()]*\$[^()]*\)$")
"""A last group that speaks of the end itself: `( |$|,)`."""


@dataclass(frozen=True, slots=True, eq=False)
class Cue:
    """One line of a table."""

    kind: str
    """The table, in small letters."""
    weight: float
    may_ask: bool = False
    at_head: bool = False
    turns_down: bool = False
    pattern: str = ""

    def span(self, text: str) -> tuple[int, int] | None:
        """Where it is in a text."""
        found = _compiled(self.pattern).search(text)
        return found.span() if found else None


START = 3
"""Letters by which anchors are sorted: with fewer too many would be looked for in vain."""


class Table:
    """Cues that are looked for together. Letters that a cue cannot do without are looked for first, and rule out nearly all of them."""

    def __init__(self, cues: list[Cue]) -> None:
        self.cues = cues
        self._needs = [required(cue.pattern) for cue in cues]
        self._free = [n for n, needs in enumerate(self._needs) if not needs]
        """Cues that nothing rules out."""
        self._by_start: dict[str, list[tuple[str, list[int]]]] = {}
        """The first letters of an anchor → it, and the cues whose rarest need it meets."""
        by_anchor: dict[str, list[int]] = {}
        for n, needs in enumerate(self._needs):
            for anchor in needs[0] if needs else ():
                by_anchor.setdefault(anchor, []).append(n)
        self._short = [(anchor, rows) for anchor, rows in by_anchor.items() if len(anchor) < START]
        for anchor, rows in by_anchor.items():
            if len(anchor) >= START:
                self._by_start.setdefault(anchor[:START], []).append((anchor, rows))

    def likely(self, text: str) -> list[Cue]:
        """Those that the text does not rule out, in the order of the table."""
        found = set(self._free)
        for anchor, rows in self._short:
            if anchor in text:
                found.update(rows)
        for start in self._by_start.keys() & {text[n : n + START] for n in range(len(text))}:
            for anchor, rows in self._by_start[start]:
                if anchor in text:
                    found.update(rows)
        return [self.cues[n] for n in sorted(found) if _meets(text, self._needs[n][1:])]


def _meets(text: str, needs: tuple[frozenset[str], ...]) -> bool:
    for one_of in needs:
        for anchor in one_of:
            if anchor in text:
                break
        else:
            return False
    return True


@dataclass(frozen=True, slots=True, eq=False)
class Phrases:
    """All that is known of one language."""

    corrections: Table
    feedback: Table
    embeds: Any
    """Before a cue in its clause: what makes it only a thought. "if", "make sure that"."""
    others: Any
    """Before a cue in its sentence, or in the cue: what makes it somebody else's word. "my boss says"."""
    when: Any
    """Before a cue that a comma follows: "when it fails, retry"."""


@cache
def of(lang: str) -> Phrases:
    module = import_module(f"habitus.detect.phrases.{lang}")
    around = [cue for kind in ("calm", "task", "excuse") for cue in read(module, kind)]
    cues = [cue for kind in (*KINDS, "hint") for cue in read(module, kind)] + around
    return Phrases(
        corrections=Table(cues),
        feedback=Table([cue for kind in ("praise", "complaint") for cue in read(module, kind)] + around),
        embeds=_compiled(_pattern(module, _lines(module.EMBEDS)[0]) + r"[^,;]*$"),
        others=_compiled(_pattern(module, _lines(module.OTHERS)[0])),
        when=_compiled(_pattern(module, _lines(module.WHEN)[0]) + r"[^,;]*$"),
    )


def read(module: ModuleType, kind: str) -> list[Cue]:
    """The cues of one table of a language."""
    cues = []
    for line in _lines(getattr(module, kind.upper())):
        parts = LINE.fullmatch(line)
        if parts is None:
            raise ValueError(f"{module.__name__}.{kind.upper()}: not a weight and a pattern: {line!r}")
        flags = {"may_ask": "?" in parts[2], "at_head": "@" in parts[2], "turns_down": "=" in parts[2]}
        cues.append(Cue(kind, float(parts[1]), **flags, pattern=_pattern(module, parts[3])))
    return cues


def _lines(table: str) -> list[str]:
    return re.sub(r"\n *\|", "|", table).strip().splitlines()


@cache
def _macros(module: ModuleType) -> dict[str, str]:
    return {found[1]: found[2] for line in _lines(module.MACROS) if (found := MACRO.fullmatch(line))}


def _pattern(module: ModuleType, line: str) -> str:
    """A line of a table as a regular expression."""
    macros = _macros(module)
    for _ in range(3):  # a macro may speak of another
        line = re.sub(r"\$([a-z_]+)", lambda name: f"({macros[name[1]]})", line)
    is_spaced = getattr(module, "IS_SPACED", True)
    begin = r"\b" if is_spaced and (line[0].isalnum() or line[0] in "(<") else ""
    end = r"\b" if is_spaced and (line[-1].isalnum() or (line[-1] == ")" and not LAST.search(line))) else ""
    line = re.sub(r"(<\d>(?:\|[^()]*)?\)) ", r"\1 *", line)  # the gap brings its own space
    line = re.sub(r"<(\d)>", r"([^ ,;]+ +){0,\1}", line)
    line = re.sub(r"\[[^\]]*\]| (?![*+?])", lambda part: " +" if part[0] == " " else part[0], line)
    line = re.sub(r"\((?!\?)", "(?:", line).replace("'", "'?")
    line = line.replace("~", rf"(?:^|[,;:(-] *|\b(?:{module.JOINS}) +)")
    return begin + line + end


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """By Python's own `re`: sentences are short, and no cue repeats what itself repeats without a sign in between."""
    return re.compile(pattern, re.ASCII)
