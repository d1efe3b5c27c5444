"""What to do about a criterion that was not met: one sentence that names the next step. Spoken to the model that tries again."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from habitus.adapt.nouns import Bound, Criterion

_UNITS = {
    "number_words": "words", "number_sentences": "sentences", "number_characters": "characters", "number_lines": "lines",
    "number_paragraphs": "paragraphs", "number_bullet_lists": "bullet points", "number_highlighted_sections": "highlighted sections",
    "number_placeholders": "placeholders in square brackets", "multiple_sections": "marked sections", "tildes": "words with an accent",
    "capital_word_frequency": "words in capitals", "item_count": "items", "number_count": "numbers", "question_marks": "questions",
    "exclamation_marks": "exclamations", "number_headings": "headings",
}  # fmt: skip
_SENTENCES = {
    "title": "Put a title between << and >>.",
    "no_comma": "Take out every comma.",
    "no_bullets": "Write it without bullet points.",
    "all_uppercase": "Write everything in capital letters.",
    "all_lowercase": "Write everything in small letters.",
    "quotation": "Put the whole answer between double quotation marks.",
    "two_responses": "Give two different answers with ****** between them.",
    "repeat_prompt": "Begin with the request, word for word.",
    "json_format": "Give JSON and nothing around it.",
    "table_format": "Give it as a table.",
    "ordering": "Put it in the order that was asked for.",
    "number_range": "Keep every number inside the range.",
    "number_kind": "Give the numbers themselves, and only numbers of that kind.",
    "sum": "Add the numbers up again.",
}
_WORDED = {
    "existence": "Use {words}.",
    "forbidden_words": "Do without {words}.",
    "only_response": "Answer with one of {words}, and nothing else.",
    "json_keys": "Give the JSON the keys {words}.",
    "table_columns": "Give the table the columns {words}.",
    "constrained_response": "Answer with one of {words}.",
    "end_checker": "End with {words} and nothing behind it.",
    "start_checker": "Begin with {words}.",
    "postscript": "Add a postscript that begins with {words}.",
    "response_language": "Write it in the language that was asked for ({words}).",
}


def remedy(criterion: Criterion) -> str:
    words = ", ".join(f'"{word}"' for word in criterion.words)
    if criterion.kind in _WORDED:
        return _WORDED[criterion.kind].format(words=words)
    if criterion.kind in _UNITS and criterion.bound:
        return f"Give {spoken(criterion.bound)} {_UNITS[criterion.kind]}."
    if criterion.kind in ("frequency", "letter_frequency", "words_with_letter") and criterion.bound:
        return f"Use {words} {spoken(criterion.bound)} times."
    if criterion.kind == "nth_paragraph_first_word":
        return f"Begin paragraph {criterion.nth} with {words}."
    return _SENTENCES.get(criterion.kind, f'Do what was asked: "{criterion.quote}".')


def spoken(bound: Bound) -> str:
    if bound.low is not None and bound.high is not None:
        return (
            f"{'about' if bound.about else 'exactly'} {bound.low}" if bound.low == bound.high else f"between {bound.low} and {bound.high}"
        )
    return f"at least {bound.low}" if bound.low is not None else f"at most {bound.high}"
