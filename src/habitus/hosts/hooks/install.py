"""Put our hooks into a host's settings file, and take them out again.

What was there is kept beside the store; where nobody else has touched the file since, uninstalling brings back its very bytes, or takes the
file and its folders away if they were not there. Where somebody has, only what is ours goes.
"""

from __future__ import annotations

import base64
import contextlib
import difflib
import hashlib
import json
import os
import re
import shlex
import sys
import tempfile
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from habitus.errors import ConfigError
from habitus.hosts.hooks import encoder, jsontext
from habitus.hosts.transcripts.parts import digest

if TYPE_CHECKING:
    from collections.abc import Sequence

OURS = re.compile(r"habitus/hosts/hooks/client\.py|/v1/hooks/[a-z-]+$")
SECRET = re.compile(r"(Bearer )[\w-]+")


class Way(NamedTuple):
    """How a host is to reach us, and where its settings are."""

    scope: Literal["user", "project"]
    user: str
    """The home folder of the person."""
    project: str
    home: str
    """HABITUS_HOME."""
    python: str = sys.executable
    url: str = ""
    """The daemon's address, where the host can call one; empty: by a command."""
    token: str = ""
    is_closed: bool = False
    """A hook that fails blocks the call."""


def here(home: str, scope: Literal["user", "project"] = "user") -> Way:
    """From where we stand: this account, this folder, by a command."""
    user, project = os.path.expanduser("~"), os.getcwd()  # noqa: PTH111, PTH109
    return Way(scope=scope, user=user, project=project, home=os.path.abspath(home))  # noqa: PTH100


class Plan(NamedTuple):
    """The file, and either what is added to it or all of it."""

    file: str
    entries: Sequence[tuple[tuple[str, ...], dict[str, Any]]] = ()
    top: Sequence[tuple[str, Any]] = ()
    """What must stand at the top of such a file."""
    whole: str = ""


class Change(NamedTuple):
    """What an installation or its end would do, or has done."""

    file: str
    before: bytes | None
    after: bytes | None

    @property
    def is_none(self) -> bool:
        return self.before == self.after

    def diff(self) -> str:
        """For a person; without the token."""
        old, new = ((side or b"").decode("utf-8", "replace").splitlines(keepends=True) for side in (self.before, self.after))
        names = ("/dev/null" if self.before is None else self.file, "/dev/null" if self.after is None else self.file)
        return SECRET.sub(r"\1…", "".join(difflib.unified_diff(old, new, *names)))


# ── what encoders say ──


def command(way: Way, host: str, *, closed: bool = False, failing: int = 1) -> str:
    """The line that a host's shell runs."""
    return shlex.join(line(way, host, closed=closed, failing=failing))


def line(way: Way, host: str, *, closed: bool = False, failing: int = 1) -> list[str]:
    """An isolated Python without site-packages, and a file of the standard library alone. `failing`: its exit code if all else fails."""
    client = os.path.join(os.path.dirname(os.path.abspath(__file__)), "client.py")  # noqa: PTH100, PTH118, PTH120
    return [way.python, "-I", "-S", client, host, way.home, str(2 if closed else failing)]


def grouped(handler: dict[str, Any]) -> dict[str, Any]:
    """In a group without a matcher, which means every tool."""
    return {"hooks": [handler]}


def is_ours(entry: Any) -> bool:
    """One of our handlers, in any host's form."""
    return isinstance(entry, dict) and any(
        isinstance(one := entry.get(key), str) and OURS.search(one) for key in ("command", "bash", "url")
    )


def handlers(plan: Plan) -> list[tuple[str, dict[str, Any]]]:
    """Our handlers as they stand in the file, each with its event: what `habitus doctor` runs."""
    try:
        with open(plan.file, encoding="utf-8") as file:  # noqa: PTH123
            text = file.read()
        found = json.loads(text) if text.strip() else {}
    except (OSError, ValueError):
        return []
    hooks = found.get("hooks") if isinstance(found, dict) else None
    return (
        [(str(event), one) for event, groups in hooks.items() for one in _flat(groups) if is_ours(one)] if isinstance(hooks, dict) else []
    )


def _flat(groups: Any) -> list[Any]:
    found = [one for one in groups if isinstance(one, dict)] if isinstance(groups, list) else []
    return found + [below for one in found for below in _flat(one.get("hooks"))]


# ── in and out ──


def install(host: str, way: Way, *, dry: bool = False) -> Change:
    plan = encoder(host).plan(way)
    file, before = _read(plan, way)
    record = _record(way.home, host, plan.file)
    known = _load(record)
    is_as_left = known is not None and before is not None and known["after"] == _sum(before)
    base = _decoded(known["before"]) if known and is_as_left else before
    text = _without(plan, (base or b"").decode("utf-8"), file)
    after = (plan.whole or _with(plan, text, file)).encode()
    if plan.whole and base is not None and base != after and not is_as_left and b"habitus" not in base:
        raise ConfigError(f"{file} is somebody else's: move it away, then install again")
    change = Change(plan.file, before, after)
    if not dry and not change.is_none:
        made = _write(file, after)
        folders = known["folders"] if known and before is not None else made
        was_there = known is not None and known["before"] is not None
        kept = {
            "host": host,
            "file": plan.file,
            "before": _encoded(_without_us(plan, base, text.encode(), was_there=was_there)),
            "after": _sum(after),
            "folders": folders,
        }
        _write(record, json.dumps(kept, indent=1).encode())
    return change


def uninstall(host: str, way: Way, *, dry: bool = False) -> Change:
    plan = encoder(host).plan(way)
    file, now = _read(plan, way)
    record = _record(way.home, host, plan.file)
    known = _load(record)
    is_as_left = known is not None and now is not None and known["after"] == _sum(now)
    after: bytes | None
    if known and is_as_left:
        after = _decoded(known["before"])
    elif plan.whole:
        after = None if now and b"habitus" in now else now
    else:
        after = now if now is None else _without(plan, now.decode("utf-8", "surrogateescape"), file).encode("utf-8", "surrogateescape")
    change = Change(plan.file, now, after)
    if not dry:
        if after is None and now is not None:
            os.unlink(file)  # noqa: PTH108
            for folder in reversed(known["folders"] if known and is_as_left else []):
                with contextlib.suppress(OSError):
                    os.rmdir(folder)  # noqa: PTH106 - only where it is empty
        elif after is not None and not change.is_none:
            _write(file, after)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(record)  # noqa: PTH108
    return change


def installed(home: str) -> list[dict[str, Any]]:
    """What was installed from this home: host and file."""
    folder = f"{home}/installed"
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []  # noqa: PTH208, PTH112
    return [found for name in names if name.endswith(".json") and (found := _load(f"{folder}/{name}"))]


def _with(plan: Plan, text: str, file: str) -> str:
    is_new = not text.strip()
    for name, value in plan.top:
        text = jsontext.member(text, name, value)
    for path, item in plan.entries:
        text = jsontext.added(text, path, item, file)
    return text + "\n" if is_new else text


def _without(plan: Plan, text: str, file: str) -> str:
    if plan.whole or not text.strip():
        return text
    jsontext.checked(text, file)
    return jsontext.removed(text, ("hooks",), is_ours)


def _without_us(plan: Plan, base: bytes | None, rest: bytes, *, was_there: bool) -> bytes | None:
    """What uninstalling brings back, which is never anything of ours. `rest`: the file without our hooks. `was_there`: before all of us."""
    if base is None or (plan.whole and b"habitus" in base):
        return None
    is_ours_alone = rest != base and not was_there and json.loads(rest) in ({}, dict(plan.top))
    return None if is_ours_alone else rest


# ── files ──


def _read(plan: Plan, way: Way) -> tuple[str, bytes | None]:
    """The file as the disk knows it, and what is in it. A project's file must lie in the project: links there are its author's."""
    file = os.path.realpath(plan.file)
    if way.scope == "project" and not f"{file}/".startswith(f"{os.path.realpath(way.project)}/"):
        raise ConfigError(f"{plan.file} leads out of the project, to {file}: look at it, and take the link away")
    try:
        with open(file, "rb") as found:  # noqa: PTH123
            return file, found.read()
    except FileNotFoundError:
        return file, None
    except OSError as error:
        raise ConfigError(f"{file} cannot be read ({error.strerror}): check who owns it") from error


def _write(file: str, content: bytes) -> list[str]:
    """All of it or nothing, with the rights it had; a new file is its owner's alone. Answers the folders that were made for it."""
    made: list[str] = []
    folder = os.path.dirname(file)  # noqa: PTH120
    above = folder
    while above and not os.path.isdir(above):  # noqa: PTH112
        made.insert(0, above)
        above = os.path.dirname(above)  # noqa: PTH120
    try:
        os.makedirs(folder, exist_ok=True)  # noqa: PTH103
        handle, name = tempfile.mkstemp(dir=folder, prefix=".habitus-")
        try:
            with os.fdopen(handle, "wb") as new:
                new.write(content)
            with contextlib.suppress(FileNotFoundError):
                os.chmod(name, os.stat(file).st_mode & 0o777)  # noqa: PTH101, PTH116
            os.replace(name, file)  # noqa: PTH105
        except BaseException:
            os.unlink(name)  # noqa: PTH108
            raise
    except OSError as error:
        raise ConfigError(f"{file} cannot be written ({error.strerror}): make its folder writable") from error
    return made


def _record(home: str, host: str, file: str) -> str:
    return f"{home}/installed/{host}-{digest(file)}.json"


def _load(record: str) -> dict[str, Any] | None:
    try:
        with open(record, encoding="utf-8") as file:  # noqa: PTH123
            found = json.load(file)
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and {"host", "file", "before", "after", "folders"} <= found.keys() else None


def _sum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _encoded(content: bytes | None) -> str | None:
    return None if content is None else base64.b64encode(content).decode()


def _decoded(text: str | None) -> bytes | None:
    return None if text is None else base64.b64decode(text)
