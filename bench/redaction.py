"""Secrets: how many of the hand-written ones are found, how much harmless text is touched, and what it costs.

Tuned cases are what the patterns were written against; held cases were written before them and never tuned to: the honest figures.
`python -m bench.redaction` prints the figures as JSON.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sysconfig
import time
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

from bench.timing import PYTHON, turns
from habitus.observe import redact

CASES = Path(__file__).parent.parent / "tests" / "observe" / "redaction_cases.jsonl"
SESSIONS = Path("/work/shared/data/trajectories_specstory.jsonl.gz")
"""Real sessions of coding agents, read where they are and never copied. Left out of the figures where the file is not there."""

KEY = b"a key for measuring"
MESSAGE = (
    "I looked at the failing test: the date parser drops the zone when the input ends in Z. I would rather fix the parser than the test. "
    "Can you show me the function in src/dates.py first? Thank you, bye"
)
HOSTILE = ("a", "=", "eyJ", "://:@", "-----BEGIN", '"', "'", "\\", "\n", "[", "secret", "token")
DENSE = ("PASSWORD=ab1 ", "password=", "api_key: ", "token='", "https://a:b@", "curl -u a:b ", "kind: secret\n")
"""Nothing but labels and secrets: no text is like that, but the time must stay linear."""
MARKS = {
    "recall_tuned": ["min", 1.0],
    "recall_held": ["min", 0.9],
    "false_alarms_tuned": 0.0,
    "false_alarms_held": 0.05,
    "us_per_200_characters": 10.0,
    "ms_per_100_kb": 1.0,
    "hostile_s_per_mb": 0.2,
}


def run() -> dict[str, Any]:
    return {**_quality(), **_speed(), **_sessions()}


def _quality() -> dict[str, float]:
    cases = [json.loads(line) for line in CASES.read_text(encoding="utf-8").replace("§", "").splitlines()]
    figures = {}
    for name, part in (
        ("tuned", [case for case in cases if not case.get("held")]),
        ("held", [case for case in cases if case.get("held")]),
    ):
        secret = [case for case in part if case["secret"]]
        harmless = [case for case in part if not case["secret"]]
        figures[f"recall_{name}"] = round(sum(map(_is_found, secret)) / len(secret), 4)
        figures[f"false_alarms_{name}"] = round(sum(bool(redact.findings(case["text"])) for case in harmless) / len(harmless), 4)
    return figures


def _is_found(case: dict[str, Any]) -> bool:
    out = redact.text(case["text"], key=KEY)
    return not any(secret in out for secret in (case["secret"], *case.get("also", [])))


def _speed() -> dict[str, float]:
    source = "".join(file.read_text(encoding="utf-8") for file in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))[:40])[:100_000]
    message = MESSAGE[:200]
    assert redact.text(message, key=KEY) is message
    short = turns({"message": lambda _: redact.text(message, key=KEY)}, rounds=50, each=500)
    long = turns({"source": lambda _: redact.text(source, key=KEY)}, rounds=50, each=4)
    return {
        "us_per_200_characters": round(short["message"] * 1e6, 2),
        "ms_per_100_kb": round(long["source"] * 1e3, 3),
        "hostile_s_per_mb": round(max(map(_hostile, HOSTILE)), 3),
        "dense_s_per_mb": round(max(map(_hostile, DENSE)), 3),
        "import_ms": round(_import() * 1e3, 2),
    }


def _import() -> float:
    """Median seconds on top of what a hook loads anyway, with bytecode as after `pip install`."""
    command = (
        "import time, habitus.observe.session as _; t = time.perf_counter(); import habitus.observe.redact; print(time.perf_counter() - t)"
    )
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    return median(float(subprocess.check_output([PYTHON, "-c", command], env=env)) for _ in range(15))


def _hostile(unit: str) -> float:
    text = (unit * (1_000_000 // len(unit) + 1))[:1_000_000]
    begin = time.perf_counter()
    redact.text(text, key=KEY)
    return time.perf_counter() - begin


def _sessions() -> dict[str, Any]:
    if not SESSIONS.exists():
        return {}
    events, kinds = 0, Counter[str]()
    with gzip.open(SESSIONS, "rt", encoding="utf-8") as lines:
        for line in lines:
            for event in json.loads(line)["events"]:
                events += 1
                kinds.update(finding.kind for finding in redact.findings(event.get("text") or ""))
    return {"findings_per_1000_real_events": round(1000 * kinds.total() / events, 2), "kinds_in_real_events": dict(kinds.most_common())}


if __name__ == "__main__":
    print(json.dumps(run(), indent=2))
