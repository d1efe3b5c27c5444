"""The graph of what fails and what helps."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.learn import graph
from habitus.types import Learning, Origin, Scope, Triple
from nouns import START


def learning(pattern: str, *, tool: str = "Bash", text: str = "", **rest: Any) -> Learning:
    values: dict[str, Any] = {
        "id": f"L-{tool}-{pattern}",
        "scope": Scope(),
        "origin": Origin(speaker="agent", session="s1"),
        "confidence": 0.5,
        "created_at": START,
        "category": "tool_error",
        "updated_at": START,
    }
    return Learning(tool=tool, pattern=pattern, text=text, **{**values, **rest})


def edge(subject: str, predicate: str, thing: str, *, weight: float = 1.0, at: datetime = START, origin: str = "e1") -> Triple:
    return Triple(subject=subject, predicate=predicate, object=thing, weight=weight, at=at, origin=origin)


def neighbours(triples: Iterable[Triple]) -> Callable[[Sequence[str]], list[Triple]]:
    ends: dict[str, list[Triple]] = defaultdict(list)
    for one in triples:
        ends[one.subject].append(one)
        if one.object != one.subject:
            ends[one.object].append(one)
    return lambda names: [one for name in names for one in ends.get(name, ())]


# Names


def test_names_are_the_seeds() -> None:
    assert graph.node("error", "Bash", "no such file: <path>") == "error:Bash:no such file: <path>"
    assert graph.node("tool", "Bash") == "tool:Bash"
    assert graph.fix("use  pnpm\n") == "fix:use pnpm"


def test_the_border_between_tool_and_pattern_cannot_move() -> None:
    assert graph.node("error", "a:b", "c") != graph.node("error", "a", "b:c")
    assert graph.node("error", "a%3Ab", "c") != graph.node("error", "a:b", "c")


def test_long_names_that_begin_alike_stay_apart() -> None:
    one, two = (graph.node("fix", "x" * 500 + end) for end in "ab")
    assert one != two
    assert len(one) == len(two) == 240


@given(st.text(max_size=400), st.text(max_size=400))
def test_any_text_has_one_name_that_can_be_stored(one: str, two: str) -> None:
    name = graph.node("error", one, two)
    name.encode()
    assert "\0" not in name
    assert len(name) <= 240
    assert graph.kind(name) == "error"


# Triples


def test_a_failure_joins_tool_session_and_its_like() -> None:
    here = learning("ModuleNotFoundError: No module named <name>")
    like = learning("ModuleNotFoundError: No module named <name> in <path>")
    other = learning("permission denied: <path>", category="permission")
    found = graph.of_failure(here, "s9", [like, other, here], at=START, origin="e7")
    assert [(one.predicate, one.object) for one in found[:2]] == [("causedBy", "tool:Bash"), ("inSession", "session:s9")]
    (third,) = found[2:]
    assert (third.predicate, {third.subject, third.object}) == ("similarTo", {graph.error(here), graph.error(like)})
    assert graph.SIMILAR <= third.weight < 1
    assert {one.origin for one in found} == {"e7"}


def test_likeness_is_one_edge_whichever_was_seen_first() -> None:
    one, two = learning("ECONNREFUSED <host>:<port>"), learning("ECONNREFUSED <host>:<port> after retry", tool="curl")
    first = [t for t in graph.of_failure(one, "", [two], at=START) if t.predicate == "similarTo"]
    second = [t for t in graph.of_failure(two, "", [one], at=START) if t.predicate == "similarTo"]
    assert first == second
    assert len(first) == 1


def test_a_fix_joins_the_error_that_was_recorded() -> None:
    here = learning("missing argument <value>", text="pass --yes", confidence=0.8)
    failure, fixed = graph.of_failure(here, "s1", [], at=START), graph.of_fix(here, "s1", at=START)
    assert fixed[0].subject == failure[0].subject
    assert [(one.subject, one.predicate, one.object, one.weight) for one in fixed] == [
        (graph.error(here), "resolvedBy", "fix:pass --yes", 0.8),
        ("fix:pass --yes", "learnedFrom", "session:s1", 0.5),
    ]


def test_no_fix_no_edge() -> None:
    assert graph.of_fix(learning("boom", text=" "), "s1", at=START) == []


def test_a_stated_triple_knows_where_it_came_from() -> None:
    said, source = graph.of_knowledge(("project", "uses", "pnpm"), "k1", "s1", at=START)
    assert (said.subject, said.predicate, said.object, said.origin) == ("thing:project", "uses", "thing:pnpm", "k1")
    assert (source.predicate, source.object) == ("learnedFrom", "session:s1")
    assert graph.of_knowledge(("project", " ", "pnpm"), "k1", "s1", at=START) == []


def test_an_edge_grows_with_every_sighting_but_not_with_the_same_one() -> None:
    seen = edge("error:a:b", "causedBy", "tool:a", weight=0.5)
    once = graph.again(None, seen)
    assert graph.again(once, seen) == once
    twice = graph.again(once, edge("error:a:b", "causedBy", "tool:a", weight=0.5, origin="e2", at=START + timedelta(1)))
    assert (twice.times, twice.weight, twice.at) == (2, 0.6667, START + timedelta(1))


@pytest.mark.parametrize(
    ("one", "two", "is_like"),
    [
        ("ENOENT: no such file or directory, open <path>", "ENOENT: no such file or directory, stat <path>", True),
        ("HTTP 503 from upstream <host>", "HTTP 503 from upstream <host> after <n> tries", True),
        ("failed to open <path>", "failed to parse <value>", False),
        ("Unknown column 'a.price' in 'field list'", "Unknown column 'owner_id' in 'where clause'", True),
        ("Unknown column 'a.price' in 'field list'", "Table 'a.price' doesn't exist", False),
        ("permission denied: <path>", "command not found: <name>", False),
        ("<path>: <n>", "<path>: <value>", False),
        ("TypeError: <name> is not a function", "TypeError: cannot read properties of undefined", False),
    ],
)
def test_likeness_goes_by_what_the_error_is_about(one: str, two: str, is_like: bool) -> None:
    assert (graph.similar(learning(one), learning(two)) >= graph.SIMILAR) is is_like


@given(st.text(max_size=60), st.text(max_size=60))
def test_likeness_is_a_share_and_has_no_direction(one: str, two: str) -> None:
    a, b = learning(one), learning(two, tool="curl")
    assert graph.similar(a, b) == graph.similar(b, a)
    assert 0 <= graph.similar(a, b) <= 1
    assert graph.similar(a, a) == 1


# Confidence that travels


def chain(*, weight: float = 1.0) -> list[Triple]:
    """Three errors in a row, each with a fix."""
    return [
        edge("error:t:a", "similarTo", "error:t:b", weight=weight),
        edge("error:t:b", "similarTo", "error:t:c", weight=weight),
        *(edge(f"error:t:{one}", "resolvedBy", f"fix:{one}") for one in "abc"),
    ]


def test_a_third_of_a_change_reaches_the_similar_error() -> None:
    assert graph.spread({"error:t:a": 0.2}, neighbours(chain()))["error:t:b"] == pytest.approx(0.06)


def test_a_change_of_a_fix_is_one_of_its_error() -> None:
    assert graph.spread({"fix:a": 0.2}, neighbours(chain())) == graph.spread({"error:t:a": 0.2}, neighbours(chain()))


def test_a_fall_travels_too_and_less_far_than_it_began() -> None:
    found = graph.spread({"error:t:a": -0.5}, neighbours(chain(weight=0.8)))
    assert found["error:t:b"] == pytest.approx(-0.12)
    assert -0.12 < found["error:t:c"] < 0


def test_an_error_without_a_fix_gains_nothing_but_hands_on() -> None:
    triples = [one for one in chain() if one.object != "fix:b"]
    assert list(graph.spread({"error:t:a": 0.9}, neighbours(triples))) == ["error:t:c"]


def test_other_edges_carry_nothing() -> None:
    triples = [edge("error:t:a", "causedBy", "tool:t"), edge("error:t:b", "causedBy", "tool:t"), edge("error:t:b", "resolvedBy", "fix:b")]
    assert graph.spread({"error:t:a": 1.0}, neighbours(triples)) == {}


NAMES = st.sampled_from([f"error:t:{at}" for at in range(8)])
WEB = st.lists(st.tuples(NAMES, NAMES, st.floats(0, 1)), max_size=40)


@given(WEB, st.dictionaries(NAMES, st.floats(-1, 1), max_size=4), st.floats(0, 1))
def test_all_that_travels_is_at_most_the_rate_and_never_comes_back(
    web: list[tuple[str, str, float]], changes: dict[str, float], rate: float
) -> None:
    triples = [edge(one, "similarTo", two, weight=weight) for one, two, weight in web]
    triples += [edge(f"error:t:{at}", "resolvedBy", f"fix:{at}") for at in range(8)]
    found = graph.spread(changes, neighbours(triples), rate=rate)
    assert sum(map(abs, found.values())) <= rate * sum(map(abs, changes.values())) + 1e-9
    assert not set(found) & set(changes)
    assert found == graph.spread(dict(reversed(changes.items())), neighbours(reversed(triples)), rate=rate)


# Ways


def test_the_shortest_way_is_found_whichever_way_edges_point() -> None:
    triples = [edge("a", "p", "b"), edge("c", "p", "b"), edge("c", "p", "d"), *(edge(f"x{at}", "p", f"x{at + 1}") for at in range(5))]
    triples += [edge("a", "p", "x0"), edge("x5", "p", "d")]
    way = graph.path("a", "d", neighbours(triples))
    assert way is not None
    assert [(one.subject, one.object) for one in way] == [("a", "b"), ("c", "b"), ("c", "d")]


def test_there_may_be_no_way() -> None:
    near = neighbours([edge("a", "p", "b"), edge("c", "p", "d")])
    assert graph.path("a", "d", near) is None
    assert graph.path("a", "a", near) == []
    assert graph.path("nobody", "a", near) is None


def test_a_search_gives_up_at_its_limit() -> None:
    near = neighbours([edge(f"n{at}", "p", f"n{at + 1}") for at in range(100)])
    assert graph.path("n0", "n100", near, limit=20) is None
    way = graph.path("n0", "n100", near)
    assert way is not None
    assert len(way) == 100


def test_what_lies_around_a_node() -> None:
    near = neighbours([edge("a", "p", "b"), edge("b", "p", "c"), edge("c", "p", "d"), edge("c", "p", "a")])
    assert {(one.subject, one.object) for one in graph.around("a", 1, near).triples} == {("a", "b"), ("c", "a")}
    assert len(graph.around("a", 2, near).triples) == 4
    assert graph.around("a", 0, near) == ([], False)
    cut = graph.around("a", 2, near, limit=2)
    assert (len(cut.triples), cut.is_cut) == (2, True)


def test_of_a_hundred_thousand_triples_few_are_looked_at() -> None:
    size = 33_334
    looked: list[str] = []
    ends = neighbours(edge(str(at), "p", str((at * by + 1) % size)) for at in range(size) for by in (1, 7919, 15485))

    def near(names: Sequence[str]) -> list[Triple]:
        looked.extend(names)
        return ends(names)

    assert graph.path("0", "17000", near) is not None
    assert len(looked) < 1000


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20))
def test_a_way_is_as_short_as_a_plain_search_finds_it(pairs: list[tuple[int, int]]) -> None:
    near = neighbours([edge(str(one), "p", str(two)) for one, two in pairs])
    reached, front, steps = {"0"}, {"0"}, 0
    while front and "7" not in reached:
        front = {end for name in front for one in near(name) for end in (one.subject, one.object)} - reached
        reached |= front
        steps += 1
    way = graph.path("0", "7", near)
    assert (len(way) if way is not None else None) == (steps if "7" in reached else None)


# Exports

TEXT = st.text(max_size=20)
TRIPLES = st.lists(st.builds(edge, TEXT, TEXT, TEXT, weight=st.floats(0, 1), origin=TEXT), max_size=8)


@given(TRIPLES)
def test_json_reads_back(triples: list[Triple]) -> None:
    read = json.loads(graph.as_json(triples))
    assert {(one["subject"], one["predicate"], one["object"]) for one in read["edges"]} == {
        (t.subject, t.predicate, t.object) for t in triples
    }
    assert {one["id"] for one in read["nodes"]} == {end for t in triples for end in (t.subject, t.object)}


@given(TRIPLES)
def test_graphml_reads_back(triples: list[Triple]) -> None:
    root = ElementTree.fromstring(graph.as_graphml(triples))
    space = "{http://graphml.graphdrawing.org/xmlns}"
    nodes = {one.get("id") for one in root.iter(f"{space}node")}
    edges = list(root.iter(f"{space}edge"))
    assert len(nodes) == len({end for t in triples for end in (t.subject, t.object)})
    assert len(edges) == len({(t.subject, t.predicate, t.object) for t in triples})
    assert all(one.get("source") in nodes and one.get("target") in nodes for one in edges)


@given(TRIPLES)
def test_mermaid_has_a_line_for_everything_and_no_syntax_in_labels(triples: list[Triple]) -> None:
    lines = graph.as_mermaid(triples).splitlines()
    nodes, edges = {end for t in triples for end in (t.subject, t.object)}, {(t.subject, t.predicate, t.object) for t in triples}
    assert lines[0] == "graph LR"
    assert len(lines) == 1 + len(nodes) + len(edges)
    assert all(line.count('"') == 2 for line in lines[1:])


@pytest.mark.parametrize("form", ["json", "graphml", "mermaid"])
def test_an_export_that_leaves_out_older_edges_says_so(form: graph.Format) -> None:
    latest = [edge("error:Bash:x", "causedBy", f"tool:{n}") for n in range(3)]

    cut, whole = graph.exported(form, latest, most=2), graph.exported(form, latest, most=3)

    assert "there are older ones" in cut
    assert "older" not in whole
    assert ("tool:1" in cut or "tool#58; 1" in cut, "tool:2" in cut or "tool#58; 2" in cut) == (True, False)


def test_a_drawing_reads_well() -> None:
    triples = [
        edge('error:Bash:no "file" <path>', "causedBy", "tool:Bash"),
        edge('error:Bash:no "file" <path>', "resolvedBy", "fix:touch it"),
    ]
    assert graph.as_mermaid(triples) == (
        "graph LR\n"
        '  n0["error#58; Bash#58;no #34;file#34; #60;path#62;"]\n'
        '  n1(["fix#58; touch it"])\n'
        '  n2[["tool#58; Bash"]]\n'
        '  n0 -->|"causedBy"| n2\n'
        '  n0 -->|"resolvedBy"| n1\n'
    )


def test_a_drawing_that_is_too_large_says_what_it_leaves_out() -> None:
    triples = [edge(f"a{at}", "p", f"b{at}", weight=at / 10) for at in range(10)]
    drawn = graph.as_mermaid(triples, limit=3)
    assert drawn.endswith("  %% left out: 7 of 10 edges, the weakest\n")
    assert "a9" in drawn
    assert "a0" not in drawn


def test_an_export_does_not_depend_on_the_order() -> None:
    triples = [edge("b", "p", "a"), edge("a", "p", "c"), edge("a", "o", "c")]
    for export in (graph.as_json, graph.as_graphml, graph.as_mermaid):
        assert export(triples) == export(reversed(triples))
