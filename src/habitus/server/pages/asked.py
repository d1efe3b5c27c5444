"""What a page is asked, and how it answers: a form or a query in, a page or a way on out.

A page is a function of `Asked`, plain and sync; it runs in a thread. It calls the functions of the API, so that both can do the same, and
what is refused there is refused here.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import parse_qsl, urlencode, urlsplit

from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, RedirectResponse, Response

from habitus.errors import Conflict, HabitusError
from habitus.layer.undoing import act
from habitus.server import door, faults, problems
from habitus.server.pages import drawn, words
from habitus.server.problems import Problem
from habitus.server.request import cookie

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.requests import HTTPConnection, Request

    from habitus.layer import Layer
    from habitus.server.pages.flashes import Flash
    from habitus.server.passes import Visitor

Did = TypeVar("Did")

LANG = "habitus_lang"
HEADERS = {"Referrer-Policy": "same-origin"}
"""Nobody else learns where a visitor was. With none at all, a browser sends our own forms with `Origin: null`, which the door refuses."""

COMMAS = frozenset({"es"})
"""Languages that write a decimal comma, and points between thousands."""
SWAPPED = str.maketrans(",.", ".,")

FIELDS = 500
"""Fields of a form that are read: more than rows can be ticked on one page."""

SAID = {
    "done": "Done.",
    "added": "Added.",
    "added_instead": "Added, in place of another rule.",
    "merged": "That was known already; it counts as said once more.",
    "switched_on": "Switched on.",
    "switched_off": "Switched off.",
    "edited": "Changed.",
    "edited_no_check": "Changed, and its check is gone; no call can be told from the new words.",
    "edited_new_check": "Changed, and its check was made anew; it begins in shadow.",
    "deleted": "Deleted.",
    "undone": "Taken back.",
    "undone_many": "Changes taken back: {n}.",
    "moved_shadow": "Its check only watches now.",
    "moved_remind": "Its check reminds now.",
    "moved_warn": "Its check warns now.",
    "moved_block": "Its check blocks now.",
    "approved": "Approved.",
    "rejected": "Rejected.",
    "both": "Both stay.",
    "each_stays": "Both stay; each holds where it was said.",
    "kept": "This one holds.",
    "denied": "Denied.",
    "applied": "Applied.",
    "waits": "Approved; it is applied when there is enough data.",
    "rolled_back": "Rolled back.",
    "started_session-ends": "Started: session ends.",
    "started_analysis": "Started: analysis.",
    "started_learner": "Started: learner.",
    "started_evolution": "Started: evolution.",
    "started_upkeep": "Started: upkeep.",
    "started_notifications": "Started: notifications.",
    "ran_all": "All jobs have run once.",
    "doctor_sent": "The doctor goes and looks.",
    "queued": "Put back into the queue.",
    "cleared": "Corrections taken out of the queue: {n}.",
    "dropped": "Taken out of the queue.",
    "trashed": "Moved to the trash.",
    "purged": "Deleted for good.",
    "self_evolve_on": "It may refine its persona now.",
    "self_evolve_off": "It refines its persona no more.",
    "skill_evolve_on": "It may keep skills now.",
    "skill_evolve_off": "It keeps no more skills.",
    "evolution_enabled_on": "Its figures are looked at every night.",
    "evolution_enabled_off": "Its figures are not looked at any more.",
    "kind_set": "Its kind is changed.",
    "skill_nudge_interval_set": "When it offers a skill is changed.",
    "max_turns_set": "How many turns it has is changed.",
    "retrieval_threshold_set": "How near knowledge must be is changed.",
    "evolution_cron_schedule_set": "When its figures are looked at is changed.",
    "restored": "Brought back.",
    "learned": "Rules learned or confirmed: {n}.",
    "learned_some": "Rules learned or confirmed: {n}; then the model did not answer any more.",
    "not_learned": "Nothing was learned: no rule could be made of what waited.",
    "none_waits": "Nothing is due: no correction waits, or those that do were tried a moment ago.",
    "not_answered": "Nothing was learned: the model does not answer. What waits goes on waiting.",
    "not_asked": "Nothing was learned: the model may not be asked for now, and its card says why. What waits goes on waiting.",
    "nothing": "Nothing had to be done.",
    "unchanged": "Nothing was changed.",
    "none_ticked": "Nothing is ticked: tick something first.",
    "suggested": "New suggestions: {n}.",
    "none_suggested": "The week suggests nothing new.",
    "one_approved": "1 approved.",
    "many_approved": "{n} approved.",
    "one_rejected": "1 rejected.",
    "many_rejected": "{n} rejected.",
    "archived": "Archived.",
    "granted": "Granted.",
    "revoked": "The grant is taken back.",
    "let_pass": "Let pass.",
}
"""What a page may say about what was just done: by a word in the address, so that no link can put other words into its mouth."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    layer: Layer
    who: Visitor
    request: Request
    lang: str
    query: Mapping[str, str]
    form: Mapping[str, list[str]] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)
    """What the server gives its pages: the jobs, where there are any."""

    @property
    def path(self) -> Mapping[str, str]:
        """The names in the address, as `drawn.part_of` writes them there."""
        return {name: drawn.name_in(value) for name, value in self.request.path_params.items()}

    def given(self, name: str, default: str = "") -> str:
        """One field of the form, without spaces around it."""
        found = self.form.get(name)
        return found[0].strip() if found else default

    def is_untouched(self, name: str) -> bool:
        """A field that says what it said when the page was drawn: what somebody else has made of it meanwhile stays."""
        return f"was-{name}" in self.form and self.given(name) == self.given(f"was-{name}")

    def overtaken(self, name: str, now: str) -> str:
        """What is said beside a field that somebody else has set to something else since the page was drawn. Empty: nobody has."""
        given, was = self.given(name), self.given(f"was-{name}")
        if f"was-{name}" not in self.form or was == now or given in (was, now):
            return ""
        if not now:
            return self.t("Somebody has emptied it meanwhile; press again if yours is to hold.")
        return self.t("Somebody has set it to {value} meanwhile; press again if yours is to hold.", value=now)

    def t(self, text: str, **values: object) -> str:
        return words.told(self.lang, text, **values)

    def retold(self, text: str, about: str) -> str:
        """What the layer said, and the store may have kept."""
        return words.retold(self.lang, about, text)

    def number(self, value: float, how: str = ",") -> str:
        """As the reader's language writes it; `how`: as `format` takes it."""
        told = f"{value:{how}}"
        return told.translate(SWAPPED) if self.lang in COMMAS else told

    def person(self, name: str) -> str:
        """Whoever did something: by name, unless it is the owner."""
        return self.t("owner") if name == "owner" else name

    def page(self, template: str, *, status: int = 200, **values: Any) -> HTMLResponse:
        """`?part=NAME` asks for one block of the page: what a script puts in the place of the old one."""
        part = self.query.get("part", "")
        return HTMLResponse(drawn.page(self, template, part=part, **values), status_code=status, headers=HEADERS)

    def problem(self, status: int, *texts: str, line: int | None = None) -> HTMLResponse:
        """What went wrong, and a way back to the page that the form was on, or to the list. `line`: of the ledger, to be looked at."""
        section = f"/{self.request.url.path.split('/')[1]}"
        to, at = self.back(section), drawn.address(self.request)
        to = section if status == 404 and urlsplit(to).path == at else to  # that page is gone, too
        told = " ".join(self.retold(text, "problem") for text in texts)
        here = {"here": to} if self.request.method == "POST" else {}  # a form may go where no page is
        return HTMLResponse(drawn.page(self, "problem.html", problem=told, to=to, line=line, **here), status_code=status, headers=HEADERS)

    def on(self, to: str, said: str = "", undo: int | None = None, **query: str) -> RedirectResponse:
        """After something was done: another page, so that a reload does not do it again. `undo`: the ledger line that takes it back."""
        more = {**query, **({"said": said} if said else {}), **({"undo": str(undo)} if undo is not None else {})}
        return RedirectResponse(f"{to}{'&' if '?' in to else '?'}{urlencode(more)}" if more else to, status_code=303)

    def back(self, otherwise: str) -> str:
        """Where the form was, without what was said there before; only ever a page of ours."""
        return door.local(self.given("back"), otherwise)

    def flash(self) -> Flash | None:
        from habitus.server.pages import flashes

        said = SAID.get(self.query.get("said", ""))
        return flashes.shown(self, self.t(said, n=self.query.get("n", ""))) if said else None

    def undoable(self, do: Callable[[], Did]) -> tuple[Did, int | None]:
        """Do it; also answers the line of the ledger that takes it back. None: nothing was changed."""
        with self.layer.store.batch() as changed:
            did = do()
            return did, act(self.layer.store, "dashboard", changed, who=self.who.name, at=self.layer.clock())

    def last(self, item: str) -> int | None:
        """The line of the last change of a row: what takes back what was just kept."""
        return next((one.id for one in self.layer.store.entries(item=item, changes=True, limit=1)), None)

    def unknown(self, name: str = "do") -> Problem:
        """A form that asks for nothing we do: nothing is done by default."""
        return Problem(422, f"`{name}`: {self.given(name)[:40]!r} is nothing that can be done here.")

    def require(self, role: Any) -> None:
        door.require(self.request, role)


def answering(shown: Callable[[Asked], Response], layer: Layer, more: Callable[[], Mapping[str, Any]]) -> Callable[[Request], Any]:
    """A function of `Asked` as a route; what goes wrong is a page too."""

    async def route(request: Request) -> Response:
        asked = Asked(
            layer=layer, who=door.visitor(request), request=request, lang=language(request), query=dict(request.query_params),
            form=_form(await request.body()) if request.method == "POST" else {}, more=more(),
        )  # fmt: skip
        return await run_in_threadpool(_answered, shown, asked)

    return route


def _answered(shown: Callable[[Asked], Response], asked: Asked) -> Response:
    try:
        return shown(asked)
    except ValidationError as error:
        return asked.problem(422, *faults.of_form(error))
    except (Problem, HabitusError) as error:
        return asked.problem(*problems.told(error), line=error.line if isinstance(error, Conflict) else None)


def _form(body: bytes) -> dict[str, list[str]]:
    """What is more than a page of ours can send is left out."""
    form: dict[str, list[str]] = {}
    for name, value in parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)[:FIELDS]:
        form.setdefault(name, []).append(value)
    return form


def language(request: HTTPConnection) -> str:
    """As chosen; else the first of the browser's that we have."""
    chosen = request.query_params.get("lang") or cookie(request.headers.get("cookie", ""), LANG)
    if chosen in words.LANGUAGES:
        return chosen
    for one in request.headers.get("accept-language", "").split(","):
        name = one.partition(";")[0].strip()[:2].lower()
        if name in words.LANGUAGES:
            return name
    return "en"


def called(args: Mapping[str, Any]) -> str:
    """What a call is given, as a person would read it: the command itself, or each thing with its name."""
    if args.get("command"):
        return pretty(args["command"])
    return "\n".join(f"{name}: {pretty(value)}" for name, value in args.items())


def number(text: str) -> int:
    """A whole number that every reader of JSON has, as it stands in an address or a field; 0: it is none."""
    return int(text) if text.isdecimal() and len(text) < 16 else 0


def pretty(value: Any) -> str:
    """Anything as text that a person can read."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1, default=str)
