"""How two rules stand to each other: the laws, the shared cases and what a reading is made of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.learn.compare import prepared, related, relation

WORDS = (
    "use", "tabs", "spaces", "never", "always", "not", "answer", "in", "english", "spanish", "the", "tests", "before", "after", "run",
    "npm", "commit", "80", "120", "lines", "when", "asked", "without", "no", ",", ".", ";", "instead of",
)  # fmt: skip
texts = st.one_of(st.text(max_size=80), st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))
ACTIONS = (
    "use docker",
    "answer in English",
    "run the tests before committing",
    "delete old branches",
    "add comments to the code",
    "push to main",
    "ask for confirmation",
)
DENIED = ("Never {}", "Do not {}", "Don't {}", "don’t {}", "Please never {}", "You must not {}", "Avoid to {}")
LANGUAGES = (
    ("Verifica el precio", "No verifiques el precio"), ("Usa emojis", "Nunca uses emojis"), ("Use emojis", "Não use emojis"),
    ("Utilise des emojis", "N'utilise jamais d'emojis"), ("Verwende Emojis", "Verwende keine Emojis"),
    ("Usa le emoji", "Non usare le emoji"), ("使用表情", "不要使用表情"),
)  # fmt: skip

# The shared cases and the table of the specification; "saved" there means distinct.
CASES = (
    ("Always use web_search before stating prices", "Always use web_search before you state any prices", "duplicate"),
    ("always answer in english", "never answer in english", "conflict"),
    ("Siempre verifica el precio", "No verifiques el precio", "conflict"),
    ("Check memory before answering", "Don't check memory before answering", "conflict"),
    ("Always use shell for file listing", "Avoid shell for file listing tasks", "conflict"),
    ("Never refuse to send email", "Always send email when asked", "distinct"),
    ("schedule jobs on sunday", "use markdown for code blocks", "distinct"),
    ("Use web_search before stating current prices", "Do not use web_search when the price was given by the user", "distinct"),
    ("Do not invent prices; call the price skill", "Call the price skill to get prices, do not invent", "duplicate"),
    ("Use metric units", "Do not use metric units", "conflict"),
    ("Use python_exec for data processing", "Never use python_exec for data processing", "conflict"),
    ("always answer in english", "don’t answer in english", "conflict"),
    ("Use tabs not spaces", "Use spaces not tabs", "conflict"),
    ("always respond briefly", "respond in detail", "conflict"),
    ("Use metric units", "Use imperial units", "conflict"),
    ("Cite sources for every claim", "Do not cite sources for small talk", "distinct"),
)


@pytest.mark.parametrize(("a", "b", "kind"), CASES)
def test_the_shared_cases_are_told_as_they_should_be(a: str, b: str, kind: str) -> None:
    assert relation(a, b).kind == kind


@given(texts, texts)
def test_the_order_of_two_texts_does_not_change_how_they_stand(a: str, b: str) -> None:
    one, other = relation(a, b), relation(b, a)

    assert (one.kind, one.score, one.is_reversal) == (other.kind, other.score, other.is_reversal)


@given(texts)
def test_a_text_is_a_duplicate_of_itself(text: str) -> None:
    assert relation(text, text) == ("duplicate", 1.0, "they say the same", False)


@given(texts, texts)
def test_a_score_is_a_share_and_only_a_conflict_can_be_a_reversal(a: str, b: str) -> None:
    found = relation(a, b)

    assert 0.0 <= found.score <= 1.0
    assert found.kind == "conflict" or not found.is_reversal


@pytest.mark.parametrize("denied", DENIED)
@pytest.mark.parametrize("action", ACTIONS)
def test_a_negation_before_an_imperative_takes_it_back(action: str, denied: str) -> None:
    found = relation(action.capitalize(), denied.format(action))

    assert (found.kind, found.is_reversal) == ("conflict", True)


@pytest.mark.parametrize(("a", "b"), LANGUAGES)
def test_a_negation_takes_back_in_every_language(a: str, b: str) -> None:
    assert (relation(a, b).kind, relation(a, b).is_reversal) == ("conflict", True)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Never refuse to send email", "Send email"),
        ("Don't forget to run the tests", "Run the tests"),
        ("Do not omit the date", "Include the date"),
    ],
)
def test_two_negations_ask_for_what_they_deny_to_deny(a: str, b: str) -> None:
    assert relation(a, b).kind == "duplicate"


def test_what_bounds_a_case_is_not_what_is_wanted() -> None:
    assert relation("Never deploy", "Run the tests before deploying").kind == "distinct"


def test_a_general_prohibition_stands_against_each_of_its_cases() -> None:
    found = relation("Never use emojis", "Use emojis in commit messages")

    assert (found.kind, found.is_reversal) == ("conflict", False)


def test_a_prohibition_in_one_case_is_an_exception_not_a_conflict() -> None:
    assert relation("Use emojis", "Never use emojis in commit messages").kind == "distinct"


def test_texts_of_small_words_alone_are_still_told_apart() -> None:
    assert relation("never do that", "do that").kind == "conflict"
    assert relation("always do that", "do that").kind == "duplicate"


def test_facts_with_another_number_or_name_contradict_each_other() -> None:
    assert relation("The timeout is 30 seconds", "The timeout is 60 seconds").why == "30 seconds against 60 seconds"
    assert relation("The key lives in config.toml", "The key lives in secrets.toml").kind == "conflict"


def test_an_amount_is_the_same_in_another_unit() -> None:
    assert relation("Set the timeout to 60 seconds", "Set the timeout to 1 minute").kind == "duplicate"
    assert relation("Set the timeout to 30 seconds", "Set the timeout to 1 minute").kind == "conflict"


def test_a_sentence_and_its_passive_say_the_same() -> None:
    assert relation("A neighbour is painting the old shed", "The old shed is being painted by a neighbour").kind == "duplicate"


def test_a_kind_of_what_is_denied_contradicts_it_but_not_the_other_way_round() -> None:
    assert relation("There is no animal in the garden", "A dog is playing in the garden").kind == "conflict"
    assert relation("There is no poodle in the garden", "An animal is playing in the garden").kind == "distinct"


def test_a_prepared_text_is_compared_as_the_text_itself() -> None:
    a, b = "Use tabs", "Use spaces"

    assert related(prepared(a), prepared(b)) == relation(a, b)
