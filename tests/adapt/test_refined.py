"""A model may point at what we missed; it cannot add what nobody said."""

from habitus.adapt import intent, validate
from habitus.adapt.refined import Answer, refined

PROMPT = "Tell me about tea. Be as formal as a butler, and use at most 40 words."


def test_a_requirement_that_nobody_can_check_is_kept_as_unchecked() -> None:
    found = refined(PROMPT, intent.read(PROMPT), Answer(quotes=["as formal as a butler"]))

    kinds = [(criterion.kind, criterion.checkable) for criterion in found.criteria]
    assert ("other", False) in kinds
    looked = validate.validate("Tea, sir, is a leaf.", found)
    assert looked.ok
    assert [finding.met for criterion, finding in looked.findings if criterion.kind == "other"] == [None]


def test_what_does_not_stand_in_the_prompt_is_imagined_and_left_out() -> None:
    plain = intent.read(PROMPT)

    assert refined(PROMPT, plain, Answer(quotes=["in exactly 3 paragraphs", "", "  "])) == plain


def test_what_was_read_already_is_not_told_twice() -> None:
    plain = intent.read(PROMPT)

    assert refined(PROMPT, plain, Answer(quotes=["at most 40 words", "use at most 40 words"])) == plain


def test_a_kind_is_taken_over_only_where_none_was_read() -> None:
    vague, plain = "Tell me what follows from last year's sales.", "List the first 3 prime numbers"

    assert refined(vague, intent.read(vague), Answer(data_type="analysis")).data_type == "analysis"
    assert refined(plain, intent.read(plain), Answer(data_type="code")).data_type == intent.read(plain).data_type
    assert refined(vague, intent.read(vague), Answer(data_type="nonsense")).data_type == intent.read(vague).data_type
