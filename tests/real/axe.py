"""axe-core, which finds what keeps people out of a page: from npm, for the tests alone. The browser itself puts it into the page."""

from pathlib import Path
from typing import TYPE_CHECKING

from real.npm import CACHE, brought
from real.skips import cannot

if TYPE_CHECKING:
    from playwright.sync_api import Page

PACKAGE = "axe-core@4.14.0"
FOLDER = CACHE / "axe"
GRAVE = ("serious", "critical")


def find() -> Path | None:
    script = FOLDER / "node_modules" / "axe-core" / "axe.min.js"
    return script if script.is_file() else None


def bring() -> bool:
    return brought(FOLDER, PACKAGE, "--ignore-scripts")


def found() -> Path:
    return find() or cannot("no axe-core: `make test` brings it where npm is; on Debian `apt-get install npm`")


def faults(page: "Page", *rules: str) -> list[str]:
    """The serious ones, each with the place it is at; of all rules, or of those that are named."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(found().read_text(encoding="utf-8"))
    asked = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    violations = page.evaluate("async (asked) => (await axe.run(document, asked)).violations", asked)
    return [f"{one['id']}: {one['help']} at {node['target']}" for one in violations if one["impact"] in GRAVE for node in one["nodes"]]
