"""Grep: lines that a pattern fits, in the text files below a folder. No pattern can hang it, and no file is too long."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.agent.tools import files, patterns, texts
from habitus.agent.tools.answer import listed, named
from habitus.agent.tools.tool import Tool, ToolFailed, schema
from habitus.agent.tools.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from habitus.agent.tools.tool import Place

LARGEST = 5_000_000
"""Bytes of a file: larger ones are data."""
ALL = 500_000_000
"""Bytes in all: some seconds' work."""
MOST = 250
"""Lines or files that are shown where the model does not say how many."""
COUNTED = 100_000
"""Lines that are counted."""
KEPT = 2000
"""Lines that are made ready to be shown."""
WIDE = 500
"""Characters of a line that are shown."""
AROUND = 20

_READ = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC
MODES = {"files_with_matches": "files", "content": "lines"}
"""What other tools call them."""


class Hit(NamedTuple):
    path: str
    data: bytes
    starts: list[int]
    """Where the lines begin that fit."""


def run(args: Mapping[str, Any], place: Place) -> str:
    spot = files.find(place, args.get("path") or ".")
    search = _Search(args, place, spot)
    mode = MODES.get(args.get("output_mode", "files"), args.get("output_mode", "files"))
    around = tuple(min(AROUND, args.get(name, args.get("context", 0))) for name in ("before", "after"))
    lines: list[str] = []
    left = 0
    for hit in search:
        if mode == "files":
            lines.append(named(hit.path))
        elif mode == "count":
            lines.append(f"{named(hit.path)}:{len(hit.starts)}")
        else:
            room = max(0, KEPT - len(lines))
            lines += _lines(hit, hit.starts[:room], *around)
            left += len(hit.starts[room:])
    notes = search.notes()
    if not lines:
        return f"Nothing fits {named(args['pattern'])} in {spot.shown}.{notes}"
    limit = args.get("limit", MOST)
    what, hint = "lines" if mode == "lines" else "files", "narrow the pattern or the path"
    return listed(lines[:limit], place.output - len(notes), left + max(0, len(lines) - limit), what, hint) + notes


class _Search:
    def __init__(self, args: Mapping[str, Any], place: Place, spot: files.Spot) -> None:
        self._pattern = patterns.compiled(args["pattern"], ignore_case=args.get("ignore_case", False), lines=True)
        self._wanted = args.get("glob", "")
        self._fits = patterns.namer(self._wanted) if self._wanted else None
        self._place, self._spot = place, spot
        self._left, self._counted = ALL, 0
        self._large: list[str] = []
        self._missed = ""

    def __iter__(self) -> Iterator[Hit]:
        kind = files.looked(self._spot)
        if kind is not None and stat.S_ISREG(kind.st_mode):
            data, _ = files.content(self._spot, LARGEST)
            yield from self._searched(self._spot.shown, data)
            return
        walk = Walk(self._place, self._spot, self._wanted)
        for found in walk:
            if (self._fits is None or self._fits(found.path)) and found.entry.is_file(follow_symlinks=False):
                yield from self._searched(self._spot.below + found.path, _content(found.entry.name, found.above))
            if self._left <= 0 or self._counted >= COUNTED:
                self._missed = "there is more than one search goes through; narrow the pattern or the path"
                return
        self._missed = walk.missed

    def _searched(self, path: str, data: bytes) -> Iterator[Hit]:
        self._left -= len(data)
        if len(data) > LARGEST:
            self._large.append(path)
            return
        if self._pattern.search(data) is None and data.isascii():
            return
        text = _plain(data)
        starts = list(self._starts(text)) if text else []
        if starts:
            self._counted += len(starts)
            yield Hit(path, text, starts)

    def _starts(self, data: bytes) -> Iterator[int]:
        at, counted = 0, self._counted
        while at < len(data) and counted < COUNTED and (found := self._pattern.search(data, at)):
            start = data.rfind(b"\n", 0, found.start()) + 1
            if start < len(data):
                yield start
            end = data.find(b"\n", found.start())
            at, counted = (end + 1 if end >= 0 else len(data)), counted + 1
            if self._place.stopped.is_set():
                raise ToolFailed("Stopped: the person cancelled.")

    def notes(self) -> str:
        large = f"{len(self._large)} files of more than {LARGEST:,} bytes, such as {named(self._large[0])}" if self._large else ""
        missed = "; ".join(filter(None, (self._missed, large)))
        return f"\n[not all was looked at: {missed}]" if missed else ""


def _content(name: str, above: int) -> bytes:
    """Of a plain file; empty where it is none by now, or may not be read."""
    try:
        with os.fdopen(os.open(name, _READ, dir_fd=above), "rb") as file:
            return file.read(LARGEST + 1) or b"" if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else b""
    except OSError:
        return b""


def _plain(data: bytes) -> bytes:
    """A text of any encoding as UTF-8; empty where it is no text."""
    found = texts.read(data)
    if found is None:
        return b""
    return data if found.codec == "utf-8" and not found.mark else found.text.encode("utf-8", "replace")


def _lines(hit: Hit, starts: list[int], before: int, after: int) -> list[str]:
    """`path:12:text`, and `path-11-text` around it, as grep does."""
    if not starts:
        return []
    numbers = _numbers(hit.data, starts)
    wanted = {n: n in numbers for number in numbers for n in range(max(1, number - before), number + after + 1)}
    shown, name, last = [], named(hit.path), 0
    for number, line in _numbered(hit.data, wanted):
        if last and number > last + 1 and (before or after):
            shown.append("--")
        sign = ":" if wanted[number] else "-"
        shown.append(f"{name}{sign}{number}{sign}{_cut(line)}")
        last = number
    return shown


def _numbers(data: bytes, starts: list[int]) -> set[int]:
    numbers, number, at = set(), 1, 0
    for start in starts:
        number, at = number + data.count(b"\n", at, start), start
        numbers.add(number)
    return numbers


def _numbered(data: bytes, wanted: Mapping[int, bool]) -> Iterator[tuple[int, str]]:
    at, number, last = 0, 1, max(wanted)
    while at < len(data) and number <= last:
        end = data.find(b"\n", at)
        end = len(data) if end < 0 else end
        if number in wanted:
            yield number, data[at : min(end, at + 4 * WIDE + 4)].decode("utf-8", "replace").removesuffix("\r")
        at, number = end + 1, number + 1


def _cut(line: str) -> str:
    return line if len(line) <= WIDE else f"{line[:WIDE]} [cut]"


GREP = Tool(
    name="Grep",
    module="filesystem",
    description=(
        "Search text files for a regular expression (RE2: no look-around, no back-references). "
        "output_mode: files (their names), lines (with numbers, and context around them), count (per file)."
    ),
    parameters=schema(
        {
            "pattern": {"type": "string", "description": "Regular expression; a match lies within one line"},
            "path": {"type": "string", "description": "File or folder; the working directory if left out"},
            "glob": {"type": "string", "description": "Only files whose names fit, e.g. *.py or src/**/*.ts"},
            "output_mode": {"type": "string", "enum": ["files", "lines", "count", *MODES]},
            "ignore_case": {"type": "boolean"},
            "context": {"type": "integer", "minimum": 0, "description": f"Lines around each that fits, at most {AROUND}"},
            "before": {"type": "integer", "minimum": 0},
            "after": {"type": "integer", "minimum": 0},
            "limit": {"type": "integer", "minimum": 1, "description": f"Lines or files to show; {MOST} if left out"},
        },
        "pattern",
        aliases=True,
    ),
    aliases={
        **dict.fromkeys(("-i", "case_insensitive"), "ignore_case"),
        **dict.fromkeys(("head_limit", "max_results"), "limit"),
        **dict.fromkeys(("query", "regex"), "pattern"),
        **dict.fromkeys(("directory", "dir_path", "folder"), "path"),
        "-C": "context",
        "-A": "after",
        "-B": "before",
        "include": "glob",
        "mode": "output_mode",
        "-n": "",
    },
    run=run,
)
