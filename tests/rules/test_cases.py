"""The Markdown cases beside this file: a marked line must draw that verdict of the rule the file is named for, an unmarked line none."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from habitus.enforce import Rules
from habitus.enforce.check import Call, Check
from habitus.enforce.rules import BUILT_IN
from habitus.observe import actions
from habitus.observe import session as sessions
from habitus.parse import paths
from habitus.types import Session, ToolCall, ToolResult, TurnStart
from nouns import START

FOLDER = Path(__file__).parent
WORKSPACE = "/work"
CHECKS = {check.id: check for check in BUILT_IN}


def traces() -> Iterator[tuple[str, int, str]]:
    for file in sorted(FOLDER.glob("*.md")):
        for number, block in enumerate(re.findall(r"```trace\n(.*?)```", file.read_text(), re.DOTALL), 1):
            yield file.stem, number, block


@pytest.mark.parametrize(("rule", "number", "block"), list(traces()))
def test_a_case(rule: str, number: int, block: str) -> None:
    session = Session(key="s", workspace=WORKSPACE)
    for place, line in enumerate(block.splitlines()):
        said, _, wanted = line.partition("#")
        assert drawn(CHECKS[rule], session, said.split(), str(place)) == set(wanted.split()), f"{rule} block {number}: {line}"


def drawn(check: Check, session: Session, words: list[str], id: str) -> set[str]:
    """What the rule says before and after this line's call."""
    if words == ["turn"]:
        sessions.follow(session, TurnStart(session="s", at=START))
        return set()
    failed = words[0] == "fail"
    tool, *rest = words[1:] if failed else words
    args = dict(word.split("=", 1) if "=" in word else ["file_path", word] for word in rest)
    call = ToolCall(session="s", at=START, id=id, tool=tool, args=args)
    action = actions.name(tool)
    target = paths.normal(actions.target(action, args), WORKSPACE)
    rules = Rules([check])
    verdicts = rules.judge("pre_tool", session, Call(tool=tool, action=action, target=target, args=args))
    sessions.follow(session, call)
    error = "it failed" if failed else None
    verdicts += rules.judge("post_tool", session, Call(tool=tool, action=action, target=target, args=args, error=error))
    sessions.follow(session, ToolResult(session="s", at=START, id=id, error=error))
    return {verdict.action for verdict in verdicts}


@pytest.mark.parametrize("check", BUILT_IN, ids=lambda check: check.id)
def test_every_rule_fires_and_stays_silent_somewhere_in_its_cases(check: Check) -> None:
    lines = [line for rule, _, block in traces() if rule == check.id for line in block.splitlines()]

    assert any("#" in line for line in lines)
    assert any("#" not in line for line in lines)
