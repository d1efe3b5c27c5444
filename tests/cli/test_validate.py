"""`habitus validate`, line by line."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

from habitus.cli.root import habitus


def answered(*lines: str) -> list[dict[str, Any]]:
    result = CliRunner().invoke(habitus, ["validate"], input="\n".join(lines) + "\n")
    assert result.exit_code == 0
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_an_answer_has_the_intent_and_the_validation_in_the_seeds_shape() -> None:
    [said] = answered(json.dumps({"prompt": "Use at most 3 words and no commas.", "content": "One, two, three, four", "more": None}))
    assert set(said) == {"intent", "validation"}
    assert set(said["intent"]) == {"dataType", "expectedFormat", "successCriteria", "qualityRequirements"}
    assert said["validation"]["overallSuccess"] is False
    assert said["validation"]["criteria"] == [
        {"kind": "number_words", "quote": "at most 3 words", "met": False},
        {"kind": "no_comma", "quote": "Use at most 3 words and no commas", "met": False},
    ]
    assert said["validation"]["successCriteriaMet"] == [False, False]


@pytest.mark.parametrize("line", ["x", "[]", "{}", '{"prompt": "a"}', '{"prompt": null, "content": "b"}', '{"prompt": "a", "content": 5}'])
def test_a_bad_line_is_answered_with_its_error_and_the_rest_goes_on(line: str) -> None:
    bad, good = answered(line, '{"prompt": "Hi", "content": "Hello"}')
    assert set(bad) == {"error"}
    assert good["validation"]["overallSuccess"] is True


def test_half_characters_and_nul_are_answered() -> None:
    [said] = answered('{"prompt": "Use the word \\"\\ud83d\\"", "content": "a\\u0000\\ud83d"}')
    assert "validation" in said
