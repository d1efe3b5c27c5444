"""`habitus replay`: would it have helped? Recorded sessions, played again as if Habitus had been there."""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from habitus.cli import show
from habitus.config.account import account
from habitus.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime

    from habitus.hosts.transcripts import Read
    from habitus.layer.replaying import Mistake, Replay, Report
    from habitus.types import Rule

TOGETHER = 1000
"""Events read at once."""

KINDS = {"correction": "said again by you", "failure": "failed as before", "check": "against a rule"}
SINCE = {"earlier": "  known from earlier", "session": "  from the same session"}
COLUMNS = {
    "made": "repeated", "met": "met", "by earlier": "by_earlier", "by own": "by_session", "at call": "call", "in prompt": "prompt",
    "after error": "error",
}  # fmt: skip
"""Of the table: how many mistakes were made again, how many met, by lessons of which sessions, and where it was told."""
CAVEAT = (
    "A recording shows what was told before a mistake, not what the agent would have done: it never saw the reminder. "
    "Met is not prevented, and what happened after a reminder might not have happened at all."
)


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--with", "given", multiple=True, metavar="RULES",
    help="Rules in force from the start, and nothing is learned: a file (one a line, or a JSON or YAML list), or the id of a rule.",
)  # fmt: skip
@click.option(
    "--adopt", is_flag=True,
    help="Put the rules of --with in force, if the gate adopts them: better than without by more than chance. Exit code 1: it did not.",
)  # fmt: skip
@click.option("--since", type=show.Since(), help="Score sessions that began since then. Earlier ones are learned from all the same.")
@show.limit
@show.as_json
def replay(paths: tuple[Path, ...], given: tuple[str, ...], adopt: bool, since: datetime | None, limit: int, json_: bool) -> None:
    """Play recorded sessions again, in the order in which they happened: which repeated mistakes would have had a reminder before them,
    which reminders would have been for nothing, and what they would have cost.

    PATHS are files or folders, of every kind that `habitus learn` reads. Your store is not touched: what is learned on the way is thrown
    away. No session is scored with what was learned from it.
    """
    from habitus import assemble
    from habitus.hosts import transcripts
    from habitus.layer.replaying import Replay

    if adopt and not given:
        raise click.UsageError("--adopt needs --with: which rules are to be adopted?")
    begun, read = time.perf_counter(), transcripts.Read()
    settings = assemble.settings(click.get_current_context().find_root().obj)
    rules = _rules(given)
    with Replay(settings, tracking=assemble.behaviour(settings)[0].tracking, since=since) as played:
        try:
            _take(played, transcripts.find(list(paths), read), read, quiet=json_)
            in_force = played.give(rules) if given else []
            _play(played, quiet=json_)
            is_whole = True
        except KeyboardInterrupt:
            in_force, is_whole = [], False
        found = facts(played, in_force) | {"complete": is_whole, "seconds": round(time.perf_counter() - begun, 3)}
    found |= {"faulty": read.faulty, "faults": read.faults}
    if adopt:
        found["adopted"] = _adopted(rules) if is_whole and found["gate"]["adopts"] else []
    show.out(found) if json_ else tell(found, limit)
    if not is_whole:
        sys.exit(130)
    if adopt and not found["adopted"]:
        sys.exit(1)
    if read.faulty and not found["counts"].get("sessions"):
        sys.exit(1)  # nothing of it could be read


def _adopted(rules: Sequence[str | Rule]) -> list[str]:
    with show.opened() as layer:
        return [rule.id for rule in layer.rulebook.adopt(rules, who=account())]


def _take(played: Replay, files: list[Path], read: Read, *, quiet: bool) -> None:
    from habitus.hosts import transcripts

    with _bar("reading", sum(file.stat().st_size for file in files if file.exists()), quiet=quiet) as advance:
        for file in files:
            events = transcripts.events(file, read)
            while batch := list(islice(events, TOGETHER)):
                played.take(batch, read.fault)
                advance(read.bytes)


def _play(played: Replay, *, quiet: bool) -> None:
    done = 0
    with _bar("playing", sum(taped.events for taped in played.sessions), quiet=quiet) as advance:
        for taped in played.play():
            done += taped.events
            advance(done)


@contextmanager
def _bar(what: str, total: int, *, quiet: bool) -> Iterator[Callable[[int], object]]:
    if quiet or not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    with Progress(TextColumn(what), BarColumn(), TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


# ── the rules of --with ──


def _rules(given: Sequence[str]) -> list[str | Rule]:
    from habitus.layer.rulebook import ID

    found: list[str | Rule] = []
    for one in given:
        found += listed(Path(one)) if Path(one).is_file() else [one]
    if not any(isinstance(one, str) and ID.fullmatch(one) for one in found):
        return _said(found, given)
    with show.opened() as layer:
        return _said([layer.rulebook.one(one) if isinstance(one, str) and ID.fullmatch(one) else one for one in found], given)


def _said(found: list[str | Rule], given: Sequence[str]) -> list[str | Rule]:
    from habitus.layer.rulebook import ID

    for one in given:
        if not Path(one).is_file() and not ID.fullmatch(one):
            raise ConfigError(f"--with {one}: there is no such file, and it is not the id of a rule: see `habitus rules list`")
    if given and not found:
        raise ConfigError(f"--with {given[0]}: there are no rules in it: write one a line, or a JSON or YAML list")
    return found


def listed(file: Path) -> list[str | Rule]:
    """One rule a line (blank lines and `#` are passed over, a bullet is not part of it), or a list in JSON or YAML: texts, or objects as
    `habitus rules list --json` prints them, of which the declared ones are passed over."""
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ConfigError(f"--with {file}: it is not UTF-8 (byte {error.start}): save it as that") from None
    except OSError as error:
        raise ConfigError(f"--with {file}: {(error.strerror or str(error)).lower()}") from None
    if file.suffix in (".json", ".yaml", ".yml") or text.lstrip().startswith("["):
        found = _list(text, file)
        return [_entry(one, file) for one in found if not (isinstance(one, dict) and one.get("kind") == "declared")]
    lines = (re.sub(r"^[-*•]\s+", "", line.strip()) for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def _list(text: str, file: Path) -> list[Any]:
    import io

    import ryaml

    try:
        found = ryaml.load(io.StringIO(text))  # JSON is YAML
    except ValueError as error:
        raise ConfigError(f"{file} is not a list of rules: {error}") from error
    if not isinstance(found, list):
        raise ConfigError(f"{file} must be a list of rules, in JSON or YAML; or write one a line in a text file")
    return found


def _entry(one: Any, file: Path) -> str:
    said = (one.get("id") or one.get("text") or one.get("rule")) if isinstance(one, dict) else one
    if not isinstance(said, str) or not said.strip():
        raise ConfigError(f"{file} holds {one!r:.60}, which is not a rule: give its text, or its id")
    return said.strip()


# ── the report ──


def facts(played: Replay, in_force: Sequence[Rule]) -> dict[str, Any]:
    report = played.report
    mistakes, alarms = report.mistakes, report.alarms
    return {
        "recorded": {"sessions": len(played.sessions), "events": sum(taped.events for taped in played.sessions)},
        "counts": dict(report.counts),
        "repeated": {kind: {where: _row(_of(mistakes, kind, where)) for where in SINCE} for kind in KINDS},
        "all": _row(mistakes),
        "without": {"repeated": len(mistakes), "met": 0},
        "gate": _gate(played),
        "tokens": _tokens(report),
        "rules": [{"id": rule.id, "text": rule.text, "check": rule.check is not None} for rule in in_force],
        "lessons": _lessons(played),
        "sessions": _sessions(report),
        "mistakes": [one._asdict() for one in mistakes],
        "false_alarms": [one._asdict() for one in alarms if one.outcome == "false"],
        "unclear": [one._asdict() for one in alarms if one.outcome == "unclear"],
        "caveat": CAVEAT,
    }


def _of(mistakes: Sequence[Mistake], kind: str, where: str) -> list[Mistake]:
    return [one for one in mistakes if one.kind == kind and one.since == where]


def _row(mistakes: Sequence[Mistake]) -> dict[str, int]:
    """How many, how many of them met, by whose lessons, and where it was told."""
    met = [one for one in mistakes if one.met]
    by = {f"by_{name}": sum(one.met == name for one in met) for name in SINCE}
    return {
        "repeated": len(mistakes),
        "met": len(met),
        **by,
        **{way: sum(one.way == way for one in met) for way in ("call", "prompt", "error")},
    }


def _gate(played: Replay) -> dict[str, Any]:
    scores = played.report.scores.values()
    return {"better": sum(one > 0 for one in scores), "worse": sum(one < 0 for one in scores), "adopts": played.is_worth_it()}


def _tokens(report: Report) -> dict[str, float]:
    counts = report.counts
    whole = counts["guidance_tokens"] + counts["reminder_tokens"]
    each = {"per_turn": round(whole / max(1, counts["turns"]), 1), "per_session": round(whole / max(1, counts["sessions"]), 1)}
    return {"added": whole, "guidance": counts["guidance_tokens"], "reminders": counts["reminder_tokens"], **each}


def _lessons(played: Replay) -> list[dict[str, Any]]:
    """What was told, the most useful first."""
    report = played.report
    met = Counter(one.lesson for one in report.mistakes if one.met)
    false = Counter(one.lesson for one in report.alarms if one.outcome == "false")
    ids = sorted(met | false | report.told, key=lambda id: (false[id] - met[id], -report.told[id], id))
    return [{"id": id, "met": met[id], "false": false[id], "told": report.told[id], "text": played.text(id)} for id in ids]


def _sessions(report: Report) -> list[dict[str, Any]]:
    """Those with a repeated mistake or a false alarm, the most met first."""
    found: dict[str, dict[str, Any]] = {}

    def row(session: str, at: datetime) -> dict[str, Any]:
        return found.setdefault(session, {"session": session, "at": at, "repeated": 0, "met": 0, "false": 0})

    for one in report.mistakes:
        mine = row(one.session, one.at)
        mine["repeated"] += 1
        mine["met"] += bool(one.met)
    for alarm in report.alarms:
        row(alarm.session, alarm.at)["false"] += alarm.outcome == "false"
    return sorted(found.values(), key=lambda row: (-row["met"], row["at"], row["session"]))


# ── for a person ──


def tell(found: dict[str, Any], limit: int) -> None:
    counts, all_ = found["counts"], found["all"]
    if not counts.get("sessions"):
        none = "No session was played. Give transcripts, such as ~/.claude/projects, or an earlier --since."
        click.echo(none if found["complete"] else "Interrupted before a session was played.")
        _tell_faults(found)
        return
    click.echo(
        f"Played {counts['sessions']} of {show.many(found['recorded']['sessions'], 'session')} "
        f"({show.many(counts['turns'], 'turn')}, {show.many(counts['calls'], 'call')}) "
        f"in {found['seconds']:.1f} s" + ("." if found["complete"] else "; interrupted: what follows is of those alone.")
    )
    if found["rules"]:
        click.echo(f"Rules in force from the start: {len(found['rules'])}. Nothing was learned on the way.")
    click.echo("")
    _table(found)
    click.echo(f"\nWithout Habitus: {all_['repeated']} made again, and nothing told before any of them.")
    _tell_alarms(found)
    tokens = found["tokens"]
    click.echo(
        f"Tokens added: {tokens['added']} ({tokens['guidance']} in prompts, {tokens['reminders']} at calls), "
        f"{tokens['per_turn']} a turn, {tokens['per_session']} a session."
    )
    gate = found["gate"]
    verdict = "better than chance" if gate["adopts"] else "not told apart from chance, or worse"
    click.echo(f"Sessions with more met than told in vain: {gate['better']}; the other way round: {gate['worse']}. By the gate: {verdict}.")
    if "adopted" in found:
        kept = found["adopted"]
        click.echo(
            f"Adopted: {show.many(len(kept), 'rule')} in force, see `habitus rules list`."
            if kept
            else "Adopted: nothing. The rules stay out of force."
        )
    click.echo(f"\n{CAVEAT}")
    _tell_sessions(found, limit)
    _tell_false(found, limit)
    _tell_faults(found)


def _table(found: dict[str, Any]) -> None:
    rows: list[tuple[str, dict[str, int]]] = []
    for kind, title in KINDS.items():
        parts = found["repeated"][kind]
        rows.append((title, {name: parts["earlier"][name] + parts["session"][name] for name in parts["earlier"]}))
        rows += [(SINCE[where], parts[where]) for where in SINCE if parts[where]["repeated"]]
    rows.append(("all", found["all"]))
    if not sys.stdout.isatty():
        click.echo("\t".join(["mistakes", *COLUMNS]))

    def figure(name: str) -> Callable[[Any], str]:
        return lambda row: str(row[1][name])

    show.listing(rows, {"mistakes": lambda row: row[0], **{title: figure(name) for title, name in COLUMNS.items()}}, empty="")


def _tell_alarms(found: dict[str, Any]) -> None:
    counts = found["counts"]
    share = f" ({counts.get('false', 0) / counts['reminders']:.0%})" if counts.get("reminders") else ""
    click.echo(
        f"False alarms: {counts.get('false', 0)} of {counts.get('reminders', 0)} reminders{share} came at calls that went well as they "
        f"were, and nobody was unhappy with; {counts.get('unclear', 0)} more cannot be told."
    )
    if counts.get("unminded"):
        silent = counts.get("unminded_silent", 0)
        click.echo(f"Calls against a rule that nobody minded: {counts['unminded']}, of which checks in shadow kept silent about {silent}.")
    if counts.get("opposed"):
        click.echo(f"Told the opposite: {counts['opposed']} corrections contradict a rule that was in that turn's prompt.")


def _tell_sessions(found: dict[str, Any], limit: int) -> None:
    best = [row for row in found["sessions"] if row["met"]][:limit]
    if best:
        click.echo("\nMost met:")
    for row in best:
        click.echo(
            f"  {show.safe(row['session'])}  {show.when(row['at'])}  {row['met']} of {row['repeated']} met, {row['false']} false alarms"
        )
        for one in (one for one in found["mistakes"] if one["session"] == row["session"] and one["met"]):
            whose = "this session" if one["met"] == "session" else "the rules given" if found["rules"] else "an earlier session"
            click.echo(f"    • {_short(one['what'])}")
            click.echo(f"        known from {whose}, told {WAYS[one['way']]}: {_short(one['says'])}")


WAYS = {"call": "at the call", "prompt": "in the prompt", "error": "with an earlier error"}


def _tell_false(found: dict[str, Any], limit: int) -> None:
    if found["false_alarms"]:
        click.echo("\nFalse alarms:")
    for one in found["false_alarms"][:limit]:
        click.echo(f"  • {_short(one['what'])}  (in {show.safe(one['session'])}, {show.when(one['at'])})")
        click.echo(f"      {_short(one['told'])}")
    if len(found["false_alarms"]) > limit:
        click.echo(f"  … and {len(found['false_alarms']) - limit} more: --limit, or --json for all")


def _tell_faults(found: dict[str, Any]) -> None:
    if found["faulty"]:
        click.echo(f"\n{show.many(found['faulty'], 'line')} could not be read, the first of them:", err=True)
    for fault in found["faults"][:5]:
        click.echo(f"  {show.safe(fault)}", err=True)


def _short(text: str) -> str:
    flat = show.safe(" ".join(text.split()))
    return flat if len(flat) <= 160 else flat[:157] + "…"
