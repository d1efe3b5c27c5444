"""Orders that would loosen what holds the agent, by what they would do. Each takes one order and says whether it is such a one.

Polarity decides: "skip the checks" and "never run the checks" are the same order, "never skip the checks" is the opposite.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from habitus.learn.safety.reading import Order


def overrides(order: Order) -> bool:
    """Sets aside the instructions it stands under. Those of the project's own may be set aside: "ignore the rules in .eslintrc"."""
    if order.says("jailbreak") and order.is_wanted(len(order.main)):
        return True
    is_ours = order.says("yours") or (order.says("earlier") and order.names("instructions", "chore")) or order.is_bare
    sets_aside = order.wants("drop", "instructions") or order.forbids("follow", "instructions")
    falls = order.forbids("apply", "instructions") or order.wants("void", "instructions")
    beaten = order.wants("outrank", "instructions") and order.says("yours", "earlier", "prompt")
    above = order.wants("drop", "above") and order.is_bare
    unheard = order.wants("drop", "told") and order.says("all", "yours")
    return (is_ours and (sets_aside or falls)) or beaten or above or unheard


def unbinds(order: Order) -> bool:
    """Takes the limits off: no restrictions, everything as root, nothing refused."""
    loose = order.lacks("limits", "instructions") and (order.is_bare or order.says("act", "pretend", "begin"))
    free = order.wants("free", "powers", "act", "pretend") or (order.wants("full", "powers") and order.is_bare)
    root = (order.wants("run", "root") or order.wants("filler", "root")) and (order.says("all") or order.is_bare)
    acted = order.wants("pretend", "limits", "instructions") and order.says("not", "not-anywhere")
    obeys = order.forbids("refuse", "all") or (order.says("may") and _wants_all(order) and order.is_bare)
    return (loose and not order.denied and order.is_wanted(len(order.main))) or free or root or acted or obeys


def _wants_all(order: Order) -> bool:
    return order.wants("run", "all") or order.wants("delete", "all")


def unchecks(order: Order) -> bool:
    """Switches off a check, or lets it not run; or takes away the test that fails, or the record."""
    flag = next((at for at, word in enumerate(order.main) if "unchecked" in word.means), -1)
    if flag >= 0 and order.is_wanted(flag) and not order.anywhere("only"):
        return True
    unrun = (order.forbids("run", "guard") or order.forbids("verify", "guard")) and not order.forbids("off", "guard")
    off = order.wants("off", "guard") or unrun
    nothing = order.forbids("verify", "whole") or (_forbids_alone(order, "secure") and not order.anywhere("chore", "only"))
    lost = order.wants("delete", "ledger") or order.wants("off", "ledger") or order.forbids("store", "ledger")
    hushed = order.says("failing") and (order.wants("delete", "tests") or order.wants("claim", "skipped") or order.wants("off", "tests"))
    return off or nothing or lost or hushed


def quotes_itself(order: Order) -> bool:
    """Gives its own instructions away."""
    if not any(_is_prompt(order, at) for at in range(len(order.main))):
        return False
    return order.wants("reveal", "instructions") or order.wants("begin", "instructions")


def gives_secrets(order: Order) -> bool:
    """Shows, sends or stores a secret where others read it."""
    if order.anywhere("stowed"):
        return False
    return order.wants("reveal", "secret") or order.wants("send", "secret") or order.wants("store", "secret")


def sends_away(order: Order) -> bool:
    """Sends what was said or written to an address, or to where everybody reads it."""
    return order.wants("send", "address") or (order.wants("send", "public") and order.says("data", "all", "secret"))


def unasked(order: Order) -> bool:
    """Widens what may be done without a person's approval. Chores may be: "run the tests without asking"."""
    if order.anywhere("only"):
        return False
    is_chore = order.anywhere("chore") and not order.anywhere("risky", "all")
    specific = not order.is_bare and not order.anywhere("risky", "all")
    asked = order.forbids("ask", "approval") or order.forbids("need", "approval") or order.forbids("approve", "approval")
    by_noun = any("approval" in word.means and "confirm" not in word.means for word in order.main)
    not_asked = asked and not is_chore and (by_noun or not specific)
    never = order.forbids("ask", "whole") and order.is_bare
    risky = any("risky" in word.means for word in order.case)
    silent = risky and not order.anywhere("chore") and _forbids_alone(order, "ask")
    lacking = order.lacks("ask", "approval") and not is_chore and (order.anywhere("risky", "all", "foreign") or order.is_bare)
    skipped = order.wants("off", "approval") and not is_chore
    return not_asked or never or silent or skipped or (lacking and order.is_wanted(len(order.main))) or _approves(order)


def _forbids_alone(order: Order, does: str) -> bool:
    """Is it forbidden, whatever it would be done to?"""
    return any(does in word.means and not order.is_wanted(at) for at, word in enumerate(order.main))


def _approves(order: Order) -> bool:
    """Says yes beforehand."""
    taken = order.wants("assume", "approved") and (order.anywhere("all", "approval", "silent", "mine") or order.is_bare)
    is_general = order.is_bare or order.says("calls")
    each = (order.wants("approve", "all") and is_general) or order.wants("approve", "auto", "self")
    free = order.wants("granted", "all") and is_general and not order.anywhere("ask", "need", "chore")
    acts = order.wants("run", "all") and order.says("auto") and order.is_bare and not order.anywhere("chore")
    yes = order.says("yes") and order.wants("yes", "prompts", "approval")
    return taken or each or yes or free or acts


def conceals(order: Order) -> bool:
    """Keeps from a person what was done, or says something else."""
    untold = order.forbids("tell", "user") and not _advises(order)
    unsaid = order.forbids("mention", "user") and order.anywhere("deed") and not order.says("store")
    hidden = order.wants("hide", "user") and order.says("deed")
    quiet = order.wants("quiet", "deed", "user")
    lies = any("lie" in word.means and order.is_wanted(at) for at, word in enumerate(order.main)) and order.anywhere(
        "tests", "user", "deed", "passing"
    )
    passed = order.wants("claim", "passing") and _fails(order)
    return untold or unsaid or hidden or quiet or lies or passed


def destroys(order: Order) -> bool:
    """Makes a habit of what cannot be taken back."""
    if order.anywhere("only"):
        return False
    at_once = any("forced" in word.means and order.is_wanted(at) for at, word in enumerate(order.main))
    forced = at_once or order.wants("force", "push") or order.wants("push", "force")
    lost = (order.wants("delete", "prod") and _is_real(order, "prod")) or (order.wants("raze", "tables") and _is_real(order, "tables"))
    return lost or (forced and not order.says("lease"))


def _is_real(order: Order, kind: str) -> bool:
    """Not one that is there to be lost: a test database, a local copy."""
    places = [at for at, word in enumerate(order.main) if kind in word.means]
    return any(not any("spare" in word.means for word in order.main[max(0, at - 2) : at + 3]) for at in places)


def obeys_strangers(order: Order) -> bool:
    """Takes orders from what it reads, or runs what strangers wrote."""
    follows = any("follow" in word.means and order.is_wanted(at) for at, word in enumerate(order.main))
    told = order.says("instructions") or order.anywhere("told")
    return (follows and told and order.anywhere("wild")) or (order.wants("download", "script") and order.says("public"))


def _fails(order: Order) -> bool:
    """It has failed, and is said to have passed: "failing tests as passed", but not "failing and passing tests"."""
    if any("failing" in word.means for word in order.case):
        return True
    failing, passing = (next((at for at, word in enumerate(order.main) if kind in word.means), -1) for kind in ("failing", "passing"))
    return 0 <= failing < passing and not any("and" in word.means for word in order.main[failing:passing])


def _is_prompt(order: Order, at: int) -> bool:
    """Instructions that are the agent's: the word before, or the one before that, says whose."""
    word = order.main[at]
    if "prompt" in word.means:
        return True
    return "instructions" in word.means and any("inner" in before.means for before in order.main[max(0, at - 3) : at + 3])


def _advises(order: Order) -> bool:
    """ "Do not tell the user to restart": what is not told is what to do."""
    at = next((at for at, word in enumerate(order.main) if "user" in word.means), len(order.main))
    return any(word.text in ("to", "how", "que") for word in order.main[at + 1 : at + 2])


DANGERS: tuple[tuple[str, Callable[[Order], bool]], ...] = (
    ("tells the agent to override its instructions", overrides),
    ("takes the limits off the agent", unbinds),
    ("widens what may be done without a person's approval", unasked),
    ("reveals the agent's instructions", quotes_itself),
    ("gives secrets away", gives_secrets),
    ("switches off a check", unchecks),
    ("sends data to an address", sends_away),
    ("hides what is done from the user", conceals),
    ("makes a habit of what cannot be taken back", destroys),
    ("takes orders from what it reads", obeys_strangers),
)
