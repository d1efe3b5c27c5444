"""What the dashboard looks like in a real Chromium: narrow screens, thumbs, colours, and whom it would keep out.

A page is loaded once for as many questions as can be put to it; the window and the colours are changed while it is there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.test_dashboard import House, deploy, full, house, opened
from habitus.types import UserMessage
from habitus.worker import JobState
from nouns import correction
from real import axe
from real.chromium import watched
from server.furnished import LEARNING, LISTS, ONES, RULE, furnish, put

__all__ = ["full", "house"]

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
DESKS = (*LISTS, f"/behavioral-rules/{RULE}")
"""Pages that are looked at on every width of a tablet and a desk."""

HIDDEN = """() => [...document.querySelectorAll("main table a, main table button, main table input:not([type=hidden])")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.getBoundingClientRect(), one])
  .filter(([at, one]) => at.left < 0 || at.right > innerWidth || one.matches("button, .button") && at.height < 40)
  .map(([at, one]) => `${one.textContent.trim() || one.name} at ${at.left}-${at.right}, ${at.height} high`)"""
TOO_WIDE = """() => document.documentElement.scrollWidth > innerWidth ? ["wider than the window"] : []"""
SIDEWAYS = """() => [...document.querySelectorAll("main *")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.querySelector("button, .button"))
  .filter((one) => getComputedStyle(one).overflowX !== "visible").map((one) => one.className)"""


def at_widths(page: Page, house: House, paths: Sequence[str], widths: Sequence[int], *looks: str) -> dict[str, list[str]]:
    """What is wrong on each page, in windows of these widths."""
    page.goto(house.link())
    page.wait_for_url("**/behavioral-rules")
    found: dict[str, list[str]] = {}
    for path in paths:
        page.goto(house.base + path)
        at_once(page, path, widths, looks, found)
    return found


def at_once(page: Page, path: str, widths: Sequence[int], looks: Sequence[str], found: dict[str, list[str]]) -> None:
    for width in widths:
        page.set_viewport_size({"width": width, "height": 740})
        if faults := page.evaluate(f"() => [{','.join(looks)}].flatMap((look) => look())"):
            found[f"{path} at {width}"] = faults


@dataclass
class Walk:
    """Through every page of a furnished house: what is wrong with each, for each question."""

    house: House
    page: Page
    narrow: dict[str, list[str]] = field(default_factory=dict)
    wide: dict[str, list[str]] = field(default_factory=dict)
    faint: list[str] = field(default_factory=list)
    closed: dict[str, list[str]] = field(default_factory=dict)
    grounds: set[tuple[str, str]] = field(default_factory=set)

    def look(self, path: str) -> None:
        page = self.page
        page.goto(self.house.base + path)
        at_once(page, path, (360, 600), (HIDDEN, SIDEWAYS, TOO_WIDE), self.narrow)
        at_once(page, path, (641, 769, 800, 900, 980, 1000, 1160, 1280) if path in DESKS else (1280,), (SIDEWAYS, TOO_WIDE), self.wide)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        for scheme, rules in zip(SCHEMES, ((), ("color-contrast",)), strict=True):
            page.emulate_media(color_scheme=scheme)
            ground, faint = page.evaluate(f"() => [getComputedStyle(document.documentElement).backgroundColor, ({FAINT})()]")
            self.grounds.add((scheme, ground))
            self.faint += [f"{path} {scheme}: {fault}" for fault in faint]
            if faults := axe.faults(page, *rules):
                self.closed[f"{path} {scheme}"] = faults


@pytest.fixture(scope="module")
def walk(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    with opened(tmp_path_factory.mktemp("walk")) as house, watched(browser, []) as page:
        furnish(house.layer)
        put(house.layer, "pending", "k1", correction("no, use uv", id="k1", at=house.layer.clock()), "queued")
        page.add_init_script(path=axe.found())
        walk = Walk(house, page)
        walk.look("/login")
        page.goto(house.link())
        page.wait_for_url("**/behavioral-rules")
        for path in (*LISTS, *ONES, "/behavioral-rules?said=deleted&undo=1"):
            walk.look(path)
        yield walk


@pytest.mark.timeout(300)  # of all three questions, of which whoever comes first has the time
def test_on_a_phone_every_action_is_in_sight_and_large_enough_for_a_thumb(walk: Walk) -> None:
    assert walk.narrow == {}

    page = walk.page
    page.set_viewport_size({"width": 600, "height": 740})
    page.goto(f"{walk.house.base}/skills/release-notes")
    row = page.locator("table tbody tr").last
    assert row.locator("td").nth(1).evaluate("(one) => getComputedStyle(one, '::before').content") == '"When: "'


@pytest.mark.timeout(300)
def test_on_a_tablet_or_a_desk_no_action_lies_beyond_an_edge_in_either_language(walk: Walk, page: Page) -> None:
    assert walk.wide == {}

    page.goto(walk.house.link())
    page.wait_for_url("**/behavioral-rules")
    page.goto(f"{walk.house.base}/lang/es?back=/health")
    assert at_widths(page, walk.house, DESKS, (641, 769, 980, 1160), SIDEWAYS, TOO_WIDE) == {}


SCROLLS = """() => [...document.querySelectorAll("main .scroll:has(> table)")].filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.scrollWidth} of ${one.clientWidth}`)"""


BEYOND = """() => [...document.querySelectorAll(".toasts .said:not([hidden]), .toasts .said:not([hidden]) :is(strong, button, a)")]
  .map((one) => [one.getBoundingClientRect(), one]).filter(([at]) => at.left < 0 || at.right > innerWidth)
  .map(([at, one]) => `${one.className || one.textContent} at ${at.left}-${at.right}`)"""


def test_a_word_without_an_end_pushes_nothing_out_of_sight(house: House, page: Page) -> None:
    furnish(house.layer, "W" * 3000)
    who, why = "W" * 60, "W" * 200
    house.layer.persona.write("bot", "SOUL.md", "Calm.\n", who=who, why=why)
    message = UserMessage(session="long", at=house.layer.clock(), text="hello", agent=who, workspace=f"/work/{why}")
    house.layer.observe(message)

    assert at_widths(page, house, (*LISTS, *ONES), (800, 1280), SCROLLS, TOO_WIDE) == {}
    page.goto(f"{house.base}/behavioral-rules?said=edited&undo=1")  # what is said of it, and the way back
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate(BEYOND) == []


class Jobs:
    """Two, of which one runs when it is asked to."""

    def __init__(self, at: Any) -> None:
        does = "Hands on what was measured to whoever asked for it, and forgets what is older than it may be."
        self.known = [
            JobState(name=name, does=does, every=3600.0, last=at, took=0.001, outcome="done", next=at) for name in ("learner", "upkeep")
        ]

    def state(self) -> list[JobState]:
        return self.known

    def run(self, name: str, who: str) -> str:
        self.known = [replace(one, running="elsewhere") if one.name == name else one for one in self.known]
        return "id"


def test_a_full_queue_leaves_room_for_the_rest_and_the_focus_where_it_is(house: House, page: Page) -> None:
    now, jobs = house.layer.clock(), Jobs(house.layer.clock())
    house.app.jobs = cast("Any", jobs)
    for n in range(41):
        put(house.layer, "pending", f"k{n}", correction(f"no, use uv {n}", id=f"k{n}", at=now), "queued")
    page.set_viewport_size({"width": 1280, "height": 740})
    page.goto(house.link("/health"))
    page.wait_for_url("**/health")

    outcome, run = page.locator("tr[data-row=upkeep] [data-label=Outcome]"), page.get_by_role("button", name="Run now: upkeep")
    assert outcome.evaluate("(one) => one.clientWidth") > 180
    heads = page.get_by_role("heading", level=2).all_inner_texts()
    assert heads.index("Jobs") < heads.index("Hosts") < heads.index("Corrections in the queue")
    run.press("Enter")
    expect(outcome).to_contain_text("runs")
    expect(run).to_be_focused()
    jobs.known = [replace(one, running="") for one in jobs.known]
    deploy(house, "production")
    expect(outcome).to_contain_text("done")
    expect(run).to_be_focused()

    page.goto(f"{house.base}/lang/es?back=/health")
    expect(page.get_by_text("Cerca del tope")).to_be_visible()
    assert page.evaluate(SIDEWAYS) == []
    page.set_viewport_size({"width": 390, "height": 740})
    assert page.evaluate(TOO_WIDE) == []


BLANK = """() => { const right = (one) => one.getBoundingClientRect().right;
  return right(document.querySelector(".cards")) - right(document.querySelector(".cards > :last-child")); }"""


def test_the_cards_of_a_rule_use_the_whole_width(full: House, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 740})
    page.goto(full.link(f"/behavioral-rules/{RULE}"))

    assert page.evaluate(BLANK) < 1


BESIDE = """() => [...document.querySelectorAll("svg.graph text")]
  .filter((one) => { const box = one.parentElement.querySelector("rect").getBBox(), at = one.getBBox();
    return at.x < box.x + 4 || at.x + at.width > box.x + box.width - 4; }).map((one) => one.textContent)"""


def test_every_label_of_the_graph_is_inside_its_box(full: House, page: Page) -> None:
    known = full.layer.store.lessons().learning(LEARNING)
    assert known
    for n, text in enumerate(("Run `MAKE CHECK` " * 20, "W" * 44, "文字列が見つかりません" * 20)):
        id = f"{n}{LEARNING[1:]}"
        put(full.layer, "learnings", id, replace(known, id=id, pattern=text, text=text))
    page.goto(full.link("/errors"))

    assert page.evaluate(BESIDE) == []
    expect(page.locator("svg.graph")).to_contain_text("Run MAKE CHECK")
    page.set_viewport_size({"width": 390, "height": 740})
    expect(page.get_by_text("Move it sideways to see the rest.")).to_be_visible()
    second = page.locator("svg.graph rect.error").first.bounding_box()
    assert second
    assert second["height"] > 25  # not made smaller, but moved in a box of its own
    assert second["x"] < 200
    assert page.evaluate(TOO_WIDE) == []


FAINT = """() => {
  const channels = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4))
    .reduce((sum, c, n) => sum + c * [.2126, .7152, .0722][n], 0);
  const ground = (one) => { for (; one; one = one.parentElement) { const c = getComputedStyle(one).backgroundColor;
    if (!c.endsWith(", 0)")) return c; } };
  const ratio = (a, b) => { const [x, y] = [light(channels(a)), light(channels(b))].sort((p, q) => q - p); return (x + .05) / (y + .05); };
  return [...document.querySelectorAll("input:not([type=hidden]):not([type=checkbox]), select, textarea, button:not([disabled]), .button")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.outerHTML.slice(0, 80), ratio(getComputedStyle(one).borderTopColor, ground(one.parentElement))])
    .filter(([, found]) => found < 3);
}"""


@pytest.mark.timeout(300)
def test_the_edge_of_every_field_and_button_can_be_seen(walk: Walk) -> None:
    """WCAG 1.4.11: 3 to 1 against what is around it."""
    assert walk.faint == []


@pytest.mark.timeout(300)
def test_nobody_is_kept_out_of_any_page(walk: Walk) -> None:
    """axe-core finds no serious fault; in the dark only the colours are others."""
    assert walk.closed == {}
    assert walk.grounds == {("light", "rgb(251, 251, 249)"), ("dark", "rgb(21, 23, 26)")}


def test_a_fault_would_be_found(full: House, page: Page) -> None:
    page.goto(full.link("/health"))
    page.wait_for_url("**/health")
    page.evaluate("document.querySelector('h1').innerHTML = '<button></button>'")
    page.evaluate("document.querySelector('main p').className = ''")
    page.evaluate("document.querySelector('main').style.color = '#ccc'")

    found = {one.partition(":")[0] for one in axe.faults(page)}

    assert found == {"button-name", "color-contrast"}
