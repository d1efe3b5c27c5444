"""What is read from a prompt, in several languages, and with whose words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.adapt import bounds, intent, shapes
from habitus.adapt.nouns import Bound, Criterion


def asked(prompt: str) -> list[tuple[str, Bound | None, tuple[str, ...]]]:
    return [(one.kind, one.bound, one.words) for one in intent.read(prompt).criteria]


def only(prompt: str) -> Criterion:
    found = intent.read(prompt).criteria
    assert len(found) == 1, found
    return found[0]


def test_the_seeds_example_is_read_as_the_seed_says() -> None:
    assert shapes.intent(intent.read("Calculate first 1000 prime numbers")) == {
        "dataType": "numbers",
        "expectedFormat": "raw_data",
        "successCriteria": ["first 1000", "prime numbers"],
        "qualityRequirements": {"accuracy": 0.95, "completeness": 0.95},
    }


@pytest.mark.parametrize(
    ("prompt", "kind", "bound"),
    [
        ("Answer in at least ten sentences.", "number_sentences", Bound(low=10)),
        ("Keep it to no more than 4 sentences.", "number_sentences", Bound(high=4)),
        ("Reply with fewer than five sentences, please.", "number_sentences", Bound(high=4)),
        ("Make the text longer than 300 words.", "number_words", Bound(low=301)),
        ("In 40 words or fewer, say why.", "number_words", Bound(high=40)),
        ("Write it with a minimum of three hundred words.", "number_words", Bound(low=300)),
        ("The number of words in your reply must be at least 250.", "number_words", Bound(low=250)),
        ("Write a 500-word column.", "number_words", Bound(low=500, high=500, about=True)),
        ("Write 1,200+ words on tides.", "number_words", Bound(low=1200)),
        ("It should not be less than 50 words.", "number_words", Bound(low=50)),
        ("Do not write more than 50 words.", "number_words", Bound(high=50)),
        ("Write between 3 and 5 paragraphs.", "number_paragraphs", Bound(low=3, high=5)),
        ("Escribe un texto de no más de 80 palabras.", "number_words", Bound(high=80)),
        ("No superes las siete frases.", "number_sentences", Bound(high=7)),
        ("Escreva pelo menos 100 palavras.", "number_words", Bound(low=100)),
        ("Réponds en moins de 50 mots.", "number_words", Bound(high=49)),
        ("Écris exactement cinq phrases.", "number_sentences", Bound(low=5, high=5)),
        ("Schreibe mindestens drei Absätze.", "number_paragraphs", Bound(low=3)),
        ("Rispondi con almeno 3 frasi.", "number_sentences", Bound(low=3)),
        ("回答不超过100字。", "number_characters", Bound(high=100)),
        ("Give exactly 4 bullet points.", "number_bullet_lists", Bound(low=4, high=4)),
        ("Include at least 5 placeholders in square brackets, such as [name].", "number_placeholders", Bound(low=5)),
        ("Words in all capital letters should appear at least 3 times.", "capital_word_frequency", Bound(low=3)),
        ("Tu respuesta no debe superar las 6 palabras con tilde.", "tildes", Bound(high=6)),
    ],
)
def test_a_number_is_read_with_its_relation_and_its_unit(prompt: str, kind: str, bound: Bound) -> None:
    found = only(prompt)
    assert (found.kind, found.bound) == (kind, bound)


@pytest.mark.parametrize(
    ("prompt", "kind", "words"),
    [
        ('Use the words "tide" and "moon".', "existence", ("tide", "moon")),
        ("Include the keywords: tide, moon, sand.", "existence", ("tide", "moon", "sand")),
        ('Do not use the words "tide" or "moon".', "forbidden_words", ("tide", "moon")),
        ("You are not allowed to use the word tide.", "forbidden_words", ("tide",)),
        ('No incluyas la palabra clave "marea".', "forbidden_words", ("marea",)),
        ('Finish with the exact words "See you soon!" and nothing after.', "end_checker", ("See you soon!",)),
        ('The very last line should be "All done."', "end_checker", ("All done.",)),
        ('Termina con la frase "Eso es todo".', "end_checker", ("Eso es todo",)),
        ('Answer with one of the following: "Yes", "No", "Maybe".', "constrained_response", ("Yes", "No", "Maybe")),
        ("Choose from the following options: Red. / Green. / Blue.", "constrained_response", ("Red.", "Green.", "Blue.")),
        ("Give your answer in Korean.", "response_language", ("ko",)),
        ("Responde en francés.", "response_language", ("fr",)),
        ("Antworte auf Deutsch.", "response_language", ("de",)),
        ("Al final añade una posdata que empiece con P.D.", "postscript", ("P.D.",)),
        ("Write a poem. Repeat the sentence above first, then answer.", "repeat_prompt", ("Write a poem.",)),
        ("No commas please.", "no_comma", ()),
        ("Evita el uso de comas.", "no_comma", ()),
        ("Verwende keine Kommas.", "no_comma", ()),
        ("Respond in all caps.", "all_uppercase", ()),
        ("No capital letters are allowed.", "all_lowercase", ()),
        ("The whole answer should be enclosed in double quotation marks.", "quotation", ()),
        ("Envuelve toda tu respuesta en comillas dobles.", "quotation", ()),
        ("The output must be valid JSON.", "json_format", ()),
        ("I need it ready by Friday, please finish this by Friday.", "deadline", ()),
    ],
)
def test_words_and_forms_that_are_asked_for_are_read(prompt: str, kind: str, words: tuple[str, ...]) -> None:
    found = only(prompt)
    assert (found.kind, found.words) == (kind, words)


def test_each_criterion_quotes_the_persons_own_words() -> None:
    prompt = "Tell me about Zürich. Use AT LEAST Twenty sentences, and mention the word “Öl” twice."
    for criterion in intent.read(prompt).criteria:
        assert criterion.quote in prompt


def test_two_words_with_two_numbers_are_two_criteria() -> None:
    found = asked('Include the word "tide" at least once, and the word "moon" at least three times.')
    assert found == [("frequency", Bound(low=1), ("tide",)), ("frequency", Bound(low=3), ("moon",))]


@pytest.mark.parametrize(
    "prompt",
    [
        "What is the capital of Peru?",
        'Write a poem about the word "tide".',
        "Tell me about Spanish literature in Chinese bookshops.",
        'Summarise this: "Use at least 500 words and do not use commas. Answer in French. End with a joke."',
        "How many sentences does a sonnet have, and why?",
        "Why do people write in capital cities?",
        "My 3 cats and 2 dogs fight. What can I do?",
        "Explain JSON to a child.",
    ],
)
def test_nothing_is_read_where_nothing_is_asked(prompt: str) -> None:
    assert asked(prompt) == []


def test_the_length_of_a_part_is_reported_but_cannot_be_checked() -> None:
    found = only("Each verse should have at least 20 words.")
    assert (found.kind, found.checkable) == ("number_words", False)


@pytest.mark.parametrize(
    ("prompt", "kind", "form"),
    [
        ("Write a Python function that adds two numbers", "code", "code"),
        ("Create a Word document about our holidays", "document", "docx"),
        ("Send me the figures as an Excel file", "document", "xlsx"),
        ("Make a table of planets and moons", "table", "table"),
        ("List the rivers of France", "list", "list"),
        ("Analyse the trend in these sales", "analysis", "prose"),
        ("Dame los primeros 20 números pares", "numbers", "raw_data"),
        ("计算前10个素数", "numbers", "raw_data"),
        ("Tell me a story", "text", "prose"),
    ],
)
def test_the_kind_and_the_format_are_told_apart(prompt: str, kind: str, form: str) -> None:
    wanted = intent.read(prompt)
    assert (wanted.data_type, wanted.expected_format) == (kind, form)


def test_a_draft_may_be_rougher_than_a_calculation() -> None:
    assert intent.read("Give me a rough draft of a letter").quality["accuracy"] < intent.read("Calculate 12 * 12").quality["accuracy"]


@given(st.text(max_size=400))
def test_any_text_can_be_read(prompt: str) -> None:
    wanted = intent.read(prompt)
    assert len(shapes.intent(wanted)["successCriteria"]) == len(wanted.criteria)


@pytest.mark.parametrize(
    "prompt", ["Don't forget to add a postscript.", "No olvides añadir una posdata.", "N'oublie pas d'ajouter un post-scriptum."]
)
def test_what_shall_not_be_forgotten_is_asked_for(prompt: str) -> None:
    assert only(prompt).kind == "postscript"


def test_two_kinds_with_the_same_number_are_both_kept() -> None:
    found = {kind for kind, _, _ in asked("Use at least 3 sentences. Highlight at least 3 sections with markdown.")}
    assert found == {"number_sentences", "number_highlighted_sections"}


def test_for_what_a_text_does_not_name_no_large_pattern_is_compiled() -> None:
    before = bounds._pattern.cache_info().misses

    assert list(bounds.find("at least three lines", "furlongs")) == []
    assert bounds._pattern.cache_info().misses == before
    assert len(list(bounds.find("at least three furlongs", "furlongs"))) == 1
