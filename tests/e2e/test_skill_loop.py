"""The skill loop with the real Claude Code and Codex: reminders before the model, the question before the person."""

import json
from typing import Any

import pytest

from real.claude import Claude
from real.codex import Codex
from real.scripted_api import calls, says

OFFER = 'Reply "save as skill" or "skip".'
SKILL = "---\nname: count-up\ndescription: Use when numbers are to be printed in order.\n---\n\n1. Run `echo 0`.\n2. Run `echo 1`.\n"
SWITCHES = {"skill_evolve": "true", "skill_nudge_interval": "3", "max_turns": "4"}


def switched_on(account: Claude | Codex, host: str) -> None:
    account.habitus("install", host)
    for key, value in SWITCHES.items():
        account.habitus("agents", "set", host, key, value)


def shown(claude: Claude, prompt: str, *words: str) -> list[dict[str, Any]]:
    """What Claude Code writes for who watches it, message by message."""
    return [json.loads(line) for line in claude.stream(prompt, *words)]


def test_claude_code_is_reminded_and_its_user_is_asked(claude: Claude) -> None:
    switched_on(claude, "claude-code")
    claude.api.play(*([says("Next."), calls("Bash", command=f"echo {n}", description="x")] for n in range(4)), [says("Done.")])

    found = shown(claude, "count")

    asked = [claude.api.asked(n) for n in range(5)]
    assert ["[System] 70%" in one for one in asked] == [False, False, False, True, True]
    assert ["[System] 90%" in one for one in asked] == [False, False, False, False, True]
    assert OFFER not in asked[-1].replace('\\"', '"')
    assert any(one.get("subtype") == "informational" and OFFER in str(one.get("content")) for one in found)


def test_with_the_switch_off_claude_code_hears_nothing_of_it(claude: Claude) -> None:
    claude.habitus("install", "claude-code")
    claude.habitus("agents", "set", "claude-code", "max_turns", "4")
    claude.habitus("agents", "set", "claude-code", "skill_nudge_interval", "1")
    claude.api.play(*([says("Next."), calls("Bash", command=f"echo {n}", description="x")] for n in range(4)), [says("Done.")])

    found = shown(claude, "count")

    assert "skill_manage" not in claude.api.asked()
    assert "[System]" not in claude.api.asked()
    assert not any(one.get("subtype") == "informational" for one in found)


def test_what_the_user_agreed_to_is_kept_over_mcp(claude: Claude) -> None:
    switched_on(claude, "claude-code")
    servers = claude.project / "mcp.json"
    servers.write_text(json.dumps({"mcpServers": {"habitus": {"command": "habitus", "args": ["mcp"]}}}))
    more = ("--mcp-config", str(servers), "--allowedTools", "mcp__habitus__skill_manage")
    create = calls("mcp__habitus__skill_manage", action="create", slug="count-up", content=SKILL)
    claude.api.play(*([says("Next."), calls("Bash", command=f"echo {n}", description="x")] for n in range(3)), [create], [says("Done.")])
    first = claude.run("count", *more)
    assert "No consent" in claude.api.asked()
    claude.api.play([says("Keeping it."), create], [says("Kept.")])

    claude.run("yes, save as skill", *more, "--resume", str(first["session_id"]))

    assert "Created count-up" in claude.api.asked()
    assert [one["slug"] for one in json.loads(claude.habitus("skills", "list", "--json"))] == ["count-up"]


def test_codex_is_reminded_and_its_user_is_asked(codex: Codex) -> None:
    switched_on(codex, "codex")
    codex.trust()
    codex.api.play(*([calls("exec_command", cmd=f"echo {n}")] for n in range(4)), [says("Done.")])

    entries = codex.watched("count")

    asked = codex.api.asked()
    assert (asked.count("[System] 70%"), asked.count("[System] 90%")) == (1, 1)
    assert [text for kind, text in entries if kind == "warning" and OFFER in text]
    assert OFFER not in asked.replace('\\"', '"')


@pytest.mark.parametrize("host", ["claude-code"])
def test_doctor_says_where_the_loop_speaks(claude: Claude, host: str) -> None:
    switched_on(claude, host)
    claude.habitus("agents", "set", host, "max_turns", "null")

    found = [one["text"] for one in json.loads(claude.habitus("doctor", "--json"))["findings"] if one["about"] == host]

    assert "it may keep skills: its user is asked as a message to the user" in found
    assert any(text.startswith("it may keep skills, and is not reminded") for text in found)
