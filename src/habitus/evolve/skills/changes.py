"""What `skill_manage` is asked to do: arguments in, a checked wish out; and what a patch makes of a skill. No I/O, no clock.

The order of the checks is the order of the answers: of two faults a model hears the first, mends it, and hears the second. Every refusal
says the remedy, because its reader is a model that will try again. Who may do it, and under which lock, is the gateway's business.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, cast, get_args

from habitus.errors import Refused
from habitus.evolve.skills import document, paths, slugs, validate
from habitus.evolve.skills.limits import COMPANIONS, FILES, PAYLOAD_FILE, SKILL_MD, read_as
from habitus.types.skills import Bundle, Visibility

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from habitus.evolve.skills.document import Document

Action: TypeAlias = Literal["create", "patch", "delete"]
Arguments: TypeAlias = "Mapping[str, Any]"


class Create(NamedTuple):
    slug: str
    document: Document
    bundle: Bundle
    visibility: Visibility | None
    """None: whatever a new skill has."""


class Patch(NamedTuple):
    slug: str
    find: str | None
    replace: str
    files: Mapping[str, bytes]
    visibility: Visibility | None

    def changes_files(self) -> bool:
        """Where only the visibility changes, the version stays the same."""
        return self.find is not None or bool(self.files)


class NoChange(NamedTuple):
    answer: str
    """For the model: why nothing was written."""


def action(arguments: Arguments) -> Action:
    given: Any = arguments.get("action")
    if given not in get_args(Action):
        raise Refused(f"unknown action {given!r:.80}: use create, patch or delete")
    return cast("Action", given)


def created(arguments: Arguments, scan: Callable[[Bundle], None] = lambda _: None) -> Create:
    """`scan` is the content guard, and raises: it reads all the files before anything in them is believed."""
    content = _content(arguments)
    files = _files(arguments)
    _sum_checked(files)
    visibility = _visibility(arguments)
    bundle = Bundle(text=content, files=files)
    scan(bundle)
    found = document.read(content)
    description_checked(found)
    return Create(_new_slug(arguments, found), found, bundle, visibility)


def whole(bundle: Bundle, *, slug: str = "", visibility: Visibility | None = None) -> Create:
    """The same checks for a skill that was read from a folder or an archive, its files as they are."""
    return created({"content": bundle.text, "slug": slug, "visibility": visibility})._replace(bundle=bundle)


def patch(arguments: Arguments) -> Patch:
    files = _files(arguments)
    slug = _slug(arguments)
    visibility = _visibility(arguments)
    find, replace = _text(arguments, "find"), _text(arguments, "replace")
    if not (find or files or visibility):
        raise Refused("a patch needs `find` and `replace`, or `files`, or `visibility`")
    if find and replace is None:
        raise Refused("`replace` is missing: give the new text, or an empty one to take the found text out")
    if replace and not find:
        raise Refused("`find` is missing: give the text of SKILL.md that `replace` takes the place of")
    return Patch(slug, find or None, replace or "", files, visibility)


def deleted(arguments: Arguments) -> str:
    return _slug(arguments)


def patched(bundle: Bundle, find: str | None, replace: str, files: Mapping[str, bytes]) -> Bundle | NoChange:
    """All or nothing: where `find` is not there, the files are not written either."""
    whole = {**bundle.files, **files}
    _sum_checked(whole)
    text = bundle.text if find is None else _replaced(bundle.text, find, replace)
    if isinstance(text, NoChange):
        return text
    if text == bundle.text and whole == bundle.files:
        return NoChange("no change: the skill already is like that")
    if (size := len(text.encode("utf-8", "replace"))) > SKILL_MD:
        raise Refused(f"SKILL.md would have {read_as(size)}, and {SKILL_MD:,} at most: move parts of it to `files`")
    description_checked(document.read(text))
    return Bundle(text=text, files=whole)


def _replaced(text: str, find: str, replace: str) -> str | NoChange:
    if find not in text and "\r\n" in text and "\r" not in find:
        find, replace = find.replace("\n", "\r\n"), replace.replace("\n", "\r\n")
    times = text.count(find)
    if times == 0:
        return NoChange(
            "no change: `find` does not occur in SKILL.md, so nothing was written; read the skill again and copy the text exactly"
        )
    if times > 1:
        raise Refused(f"`find` occurs {times} times in SKILL.md: give more of the text around the one you mean")
    return text.replace(find, replace)


# ── arguments, one by one ──


def _content(arguments: Arguments) -> str:
    content = _text(arguments, "content")
    if content is None or not content.strip():
        raise Refused("`content` is missing: give the whole SKILL.md, frontmatter included")
    if (size := len(content.encode())) > SKILL_MD:
        raise Refused(f"`content` is too large: {read_as(size)}, and {SKILL_MD:,} at most; move parts of it to `files`")
    return content


def _files(arguments: Arguments) -> dict[str, bytes]:
    given = arguments.get("files")
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise Refused("`files` must be an object: a path and the text of each file")
    files: dict[str, bytes] = {}
    for raw, text in given.items():
        path = paths.checked(raw)
        if not isinstance(text, str | bytes):  # a model sends text; whoever hands us bytes has read them
            raise Refused(f"`files[{path}]` must be text")
        if path in files:
            raise Refused(f"`files` names {path!r} twice: keep one")
        files[path] = text if isinstance(text, bytes) else _encoded(text, f"files[{path}]")
        if len(files[path]) > PAYLOAD_FILE:
            raise Refused(f"`files[{path}]` is too large: {read_as(len(files[path]))}, and {PAYLOAD_FILE:,} at most")
    return files


def _sum_checked(files: Mapping[str, bytes]) -> None:
    if (size := sum(map(len, files.values()))) > COMPANIONS:
        raise Refused(f"the files beside SKILL.md are too large: {read_as(size)} together, and {COMPANIONS:,} at most")
    if len(files) > FILES:
        raise Refused(f"{len(files):,} files beside SKILL.md, and {FILES:,} at most")
    if clash := paths.collision([*files, paths.SKILL_MD]):  # it stands beside them
        raise Refused(clash)


def _visibility(arguments: Arguments) -> Visibility | None:
    given = arguments.get("visibility") or None
    if given is not None and given not in get_args(Visibility):
        raise Refused(f"unknown visibility {given!r:.80}: use private, internal or public")
    return given


def _new_slug(arguments: Arguments, found: Document) -> str:
    """The argument, else `slug` of the frontmatter, else one made from the name."""
    stated = found.frontmatter.get("slug")
    given = _text(arguments, "slug") or (stated if isinstance(stated, str) else "") or slugs.slugify(found.name)
    return _slug_checked(given)


def _slug(arguments: Arguments) -> str:
    given = _text(arguments, "slug")
    if not given:
        raise Refused("`slug` is missing: give the name that the skill is kept under")
    return _slug_checked(given)


def _slug_checked(slug: str) -> str:
    """Only a slug names a skill. A title or a number would find it too, and then be taken for a folder."""
    if why := slugs.problem(slug):
        raise Refused(f"the slug {slug[:80]!r} {why}; `{slugs.slugify(slug)}` would do")
    return slug


def description_checked(found: Document) -> None:
    if why := validate.description_problem(found):
        raise Refused(why)


def _text(arguments: Arguments, key: str) -> str | None:
    given = arguments.get(key)
    if given is None:
        return None
    if not isinstance(given, str):
        raise Refused(f"`{key}` must be text")
    _encoded(given, key)
    return given


def _encoded(text: str, key: str) -> bytes:
    try:
        raw = text.encode()
    except UnicodeEncodeError:
        raise Refused(f"`{key}` holds half characters: send it as UTF-8") from None
    if b"\0" in raw:
        raise Refused(f"`{key}` holds a NUL: send text")
    return raw
