"""A row of figures as a line of blocks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.measure.sparkline import sparkline

FIGURES = st.lists(st.none() | st.floats(allow_nan=False, allow_infinity=False))


@pytest.mark.parametrize(
    ("figures", "drawn"),
    [
        ([0, 1, 2, 3, 4, 5, 6, 7], "▁▂▃▄▅▆▇█"),
        ([7, 0, 7], "█▁█"),
        ([1, None, 3], "▁·█"),
        ([5, 5, 5], "▄▄▄"),
        ([None, None], "··"),
        ([], ""),
    ],
)
def test_the_least_is_low_and_the_greatest_is_high(figures: list[float | None], drawn: str) -> None:
    assert sparkline(figures) == drawn


def test_shares_are_drawn_from_nothing_to_all_of_it() -> None:
    assert sparkline([0.5, 0.51], low=0, high=1) == "▅▅"
    assert sparkline([-1, 2], low=0, high=1) == "▁█"


@given(FIGURES)
def test_every_figure_has_its_sign(figures: list[float | None]) -> None:
    drawn = sparkline(figures)

    assert len(drawn) == len(figures)
    assert [sign == "·" for sign in drawn] == [figure is None for figure in figures]


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=2))
def test_what_is_greater_is_never_drawn_lower(figures: list[float]) -> None:
    drawn = sparkline(sorted(figures))

    assert list(drawn) == sorted(drawn)
