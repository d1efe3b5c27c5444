"""What a page says about what was just done: to what, how many, and with the way back."""

import re
from dataclasses import replace
from html import unescape

import pytest
from starlette.testclient import TestClient

from habitus.layer import Layer
from habitus.layer.tending import JOBS
from habitus.measure.windows import bucket
from habitus.server.pages import words
from habitus.server.pages.asked import SAID
from habitus.types import Counts, Metric
from nouns import correction, rule
from server.furnished import CHECKED, OTHER, furnish, put

SPANISH = {"Accept-Language": "es"}
OLD, NEW = "Use npm, never pnpm.", "no, use pnpm instead of npm"


@pytest.fixture
def full(layer: Layer) -> Layer:
    furnish(layer)
    return layer


def said(page: str) -> str:
    found = re.search(r'<div class="said \w+" role="status"><span>(.*?)</span>', page, re.DOTALL)
    assert found
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[1])).split())


def undo(page: str) -> str:
    found = re.search(r'action="(/ledger/\d+/undo)"', page)
    assert found
    return found[1]


@pytest.mark.parametrize(("answer", "stays"), [("approve", NEW), ("keep_old", OLD)])
def test_of_two_that_contradict_each_other_the_one_that_holds_is_named(full: Layer, quiet: TestClient, answer: str, stays: str) -> None:
    put(full, "behavioral_rules", OTHER, rule(OLD, id=OTHER))  # where the other one holds

    assert said(quiet.post("/inbox/conflict0", data={"answer": answer}).text) == f"This one holds: {stays}"


def test_where_each_holds_elsewhere_both_stay_and_that_is_said(full: Layer, quiet: TestClient) -> None:
    assert said(quiet.post("/inbox/conflict0", data={"answer": "approve"}).text).startswith("Both stay; each holds where it was said: ")


def test_where_one_was_gone_before_nothing_had_to_be_done(full: Layer, quiet: TestClient) -> None:
    gone = full.store.lessons().rule(OTHER)
    assert gone
    put(full, "behavioral_rules", OTHER, replace(gone, state="retired"), "retired: unused")

    assert said(quiet.post("/inbox/conflict0", data={"answer": "approve"}).text).startswith("Nothing had to be done")


def test_a_rule_that_takes_the_place_of_another_says_so_and_each_leads_to_the_other(layer: Layer, quiet: TestClient) -> None:
    old = quiet.post("/behavioral-rules", data={"text": "Use tabs, not spaces."})

    new = quiet.post("/behavioral-rules", data={"text": "Use spaces, not tabs."})

    (old_id, new_id) = (one.url.path.rpartition("/")[2] for one in (old, new))
    assert said(new.text) == "Added, in place of another rule: Use spaces, not tabs."
    assert said(quiet.get(str(new.url), headers=SPANISH).text) == "Añadida en lugar de otra regla: Use spaces, not tabs."
    assert f'<dt>in place of</dt><dd><a href="/behavioral-rules/{old_id}">Use tabs, not spaces.</a></dd>' in new.text
    gone = quiet.get(f"/behavioral-rules/{old_id}").text
    assert f'<dt>gave way to</dt><dd><a href="/behavioral-rules/{new_id}">Use spaces, not tabs.</a></dd>' in gone
    quiet.post(undo(new.text), data={"back": "/"})
    assert "gave way to" not in quiet.get(f"/behavioral-rules/{old_id}").text


def test_an_emptied_queue_says_how_many_were_in_it(layer: Layer, quiet: TestClient) -> None:
    for nth in range(3):
        put(layer, "pending", f"k{nth}", correction(f"no, use uv {nth}", id=f"k{nth}", at=layer.clock()), "queued")

    page = quiet.post("/health/queue", data={"do": "clear"}).text

    assert said(page) == "Corrections taken out of the queue: 3."
    quiet.post(undo(page))
    assert layer.queue.depth() == 3


@pytest.mark.parametrize(("stage", "told"), [("shadow", "only watches now"), ("remind", "reminds now"), ("block", "blocks now")])
def test_a_check_says_what_it_was_moved_to(full: Layer, quiet: TestClient, stage: str, told: str) -> None:
    page = quiet.post(f"/behavioral-rules/{CHECKED}", data={"do": "stage", "stage": stage, "anyway": "1"}).text

    assert said(page) == f"Its check {told}: Never run npm publish."


def test_what_a_sentence_is_about_follows_one_colon() -> None:
    named = {text for word, text in SAID.items() if word.startswith(("edited", "merged", "added", "moved", "kept", "each"))}

    assert [text for lang in words.LANGUAGES for text in named if ":" in words.told(lang, text)] == []


def test_where_nothing_is_ticked_it_says_what_to_do(full: Layer, quiet: TestClient) -> None:
    page = quiet.post("/inbox", data={"answer": "approve"}).text

    assert said(page) == "Nothing is ticked: tick something first."
    assert '<div class="said yellow"' in page


def test_a_job_that_is_started_is_named() -> None:
    assert {one.name for one in JOBS} == {word.removeprefix("started_") for word in SAID if word.startswith("started_")}
    assert words.told("es", SAID["started_learner"]) == "En marcha: aprendizaje."


def test_a_rule_that_is_added_is_named_and_taken_back(layer: Layer, quiet: TestClient) -> None:
    page = quiet.post("/behavioral-rules", data={"text": "Use uv instead of pip.", "scope": "global"}).text

    assert said(page) == "Added: Use uv instead of pip."
    quiet.post(undo(page))
    assert layer.store.lessons().rules() == []


def test_taking_back_what_was_added_leads_from_its_page_to_the_list(layer: Layer, quiet: TestClient) -> None:
    added = quiet.post("/behavioral-rules", data={"text": "Use uv instead of pip.", "scope": "global"})

    gone = quiet.post(undo(added.text), data={"back": added.url.path})
    back = quiet.post(undo(gone.text), data={"back": added.url.path})

    assert (gone.status_code, gone.url.path) == (200, "/behavioral-rules")
    assert said(gone.text) == "Taken back: Use uv instead of pip."
    assert back.url.path == added.url.path


@pytest.mark.parametrize(
    ("path", "form"),
    [(f"/behavioral-rules/{OTHER}", {"do": "delete"}), ("/inbox", {"answer": "reject", "id": ["rule0", "persona0"]})],
)
def test_on_the_way_back_what_was_taken_back_is_not_offered_again(
    full: Layer, quiet: TestClient, path: str, form: dict[str, str | list[str]]
) -> None:
    done = quiet.post(path, data=form)
    quiet.post(undo(done.text))

    again = quiet.get(str(done.url)).text

    assert said(again) == said(done.text)
    assert "data-undo" not in again


def test_a_fix_that_is_added_is_named_and_taken_back(layer: Layer, quiet: TestClient) -> None:
    page = quiet.post("/errors", data={"tool": "Bash", "error": "command not found: uv", "text": "Install uv first."}).text

    assert said(page).startswith("Added: ")
    quiet.post(undo(page))
    assert list(layer.store.lessons().learnings()) == []


def test_a_week_that_was_looked_at_says_how_much_it_suggests(full: Layer, quiet: TestClient) -> None:
    full.store.counting().add([Metric("bot", "tool", "Deploy", bucket(full.clock()) - 1, Counts(200, 20))])

    assert said(quiet.post("/evolution/run", data={"agent": "bot"}).text) == "New suggestions: 1."
    assert said(quiet.post("/evolution/run", data={"agent": "bot"}).text) == "The week suggests nothing new."


@pytest.mark.parametrize(
    ("before", "answer", "told", "then"),
    [
        ([], {"status": "rejected"}, "Rejected: ", ("pending", "active")),
        ([], {"status": "approved", "now_anyway": "1"}, "Applied: ", ("pending", "active")),
        ([{"status": "approved", "now_anyway": "1"}], {"status": "rolled_back"}, "Rolled back: ", ("applied", "retired")),
    ],
)
def test_an_answer_to_a_suggestion_is_named_and_taken_back(
    full: Layer, quiet: TestClient, before: list[dict[str, str]], answer: dict[str, str], told: str, then: tuple[str, str]
) -> None:
    which = {"agent": "bot", "id": "5a11"}
    for one in before:
        quiet.post("/evolution/answer", data=which | one)

    page = quiet.post("/evolution/answer", data=which | answer).text

    assert said(page) == f"{told}{NEW}"
    quiet.post(undo(page))
    now, kept = full.store.counting().suggestion("5a11"), full.store.lessons().rule(CHECKED)
    assert now
    assert kept
    assert (now.status, kept.state) == then
