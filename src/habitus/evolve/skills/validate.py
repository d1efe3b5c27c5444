"""Does a skill follow the Agent Skills format, to the letter? A bundle in, all that is wrong out: what `habitus skills validate` says.

Stricter than what may be kept: a field that only one agent knows is a problem here, because another may refuse the skill for it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from habitus.errors import Refused
from habitus.evolve.skills import document, paths, slugs
from habitus.evolve.skills.limits import COMPANIONS, COMPATIBILITY, DESCRIPTION, FILES, read_as
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.evolve.skills.document import Document
    from habitus.types.skills import Bundle

FIELDS = wordset("name description license compatibility metadata allowed-tools")
_LINK = re.compile(r"\]\(\s*<?(?!\w+:|#|/)([^)\s>#?]+)")
_CODE = re.compile(r"^(```|~~~).*?^\1|`[^`\n]+`", re.MULTILINE | re.DOTALL)


def problems(bundle: Bundle, folder: str) -> tuple[str, ...]:
    """In the order of the file, each with its place and its remedy. `folder` is the name of the skill's folder."""
    try:
        found = document.parsed(bundle.text)
    except Refused as refused:
        return (str(refused), *_of_files(bundle))
    return (*_of_fields(found, folder), *_of_body(found, bundle), *_of_files(bundle))


def description_problem(found: Document) -> str:
    """Whether a description is too long to be kept; empty where it is not."""
    size = len(found.description)
    return f"`description` has {size:,} characters, and {DESCRIPTION:,} at most: shorten it" if size > DESCRIPTION else ""


def _of_fields(found: Document, folder: str) -> Iterator[str]:
    def at(key: str, problem: str) -> str:
        return f"SKILL.md:{document.line(found, key)} {problem}"

    fields = found.frontmatter
    yield from (f"SKILL.md:{line} has a value that YAML cannot read as it stands: put it in quotes" for line in found.mended)
    if not found.name:
        yield at("name", "`name` is missing: add it, in the words of the folder's name")
    elif why := slugs.problem(found.name):
        yield at("name", f"`name` {why}; `{slugs.slugify(found.name)}` would do")
    elif found.name != folder:
        yield at("name", f"`name` is `{found.name}`, and the folder is `{folder}`: they must be the same")
    if not fields.get("description"):
        yield at("description", "`description` is missing: say what the skill does, and when to use it")
    elif why := description_problem(found):
        yield at("description", why)
    yield from (at(key, why) for key, why in _of_optional(fields))
    yield from (at(key, f"`{key}` is no field of the format: put it under `metadata`") for key in fields if key not in FIELDS)


def _of_optional(fields: Any) -> Iterator[tuple[str, str]]:
    if "license" in fields and not isinstance(fields["license"], str):
        yield "license", "`license` must be text: the licence's name, or that of a file"
    if "compatibility" in fields:
        given = fields["compatibility"]
        if not isinstance(given, str) or not 1 <= len(given) <= COMPATIBILITY:
            yield "compatibility", f"`compatibility` must be a text of 1 to {COMPATIBILITY} characters"
    if "metadata" in fields and not isinstance(fields["metadata"], dict):
        yield "metadata", "`metadata` must be entries of text, as in `author: somebody`"
    elif odd := [key for key, value in (fields.get("metadata") or {}).items() if not isinstance(value, str)]:
        yield "metadata", f"`metadata.{odd[0]}` must be text: put it in quotes"
    tools = fields.get("allowed-tools", "")
    if not isinstance(tools, str) and not (isinstance(tools, list) and all(isinstance(one, str) for one in tools)):
        yield "allowed-tools", "`allowed-tools` must be names of tools with spaces between them"


def _of_body(found: Document, bundle: Bundle) -> Iterator[str]:
    start = found.block.count("\n") + 3
    if not found.body.strip():
        yield f"SKILL.md:{start} the instructions are missing: say what to do, step by step"
    prose = _CODE.sub(lambda code: "\n" * code[0].count("\n"), found.body)
    for link in _LINK.finditer(prose):
        path = link[1].removeprefix("./")
        if path not in bundle.files and not any(name.startswith(path.rstrip("/") + "/") for name in bundle.files):
            yield f"SKILL.md:{start + prose.count(chr(10), 0, link.start())} links to `{path[:200]}`, which is not in the folder"


def _of_files(bundle: Bundle) -> Iterator[str]:
    for path in bundle.files:
        try:
            paths.checked(path)
        except Refused as refused:
            yield str(refused)
    if clash := paths.collision([*bundle.files, paths.SKILL_MD]):
        yield clash
    if len(bundle.files) > FILES:
        yield f"{len(bundle.files):,} files, and {FILES:,} at most: pack some of them together"
    if (size := sum(map(len, bundle.files.values()))) > COMPANIONS:
        yield f"the files beside SKILL.md have {read_as(size)}, and {COMPANIONS:,} at most: leave some out"
