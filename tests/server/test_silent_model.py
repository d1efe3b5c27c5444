"""`/health` while the model does not answer: nobody takes it for well."""

import re
from html import unescape
from typing import Any, cast

import pytest
from starlette.testclient import TestClient

from habitus.errors import ModelError
from habitus.layer import Layer
from habitus.layer.learning import Tally
from habitus.learn.asked import Draft
from habitus.models import Metered, ScriptedModel
from habitus.server.app import Application
from habitus.server.pages import words
from habitus.types import ModelCall
from habitus.worker import Jobs, JobState
from nouns import correction
from server.furnished import put

SPANISH = {"Accept-Language": "es"}
DOWN = ModelError("the openai model `m` at 127.0.0.1:9 could not be reached: check `model.base_url`, and that the server is running")
NO = Draft(is_correction=False, clear=True)
YES = Draft(clear=True, rule_type="preference", rule="Use uv.")


class Book:
    """What the learner's last run is said to have done."""

    def __init__(self, did: str) -> None:
        self.did = did

    def state(self) -> list[JobState]:
        return [JobState(name="learner", does="Makes rules.", every=120.0, outcome="done", did=self.did)]


def text_of(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def card(page: str, name: str) -> str:
    return page.partition(f"<h2>{name}</h2>")[2].partition("</section>")[0]


def row(page: str, id: str) -> str:
    return page.partition(f'<tr data-row="{id}"')[2].partition("</tr>")[0]


def said(page: str) -> tuple[str, str]:
    """What was just done, and its colour."""
    found = re.search(r'<div class="said (\w+)" role="status"><span>([^<]*)', page)
    assert found
    return found[2].strip(), found[1]


def asked(layer: Layer, *answers: Any, cap: int = 0) -> None:
    """Three corrections wait, and the model will say this; after two failures it is left alone."""
    meter = {"daily_token_cap": cap, "daily_cost_cap": 0.0, "breaker_failures": 2, "breaker_seconds": 600.0}
    layer.model = Metered(ScriptedModel(answers, name="m"), layer.store, layer.clock, **cast("Any", meter))
    for nth in range(3):
        put(layer, "pending", f"k{nth}", correction(f"no, use uv {nth}", id=f"k{nth}", at=layer.clock()), "queued")


@pytest.fixture
def down(layer: Layer) -> Layer:
    asked(layer, DOWN, DOWN)
    return layer


def test_learn_now_says_that_the_model_does_not_answer(down: Layer, quiet: TestClient) -> None:
    assert said(quiet.post("/health/queue", data={"do": "run"}).text) == (
        "Nothing was learned: the model does not answer. What waits goes on waiting.", "red",
    )  # fmt: skip
    assert said(quiet.post("/health/queue", data={"do": "run"}).text)[1] == "red"  # it is left alone by now


def test_the_model_says_until_when_it_is_left_alone_and_why(down: Layer, quiet: TestClient) -> None:
    quiet.post("/health/queue", data={"do": "run"})
    page, facts = quiet.get("/health").text, quiet.get("/v1/health").json()["model"]

    until = facts["rests_until"]
    assert until
    assert facts["failure"] == str(DOWN)
    shown = card(page, "Model")
    assert '<span class="chip red">does not answer</span> It is left alone until' in shown
    assert f'<time datetime="{until[:19]}' in shown
    assert "<code>model.base_url</code>" in shown
    assert "no está al alcance" in text_of(card(quiet.get("/health", headers=SPANISH).text, "Modelo"))


def test_the_learner_is_not_green_while_what_waits_cannot_be_learned_from(down: Layer, quiet: TestClient, app: Application) -> None:
    quiet.post("/health/queue", data={"do": "run"})
    app.jobs = cast("Jobs", Book(""))

    shown = row(quiet.get("/health").text, "learner")
    assert "green" not in shown
    assert "nothing to do" not in shown
    assert "The model does not answer; it is left alone until" in shown


def test_what_waits_says_why_it_could_not_be_learned_from(down: Layer, quiet: TestClient) -> None:
    quiet.post("/health/queue", data={"do": "run"})
    page = quiet.get("/health").text

    tried = [text_of(row(page, one.id)) for one in down.queue.waiting() if one.tries]
    assert len(tried) == 2
    assert all("could not be reached" in one and "`" not in one for one in tried)
    assert "kept failing and is left alone until" in text_of(page)


def test_another_process_that_looks_is_told_by_the_ledger(down: Layer, quiet: TestClient) -> None:
    down.learning.run()
    down.model = ScriptedModel(name="m")  # nobody has asked it here

    model = quiet.get("/v1/health").json()["model"]
    assert "could not be reached" in model["failure"]
    assert model["rests_until"] is None
    assert '<span class="chip red">nothing is learned</span>' in card(quiet.get("/health").text, "Model")


def test_a_run_in_which_some_failed_is_red_and_says_how_many(layer: Layer, quiet: TestClient, app: Application) -> None:
    app.jobs = cast("Jobs", Book("2 learned, 1 failed"))

    assert '<span class="chip red">1 failed</span> 2 learned' in row(quiet.get("/health").text, "learner")
    assert '<span class="chip red">1 falló</span> 2 aprendidas' in row(quiet.get("/health", headers=SPANISH).text, "learner")


def test_a_run_counts_what_it_left(down: Layer) -> None:
    assert down.learning.run() == Tally(failed=2, waiting=3)


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ((YES, NO, NO), ("Rules learned or confirmed: 1.", "green")),
        ((YES, DOWN, DOWN), ("Rules learned or confirmed: 1; then the model did not answer any more.", "yellow")),
        ((NO, NO, NO), ("Nothing was learned: no rule could be made of what waited.", "yellow")),
    ],
)
def test_learn_now_says_what_came_of_it(layer: Layer, quiet: TestClient, answers: tuple[Any, ...], told: tuple[str, str]) -> None:
    asked(layer, *answers)

    assert said(quiet.post("/health/queue", data={"do": "run"}).text) == told


def test_learn_now_says_when_nothing_waits(layer: Layer, quiet: TestClient) -> None:
    assert said(quiet.post("/health/queue", data={"do": "run"}).text)[0].startswith("Nothing is due")


def test_a_day_that_is_spent_is_no_silence(layer: Layer, quiet: TestClient) -> None:
    asked(layer, YES, cap=10)
    spent = ModelCall(
        at=layer.clock(), model="m", purpose="rule", item="", input_tokens=10, output_tokens=1, cost=None, seconds=0.1, outcome="ok"
    )
    layer.store.meter(spent)
    assert said(quiet.post("/health/queue", data={"do": "run"}).text) == (
        "Nothing was learned: the model may not be asked for now, and its card says why. What waits goes on waiting.", "red",
    )  # fmt: skip
    assert "11 of 10 tokens are spent today: it goes on at" in text_of(quiet.get("/health").text)


def test_once_it_answers_again_all_is_well(layer: Layer, quiet: TestClient) -> None:
    asked(layer, DOWN, NO, NO)
    quiet.post("/health/queue", data={"do": "run"})
    assert quiet.get("/v1/health").json()["model"]["failure"] == str(DOWN)  # the first still waits for its next try

    quiet.post("/health/queue", data={"do": "clear"})
    assert quiet.get("/v1/health").json()["model"]["failure"] == ""


def test_what_a_job_did_is_told_in_spanish() -> None:
    figures = {*Tally.__slots__, "sessions", "knowledge", "injections", "suggested", "moved", "notified"}

    assert {one for one in figures if f"{{n}} {one}" not in words.table("es")} == set()
    assert words.told("en", "{n} injections", n=1) == "1 injection"
    assert words.told("es", "{n} injections", n=1) == "1 aviso al modelo"
