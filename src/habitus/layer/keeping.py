"""How an agent keeps skills: the tools it is given, what they answer, and when it is reminded to keep one.

What the tools wish for goes through `skills.py`, as everybody's does. What the guard stops there may wait for an operator's yes.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import TYPE_CHECKING, Any

from habitus.errors import Refused
from habitus.evolve.skills import changes, consent, document, folders, loop, slugs, tools
from habitus.layer import consents, leaks
from habitus.layer.skills import Rejected
from habitus.types import Bundle, Change, Proposal, Skill

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from habitus.evolve.skills.changes import Create, Patch
    from habitus.layer.agents import Agents
    from habitus.layer.skills import Skills
    from habitus.types import Agent, Caller, Clock, Nudge, Store

LARGEST_KEPT = 1_000_000
"""Bytes of a skill that may wait in the inbox."""

WAITING = 20
"""Skills that may wait there."""


class Keeping:
    def __init__(self, store: Store, skills: Skills, agents: Agents, clock: Clock) -> None:
        self._store = store
        self._skills = skills
        self._agents = agents
        self._clock = clock

    # ── the tools ──

    def tools(self, agent: Agent) -> list[dict[str, Any]]:
        """Their definitions, as the model is shown them. Without the switch there is no `skill_manage`, in no list and no prompt."""
        return [tools.SKILL_MANAGE, tools.PUBLISH_SKILL] if loop.keeps_skills(agent) else [tools.PUBLISH_SKILL]

    def manage(self, arguments: Mapping[str, Any], caller: Caller) -> str:
        """`skill_manage`, with the answer that the model reads."""
        if not caller.is_trusted and not loop.keeps_skills(self._agents.one(caller.agent)):
            return "tool not allowed by policy: this agent keeps no skills"
        try:
            match changes.action(arguments):
                case "create":
                    return self._created(changes.created(arguments), caller)
                case "patch":
                    return self._patched(changes.patch(arguments), caller)
                case "delete":
                    skill = self._skills.delete(changes.deleted(arguments), caller)
                    return f"Deleted {skill.slug}. A person can bring it back: habitus skills restore {skill.slug}"
        except Refused as error:
            return f"Error: {error}"

    def publish(self, path: Path, caller: Caller) -> str:
        """`publish_skill`: a folder as it stands."""
        try:
            if "\0" in str(path):
                raise Refused("the path holds a NUL: give the folder's name")
            taken = folders.read(path)
            skill = self._skills.create(_wish(taken.bundle, taken.folder), caller, why=f"published from {path}")
        except Refused as error:
            return f"Error: {error}"
        skipped = f" Left out: {', '.join(taken.skipped)}." if taken.skipped else ""
        return f"Published {skill.slug}, version {skill.version}, with {len(taken.bundle.files)} files beside SKILL.md.{skipped}"

    def _created(self, wish: Create, caller: Caller) -> str:
        try:
            skill = self._skills.create(wish, caller, why="made in a session")
        except Rejected as error:
            waits = self._propose(wish, error, caller)
            raise Refused(f"{error}\n{waits}") from None
        companions = f" with {len(wish.bundle.files)} files beside it" if wish.bundle.files else ""
        granted = f" Granted to {caller.agent}." if caller.agent else ""
        return f"Created {skill.slug} (“{skill.name}”), version {skill.version}{companions}.{granted} It can be used from the next turn on."

    def _patched(self, wish: Patch, caller: Caller) -> str:
        done = self._skills.patch(wish, caller)
        if isinstance(done, Skill):
            return f"Patched {done.slug}: version {done.version}." if wish.changes_files() else f"{done.slug} is now {done.visibility}."
        return done.answer

    # ── what the guard has stopped ──

    def _propose(self, wish: Create, error: Rejected, caller: Caller) -> str:
        """What the guard stops may be right all the same: an operator looks at it. Answers how."""
        if any(one.rule == leaks.RULE for one in error.violations):
            return "It does not wait for an operator: a secret is stored nowhere."
        if folders.size(wish.bundle) > LARGEST_KEPT:
            return "It is too large to wait for an operator."
        if not caller.is_trusted and not consent.allows(consents.marks(self._store, caller.session)):
            return 'It does not wait for an operator either: the user has not said "save as skill" in this session.'
        if len(self._store.lessons().proposals("pending", kind="skill", limit=WAITING)) == WAITING:
            return "It does not wait for an operator: too many others do. Ask for an answer to those first."
        now, id = self._clock(), f"s{folders.digest(wish.bundle)[:16]}"
        body = {
            "slug": wish.slug, "text": wish.bundle.text, "files": {path: b64encode(c).decode() for path, c in wish.bundle.files.items()},
            "rules": sorted({one.rule for one in error.violations}), "agent": caller.agent,
            "owner": caller.name,
        }  # fmt: skip
        made = Proposal(
            id=id, kind="skill", title=f"the skill {wish.slug}", reason=str(error), body=body, session=caller.session, created_at=now
        )
        if self._store.lessons().proposal(id) is None:
            kept = Change(verb="proposed", table="proposals", item=id, after=made, actor=caller.name, session=caller.session)
            self._store.apply([kept], now)
        return f"An operator can look at it and accept it: habitus inbox ({id})"

    def approved(self, body: Mapping[str, Any], caller: Caller, reason: str) -> str:
        """An operator has said yes to a skill that the guard had stopped: its findings are accepted, and it is its maker's."""
        known = self._store.shelf().skill(body["slug"])
        if known is not None and known.owner != body["owner"]:
            raise Refused(f"{known.slug} belongs to {known.owner} by now, and {body['owner']} had asked: reject it, or have it renamed")
        files = {path: b64decode(content) for path, content in body["files"].items()}
        bundle = Bundle(text=body["text"], files=files)
        wish = changes.Create(body["slug"], document.read(bundle.text), bundle, None)
        accept = dict.fromkeys(body["rules"], reason)
        skill = self._skills.create(wish, caller, why="approved from the inbox", accept=accept, owner=body["owner"])
        if body["agent"]:
            self._skills.grant(skill.slug, body["agent"], caller, can_manage=True)
        return f"The skill {skill.slug} is kept, with what the guard found accepted: {', '.join(body['rules'])}."

    # ── the loop ──

    def nudge(self, agent: str, iteration: int, budget: int, shown: frozenset[str]) -> Nudge | None:
        return loop.nudge(self._agents.one(agent), iteration, budget, shown)

    def postscript(self, session: str, agent: str, tool_calls: int, final: str, shown: frozenset[str], lang: str = "en") -> Nudge | None:
        known = self._agents.one(agent)
        if not loop.keeps_skills(known) or not 0 < known.skill_nudge_interval <= tool_calls:
            return None  # before the session is read
        return loop.postscript(known, tool_calls, final, shown, consent.declined(consents.marks(self._store, session)), lang)


def _wish(bundle: Bundle, folder: str) -> Create:
    """What a folder asks for: the slug of its frontmatter, or of its own name."""
    found = document.read(bundle.text)
    changes.description_checked(found)
    slug = found.name if not slugs.problem(found.name) else slugs.slugify(found.name or folder)
    return changes.Create(slug, found, bundle, None)
