"""`habitus learn`: read past sessions and learn from them."""

from __future__ import annotations

import gc
import json
import sys
import time
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from habitus.cli import show
from habitus.errors import EventError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from habitus.hosts.transcripts import Read
    from habitus.layer import Layer
    from habitus.types import Entry, Event, Store

TOGETHER = 1000
"""Events made durable at once. An interrupted run keeps all but the last of these, and the next one goes on from there."""

SWEPT = 100_000
"""Values made, less those dropped, between two looks for circles: more than several batches hold."""


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--discover", is_flag=True, help="Find the histories of the agents on this machine, show them, and ask before reading.")
@click.option("--yes", is_flag=True, help="With --discover: read what was found without asking.")
@click.option("--again", is_flag=True, help="Read files again that have not changed since they were read.")
@show.as_json
def learn(paths: tuple[Path, ...], discover: bool, yes: bool, again: bool, json_: bool) -> None:
    """Read past sessions and learn from them.

    PATHS are files or folders: transcripts of Claude Code (~/.claude/projects), Codex (~/.codex/sessions), Gemini CLI, Cursor and OpenCode,
    message logs of OpenAI's and Anthropic's APIs (JSON or JSONL), SpecStory's Markdown, and our own JSONL; each is known by what is in it,
    and may be gzipped. With --discover they are found by themselves. Reading a file again learns nothing new; what an interrupted run has
    read, the next one passes over.
    """
    if discover:
        paths = (*paths, *_discovered(yes=yes, json_=json_))
    elif not paths:
        raise click.UsageError("name files or folders to read, or let them be found with --discover")
    from pydantic_core import from_json

    from habitus.hosts import transcripts

    started = time.perf_counter()
    with show.opened() as layer, _seldom_swept():
        roots = _Roots(layer.store)
        read = transcripts.Read(roots=roots, parse=partial(from_json, cache_strings="keys"))
        files = transcripts.find(list(paths), read)
        first = next(iter(layer.store.entries(limit=1)), None)
        run = _Run(layer, read, roots, again=again)
        try:
            with _progress(sum(_size(file) for file in files), quiet=json_) as advance:
                for file in files:
                    run.file(file, advance)
            layer.tend()
        except KeyboardInterrupt:
            click.echo("Interrupted. What was read so far is kept; the same command goes on from here.", err=True)
            sys.exit(130)
        report = _report(layer, first.id if first else 0, read)
    seconds = time.perf_counter() - started
    report |= {
        "files": len(files),
        "unchanged_files": run.unchanged,
        "sessions": len(run.sessions),
        "events": run.told,
        "new_events": run.new,
    }
    report["seconds"] = round(seconds, 3)
    show.out(report) if json_ else _tell(report)
    if report["faulty"] and not report["events"] and not report["unchanged_files"]:
        sys.exit(1)  # nothing of it could be read


def _discovered(*, yes: bool, json_: bool) -> tuple[Path, ...]:
    """What is on this machine, once a person has said yes to it. For scripts: `--json` alone shows it and reads nothing."""
    from habitus.hosts.transcripts.discovery import discover

    found = discover()
    if json_ and not yes:
        show.out([{**one._asdict(), "files": len(one.files), "place": str(one.place)} for one in found])
        sys.exit(0)
    for one in () if json_ else found:
        click.echo(
            f"{one.title}: {one.sessions} session{'s' * (one.sessions != 1)}, {one.bytes / 1e6:.1f} MB, "
            f"{one.since:%Y-%m-%d} to {one.until:%Y-%m-%d}, in {show.safe(str(one.place))}"
        )
    if not found:
        click.echo("No history of Claude Code, Codex, Gemini CLI, Cursor or OpenCode was found.", err=True)
        sys.exit(0)
    if not yes and not click.confirm("Read them and learn from them? Nothing leaves this machine unless a model is set up"):
        sys.exit(1)
    return tuple(file for one in found for file in one.files)


@contextmanager
def _seldom_swept() -> Iterator[None]:
    """What is read holds no circles: looking for them after every few hundred values takes time and finds nothing."""
    usual = gc.get_threshold()
    gc.set_threshold(SWEPT)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


class _Roots(dict[str, str]):
    """What was met first in which file, kept from run to run: a resumed session repeats the lines of the old one. What is new is kept with
    the events that were read with it."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._new: list[dict[str, Any]] = []

    def setdefault(self, key: str, default: str = "") -> str:
        if key not in self:
            known = self._store.past().reading(f"root:{key}")
            if known is None:
                row = {"id": f"root:{key}", "mark": default, "position": 0, "carried": "", "read_at": datetime.now(UTC).isoformat()}
                self._new.append(row)
            self[key] = known["mark"] if known else default
        return self[key]

    def keep(self) -> None:
        for row in self._new:
            self._store.past().keep_reading(row)
        self._new.clear()


class _Run:
    """One run over many files, each from where the last run left it."""

    def __init__(self, layer: Layer, read: Read, roots: _Roots, *, again: bool) -> None:
        self.layer = layer
        self.read = read
        self.roots = roots
        self.again = again
        self.sessions: set[str] = set()
        self.told = self.new = self.unchanged = 0

    def file(self, file: Path, advance: Callable[[int], None]) -> None:
        from habitus.hosts import transcripts

        id, mark = str(file.resolve()), _mark(file)
        known = None if self.again else self.layer.store.past().reading(id)
        if known and mark and known["mark"] == mark:
            self.unchanged += 1
            self.read.bytes += _size(file)
            advance(self.read.bytes)
            return
        start = transcripts.Position(**json.loads(known["carried"])) if known and known["carried"] else None
        before = self.read.faulty
        for batch in _batches(transcripts.events(file, self.read, start)):
            with self.layer.batch():
                self.roots.keep()
                self.new += self._taken(batch)
                self._mark(id, "")
            self.told += len(batch)
            self.sessions.update(event.session for event in batch)
            advance(self.read.bytes)
        self._mark(id, mark if self.read.faulty == before else "")

    def _taken(self, batch: list[Event]) -> int:
        """All at once; where one of them cannot be kept, one by one, so that only that one is left out."""
        try:
            return self.layer.history.take(batch)
        except EventError:
            return sum(self._one(event) for event in batch)

    def _one(self, event: Event) -> int:
        try:
            return self.layer.history.take([event])
        except EventError as error:
            self.read.fault(f"{event.session}:{event.key}", str(error))
            return 0

    def _mark(self, id: str, mark: str) -> None:
        """How far this file is read; `mark` stands for all of it, as it is now."""
        place = self.read.position
        self.layer.store.past().keep_reading(
            {
                "id": id,
                "mark": mark,
                "position": place.offset,
                "carried": json.dumps(asdict(place)),
                "read_at": datetime.now(UTC).isoformat(),
            }
        )


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0  # it will be a fault when it is read


def _mark(file: Path) -> str:
    try:
        found = file.stat()
    except OSError:
        return ""
    return f"{found.st_size}:{found.st_mtime_ns}"


def _batches(events: Iterator[Any]) -> Iterator[list[Any]]:
    while batch := list(islice(events, TOGETHER)):
        yield batch


def _progress(total: int, *, quiet: bool) -> Any:
    @contextmanager
    def shown() -> Iterator[Any]:
        if quiet or not sys.stderr.isatty():
            yield lambda done: None
            return
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("reading"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("reading", total=total)
            yield lambda done: bar.update(task, completed=done)

    return shown()


def _report(layer: Layer, after: int, read: Read) -> dict[str, Any]:
    """What this run wrote in the ledger."""
    lines = {verb: [_line(layer, entry) for entry in _since(layer, after, verb)] for verb in ("learned", "reinforced", "superseded")}
    for verb in ("unclear", "declined"):
        lines[verb] = [{"entry": e.id, "session": e.session, **layer.store.content(e.after)} for e in _since(layer, after, verb)]
    asked = [(entry, layer.store.content(entry.after)) for entry in _since(layer, after, "proposed") if entry.table == "proposals"]
    refused = [(entry, json.loads(row["body"]), row["reason"]) for entry, row in asked if row["kind"] == "refused"]
    lines["refused"] = [{"entry": e.id, "session": e.session, "said": body["said"], "why": why} for e, body, why in refused]
    return {**lines, "faults": read.faults, "faulty": read.faulty}


def _since(layer: Layer, after: int, verb: str) -> list[Entry]:
    """Lines of one kind after a place in the ledger, oldest first."""
    found: list[Entry] = []
    before_id = None
    while page := [e for e in layer.store.entries(verb=verb, before_id=before_id, after_id=after, limit=500) if e.id > after]:
        found += page
        before_id = page[-1].id
    return found[::-1]


def _line(layer: Layer, entry: Entry) -> dict[str, Any]:
    rule = layer.store.content(entry.after)
    source = json.loads(rule["source_exchange"]) if rule["source_exchange"] else {"correction": ""}
    return {
        "entry": entry.id,
        "id": rule["id"],
        "rule_type": rule["rule_type"],
        "rule": rule["description"],
        "scope": rule["scope"],
        "confidence": rule["confidence"],
        "said": source["correction"],
        "session": entry.session,
    }


def _tell(report: dict[str, Any]) -> None:
    same = report["unchanged_files"]
    unchanged = f" {show.many(same, 'file')} {'has' if same == 1 else 'have'} not changed since the last time." if same else ""
    read = f"{show.many(report['events'], 'event')} of {show.many(report['sessions'], 'session')} in {show.many(report['files'], 'file')}"
    click.echo(f"Read {read} ({report['new_events']} new) in {report['seconds']:.1f} s.{unchanged}")
    for verb, heading in (("learned", "Learned"), ("reinforced", "Heard again"), ("superseded", "Taken back by what you said later")):
        if report[verb]:
            click.echo(f"\n{heading}:")
        for line in report[verb]:
            click.echo(f"  • [{line['rule_type']}] {show.safe(line['rule'])}")
            click.echo(f"      because you said: {_short(line['said'])}")
            click.echo(f"      in {line['session']}, for {line['scope']}; take it back with: habitus undo {line['entry']}")
    nothing = {
        "unclear": "Unclear, so nothing was made of it",
        "declined": "No corrections, says the model",
        "refused": "Refused; the reasons: habitus inbox",
    }
    for verb, heading in nothing.items():
        if report[verb]:
            click.echo(f"\n{heading}:")
        for line in report[verb][:UNCLEAR]:
            click.echo(f"  • {_short(line['said'])}  (in {line['session']})")
        if len(report[verb]) > UNCLEAR:
            click.echo(f"  … and {len(report[verb]) - UNCLEAR} more: habitus ledger --verb {verb}")
    if not report["learned"] and not report["reinforced"]:
        click.echo("Nothing new to learn." if report["new_events"] == 0 else "No lasting rule was found in what is new.")
    if report["faulty"]:
        click.echo(f"\n{show.many(report['faulty'], 'line')} could not be read, the first of them:", err=True)
        for fault in report["faults"][:5]:
            click.echo(f"  {fault}", err=True)


UNCLEAR = 10
"""Lines shown of what nothing came of."""


def _short(text: str) -> str:
    flat = show.safe(" ".join(text.split()))
    return f"“{flat if len(flat) <= 160 else flat[:157] + '…'}”"
