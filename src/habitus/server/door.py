"""Who may come in, and what they may do there. Everything over HTTP and WebSocket passes here first, in this order:

a header said twice (400), Host (421), Origin (403), token, key or cookie (401), rate (429), size (413), CSRF where a cookie lets them in
(403), role (403).

Nothing behind it has run when any of these says no. A GET needs a viewer, and so does a link for oneself; whatever else may change
something needs an operator; what needs an admin says so where it is defined. Leaves with the headers that keep a browser from being talked
into anything (`dress.py`).

How a page or a route uses it:

    who = door.visitor(request)                 # Visitor: name, role, csrf; `who.may("operator")` to show a button or not
    door.require(request, "admin")              # raises Problem(403) for anybody else
    layer.rulebook.switch(id, on=True, who=who.name)        # every write names who did it
    layer.skills.delete(slug, who.caller())                 # where a room asks for a `Caller`

A form that posts carries `<input type="hidden" name="csrf" value="{{ who.csrf }}">` and is sent as application/x-www-form-urlencoded; a
script sends the same value as `X-CSRF-Token` (put it in a `<meta name="csrf">`). The door has checked it before the route runs, and the
body can be read as usual. Scripts and styles come from files of ours: the policy allows nothing inline and no other host. In FastAPI
routes: `who: Who` and `dependencies=[ADMIN]`.
"""

from __future__ import annotations

import logging
from contextvars import ContextVar
from typing import TYPE_CHECKING, Annotated
from urllib.parse import parse_qs, quote, urlsplit

from fastapi import Depends
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection  # noqa: TC002 - FastAPI reads it
from starlette.responses import HTMLResponse, RedirectResponse, Response

from habitus.config.settings import Server
from habitus.errors import HabitusError
from habitus.server import problems, sites
from habitus.server.dress import dressed
from habitus.server.limits import Rate, largest, rates, small_enough
from habitus.server.listening import LOOPBACK, hostname
from habitus.server.passes import Asks, Passes, Role, Visitor, looks_like_a_key
from habitus.server.problems import Problem
from habitus.server.request import (
    COOKIE,
    PATIENCE,
    Bodies,
    address_of,
    bearer_of,
    cookie,
    ends_once,
    field_of,
    headers_of,
    pasted,
    replayed,
    said_once,
    same,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger("habitus.server")

SPEAKER: ContextVar[str] = ContextVar("habitus-speaker", default="")
"""Whose key it is that lets in what is told now: the ledger names them."""

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
OWN_DOOR = "/proxy/"
"""What stands behind this has a token of its own in its path, for `Authorization` is the provider's there; bodies stream through, and how
long they are is counted there."""

HOT = (
    "/v1/judge", "/v1/guide", "/v1/events", "/v1/hooks/", "/mcp", "/v1/logs", "/v1/traces", "/v1/metrics", "/beta/litellm_", OWN_DOOR,
)  # fmt: skip
"""What agents do all day: counted apart, and all that a key of their own opens."""

OWN = "/v1/links"
"""What a viewer may make, too: it opens no more than they came with."""

FORM = "application/x-www-form-urlencoded"
KEY_BYTES = 8 * 1024
"""Of a link or a key, sent by whoever likes to."""
KNOCK_FIRST = (
    "A token is needed: open the link that `habitus serve` printed or `habitus keys link` prints, or send `Authorization: Bearer <token>`."
)
ENDED = "Nothing was done: your session has ended. Come in again, and send it once more."
STATIC = "/static/"
"""What the pages at the door look like: open to all, and answered here."""


class Door:
    def __init__(
        self,
        app: ASGIApp,
        *,
        passes: Passes,
        server: Server | None = None,
        hosts: Collection[str] = (),
        origins: Collection[str] = (),
        patience: float = PATIENCE,
        told: Callable[[Visitor, str, str], None] = lambda visitor, verb, address: None,
    ) -> None:
        """`told`: of every session of a browser, who came in or left, and from where."""
        self.app = app
        self._told = told
        self.passes = passes
        self._hosts = LOOPBACK | {host.lower() for host in hosts}
        self._origins = frozenset(origin.lower().rstrip("/") for origin in origins)
        asked = server or Server()
        self._asked, self._hot, self._refused = (Rate(rate) for rate in rates(asked))
        self._bytes = asked.request_bytes
        self.bodies = Bodies(patience)
        url = urlsplit(asked.url)
        self._secure = url.hostname if url.scheme == "https" else None
        """What browsers call us over TLS, which ends in front of us."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = headers_of(scope)
        is_named = headers.get(b"origin", "").lower() in self._origins
        if is_named:  # why it was refused, too
            send = sites.shared(send, headers[b"origin"])
        SPEAKER.set("")
        try:
            said_once(scope)
            self._placed(headers)
            if scope["path"].startswith(OWN_DOOR):
                self._counted(scope, f"proxy {address_of(scope)}")
                await self.app(scope, receive, dressed(send))  # a provider's page would be one of this origin too
                return
            ends_once(headers)
            answer = sites.allowed() if is_named and sites.asks_first(scope) else None
            if answer is None and scope["type"] == "http":
                answer = await self._at_the_bell(scope, headers, receive)
            if answer is None:
                scope["visitor"] = visitor = await self._known(scope, headers)
                speaks(visitor)
                scope["still"] = lambda: self._found_aside(headers)
                receive = await self._let_in(scope, headers, visitor, receive)
        except (Problem, HabitusError) as error:
            answer = _refusal(scope, headers, error)
        if answer is not None and scope["type"] == "websocket":
            await refuse(answer, scope, receive, send)
        elif answer is not None:
            await answer(scope, receive, dressed(send))
        else:
            await (self._answered(scope, receive, send) if scope["type"] == "http" else self.app(scope, receive, send))

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Whatever breaks behind the door is told as a problem too, and dressed like any answer."""
        is_begun, wearing = False, dressed(send)

        async def seen(message: Message) -> None:
            nonlocal is_begun
            is_begun = True
            await wearing(message)

        try:
            await self.app(scope, receive, seen)
        except Exception as error:
            if is_begun:
                raise
            log.exception("%s %s failed", scope["method"], scope["path"])
            await _refusal(scope, headers_of(scope), error)(scope, receive, wearing)

    def passes_by(self, scope: Scope, headers: dict[bytes, str]) -> Visitor:
        """The same checks for a request that is read elsewhere (`lane.py`), where there is no cookie and the body is here."""
        self._placed(headers)
        visitor = self._found(headers, "nobody")
        if visitor is None:
            raise Problem(401, KNOCK_FIRST)  # the long way looks closer, and counts it once
        self._counted(scope, visitor.name)
        _may_write(visitor, scope["path"])
        small_enough(headers, self._bytes)
        return visitor

    # ── the checks, in order ──

    def _placed(self, headers: dict[bytes, str]) -> None:
        """Is it us they mean, and is it our page that asks? A name that was rebound to this address is not ours."""
        host = headers.get(b"host", "")
        if hostname(host) not in self._hosts:
            raise Problem(421, "This server answers to its own names only: add yours to `server.allowed_hosts`, or use 127.0.0.1.")
        origin = headers.get(b"origin")
        if origin is not None and not self._is_ours(origin.lower(), host.lower()):
            raise Problem(403, "Requests from other sites are refused: add yours to `server.allowed_origins` if you trust it.")

    def _is_ours(self, origin: str, host: str) -> bool:
        """A page of another port is another site, although it gets the same cookies."""
        return origin in self._origins or origin in (f"http://{host}", f"https://{host}")

    def _found(self, headers: dict[bytes, str], asks: Asks = "of all") -> Visitor | None:
        bearer = bearer_of(headers)
        if bearer is not None:
            return self.passes.bearer(bearer, asks)
        has_cookie = b"cookie" in headers and not headers.get(b"authorization")
        return self.passes.cookie(cookie(headers[b"cookie"]), asks) if has_cookie else None

    async def _found_aside(self, headers: dict[bytes, str], asks: Asks = "of all") -> Visitor | None:
        """Nobody else waits while the store is asked: it may be across a network, or away."""
        return self._found(headers, "nobody") or await run_in_threadpool(self._found, headers, asks)

    async def _known(self, scope: Scope, headers: dict[bytes, str]) -> Visitor:
        found = await self._found_aside(headers, self._asks(scope))
        if found is not None:
            return found
        if looks_like_a_key(bearer_of(headers) or "") and self._refused.takes(address_of(scope)):
            raise Problem(429, "Too many wrong keys from this address: wait a few seconds, then send the right one.", {"Retry-After": "5"})
        raise Problem(401, KNOCK_FIRST, {"WWW-Authenticate": 'Bearer realm="habitus"'})

    def _asks(self, scope: Scope) -> Asks:
        """May any key from there be looked up? Not while too many were wrong: each would cost the store a question."""
        return "of the known" if self._refused.is_spent(address_of(scope)) else "of all"

    async def _let_in(self, scope: Scope, headers: dict[bytes, str], visitor: Visitor, receive: Receive) -> Receive:
        """The request as the route may read it: its body is here, and small enough."""
        self._counted(scope, visitor.name)
        _may_come(visitor, scope["path"])
        if scope["type"] == "websocket" or scope["method"] in SAFE:
            return receive
        if not visitor.csrf:
            _may_write(visitor, scope["path"])
            return replayed(await self._body(scope, headers, receive))
        body = await self._body(scope, headers, receive)
        given = headers.get(b"x-csrf-token") or (field_of(body, "csrf") if headers.get(b"content-type", "").startswith(FORM) else "")
        if not same(given, visitor.csrf):
            raise Problem(403, "The form is stale or not ours: reload the page, and send it again.")
        _may_write(visitor, scope["path"])
        return replayed(body)

    async def _body(self, scope: Scope, headers: dict[bytes, str], receive: Receive) -> bytes:
        most = KEY_BYTES if scope["path"] == "/login" else largest(scope["path"], self._bytes)
        small_enough(headers, most)
        return await self.bodies.whole(receive, most)

    def _counted(self, scope: Scope, who: str) -> None:
        wait = (self._hot if scope["path"].startswith(HOT) else self._asked).takes(who)
        if wait:
            raise Problem(429, f"Too many requests: try again in {wait:.1f} seconds.", {"Retry-After": str(int(wait) + 1)})

    # ── coming in with a browser ──

    async def _at_the_bell(self, scope: Scope, headers: dict[bytes, str], receive: Receive) -> Response | None:
        """Links and keys become a session; the rest passes on."""
        path, method = scope["path"], scope["method"]
        if path == "/healthz" and method in SAFE:
            return Response('{"status":"ok"}', media_type="application/json")
        if path.startswith(STATIC) and method in SAFE:
            from habitus.server import pages

            return pages.file(path.removeprefix(STATIC))
        if path == "/login":
            return await self._login(scope, headers, receive)
        if path == "/logout" and method == "POST":
            return await self._logout(scope, headers, receive)
        if path == "/" and b"token=" in scope["query_string"] and method in ("GET", "HEAD"):
            # Programs that look at links before their reader does, to show or to check them, ask HEAD: it must not use one up.
            return await self._by_link(scope, headers) if method == "GET" else Response()
        return None

    async def _login(self, scope: Scope, headers: dict[bytes, str], receive: Receive) -> Response:
        if scope["method"] != "POST":
            return problems.page(scope, 200, "", asks=True)
        body = await self._body(scope, headers, receive)
        key, to = pasted(field_of(body, "key")), _place(field_of(body, "to"))
        asks = self._asks(scope)
        visitor = await run_in_threadpool(lambda: self.passes.bearer(key, asks) or self.passes.redeemed(key))
        return await self._welcomed(scope, visitor, to) if visitor else self._turned_away(scope, to)

    async def _by_link(self, scope: Scope, headers: dict[bytes, str]) -> Response:
        """Out of the address bar and the history at once."""
        asked = parse_qs(scope["query_string"].decode("latin-1"))
        given, to = asked.get("token", [""])[0], _place(asked.get("to", ["/"])[0])
        asks = self._asks(scope)
        visitor = await run_in_threadpool(lambda: self.passes.bearer(given, asks) or self.passes.redeemed(given))
        if visitor is None and b"cookie" in headers and await self._found_aside({b"cookie": headers[b"cookie"]}):
            return RedirectResponse(to, status_code=303)
        is_direct = headers.get(b"sec-fetch-site") in ("none", "same-origin")
        return await self._welcomed(scope, visitor, to, is_direct=is_direct) if visitor else self._turned_away(scope, to)

    async def _welcomed(self, scope: Scope, visitor: Visitor, to: str, *, is_direct: bool = False) -> Response:
        """On to the page. From a link on another site a redirect would count as that site's, and the new cookie would stay behind; so there
        a page of ours moves on by itself."""
        if not visitor.may("viewer"):
            said = "This key is an agent's and opens no page: ask an admin for one that may read."
            return problems.page(scope, 403, said, asks=True, to=to)
        await run_in_threadpool(self._told, visitor, "came in", address_of(scope))
        refresh = f'<meta http-equiv="refresh" content="0;url={to}">'
        text = f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Habitus</title>{refresh}'
        page = HTMLResponse(f'{text}</head><body><a href="{to}">Habitus</a></body></html>')
        answer: Response = RedirectResponse(to, status_code=303) if is_direct else page
        is_secure = scope.get("scheme") == "https" or hostname(headers_of(scope).get(b"host", "")) == self._secure
        value = self.passes.session(visitor)
        answer.set_cookie(COOKIE, value, max_age=int(self.passes.session_seconds), httponly=True, samesite="strict", secure=is_secure)
        return answer

    def _turned_away(self, scope: Scope, to: str) -> Response:
        if self._refused.takes(address_of(scope)):
            status, said = 429, "Too many wrong links from this address: wait a few seconds, and try again."
        else:
            status, said = 401, "This link or key opens nothing: it was used before, is too old, or lacks a letter."
        return problems.page(scope, status, said, asks=True, to=to)

    async def _logout(self, scope: Scope, headers: dict[bytes, str], receive: Receive) -> Response:
        visitor, body = await self._known(scope, headers), await self._body(scope, headers, receive)
        if visitor.csrf and not same(headers.get(b"x-csrf-token") or field_of(body, "csrf"), visitor.csrf):
            raise Problem(403, "The form is stale or not ours: reload the page, and send it again.")
        if visitor.csrf:  # who comes by a key has no session to leave
            await run_in_threadpool(self.passes.end, cookie(headers.get(b"cookie", "")))
            await run_in_threadpool(self._told, visitor, "left", address_of(scope))
        answer = RedirectResponse("/login", status_code=303)
        answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return answer


# ── for routes and pages ──


def speaks(visitor: Visitor) -> None:
    """From here on, what is told is told in this name. The owner's is that of every host on this machine: it says nothing."""
    SPEAKER.set(visitor.name if visitor.key else "")


def visitor(request: HTTPConnection) -> Visitor:
    """Who is asking."""
    found: Visitor = request.scope["visitor"]
    return found


async def still(request: HTTPConnection) -> bool:
    """For a connection that stays open: would they be let in now?"""
    return await request.scope["still"]() is not None


def require(request: HTTPConnection, role: Role) -> Visitor:
    """Who is asking, if they may; a problem otherwise."""
    found = visitor(request)
    if not found.may(role):
        raise needs(role, found)
    return found


async def refuse(answer: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Instead of opening a WebSocket: the answer, where the server can give one to a handshake."""
    if "websocket.http.response" in scope.get("extensions", {}):
        await answer(scope, receive, dressed(send))
    else:
        await send({"type": "websocket.close", "code": 1008, "reason": "not let in"})


def local(path: str, otherwise: str = "/") -> str:
    """A place on this server, whatever a link or a form says. Browsers pass over tabs and line ends: what is behind them counts."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() else otherwise


def _place(given: str) -> str:
    """The same as it can stand in a page and in a header."""
    return quote(local(given), safe="/?=&%+")


def needs(role: Role, visitor: Visitor) -> Problem:
    return Problem(403, f"This needs the role {role}, and you are {visitor.role}: ask an admin for a key that has it.")


def _admin(request: HTTPConnection) -> Visitor:
    return require(request, "admin")


Who = Annotated[Visitor, Depends(visitor)]
ADMIN = Depends(_admin)


def _may_come(visitor: Visitor, path: str) -> None:
    """An agent tells what happens and asks what follows; it reads nothing of others, and answers none of its own questions."""
    if visitor.role == "agent" and not path.startswith(HOT):
        raise needs("viewer", visitor)


def _may_write(visitor: Visitor, path: str) -> None:
    if visitor.role == "viewer" and path != OWN:
        raise needs("operator", visitor)


def _refusal(scope: Scope, headers: dict[bytes, str], error: Exception) -> Response:
    problem = error if isinstance(error, Problem) else Problem(*problems.told(error))
    wants_page = "text/html" in headers.get(b"accept", "") and not scope["path"].startswith("/v1/")
    if not wants_page or scope["type"] == "websocket":
        return problems.response(problem.status, problem.detail, problem.headers)
    if problem.status == 401:  # a person knows no headers: they are asked for what they have
        return problems.page(scope, 401, "" if scope["method"] in SAFE else ENDED, asks=True, headers=problem.headers)
    return problems.page(scope, problem.status, problem.detail, headers=problem.headers)
