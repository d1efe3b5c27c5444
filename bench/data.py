"""The data of third parties that benches measure with. It lies beside the project, never in it; where it is not, a bench says so."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (ROOT.parent / "shared" / "data", Path("/work/shared/data"))
ABSENT = {"data": f"not here: nothing was measured. It is looked for in {' and '.join(dict.fromkeys(map(str, FOLDERS)))}"}

# `npm install -g pkg` and its like destroy nothing; what is executed under "safe" and deletes all the same is not counted.
MISLABELLED = frozenset({"npm install -g pkg", "find . | xargs grep pattern", "git add .", "python -c \"print('ok')\""})
DELETES = ("rm -rf", "rm -fr", "kubectl delete")
QUOTES = ("echo", "git commit", "grep", "rg", "#")


def folder() -> Path | None:
    return next((folder for folder in FOLDERS if folder.is_dir()), None)


def rows(name: str) -> list[dict[str, Any]]:
    found = folder()
    assert found is not None
    with gzip.open(found / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def labelled() -> list[dict[str, Any]]:
    """Destructive and safe commands, without the rows that `tools/score` leaves out."""
    return [row for row in rows("commands_labelled") if row["label"] in ("destructive", "safe") and not _is_faulty(row)]


def _is_faulty(row: dict[str, Any]) -> bool:
    command = row["command"]
    deletes = row["label"] == "safe" and any(words in command for words in DELETES) and not command.lstrip().startswith(QUOTES)
    return command in MISLABELLED or deletes
