"""Skills that come in an archive: the bytes are the body. Unpacked in memory by the same code as on the command line, which believes
nothing that an archive says of itself.

Not `/v1/skills/import`: a skill may be called that.
"""

from typing import Annotated, Any, Literal

from fastapi import Depends, Query, Request

from habitus.server.api.given import REFUSED, House, Shape, Text, noun
from habitus.server.api.skills import ZIP, Visibility
from habitus.server.door import Who

routes = noun("skills")

KINDS = (ZIP, "application/x-tar", "application/gzip", "text/markdown", "application/octet-stream")
BODY: dict[str, Any] = {
    "requestBody": {"required": True, "content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in KINDS}}
}


class BroughtIn(Shape):
    outcome: Literal["taken", "unchanged"]
    slug: str
    version: int
    left_out: tuple[str, ...]


async def _body(request: Request) -> bytes:
    return await request.body()


@routes.post("/skill-archives", responses=REFUSED, openapi_extra=BODY)
def import_skill(
    house: House,
    who: Who,
    data: Annotated[bytes, Depends(_body)],
    slug: Annotated[Text, Query(max_length=100, description="The name to keep it under; without it, its own.")] = "",
    visibility: Visibility | None = None,
    agent: Annotated[list[Text] | None, Query(max_length=100, description="Agents that it is granted to.")] = None,
    update: Annotated[bool, Query(description="Where there is a skill of that name, make this its next version.")] = False,
    dry_run: Annotated[bool, Query(description="Only say what would become of it.")] = False,
) -> BroughtIn:
    """Take a skill from a .zip, .tar or .tar.gz, or a SKILL.md alone. The guard reads every file first."""
    from habitus.evolve.skills import changes, folders
    from habitus.layer import bringing

    taken = folders.received(data, "the archive")
    wish = changes.whole(taken.bundle, slug=slug, visibility=visibility)
    done = bringing.brought(
        house, taken, wish, who.caller(), why="imported over the API", agents=agent or (), update=update, dry_run=dry_run
    )
    return BroughtIn.model_validate(done)
