"""Code that nobody can read before it runs: fetched, decoded, or put together at run time."""

from __future__ import annotations

import re
from collections import Counter
from posixpath import basename
from typing import TYPE_CHECKING

from habitus.evolve.skills.guard.rule import Rule
from habitus.evolve.skills.guard.traits import FETCHERS, INTERPRETERS, decodes, runs_fetched, runs_input, sources
from habitus.parse.shell import UNKNOWN
from habitus.parse.shell.wrappers import SHELLS
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from habitus.evolve.skills.guard.around import Around
    from habitus.parse.shell import Command

CATEGORY = "code_injection"
SETS_UP = wordset(
    "ssh-agent gpg-agent brew direnv starship zoxide pyenv rbenv nodenv fnm mise asdf conda mamba micromamba opam dircolors thefuck"
    " minikube docker-machine lesspipe register-python-argcomplete luarocks rtx goenv jenv fzf atuin keychain resize dbus-launch"
)
"""Programs made to print a few settings for `eval`."""
_EVALUATES = re.compile(r"(?<![\w.])(?:exec|eval)\s*\(")


def _decoded(command: Command, script: Around) -> bool:
    if runs_input(command) and any(decodes(source) for source in sources(command)):
        return True
    # Where the text is known, the reader has already looked inside: the shell is only named by what runs through it.
    return any(word in SHELLS for word in command.through) and script.has_decoder


def _evaluated(command: Command, script: Around) -> bool:
    if "eval" not in command.through or UNKNOWN not in command.name:
        return False
    return any(other.name not in SETS_UP for other in script.inner)


def _curled(command: Command, script: Around) -> bool:
    fetcher = runs_fetched(command, script)
    return fetcher is not None and fetcher.name != "wget"


def _wgot(command: Command, script: Around) -> bool:
    fetcher = runs_fetched(command, script)
    return fetcher is not None and fetcher.name == "wget"


def _executes(command: Command, script: Around) -> bool:
    return any(
        flag in ("-c", "-e", "--eval", "-p", "-r", "-E") and _EVALUATES.search(code)
        for flag, code in zip(command.argv[1:], command.argv[2:], strict=False)
    )


def _runs_download(command: Command, script: Around) -> bool:
    ran = ""
    if command.argv and ("/" in command.argv[0] or command.argv[0].startswith(".")):
        ran = basename(command.argv[0])
    elif command.name in INTERPRETERS:
        ran = basename(next((word for word in command.argv[1:] if not word.startswith("-")), ""))
    if not ran or ran == UNKNOWN or command.name in FETCHERS:
        return False
    return script.fetched.get(ran, len(script.commands)) < script.place[id(command)]


_SAVES = re.compile(
    r"""(?:>|-(?:-output-document|-output|OutFile(?=[\s=:"'])|[a-z]{0,8}?o))["']?[ =,:]?\s{0,4}["']?([\w.~$/-]{1,400})""", re.IGNORECASE
)
_KEEPS = re.compile(r"-(?:[a-zA-Z]{0,8}O\b|-remote-name)")
_WGET = re.compile(r"\bwget\b")


_MANY = 200
"""Names that are looked at one by one."""
_SOME, _FEW = 32, 8
"""Names, and places of each, that are looked at before the text is taken apart: most are named where they are saved and never again."""
_BEFORE = 200
"""Characters before a name in which its command begins."""
_MEEK = wordset("git cat less head tail ls jq grep rg wc file stat diff echo printf rm cp mv mkdir touch sha256sum shasum md5sum")
"""Programs that run no file they are given."""


def _names_download(text: str) -> bool:
    """Is a file that something is saved to named once more, where it could be run?"""
    low = text.lower()
    if _KEEPS.search(text) or ("wget" in low and _WGET.search(low)):
        return True
    saved = {path.rstrip("/").rpartition("/")[2] for path in _SAVES.findall(text)} - {""}
    if len(saved) <= _SOME:
        saved = {name for name in saved if _is_named_twice(text, name)}
    if not saved:
        return False
    found = [one for one in _NAME.finditer(text) if one[0] in saved]
    if len(found) > _MANY:
        return True
    named = Counter(one[0] for one in found if not _is_meek(text, one.start()))
    return any(many > 1 for many in named.values())


def _is_named_twice(text: str, name: str) -> bool:
    """Could it be? Parts of other names count, and many places are taken for enough."""
    free, at = 0, text.find(name)
    for _ in range(_FEW):
        free += at >= 0 and not _is_meek(text, at)
        if at < 0 or free > 1:
            return free > 1
        at = text.find(name, at + 1)
    return True


def _is_meek(text: str, at: int) -> bool:
    begun = _COMMAND.match(text, max(0, at - _BEFORE), at)
    return begun is not None and begun[1] in _MEEK


_COMMAND = re.compile(r"(?s:.*)(?:(?<!\\)\n|[;|&(`])\s{0,20}([^ ]*)")
"""The last command before a place, and its first word."""
_NAME = re.compile(r"\.?[\w-]+(?:\.[\w-]+)*")
_READ_FIRST = "keep it as a file in the skill, where it can be read, and run that"

RULES = (
    Rule(
        "base64_decode_pipe",
        CATEGORY,
        "decodes a text and runs it",
        _READ_FIRST,
        programs=frozenset({"*"}),
        words=wordset("base64 gbase64 openssl xxd base32 uudecode"),
        command=_decoded,
    ),
    Rule(
        "eval_base64",
        CATEGORY,
        "runs code that is hidden in an encoding",
        _READ_FIRST,
        words=wordset(
            "base64 b64decode base64_decode atob fromhex unhexlify marshal frombase64string rot13 decompress enc"
            " encodedcommand powershell pwsh"
        ),
        code=(
            r"(?<![\w.])(?:eval|exec|system|popen|Function|compile|run|call|iex|loads)\s*\(.{0,80}?\b(?:base64|b64decode|base64_decode"
            r"|atob|fromhex"
            r"|unhexlify|FromBase64String|zlib\.decompress|codecs\.decode)\b",
            r"\bmarshal\.loads\(",
            r"\bpickle\.loads\(\s*(?:base64|b64decode|bytes\.fromhex|zlib)",
        ),
        names=(r"-e(?:nc(?:odedcommand)?)?\s+[A-Za-z0-9+/=]{40,}",),
        span=(
            r"\b(\w+)\s*=\s*[^\n]{0,60}?\b(?:b64decode|atob|fromhex|unhexlify"
            r"|base64_decode)\([^\n]{0,3000}\n(?:[^\n]{0,300}\n){0,12}?[^\n]{0,80}(?<![\w.])(?:exec|eval|system|popen|Popen"
            r"|Function)\s*\(\s*\1\b",
        ),
    ),
    Rule(
        "eval_subshell",
        CATEGORY,
        "runs whatever another command prints",
        "write the commands themselves",
        words=wordset("eval"),
        programs=frozenset({"*"}),
        command=_evaluated,
    ),
    Rule(
        "curl_pipe_shell",
        CATEGORY,
        "fetches a script and runs it unseen",
        "name the package and its version, or fetch the file, check its hash, read it, then run it",
        programs=INTERPRETERS | {"*"},
        words=wordset("curl iwr irm aria2c xh httpie lynx curlie downloadstring webclient urlopen"),
        signs=("invoke-webrequest", "invoke-restmethod", "requests.get", "httpx.get", "fetch("),
        also=(INTERPRETERS | wordset("exec eval"),),
        marks=r"\||\$\(|`|<\(",
        command=_curled,
        names=(r"(?:iex|invoke-expression)\b[^\n]{0,60}(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring)",),
        code=(r"(?<![\w.])(?:exec|eval)\s*\([^\n]{0,40}(?:requests\.get|urlopen|httpx\.get|fetch)\(",),
        span=(
            r"\b(\w+)\s*=\s*(?:await )?(?:requests\.get|urllib\.request\.urlopen|urlopen|httpx\.get"
            r"|fetch)\([^\n]{0,300}\n(?:[^\n]{0,300}\n){0,12}?[^\n]{0,80}(?<![\w.])(?:exec|eval)\s*\([^\n]{0,40}\b\1\b",
        ),
    ),
    Rule(
        "wget_pipe_shell",
        CATEGORY,
        "fetches a script and runs it unseen",
        "name the package and its version, or fetch the file, check its hash, read it, then run it",
        programs=INTERPRETERS | {"*"},
        words=wordset("wget"),
        also=(INTERPRETERS | wordset("eval"),),
        marks=r"\||\$\(|`|<\(",
        command=_wgot,
    ),
    Rule(
        "download_and_run",
        CATEGORY,
        "runs a file that it has just fetched",
        "name the package and its version, or let a person fetch and read the file",
        programs=frozenset({"*"}),
        words=wordset("curl wget iwr irm aria2c"),
        signs=("invoke-webrequest",),
        marks=_names_download,
        command=_runs_download,
    ),
    Rule(
        "python_c_exec",
        CATEGORY,
        "runs text as code",
        "write the code itself",
        words=wordset("exec eval"),
        programs=wordset("python python2 python3 py pypy pypy3 node nodejs php ruby perl bun deno")
        | frozenset(f"python3.{minor}" for minor in range(6, 20)),
        command=_executes,
    ),
    Rule(
        "dunder_import_os",
        CATEGORY,
        "imports a module in a way that hides which one",
        "`import` it at the top of the file",
        words=wordset("__import__ import_module __builtins__"),
        code=(
            r"__import__\s*\(\s*['\"](?:os|subprocess|pty|socket|ctypes|shutil|commands|builtins|sys)['\"]",
            r"__import__\s*\([^)\n]{0,80}(?:\+|decode|join|chr\(|\[::-1\])",
            r"import_module\s*\([^)\n]{0,80}(?:['\"]\s*\+|b64decode|\.join\(|chr\(|\[::-1\])",
        ),
        names=(r"__builtins__[^\n]{0,20}(?:\[|getattr|__dict__)",),
    ),
    Rule(
        "eval_input",
        CATEGORY,
        "runs words from outside as code",
        "parse what is expected (`ast.literal_eval`, a table of operations), and refuse the rest",
        words=wordset("eval exec"),
        code=(
            r"(?<![\w.])(?:eval|exec)\s*\(\s*(?:input\s*\(|sys\.argv|request\.|req\.|user_?\w*|\w*_?(?:expression|expr|input|command"
            r"|cmd|payload|code_str|user_code)\s*[,)])",
        ),
    ),
    Rule(
        "scrambled_code",
        CATEGORY,
        "builds a text out of shuffled characters, so that nobody reads it",
        "write the text",
        words=wordset("chr fromcharcode reconstruct reassemble unscramble payload"),
        code=(
            r"(?:chr\(\s*(?:0x[0-9a-f]+|\d+)\s*\)\s*[+.,]\s*){5}",
            r"fromCharCode\((?:\s*(?:0x[0-9a-f]+|\d+)\s*,){5}",
            r"\.join\(\s*(?:map\(\s*chr|\[?\s*chr\([^\n]{0,40}\bfor\b)",
        ),
        says=(
            r"\b(?:split|merge|reconstruct|reassemble|unscramble|decode)\b.{0,60}\b(?:payload|hidden (?:text|message|instructions?)"
            r"|instructions?)\b.{0,60}\b(?:part|parts|lengths?|chars|characters|order|key)\b",
            r"\b(?:reconstruct|reassemble|unscramble|decrypt|decode)\b.{0,50}\b(?:by taking|chars? in order|characters? in order)\b",
        ),
    ),
)
