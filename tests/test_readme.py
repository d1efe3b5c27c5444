"""The README's blocks are run, and what they print is what stands there. `…` stands for what changes from run to run."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
HABITUS = Path(sys.executable).parent


def test_the_story_is_true(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    environ = environment(tmp_path)
    blocks = re.findall(r"```(console|python|text)\n(.*?)```", text.partition("## Two commands")[0], re.DOTALL)
    assert [kind for kind, _ in blocks] == ["console", "python", "text", "console"]
    printed = ""
    for kind, block in blocks:
        if kind == "python":
            printed = run([sys.executable, "-c", block], tmp_path, environ)
        elif kind == "text":
            assert like(printed, block)
        else:
            typed(block, tmp_path, environ)


def test_the_way_of_a_correction_is_true(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "learning.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```console\n(.*?)```", text, re.DOTALL)

    typed(block, tmp_path, environment(tmp_path))


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "HABITUS_HOME": str(folder / "home"), "PATH": f"{HABITUS}:{os.environ['PATH']}", "COLUMNS": "200"}


def typed(block: str, folder: Path, environ: dict[str, str]) -> None:
    for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
        if command.startswith("cat "):  # what it shows is what the story begins with
            (folder / command.split()[1]).write_text(shown, encoding="utf-8")
        printed = run(["bash", "-c", command], folder, environ)
        assert like(re.sub(r"in \d+\.\d s", "in 0.0 s", printed), shown), printed


def run(command: list[str], folder: Path, environ: dict[str, str]) -> str:
    return subprocess.run(command, cwd=folder, env=environ, check=True, capture_output=True, text=True).stdout


def like(printed: str, shown: str) -> bool:
    return re.fullmatch(".*?".join(map(re.escape, shown.split("…"))), printed, re.DOTALL) is not None


def test_every_link_leads_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "AGENTS.md", *ROOT.glob("docs/**/*.md")]:
        for link in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
            if "://" not in link:
                assert (page.parent / link).exists(), f"{page}: {link}"
