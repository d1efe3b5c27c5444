"""`habitus detect`: one answer for every line, in order."""

import json
from typing import Any

from click.testing import CliRunner

from habitus.cli.detect import detect


def answers(*lines: object) -> list[dict[str, Any]]:
    given = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    result = CliRunner().invoke(detect, input=given)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_correction_is_told_with_its_words() -> None:
    (told,) = answers({"text": "no, that's wrong. look again", "previous": "Done."})

    assert told == {
        "correction": True,
        "rule_type": "hallucination",
        "confidence": told["confidence"],
        "quote": "that's wrong",
        "lang": "en",
    }
    assert 0.5 <= told["confidence"] < 1


def test_what_is_none_has_no_kind_and_no_quote() -> None:
    assert answers({"text": "añade un botón", "previous": None, "unknown": 3}) == [
        {"correction": False, "rule_type": None, "confidence": 0.0, "quote": None, "lang": "es"}
    ]


def test_weak_evidence_is_told_as_such() -> None:
    (told,) = answers({"text": "hmm, it should be green"})

    assert not told["correction"]
    assert 0 < told["confidence"] < 0.5


def test_a_bad_line_is_answered_in_its_place() -> None:
    told = answers(
        "nonsense", {"text": "you're wrong"}, [1], {"text": None}, {"text": "hi", "previous": 3}, {"text": "\ud800 that is wrong"}
    )

    assert ["error" in answer for answer in told] == [True, False, True, True, True, False]
    assert told[5]["correction"]
