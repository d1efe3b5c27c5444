"""`habitus normalize`: one JSON object per line in, one answer per line out."""

import json
from typing import Any

from click.testing import CliRunner

from habitus.cli.normalize import normalize


def answers(*lines: str) -> list[dict[str, Any]]:
    done = CliRunner().invoke(normalize, input="".join(line + "\n" for line in lines))
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_each_line_is_answered_in_order_whatever_came_before() -> None:
    given = [{"message": "read 7 of /a/b", "tool": "read"}, {"message": "timed out after 3 s"}, {"message": "it broke", "tool": None}]

    found = answers(*map(json.dumps, given))

    assert found == [
        {"pattern": "read <*> of <path>", "category": "tool_error"},
        {"pattern": "timed out after <*>", "category": "timeout"},
        {"pattern": "it broke", "category": "general"},
    ]
    assert answers(*map(json.dumps, reversed(given))) == found[::-1]


def test_a_bad_line_is_answered_with_its_error_and_the_rest_goes_on() -> None:
    found = answers("{", "[1]", '{"tool": "x"}', '{"message": 1}', '{"message": "a", "tool": 1}', '{"message": "\\ud800 broke", "more": 1}')

    assert [set(answer) for answer in found[:5]] == [{"error"}] * 5
    assert "`message`" in found[2]["error"]
    assert "`tool`" in found[4]["error"]
    assert found[5]["category"] == "general"
