"""The one gateway through which skills change: the tool, publishing, the command line, the server, suggestions and imports all come here.

Every change is checked in the same order: the wish itself, then under the skill's lock who may, the guard over every text file, and
consent where an agent asks. The store is written first, in one transaction; the folders follow.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from habitus.errors import Refused, StoreError
from habitus.evolve.skills import changes, differing, document, draft, folders, likeness, slugs
from habitus.evolve.skills.guard import scan_all
from habitus.layer import consents, leaks
from habitus.layer.agents import checked
from habitus.layer.undoing import act
from habitus.types import Bundle, Change, Note, Origin, Skill, ToolCall, ToolResult, UserMessage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from habitus.evolve.skills.changes import Create, NoChange, Patch
    from habitus.evolve.skills.document import Document
    from habitus.evolve.skills.search import Match
    from habitus.layer.agents import Agents
    from habitus.layer.shelving import Shelving
    from habitus.types import Caller, Clock, Listed, Place, Row, Shelf, Store, Violation

MOST = 500
"""Skills of an agent that a new one is compared with, the most used first."""

STATES = ("active", "archived", "deleted")

SYSTEM = "a system skill is read-only, for everybody"


class Rejected(Refused):
    """The content guard has found something."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        self.violations = violations
        lines = [f"{f'{one.path}:' if one.path else 'line '}{one.line}: {one.reason} ({one.rule})" for one in violations[:10]]
        more = f"\n… and {len(violations) - 10} more" if len(violations) > 10 else ""
        super().__init__("the content guard rejects this skill; nothing was kept of it:\n" + "\n".join(lines) + more)


class Skills:
    def __init__(self, store: Store, shelf: Shelf, shelving: Shelving | None, agents: Agents, clock: Clock) -> None:
        self._store = store
        self._shelf = shelf
        self._shelving = shelving
        self._agents = agents
        self._clock = clock

    # ── changes ──

    def create(self, wish: Create, caller: Caller, *, why: str = "", accept: Mapping[str, str] | None = None, owner: str = "") -> Skill:
        """A new skill, or a new version of the caller's own. `accept`: what an operator lets pass of what the guard finds, and why."""
        return self.create_for((), wish, caller, why=why, accept=accept, owner=owner)[0]

    def create_for(
        self, agents: Sequence[str], wish: Create, caller: Caller, *, why: str = "", accept: Mapping[str, str] | None = None,
        owner: str = "",
    ) -> tuple[Skill, int | None]:  # fmt: skip
        """The same, granted to agents. Also answers the line of the ledger that takes back all of it; None: nothing was changed."""
        accepted = self._accepted(accept or {}, caller)
        agents = [self._named(agent) for agent in agents]
        found = scanned(wish.bundle)  # before the lock: a large skill takes seconds, and everybody else would wait
        with self._locked(wish.slug), self._store.batch() as changed:
            known = self._shelf.skill(wish.slug)
            if known is not None:
                self._may(known, caller)
                accepted = {**known.accepted, **accepted}
            _passed(found, accepted)
            if caller.role == "agent":
                consents.earned(self._store, caller.session, wish.bundle.text)
                self._must_be_news(wish, caller)
            bundle = self._canonical(wish.slug, wish.bundle, wish.document, known, caller)
            if known is not None and known.status == "active" and known.digest == folders.digest(bundle):
                return self._granted(known, agents, changed, caller)
            skill = self._kept(
                wish.slug, bundle, known, caller, why or "created", accepted=accepted, visibility=wish.visibility, owner=owner
            )
            if caller.agent:
                self._grant(wish.slug, caller.agent, caller, can_manage=True)
            skill, line = self._granted(skill, agents, changed, caller)
            if caller.role == "agent":
                consents.used(self._store, wish.slug, caller, self._clock())
        return self._shelved(skill), line

    def patch(self, wish: Patch, caller: Caller, *, why: str = "patched", accept: Mapping[str, str] | None = None) -> Skill | NoChange:
        accepted = self._accepted(accept or {}, caller)
        with self._locked(wish.slug):
            known = self._there(wish.slug)
            self._may(known, caller)
            if not wish.changes_files():
                return self._put("shown to others", replace(known, visibility=wish.visibility or known.visibility), caller)
            bundle = changes.patched(self._shelf.bundle(known.slug, known.version), wish.find, wish.replace, wish.files)
            if isinstance(bundle, changes.NoChange):
                return bundle
            bundle = self._canonical(wish.slug, bundle, document.read(bundle.text), known, caller)
            if folders.digest(bundle) == known.digest:
                return changes.NoChange("no change: the name of a skill is its slug, and where it came from stays as it is")
            _passed(scanned(bundle), {**known.accepted, **accepted})
            skill = self._kept(wish.slug, bundle, known, caller, why, accepted=accepted, visibility=wish.visibility)
        return self._shelved(skill)

    def delete(self, slug: str, caller: Caller) -> Skill:
        with self._locked(slug):
            known = self._there(slug, ("active", "archived"))
            self._may(known, caller)
            trash = f"{slug}.{int(self._clock().timestamp())}"
            gone = self._put("deleted", replace(known, status="deleted", trash=trash), caller)
        return self._shelved(gone)

    def archive(self, slug: str, caller: Caller) -> Skill:
        """Nobody is told of it any more; it is all there, and `restore` brings it back."""
        with self._locked(slug):
            known = self._there(slug)
            self._may(known, caller)
            return self._put("archived", replace(known, status="archived"), caller)

    def restore(self, slug: str, caller: Caller) -> Skill:
        with self._locked(slug):
            known = self._there(slug, STATES)
            self._may(known, caller)
            if known.status == "active":
                raise Refused(f"{slug} is in force: there is nothing to restore")
            back = self._put("restored", replace(known, status="active", trash=""), caller)
        return self._shelved(back)

    def roll_back(self, slug: str, version: int, caller: Caller) -> Skill:
        """An older version comes again as the newest; the ones between stay where they are."""
        with self._locked(slug):
            known = self._there(slug)
            self._may(known, caller)
            bundle = self._shelf.bundle(slug, version)
            _passed(scanned(bundle), known.accepted)
            skill = self._kept(slug, bundle, known, caller, f"version {version} again")
        return self._shelved(skill)

    def accept(self, slug: str, rule: str, reason: str, caller: Caller) -> Skill:
        """An operator lets a finding of the guard pass for this skill, from now on, and says why."""
        with self._locked(slug):
            known = self._there(slug)
            self._may(known, caller)
            accepted = {**known.accepted, **self._accepted({rule: reason}, caller)}
            return self._put("accepted a finding", replace(known, accepted=accepted), caller)

    def purge(self, slug: str, caller: Caller) -> None:
        """Of a deleted skill nothing is left but its lines in the ledger."""
        with self._locked(slug):
            self._may(self._there(slug, ("deleted",)), caller)
            revoked = [self._change("revoked", "skill_grants", grant["id"], None, caller) for grant in self._shelf.grants(slug)]
            self._shelf.forget(slug)
            self._store.apply([*revoked, self._change("purged", "skills", slug, None, caller)], self._clock())
            discarded = self._shelving.discarded(slug) if self._shelving else []
        if self._shelving:
            self._shelving.remove(discarded)

    def grant(self, slug: str, agent: str, caller: Caller, *, can_manage: bool = False) -> int | None:
        """Answers the line of the ledger that takes all of it back."""
        self._named(agent)
        with self._store.batch() as changed, self._locked(slug):
            self._may(self._there(slug), caller)
            self._grant(slug, agent, caller, can_manage=can_manage)
            return act(self._store, f"{slug}/{agent}", changed, who=caller.name, at=self._clock())

    def revoke(self, slug: str, agent: str, caller: Caller) -> int | None:
        with self._store.batch() as changed, self._locked(slug):
            known = self._there(slug)
            self._may(known, caller)
            if not any(grant["agent"] == agent for grant in self._shelf.grants(slug)):
                raise Refused(f"{agent} was not granted {slug}: `habitus skills show {slug}` lists the grants")
            self._store.apply([self._change("revoked", "skill_grants", f"{slug}/{agent}", None, caller)], self._clock())
            if not self._shelf.grants(slug) and known.visibility == "internal":
                self._put("hidden from others", replace(known, visibility="private"), caller)
            return act(self._store, f"{slug}/{agent}", changed, who=caller.name, at=self._clock())

    # ── looking ──

    def one(self, slug: str) -> Skill:
        return self._there(slug, STATES)

    def all(self, status: str = "active", *, word: str = "", limit: int | None = None, after: Place | None = None) -> Listed[Skill]:
        return self._shelf.skills(status, word=word, limit=limit, after=after)

    def search(self, asked: str) -> list[Match]:
        """Those that are in force, the best match first."""
        from habitus.evolve.skills import search

        return search.ranked(asked, ((one, self.bundle(one.slug).text) for one in self.all()))

    def trash(self, before: datetime | None = None) -> list[tuple[Skill, datetime]]:
        """What was deleted, before then, and when."""
        found = ((one, _deleted_at(one)) for one in self.all("deleted"))
        return [(one, at) for one, at in found if before is None or at < before]

    def bundle(self, slug: str, version: int = 0) -> Bundle:
        return self._shelf.bundle(slug, version or self.one(slug).version)

    def history(self, slug: str) -> list[Any]:
        self.one(slug)
        return list(self._shelf.versions(slug))

    def grants(self, slug: str) -> list[Row]:
        return self._shelf.grants(slug)

    def diff(self, slug: str, old: int = 0, new: int = 0) -> str:
        """Between two versions; by default the last two. Files that are no text are only named."""
        new = new or self.one(slug).version
        old = old or new - 1
        before, after = (self._shelf.bundle(slug, n) if n else None for n in (old, new))
        return differing.diff(before, after, f"{slug}/{old}", f"{slug}/{new}")

    def used(self, slug: str) -> None:
        """An agent has taken it up."""
        self._shelf.used(slug, uses=1, at=self._clock())

    def agree(self) -> None:
        """Make the folders agree with the store, after it was changed past this gateway: by an undo."""
        if self._shelving:
            self._shelving.agree_all()

    def create_drafted(self, session: str, agent: str, caller: Caller) -> Skill:
        """A skill of what was done in a session, for the agent that did it."""
        wish = changes.created({"content": self.drafted(session)})
        skill = self.create(wish, caller, why=f"drafted from the session {session}")
        if agent:
            self.grant(skill.slug, agent, caller, can_manage=True)
        return skill

    def drafted(self, session: str, title: str = "") -> str:
        """A SKILL.md of what was done in a session; nothing is kept."""
        events = [told.event for told in self._store.events(session)]
        if not events:
            raise Refused(f"there is no session {session!r}: `habitus ledger` names them")
        asked = next((event.text for event in events if isinstance(event, UserMessage)), "")
        calls = [event for event in events if isinstance(event, ToolCall)]
        return draft.draft(title or asked[:60], asked, calls, [event for event in events if isinstance(event, ToolResult)])

    # ── what has to hold ──

    @contextmanager
    def _locked(self, slug: str) -> Iterator[None]:
        """One writer at a time. What the guard rejects is noted although the rest of it never happened."""
        try:
            with self._shelf.locked(slugs.lock_key(slug)):
                yield
        except Rejected as error:
            content = {"rules": sorted({one.rule for one in error.violations}), "lines": [one.line for one in error.violations[:20]]}
            self._store.note(Note(verb="guard rejected", item=slug, content=content, actor="guard"), self._clock())
            raise

    def _must_be_news(self, wish: Create, caller: Caller) -> None:
        others = [(one.slug, document.parsed(self._shelf.bundle(one.slug, one.version).text)) for one in self._seen(caller)]
        near = likeness.nearest(wish.document, [(slug, other) for slug, other in others if slug != wish.slug])
        if near:
            raise Refused(f"the skill {near[0]} says nearly the same: improve that one with action=patch, or say what is different")

    def _seen(self, caller: Caller) -> list[Skill]:
        """What a caller knows of: nobody is told what another keeps to themselves, nor sent to patch it."""
        visible = {one.slug for one in self._shelf.visible(caller.agent, MOST)}
        return [one for one in self._shelf.skills() if one.slug in visible or _is_owner(caller, one)]

    def _there(self, slug: str, states: tuple[str, ...] = ("active",)) -> Skill:
        if slugs.problem(slug):
            raise Refused(f"{slug!r:.80} is no skill's slug: {slugs.problem(slug)}")
        found = self._shelf.skill(slug)
        if found is None or found.status not in states:
            hint = "`habitus skills restore` brings it back" if found and found.status == "deleted" else "`habitus skills list` names them"
            raise Refused(f"there is no {'' if states == STATES else f'{states[0]} '}skill {slug}: {hint}")
        return found

    def _may(self, skill: Skill, caller: Caller) -> None:
        if skill.is_system:
            raise Refused(SYSTEM)
        if caller.is_trusted or _is_owner(caller, skill):
            return
        if not any(grant["agent"] == caller.agent and grant["can_manage"] for grant in self._shelf.grants(skill.slug) if caller.agent):
            raise Refused(f"{skill.slug} belongs to {skill.owner}, not to {caller.name}: choose another slug, or ask an operator")

    def _accepted(self, accept: Mapping[str, str], caller: Caller) -> dict[str, str]:
        if accept and not caller.is_trusted:
            raise Refused("only an operator lets a finding of the guard pass")
        for rule, reason in accept.items():
            if not reason.strip():
                raise Refused(f"say why {rule} may pass: it is kept with the skill")
        return {rule: f"{reason.strip()} ({caller.name})" for rule, reason in accept.items()}

    # ── keeping ──

    def _canonical(self, slug: str, bundle: Bundle, found: Document, known: Skill | None, caller: Caller) -> Bundle:
        return replace(bundle, text=document.canonical(found, slug, _provenance(known, caller, self._clock().date().isoformat())))

    def _kept(
        self, slug: str, bundle: Bundle, known: Skill | None, caller: Caller, why: str, *,
        accepted: Mapping[str, str] | None = None, visibility: Any = None, owner: str = "",
    ) -> Skill:  # fmt: skip
        now, read, digest = self._clock(), document.read(bundle.text), folders.digest(bundle)
        speaker: Any = "operator" if caller.is_trusted else caller.role
        origin = Origin(speaker=speaker, channel=caller.agent or caller.name, session=caller.session)
        version = self._shelf.add_version(slug, bundle, digest=digest, origin=origin, why=why, at=now)
        is_new = known is None or known.status != "active"
        skill = Skill(
            slug=slug, name=read.title(), description=read.description, version=version,
            owner=known.owner if known else owner or caller.name,
            visibility=visibility or ("private" if is_new or known is None else known.visibility), frontmatter=read.frontmatter,
            accepted={**(known.accepted if known else {}), **(accepted or {})}, digest=digest, size=folders.size(bundle),
            created_at=known.created_at if known else now, updated_at=now, uses=known.uses if known else 0,
            helped=known.helped if known else 0, last_used=known.last_used if known else None,
        )  # fmt: skip
        return self._put("created" if is_new else why.partition(" ")[0] if why == "patched" else "changed", skill, caller)

    def _put(self, verb: str, skill: Skill, caller: Caller) -> Skill:
        from habitus.store.shelf import skill_row

        self._store.apply([self._change(verb, "skills", skill.slug, skill_row(skill), caller)], self._clock())
        return skill

    def _named(self, agent: str) -> str:
        """A host calls its agents as it likes; of those that were never met, what cannot be a name is a slip."""
        return agent if self._agents.is_known(agent) else checked(agent)

    def _granted(self, skill: Skill, agents: Sequence[str], changed: Sequence[int], caller: Caller) -> tuple[Skill, int | None]:
        """All that was changed is one act then."""
        if not agents:
            return skill, next(iter(changed), None)
        for agent in agents:
            self._grant(skill.slug, agent, caller, can_manage=False)
        return self._there(skill.slug), act(self._store, skill.slug, changed, who=caller.name, at=self._clock())

    def _grant(self, slug: str, agent: str, caller: Caller, *, can_manage: bool) -> None:
        now, known = self._clock(), self._there(slug)
        row: Row = {
            "id": f"{slug}/{agent}",
            "slug": slug,
            "agent": agent,
            "can_manage": can_manage,
            "granted_by": caller.name,
            "at": now.isoformat(),
        }
        self._store.apply([self._change("granted", "skill_grants", row["id"], row, caller)], now)
        if known.visibility == "private" and agent != known.owner and not can_manage:
            self._put("shown to others", replace(known, visibility="internal"), caller)

    def _shelved(self, skill: Skill) -> Skill:
        try:
            if self._shelving:
                self._shelving.agree(skill.slug)
        except (StoreError, OSError) as error:
            raise StoreError(f"{skill.slug} is kept, and its folder could not be made to agree; the next start does it: {error}") from error
        return skill

    def _change(self, verb: str, table: str, item: str, after: Any, caller: Caller) -> Change:
        return Change(verb=verb, table=table, item=item, after=after, actor=caller.name, session=caller.session)


def scanned(bundle: Bundle) -> tuple[Violation, ...]:
    """What must not be kept: what the guard finds, and secrets."""
    return (*scan_all(bundle), *leaks.of(bundle))


def _passed(found: Iterable[Violation], accepted: Mapping[str, str]) -> None:
    if left := tuple(one for one in found if one.rule not in accepted):
        raise Rejected(left)


def _is_owner(caller: Caller, skill: Skill) -> bool:
    """An agent that acts by itself says what it is called, and that may be a person's name. What it has made was granted to it."""
    acts_by_itself = caller.role == "agent" and caller.name == caller.agent
    return caller.name == skill.owner and not acts_by_itself


def _provenance(known: Skill | None, caller: Caller, day: str) -> dict[str, str]:
    """Who made it, and when: once. A later version keeps it, so that the same content is the same skill."""
    metadata = known.frontmatter.get("metadata") if known else None
    kept = {name: str(value) for name, value in metadata.items() if name.startswith("habitus-")} if isinstance(metadata, dict) else {}
    if kept:
        return kept
    who = {"habitus-author": caller.name, "habitus-created": day}
    return who | ({"habitus-session": caller.session} if caller.session else {})


def _deleted_at(one: Skill) -> datetime:
    """The name that its folder got in the trash says when."""
    seconds = one.trash.rpartition(".")[2]
    return datetime.fromtimestamp(int(seconds), UTC) if seconds.isdigit() else one.updated_at
