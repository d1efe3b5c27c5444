"""From the user's words to a rule."""

from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.learn import rules
from habitus.types import Correction, Exchange, RuleType, Signal
from nouns import correction, rule


def said(text: str, rule_type: RuleType = "wrong_skill", lang: str = "en", workspace: str = "/w", **exchange: str) -> Correction:
    signal = Signal(rule_type=rule_type, confidence=0.8, quote=text, lang=lang)
    given: dict[str, Any] = {"request": "add lodash", "answer": "[Bash] npm install", "correction": text, **exchange}
    return replace(correction(text), signal=signal, workspace=workspace, exchange=Exchange(**given))


def test_a_rule_says_what_the_person_said_and_where_it_came_from() -> None:
    heard = said("no, use pnpm instead of npm")

    made = rules.draft(heard)

    assert made is not None
    assert (made.id, made.text, made.rule_type, made.lang) == (heard.id, "Use pnpm instead of npm.", "wrong_skill", "en")
    assert (made.origin, made.source, made.created_at, made.confidence) == (heard.origin, heard.exchange, heard.at, 0.8)
    assert rules.draft(heard) == made


def test_what_only_says_that_something_was_wrong_makes_no_rule() -> None:
    assert rules.draft(said("eso está mal", lang="es")) is None


@pytest.mark.parametrize(
    ("text", "heard", "made"),
    [
        ("why can't you open the file?", "missing_context", "refusal"),
        ("I prefer tabs", "wrong_skill", "preference"),
        ("you forgot to run the tests", "missing_context", "missing_context"),
        ("don't invent functions", "hallucination", "hallucination"),
    ],
)
def test_the_kind_is_what_was_heard_unless_the_words_say_otherwise(text: str, heard: RuleType, made: RuleType) -> None:
    found = rules.draft(said(text, heard))

    assert found is not None
    assert found.rule_type == made


@pytest.mark.parametrize(
    ("text", "workspace", "level"),
    [
        ("use pnpm instead of npm", "/w", "project"),
        ("use pnpm instead of npm", "", "global"),
        ("keep answers short", "/w", "global"),
        ("always use pnpm", "/w", "global"),
        ("we always use pnpm here", "/w", "project"),
        ("in this repo, never use npm", "/w", "project"),
        ("never use npm on this repo", "/w", "project"),
        ("never edit files in src/generated", "/w", "project"),
        ("I prefer tabs", "/w", "global"),
        ("commit messages should be in English", "/w", "project"),
        ("les commentaires doivent être en français", "/w", "project"),
        ("you always forget the license header", "/w", "project"),
    ],
)
def test_a_rule_about_a_project_stays_there_and_a_way_of_speaking_goes_everywhere(text: str, workspace: str, level: str) -> None:
    found = rules.draft(said(text, workspace=workspace))

    assert found is not None
    assert (found.scope.level, found.scope.name) == (level, workspace if level == "project" else "")


def test_what_is_said_for_the_second_time_is_more_certain() -> None:
    once, again = rules.draft(said("use pnpm")), rules.draft(said("I told you to use pnpm"))

    assert once is not None
    assert again is not None
    assert (once.confidence, again.confidence) == (0.8, 0.85)


@pytest.mark.parametrize(
    ("text", "rule_type", "answer", "poison"),
    [
        ("why can't you open the file?", "refusal", "Sorry. I cannot open files on your machine.", "I cannot open files on your machine"),
        ("why can't you open the file?", "refusal", "It is empty.", None),
        ("¿por qué dices que no puedes leer el correo?", "refusal", "Lo siento, no puedo leer tu correo.", "no puedo leer tu correo"),
        (
            "get_total() does not exist. check the module before you import from it", "hallucination",
            "I used the helper get_total from cart.py for it.", "I used the helper get_total from cart.py for",
        ),
        ("don't invent functions", "hallucination", "I used get_total.", None),
        ("no, use pnpm instead of npm", "wrong_skill", "I cannot say. I ran npm install lodash for you.", None),
    ],
)  # fmt: skip
def test_the_poison_is_a_phrase_of_the_bad_answer(text: str, rule_type: RuleType, answer: str, poison: str | None) -> None:
    found = rules.draft(said(text, rule_type, "es" if "¿" in text else "en", answer=answer))

    assert found is not None
    assert found.skill_poison == poison


def test_a_good_answer_is_kept_only_where_the_person_gave_it() -> None:
    given = rules.draft(said('never answer in English. You should have said "Hola, Ana"', request="say hello"))
    silent = rules.draft(said("never answer in English", request="say hello"))

    assert given is not None
    assert silent is not None
    assert (given.text, given.fewshot_user, given.fewshot_assistant) == ("Never answer in English.", "say hello", "Hola, Ana")
    assert (silent.text, silent.fewshot_user, silent.fewshot_assistant) == ("Never answer in English.", None, None)


def test_each_repetition_halves_the_doubt() -> None:
    assert rules.reinforced(rules.reinforced(rule(confidence=0.6))).confidence == pytest.approx(0.9)


@given(st.text(max_size=200), st.text(max_size=200), st.sampled_from(get_args(RuleType)))
def test_no_exchange_is_too_strange(answer: str, rest: str, rule_type: RuleType) -> None:
    made = rules.draft(said(f"why can't you open cart_total.py? never use npm. {rest}", rule_type, answer=answer))

    assert made is None or made.skill_poison is None or 3 <= len(made.skill_poison.split()) <= 8
