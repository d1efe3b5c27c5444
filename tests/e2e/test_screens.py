"""What the dashboard looks like in a real Chromium: narrow screens, thumbs, colours."""

from typing import Literal

import pytest
from playwright.sync_api import Page

from e2e.test_dashboard import House, full, house
from server.furnished import LISTS, ONES

__all__ = ["full", "house"]

HIDDEN = """() => [...document.querySelectorAll("main table a, main table button, main table input:not([type=hidden])")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.getBoundingClientRect(), one])
  .filter(([at, one]) => at.left < 0 || at.right > innerWidth || one.matches("button, .button") && at.height < 40)
  .map(([at, one]) => `${one.textContent.trim() || one.name} at ${at.left}-${at.right}, ${at.height} high`)"""
SIDEWAYS = """() => [...document.querySelectorAll("main *")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.querySelector("button, .button"))
  .filter((one) => getComputedStyle(one).overflowX !== "visible").map((one) => one.className)"""


@pytest.mark.parametrize("width", [360, 600])
def test_on_a_phone_every_action_is_in_sight_and_large_enough_for_a_thumb(full: House, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(full.link())
    page.wait_for_url("**/behavioral-rules")

    found = {}
    for path in (*LISTS, *ONES):
        page.goto(full.base + path)
        if faults := page.evaluate(HIDDEN) + page.evaluate(SIDEWAYS):
            found[path] = faults

    assert found == {}
    page.goto(f"{full.base}/skills/release-notes")
    row = page.locator("table tbody tr").last
    assert row.locator("td").nth(1).evaluate("(one) => getComputedStyle(one, '::before').content") == '"When: "'


@pytest.mark.parametrize("width", [1000, 1280])
def test_on_a_desk_no_action_lies_beyond_an_edge(full: House, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(full.link())
    page.wait_for_url("**/behavioral-rules")

    found = {}
    for path in LISTS:
        page.goto(full.base + path)
        if faults := page.evaluate(SIDEWAYS):
            found[path] = faults

    assert found == {}


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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_edge_of_every_field_and_button_can_be_seen(full: House, page: Page, scheme: Literal["light", "dark"]) -> None:
    """WCAG 1.4.11: 3 to 1 against what is around it."""
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{full.base}/login")
    found = {"/login": page.evaluate(FAINT)}
    page.goto(full.link())
    page.wait_for_url("**/behavioral-rules")

    for path in (*LISTS, *ONES):
        page.goto(full.base + path)
        found[path] = page.evaluate(FAINT)

    assert {path: faint for path, faint in found.items() if faint} == {}
