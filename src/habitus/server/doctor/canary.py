"""Calls that prove a host's hooks: sent through the very command line or address that stands in its settings, in the form the host uses.

Their sessions are `habitus-doctor:…`: judged by the rules of `coding`, and nothing is kept of them.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from uuid import uuid4

from habitus.server.hooks import ASKED, CANARY

if TYPE_CHECKING:
    from collections.abc import Mapping

SECONDS = 20.0
BLOCKED = {"tool": "Bash", "args": {"command": "rm -rf /habitus-doctor/canary"}}
ASKS = {"tool": ASKED, "args": {}}
REMINDED = {"tool": "Edit", "args": {"file_path": "/habitus-doctor/unread.py", "old_string": "a", "new_string": "b"}}


class Unfit(Exception):
    """The handler in the settings is not one that we would run: the sentence says why."""


def payload(event: str, call: Mapping[str, Any], session: str = "") -> dict[str, Any]:
    """One moment, with every host's name for each of its parts."""
    session = session or f"{CANARY}{uuid4()}"
    return {
        "hook_event_name": event, "session_id": session, "sessionId": session, "conversation_id": session, "source": "startup",
        "cwd": "/habitus-doctor", "workspace_roots": ["/habitus-doctor"], "tool_name": call.get("tool"), "toolName": call.get("tool"),
        "tool_input": call.get("args"), "toolArgs": call.get("args"), "tool_use_id": f"canary-{uuid4()}",
        "tool_response": {"llmContent": "ok"}, "tool_output": "ok",
    }  # fmt: skip


def sent(handler: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """What the host would hear."""
    body = json.dumps(given).encode()
    said = _posted(handler, body) if handler.get("url") else _run(str(handler.get("command") or handler.get("bash")), body)
    try:
        found = json.loads(said) if said.strip() else {}
    except ValueError:
        raise Unfit(f"the hook answers with something that is not JSON: {said[:80]!r}") from None
    if not isinstance(found, dict):
        raise Unfit("the hook answers with something that is no object")
    return found


def checked(command: str) -> list[str]:
    """The words of a command line that is ours; nothing else is run, whoever wrote the file."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    from habitus.hosts.hooks import client

    ours = os.path.realpath(client.__file__)
    if len(words) != 7 or words[1:3] != ["-I", "-S"] or os.path.realpath(words[3]) != ours:
        raise Unfit(f"the hook runs something else than this installation of habitus: {command[:200]}")
    if words[0] != sys.executable and os.path.realpath(words[0]) != os.path.realpath(sys.executable):
        raise Unfit(f"the hook runs another Python, {words[0]}, than this one, {sys.executable}")
    return words


def _run(command: str, body: bytes) -> bytes:
    checked(command)
    try:
        done = subprocess.run(  # noqa: S602 - as the host does it
            command, shell=True, input=body, capture_output=True, timeout=SECONDS, check=False, cwd="/"
        )
    except subprocess.TimeoutExpired:
        raise Unfit(f"the hook has not answered within {SECONDS:.0f} s") from None
    if done.returncode:
        raise Unfit(f"the hook ends with {done.returncode}: {done.stderr.decode('utf-8', 'replace').strip()[:300]}")
    return done.stdout


def _posted(handler: Mapping[str, Any], body: bytes) -> bytes:
    from http.client import HTTPConnection, HTTPException

    place = urlsplit(str(handler["url"]))
    given = handler.get("headers")
    headers = {str(name): str(value) for name, value in given.items()} if isinstance(given, dict) else {}
    try:
        if place.scheme != "http" or place.hostname != "127.0.0.1":
            raise Unfit(f"the hook calls another address than this machine's: {str(handler['url'])[:200]}")
        there = HTTPConnection(place.hostname, place.port or 80, timeout=SECONDS)
        try:
            there.request("POST", place.path, body, {"Content-Type": "application/json", **headers})
            answer = there.getresponse()
            said = answer.read()
        finally:
            there.close()
    except (OSError, HTTPException, ValueError) as error:
        raise Unfit(f"nobody answers hooks at {place.netloc} ({error})") from error
    if answer.status != 200:
        raise Unfit(f"{place.netloc} answers {answer.status}: {said.decode('utf-8', 'replace')[:200]}")
    return said


# ── what the answers mean, in any host's words ──


def ruling(said: Mapping[str, Any]) -> str:
    inner = said.get("hookSpecificOutput")
    parts = [inner if isinstance(inner, dict) else {}, said]
    found = next((part[name] for part in parts for name in ("permissionDecision", "permission", "decision") if part.get(name)), "")
    return {"block": "deny"}.get(str(found), str(found))


def context(said: Mapping[str, Any]) -> str:
    inner = said.get("hookSpecificOutput")
    parts = [inner if isinstance(inner, dict) else {}, said]
    return str(next((part[name] for part in parts for name in ("additionalContext", "additional_context") if part.get(name)), ""))
