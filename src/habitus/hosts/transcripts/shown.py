"""A call as SpecStory shows it: Markdown in, tool, arguments and result out.

Run the tests                a description
`pytest -q`                  the command, path, address or query; a longer one stands in a block of its own
```text                      what came of it
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

TAG = re.compile(r'<tool-use\b[^>]*\bdata-tool-type="([^"]*)"[^>]*\bdata-tool-name="([^"]*)"')
SUMMARY = re.compile(r"<summary>(.*?)</summary>", re.DOTALL)
USED = re.compile(r"Tool use: \*\*(.+?)\*\*(?:\s*[•·-]\s*(.*))?", re.DOTALL)
OPEN = re.compile(r"\s{0,3}(`{3,}|~{3,})\s*(\w*)")
TICKED = re.compile(r"`([^`\n]+)`")
PAIR = re.compile(r"\b(path|pattern|include|query|glob) `([^`\n]*)`")
LISTED = re.compile(r"- ([\w.-]+):(?: `(.*)`)?\s*$")
NAMED = re.compile(r"\b(?:Read|Edit|Write|Create|Delete)(?:d|ed)? file:? `?([^`\n]+?)`?\s*$", re.IGNORECASE)
DONE = re.compile(r"^(?:The file|File created successfully at:) (/[^\n]+?)(?: has been | \(|$)", re.MULTILINE)
"""An edit shows no path of its own, but the program's answer names it."""

FAILED = re.compile(r"\s*(?:error\b|exit code:? [1-9]|<tool_use_error>|traceback \(most recent|\[?request interrupted)", re.IGNORECASE)
KEPT = 2000
"""Characters of a call that we could not read."""

OUTPUTS = ("text", "")
FIELD = {"shell": "command", "read": "file_path", "write": "file_path", "search": "pattern"}
ASKS = {"WebFetch": "url", "WebSearch": "query"}


class Fenced(NamedTuple):
    lang: str
    text: str
    line: int


def call(block: str) -> tuple[str, dict[str, Any]]:
    """The tool and what it was given, as far as it shows."""
    tag, summary = TAG.search(block), SUMMARY.search(block)
    used = USED.match(summary[1].strip()) if summary else None
    kind, tool = (tag[1], tag[2]) if tag else ("", used[1] if used else "tool")
    lines, fences = _apart(block, summary.end() if summary else 0)
    if any(line.startswith("**Input") for line in lines):
        return tool, _listed(lines, fences)
    words = "\n".join(lines).strip()
    if pairs := PAIR.findall(words):
        return tool, dict(pairs)
    field = ASKS.get(tool) or FIELD.get(kind, "")
    if found := _found(field, words, fences):
        return tool, {field: found}
    title = used[2] or "" if used else ""
    if named := NAMED.search(title) or (DONE.search(block) if kind == "write" else None):
        return tool, {"file_path": named[1]}
    rest = words or title
    return tool, {"input": rest[:KEPT]} if rest else {}


def result(block: str) -> tuple[str | None, str | None]:
    """What came back, or the error. A call that shows nothing came back with nothing."""
    summary = SUMMARY.search(block)
    lines, fences = _apart(block, summary.end() if summary else 0)
    outputs = [fence.text for fence in fences if fence.lang in OUTPUTS]
    text = outputs[-1].strip("\n") if outputs else ""
    failed = any(line.startswith("**Error") for line in lines) or FAILED.match(text)
    return (None, text or "failed") if failed else (text, None)


def _apart(block: str, start: int) -> tuple[list[str], list[Fenced]]:
    """The lines outside of fences, and what is in them."""
    lines: list[str] = []
    fences: list[Fenced] = []
    fence, lang, inside = "", "", list[str]()
    for line in block[start:].splitlines():
        opened = OPEN.match(line)
        if fence and line.strip().startswith(fence) and not line.strip().strip(fence[0]):
            fences.append(Fenced(lang, "\n".join(inside), len(lines)))
            fence = ""
        elif fence:
            inside.append(line)
        elif opened:
            fence, lang, inside = opened[1], opened[2], []
        elif not line.startswith(("</details>", "</tool-use>")):
            lines.append(line)
    if fence:
        fences.append(Fenced(lang, "\n".join(inside), len(lines)))
    return lines, fences


def _found(field: str, words: str, fences: list[Fenced]) -> str:
    if field == "command" and (block := next((fence.text for fence in fences if fence.lang in ("bash", "sh", "shell")), "")):
        return block
    if field == "command":  # the command is the whole of its line; a description may quote something too
        whole = [
            line.strip()[1:-1] for line in words.splitlines() if line.strip()[:1] == line.strip()[-1:] == "`" and len(line.strip()) > 2
        ]
        return whole[-1] if whole else ""
    ticked = TICKED.search(words)
    return ticked[1] if ticked and field else ""


def _listed(lines: list[str], fences: list[Fenced]) -> dict[str, Any]:
    """`- name: `value``, or `- name:` and the value in a block below it."""
    found: dict[str, Any] = {}
    for number, line in enumerate(lines):
        if line.startswith(("**Result", "**Error", "**Output")):
            break
        if listed := LISTED.match(line):
            below = next((fence.text for fence in fences if number < fence.line <= number + 2), "")
            found[listed[1]] = listed[2] if listed[2] is not None else below
    return found
