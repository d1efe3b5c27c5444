"""A page as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.agent.tools.page import text, title

PAGE = """<!DOCTYPE html><html><head><title>Prices &amp; more</title><style>p { color: red }</style></head>
<body><h1>Prices</h1><script>if (a < b) { alert("no") }</script>
<p title="a > b">One <b>loaf</b>:
3&nbsp;&euro;<br>two: 5 &lt; 6</p><!-- <p>hidden</p> --><ul><li>rye<li>wheat</ul></body></html>"""


def test_a_page_is_what_a_reader_sees() -> None:
    assert text(PAGE) == "Prices\nOne loaf:\n3 €\ntwo: 5 < 6\nrye\nwheat"


def test_a_title_is_found() -> None:
    assert title(PAGE) == "Prices & more"
    assert title("<p>none</p>") == ""


@pytest.mark.parametrize(
    ("page", "seen"),
    [
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("a<!-- never closed", "a"),
        ("a<script>never closed", "a"),
        ("a<SCRIPT>x</ScRiPt>b", "ab"),
        ("a<b title='it is>here'>c</b>", "ac"),
        ("a<b title=it's>c", "ac"),
        ("a<p", "a"),
        ("&#" + "9" * 6000 + ";", "&#" + "9" * 6000 + ";"),
        ("<svg><text>drawn</text></svg>seen", "seen"),
        ("", ""),
    ],
)
def test_pages_that_are_broken_are_read_all_the_same(page: str, seen: str) -> None:
    assert text(page) == seen


@pytest.mark.parametrize("piece", ['<a "', "<!--", "<", "<a '>", "<script>", "<p>&amp", "&", "<title", "</script", "<a b", "<!", "</ "])
def test_no_page_takes_longer_than_its_length(piece: str) -> None:
    page = piece * (1_000_000 // len(piece))
    assert len(text(page)) <= len(page)  # a reader that looks back takes hours for one of these
    assert title(page) == ""


@given(st.text(st.sampled_from("<>/!-\"'=&#; \nabpscriptx"), max_size=80))
def test_any_text_is_a_page(page: str) -> None:
    assert "\n\n" not in text(page)
