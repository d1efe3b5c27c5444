"""Shells that somebody else sits at."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.evolve.skills.guard.rule import Rule
from habitus.evolve.skills.guard.traits import runs_input, sources
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from habitus.evolve.skills.guard.around import Around
    from habitus.parse.shell import Command

CATEGORY = "reverse_shell"
NETCATS = wordset("nc ncat netcat socat telnet openssl")
_INSTEAD = "take the network out; a person who needs a shell on a machine uses ssh"


def _by_device(command: Command, script: Around) -> bool:
    return any(re.match(r"/dev/(?:tcp|udp)/", redirect.target) for redirect in command.redirects)


def _by_netcat(command: Command, script: Around) -> bool:
    if command.name in ("nc", "ncat", "netcat") and any(re.match(r"-\w*[ec]$|--(?:sh-)?exec$", word) for word in command.argv[1:]):
        return True
    if command.name == "socat" and any(re.match(r"(?:exec|system):", word, re.IGNORECASE) for word in command.argv[1:]):
        return True
    if runs_input(command) and any(source.name in ("nc", "ncat", "netcat", "telnet", "socat") for source in sources(command)):
        return True
    return (
        command.name in ("nc", "ncat", "netcat", "telnet", "openssl")
        and "mkfifo" in script.names
        and bool(script.names & {"sh", "bash", "zsh"})
    )


RULES = (
    Rule(
        "dev_tcp",
        CATEGORY,
        "ties a shell to a connection, so that somebody else types into it",
        _INSTEAD,
        signs=("/dev/tcp", "/dev/udp"),
        programs=frozenset({"*"}),
        command=_by_device,
        names=(r"(?:[<>]&?|exec\s+\d+<>)\s*/dev/(?:tcp|udp)/\S+",),
    ),
    Rule(
        "netcat_exec",
        CATEGORY,
        "runs what arrives over the network, or hands a shell to it",
        _INSTEAD,
        programs=frozenset({"*"}) | NETCATS,
        words=wordset("nc ncat netcat socat telnet mkfifo"),
        command=_by_netcat,
    ),
    Rule(
        "socket_shell",
        CATEGORY,
        "opens a connection and hands a shell to it",
        _INSTEAD,
        words=wordset("socket tcpsocket fsockopen tcpclient createconnection dup2 pty"),
        code=(
            r"\bos\.dup2\([^\n]{0,40}fileno\(\)",
            r"\bpty\.spawn\(\s*['\"]/?(?:bin/)?(?:ba|z)?sh",
            r"\bfsockopen\([^\n]{0,120}(?:exec|shell_exec|proc_open|/bin/sh)",
            r"\bTCPSocket\.(?:new|open)\([^\n]{0,120}(?:exec|popen|/bin/sh)",
            r"Net\.Sockets\.TCPClient\([^\n]{0,300}(?:iex|Invoke-Expression|GetStream)",
        ),
        span=(
            r"\bsocket\.(?:socket|create_connection)\((?:[^\n]{0,300}\n){0,20}?[^\n]{0,120}(?:subprocess\.(?:call|run|Popen"
            r"|check_output)|os\.(?:system|popen))\(\s*(?:\[?\s*['\"](?:/bin/)?(?:ba)?sh|\w*(?:cmd|command|data|recv))",
        ),
    ),
)
