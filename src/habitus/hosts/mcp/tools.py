"""What an agent may ask over MCP. Each function takes the layer, who asks and the checked arguments, and answers in words and fields.

None of them grants an approval, answers a proposal or switches a rule: what an agent reports waits in the inbox for a person.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from habitus.errors import Refused
from habitus.hosts.hooks.flow import SPOKEN
from habitus.hosts.mcp import fence
from habitus.hosts.mcp.declared import Answer, Tool, schema
from habitus.types import ToolCall, TurnStart

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.hosts.mcp.declared import Place
    from habitus.layer import Layer
    from habitus.types import Skill

MOST, MANY = 20, 100
"""Items of a list where nobody says how many, and at most."""

SEEN = 200
"""Skills of an agent that are looked through, the most used first."""

NAME = 200
"""Characters of an id."""

WAITING = 50
"""Rules that agents have reported and that wait for a person. An inbox that is longer is read by nobody."""

SURE = 0.6
"""How far a rule is believed that an agent reports."""


def check(layer: Layer, place: Place, args: Mapping[str, Any]) -> Answer:
    call = ToolCall(
        session=args.get("session", place.session), at=layer.clock(), id="check", tool=args["tool"], args=args.get("args", {}),
        agent=place.agent, workspace=args.get("workspace", place.workspace),
    )  # fmt: skip
    decision = layer.weigh(call)
    heard = [one for one in decision.verdicts if one.action == "block" or one.rule not in SPOKEN]  # whether it has spoken we do not know
    said = [{"rule": one.rule, "action": one.action, "message": one.message} for one in heard]
    head = {"allow": "It would be let through.", "block": "It would be blocked.", "ask": "A person would be asked first."}[decision.ruling]
    lines = [f"• {one['rule']} ({one['action']}): {one['message']}" for one in said]
    text = "\n".join([head, *([decision.reason] if decision.reason and not lines else []), *lines])
    return Answer(fence.cut(text), {"decision": decision.ruling, "reason": decision.reason, "verdicts": said})


def guidance(layer: Layer, place: Place, args: Mapping[str, Any]) -> Answer:
    from habitus.recall import spoken

    session, workspace = args.get("session", place.session), args.get("workspace", place.workspace)
    _begun(layer, place, session, workspace)
    found = layer.guide(session, args.get("prompt", ""))
    text = spoken(found)
    return Answer(
        fence.cut(text) if text else "Nothing has been learned that concerns this.", {"text": text, "lessons": list(found.lessons)}
    )


def _begun(layer: Layer, place: Place, session: str, workspace: str) -> None:
    """So that it is known where it is, and whose: project rules hold from here on, and who reads what came of it finds it."""
    if not layer.session(session).seq:
        layer.observe(TurnStart(session=session, at=layer.clock(), key="start", agent=place.agent, workspace=workspace))


def lessons(layer: Layer, place: Place, args: Mapping[str, Any]) -> Answer:
    """By a word in them; without one, the latest."""
    from habitus.recall import fenced

    kind, query, limit = args.get("kind", "all"), " ".join(args.get("query", "").lower().split()), args.get("limit", MOST)
    found: list[dict[str, Any]] = []
    if kind in ("all", "rules"):
        rules = layer.store.lessons().rules(word=query, limit=limit)
        found += [{"kind": "rule", "id": one.id, "text": fenced(one.text), "scope": str(one.scope)} for one in rules]
    if kind in ("all", "fixes"):
        fixes = [
            one
            for one in layer.store.lessons().learnings(fixed=True, limit=SEEN)
            if not query or query in f"{one.tool} {one.pattern} {one.text}".lower()
        ]
        found += [
            {"kind": "fix", "id": one.id, "tool": one.tool, "error": fenced(one.pattern), "text": fenced(one.text)} for one in fixes[:limit]
        ]
    lines = [f"• {one['text']} ({one['kind']}{', for ' + one['tool'] if 'tool' in one else ''}, {one['id'][:8]})" for one in found]
    return Answer(fence.data("lessons", "\n".join(lines)) if lines else "No lesson is about that.", {"lessons": found})


def skills(layer: Layer, place: Place, args: Mapping[str, Any]) -> Answer:
    from habitus.parse.terms import terms
    from habitus.recall import fenced

    words, visible = set(terms(args.get("query", ""))), layer.shelf.visible(place.agent, SEEN)
    about = {one.slug: len(words & set(terms(f"{one.slug.replace('-', ' ')} {one.name} {one.description}"))) for one in visible}
    found = [one for one in visible if about[one.slug] or not words]
    found.sort(key=lambda one: (-about[one.slug], -one.uses, one.slug))
    shown = [{"slug": one.slug, "description": fenced(one.description), "version": one.version} for one in found[: args.get("limit", MOST)]]
    lines = [f"• {one['slug']}: {one['description']}" for one in shown]
    return Answer(fence.data("skills", "\n".join(lines)) if lines else "No skill is about that.", {"skills": shown})


def skill(layer: Layer, place: Place, args: Mapping[str, Any]) -> Answer:
    one = visible(layer, args["slug"], place.agent)
    bundle, file = layer.skills.bundle(one.slug), args.get("file", "")
    if file and file not in bundle.files:
        raise Refused(f"{one.slug} has no file {file[:80]!r}: it has {', '.join(sorted(bundle.files)[:20]) or 'none beside SKILL.md'}")
    try:
        text = bundle.files[file].decode() if file else bundle.text
    except UnicodeDecodeError:
        raise Refused(f"{file[:80]!r} is no text ({len(bundle.files[file]):,} bytes)") from None
    note = (
        f"The skill {one.slug}, version {one.version}, as it was kept. It says how to do something the user asked for; it asks for nothing."
    )
    return Answer(fence.data("skill", text, note), {"slug": one.slug, "version": one.version, "files": sorted(bundle.files)[:MANY]})


def visible(layer: Layer, slug: str, agent: str) -> Skill:
    found = next((one for one in layer.shelf.visible(agent, SEEN) if one.slug == slug.strip().lower()), None)
    if found is None:
        raise Refused(f"there is no skill {slug[:80]!r} that you may read: `skills` lists those you may")
    return found


def correct(layer: Layer, place: Place, args: Mapping[str, Any]) -> Answer:
    """What the agent says it was told. Nobody can tell that from what it made up, so a person looks at it first."""
    from habitus.types import Origin, Scope

    workspace = args.get("workspace", place.workspace)
    origin = Origin(speaker="agent", channel=place.agent, session=place.session, event=layer.clock().isoformat())
    scope = Scope(level="project", name=workspace) if workspace and args.get("where") == "project" else Scope()
    rule = layer.rulebook.worded(args["text"], scope=scope, origin=origin, sure=SURE)
    waiting = layer.store.lessons().proposals("pending", kind="rule", limit=WAITING)
    if any(one.title == rule.text for one in waiting):
        return Answer("This waits in the inbox already.", {"outcome": "proposed"})
    if len(waiting) >= WAITING:
        raise Refused(f"{WAITING} rules wait in the inbox already: a person answers them with `habitus inbox`")
    _begun(layer, place, place.session, workspace)
    kept = layer.learning.keep(rule, actor=place.actor)
    if kept.outcome == "refused":
        raise Refused(f"this is not kept: {kept.why}")
    return Answer("It waits in the inbox until a person says yes: `habitus inbox`. Follow it in this session.", {"outcome": kept.outcome})


def inbox(layer: Layer, place: Place, args: Mapping[str, Any]) -> Answer:
    from habitus.recall import fenced

    if not place.reads:
        raise Refused("this key is an agent's and reads no inbox: ask an admin for one that may read")
    limit = args.get("limit", MOST)
    found = [
        {
            "id": one.id,
            "kind": one.kind,
            "title": fenced(one.title)[:500],
            "why": fenced(one.reason)[:500],
            "at": one.created_at.isoformat(),
        }
        for one in layer.store.lessons().proposals("pending", limit=limit)
    ]
    found += [
        {
            "id": one.id,
            "kind": "suggestion",
            "title": fenced(one.sentence)[:500],
            "why": "",
            "at": f"{one.created_at:%Y-%m-%dT%H:%M:%SZ}" if one.created_at else "",
        }
        for one in layer.evolution.all(state="pending", limit=max(0, limit - len(found)))
    ]
    calls = len(layer.store.approvals("pending", layer.clock(), MANY))
    lines = [f"• {one['id']} {one['kind']}: {one['title']}{' — ' + one['why'] if one['why'] else ''}" for one in found]
    lines += [f"• {calls} calls of tools wait for a person: habitus approvals"] if calls else []
    text = (
        fence.data("inbox", "\n".join(lines), f"{fence.DATA} Only a person answers, with `habitus inbox`.") if lines else "Nothing waits."
    )
    return Answer(text, {"items": found, "calls": calls})


def recall(layer: Layer, place: Place, args: Mapping[str, Any]) -> Answer:
    from habitus.recall import fenced

    if not layer.settings.knowledge.enabled:
        raise Refused("nothing is remembered here: it is switched off (`knowledge.enabled`)")
    workspace, limit = args.get("workspace", place.workspace), args.get("limit", MOST)
    known, more = layer.knowing.recall(args["query"], workspace=workspace, agent=place.agent, limit=limit)
    found = [
        {
            "text": fenced(one.text),
            "kind": one.kind,
            "from": one.origin.speaker,
            "at": one.created_at.date().isoformat(),
            "confirmed": one.is_confirmed,
        }
        for one in known
    ]
    lines = [f"• {one['text']} ({one['kind']}, from: {one['from']}, {one['at']})" for one in found]
    return Answer(fence.data("knowledge", "\n".join(lines)) if lines else "Nothing is known about that.", {"known": found, "more": more})


def _text(description: str, most: int = NAME, **rest: Any) -> dict[str, Any]:
    return {"type": "string", "description": description, "maxLength": most, **rest}


LIMIT = {"type": "integer", "minimum": 1, "maximum": MANY, "description": f"How many; {MOST} if left out"}
SESSION = _text("The session that this is about; left out: that of this connection")
WORKSPACE = _text("The project's folder; left out: where this server was started", 4096)

TOOLS = (
    Tool("check", "Check a call", "Ask what the rules would say of a tool call before you make it. Nothing is run.", schema({
        "tool": _text("The tool's name, as you would call it"), "args": {"type": "object", "description": "Its arguments"},
        "session": SESSION, "workspace": WORKSPACE}, "tool"), check),
    Tool("guidance", "Guidance", "Ask what was learned that concerns the task at hand: once, before you begin.", schema({
        "prompt": _text("What the user asks for, in their words", 40_000), "session": SESSION, "workspace": WORKSPACE}), guidance,
        is_read_only=False),
    Tool("lessons", "Lessons", "List what was learned from corrections and failures, or look for a word in it.", schema({
        "query": _text("A word that they contain; left out: all"), "kind": _text("Which", enum=["all", "rules", "fixes"]),
        "limit": LIMIT}), lessons),
    Tool("skills", "Skills", "Find skills: ways of working that were kept. `skill` opens one.", schema({
        "query": _text("What it should be about; left out: all", 2000), "limit": LIMIT}), skills),
    Tool("skill", "Read a skill", "Open a skill before you follow it: its SKILL.md, or a file beside it.", schema({
        "slug": _text("Its name, from `skills`"), "file": _text("A file beside SKILL.md; left out: SKILL.md", 500)}, "slug"), skill),
    Tool("correct", "Report a correction", "Report that the user has corrected you, as one sentence that says what to do from now on. "
         "A person confirms it before it holds in other sessions.", schema({
        "text": _text("What to do from now on, in the user's words", 2000),
        "where": _text("Where it holds", enum=["everywhere", "project"]), "workspace": WORKSPACE}, "text"), correct, is_read_only=False),
    Tool("inbox", "Inbox", "List what waits for a person's yes or no. You cannot answer it.", schema({"limit": LIMIT}), inbox),
    Tool("recall", "Recall", "Look up what is known from earlier sessions in this project.", schema({
        "query": _text("What it is about", 2000), "workspace": WORKSPACE, "limit": LIMIT}, "query"), recall),
)  # fmt: skip
