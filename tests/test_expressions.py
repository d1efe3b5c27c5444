"""Python before 3.11.5 goes on behind the last try of a possessive group, `(?:ab?c)*+`: a match ends elsewhere than was meant, and part of
a secret stayed readable. Debian 12 has 3.11.2. With one character (`[ab]*+`) it is right, and so is `(?>(?:ab?c)*)`."""

from __future__ import annotations

import ast
import re
import warnings
from pathlib import Path
from re import _constants as said
from re import _parser as parser
from re import error
from typing import TYPE_CHECKING, Any

import pytest

import habitus

if TYPE_CHECKING:
    from collections.abc import Iterator

CHARACTER = (said.IN, said.LITERAL, said.NOT_LITERAL, said.ANY)
SOURCE = Path(habitus.__file__).parent


def possessive_groups(items: Any) -> Iterator[Any]:
    for kind, value in items:
        if kind is said.POSSESSIVE_REPEAT and not (len(value[2]) == 1 and value[2][0][0] in CHARACTER):
            yield value
        yield from inside(value)


def inside(value: Any) -> Iterator[Any]:
    if isinstance(value, parser.SubPattern):
        yield from possessive_groups(value)
    elif isinstance(value, tuple | list):
        for part in value:
            yield from inside(part)


POSSESSIVE = re.compile(r"[*+?}]\+")
"""How a possessive repetition is written: what has none need not be parsed."""


def found(text: str) -> list[Any]:
    if not POSSESSIVE.search(text):
        return []
    try:
        with warnings.catch_warnings(action="ignore"):
            return list(possessive_groups(parser.parse(text)))
    except (error, OverflowError, RecursionError):  # no expression, or only a part of one
        return []


def texts(file: Path) -> Iterator[tuple[int, str]]:
    tree = ast.parse(file.read_text())
    aside = {id(one.value) for one in ast.walk(tree) if isinstance(one, ast.keyword) and one.arg == "safe"}  # letters of addresses
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield node.lineno, "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str | bytes) and id(node) not in aside:
            yield node.lineno, node.value if isinstance(node.value, str) else node.value.decode("latin-1")


@pytest.mark.parametrize("text", [r"(?:ab?c)*+", r"x(?:(?:,\d{3})++|y)", r"(?P<a>(?:\\.|[^\\]){1,9}+)", r"a(?!(?:bc|d)?+)"])
def test_a_possessive_group_is_found(text: str) -> None:
    assert found(text)


@pytest.mark.parametrize("text", [r"(?>(?:ab?c)*)", r"[a-z]*+", r"x?+\d{1,4}+", "1 + (2)", "(((", r"(?:ab)+"])
def test_and_nothing_else_is(text: str) -> None:
    assert not found(text)


def test_no_expression_repeats_a_group_possessively() -> None:
    files = sorted(SOURCE.rglob("*.py"))
    assert [f"{file.relative_to(SOURCE)}:{line}" for file in files for line, text in texts(file) if found(text)] == []
