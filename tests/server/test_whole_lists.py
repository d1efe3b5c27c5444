"""What does not fit on one page goes on on the next: versions, suggestions, effects; and the inbox is narrowed down."""

import re
from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest
from starlette.testclient import TestClient

from habitus.layer import Layer
from habitus.store.counting import suggestion_row
from nouns import correction, rule
from server.furnished import CHECKED, SKILL, furnish, put, suggested
from server.test_pages import rows


def walked(client: TestClient, path: str, row: str, part: str = "") -> list[str]:
    """Every row of a list, page after page. `part`: the section that it stands in."""
    found: list[str] = []
    while path:
        page = client.get(path).text
        inside = page.partition(f'id="{part}"')[2].partition("</section>")[0] if part else page
        found += re.findall(row, inside)
        on = re.findall(r'rel="next" href="([^"]+)"', inside)
        path = unescape(on[0]) if on else ""
    return found


def test_every_version_of_a_skill_can_be_reached(layer: Layer, quiet: TestClient) -> None:
    from habitus.evolve.skills import changes
    from server.furnished import BOSS

    with layer.store.batch():
        for n in range(60):
            layer.skills.create(changes.created({"content": f"{SKILL}\n{n}\n"}), BOSS, why="")

    numbers = walked(quiet, "/skills/release-notes", r'\?version=(\d+)"', "versions")

    assert numbers == [str(n) for n in range(60, 0, -1)]


def test_every_version_of_a_persona_can_be_reached_and_the_one_in_force_is_not_offered(layer: Layer, quiet: TestClient) -> None:
    for n in range(60):
        layer.persona.write("bot", "SOUL.md", f"Calm {n}.\n", who="owner", why="")

    numbers = walked(quiet, "/persona/bot/SOUL.md", r'\?version=(\d+)"', "versions")
    offered = walked(quiet, "/persona/bot/SOUL.md", r'name="version" value="(\d+)"', "versions")

    assert numbers == [str(n) for n in range(60, 0, -1)]
    assert offered == [str(n) for n in range(59, 0, -1)]


def test_every_suggestion_and_every_effect_can_be_reached(layer: Layer, quiet: TestClient) -> None:
    layer.agents.add("bot", "predefined", who="me")
    first = suggested(layer)
    for n in range(60):
        one = replace(first, id=f"a{n:03d}", subject=f"subject {n}")
        put(layer, "suggestions", one.id, suggestion_row(one), "suggested")
    seen = {"n": 10, "k": 1, "turn": 1, "looked": 1, "erred": 1, "since": layer.clock().isoformat(), "held": False, "session": "s"}
    for n in range(30):
        id = f"{n:08d}-0000-4000-8000-000000000000"
        put(layer, "behavioral_rules", id, rule(f"Rule {n}.", id=id))
        layer.store.counting().put_occasions([{**seen, "lesson": id}])

    suggestions = walked(quiet, "/evolution?agent=bot", r'<tr id="s(\w+)"', "suggestions")
    effects = walked(quiet, "/evolution?agent=bot", r'href="/behavioral-rules/([\w-]+)"', "effects")

    assert len(suggestions) == len(set(suggestions)) == 61
    assert len(effects) == len(set(effects)) == 30


@pytest.mark.parametrize("kind", ["rule", "conflict", "skill", "suggestion"])
def test_the_inbox_shows_one_kind_where_one_is_chosen(layer: Layer, quiet: TestClient, kind: str) -> None:
    furnish(layer)

    page = quiet.get(f"/inbox?kind={kind}").text

    assert rows(page) == {"5a11" if kind == "suggestion" else f"{kind}0"}
    assert f'<option value="{kind}" selected>' in page
    assert f"/inbox?state=approved&amp;kind={kind}" in page


def test_a_kind_of_which_nothing_waits_says_so(layer: Layer, quiet: TestClient) -> None:
    furnish(layer)

    assert "Nothing of this kind is here." in quiet.get("/inbox?state=rejected&kind=skill").text
    assert CHECKED not in quiet.get("/inbox?state=rejected&kind=skill").text


def test_every_persona_can_be_reached(layer: Layer, quiet: TestClient) -> None:
    for n in range(60):
        layer.persona.write(f"bot {n:02d}", "SOUL.md", "Calm.\n", who="owner", why="")

    assert walked(quiet, "/persona", r'data-row="bot (\d+)/SOUL.md"') == [f"{n:02d}" for n in range(60)]


def test_every_dead_letter_can_be_reached_and_no_page_has_them_all(layer: Layer, quiet: TestClient) -> None:
    """Nothing caps them, and each is told with the reason."""
    now = layer.clock()
    with layer.store.batch():
        for n in range(60):
            letter = correction(id=f"k{n:02d}", at=now - timedelta(seconds=n), tries=3)
            put(layer, "pending", letter.id, letter, "queued")
            layer.queue.again(letter, why="the model did not answer", now=now)
    put(layer, "pending", "waits", correction(id="waits", at=now), "queued")
    letters = [f"k{n:02d}" for n in range(60)]

    page = quiet.get("/v1/queue").json()
    rest = quiet.get("/v1/queue", params={"after": page["next"]}).json()

    assert [one["id"] for one in page["dead"] + rest["dead"]] == letters
    assert (len(page["dead"]), rest["next"]) == (50, None)
    assert walked(quiet, "/health", r'data-row="(\w+)"', "queue") == [*letters[:50], "waits", *letters[50:]]
    assert "60 given up on" in quiet.get("/health").text
