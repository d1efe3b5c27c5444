"""What stays behind when the skill is gone: start files, schedules, keys, other instructions of the agent."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.evolve.skills.guard.rule import Rule
from habitus.evolve.skills.guard.traits import FETCHERS
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.evolve.skills.guard.around import Around
    from habitus.parse.shell import Command

CATEGORY = "persistence"
_RC = re.compile(
    r"(?:^|/)\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zprofile|zshenv|zlogin|kshrc|cshrc"
    r"|config/fish/config\.fish)$|^/etc/(?:profile|bash\.bashrc|zsh/zshrc|profile\.d/.*|rc\.local)$|Microsoft\.PowerShell_profile\.ps1$"
)
_SETTING = re.compile(
    r"^\s*(?:\#.*|(?:export\s+|set -x?gx?\s+)?[A-Za-z_]\w*[= ](?!.*(?:`|\$\((?!brew|go env|npm|pyenv|rbenv))).*"
    r"|eval [\"']?\$\((?:brew|pyenv|rbenv|direnv|starship|zoxide|fnm|mise|ssh-agent|conda|\w+ (?:init|hook|completion))[^)]*\)[\"']?"
    r"|source <\(\w+ completion \w+\)|fpath.*|autoload.*)?\s*$"
)
"""A variable, a comment, a completion: what people put into their start files."""
_RUNS = re.compile(
    r"^\s*(?:export\s+)?(?:PROMPT_COMMAND|LD_PRELOAD|BASH_ENV|ENV|DYLD_INSERT_LIBRARIES|PYTHONSTARTUP|NODE_OPTIONS)=|\b(?:curl|wget|nc"
    r"|base64|bash|sh|python3?)\s"
)


def _written(command: Command) -> Iterator[str]:
    for redirect in command.redirects:
        if redirect.op in (">", ">>", ">|", "&>", "&>>"):
            yield redirect.target
    if command.name == "tee":
        yield from (word for word in command.argv[1:] if not word.startswith("-"))


def _said(command: Command) -> str:
    """The text that a command writes; empty where it is not known."""
    from habitus.parse.shell import stdin

    if command.name in ("echo", "printf"):
        return " ".join(word for word in command.argv[1:] if not re.fullmatch(r"-[neE]+", word)).replace("\\n", "\n").strip("\n")
    return stdin(command) or ""


def _edits_start(command: Command, script: Around) -> bool:
    if command.name == "sed" and any(word.startswith("-i") for word in command.argv[1:]):
        return any(_RC.search(word) for word in command.argv[1:])
    if not any(_RC.search(path) for path in _written(command)):
        return False
    said = _said(command)
    lines = [line for line in said.split("\n") if line.strip()]
    return not lines or any(_RUNS.search(line) or not _SETTING.match(line) for line in lines)


def _schedules(command: Command, script: Around) -> bool:
    if command.name == "crontab":
        return any(not word.startswith("-") or word == "-" for word in command.argv[1:]) or (
            len(command.argv) == 1 and command.pipe is not None
        )
    if command.name == "schtasks":
        return any(word.lower() == "/create" for word in command.argv)
    return any(re.match(r"/etc/cron|/var/spool/cron", path) for path in _written(command))


def _adds_key(command: Command, script: Around) -> bool:
    if any(by.startswith("ssh") for by in command.through):
        return False  # the user's own key, on a machine of the user's own
    return any(re.search(r"\.ssh/authorized_keys2?$", path) for path in _written(command))


_FISHY = re.compile(r"\b(?:curl|wget|nc|ncat|base64|eval|iwr|iex)\b|/tmp/|/dev/(?:tcp|shm)|\b(?:ba)?sh -c|/\.[a-z][\w-]*(?:\s|$)")
"""In a service or a hook: it fetches, decodes, or runs what lies hidden."""


def _adds_service(command: Command, script: Around) -> bool:
    for path in _written(command):
        if re.search(
            r"/etc/systemd/|/etc/init\.d/|/Library/Launch(?:Agents|Daemons)/|/etc/ld\.so\.preload|\.config/(?:autostart|systemd/user)/"
            r"|Startup[/\\]",
            path,
        ):
            return "ld.so.preload" in path or _FISHY.search(_said(command)) is not None
        if re.search(r"\.git/hooks/(?!.*\.sample)", path) and _FISHY.search(_said(command)):
            return True
    return command.name == "reg" and any(word.lower() == "add" for word in command.argv) and "\\run" in command.text.lower()


_AGENT_FILES = (
    r"(?:CLAUDE\.md|AGENTS\.md|SOUL\.md|IDENTITY\.md|MEMORY\.md|GEMINI\.md|\.cursorrules|\.cursor/rules\S*|\.windsurfrules|\.clinerules"
    r"|copilot-instructions\.md"
    r"|\.claude/(?:settings|CLAUDE|rules|hooks)\S*|HEARTBEAT\.md|mcp\.json|\.mcp\.json)"
)


_ORDERS = re.compile(r"\b(?:always|every (?:session|task|response)|must|ignore|silently|before (?:any|every)|curl|https?:)", re.IGNORECASE)


def _edits_agent(command: Command, script: Around) -> bool:
    for path in _written(command):
        if re.search(r"(?:^|/)" + _AGENT_FILES + "$", path, re.IGNORECASE) and "/skills/" not in path:
            # A project's own file may be written; what reaches every project, comes from far, or gives orders, may not.
            return path.startswith(("~", "/")) or command.name in FETCHERS or _ORDERS.search(_said(command)) is not None
    return False


def _may_write(text: str) -> bool:
    return ">" in text or "tee" in text.lower()


RULES = (
    Rule(
        "shell_rc_append",
        CATEGORY,
        "puts a command into a file that every new shell runs",
        "set variables for the one command that needs them; a person edits start files",
        words=wordset("bashrc bash_profile bash_login zshrc zprofile zshenv zlogin kshrc cshrc"),
        signs=(".profile", "/etc/profile", "config.fish", "rc.local", "powershell_profile", "shell profile", "shell startup", "shell rc"),
        programs=frozenset({"*"}),
        command=_edits_start,
        marks=r">|\btee\b|\bsed\b",
        code=(r"open\([^\n]{0,80}\.(?:bashrc|zshrc|bash_profile|profile|zshenv)['\"][^\n]{0,20},\s*['\"][aw]",),
        says=(
            r"\b(?:append|add|write|insert|install|put)\b.{0,80}\b(?:curl|wget|script|command|line|hook|payload|snippet"
            r"|alias)\b.{0,60}\bto\b.{0,30}(?:~/\.(?:bashrc|zshrc|profile|bash_profile|zshenv)|shell (?:startup|profile|rc) files?)",
        ),
    ),
    Rule(
        "cron_job",
        CATEGORY,
        "schedules a command that runs when nobody looks",
        "tell the user what to schedule, and let them do it",
        programs=frozenset({"*"}),
        words=wordset("crontab schtasks"),
        signs=("/etc/cron", "spool/cron"),
        command=_schedules,
    ),
    Rule(
        "authorized_key",
        CATEGORY,
        "lets somebody else log in",
        "a person adds keys to a machine",
        words=wordset("authorized_keys authorized_keys2"),
        programs=frozenset({"*"}),
        command=_adds_key,
        code=(r"open\([^\n]{0,80}authorized_keys['\"][^\n]{0,20},\s*['\"][aw]",),
    ),
    Rule(
        "startup_service",
        CATEGORY,
        "installs something that starts by itself",
        "describe the service; a person installs it",
        words=wordset("launchagents launchdaemons"),
        signs=(
            "/etc/systemd",
            "systemd/user",
            "/autostart",
            "/etc/init.d",
            "ld.so.preload",
            ".git/hooks",
            "\\run",
            "startup/",
            "startup\\",
        ),
        programs=frozenset({"*"}),
        command=_adds_service,
        marks=r">|\btee\b|\breg\b",
    ),
    Rule(
        "agent_rules_write",
        CATEGORY,
        "changes the instructions that the agent obeys in every later session",
        "keep instructions in the skill itself; other changes of the agent go through its owner",
        words=wordset("cursorrules windsurfrules clinerules memory"),
        signs=(
            "claude.md",
            "agents.md",
            "soul.md",
            "identity.md",
            "gemini.md",
            ".cursor/rules",
            "copilot-instructions",
            ".claude/",
            "heartbeat.md",
            "mcp.json",
        ),
        programs=frozenset({"*"}),
        command=_edits_agent,
        marks=_may_write,
        says=(
            rf"\b(?:append|write|add|insert|save|store|inject|persist)\b.{{0,60}}\b(?:following|these|this|instructions?|directives?"
            rf"|rules?|lines?|block|content)\b.{{0,60}}\b(?:to|into|in)\b.{{0,30}}(?<!\w){_AGENT_FILES}.{{0,120}}\b(?:every|all|future"
            r"|later|subsequent|always|persist\w*|each|automatically)\b",
            r"\b(?:remember|store|save|persist|add)\b.{0,60}\b(?:in|into|to)\b.{0,20}\b(?:your |the agent'?s? |long[- ]term "
            r"|persistent )+memory\b.{0,80}\b(?:every|all|future|later|subsequent|always)\b.{0,40}\b(?:sessions?|conversations?|tasks?"
            r"|requests?|responses?)\b",
        ),
    ),
)
