"""One clause as a command: a frame around a verb, or the verb itself, and whether it is for every time or for this one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from habitus.learn.clauses import Clause, compiled, plain
from habitus.learn.words import Verb

if TYPE_CHECKING:
    from habitus.learn.words import Kind, Words
    from habitus.types import RuleType

SHORT = 6
"""Words of a chore that is named by its kind alone: "add type hints to new functions"."""
VERB = re.compile(r"[^\W\d_]+(?:-\w+)?")
FIGURE = re.compile(r"[\d.:/ -]+\w?")
FIGURED = re.compile(r"\d")
CLOCK = re.compile(r"\d+:\d\d|\d+ ?[ap]m")
PERSON = frozenset(["me", "us", "mich", "uns", "mir"])
OUGHT = Verb("", "", "task")
"""For what is not conjugated: a rule only where the words say that it lasts."""


class Directive(NamedTuple):
    text: str
    lasts: bool
    insisted: bool = False
    rule_type: RuleType | None = None
    waits: bool = False
    """It lasts as soon as a clause after it says when, or if it stands for what was forbidden before it."""
    forbids: bool = False
    of_a_kind: bool = False
    """It speaks of all things of a kind: it lasts as soon as a clause after it says what is wrong instead."""
    is_passing: bool = False
    """It speaks of this moment, and so does what stands for it: "don't use curl for this, use wget"."""
    may_swap: bool = False
    """It lasts as soon as a clause after it names what the agent has just used: "use the logger, not print"."""


def led(part: Clause, words: Words) -> tuple[Clause, bool]:
    """The clause without what leads up to it; and whether that insists."""
    told = False
    while True:
        insists = compiled(words.told).match(part.plain)
        found = insists or compiled(words.lead).match(part.plain)
        if not found or not found.end():
            return part, told
        told = told or bool(insists)
        part = part.cut(found.end())


def trimmed(part: Clause, words: Words) -> Clause:
    """The clause without its full stop, and without "please". A dot of its own is a folder: `git checkout .`"""
    end = len(part.raw.rstrip(" .!?…,;:。！？；，"))
    is_folder = part.raw[end : end + 2] == " ." and part.raw[end + 2 : end + 3] != "."
    part = part.cut(0, end + 2 if is_folder else end)
    found = compiled(words.trailing).search(part.plain)
    return part.cut(0, found.start()) if found else part


def read(start: Clause, words: Words, *, told: bool, asks: bool, when: bool) -> Directive | None:
    """One clause as a command, if it is one. `when`: a condition stands before it."""
    start = trimmed(start, words)
    for pattern, kind in words.frames:
        found = compiled(pattern).match(start.plain)
        if found:
            is_asked = asks and not told and (kind == "keep" or kind in words.stated)
            return None if is_asked else _framed(start, found, kind, words, told=told, when=when)
    if asks and not told:
        return None
    place = compiled(words.place).match(start.plain)
    there = _command(start.cut(place.end()), words, told=told, when=when) if place else None
    if place and there and there.lasts:
        return there._replace(text=f"{start.raw[: place.end()]}{there.text}")
    return _command(start, words, told=told, when=when)


def contrasted(sentence: Clause, words: Words, answer: str) -> Directive | None:
    """The rule in "pnpm, not npm", and in "not npm but pnpm": there is one where the agent has just used what is wrong."""
    start, told = led(sentence, words)
    start = trimmed(start, words)
    x, y = (rf"(?P<{one}>`[^`]+`|{words.name})" for one in "xy")
    pattern = rf"(?:{words.swap_lead})?{x}[,，]?{words.gap}(?:{words.swap_not}){words.gap}{y}"
    turned = rf"(?:{words.but_lead}){words.gap}{y}[,，]?{words.gap}(?:{words.but}){words.gap}{x}"
    found = compiled(turned).fullmatch(start.plain)
    if found is None:
        found = compiled(pattern).fullmatch(start.plain)
        found = None if any(compiled(frame).match(start.plain) for frame, _ in words.frames) else found
    if found is None:
        return None
    swap = _swapped(start, found, words)
    return swap._replace(insisted=told) if swap.lasts and found["y"].strip("`") in plain(answer) else None


def is_wrong(part: Clause, words: Words, answer: str, *, may_act: bool = False) -> bool:
    """Does a clause only name what the agent has just used and should not have: "instead of npm, ..."? `may_act`: a verb may be a name
    too, "not print"."""
    found = compiled(rf"(?:{words.swap_not}){words.gap}(?P<y>{words.name})").fullmatch(trimmed(part, words).plain)
    if found is None or found["y"] not in plain(answer):
        return False
    return _is_name(found["y"], words) or (may_act and found["y"] in words.verbs)


def _framed(part: Clause, found: re.Match[str], kind: Kind, words: Words, *, told: bool, when: bool) -> Directive | None:
    if kind == "keep":
        rest = part.cut(found.end())
        return Directive(part.raw, lasts=not compiled(words.once).search(rest.plain), insisted=told) if rest.raw else None
    if kind in ("do", "dont"):
        return _command(part.cut(found.end()), words, told=told, when=when, wrapped=kind)
    if kind == "contrast":
        return _swapped(part, found, words)
    thing = trimmed(part.cut(found.start(1), found.end(1)), words)
    if not thing.raw or _is_vague(thing, words):
        return None
    if compiled(words.indefinite).match(thing.plain) and words.kinds.get(kind) != "refusal" and not told:
        return None
    lasts = kind in words.sure or _lasts(thing, words, OUGHT, "", no=False, told=True, when=when)
    return Directive(kind.format(x=thing.raw), lasts=lasts, insisted=told, rule_type=words.kinds.get(kind))


def _swapped(part: Clause, found: re.Match[str], words: Words) -> Directive:
    x, y = (part.raw[found.start(name) : found.end(name)].strip() for name in "xy")
    return Directive(words.swap.format(x=x, y=y), lasts=_is_name(x, words) and _is_name(y, words))


def _command(part: Clause, words: Words, *, told: bool, when: bool, wrapped: Kind | None = None) -> Directive | None:
    """A clause that begins with a verb: in any form of it after a frame, otherwise as a command."""
    adverb = compiled(words.adverb).match(part.plain)
    rest = part.cut(adverb.end()) if adverb else part
    negation = compiled(words.negation).match(rest.plain)
    rest = rest.cut(negation.end()) if negation else rest
    token = VERB.match(rest.plain)
    verb = words.verbs.get(token[0]) if token else None
    is_program = verb is None and bool(adverb or negation) and words.spells and _is_program(rest.plain)
    if token is None or (verb is None and not is_program):
        return None
    form, thing = token[0], rest.cut(token.end())
    verb = verb or Verb(form, f"do not {form}", "act")
    is_command = is_program or form in words.bare or (negation is not None and form in words.after_no)
    if not (wrapped or is_command or (told and form in words.after_told)):
        return None
    never = adverb is not None and adverb[0].split()[0] not in words.always
    no = bool(negation) != (wrapped == "dont")
    marked = bool(adverb or compiled(words.adverb).match(thing.plain))
    forbids = no or never or verb.do == words.avoid
    lasts = _lasts(thing, words, verb, form, no=forbids, told=told or bool(wrapped), when=when, marked=marked)
    # "Why didn't you use the template?", "answer Bob first": of one thing, and one person, only this moment knows.
    is_one = wrapped == "do" and verb.weight == "habit" and compiled(words.definite).match(thing.plain)
    is_aside = not marked and compiled(words.aside).match(f"{form} {thing.plain}")
    if not told and (is_aside or (is_one and not _is_habit(thing, words, verb, no=forbids, told=False))):
        lasts = False
    text = part.raw
    if wrapped or words.spells or not is_command or (not negation and form != plain(verb.do) and form == plain(verb.dont).split()[-1]):
        text = f"{_written(verb, adverb[0].split()[0] if adverb else '', words, no=no, never=never)}{rest.raw[token.end() :]}"
    is_clear = bool(thing.raw) and not _is_vague(thing, words)
    waits, of_a_kind = is_clear and verb.weight != "task", is_clear and _is_of_a_kind(thing, words)
    is_passing = forbids and not lasts and bool(compiled(words.once).search(thing.plain))
    return Directive(
        text.strip(), lasts=lasts, insisted=told or marked, waits=waits, forbids=forbids, of_a_kind=of_a_kind, is_passing=is_passing,
        may_swap=is_clear and not forbids and _is_one_of_two(thing, words, verb),
    )  # fmt: skip


def _is_program(line: str) -> bool:
    """ "Never npm install": a program with what it is told stands where a verb would. "Never go back" is no command line."""
    from habitus.learn.checks import names  # its table is made when the first of them is met

    tokens = line.split()
    return tokens[0] in names.PROGRAMS and names.command_line(tokens) > 1


def _written(verb: Verb, adverb: str, words: Words, *, no: bool, never: bool) -> str:
    if words.spells:
        return " ".join(filter(None, (adverb, verb.dont if no else verb.do)))
    if never:
        return f"{adverb} {verb.dont.split(' ', 1)[-1]}"
    return " ".join(filter(None, (verb.dont if no else verb.do, adverb)))


def _lasts(thing: Clause, words: Words, verb: Verb, form: str, *, no: bool, told: bool, when: bool, marked: bool = False) -> bool:
    """Is it for every time, or for this one? `when`: a condition goes with it; `marked`: always, or never."""
    # "Never before 10am" is every day's ten o'clock.
    if _is_vague(thing._replace(plain=CLOCK.sub("", thing.plain)) if marked else thing, words):
        return False
    if not thing.raw or thing.plain in PERSON:
        stands = (marked and verb.weight != "habit") or not words.alone.isdisjoint((form, verb.do))  # "never use" lacks what
        return (no and stands) or (when and verb.weight != "task")
    is_some = no and not told and compiled(words.indefinite).match(thing.plain)  # "don't write an essay"
    if marked or (verb.weight == "habit" and (told or no) and not is_some):
        return True
    if "http://" in thing.plain or "https://" in thing.plain:
        return False
    is_rite = bool(compiled(words.rites).search(thing.plain))
    has_time = when or bool(compiled(words.lasting).search(thing.plain))
    return (
        (has_time and (no or verb.weight != "task" or is_rite))
        or (told and is_rite)
        or (is_swap(thing, words, anywhere=True) and _is_of_a_kind(thing, words))
        or _is_habit(thing, words, verb, no=no, told=told)
    )


def is_swap(part: Clause, words: Words, *, anywhere: bool = False) -> bool:
    """Does it say what is wrong: "not pytest", "instead of npm"? `anywhere`: after something else."""
    pattern = rf"(?<!\w)(?:{words.swap_not}){words.gap}(?P<y>\S.*)"
    found = compiled(pattern).search(part.plain) if anywhere else compiled(pattern).match(part.plain)
    return found is not None and found["y"].split()[0] not in words.tail


def _is_of_a_kind(thing: Clause, words: Words) -> bool:
    """Is it about all things of a kind, or about what is done again with each: "dates as …", "the tests with …"?"""
    is_rite = compiled(words.definite).match(thing.plain) and compiled(rf"\w+ (?:{words.rites})").match(thing.plain)
    return bool(is_rite or compiled(rf"(?:{words.works})(?!\w)").match(thing.plain))


def _is_one_of_two(thing: Clause, words: Words, verb: Verb) -> bool:
    """ "Use the logger": what for, "not print" says; but one figure for another says of what only to this moment."""
    certain = compiled(words.definite).match(thing.plain)
    return verb.weight == "habit" and certain is not None and not FIGURED.search(certain[0])


def _is_habit(thing: Clause, words: Words, verb: Verb, *, no: bool, told: bool) -> bool:
    """By the verb and its object alone: "use pnpm", "don't push", "add type hints"; but not "use the staging database"."""
    is_definite, is_indefinite = compiled(words.definite).match(thing.plain), compiled(words.indefinite).match(thing.plain)
    if verb.weight == "habit" and is_definite:
        # One figure for another says of what only to this moment.
        swaps = "" if FIGURED.search(is_definite[0]) else rf"|\b(?:{words.swap_not})\b"
        return bool(compiled(f"{words.rites}|{words.speech}{swaps}").search(thing.plain))
    if verb.weight == "habit":
        return not is_indefinite
    if verb.weight == "act" and (
        (no and not is_indefinite) or (not is_definite and not is_indefinite and compiled(words.speech).search(thing.plain))
    ):
        return True
    return (no or told) and not is_definite and not is_indefinite and len(thing.plain.split()) <= SHORT


def _is_vague(thing: Clause, words: Words) -> bool:
    """It points at something that only this conversation knows."""
    return bool(compiled(words.deictic).match(thing.plain) or compiled(words.once).search(thing.plain))


def _is_name(text: str, words: Words) -> bool:
    """A thing that a rule can name: no pronoun, no article, no figure of the moment."""
    if text.startswith("`"):
        return True
    whole = plain(text)
    tokens = whole.split()
    if not 0 < len(tokens) <= 4 or tokens[0] in words.small:
        return False
    if any(token in words.tail or token in words.verbs for token in tokens):
        return False
    is_certain = compiled(rf"{words.definite}|{words.indefinite}|{words.deictic}").match(whole)
    return not is_certain and not compiled(words.once).search(whole) and not FIGURE.fullmatch(text)
