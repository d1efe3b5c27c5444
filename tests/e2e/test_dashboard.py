"""The dashboard in a real Chromium, over the real server: what a person does there, and what comes of it for an agent.

A page that complains on its console, or calls anyone but 127.0.0.1, fails its test (`real/chromium.py`).
"""

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, Route, expect

from habitus import assemble
from habitus.layer import Layer
from habitus.server import run
from habitus.server.app import Application, create
from habitus.types import Approval, Scope, ToolCall, UserMessage
from server.furnished import ASKING, CHECKED, OTHER, RULE, furnish, many_rules

MANY = 100_000


@dataclass
class House:
    layer: Layer
    app: Application
    base: str

    def link(self, to: str = "/") -> str:
        """As `habitus serve` prints it: it works once."""
        return f"{self.base}/?token={self.app.passes.code()}&to={to}"


@contextmanager
def served(app: Application) -> Iterator[str]:
    """On a port of its own, in this process, so that a test can be the agent."""
    ready = threading.Event()

    class Told(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready.set()

    listener = socket.create_server(("127.0.0.1", 0))
    server = Told(run.config(app))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        assert ready.wait(30)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


@contextmanager
def opened(home: Path) -> Iterator[House]:
    layer = assemble.layer(ASKING, home=home)
    app = create(layer, "t0ken")
    with served(app) as base:
        yield House(layer, app, base)
    layer.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with opened(tmp_path) as found:
        yield found


@pytest.fixture
def full(house: House) -> House:
    furnish(house.layer)
    return house


def told(house: House, session: str) -> str:
    """What an agent is told when it is asked something."""
    asked = "add lodash with npm or pnpm"
    house.layer.observe(UserMessage(session=session, at=house.layer.clock(), text=asked))
    return house.layer.guide(session, asked).text


def open_inbox(page: Page, house: House) -> None:
    page.goto(house.link("/inbox"))
    page.wait_for_url("**/inbox")


# ── what a person does ──


def test_a_link_opens_the_dashboard_once(full: House, page: Page, browser: Browser, page_complaints: list[str]) -> None:
    link = full.link()

    page.goto(link)
    page.wait_for_url("**/behavioral-rules")

    expect(page.get_by_role("heading", level=1)).to_have_text("Rules")
    assert "token" not in page.url
    cookie = next(one for one in page.context.cookies() if one["name"] == "habitus")
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
    other = browser.new_context().new_page()
    answer = other.goto(link)
    assert answer
    assert answer.status == 401
    other.context.close()
    page.get_by_role("button", name="Leave").click()
    page.goto(f"{full.base}/health")
    expect(page.get_by_role("heading", level=1)).to_have_text("Open the dashboard")
    assert [one for one in page_complaints if "401" not in one] == []
    page_complaints.clear()


def test_a_rule_that_is_switched_off_is_not_told_and_undo_brings_it_back(full: House, page: Page) -> None:
    text = "no, use pnpm instead of npm"
    rule = f"[wrong_skill] {text}"
    assert rule in told(full, "before")
    page.goto(full.link())

    page.get_by_role("button", name=f"Switch off: {text}").click()
    expect(page.get_by_role("status")).to_contain_text("Switched off")
    without = told(full, "without")
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("status")).to_contain_text("Taken back")

    assert rule not in without
    assert rule in told(full, "after")


def test_a_proposal_that_is_approved_is_in_force(full: House, page: Page) -> None:
    open_inbox(page, full)

    row = page.locator("tr", has=page.get_by_role("link", name="no, use pnpm")).filter(has_text="promotion")
    row.get_by_text("What would change").click()
    expect(row.locator(".add")).to_have_text("+block")
    row.get_by_role("button", name="Approve").click()

    expect(page.get_by_role("status")).to_contain_text("Approved")
    call = ToolCall(session="publishing", at=full.layer.clock(), id="c9", tool="Bash", args={"command": "npm publish"})
    assert full.layer.judge(call).ruling == "block"


def test_many_are_ticked_and_rejected(full: House, page: Page) -> None:
    open_inbox(page, full)

    page.get_by_role("checkbox", name="Tick all").check()
    page.get_by_role("button", name="Reject those ticked").click()

    expect(page.get_by_role("status")).to_contain_text("4 rejected.")
    assert {one.id for one in full.layer.store.lessons().proposals("pending")} == {"refused0", "conflict0", "skill0"}


def test_an_answer_reaches_the_call_that_waits(house: House, page: Page) -> None:
    """The page is open before the call comes: it shows it by itself."""
    page.goto(house.link("/approvals"))
    expect(page.get_by_text("No call waits.")).to_be_visible()
    call = ToolCall(session="deploying", at=house.layer.clock(), id="c1", tool="Deploy", args={"target": "production"}, key="c1")

    assert house.layer.judge(call).ruling == "ask"
    expect(page.get_by_text("production")).to_be_visible()
    page.get_by_role("button", name="Approve once").click()
    expect(page.get_by_role("status")).to_contain_text("Approved")

    again = ToolCall(session="deploying", at=house.layer.clock(), id="c2", tool="Deploy", args={"target": "production"}, key="c2")
    assert house.layer.judge(again).ruling == "allow"
    third = ToolCall(session="deploying", at=house.layer.clock(), id="c3", tool="Deploy", args={"target": "production"}, key="c3")
    assert house.layer.judge(third).ruling == "ask"


def test_a_suggestion_is_applied_and_rolled_back(full: House, page: Page) -> None:
    page.goto(full.link("/evolution?agent=bot"))

    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_role("status")).to_contain_text("Applied")
    expect(page.locator("#s5a11")).to_contain_text("applied")
    applied = full.layer.store.lessons().rule(CHECKED)
    page.get_by_role("button", name="Roll back").click()
    expect(page.get_by_role("status")).to_contain_text("Rolled back")

    back = full.layer.store.lessons().rule(CHECKED)
    assert applied
    assert back
    assert (applied.state, back.state) == ("retired", "active")


def test_the_ledger_takes_back_what_was_done(full: House, page: Page) -> None:
    full.layer.rulebook.delete(OTHER, who="ana")
    page.goto(full.link("/ledger"))

    row = page.locator("tbody tr").filter(has_text="Use npm, never pnpm.").first
    expect(row).to_contain_text("ana")
    row.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("status")).to_contain_text("Taken back")

    assert full.layer.store.lessons().rule(OTHER) is not None


def test_what_happened_since_a_time_is_asked_for_in_the_readers_own(full: House, browser: Browser) -> None:
    context = browser.new_context(timezone_id="America/Bogota")
    page = context.new_page()
    page.goto(full.link("/ledger"))
    page.wait_for_url("**/ledger")

    page.get_by_label("Since when (your time)").fill("2026-01-01T20:30:00")
    page.get_by_role("button", name="Show").last.click()

    page.wait_for_url("**/ledger/all?since=2026-01-02T01%3A30%3A00Z")
    expect(page.get_by_text("Everything since")).to_have_text("Everything since 2026-01-01 20:30")
    context.close()


def test_what_happened_since_a_time_is_asked_for_in_utc_without_a_script(full: House, browser: Browser) -> None:
    context = browser.new_context(timezone_id="America/Bogota", java_script_enabled=False)
    page = context.new_page()
    page.goto(full.link("/ledger"))
    page.wait_for_url("**/ledger")

    page.get_by_label("Since when (UTC)").fill("2026-01-01T20:30:00")
    page.get_by_role("button", name="Show").last.click()

    expect(page.get_by_text("Everything since")).to_have_text("Everything since 2026-01-01 20:30 UTC")
    context.close()


def test_a_rule_is_found_among_a_hundred_thousand(house: House, page: Page) -> None:
    many_rules(house.layer, MANY)
    page.goto(house.link())
    expect(page.locator("tbody tr")).to_have_count(50)

    page.get_by_role("searchbox", name="Search").fill("number 77777.")
    page.keyboard.press("Enter")

    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.locator("tbody a")).to_have_text("Rule number 77777.")
    page.goto(f"{house.base}/behavioral-rules")
    page.get_by_role("link", name="Next page").click()
    expect(page.locator("tbody tr")).to_have_count(50)
    page.get_by_role("link", name="First page").click()
    expect(page.locator("tbody tr")).to_have_count(50)


# ── keys, screens, languages ──


def test_everything_can_be_done_with_keys(full: House, page: Page) -> None:
    page.goto(full.link())
    page.wait_for_url("**/behavioral-rules")
    rows = page.locator("[data-rows] > tr")

    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(rows.nth(1)).to_have_class("at")
    page.keyboard.press("k")
    expect(rows.nth(0)).to_have_class("at")
    page.keyboard.press("o")
    expect(page.get_by_role("status")).to_contain_text("Switched off")
    expect(page.get_by_role("button", name="Undo")).to_be_focused()  # the page that came of it hears keys
    expect(page.locator("[data-rows] > .at")).to_have_count(0)  # it is not in the list any more, and no other is in its place
    page.keyboard.press("j")
    expect(rows.nth(0)).to_have_class("at")
    page.keyboard.press("u")
    expect(page.get_by_role("status")).to_contain_text("Taken back")
    page.wait_for_load_state()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_have_attribute("open", "")
    expect(page.locator("#keys")).to_be_in_viewport()
    page.keyboard.press("/")
    page.keyboard.type("never pnpm")
    page.keyboard.press("Enter")
    expect(rows).to_have_count(1)
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/behavioral-rules/{OTHER}?list=**")


def test_the_inbox_is_answered_with_keys(full: House, page: Page) -> None:
    open_inbox(page, full)
    rows = page.locator("[data-rows] > tr")
    expect(rows).to_have_count(7)

    page.keyboard.press("j")  # the suggestion
    page.keyboard.press("r")
    expect(page.get_by_role("button", name="Undo")).to_be_focused()  # the page that came of it hears keys
    expect(rows).to_have_count(6)
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("a")
    expect(rows).to_have_count(5)

    assert len(full.layer.store.lessons().proposals("approved")) == 1


def test_the_keys_answer_those_that_are_ticked_and_open_what_needs_a_look(full: House, page: Page) -> None:
    open_inbox(page, full)
    boxes = page.get_by_role("checkbox", name=re.compile("^Tick (?!all)"))
    rows = page.locator("[data-rows] > tr")
    left = [row.get_attribute("data-row") for row in rows.filter(has=boxes).all()][2:]

    for key in ("j", "x", "j"):
        page.keyboard.press(key)
    expect(boxes.nth(0)).to_be_checked()
    boxes.nth(1).check()
    page.keyboard.press("r")
    expect(page.get_by_role("status")).to_contain_text("2 rejected.")
    assert [row.get_attribute("data-row") for row in rows.filter(has=boxes).all()] == left
    boxes.nth(0).check()
    page.get_by_role("button", name="Keep both").click()
    expect(page.get_by_role("status")).to_contain_text("Both stay")
    expect(boxes.nth(0)).to_be_checked()
    boxes.nth(0).uncheck()
    skill = rows.filter(has=page.get_by_role("link", name="Look"))
    while "at" not in (skill.get_attribute("class") or ""):
        page.keyboard.press("j")
    page.keyboard.press("a")
    page.wait_for_url("**/inbox/skill0")


def test_the_focus_is_where_something_was_done(full: House, page: Page) -> None:
    """A control that comes again has it; where it has gone, what takes that back."""
    text = "no, use pnpm instead of npm"
    page.goto(full.link("/behavioral-rules?off=1"))
    page.wait_for_url("**/behavioral-rules?off=1")

    page.get_by_role("button", name=f"Switch off: {text}").press("Enter")
    expect(page.get_by_role("button", name=f"Switch on: {text}")).to_be_focused()
    page.get_by_role("button", name=f"Delete: {text}").press("Space")
    expect(page.get_by_role("status")).to_contain_text("Deleted")
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Taken back")

    page.goto(f"{full.base}/agents")
    switch = page.get_by_role("switch").nth(1)
    switch.press("Space")
    expect(switch).to_be_checked()
    expect(switch).to_be_focused()
    page.goto(f"{full.base}/inbox")
    many = page.get_by_role("button", name="Reject those ticked")
    many.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Nothing is ticked: tick something first.")
    expect(many).to_be_focused()


def test_what_was_saved_by_keyboard_is_unfolded_and_has_the_focus(full: House, page: Page) -> None:
    page.goto(full.link("/agents"))
    page.get_by_text("Settings", exact=True).click()
    turns = page.get_by_label("Turns it has")
    turns.fill("40")

    turns.press("Enter")

    expect(page.get_by_text("How many turns it has is changed")).to_be_visible()
    expect(turns).to_be_focused()


def test_a_guardrail_that_is_wrong_is_in_sight_and_has_the_focus(full: House, page: Page, page_complaints: list[str]) -> None:
    page.goto(full.link("/evolution?agent=bot"))
    page.get_by_label("Largest step").fill("abc")
    page.get_by_role("button", name="Set").press("Enter")

    expect(page.get_by_label("Largest step")).to_be_focused()
    expect(page.get_by_text("Write a number above 0 and at most 1, such as 0.1.")).to_be_in_viewport()
    page.get_by_role("link", name="Evolution").click()
    page.wait_for_url("**/evolution")
    assert page.evaluate("scrollY") == 0  # it is another visit
    assert [one for one in page_complaints if "422" not in one] == []
    page_complaints.clear()


def deploy(house: House, target: str) -> ToolCall:
    call = ToolCall(session="deploying", at=house.layer.clock(), id=target, tool="Deploy", args={"target": target}, key=target)
    assert house.layer.judge(call).ruling == "ask"
    return call


def test_the_keys_answer_the_call_that_is_marked_whatever_comes_in(house: House, page: Page) -> None:
    deploy(house, "staging")
    page.goto(house.link("/approvals"))
    page.wait_for_url("**/approvals")
    page.keyboard.press("j")
    rows = page.locator("[data-rows] > tr")
    expect(rows.nth(0)).to_have_class("at")
    expect(rows.nth(0).locator("time").first).to_have_attribute("title", re.compile(r"M (GMT\S*|[A-Z]{3,5})$"))  # its zone

    deploy(house, "production")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("production")
    expect(rows.nth(1)).to_have_class("at")
    deny = rows.nth(1).get_by_role("button", name="Deny")
    deny.focus()
    house.layer.answer(approvals(house, "pending")[0].id, approve=False, who="ana")
    deploy(house, "testing")
    expect(rows.nth(0)).to_contain_text("testing")
    expect(deny).to_be_focused()
    page.keyboard.press("a")
    expect(page.get_by_role("status")).to_contain_text("Approved: Deploy staging")

    states = {str(one.args["target"]): state for state in ("approved", "pending") for one in approvals(house, state)}
    assert states == {"staging": "approved", "testing": "pending"}


def test_a_call_that_is_gone_leaves_no_mark_on_another(house: House, page: Page) -> None:
    for target in ("one", "two"):
        deploy(house, target)
    page.goto(house.link("/approvals"))
    page.wait_for_url("**/approvals")
    rows = page.locator("[data-rows] > tr")
    page.keyboard.press("j")
    expect(rows.nth(0)).to_contain_text("two")

    house.layer.answer(approvals(house, "pending")[0].id, approve=False, who="ana")
    expect(rows).to_have_count(1)
    page.keyboard.press("a")
    expect(page.locator("[data-rows] > .at")).to_have_count(0)
    page.keyboard.press("j")
    expect(rows.nth(0)).to_have_class("at")

    assert [one.args["target"] for one in approvals(house, "pending")] == ["one"]


def approvals(house: House, state: str) -> list[Approval]:
    return list(house.layer.store.approvals(state, house.layer.clock()))


@pytest.mark.parametrize("path", ["/agents", "/health", "/approvals", "/evolution?agent=bot", "/ledger"])
def test_moving_and_opening_never_presses_a_button(full: House, page: Page, path: str) -> None:
    page.goto(full.link())
    page.wait_for_url("**/behavioral-rules")
    page.goto(full.base + path)
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)

    for _ in range(2):
        page.keyboard.press("j")
        assert page.evaluate("document.activeElement.tagName") in ("TR", "A", "BODY")
    opens = page.locator("[data-rows] > .at a[href]").count()
    with page.expect_navigation() if opens else nullcontext():
        page.keyboard.press("Enter")

    assert sent == []


def test_a_list_is_where_it_was_after_something_was_done(house: House, page: Page) -> None:
    many_rules(house.layer, 200)
    page.goto(house.link("/behavioral-rules"))
    page.wait_for_url("**/behavioral-rules")
    page.get_by_role("link", name="Next page").click()
    page.wait_for_url("**after=**")
    row = page.locator("[data-rows] > tr").nth(40)
    text = row.locator("a").inner_text()
    row.scroll_into_view_if_needed()
    top, address = page.evaluate("scrollY"), page.url

    row.get_by_role("button", name=re.compile("Switch off")).click()
    expect(page.get_by_role("status")).to_contain_text(f"Switched off: {text}")
    expect(page.get_by_role("status")).to_be_in_viewport()

    assert abs(page.evaluate("scrollY") - top) < 5
    assert page.url.startswith(f"{address}&said=")


@pytest.mark.parametrize("gap", [0, 300])
def test_a_double_click_does_nothing_twice(house: House, page: Page, gap: int) -> None:
    """The second click comes before the answer, or when another row already stands there."""
    many_rules(house.layer, 10)
    page.goto(house.link())
    page.wait_for_url("**/behavioral-rules")
    at = page.get_by_role("button", name="Delete: Rule number 0.").bounding_box()
    assert at
    page.mouse.move(at["x"] + 5, at["y"] + 5)

    for click in (1, 2):
        page.mouse.down(click_count=click)
        page.mouse.up(click_count=click)
        if gap:
            expect(page.get_by_role("status")).to_contain_text("Deleted: Rule number 0.")

    expect(page.get_by_role("status")).to_contain_text("Deleted: Rule number 0.")
    expect(page.locator("[data-rows] > tr")).to_have_count(9)


def test_a_form_is_not_sent_again_before_the_answer_is_there(full: House, page: Page) -> None:
    open_inbox(page, full)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/inbox/*", hold)
    page.keyboard.press("j")

    with page.expect_request("**/inbox/*"):
        page.keyboard.press("r")
    page.keyboard.press("r")
    for route in held:
        route.continue_()

    expect(page.get_by_role("status")).to_contain_text("Rejected")
    assert len(held) == 1


def test_on_the_way_back_the_filters_say_what_is_listed(full: House, page: Page) -> None:
    page.goto(full.link())
    page.wait_for_url("**/behavioral-rules")
    kind, found = page.get_by_label("Kind"), page.get_by_role("searchbox")
    kind.select_option("all")
    page.wait_for_url("**kind=all**")
    found.fill("pnpm")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=pnpm**")

    page.go_back()
    expect(found).to_have_value("")
    expect(kind).to_have_value("all")
    page.go_back()
    expect(kind).to_have_value("learned")
    page.go_forward()
    page.go_forward()
    expect(found).to_have_value("pnpm")
    expect(page.locator("[data-rows] > tr")).to_have_count(2)


def test_a_server_that_is_away_is_told(house: House, page: Page, page_complaints: list[str]) -> None:
    page.goto(house.link("/inbox"))
    page.wait_for_url("**/inbox")
    page.route("**/inbox?part=list", lambda route: route.abort())
    expect(page.get_by_text("Not connected, trying again…")).to_be_visible(timeout=15_000)
    page.unroute("**/inbox?part=list")

    expect(page.get_by_text("Not connected, trying again…")).to_be_hidden(timeout=15_000)
    page_complaints.clear()


def test_what_waits_is_told_in_the_menu_as_it_comes(house: House, page: Page) -> None:
    page.goto(house.link("/inbox"))
    page.wait_for_url("**/inbox")
    expect(page).to_have_title("Inbox · Habitus")

    deploy(house, "production")

    expect(page).to_have_title("(1) Inbox · Habitus")
    expect(page.get_by_role("link", name="Approvals 1 waiting")).to_be_visible()


def test_the_first_correction_comes_to_the_page_that_is_open(house: House, page: Page) -> None:
    page.goto(house.link())
    expect(page.get_by_text("Nothing is learned yet.")).to_be_visible()

    house.layer.observe(UserMessage(session="first", at=house.layer.clock(), text="add lodash"))
    house.layer.observe(UserMessage(session="first", at=house.layer.clock(), text="no, use pnpm instead of npm"))
    house.layer.rulebook.add("Use pnpm instead of npm.", rule_type="preference", scope=Scope(), who="ana", lang="en")

    expect(page.get_by_role("link", name="Use pnpm instead of npm.")).to_be_visible(timeout=15_000)


def test_a_session_that_goes_on_is_seen_to_go_on(house: House, page: Page) -> None:
    def said(text: str, session: str = "now") -> None:
        house.layer.observe(UserMessage(session=session, at=house.layer.clock(), text=text))

    said("add lodash")
    page.goto(house.link("/sessions"))
    page.wait_for_url("**/sessions")
    said("paint it green", session="later")
    expect(page.get_by_role("link", name="paint it green")).to_be_visible(timeout=15_000)

    page.get_by_role("link", name="add lodash").click()
    said("and left-pad")
    expect(page.locator("li.user", has_text="and left-pad")).to_be_visible(timeout=15_000)
    expect(page.get_by_text("2 events")).to_be_visible(timeout=15_000)
    assert page.get_by_role("status").all_inner_texts() == []


def test_an_answer_in_the_inbox_is_taken_back_with_one_click(full: House, page: Page) -> None:
    open_inbox(page, full)
    rows = page.locator("[data-rows] > tr")
    page.keyboard.press("j")
    page.keyboard.press("r")
    expect(rows).to_have_count(6)

    page.get_by_role("status").get_by_role("button", name="Undo").click()

    expect(page.get_by_role("status")).to_contain_text("Taken back")
    expect(rows).to_have_count(7)


def test_whoever_leaves_is_out_with_every_copy_of_the_cookie(full: House, page: Page) -> None:
    page.goto(full.link())
    page.wait_for_url("**/behavioral-rules")
    copied = page.context.cookies()

    page.get_by_role("button", name="Leave").click()
    page.wait_for_url("**/login")
    page.context.add_cookies(copied)  # type: ignore[arg-type]

    assert page.request.get(f"{full.base}/behavioral-rules").status == 401


def test_what_was_typed_is_there_again_when_the_session_has_ended_meanwhile(full: House, page: Page, page_complaints: list[str]) -> None:
    page.goto(full.link(f"/behavioral-rules/{OTHER}"))
    words = page.get_by_label("In your own words")
    words.fill("Use npm in the shop, and say why.")
    page.context.clear_cookies(name="habitus")

    page.get_by_role("button", name="Change", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was done")
    page.get_by_label("A link or a key").fill(full.link())
    page.get_by_role("button", name="Open").click()
    page.wait_for_url(f"**/behavioral-rules/{OTHER}")
    expect(words).to_have_value("Use npm in the shop, and say why.")
    page.get_by_role("button", name="Change", exact=True).click()

    expect(page.get_by_role("status")).to_contain_text("Changed")
    page.goto(f"{full.base}/behavioral-rules/{OTHER}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Use npm in the shop, and say why.")
    assert [one for one in page_complaints if "401" not in one] == []
    page_complaints.clear()


def test_the_first_tab_leads_past_the_menu(full: House, page: Page) -> None:
    page.goto(full.link())
    page.wait_for_url("**/behavioral-rules")

    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_a_list_is_narrowed_down_by_keyboard_when_its_button_is_pressed_and_the_focus_stays(full: House, page: Page) -> None:
    page.goto(full.link("/ledger"))
    verb, show = page.locator("select[name=verb]"), page.get_by_role("button", name="Show").first

    verb.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(verb).to_have_js_property("selectedIndex", 2)
    chosen = verb.input_value()
    assert "verb=" not in page.url
    show.press("Enter")

    page.wait_for_url(f"**/ledger?verb={chosen}**")
    expect(show).to_be_focused()
    verb.select_option("learned")  # with a mouse or a thumb, at once
    page.wait_for_url("**/ledger?verb=learned**")


def test_no_name_in_the_menu_is_cut_while_it_has_the_focus(full: House, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(full.link("/health"))
    menu = page.locator(".side ul a")

    cut = []
    for one in menu.all():
        one.press("Tab")
        at = page.evaluate("() => { const at = document.activeElement.getBoundingClientRect(); return [at.left, at.right, innerWidth]; }")
        if at[0] < 0 or at[1] > at[2]:
            cut.append(page.evaluate("document.activeElement.textContent"))

    assert cut == []


def test_spanish_is_a_click_away_and_stays(full: House, page: Page) -> None:
    page.goto(full.link())
    page.get_by_role("link", name="Español").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Reglas")

    page.get_by_role("link", name="Bandeja").click()

    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.get_by_role("link", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Inbox")


def test_every_form_works_without_a_script(full: House, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(full.link())
    page.wait_for_url("**/behavioral-rules")

    page.get_by_role("searchbox").fill("pnpm instead")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("button", name=re.compile("^Switch off")).click()
    expect(page.get_by_role("status")).to_contain_text("Switched off")
    page.get_by_role("link", name="Inbox").click()
    page.get_by_role("checkbox").nth(1).check()
    page.get_by_role("button", name="Reject those ticked").click()
    expect(page.get_by_role("status")).to_contain_text("1 rejected.")
    context.close()

    found = full.layer.store.lessons().rule(RULE)
    assert found
    assert found.state != "active"
