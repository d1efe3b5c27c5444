"""YAML text → values, and on the error path the line of every key. The parser is not asked to trust the text.

The parser gives no positions, so `lines` lets it find them: it writes a mark before every colon that may end a key, parses that, and reads
the marks back from the keys. A mark that lands in a value or a comment is harmless. So flow mappings, quotes and block texts are the
parser's business, not a second, worse parser's; and keys given twice, which the parser refuses, stand side by side.
"""

from __future__ import annotations

import io
import re
from typing import Any, TypeAlias

import ryaml

from habitus.config.keys import Place

Lines: TypeAlias = dict[Place, list[int]]

_MARK = "\ue000"  # private use: allowed in YAML, and in nobody's keys
_MARKED = re.compile(rf"{_MARK}(\d{{1,9}}){_MARK}")
# The quote that closes a key (not one that opens a text, nor the escapes `\"` and `''`), with its colon; or a bare colon.
# Looking behind for spaces keeps it linear.
_COLON = re.compile(r"""(?:(?<=[^\\\s{\[,:])"|(?<=[^'\s{\[,:])')[ \t]*:|(?<![ \t])[ \t]*:(?=[\s,\[\]{}"']|\Z)""")
_ANCHOR = re.compile(r"&[\w-]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])[A-Z]")

_SAID = {  # the parser's words → ours, where its own would not help
    "unknown anchor": "uses a YAML alias; write the value out instead",
    "recursion limit": "is nested deeper than any setting is",
    "unhashable": 'has a list or a mapping as a key; a `"{{env.NAME}}"` needs its quotes',
    "invalid type: integer": "has a number larger than any setting takes",
    "more than one document": "holds more than one YAML document; keep one",
    "cannot start any token": "has a tab, or another character that needs quotes, before a key or a value",
}


class YamlError(ValueError):
    def __init__(self, problem: str, line: int | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.line = line


def values(text: str) -> Any:
    try:
        return _loads(text)
    except ValueError as error:
        raise _explained(str(error), text) from None


def _loads(text: str) -> Any:
    if "&" in text and "*" in text:
        # An alias can make gigabytes of a few lines, and no setting needs one. Without its anchor, it fails to parse.
        ryaml.load(io.StringIO(_ANCHOR.sub("", text)))
    return ryaml.load(io.StringIO(text))


def _explained(said: str, text: str) -> YamlError:
    ours = next((sentence for words, sentence in _SAID.items() if words in said), None)
    theirs = re.split(r" at (?:line|position) |, while ", said)[0]
    line = re.search(r" at line (\d+)", said)
    # Python refuses such keys after the parsing is done, and knows no line; an unquoted `{{env.NAME}}` is how they come about.
    braces = re.search(r":[ \t]*\{\{", text) if "unhashable" in said else None
    number = int(line[1]) if line else text.count("\n", 0, braces.start()) + 1 if braces else None
    return YamlError(ours or f"is not valid YAML: {theirs}", number)


def lines(text: str) -> Lines:
    """Where each key stands, in our spelling of it: all its lines, if it is given more than once. Empty if that cannot be told."""
    found: Lines = {}

    def visit(node: Any, place: Place) -> None:
        if isinstance(node, list):
            node = dict(enumerate(node))
        for key, value in node.items() if isinstance(node, dict) else ():
            here = (*place, snake(_MARKED.sub("", str(key))))
            for offset in _MARKED.findall(str(key))[-1:]:
                found.setdefault(here, []).append(text.count("\n", 0, int(offset)) + 1)
            visit(value, here)

    try:
        visit(_loads(_COLON.sub(lambda colon: f"{_MARK}{colon.start()}{_MARK}{colon[0]}", text)), ())
    except ValueError:
        return {}
    return found


def snake(name: str) -> str:
    return _CAMEL.sub(lambda letter: "_" + letter[0].lower(), name)
