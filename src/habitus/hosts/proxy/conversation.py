"""Recognise a conversation again: every request repeats the history, and nothing in it says whose.

What the user's side has said (messages, tool results) is a chain of hashes, and where a request ended is a knot in it. A request belongs to
the conversation that it continues: it passes one of its knots, and after that knot repeats the answer that we handed on there. So two
clients with the same first message are two conversations; an edited or a repeated turn stays in its own; few-shots that many requests share
join nothing, because no request has ended there. What the agent says takes no part in the chain, for clients trim and reorder it, and
neither do notes that a host puts between (`persons`), for they come and go.

Bias: where it cannot be told, a conversation is taken for a new one. Compaction begins a new one too, unless the client names its session.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.hosts.transcripts.parts import Part, persons

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from habitus.hosts.proxy.body import Item, Splice
    from habitus.hosts.proxy.wire import Answer

KNOTS = 20_000
"""Ends of requests that are remembered, over all conversations: a working day of many agents in a few megabytes."""

SAME_PLACE = 16
"""Conversations that may stand at one knot; with more, the oldest is forgotten."""

WAITING_NOTES = 20
"""Notes that wait for the next request of a conversation. More than that nobody reads; what is beyond it is counted."""

PLACED = 65_536
"""Characters of ours in one conversation. Beyond it the older ones go, for the price of one request that the provider has not cached."""

CALLS = 512
"""Calls whose results may still come."""

OWED = 4096
"""Answers and conversations with results that their provider waits for."""

LONG = 4096
"""Characters of a list from which the part that is known is passed over instead of read again."""


KEPT = "conversation:"
"""How the name of a conversation begins that the provider keeps: unlike an answer, it is followed many times."""


class Heard(NamedTuple):
    """One thing that was said, and which item says it. `chain`: the hash of the user's side up to here."""

    part: Part
    item: int
    chain: str


class Placed(NamedTuple):
    """Words of ours, after the thing with this hash."""

    chain: str
    text: str


class Reached(NamedTuple):
    """The list of a request up to its end: if the next one begins with the same characters, only the rest is read."""

    length: int
    seal: Any
    """A running hash of them."""
    chain: str
    splices: tuple[tuple[str, Splice], ...]
    """Where our words go in it, counted from the beginning of the list, and after what."""


@dataclass(slots=True)
class Talk:
    """One conversation."""

    session: str
    tip: str = ""
    settled: str = ""
    """The tip that was last answered."""
    guidance: str = ""
    """What was told last."""
    placed: list[Placed] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    dropped: int = 0
    calls: OrderedDict[str, str] = field(default_factory=OrderedDict)
    """The wire's id of a call that was let through → ours."""
    kept: str = ""
    """The conversation that the provider keeps, where this is one."""
    reached: Reached | None = None

    def note(self, said: str) -> None:
        if said in self.notes:
            return
        self.notes.append(said)
        if len(self.notes) > WAITING_NOTES:
            self.notes.pop(0)
            self.dropped += 1

    def put(self, chain: str, text: str) -> None:
        self.placed.append(Placed(chain, text))
        if sum(len(one.text) for one in self.placed) > PLACED:
            self.placed = self.placed[-1:]

    def made(self, wire: str, ours: str) -> None:
        self.calls[wire] = ours
        if len(self.calls) > CALLS:
            self.calls.popitem(last=False)


@dataclass(slots=True)
class Knot:
    """Where a request of a conversation ended."""

    talk: Talk
    answers: list[str] = field(default_factory=list)
    open: int = 0
    """Requests from here that are under way."""


class Found(NamedTuple):
    talk: Talk
    new: int
    """So many of the things heard were heard before."""
    is_new: bool = False


def heard(items: Sequence[Item], parts: Callable[[Any], list[Part]], chain: str = "", first: int = 0) -> list[Heard]:
    """What the items say, as a chain that goes on from `chain`."""
    found = []
    for n, item in enumerate(items, first):
        for part in persons(parts(item.value)):
            if is_theirs(part):
                chain = digest(chain, part.kind, part.id, part.text)
            found.append(Heard(part, n, chain))
    return found


def is_theirs(part: Part) -> bool:
    """The user's side: what a client adds by itself."""
    return part.kind not in ("text", "call")


def digest(*words: str) -> str:
    return blake2b("\0".join(words).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def answered(words: Iterable[str], calls: Iterable[str]) -> str:
    """An answer by what a client must repeat of it: the ids of its calls, or else its words, however they are spaced."""
    ids = sorted(id for id in calls if id)
    return digest("calls", *ids) if ids else digest("words", "".join("".join(words).split()))


class Talks:
    """The conversations that this process has seen. `seed` keeps apart whoever must not meet: other keys, other names."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._knots: OrderedDict[tuple[str, str], list[Knot]] = OrderedDict()
        self._responses: OrderedDict[tuple[str, str], Talk] = OrderedDict()
        self._heads: OrderedDict[tuple[str, str], list[Talk]] = OrderedDict()
        self._names: OrderedDict[str, int] = OrderedDict()
        self._owed: OrderedDict[tuple[str, str], dict[str, dict[str, Any]]] = OrderedDict()

    def begin(self, seed: str, said: Sequence[Heard], *, session: str = "", after: str = "") -> Found:
        """Find the conversation that this request belongs to, or begin one; and note that it is under way.

        `session`: the client's own name for it. `after`: the provider's name for the answer, or for the conversation, that it follows.
        """
        with self._lock:
            talk = self._responses.get((seed, after)) if after else None
            found = Found(talk, 0) if talk else self._known(seed, said, "")
            found = found or Found(Talk(session or self._name(said)), 0, is_new=True)
            return self._under_way(seed, found, said[-1].chain if said else "")

    def resume(self, seed: str, said: Sequence[Heard], start: str) -> Found | None:
        """The same for a list that was not read from its beginning: `start` is the chain up to there. None: it must be read."""
        with self._lock:
            found = self._known(seed, said, start)
            return self._under_way(seed, found, said[-1].chain if said else start) if found else None

    def _under_way(self, seed: str, found: Found, tip: str) -> Found:
        self._knot(seed, tip, found.talk).open += 1
        found.talk.tip = tip
        return found

    def start(self, seed: str, after: str) -> str:
        """Where the chain of a request begins that repeats nothing, because the provider keeps what came before."""
        with self._lock:
            talk = self._responses.get((seed, after))
            return digest("after", after, talk.settled if talk and after.startswith(KEPT) else "")

    def look(self, seed: str, said: Sequence[Heard]) -> Talk | None:
        """The conversation, if it is known; nothing is noted."""
        with self._lock:
            found = self._known(seed, said, "")
            return found.talk if found else None

    def end(self, seed: str, talk: Talk, tip: str, answers: Sequence[Answer], response: str = "", after: str = "") -> None:
        """The request is over; `answers` is empty where it failed or nobody was there any more."""
        with self._lock:
            knot = self._knot(seed, tip, talk)
            knot.open = max(0, knot.open - 1)
            for one in answers:
                said = answered(one.words, one.calls)
                if said not in knot.answers:
                    knot.answers = [*knot.answers, said][-SAME_PLACE:]
            if answers:
                talk.settled = tip
            for name in filter(None, (response, after)):
                _put(self._responses, (seed, name), talk, KNOTS)

    def by_response(self, seed: str, response: str) -> Talk | None:
        with self._lock:
            return self._responses.get((seed, response))

    # ── what a provider waits for that keeps the conversation ──

    def owing(self, seed: str, after: str) -> list[dict[str, Any]]:
        """Results for calls that were refused in what a request follows. They stay owed: it may fail, or another may follow the same."""
        with self._lock:
            return list(self._owed.get((seed, after), {}).values()) if after else []

    def owe(self, seed: str, response: str, kept: str, items: Sequence[dict[str, Any]]) -> None:
        """An answer may be fetched many times: what is known of it already is not owed to its conversation again."""
        with self._lock:
            known = self._owed.get((seed, response), {}) if response else {}
            new = {str(item.get("call_id")): item for item in items if str(item.get("call_id")) not in known}
            for name in filter(None, (response, kept) if new else ()):
                _put(self._owed, (seed, name), {**self._owed.get((seed, name), {}), **new}, OWED)

    def paid(self, seed: str, after: str) -> None:
        """A conversation goes on from what it was sent. An answer does not: whoever follows it again must bring the results again."""
        with self._lock:
            if after.startswith(KEPT):
                self._owed.pop((seed, after), None)

    # ── lists that are too long to be read each time ──

    def passed(self, seed: str, head: str, text: str, start: int) -> tuple[Talk, Reached] | None:
        """A conversation whose last request is how this list begins, by every character."""
        with self._lock:
            candidates = list(self._heads.get((seed, head), ()))
        for talk in reversed(candidates):
            reached = talk.reached
            if reached is None or len(text) - start <= reached.length or text[start + reached.length] not in ",] \n\r\t":
                continue
            seal = sealed(text, start, start + reached.length)
            if seal.digest() == reached.seal.digest():
                return talk, reached
        return None

    def reach(self, seed: str, head: str, talk: Talk, reached: Reached) -> None:
        with self._lock:
            talk.reached = reached
            others = [one for one in self._heads.get((seed, head), []) if one is not talk]
            _put(self._heads, (seed, head), [*others, talk][-SAME_PLACE:], KNOTS)

    # ── whose it is ──

    def _known(self, seed: str, said: Sequence[Heard], start: str) -> Found | None:
        ends = [(-1, start)] if start else []
        ends += [(n, one.chain) for n, one in enumerate(said) if is_theirs(one.part)]
        if not ends:
            return None
        loose: Found | None = None
        for place in range(len(ends) - 2, -1, -1):
            n, chain = ends[place]
            knots = self._knots.get((seed, chain))
            if not knots:
                continue
            between = said[n + 1 : ends[place + 1][0]]
            given = answered((one.part.text for one in between if one.part.kind == "text"), (one.part.id for one in between))
            fitting = [knot.talk for knot in knots if given in knot.answers]
            if fitting:  # of several that have gone the same way, one that has not gone on yet
                talk = next((talk for talk in fitting if talk.tip == chain), fitting[-1])
                return Found(talk, self._heard_before(seed, talk, ends, place))
            if loose is None and len(knots) == 1 and knots[0].talk.tip == chain:
                loose = Found(knots[0].talk, n + 1)
        return self._again(seed, ends) or loose

    def _heard_before(self, seed: str, talk: Talk, ends: Sequence[tuple[int, str]], place: int) -> int:
        """Up to the last of its own knots: a turn that is asked for again brings nothing new."""
        for n, chain in reversed(ends[place:]):
            if any(knot.talk is talk for knot in self._knots.get((seed, chain), ())):
                return n + 1
        return 0

    def _again(self, seed: str, ends: Sequence[tuple[int, str]]) -> Found | None:
        """The same request once more, after one that got no answer. With an answer, or while it waits for one, this is somebody else's."""
        n, chain = ends[-1]
        for knot in reversed(self._knots.get((seed, chain), ())):
            if not knot.answers and not knot.open and knot.talk.tip == chain:
                return Found(knot.talk, n + 1)
        return None

    def _knot(self, seed: str, chain: str, talk: Talk) -> Knot:
        knots = self._knots.get((seed, chain), [])
        found = next((knot for knot in knots if knot.talk is talk), None)
        if found is None:
            found = Knot(talk)
            knots = [*knots, found][-SAME_PLACE:]
        _put(self._knots, (seed, chain), knots, KNOTS)
        return found

    def _name(self, said: Sequence[Heard]) -> str:
        """By its first words, so that it is the same after a restart; by a number more, where that is taken."""
        name = f"proxy-{said[0].chain[:16] if said else 'empty'}"
        times = self._names.get(name, 0) + 1
        _put(self._names, name, times, KNOTS)
        return name if times == 1 else f"{name}-{times}"


def sealed(text: str, start: int, end: int) -> Any:
    return blake2b(text[start:end].encode("utf-8", "surrogatepass"), digest_size=16)


def _put(kept: OrderedDict[Any, Any], name: Any, value: Any, most: int) -> None:
    kept[name] = value
    kept.move_to_end(name)
    if len(kept) > most:
        kept.popitem(last=False)
