"""Make a rule of a correction: the user's own words as an imperative, or nothing where they do not say what to do.

Never a guess: "eso está mal" names no way to do it right, so no rule comes of it. What the agent or a tool said is context, never the rule.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from habitus.types import Correction, Origin, Rule, Scope

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LONGEST = 400
"""A rule is a sentence or two; a longer "rule" is a pasted text."""

LEAD_IN = re.compile(
    r"^(?:(?:no+|nope|wrong|hey|ok(?:ay)?|please|listen|wait|again|and|but|so|oye|mira|vale|por favor|otra vez|pero|y|que)\b[\s,.:;!?¡¿-]*"
    r"|(?:as )?i (?:already |just )?(?:told|asked) you(?: (?:twice|before|already|many times))?(?: that| to)?[\s,.:;-]*"
    r"|(?:as )?i (?:already )?said[\s,.:;-]*"
    r"|ya te (?:lo )?(?:dije|he dicho|había dicho|pedí)(?: que)?[\s,.:;-]*|te (?:dije|pedí) que[\s,.:;-]*"
    r"|(?:from now on|next time|in future|de ahora en adelante|a partir de ahora|la próxima vez)[\s,.:;-]*)+",
    re.IGNORECASE,
)
DIRECTIVE = re.compile(
    r"^(?:always|never|don['’]?t|do not|stop|use|run|read|check|call|keep|put|ask|show|change|edit|look|avoid|make|remember|prefer|answer"
    r"|reply|commit|write|open|follow|leave|add|work|stick|respect|only"
    r"|you (?:should|must|have to|need to)|we (?:use|don['’]?t|always|never)"
    r"|siempre|nunca|no (?:uses|llames|ejecutes|edites|toques|cambies|instales|inventes|hagas|pongas|digas)|deja de|usa|utiliza|ejecuta|lee"
    r"|revisa|comprueba|llama|pon|pregunta|muestra|cambia|edita|mira|evita|haz|recuerda|prefiere|responde|contesta|escribe|abre|sigue"
    r"|respeta|solo|sólo|debes|tienes que|hay que|usamos|aquí usamos|nosotros usamos)\b",
    re.IGNORECASE,
)
REFUSAL = re.compile(
    r"(?:why (?:do|are|did) you (?:say|saying|keep saying|claim)(?: that)? you (?:can['’]?t|cannot)|why can['’]?t you"
    r"|(?:por ?qu[eé]|c[oó]mo) (?:dices |dijiste )?que no puedes) (?P<deed>[^?.!\n]+)[?.!]*\s*(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
EVERYWHERE = re.compile(
    r"\b(?:always|never|from now on|answers?|replies|respond|siempre|nunca|de ahora en adelante|respuestas?|responde)\b", re.IGNORECASE
)
NEGATION = frozenset(["no", "not", "never", "don't", "dont", "avoid", "stop", "nunca", "jamás", "evita", "evitar", "sin", "deja"])


def draft(correction: Correction) -> Rule | None:
    """The rule a correction states. None: it says that something was wrong and not what is right."""
    text = _refused(correction.exchange.correction, correction.signal.lang) or _directive(correction.exchange.correction)
    return made(correction, text) if text else None


def made(correction: Correction, text: str) -> Rule:
    """The rule with this text from that correction: where it holds, and where it came from."""
    rule_type = correction.signal.rule_type
    everywhere = rule_type == "preference" or EVERYWHERE.search(text) or not correction.workspace
    return Rule(
        id=correction.id,
        rule_type=rule_type,
        text=text,
        lang=correction.signal.lang,
        scope=Scope() if everywhere else Scope(level="project", name=correction.workspace),
        origin=correction.origin,
        confidence=correction.signal.confidence,
        created_at=correction.at,
        source=correction.exchange,
    )


def identity(origin: Origin, said: str) -> str:
    """A UUID made of where a correction was said: the same history, read again, gives the same correction and the same rule."""
    digest = hashlib.sha256(f"{origin.session}\0{origin.event}\0{said}".encode()).hexdigest()
    return f"{digest[:8]}-{digest[8:12]}-8{digest[13:16]}-a{digest[17:20]}-{digest[20:32]}"


def reinforced(rule: Rule) -> Rule:
    """Said again: each time takes away half of the doubt."""
    return replace(rule, evidence_for=rule.evidence_for + 1, confidence=round(1 - (1 - rule.confidence) / 2, 4))


def _refused(text: str, lang: str) -> str | None:
    found = REFUSAL.search(text)
    if found is None:
        return None
    rest = " ".join(found["rest"].split())
    claim = "No digas que no puedes" if lang == "es" else "Do not say that you cannot"
    return _sentence(f"{claim} {found['deed'].strip()}" + (f": {rest}" if rest else ""))


def _directive(text: str) -> str | None:
    """The sentences that say what to do, without what leads up to them."""
    kept = []
    for sentence in SENTENCE.split(text):
        rest = LEAD_IN.sub("", sentence.strip(), count=1)
        part = next((p for p in _tails(rest) if DIRECTIVE.match(p)), None)
        if part and not part.endswith("?"):
            kept.append(_sentence(part))
    whole = " ".join(kept)
    return whole if 0 < len(whole) <= LONGEST else None


def _tails(sentence: str) -> Iterable[str]:
    """The sentence, then what follows each comma or dash: "that's wrong, use X" says what to do in its second half."""
    yield sentence
    for found in re.finditer(r"[,:—–]\s+|\s-\s", sentence):
        yield LEAD_IN.sub("", sentence[found.end() :], count=1)


def _sentence(text: str) -> str:
    flat = " ".join(text.split()).rstrip(" .!,;:")
    return flat[:1].upper() + flat[1:] + "."


def same(rule: Rule, others: Sequence[Rule], *, overlap: float) -> Rule | None:
    """The rule that already says this: most words shared, in the same order, with the same yes or no."""
    mine = _words(rule.text)
    for other in others:
        theirs = _words(other.text)
        shared = set(mine) & set(theirs)
        if len(shared) / max(len(set(mine)), len(set(theirs)), 1) <= overlap:
            continue
        if _negations(mine) == _negations(theirs) and _order(mine, shared) == _order(theirs, shared):
            return other
    return None


def _words(text: str) -> list[str]:
    return re.findall(r"[\w'’./-]+", text.lower().replace("’", "'"))


def _negations(words: list[str]) -> int:
    return sum(word in NEGATION for word in words)


def _order(words: list[str], shared: set[str]) -> list[str]:
    return list(dict.fromkeys(word for word in words if word in shared))
