"""`/ledger`: a line names what it is about, and shows what changed as it reads."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from habitus.layer import Layer
from habitus.types import Note, SessionEnd
from nouns import correction, user
from server.furnished import WAITING, furnish, put

SPANISH = {"Accept-Language": "es"}
KEY = "7b1e0c9a-1111:specstory"


@pytest.fixture
def full(layer: Layer) -> Layer:
    furnish(layer)
    return layer


def text_of(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def of_what(page: str, id: int) -> str:
    """The cell that says what a line is about."""
    row = page.partition(f'<tr data-row="{id}"')[2].partition("</tr>")[0]
    return row.partition('data-label="Of what"')[2].partition("</td>")[0].partition(">")[2]


def line(layer: Layer, verb: str) -> int:
    return layer.store.entries(verb=verb, limit=1)[0].id


def test_what_happened_is_named_by_what_was_said_and_leads_to_it(full: Layer, quiet: TestClient) -> None:
    page = quiet.get("/ledger?all=1").text

    said = of_what(page, line(full, "observed"))
    assert "no, use pnpm instead of npm" in said
    assert '<a href="/sessions/monday?after=2#e3">' in said
    assert "monday:4" not in text_of(page)


def test_what_was_read_together_is_counted(layer: Layer, quiet: TestClient) -> None:
    layer.history.take([user(f"message {n}", key=f"m{n}") for n in range(3)])

    assert of_what(quiet.get("/ledger?all=1").text, line(layer, "observed")).startswith(
        '<a href="/sessions/s1?after=0#e1">3 events: message 0'
    )


def test_a_moment_without_words_is_told_by_its_kind(layer: Layer, quiet: TestClient) -> None:
    layer.observe(SessionEnd(session=KEY, at=layer.clock(), key="e"))

    assert text_of(of_what(quiet.get("/ledger?all=1").text, line(layer, "observed"))).startswith("end")


def test_a_job_is_called_by_its_name(layer: Layer, quiet: TestClient) -> None:
    layer.store.note(Note(verb="job asked for", item="job:learner", content={}, actor="owner"), layer.clock())

    page, spanish = quiet.get("/ledger?all=1").text, quiet.get("/ledger?all=1", headers=SPANISH).text
    assert of_what(page, line(layer, "job asked for")) == "learner"
    assert "job:learner" not in page + spanish
    assert ">aprendizaje</td>" in spanish


def test_an_answer_is_named_by_what_was_answered(full: Layer, quiet: TestClient) -> None:
    quiet.post("/inbox/conflict0", data={"answer": "reject"})
    one = line(full, "answered")
    quiet.post("/inbox", data={"answer": "approve", "id": ["rule0", "persona0"]})
    page = quiet.get("/ledger?all=1").text

    assert of_what(page, one) == "no, use pnpm instead of npm"
    assert of_what(page, line(full, "answered")) == "4 changes"
    assert "conflict0" not in text_of(page)


def test_a_failure_is_named_by_the_correction(layer: Layer, quiet: TestClient) -> None:
    waits = correction("no, use uv", id="k1", at=layer.clock())
    put(layer, "pending", "k1", waits, "queued")
    layer.queue.again(waits, why="the model did not answer", now=layer.clock())

    assert of_what(quiet.get("/ledger?all=1").text, line(layer, "failed")).startswith("no, use uv <a")  # and its session


def test_what_changed_is_open_and_read(full: Layer, quiet: TestClient) -> None:
    page = quiet.get("/ledger/3").text  # a rule with a check

    assert "<details open><summary>What changed</summary>" in page
    assert '\\"' not in unescape(page)
    assert "npm" in page.partition('<pre class="diff">')[2]


def test_an_empty_ledger_leads_to_all_of_it_and_that_says_what_to_do(quiet: TestClient) -> None:
    assert 'href="/ledger?all=1"' in quiet.get("/ledger").text.partition('class="empty"')[2]

    whole = quiet.get("/ledger?all=1").text.partition('class="empty"')[2]
    assert "habitus install claude-code" in whole
    assert "Show all" not in whole


@pytest.mark.parametrize("answer", ["approve", "reject"])
def test_an_answer_is_taken_back_whole_by_the_line_of_its_proposal(full: Layer, quiet: TestClient, answer: str) -> None:
    quiet.post("/inbox/rule0", data={"answer": answer})
    answered = full.store.entries(item="rule0", changes=True, limit=1)[0].id

    quiet.post(f"/ledger/{answered}/undo")

    waits, rule = full.store.lessons().proposals_begun("rule0")[0], full.store.lessons().rule(WAITING)
    assert rule
    assert (waits.state, rule.state) == ("pending", "proposed")
    assert f'action="/ledger/{answered}/undo"' not in quiet.get("/ledger").text


@pytest.mark.parametrize(
    ("headers", "said"), [({}, "No change of 'c404' fits."), (SPANISH, "No hay ningún cambio de 'c404' que coincida.")]
)
def test_a_search_that_finds_nothing_keeps_what_was_looked_for(full: Layer, quiet: TestClient, headers: dict[str, str], said: str) -> None:
    answer = quiet.get("/ledger?all=1&item=c404", headers=headers)

    assert answer.status_code == 200
    assert said in text_of(answer.text)
    assert '<input name="item" value="c404">' in answer.text
    assert 'name="all" value="1" checked' in answer.text
