"""Which lines of an error say what happened."""

from hypothesis import given
from hypothesis import strategies as st

from habitus.parse.failure import pattern
from habitus.parse.failure.lines import MOST, telling

QUIET = [f"step {number} went by" for number in range(20)]
LOUD = ["ERROR one", "it could not start", "Échec de la lecture", "读取失败", "build failed", "no such thing"]


def test_of_a_long_output_the_first_lines_that_speak_of_trouble_are_kept() -> None:
    assert telling("\n".join([*QUIET, LOUD[0], *QUIET, LOUD[1]])) == "\n".join(LOUD[:2])
    assert telling("\n".join([LOUD[0], *QUIET, LOUD[3]])) == "\n".join([LOUD[0], LOUD[3]])


def test_an_output_without_trouble_is_known_by_its_first_and_last_line() -> None:
    assert telling("\n".join(QUIET)) == f"{QUIET[0]}\n{QUIET[-1]}"


@given(st.lists(st.sampled_from(QUIET[:4] + LOUD), min_size=MOST + 1, max_size=16))
def test_no_more_than_the_most_and_in_their_order(lines: list[str]) -> None:
    loud = [line for line in lines if line in LOUD]

    assert telling("\n".join(lines)).split("\n") == (loud[:MOST] or [lines[0], lines[-1]])


def test_half_a_character_does_not_hide_the_trouble() -> None:
    assert pattern("\n".join([*QUIET, "\ud800 error here"])).endswith("� error here")


def test_a_hosts_own_wrapping_is_no_part_of_the_error() -> None:
    assert pattern("<tool_use_error>File does not exist.</tool_use_error>") == pattern("File does not exist.")
    assert "<path>" in pattern("<html>no such file: /tmp/a.txt</html>")
