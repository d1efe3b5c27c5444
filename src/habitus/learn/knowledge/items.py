"""What was said, what is learned from it, and what it is about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

from habitus.parse.terms import terms
from habitus.parse.terms.lexicon import dimensions

if TYPE_CHECKING:
    from habitus.types import KnowledgeKind, Speaker

Level: TypeAlias = Literal["low", "medium", "high"]
LEVELS: tuple[Level, ...] = get_args(Level)

LONGEST = 400
"""Characters: knowledge is a sentence or two; more is a text."""
TERMS = 6
"""Of a subject: enough to tell it from its like, few enough that the same thing in other words still has the same key."""

SECRET = re.compile(
    r"\[secret:|\b(?:sk|pk|rk)[-_][\w-]{12,}|\bgh[pousr]_\w{16,}|\bAKIA\w{12,}|-----BEGIN|\b(?:\d[ -]?){13,19}\b"
    r"|(?<![\w/.-])(?=[\w+=-]*\d)(?=[\w+=-]*[a-zA-Z])[\w+=-]{32,}(?![\w/.-])"
    r"|(?:pass(?:word|wd|phrase|code)|secret|token|api[ _-]?key|private key|access key|credentials?|\bpin|\bcvv|\bssn|social security"
    r"|card number|contrase\w+a|\bclave|senha|mot de passe|passwort|kennwort|parola d'ordine|密码|口令|密钥|令牌)\w*"
    r"(?: (?:number|code|for|of|to|del?|de la|pour|f.r|per|do|da)(?: [\w.-]+){1,4}?)?"
    r"\s*(?:\bis\b|\bare\b|\bes\b|\bist\b|\best\b|\be\b|é|è|是|为|[:=：])\s*(?!in\b|on\b|at\b|stored|kept|managed|en\b|im?\b|dans"
    r"|nel\b|not\b|never)",
    re.IGNORECASE,
)
"""A secret by its shape, by its placeholder, or by being called one; "secrets are in Vault" tells none."""


class Said(NamedTuple):
    """One message of a conversation."""

    speaker: Speaker
    text: str
    tool: str = ""
    """Of a call or of its result."""
    is_call: bool = False
    step: str = ""
    """A call in two or three words: `git commit`, `edit`."""
    seq: int = 0
    """Its place in the session."""


class Item(NamedTuple):
    """A piece of knowledge, as it was found."""

    kind: KnowledgeKind
    text: str
    key: str
    """What it is about: the same subject again is a new version of the same knowledge."""
    confidence: Level
    is_lasting: bool
    """Not a state of the moment."""
    speaker: Speaker
    """The least trusted in its lineage."""
    triple: tuple[str, str, str] | None
    quote: str
    """The words it rests on, as they were said."""
    lang: str = "en"
    seq: int = 0


def key(subject: str, predicate: str, text: str) -> str:
    """`thing/in/server staging`: whose, in which respect, and about what. Word order and language do not matter."""
    return f"{subject}/{predicate}/{' '.join(about(text)) or text.strip().lower()[:40]}"


def about(text: str) -> list[str]:
    """What a text is about: its content terms, a value standing for what it is a value of ("tabs" for whitespace)."""
    of = dimensions()
    found = [term for term in terms(text) if term not in of]
    return sorted(dict.fromkeys(found[:TERMS]))


def dimension(text: str) -> str:
    """What a thing is one of, where the lexicon knows it: `pnpm` is a package_manager. Empty otherwise."""
    of = dimensions()
    return next((of[term] for term in terms(text) if term in of), "")


def is_secret(text: str) -> bool:
    return bool(SECRET.search(text))
