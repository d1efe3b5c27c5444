"""Each installed host: its file, its version, its trust, and calls that prove it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from contextlib import closing
from typing import TYPE_CHECKING, Any

from habitus import assemble
from habitus.errors import HabitusError
from habitus.hosts.hooks import HOSTS, encoder, install
from habitus.hosts.skillloop import budget
from habitus.server.doctor import Finding, canary, codex

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from habitus.hosts.hooks.capabilities import Host
    from habitus.hosts.hooks.install import Plan, Way
    from habitus.types import Agent

PROGRAMS = {
    "claude-code": "claude",
    "codex": "codex",
    "gemini": "gemini",
    "cursor": "cursor-agent",
    "copilot": "copilot",
    "opencode": "opencode",
}
BLOCKS_SINCE = (2, 1, 295)
"""The first Claude Code that knows `onFailure`."""

NUMBER = re.compile(r"\d+(?:\.\d+)+")
OTHERS = 0o077


def examined(way: Way, only: str = "", config: str | None = None) -> list[Finding]:
    """Those that were installed from here, and those whose files have hooks of ours where we stand."""
    found: list[Finding] = []
    keepers = _keepers(way.home, config)
    for name, host in HOSTS.items():
        places = _places(way, name) if not only or only == name else []
        if places:
            found += list(_version(host, places))
            found += list(_skill_loop(host, keepers[name])) if name in keepers else []
        for plan, scope in places:
            found += list(_hooks(way._replace(scope=scope), host, plan))
    if not found:
        remedy = f"habitus install {only or 'claude-code'}"
        return [Finding(only or "hosts", "fault" if only else "note", "not installed" if only else "none is installed", remedy)]
    return found


def _keepers(home: str, config: str | None) -> dict[str, Agent]:
    """The hosts whose agent may keep skills. A store that cannot be read is a finding of the house's."""
    try:
        with closing(assemble.layer(home=home, file=config)) as layer:
            return {name: one for name in HOSTS if (one := layer.agents.one(name)).skill_evolve}
    except HabitusError:
        return {}


def _skill_loop(host: Host, agent: Agent) -> Iterator[Finding]:
    """What the switch does at this host, and what it cannot."""
    if host.postscript:
        yield Finding(host.name, "ok", f"it may keep skills: its user is asked {host.postscript}")
    else:
        text = f"it may keep skills, and its user is never asked: {host.title} shows a person none of our words"
        yield Finding(host.name, "note", text, "say “save as skill” yourself when something is worth keeping")
    if not budget(agent):
        text = "it may keep skills, and is not reminded of it when its budget runs out: nobody has said what that is"
        yield Finding(host.name, "note", text, f"habitus agents set {host.name} max_turns NUMBER")


def _places(way: Way, name: str) -> list[tuple[Plan, Any]]:
    known = {one["file"] for one in install.installed(way.home) if one["host"] == name}
    found = []
    for scope in ("user", "project"):
        plan = encoder(name).plan(way._replace(scope=scope))
        if plan.file in known or install.handlers(plan):
            found.append((plan, scope))
        known.discard(plan.file)
    return found + [(install.Plan(file=file), "project") for file in sorted(known)]


def _hooks(way: Way, host: Host, plan: Plan) -> Iterator[Finding]:
    again = f"habitus install {host.name}{' --scope project' if way.scope == 'project' else ''}"
    handlers = _handlers(way, host, plan)
    if not handlers:
        yield Finding(host.name, "fault", f"{plan.file} has no hooks of ours any more", f"{again}; or habitus uninstall {host.name}")
        return
    missing = [event for event in encoder(host.name).KINDS if event not in handlers]
    if missing:
        yield Finding(host.name, "fault", f"{plan.file} lacks our hooks for {', '.join(missing)}", again)
    yield from _switched_off(host, plan, handlers)
    if host.name == "codex":
        yield from _trusted(way, plan)
    try:
        yield from _proved(way, host, handlers)
    except canary.Unfit as error:
        yield Finding(host.name, "fault", f"{error}; calls are not judged there", again)


def _handlers(way: Way, host: Host, plan: Plan) -> dict[str, Mapping[str, Any]]:
    """Our handler for each event. OpenCode's plugin starts the same command for all of them."""
    found: dict[str, Mapping[str, Any]] = dict(install.handlers(plan))
    if host.name == "opencode" and os.path.exists(plan.file):  # noqa: PTH110
        text = _text(plan.file)
        for closed in (False, True):
            if json.dumps(install.line(way, host.name, closed=closed)) in text:
                found = {event: {"command": install.command(way, host.name, closed=closed)} for event in encoder(host.name).KINDS}
    return found


def _proved(way: Way, host: Host, handlers: Mapping[str, Mapping[str, Any]]) -> Iterator[Finding]:
    """In the order of a session: the start wakes the daemon, as it does in the host."""
    kinds = encoder(host.name).KINDS
    first = {kind: next(event for event in kinds if kinds[event] == kind) for kind in ("start", "before", "after")}

    def tried(kind: str, call: Mapping[str, Any], session: str = "") -> dict[str, Any]:
        event = first[kind]
        return canary.sent(handlers[event], canary.payload(event, call, session)) if event in handlers else {}

    tried("start", {})
    denied, asked = tried("before", canary.BLOCKED), tried("before", canary.ASKS)
    session = canary.payload("", {})["session_id"]
    told = tried("before", canary.REMINDED, session)
    if not host.says_before:
        told = tried("after", canary.REMINDED, session)
    again = f"habitus install {host.name}; then look into {way.home}/daemon.log"
    if canary.ruling(denied) == "deny":
        yield Finding(host.name, "ok", "a destructive call is blocked")
    else:
        yield Finding(host.name, "fault", f"a destructive call was not blocked: {json.dumps(denied)[:200]}", again)
    wanted = "ask" if host.asks else "deny"
    if canary.ruling(asked) == wanted and host.asks:
        yield Finding(host.name, "ok", "a call that a person is to be asked about is asked about")
    elif canary.ruling(asked) == wanted:
        text = f"{host.title} cannot ask, and would run it: a call that a person is to be asked about is denied instead"
        yield Finding(host.name, "note", text, "`habitus approvals` shows what waits for you")
    else:
        yield Finding(host.name, "fault", f"a call that a person is to be asked about would run: {json.dumps(asked)[:200]}", again)
    if canary.context(told):
        yield Finding(host.name, "ok", "a reminder arrives" + ("" if host.says_before else ", with the result of its call"))
    else:
        yield Finding(host.name, "fault", f"a reminder does not arrive: {json.dumps(told)[:200]}", again)


def _version(host: Host, places: list[tuple[Plan, Any]]) -> Iterator[Finding]:
    program = shutil.which(PROGRAMS[host.name])
    if program is None:
        yield Finding(host.name, "note", f"`{PROGRAMS[host.name]}` is not on PATH: its version was not checked")
        return
    found = NUMBER.search(_printed(program, "--version"))
    if not found:
        yield Finding(host.name, "note", f"{program} does not say its version")
        return
    mine, seen = (tuple(int(part) for part in text.split(".")) for text in (found[0], host.seen))
    blocks = any(handler.get("onFailure") for plan, _ in places for _, handler in install.handlers(plan))
    if host.name == "claude-code" and blocks and mine < BLOCKS_SINCE:
        yield Finding(host.name, "fault", f"{found[0]} knows no `onFailure`: a hook that fails lets the call run", "update Claude Code")
    elif mine < seen:
        yield Finding(host.name, "note", f"{found[0]} is older than what this was checked with ({host.seen})", f"update {host.title}")
    else:
        yield Finding(host.name, "ok", f"version {found[0]}; checked with {host.seen}")


def _switched_off(host: Host, plan: Plan, handlers: Mapping[str, Mapping[str, Any]]) -> Iterator[Finding]:
    """What in the same file keeps hooks from running, or shows their token around."""
    try:
        settings = json.loads(_text(plan.file) or "{}")
    except ValueError:
        return
    if settings.get("disableAllHooks") is True:
        yield Finding(host.name, "fault", f"{plan.file}: `disableAllHooks` is true, so no hook runs", "take it out of that file")
    urls = [str(handler["url"]) for handler in handlers.values() if handler.get("url")]
    allowed = settings.get("allowedHttpHookUrls")
    if urls and isinstance(allowed, list) and not any(_allows(str(one), urls[0]) for one in allowed):
        yield Finding(host.name, "fault", f"{plan.file}: `allowedHttpHookUrls` leaves out {urls[0]}", "add `http://127.0.0.1:*` to it")
    if urls and os.stat(plan.file).st_mode & OTHERS & 0o044 and os.stat(os.path.dirname(plan.file)).st_mode & 0o005:  # noqa: PTH116, PTH120
        yield Finding(host.name, "note", f"{plan.file} holds a token, and others on this machine can read it", f"chmod 600 {plan.file}")


def _allows(pattern: str, url: str) -> bool:
    return re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), url) is not None


def _trusted(way: Way, plan: Plan) -> Iterator[Finding]:
    """Codex passes over hooks that nobody has trusted, and says nothing."""
    program = shutil.which(PROGRAMS["codex"])
    if program is None:
        return
    listed = [one for one in codex.hooks(program, way.project) if install.is_ours(one) and one.get("sourcePath") == plan.file]
    if not listed:
        yield Finding(
            "codex",
            "fault",
            f"Codex does not see the hooks in {plan.file}",
            "trust the folder, and look at `features.hooks` in its config.toml",
        )
        return
    untrusted = [one for one in listed if one.get("trustStatus") not in ("trusted", "managed") or one.get("enabled") is False]
    if untrusted:
        names = ", ".join(sorted({str(one.get("eventName")) for one in untrusted}))
        text = f"Codex runs none of these hooks, and does not say so, because they are not trusted: {names}"
        yield Finding(
            "codex", "fault", text, "start `codex` and trust them under /hooks; for automation, `--dangerously-bypass-hook-trust`"
        )
    else:
        yield Finding("codex", "ok", f"all {len(listed)} hooks are trusted")


def _printed(program: str, *words: str) -> str:
    try:
        return subprocess.run([program, *words], capture_output=True, text=True, timeout=20, check=False, stdin=subprocess.DEVNULL).stdout  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ""


def _text(file: str) -> str:
    try:
        with open(file, encoding="utf-8") as found:  # noqa: PTH123
            return found.read()
    except (OSError, ValueError) as error:
        raise HabitusError(f"{file} cannot be read: {error}") from error
