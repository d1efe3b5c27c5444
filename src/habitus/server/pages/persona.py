"""`/persona`: who an agent says it is: the files, their history, what changed, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast, get_args

from habitus.errors import Refused
from habitus.evolve.persona import diff as difference
from habitus.server.api import persona as api
from habitus.server.api.given import Back
from habitus.server.pages import agents
from habitus.server.pages.asked import number
from habitus.server.pages.drawn import part_of
from habitus.server.problems import Problem

if TYPE_CHECKING:
    from starlette.responses import Response

    from habitus.server.pages.asked import Asked

FILES = get_args(api.File)
SHOWN = 50


def listed(asked: Asked) -> Response:
    found = api.list_personas(asked.layer, after=asked.query.get("after") or None, limit=SHOWN)
    return asked.page("personas.html", items=found.items, next=found.next, agents=agents.offered(asked), files=FILES)


def one(asked: Asked, *, typed: str | None = None, refused: str = "") -> Response:
    """`typed`: a text that was thought of while somebody else wrote the file, or was `refused`; what it would change is shown."""
    agent, file = asked.path["agent"], _file(asked)
    after = asked.query.get("after") or None
    versions = api.file_versions(asked.layer, agent, file, after=after, limit=SHOWN)
    newest = _newest(asked, agent, file)
    old, new = (number(asked.query.get(name, "")) for name in ("old", "new"))
    diff = api.diff_file(asked.layer, agent, file, old, new).text.splitlines() if "diff" in asked.query and newest else []
    shown = api.show_file(asked.layer, agent, file, number(asked.query.get("version", ""))) if newest else None
    if typed is not None and shown:
        diff = difference(shown.text, typed, file).splitlines()
    return asked.page(
        "persona.html", status=200 if typed is None else 409, typed=typed, refused=refused, agent=agent, file=file, shown=shown,
        newest=newest, versions=versions.items, next=versions.next, diff=diff,
    )  # fmt: skip


def changed(asked: Asked) -> Response:
    agent, file = asked.path["agent"], _file(asked)
    if asked.given("do") == "rollback":
        to = Back(version=number(asked.given("version")))
        _, undo = asked.undoable(lambda: api.roll_back_file(asked.layer, asked.who, agent, file, to))
        return asked.on(_address(agent, file), "rolled_back" if undo else "unchanged", undo)
    if asked.given("do") != "write":
        raise asked.unknown()
    text = "\n".join(asked.form.get("text", [""])[0].splitlines()) + "\n"
    if "was" in asked.form and number(asked.given("was")) != _newest(asked, agent, file):
        return one(asked, typed=text)
    if text.splitlines() == (before := _in_force(asked, agent, file)).splitlines():  # a browser has its own line ends
        text = before
    given = api.Written(text=text, why=asked.given("why"))
    try:
        _, undo = asked.undoable(lambda: api.write_file(asked.layer, asked.who, agent, file, given))
    except Refused as error:
        return one(asked, typed=text, refused=str(error))
    return asked.on(_address(agent, file), "edited" if undo else "unchanged", undo)


def found(asked: Asked) -> Response:
    """From the list to a file that may not be there yet."""
    return asked.on(_address(asked.query.get("agent", ""), asked.query.get("file", FILES[0])))


def _newest(asked: Asked, agent: str, file: Any) -> int:
    """The version in force; 0: nobody has written it."""
    return next((one.version for one in api.show_persona(asked.layer, agent).items if one.file == file), 0)


def _in_force(asked: Asked, agent: str, file: Any) -> str:
    return next((one.text for one in api.show_persona(asked.layer, agent).items if one.file == file), "")


def _address(agent: str, file: str) -> str:
    return f"/persona/{part_of(agent)}/{part_of(file)}"


def _file(asked: Asked) -> Any:
    if asked.path["file"] not in FILES:
        raise Problem(404, f"A persona has the files {', '.join(FILES)}.")
    return cast("Any", asked.path["file"])


ROUTES = (
    ("/persona", "GET", listed), ("/persona/open", "GET", found), ("/persona/{agent:path}/{file}", "GET", one),
    ("/persona/{agent:path}/{file}", "POST", changed),
)  # fmt: skip
