"""What is seen of a run: on a terminal, and where there is none."""

import io
from collections.abc import Callable
from itertools import count

from rich.console import Console

from habitus.agent.outcome import Outcome, Spent
from habitus.agent.terminal.screen import ERASE, Screen
from habitus.types import Decision, ToolCall, Verdict
from nouns import START

BLOCK = Verdict("no_force", "block", "pre_tool", "Do not force it.")
REMIND = Verdict("test_it", "remind", "post_tool", "Run the tests.")


def console(*, terminal: bool) -> Console:
    return Console(
        file=io.StringIO(),
        force_terminal=terminal,
        width=60,
        color_system="standard" if terminal else None,
        legacy_windows=False,
        _environ={},
    )


def screen(*, terminal: bool = False, **given: object) -> Screen:
    ticks = count()
    return Screen(console(terminal=terminal), console(terminal=terminal), clock=lambda: float(next(ticks)), **given)  # type: ignore[arg-type]


def seen(one: Console) -> str:
    assert isinstance(one.file, io.StringIO)
    return one.file.getvalue()


def call(tool: str = "Bash", id: str = "c1", **args: object) -> ToolCall:
    return ToolCall(session="s", at=START, id=id, tool=tool, args=args or {"command": "make test"})


def allowed(id: str = "c1") -> Decision:
    return Decision(call=id, ruling="allow")


def outcome(text: str = "The answer.", **given: object) -> Outcome:
    return Outcome(**{"text": text, "ended": "done", "reason": "", "spent": Spent(requests=1, input_tokens=10, output_tokens=5), **given})  # type: ignore[arg-type]


def test_a_call_is_one_line_with_its_argument_and_time() -> None:
    one = screen()
    one.judged(call(), allowed())
    one.came_back(call(), "ok", failed=False, verdicts=())

    assert seen(one.err) == "  ● Bash make test  1.0 s\n"


def test_verdicts_stand_under_it_with_the_name_of_the_rule() -> None:
    one = screen()
    one.judged(call(), Decision(call="c1", ruling="block", verdicts=(BLOCK,), reason="Do not force it.", approval="a7"))
    one.came_back(call(), "Do not force it.", failed=True, verdicts=(BLOCK,))

    assert seen(one.err).splitlines() == [
        "  ■ Bash make test  blocked",
        "    block no_force: Do not force it.",
        "    To let exactly this call through, once: habitus approvals approve a7",
    ]


def test_on_a_terminal_they_have_their_colours() -> None:
    one = screen(terminal=True)
    for verdict in (BLOCK, REMIND, REMIND._replace(action="warn")):
        one.came_back(call(), "", failed=False, verdicts=(verdict,))

    assert all(f"\x1b[{colour}m{action}" in seen(one.err) for action, colour in (("block", 31), ("warn", 33), ("remind", 36)))


def test_a_call_that_runs_is_seen_until_it_is_over() -> None:
    one = screen(terminal=True)
    one.judged(call(), allowed())
    running = seen(one.err)
    one.came_back(call(), "ok", failed=False, verdicts=())

    assert "◦ Bash make test …" in running
    assert ERASE in seen(one.err)[len(running) :]


def test_a_long_argument_stays_on_one_line_of_the_terminal() -> None:
    one = screen(terminal=True)
    one.came_back(call(command="x" * 500), "ok", failed=False, verdicts=())

    assert "…" in seen(one.err)
    assert seen(one.err).rstrip("\n").partition(ERASE)[0].count("\n") <= 1


def test_a_failed_call_says_why() -> None:
    one = screen()
    one.judged(call("Read", file_path="a"), allowed())
    one.came_back(call("Read", file_path="a"), "There is no a.\nmore", failed=True, verdicts=())

    assert seen(one.err) == "  ✗ Read a  failed  1.0 s\n    There is no a. more\n"


def test_elsewhere_than_on_a_terminal_only_the_answer_is_the_answer() -> None:
    one = screen()
    one.text("Let me look.")
    one.judged(call(), allowed())
    one.came_back(call(), "ok", failed=False, verdicts=())
    one.text("Wrong.")
    one.note("Not accepted yet: too short")
    one.text("The ")
    one.text("answer.")
    one.over(outcome())

    assert seen(one.out) == "The answer.\n"
    assert [text in seen(one.err) for text in ("Let me look.", "Wrong.", "Not accepted yet", "The answer.")] == [True, True, True, False]


def test_on_a_terminal_text_comes_as_it_is_said_and_is_not_said_twice() -> None:
    one = screen(terminal=True)
    one.text("\n\nThe ")
    begun = seen(one.out)
    one.text("answer.")
    one.over(outcome())

    assert begun == "The "
    assert seen(one.out) == "The answer.\n"


def test_a_line_of_ours_begins_at_the_beginning_of_a_line() -> None:
    one = screen(terminal=True)
    one.text("Let me look.")
    one.judged(call(), allowed())

    assert seen(one.out) == "Let me look.\n"


def test_without_answers_there_is_nothing_on_that_console() -> None:
    for terminal in (True, False):
        one = screen(terminal=terminal, answers=False)
        one.text("On the way.")
        one.came_back(call(), "ok", failed=False, verdicts=())
        one.over(outcome())

        assert seen(one.out) == ""


def test_what_was_said_before_a_cancel_is_not_lost() -> None:
    one = screen()
    one.text("Half an ans")
    one.over(outcome("", ended="cancelled", reason="You cancelled it."))

    assert seen(one.out) == ""
    assert "Half an ans\nCancelled: You cancelled it.\n" in seen(one.err)


def test_sequences_of_strangers_do_nothing_in_any_line() -> None:
    evil = "a\x1b[2J\x1b]0;x\x07\u202eb"
    for terminal in (True, False):
        one = screen(terminal=terminal)
        one.text(evil[:2])
        one.text(evil[2:])
        one.judged(call(evil, command=evil), allowed())
        one.came_back(call(evil, command=evil), evil, failed=True, verdicts=())
        one.came_back(call(evil), evil, failed=True, verdicts=(BLOCK._replace(rule=evil, message=evil),))
        one.note(evil)
        one.over(outcome(evil, ended="failed", reason=evil))

        both = seen(one.out) + seen(one.err)
        assert not any(sign in both for sign in ("\x1b[2J", "\x1b]", "\x07", "\u202e"))


def test_a_sequence_in_two_pieces_is_none_either() -> None:
    one = screen(terminal=True)
    for piece in ("red: \x1b", "[3", "1mword\x1b", "]0;t\x07"):
        one.text(piece)

    assert seen(one.out) == "red: word0;t"


def test_markup_of_strangers_is_text() -> None:
    one = screen(terminal=True)
    one.came_back(call(command="[bold red]x[/]"), "", failed=False, verdicts=())

    assert "[bold red]x[/]" in seen(one.err)


def asking(one: Callable[[str], bool | None]) -> tuple[Screen, bool | None]:
    found = screen(asker=one)
    decision = Decision(call="c1", ruling="ask", reason="The policy asks.", approval="a7")
    found.judged(call(), decision)
    return found, found.ask(call(), decision)


def test_a_call_is_shown_before_it_is_asked_about() -> None:
    questions: list[str] = []

    def yes_to(question: str) -> bool:
        questions.append(question)
        return True

    one, yes = asking(yes_to)
    one.came_back(call(id="c1_yes"), "ok", failed=False, verdicts=())

    assert yes is True
    assert questions == ["Run it once? [y/N] "]
    assert seen(one.err).splitlines() == ["  ? Bash in ", "    ask The policy asks.", "    make test", "  ● Bash make test  1.0 s"]


def test_a_no_is_shown_as_one() -> None:
    one, yes = asking(lambda question: False)
    one.came_back(call(), "no", failed=True, verdicts=())

    assert yes is False
    assert seen(one.err).splitlines()[-1] == "  ■ Bash make test  denied"


def test_where_nobody_is_the_call_waits_and_it_says_how_to_approve_it() -> None:
    one = screen()
    decision = Decision(call="c1", ruling="ask", reason="The policy asks.", approval="a7")
    one.judged(call(), decision)

    assert one.ask(call(), decision) is None
    one.came_back(call(), "The policy asks.", failed=True, verdicts=())
    assert "waits for approval" in seen(one.err)
    assert "habitus approvals approve a7" in seen(one.err)


def test_the_end_names_the_cost_and_where_it_is_wanted_the_session() -> None:
    one = screen()
    one.over(outcome(calls=2), "bot-1")

    assert seen(one.err) == "1 answer, 10 tokens in, 5 out, 2 calls · session bot-1\n"
