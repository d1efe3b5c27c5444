"""The first slice of correction detection: what it must find, and what it must leave alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.detect import corrections

DONE = "[Bash] command=npm install lodash"


@pytest.mark.parametrize(
    ("said", "rule_type", "lang"),
    [
        # the seed's eight
        ("estás alucinando", "hallucination", "es"),
        ("por qué dices que no puedes", "refusal", "es"),
        ("eso está mal", "hallucination", "es"),
        ("te equivocas", "hallucination", "es"),
        ("eso no es correcto", "hallucination", "es"),
        ("you're wrong", "hallucination", "en"),
        ("that's not right", "hallucination", "en"),
        ("stop doing that", "wrong_skill", "en"),
        # spelled as people do
        ("You’re wrong about that", "hallucination", "en"),
        ("eso esta mal, usa la otra tabla", "hallucination", "es"),
        ("ESTAS ALUCINANDO", "hallucination", "es"),
        # in other words
        ("no, use pnpm instead of npm", "wrong_skill", "en"),
        ("I told you: use the Makefile targets, don't call pytest directly", "missing_context", "en"),
        ("stop editing generated files, change the template", "wrong_skill", "en"),
        ("that function doesn't exist. check the module first", "hallucination", "en"),
        ("calcular_iva? eso no existe, revisa el archivo antes", "hallucination", "es"),
        ("why do you say you can't run the migration? you have psql", "refusal", "en"),
        ("you ignored the CONTRIBUTING file", "missing_context", "en"),
        ("ya te dije que usamos tabuladores, no espacios", "missing_context", "es"),
        ("usa siempre español en los mensajes de commit", "preference", "es"),
        ("too much text. keep answers short, two lines at most", "preference", "en"),
        ("deja de editar los ficheros generados", "wrong_skill", "es"),
    ],
)
def test_a_correction_is_found_with_its_kind_and_language(said: str, rule_type: str, lang: str) -> None:
    found = corrections.find(said, DONE)

    assert found is not None
    assert (found.rule_type, found.lang) == (rule_type, lang)
    assert found.quote in said


@pytest.mark.parametrize(
    "said",
    [
        "add lodash to the project",
        "what if that's wrong, e.g. the field is empty?",
        "translate to spanish: 'you're wrong, that's not the station I asked for'",
        'the error says "that\'s wrong" in the log, why?',
        "no problem, go on",
        "is it right that pnpm keeps one copy of every package?",
        "great, that's exactly what i wanted, thanks!",
        "¿y si eso está mal en la tabla, dónde se cambia?",
        "my boss said you're wrong about the deadline",
        '```\nassert False, "that\'s not right"\n```\nexplain this test',
        "> that's wrong\nwho wrote this?",
        "never mind, i was looking at the old dump. 23 is right",
        "perfecto, sube",
        "",
    ],
)
def test_what_is_no_correction_is_left_alone(said: str) -> None:
    assert corrections.find(said, DONE) is None


def test_without_something_the_agent_did_there_is_nothing_to_correct() -> None:
    assert corrections.find("that's wrong", "") is None


@given(st.text(max_size=300))
def test_no_text_is_too_strange(text: str) -> None:
    found = corrections.find(text, DONE)
    assert found is None or found.quote in text
