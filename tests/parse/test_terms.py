"""The content terms of a text: what rules are found and ranked by."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.parse.terms import fold, stem, terms

SHARED = (
    ("answer briefly", "respond in detail", "length"),
    ("use tabs", "use spaces", "whitespace"),
    ("use npm", "use pnpm", "package_manager"),
    ("use metric units", "use imperial units", "unit_system"),
    ("answer in English", "responde en español", "answer_language"),
    ("check the price", "verifica el precio", "price"),
    ("answer the user", "responde al usuario", "answer"),
    ("delete the file", "lösche die Datei", "delete"),
    ("run the tests", "exécute les tests", "run"),
    ("send an email", "envie o email", "email"),
    ("read the file", "leggi il file", "read"),
    ("回答用户", "answer the user", "user"),
)
FORMS = (
    "verify verifies verified verifying",
    "verifica verifique verifiques verificar",
    "cut cutting",
    "commit commits committed",
    "respuesta respuestas",
    "utiliza utilice",
)


@pytest.mark.parametrize(("a", "b", "term"), SHARED)
def test_what_is_about_the_same_shares_a_term(a: str, b: str, term: str) -> None:
    assert term in terms(a)
    assert term in terms(b)


@pytest.mark.parametrize(
    "name", ["python_exec", "src/app.py", "--force", "npm", "c++", ".env", "https://a.example/b?c=1", "docker-compose", "v1.2.3"]
)
def test_a_name_is_kept_whole(name: str) -> None:
    assert name in terms(f"Always use {name} here")


def test_the_parts_of_a_name_stand_beside_it_where_they_are_words() -> None:
    assert terms("web_search") == ("web_search", "web", "search")
    assert terms("src/app.py") == ("src/app.py",)


def test_terms_come_in_order_and_once() -> None:
    assert terms("Read the file, then read the file again and send an email") == ("read", "file", "send", "email")


def test_function_words_are_dropped_unless_there_is_nothing_else() -> None:
    assert terms("You should always use the shell") == ("shell",)
    assert terms("never do that") == ("never", "do", "that")


def test_accents_and_case_do_not_matter() -> None:
    assert terms("VERIFICACIÓN del Código") == terms("verificacion del codigo")


def test_chinese_goes_by_pairs_of_characters() -> None:
    assert terms("编写注释") == ("write", "写注", "comment")


@pytest.mark.parametrize("forms", FORMS)
def test_the_forms_of_a_word_have_one_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("play", "plan"), ("safe", "save"), ("reply", "report"), ("string", "strip"), ("indent", "index")]
)
def test_different_words_keep_different_stems(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@given(st.text(max_size=200))
def test_any_text_has_terms_and_each_only_once(text: str) -> None:
    found = terms(text)

    assert len(set(found)) == len(found)
    assert all(found)


@given(st.text(max_size=200))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_other_words_are_another_version() -> None:
    """If this fails you have changed what terms a text has: raise `VERSION`, so that stores list their lessons anew, and this digest."""
    from hashlib import sha256

    from habitus.parse.terms import VERSION, lexicon

    tables = repr((sorted(lexicon.concepts().items()), sorted(lexicon.dimensions().items())))
    assert (VERSION, sha256(tables.encode()).hexdigest()[:12]) == (1, "695e45b0fb5f")
