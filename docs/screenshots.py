"""Take the README's pictures: the dashboard over the sample sessions, in a real Chromium. `.venv/bin/python docs/screenshots.py`"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
HABITUS = Path(sys.executable).parent / "habitus"
IMAGES = ROOT / "docs" / "images"
PICTURES = {"rules": "/behavioral-rules", "errors": "/errors"}
WIDTH, HEIGHT = 1280, 760
LARGEST = 150_000
"""Bytes: a README is read on trains."""


@contextmanager
def sample() -> Iterator[str]:
    """What `make run` serves, in a folder that is gone afterwards; the link that opens it."""
    with tempfile.TemporaryDirectory() as home:
        environ = {**os.environ, "HABITUS_HOME": home, "PYTHONUNBUFFERED": "1"}
        subprocess.run([HABITUS, "learn", ROOT / "examples" / "transcripts"], env=environ, check=True, capture_output=True)  # noqa: S603
        with subprocess.Popen([HABITUS, "serve", "--port", "0"], env=environ, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
            try:
                yield next(found[1] for line in server.stdout or () if (found := re.match(r"Open (http://\S+)", line)))
            finally:
                server.terminate()


def main() -> None:
    sys.path.insert(0, str(ROOT / "tests"))  # where the tests find their browser
    from playwright.sync_api import sync_playwright

    from real.chromium import FLAGS, find

    IMAGES.mkdir(exist_ok=True)
    with sample() as link, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=find(), args=FLAGS)
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light", locale="en-US", timezone_id="UTC")
        page.goto(link)
        page.wait_for_url("**/behavioral-rules")
        for name, path in PICTURES.items():
            page.goto(link.partition("/?")[0] + path)
            size = len(page.screenshot(path=IMAGES / f"{name}.png"))
            if size > LARGEST:
                sys.exit(f"{name}.png has {size:,} bytes, and may have {LARGEST:,}: choose a smaller window")
        browser.close()


if __name__ == "__main__":
    main()
