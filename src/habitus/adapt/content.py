"""What an answer is made of, counted once and only when asked: words, sentences, paragraphs, list items, numbers. Linear in the text."""

from __future__ import annotations

import re
from functools import cached_property

from habitus.adapt import languages, sentences

WORD = re.compile(r"\w+")
BULLET = re.compile(r"^[ \t]*(?:\*(?!\*)|[-•+–])[ \t]*\S", re.MULTILINE)
NUMBERED = re.compile(r"^[ \t]*(?:\*\*|#{1,6} )?\d{1,4}[.)、](?=[ \t*])", re.MULTILINE)
NUMBER = re.compile(r"(?<![\w.])[-−]?(?:\d{1,3}(?>(?:,\d{3})+)(?![\d,])|\d{1,15}+)(?:\.\d{1,15}+)?(?!\w)")
"""A comma parts numbers unless three digits follow it, and only three."""
FENCE = re.compile(r"^[ \t]*```[\w+-]*[ \t]*$", re.MULTILINE)
CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
CODE_LINE = re.compile(
    r"^[ \t]*(?:def \w+\(|class \w+[(:]|import \w|from [\w.]+ import|return\b|for \w+ in .+:$|while .+:$|if .+:$|print\(|"
    r"#include|public |private |function\b"
    r"|const |let |var |\w[\w.\[\]]* ?[+*-]?= ?\S|[{}]\)?;?$|.*;$|.*\{$|else:|elif |try:|except|</?\w+)",
)
CODE_SHARE = 0.5
"""Of the lines: prose quotes a line of code now and then."""


class Content:
    """One delivered text."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def stripped(self) -> str:
        return self.text.strip()

    @cached_property
    def lower(self) -> str:
        return self.text.lower()

    @cached_property
    def words(self) -> list[str]:
        return WORD.findall(self.text)

    @cached_property
    def characters(self) -> int:
        """As a person counts them: in Chinese, Japanese and Korean only the characters of the script."""
        script = len(CJK.findall(self.text))
        return script if script > len(self.stripped) / 3 else len(self.stripped)

    @cached_property
    def sentences(self) -> int:
        return sentences.count(self.text)

    @cached_property
    def blocks(self) -> list[str]:
        """Paragraphs: what blank lines part."""
        return [block.strip() for block in re.split(r"\n[ \t]*\n", self.stripped) if block.strip()]

    @cached_property
    def lines(self) -> list[str]:
        return [line for line in self.text.splitlines() if line.strip()]

    @cached_property
    def bullets(self) -> int:
        return len(BULLET.findall(self.text))

    @cached_property
    def numbered(self) -> int:
        return len(NUMBERED.findall(self.text))

    @cached_property
    def numbers(self) -> list[float]:
        """Every number that is not the number of a list item."""
        return [_value(word) for word in NUMBER.findall(NUMBERED.sub("", self.text))]

    @cached_property
    def body(self) -> str:
        """Without the fence around the whole."""
        text = self.stripped
        if text.startswith("```"):
            text = text.partition("\n")[2] if "\n" in text else text[3:]
            text = text.rstrip()
            return text.removesuffix("```").strip()
        return text

    @cached_property
    def is_code(self) -> bool:
        """Whether most of it is program text."""
        if self.body[:1] in ("{", "["):
            return False
        lines = [line for line in self.lines if not FENCE.match(line)][:400]
        return bool(lines) and sum(bool(CODE_LINE.match(line[:300])) for line in lines) >= CODE_SHARE * len(lines)

    @cached_property
    def language(self) -> str | None:
        return languages.spoken(self.text)


def _value(word: str) -> float:
    return float(word.replace("−", "-").replace(",", ""))
