"""What a correction is, what only looks like one, and what the agent's turn before has to do with it."""

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from detect.sentences import CORRECTIONS, NEAR_MISSES
from habitus.detect import corrections, spoken

DONE = "[Bash] command=npm install lodash"
CASES = json.loads((Path(__file__).parents[1] / "cases" / "learning_and_evolution.json").read_text())["correction_detect"]
SAID = [(said, kinds, lang) for lang, rows in CORRECTIONS.items() for said, kinds in rows]
MISSED = [said for rows in NEAR_MISSES.values() for said in rows]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['lang']} {case['text']}")
def test_the_shared_cases_are_right(case: dict[str, Any]) -> None:
    found = corrections.find(case["text"])

    assert (found is not None) == case["want"]
    assert found is None or found.lang == case["lang"]


@pytest.mark.parametrize(("said", "kinds", "lang"), SAID)
def test_a_correction_is_found_with_its_kind_and_its_language(said: str, kinds: str, lang: str) -> None:
    found = corrections.find(said)

    assert found is not None
    assert found.rule_type in kinds.split()
    assert found.lang == lang
    assert found.quote in said


@pytest.mark.parametrize("said", MISSED)
def test_a_near_miss_is_left_alone(said: str) -> None:
    assert corrections.find(said) is None


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
def test_the_kind_is_what_the_words_name(said: str, rule_type: str, lang: str) -> None:
    found = corrections.find(said, DONE)

    assert found is not None
    assert (found.rule_type, found.lang) == (rule_type, lang)


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
        "implement the parser and run the tests before you commit",
        "what should I read before editing it?",
        "should we ask users before pushing an update?",
        "that's great, not bad at all",
        "leave it alone for now",
        "the file is read-only on my machine, is that a problem?",
        "¿se usa npm aquí?",
        "no se usa la variable x, bórrala",
        "",
    ],
)
def test_what_is_no_correction_is_left_alone(said: str) -> None:
    assert corrections.find(said, DONE) is None


def test_cues_add_up() -> None:
    one, both = corrections.weigh("uhh... where are the tests?"), corrections.weigh("uhh... you forgot the tests")

    assert one is not None
    assert both is not None
    assert one.confidence < both.confidence < 1


def test_accents_typed_as_two_characters_are_read_alike() -> None:
    apart = unicodedata.normalize("NFD", "no, eso está mal, ¿qué haces?")

    assert corrections.find(apart) == corrections.find("no, eso está mal, ¿qué haces?")


# ── the agent's turn before ──


def _confidence(said: str, previous: str) -> float:
    found = corrections.weigh(said, previous)
    return found.confidence if found else 0.0


def test_after_a_request_to_confirm_another_value_is_a_correction() -> None:
    said = "Actually, make it five people."

    assert corrections.find(said, "Please confirm: a table for three on Friday at eight. Is that right?") is not None
    assert _confidence(said, "The kitchen closes at ten.") < _confidence(said, "A table for three on Friday. Is that right?")


@pytest.mark.parametrize(
    "read_back", ["So that's the early slot on Monday.", "Let me know if anything is wrong: a table for three.", "Entonces son tres."]
)
def test_what_was_understood_is_said_back_to_be_confirmed(read_back: str) -> None:
    said = "Actually, we need it in the evening."

    assert _confidence(said, "The kitchen closes at ten.") < _confidence(said, read_back)


def test_a_request_for_another_value_is_a_correction_where_the_agent_asked_whether_it_is_right() -> None:
    said = "can you make it the tenth?"

    assert corrections.find(said, "The shop opens at nine.") is None
    assert corrections.find(said, "The review on the twelfth at nine, correct?") is not None


def test_what_the_agent_used_is_turned_down_in_a_question_too() -> None:
    said = "can you use pnpm instead of npm?"

    assert corrections.find(said, "Added a chart library.") is None
    assert corrections.find(said, DONE) is not None


def test_after_a_suggestion_a_no_is_an_answer() -> None:
    said = "no, try a warmer colour"

    assert corrections.find(said, "How about a dark blue?") is None


def test_after_an_offer_a_no_is_an_answer() -> None:
    said = "no, leave the old name"

    assert corrections.find(said, "Renamed the module.") is not None
    assert corrections.find(said, "The tests pass. Want me to rename the module as well?") is None


def test_what_the_agent_named_weighs_more_when_it_is_turned_down() -> None:
    said = "don't use lodash for this"

    assert corrections.find(said, "Added a chart library.") is None
    assert corrections.find(said, DONE) is not None


@pytest.mark.parametrize("said", ["Please don't use npm.", "no uses npm", "n'utilise pas npm", "non usare npm", "别用 npm"])
def test_a_name_of_three_letters_is_a_name_too(said: str) -> None:
    assert corrections.find(said, "Added a chart library.") is None
    assert corrections.find(said, DONE) is not None


@pytest.mark.parametrize("said", ["we're on yarn here, not npm", "va usato yarn, non npm", "hier geht yarn, nicht npm"])
def test_a_short_name_within_the_words_that_turn_it_down_is_seen(said: str) -> None:
    assert corrections.find(said, "Added a chart library.") is None
    assert corrections.find(said, DONE) is not None


def test_a_short_word_that_everybody_says_names_nothing() -> None:
    assert corrections.find("now add a page, and don't use any css yet", "[Edit] app.py\nI did not add any page yet.") is None


def test_after_a_refusal_a_question_why_weighs_more() -> None:
    said = "why can't you open it?"

    assert _confidence(said, "Done.") < _confidence(said, "I'm sorry, I cannot open web pages.")


@given(st.sampled_from([said for said, _, _ in SAID] + MISSED))
def test_a_turn_that_says_nothing_changes_nothing(said: str) -> None:
    assert corrections.weigh(said, "Hm.") == corrections.weigh(said, "")


# ── laws ──


@given(st.text(max_size=300), st.text(max_size=100))
def test_no_text_is_too_strange(text: str, previous: str) -> None:
    found = corrections.weigh(text, previous)

    assert found is None or (found.quote in unicodedata.normalize("NFC", text) and 0 < found.confidence < 1)


@given(st.sampled_from([said for said, _, _ in SAID]), st.sampled_from(['"{}"', "“{}”", "```\n{}\n```", "> {}", "look at this: «{}»"]))
def test_a_quoted_correction_is_nobodys(said: str, quoted: str) -> None:
    assert corrections.find(quoted.format(said)) is None


@given(st.sampled_from([said for said, _, _ in SAID]), st.sampled_from(["def f(x):\n    return x\n", "2026-01-02 10:00:00 INFO started\n"]))
def test_a_paste_behind_it_hides_no_correction(said: str, line: str) -> None:
    assert corrections.find(f"{said}\n```\n{line * 200}```") is not None


@given(
    st.lists(st.sampled_from(["no ", "that's wrong. ", "«", '"', "\n", "¿", "eso ", "```", "é", "不对。", ": "]), max_size=1200).map(
        "".join
    )
)
def test_only_the_beginning_and_the_end_of_a_long_message_are_looked_at(text: str) -> None:
    found = corrections.weigh(text)

    assert found == corrections.weigh(text[: spoken.HEAD] + "\n" + text[-spoken.TAIL :] if len(text) > spoken.HEAD + spoken.TAIL else text)
    assert found is None or len(found.quote) <= corrections.QUOTE
