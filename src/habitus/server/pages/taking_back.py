"""`/ledger/all`: all that came of a session, or everything since a time, taken back at once; what that would do is shown first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from habitus.layer.undoing import bringing_back
from habitus.server.api import ledger as api
from habitus.server.pages import lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.responses import Response

    from habitus.server.pages.asked import Asked

SHOWN = 200
"""Changes that are told one by one: whoever takes back more is told how many."""


def looked(asked: Asked) -> Response:
    return _page(asked, _wish(asked.query))


def done(asked: Asked) -> Response:
    """Only what was shown: where something has come since, it is shown again."""
    wish = _wish({name: asked.given(name) for name in ("session", "since")})
    if asked.given("seen") != _seen(_would(asked, wish)):
        return _page(asked, wish, is_other=True)
    did = api.undo(asked.layer, asked.who, api.Undo(**wish))
    line = bringing_back(asked.layer, None, did.entries, did.undone, who=asked.who.name)
    to = f"/ledger?{urlencode({'session': wish['session']})}" if wish["session"] else "/ledger"
    return asked.on(to, "undone_many" if line else "nothing", line, **({"n": str(len(did.entries))} if line else {}))


def _wish(given: Mapping[str, str]) -> dict[str, Any]:
    return {name: given.get(name, "")[:500] or None for name in ("session", "since")}


def _would(asked: Asked, wish: dict[str, Any]) -> api.Undone:
    return api.undo(asked.layer, asked.who, api.Undo(**wish, dry_run=True))


def _seen(would: api.Undone) -> str:
    """What was looked at, short enough for a form: lines are only ever added."""
    return f"{len(would.entries)}-{max(would.entries, default=0)}"


def _page(asked: Asked, wish: dict[str, Any], *, is_other: bool = False) -> Response:
    """`is_other`: it is not what was shown before."""
    would, layer = _would(asked, wish), asked.layer
    known = layer.store.many().entries(would.entries)
    shown = api.noted(layer, [known[id] for id in would.entries[:SHOWN]])
    is_admins = any(entry.table == "agents" for entry in known.values())
    return asked.page(
        "taking_back.html", status=409 if is_other else 200, wish=wish, since=api.Undo(**wish).since,
        items=shown, n=len(would.entries), kept=would.kept,
        is_other=is_other, role="admin" if is_admins else "operator",
        fields={**{name: text for name, text in wish.items() if text}, "seen": _seen(would)},
        named=lines.told(asked, shown), place=lines.to(layer, shown), path="/ledger/all",
    )  # fmt: skip


ROUTES = (("/ledger/all", "GET", looked), ("/ledger/all", "POST", done))
