"""A real browser: Debian's Chromium, driven by Playwright. A page that complains, or calls anyone but 127.0.0.1, fails its test."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from real.skips import cannot

if TYPE_CHECKING:  # imported at first use below: most runs open no browser
    from playwright.sync_api import Browser, ConsoleMessage, Page

# The suggestions below the address bar are two pages of their own, loaded again for every window that a test opens: more work than the
# test. Whoever names features takes the place of Playwright's list, so its own follow.
UNWANTED = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)

# Root has no sandbox; the others keep Chromium from calling home, which would count as the page's own doing on a closed network.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(UNWANTED)}",
)


def find() -> Path | None:
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    return Path(found) if found else None


def driver() -> Path | None:
    """Playwright's own Node.js. It comes in the wheel, but runs only where libatomic is, which a small Debian 12 lacks."""
    wheel = find_spec("playwright")
    nodes = [Path(folder, "driver", "node") for folder in (wheel and wheel.submodule_search_locations) or ()]
    return next((node for node in nodes if subprocess.run([node, "--version"], capture_output=True, check=False).returncode == 0), None)


@pytest.fixture(scope="session")
def chromium() -> Path:
    return find() or cannot("no chromium: `make test` as root installs it; otherwise `apt-get install chromium`")


@pytest.fixture(scope="module")
def browser(chromium: Path) -> Iterator["Browser"]:
    """One per test file and no longer: while Playwright runs, `asyncio.run` in the same thread refuses to."""
    from playwright.sync_api import sync_playwright

    driver() or cannot(
        "Playwright's driver does not run here: `make test` as root installs libatomic1; otherwise `apt-get install libatomic1`"
    )
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page_complaints() -> list[str]:
    """What the page did wrong so far. A test that provokes an error asserts on it here, then clears it."""
    return []


@pytest.fixture
def page(browser: "Browser", page_complaints: list[str]) -> Iterator["Page"]:
    """A page with no past. Errors on its console, uncaught exceptions and calls abroad fail the test when it ends."""
    with watched(browser, page_complaints) as page:
        yield page


@contextmanager
def watched(browser: "Browser", page_complaints: list[str]) -> Iterator["Page"]:
    def heard(message: "ConsoleMessage") -> None:
        if message.type == "error":
            page_complaints.append(f"console: {message.text} ({message.location.get('url', '')})")

    def called(url: str) -> None:
        if urlsplit(url).hostname not in (None, "127.0.0.1"):  # None: data:, blob: and about: stay at home
            page_complaints.append(f"call abroad: {url}")

    context = browser.new_context()
    context.on("console", heard)
    context.on("weberror", lambda error: page_complaints.append(f"uncaught: {error.error}"))
    context.on("request", lambda request: called(request.url))
    context.on("page", lambda page: page.on("websocket", lambda socket: called(socket.url)))
    yield context.new_page()
    context.close()
    assert not page_complaints, "the page complained:\n" + "\n".join(page_complaints)
