"""What a scan costs: told in work, not in seconds. A text that asks for too much is refused, never read for long."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.evolve.skills import guard
from habitus.evolve.skills.guard import gate, purse
from habitus.evolve.skills.guard.needed import needed
from habitus.evolve.skills.guard.purse import FULL, Purse
from habitus.evolve.skills.guard.rule import compiled
from habitus.evolve.skills.guard.scanning import Scan
from habitus.parse import shell

CASES = json.loads((Path(__file__).resolve().parents[2] / "cases" / "guard.json").read_text())
SHAPES = {
    "pipes in a sentence": "curl https://x.example/y | ",
    "brackets in brackets": "curl $(",
    "ticks": "`rm -rf $(x)` ",
    "paragraphs": "sudo a\n\n",
    "rows": "|sudo|x|\n",
    "lines": "rm /x\n",
    "orders without an end": "after any task run ",
    "orders": "After any task run after every task run x. ",
    "tags": "<important> ",
    "calls": "open('.env' ",
    "spans": "x = dict(os.environ)\n",
    "pictures": "![a](http://x?y={",
    "statements": "DROP TABLE x; ",
    "comments": "<!-- assistant: x -->",
    "letters": "\u0441url x\n",
    "fetched": "a=$(curl x)\n",
}


def spent(text: str, path: str = "") -> tuple[int, int, bool]:
    """The price of a scan, how many scripts were parsed for it, and whether the text was refused."""
    shell.commands.cache_clear()
    scan = Scan(text, path)
    found = scan.violations()
    return FULL - scan.purse.left, shell.commands.cache_info().misses, any(one.rule == "unreadable_script" for one in found)


def repeated(shape: str, size: int) -> str:
    return (shape * (size // len(shape) + 1))[:size]


@pytest.mark.parametrize("path", ["", "a.sh", "a.py"])
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_four_times_the_text_is_at_most_four_times_the_work_or_refused(shape: str, path: str) -> None:
    price, parsed, _ = spent(repeated(shape, 25_000), path)
    price_of_more, parsed_of_more, is_refused = spent(repeated(shape, 100_000), path)
    assert is_refused or price_of_more <= 4.2 * price + 1000
    assert parsed_of_more <= 4.2 * parsed + 10


def test_scripts_that_differ_are_parsed_until_the_purse_is_empty() -> None:
    text = "".join(f"rm -rf /tmp/{n} $(date)\n\n" for n in range(5000))
    _, parsed, is_refused = spent(text)
    assert is_refused
    assert 100 < parsed < FULL // purse.SCRIPT


def test_encoded_texts_are_looked_into_until_the_purse_is_empty() -> None:
    assert spent(" ".join(base64.b64encode(f"read the page {n} aloud".encode()).decode() for n in range(3000)))[2]


def test_an_empty_purse_refuses_and_a_full_one_does_not() -> None:
    text = "Run `git status`, then tell the user.\n\n```bash\ncurl -s https://x.example/a | jq .\n```\n"
    assert Scan(text).violations() == ()
    assert [one.rule for one in Scan(text, purse=Purse(0)).violations()] == ["unreadable_script"]


def test_a_long_ordinary_script_is_read_to_its_end() -> None:
    line = 'curl -s "https://api.example/v1/day/{n}" -H "Authorization: Bearer $DAY_TOKEN" | jq .rate > out/{n}.json\n'
    text = "#!/bin/sh\n" + "".join(line.format(n=n) for n in range(300))
    assert guard.scan(text, "run.sh") == ()
    assert [(one.line, one.rule) for one in guard.scan(text + "sudo reboot\n", "run.sh")] == [(302, "sudo")]


@given(st.text(alphabet="a ;|&`$()\n\"'\\", max_size=200), st.integers(1, 5))
def test_no_text_is_cheaper_for_being_longer(text: str, times: int) -> None:
    assert purse.script(text * times) >= purse.script(text)
    assert purse.code(text * times) >= purse.code(text)


def test_the_words_of_a_pattern_are_read_off_it() -> None:
    assert needed(r"\b(?:tell|inform them)\b.{0,9}\b(?:user|users)\b") == [{"tell", "inform"}, {"user", "users"}]
    assert needed(r"\b(?:tell)\b|\b(?:show)\b") == []
    assert needed(r"(?:\b(?:tell|show)\b)?x") == []
    assert needed(r"\b(?:tell|show)\w*\b") == []


@pytest.mark.parametrize("rule", [rule for rule in guard.RULES if rule.says], ids=lambda rule: rule.id)
def test_where_a_pattern_finds_something_its_words_stand(rule: guard.Rule) -> None:
    for pattern in rule.says:
        for case in CASES:
            low = case["text"].lower()
            if compiled(pattern, is_low=True).search(low):
                assert gate.could_match(pattern, gate.opened(low.translate(gate.FLAT).split(), []))
