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

from habitus.detect.phrases.table import Cue, Some, Table, compiled
from habitus.types.lessons import RuleType

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["AROUND", "KINDS", "LANGUAGES", "Cue", "Phrases", "Some", "Table", "of", "read"]

LANGUAGES = ("en", "es", "pt", "fr", "de", "it", "zh")
KINDS: tuple[RuleType, ...] = get_args(RuleType)
CORRECTING, FEEDBACK, AROUND = (*KINDS, "hint"), ("praise", "complaint"), ("calm", "task", "excuse")
LINE = re.compile(r"(\.\d+)([?@=]*) +(.+)")
MACRO = re.compile(r"([a-z_]+) +(.+)")
LAST = re.compile(r"\([^()]*\$[^()]*\)$")
"""A last group that speaks of the end itself: `( |$|,)`."""


@dataclass(frozen=True, slots=True, eq=False)
class Phrases:
    """All that is known of one language."""

    table: Table
    openings: Some
    """Of its cues those that a correction begins with,"""
    corrections: Some
    """those that stand anywhere in one,"""
    feedback: Some
    """and those that praise or complain."""
    embeds: Any
    """Before a cue in its clause: what makes it only a thought. "if", "make sure that"."""
    others: Any
    """Before a cue in its sentence, or in the cue: what makes it somebody else's word. "my boss says"."""
    when: Any
    """Before a cue that a comma follows: "when it fails, retry"."""


@cache
def of(lang: str) -> Phrases:
    module = import_module(f"habitus.detect.phrases.{lang}")
    table = Table([cue for kind in (*CORRECTING, *FEEDBACK, *AROUND) for cue in read(module, kind)])
    return Phrases(
        table=table,
        openings=Some(*(table.bits(kinds, {True}) for kinds in (CORRECTING, AROUND))),
        corrections=Some(*(table.bits(kinds, {False}) for kinds in (CORRECTING, AROUND))),
        feedback=Some(*(table.bits(kinds, {True, False}) for kinds in (FEEDBACK, AROUND))),
        embeds=compiled(_pattern(module, _lines(module.EMBEDS)[0]) + r"[^,;]*$"),
        others=compiled(_pattern(module, _lines(module.OTHERS)[0])),
        when=compiled(_pattern(module, _lines(module.WHEN)[0]) + r"[^,;]*$"),
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
