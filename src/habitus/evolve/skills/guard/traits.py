"""What several rules ask of a command: does it fetch, send, decode, run what it is given; which secrets and files does it name?"""

from __future__ import annotations

import re
from posixpath import normpath
from typing import TYPE_CHECKING

from habitus.parse.shell import UNKNOWN
from habitus.parse.shell.wrappers import SHELLS
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.evolve.skills.guard.around import Around
    from habitus.parse.shell import Command

FETCHERS = wordset("curl wget iwr irm invoke-webrequest invoke-restmethod aria2c fetch http https xh httpie lynx curlie")
SENDERS = FETCHERS | wordset("nc ncat netcat socat ssh scp sftp ftp rsync rclone telnet mail sendmail mutt dig nslookup host ping")
"""Programs that carry text to another machine, a name server included."""
INTERPRETERS = SHELLS | wordset("python python2 python3 node nodejs perl ruby php bun deno osascript iex invoke-expression source .")
DECODERS = wordset("base64 gbase64 openssl xxd base32 uudecode")
_DECODES = re.compile(r"^(?:-[a-zA-Z]*[dDr]|--decode|-decode)$")

PRIVATE = (
    r"(?:[a-z0-9]+_)*(?:api_?key|apikey|access_?key(?:_?id)?|secret(?:_?(?:key|access_key|token))?|token|pass(?:word|wd|phrase)?|pwd"
    r"|private_?key"
    r"|credentials?|creds|auth|jwt|session_?key|signing_?key|encryption_?key|service_?account(?:_?key)?|database_url|db_url|dsn"
    r"|mnemonic|seed_phrase"
    r"|key|webhook_?url)(?:_[a-z0-9]+)?"
)
"""A name that holds a secret."""
_VARIABLE = re.compile(rf"\$\{{?({PRIVATE})\b", re.IGNORECASE)
_WHO = re.compile(r"(?<!@)\$\{?(?:HOME|USER|USERNAME|LOGNAME|HOSTNAME)\b")
_HEADER = re.compile(
    r"""(?:^|\s)(?:-H|--header|-u|--user|-A|--user-agent|-b|--cookie|-o|--output|--config|-K|--cacert|--cert|-O)[ =]?\s*"""
    r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|\S+)"""
)
"""How a request names its sender, or where the answer goes: a key there is a key in use."""
_LOGS_IN = re.compile(r"(?:^|\s)(?:-u|--user)[ =]\s*[\"']?\$|\b(?:authorization|x-api-key)\s*:[^\"'\n]{0,40}\$", re.IGNORECASE)
_HERE = re.compile(r"(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1\])$")
_HOST = re.compile(r"https?://([^/\s'\"?#:]+)", re.IGNORECASE)
_BASE = re.compile(r"[\"' ]\$\{?(\w+)\}?/")
"""An address that begins with a variable: its name tells whose it is."""
TEMPORARY = tuple(f"{folder}/" for folder in ["/tmp", "/var/tmp", "/private/tmp", "/private/var/tmp", "/dev/shm", "/var/folders"])  # noqa: S108


def sources(command: Command) -> Iterator[Command]:
    """The commands whose output reaches this one, nearest first."""
    pipe, steps = command.pipe, 0
    while pipe is not None and steps < 50:
        yield pipe
        pipe, steps = pipe.pipe, steps + 1


def decodes(command: Command) -> bool:
    return command.name in DECODERS and any(_DECODES.match(word) for word in command.argv[1:])


def runs_input(command: Command) -> bool:
    """An interpreter that was given no script: it runs what it reads."""
    if command.name not in INTERPRETERS:
        return False
    rest = [word for word in command.argv[1:] if not word.startswith("-") or word == "-"]
    return not rest or rest[0] in ("-", "/dev/stdin") or (command.name in SHELLS and "-s" in command.argv)


def runs_fetched(command: Command, script: Around) -> Command | None:
    """The program that fetches what this one runs: by a pipe, by `$( )`, by `<( )`."""
    if runs_input(command):
        for source in sources(command):
            if source.name in FETCHERS:
                return source
    given = command.name in INTERPRETERS and any(UNKNOWN in word or word.startswith("/dev/fd/") for word in command.argv[1:])
    if not given and not (command.name == UNKNOWN and "eval" in command.through):
        return None
    return script.inner_fetcher


def hosts(text: str) -> list[str]:
    return [host.lower() for host in _HOST.findall(text)]


def leaked(command: Command) -> bool:
    """A secret, or who and where the user is, in the address or the body of a request.

    A key that goes to the house it is named after is at work, and so is one that a service asks for by name (`api_key=$API_KEY`).
    The key of a well-known house that goes anywhere else is a leak, whatever it is called there. What stays on this machine is none,
    nor is the name of a user who has logged in there.
    """
    if "$" not in command.text:
        return False
    there = hosts(command.text)
    if there and all(_HERE.match(host) for host in there):
        return False
    text = _HEADER.sub(" ", command.text)
    return (_LOGS_IN.search(command.text) is None and _WHO.search(_inside(text)) is not None) or strays(text, command)


def strays(text: str, command: Command) -> bool:
    """Does a text name a secret that the machine this command speaks to has no business with?"""
    there = "".join((*hosts(command.text), *_BASE.findall(command.text.lower()))).replace("-", "").replace(".", "")
    return any(not _belongs(found[1], there) and not _is_asked_for(found, text) for found in _VARIABLE.finditer(text))


def _inside(text: str) -> str:
    """The parts of a request that are sent: not where a file is kept."""
    return " ".join(found[0] for found in _SENT.finditer(text))


_SENT = re.compile(r"""https?://\S+|(?:-d|--data\S*|-F|--form|--post-data)[ =]\s*(?:"(?:[^"\\]|\\.)*"|[^\s'"]+)""")


def _is_asked_for(found: re.Match[str], text: str) -> bool:
    if not HOUSES.isdisjoint(found[1].lower().split("_")):
        return False
    asked = _FIELD.search(text[max(0, found.start() - 60) : found.start()])
    return asked is not None and _ASKED.fullmatch(asked[1]) is not None


_FIELD = re.compile(r"([\w-]+)\\?[\"']?\s*[=:]\s*(?:Bearer )?[\\\"']*$", re.IGNORECASE)
_ASKED = re.compile(
    r"(?:x-)?(?:api[_-]?key|apikey|appid|app_?key|access[_-]?token|access[_-]?key|client[_-]?secret|password|passwd|auth[_-]?token|auth"
    r"|secret[_-]?key"
    r"|refresh_token|signature|token|key)",
    re.IGNORECASE,
)
"""What services call the key that they ask for."""
HOUSES = wordset(
    "aws github gh gitlab openai anthropic slack stripe google gcp azure npm pypi docker heroku digitalocean cloudflare twilio sendgrid"
    " datadog discord"
    " telegram hf huggingface ssh database db jwt vault kube kubernetes wallet mnemonic"
)


def _belongs(name: str, there: str) -> bool:
    parts = [part for part in name.lower().split("_") if len(part) > 2 and part not in _PLAIN]
    return any(part in there for part in parts)


_PLAIN = wordset("api key apikey token secret password access auth app client user bearer my the private session jwt database url")


def secrets(text: str) -> list[str]:
    """The names of variables with secrets in a piece of shell."""
    return _VARIABLE.findall(text)


def is_outside(path: str) -> bool:
    """An absolute path, a home, or one above the workspace; what lies in the temporary folder is nobody's."""
    if UNKNOWN in path:
        return path.startswith(("/", "~", "..")) and not path.startswith(TEMPORARY)
    plain = normpath(path) if path else path
    if (plain.rstrip("/") + "/").startswith(TEMPORARY):
        return plain.rstrip("/") + "/" in TEMPORARY
    return plain.startswith(("/", "~", "..")) or bool(re.match(r"[A-Za-z]:[\\/]?$|[A-Za-z]:[\\/]", path))


def is_everything(path: str) -> bool:
    return path in (".", "./", "*", "./*", ".*", "./.*", "./**", "**")
