"""Errors become fixes: a failure is counted, what helped is kept, and the next call that would fail the same way is told before it runs.

What a session remembers of its failures follows from its events, so a restart remembers it too. Learning from a call's end takes longer
than telling of it, so it is put aside (`Session.unread`) and done soon after, by whoever asks next or by `later.py`; how far that got is
kept with the session, so it is done once, and a process that is killed leaves it to the next.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from habitus.enforce import NOTHING, Said
from habitus.errors import Away, StoreError
from habitus.layer.drawing import drawn
from habitus.layer.live import FIX, HELD
from habitus.types import Change, Note, Origin, Scope, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from habitus.config import Settings
    from habitus.enforce.check import Call
    from habitus.learn.fixes import Book
    from habitus.types import Clock, Ended, Failure, Learning, Recovery, Session, Store

LATEST = 20
"""Calls whose lines a session remembers, and hints."""

TOOLS = 500
"""Tools whose learnings are kept in mind."""


class Mending:
    def __init__(self, store: Store, settings: Settings, clock: Clock) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock
        self._version = -1
        self._books: dict[tuple[str, str], Book] = {}

    @property
    def is_on(self) -> bool:
        return self._settings.knowledge.enabled

    # ── before a call ──

    def before(self, live: Session, call: Call, version: int) -> Said:
        """What is known against a call that is about to run. `version`: of the learnings."""
        if not self.is_on or not self._settings.agent.error_correction_enabled:
            return NOTHING
        found = self._known_to_fail(live, call, version)
        return self._told(live, found, "pre_tool") if found else NOTHING

    def _known_to_fail(self, live: Session, call: Call, version: int) -> Learning | None:
        scope = _scope(call.workspace or live.workspace)
        if live.failures:
            from habitus.detect import failures

            again = failures.repeated(live.failures, tool=call.tool, args=call.args, between=live.lines, nth=live.calls + 1)
            if again:
                return self._of(again, scope)
        book = self._book(call.tool, str(scope), version)
        return next(iter(book.matching(call.tool, call.args)), None) if book is not None else None

    def _book(self, tool: str, scope: str, version: int) -> Book | None:
        """What is known of a tool here, as of the last change to any learning. None: nothing is."""
        if version != self._version:
            self._version = version
            self._books.clear()
        if (tool, scope) not in self._books:
            if len(self._books) >= TOOLS:
                self._books.clear()
            known = self._store.lessons().learnings_of(tool, scope)
            self._books[tool, scope] = _bound(known)
        return self._books[tool, scope] or None

    # ── after it ──

    def learn(self, live: Session) -> int:
        """From all that has ended since somebody last did; answers how much that was."""
        learned = 0
        while live.unread:
            one = live.unread[0]
            try:
                learned += self._learned(live, one)
            except Away:
                raise
            except StoreError as error:  # it will not be taken next time either, and everybody would wait for it
                self._given_up(live, one, error)
            live.unread.pop(0)
            _move(live, one)
        return learned

    def _learned(self, live: Session, ended: Ended) -> bool:
        with self._store.batch():
            if not self._store.claim_teaching(live.key, ended.seq):
                return False
            self._store.apply(self.after(live, ended), self._clock())
            self._note_ends(live, ended)
        return True

    def _given_up(self, live: Session, ended: Ended, error: StoreError) -> None:
        with self._store.batch():
            if self._store.claim_teaching(live.key, ended.seq):
                content = {"tool": ended.waiting.tool, "why": str(error)}
                self._store.note(
                    Note(verb="not learned from", item=ended.result.id, content=content, actor="learner", session=live.key), self._clock()
                )

    def _note_ends(self, live: Session, ended: Ended) -> None:
        """Whether the call that a hint was about went well, with the hint or without it: what the hint is worth goes by that."""
        for hints, held in ((live.hints, False), (live.unhinted, True)):
            if _is_open(live, hints, ended.calls):
                content = {"worked": ended.result.error is None, "held": held}
                note = Note(verb="hint ended", item=hints[-1][0], content=content, actor="learner", session=live.key)
                self._store.note(note, self._clock())

    def after(self, live: Session, ended: Ended) -> list[Change]:
        """What is learned from a call's end. `live` is the session before it."""
        if not self.is_on:
            return []
        if ended.result.error is None:
            return self._went_well(live, ended)
        return [] if _is_no(ended.result.error) else self._failed(live, ended)

    def said(self, live: Session, ended: Ended) -> Said:
        """What is known to help against an error that has just come back; asked once it was learned from."""
        if not self.is_on or not self._settings.agent.error_correction_enabled or not ended.result.error or _is_no(ended.result.error):
            return NOTHING
        failure, scope = _failure(ended), _scope(ended.result.workspace or live.workspace)
        seen = self._of(failure, scope)
        return self._offered(live, failure, seen, scope) if seen else NOTHING

    def _failed(self, live: Session, ended: Ended) -> list[Change]:
        from habitus.learn import fixes

        result = ended.result
        failure, scope, now = _failure(ended), _scope(result.workspace or live.workspace), self._clock()
        known = self._store.lessons().learning(fixes.identity(failure.tool, failure.pattern, scope))
        origin = Origin(speaker="tool", channel=live.agent, session=result.session, event=result.key or str(ended.seq))
        environment = {"os": sys.platform, **({"project": scope.name} if scope.name else {})}
        seen = fixes.seen(failure, known, origin=origin, scope=scope, environment=environment, now=now)
        changes = self._blamed(live, failure, ended.calls)
        if changes and changes[0].item == seen.id:
            seen, changes = fixes.used(seen, worked=False, now=now), []
        changes.append(_put("failed", seen, result.session))
        return changes + self._drawn(seen, result.session, known is None)

    def _offered(self, live: Session, failure: Failure, seen: Learning, scope: Scope) -> Said:
        """An error with a known fix comes back with it."""
        from habitus.learn import fixes

        known = [seen, *(one for one in self._store.lessons().learnings_of(failure.tool, str(scope)) if one.id != seen.id)]
        threshold = self._settings.learning.auto_apply_threshold
        best = fixes.offered(known, tool=failure.tool, pattern=failure.pattern, now=self._clock(), threshold=threshold)
        return self._told(live, best, "post_tool") if best and best.text else NOTHING

    def _blamed(self, live: Session, failure: Failure, calls: int) -> list[Change]:
        """A fix was told after an earlier call, and this one failed all the same: it did not help. What was told of this very call came too
        late to be heeded."""
        from habitus.learn import fixes

        if not live.hints or live.hints[-1][1] is not None or _came_with(live, live.hints[-1][0], calls):
            return []
        told = self._store.lessons().learning(live.hints[-1][0])
        if told is None or told.tool != failure.tool or not told.text:
            return []
        return [_put("fix failed", fixes.used(told, worked=False, now=self._clock()), live.key)]

    def _went_well(self, live: Session, ended: Ended) -> list[Change]:
        from habitus.learn import fixes

        waiting, result = ended.waiting, ended.result
        now, told = self._clock(), live.hints[-1] if live.hints else None
        hinted = self._store.lessons().learning(told[0]) if told and told[1] is None else None
        found = _recovery(live, ended) if live.failures else None
        if found is None:
            # It was told that the call would fail, and it went well as it was: the claim was too wide.
            wide = hinted and not any(one.call == result.id for one in live.failures) and hinted.tool == waiting.tool
            return (
                [_put("hint was wrong", fixes.harmless(hinted, waiting.tool, waiting.args, now=now), live.key)] if hinted and wide else []
            )
        scope = _scope(result.workspace or live.workspace)
        known = self._of(found.failure, scope)
        if known is None:
            return []
        mended = fixes.recovered(found, known, now=now)
        if hinted and hinted.id == known.id and mended.used == known.used:
            mended = fixes.used(mended, worked=True, now=now)
        return [_put("recovered", mended, live.key), *self._resolved(mended, known, live.key)]

    def _of(self, failure: Failure, scope: Scope) -> Learning | None:
        from habitus.learn import fixes

        return self._store.lessons().learning(fixes.identity(failure.tool, failure.pattern, scope))

    def _told(self, live: Session, best: Learning, when: Any) -> Said:
        from habitus.learn import fixes

        is_held = self._is_held(best, live)
        if not fixes.may_say(best.id, live.unhinted if is_held else live.hints):
            return NOTHING
        message = fixes.hint(best, self._settings.learning.auto_apply_threshold)
        if is_held:
            return Said((), (Verdict(rule=f"{HELD}{best.id}", action="remind", when=when, message=message),))
        return Said((Verdict(rule=f"{FIX}{best.id}", action="remind", when=when, message=message),))

    def _is_held(self, best: Learning, live: Session) -> bool:
        asked = self._settings.measure
        if not asked.holdout or best.used < asked.hold_after or best.origin.speaker in ("user", "operator"):
            return False
        from habitus.measure.holdout import held_out

        return held_out(best.id, live.key, asked.holdout)

    # ── by a person ──

    def record_user_correction(self, text: str, *, tool: str, error: str = "", workspace: str = "", who: str = "user") -> Learning:
        """What a person says helps: kept at high confidence, and before whatever was found out."""
        from habitus.learn import fixes
        from habitus.parse import failure

        now = self._clock()
        origin = Origin(speaker="operator" if who.startswith("operator") else "user", channel=who, event=now.isoformat())
        pattern = failure.pattern(error, tool) if error else ""
        made = fixes.corrected(text, tool, pattern, origin=origin, scope=_scope(workspace), now=now)
        self._store.apply([_put("said to help", made, "", who)], now)
        return made

    def known(self, tool: str, error: str, args: Any = None, workspace: str = "") -> tuple[Learning, bool] | None:
        """What is known to help against an error, wherever it was learned, and whether it is sure enough to be applied."""
        from habitus.detect import failures
        from habitus.learn import fixes

        given = args if isinstance(args, dict) else {}
        failure = failures.failed(call="", tool=tool, action="", target="", args=given, error=error, nth=0)
        candidates = self._store.lessons().learnings_of(tool, str(_scope(workspace)), anywhere=not workspace)
        best = fixes.offered(candidates, tool=tool, pattern=failure.pattern, now=self._clock())
        if best is None or not best.text:
            return None
        return best, fixes.may_apply(best, self._settings.learning.auto_apply_threshold)

    # ── the graph ──

    def _drawn(self, seen: Learning, session: str, is_new: bool) -> list[Change]:
        if not self._settings.graph.enabled:
            return []
        from habitus.learn import graph

        others = self._store.lessons().learnings_of(seen.tool, str(seen.scope)) if is_new else []
        close = [one for one, _ in graph.closest(seen, [one for one in others if one.id != seen.id])]
        return drawn(self._store, graph.of_failure(seen, session, close, at=self._clock()))

    def _resolved(self, mended: Learning, before: Learning, session: str) -> list[Change]:
        """The fix is an edge of its error; and like errors believe in theirs a little more, or less."""
        if not self._settings.graph.enabled:
            return []
        from habitus.learn import graph

        changes = drawn(self._store, graph.of_fix(mended, session, at=self._clock())) if mended.text else []
        delta = mended.confidence - before.confidence
        at, rate = self._store.lessons().triples_at, self._settings.graph.propagation_rate
        moved = graph.spread({graph.error(mended): delta}, at, rate=rate) if delta else {}
        return changes + self._moved(moved, mended)

    def _moved(self, moved: Mapping[str, float], source: Learning) -> list[Change]:
        from dataclasses import replace

        from habitus.learn import graph

        others = self._store.lessons().learnings_of(source.tool, str(source.scope))
        near = {graph.error(one): one for one in others if one.id != source.id and one.text}
        changed = []
        for name, delta in moved.items():
            one = near.get(name)
            if one is not None:
                changed.append(_put("spread", replace(one, confidence=round(min(1.0, max(0.05, one.confidence + delta)), 4)), ""))
        return changed


def _is_no(error: str) -> bool:
    from habitus.detect import failures

    return failures.is_no(error)


def _is_open(live: Session, hints: list[tuple[str, bool | None]], calls: int) -> bool:
    """Is the last of these hints still to show whether it helps, and was there time to heed it?"""
    return bool(hints) and hints[-1][1] is None and not _came_with(live, hints[-1][0], calls)


def _came_with(live: Session, learning: str, calls: int) -> bool:
    """Was it told, or held back, at the call that has just ended? Then it came too late for that one."""
    fired = live.fired.get(f"{FIX}{learning}") or live.fired.get(f"{HELD}{learning}")
    return fired is not None and fired.call == calls


# ── what a session remembers of its failures ──


def read(live: Session) -> None:
    """Move what a session knows of failures past all that has ended, and learn nothing."""
    for one in live.unread:
        _move(live, one)
    live.unread = []


def hinted(live: Session, fired: Iterable[str]) -> None:
    for name in fired:
        if name.startswith(FIX):
            live.hints = [*live.hints, (name.removeprefix(FIX), None)][-LATEST:]
        elif name.startswith(HELD):
            live.unhinted = [*live.unhinted, (name.removeprefix(HELD), None)][-LATEST:]


def _move(live: Session, ended: Ended) -> None:
    waiting, result = ended.waiting, ended.result
    for hints in (live.hints, live.unhinted):
        if _is_open(live, hints, ended.calls):
            hints[-1] = (hints[-1][0], result.error is None)
    if result.error is None and not live.failures:
        return  # what came before a failure explains no recovery
    from habitus.detect import failures

    if result.error is not None and _is_no(result.error):
        return
    if result.error is not None:
        live.failures = failures.still_open([*live.failures, _failure(ended)], ended.calls)
        live.lines = [*live.lines, ""][-LATEST:]
        return
    found = _recovery(live, ended)
    live.failures = [one for one in failures.still_open(live.failures, ended.calls) if found is None or one.call != found.failure.call]
    live.lines = [*live.lines, failures.line(waiting.tool, waiting.args)][-LATEST:]


def _failure(ended: Ended) -> Failure:
    from habitus.detect import failures

    waiting, result = ended.waiting, ended.result
    return failures.failed(
        call=result.id, tool=waiting.tool, action=waiting.action, target=waiting.target, args=waiting.args, error=result.error or "",
        nth=ended.calls,
    )  # fmt: skip


def _recovery(live: Session, ended: Ended) -> Recovery | None:
    from habitus.detect import failures

    waiting = ended.waiting
    return failures.recovery(
        live.failures, call=ended.result.id, tool=waiting.tool, action=waiting.action, target=waiting.target, args=waiting.args,
        between=live.lines, nth=ended.calls,
    )  # fmt: skip


def _scope(workspace: str) -> Scope:
    return Scope(level="project", name=workspace) if workspace else Scope()


def _bound(known: list[Learning]) -> Any:
    if not known:
        return None
    from habitus.learn.fixes import Book

    return Book(known)


def _put(verb: str, learning: Learning, session: str, actor: str = "learner") -> Change:
    return Change(verb=verb, table="learnings", item=learning.id, after=learning, actor=actor, session=session)
