"""Programs from npm, into a folder outside the project; what is found there is not brought again."""

import shutil
import subprocess
from pathlib import Path

CACHE = Path.home() / ".cache" / "habitus-tests"


def brought(folder: Path, package: str, *words: str) -> bool:
    """False: there is no npm, or no registry."""
    program = shutil.which("npm")
    if program is None:
        return False
    folder.mkdir(parents=True, exist_ok=True)
    command = [program, "install", "--prefix", str(folder), "--no-audit", "--no-fund", "--silent", *words, package]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode == 0
