"""One plain page: what was learned, and how it goes. Learned text is somebody else's, so it is escaped, always."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from habitus.types import Rule

PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Habitus</title><link rel="stylesheet" href="/style.css"><link rel="icon" href="data:,"></head>
<body>
<header><h1>Habitus</h1><p>{events} events in {sessions} sessions · {count} rules in force · {queue} corrections waiting</p></header>
<main>
<h2>What was learned</h2>
{rules}
</main>
<footer>Store: {store} · version {version} · take anything back with <code>habitus undo</code></footer>
</body>
</html>
"""
EMPTY = "<p class='empty'>Nothing yet. Correct your agent once, or run <code>habitus learn PATH</code> on past sessions.</p>"
ITEM = """<article>
<p class="rule"><span class="type">{type}</span> {text}</p>
<p class="why">because you said: <q>{said}</q></p>
<p class="facts">{scope} · confidence {confidence:.2f} · used {used}× · <code>{id}</code></p>
</article>"""


def html(facts: dict[str, Any], rules: list[Rule]) -> str:
    shown = "\n".join(_item(rule) for rule in sorted(rules, key=lambda rule: rule.created_at, reverse=True))
    values = {key: escape(str(value)) for key, value in facts.items() if key != "rules"}
    return PAGE.format(**values, count=len(rules), rules=shown or EMPTY)


def _item(rule: Rule) -> str:
    return ITEM.format(
        type=escape(rule.rule_type),
        text=escape(rule.text),
        said=escape(rule.source.correction if rule.source else ""),
        scope=escape(str(rule.scope)),
        confidence=rule.confidence,
        used=rule.times_applied,
        id=escape(rule.id[:8]),
    )


def rule(rule: Rule) -> dict[str, Any]:
    """A rule as the API gives it."""
    return {
        "id": rule.id,
        "rule_type": rule.rule_type,
        "description": rule.text,
        "scope": str(rule.scope),
        "confidence": rule.confidence,
        "state": rule.state,
        "times_applied": rule.times_applied,
        "created_at": rule.created_at.isoformat(),
        "said": rule.source.correction if rule.source else None,
    }


def css() -> str:
    return (Path(__file__).parent / "page.css").read_text(encoding="utf-8")
