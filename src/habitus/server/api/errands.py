"""Learning from past sessions, and playing them again: begun here, asked after by the id that comes back."""

import json
import re
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import Depends, Request
from pydantic import Field

from habitus.errors import EventError
from habitus.hosts import transcripts
from habitus.layer import Layer
from habitus.server.api.given import MISSING, REFUSED, Given, House, Id, Moment, Shape, Text, noun
from habitus.server.api.rules import known_or_words
from habitus.server.door import Who
from habitus.server.errands import Errands, Work
from habitus.server.problems import Problem
from habitus.types import Event, Note

routes = noun("errands")

LONG = 12_000_000
"""Characters of a transcript: what fits into a request here, however it is escaped."""
TOGETHER = 200
"""Events kept at once: as long as that, calls wait to be judged."""
PLAYED = 1000
"""Sessions that are played again at most."""
SHOWN = 100
"""Of each kind of finding: the rest is counted."""
NAME = re.compile(r"[^\w.-]")
NAMED = 200
"""Bytes of a file's name at most: no disk takes more than 255."""


def _errands(request: Request) -> Errands:
    found: Errands = request.app.state.errands
    return found


Aside = Annotated[Errands, Depends(_errands)]


class Transcript(Given):
    """A file of past sessions, in any format that `habitus learn` reads."""

    text: Text = Field(min_length=1, max_length=LONG)
    name: Text = Field("transcript.jsonl", min_length=1, max_length=200, description="What the file is called; some formats need it.")


class Played(Given):
    """What to play again: what the store has, or a transcript."""

    since: Moment | None = Field(None, description="Only sessions that began since then are scored.")
    rules: list[Annotated[Text, Field(min_length=1, max_length=5000)]] = Field(
        default_factory=list,
        max_length=50,
        description="In force from the start, and nothing is learned: words, or ids of rules. Empty: learn on the way.",
    )
    adopt: bool = Field(False, description="Put `rules` in force, if the gate adopts them: better than without by more than chance.")
    transcript: Transcript | None = None


class Begun(Shape):
    id: str
    kind: Literal["learn", "replay"]
    state: Literal["running", "done", "failed", "lost"] = Field(
        description="`lost`: its process has died, half a minute ago or longer; one at the same home goes on with it. Or send it again."
    )
    began_at: datetime
    who: str = Field(description="Who asked for it.")
    result: dict[str, Any] | None = Field(description="What came of it, when it is done.")
    problem: str = Field(description="Why it failed, or how it was lost.")


@routes.post("/learn", status_code=202, responses=REFUSED)
def learn(house: House, aside: Aside, who: Who, given: Transcript) -> Begun:
    """Read past sessions and learn from them. What was read before is passed over."""
    house.store.note(Note(verb="transcript sent", item=given.name, content={"characters": len(given.text)}, actor=who.name), house.clock())
    return Begun.model_validate(aside.begin("learn", given.model_dump_json(), who=who.name))


@routes.post("/replay", status_code=202, responses=REFUSED)
def replay(house: House, aside: Aside, who: Who, given: Played) -> Begun:
    """Play recorded sessions again, in the order in which they happened: which repeated mistakes would have had a reminder before them,
    and which reminders would have been for nothing. Changes nothing but what `adopt` asks for."""
    if given.adopt and not given.rules:
        raise Problem(409, "`adopt` needs `rules`: which are to be adopted?")
    for one in given.rules:
        known_or_words(house, one)
    return Begun.model_validate(aside.begin("replay", given.model_dump_json(), who=who.name))


@routes.get("/errands/{id}", responses=MISSING)
def show_errand(aside: Aside, id: Id) -> Begun:
    """How far it is, and what came of it. Kept for a day."""
    found = aside.one(id)
    if found is None:
        raise Problem(404, f"There is no errand {id!r}: `POST /v1/learn` and `POST /v1/replay` answer theirs.")
    return Begun.model_validate(found)


# ── learning ──


def _learned(house: Layer, asked: str, who: str, folder: Path) -> dict[str, Any]:
    given = Transcript.model_validate_json(asked)
    newest = next(iter(house.store.entries(limit=1)), None)
    read, new, whole, sessions = transcripts.Read(), 0, 0, set[str]()
    for batch in _batches(given, folder, read):
        new += _kept(house, batch, read)
        whole += len(batch)
        sessions |= {event.session for event in batch}
    faults = [fault.replace(f"{folder}/", "") for fault in read.faults]
    house.tend()
    lines = [
        entry
        for verb in ("learned", "reinforced")
        for entry in house.store.entries(verb=verb, after_id=newest.id if newest else 0, changes=True, limit=SHOWN)
        if entry.session in sessions
    ]
    told = [
        {"entry": one.id, "verb": one.verb, "rule": one.item, "text": house.store.content(one.after).get("description", "")}
        for one in lines
        if one.table == "behavioral_rules"
    ]
    return {"sessions": len(sessions), "events": whole, "new_events": new, "rules": told, "faulty": read.faulty, "faults": faults}


def _batches(given: Transcript, folder: Path, read: transcripts.Read) -> Any:
    name = NAME.sub("_", given.name).encode()[-NAMED:].decode("utf-8", "ignore")  # what kind of file it is stands at the end
    file = folder / (name.lstrip(".") or "transcript.jsonl")
    file.write_text(given.text, encoding="utf-8")
    events = transcripts.events(file, read)
    while batch := list(islice(events, TOGETHER)):
        yield batch


def _kept(house: Layer, batch: list[Event], read: transcripts.Read) -> int:
    """All at once; where one of them cannot be kept, one by one, so that only that one is left out."""
    try:
        return house.history.take(batch)
    except EventError as error:
        if len(batch) == 1:
            read.fault(f"{batch[0].session}:{batch[0].key}", str(error))
            return 0
        return sum(_kept(house, [event], read) for event in batch)


# ── playing again ──


def _replayed(house: Layer, asked: str, who: str, folder: Path) -> dict[str, Any]:
    from habitus import assemble
    from habitus.layer.replaying import Replay

    given = Played.model_validate_json(asked)
    rules = [known_or_words(house, one) for one in given.rules]
    tracking = assemble.behaviour(house.settings)[0].tracking
    with Replay(house.settings, tracking=tracking, since=given.since) as played:
        faults = _taken(house, given, played, folder)
        in_force = played.give(rules) if rules else []
        for _ in played.play():
            pass
        found = _found(played)
        adopted = house.rulebook.adopt(rules, who=who) if given.adopt and found["adopts"] else []
        return {
            **found,
            "rules": [{"id": rule.id, "text": rule.text, "check": rule.check is not None} for rule in in_force],
            "adopted": [rule.id for rule in adopted],
            **faults,
        }


def _taken(house: Layer, given: Played, played: Any, folder: Path) -> dict[str, Any]:
    if given.transcript is None:
        for row in house.store.past().listed(PLAYED):
            events = (told.event for told in house.store.events(row["id"]))
            while batch := list(islice(events, TOGETHER)):
                played.take(batch)
        return {"faulty": 0, "faults": []}
    read = transcripts.Read()
    for batch in _batches(given.transcript, folder, read):
        played.take(batch, read.fault)
    return {"faulty": read.faulty, "faults": [fault.replace(f"{folder}/", "") for fault in read.faults]}


def _found(played: Any) -> dict[str, Any]:
    report = played.report
    met = [one for one in report.mistakes if one.met]
    false = [one for one in report.alarms if one.outcome == "false"]
    tokens = report.counts["guidance_tokens"] + report.counts["reminder_tokens"]
    return {
        "recorded": {"sessions": len(played.sessions), "events": sum(taped.events for taped in played.sessions)},
        "counts": dict(report.counts),
        "repeated": len(report.mistakes),
        "met": len(met),
        "met_by_earlier": sum(one.met == "earlier" for one in met),
        "false_alarms": len(false),
        "tokens": tokens,
        "adopts": played.is_worth_it(),
        "mistakes": [_plain(one) for one in report.mistakes[:SHOWN]],
        "alarms": [_plain(one) for one in false[:SHOWN]],
        "lessons": [{"id": id, "told": n, "text": played.text(id)} for id, n in report.told.most_common(SHOWN)],
    }


def _plain(one: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(one._asdict(), default=str))
    return found


WORK: dict[str, Work] = {"learn": _learned, "replay": _replayed}
"""What is done for each kind: also for what another process was asked, and died over."""
