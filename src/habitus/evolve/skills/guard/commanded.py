"""Commands in a piece of text: fenced scripts whole, inline code, and command lines that stand bare in a sentence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.evolve.skills.guard import purse as prices
from habitus.evolve.skills.guard.around import Around
from habitus.evolve.skills.guard.privileged import FOLLOWS
from habitus.evolve.skills.guard.rule import Rule
from habitus.parse import shell
from habitus.parse.shell import code
from habitus.parse.shell.types import UNKNOWN, Command
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.evolve.skills.guard.purse import Purse
    from habitus.evolve.skills.guard.reading import Kind

UNREADABLE = Rule(
    "unreadable_script",
    "malware",
    "holds a script that is too long, or too deep, to be looked through",
    "cut it into files that a person can read",
)
INDENT = 24
"""Characters before a command that may be blanks, bullets or a prompt."""
LONGEST = 1000
"""Characters of a command line in a sentence."""
PLAIN = wordset(
    "rm grm srm dd chmod chown curl wget nc ncat socat base64 crontab mkfs mke2fs wipefs printenv eval bash sh zsh python python2"
    " python3 iwr irm psql"
    " mysql sqlite3 tar scp rsync usermod sgdisk parted dropdb doas pkexec xmrig echo printf iex rimraf schtasks openssl node perl php ruby"
)
"""Programs whose names are no words: wherever they stand in a sentence, a command may begin."""
_INLINE = re.compile(r"(``?`?)(?:(?<=```)(?:bash|sh|shell|zsh|console|python)\s)?([^`\n][^`]{0,1000})\1")
_WORD = re.compile(r"(?<![\w./$-])([A-Za-z][\w.-]*)(?=\s|$)")
_ARGUMENT = re.compile(r"\s+(?:-{1,2}\w|[/~.$\"'<%]|[^\s,;]*[/=\\]|\S+\s+(?:-{1,2}\w|/|~)|\S+\s*[|>]|\d|\|)")


def find(text: str, kind: Kind, rules: list[Rule], purse: Purse) -> Iterator[tuple[int, Rule]]:
    """Where a command breaks a rule, and which. Ends with `UNREADABLE` where the purse is empty."""
    for start, written in _scripts(text, kind, rules, purse):
        if not purse.pays(prices.script(written)):
            yield start, UNREADABLE
            return
        script_text = _BLANK.sub(r"_\1_", written) if "<" in written else written
        script = shell.commands(script_text)
        if script.is_cut and kind == "shell":
            yield start, UNREADABLE
        around = Around(_disowned(script.commands, script_text))
        for command in around.commands:
            names = _names(command)
            for rule in rules:
                is_asked = "*" in rule.programs or not rule.programs.isdisjoint(names)
                if is_asked and rule.command is not None and rule.command(command, around):
                    yield start + _offset(script_text, command), rule


def _disowned(commands: tuple[Command, ...], text: str) -> tuple[Command, ...]:
    """What a script got by itself, from a login or a key it has made, is no secret of the user's: its name is taken out."""
    own = frozenset(_GOT.findall(text)) if "=" in text and "$(" in text else ()
    if not own:
        return commands

    def hide(found: re.Match[str]) -> str:
        return "$own" if found[1] in own else found[0]

    return tuple(command._replace(text=_USED.sub(hide, command.text)) if "$" in command.text else command for command in commands)


_USED = re.compile(r"\$\{?(\w+)")


_BLANK = re.compile(r"<([A-Za-z][\w .|-]{0,40})>(?!\()")
"""A word for the reader to fill in: `<workspace>/x` is no redirect."""
_GOT = re.compile(
    r"\b([A-Za-z_]\w*)=[\"']?[\w:-]{0,12}\$\(\s*(?:curl|wget|http|cast|openssl|uuidgen|jq|gh|gcloud|az|vault|solana-keygen|ssh-keygen"
    r"|docker)\b"
)


def _names(command: Command) -> tuple[str, ...]:
    """The names under which a rule may ask for a command: its own, and those it is reached through."""
    name = command.name
    return (name, name.partition(".")[0], *(by.split()[0] for by in command.through if by))


def _offset(script: str, command: Command) -> int:
    for known in (command.text, command.text.split("\n", 1)[0], command.text.partition("$own")[0]):
        at = script.find(known) if known else -1
        if at >= 0:
            return at
    return 0


def _scripts(text: str, kind: Kind, rules: list[Rule], purse: Purse) -> Iterator[tuple[int, str]]:
    if kind == "shell":
        yield 0, _unprompted(text)
    elif kind in ("code", "text"):
        yield from _run(text, purse)
        yield from _bare(text, rules)
    elif kind == "prose":
        yield from inline(text)
        yield from _bare(text, rules)
        if re.search(r"\b(?:system|popen|run|call|check_output|execSync|exec|shell_exec|Popen)\s*\(", text):
            yield from _run(text, purse)


def inline(text: str) -> Iterator[tuple[int, str]]:
    for found in _INLINE.finditer(text) if "`" in text else ():
        yield found.start(2), found[2]


def _unprompted(text: str) -> str:
    """`$ ls` as people write it down; places keep their number."""
    return re.sub(r"(?m)^(\s*)(?:[$%>]|PS>) (?=\S)", r"\1  ", text)


def _run(text: str, purse: Purse) -> Iterator[tuple[int, str]]:
    """What code would run: `os.system("...")`, `subprocess.run([...])`."""
    if not purse.pays(prices.code(text)):
        yield 0, ""
        return
    for ran in code.runs(text, code.language("python")):
        script = ran if isinstance(ran, str) else " ".join(_quoted(word) for word in ran)
        if script and script != UNKNOWN:
            first = script.split("\n", 1)[0] if isinstance(ran, str) else ran[-1]
            at = text.find(first[:40])
            yield max(at, 0), script.replace(UNKNOWN, "$_unknown_")


def _quoted(word: str) -> str:
    if UNKNOWN in word:
        return word
    return word if re.fullmatch(r"[\w./~=:@%+-]+", word) else "'" + word.replace("'", "'\\''") + "'"


def _bare(text: str, rules: list[Rule]) -> Iterator[tuple[int, str]]:
    """Tails of sentences that begin with a program and go on like a command."""
    masked = _INLINE.sub(lambda found: " " * len(found[0]), text) if "`" in text else text
    programs = frozenset().union(*(rule.programs for rule in rules)) - {"*"}
    is_any = any("*" in rule.programs for rule in rules)
    names = programs | PLAIN if is_any else programs
    seen = -1
    for found in _begun(masked, names, is_any=is_any):
        at, word = found.start(1), found[1]
        low = word.lower()
        if at < seen:
            continue
        is_first = not masked[max(0, at - INDENT) : at].rpartition("\n")[2].strip(_BEFORE)
        if not _could_run(low, masked, found.end(), is_first=is_first):
            continue
        source = text if is_first else masked
        tail = _tail(source, at)
        if "|" in tail:
            seen = at + len(tail)
        yield at, tail.lower() if word.isupper() else tail


def _begun(text: str, names: frozenset[str], *, is_any: bool) -> Iterator[re.Match[str]]:
    """Words with which a command could begin: programs wherever they stand, and where any program will do, the first word of a line."""
    if is_any or not names.isdisjoint(_NAMES.findall(text.lower())):
        for found in _WORD.finditer(text):
            low = found[1].lower()
            if (
                low in names
                or low.partition(".")[0] in names
                or (is_any and not text[max(0, found.start() - INDENT) : found.start()].rpartition("\n")[2].strip(_BEFORE))
            ):
                yield found


_NAMES = re.compile(r"[a-z][\w-]*")
_BEFORE = " -*+>$%#.)0123456789"


def _could_run(word: str, text: str, end: int, *, is_first: bool) -> bool:
    rest = text[end : end + 200]
    if word in FOLLOWS.elevators:
        after = re.match(r"\s+([\w./-]+)", rest)
        return after is not None and (
            after[1].startswith("-") or after[1].lower() in FOLLOWS.programs or "_" in after[1] or "/" in after[1]
        )
    return word in PLAIN or _ARGUMENT.match(rest) is not None


def _tail(text: str, at: int) -> str:
    """From here to where the line ends; further, where it goes on: a backslash, a pipe, a quote that is still open."""
    end = text.find("\n", at)
    while end >= 0 and end - at < LONGEST:
        line = text[at:end]
        after = text[end + 1 : end + 40].lstrip()
        is_open = (line.count("'") % 2 == 1 and re.search(r"-[ce]\s+'", line)) or (
            line.count('"') % 2 == 1 and re.search(r"-[ce]\s+\"", line)
        )
        if not (line.rstrip().endswith(("\\", "|", "&&")) or after.startswith(("|", "&&")) or is_open):
            break
        end = text.find("\n", end + 1)
    return text[at : end if end >= 0 else len(text)][:LONGEST]
