"""`/evolution`: figures over time on one scale, and guardrails that say what is wrong beside the field."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from habitus.errors import ConfigError
from habitus.evolve import guardrails
from habitus.layer import Layer
from habitus.measure.windows import bucket
from habitus.server.pages import charts, evolution, words
from habitus.types import Counts, Metric
from server.furnished import furnish, suggested
from server.test_meanwhile import form

GOOD = {"agent": "bot", "max_delta_per_cycle": "0.2", "min_data_points": "50", "rollback_on_drop_pct": "10", "locked_params": "source"}


USUAL = Counts(20, 15)


def counted(layer: Layer, *, agent: str = "bot", days: int = 7, key: str = "Bash", kind: str = "tool", counts: Counts = USUAL) -> None:
    hour = bucket(layer.clock())
    layer.store.counting().add([Metric(agent, kind, key, hour - 24 * day, counts) for day in range(days)])  # type: ignore[arg-type]


def charts_of(page: str) -> list[str]:
    return re.findall(r'<svg class="chart".*?</svg>', page, flags=re.DOTALL)


def heights(chart: str) -> list[float]:
    return [float(y) for y in re.findall(r'<circle cx="[\d.]+" cy="([\d.]+)"', chart)]


def test_every_kind_of_figure_is_drawn(layer: Layer, client: TestClient) -> None:
    counted(layer)
    counted(layer, kind="retrieval", key="search", counts=Counts(10, 5, 20, 4, 10, 9_000_000))
    counted(layer, kind="feedback", key="sentiment", counts=Counts(4, 3))
    counted(layer, kind="feedback", key="rating", counts=Counts(1, measured=1, total=5))

    page = client.get("/evolution").text
    drawn = charts_of(page)

    assert len(drawn) == 3
    assert [len(heights(one)) for one in drawn] == [7, 14, 7]
    assert [re.findall(r">(\d+%)<", one) for one in drawn] == [["0%", "50%", "100%"]] * 3
    assert "5 of 5 stars" in page


def test_all_charts_have_the_same_scale(layer: Layer, client: TestClient) -> None:
    counted(layer, key="half", counts=Counts(20, 10))
    counted(layer, key="whole", counts=Counts(10, 10))
    counted(layer, key="none", counts=Counts(5, 0))

    half, whole, none = ({*heights(one)} for one in charts_of(client.get("/evolution").text))

    (top,), (middle,), (bottom,) = whole, half, none
    assert middle - top == pytest.approx(bottom - middle)


@pytest.mark.parametrize(("days", "dots"), [("7", 7), ("30", 30), ("90", 40), ("9999", 7), ("", 7)])
def test_a_week_a_month_or_a_quarter_is_looked_at(layer: Layer, client: TestClient, days: str, dots: int) -> None:
    counted(layer, days=40)

    page = client.get("/evolution", params={"days": days}).text
    today = layer.clock()

    assert [len(heights(one)) for one in charts_of(page)] == [dots]
    assert f">{today.day} {charts.MONTHS[today.month - 1]}</text>" in charts_of(page)[0]
    assert re.findall(r'aria-current="true">(\d+) days', page) == [days if days in ("7", "30", "90") else "7"]


def test_a_day_without_calls_breaks_the_line(layer: Layer, client: TestClient) -> None:
    hour = bucket(layer.clock())
    layer.store.counting().add([Metric("bot", "tool", "Bash", hour - 24 * day, Counts(5, 5)) for day in (0, 1, 3, 4)])

    (path,) = re.findall(r'<path class="line" d="([^"]+)"', charts_of(client.get("/evolution").text)[0])

    assert (path.count("M"), path.count("L")) == (2, 2)


def test_it_opens_on_the_agent_with_the_most_data(layer: Layer, client: TestClient) -> None:
    counted(layer, agent="alpha", counts=Counts(1, 1))
    counted(layer, agent="zulu", counts=Counts(9, 9))

    assert '<option value="zulu" selected>' in client.get("/evolution").text
    assert '<option value="alpha" selected>' in client.get("/evolution", params={"agent": "alpha"}).text


def test_where_nothing_was_counted_it_says_what_brings_figures(layer: Layer, client: TestClient) -> None:
    layer.agents.add("bot", "predefined", who="me")

    page = client.get("/evolution", params={"agent": "bot"}).text

    assert charts_of(page) == []
    assert "<code>habitus install claude-code</code>" in page
    assert "no, that is wrong" in page


@pytest.mark.parametrize(
    ("field", "typed", "told"),
    [
        ("min_data_points", "few", "Write a whole number"),
        ("min_data_points", "-1", "Write a whole number"),
        ("max_delta_per_cycle", "7", "Write a number above 0 and at most 1"),
        ("rollback_on_drop_pct", "[]", "Write a number above 0 and at most 100"),
        ("rollback_on_drop_pct", "NaN", "Write a number above 0 and at most 100"),
    ],
)
def test_a_wrong_guardrail_is_told_beside_its_field_and_stays_as_typed(
    layer: Layer, client: TestClient, field: str, typed: str, told: str
) -> None:
    layer.agents.add("bot", "predefined", who="me")

    page = client.post("/evolution/guardrails", data={**GOOD, "locked_params": "source", field: typed})

    assert page.status_code == 422
    fields = {one[0]: one[1] for one in re.findall(r'<input id="(\w+)" name="\w+"( value="[^>]*)>', page.text)}
    assert f'value="{typed}"' in fields[field]
    assert [name for name, rest in fields.items() if "aria-invalid" in rest] == [field]
    assert 'value="source"' in fields["locked_params"]
    assert told in re.findall(rf'<p class="soft" id="{field}-help">(.*?)</p>', page.text, flags=re.DOTALL)[0]
    assert layer.agents.one("bot").other_config.get(guardrails.KEY) is None


def test_a_comma_is_a_decimal_point_too(layer: Layer, client: TestClient) -> None:
    layer.agents.add("bot", "predefined", who="me")

    client.post("/evolution/guardrails", data={**GOOD, "max_delta_per_cycle": "0,05"})

    assert guardrails.read(layer.agents.one("bot").other_config[guardrails.KEY]).max_delta_per_cycle == 0.05


def test_every_guardrail_has_a_name_and_a_reason_in_both_languages() -> None:
    assert tuple(evolution.RAILS) == guardrails.Guardrails._fields
    said = {text for texts in evolution.RAILS.values() for text in texts if text}
    said |= {*charts.MONTHS, *charts.EMPTY.values(), *(name for names in charts.LINES.values() for name in names)}
    assert sorted(said - words.table("es").keys()) == []


def test_in_spanish_nothing_of_the_seeds_names_is_left(layer: Layer, client: TestClient) -> None:
    counted(layer)
    page = unescape(re.sub(r"<[^>]+>", " ", client.get("/evolution", headers={"Accept-Language": "es"}).text))

    assert "Paso máximo" in page
    assert not re.search(r"max_delta|min_data|rollback_on|locked_params|\bdays\b", page)


def test_it_says_what_happens_by_itself_and_what_waits_for_a_yes(layer: Layer, client: TestClient) -> None:
    furnish(layer)
    page = client.get("/evolution").text

    assert "without your yes" not in page
    assert "Suggestions wait for your yes, and so does a check that would block." in page
    assert "checks rise as far as a warning or step back with their effect, a rule that is sure to hurt is retired" in page


@pytest.mark.parametrize(("typed", "near"), [("nonsense_param", "source"), ("retrieval_treshold", "retrieval_threshold")])
def test_a_lock_on_nothing_is_refused_with_the_nearest_name(layer: Layer, client: TestClient, typed: str, near: str) -> None:
    counted(layer)
    page = client.post("/evolution/guardrails", data={**GOOD, "locked_params": f"tool_advice.Bash, {typed}"})

    assert page.status_code == 422
    assert f"Evolution changes no setting called {typed}. Did you mean {near}?" in page.text
    assert f'value="tool_advice.Bash, {typed}"' in page.text
    assert guardrails.KEY not in layer.agents.one("bot").other_config


def test_a_lock_on_nothing_is_refused_through_the_api_too(layer: Layer, client: TestClient) -> None:
    given = {"locked_params": ["retrieval_treshold"]}
    by_itself = client.put("/v1/agents/bot/evolution/guardrails", json=given)

    assert by_itself.status_code == 409
    assert "no setting called 'retrieval_treshold'" in by_itself.json()["detail"]
    with pytest.raises(ConfigError, match="there are retrieval_threshold, "):
        layer.agents.set("bot", "evolutionGuardrails", given, who="owner")
    layer.agents.set("bot", guardrails.KEY, {"locked_params": ["retrieval_threshold", "tool_advice.Bash"]}, who="owner")


def test_a_lock_that_is_stored_stays_whatever_it_is_called(layer: Layer, client: TestClient) -> None:
    layer.agents.configure("bot", {guardrails.KEY: {"locked_params": ["of_old"]}}, who="owner")

    assert client.post("/evolution/guardrails", data={**GOOD, "locked_params": "of_old, tool"}).status_code == 200
    assert layer.agents.one("bot").other_config[guardrails.KEY]["locked_params"] == ["of_old", "tool"]


def test_what_somebody_said_yes_to_is_kept_in_the_inbox_whatever_became_of_it(layer: Layer, quiet: TestClient) -> None:
    furnish(layer)
    quiet.post("/inbox/rule0", data={"answer": "approve"})

    def kept() -> list[str]:
        return [one["id"] for one in quiet.get("/v1/proposals?state=approved").json()["items"]]

    for status in ("approved", "rolled_back"):
        quiet.post("/evolution/answer", data={"agent": "bot", "id": "5a11", "status": status, "now_anyway": "1"})
        assert kept() == ["5a11", "rule0"]
        assert 'href="/inbox/5a11"' in quiet.get("/inbox?state=approved&kind=suggestion").text
    first = quiet.get("/v1/proposals?state=approved&limit=1").json()
    rest = quiet.get(f"/v1/proposals?state=approved&after={first['next']}").json()
    assert [one["id"] for one in (*first["items"], *rest["items"])] == ["5a11", "rule0"]


@pytest.mark.parametrize("path", ["/evolution?agent=bot", "/inbox", "/inbox/5a11"])
def test_what_stands_between_backticks_in_a_suggestion_is_told_apart(layer: Layer, quiet: TestClient, path: str) -> None:
    layer.agents.add("bot", "predefined", who="owner")
    suggested(layer, "Nobody runs `habitus <learn>`. Retire it.")

    assert "Nobody runs <code>habitus &lt;learn&gt;</code>. Retire it." in quiet.get(path).text


@pytest.mark.parametrize(
    ("action", "holding", "typed"),
    [
        ("/evolution/answer", "rejected", {}),
        ("/evolution/run", "", {}),
        ("/evolution/guardrails", "", {"min_data_points": "30"}),
        ("/evolution/guardrails", "", {}),
    ],
)
def test_the_days_that_were_chosen_stay_chosen(layer: Layer, quiet: TestClient, action: str, holding: str, typed: dict[str, str]) -> None:
    furnish(layer)

    page = quiet.post(action, data=form(quiet.get("/evolution?agent=bot&days=30").text, action, holding) | typed)

    assert (page.status_code, page.url.params["agent"], page.url.params["days"]) == (200, "bot", "30")


def test_the_days_that_were_chosen_stay_chosen_where_something_is_wrong(layer: Layer, quiet: TestClient) -> None:
    furnish(layer)
    typed = form(quiet.get("/evolution?agent=bot&days=30").text, "/evolution/guardrails") | {"min_data_points": "none"}

    page = quiet.post("/evolution/guardrails", data=typed)

    assert page.status_code == 422
    assert 'days=30#figures" aria-current="true"' in page.text


def test_an_empty_list_says_when_this_agent_is_looked_at_next_in_its_own_time_zone(layer: Layer, client: TestClient) -> None:
    layer.agents.set("bot", "evolution_cron_schedule", "every day at 23:30", who="ana")
    layer.agents.set("bot", "timezone", "Asia/Tokyo", who="ana")

    page = client.get("/evolution?agent=bot").text

    assert "02:00" not in page
    assert re.search(r'unless you press the button above: <time datetime="[\d-]+T14:30:00\+00:00">', page)  # 23:30 in Tokyo


@pytest.mark.parametrize(("key", "value"), [("evolution_enabled", False), ("kind", "open")])
def test_an_agent_that_is_never_looked_at_is_promised_no_look(layer: Layer, client: TestClient, key: str, value: object) -> None:
    layer.agents.set("bot", key, value, who="ana")

    page = client.get("/evolution?agent=bot").text

    assert "this agent is not looked at" in unescape(page)
    assert "unless you press" not in page
