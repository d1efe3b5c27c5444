"""`make bench`: measure everything, write bench/results.json and bench/results.md, and say what misses its mark, first.

`python -m bench start crash` runs only those; the others keep their last figures.
"""

from __future__ import annotations

import json
import platform
import sys
import time
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

from bench import pace, sizing

BENCHES = (
    "start", "observing", "writers", "crash", "redaction", "judging", "commands", "corrections", "comparing", "poisoning", "recalling", "listing", "reading", "normalizing", "fixing", "failing", "graphing", "guarding", "shelving", "evolving", "validating", "agenting", "hooking", "proxying", "growing", "serving", "soaking",
)  # fmt: skip
FOLDER = Path(__file__).parent


def main(names: list[str]) -> int:
    file = FOLDER / "results.json"
    results: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    for name in names or BENCHES:
        print(f"{name} …", end=" ", flush=True)
        begin = time.perf_counter()
        bench = import_module(f"bench.{name}")
        with pace.meanwhile() as machine:
            figures = bench.run()
        results["fastest_loop_ms"] = min(results.get("fastest_loop_ms", machine.loop_ms), machine.loop_ms)
        about = (bench.__doc__ or "").strip().splitlines()[0]
        results[name] = {"figures": figures, "marks": bench.MARKS, "about": about, "machine": asdict(machine)}
        print(f"{time.perf_counter() - begin:.0f} s")
    results["machine"] = f"{platform.python_implementation()} {platform.python_version()} of {sys.base_prefix}, {platform.machine()}"
    file.write_text(json.dumps(results, indent=2) + "\n")
    (FOLDER / "results.md").write_text(page(results))
    sizing.PAGE.write_text(sizing.page(), encoding="utf-8")
    missed = misses(results)
    print(f"\n{page(results)}")
    return 1 if missed else 0


def misses(results: dict[str, Any]) -> list[str]:
    return [
        f"{name}: {figure} is {results[name]['figures'][figure]}, {asked(mark)} is asked for ({meanwhile(results, name)})"
        for name in BENCHES
        if name in results
        for figure, mark in results[name]["marks"].items()
        if not within(results[name]["figures"][figure], mark)
    ]


def asked(mark: Any) -> str:
    return f"at least {mark[1]}" if isinstance(mark, (list, tuple)) else f"at most {mark}"


def meanwhile(results: dict[str, Any], name: str) -> str:
    """How the machine was."""
    machine = results[name].get("machine")
    if machine is None:
        return "how the machine was then is not known"
    return f"the machine was at {results['fastest_loop_ms'] / machine['loop_ms']:.0%} of its best pace, and others had {machine['taken']} % of it"


def within(figure: float, mark: Any) -> bool:
    """A mark is a ceiling; a pair ["min", x] is a floor."""
    return bool(figure >= mark[1] if isinstance(mark, (list, tuple)) else figure <= mark)


def page(results: dict[str, Any]) -> str:
    missed = misses(results)
    lines = ["# Measured", "", f"Written by `make bench` on {results['machine']}. Ratios are to a floor measured in the same run.", ""]
    lines += ["Missed:", "", *(f"- {miss}" for miss in missed)] if missed else ["Every mark is met."]
    for name in BENCHES:
        if name not in results:
            continue
        lines += ["", f"## {name}", "", results[name]["about"], "", "| figure | value | mark |", "|---|---|---|"]
        for figure, value in results[name]["figures"].items():
            mark = results[name]["marks"].get(figure, "")
            shown = f"≥ {mark[1]}" if isinstance(mark, (list, tuple)) else f"≤ {mark}" if mark != "" else ""
            text = ", ".join(f"{k}: {v}" for k, v in value.items()) if isinstance(value, dict) else value
            lines.append(f"| {figure} | {text} | {shown} |")
        lines += ["", f"Meanwhile {meanwhile(results, name)}."] if "machine" in results[name] else []
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
