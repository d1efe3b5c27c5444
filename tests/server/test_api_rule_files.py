"""Rules as files over HTTP: what `habitus rules import, export, test, explain` do; and what is a declared rule's own."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from habitus.hosts import rulefiles
from habitus.layer import Layer

FILE = """# Our house

- Always use pnpm instead of npm.
- src/ holds the code
"""
CASES = """
```trace
read app.py
edit app.py
edit lib.py                 # warn
edit other.py
```
"""


def test_the_rules_of_a_file_wait_for_a_person_and_are_proposed_once(client: TestClient, layer: Layer) -> None:
    body = {"text": FILE, "name": "CLAUDE.md", "scope": {"level": "project", "name": "/work/shop"}}
    first = client.post("/v1/rule-files", json=body).json()
    again = client.post("/v1/rule-files", json=body).json()

    assert (first["proposed"], again["proposed"]) == (1, 0)
    assert [(one["line"], one["outcome"], one["scope"]) for one in first["rules"]] == [(3, "proposed", "project:/work/shop")]
    assert [one["outcome"] for one in again["rules"]] == ["known"]
    (waits,) = client.get("/v1/proposals?kind=rule").json()["items"]
    client.patch(f"/v1/proposals/{waits['id']}", json={"answer": "approve"})
    assert [rule.state for rule in layer.store.lessons().rules()] == ["active"]
    assert {(entry.item, entry.actor) for entry in layer.store.entries(verb="rule file sent")} == {("CLAUDE.md", "owner")}


def test_the_rules_in_force_come_as_the_block_of_a_file_or_as_json(client: TestClient) -> None:
    client.post("/v1/rules", json={"text": "Use pnpm instead of npm."})
    client.post("/v1/rules", json={"text": "Write tests first.", "scope": {"level": "project", "name": "/work/shop"}})

    block = client.get("/v1/rule-files?project=/work/shop")
    plain = client.get("/v1/rule-files?format=json").json()

    assert block.headers["content-type"].startswith("text/markdown")
    assert block.text == rulefiles.written(None, sorted(["Use pnpm instead of npm.", "Write tests first."], key=block.text.find)).decode()
    assert [one["text"] for one in plain] == ["Use pnpm instead of npm."]


def test_cases_say_what_a_declared_rule_drew_and_what_was_wanted(client: TestClient) -> None:
    found = client.post("/v1/rules/read_before_edit/test", json={"text": CASES}).json()

    assert found == {
        "rule": "read_before_edit", "passed": 3, "failed": 1,
        "wrong": [{"line": 6, "said": "edit other.py", "drew": "warn", "wanted": ""}],
    }  # fmt: skip


@pytest.mark.parametrize("line", ["edit {not json", "limit many", "link one", "edit a.py -> {", " -> 1"])
def test_a_line_that_is_no_case_is_named(client: TestClient, line: str) -> None:
    answer = client.post("/v1/rules/read_before_edit/test", json={"text": f"```trace\nread app.py\n{line}\n```"})

    assert answer.status_code == 409
    assert "line 3 is no line of a case" in answer.json()["detail"]


def test_a_misspelled_declared_rule_is_told_the_nearest(client: TestClient) -> None:
    answer = client.post("/v1/rules/read_befor_edit/test", json={"text": CASES})

    assert (answer.status_code, "did you mean `read_before_edit`?" in answer.json()["detail"]) == (404, True)


def test_a_declared_rule_tells_why_and_what_instead(client: TestClient) -> None:
    shown = client.get("/v1/rules/read_before_edit").json()

    assert shown["why"].startswith("an edit to unseen text misses its target")
    assert shown["instead"].startswith("read the file first.")
    assert shown["message"]
    assert (shown["kind"], shown["when"]) == ("declared", "pre_tool")


@pytest.mark.parametrize(("method", "path"), [("PATCH", ""), ("DELETE", ""), ("GET", "/backtest")])
def test_a_declared_rule_is_changed_in_the_settings(client: TestClient, method: str, path: str) -> None:
    answer = client.request(method, f"/v1/rules/read_before_edit{path}", json={"active": False} if method == "PATCH" else None)

    assert answer.status_code == 409
    assert "`security.behavior.rules.read_before_edit`" in answer.json()["detail"]


def test_no_file_of_the_servers_is_read_for_a_case(client: TestClient, tmp_path: Path) -> None:
    """What a case has on disk it says itself."""
    there = tmp_path / "there.py"
    there.write_text("x = 1")

    found = client.post("/v1/rules/read_before_write_existing/test", json={"text": f"```trace\nwrite {there}\n```"}).json()

    assert (found["passed"], found["failed"]) == (1, 0)
