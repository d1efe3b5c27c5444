"""What a statement is about, and whether it names anything: a frame and its object in, a key out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.learn import extract
from habitus.learn.knowledge.families import family, is_famous
from habitus.learn.knowledge.items import about, key
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.learn.clauses import Clause
    from habitus.learn.knowledge.phrases import Frame

FEW = 8
"""Words of a thing that can be named."""
PATH = re.compile(
    r"(?:^|[\s`\"'(])(?:~?/|\.{1,2}/)?[\w.@-]+/[\w./@*-]*|\w+://|(?:^|[\s`\"'(])\.?[\w-]+(?:\.\w+)*\.(?:\w{2,5})(?![\w(])"
    r"|`[^`]+`|\blocalhost\b|:\d{2,5}\b"
)
SPELLED = re.compile(r"`[^`]+`|[\"“«「][^\"”»」]+[\"”»」]|\w*(?:[_/.@#:+]\w|\d|[a-z][A-Z])\w*|\b[A-Z]{2,}\b|[\w.+-]+@[\w.-]+")
PROPER = re.compile(r"(?<![.!?:] )(?<!^)\b[A-ZÀ-Þ](?!'|\w')\w[\w'-]*")
LINE = re.compile(r"(?:\blines? \d+|:\d+(?::\d+)?)$", re.IGNORECASE)
PURPOSE = re.compile(r"\b(?:for|para|pour|fur|per|as|como|comme|als|come) (.+)")
SMALL = wordset(
    "the a an at on in still now currently port el la los las un una en puerto o os as um uma no na porta le les une l der die das"
    " ein eine auf"
    " il lo i gli uno su"
)
WHOLE = wordset(
    "repo repository project codebase team company monorepo stack app application proyecto codigo equipo empresa repositorio projeto time"
    " projet depot equipe entreprise projekt code firma progetto codice azienda aplicacion aplicacao anwendung applicazione"
)
"""Parts that are the whole: what these use, the project uses."""


def fits(frame: Frame, thing: Clause) -> bool:
    """Is the object what the frame needs?"""
    is_short = len(thing.plain.split()) <= FEW
    match frame.needs:
        case "any":
            return True
        case "thing":
            return is_short and bool(about(thing.raw) or family(thing.raw)[0])
        case "name":
            return is_short and is_name(_head(thing.raw) if frame.predicate == "is" else thing.raw)
        case "place":
            return is_short and bool(PATH.search(thing.raw)) and not LINE.search(thing.raw)


def is_name(text: str) -> bool:
    """Spelled like a name, or known for one."""
    return bool(SPELLED.search(text) or PROPER.search(f" {text}") or is_famous(text))


def _head(text: str) -> str:
    """The first words of what something is: "a Django app" names one, "broken in app.yaml" does not."""
    words = text.split()
    while words and extract.plain(words[0]) in SMALL:
        words = words[1:]
    return " ".join(words[:1])


def named(frame: Frame, subject: str, thing: Clause, groups: Mapping[str, str | None]) -> str:
    """The key: of a fact its subject, of a choice what is chosen among."""
    if frame.predicate in ("name", "works", "livesIn", "speaks", "runs", "calledBy", "pronouns"):
        return f"user/{frame.predicate}"
    if frame.predicate in ("uses", "avoids"):
        return _choice(frame, thing, groups.get("w") or "")
    if frame.predicate == "prefers":
        return _preferred(subject or f"{thing.raw} {groups.get('y') or ''}")
    if subject:
        whose = "user" if groups.get("mine") else frame.subject
        is_place = frame.predicate == "is" and PATH.search(thing.raw.strip("`"))
        return key(whose, "in" if is_place else frame.predicate, subject)
    return key(frame.subject, frame.predicate, thing.raw)


def of_triple(subject: str, predicate: str, thing: str) -> str:
    """The key of a triple in a model's words: the same that a statement would have had."""
    if predicate.lower().startswith("prefer"):
        return _preferred(thing)
    if predicate.lower().startswith("use") and is_famous(thing):
        named_as, is_one = family(thing)
        rest = [] if is_one or extract.plain(subject) in WHOLE else about(subject)
        return f"project/uses/{' '.join([named_as, *rest])}"
    return key("thing", "in" if PATH.search(thing.strip("`")) else "is", subject)


def _preferred(text: str) -> str:
    """Of what is preferred its family, and what else is said of it: "short answers" are about the length of answers."""
    family_of, _ = family(text)
    rest = [term for term in about(text) if family(term)[0] != family_of and term != family_of] if family_of else about(text)
    return f"user/prefers/{' '.join(sorted({family_of, *rest} - {''}))}"


def _choice(frame: Frame, thing: Clause, where: str) -> str:
    """A thing that is used: one of its family; for a purpose, or in a part, where there may be several."""
    family_of, is_one = family(thing.raw)
    family_of = family_of if is_famous(thing.raw) or len(about(thing.raw)) <= 1 else ""
    purpose = PURPOSE.search(thing.plain)
    aim = purpose[1] if purpose else where if where not in WHOLE else ""
    if not family_of or frame.predicate == "avoids":
        return key(frame.subject, frame.predicate, aim if purpose and frame.predicate == "uses" else thing.raw)
    rest = [] if is_one else about(aim)
    return f"{frame.subject}/uses/{' '.join([family_of, *rest])}"
