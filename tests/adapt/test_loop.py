"""Plan, validate, learn, decide: the pure loop, from the first mistake to the second task of its kind."""

from hypothesis import given
from hypothesis import strategies as st

from habitus.adapt import intent, observation, plan, progress, shapes, strategies
from habitus.adapt.nouns import Document, Plan, Progress, Strategy, Validation
from habitus.adapt.validate import validate

PROMPT = "Calculate the first 10 prime numbers"
WANTED = intent.read(PROMPT)
PROGRAM = "import math\n\ndef primes(n):\n    return []\n\nprint(primes(10))"
PRIMES = "2, 3, 5, 7, 11, 13, 17, 19, 23, 29"
CODE = "ai.process with code prompt"
DATA = "ai.process with data delivery prompt"
AT = "2026-01-04T10:30:00+00:00"


def learned(*outcomes: tuple[str, str]) -> tuple[Strategy, ...]:
    known: tuple[Strategy, ...] = ()
    for action, content in outcomes:
        known = strategies.learn(known, WANTED, action, validate(content, WANTED), AT)
    return known


def test_data_is_asked_for_as_data_from_the_start() -> None:
    made = plan.plan(PROMPT, WANTED)
    assert (made.method, made.action) == ("ai", "process")
    assert PROMPT in made.parameters["aiPrompt"]
    assert "first 10; prime numbers" in made.parameters["aiPrompt"]
    assert plan.name(made, WANTED) == DATA


def test_a_document_is_planned_with_the_method_that_writes_it() -> None:
    made = plan.plan("Create a PDF of the report", intent.read("Create a PDF of the report"))
    assert (made.method, made.action) == ("document", "generate")


def test_the_seeds_story_code_is_rejected_and_the_second_task_starts_with_what_worked() -> None:
    known = learned((CODE, PROGRAM))
    assert strategies.avoided(known, WANTED) == (CODE,)
    known = learned((CODE, PROGRAM), (DATA, PRIMES))
    other = intent.read("List the first 5 odd numbers")
    assert shapes.improved(known, other) == {
        "strategy": {"pattern": "numbers_request", "successfulAction": DATA, "successRate": 0.75, "lastUpdated": AT},
        "avoidActions": [CODE],
    }
    made = plan.plan("List the first 5 odd numbers", other, known)
    assert made.because.startswith("it worked")
    assert "not a program" in made.parameters["aiPrompt"]


def test_an_avoided_action_is_not_planned_while_there_is_another() -> None:
    known = learned((DATA, PROGRAM))
    assert plan.name(plan.plan(PROMPT, WANTED, known), WANTED) != DATA


def test_what_was_wrong_last_time_is_in_the_next_prompt() -> None:
    last = validate("2, 3, 5", WANTED)
    assert last.suggestions[0] in plan.plan(PROMPT, WANTED, last=last).parameters["aiPrompt"]


def test_what_worked_for_numbers_is_tried_for_lists_but_not_for_prose() -> None:
    known = learned((DATA, PRIMES), (DATA, PRIMES))
    assert strategies.best(known, intent.read("List the rivers of France")) is not None
    assert strategies.best(known, intent.read("Tell me a story")) is None


def test_what_is_learned_fades_and_is_forgotten() -> None:
    known = learned((DATA, PRIMES))
    later = strategies.forget(known, "2026-04-04T10:30:00+00:00")
    assert later[0].tried < known[0].tried
    assert strategies.forget(known, "2030-01-01T00:00:00+00:00") == ()


def test_what_is_known_is_told_in_lines() -> None:
    assert strategies.told((), WANTED) == "- nothing yet"
    said = strategies.told(learned((CODE, PROGRAM), (DATA, PRIMES)), WANTED)
    assert f"- avoid: {CODE}" in said
    assert f"- worked before: {DATA}" in said


@given(st.lists(st.booleans(), max_size=30))
def test_a_rate_stays_between_nothing_and_everything(outcomes: list[bool]) -> None:
    known = learned(*[(DATA, PRIMES if good else PROGRAM) for good in outcomes])
    assert all(0 < strategies.rate(one) < 1 for one in known)
    assert len(known) == bool(outcomes)


@given(st.floats(min_value=0.2, max_value=50), st.integers(min_value=0, max_value=400))
def test_forgetting_twice_at_one_moment_is_forgetting_once(tried: float, days: int) -> None:
    from datetime import datetime, timedelta

    now = (datetime.fromisoformat(AT) + timedelta(days=days)).isoformat()
    once = strategies.forget((Strategy(pattern="text_request", action="a.b", tried=tried, worked=tried / 2, updated=AT),), now)
    assert strategies.forget(once, now) == once


# ── progress ──


def after(*contents: str) -> tuple[Progress, Validation]:
    state = Progress()
    for content in contents:
        said = validate(content, WANTED)
        state = progress.update(state, said)
    return state, said


def test_success_stops() -> None:
    state, said = after(PRIMES)
    assert shapes.decision(progress.decide(state, WANTED, 5, said)) == {
        "decision": "stop",
        "reason": "Everything that could be checked is met",
        "progress": 100,
        "nextAction": None,
    }


def test_nothing_validated_goes_on() -> None:
    state = progress.update(Progress(), None)
    assert progress.decide(state, WANTED, 5).decision == "continue"


def test_no_progress_twice_stops_and_once_does_not() -> None:
    state, said = after(PROGRAM, PROGRAM)
    assert progress.decide(state, WANTED, 9, said).decision == "continue"
    state, said = after(PROGRAM, PROGRAM, PROGRAM)
    assert "No progress" in progress.decide(state, WANTED, 9, said).reason


def test_the_budget_stops_and_a_failure_names_the_next_step() -> None:
    state, said = after("2, 3, 5")
    assert progress.decide(state, WANTED, 1, said).decision == "stop"
    assert progress.decide(state, WANTED, 2, said).next_action == "Give exactly 10 numbers."


def test_only_what_is_done_is_at_a_hundred() -> None:
    state, _ = after("2, 3, 5")
    assert 0 < state.percent < 100


# ── observations ──


def test_an_observation_shows_what_came_and_how_it_fits() -> None:
    said = validate("x" * 300, WANTED)
    seen = observation.observe([Document(name="a.txt", text="x" * 300)], success=True, intent=WANTED, validation=said)
    assert seen["documentsCount"] == 1
    assert seen["contentAnalysis"] == {"contentType": "text", "contentSnippet": "x" * 200 + "...", "intentMatch": False}


def test_without_documents_there_is_nothing_to_analyse() -> None:
    assert observation.observe([], success=False, intent=WANTED) == {"success": False, "documentsCount": 0, "previews": []}


def test_what_a_content_looks_like_is_told() -> None:
    looks = [observation.kind(text) for text in ("", '{"a": 1}', PROGRAM, PRIMES, "- a\n- b\n- c", "A story.")]
    assert looks == ["empty", "json", "code", "numbers", "list", "text"]


def test_an_action_of_ones_own_has_a_name_too() -> None:
    assert plan.name(Plan(method="web", action="search", parameters={}), WANTED) == "web.search with own prompt"
