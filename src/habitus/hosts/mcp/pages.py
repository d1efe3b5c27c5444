"""Resources: what a host may show its user, or put before its model when the user asks for it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from habitus.errors import Refused
from habitus.hosts.mcp import fence, tools
from habitus.hosts.mcp.declared import Page

if TYPE_CHECKING:
    from habitus.hosts.mcp.declared import Place
    from habitus.layer import Layer
    from habitus.types import Told

SHOWN = 200
"""Rules, and events of a timeline: the latest."""

LONG = 500
"""Characters of one part of an event."""

SCHEME = "habitus://"


def rules(layer: Layer, place: Place, _: str) -> str:
    from habitus.recall import fenced

    declared = [f"• {one.id}: {fenced(one.description)} ({one.action})" for one in layer.gates.rules.checks if not one.shadow]
    learned = [f"• {fenced(one.text)} ({one.scope}, {one.id[:8]})" for one in layer.store.lessons().rules(limit=SHOWN)]
    return fence.data(
        "rules", "\n".join(["[declared]", *(declared or ["none"]), "", "[learned]", *(learned or ["none"])]), "The rules in force."
    )


def timeline(layer: Layer, place: Place, id: str) -> str:
    if not place.reads and id != place.session:
        raise Refused("this key is an agent's and reads no session but its own: ask an admin for one that may read")
    if not id or layer.store.opened(id) is None:
        raise Refused(f"there is no session {id[:80]!r}")
    lines: list[str] = []
    size, first = 0, 0
    for told in reversed(list(layer.store.events(id, after=max(0, layer.store.last(id) - SHOWN)))):
        size += len(line := _line(told)) + 1
        if size > fence.MOST - LONG:
            break
        lines, first = [line, *lines], told.seq
    head = [f"({first - 1:,} events before)"] if first > 1 else []
    return fence.data("session", "\n".join([*head, *lines]))


def _line(told: Told) -> str:
    event = told.event
    passed = {"session", "at", "agent", "workspace", "key", "target", "batch"}
    about = {name: _short(value) for name in event.__dataclass_fields__ if name not in passed and (value := getattr(event, name))}
    blocked = {"blocked": True} if told.blocked else {}
    line = {"seq": told.seq, "at": event.at.isoformat(timespec="seconds"), "event": type(event).__name__, **about, **blocked}
    return json.dumps(line | ({"rules": list(told.fired)} if told.fired else {}), ensure_ascii=False, default=str)


def _short(value: Any) -> Any:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return value if len(text) <= LONG else f"{text[:LONG]} …"


def skill(layer: Layer, place: Place, slug: str) -> str:
    return tools.skill(layer, place, {"slug": slug}).text


RULES = Page(f"{SCHEME}rules", "rules", "Rules in force", "Declared and learned rules that hold now", "text/plain", rules)
SESSIONS = Page(
    f"{SCHEME}sessions/{{id}}", "session", "A session's timeline", "What happened, in order, with every block", "text/plain", timeline
)
SKILLS = Page(f"{SCHEME}skills/{{slug}}/SKILL.md", "skill", "A skill", "SKILL.md as it was kept", "text/markdown", skill)
TEMPLATES = (SESSIONS, SKILLS)


def found(uri: str) -> tuple[Page, str]:
    """The page that an address names, and what stands in its place; `Refused` where there is none."""
    if uri == RULES.uri:
        return RULES, ""
    for page in TEMPLATES:
        head, _, tail = page.uri.partition("{")
        tail = tail.partition("}")[2]
        name = unquote(uri[len(head) : len(uri) - len(tail)])
        if uri.startswith(head) and uri.endswith(tail) and name and len(uri) >= len(head) + len(tail) and "\0" not in name:
            return page, name
    raise Refused(f"there is no resource {uri[:120]!r}")
