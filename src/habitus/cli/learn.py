"""`habitus learn`: read past sessions and learn from them."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from habitus.cli import show

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.hosts.transcripts import Read
    from habitus.layer import Layer
    from habitus.types import Entry

TOGETHER = 500
"""Events made durable at once. An interrupted run keeps all but the last of these, and the next one goes on from there."""


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@show.as_json
def learn(paths: tuple[Path, ...], json_: bool) -> None:
    """Read past sessions and learn from them.

    PATHS are files or folders: Claude Code's transcripts (~/.claude/projects) and our own JSONL. Reading a file again learns
    nothing new; what an interrupted run has read, the next one passes over.
    """
    from habitus.hosts import transcripts

    files = transcripts.find(list(paths))
    read = transcripts.Read()
    started = time.perf_counter()
    with show.opened() as layer:
        first = next(iter(layer.store.entries(limit=1)), None)
        sessions: set[str] = set()
        new = told = 0
        try:
            with _progress(sum(file.stat().st_size for file in files), quiet=json_) as advance:
                for file in files:
                    for batch in _batches(transcripts.events(file, read)):
                        with layer.batch():
                            new += sum(layer.observe(event) for event in batch)
                        told += len(batch)
                        sessions.update(event.session for event in batch)
                        advance(read.bytes)
            layer.tend()
        except KeyboardInterrupt:
            click.echo("Interrupted. What was read so far is kept; the same command goes on from here.", err=True)
            sys.exit(130)
        report = _report(layer, first.id if first else 0, read)
    seconds = time.perf_counter() - started
    report |= {"files": len(files), "sessions": len(sessions), "events": told, "new_events": new, "seconds": round(seconds, 3)}
    show.out(report) if json_ else _tell(report)


def _batches(events: Iterator[Any]) -> Iterator[list[Any]]:
    batch: list[Any] = []
    for event in events:
        batch.append(event)
        if len(batch) == TOGETHER:
            yield batch
            batch = []
    if batch:
        yield batch


def _progress(total: int, *, quiet: bool) -> Any:
    from contextlib import contextmanager

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
    lines: dict[str, list[dict[str, Any]]] = {"learned": [], "reinforced": [], "unclear": []}
    before_id = None
    while page := layer.store.entries(changes=True, before_id=before_id, limit=500):
        for entry in page:
            if entry.id > after and entry.verb in lines:
                lines[entry.verb].append(_line(layer, entry))
        if page[-1].id <= after:
            break
        before_id = page[-1].id
    return {**{verb: rows[::-1] for verb, rows in lines.items()}, "faults": read.faults}


def _line(layer: Layer, entry: Entry) -> dict[str, Any]:
    import json

    if entry.table == "pending":  # unclear: nothing came of it, so the correction itself is what there is to show
        said = json.loads(layer.store.content(entry.before)["correction"])["exchange"]["correction"]
        return {"entry": entry.id, "session": entry.session, "said": said}
    rule = layer.store.content(entry.after)
    source = json.loads(rule["source_exchange"])
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
    click.echo(
        f"Read {report['events']} events of {report['sessions']} sessions in {report['files']} files ({report['new_events']} new) "
        f"in {report['seconds']:.1f} s."
    )
    for verb, heading in (("learned", "Learned"), ("reinforced", "Heard again")):
        if report[verb]:
            click.echo(f"\n{heading}:")
        for line in report[verb]:
            click.echo(f"  • [{line['rule_type']}] {line['rule']}")
            click.echo(f"      because you said: {_short(line['said'])}")
            click.echo(f"      in {line['session']}, for {line['scope']}; take it back with: habitus undo {line['entry']}")
    if report["unclear"]:
        click.echo("\nUnclear, so nothing was made of it:")
        for line in report["unclear"]:
            click.echo(f"  • {_short(line['said'])}  (in {line['session']})")
    if not report["learned"] and not report["reinforced"]:
        click.echo("Nothing new to learn." if report["new_events"] == 0 else "No correction was found in what is new.")
    if report["faults"]:
        click.echo(f"\n{len(report['faults'])} lines could not be read, the first of them:", err=True)
        for fault in report["faults"][:5]:
            click.echo(f"  {fault}", err=True)


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return f"“{flat if len(flat) <= 160 else flat[:157] + '…'}”"
