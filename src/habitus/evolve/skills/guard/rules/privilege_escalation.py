"""Rights that a skill takes for itself, or gives to everybody."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.evolve.skills.guard.rule import Rule
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from habitus.evolve.skills.guard.around import Around
    from habitus.parse.shell import Command

CATEGORY = "privilege_escalation"
ELEVATORS = wordset("sudo doas pkexec su runas gosu sudoedit gksudo kdesudo")
_OCTAL = re.compile(r"0?([0-7]?)([0-7])([0-7])([0-7])$")
_SYMBOLIC = re.compile(r"([ugoa]*)([+=])([rwxXst]+)$")


def _elevates(command: Command, script: Around) -> bool:
    by = [word.split()[0] for word in command.through]
    if ELEVATORS & set(by):
        return True
    if command.name == "su":
        return len(command.argv) > 1
    return command.name in ELEVATORS and any(not word.startswith("-") for word in command.argv[1:])


def _opens(command: Command, script: Around) -> bool:
    for word in command.argv[1:]:
        octal = _OCTAL.match(word)
        if octal:
            return int(octal[4]) & 2 != 0 or (octal[1] != "" and int(octal[1]) & 6 != 0)
        for part in word.split(","):
            said = _SYMBOLIC.match(part)
            if said:
                who, _, what = said.groups()
                if ("w" in what and ("o" in who or "a" in who)) or ("s" in what and who != "o"):
                    return True
    return False


def _to_root(command: Command, script: Around) -> bool:
    owner = next((word for word in command.argv[1:] if not word.startswith("-")), "")
    return re.match(r"(?:root|0)(?::|\.|$)", owner, re.IGNORECASE) is not None


def _joins(command: Command, script: Around) -> bool:
    return any(re.match(r"(?:sudo|wheel|admin|root|docker)$", word) for word in command.argv[1:]) and any(
        word.startswith("-") for word in command.argv[1:]
    )


def _escapes(command: Command, script: Around) -> bool:
    return "--privileged" in command.argv or any(re.match(r"(?:-v)?/:/", word) for word in command.argv[1:]) or "--pid=host" in command.argv


RULES = (
    Rule(
        "sudo",
        CATEGORY,
        "runs as another user, mostly as root",
        "run it with the user's own rights; say in words what an administrator has to prepare",
        words=ELEVATORS,
        programs=ELEVATORS,
        command=_elevates,
    ),
    Rule(
        "chmod_world_writable",
        CATEGORY,
        "lets everybody write a file, or run it with its owner's rights",
        "give rights to those who need them: `chmod 755`, `chmod 600`, `chmod u+w`",
        programs=wordset("chmod"),
        words=wordset("chmod chmodsync s_iwoth s_isuid"),
        names=(r"\bS_(?:IWOTH|ISUID)\b",),
        command=_opens,
        code=(r"\bchmod(?:Sync)?\([^\n)]{0,80}?,\s*0?o?0?(?:[0-7]?[0-7][0-7][2367]|[246][0-7]{3})\b",),
    ),
    Rule(
        "chown_root",
        CATEGORY,
        "gives a file to root",
        "leave files with the user that the skill runs as",
        programs=wordset("chown"),
        words=wordset("chown chownsync"),
        command=_to_root,
        code=(r"\bchown(?:Sync)?\([^\n)]{0,80}?,\s*0\s*,\s*0\b",),
    ),
    Rule(
        "admin_group",
        CATEGORY,
        "adds a user to the administrators",
        "leave accounts and groups to an administrator",
        programs=wordset("usermod gpasswd adduser useradd"),
        command=_joins,
    ),
    Rule(
        "sudoers",
        CATEGORY,
        "changes who may run as root",
        "leave that file to an administrator",
        words=wordset("sudoers nopasswd"),
        names=(r"\bNOPASSWD\s*:", r"(?:>>?|tee|edit|append|write|add|echo)[^\n]{0,80}/etc/sudoers\b"),
    ),
    Rule(
        "permits_everything",
        CATEGORY,
        "lets an agent run every command without a question",
        "allow the commands that are needed: `Bash(npm test:*)`",
        signs=("bash(*", "bash(:*", "bypasspermissions", "allow_all_tools", "skip_confirmation", "auto_approve_all"),
        names=(
            r"[\"']Bash\((?:\*(?::\*)?|:\*)\)[\"']",
            r"\bdefaultMode[\"']?\s*[:=]\s*[\"']bypassPermissions\b",
            r"\b(?:allow_all_tools|skip_confirmations?|auto_approve_all)[\"']?\s*[:=]\s*true\b",
        ),
    ),
    Rule(
        "container_escape",
        CATEGORY,
        "starts a container that owns the machine around it",
        "mount the folder that is needed, without `--privileged`",
        signs=("--privileged", "/:/", "--pid=host"),
        programs=wordset("docker podman nerdctl"),
        command=_escapes,
    ),
)
