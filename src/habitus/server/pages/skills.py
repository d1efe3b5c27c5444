"""`/skills`: what agents have learned to do: versions and what changed, who may use them, what the guard found, and the trash."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast, get_args

from habitus.errors import ConfigError
from habitus.layer.agents import is_name
from habitus.server.api import skills as api
from habitus.server.api.given import Back
from habitus.server.pages import agents
from habitus.server.pages.asked import number
from habitus.server.pages.drawn import part_of

if TYPE_CHECKING:
    from starlette.responses import Response

    from habitus.server.pages.asked import Asked

STATES = get_args(api.State)
SHOWN, STOPPED = 50, 200


def listed(asked: Asked) -> Response:
    status = asked.query.get("status", "active")
    found = api.list_skills(
        asked.layer, status=cast("Any", status if status in STATES else "active"), word=asked.query.get("q", "")[:200],
        after=asked.query.get("after") or None, limit=SHOWN,
    )  # fmt: skip
    resting = () if found.items else [state for state in STATES[1:] if api.list_skills(asked.layer, status=state, limit=1).items]
    return asked.page("skills.html", items=found.items, next=found.next, states=STATES, resting=resting)


def one(asked: Asked, *, stranger: str = "", refused: str = "") -> Response:
    """`stranger`: who was to be granted it, and has not been met; or cannot be, which `refused` says."""
    from habitus.layer.skills import scanned

    slug, version = asked.path["slug"], number(asked.query.get("version", ""))
    shown = api.show_skill(asked.layer, slug, version)
    old, new = number(asked.query.get("old", "")), number(asked.query.get("new", ""))
    diff = api.diff_skill(asked.layer, slug, old, new).text.splitlines() if "diff" in asked.query else []
    found = scanned(asked.layer.skills.bundle(slug, version))
    versions = api.skill_versions(asked.layer, slug, after=asked.query.get("after") or None, limit=SHOWN)
    stopped = [
        each for each in asked.layer.store.lessons().proposals("pending", kind="skill", limit=STOPPED) if each.body.get("slug") == slug
    ]
    return asked.page(
        "skill.html", status=409 if refused else 422 if stranger else 200, skill=shown, versions=versions.items, next=versions.next,
        diff=diff, findings=found, stopped=stopped, stranger=stranger, refused=refused, agents=agents.offered(asked),
        may_manage=bool(asked.given("can_manage")),
    )  # fmt: skip


def changed(asked: Asked) -> Response:
    layer, who, slug = asked.layer, asked.who, asked.path["slug"]
    to, agent = asked.given("do"), asked.given("agent")
    here = f"/skills/{part_of(slug)}"
    match to:
        case "archived" | "deleted" | "restored":
            _, undo = asked.undoable(lambda: api.move_skill(layer, who, slug, api.Move(to=to)))
            return asked.on(here if to == "restored" else asked.back("/skills"), {"deleted": "trashed"}.get(to, to), undo)
        case "rollback":
            _, undo = asked.undoable(lambda: api.roll_back_skill(layer, who, slug, Back(version=number(asked.given("version")))))
            return asked.on(here, "rolled_back", undo)
        case "grant":
            return _granted(asked, slug, agent)
        case "revoke":
            _, undo = asked.undoable(lambda: api.revoke_skill(layer, who, slug, agent))
            return asked.on(here, "revoked", undo)
        case "accept":
            passes = api.Pass(rule=asked.given("rule"), reason=asked.given("reason"))
            _, undo = asked.undoable(lambda: api.accept_finding(layer, who, slug, passes))
            return asked.on(here, "let_pass", undo)
        case "purge":
            asked.require("admin")
            api.purge_skill(layer, who, slug)
            return asked.on("/skills", "purged")
        case _:
            raise asked.unknown()


def _granted(asked: Asked, slug: str, agent: str) -> Response:
    """To somebody who was met; or in advance, where that is said."""
    if is_name(agent) and not asked.layer.agents.is_known(agent) and not asked.given("anyway"):
        return one(asked, stranger=agent)
    may = api.MayManage(can_manage=bool(asked.given("can_manage")))
    try:
        _, undo = asked.undoable(lambda: api.grant_skill(asked.layer, asked.who, slug, agent, may))
    except ConfigError as error:
        return one(asked, stranger=agent, refused=str(error))
    return asked.on(f"/skills/{part_of(slug)}", "granted", undo)


ROUTES = (("/skills", "GET", listed), ("/skills/{slug}", "GET", one), ("/skills/{slug}", "POST", changed))
