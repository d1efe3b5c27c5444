"""`/errors`: found by a word, drawn with links, and told in sentences."""

import re
from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest
from starlette.testclient import TestClient

from habitus.layer import Layer
from habitus.layer.drawing import drawn
from habitus.learn import graph
from habitus.server.pages import hanging, words
from habitus.server.paging import written
from habitus.store.lesson_rows import triple_id
from habitus.types import Change, Learning, Triple
from server.furnished import LEARNING, furnish, put
from server.test_meanwhile import form
from server.test_whole_lists import walked

LONG = "Error: Cannot find module <path> imported from <path> while the build of the package was running: package {}"
SCRIPT = "<script>alert(1)</script>"


def known(layer: Layer, *kinds: tuple[str, str, str]) -> list[Learning]:
    furnish(layer)
    base = layer.store.lessons().learning(LEARNING)
    assert base
    made = []
    for n, (tool, pattern, fix) in enumerate(kinds):
        made.append(replace(base, id=f"9{n}999999-0000-4000-8000-000000000000", tool=tool, pattern=pattern, text=fix, occurrences=90 - n))
        put(layer, "learnings", made[-1].id, made[-1])
    return made


def join(layer: Layer, one: Learning, other: Learning) -> None:
    edges = [*graph.of_failure(one, "monday", [other], at=layer.clock()), *graph.of_fix(one, "monday", at=layer.clock())]
    layer.store.apply(drawn(layer.store, edges), layer.clock())


def text_of(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", "", page)).split())


def picture(page: str) -> str:
    return page[page.index("<svg") : page.index("</svg>")]


def test_every_box_leads_to_its_page(layer: Layer, client: TestClient) -> None:
    known(layer, ("Bash", "not found: 100%", "Use uv: it's there."), ("mcp:db", "no: such table", ""))

    links = [unescape(one) for one in re.findall(r'<a href="([^"]+)"', picture(client.get("/errors").text))]

    assert len(links) == 9  # three tools, four errors, two fixes
    assert {client.get(one).status_code for one in links} == {200}
    assert "no: such table" in client.get("/errors", params={"node": graph.node("tool", "mcp:db")}).text


def test_boxes_of_one_column_are_told_apart_and_hold_their_whole_text(layer: Layer, client: TestClient) -> None:
    known(layer, *(("Bash", LONG.format(name), "") for name in ("alpha", "beta")), ("Read", LONG.format("beta"), ""))

    boxes = re.findall(
        r'<a href="/errors/[^"]+" aria-label="([^"]+)"><rect[^>]+/><text[^>]*>([^<]+)</text>', picture(client.get("/errors").text)
    )

    assert len({short for _, short in boxes}) == len(boxes)
    assert all(unescape(whole).startswith(unescape(short)) for whole, short in boxes)  # WCAG 2.5.3: what is seen is in its name
    for name in ("alpha", "beta"):
        assert any(unescape(whole).endswith(LONG.format(name)) for whole, _ in boxes)
    assert all(len(unescape(short)) <= 48 for _, short in boxes)


def test_the_page_of_an_error_speaks_sentences(layer: Layer, client: TestClient) -> None:
    one, other = known(layer, ("Bash", LONG.format("alpha"), "Run uv sync."), ("Bash", LONG.format("beta"), ""))
    join(layer, one, other)

    page = client.get(f"/errors/{one.id}").text
    spanish = client.get(f"/errors/{one.id}", headers={"Accept-Language": "es"}).text

    assert f"Bash fails with “{one.pattern}”. What helps: Run uv sync." in text_of(page)
    assert "Against this error helps: Run uv sync." in text_of(page)
    assert f"This error is much like “{other.pattern}” of Bash." in text_of(page)
    assert "Contra este error ayuda: Run uv sync." in text_of(spanish)
    for shown in (page, spanish):
        assert not re.search(r"causedBy|resolvedBy|similarTo|inSession|error:Bash|tool:Bash", text_of(shown))
    assert 'href="/sessions/monday"' in page


@pytest.mark.parametrize(("kind", "said"), [("tool", "Bash fails with"), ("fix", "Against")])
def test_what_hangs_on_a_node_is_told_and_listed(layer: Layer, client: TestClient, kind: str, said: str) -> None:
    one, other = known(layer, ("Bash", "first % _ error", "Run 100% uv_sync."), ("Read", "second error", "Run 100% uvXsync."))
    join(layer, one, other)
    node = graph.node("tool", "Bash") if kind == "tool" else graph.fix(one.text)

    page = client.get("/errors", params={"node": node}).text

    assert said in text_of(page)
    assert "first % _ error" in page
    assert "second error" not in page
    assert "Show all" in page


def test_an_error_is_found_by_a_word_of_its_tool_itself_or_its_fix(layer: Layer, client: TestClient) -> None:
    known(layer, ("Grep", "no such folder", "Look first."), ("Read", "50% is unreadable", "Ask for it."), ("Edit", "other", ""))

    def found(word: str) -> set[str]:
        page = client.get("/errors", params={"q": word, "part": "list"}).text
        return set(re.findall(r"<strong>(\w+)</strong>", page))

    assert found("grep") == found("SUCH fold") == found("look FIRST") == {"Grep"}
    assert found("50%") == {"Read"}
    assert found("%") == {"Read"}
    nothing = client.get("/errors", params={"q": "zzz<b>"}).text
    assert "No error has “zzz&lt;b&gt;” in it." in nothing
    assert 'value="zzz&lt;b&gt;"' in nothing


def test_a_search_goes_on_over_pages(layer: Layer, client: TestClient) -> None:
    known(layer, *(("Bash", f"needle number {n}", "") for n in range(60)), *(("Bash", f"hay {n}", "") for n in range(9)))

    seen: set[str] = set()
    path, pages = "/errors?q=needle", 0
    while path:
        page = client.get(path).text
        seen |= set(re.findall(r"</strong>: (\w+ number \d+)", page))
        path = unescape(more[1]) if (more := re.search(r'rel="next" href="([^"]+)"', page)) else ""
        pages += 1

    assert (len(seen), pages) == (60, 2)


def test_a_strangers_words_are_only_text_in_the_graph(layer: Layer, client: TestClient) -> None:
    one, other = known(layer, (f"Bash{SCRIPT}", f"{SCRIPT} \u202e a", f"{SCRIPT} {{subject}}"), ("Bash", f"{SCRIPT} \u202e b", ""))
    join(layer, one, other)

    for path in ("/errors", f"/errors/{one.id}", f"/errors?node={graph.error(one)}"):
        page = client.get(path).text
        assert SCRIPT not in page
        assert "\u202e" not in page


def test_every_sentence_is_there_in_spanish() -> None:
    assert sorted({*hanging.SENTENCES.values()} - words.table("es").keys()) == []


def edges(layer: Layer, count: int) -> list[str]:
    """So many sessions in which Bash failed, the later the newer."""
    made = [
        Triple(subject=f"error:Bash:e{n:03d}", predicate="causedBy", object="tool:Bash", at=layer.clock() + timedelta(seconds=n))
        for n in range(count)
    ]
    put_all = [Change(verb="drawn", table="triples", item=triple_id(one), after=one, actor="a test") for one in made]
    layer.store.apply(put_all, layer.clock())
    return [one.subject for one in made]


@pytest.mark.parametrize("asked", [{}, {"node": "tool:Bash"}, {"node": "error:Bash:e007", "depth": "2"}])
def test_the_graph_says_that_there_is_more_and_goes_on(layer: Layer, quiet: TestClient, asked: dict[str, str]) -> None:
    drawn = edges(layer, 25)
    found, after = list[str](), dict[str, str]()

    for _ in range(3):
        page = quiet.get("/v1/graph", params={**asked, **after, "limit": "10"}).json()
        found += [one["subject"] for one in page["edges"]]
        after = {"after": page["next"]}

    assert page["next"] is None
    assert (len(found), sorted(found)) == (25, drawn)
    assert asked or found == drawn[::-1], "the latest first"


def test_what_is_no_place_in_the_graph_is_refused(layer: Layer, quiet: TestClient) -> None:
    edges(layer, 25)
    elsewhere = quiet.get("/v1/graph", params={"limit": "1"}).json()["next"]

    for asked in ({"after": "x"}, {"node": "tool:Bash", "after": elsewhere}, {"node": "tool:Bash", "after": written(("0123",))}):
        assert quiet.get("/v1/graph", params=asked).status_code == 404


def test_all_that_hangs_together_with_a_tool_can_be_reached(layer: Layer, quiet: TestClient) -> None:
    edges(layer, 220)

    told = walked(quiet, "/errors?node=tool:Bash", r"e(\d{3})”")

    assert sorted(told) == [f"{n:03d}" for n in range(220)]


def test_what_is_forgotten_leaves_the_list_as_narrow_as_it_was_and_so_does_its_undo(layer: Layer, quiet: TestClient) -> None:
    furnish(layer)
    here = "/errors?q=command&order=newest"

    gone = quiet.post(f"/errors/{LEARNING}", data=form(quiet.get(here).text, f"/errors/{LEARNING}"))
    undo = re.findall(r'action="(/ledger/\d+/undo)"', gone.text)[0]
    back = quiet.post(undo, data=form(gone.text, undo))

    for page in (gone, back):
        assert (page.url.params["q"], page.url.params["order"]) == ("command", "newest")
    assert (LEARNING in gone.text, LEARNING in back.text) == (False, True)
