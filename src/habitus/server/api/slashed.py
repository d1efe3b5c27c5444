"""Names with a slash in them, such as `team/bot`: written `%2F` in an address, it belongs to the name and ends no part of it.

So `/v1/sessions/a%2Fevents` is the session `a/events`, and `/v1/sessions/a/events` are the events of `a`. A server hands on the path as it
reads, and beside it as it was sent.
"""

import re
from urllib.parse import unquote

from fastapi.routing import APIRoute
from starlette.routing import Match
from starlette.types import Scope

WRITTEN = re.compile("%2f", re.IGNORECASE)
MEANT = "\udc2f"
"""Stands for a slash in a name until the parts are told apart. Half a character: no address that was decoded has it."""


class Slashed(APIRoute):
    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        sent = (scope.get("raw_path") or b"").decode("latin-1")
        if not WRITTEN.search(sent):
            return super().matches(scope)
        match, found = super().matches({**scope, "path": MEANT.join(unquote(part) for part in WRITTEN.split(sent))})
        if match is not Match.NONE:
            found["path_params"] = {name: value.replace(MEANT, "/") for name, value in found["path_params"].items()}
        return match, found
