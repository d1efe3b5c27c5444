"""What a session keeps track of, the usual and what settings add to it."""

from typing import Any

import pytest

from enforce.play import Play
from habitus.enforce import declared
from habitus.parse.tracking import DEFAULT, Moves, Tracker
from habitus.types import Session

SESSION = Session(key="s", workspace="/w")


def moves(tool: str, *, action: str = "", target: str = "", **args: Any) -> Moves:
    from habitus.parse import actions

    return Tracker().moves(tool, action or actions.name(tool), args, SESSION, target)


# ── the usual ──


@pytest.mark.parametrize(
    ("tool", "args", "adds", "counts"),
    [
        ("read", {"file_path": "a"}, {("read_files", "/w/a")}, {("reads_since_search", 1)}),
        ("edit", {"file_path": "a"}, {("edited_files", "/w/a")}, {("changes_since_test", 1)}),
        ("write", {"file_path": "a"}, {("written_files", "/w/a")}, {("changes_since_test", 1)}),
        ("grep", {"pattern": "x"}, {("searched_patterns", "x")}, {("reads_since_search", None)}),
        ("glob", {"pattern": "*.py"}, {("searched_patterns", "*.py")}, {("reads_since_search", None)}),
        ("web.search", {"query": "x"}, set(), set()),
        ("calendar.edit", {"file_path": "a"}, set(), set()),
    ],
)
def test_the_usual_sets_and_counters(tool: str, args: dict[str, Any], adds: set[Any], counts: set[Any]) -> None:
    found = moves(tool, target="/w/a" if "file_path" in args else "", **args)

    assert (set(found.adds), set(found.counts)) == (adds, counts)


def test_the_only_usual_flag_is_a_web_search() -> None:
    assert moves("WebSearch", query="x").flags == (("has_web_searched", True),)
    assert moves("memory.search", query="x").flags == ()


@pytest.mark.parametrize(
    ("command", "adds", "counts"),
    [
        ("cat a.py", {("read_files", "/w/a.py")}, {("reads_since_search", 1)}),
        ("cd src && cat a.py ../b.py", {("read_files", "/w/src/a.py"), ("read_files", "/w/b.py")}, {("reads_since_search", 1)}),
        ("sed -i s/a/b/ a.py", {("edited_files", "/w/a.py")}, {("changes_since_test", 1)}),
        ("black a.py", {("edited_files", "/w/a.py")}, set()),
        ("yarn run test", set(), {("changes_since_test", None)}),
        ("pytest -q", set(), {("changes_since_test", None)}),
        ("sed -i s/a/b/ a.py && pytest", {("edited_files", "/w/a.py")}, {("changes_since_test", None)}),
        ("rg foo", set(), {("reads_since_search", None)}),
        ("git grep foo", set(), {("reads_since_search", None)}),
        (["cat", "a.py"], {("read_files", "/w/a.py")}, {("reads_since_search", 1)}),
        ("git status", set(), set()),
        ("echo pytest cat a.py", set(), set()),
        ("ssh host cat a.py", set(), set()),
    ],
)
def test_what_the_shell_does_counts_like_the_tools(command: Any, adds: set[Any], counts: set[Any]) -> None:
    found = moves("bash", command=command)

    assert (set(found.adds), set(found.counts)) == (adds, counts)


@pytest.mark.parametrize("command", [None, 7, ["cat", 7], ""])
def test_a_shell_without_a_command_moves_nothing(command: Any) -> None:
    assert moves("bash", command=command) == Moves()


def test_the_memory_of_tool_names_is_bounded() -> None:
    tracker = Tracker()
    for number in range(10_050):
        tracker.moves(f"tool{number}", f"tool{number}", {}, SESSION)

    assert len(tracker._by_tool) <= 10_000
    assert tracker.moves("read", "read", {}, SESSION, "/w/a").adds == (("read_files", "/w/a"),)


# ── what settings add ──

TICKETS = {
    "state_tracking": {
        "sets": {"opened": {"add_on": "ticket.open", "target": "ticket_id"}, "seen": {"add_on": ["read"]}},
        "counters": {
            "deploys": {"increment_on": ["ci.deploy"], "reset_on": ["ci.approve"]},
            "pushes": {"increment_on": "bash", "reset_when": {"tool": "bash", "param": "command", "matches": r"^git\s+fetch"}},
        },
        "flags": {"on_call": {"set_on": "pager.take", "unset_on": ["pager.give"]}},
    }
}


def test_a_block_adds_to_the_defaults() -> None:
    behavior, faults = declared.read(TICKETS)

    assert faults.found == []
    assert set(behavior.tracking.sets) == {*DEFAULT.sets, "opened", "seen"}
    assert set(behavior.tracking.counters) == {*DEFAULT.counters, "deploys", "pushes"}
    assert set(behavior.tracking.flags) == {*DEFAULT.flags, "on_call"}


def test_built_in_rules_still_know_what_was_read() -> None:
    play = Play({**TICKETS, "rules": {"read_before_edit": True}})
    play.said("read", file_path="a.py")

    assert play.said("edit", file_path="a.py") == []


def test_own_counters_count_and_go_back_to_nothing() -> None:
    play = Play(TICKETS)
    for tool in ("ci.deploy", "ci.deploy"):
        play.said(tool)
    assert play.session.counters["deploys"] == 2

    play.said("ci.approve")

    assert play.session.counters["deploys"] == 0


def test_a_counter_goes_back_when_an_argument_matches() -> None:
    play = Play(TICKETS)
    for command in ("git push", "echo git fetch"):
        play.said("bash", command=command)
    assert play.session.counters["pushes"] == 2

    play.said("shell.bash", command="GIT  fetch origin")

    assert play.session.counters["pushes"] == 0


def test_a_counter_moves_back_where_the_call_fails() -> None:
    play = Play(TICKETS)
    play.said("ci.deploy")

    play.said("ci.deploy", error="no")

    assert play.session.counters["deploys"] == 1


def test_own_flags_go_up_and_down_with_calls_that_succeed() -> None:
    play = Play(TICKETS)
    play.said("pager.take", error="busy")
    assert play.session.flags == {}

    play.said("pager.take")
    assert play.session.flags == {"on_call": True}

    play.said("pager.give")
    assert play.session.flags == {"on_call": False}


def test_own_sets_take_the_argument_they_name() -> None:
    play = Play(TICKETS)

    play.said("ticket.open", ticket_id="T-1")

    assert play.session.sets["opened"] == {"T-1"}


def test_a_rule_about_an_own_set_looks_at_the_argument_that_the_set_names() -> None:
    play = Play(
        {
            **TICKETS,
            "rule_definitions": [{"id": "r", "trigger": "ticket.close", "message": "m", "condition": {"target_not_in_set": "opened"}}],
        }
    )
    play.said("ticket.open", ticket_id="T-1")

    assert play.said("ticket.close", ticket_id="T-2") == ["r"]
    assert play.said("ticket.close", ticket_id="T-1") == []


@pytest.mark.parametrize("name", ["file_path", "path", "filepath"])
def test_an_own_set_of_files_takes_them_under_every_name_and_spelling(name: str) -> None:
    condition = {"target_not_in_set": "seen"}
    play = Play({**TICKETS, "rule_definitions": [{"id": "r", "trigger": "edit", "message": "m", "condition": condition}]})

    play.said("read", **{name: "./a.py"})

    assert play.said("edit", file_path="a.py") == []
    assert play.said("edit", path="b.py") == ["r"]


def test_an_own_set_of_files_knows_a_link_for_what_it_is() -> None:
    condition = {"target_not_in_set": "seen"}
    block = {**TICKETS, "rule_definitions": [{"id": "r", "trigger": "edit", "message": "m", "condition": condition}]}
    play = Play(block, resolve=lambda path: path.replace("now.py", "a.py"))

    play.said("read", file_path="now.py")

    assert play.said("edit", file_path="a.py") == []


def test_rules_may_name_what_the_block_tracks() -> None:
    rule = {
        "id": "r",
        "trigger": "ci.deploy",
        "message": "{counter:deploys}",
        "condition": {"all": [{"counter_gte": {"name": "deploys", "value": 1}}, {"flag_is": {"name": "on_call", "value": False}}]},
    }
    play = Play({**TICKETS, "rule_definitions": [rule]})

    assert [play.said("ci.deploy") for _ in range(2)] == [[], ["r"]]
    play.said("pager.take")
    assert play.said("ci.deploy") == []


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ([], "state_tracking"),
        ({"sests": {}}, "state_tracking.sests"),
        ({"sets": []}, "state_tracking.sets"),
        ({"sets": {"a": "read"}}, "state_tracking.sets.a"),
        ({"sets": {"a": {"add": "read"}}}, "state_tracking.sets.a"),
        ({"sets": {"a": {"add_on": 7}}}, "state_tracking.sets.a.add_on"),
        ({"sets": {"a": {}}}, "state_tracking.sets.a"),
        ({"sets": {"a": {"add_on": "read", "target": ["x"]}}}, "state_tracking.sets.a.target"),
        ({"counters": {"a": {"increment_on": [""]}}}, "state_tracking.counters.a.increment_on"),
        ({"counters": {"a": {}}}, "state_tracking.counters.a"),
        ({"counters": {"a": {"increment_on": "b", "reset_when": "x"}}}, "state_tracking.counters.a.reset_when"),
        ({"counters": {"a": {"increment_on": "b", "reset_when": {"param": "x"}}}}, "state_tracking.counters.a.reset_when"),
        (
            {"counters": {"a": {"increment_on": "b", "reset_when": {"param": "x", "matches": "("}}}},
            "state_tracking.counters.a.reset_when.matches",
        ),
        (
            {"counters": {"a": {"increment_on": "b", "reset_when": {"param": "x", "matches": "y", "more": 1}}}},
            "state_tracking.counters.a.reset_when",
        ),
        ({"flags": {"a": {"set": "b"}}}, "state_tracking.flags.a"),
        ({"flags": {"a": {}}}, "state_tracking.flags.a"),
    ],
)
def test_a_mistake_in_what_is_tracked_is_said_with_its_place(given: Any, place: str) -> None:
    _, faults = declared.read({"state_tracking": given})

    assert [".".join(at) for at, _ in faults.found] == [place]
