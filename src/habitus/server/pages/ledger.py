"""`/ledger`: everything that happened, newest first; what changed something can be taken back."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from habitus.errors import Refused
from habitus.layer.undoing import bringing_back
from habitus.server.api import ledger as api
from habitus.server.pages import lines
from habitus.server.pages.asked import number, pretty
from habitus.server.problems import Problem

if TYPE_CHECKING:
    from starlette.responses import Response

    from habitus.server.pages.asked import Asked

SHOWN = 50
VERBS = (
    "learned", "recovered", "failed", "proposed", "suggested", "approved", "rejected", "answered", "edited", "deleted", "forgotten",
    "switched on", "switched off", "superseded", "retired", "undone", "asked", "denied", "used", "added", "set", "judged", "settled",
    "injected", "observed",
)  # fmt: skip
"""What can be looked for by its word."""


def listed(asked: Asked) -> Response:
    found, missed = _found(asked)
    layer, is_narrow = asked.layer, any(asked.query.get(name) for name in ("session", "verb", "item"))
    verbs = sorted({*VERBS, *filter(None, [asked.query.get("verb", "")[:100]])}, key=asked.t)
    return asked.page(
        "ledger.html", items=found.items, next=str(found.next) if found.next else "", named=lines.told(asked, found.items), verbs=verbs,
        is_narrow=is_narrow, missed=missed,
        place=lines.to(layer, found.items),
        fate=lines.fates(layer, [*layer.store.many().entries([one.id for one in found.items]).values()]),
    )  # fmt: skip


def _found(asked: Asked) -> tuple[api.Ledger, str]:
    """The lines; and why there can be none, where more has to be said to find any."""
    try:
        found = api.list_entries(
            asked.layer, session=asked.query.get("session") or None, verb=asked.query.get("verb") or None,
            item=asked.query.get("item") or None, before=number(asked.query.get("after", "")) or None, changes="all" not in asked.query,
            limit=SHOWN,
        )  # fmt: skip
    except Refused as error:
        return api.Ledger(items=[], next=None), asked.retold(str(error), "problem")
    return found, ""


def one(asked: Asked) -> Response:
    found = api.show_entry(asked.layer, _line(asked))
    before, after = (pretty(lines.opened(side)).splitlines() if side is not None else [] for side in (found.before, found.after))
    changed = list(difflib.unified_diff(before, after, lineterm="", n=2))[2:] if found.table else []
    return asked.page(
        "entry.html", one=found, lines=changed, pretty=pretty, name=lines.told(asked, [found])[found.id],
        to=lines.to(asked.layer, [found])[found.id],
        fate=lines.fates(asked.layer, [*asked.layer.store.many().entries([found.id]).values()])[found.id],
    )  # fmt: skip


def undone(asked: Asked) -> Response:
    done = api.undo(asked.layer, asked.who, api.Undo(entry=_line(asked), session=None))
    line = bringing_back(asked.layer, _line(asked), done.entries, done.undone, who=asked.who.name)
    return asked.on(_back(asked, done.entries), "undone" if done.undone else "nothing", line)


def _back(asked: Asked, entries: list[int]) -> str:
    """Where the form was; the list, where that was the page of something that is gone with these lines."""
    to = asked.back("/ledger")
    at, known = urlsplit(to).path, asked.layer.store.many().entries(entries)
    return f"/{at.split('/')[1]}" if lines.is_gone(asked.layer, at, [*known.values()]) else to


def _line(asked: Asked) -> int:
    if not (found := number(asked.path["entry"])):
        raise Problem(404, "The ledger numbers its lines: this is no number.")
    return found


ROUTES = (("/ledger", "GET", listed), ("/ledger/{entry}", "GET", one), ("/ledger/{entry}/undo", "POST", undone))
