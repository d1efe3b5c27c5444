"""What the pages say is said in Spanish too."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import habitus
from habitus.enforce.rules import BUILT_IN
from habitus.evolve.skills.guard.rules import RULES as GUARDED
from habitus.learn.safety.dangers import DANGERS
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


# ── what the layer says, and the store keeps ──

LITERAL = 8
"""Letters between two places that must be somewhere in the house: less is punctuation."""


@cache
def written() -> str:
    """Every text in the source, as it is put together."""
    found = []
    for file in Path(habitus.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(node.value)
            elif isinstance(node, ast.JoinedStr):
                found.append("\0".join(str(part.value) if isinstance(part, ast.Constant) else "" for part in node.values))
    return "\n".join(found)


@pytest.mark.parametrize("about", sorted(words.sentences("es")))
def test_every_sentence_that_is_told_again_is_still_said(about: str) -> None:
    for text in words.sentences("es")[about]:
        for part in HOLE.split(text):
            assert len(part.strip()) < LITERAL or _is_said(part), text


def _is_said(part: str) -> bool:
    """In one piece, or in a few that meet where a sentence is chosen."""
    for _ in range(4):
        part = part[next(at for at in range(len(part), -1, -1) if part[:at] in written()) :]
    return not part


@pytest.mark.parametrize("about", sorted(words.sentences("es")))
def test_a_sentence_told_again_has_the_same_places(about: str) -> None:
    for text, other in words.sentences("es")[about].items():
        assert set(HOLE.findall(other)) <= set(HOLE.findall(text)), text


def test_what_was_filled_in_stays_as_it_was() -> None:
    said = "no person said it: it comes from the document"

    assert words.retold("es", "rule", said) == "no lo dijo ninguna persona: viene de: documento"
    assert words.retold("en", "rule", said) == said
    assert words.retold("es", "conflict", "“Use {a}” against “Use %s”") == "«Use {a}» frente a «Use %s»"


@given(st.text(max_size=200))
def test_a_strangers_words_are_not_told_again_as_ours(text: str) -> None:
    for about in words.sentences("es").keys() - {"persona", "conflict", "suggestion"}:  # "a of b" is a title there, and nowhere else
        assert words.retold("es", about, f"¿{text}?") == f"¿{text}?"


def test_the_guard_speaks_spanish() -> None:
    for rule in GUARDED:
        what, _, instead = words.retold("es", "guard", f"{rule.reason}; instead: {rule.instead}").partition("; en su lugar: ")
        assert what != rule.reason, rule.id
        assert instead, rule.id
        assert instead != rule.instead, rule.id


def test_every_declared_rule_speaks_spanish() -> None:
    for check in BUILT_IN:
        assert words.retold("es", "declared", check.description) != check.description


def test_every_reason_to_refuse_a_rule_speaks_spanish() -> None:
    for reason, _ in DANGERS:
        assert words.retold("es", "refused", f"it {reason}") != f"it {reason}"
        assert "this rule" not in words.retold("es", "problem", f"this rule is not kept: it {reason}")
