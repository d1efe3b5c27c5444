"""`habitus compare`: one JSON object per line in, one answer per line out."""

import json
from typing import Any

from click.testing import CliRunner

from habitus.cli.compare import compare


def answers(*lines: str) -> list[dict[str, Any]]:
    done = CliRunner().invoke(compare, input="".join(line + "\n" for line in lines))
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_each_line_is_answered_in_order() -> None:
    given = [("Use tabs", "Use spaces"), ("Use tabs", "Use tabs"), ("Use tabs", "Answer briefly")]

    found = answers(*(json.dumps({"a": a, "b": b}) for a, b in given))

    assert [answer["relation"] for answer in found] == ["conflict", "duplicate", "distinct"]
    assert all(set(answer) == {"relation", "score"} and 0 <= answer["score"] <= 1 for answer in found)


def test_a_bad_line_is_answered_with_its_error_and_the_rest_goes_on() -> None:
    found = answers("{", "[1]", '{"a": "x"}', '{"a": 1, "b": "x"}', '{"a": "x", "b": "x", "more": 1}')

    assert [set(answer) for answer in found[:4]] == [{"error"}] * 4
    assert "`b`" in found[2]["error"]
    assert found[4] == {"relation": "duplicate", "score": 1.0}
