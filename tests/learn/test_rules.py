"""From the user's words to a rule."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.learn import asked, rules
from habitus.types import Correction, RuleType, Signal
from nouns import correction, rule


def said(text: str, rule_type: RuleType = "wrong_skill", lang: str = "en", workspace: str = "/w") -> Correction:
    signal = Signal(rule_type=rule_type, confidence=0.8, quote=text, lang=lang)
    return replace(correction(text), signal=signal, workspace=workspace)


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("no, use pnpm instead of npm", "Use pnpm instead of npm."),
        ("No!! Use pnpm.", "Use pnpm."),
        ("I told you: use the Makefile targets, don't call pytest directly", "Use the Makefile targets, don't call pytest directly."),
        ("stop editing generated files, change the template", "Stop editing generated files, change the template."),
        ("that function doesn't exist. check the module before you import from it", "Check the module before you import from it."),
        ("that's wrong, use the other branch", "Use the other branch."),
        ("ya te dije que usamos tabuladores, no espacios", "Usamos tabuladores, no espacios."),
        ("calcular_iva? eso no existe, revisa el archivo antes", "Revisa el archivo antes."),
        ("usa siempre español en los mensajes de commit", "Usa siempre español en los mensajes de commit."),
        ("too much text. keep answers short, two lines at most", "Keep answers short, two lines at most."),
        ("you should always run the linter", "You should always run the linter."),
    ],
)
def test_the_users_own_words_become_an_imperative(text: str, made: str) -> None:
    found = rules.draft(said(text))

    assert found is not None
    assert found.text == made


@pytest.mark.parametrize(
    ("text", "lang", "made"),
    [
        ("why do you say you can't run the migration? you have psql", "en", "Do not say that you cannot run the migration: you have psql."),
        ("why can't you open the file?", "en", "Do not say that you cannot open the file."),
        ("¿por qué dices que no puedes leer el correo?", "es", "No digas que no puedes leer el correo."),
    ],
)
def test_a_refusal_becomes_a_rule_not_to_refuse(text: str, lang: str, made: str) -> None:
    found = rules.draft(said(text, "refusal", lang))

    assert found is not None
    assert found.text == made


@pytest.mark.parametrize("text", ["eso está mal", "that's wrong", "you're wrong", "again?!", "use it?", "x" * 5000, "use " + "x" * 5000])
def test_what_does_not_say_what_to_do_makes_no_rule(text: str) -> None:
    assert rules.draft(said(text)) is None


def test_a_rule_about_a_project_stays_there_and_a_way_of_speaking_goes_everywhere() -> None:
    here = rules.draft(said("use pnpm instead of npm"))
    everywhere = rules.draft(said("keep answers short", "preference"))
    nowhere = rules.draft(said("use pnpm instead of npm", workspace=""))

    assert here is not None
    assert everywhere is not None
    assert nowhere is not None
    assert [(r.scope.level, r.scope.name) for r in (here, everywhere, nowhere)] == [("project", "/w"), ("global", ""), ("global", "")]


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("Use pnpm instead of npm.", "use pnpm instead of npm", True),
        ("Always use web_search before stating prices", "Always use web_search before you state any prices", True),
        ("Use tabs not spaces.", "Use spaces not tabs.", False),
        ("Use python_exec for data processing", "Never use python_exec for data processing", False),
        ("always answer in english", "don’t answer in english", False),
        ("schedule jobs on sunday", "use markdown for code blocks", False),
    ],
)
def test_the_same_rule_is_recognised_and_its_opposite_is_not(one: str, other: str, is_same: bool) -> None:
    assert (rules.same(rule(one), [rule(other)], overlap=0.6) is not None) == is_same


def test_each_repetition_halves_the_doubt() -> None:
    assert rules.reinforced(rules.reinforced(rule(confidence=0.6))).confidence == pytest.approx(0.9)


@given(st.text(max_size=500))
def test_no_words_are_too_strange(text: str) -> None:
    made = rules.draft(said(text))
    assert made is None or (made.text.endswith(".") and "\n" not in made.text)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ask before you run `npm install`.", []),
        ("Use pnpm_add for lodash.", ["pnpm_add"]),
        ("Edit src/other.py first.", ["src/other.py"]),
        ("Use the camelCase helper.", ["camelCase"]),
        ("Be brief.", []),
    ],
)
def test_a_models_rule_may_name_only_what_was_said(text: str, names: list[str]) -> None:
    assert asked.invented(text, correction().exchange) == names
