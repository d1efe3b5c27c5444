"""What a session has earned: the user's word about keeping a skill, and steps that were really taken. Read from the session, never from
what an agent says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.errors import Refused
from habitus.evolve.skills import commands, consent, loop, slugs
from habitus.parse import actions
from habitus.types import AgentText, Note, ToolCall, UserMessage

if TYPE_CHECKING:
    from datetime import datetime

    from habitus.types import Caller, Store

GROUNDED = 0.5
"""Of the commands in an agent's skill, the share that must have been run in its session."""

USED = "consent used"


def earned(store: Store, session: str, text: str) -> None:
    """Refuses a skill of this text where the session has not."""
    with store.shelf().locked(slugs.lock_key(f"{USED} {session}")):  # until the outer one ends: two skills are two consents
        heard = marks(store, session)
    if not consent.allows(heard):
        said = "the user said skip" if consent.declined(heard) else 'the user has not said "save as skill" in this session'
        raise Refused(f"no consent: {said}. Offer it once, and wait for their answer")
    share = commands.grounded(text, _ran(store, session))
    if share < GROUNDED:
        raise Refused(
            f"only {share:.0%} of the commands in this skill were run in this session, and {GROUNDED:.0%} must have been: "
            "write down the steps that were taken"
        )


def used(store: Store, slug: str, caller: Caller, now: datetime) -> None:
    """The word is used up by this skill."""
    place = {"seq": store.last(caller.session), "skill": slug}
    store.note(Note(verb=USED, item=caller.session, content=place, actor=caller.name, session=caller.session), now)


def marks(store: Store, session: str) -> list[consent.Mark]:
    """What the user has said about keeping skills, and what was made of it, in order."""
    taken = [store.content(entry.after)["seq"] for entry in store.entries(session=session, verb=USED, limit=100)]
    said: list[tuple[int, consent.Mark]] = [(seq, "created") for seq in taken]
    was_offered = False
    for told in store.events(session):
        event = told.event
        if isinstance(event, UserMessage):
            if mark := consent.heard(event.text, was_offered=was_offered):
                said.append((told.seq, mark))
            was_offered = False
        elif isinstance(event, AgentText):
            was_offered = any(offer in event.text for offer in loop.OFFERS.values())
    # A skill that nobody announced by a call is made at the word itself, and uses it up.
    return [mark for _, mark in sorted(said, key=lambda one: (one[0], one[1] == "created"))]


def _ran(store: Store, session: str) -> list[str]:
    """The commands of a session, as they were given. What was blocked was never run."""
    calls = [told.event for told in store.events(session) if isinstance(told.event, ToolCall) and not told.blocked]
    return [command for call in calls if (command := actions.command(call.args))]
