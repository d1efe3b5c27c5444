"""The lessons that hold for a session, as this process knows them: what to tell the model, and what to hold its calls to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from habitus.enforce import Rules
from habitus.parse import actions
from habitus.types import Versions

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from habitus.config import Settings
    from habitus.parse.tracking import Tracking
    from habitus.types import Clock, Example, Guidance, Kind, Knowledge, Learning, Rule, Session, Store

    Found: TypeAlias = Mapping[Kind, Mapping[str, Sequence[str]]]
    """Lessons by kind, each with the words of the prompt that it has."""

WORDS = 16
"""Words of a prompt that lessons are looked up by: the first ones say what it is about, and a pasted log has thousands."""

NEAR = 40
"""Rules fetched because the prompt touches them."""

ALIKE = 500
"""Past tasks that one word may bring: the rare words tell which of them is like this one."""

KEPT = 1000
"""Sets of checks that are kept, by place and tool; rules and languages likewise."""

PLACES = 100
"""Places whose best rules are kept."""

FRESH = 60.0
"""Seconds for which it stays as it was read how often a rule was used; the rule itself is never older than its last change."""

TELLING = 4
"""Words from which a turn tells its language."""

DEEPEST = 12
"""Folders above a workspace whose rules hold in it too."""

CONFLICTS = 100
"""Contradictions, the latest first, that are heeded."""

NEARNESS = ("global", "user", "agent", "project")

NONE = Rules(())
NEVER = Versions(-1, -1, -1)


class Lessons:
    def __init__(self, store: Store, settings: Settings, clock: Clock, tracking: Tracking, user: Callable[[], str] = str) -> None:
        """`user`: whose session it is that is asked about now."""
        self._tracking = tracking
        self._user = user
        self._store = store
        self._settings = settings
        self._clock = clock
        self.versions = NEVER
        """Of what was known at the last call."""
        self._checks: dict[tuple[str, ...], Rules] = {}
        self._checked: dict[str, Rule] = {}
        self._standing: dict[tuple[str, ...], list[Rule]] = {}
        self._rules: dict[str, Rule] = {}
        self._read_at: datetime | None = None
        self._held: dict[str, dict[str, bool]] = {}
        self._langs: dict[str, str] = {}

    def track(self, tracking: Tracking) -> None:
        """A learned check may ask for what is counted: it is made anew."""
        self._tracking = tracking
        self._checks.clear()

    def guidance(self, live: Session, prompt: str, threshold: float | None = None) -> Guidance:
        """What the model should know before it speaks, after `renewed`. `threshold`: how near knowledge must be, where the agent has its
        own."""
        from habitus import recall
        from habitus.parse.terms import terms

        words, limits, user = terms(prompt or live.request)[:WORDS], self._settings.guidance, self._user()
        scopes = places(live.workspace, live.agent, user)
        lang = self._language(live, prompt)
        found = self._store.all_about(self._wanted(), words, scopes)
        about = recall.relevance(found["rule"])
        rules = self._candidates(scopes, _nearest(about, NEAR))
        if len({rule.scope for rule in rules.values()}) > 1:
            rules = self._nearer(rules, scopes)
        shown = self._examples(found, words)
        facts, solutions, score = self._context(found, threshold)

        def guided(chosen: list[Rule]) -> Guidance:
            return recall.guide(
                chosen, live, now=self._clock(), user=user, lang=lang, relevance=about,
                limits=recall.Limits(limits.token_budget, limits.max_rules, limits.max_examples), examples=shown, facts=facts,
                solutions=solutions,
            )  # fmt: skip

        told = guided(list(rules.values()))
        held = tuple(id for id in told.lessons if self.is_held(rules[id], live.key))
        if held:  # only what would have been told is held back
            told = guided([rule for rule in rules.values() if rule.id not in held])
        return replace(told, held=held, score=score)

    def _wanted(self) -> dict[Kind, int]:
        """What is looked up for a turn, with how many a word may bring; 0: as many as is usual."""
        asked = self._settings
        knows = asked.knowledge.enabled and asked.knowledge.max_context_per_layer
        wanted: dict[Kind, int] = {"rule": 0}
        if asked.guidance.max_examples:
            wanted |= {"positive": ALIKE, "negative": ALIKE}
        if knows:
            wanted["knowledge"] = 0
        if knows and asked.agent.error_correction_enabled:
            wanted["learning"] = 0
        return wanted

    def _candidates(self, scopes: Sequence[str], near: Sequence[str]) -> dict[str, Rule]:
        """The rules with the best standing here, and those that the prompt touches: remembered until a lesson changes."""
        place = tuple(scopes)
        if place not in self._standing:
            if len(self._standing) >= PLACES:
                self._standing.clear()
            self._standing[place] = self._store.lessons().standing(scopes, self._settings.guidance.max_rules)
        rules = {rule.id: rule for rule in self._standing[place]}
        if len(self._rules) > KEPT:
            self._rules.clear()
        missing = [id for id in near if id not in rules and id not in self._rules]
        self._rules |= {rule.id: rule for rule in self._store.lessons().rules_of(missing)}
        return rules | {id: self._rules[id] for id in near if id in self._rules}

    def renewed(self) -> Versions:
        """Forget what is stale. How often rules were used is no change to them, so that is read again after a while."""
        versions, now = self._looked(), self._clock()
        if self._read_at is None or not 0 <= (now - self._read_at).total_seconds() < FRESH:
            self._rules.clear()
            self._standing.clear()
            self._read_at = now
        return versions

    def _looked(self) -> Versions:
        """Has a lesson changed since the last look?"""
        versions = self._store.versions()
        if versions.lessons != self.versions.lessons:
            self._checks.clear()
            self._read_at = None
        self.versions = versions
        return versions

    def _nearer(self, rules: dict[str, Rule], scopes: Sequence[str]) -> dict[str, Rule]:
        """Of two that contradict each other, the one that was said of this place holds here: each holds where it was said."""
        rooms, left = self._store.lessons(), dict(rules)
        for state in ("pending", "rejected", "approved") if rules else ():
            for one in rooms.proposals(state, kind="conflict", limit=CONFLICTS):
                words = {one.body["old"]: one.body["old_text"], one.body["new"]: one.body["new_text"]}
                if left.keys().isdisjoint(words):
                    continue
                pair = [rules.get(id) or next(iter(rooms.rules_of([id])), None) for id in words]
                held = [rule for rule in pair if rule and rule.state == "active" and str(rule.scope) in scopes]
                wider = _wider([rule for rule in held if rule.text == words[rule.id]])  # in other words, they may agree
                left.pop(wider.id if wider else "", None)
        return left

    def is_held(self, rule: Rule, session: str) -> bool:
        """Does this session go without the rule, so that its effect can be seen? Never with one that was only just learned, and never
        without a check that a person has told to block."""
        asked = self._settings.measure
        if not asked.holdout or rule.stage == "block":
            return False
        known = self._decided(session)
        if rule.id not in known:
            from habitus.measure.holdout import held_out

            known[rule.id] = rule.times_applied >= asked.hold_after and held_out(rule.id, session, asked.holdout)
        return known[rule.id]

    def _decided(self, session: str) -> dict[str, bool]:
        """What this session goes with and without, as it was first decided: in this process, or in one before it."""
        known = self._held.get(session)
        if known is None:
            if len(self._held) >= KEPT:
                self._held.clear()
            line = next(iter(self._store.entries(session=session, verb="injected", limit=1)), None)
            told = self._store.content(line.after) if line else {}
            known = self._held[session] = dict.fromkeys(told.get("lessons", ()), False) | dict.fromkeys(told.get("held", ()), True)
        return known

    def is_check_held(self, check: str, session: str) -> bool:
        rule = self._checked.get(check)
        return rule is not None and self.is_held(rule, session)

    def _language(self, live: Session, prompt: str) -> str:
        """The session's: a turn of a word or two says nothing about it."""
        from habitus.detect import corrections

        said = prompt or live.request
        if live.key in self._langs and len(said.split()) < TELLING:
            return self._langs[live.key]
        if len(self._langs) >= KEPT:
            self._langs.clear()
        self._langs[live.key] = found = corrections.language(said)
        return found

    def _examples(self, found: Found, words: Sequence[str]) -> list[Example]:
        """Past tasks that are like this one: at least half of its words."""
        from habitus import recall
        from habitus.parse.terms import terms

        near: list[Example] = []
        for outcome in ("positive", "negative"):
            near += self._store.lessons().examples_of(_nearest(recall.relevance(found.get(outcome, {})), NEAR))
        return [one for one in near if len(set(terms(one.request)) & set(words)) * 2 >= len(words)]

    def _context(self, found: Found, threshold: float | None) -> tuple[list[Knowledge], list[Learning], float]:
        """What is known about this turn, nearest first, so many of each kind; and how near the nearest is."""
        from habitus import recall

        asked = self._settings.knowledge
        least, scores = asked.retrieval_threshold if threshold is None else threshold, [0.0]

        def nearest(kind: Kind) -> list[str]:
            near = {id: score for id, score in recall.relevance(found.get(kind, {})).items() if score >= least}
            scores.extend(near.values())
            return _nearest(near, asked.max_context_per_layer)

        facts, sure = nearest("knowledge"), self._settings.learning.auto_apply_threshold
        solved = [self._store.lessons().learning(id) for id in nearest("learning")]
        learnings = [one for one in solved if one and one.text and one.confidence >= sure]
        return sorted(self._store.lessons().knowledge_of(facts), key=lambda one: facts.index(one.id)), learnings, max(scores)

    def checks(self, live: Session, tool: str, workspace: str) -> Rules:
        """The learned checks that may concern a call of this tool, here."""
        self._looked()
        place = (workspace or live.workspace, live.agent, self._user(), actions.key(tool))
        known = self._checks.get(place)
        if known is None:
            if len(self._checks) >= KEPT:
                self._checks.clear()
            known = self._checks[place] = self._loaded(places(*place[:3]), place[3])
        return known

    def at_hand(self, live: Session, tool: str, workspace: str) -> Rules:
        """The same as this process remembers them; the store is not asked."""
        return self._checks.get((workspace or live.workspace, live.agent, self._user(), actions.key(tool)), NONE)

    def _loaded(self, scopes: Sequence[str], key: str) -> Rules:
        found = self._store.about("check", (key, "*"), scopes)
        if not found:
            return NONE
        from habitus.enforce import learned

        rules = {rule.id: rule for rule in self._store.lessons().rules_of(list(found)) if rule.state == "active"}
        made = [(rule, learned.check(rule, tracking=self._tracking)) for rule in self._nearer(rules, scopes).values()]
        self._checked |= {check.id: rule for rule, check in made if check}
        return Rules([check for _, check in made if check])

    def rule_of(self, check: str) -> str:
        """The rule that a learned check was made of."""
        rule = self._checked.get(check)
        return rule.id if rule else ""


def _nearest(about: Mapping[str, float], most: int) -> list[str]:
    return sorted(about, key=lambda id: (-about[id], id))[:most]


def _wider(pair: Sequence[Rule]) -> Rule | None:
    """Which of two rules in force was said of more. One that a person has told to block does not give way to one that nobody has."""
    if len(pair) != 2 or pair[0].scope == pair[1].scope:
        return None
    wider, nearer = sorted(pair, key=lambda rule: (NEARNESS.index(rule.scope.level), len(rule.scope.name)))
    return None if wider.stage == "block" != nearer.stage else wider


def places(here: str, agent: str, user: str = "") -> list[str]:
    """Where a lesson may have been said that holds here. What was said of a project holds in its folders."""
    folders: list[str] = []
    while here.strip("/") and len(folders) < DEEPEST:
        folders.append(f"project:{here}")
        here = here.rpartition("/")[0]
    return ["global", *folders, *([f"user:{user}"] if user else []), *([f"agent:{agent}"] if agent else [])]
