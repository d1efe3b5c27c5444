"""What opens the door: the token, API keys, sessions in a cookie, and links that work once.

Sessions and links are signed with the token, so every replica with the same token knows them; what is kept is that one has ended. They end
by themselves, when somebody leaves, with the key they came from, or with the token. An API key is kept as its hash.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import secrets
import unicodedata
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar, cast

from habitus.config.settings import Server
from habitus.errors import ConfigError, Refused, StoreError
from habitus.types import Caller, Note

if TYPE_CHECKING:
    from habitus.layer import Layer
    from habitus.types import Clock, Doors, Row

log = logging.getLogger("habitus.server")

T = TypeVar("T")

Role: TypeAlias = Literal["agent", "viewer", "operator", "admin"]
ROLES: tuple[Role, ...] = ("agent", "viewer", "operator", "admin")
"""Each may what those before it may; but what agents do all day, only an agent and those who may write do: see `door.py`."""

OWNER = "owner"
"""The name of whoever holds the token."""

KNOWN_SECONDS = 1.0
"""How long a key or a session is believed before the store is asked again: one that was revoked or has ended is out within a second."""

AWAY_SECONDS = 10.0
"""The same while the store does not answer: finding that out takes seconds, and nobody can be revoked meanwhile."""

KNOWN = 1000
"""Keys, and sessions, that are remembered so."""

Asks: TypeAlias = Literal["nobody", "of the known", "of all"]
"""Whom the store is asked about: nobody (what is remembered decides, and it takes no time), who was let in before, or whoever comes."""

DOOR = "door"
"""In whose name the store keeps what was redeemed and what has ended: for a day, and no session is longer (`server.session_hours`)."""

OURS = frozenset({
    "agent", "analyser", "approval", "disk", "document", "door", "errands", "guard", "habitus", "host", "inbox", "learner", "mcp",
    "operator", OWNER, "persona", "replay", "rules", "upkeep",
})  # fmt: skip
"""In these names the ledger tells what we did ourselves, or the owner: a key cannot have them."""

PREFIX = "hbt_"
"""How keys begin, so that scanners for secrets can tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """Who is asking, and what they may do."""

    name: str
    role: Role
    key: str = ""
    """The hash of the API key they came with; empty for the token's holder."""
    csrf: str = ""
    """What their forms must carry; empty where no cookie lets them in, for then no other site can speak for them."""

    def may(self, role: Role) -> bool:
        return ROLES.index(self.role) >= ROLES.index(role)

    def caller(self, *, agent: str = "", session: str = "") -> Caller:
        return Caller(name=self.name, role=self.role, agent=agent, session=session)


class Passes:
    def __init__(self, token: str, doors: Doors, clock: Clock, server: Server | None = None) -> None:
        if not token:
            raise ConfigError("the server has no token, so anybody could come in: delete `token` in HABITUS_HOME, and start again")
        self._token = token.encode()
        self._secret = hashlib.sha256(b"habitus sessions\0" + self._token).digest()
        self._doors = doors
        self._clock = clock
        self._known: OrderedDict[str, tuple[float, Row]] = OrderedDict()
        self._ended: OrderedDict[str, tuple[float, bool]] = OrderedDict()
        asked = server or Server()
        self.session_seconds, self._link_seconds = 3600 * asked.session_hours, 60 * asked.link_minutes
        self.owner = Visitor(name=OWNER, role="admin")

    def bearer(self, given: str, asks: Asks = "of all") -> Visitor | None:
        """By the token or an API key."""
        if hmac.compare_digest(given.encode("utf-8", "replace"), self._token):
            return self.owner
        return self._keyed(digest(given), asks) if looks_like_a_key(given) else None

    def _keyed(self, hashed: str, asks: Asks) -> Visitor | None:
        until, row = self._known.get(hashed, (0.0, None))
        if until <= self._clock().timestamp():
            row = self._looked_up(hashed, row) if asks == "of all" or (row and asks == "of the known") else None
        return Visitor(name=row["name"], role=row["role"], key=hashed) if row else None

    def _looked_up(self, hashed: str, known: Row | None) -> Row | None:
        """One asks; others who come with the same key are believed meanwhile. While the store is away, whoever was let in still is."""
        if known:
            self._keep(self._known, hashed, known)
        try:
            row = self._doors.key_by_hash(hashed)
        except StoreError:
            if known is None:
                raise
            return self._keep(self._known, hashed, known, AWAY_SECONDS)
        if row is None:  # wrong ones are not remembered: whoever makes them up would push out the right ones
            self._known.pop(hashed, None)
            return None
        return self._keep(self._known, hashed, row)

    def _keep(self, among: OrderedDict[str, tuple[float, T]], name: str, value: T, seconds: float = KNOWN_SECONDS) -> T:
        among[name] = (self._clock().timestamp() + seconds, value)
        among.move_to_end(name)
        if len(among) > KNOWN:
            among.popitem(last=False)
        return value

    # ── sessions in a cookie ──

    def session(self, visitor: Visitor) -> str:
        """A cookie for them."""
        return self._signed("session", {"key": visitor.key, "id": secrets.token_hex(16)}, self.session_seconds)

    def cookie(self, given: str, asks: Asks = "of all") -> Visitor | None:
        found = self._read("session", given)
        visitor = self._of(found, asks)
        if visitor is None or found is None or self._may_have_ended(found["id"], asks):
            return None
        return Visitor(name=visitor.name, role=visitor.role, key=visitor.key, csrf=self._mac(f"csrf {found['id']}"))

    def end(self, given: str) -> None:
        """Whoever has a copy of this cookie is out, over all replicas."""
        found = self._read("session", given)
        if found is not None:
            self._doors.answer_claim(f"left {found['id']}", DOOR, "", self._clock())
            self._keep(self._ended, found["id"], True)

    def _may_have_ended(self, id: str, asks: Asks) -> bool:
        until, has_ended = self._ended.get(id, (0.0, None))
        if has_ended or until > self._clock().timestamp():
            return bool(has_ended)
        if asks == "nobody":
            return True
        try:
            return self._keep(self._ended, id, self._doors.answer(f"left {id}", DOOR) is not None)
        except StoreError:
            if has_ended is None:
                raise
            return self._keep(self._ended, id, False, AWAY_SECONDS)

    def _of(self, found: dict[str, Any] | None, asks: Asks = "of all") -> Visitor | None:
        """As they are now: a key that was revoked or changed since opens what it now opens. We signed it, so nobody made the key up."""
        if found is None:
            return None
        return self._keyed(str(found["key"]), "nobody" if asks == "nobody" else "of all") if found["key"] else self.owner

    # ── links ──

    def code(self, visitor: Visitor | None = None) -> str:
        """For a link that opens the dashboard once, as this visitor."""
        return self._signed("link", {"key": (visitor or self.owner).key, "id": secrets.token_hex(16)}, self._link_seconds)

    def redeemed(self, code: str) -> Visitor | None:
        """Whoever has the link, the first time; over all replicas."""
        found = self._read("link", code)
        if found is None or not self._doors.answer_claim(f"link {found['id']}", DOOR, "", self._clock()):
            return None
        return self._of(found)

    # ── signing ──

    def _signed(self, kind: str, about: dict[str, Any], seconds: float) -> str:
        text = urlsafe_b64encode(json.dumps({**about, "until": self._clock().timestamp() + seconds}).encode()).decode().rstrip("=")
        return f"{text}.{self._mac(f'{kind} {text}')}"

    def _read(self, kind: str, given: str) -> dict[str, Any] | None:
        text, _, mac = given.partition(".")
        if not mac or not hmac.compare_digest(self._mac(f"{kind} {text}").encode(), mac.encode("utf-8", "replace")):
            return None
        found = cast("dict[str, Any]", json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4))))
        return found if found["until"] > self._clock().timestamp() else None

    def _mac(self, text: str) -> str:
        return urlsafe_b64encode(hmac.digest(self._secret, text.encode("utf-8", "replace"), "sha256")).decode().rstrip("=")


def looks_like_a_key(given: str) -> bool:
    """Only then is the store asked whose it is."""
    return given.startswith(PREFIX)


def digest(key: str) -> str:
    """Keys have 256 random bits, so a plain hash cannot be guessed back."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def new_key(layer: Layer, name: str, role: Role, *, who: str) -> tuple[str, str]:
    """An id to name it by, and the key itself, which is shown once. The ledger names people, so no two keys that open have one name."""
    name, store, now = unicodedata.normalize("NFKC", name).strip(), layer.store, layer.clock()
    if not name or not name.isprintable() or name.casefold().partition(":")[0] in OURS:
        raise Refused(
            f"A key is called after a person or a program that uses it, in printable characters, and not {name!r}: choose another."
        )
    id = secrets.token_hex(4)
    key = f"{PREFIX}{id}_{secrets.token_urlsafe(32)}"
    with store.batch():
        there = store.doors().keys()
        if any(row["name"].casefold() == name.casefold() and not row["revoked_at"] for row in there):
            raise Refused(f"There is a key called {name!r} already: choose another name, or revoke that one first.")
        store.doors().key_add(id, name, role, digest(key), now)
        store.note(Note(verb="key added", item=id, content={"name": name, "role": role}, actor=who), now)
    return id, key


def new_link(layer: Layer, passes: Passes, visitor: Visitor, *, who: str) -> str:
    """Where the dashboard opens once, as this visitor: what their key may when it is opened, and no more."""
    layer.store.note(Note(verb="link made", item=visitor.name, content={"role": visitor.role}, actor=who), layer.clock())
    return f"/?token={passes.code(visitor)}"


def tell(layer: Layer, visitor: Visitor, verb: str, address: str) -> None:
    """A session of the dashboard begins or ends. Who must see there that the store is away is let in all the same, and the log tells."""
    try:
        layer.store.note(
            Note(verb=verb, item=visitor.name, content={"role": visitor.role, "from": address}, actor=visitor.name), layer.clock()
        )
    except StoreError as error:
        log.warning("%s %s from %s, and the ledger does not say so: %s", visitor.name, verb, address, error)
