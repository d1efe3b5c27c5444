"""`Rules.judge` with the `coding` profile beside the same rules written by hand; new commands, long sessions, many rules, peers.

Ours and the floor live through one made-up trace in turns, and must say the same. Each call is timed by itself, with the collector off and
the timer's own cost taken away. `judge` is `Rules.judge` before the call and after it, beside what the floor decides; it changes nothing,
so it is asked five times and the time divided. `fold` is the session moved on. `whole` is all that a call costs before it is stored, done
once: the `Call` that rules see is built, judged and folded, before and after, beside all that the floor does. Shell calls are part of the
trace, because they move the state, but not of the ratios: what a command costs is parsing, and that is measured apart.
"""

from __future__ import annotations

import random
import time
from dataclasses import fields
from datetime import UTC, datetime
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from bench import data, peers
from bench.floor import floor
from bench.timing import quiet, turns
from habitus.enforce import declared
from habitus.enforce.check import Call
from habitus.observe.session import dump, follow
from habitus.parse import actions
from habitus.types import AgentText, Session, ToolCall, ToolResult, TurnStart

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from habitus.enforce import Rules

NOW = datetime(2026, 10, 1, 9, 0, tzinfo=UTC)
STAMP = NOW.timestamp()
WORKSPACE = "/home/ana/work/shop"
CALLS = 2_000
ROUNDS = 40
TIMES, ONCE = range(5), range(0)
PASSES = 3
EARLY, LONG = 100, 100_000
RULES = 1_500

# As often as in specstory's transcripts of Claude Code.
MIX = {
    "Bash": 33, "Read": 28, "Edit": 26, "Grep": 5, "TodoWrite": 3, "Glob": 2, "Write": 2, "Task": 1, "WebSearch": 1, "mcp__tracker__get": 1,
}  # fmt: skip
COMMANDS = {
    "pytest -q": 20, "git status": 12, "git diff --stat": 10, "npm run build": 10, "ls -la": 8, "grep -rn cart src": 10,
    f"cat {WORKSPACE}/src/shop/cart_3.py": 6, "python manage.py migrate": 6, "rm -rf build": 1, "git reset --hard": 1,
}  # fmt: skip
TEXTS = ("I will look at the cart first.", "Now the tests.", "I am not sure how the discount is rounded.", "That is done.")


class Step(NamedTuple):
    """A call with all that comes of it, or the beginning of a turn, or words."""

    tool: str = ""
    call: ToolCall | None = None
    result: ToolResult | None = None
    text: str = ""


class Times(NamedTuple):
    """Nanoseconds of each call, and what was said of it."""

    judged: list[int]
    folded: list[int]
    whole: list[int]
    shell: list[int]
    """Of shell calls, judged; they are in none of the others."""
    said: list[tuple[str, ...]]

    def add(self, tool: str, judged: int, folded: int, whole: int) -> None:
        if tool == "Bash":
            self.shell.append(judged)
        else:
            self.judged.append(judged)
            self.folded.append(folded)
            self.whole.append(whole)


def trace(calls: int = CALLS, *, seed: int = 7, files: int = 120) -> list[Step]:
    dice = random.Random(seed)
    steps: list[Step] = []
    made = 0
    while made < calls:
        steps.append(Step())
        if dice.random() < 0.7:
            steps.append(Step(text=dice.choice(TEXTS)))
        for _ in range(dice.randint(2, 12)):
            steps.append(_step(dice, f"toolu_{made:08}", f"{WORKSPACE}/src/shop/cart_{dice.randrange(files)}.py"))
            made += 1
    return steps


def _step(dice: random.Random, id: str, file: str) -> Step:
    tool = dice.choices([*MIX], [*MIX.values()])[0]
    known: dict[str, dict[str, Any]] = {
        "Read": {"file_path": file},
        "Edit": {"file_path": file, "old_string": "total = 0", "new_string": "total = Decimal(0)"},
        "Write": {"file_path": file, "content": "from decimal import Decimal\n"},
        "Grep": {"pattern": f"def total_{dice.randrange(50)}"},
        "Glob": {"pattern": f"**/cart_{dice.randrange(50)}*.py"},
        "Bash": {"command": dice.choices([*COMMANDS], [*COMMANDS.values()])[0], "description": "See how it stands"},
        "WebSearch": {"query": "decimal rounding half even"},
        "Task": {"prompt": "Find where totals are rounded", "description": "Find rounding"},
        "TodoWrite": {"todos": [{"content": "Round totals", "status": "pending"}]},
    }
    args = known.get(tool, {"id": "SHOP-12"})
    lint = {"lint": [{"severity": "error", "message": "unused import"}]} if tool == "Edit" and dice.random() < 0.05 else {}
    error = "it failed" if dice.random() < 0.04 else None
    target = file if "file_path" in args else ""
    moment: dict[str, Any] = {"session": "s", "at": NOW, "workspace": WORKSPACE}
    call = ToolCall(**moment, id=id, tool=tool, args=args, target=target)
    return Step(tool, call, ToolResult(**moment, id=id, result={"status": "completed", **lint}, error=error))


def is_there(path: str) -> bool:
    """A disk that answers at once: half of the files are on it."""
    return path.endswith(("1.py", "3.py", "5.py", "7.py", "9.py"))


def ours(rules: Rules, steps: Sequence[Step], session: Session | None = None, *, keep: bool = False, again: range = TIMES) -> Times:
    clock = time.perf_counter_ns
    judge = rules.judge
    live = session or Session(key="s", workspace=WORKSPACE)
    times = Times([], [], [], [], [])
    for tool, call, result, text in steps:
        if call is None or result is None:
            words = AgentText(session="s", at=NOW, text=text) if text else None
            said = judge("on_text", live, Call(tool="", action="", args={}, text=text), STAMP) if words else None
            follow(live, words or TurnStart(session="s", at=NOW), fired=said.fired if said else ())
            if keep and said:
                times.said.append(said.fired)
            continue
        start = clock()
        seen = Call(tool=tool, action=actions.name(tool), target=call.target, args=call.args, workspace=call.workspace, exists=is_there)
        before = judge("pre_tool", live, seen, STAMP)
        whole = clock() - start
        start = clock()
        for _ in again:
            judge("pre_tool", live, seen, STAMP)
        judged = clock() - start
        fired = before.fired
        blocked = bool(fired) and any(verdict.action == "block" for verdict in before.verdicts)
        start = clock()
        follow(live, call, blocked=blocked, fired=fired)
        folded = clock() - start
        if not blocked:
            start = clock()
            kept = live.waiting[call.id]
            seen = Call(
                tool=kept.tool, action=kept.action, target=kept.target, args=kept.args, workspace=live.workspace,
                nth=kept.nth, result=result.result, error=result.error, exists=is_there,
            )  # fmt: skip
            after = judge("post_tool", live, seen, STAMP)
            whole += clock() - start
            start = clock()
            for _ in again:
                judge("post_tool", live, seen, STAMP)
            judged += clock() - start
            more = after.fired
            fired += more
            start = clock()
            follow(live, result, fired=more)
            folded += clock() - start
        times.add(tool, judged, folded, whole + folded)
        if keep:
            times.said.append(fired)
    return times


def by_hand(steps: Sequence[Step], *, keep: bool = False) -> Times:
    clock = time.perf_counter_ns
    state, before, called, after, returned, spoken, turn = floor(is_there)
    times = Times([], [], [], [], [])
    for tool, call, result, text in steps:
        if call is None or result is None:
            words = spoken(text) if text else turn()
            if keep and text:
                times.said.append(tuple(one[0] for one in words or ()))
            continue
        start = clock()
        said = before(tool, call.args, call.target)
        whole = clock() - start
        start = clock()
        for _ in TIMES:
            before(tool, call.args, call.target)
        judged = clock() - start
        blocked = bool(said) and any(one[1] == "block" for one in said)
        start = clock()
        called(call.id, tool, call.args, call.target, blocked)
        folded = clock() - start
        if not blocked:
            nth = state.calls_this_turn
            start = clock()
            more = after(tool, call.target, nth, result.result, result.error)
            whole += clock() - start
            start = clock()
            for _ in TIMES:
                after(tool, call.target, nth, result.result, result.error)
            judged += clock() - start
            said += more
            start = clock()
            returned(call.id, result.error)
            folded += clock() - start
        times.add(tool, judged, folded, whole + folded)
        if keep:
            times.said.append(tuple(one[0] for one in said))
    return times


# ── figures ──


def beside_the_floor(rules: Rules) -> dict[str, Any]:
    steps = trace()
    one, other = ours(rules, steps, keep=True).said, by_hand(steps, keep=True).said
    assert one == other, next(f"step {n}: {a}, but the floor {b}" for n, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
    with quiet():
        timer = _timer()
        rounds = [(ours(rules, steps), by_hand(steps)) for _ in range(ROUNDS)]
    us, them = (Times(*map(_medians, zip(*lived, strict=True))) for lived in zip(*rounds, strict=True))
    figures: dict[str, Any] = {"trace": f"{CALLS} calls, {sum(map(len, one))} verdicts, the same as the floor's"}
    for name, mine, theirs, looks, each in (
        ("judge", us.judged, them.judged, 2, len(TIMES)),
        ("fold", us.folded, them.folded, 2, 1),
        ("whole", us.whole, them.whole, 4, 1),
    ):
        a, b = [[_us(times, part, timer * looks) / each for part in (0.5, 0.99)] for times in (mine, theirs)]
        figures[f"{name}_us"] = f"median {a[0]:.2f}, p99 {a[1]:.2f}; the floor's {b[0]:.2f}, {b[1]:.2f}"
        figures[f"{name}_median_ratio"] = round(a[0] / b[0], 2)
        figures[f"{name}_p99_ratio"] = round(a[1] / b[1], 2)
    return figures | {"judge_command_seen_before_us": round(_us(us.shell, 0.5, 2 * timer) / len(TIMES), 2)}


def _medians(rounds: Sequence[list[Any]]) -> list[Any]:
    """Each call's own: what the machine does beside us falls on one round or another, what a call costs falls on all."""
    return [median(times) for times in zip(*rounds, strict=True)]


def new_commands(rules: Rules) -> dict[str, Any]:
    """Each distinct command once a pass, in the same order: more of them than any memo of ours holds. The best of the passes counts."""
    if data.folder() is None:
        MARKS.pop("command_median_us", None)  # not measured: it cannot miss its mark
        return data.ABSENT
    given = dict.fromkeys(row["command"] for name in ("commands_benign", "commands_labelled") for row in data.rows(name))
    took: dict[str, list[int]] = {command: [] for command in given}
    folded: list[int] = []
    clock = time.perf_counter_ns
    with quiet():
        timer = _timer()
        for turn in range(PASSES + 1):
            for command, times in took.items():
                args = {"command": command}
                live = Session(key="s", workspace=WORKSPACE, turn=1, spoke=True)
                call = ToolCall(session="s", at=NOW, id="c", tool="Bash", args=args, workspace=WORKSPACE)
                begin = clock()
                rules.judge("pre_tool", live, Call(tool="Bash", action="bash", args=args, workspace=WORKSPACE), STAMP)
                judged = clock() - begin
                begin = clock()
                follow(live, call)
                if turn:  # the first pass loads the tables
                    times.append(judged)
                    folded.append(clock() - begin)
    each = [min(times) for times in took.values()]
    return {
        "commands": f"{len(each)} real commands, none twice",
        "command_median_us": round(_us(each, 0.5, timer), 1),
        "command_p95_us": round(_us(each, 0.95, timer), 1),
        "command_p99_us": round(_us(each, 0.99, timer), 1),
        "command_fold_median_us": round(_us(folded, 0.5, timer), 1),
    }


def long_session(rules: Rules) -> dict[str, Any]:
    """Judge and fold the same calls late in a session as early in it. Every file of the long session is another one."""
    steps = trace(LONG, seed=11, files=10**9)
    early, late = Session(key="s", workspace=WORKSPACE), Session(key="s", workspace=WORKSPACE)
    ours(rules, steps[: [n for n, step in enumerate(steps) if step.call][EARLY]], early, again=ONCE)
    ours(rules, steps, late, again=ONCE)
    probe = trace(300, seed=13)
    took: dict[int, list[float]] = {0: [], 1: []}
    with quiet():
        for _ in range(ROUNDS):
            for which, lived in enumerate((early, late)):
                times = ours(rules, probe, _copy(lived), again=ONCE)
                took[which].append(median(times.whole))
    first, last = median(took[0]), median(took[1])
    start = time.perf_counter()
    dump(late)
    snapshot = time.perf_counter() - start
    return {
        f"whole_after_{EARLY}_calls_us": round(first / 1000, 2),
        f"whole_after_{LONG}_calls_us": round(last / 1000, 2),
        "session_growth": round(last / first, 2),
        f"snapshot_after_{LONG}_calls_ms": round(snapshot * 1000, 1),
    }


def _copy(session: Session) -> Session:
    """A session that can be moved on without moving the one it came from."""
    parts = {field.name: getattr(session, field.name) for field in fields(Session)}
    sets = {name: set(members) for name, members in session.sets.items()}
    return Session(**parts | {name: dict(parts[name]) for name in ("waiting", "counters", "flags", "fired")} | {"sets": sets})


def many_rules() -> dict[str, Any]:
    """The fifteen rules that the peers have too, alone and among fifteen hundred that concern other tools."""
    few = fifteen()
    others = [_rule(f"other_{n}", f"tracker.act_{n}", "title", "urgent") for n in range(RULES - len(peers.RULES))]
    many = fifteen(others)
    questions = [step.call for step in trace(200, seed=17) if step.call]
    took = turns({"few": _each(_judged(few), questions), "many": _each(_judged(many), questions)}, rounds=60, each=5)
    unseen = iter(range(10**9))
    first = turns({"first": lambda _: _judged(many)(f"crm.unseen_{next(unseen)}", {})}, rounds=10, each=1)
    return {
        "rules_15_us": round(took["few"] / len(questions) * 1e6, 2),
        f"rules_{RULES}_us": round(took["many"] / len(questions) * 1e6, 2),
        "rules_growth": round(took["many"] / took["few"], 2),
        f"rules_{RULES}_first_call_of_a_tool_us": round(first["first"] * 1e6),
    }


def beside_peers() -> dict[str, Any]:
    """Median microseconds for one question, and how many times ours that is."""
    asks, absent = peers.ready()
    asks = {"habitus": _judged(fifteen()), **asks}
    questions = [step.call for step in trace(200, seed=17) if step.call]
    bad = [("Write", {"file_path": "/w/.env"}), ("Bash", {"command": "sudo ls"}), ("Read", {"file_path": "/w/key.pem"})]
    for name, ask in asks.items():
        wrong = [call.tool for call in questions if ask(call.tool, call.args) != ("rm -rf" in call.args.get("command", ""))]
        assert not wrong, f"{name} does not say what the rules say about {wrong[:3]}"
        assert all(ask(*call) for call in bad), f"{name} lets through what the rules stop"
    took = turns({name: _each(ask, questions) for name, ask in asks.items()}, rounds=20, each=1)
    said = {name: f"{each / len(questions) * 1e6:.1f} µs, {each / took['habitus']:.1f} times ours" for name, each in took.items()}
    return {"fifteen_rules": {**said, **absent}}


def fifteen(more: Sequence[dict[str, Any]] = ()) -> Rules:
    given = [_rule(f"rule_{n}", tool, field, words) for n, (tool, field, words) in enumerate(peers.RULES)]
    behavior, faults = declared.read({"custom": [*given, *more]})
    assert not faults.found, faults.found
    return behavior.rules


def _rule(id: str, tool: str, field: str, words: str) -> dict[str, Any]:
    condition = {"type": "contains", "field": field, "substring": words}
    return {"id": id, "trigger": tool, "condition": condition, "action": "block", "message": "This may not be in there."}


def _judged(rules: Rules) -> peers.Ask:
    live = Session(key="s", workspace=WORKSPACE)
    return lambda tool, args: bool(rules.judge("pre_tool", live, Call(tool=tool, action=actions.name(tool), args=args), STAMP).verdicts)


def _each(ask: peers.Ask, questions: Sequence[ToolCall]) -> Callable[[int], object]:
    def all_of_them(number: int) -> None:
        for call in questions:
            ask(call.tool, call.args)

    return all_of_them


def _timer() -> int:
    """What it costs to look at the clock twice."""
    clock = time.perf_counter_ns
    found = []
    for _ in range(20_000):
        begin = clock()
        found.append(clock() - begin)
    return int(median(found))


def _us(times: list[int], part: float, timer: int) -> float:
    return (sorted(times)[int(len(times) * part)] - timer) / 1000


def run() -> dict[str, Any]:
    behavior, faults = declared.read({}, profile="coding")
    assert not faults.found
    rules = behavior.rules
    return beside_the_floor(rules) | new_commands(rules) | long_session(rules) | many_rules() | beside_peers()


MARKS: dict[str, Any] = {
    "judge_median_ratio": 3.0,
    "judge_p99_ratio": 5.0,
    "command_median_us": 60.0,
    "session_growth": 1.25,
    "rules_growth": 10.0,
}
