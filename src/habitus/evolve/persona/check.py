"""Whether a change of SOUL.md or CAPABILITIES.md may be made: the text before and after in, what is wrong with it out. No I/O.

An agent refines how it speaks and what it knows, in small steps. It does not become somebody else: lines that say who it is stay as they
are, and headings too. Bias: towards no. A refused step can be made smaller, or by the operator with `habitus persona edit`; a persona
that drifted is noticed late.
"""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher, unified_diff
from typing import TYPE_CHECKING, NamedTuple

from habitus.evolve.persona import names
from habitus.evolve.persona.change import Refusal, refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from habitus.types.skills import Violation

BY_HAND = "or ask the operator, who can with `habitus persona edit`"


class Steps(NamedTuple):
    """How far one change may go."""

    share: float = 0.34
    """Of the lines that were there, how many may go or change at once: the larger part of what a person read stays."""
    few: int = 3
    """Lines that may change in any case: a third of a short file is nothing."""
    added: int = 20
    """Lines that may come: as much as a person reads in a diff without scrolling."""
    first: int = 120
    """Lines of the first text of an empty file."""
    size: int = 16_384
    """Bytes of the whole file: it is sent with every request."""
    width: int = 1_000
    """Characters of a line: a step is counted in lines, so a line must not hold a page."""
    drift: float = 0.5
    """Of the lines that a person last wrote or approved, how many may have gone since: small steps add up."""


USUAL = Steps()

TITLES = (
    r"name|full name|display name|identity|who (?:i am|you are)|contacts?|contact (?:info|information|details)|e-?mail|phone|telephone"
    r"|handle|purpose|core purpose|mission|creator|owner|author|persona name|agent(?: name| id)?|pronouns"
    r"|nombre|identidad|quien soy|contacto|correo(?: electronico)?|telefono|proposito|mision"
    r"|nome|identidade|quem sou|contato|telefone|finalidade|missao"
    r"|nom|identite|qui je suis|courriel|objectif|raison d'etre"
    r"|identitat|wer ich bin|kontakt|telefon|zweck|aufgabe"
    r"|identita|chi sono|contatto|contatti|telefono|scopo|missione"
    r"|名字|名称|姓名|身份|联系方式|联系|邮箱|电话|目的|宗旨|使命"
)
LABEL = re.compile(rf"[\W_]*(?:my |your |the |mi |tu |meu |mon |ton |mein |dein |il mio |我的|你的)?(?:{TITLES})[\W_]*[:=：|].*")
CLAIM = re.compile(
    r"[\W_]*(?:(?:my|your) (?:name|purpose|mission|identity|e-?mail|job) (?:is|was|becomes)\b"
    r"|(?:i am|i'm|you are|you're) (?:called|named)\b"
    r"|(?:call (?:me|yourself)|i go by|you go by|rename yourself|introduce yourself as|present yourself as|sign as|pretend to be)\b"
    r"|(?:i am|i'm|you are|you're) (?:now )?(?:an? |the )(?:[\w-]+ ){0,5}(?:assistant|agent|bot|model|ai|chatbot|persona|entity)\b"
    r"|me llamo\b|te llamas\b|mi nombre es\b|tu nombre es\b|soy (?:un|una|el|la) (?:[\w-]+ ){0,4}(?:asistente|agente)\b"
    r"|eu me chamo\b|meu nome e\b|seu nome e\b|je m'appelle\b|tu t'appelles\b|mon nom est\b|ton nom est\b"
    r"|ich heisse\b|du heisst\b|mein name ist\b|dein name ist\b|mi chiamo\b|ti chiami\b|il mio nome e\b|il tuo nome e\b"
    r"|我叫|你叫|我的名字|你的名字|我是一|你是一).*"
)
NAMED = re.compile(r"[\W_]*(?:I am|I'm|You are|You're) [A-Z][\w-]*[\W_]*(?:,.*|\.?\s*)")
HEADING = re.compile(r"\s{0,3}#{1,6}\s+(.*?)\s*#*\s*")
COMMENT = re.compile(r"<!--|-->|^\s*\[[^\]]*\]: *[#<]")
RULED = re.compile(r"\s{0,3}(?:=+|-{3,})\s*")


def check(
    file: str, before: str, after: str, scan: Callable[[str], Iterable[Violation]], *, steps: Steps = USUAL, approved: str = ""
) -> tuple[Violation, ...]:
    """Everything that speaks against it; empty: it may be made. `approved`: the text that a person last wrote or approved."""
    if names.protected(file) not in names.OPEN:
        return (refusal("locked", f"{file} is not the agent's to change. {' and '.join(names.OPEN)} are.", path=file),)
    found = list(_sized(after, steps))
    if found:  # the rest takes its time over a text that is too long anyway
        return tuple(one._replace(path=file) for one in found)
    found = [*_stepped(before, after, steps), *_drifted(approved, after, steps), *_same_self(before, after), *_hidden(before, after)]
    known = {(one.rule, _bare(one.excerpt)) for one in scan(before)} if before else set()
    found += [one for one in scan(after) if (one.rule, _bare(one.excerpt)) not in known]
    return tuple(one._replace(path=one.path or file) for one in found)


def diff(before: str, after: str, file: str = "") -> str:
    """As `diff -u` has it, the last line's end apart; empty where nothing changed."""
    lines = unified_diff(before.splitlines(), after.splitlines(), f"a/{file}", f"b/{file}", lineterm="")
    return "\n".join(lines)


# ── how much ──


def _sized(after: str, steps: Steps) -> Iterator[Refusal]:
    size = len(after.encode("utf-8", "surrogatepass"))
    if size > steps.size:
        yield refusal("size", f"It would have {size:,} bytes, and {steps.size:,} is the most. Leave out what matters least.")
    for number, line in enumerate(_lines(after), 1):
        if len(line) > steps.width:
            reason = f"The line has {len(line):,} characters, and {steps.width:,} is the most. Break it into several."
            yield refusal("width", reason, line=number, excerpt=line)


def _stepped(before: str, after: str, steps: Steps) -> Iterator[Refusal]:
    old, new = _lines(before), _lines(after)
    if not "".join(old).strip():
        if len(new) > steps.first:
            yield refusal("step", f"The first text may have {steps.first} lines, and this has {len(new)}. Begin with the most important.")
        return
    if not after.strip():
        yield refusal("step", f"Nothing would be left of the file. Take out single lines, {BY_HAND}.")
        return
    gone, come = _counts(old, new)
    most = max(steps.few, int(steps.share * len(old)))
    if gone > most:
        yield refusal(
            "step", f"{gone} of {len(old)} lines would change or go, and {most} at once is the most. Make a smaller change, {BY_HAND}."
        )
    if come > max(steps.added, steps.few):
        yield refusal("step", f"{come} lines would be added, and {steps.added} at once is the most. Add the most important first.")


def _counts(old: list[str], new: list[str]) -> tuple[int, int]:
    """Lines of the old that are not in the new, and the other way round."""
    gone = come = 0
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            gone, come = gone + b - a, come + d - c
    return gone, come


def _drifted(approved: str, after: str, steps: Steps) -> Iterator[Refusal]:
    told = [line for line in _lines(approved) if line.strip()]
    kept = set(_lines(after))
    gone = sum(line not in kept for line in told)
    if gone > max(steps.few, steps.drift * len(told)):
        reason = f"{gone} of the {len(told)} lines that a person last approved would be gone. Leave it as it is, {BY_HAND}."
        yield refusal("drift", reason)


# ── who ──


def _same_self(before: str, after: str) -> Iterator[Refusal]:
    """Lines that say who it is, and headings: what was there stays, in its order; of the former none are added."""
    old, new = list(_telling(before)), list(_telling(after))
    fresh = {_seen(line) for _, line, kind in old if kind == "self"}
    left = [_seen(line) for _, line, _ in new]
    for number, line, kind in old:
        seen = _seen(line)
        if seen in left:
            left = left[left.index(seen) + 1 :]
            continue
        what = "says who the agent is" if kind == "self" else "is a heading"
        yield refusal("identity", f"Line {number} {what}, and stays as it is. Keep it word for word, {BY_HAND}.", line=number, excerpt=line)
    for number, line, kind in new:
        if kind == "self" and _seen(line) not in fresh:
            reason = f"Name, identity, contact and purpose are not the agent's to write. Leave the line out, {BY_HAND}."
            yield refusal("identity", reason, line=number, excerpt=line)


def _hidden(before: str, after: str) -> Iterator[Refusal]:
    """A comment would take lines away from the reader while they still stand there."""
    known = set(_lines(before))
    for number, line in enumerate(_lines(after), 1):
        if line not in known and COMMENT.search(line):
            yield refusal("hidden", "It opens or closes a comment, which hides lines. Write it as plain text.", line=number, excerpt=line)


def _telling(text: str) -> Iterator[tuple[int, str, str]]:
    """Lines that are kept: `self` where one says who it is, or stands under a heading that does; `heading` for the other headings."""
    lines = _lines(text)
    under = 0
    for number, line in enumerate(lines, 1):
        heading = HEADING.fullmatch(line)
        is_ruled = not heading and number < len(lines) and bool(line.strip()) and RULED.fullmatch(lines[number]) is not None
        if heading or is_ruled:
            depth = len(line) - len(line.lstrip().lstrip("#")) if heading else 1
            is_self = LABEL.fullmatch(_seen(heading[1] if heading else line) + ":") is not None
            under = depth if is_self else 0 if not under or depth <= under else under
            yield number, line, "self" if under else "heading"
        elif line.strip() and (under or _is_self(line)):
            yield number, line, "self"


def _is_self(line: str) -> bool:
    seen = _seen(line)
    return bool(LABEL.fullmatch(seen) or CLAIM.fullmatch(seen) or NAMED.fullmatch(line.strip()))


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines()]


def _bare(text: str) -> str:
    return " ".join(text.split())


def _seen(line: str) -> str:
    """As a reader sees it: one space, small letters, no accents, nothing invisible, look-alikes as what they look like."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", line) if unicodedata.category(c) not in ("Mn", "Cf"))
    low = " ".join(plain.casefold().replace("’", "'").split())
    return low if low.isascii() else low.translate(names.LIKE)
