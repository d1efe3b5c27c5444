"""From nothing to the first judged call: what a hook process costs."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from bench.timing import PYTHON, processes

FIRST_CALL = """
import habitus
from datetime import datetime, timezone
layer = habitus.open()
layer.judge(habitus.ToolCall(session="s", at=datetime.now(timezone.utc), id="c1", tool="Edit", args={"file_path": "a.py"}))
layer.close()
"""


def run() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as home:
        commands = {
            "bare": [PYTHON, "-c", "pass"],
            "import": [PYTHON, "-c", "import habitus"],
            "version": [str(Path(PYTHON).parent / "habitus"), "--version"],
            "first_call": [PYTHON, "-c", FIRST_CALL],
        }
        took = processes(commands, HABITUS_HOME=home)
    bare = took["bare"]
    return {
        "bare_python_ms": round(bare * 1e3, 1),
        "import_ratio": round(took["import"] / bare, 2),
        "first_judged_call_ratio": round(took["first_call"] / bare, 2),
        "version_ratio": round(took["version"] / bare, 2),
    }


MARKS = {"import_ratio": 2.0, "first_judged_call_ratio": 6.0, "version_ratio": 4.0}
