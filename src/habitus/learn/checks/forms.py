"""The forms that a rule can have, over the letters of `words.py`, and what each asks of a call.

A form must take in the whole sentence. What a form does not provide for ("for data processing", "in the frontend") is a limit that no call
shows, so there is no check.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from habitus.learn.checks import code, names, slots
from habitus.learn.checks.words import Word
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from habitus.learn.checks.slots import Condition

FEW = 3
"""Changes after which "run the tests after changes" is due: several belong together, as in the built-in rule `test_after_changes`."""

SHOWS = wordset("cat head tail less more sed awk grep egrep fgrep rg find ls")
"""Programs that a file tool can stand in for. Behind a pipe they work on text, which no file tool does."""

FORCED, LEASED = "-f|--force", "--force-with-lease"

WRITERS = ("edit", "write", "bash")
FILE_TOOLS = ("edit", "write", "bash", "delete_file", "move_file")


class Asks(NamedTuple):
    """What a sentence asks of a call."""

    triggers: tuple[str, ...]
    condition: Condition
    when: str = "pre_tool"


Words: TypeAlias = "Sequence[Word]"
Slots: TypeAlias = "dict[str, Words]"


# ── commands and tools ──


def _never(slot: Slots, kinds: str) -> Asks | None:
    """Never use X."""
    return _unwritten(slot, kinds) or _unused(slot, kinds)


def _unwritten(slot: Slots, kinds: str) -> Asks | None:
    """Never write X, where X is code."""
    is_said = not set(kinds).isdisjoint("UYLK")
    found = None if "E" in kinds or slots.tools(slot["x"]) else code.conditions(slot["x"], is_said=is_said)
    return Asks(WRITERS, _any(found)) if found else None


def _unused(slot: Slots, kinds: str) -> Asks | None:
    found = slots.commands(slot["x"], is_run="E" in kinds)
    if found:
        return Asks(("bash",), _any(found))
    tools = slots.tools(slot["x"])
    return Asks(tuple(tools), {}) if tools and ("U" in kinds or "E" in kinds) else None


def _instead(slot: Slots, kinds: str) -> Asks | None:
    """Use A instead of B."""
    said = _unwritten(slot, kinds)
    return _unused_for(slot, kinds) if said is None else None if _writes(said, slot["a"]) else said


def _writes(said: Asks, better: Words) -> bool:
    """Would what is asked for be what is forbidden? `console.log.bind` has `console.log` in it."""
    from habitus.parse.written import finder

    every = said.condition.get("any", [said.condition])
    return any(finder(tuple(one["writes"]["text"]))(word.text) for one in every for word in better)


def _unused_for(slot: Slots, kinds: str) -> Asks | None:
    better, worse = slot["a"], slot["x"]
    if any(word.kind not in "xctTdo" for word in better) or sum(word.kind == "x" for word in better) > 4:
        return None
    if "U" not in kinds and "E" not in kinds and not (slots.tools(better) or slots.commands(better)):
        return None  # "comments, not npm": nothing says that the one is used like the other
    tools = slots.tools(better)
    banned = slots.tools(worse)
    if tools == ["edit"] and banned == ["write"]:
        return Asks(("write",), {"target_exists_on_disk": True})  # a new file can only be written
    if tools and (banned or slots.program_of(worse) in ("shell", "bash", "terminal", "the shell")):
        return Asks(tuple(banned or ("bash",)), {})
    lines = slots.lines(better)
    found = slots.commands(worse, is_run="E" in kinds, instead=lines[0].partition(" ")[0] if lines else "")
    if not found:
        return Asks(tuple(banned), {}) if banned else None
    apart = [_apart(one, lines) for one in ([_on_files(one) for one in found] if tools else found)]
    kept = [one for one in apart if one]
    return Asks(("bash",), _any(kept)) if len(kept) == len(apart) else None


def _apart(worse: Condition, better: list[str]) -> Condition | None:
    """What is wrong without what is right: `uv run pytest` runs pytest, and `git pull --rebase` is a `git pull`. None where they cannot be
    told apart."""
    runs, others = worse["runs"], []
    for line in better:
        if not _runs(runs, line):
            continue
        argv = slots.words_of(line)
        if argv[0] in runs.get("program", ()):
            options = [names.spelled(argv[0], word) for word in argv if names.is_option(word)]
            runs = {**runs, "without_options": [*runs.get("without_options", ()), *options]}
            if not options or _runs(runs, line):
                return None
        else:
            words = [word for word in argv[1:2] if word.isalpha() and word not in runs.get("program", ())]
            right = {"program": argv[:1], **({"subcommand": words} if words else {})}
            if not _runs(right, line):
                return None
            others.append({"not": {"runs": right}})
    return {"all": [{"runs": runs}, *others]} if others else {"runs": runs}


def _runs(runs: Condition, command: str) -> bool:
    from habitus.parse import called, shell

    parts = {name: tuple(value) for name, value in runs.items() if name != "piped"}
    return called.described(parts, runs.get("piped")).runs(shell.commands(command))


def forbids(said: Asks, words: Words) -> bool:
    """Would the check hold back a command that another sentence asks for?"""
    if not re.fullmatch(r"1?[UE]1?[xcto,]+1?", "".join(word.kind for word in words)):
        return False
    every = said.condition.get("any", [said.condition])
    return any(_runs(one["runs"], word.text) for one in every if "runs" in one for word in words if word.kind == "x")


def _on_files(one: Condition) -> Condition:
    """Where a file tool is to be used instead: only what it could do."""
    runs = one["runs"]
    if "sed" in runs.get("program", ()):
        return {"runs": {**runs, "options": ["-i|--in-place"]}}
    return {"runs": {**runs, "args": ["*"], "piped": False}} if SHOWS & set(runs.get("program", ())) and "args" not in runs else one


def _always(slot: Slots, kinds: str) -> Asks | None:
    """Use A: not what A takes the place of."""
    others = names.INSTEAD_OF.get(slots.program_of(slot["x"]))
    if others is None or len(slot["x"]) != 1:
        return None
    subs = "H" in kinds
    found: list[Condition] = [
        {"runs": {"program": [other], **({"subcommand": list(names.INSTALL[other])} if subs and other in names.INSTALL else {})}}
        for other in others.split()
    ]
    plain = [{"runs": {"program": others.split()}}]
    return Asks(("bash",), _any(found if subs else plain))


def _to_install(slot: Slots, kinds: str) -> Asks | None:
    """Use A instead of B for installing packages; do not install packages with B."""
    found = slots.commands(slot["x"])
    programs = [name for one in found or () for name in one["runs"].get("program", ())]
    if not found or any(set(one["runs"]) != {"program"} for one in found) or not all(name in names.INSTALL for name in programs):
        return None
    return Asks(("bash",), _any([{"runs": {"program": [name], "subcommand": list(names.INSTALL[name])}} for name in programs]))


def _no_installs(slot: Slots, kinds: str) -> Asks:
    return Asks(("bash",), _any([{"runs": runs} for runs in names.ADDS]))


def _not_to_read(slot: Slots, kinds: str) -> Asks | None:
    """Do not use cat to read files."""
    found = slots.commands(slot["x"])
    return Asks(("bash",), _any([_on_files(one) for one in found])) if found else None


# ── options ──


def _without(slot: Slots, kinds: str) -> Asks | None:
    """Never run CMD with OPTION; run it without."""
    return _optional(slot, "options")


def _with(slot: Slots, kinds: str) -> Asks | None:
    """Run CMD with OPTION."""
    return _optional(slot, "without_options")


def _optional(slot: Slots, part: str) -> Asks | None:
    option = slots.option_of(slot["a"])
    named = STEPS.get(slot["x"][0].kind) if slot["x"] else None
    found = [_git(named)] if named else slots.commands(slot["x"], is_run=True)
    if not option or not found or any("program" not in one["runs"] or "options" in one["runs"] for one in found):
        return None
    if part == "without_options" and any(
        one["runs"]["program"][0] in names.SUBCOMMANDS and "subcommand" not in one["runs"] for one in found
    ):
        return None  # an option belongs to one subcommand: `pnpm run` takes no --frozen-lockfile
    return Asks(
        ("bash",),
        _any([{"runs": {**one["runs"], part: [names.spelled(one["runs"]["program"][0], option)]}} for one in found]),
    )


# ── git ──


STEPS = {"M": "commit", "P": "push"}


def _git(*words: str, **more: Any) -> Condition:
    return {"runs": {"program": ["git"], "subcommand": list(words), **more}}


def _no_git(slot: Slots, kinds: str) -> Asks:
    """Never commit; never push."""
    words = [word for kind, word in STEPS.items() if kind in kinds]
    return Asks(("bash",), _git(*words))


def _not_to(slot: Slots, kinds: str) -> Asks | None:
    """Never push to main; never commit on main. What is committed to must be a name that branches have: most other things are files."""
    branch = slots.branch(slot["x"], is_said="M" not in kinds and ("z" in kinds or "q" in kinds))
    if not branch or ("M" in kinds and branch in names.REMOTES):
        return None
    found = [_git("commit", branch=[branch])] if "M" in kinds else []
    return Asks(("bash",), _any([*found, slots.pushes_to(branch)] if "P" in kinds else found))


def _no_force(slot: Slots, kinds: str) -> Asks | None:
    """Never force push; or only with the lease."""
    is_leased = "a" in slot and slots.program_of(slot["a"]).endswith(LEASED)
    if "a" in slot and not is_leased:
        return None
    forced = [_git("push", options=[FORCED if is_leased else f"{FORCED}|{LEASED}"]), _git("push", args=["+*"])]
    if "x" not in slot:
        return Asks(("bash",), _any(forced))
    branch = slots.branch(slot["x"], is_said="z" in kinds or "q" in kinds)
    return Asks(("bash",), {"all": [slots.pushes_to(branch), {"any": forced}]}) if branch else None


def _no_adding(slot: Slots, kinds: str) -> Asks | None:
    """Never commit .env."""
    found = slots.paths(slot["x"])
    if not found:
        return None
    places = [
        place for one in found for plain in [one.rstrip("/")] for place in (plain, f"*/{plain}", *((f"{plain}/*",) if one != plain else ()))
    ]
    return Asks(("bash",), _git("add", "commit", "stage", args=places))


# ── files ──


def _no_touching(slot: Slots, kinds: str) -> Asks | None:
    """Never edit, delete, read X."""
    found = slots.paths(slot["x"])
    if not found:
        return None
    verbs = {kind for kind in kinds if kind in "CDRKLO"}
    if verbs == {"R"}:
        return Asks(("read", "bash"), {"touches": {"path": found, "how": "read"}})
    if verbs == {"K"}:
        return _no_creating(found)
    if "R" in verbs:
        return Asks(("read", *FILE_TOOLS), _any([{"touches": {"path": found, "how": "read"}}, {"touches": {"path": found}}]))
    return Asks(FILE_TOOLS, {"touches": {"path": found, "how": "delete"} if verbs == {"D"} else {"path": found}})


def _no_creating(found: list[str]) -> Asks:
    unknown = [{"target_not_in_set": "read_files"}, {"target_not_in_set": "written_files"}]
    return Asks(("write",), {"all": [{"touches": {"path": found}}, {"target_exists_on_disk": False}, *unknown]})


# ── the order of steps ──


def _tests_first(slot: Slots, kinds: str) -> Asks | None:
    """Run the tests before you commit: not with changes that no test run has seen. A script that does both does it in order."""
    step = _step(slot, kinds)
    if step is None or ("t" in slot and not _tests(slot["t"])):
        return None
    return Asks(("bash",), {"all": [step, {"counter_gte": {"name": "changes_since_test", "value": 1}}, {"not": {"runs_tests": True}}]})


def _first(slot: Slots, kinds: str) -> Asks | None:
    """Run A before X: not X before A has gone well since the last change; or, where both are commands of one program, since the last X. A
    script that does both does it in order."""
    step, before = _step(slot, kinds), slots.commands(slot["a"], is_run=True)
    if step is None or not before or any("runs" not in one for one in (step, *before)):
        return None
    firsts = [one["runs"] for one in before]
    is_one_program = all(one.get("program") == step["runs"].get("program") for one in firsts)
    since: Any = step["runs"] if is_one_program else "change"
    return Asks(("bash",), {"all": [step, {"not": {"ran": {"step": firsts, "since": since}}}, {"not": _any(before)}]})


def _step(slot: Slots, kinds: str) -> Condition | None:
    if slot.get("x"):
        found = slots.commands(slot["x"], is_run=True)
        return _any(found) if found else None
    words = [word for kind, word in STEPS.items() if kind in kinds]
    return _git(*words) if words else None


def _tests(words: Words) -> bool:
    """Is it a test run that is named? By the noun, or by a command that is one."""
    kinds = "".join(word.kind for word in words)
    if kinds == "T":
        return True
    if kinds != "x":
        return False
    from habitus.parse import effects, shell

    return effects.is_test_run(shell.commands(words[0].text))


def _tests_after(slot: Slots, kinds: str) -> Asks | None:
    if not _tests(slot["t"]):
        return None
    return Asks(("edit", "write"), {"counter_gte": {"name": "changes_since_test", "value": FEW}}, "post_tool")


def _no_tests(slot: Slots, kinds: str) -> Asks:
    return Asks(("bash",), {"runs_tests": True})


def _read_first(slot: Slots, kinds: str) -> Asks:
    """Read a file before you edit it. What the agent wrote itself, and edits by line number, it has seen."""
    unseen: list[Condition] = [{"target_not_in_set": "read_files"}, {"target_not_in_set": "written_files"}]
    return Asks(("edit",), {"all": [*unseen, {"not": {"param_has_any": ["start_line", "end_line"]}}]})


def _any(conditions: list[Condition]) -> Condition:
    return conditions[0] if len(conditions) == 1 else {"any": conditions}


# ── the forms ──

X, A = r"(?P<x>[xfdiaectTow,]+?)", r"(?P<a>[xctTdow]+?)"
_TESTS = r"(?P<t>T|x)"
_GIT = r"(?P<m>[MP](?:o[MP])*)"

FORMS: tuple[tuple[re.Pattern[str], Callable[[Slots, str], Asks | None]], ...] = tuple(
    (re.compile(form.replace(" ", "")), made)
    for form, made in (
        # tests before, after; read before edit
        (rf"[EU]? {_TESTS} Y? ,? B {_GIT} a?", _tests_first),
        (rf"[EU]? {_TESTS} ,? B [EU]? {X}", _tests_first),
        (rf"B {_GIT} a? ,? [EU]? {_TESTS}", _tests_first),
        (rf"{_GIT} b ,? [EU]? {_TESTS}", _tests_first),
        (rf"N {_GIT} N? a? (?:W|B) [EU]? {_TESTS} Y?", _tests_first),
        (rf"[EU] {A} ,? B {_GIT} a?", _first),
        (rf"[EU] {A} ,? B [EU]? {X}", _first),
        (rf"B {_GIT} a? ,? [EU] {A}", _first),
        (rf"B [EU]? {X} ,? [EU] {A}", _first),
        (rf"N {_GIT} N? a? (?:W|B) [EU] {A}", _first),
        (rf"[EU]? {_TESTS} ,? A C f? a?", _tests_after),
        (rf"A C f? a? ,? [EU]? {_TESTS}", _tests_after),
        (rf"C p ,? [EU]? {_TESTS}", _tests_after),
        (r"R [fa]+ ,? B C [fa]*", _read_first),
        (r"B C [fa]* ,? R [fa]+", _read_first),
        (r"C [fa]* b ,? R [fa]+", _read_first),
        (r"N C [fa]+ W R a?", _read_first),
        (r"N [EU] T", _no_tests),
        # instead of
        (rf"1? [UE]? {A} I [UE]? {X}", _instead),
        (rf"U {A} G {X}", _instead),
        (rf"I [UE]? {X} ,? [UE] {A}", _instead),
        (rf"1? [UE] {A} ,? N [UE]? {X}", _instead),
        (rf"N (?:[UE] N?)? {X} ,? [UE] {A}", _instead),
        (rf"[UE] N {X} ,? [UE] {A}", _instead),
        (rf"{A} ,? N {X}", _instead),
        (rf"{A} I {X} [UE]", _instead),
        (rf"{X} > {A}", _instead),
        (rf"[UE]? {A} I {X} [qz]? H+", _to_install),
        (rf"[UE]? {A} ,? N {X} [qz]? H+", _to_install),
        (rf"N [UE]? H+ V {X}", _to_install),
        (rf"N U {X} [qz] H+", _to_install),
        (rf"U {X} [qz] H+", _always),
        (rf"H+ V {X}", _always),
        (r"N U? H+ a?", _no_installs),
        # options
        (rf"N [EUM]? (?P<x>[xcM]+?) V {A}", _without),
        (rf"[EU] (?P<x>[xc]+?) W {A}", _without),
        (rf"N [EU] (?P<x>[xc]+?) W {A}", _with),
        (rf"N [UY] {A} [VzqI] (?P<x>[xcM]+?)", _without),
        (rf"[EUY] (?P<x>[xc]+?) V {A}", _with),
        (rf"N [UY] {A} \? (?P<x>[MP])", _without),
        (rf"[UY] {A} [Vzqi] (?P<x>[xcM]+?)", _with),
        (rf"(?P<x>M) V {A}", _with),
        # git
        (r"N [MP] (?:oN?[MP])* [aC]?", _no_git),
        (rf"N P N? C? [zq]? {X}", _not_to),
        (rf"N {X} P", _not_to),
        (rf"N M (?:oN?P)? C? [zqi] {X}", _not_to),
        (rf"N P (?:oN?M)+ C? [zqi] {X}", _not_to),
        (r"N [UE]? F", _no_force),
        (rf"N [UE]? F ,? [UE] {A}", _no_force),
        (rf"N F [zq]? {X}", _no_force),
        (rf"N M {X}", _no_adding),
        # files
        (rf"N [CDRK] (?:[o,]+ [CDRK])* N? z? {X}", _no_touching),
        (rf"[CDR] N {X}", _no_touching),
        (rf"[CDR] {X} N", _no_touching),
        (rf"{X} N [CDR]", _no_touching),
        (rf"N {X} [CDR]", _no_touching),
        (rf"L {X} l", _no_touching),
        (rf"{X} O", _no_touching),
        # never, always
        (rf"N [LK] {X}", _unwritten),
        (rf"N U {X} [zq] R f", _not_to_read),
        (rf"N (?:[UEY] N?)? {X}", _never),
        (rf"[UE] N {X}", _never),
        (rf"[UE] {X} N", _never),
        (rf"{X} N [UE]", _never),
        (rf"N {X} [UE]", _never),
        (rf"1? U 1? {X} 1?", _always),
    )
)


def _ask_first(words: Words) -> Words:
    """ "Ask before you push" is "do not push" with a way out: the check is the same, and what the user said names the way."""
    kinds = "".join(word.kind for word in words)
    found = re.fullmatch(r"Q,?B(?P<deed>[^BQ?]+)|B(?P<deed2>[^BQ?]+?),?Q|(?P<deed3>[^BQ?]+)b,?Q", kinds)
    if found is None:
        return words
    name = found.lastgroup or "deed"
    return [Word("N", ""), *words[found.start(name) : found.end(name)]]


def asks(words: Words) -> Asks | None:
    """What the first form that understands the whole sentence makes of it."""
    words = _ask_first(words)
    if len(words) > 2 and words[0].kind == words[-1].kind == "N":
        words = words[:-1]  # "no hagas push a main nunca" denies once
    kinds = "".join(word.kind for word in words)
    for form, made in FORMS:
        found = form.fullmatch(kinds)
        if found:
            slot = {name: words[found.start(name) : found.end(name)] for name in form.groupindex if found.start(name) >= 0}
            said = made(slot, kinds)
            if said is not None:
                return said
    return None
