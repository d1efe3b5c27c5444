"""What the pages say is said in Spanish too."""

import re
from pathlib import Path

import pytest

from habitus.server import pages
from habitus.server.pages import words
from habitus.server.pages.asked import SAID

FOLDER = Path(pages.__file__).parent
CALLED = re.compile(r"""(?<![\w.])(?:asked\.)?t\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')""")
HOLE = re.compile(r"\{\w+\}")


def said() -> set[str]:
    files = [*FOLDER.glob("templates/*.html"), *FOLDER.glob("*.py")]
    found = {one[1] or one[2] for file in files for one in CALLED.finditer(file.read_text(encoding="utf-8"))}
    return found | set(SAID.values()) | {name for _, name in pages.NAV}


def test_every_sentence_of_the_pages_is_there_in_every_language() -> None:
    for lang in set(words.LANGUAGES) - {"en"}:
        assert sorted(said() - words.table(lang).keys()) == []


@pytest.mark.parametrize("lang", sorted(set(words.LANGUAGES) - {"en"}))
def test_a_translation_has_the_same_places_to_fill_in(lang: str) -> None:
    for text, other in words.table(lang).items():
        assert sorted(HOLE.findall(text)) == sorted(HOLE.findall(other)), text


def test_what_nobody_has_translated_is_shown_as_it_is() -> None:
    assert words.told("es", "Nobody wrote this, {name}.", name="ana") == "Nobody wrote this, ana."
