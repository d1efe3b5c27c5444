"""Figures, suggestions and answers, as a person types them."""

import re
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import test_readme
from cli.conftest import Typed
from habitus import assemble
from habitus.layer import Layer
from habitus.measure.windows import bucket
from habitus.types import Counts, Metric, MetricType, Scope

Asked = Callable[..., Any]


def counted(key: str, counts: Counts, *, agent: str = "codex", type: MetricType = "tool", days_ago: int = 0) -> None:
    with closing(assemble.layer()) as layer:
        hour = bucket(datetime.now(UTC) - timedelta(days=days_ago))
        layer.store.counting().add([Metric(agent, type, key, hour, counts)])


@pytest.fixture
def failing(home: Path) -> None:
    counted("Fetch", Counts(200, 90, 0, 0, 200, 200 * 30_000))


def only(asked: Asked) -> str:
    (one,) = asked("evolution", "suggestions")
    return str(one["id"])


def stored(asked: Asked, agent: str = "codex") -> dict[str, Any]:
    found: dict[str, Any] = asked("agents", "show", agent)["other_config"]
    return found


# ── figures ──


def test_without_figures_each_command_says_how_they_come_to_be(typed: Typed, asked: Asked) -> None:
    assert "figures come with sessions" in typed("evolution", "metrics").stdout
    assert "figures come with sessions" in typed("evolution", "run").stdout
    suggested = typed("evolution", "suggestions")
    assert "Nothing is suggested." in suggested.stdout
    assert "habitus evolution run" in suggested.stderr
    assert "No suggestion is rolled back." in typed("evolution", "suggestions", "--status", "rolled_back").stdout
    assert "counted as your agent works" in typed("evolution", "effect").stdout
    for command in ("metrics", "suggestions", "effect", "run"):
        assert asked("evolution", command) == []


def test_metrics_are_told_with_their_days(typed: Typed, asked: Asked) -> None:
    counted("Fetch", Counts(10, 10), days_ago=6)
    counted("Fetch", Counts(10, 0, 0, 0, 10, 2_500_000))
    counted("auto_inject", Counts(50, 5, 40, 10, 40, 30_000_000), type="retrieval")
    counted("rating", Counts(2, 0, 0, 0, 2, 9), type="feedback")
    counted("sentiment", Counts(4, 3), type="feedback")

    said = typed("evolution", "metrics").stdout

    assert "20 calls, 50% succeeded, 10 failed, 250 ms on average" in said
    assert "█·····▁" in said
    assert "50 searches, 10% used; precision 25%, relevance 0.75" in said
    assert "rated 4.5 of 5 (2), sentiment +0.50 (4 messages); effectiveness 79%" in said
    by_type = {one["type"]: one for one in asked("evolution", "metrics")}
    assert (by_type["tool"]["invocation_count"], by_type["tool"]["success_rate"], by_type["tool"]["failure_count"]) == (20, 0.5, 10)
    assert by_type["tool"]["daily"] == [1.0, None, None, None, None, None, 0.0]
    assert by_type["retrieval"]["recall_rate"] == 0.1
    assert by_type["feedback"]["sentiment"] == 0.5
    assert [one["type"] for one in asked("evolution", "metrics", "--type", "feedback")] == ["feedback"]


def test_metrics_of_one_agent_and_of_one_that_has_none(typed: Typed, asked: Asked) -> None:
    counted("Fetch", Counts(1, 1))
    counted("Read", Counts(2, 2), agent="")

    assert [one["key"] for one in asked("evolution", "metrics", "--agent", "codex")] == ["Fetch"]
    assert "(no name)" in typed("evolution", "metrics").stdout
    assert "Agents with figures: (no name), codex." in typed("evolution", "metrics", "--agent", "codec").stdout


# ── suggestions and answers ──


@pytest.mark.usefixtures("failing")
def test_a_suggestion_is_made_told_approved_and_taken_back(typed: Typed, asked: Asked) -> None:
    said = typed("evolution", "run").stdout
    assert "`Fetch` failed in 110 of 200 calls" in said
    assert "habitus evolution approve" in said
    assert typed("evolution", "run").stdout == "Looked at the week: nothing new to suggest.\n"
    id = only(asked)
    assert "seen: calls 200, failures 110, failure_rate 0.55" in typed("evolution", "suggestions", "--agent", "codex").stdout

    done = typed("evolution", "approve", id[:8]).stdout

    assert f"habitus evolution rollback {id[:8]}" in done
    assert "tool_advice.Fetch" in stored(asked)
    assert asked("evolution", "suggestions") == []
    assert "applied by" in typed("evolution", "suggestions", "--status", "applied").stdout
    assert "Taken back" in typed("evolution", "rollback", id, "--why", "it was the network").stdout
    assert stored(asked) == {}
    assert "it was the network" in typed("evolution", "suggestions", "--all").stdout


@pytest.mark.usefixtures("failing")
def test_every_answer_is_also_json(typed: Typed, asked: Asked) -> None:
    (made,) = asked("evolution", "run")
    assert (made["status"], made["agent"], made["evidence"]["failures"]) == ("pending", "codex", 110)

    assert asked("evolution", "approve", made["id"])["status"] == "applied"
    assert asked("evolution", "rollback", made["id"])["status"] == "rolled_back"
    assert [one["status"] for one in asked("evolution", "suggestions", "--all")] == ["rolled_back"]


@pytest.mark.usefixtures("failing")
def test_what_cannot_be_done_is_refused_with_the_way_out(typed: Typed, asked: Asked) -> None:
    typed("evolution", "run")
    id = only(asked)

    assert "see `habitus evolution suggestions`" in typed("evolution", "approve", "nothing", fails=2).output
    assert "see `habitus evolution suggestions`" in typed("evolution", "approve", id, "--agent", "claude", fails=2).output
    assert "approve or reject it first" in typed("evolution", "rollback", id, fails=2).output
    rejected = typed("evolution", "reject", id).stdout
    assert rejected.startswith("Rejected.\nTake it back with: habitus undo ")
    assert "after the cool-down" in typed("evolution", "approve", id, fails=2).output

    (line,) = asked("ledger", "--verb", "answered")
    assert (line["item"], rejected.split()[-1]) == (id, str(line["id"]))
    typed("undo", str(line["id"]))
    assert only(asked) == id


def test_what_waits_for_data_says_so_and_can_be_applied_at_once(typed: Typed, asked: Asked) -> None:
    counted("Fetch", Counts(40, 20))
    typed("evolution", "run")
    id = only(asked)

    assert "it waits: insufficient data: 40 points, need 100" in typed("evolution", "approve", id).stdout
    assert stored(asked) == {}

    assert typed("evolution", "approve", id, "--now").stdout.startswith("Applied.")


def test_an_agent_that_is_switched_off_is_left_out(typed: Typed) -> None:
    for agent in ("codex", "claude"):
        counted("Fetch", Counts(40, 0), agent=agent)
    typed("agents", "set", "codex", "evolution_enabled", "false")

    said = typed("evolution", "run")

    assert "codex is left out: evolution is off" in said.stderr
    assert "claude" in said.stdout
    assert "habitus agents set codex evolution_enabled true" in typed("evolution", "run", "--agent", "codex", fails=2).output


# ── what lessons are worth ──


def lived(layer: Layer, lesson: str, told: tuple[int, int], untold: tuple[int, int]) -> None:
    rows = []
    for held, (n, k) in ((False, told), (True, untold)):
        for each in range(20):
            row = {"lesson": lesson, "session": f"{held}{each}", "held": held, "turn": 0, "looked": 0, "erred": 0}
            rows.append({**row, "n": n, "k": k, "since": layer.clock().isoformat()})
    layer.store.counting().put_occasions(rows)


def test_lessons_are_ranked_and_what_is_not_known_is_said(typed: Typed, asked: Asked) -> None:
    with closing(assemble.layer()) as layer:
        add = layer.rulebook.add
        good = add("Use pnpm instead of npm.", rule_type="preference", scope=Scope(), who="me").rule
        new = add("Answer in German.", rule_type="preference", scope=Scope(level="agent", name="claude"), who="me").rule
        lived(layer, good.id, (50, 5), (50, 25))
        lived(layer, new.id, (1, 0), (1, 1))

    lines = typed("evolution", "effect").stdout.splitlines()

    assert [line.split("\t")[:3] for line in lines] == [[good.id[:8], "rule", "promote"], [new.id[:8], "rule", "not enough data"]]
    assert "100 of 1,000\t500 of 1,000\t+40.0 in 100 (+" in lines[0]
    assert "\tnot enough data\t" in lines[1]
    first = asked("evolution", "effect")[0]
    assert (first["decision"], first["with"], first["effect"]["saves"]) == (
        "promote", {"occasions": 1000, "mistakes": 100, "sessions": 20}, 0.4,
    )  # fmt: skip
    assert [one["id"] for one in asked("evolution", "effect", "--agent", "codex")] == [good.id]


def test_without_a_held_out_share_it_is_said_that_nothing_can_be_compared(typed: Typed, home: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "habitus.yaml").write_text("measure:\n  holdout: 0\n")

    assert "set `measure.holdout`" in typed("evolution", "effect").stderr


# ── the inbox ──


@pytest.mark.usefixtures("failing")
def test_a_suggestion_waits_in_the_inbox_and_is_answered_there(typed: Typed, asked: Asked) -> None:
    typed("evolution", "run")
    (item,) = asked("inbox")
    assert (item["kind"], item["state"], item["body"]["subject"]) == ("suggestion", "pending", "Fetch")
    said = typed("inbox").stdout
    assert f"{item['id']}  suggestion" in said
    assert "approve: it is applied where the guardrails allow" in said
    assert "failed in 110 of 200 calls" in typed("inbox", "show", item["id"][:6]).stdout

    assert "Applied." in typed("inbox", "approve", item["id"]).stdout

    assert "tool_advice.Fetch" in stored(asked)
    assert "Nothing waits for you." in typed("inbox").stdout


@pytest.mark.usefixtures("failing")
def test_a_suggestion_is_rejected_in_the_inbox_and_listed_as_such(typed: Typed, asked: Asked) -> None:
    typed("evolution", "run")

    typed("inbox", "reject", only(asked))

    assert [one["kind"] for one in asked("inbox", "--state", "rejected")] == ["suggestion"]
    assert "nothing in the inbox begins with" in typed("inbox", "approve", "nothing", fails=2).output


def test_the_story_of_a_week_is_true(tmp_path: Path) -> None:
    text = (test_readme.ROOT / "docs" / "evolution.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```console\n(.*?)```", text, re.DOTALL)

    test_readme.typed(block, tmp_path, test_readme.environment(tmp_path))
