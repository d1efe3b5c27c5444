"""A request taken in: read, recognised, and sent on with words of ours in their places.

A long list whose beginning is, to the character, the list of the request before it is not read again: only what follows is.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from habitus.hosts.proxy import body as json_body
from habitus.hosts.proxy import events, openai_responses
from habitus.hosts.proxy.body import Body, Splice
from habitus.hosts.proxy.conversation import KEPT, LONG, Found, Heard, Reached, Talk, Talks, heard, is_theirs, sealed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.hosts.proxy.wire import Api

_decode = json.JSONDecoder().raw_decode


class Client(NamedTuple):
    """Who asks. `who` keeps apart clients that must not meet; it never leaves the process."""

    who: str = ""
    session: str = ""
    agent: str = "proxy"
    workspace: str = ""
    headers: tuple[tuple[str, str], ...] = ()


class Taken(NamedTuple):
    api: Api
    body: Body
    said: list[Heard]
    found: Found
    seed: str
    tip: str
    before: Reached | None
    head: str
    is_aside: bool
    """A host's own question beside the conversation (a title, a summary): nobody speaks there."""


def take(talks: Talks, api: Api, text: str, client: Client) -> Taken:
    """Raises `NotOurs`."""
    passed: list[tuple[Talk, Reached]] = []
    heads = []

    def known(text: str, start: int) -> int:
        if len(text) - start < LONG:
            return 0
        heads.append(head(text, start))
        hit = talks.passed(client.who, heads[0], text, start)
        passed.extend([hit] if hit else [])
        return hit[1].length if hit else 0

    body = json_body.read(text, api.LIST, known)
    if len(heads) > 1:  # the list is there twice: nobody knows which is meant
        return _begun(talks, api, json_body.read(text, api.LIST), client, ())
    taken = _recognised(talks, api, body, client, heads, passed)
    return taken or _begun(talks, api, json_body.read(text, api.LIST), client, heads)


def _recognised(
    talks: Talks, api: Api, body: Body, client: Client, heads: Sequence[str], passed: Sequence[tuple[Talk, Reached]]
) -> Taken | None:
    if not passed:
        return _begun(talks, api, body, client, heads)
    talk, before = passed[0]
    named = events.named(client.headers, body.fields)
    session = client.session or named
    if session and talk.session != session:
        return None
    said = heard(body.items, api.parts, before.chain)
    seed = f"{client.who}\0{session}"
    found = talks.resume(seed, said, before.chain)
    if found is None:
        return None
    tip = said[-1].chain if said else before.chain
    return Taken(api, body, said, found, seed, tip, before, heads[0], _is_aside(body, client, named))


def _begun(talks: Talks, api: Api, body: Body, client: Client, heads: Sequence[str]) -> Taken:
    named = events.named(client.headers, body.fields)
    session = client.session or named
    seed = f"{client.who}\0{session}"
    after = follows(body)
    start = talks.start(seed, after) if after else ""
    said = heard(body.items, api.parts, start)
    found = talks.begin(seed, said, session=session, after=after)
    tip = said[-1].chain if said else ""
    return Taken(api, body, said, found, seed, tip, None, heads[0] if heads else "", _is_aside(body, client, named))


def follows(body: Body) -> str:
    """What the provider keeps and this request goes on from: an answer, or a conversation."""
    answer, kept = body.fields.get("previous_response_id"), body.fields.get("conversation")
    if isinstance(answer, str) and answer:
        return answer
    kept = kept.get("id") if isinstance(kept, dict) else kept
    return f"{KEPT}{kept}" if isinstance(kept, str) and kept else ""


def _is_aside(body: Body, client: Client, named: str) -> bool:
    return bool(named) and not client.session and not body.fields.get("tools")


def head(text: str, start: int) -> str:
    """How a list begins: its first two elements."""
    try:
        _, end = _decode(text, json_body.after(text, start + 1))
        comma = json_body.after(text, end)
        if text[comma] == ",":
            _, end = _decode(text, json_body.after(text, comma + 1))
    except (ValueError, IndexError, RecursionError):
        return ""
    return str(sealed(text, start, end).hexdigest())


def takes_words(taken: Taken) -> bool:
    """Is something new said at its end, to which words of ours can be added? What was sent before stays as it was sent."""
    new = [one for one in taken.said[taken.found.new :] if is_theirs(one.part)]
    return bool(new) and taken.api.place(taken.body, taken.body.items[new[-1].item], "x") is not None


def sent(talks: Talks, taken: Taken) -> str:
    """The text to send on. What was placed before stands where it stood."""
    talk, body = taken.found.talk, taken.body
    splices = placed(taken, talk)
    owed = openai_responses.paying(body, talks.owing(taken.seed, follows(body)))
    if taken.head and body.items and not owed:
        talks.reach(taken.seed.partition("\0")[0], taken.head, talk, _reached(taken, splices))
    return json_body.spliced(body.text, [*owed, *(splice for _, splice in splices)])


def placed(taken: Taken, talk: Talk) -> list[tuple[str, Splice]]:
    """Words of ours that belong into this request, each with what it stands after."""
    body, api = taken.body, taken.api
    items = {one.chain: one.item for one in taken.said if is_theirs(one.part)}
    words: dict[str, list[str]] = {}
    for chain, text in talk.placed:
        words.setdefault(chain, []).append(text)
    earlier = taken.before.splices if taken.before else ()
    found = [(chain, Splice(body.start + at, text)) for chain, (at, text) in earlier if chain in words]
    for chain, texts in words.items():
        if chain in items and (splice := api.place(body, body.items[items[chain]], "\n\n".join(texts))):
            found.append((chain, splice))
    return found


def _reached(taken: Taken, splices: Sequence[tuple[str, Splice]]) -> Reached:
    body, before = taken.body, taken.before
    end = body.items[-1].end
    seal = before.seal.copy() if before else sealed("", 0, 0)
    seal.update(body.text[body.start + (before.length if before else 0) : end].encode("utf-8", "surrogatepass"))
    inside = tuple((chain, Splice(at - body.start, text)) for chain, (at, text) in splices)
    return Reached(end - body.start, seal, taken.tip, inside)


def counted(api: Api, body: Body, said: list[Heard], talk: Talk) -> str:
    """A request with what was placed in its conversation."""
    taken = Taken(api, body, said, Found(talk, 0), "", "", None, "", is_aside=False)
    return json_body.spliced(body.text, [splice for _, splice in placed(taken, talk)])
