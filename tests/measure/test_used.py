"""Was an entry that was put into the prompt drawn on? Counted on pairs written by hand; no single one of them is sacred."""

from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.measure.used import used


class Pair(NamedTuple):
    is_used: bool
    entry: str
    prompt: str
    answer: str
    calls: tuple[str, ...]


def pairs() -> list[Pair]:
    lines = [line for line in Path(__file__).with_name("used_pairs.txt").read_text().splitlines() if line[:1] in ("+", "-")]
    return [_pair(*map(str.strip, line.split("|", 4))) for line in lines]


def _pair(sign: str, entry: str, prompt: str, answer: str, calls: str) -> Pair:
    return Pair(sign == "+", entry, prompt, answer, tuple(filter(None, map(str.strip, calls.split(";;")))))


def found(pair: Pair) -> bool:
    return used(pair.entry, pair.answer, pair.calls, prompt=pair.prompt)


def test_there_are_enough_pairs_to_count() -> None:
    assert len(pairs()) >= 60
    assert 0.4 < sum(pair.is_used for pair in pairs()) / len(pairs()) < 0.6


def test_nine_of_ten_pairs_are_told_right_and_misses_are_as_rare_as_false_alarms() -> None:
    told = [(pair.is_used, found(pair)) for pair in pairs()]

    assert sum(want == got for want, got in told) >= 0.9 * len(told)
    assert told.count((True, False)) <= 0.1 * len(told)
    assert told.count((False, True)) <= 0.1 * len(told)


@pytest.mark.parametrize(
    ("entry", "answer", "calls", "prompt", "wanted"),
    [
        ("The port is 5433.", "It is the database that you have to use for this.", (), "", False),
        ("Please use the new file.", "I used the old file and ran it.", (), "", False),
        ("Deploys go through Spinnaker.", "Spinnaker has deployed it.", (), "", True),
        ("Deploys go through Spinnaker.", "What is Spinnaker?", (), "deploy it with Spinnaker", False),
        ("Use pnpm instead of npm.", "", ("Bash pnpm add left-pad",), "", True),
        ("Use pnpm instead of npm.", "", ("Bash npm install left-pad",), "", False),
        ("", "anything", (), "", False),
        ("Deploys go through Spinnaker.", "", (), "", False),
    ],
)
def test_what_counts_is_what_could_not_come_from_elsewhere(
    entry: str, answer: str, calls: tuple[str, ...], prompt: str, wanted: bool
) -> None:
    assert used(entry, answer, calls, prompt=prompt) is wanted


@given(st.text(max_size=60), st.text(max_size=60))
def test_an_answer_that_only_echoes_the_question_uses_nothing(entry: str, prompt: str) -> None:
    assert not used(entry, prompt, prompt=prompt)


@given(st.text(max_size=60), st.text(max_size=60), st.lists(st.text(max_size=30), max_size=3))
def test_it_answers_any_text(entry: str, answer: str, calls: list[str]) -> None:
    assert used(entry, answer, calls) in (True, False)
