"""Praise and complaints: negation first, and nothing heard in a task."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from detect.sentences import COMPLAINTS, NEITHER, PRAISE
from habitus.detect import feedback

CASES = json.loads((Path(__file__).parents[1] / "cases" / "learning_and_evolution.json").read_text())["feedback"]
HEARD = [(said, lang, "positive") for lang, rows in PRAISE.items() for said in rows]
HEARD += [(said, lang, "negative") for lang, rows in COMPLAINTS.items() for said in rows]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"][:40])
def test_the_shared_cases_are_right(case: dict[str, str]) -> None:
    found = feedback.find(case["text"])

    assert (found.outcome if found else None) == case["want"]


@pytest.mark.parametrize(("said", "lang", "outcome"), HEARD)
def test_praise_is_positive_and_a_complaint_negative(said: str, lang: str, outcome: str) -> None:
    found = feedback.find(said)

    assert found is not None
    assert (found.outcome, found.lang) == (outcome, lang)
    assert found.quote in said


@pytest.mark.parametrize("said", NEITHER)
def test_a_task_a_question_and_a_polite_no_are_neither(said: str) -> None:
    assert feedback.find(said) is None


@pytest.mark.parametrize("said", ["I prefer tabs", "from now on use tabs", "a partir de ahora usa tabuladores"])
def test_a_wish_for_the_future_is_no_complaint(said: str) -> None:
    assert feedback.find(said) is None


def test_a_correction_of_the_work_is_a_complaint() -> None:
    found = feedback.find("no, you forgot the tests", "All done.")

    assert found is not None
    assert found.outcome == "negative"


@given(st.sampled_from([said for said, _, _ in HEARD]))
def test_a_long_message_is_work(said: str) -> None:
    assert feedback.find(said + ", and then " + "please read the next chapter of the report " * 5) is None


@given(st.text(max_size=200), st.text(max_size=50))
def test_no_text_is_too_strange(text: str, previous: str) -> None:
    found = feedback.find(text, previous)

    assert found is None or found.outcome in ("positive", "negative")
