"""`habitus guard`: what must not be in a skill, and why. A filter for programs, a report for people. Nothing is kept, nothing is run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from habitus.cli import lines, show

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.types import Violation

LARGEST = 20 << 20
"""Bytes of a file that is read: as large as a whole skill may be."""
MOST_FILES = 2000
SKIPPED = frozenset((".git", "node_modules", "__pycache__", ".venv"))


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--explain", metavar="RULE", help="Say what one rule is about, and what to write instead.")
@show.as_json
def guard(paths: tuple[Path, ...], explain: str | None, json_: bool) -> None:
    """Say what must not be in a skill, and why.

    With files or folders: a report, and exit code 1 where something is rejected. Without: `{"text","path"?}` in,
    `{"verdict","violations"}` out, one JSON object per line.
    """
    if explain is not None:
        _explain(explain, json_=json_)
    elif paths:
        sys.exit(_report(paths, json_=json_))
    else:
        lines.answer(_judged)


def _judged(line: dict[str, Any]) -> dict[str, Any]:
    from habitus.evolve.skills import guard as content

    path = lines.text(line, "path") if line.get("path") is not None else ""
    return _verdict(content.scan(lines.text(line, "text"), path))


def _verdict(found: tuple[Violation, ...]) -> dict[str, Any]:
    told = [{name: getattr(one, name) for name in ("rule", "category", "line", "excerpt", "reason")} for one in found]
    return {"verdict": "reject" if found else "accept", "violations": told}


def _explain(name: str, *, json_: bool) -> None:
    from habitus.evolve.skills import guard as content

    rule = content.named(name)
    if rule is None:
        from difflib import get_close_matches

        near = get_close_matches(name, [one.id for one in content.RULES], n=1)
        raise click.UsageError(f"There is no rule `{name}`." + (f" Did you mean `{near[0]}`?" if near else " `docs/guard.md` lists them."))
    if json_:
        show.out({"rule": rule.id, "category": rule.category, "reason": rule.reason, "instead": rule.instead})
        return
    click.echo(
        f"{rule.id} ({rule.category})\n\n  What it finds: text that {rule.reason}.\n  Instead: {rule.instead}.\n\n{_appeal(rule.id)}"
    )


def _appeal(rule: str) -> str:
    return f"If it is meant, an operator accepts it, and the reason is kept: habitus skills accept SLUG {rule} --reason '...'"


def _report(paths: tuple[Path, ...], *, json_: bool) -> int:
    """Every finding of every file; 1 where there is one."""
    from habitus.evolve.skills import guard as content

    told: list[dict[str, Any]] = []
    is_rejected, count = False, 0
    for path, text, trouble in _texts(paths):
        found = content.scan(text, path.name) if text is not None else ()
        is_rejected, count = is_rejected or bool(found), count + (text is not None)
        if json_:
            told.append({"path": str(path), **(_verdict(found) if not trouble else {"skipped": trouble})})
        elif trouble:
            click.echo(f"{_shown(path)}: not read: {trouble}", err=True)
        for one in found if not json_ else ():
            _tell(path, one)
    if json_:
        show.out(told)
    elif not is_rejected:
        click.echo(f"Nothing found in {count} file{'s' * (count != 1)}.")
    return int(is_rejected)


def _tell(path: Path, one: Violation) -> None:
    reason, _, instead = one.reason.partition("; instead: ")
    click.echo(f"{_shown(path)}:{one.line}: {one.rule} ({one.category})")
    click.echo(f"    {show.safe(one.excerpt)}")
    click.echo(f"    It {reason}.\n    Instead: {instead}.\n    {_appeal(one.rule)}")


def _shown(path: Path) -> str:
    return show.safe(str(path))


def _texts(paths: tuple[Path, ...]) -> Iterator[tuple[Path, str | None, str]]:
    """Each file with its text, or with the reason why it was not read."""
    from habitus.evolve.skills import guard as content

    for count, path in enumerate(_files(paths)):
        if count >= MOST_FILES:
            yield path, None, f"there are more than {MOST_FILES} files; name the folders one by one"
            return
        trouble = _trouble(path)
        if trouble:
            yield path, None, trouble
            continue
        try:
            text = content.readable(path.read_bytes())
        except OSError as error:
            yield path, None, error.strerror or str(error)
            continue
        yield path, text, "" if text is not None else "it is no text"


def _files(paths: tuple[Path, ...]) -> Iterator[Path]:
    for path in paths:
        if not path.is_dir() or path.is_symlink():
            yield path
            continue
        for inside in sorted(path.rglob("*")):
            if (not inside.is_dir() or inside.is_symlink()) and SKIPPED.isdisjoint(inside.relative_to(path).parts):
                yield inside


def _trouble(path: Path) -> str:
    """Why a file is not opened. A link could lead anywhere, a device might never end."""
    if path.is_symlink():
        return "it is a link; name the file that it leads to"
    if not path.exists():
        return "there is no such file"
    if not path.is_file():
        return "it is no ordinary file"
    size = path.stat().st_size
    return f"it has {size} bytes, and {LARGEST} is the most that is read" if size > LARGEST else ""
