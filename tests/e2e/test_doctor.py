"""`habitus doctor` with the real programs: what they would pass over in silence, it says."""

import json
from pathlib import Path
from typing import Any

from real.claude import Claude
from real.codex import Codex


def findings(said: str) -> dict[str, list[str]]:
    """Texts by level."""
    found: dict[str, list[str]] = {"ok": [], "note": [], "fault": []}
    for one in json.loads(said)["findings"]:
        found[one["level"]].append(f"{one['about']}: {one['text']}")
    return found


def test_a_fresh_installation_in_claude_code_holds(claude: Claude, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "claude").symlink_to(claude.binary)
    claude.environ["PATH"] = f"{tmp_path / 'bin'}:{claude.environ['PATH']}"
    claude.habitus("install", "claude-code")

    found = findings(claude.habitus("doctor", "--json"))

    assert found["fault"] == []
    assert "claude-code: a destructive call is blocked" in found["ok"]
    assert "claude-code: a call that a person is to be asked about is asked about" in found["ok"]
    assert "claude-code: a reminder arrives" in found["ok"]
    assert any(text.startswith("claude-code: version ") for text in found["ok"])


def test_hooks_that_codex_does_not_trust_are_a_fault_until_they_are_trusted(codex: Codex) -> None:
    codex.habitus("install", "codex")

    before: dict[str, Any] = findings(codex.habitus("doctor", "codex", "--json", fails=1))
    codex.trust()
    after = findings(codex.habitus("doctor", "codex", "--json"))

    assert any("because they are not trusted" in text and "preToolUse" in text for text in before["fault"])
    assert after["fault"] == []
    assert "codex: all 8 hooks are trusted" in after["ok"]


def test_what_codex_cannot_ask_about_is_denied_and_said(codex: Codex) -> None:
    codex.habitus("install", "codex")
    codex.trust()

    found = findings(codex.habitus("doctor", "codex", "--json"))

    wanted = "codex: Codex cannot ask, and would run it: a call that a person is to be asked about is denied instead"
    assert wanted in found["note"]
