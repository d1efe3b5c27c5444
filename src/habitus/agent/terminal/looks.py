"""What a person asks about while they chat: the rules that hold here, why a call was judged so, the skills there are; and taking back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rich.text import Text

from habitus.agent.terminal.clean import line
from habitus.agent.terminal.shown import COLOURS, argument
from habitus.types import ToolCall

if TYPE_CHECKING:
    from pathlib import Path

    from habitus.layer import Layer
    from habitus.store.ledger import Blame
    from habitus.types import Approval, Entry, Rule

MOST = 200
LESSONS = ("behavioral_rules", "learnings", "knowledge", "skills", "persona", "agents")
"""Tables of what was learned or changed on purpose; the others only keep count."""
TAKEN_BACK = ("undone", "in force again")

NO_RULES = "Nothing was learned here yet. Correct the agent in plain words (“no, use pnpm instead of npm”), and it is held to it."
NO_CALLS = "No call was judged in this session yet. Ask for something that needs a tool; then /why tells what was in force."
NO_SKILLS = (
    "No skills yet. An agent with `skill_evolve: true` in its app file offers to keep one after a long task; "
    "`habitus skills new FOLDER` makes one by hand."
)
NONE_WAITS = "No call of this session waits for approval. One that a rule stops does, for as long as `security.approval_seconds` say."
NOTHING_BACK = (
    "Nothing was learned or changed in this session, so there is nothing to take back. `habitus ledger --changes` has all the rest."
)


def rules(layer: Layer, workdir: Path, agent: str) -> list[Text]:
    """Learned ones first, newest first; then those that are declared."""
    from habitus.layer.lessons import places

    here = places(str(workdir), agent, layer.user())
    learned = [rule for rule in layer.store.lessons().rules(limit=MOST) if str(rule.scope) in here]
    declared = layer.gates.rules.checks
    told = [_head("Learned", len(learned)), *map(_learned, learned)] if learned else [Text(NO_RULES)]
    told.append(_head("Declared", len(declared)))
    for check in declared:
        shadow = " (shadow)" if check.shadow else ""
        said = line(check.description or check.message, 300)
        told.append(Text.assemble("  ", (f"{check.action}{shadow}", COLOURS[check.action]), " ", (line(check.id, 80), "bold"), f"  {said}"))
    return told if declared else [*told[:-1], Text("No rules are declared: `security.behavior.profile` in the app file brings some.")]


def why(layer: Layer, session: str, nth: int | None) -> list[Text]:
    """Of the n-th last call, or of the last one that a rule spoke about, everything that was in force."""
    from habitus.store.ledger import blame

    calls = {told.event.id: told.event for told in layer.store.events(session) if isinstance(told.event, ToolCall)}
    found: dict[str, list[Blame]] = {}
    for one in blame(layer.store, session):
        if one.entry.item in calls:
            found.setdefault(one.entry.item, []).append(one)
    if not found:
        return [Text(NO_CALLS)]
    order = list(found)[::-1]
    if nth is None:
        spoken = [id for id in order if any(one.did.get("verdicts") or one.did.get("ruling") != "allow" for one in found[id])]
        nth = order.index(spoken[0]) + 1 if spoken else 1
    if nth > len(order):
        return [Text(f"There were only {len(order)} calls in this session: /why 1 to /why {len(order)}.")]
    id = order[nth - 1]
    return _because(calls[id], found[id], nth)


def _because(call: ToolCall, found: list[Blame], nth: int) -> list[Text]:
    first = found[0]
    ruling = str(first.did.get("ruling", ""))
    colour = "green" if ruling == "allow" else "red" if ruling == "block" else "yellow"
    told = [Text.assemble((line(call.tool, 40), "bold"), f" {argument(call)}  ", (ruling, colour), (f"  (call {nth} from the end)", "dim"))]
    if reason := first.did.get("reason"):
        told.append(Text(f"  because {line(str(reason), 600)}"))
    spoken = [verdict for one in found for verdict in one.did.get("verdicts", ())]
    for verdict in spoken:
        said = (verdict["action"], COLOURS[verdict["action"]]), " ", (line(verdict["rule"], 80), "bold")
        told.append(Text.assemble("  ", *said, f": {line(verdict['message'], 600)}"))
    if not spoken and not reason:
        told.append(Text("  No rule had anything to say about it."))
    told += [one for lesson in first.lessons for one in _told(lesson)]
    if not first.lessons:
        told.append(Text("  Of what was learned, the model had been told nothing.", style="dim"))
    return told


def _told(lesson: dict[str, Any]) -> list[Text]:
    origin = lesson["origin"]
    source = f"({lesson['id'][:8]}, from {line(origin.get('speaker', '?'), 60)} in {line(origin.get('session', '?'), 60)})"
    told = [Text.assemble(("  told ", "cyan"), line(lesson["text"], 300), (f"  {source}", "dim"))]
    return [*told, Text(f"       because you said “{line(lesson['said'])}”", style="dim")] if lesson["said"] else told


def skills(layer: Layer, agent: str) -> list[Text]:
    found = layer.shelf.visible(agent, MOST)
    if not found:
        return [Text(NO_SKILLS)]
    lines = [Text.assemble("  ", (one.slug, "bold"), f"  {line(one.description)}", (f"  used {one.uses}×", "dim")) for one in found]
    return [_head("Skills", len(found)), *lines]


def news(layer: Layer, session: str, after: int) -> tuple[int, list[Text]]:
    """What was learned since an entry of the ledger, and the newest entry there is now."""
    found = layer.store.entries(session=session, after_id=after, changes=True, limit=MOST)
    fresh = [one for one in reversed(found) if one.table in ("behavioral_rules", "skills") and one.verb not in TAKEN_BACK]
    lines = [Text.assemble((f"  {one.verb}: ", "green"), what(layer, one), ("  (/undo takes it back)", "dim")) for one in fresh]
    return max((one.id for one in found), default=after), lines


def undo(layer: Layer, session: str, who: str) -> list[Text]:
    """Take back the last thing that was learned or changed in a session; once more: the one before it."""
    from habitus.layer.undoing import taken_back
    from habitus.store import ledger

    undone: set[int | None] = set()
    for entry in ledger.changes(layer.store, session=session):
        if entry.verb in TAKEN_BACK:
            undone.add(entry.cause)
        elif entry.table in LESSONS and entry.id not in undone:
            (taken,) = taken_back(layer, [entry], who=who) or (0,)
            return [Text.assemble(("Took back ", "green"), f"({entry.verb}) {what(layer, entry)}", (_back(taken), "dim"))]
    return [Text(NOTHING_BACK)]


def waiting(layer: Layer, session: str) -> Approval | None:
    """The last call of a session that was stopped, and that a person may let through."""
    return next((one for one in layer.store.approvals("pending", layer.clock(), MOST) if one.session == session), None)


def _back(taken: int) -> str:
    return f"  To bring it back: habitus undo {taken}" if taken else ""


def what(layer: Layer, entry: Entry) -> str:
    """What an entry is about, on one line."""
    content = layer.store.content(entry.after) or layer.store.content(entry.before) or {}
    found = content.get("description") or content.get("diagnosis") or content.get("text") or entry.item
    return line(found if isinstance(found, str) else json.dumps(found))


def _learned(rule: Rule) -> Text:
    held = "" if rule.check is None else f", {rule.stage}"
    about = f"  {rule.id[:8]}, {rule.scope}{held}, used {rule.times_applied}×"
    return Text.assemble("  ", (line(rule.text, 300), "cyan"), (line(about), "dim"))


def _head(name: str, count: int) -> Text:
    return Text.assemble((name, "bold"), (f" ({count})", "dim"))
