"""`/persona`: who an agent says it is: the files, their history, what changed, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast, get_args

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


def one(asked: Asked) -> Response:
    agent, file = asked.path["agent"], _file(asked)
    after = asked.query.get("after") or None
    versions = api.file_versions(asked.layer, agent, file, after=after, limit=SHOWN)
    newest = api.show_file(asked.layer, agent, file).version if versions.items else 0
    old, new = (number(asked.query.get(name, "")) for name in ("old", "new"))
    diff = api.diff_file(asked.layer, agent, file, old, new).text.splitlines() if "diff" in asked.query and newest else []
    shown = api.show_file(asked.layer, agent, file, number(asked.query.get("version", ""))) if newest else None
    return asked.page(
        "persona.html", agent=agent, file=file, shown=shown, newest=newest, versions=versions.items, next=versions.next, diff=diff
    )


def changed(asked: Asked) -> Response:
    agent, file = asked.path["agent"], _file(asked)
    if asked.given("do") == "rollback":
        to = Back(version=number(asked.given("version")))
        _, undo = asked.undoable(lambda: api.roll_back_file(asked.layer, asked.who, agent, file, to))
        return asked.on(_address(agent, file), "rolled_back", undo)
    if asked.given("do") != "write":
        raise asked.unknown()
    text = "\n".join(asked.form.get("text", [""])[0].splitlines()) + "\n"
    given = api.Written(text=text, why=asked.given("why"))
    _, undo = asked.undoable(lambda: api.write_file(asked.layer, asked.who, agent, file, given))
    return asked.on(_address(agent, file), "edited", undo)


def found(asked: Asked) -> Response:
    """From the list to a file that may not be there yet."""
    return asked.on(_address(asked.query.get("agent", ""), asked.query.get("file", FILES[0])))


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
