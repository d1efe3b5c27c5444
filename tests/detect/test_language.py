"""Which language a message is in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from detect.sentences import CORRECTIONS, NEAR_MISSES
from habitus.detect.corrections import language
from habitus.detect.language import SMALL

WRITTEN = [(said, lang) for lang, rows in CORRECTIONS.items() for said, _ in rows] + [
    (said, lang) for lang, rows in NEAR_MISSES.items() for said in rows
]


@pytest.mark.parametrize("lang", [*SMALL, "zh"])
def test_nearly_every_sentence_is_told_by_its_small_words(lang: str) -> None:
    said = [text for text, written in WRITTEN if written == lang]

    assert sum(language(text) == lang for text in said) >= 0.9 * len(said)


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("", "en"),
        ("pytest -q tests/detect", "en"),
        ("por favor, añade una prueba para el carrito", "es"),
        ("por favor, adicione um teste para o carrinho", "pt"),
        ("ajoute un test pour le panier, s'il te plaît", "fr"),
        ("füge bitte einen Test für den Warenkorb hinzu", "de"),
        ("aggiungi un test per il carrello, per favore", "it"),
        ("请为 cart.py 添加一个测试", "zh"),
    ],
)
def test_a_request_is_told_too(text: str, lang: str) -> None:
    assert language(text) == lang


@given(st.text())
def test_every_text_has_one_of_seven(text: str) -> None:
    assert language(text) in {*SMALL, "zh"}
