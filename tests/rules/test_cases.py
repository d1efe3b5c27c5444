"""The Markdown cases beside this file: a marked line must draw that verdict of the rule the file is named for, an unmarked line none."""

from pathlib import Path

import pytest

from habitus.enforce.check import Check
from habitus.enforce.rules import BUILT_IN
from habitus.hosts.cases import Block, blocks, played

CHECKS = {check.id: check for check in BUILT_IN}
BLOCKS = [block for file in sorted(Path(__file__).parent.glob("*.md")) for block in blocks(file.name, file.stem, file.read_text())]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"{block.file}:{block.lines[0].number}")
def test_a_case(block: Block) -> None:
    drawn = played(CHECKS[block.rule], block.lines)

    assert sorted(line for line, _ in drawn) == sorted(block.lines)
    wrong = [f"{block.file}:{line.number} `{line.said.strip()}` drew {got or 'nothing'}" for line, got in drawn if got != line.wanted]
    assert not wrong


@pytest.mark.parametrize("check", BUILT_IN, ids=lambda check: check.id)
def test_every_rule_fires_and_stays_silent_somewhere_in_its_cases(check: Check) -> None:
    wanted = [line.wanted for block in BLOCKS if block.rule == check.id for line in block.lines]

    assert check.action in wanted
    assert "" in wanted


def test_every_case_file_is_about_a_rule_that_exists() -> None:
    assert {block.rule for block in BLOCKS} == set(CHECKS)
