"""Bring what this machine lacks: `PYTHONPATH=tests python -m real.bring`, as `make test` does.

Never fails: what could not be brought is skipped by its tests, loudly, and in CI that fails the run.
"""

import os
import subprocess
import sys
from typing import Any

from real import axe, chromium, codex, others, postgres, redis

PACKAGES = {
    "chromium": chromium.find,
    "libatomic1": chromium.driver,
    "redis-server": redis.find,
    "postgresql": postgres.find,
    "npm": codex.npm,
}

APT = ("apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=300")


def main() -> None:
    debian()
    programs: tuple[Any, ...] = (codex, axe, *others.TRIED)
    for one in programs:
        if one.find() is None:
            print(f"Installing {one.PACKAGE} with npm into {one.FOLDER}…", flush=True)
            if not one.bring():
                print(f"npm could not install {one.PACKAGE}. Its tests will be skipped.", file=sys.stderr)


def debian() -> None:
    missing = [package for package, find in PACKAGES.items() if find() is None]
    if not missing:
        return
    if os.geteuid() != 0:
        print(f"Not root, so not installing: {' '.join(missing)}. Their tests will be skipped.", file=sys.stderr)
        return
    print(f"Installing {' '.join(missing)} with apt-get…", flush=True)
    if not (install(missing) or install(missing)):  # a mirror may be in the middle of an update: once more, with fresh lists
        print(f"apt-get could not install {' '.join(missing)}. Their tests will be skipped.", file=sys.stderr)


def install(packages: list[str]) -> bool:
    return apt("update") and apt("install", "--no-install-recommends", *packages)


def apt(*arguments: str) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run([*APT, *arguments], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(done.stdout[-2000:], done.stderr[-2000:], sep="\n", file=sys.stderr)
    return done.returncode == 0


if __name__ == "__main__":
    main()
