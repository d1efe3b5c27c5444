"""What the pages say, in the languages they speak. English stands in the templates, with `en.json` for words that come from the store; the
others are in files beside it. Sentences that the layer has put together, and the store has kept, are found again by their shape:
`told.LANGUAGE.json` has them by what they are about, with places for what was filled in."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from habitus.server.pages.words import shapes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.server.pages.words.shapes import Shape

LANGUAGES = {"en": "English", "es": "Español"}
LONG = 2000
"""Characters: no sentence of ours is longer."""
NESTED = 4
"""Sentences of ours within sentences of ours; none is said that goes deeper."""

ONE = {
    "en": {
        "times": "time", "sessions": "session", "calls": "call", "events": "event", "turns": "turn", "tokens": "token", "days": "day",
        "occasions": "occasion", "searches": "search", "messages": "message", "ratings": "rating",
        "injections": "injection", "changes": "change", "pieces": "piece", "corrections": "correction",
    },
    "es": {
        "veces": "vez", "sesiones": "sesión", "llamadas": "llamada", "eventos": "evento", "turnos": "turno", "días": "día",
        "ocasiones": "ocasión", "búsquedas": "búsqueda", "mensajes": "mensaje", "valoraciones": "valoración", "aprobadas": "aprobada",
        "rechazadas": "rechazada", "tokens": "token",
        "avisos": "aviso", "cambios": "cambio", "conocimientos": "conocimiento", "correcciones": "corrección", "fallaron": "falló",
        "aprendidas": "aprendida", "confirmadas": "confirmada", "propuestas": "propuesta", "descartadas": "descartada",
        "sugerencias": "sugerencia",
    },
}  # fmt: skip
"""What is counted, where there is one of it."""
COUNTED = re.compile(r"\{(\w+)\} (\w+)")


def told(lang: str, text: str, **values: object) -> str:
    """A sentence that nobody has translated is shown as it is: better than none."""
    said = table(lang).get(text, text)
    return counted(lang if said != text else "en", said, values).format(**values) if values else said


def counted(lang: str, text: str, values: Mapping[str, object]) -> str:
    """The sentence with its nouns as the numbers beside them want them."""

    def one(found: re.Match[str]) -> str:
        is_one = str(values.get(found[1])) == "1"
        return f"{{{found[1]}}} {ONE[lang].get(found[2], found[2])}" if is_one else found[0]

    return COUNTED.sub(one, text)


def retold(lang: str, about: str, text: str, deep: int = NESTED) -> str:
    """A sentence of the layer's, with what was filled in; one of anybody else's as it is."""
    for shape, other in _shapes(lang).get(about, ()) if deep and len(text) <= LONG else ():
        values = shapes.filled(shape, text)
        if values is not None:
            return counted(lang, other, values).format(
                **{name: _word(lang, about, value, deep - 1) if name.endswith("_") else value for name, value in values.items()}
            )
    return text


def _word(lang: str, about: str, value: str, deep: int) -> str:
    said = told(lang, value)
    return said if said != value else retold(lang, about, value, deep)


@cache
def table(lang: str) -> dict[str, str]:
    return _read(f"{lang}.json")


@cache
def sentences(lang: str) -> dict[str, dict[str, str]]:
    """By what they are about: the kind of proposal, `declared` rules, the `guard`, the `doctor`, a `problem`."""
    found: dict[str, dict[str, str]] = _read(f"told.{lang}.json")
    return found


@cache
def _shapes(lang: str) -> dict[str, list[tuple[Shape, str]]]:
    """Those that say most of themselves come first: a shape with little between its places fits too much."""
    return {
        about: sorted(((shapes.shape(text), other) for text, other in said.items()), key=lambda one: -one[0].says)
        for about, said in sentences(lang).items()
    }


def _read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((files(__name__) / name).read_text(encoding="utf-8"))
    return found
