"""Who an agent says it is: the door to SOUL.md and CAPABILITIES.md, the lock on IDENTITY.md and AGENTS.md, and every version of all four.

The files lie in `persona/<agent>/` of the home, where a person can read them; the store has every version there was. A file that was
changed past the door is found when somebody next looks: a locked one is put back and the change waits in the inbox, so nothing is lost
and nothing takes hold unseen. A file bears the time of its version: one that says what an older version said, and bears its time, was
left behind; one with another time was written by somebody.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from habitus.errors import ConfigError, Refused, StoreError
from habitus.evolve import persona
from habitus.evolve.persona.names import protected
from habitus.layer import leaks
from habitus.layer.agents import checked, is_name
from habitus.parse.text import storable
from habitus.types import Change, Origin, Proposal, ToolCall, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import datetime

    from habitus.layer.agents import Agents
    from habitus.types import Agent, Clock, PersonaVersion, Row, Session, Shelf, Store, Violation

RULE = "persona"
BEFORE = 100
"""Events back from which a change may have been copied."""

LARGEST = 256 * 1024
"""Bytes of a file that is read: a larger one is no persona."""

COARSE = 2
"""Seconds to which some file systems round: a whole number of them is kept by all, and no editor saves at one."""

FILES = (*persona.OPEN, *persona.LOCKED)


class Persona:
    def __init__(
        self,
        store: Store,
        shelf: Shelf,
        agents: Agents,
        home: str,
        clock: Clock,
        resolve: Callable[[str], str],
        secretless: Callable[[str], str],
    ) -> None:
        self._store = store
        self._shelf = shelf
        self._agents = agents
        self._home = home
        self._clock = clock
        self._resolve = resolve
        self._secretless = secretless

    # ── at a call ──

    def guards(self) -> bool:
        """Is there anything to guard?"""
        return (
            bool(self._shelf.personas())
            or (Path(self._home) / "persona").is_dir()
            or any(self._may_evolve(row["id"]) for row in self._shelf.agents())
        )

    def judged(self, call: ToolCall, live: Session) -> Verdict | None:
        """Why a call may not be made, if it touches a persona."""
        agent = self._agents.one(call.agent or live.agent)
        touches = self._touched(call, agent, call.workspace or live.workspace)
        if not touches:
            return None
        refused = persona.locked(agent, touches)
        for touch in touches if not refused else ():
            before = self._known(agent.id, touch.file)
            after = persona.change(before, call)
            if not isinstance(after, str):
                refused = (after,)
                break
            refused = self._checked(agent, touch.file, before, after)
            if not refused and self._is_copied(before, after, live):
                says = f"{touch.file} would say what a tool returned, and nobody else has said"
                if self._is_rejected(agent.id, touch.file, before, after):
                    return _verdict(f"{says}; a person was asked, and said no. Leave it as it is.")
                self._propose(agent.id, touch.file, before, after, "it was copied from what a tool returned", live.key)
                return _verdict(f"{says}: it waits for a person in the inbox.")
        return _verdict(" ".join(dict.fromkeys(one.reason for one in refused))) if refused else None

    def settled(self, target: str, session: str, agent: str) -> None:
        """A tool has run: if it wrote a persona of this agent, what stands there now is checked again, and is the next version."""
        name, known = protected(Path(target).name), self._agents.one(agent)
        if name not in persona.OPEN or not known.self_evolve or not self._has_written(target, name, session, known):
            return
        place, before, text = Path(self._resolve(str(self.place(agent, name)))), self._text(agent, name), _read(Path(target))
        if text is None or text == before:
            return
        if self._checked(known, name, before, text):  # not what was announced: another has written there, or the tool did something else
            if Path(target) == place:
                self.caught_up(agent)
            else:
                self._propose(agent, name, before, text, f"{target} does not say what its writer had announced", session)
            return
        origin = Origin(speaker="agent", channel=agent, session=session)
        self._keep(agent, name, text, origin, "by the agent itself", actor=agent)
        if Path(target) != place:
            self._write(place, text, self._clock())

    # ── for people ──

    def place(self, agent: str, file: str) -> Path:
        return Path(self._home) / "persona" / checked(agent) / file

    def agents(self) -> list[str]:
        """Who has files, in the store or in a folder that nobody has looked at yet."""
        root = Path(self._home) / "persona"
        folders = {one.name for one in root.iterdir() if is_name(one.name) and one.is_dir()} if root.is_dir() else set()
        return sorted(folders.union(row["agent"] for row in self._shelf.personas()))

    def versions(self, agent: str, file: str) -> list[PersonaVersion]:
        return self._shelf.persona_versions(agent, _named(file))

    def current(self, agent: str) -> dict[str, PersonaVersion]:
        """Each file is asked for once, unless its folder had something new to say."""
        known = {file: self._shelf.persona(agent, file) for file in FILES}
        renewed = {file: self._shelf.persona(agent, file) for file in FILES if self._agreed(agent, file, known[file])}
        return {file: found for file, found in {**known, **renewed}.items() if found}

    def write(self, agent: str, file: str, text: str, *, who: str, why: str = "") -> int:
        """An operator's word: any of the four, any size of step, and whatever the guard would say. What it says already is no new
        version."""
        file, text = _named(file), storable(text)
        place = self.place(agent, file)
        if len(text.encode()) > LARGEST:
            raise Refused(f"{file} would have {len(text.encode()):,} bytes, and {LARGEST:,} at most")
        known = self._shelf.persona(agent, file)
        if known and known.text == text and not self._agreed(agent, file, known):
            return known.version
        if found := _leaks(known.text if known else "", text):
            raise Refused(f"{file} stays as it was: line {found[0].line}: {found[0].reason}")
        version = self._keep(agent, file, text, Origin(speaker="operator", channel=who), why or "by the operator", actor=who)
        self._write(place, text, self._clock())
        return version

    def roll_back(self, agent: str, file: str, version: int, *, who: str) -> int:
        found = next((one for one in self.versions(agent, file) if one.version == version), None)
        if found is None:
            raise Refused(f"{file} of {agent} has no version {version}: `habitus persona history {agent} {file}` lists them")
        return self.write(agent, found.file, found.text, who=who, why=f"version {version} again")

    def approved(self, body: Mapping[str, Any], *, who: str) -> str:
        """A person has said yes to a change that waited: it is made if the file still is what it was."""
        agent, file = str(body["agent"]), _named(str(body["file"]))
        if self._known(agent, file) != body["before"]:
            return f"{file} has changed since: look at it with `habitus persona show {agent}`, and edit it."
        self.write(agent, file, str(body["after"]), who=who, why="approved from the inbox")
        return f"{file} of {agent} now says it."

    def caught_up(self, agent: str) -> list[str]:
        """Make the folder and the store agree; answers what was found changed."""
        return [file for file in FILES if self._agreed(agent, file, self._shelf.persona(agent, file))]

    # ── inside ──

    def _may_evolve(self, agent: str) -> bool:
        """One whose settings cannot be read is guarded, and keeps nobody else from being judged."""
        try:
            return self._agents.one(agent).self_evolve
        except ConfigError:
            return True

    def _touched(self, call: ToolCall, agent: Agent, workspace: str) -> tuple[persona.Touch, ...]:
        named = replace(call, agent=agent.id)
        return persona.touched(named, workspace=workspace, home=self._home, roots=persona.roots(agent, workspace), resolve=self._resolve)

    def _has_written(self, target: str, file: str, session: str, agent: Agent) -> bool:
        """Was the last call about this file one that could change it, and the file a persona of this agent? Who only reads a file of that
        name, or writes one somewhere else, has not changed who they are."""
        workspace, last = (self._store.opened(session) or {}).get("workspace", ""), None
        for told in self._store.events(session, after=max(0, self._store.last(session) - BEFORE)):
            workspace = told.event.workspace or workspace
            if isinstance(told.event, ToolCall) and told.event.target == target and not told.blocked:
                last = told.event
        touches = self._touched(last, agent, workspace) if last else ()
        return any(touch.file == file and touch.agent in (agent.id, "") for touch in touches)

    def _known(self, agent: str, file: str) -> str:
        """What a file says, before it is changed. One that nobody has looked at yet is its maker's first version; one that lags behind is
        brought up to date first, or the change would be made to another text than the one that was checked."""
        self._agreed(agent, file, self._shelf.persona(agent, file))
        return self._text(agent, file)

    def _agreed(self, agent: str, file: str, known: PersonaVersion | None) -> bool:
        """`known`: the version in force. Answers whether the folder or the store was changed."""
        place = self.place(agent, file)
        there = _read(place)
        if there is None and known is None:
            return False
        if there is None and os.path.lexists(place):  # too large, or no file: nothing that could wait in the inbox, and nothing to lose
            place.rename(place.with_name(f"{place.name}.aside.{self._clock():%Y%m%dT%H%M%S}"))
        if there is None or known is None:
            if known is not None:
                self._write(place, known.text, known.at)
            elif self._is_left_behind(agent, file, there):
                place.unlink()  # its first version was taken back
            elif there is not None:
                if (fit := self._secretless(there)) != there:  # as it was, it stays beside it
                    place.rename(place.with_name(f"{place.name}.aside.{self._clock():%Y%m%dT%H%M%S}"))
                    self._write(place, fit, self._clock())
                self._keep(agent, file, fit, Origin(speaker="operator", channel="disk"), "found in its folder", actor="disk")
            return True
        if there == known.text:
            if _stamped(place) != _whole(known.at):
                _stamp(place, known.at)
            return False
        if self._is_left_behind(agent, file, there):
            self._write(place, known.text, known.at)  # the store has moved on: an undo, or a process that ended before it wrote
            return True
        its = self._agents.one(agent)
        if file in persona.OPEN and its.self_evolve and not self._checked(its, file, known.text, there):
            self._keep(agent, file, there, Origin(speaker="document", channel="disk"), "changed outside of habitus", actor="disk")
            return True
        self._propose(agent, file, known.text, there, "the file was changed outside of habitus; it was put back", "")
        self._write(place, known.text, known.at)
        return True

    def _is_left_behind(self, agent: str, file: str, there: str | None) -> bool:
        """Is it as one of its versions was written, and nobody has touched it since?"""
        said = {_whole(one.at) for one in self._shelf.persona_versions(agent, file) if one.text == there}
        return bool(said) and _stamped(self.place(agent, file)) in said

    def _checked(self, agent: Agent, file: str, before: str, after: str) -> tuple[Violation, ...]:
        from habitus.evolve.skills.guard import scan

        return (*persona.check(file, before, after, scan, approved=self._approved(agent.id, file)), *_leaks(before, after))

    def _approved(self, agent: str, file: str) -> str:
        """What a person last wrote, or said yes to."""
        return next((one.text for one in self._shelf.persona_versions(agent, file) if one.origin.speaker == "operator"), "")

    def _is_copied(self, before: str, after: str, live: Session) -> bool:
        from habitus.learn import pasted

        known = set(before.splitlines())
        added = pasted.own("\n".join(line for line in after.splitlines() if line not in known), [before])  # who edits it has read it
        return pasted.own(added, self._store.results_before(live.key, live.seq + 1, BEFORE)) != added

    def _text(self, agent: str, file: str) -> str:
        known = self._shelf.persona(agent, file)
        return known.text if known else ""

    def _keep(self, agent: str, file: str, text: str, origin: Origin, why: str, *, actor: str) -> int:
        from habitus.evolve.skills import slugs

        now = self._clock()
        with self._shelf.locked(slugs.lock_key(f"{agent}/{file}")):
            version = self._shelf.add_persona(agent, file, text, origin=origin, why=why, at=now)
            digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
            row: Row = {"id": f"{agent}/{file}", "agent": agent, "file": file, "version": version, "digest": digest}
            verb = "persona changed" if version > 1 else "persona begun"
            self._store.apply([Change(verb=verb, table="persona", item=row["id"], after=row, actor=actor, session=origin.session)], now)
        return version

    def _propose(self, agent: str, file: str, before: str, after: str, why: str, session: str) -> None:
        """A change that waits is asked for once. One that was answered and is made again is asked for again: whoever made it would wait
        for an answer that nobody is asked for."""
        now, after = self._clock(), self._secretless(after)
        body = {"agent": agent, "file": file, "before": before, "after": after, "diff": persona.diff(before, after, file)}
        *_, (id, known) = self._asked(agent, file, before, after)
        made = Proposal(id=id, kind="persona", title=f"{file} of {agent}", reason=why, body=body, session=session, created_at=now)
        if known is None:
            self._store.apply([Change(verb="proposed", table="proposals", item=id, after=made, actor="persona", session=session)], now)

    def _asked(self, agent: str, file: str, before: str, after: str) -> Iterator[tuple[str, Proposal | None]]:
        """How often this change was asked for: what was answered, and last what waits, or the name under which it would."""
        for time in count():
            seed = f"{agent}/{file}/{before}/{after}" + (f"/{time}" if time else "")
            id = f"p{sha256(seed.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
            known = self._store.lessons().proposal(id)
            yield id, known
            if known is None or known.state == "pending":
                return

    def _is_rejected(self, agent: str, file: str, before: str, after: str) -> bool:
        """Was this change asked for, and a person's last word on it no?"""
        answers = [known.state for _, known in self._asked(agent, file, before, self._secretless(after)) if known]
        return bool(answers) and answers[-1] == "rejected"

    def _write(self, place: Path, text: str, at: datetime) -> None:
        """`at`: when its version was made."""
        try:
            place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            draft = place.with_name(f".{place.name}.{os.urandom(8).hex()}")
            draft.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
            _stamp(draft, at)
            draft.replace(place)
        except OSError as error:
            raise StoreError(
                f"{place} cannot be written ({error.strerror}): the store has the text, `habitus persona show` prints it"
            ) from error


def _stamp(place: Path, at: datetime) -> None:
    with suppress(OSError):  # it is somebody else's, or gone: then what it says is taken for theirs
        os.utime(place, (_whole(at), _whole(at)))


def _whole(at: datetime) -> float:
    return at.timestamp() // COARSE * COARSE


def _stamped(place: Path) -> float:
    try:
        return place.stat().st_mtime
    except OSError:
        return 0.0


def _leaks(before: str, after: str) -> list[Violation]:
    """Secrets in lines that were not there before."""
    known = set(before.splitlines())
    return leaks.within("\n".join("" if line in known else line for line in after.splitlines()))


def _named(file: str) -> str:
    known = {name.lower(): name for name in FILES} | {name.lower().removesuffix(".md"): name for name in FILES}
    if file.lower() not in known:
        raise Refused(f"{file!r} is no persona file: {', '.join(FILES)} are")
    return known[file.lower()]


def _read(place: Path) -> str | None:
    """None: there is no such file, or nothing that could be one."""
    try:
        if place.is_symlink() or not place.is_file() or place.stat().st_size > LARGEST:
            return None
        return storable(place.read_bytes().decode("utf-8", "replace"))
    except OSError:
        return None


def _verdict(message: str) -> Verdict:
    return Verdict(RULE, "block", "pre_tool", message)
