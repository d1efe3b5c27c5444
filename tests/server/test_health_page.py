"""`/health`: the Learning Queue can be read, one correction at a time; what waits for a person is counted as the inbox counts it."""

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from habitus.layer import Layer
from habitus.server.pages import drawn
from habitus.types import ModelCall
from nouns import correction
from server.furnished import furnish, put

SCRIPT = "<script>alert(1)</script>"


@pytest.fixture
def queued(layer: Layer) -> Layer:
    """Two that wait and one that was given up on."""
    now = layer.clock()
    for id, said, ago in (("k1", f"no, use uv {SCRIPT}", 7200), ("k2", "use tabs", 90), ("k3", "answer shorter", 200_000)):
        put(layer, "pending", id, correction(said, id=id, at=now - timedelta(seconds=ago)), "queued")
    dead = correction("answer shorter", id="k3", at=now - timedelta(seconds=200_000))
    for _ in range(3):
        layer.queue.again(dead, why="the model did not answer", now=now)
    return layer


def text_of(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def row(page: str, id: str) -> str:
    return page.partition(f'<tr data-row="{id}"')[2].partition("</tr>")[0]


def test_the_queue_is_called_as_in_the_seed_and_read_there(queued: Layer, quiet: TestClient) -> None:
    page = quiet.get("/health").text

    assert "<h2>Learning Queue</h2>" in page
    assert "no, use uv" in text_of(row(page, "k1"))
    assert "2 h ago" in row(page, "k1")
    assert "2 min ago" in row(page, "k2")
    assert SCRIPT not in page
    given_up = text_of(row(page, "k3"))
    assert "given up on" in given_up
    assert "2 d ago" in given_up
    assert "the model did not answer" in given_up
    assert "Try again" not in row(page, "k1")


def test_an_age_says_since_when(queued: Layer, quiet: TestClient) -> None:
    at = queued.queue.dead()[0].at.isoformat(timespec="seconds")

    assert f'<time datetime="{at}" data-ago>2 d ago</time>' in quiet.get("/health").text


@pytest.mark.parametrize(
    ("path", "shown"),
    [("/home/ana/work", "/home/<wbr>ana/<wbr>work"), ("https://x.example/<b>", "https:/<wbr>/x.example/<wbr>&lt;b&gt;"), ("bot", "bot")],
)
def test_a_path_ends_its_lines_after_a_folder(path: str, shown: str) -> None:
    assert drawn.foldable(path) == shown


def test_it_speaks_spanish(queued: Layer, quiet: TestClient) -> None:
    page = quiet.get("/health", headers={"Accept-Language": "es"}).text

    assert "<h2>Cola de aprendizaje</h2>" in page
    assert "hace 2 h" in page
    assert "dada por perdida" in page


def test_one_is_taken_out_and_brought_back(queued: Layer, quiet: TestClient) -> None:
    page = quiet.post("/health/queue", data={"do": "clear", "id": "k1"}).text

    assert "Taken out of the queue" in page
    assert [one.id for one in queued.queue.waiting()] == ["k2"]
    undo = re.search(r'action="(/ledger/\d+/undo)"', page)
    assert undo
    quiet.post(undo[1])
    assert {one.id for one in queued.queue.waiting()} == {"k1", "k2"}


def test_one_that_was_given_up_on_is_tried_again_or_cleared(queued: Layer, quiet: TestClient) -> None:
    quiet.post("/health/queue", data={"do": "retry", "id": "k3"})
    assert {one.id for one in queued.queue.waiting()} == {"k1", "k2", "k3"}
    assert queued.queue.dead() == []


def test_one_that_is_gone_is_told_so(queued: Layer, quiet: TestClient) -> None:
    answer = quiet.post("/health/queue", data={"do": "clear", "id": "nothing"})

    assert answer.status_code == 404
    assert len(queued.queue.waiting()) == 2


def test_a_viewer_clears_nothing(queued: Layer, keyed: Callable[[str], TestClient]) -> None:
    assert keyed("viewer").post("/health/queue", data={"do": "clear", "id": "k1"}).status_code == 403
    assert len(queued.queue.waiting()) == 2


def test_what_waits_for_a_person_is_what_the_inbox_shows(layer: Layer, quiet: TestClient) -> None:
    furnish(layer)

    counted = re.search(r'<a href="/inbox">Inbox</a></dt><dd>(\d+)</dd>', quiet.get("/health").text)
    shown = quiet.get("/inbox", params={"part": "list"}).text.count("<tr data-row=")

    assert counted
    assert (int(counted[1]), shown) == (7, 7)
    assert quiet.get("/v1/health").json()["inbox"] == 7


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0.00123, "<0.01 s"), (0.0149, "0.015 s"), (0.25, "0.25 s"), (1.2345, "1.2 s"), (12.7, "13 s"), (75, "1 min"), (7300, "2 h"),
        (9e5, "10 d"),
    ],
)  # fmt: skip
def test_a_span_of_time_has_two_digits_at_most(seconds: float, told: str) -> None:
    assert drawn.took(seconds) == told


def test_what_waits_on_the_disk_of_this_home_is_said_and_what_was_refused_with_its_remedy(layer: Layer, quiet: TestClient) -> None:
    spool = Path(layer.home, "spool")
    assert "on the disk" not in quiet.get("/health").text
    spool.mkdir()
    (spool / "1-left.jsonl").write_bytes(b"x" * 3000)
    (spool / "refused").write_bytes(b"x" * 100)

    page = text_of(quiet.get("/health").text)

    assert "3 KB wait on the disk The database was away." in page
    assert "1 KB were refused Events that the database did not take are in spool/refused ; habitus doctor says what to do." in page
    assert quiet.get("/v1/health").json()["spool"] == {"bytes": 3000, "refused": 100}


def test_what_the_built_in_agent_has_spent_stands_beside_what_the_learner_has(layer: Layer, quiet: TestClient) -> None:
    for purpose, read in (("agent", 4000), ("rule", 700)):
        layer.store.meter(ModelCall(at=layer.clock(), model="m", purpose=purpose, item="s1", input_tokens=read, cost=0.25))

    found = quiet.get("/v1/health").json()

    assert (found["agent"]["tokens_today"], found["model"]["tokens_today"]) == (4000, 700)
    assert "the built-in agent tokens today 4,000 / 10,000,000 spent today $0.2500 / $10.00" in text_of(quiet.get("/health").text)
