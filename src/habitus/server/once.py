"""A write that is sent again is done once: `Idempotency-Key`.

The same key with the same request of the same caller gets the same answer; with another request it is refused. Kept in the store, so any
replica knows; for a day. An answer that refuses is not kept: nothing was done, and the key is free for the request as it should have been.
No secret is kept either: an answer that shows one is given once, and what only asks is asked anew.

While the store is away, agents are answered all the same: what they tell is named after the key, so it counts once when it is sent again.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from habitus.errors import Away, StoreError
from habitus.server import problems
from habitus.server.door import HOT

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from habitus.layer import Layer
    from habitus.server.passes import Visitor

log = logging.getLogger("habitus.server")

NAME = b"idempotency-key"
WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
LONGEST = 200
KEPT = timedelta(days=1)
"""Longer than any client tries again."""

DEAD = timedelta(minutes=2)
"""After which whoever took a request in hand has died over it: no write takes as long (what could is an errand). When it is sent again
then, it is done."""

UNDONE = 400
"""From here on, an answer says that nothing was done: the request may be sent again, as it was or mended."""

SHOWN_ONCE = ("/v1/keys", "/v1/links")
"""Whose answers hold a secret."""

ASKS = re.compile(r"/v1/(check|compare|detect|fix|guard|normalize|skill-checks|validate|rules/[^/]+/test)")
"""Do nothing, and promise to keep nothing: their answers say again what they were sent, and that may hold a secret."""

PRUNED_EVERY = 256
"""Keyed writes between two looks at what may be forgotten."""

LATER = "The same request is being done right now: ask again in a second for its answer."
DONE = "This was done, and its answer held a secret that is shown once: if it was lost, revoke what was made, and send a new key."


class Once:
    def __init__(self, app: ASGIApp, layer: Layer, is_there: Callable[[Scope], bool]) -> None:
        """`is_there`: can this be asked for at all? What cannot is told so, whatever its key was used for."""
        self.app = app
        self._is_there = is_there
        self._doors = layer.store.doors()
        self._clock = layer.clock
        self._writes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        key = _key(scope)
        if key is None:
            await self.app(scope, receive, send)
            return
        if not 0 < len(key) <= LONGEST or not key.isascii() or not key.isprintable():
            told = problems.response(422, f"`Idempotency-Key` has 1 to {LONGEST} printable characters: send a random one, such as a UUID.")
            await told(scope, receive, send)
            return
        if ASKS.fullmatch(scope["path"]):
            await self.app(scope, receive, send)
            return
        message = await receive()
        who, request = _who(scope["visitor"]), _hash(scope, message.get("body", b""))
        scope["once"] = hashlib.sha256(f"{who}\n{key}\n{request}".encode()).hexdigest()[:32]
        try:
            known = await run_in_threadpool(self._claimed, key, who, request)
        except StoreError as error:
            if isinstance(error, Away) and scope["path"].startswith(HOT):
                await self.app(scope, _first(message, receive), send)
            else:
                await problems.response(*problems.told(error))(scope, receive, send)
            return
        if known is None:
            await self._done(key, who, request, scope, _first(message, receive), send)
        elif known["request"] != request and not self._is_there(scope):
            await self.app(scope, _first(message, receive), send)
        else:
            await _again(known, request)(scope, receive, send)

    def _claimed(self, key: str, who: str, request: str) -> dict[str, Any] | None:
        """None: it is ours to do."""
        now = self._clock()
        self._writes += 1
        if self._writes % PRUNED_EVERY == 1:
            self._doors.answers_prune(now - KEPT)
        if self._doors.answer_claim(key, who, request, now) or self._doors.answer_take(key, who, request, now - DEAD, now):
            return None
        return self._doors.answer(key, who) or {"status": 0, "request": request}

    async def _done(self, key: str, who: str, request: str, scope: Scope, receive: Receive, send: Send) -> None:
        status, kind, parts = 500, "", list[bytes]()

        async def kept(message: Message) -> None:
            nonlocal status, kind
            if message["type"] == "http.response.start":
                status = message["status"]
                kind = next((value.decode("latin-1") for name, value in message["headers"] if name == b"content-type"), "")
            else:
                parts.append(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, kept)
        finally:
            body = b"".join(parts).decode("utf-8", "replace")
            is_done = status < UNDONE
            if scope["path"] in SHOWN_ONCE and is_done:
                status, kind, body = 409, problems.JSON, json.dumps(problems.body(409, DONE))
            answer = json.dumps({"type": kind, "body": body}) if is_done else ""
            await run_in_threadpool(self._keep, key, who, request, status, answer)

    def _keep(self, key: str, who: str, request: str, status: int, answer: str) -> None:
        """Without an answer the key is free again."""
        try:
            if answer:
                self._doors.answer_keep(key, who, request, status, answer, self._clock())
            else:
                self._doors.answer_drop(key, who)
        except StoreError as error:  # it was answered; sent again, it is done again once whoever did it counts as dead
            log.warning("the answer to a request with an Idempotency-Key could not be kept: %s", error)


def _key(scope: Scope) -> str | None:
    if scope["type"] != "http" or scope["method"] not in WRITES or not scope["path"].startswith("/v1/"):
        return None
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == NAME), None)


def _who(visitor: Visitor) -> str:
    """A caller, told from all others, and from what we keep for ourselves: by their key, for a name may be given again."""
    return f"caller {visitor.key or visitor.name} {visitor.role}"


def _hash(scope: Scope, body: bytes) -> str:
    """By the address as it was written: `a%2Fb` is not `a/b`."""
    path = scope.get("raw_path") or scope["path"].encode("utf-8", "replace")
    return hashlib.sha256(b"%b %b?%b\n%b" % (scope["method"].encode(), path, scope["query_string"], body)).hexdigest()


def _again(known: dict[str, Any], request: str) -> Response:
    if known["request"] != request:
        return problems.response(409, "This `Idempotency-Key` was used for another request: send a new key with a new request.")
    if not known["status"]:
        return problems.response(409, LATER, {"Retry-After": "1"})
    told = json.loads(known["body"])
    headers = {"Idempotency-Replayed": "true"} | ({"content-type": told["type"]} if told["type"] else {})
    return Response(told["body"], status_code=known["status"], headers=headers)


def _first(message: Message, receive: Receive) -> Receive:
    waiting = [message]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again
