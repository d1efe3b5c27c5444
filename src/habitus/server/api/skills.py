"""What agents have learned to do: versions, grants, the guard, the trash. Every change goes through the one gateway, with its checks."""

from base64 import b64decode, b64encode
from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import Query
from fastapi.responses import Response
from pydantic import AfterValidator, BaseModel, Field, WithJsonSchema

from habitus.layer import Layer
from habitus.server import paging
from habitus.server.api.given import MISSING, REFUSED, After, Back, Given, House, Id, Limit, Moment, Shape, Text, Word, noun
from habitus.server.api.shapes import From, Listed
from habitus.server.api.slashed import Slashed
from habitus.server.door import ADMIN, Who
from habitus.server.problems import Problem
from habitus.types import Bundle, Skill

routes = noun("skills")
routes.route_class = Slashed

Visibility = Literal["private", "internal", "public"]
State = Literal["active", "archived", "deleted"]
Number = Annotated[int, Query(ge=0, le=1_000_000)]
FILES = 1000
LONG = 102_400
"""Characters of a SKILL.md: it has at most as many bytes."""
ZIP = "application/zip"


class SkillLine(Shape):
    slug: str
    name: str
    description: str
    version: int
    owner: str
    visibility: Visibility
    status: State
    is_system: bool
    accepted: dict[str, str] = Field(description="What the guard found and an operator let pass, and why.")
    digest: str
    size: int
    uses: int
    helped: int
    last_used: datetime | None
    created_at: datetime
    updated_at: datetime


class Grant(Shape):
    agent: str
    can_manage: bool
    granted_by: str
    at: datetime


class SkillShown(SkillLine):
    shown: int = Field(description="The version that `text` and `files` are of.")
    text: str
    files: dict[str, int] = Field(description="The files beside SKILL.md, and the bytes of each.")
    grants: list[Grant]


class SkillVersion(Shape):
    version: int
    digest: str
    size: int
    origin: From
    why: str
    at: datetime


class Found(BaseModel):
    rule: str
    category: str
    line: int
    excerpt: str
    reason: str
    path: str


class Checked(BaseModel):
    problems: list[str] = Field(description="Against the Agent Skills format.")
    violations: list[Found] = Field(description="What the content guard would stop.")


def _is_base64(text: str) -> str:
    b64decode(text, validate=True)
    return text


class Encoded(Given):
    """A file that is no text, as it is read."""

    base64: Annotated[str, AfterValidator(_is_base64), WithJsonSchema({"type": "string", "format": "byte"})]


Files = dict[str, str | Encoded]


class NewSkill(Given):
    content: Text = Field(min_length=1, max_length=LONG, description="The whole SKILL.md, frontmatter included.")
    slug: Text = Field("", max_length=100)
    visibility: Visibility | None = None
    files: Files = Field(default_factory=dict, max_length=FILES, description="Path and text of the files beside it, or `base64`.")
    agents: list[Text] = Field(default_factory=list, max_length=100, description="Agents that it is granted to.")
    accept: dict[Text, Text] = Field(default_factory=dict, max_length=100, description="Findings of the guard that may pass, and why.")


class SkillChange(Given):
    find: Text | None = Field(None, max_length=LONG)
    replace: Text | None = Field(None, max_length=LONG)
    files: Files | None = Field(None, max_length=FILES)
    visibility: Visibility | None = None
    why: Text = Field("patched", max_length=500)
    accept: dict[Text, Text] = Field(default_factory=dict, max_length=100)


class Move(Given):
    to: Literal["restored", "archived", "deleted"]


class MayManage(Given):
    can_manage: bool = False


class Pass(Given):
    rule: Text = Field(min_length=1, max_length=100)
    reason: Text = Field(min_length=1, max_length=1000)


class Draft(Given):
    session: Text = Field(min_length=1, max_length=500)
    title: Text = Field("", max_length=200)


class Content(BaseModel):
    text: str


class Purged(BaseModel):
    purged: list[str] = Field(description="The skills that are gone, for good.")


@routes.get("/skills", responses=REFUSED)
def list_skills(
    house: House,
    status: Literal[State, "all"] = "active",
    word: Word = "",
    search: Annotated[Text, Query(max_length=200, description="Words: those in force that speak of them, the best match first.")] = "",
    after: After = None,
    limit: Limit = 50,
) -> Listed[SkillLine]:
    """List the skills, whose they are, and whether they help. By name; with `search`, by how well they match."""
    if search.split() and (word or status != "active"):
        raise Problem(409, "`search` looks through the skills in force by itself: leave `word` and `status` out.")
    if search.split():
        best = paging.page(paging.among(house.skills.search(search), lambda match: match.rank), after=after, limit=limit)
        return Listed(items=[SkillLine.model_validate(match.skill) for match in best.items], next=best.next)
    kind = "" if status == "all" else status
    found = paging.page(lambda place, n: house.skills.all(kind, word=word, limit=n, after=place), after=after, limit=limit)
    return Listed(items=[SkillLine.model_validate(one) for one in found.items], next=found.next)


@routes.delete("/skills", responses=REFUSED, dependencies=[ADMIN])
def purge_skills(
    house: House, who: Who, older_than: Annotated[Moment, Query(description="What was deleted before then. All of it: now.")]
) -> Purged:
    """Empty the trash: all versions of what was deleted before a time are gone, for good. Needs an admin."""
    found = [one.slug for one, _ in house.skills.trash(older_than)]
    for slug in found:
        house.skills.purge(slug, who.caller())
    return Purged(purged=found)


@routes.post("/skills", status_code=201, responses=REFUSED)
def create_skill(house: House, who: Who, given: NewSkill) -> SkillShown:
    """Keep a skill, or its next version. The guard reads every file first."""
    from habitus.evolve.skills import changes

    wish = changes.created({**given.model_dump(include={"content", "slug", "visibility"}), "files": _sent(given.files)})
    skill = house.skills.create_for(given.agents, wish, who.caller(), why="over the API", accept=given.accept)[0]
    return _shown(house, skill.slug)


@routes.post("/skill-checks")
def check_skill(house: House, given: NewSkill) -> Checked:
    """Say what of a skill breaks the format or would be stopped by the guard. Nothing is kept."""
    from habitus.evolve.skills.validate import problems
    from habitus.layer.skills import scanned

    files = {path: sent if isinstance(sent, bytes) else sent.encode("utf-8", "replace") for path, sent in _sent(given.files).items()}
    bundle = Bundle(text=given.content, files=files)
    return Checked(problems=list(problems(bundle, given.slug)), violations=[Found(**one._asdict()) for one in scanned(bundle)])


@routes.post("/skill-drafts", responses=REFUSED)
def draft_skill(house: House, given: Draft) -> Content:
    """A SKILL.md of what was done in a session. Nothing is kept."""
    return Content(text=house.skills.drafted(given.session, given.title))


@routes.get("/skills/{slug}", responses=MISSING)
def show_skill(house: House, slug: Id, version: Number = 0) -> SkillShown:
    """Show a skill: whose it is, who may use it, and its SKILL.md; an older version where one is asked for."""
    return _shown(house, slug, version)


@routes.patch("/skills/{slug}", responses=REFUSED)
def patch_skill(house: House, who: Who, slug: Id, given: SkillChange) -> SkillShown:
    """Change a passage of its SKILL.md, files beside it, or who sees it. The old version stays."""
    from habitus.evolve.skills import changes

    _there(house, slug)
    wish = changes.patch({"slug": slug, **given.model_dump(include={"find", "replace", "visibility"}), "files": _sent(given.files or {})})
    done = house.skills.patch(wish, who.caller(), why=given.why, accept=given.accept)
    if not isinstance(done, Skill):
        raise Problem(409, done.answer)
    return _shown(house, slug)


@routes.put("/skills/{slug}/status", responses=REFUSED)
def move_skill(house: House, who: Who, slug: Id, given: Move) -> SkillLine:
    """Delete a skill (to the trash), archive it, or bring it back."""
    _there(house, slug)
    move = {"restored": house.skills.restore, "archived": house.skills.archive, "deleted": house.skills.delete}[given.to]
    return SkillLine.model_validate(move(slug, who.caller()))


@routes.delete("/skills/{slug}", responses=REFUSED, dependencies=[ADMIN])
def purge_skill(house: House, who: Who, slug: Id) -> SkillLine:
    """Empty the trash of this skill: all its versions are gone, for good. Needs an admin."""
    known = SkillLine.model_validate(_there(house, slug))
    if known.status != "deleted":
        raise Problem(409, f"{slug} is not in the trash: delete it first, with `PUT /v1/skills/{slug}/status`.")
    house.skills.purge(slug, who.caller())
    return known


@routes.post("/skills/{slug}/rollback", responses=REFUSED)
def roll_back_skill(house: House, who: Who, slug: Id, given: Back) -> SkillShown:
    """Make an older version the newest. The ones between stay where they are."""
    _version(house, slug, given.version)
    house.skills.roll_back(slug, given.version, who.caller())
    return _shown(house, slug)


@routes.post("/skills/{slug}/accept", responses=REFUSED)
def accept_finding(house: House, who: Who, slug: Id, given: Pass) -> SkillLine:
    """Let what a rule of the guard finds in this skill pass, from now on. The name and the reason are kept."""
    from habitus.evolve.skills.guard import RULES

    _there(house, slug)
    if given.rule not in {one.id for one in RULES}:
        raise Problem(404, f"The guard has no rule {given.rule!r}: docs/guard.md lists them.")
    return SkillLine.model_validate(house.skills.accept(slug, given.rule, given.reason, who.caller()))


@routes.put("/skills/{slug}/grants/{agent}", responses=REFUSED)
def grant_skill(house: House, who: Who, slug: Id, agent: Id, given: MayManage) -> SkillShown:
    """Let an agent see and use a skill, and change it where that is said."""
    _there(house, slug)
    house.skills.grant(slug, agent, who.caller(), can_manage=given.can_manage)
    return _shown(house, slug)


@routes.delete("/skills/{slug}/grants/{agent}", responses=REFUSED)
def revoke_skill(house: House, who: Who, slug: Id, agent: Id) -> SkillShown:
    """Take a grant back."""
    _there(house, slug)
    if not any(row["agent"] == agent for row in house.skills.grants(slug)):
        raise Problem(404, f"{agent!r} was not granted {slug}: `GET /v1/skills/{slug}` lists the grants.")
    house.skills.revoke(slug, agent, who.caller())
    return _shown(house, slug)


@routes.get("/skills/{slug}/versions", responses=MISSING)
def skill_versions(house: House, slug: Id, after: After = None, limit: Limit = 50) -> Listed[SkillVersion]:
    """List its versions, newest first: who made each, and why."""
    _there(house, slug)
    found = paging.page(paging.among(house.skills.history(slug), lambda one: (-one.version,)), after=after, limit=limit)
    return Listed(items=[SkillVersion.model_validate(one) for one in found.items], next=found.next)


@routes.get("/skills/{slug}/diff", responses=MISSING)
def diff_skill(house: House, slug: Id, old: Number = 0, new: Number = 0) -> Content:
    """What changed between two versions; by default the last two."""
    for number in (old, new):
        _version(house, slug, number)
    return Content(text=house.skills.diff(slug, old, new))


@routes.get("/skills/{slug}/files", responses=MISSING)
def skill_file(house: House, slug: Id, path: Annotated[Text, Query(min_length=1, max_length=500)], version: Number = 0) -> dict[str, Any]:
    """One of the files beside its SKILL.md, in Base64."""
    _version(house, slug, version)
    content = house.skills.bundle(slug, version).files.get(path)
    if content is None:
        raise Problem(404, f"{slug} has no file {path!r}: `GET /v1/skills/{slug}` lists them.")
    return {"path": path, "base64": b64encode(content).decode()}


@routes.get(
    "/skills/{slug}/archive",
    response_class=Response,
    responses={**MISSING, 200: {"description": "A folder of its name, zipped.", "content": {ZIP: {"schema": {}}}}},
)
def skill_archive(house: House, slug: Id, version: Number = 0) -> Response:
    """The whole skill as other agents expect it: `SLUG/SKILL.md` and what belongs to it, as a zip. `POST /v1/skill-archives` takes it."""
    from habitus.evolve.skills import archives

    _version(house, slug, version)
    name = {"Content-Disposition": f'attachment; filename="{slug}.zip"'}
    return Response(archives.packed(house.skills.bundle(slug, version), slug), media_type=ZIP, headers=name)


def _sent(files: Files) -> dict[str, str | bytes]:
    return {path: b64decode(sent.base64) if isinstance(sent, Encoded) else sent for path, sent in files.items()}


def _there(house: Layer, slug: str) -> Skill:
    found = house.shelf.skill(slug)
    if found is None or not house.shelf.versions(slug):
        raise Problem(404, f"There is no skill {slug!r}: `GET /v1/skills?status=all` lists them.")
    return found


def _version(house: Layer, slug: str, number: int) -> None:
    _there(house, slug)
    if number and all(one.version != number for one in house.skills.history(slug)):
        raise Problem(404, f"{slug} has no version {number}: `GET /v1/skills/{slug}/versions` lists them.")


def _shown(house: Layer, slug: str, version: int = 0) -> SkillShown:
    known = _there(house, slug)
    _version(house, slug, version)
    bundle = house.skills.bundle(slug, version)
    line = SkillLine.model_validate(known).model_dump()
    grants = [Grant.model_validate(row) for row in house.skills.grants(slug)]
    files = {path: len(content) for path, content in bundle.files.items()}
    return SkillShown(**line, shown=version or known.version, text=bundle.text, files=files, grants=grants)
