"""Which lines of an error say what happened: many lines in, few out. Frames, echoes of source and pointers go.

Bias: of a traceback its last exception, of other output the first lines that speak of trouble. What is short stays whole.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from habitus.parse.failure.linear import following
from habitus.parse.text import storable

if TYPE_CHECKING:
    from collections.abc import Callable

MOST = 4
"""Lines kept: a rejection often takes two (what, and why), a failed validation four."""
WIDEST = 4000
HEAD, TAIL = 20_000, 20_000
"""Characters looked at of an output that is longer: trouble is told at its start or at its end."""
RAISED = ("Error", "Exception", "Warning", "Interrupt", "Exit", "Timeout", "Iteration", "Expired", "Exceeded", "Fault", "Group")

_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")
_FRAME = re.compile(
    r"at [\w$.<>/\[\] ]+\(|at (?:async )?(?:file:|/|node:|\w:\\)|File \"|Traceback \(|goroutine \d|LINE \d+:|Require stack:|- [/~]|"
    r"In file included|\.\.\. \d+ more|[\^~\-=_|+*#. ]+$|\d+ +\||--> |During handling of|The above exc|stack backtrace|note: run with|"
    r"For further information visit"
)
_WRAPPED = re.compile(r"<(?P<tag>\w+_error|error)>(?P<inside>.*)</(?P=tag)>\s*", re.DOTALL)
"""A host's own wrapping of an error."""
_TROUBLE = (
    r"error|err!|fail|fatal|exception|panic|denied|refused|reject|cannot|can't|could ?n[o']t|unable|invalid|not found|no such|unknown|"
    r"unexpected|timed? ?-?out|forbidden|missing|abort|conflict|killed|exceed|exit (?:code|status)|should|must|required|expected|"
    r"fehler|fallo|falló|erro\b|erreur|échec|errore|fallit|falha|错误|失败|异常|超时"
)


def telling(message: str) -> str:
    """The lines that identify the failure: at most `MOST` of the message's."""
    if message.startswith("<") and (wrapped := _WRAPPED.fullmatch(message)):
        message = wrapped["inside"]
    if len(message) < WIDEST and "\n" not in message and "\r" not in message and "\x1b" not in message:
        return message
    if len(message) > HEAD + TAIL:
        message = f"{message[:HEAD]}\n{message[-TAIL:]}"
    if "\x1b" in message:
        message = _ANSI.sub("", message).replace("\x1b", " ")
    lines = [line[:WIDEST] for line in map(str.strip, message.splitlines()) if line]
    return "\n".join(lines if len(lines) < 2 else _chosen(lines))


def _chosen(lines: list[str]) -> list[str]:
    raised = next(filter(_is_raised, reversed(lines)), None)
    if raised and (raised is lines[-1] or any("Traceback (" in line or line.startswith('File "') for line in lines)):
        return [raised]
    told = [line for line in lines if not _FRAME.match(line)]
    if len(told) <= MOST:
        return told or lines[:1]
    return _troubled(told) or [told[0], told[-1]]


def _troubled(lines: list[str]) -> list[str]:
    """The first lines that speak of trouble. Sought in all of them at once: one by one the quiet ones would cost the most."""
    found: list[str] = []
    text, search, at = storable("\n".join(lines)), _trouble(), 0
    while len(found) < MOST and (hit := search(text, at)) is not None:
        begin, end = text.rfind("\n", 0, hit.start()) + 1, text.find("\n", hit.end())
        at = end + 1 if end >= 0 else len(text)
        found.append(text[begin : at - (end >= 0)])
    return found


@cache
def _trouble() -> Callable[[str, int], Any]:
    return following(_TROUBLE)


def _is_raised(line: str) -> bool:
    """`package.SomeError: …`, as Python ends a traceback."""
    name = line.partition(":")[0].rstrip()
    return name.endswith(RAISED) and name.replace(".", "").isidentifier()
