"""What is met, what is not, and what nobody can say."""

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.adapt import intent, shapes
from habitus.adapt.content import Content
from habitus.adapt.nouns import Document, Met
from habitus.adapt.validate import validate, validate_documents

PRIMES = "2, 3, 5, 7, 11, 13, 17, 19, 23, 29"
PROGRAM = "def primes(n):\n    found = []\n    return found\n\nprint(primes(10))"


def met(prompt: str, content: str) -> list[Met]:
    return [finding.met for _, finding in validate(content, intent.read(prompt)).findings]


def test_code_where_numbers_were_asked_for_fails_and_says_what_to_do() -> None:
    said = validate(f"```python\n{PROGRAM}\n```", intent.read("Calculate the first 10 prime numbers"))
    assert (said.ok, said.data_type_match) == (False, False)
    assert "not a program" in said.suggestions[0]


def test_the_numbers_themselves_pass() -> None:
    said = shapes.validation(validate(PRIMES, intent.read("Calculate the first 10 prime numbers")))
    assert said["overallSuccess"] is True
    assert said["successCriteriaMet"] == [True, True]
    assert said["qualityScore"] == 1.0


@pytest.mark.parametrize("given", ["2, 3, 5, 7, 11, 13, 17, 19, 23", PRIMES.replace("29", "27"), PRIMES.replace("29", "31")])
def test_one_too_few_no_prime_and_one_left_out_are_seen(given: str) -> None:
    assert False in met("Calculate the first 10 prime numbers", given)


@pytest.mark.parametrize(
    ("prompt", "good", "bad"),
    [
        ("Use at most 5 words.", "Only four words here.", "There are far more words here than five."),
        ("Write exactly 2 sentences.", "Dr. Ito came. She left!", "One only"),
        ("Write exactly 2 paragraphs.", "One.\n\nTwo.", "One.\n\nTwo.\n\nThree."),
        ("Write 2 paragraphs separated by the divider ***", "One.\n***\nTwo.", "One.\n\nTwo."),
        ('Write 2 paragraphs. The second paragraph must start with "Yet".', "A.\n\nYet more.", "A.\n\nBut more."),
        ("Give exactly 2 bullet points.", "* a\n* b", "* a\n* b\n* c"),
        ("Highlight at least 2 sections with markdown.", "*a* and **b**", "*a* and b"),
        ("Add a title in double angular brackets, such as <<song>>.", "<<Tide>>\nx", "Tide\nx"),
        ("I need at least 2 headings.", "# One\na\n## Two\nb", "# One\na"),
        ('Use at least 3 of the letter "q".', "qqq", "qq"),
        ("Give exactly 2 bullet points, and each bullet should be short.", "- a\n- b", "- a"),
        ("Use at least 2 placeholders in square brackets, such as [x].", "[a] [b]", "[a]"),
        ("Add a postscript starting with P.S.", "Hi\n\nP.S. Bye", "Hi"),
        ('Use the word "tide" at least twice.', "Tide and tide.", "One tide."),
        ('Do not use the word "tide".', "Tides are fine.", "The tide."),
        ("写一句话，使用词语“月亮”。", "今晚我看月亮很美。", "今晚我看星星很美。"),
        ("Do not use the letter z.", "plain", "puzzle"),
        ("Is it raining? Answer only yes or no.", "**Yes.**", "Yes, it is."),
        ('Reply with just "true" or "false".', "False", "That is false."),
        ("Ist es wahr? Antworte nur mit Ja oder Nein.", "Nein", "Vielleicht"),
        ("只回答是或否。", "否", "也许"),
        ("Write a greeting. No exclamation points.", "Hello.", "Hello!"),
        ("Schreibe einen Gruß ohne Ausrufezeichen.", "Hallo.", "Hallo!"),
        ("Write in all lowercase.", "all small", "Not small"),
        ("Use all capital letters.", "ALL BIG 1", "NOT bIG"),
        ("Use at least 2 words in all caps.", "NOW or NEVER", "NOW or never"),
        ("Do not use any commas.", "a b", "a, b"),
        ('End with the phrase "So it goes."', "Well. So it goes.", "So it goes. Bye."),
        ("Wrap your whole answer in double quotes.", '"yes"', "yes"),
        ("Say hello. Repeat the sentence above first, then answer.", "Say hello. Hello!", "Hello!"),
        ("Give two different answers, separated by 6 asterisks: ******", "a\n******\nb", "a\n******\na"),
        ('Answer with one of the following: "It is.", "It is not."', "It is not.", "Perhaps."),
        ("Put the whole answer in JSON format.", '```json\n{"a": 1}\n```', "Here: {a}"),
        ("Return it in CSV format.", "a,b\n1,2", "a and b"),
        ("Your response must have 2 sections marked with PART X.", "PART 1\na\nPART 2\nb", "a\nb"),
        ("Answer in French.", "Il ne faut pas oublier que la mer est dans les mots.", "It is the sea that is in the words of you."),
        ("Answer in Hindi.", "यह एक अच्छा दिन है और हम खुश हैं", "It is a good day and we are happy with it"),
        ("List 3 fruits in alphabetical order.", "- apple\n- fig\n- pear", "- fig\n- apple\n- pear"),
        ("What is the sum of 12, 30 and 8?", "It is 50.", "It is 40."),
        (
            "Incluye al menos una pregunta en tu respuesta.",
            "¿Es la mar? Sí, es la mar que se ve por la noche.",
            "Es la mar que se ve por la noche.",
        ),
    ],
)
def test_what_is_asked_is_checked(prompt: str, good: str, bad: str) -> None:
    assert validate(good, intent.read(prompt)).ok
    refused = validate(bad, intent.read(prompt))
    assert not refused.ok
    assert refused.issues
    assert refused.suggestions


def test_a_loose_length_is_met_near_it_failed_far_from_it_and_open_between() -> None:
    prompt = "Write a 100 word note."
    assert [met(prompt, "word " * count) for count in (90, 70, 30)] == [[True], [None], [False]]


def test_what_cannot_be_checked_is_never_met_and_never_fails() -> None:
    said = shapes.validation(validate("Here it is.", intent.read("Write a note. Finish it by Friday.")))
    assert said["successCriteriaMet"] == [None]
    assert said["overallSuccess"] is True


def test_an_empty_answer_fails_whatever_was_asked() -> None:
    assert not validate("  \n", intent.read("Tell me a story")).ok


def test_a_list_number_is_no_sentence_and_an_initial_ends_none() -> None:
    assert Content("1. Go on. Then rest.\n2. J. Smith went to the U.S. today.").sentences == 3


def _docx(text: str) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr("word/document.xml", f"<w:document><w:p><w:t>{text}</w:t></w:p></w:document>")
    return whole.getvalue()


def test_a_delivered_document_is_opened() -> None:
    wanted = intent.read("Create a Word document with at least 4 words")
    assert validate_documents([Document(name="a.docx", data=_docx("one two three four"))], wanted).ok
    assert not validate_documents([Document(name="a.docx", data=_docx("one two"))], wanted).ok


@pytest.mark.parametrize("given", [b"%PDF-1.7 cut off", b"PK\x03\x04 broken", b"just text", b"\xff\xfe\x00"])
def test_another_file_under_a_name_that_promises_a_document_fails(given: bytes) -> None:
    wanted = intent.read("Create a Word document about tides")
    assert validate_documents([Document(name="a.docx", data=given)], wanted).format_match is False


def test_nothing_delivered_fails() -> None:
    assert not validate_documents([], intent.read("Tell me a story")).ok


@given(st.text(max_size=300), st.text(max_size=600))
def test_overall_success_is_false_exactly_when_something_checked_failed(prompt: str, content: str) -> None:
    said = shapes.validation(validate(content, intent.read(prompt + " Use at most 20 words and no commas. Give 2 bullet points.")))
    checked = [said["dataTypeMatch"], said["formatMatch"], *said["successCriteriaMet"]]
    assert said["overallSuccess"] is (False not in checked)
    assert [one["met"] for one in said["criteria"]] == said["successCriteriaMet"]


@pytest.mark.parametrize(
    ("prompt", "good", "bad"),
    [
        ("Give me JSON with the keys a, b.", '{"a": 1, "b": 2, "c": 3}', '{"a": 1}'),
        ("Return JSON with the fields `id` and `full name`, nothing else.", '{"users": [{"id": 1, "full name": "x"}]}', '{"id": 1}'),
        ("Return JSON with keys name (string), age (number), and make it short.", '{"name": "x", "age": 3}', '[{"name": 1}]'),
        ("用JSON格式回答，字段为name、age。", '{"name": 1, "age": 2}', '{"name": 1}'),
        ("Make a table with columns Name, Unit price.", "Name | **Unit Price** ($)\n---|---\na | 1", "Name | Cost\n---|---\na | 1"),
        ("Give me a CSV with columns id, name.", "id,name\n1,a", "id,title\n1,a"),
    ],
)  # fmt: skip
def test_the_keys_and_columns_that_are_named_are_looked_for(prompt: str, good: str, bad: str) -> None:
    assert met(prompt, good) == [True, True]
    assert met(prompt, bad) == [True, False]


@pytest.mark.parametrize(
    "prompt",
    [
        "My essay is 500 words. How do I make its opening better?",
        "My draft so far has 5 paragraphs, and my teacher wants more.",
        "Mi ensayo tiene 500 palabras. ¿Cómo lo mejoro?",
        "I wrote 300 words about dogs. What is missing?",
        "My text uses no exclamation marks. Is that bad?",
        "Don't answer with just yes or no.",
        "Use no more than 3 commas.",
    ],
)
def test_what_a_text_of_theirs_is_like_and_what_is_allowed_are_no_requests(prompt: str) -> None:
    assert not met(prompt, "Well, no!")


@pytest.mark.parametrize(
    "prompt",
    ["My essay must be 500 words.", "Make sure my essay is 500 words.", "My limit is 500 words.", "Write my boss a 500 word email."],
)
def test_what_theirs_shall_be_is_still_a_request(prompt: str) -> None:
    assert met(prompt, "Short.") == [False]


@pytest.mark.parametrize(
    "prompt",
    [
        "Make a table with two columns and three rows.",
        "Make a table with columns sorted by price.",
        "Return JSON with lowercase keys and string values.",
    ],
)
def test_what_is_said_about_keys_and_columns_names_none(prompt: str) -> None:
    assert [criterion.kind for criterion in intent.read(prompt).criteria if criterion.kind in ("json_keys", "table_columns")] == []


def test_where_more_is_wanted_than_a_yes_or_no_nobody_can_say() -> None:
    assert met("Reply only yes or no, then explain why.", "Yes. It rains.") == [None]
    assert met("For each statement, answer only true or false.", "1. True\n2. False, for it rains") == [None]
