"""`habitus inbox`: what waits for a yes or no."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from habitus.cli import show
from habitus.cli.skills import readable
from habitus.errors import Refused

if TYPE_CHECKING:
    from habitus.layer import Layer
    from habitus.layer.inbox import Answer
    from habitus.types import Proposal, Suggestion

WAYS = {
    "conflict": "approve: the newer holds · keep-old: the older holds · reject: both stay",
    "refused": "never kept, whoever asks · reject: dismiss it",
    "rule": "approve: in force · reject: not learned",
    "promotion": "approve: block such calls · reject: leave it at a warning",
    "persona": "approve: the file says it · reject: the file stays as it is",
    "suggestion": "approve: it is applied where the guardrails allow · reject: not for now",
    "skill": "approve with --reason: it is kept, and what the guard found may pass in it · reject: it is not kept · show: read all of it",
}


@click.group(invoke_without_command=True)
@click.option(
    "--state", type=click.Choice(["pending", "approved", "rejected"]), default="pending", show_default=True, help="Which of them."
)
@show.limit
@show.as_json
@click.pass_context
def inbox(ctx: click.Context, state: str, limit: int, json_: bool) -> None:
    """What waits for your yes or no: contradictions, refused rules with the reason, rules that no person said, checks that ask to block,
    changes of a persona, skills that the guard has stopped, and what a week of figures suggests."""
    if ctx.invoked_subcommand:
        return
    with show.opened() as layer:
        found = show.within(layer.store.lessons().proposals(state, limit=limit + 1), limit)
        suggested = show.within(layer.evolution.all(state=state, limit=limit + 1), limit)
        waiting = layer.store.approvals("pending", layer.clock(), limit) if state == "pending" else []
    if json_:
        show.out([*found, *map(_item, suggested)])
        return
    if not found and not suggested:
        click.echo("Nothing waits for you." if state == "pending" else f"Nothing was {state}.")
    for one in found:
        _tell(one)
    for each in suggested:
        _tell_suggestion(each)
    if waiting:
        click.echo(f"{show.many(len(waiting), 'call')} of tools to be approved: habitus approvals list")


def _tell(one: Proposal) -> None:
    click.echo(click.style(f"{one.id}  {one.kind}", bold=True) + f"  {show.when(one.created_at)}")
    if one.kind == "conflict":
        click.echo(show.safe(f"  - {one.body['old_text']}\n  + {one.body['new_text']}"))
    else:
        click.echo(show.safe(f"  {one.title}"))
    click.echo(show.safe("  why: " + one.reason.replace("\n", "\n    ")))
    if one.kind == "persona":
        click.echo(readable("    " + str(one.body["diff"]).replace("\n", "\n    ")))
    if one.body.get("said"):
        click.echo(show.safe(f"  you said: {one.body['said']}"))
    click.echo(f"  {WAYS[one.kind]}" if one.state == "pending" else f"  {one.state} by {one.answered_by}, {show.when(one.answered_at)}")


def _tell_suggestion(one: Suggestion) -> None:
    click.echo(click.style(f"{one.id}  suggestion", bold=True) + f"  {show.when(one.created_at)}")
    click.echo(show.safe(f"  {one.sentence}"))
    click.echo(
        f"  {WAYS['suggestion']}" if one.status == "pending" else f"  {one.status} by {one.reviewed_by}, {show.when(one.reviewed_at)}"
    )


def _item(one: Suggestion) -> dict[str, Any]:
    """As the other items of the inbox are."""
    about = {"suggestion_type": one.kind, "subject": one.subject, "agent": one.agent, "evidence": one.evidence}
    return {
        "id": one.id, "kind": "suggestion", "title": one.sentence, "reason": one.note, "body": about, "state": one.status,
        "created_at": one.created_at, "answered_by": one.reviewed_by, "answered_at": one.reviewed_at,
    }  # fmt: skip


def _suggestion(layer: Layer, id: str) -> Suggestion | None:
    """What begins with it among the suggestions. None: look among the other items."""
    found = layer.store.counting().suggestions_begun(id) if id.isalnum() else []
    if found and layer.store.lessons().proposals_begun(id):
        raise click.UsageError(f"several items begin with {id!r}: give more of the id")
    return layer.evolution.one(id) if found else None


@inbox.command("show")
@click.argument("id")
@show.as_json
def show_(id: str, json_: bool) -> None:
    """Show one of them in full: for a skill, all that would be kept."""
    with show.opened() as layer:
        suggested = _suggestion(layer, id)
        if suggested:
            show.out(_item(suggested)) if json_ else _tell_suggestion(suggested)
            return
        one = layer.inbox.one(id)
    if json_:
        show.out(one)
        return
    _tell(one)
    if one.kind == "skill":
        click.echo(f"\n{readable(one.body['text'])}")
        for path, content in one.body["files"].items():
            click.echo(show.safe(f"── {path} ──") + f"\n{_opened(content)}")


def _opened(content: str) -> str:
    from base64 import b64decode

    from habitus.evolve.skills.guard import readable as text_of

    text = text_of(raw := b64decode(content))
    return readable(text) if text is not None else f"({len(raw):,} bytes that are no text)"


@inbox.command()
@click.argument("id")
@click.option("--reason", default="", help="Why what the guard found in a skill may pass; kept with it.")
def approve(id: str, reason: str) -> None:
    """Say yes."""
    _answer(id, "approve", reason)


@inbox.command()
@click.argument("id")
def reject(id: str) -> None:
    """Say no."""
    _answer(id, "reject")


@inbox.command("keep-old")
@click.argument("id")
def keep_old(id: str) -> None:
    """Of two rules that contradict each other, keep the older one."""
    _answer(id, "keep_old")


def _answer(id: str, answer: Answer, reason: str = "") -> None:
    from habitus.config.account import operator
    from habitus.layer.undoing import answering

    with show.opened() as layer:
        suggested = _suggestion(layer, id) if answer != "keep_old" else None
        if suggested:
            _answer_suggestion(layer, suggested, answer)
            return
        one, who = layer.inbox.one(id), operator()
        try:
            (_, done), entry = answering(layer, one.id, lambda: layer.inbox.answer(one.id, answer, who=who, reason=reason), who=who)
        except Refused as error:
            needs_reason = answer == "approve" and one.kind == "skill" and not reason.strip()
            raise Refused(f"{error}; give it with --reason" if needs_reason else str(error)) from error
    click.echo(f"{done}\nTake it back with: habitus undo {entry}")


def _answer_suggestion(layer: Layer, one: Suggestion, answer: Answer) -> None:
    from habitus.cli.evolution import answered, became, caller

    said = layer.evolution.approve if answer == "approve" else layer.evolution.reject
    click.echo(show.safe(became(*answered(layer, one, lambda: said(one.id, caller())))))
